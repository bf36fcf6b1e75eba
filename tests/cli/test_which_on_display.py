"""``gemport which``: deals found on screenshots of real windows, with frames and a desktop around them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import ImageGrab

from tests.cli.run import run
from tests.cli.test_which import said
from tests.hosts.xvfb import Program, wait_for, window_manager, xvfb

pytestmark = pytest.mark.window


@pytest.mark.parametrize(
    ("game", "size", "screen", "fraction"),
    [
        ("vierfrei", (1366, 768), "st-high", (1165, 728)),
        ("freecell", (1024, 768), "tt-high", (971, 728)),
        ("grossfamilien", (560, 400), "st-high", (560, 350)),
    ],
)
def test_a_screenshot_says_which_deal_it_shows(
    tmp_path: Path, game: str, size: tuple[int, int], screen: str, fraction: tuple[int, int]
) -> None:
    """More sizes, as a window shows them, are those of tests/cli/test_which.py."""
    path, options = tmp_path / "screen.png", ["--builtin", "--mute", "--scale", "fit", "--screen", screen]
    with xvfb(*size) as display, window_manager(display, frames=True):
        command = ["-m", "gemport", game, "4711", "--new", *options]
        with Program.python(command, display, "4711") as program:
            assert program.has_size("4711", fraction)
            program.drawn()

            def is_found() -> bool:
                ImageGrab.grab(xdisplay=display).save(path)
                return run("which", path, "--builtin") == (0, said(game, 4711), "")

            wait_for(is_found, "the deal is not found")
