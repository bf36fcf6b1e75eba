"""The oracle says after each move whether the game can still be won, and keeps nobody waiting."""

from typing import Any

import pytest

from gemport.gem import Kind, MouseNumber, keys
from gemport.solver import Limits
from tests.games.hand import Hand
from tests.games.test_advice import HARD, LOST, Begin, both, freecell, solve_it


def line(watched: Hand[Any]) -> str | None:
    """What stands in the window's info line; None if there is none."""
    window = watched.program.table
    return window.info if Kind.INFO in window.kind else None


@both
def test_it_is_off_until_it_is_wanted_and_then_there_is_a_line(game: Begin) -> None:
    watched = game()
    height = watched.program.table.work.h
    assert line(watched) is None
    watched.hit(keys.CONTROL_O)
    assert line(watched) == " Can still be won"
    assert watched.program.table.work.h < height
    assert not watched.machine.working
    assert watched.machine.next_wakeup() is None
    watched.hit(keys.CONTROL_O)
    assert line(watched) is None
    assert watched.program.table.work.h == height


def test_it_says_when_the_game_is_lost_and_when_that_is_taken_back() -> None:
    watched = freecell(LOST[0])
    words = LOST[1].split()
    watched.make(" ".join(words[: -LOST[2]]))
    watched.hit(keys.CONTROL_O)
    assert line(watched) == " Can still be won"
    watched.make(words[-LOST[2]])
    watched.hit(keys.ESCAPE)
    assert line(watched) == " Can no longer be won"
    watched.hit(keys.UNDO)
    assert line(watched) == " Can still be won"


@both
def test_of_a_game_that_never_could_be_won_it_says_so(game: Begin) -> None:
    watched = game(7, impossible={7})
    watched.hit(keys.RETURN)
    watched.hit(keys.CONTROL_O)
    watched.make("1a")
    watched.hit(keys.ESCAPE)
    assert line(watched) == " Cannot be won from the start"


def test_while_it_thinks_the_pointer_is_the_arrow_and_the_player_goes_on() -> None:
    watched = freecell(HARD)
    watched.machine.key(keys.CONTROL_O)
    watched.machine.advance(300)
    assert watched.machine.working
    assert line(watched) == " Can it still be won?"
    assert MouseNumber.BUSY_BEE not in watched.pointers
    for key in "1", "0":
        watched.machine.key(ord(key))
        watched.machine.advance(300)
    assert watched.words == ["1a"]
    assert watched.machine.working


def test_what_it_did_not_find_out_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemport.play.analysis.ON_THE_WAY", Limits(quick=(), exhaustive=200))
    watched = freecell(HARD)
    watched.hit(keys.CONTROL_O)
    assert line(watched) == " Uncertain whether it can be won"


@both
def test_with_moves_and_clock_it_shares_the_line(game: Begin) -> None:
    watched = game()
    watched.hit(keys.CONTROL_T)
    watched.hit(keys.CONTROL_O)
    text = line(watched)
    assert text is not None
    assert text.startswith(" Moves: 0")
    assert text.endswith("    Can still be won")
    watched.hit(keys.CONTROL_T)
    assert line(watched) == " Can still be won"
    watched.hit(keys.F8)
    assert MouseNumber.BUSY_BEE not in watched.pointers, "the hint knows what the oracle has found"


@both
def test_of_a_game_that_is_won_it_says_nothing(game: Begin) -> None:
    watched = game()
    watched.hit(keys.CONTROL_O)
    solve_it(watched)
    watched.hit(keys.RETURN)
    watched.hit(keys.RETURN)
    assert line(watched) == " "
    assert not watched.machine.working
