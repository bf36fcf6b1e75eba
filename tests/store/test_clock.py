"""How long a game counts as played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gemport.games.freecell import GAME as FREECELL
from gemport.games.vierfrei import GAME as VIERFREI
from gemport.store.session import REST, AnySession, clock_text
from tests.games.sessions import make
from tests.store.table import Table, win


@dataclass
class Machine:
    """A clock that is set by hand."""

    ms: int = 0

    def sit(self, table: Table, number: int | None = None) -> AnySession:
        session = table.sit(number)
        session.clock.attach(lambda: self.ms)
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
    assert table.book.unfinished()[0].progress.seconds == 9
    # The machine that it is taken up on was switched on at another time.
    machine.ms = 100
    again = machine.sit(table)
    assert again.progress.seconds == 9
    machine.ms += 2_000
    make(again, "Undo")
    assert table.book.unfinished()[0].progress.seconds == 11


def test_leaving_keeps_the_time_since_the_last_step() -> None:
    """Whatever comes next on the table; it is neither a step, nor does it say when the last one was."""
    table, machine = Table(FREECELL), Machine()
    table.book.store.now = lambda: float(machine.ms)
    session = machine.sit(table, 1)
    acts: tuple[Callable[[], None], ...] = (lambda: session.deal(2), session.restart, session.leave)
    for act in acts:
        make(session, "8a" if session.number == 1 else "1a")
        played = machine.ms
        machine.ms += 33_000
        act()
        left = table.book.unfinished()[0]
        assert (left.progress.made, left.progress.seconds, left.when) == (1, 33, played)
    assert [game.progress.seconds for game in table.book.unfinished()] == [33, 33, 33]


def test_what_is_kept_now_and_then_is_written_only_if_it_has_changed() -> None:
    table, machine = Table(FREECELL), Machine()
    session = machine.sit(table, 1)
    assert not session.keep_time()
    make(session, "8a")
    writes: list[str] = []
    with table.book.store.reading() as connection:
        connection.set_trace_callback(writes.append)
    machine.ms += 900
    assert session.keep_time()
    assert writes == []
    machine.ms += 9_100
    assert session.keep_time()
    assert session.keep_time()
    assert len([line for line in writes if line.startswith("UPDATE")]) == 1
    assert table.book.unfinished()[0].progress.seconds == 10
    machine.ms += REST
    assert not session.keep_time()
    assert table.book.unfinished()[0].progress.seconds == REST // 1000


def test_a_time_that_cannot_be_kept_is_no_failure_and_comes_later() -> None:
    table, machine = Table(FREECELL), Machine()
    session = machine.sit(table, 1)
    make(session, "8a")
    machine.ms += 5_000
    with table.book.store.reading() as connection:
        connection.execute("PRAGMA query_only = 1")
    assert session.keep_time()
    assert (session.records.failure, session.whole) == (None, True)
    with table.book.store.reading() as connection:
        connection.execute("PRAGMA query_only = 0")
    session.keep_time()
    assert table.book.unfinished()[0].progress.seconds == 5


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
    number, words = win("vierfrei")
    table, machine = Table(VIERFREI), Machine()
    session = machine.sit(table, number)
    for word in words:
        make(session, word)
        machine.ms += 1_000
    best = table.book.best(number)
    assert best is not None
    assert (best.moves, best.seconds) == (len(words), len(words) - 1)
    assert session.progress.seconds == len(words) - 1


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
