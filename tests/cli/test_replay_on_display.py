"""A recording played in a window shows what it shows without one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from gemport.hosts.pictures import to_image
from tests.games.vierfrei.test_follow import SHORT, Playback
from tests.hosts.xvfb import Program

pytestmark = pytest.mark.window

POINTER = 600, 390


def replay(path: Path, display: str, speed: str) -> Program:
    options = ["--lang", "de", "--builtin", "--mute", "--scale", "1", "--speed", speed]
    return Program.python(["-m", "gemport", "replay", str(path), *options], display, "VIERFREI")


@pytest.fixture
def window(display: str, tmp_path: Path) -> Iterator[Program]:
    path = tmp_path / "game.txt"
    path.write_text(SHORT)
    with replay(path, display, "2") as program:
        yield program


def shows(window: Program, playback: Playback) -> bool:
    """Return whether the window comes to show the playback's last picture."""
    playback.move(POINTER)
    window.move(*POINTER)
    expected = to_image(playback.machine.frame()).convert("RGB")
    return window.picture_when(expected.resize((640, 400), Image.Resampling.NEAREST).tobytes(), (640, 400))


def test_the_moves_are_made_and_then_it_is_the_players_game(window: Program) -> None:
    playback = Playback(SHORT, stepped=True)
    playback.pause(3 * playback.steps)
    assert shows(window, playback)
    # Ab hier weiter
    window.keys("a")
    playback.key("A")
    assert shows(window, playback)
    window.keys("F12")
    playback.key("Undo")
    assert shows(window, playback)
