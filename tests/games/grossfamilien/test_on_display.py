"""Großfamilien in its window, with a real mouse and keyboard, shows what the same events give without one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from gemport.store.sqlite import Store
from gemport.store.statistics import Outcome
from tests.games.display import LEFT, RIGHT, Both, start
from tests.games.grossfamilien.player import Familien
from tests.games.sessions import Saved, outcomes_in, saved_games
from tests.hosts.xvfb import PATIENCE

pytestmark = pytest.mark.window

NUMBER = 1
GAME = ("Gro.*familien", "grossfamilien")
TALON, ACE_OF_DIAMONDS, NOWHERE = (40, 80), (240, 80), (20, 390)
FROM, TO = (345, 80), (135, 160)
"""The seven of clubs, and the six it goes onto."""


class Hand(Both):
    """Sends cards home, too."""

    def send(self, x: int, y: int) -> None:
        self.move(x, y)
        for number, down in ((RIGHT, True), (LEFT, True), (LEFT, False), (RIGHT, False)):
            self.button(number, down)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The user's folder of the program in the window."""
    return tmp_path / "home"


@pytest.fixture
def hand(display: str, home: Path, tmp_path: Path) -> Iterator[Hand]:
    with start(display, home, *GAME, str(NUMBER)) as program:
        yield Hand(program, Familien(NUMBER, folder=tmp_path))


def test_clicks_drags_and_both_buttons_play_in_the_window_as_in_a_script(hand: Hand) -> None:
    hand.move(*NOWHERE)
    assert hand.same()
    hand.send(*ACE_OF_DIAMONDS)
    assert hand.same()
    hand.click(*TALON)
    hand.click(*TALON)
    hand.move(*NOWHERE)
    assert hand.same()
    hand.keys("Undo", "Undo")
    assert hand.same()
    hand.drag(FROM, TO)
    assert hand.same()
    hand.keys("Delete", "Undo")
    assert hand.same()


def test_boxes_menu_and_numbers_work_with_real_keys(hand: Hand) -> None:
    hand.move(*NOWHERE)
    hand.keys("F5")
    assert hand.same()
    hand.keys("Return", "F2", "Esc", "7", "Return")
    assert hand.same()
    hand.keys("F3")
    hand.move(190, 8)
    assert hand.same()


def test_the_game_at_rest_uses_no_processor_time(hand: Hand) -> None:
    hand.click(*TALON)
    hand.move(*NOWHERE)
    assert hand.same()
    time.sleep(0.5)
    hand.window.idle(2)


def kept(home: Path) -> tuple[list[Saved], list[Outcome]]:
    """The unfinished games, and the outcomes counted."""
    with Store(home) as store:
        return saved_games(store, "grossfamilien"), [outcome for _, outcome in outcomes_in(store, "grossfamilien")]


def until_kept(home: Path, moves: tuple[str, ...]) -> None:
    """Wait until the program has stored these moves."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with Store(home) as store:
            if saved_games(store, "grossfamilien") == [Saved(NUMBER, moves)]:
                return
        time.sleep(0.05)
    pytest.fail(f"{moves} were not stored")


def test_a_killed_game_is_taken_up_again_and_so_is_a_left_one(hand: Hand, display: str, home: Path) -> None:
    hand.send(*ACE_OF_DIAMONDS)
    assert hand.same()
    hand.click(*TALON)
    hand.move(*NOWHERE)
    assert hand.same()
    until_kept(home, ("a2-h", "t-o"))
    hand.window.process.kill()
    hand.window.wait()
    assert kept(home) == ([Saved(NUMBER, ("a2-h", "t-o"))], [])
    with start(display, home, *GAME) as program:
        hand.window = program
        hand.move(*NOWHERE)
        assert hand.same()
        program.keys("F10")
        time.sleep(0.3)
        # Asked, the player keeps it.
        program.keys("Return")
        assert program.wait() == 0
        assert program.rest() == []
    assert kept(home) == ([Saved(NUMBER, ("a2-h", "t-o"))], [])
