"""How a real window fills real screens, with a window manager."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from PIL import Image

from gemport.gem.host.display.letterbox import fit
from tests.gem.host.display.exactness import is_exact
from tests.gem.host.stub import StubMachine
from tests.gem.host.xvfb import Program, need_display, wait_for, window_manager, xvfb

pytestmark = pytest.mark.window

TITLE = "Chequerboard"
SIZES = [(1366, 768), (1920, 1080)]


@contextmanager
def shown(size: tuple[int, int], *options: str, frames: bool = False) -> Iterator[Program]:
    """The stub's window on a display of this size."""
    need_display()
    with ExitStack() as stack:
        display = stack.enter_context(xvfb(*size))
        stack.enter_context(window_manager(display, frames=frames))
        # The pointer out of the way.
        corner = [str(length - 1) for length in size]
        subprocess.run(["xdotool", "mousemove", *corner], env={**os.environ, "DISPLAY": display}, check=True)
        command = ["-m", "tests.gem.host.stub", *options]
        yield stack.enter_context(Program.python(command, display, TITLE)).drawn()


def grows_to(program: Program, size: tuple[int, int]) -> None:
    """Wait until the window has a size; the manager gives it the keyboard."""
    wait_for(lambda: program.geometry()[2:] == size, f"the window does not become {size}")


@pytest.mark.parametrize("size", SIZES)
def test_full_screen_fills_the_screen_exactly_and_gives_it_back(size: tuple[int, int]) -> None:
    with shown(size, "scale=auto") as demo:
        window = demo.geometry()[2:]
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, size)
        assert is_exact(demo, StubMachine(), size)
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, window)
        assert is_exact(demo, StubMachine(), window, whole=True)


@pytest.mark.parametrize("size", SIZES)
def test_whole_numbers_stay_whole_in_full_screen_where_they_were_asked_for(size: tuple[int, int]) -> None:
    with shown(size, "scale=1", "full=yes") as demo:
        assert demo.has_size(TITLE, size)
        assert is_exact(demo, StubMachine(), size, whole=True)


@pytest.mark.parametrize("size", [(1000, 700), (1281, 761), (650, 768)])
def test_fit_fills_whatever_the_window_becomes(size: tuple[int, int]) -> None:
    with shown(SIZES[0], "scale=fit") as demo:
        demo.resize(*size)
        assert is_exact(demo, StubMachine(), size)


def test_a_resized_window_keeps_to_whole_numbers_by_default_and_fills_when_maximised() -> None:
    with shown(SIZES[0], "scale=auto") as demo:
        demo.resize(1000, 700)
        assert is_exact(demo, StubMachine(), (1000, 700), whole=True)
        demo.maximise(True)
        grows_to(demo, SIZES[0])
        assert is_exact(demo, StubMachine(), SIZES[0])
        demo.maximise(False)
        grows_to(demo, (1000, 700))
        assert is_exact(demo, StubMachine(), (1000, 700), whole=True)


def test_a_window_manager_may_say_late_that_it_has_maximised(display: str) -> None:
    with Program.python(["-m", "tests.gem.host.stub", "scale=auto", "size=1000,700"], display, TITLE) as demo:
        assert is_exact(demo.drawn(), StubMachine(), (1000, 700), whole=True)
        demo.call_maximised()
        assert is_exact(demo, StubMachine(), (1000, 700))


def test_a_screen_larger_than_the_displays_is_shown_whole() -> None:
    machine = StubMachine(1280, 960)
    with shown(SIZES[0], "scale=auto", "screen=1280,960") as demo:
        size = demo.geometry()[2:]
        assert size == (921, 691)
        assert is_exact(demo, machine, size)
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, SIZES[0])
        assert is_exact(demo, machine, SIZES[0])


