"""Großfamilien in its window, with a real mouse and keyboard, shows what the same events give without one."""

from pathlib import Path

import pytest

from tests.games.display import LEFT, RIGHT, Both, start
from tests.games.grossfamilien.player import Familien

pytestmark = pytest.mark.window

TALON, ACE_OF_DIAMONDS, NOWHERE = (40, 80), (240, 80), (20, 390)
FROM, TO = (345, 80), (135, 160)
"""The seven of clubs, and the six it goes onto."""


class Hand(Both):
    """Sends cards home, too."""

    def send(self, x: int, y: int) -> None:
        self.move(x, y)
        for number, down in ((RIGHT, True), (LEFT, True), (LEFT, False), (RIGHT, False)):
            self.button(number, down)


def test_clicks_drags_both_buttons_and_keys_play_in_the_window_as_in_a_script(display: str, tmp_path: Path) -> None:
    with start(display, tmp_path / "home", "Gro.*familien", "grossfamilien", "1") as program:
        hand = Hand(program, Familien(1, folder=tmp_path))
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
        hand.keys("F5")
        assert hand.same()
        hand.keys("Return", "F2", "Esc", "7", "Return")
        assert hand.same()
        hand.keys("F3")
        hand.move(190, 8)
        assert hand.same()
