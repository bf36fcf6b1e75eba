"""How long a game counts as played."""

from __future__ import annotations

from dataclasses import dataclass

from gemport.patience.freecell import GAME as FREECELL
from gemport.patience.session.clock import REST
from gemport.patience.session.session import AnySession
from gemport.patience.vierfrei import GAME as VIERFREI
from tests.patience.session.table import Table, vierfrei_win
from tests.patience.sessions import make


@dataclass
class Machine:
    """A clock that is set by hand."""

    ms: int = 0

    def sit(self, table: Table, number: int | None = None) -> AnySession:
        session = table.sit(number)
        session.go_by(lambda: self.ms)
        return session


def test_a_game_is_played_from_its_first_step_on_and_on_when_it_is_taken_up() -> None:
    table, machine = Table(FREECELL), Machine(5_000)
    session = machine.sit(table, 1)
    machine.ms += 60_000
    make(session, "8a")
    assert session.progress.seconds == 0
    machine.ms += 7_900
    make(session, "7b")
    assert [game.progress.seconds for game in session.unfinished()] == [7]
    machine.ms += 1_200
    session.leave()
    assert table.book.unfinished()[0].progress.seconds == 7
    # The machine that it is taken up on was switched on at another time.
    machine.ms = 100
    again = machine.sit(table)
    assert again.progress.seconds == 7
    machine.ms += 2_000
    make(again, "Undo")
    assert table.book.unfinished()[0].progress.seconds == 9


def test_the_clock_rests_when_nobody_plays() -> None:
    table, machine = Table(FREECELL), Machine()
    session = machine.sit(table, 1)
    make(session, "8a")
    machine.ms += 8 * 3_600_000
    assert session.progress.seconds == REST // 1000
    make(session, "7b")
    machine.ms += 3_000
    assert session.progress.seconds == REST // 1000 + 3


def test_a_win_keeps_the_time_that_it_took() -> None:
    number, words = vierfrei_win()
    table, machine = Table(VIERFREI), Machine()
    session = machine.sit(table, number)
    for word in words:
        make(session, word)
        machine.ms += 1_000
    best = table.book.best(number)
    assert best is not None
    assert (best.moves, best.seconds) == (len(words), len(words) - 1)
    assert session.progress.seconds == len(words) - 1


def test_another_game_begins_at_nothing() -> None:
    table, machine = Table(FREECELL), Machine()
    session = machine.sit(table, 1)
    make(session, "8a")
    machine.ms += 50_000
    session.deal(2)
    assert session.progress.seconds == 0
    make(session, "1a")
    machine.ms += 4_000
    session.restart()
    assert session.progress.seconds == 0