def test_every_gem_pixel_is_pointed_at_where_it_is_shown() -> None:
    with shown(SIZES[0], "scale=fit", "full=yes") as demo:
        assert demo.has_size(TITLE, SIZES[0])
        box = fit(SIZES[0], (640, 400), whole=False)
        for x, y in ((69, 0), (700, 401), (1296, 767), (333, 222)):
            demo.move(x, y)
            gem_x, gem_y = box.to_gem(x, y)
            assert abs((x - 68 + 0.5) / 1229 * 640 - gem_x - 0.5) <= 0.5
            demo.until(f"to {gem_x} {gem_y}")


@pytest.mark.parametrize("frames", [False, True])
def test_a_window_opens_where_it_was_left(frames: bool) -> None:
    with shown(SIZES[1], "scale=auto", "size=900,700", "place=333,222", frames=frames) as demo:
        grows_to(demo, (900, 700))
        wait_for(lambda: demo.inside() == (333, 222), "the window is not where it was left")
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, SIZES[1])
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, (900, 700))
        wait_for(lambda: demo.inside() == (333, 222), "the window does not come back to where it was")
        demo.close()
        demo.until("placed (900, 700) (333, 222) False False")


@pytest.mark.parametrize("options", [[], ["full=yes"]])
def test_the_icon_stays_when_full_screen_is_entered_and_left(options: list[str]) -> None:
    with shown(SIZES[0], "scale=1", *options) as demo:
        for size in [(640, 400), SIZES[0]] * 2 if not options else [SIZES[0], (640, 400)] * 2:
            assert demo.has_size(TITLE, size)
            # xprop draws it, in the 32 columns of the larger picture.
            wait_for(lambda: "Icon (32 x 32)" in demo.property("_NET_WM_ICON"), f"no icon at {size}")
            demo.keys("alt+Return")


def test_a_place_off_all_screens_is_not_used() -> None:
    with shown(SIZES[0], "scale=auto", "place=5000,100") as demo:
        left, top, width, height = demo.geometry()
        assert 0 <= left <= SIZES[0][0] - width
        assert 0 <= top <= SIZES[0][1] - height


def test_a_maximised_window_opens_maximised() -> None:
    with shown(SIZES[0], "scale=auto", "size=700,500", "place=40,50", "maximised=yes") as demo:
        grows_to(demo, SIZES[0])
        assert is_exact(demo, StubMachine(), SIZES[0])
        demo.close()
        demo.until("placed (700, 500) (40, 50) True False")


def test_a_scale_without_room_is_refused_before_a_window_is_there() -> None:
    need_display()
    for arguments in (["--scale", "82"], ["--screen", "8192x8192", "--scale", "4"]):
        with xvfb(*SIZES[0]) as display:
            command = [sys.executable, "-m", "gemport", "freecell", "1", *arguments]
            result = subprocess.run(command, env={**os.environ, "DISPLAY": display}, capture_output=True, text=True)
        assert (result.returncode, result.stdout) == (2, "")
        assert re.fullmatch(r"gemport: a scale of .* pixels, and the display has 1366x768: .*\n", result.stderr)


def test_a_remembered_scale_without_room_is_reduced() -> None:
    with shown(SIZES[1], "scale=5") as demo:
        assert demo.geometry()[2:] == (1280, 800)


def test_full_screen_says_how_it_is_left_and_the_hint_goes_by_itself() -> None:
    with shown(SIZES[0], "scale=fit", "hint=2", "full=yes", "explain=yes") as demo:
        assert demo.has_size(TITLE, SIZES[0])
        low = (400, 640, 966, 740)
        wait_for(lambda: has_box(demo.picture().crop(low)), "the hint is not shown")
        wait_for(lambda: not has_box(demo.picture().crop(low)), "the hint stays")
        assert is_exact(demo, StubMachine(), SIZES[0])
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, (640, 400))
        demo.keys("alt+Return")
        assert demo.has_size(TITLE, SIZES[0])
        wait_for(lambda: has_box(demo.picture().crop(low)), "the hint is not shown again")


def has_box(picture: Image.Image) -> bool:
    """Whether there is a line of text on paper: a long stretch of pure white, which no chequerboard has."""
    rows = picture.convert("L").tobytes()
    return any(b"\xff" * 200 in rows[y * picture.width : (y + 1) * picture.width] for y in range(picture.height))
