"""How long a game counts as played."""

from __future__ import annotations

from dataclasses import dataclass

from gemport.patience.freecell import GAME as FREECELL
from gemport.patience.session.clock import REST, clock_text
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


def test_the_clock_stands_while_the_player_does_not_see_the_game() -> None:
    table, machine = Table(FREECELL), Machine()
    session = machine.sit(table, 1)
    session.clock.see(False)
    session.clock.see(True)
    machine.ms += 4_000
    make(session, "8a")
    machine.ms += 2_500
    session.clock.see(False)
    session.clock.see(False)
    assert not session.clock.running
    machine.ms += 60_000
    session.clock.see(True)
    assert session.clock.running
    machine.ms += 1_500
    assert (session.clock.ms, session.clock.seconds) == (4_000, 4)
    machine.ms += REST
    assert not session.clock.running


def test_times_in_words() -> None:
    seconds = (0, 59, 60, 187, 3_599, 3_600, 3_765, 36_000)
    assert [clock_text(each) for each in seconds] == [
        *("0:00", "0:59", "1:00", "3:07", "59:59"),
        *("1:00:00", "1:02:45", "10:00:00"),
    ]
