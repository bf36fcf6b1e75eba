"""The info line: moves, the clock, and the oracle, which shows after each move whether the game can still be won."""

from typing import Any

import pytest

from gemport.gem import DESKTOP, HBOX, Gem, Kind, MouseNumber, ObState, Wf
from gemport.gem.aes.keys import key_press
from gemport.play.cardwindow import MIN_HEIGHT, MIN_WIDTH
from gemport.play.ending import WonBoxWithPar
from gemport.play.feature import Feature
from gemport.play.infoline import Rating
from gemport.solver import Limits
from tests.games.hand import ABOVE_TITLE
from tests.games.players import HARD, LOST, Begin, Game, Hand, both, freecell, solve_it

INFO_HEIGHT = HBOX - 1


@pytest.fixture(autouse=True)
def _no_par(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn off the search for difficulty and par, so that only the info line wakes the machine."""
    for kind in (Rating, WonBoxWithPar):
        monkeypatch.setattr(kind, "work", Feature.work)


def line(game: Hand[Any]) -> str | None:
    """Return the text of the window's info line, or None without one."""
    window = game.program.table
    return window.info if Kind.INFO in window.kind else None


# ---- moves and clock


@pytest.fixture
def game() -> Game:
    game = Game(42)
    game.key("Ctrl+t")
    return game


def shrink(game: Game) -> None:
    work = game.program.table.work
    game.click((work.right - 8, work.y - INFO_HEIGHT - ABOVE_TITLE))


def test_the_line_is_off_by_default_and_takes_height() -> None:
    game = Game(42)
    game.act("1>a")
    assert (game.machine.next_wakeup(), game.state("counter") & ObState.CHECKED) == (None, 0)
    game.key("Undo")
    before, work = game.picture(), game.program.table.work
    game.key("Ctrl+t")
    assert game.program.table.work == work._replace(y=work.y + INFO_HEIGHT, h=work.h - INFO_HEIGHT)
    assert ObState.CHECKED in game.state("counter")
    assert game.picture() != before
    game.act("1>a Undo Ctrl+t")
    assert (game.program.table.work, game.picture()) == (work, before)


@pytest.mark.parametrize(("rows", "has_line"), [(INFO_HEIGHT, True), (INFO_HEIGHT - 1, False)])
def test_the_line_leaves_the_cards_their_room(rows: int, has_line: bool) -> None:
    # 39 rows are for the menu bar, the title bar and the border.
    game = Game(42, size=(MIN_WIDTH + 2, MIN_HEIGHT + 39 + rows))
    game.key("Ctrl+t")
    assert (line(game) is not None, game.program.table.work.h) == (has_line, MIN_HEIGHT + rows * (not has_line))


def test_on_larger_screens_the_line_enlarges_the_window() -> None:
    game = Game(42, size=(1280, 960))
    game.drag_window(200, 400)
    table = game.program.table
    x, _, w, h = table.work
    game.key("Ctrl+t")
    assert (table.work.x, table.work.w, table.work.h) == (x, w, h)
    game.key("Ctrl+t")
    # If the info line does not fit below, the window moves up.
    game.drag_window(0, 960 - table.outer.bottom)
    game.key("Ctrl+t")
    assert table.outer.bottom == 960
    game.key("Ctrl+t")
    # A window that extends beyond the screen stays where the player put it.
    game.drag_window(0, 400)
    low = table.work
    assert low.bottom > 960
    game.key("Ctrl+t", "Ctrl+t")
    assert table.work == low


def test_moves_and_seconds(game: Game) -> None:
    assert (line(game), game.machine.next_wakeup()) == (" Züge: 0    Zeit: 0:00", None)
    game.act("1>a")
    assert line(game) == " Züge: 1    Zeit: 0:00"
    before, wakeup = game.picture(), game.machine.next_wakeup()
    assert wakeup is not None
    game.machine.advance(wakeup - 1)
    assert game.picture() == before
    game.machine.advance(21)
    assert (line(game), game.picture() == before) == (" Züge: 1    Zeit: 0:01", False)
    # The clock wakes the machine once a second.
    wakes, begun = 0, game.gem.now
    while game.gem.now < begun + 10_000:
        wakeup = game.machine.next_wakeup()
        assert wakeup is not None
        game.machine.advance(wakeup)
        wakes += 1
    assert wakes <= 11
    # The clock stops after five minutes without input.
    game.machine.advance(3_723_000)
    assert (line(game), game.machine.next_wakeup()) == (" Züge: 1    Zeit: 5:00", None)


def test_the_clock_stands_while_the_window_is_shrunk(game: Game) -> None:
    game.act("1>a")
    game.machine.advance(2_500)
    shrink(game)
    assert (game.program.table.small, game.machine.next_wakeup()) == (True, None)
    game.machine.advance(60_000)
    shrink(game)
    assert line(game) == " Züge: 1    Zeit: 0:02"
    game.machine.advance(1_000)
    assert line(game) == " Züge: 1    Zeit: 0:03"


def test_the_clock_stands_while_another_window_is_on_top(game: Game) -> None:
    async def main(gem: Gem) -> None:
        desk = gem.wind_get(DESKTOP, Wf.WF_WORKXYWH)
        gem.wind_open(gem.wind_create(Kind.NAME, desk), desk)
        await gem.evnt_timer(30_000)

    game.act("1>a")
    game.machine.advance(1_200)
    game.machine.start(main, "OTHER.PRG")
    for ms, seconds in ((29_000, 1), (3_000, 3)):
        game.machine.advance(ms)
        assert line(game) == f" Züge: 1    Zeit: 0:0{seconds}"


# ---- the oracle


@both
def test_it_is_off_until_it_is_wanted_and_then_there_is_a_line(game: Begin) -> None:
    watched = game()
    height = watched.program.table.work.h
    assert line(watched) is None
    watched.key("Ctrl+o")
    assert line(watched) == " Can still be won (help)"
    assert watched.program.table.work.h < height
    assert (watched.machine.working, watched.machine.next_wakeup()) == (False, None)
    watched.key("F8")
    assert MouseNumber.BUSY_BEE not in watched.pointers, "the hint knows what the oracle has found"
    watched.key("Ctrl+o")
    assert (line(watched), watched.program.table.work.h) == (None, height)


def test_the_oracle_reports_a_loss_and_its_undo() -> None:
    watched, words = freecell(LOST[0]), LOST[1].split()
    watched.make(" ".join(words[: -LOST[2]]))
    watched.key("Ctrl+o")
    assert line(watched) == " Can still be won (help)"
    watched.make(words[-LOST[2]])
    for key, said in (("Esc", " Can no longer be won (help)"), ("Undo", " Can still be won (help)")):
        watched.key(key)
        assert line(watched) == said


@both
def test_of_a_game_that_never_could_be_won_it_says_so(game: Begin) -> None:
    watched = game(7, impossible={7})
    watched.key("Return", "Ctrl+o")
    watched.make("1a")
    watched.key("Esc")
    assert line(watched) == " Could never be won (help)"


def test_the_oracle_searches_while_the_player_plays() -> None:
    watched = freecell(HARD)
    for key in ("Ctrl+o", "1", "0"):
        watched.machine.key(*key_press(key))
        watched.machine.advance(300)
        assert watched.machine.working
        assert line(watched) == " Can it still be won?"
    assert MouseNumber.BUSY_BEE not in watched.pointers
    assert watched.words == ["1a"]
    watched.machine.key(*key_press("Ctrl+o"))
    watched.machine.advance(300)
    assert not watched.machine.working


def test_what_it_did_not_find_out_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemport.play.analysis.BACKGROUND_LIMITS", Limits(quick=(), exhaustive=200))
    watched = freecell(HARD)
    watched.key("Ctrl+o")
    assert line(watched) == " Uncertain whether it can be won"


@both
def test_of_a_game_that_is_won_it_says_nothing(game: Begin) -> None:
    watched = game()
    watched.key("Ctrl+o")
    solve_it(watched)
    watched.key("Return", "Return")
    assert (line(watched), watched.machine.working) == (" ", False)
