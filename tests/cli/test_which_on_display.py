"""``gemport which``: a deal found on a screenshot of a real window, with frames and a desktop around it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import ImageGrab

from tests.cli.run import run
from tests.cli.test_which import said
from tests.hosts.xvfb import Program, wait_for, window_manager, xvfb


@pytest.mark.window
def test_a_screenshot_says_which_deal_it_shows(tmp_path: Path) -> None:
    """More sizes, as a window shows them, are those of tests/cli/test_which.py."""
    path, fraction = tmp_path / "screen.png", (560, 350)
    command = ["-m", "gemport", "grossfamilien", "4711", "--new", "--builtin", "--mute", "--scale", "fit"]
    with (
        xvfb(560, 400) as display,
        window_manager(display, frames=True),
        Program.python(command, display, "4711") as program,
    ):
        assert program.has_size("4711", fraction)
        program.drawn()

        def is_found() -> bool:
            ImageGrab.grab(xdisplay=display).save(path)
            return run("which", path, "--builtin") == (0, said("grossfamilien", 4711), "")

        wait_for(is_found, "the deal is not found")
