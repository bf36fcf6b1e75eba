"""Großfamilien in its window, with a real mouse and keyboard, shows what the same events give without one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.display import LEFT, RIGHT, Both, start
from tests.games.grossfamilien.player import Familien

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
def hand(display: str, tmp_path: Path) -> Iterator[Hand]:
    with start(display, tmp_path / "home", *GAME, str(NUMBER)) as program:
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
