"""Thinking in a real window: what is seen is what the same input gives without one, also while the program thinks."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from gemport.gem import MouseNumber, keys
from gemport.hosts.pictures import to_image
from tests.games.hand import Hand
from tests.games.test_advice import busy, freecell
from tests.hosts.xvfb import Program

HARD = 28920
"""Of all that the program does not know to be impossible, the number that it thinks about longest."""

pytestmark = pytest.mark.window

KEYS = {keys.F8: "F8", keys.CONTROL_G: "ctrl+g", keys.CONTROL_O: "ctrl+o", keys.ESCAPE: "Escape", keys.RETURN: "Return"}
KEYS |= {keys.CONTROL_E: "ctrl+e", keys.ARROW_LEFT: "Left", 0x0231: "1", 0x0433: "3", 0x0B30: "0"}


class Both:
    """The same done to the program in a window and to one without."""

    def __init__(self, window: Program, watched: Hand[Any]) -> None:
        self.window = window
        self.watched = watched

    def move(self, x: int, y: int) -> None:
        self.window.move(x, y)
        self.watched.machine.mouse_to(x, y)

    def key(self, word: int) -> None:
        self.window.keys(KEYS[word])
        self.watched.machine.key(word)

    def same(self) -> bool:
        """Return whether the window comes to show what the other one does now."""
        screen = to_image(self.watched.machine.frame()).convert("RGB")
        return self.window.picture_when(screen.tobytes(), (screen.width, screen.height))


@contextmanager
def both(display: str, home: Path, number: int) -> Iterator[Both]:
    arguments = ["-m", "gemport", "freecell", str(number), "--lang", "de", "--mute", "--scale", "1"]
    with Program.python(arguments, display, "FreeCell", {"GEMPORT_HOME": str(home)}) as window:
        started = Both(window, freecell(number, lang="de"))
        started.move(320, 350)
        assert started.same()
        yield started


def test_a_hint_whether_the_game_can_be_won_and_looking_back(display: str, tmp_path: Path) -> None:
    with both(display, tmp_path, 1) as game:
        game.key(keys.F8)
        game.watched.machine.settle()
        assert game.same()
        game.key(keys.CONTROL_G)
        game.watched.machine.settle()
        assert game.watched.alerts
        assert game.same()
        game.key(keys.RETURN)
        for digit in 0x0231, 0x0B30:
            game.key(digit)
            game.watched.machine.settle()
        assert game.same()
        game.key(keys.CONTROL_E)
        game.watched.machine.settle()
        assert game.same()
        game.key(keys.ARROW_LEFT)
        assert game.same()
        game.key(keys.ESCAPE)
        assert game.same()


def test_the_bee_follows_the_mouse_while_the_program_thinks_and_the_oracle_lets_play(
    display: str, tmp_path: Path
) -> None:
    """With the oracle the pointer is the arrow, and a card is selected while the thought goes on."""
    with both(display, tmp_path, HARD) as game:
        game.key(keys.CONTROL_G)
        game.watched.machine.advance(100)
        assert busy(game.watched)
        assert game.same()
        game.move(100, 340)
        assert game.same()
        game.key(keys.ESCAPE)
        assert game.watched.pointers[-1] == MouseNumber.ARROW
        assert not game.watched.alerts
        assert game.same()
        game.key(keys.CONTROL_O)
        game.watched.machine.advance(300)
        assert game.same()
        game.key(0x0433)
        assert game.watched.machine.working
        assert game.same()
