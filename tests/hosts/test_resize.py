"""After each change of its size, place or appearance the window shows the frame and small changes of it."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from tests.hosts.stub import StubMachine
from tests.hosts.test_window import TITLE, shown
from tests.hosts.xvfb import WAIT_SECONDS, Program, comes, is_exact, wait_for, xvfb
from tests.needs import need_programs

pytestmark = pytest.mark.window

DISPLAY = (2000, 1300)
ACTS = (
    *("full", "full", "key 1", "key 3", "key f", "key 2"),
    *("move 300,200", "maximise", "restore", "tile", "size 1280,800"),
    *("key t", "key t", "key c", "key c"),
    *("size 1500,1100", "size 640,400", "move 1360,900", "size 1280,800"),
    *("move 0,0", "mode 1440x900", "full", "mode 1600x1000", "full"),
)


def xrandr(display: str, *words: str, check: bool = True) -> None:
    need_programs("xrandr")
    environment = {**os.environ, "DISPLAY": display}
    subprocess.run(["xrandr", *words], env=environment, check=check, stderr=subprocess.DEVNULL)


def set_mode(program: Program, name: str) -> None:
    width, height = name.split("x")
    timing = ["0", width, "0", "0", width, height, "0", "0", height]
    for words in (["--newmode", name, *timing], ["--addmode", "screen", name], ["--output", "screen", "--mode", name]):
        xrandr(program.display, *words)
    # In full screen another window may take the place of this one.
    time.sleep(1)
    program.window = program.find(TITLE)


def do(program: Program, act: str) -> None:
    kind, _, value = act.partition(" ")
    if kind == "full":
        before = program.geometry()[2:]
        program.keys("alt+Return")

        def has_changed() -> bool:
            # Full screen is another window.
            with suppress(subprocess.CalledProcessError):
                program.window = program.find(TITLE)
                return program.geometry()[2:] != before
            return False

        wait_for(has_changed, "full screen is not entered or left")
        assert program.has_size(TITLE, program.geometry()[2:])
    elif kind == "key":
        program.keys(value)
    elif kind == "mode":
        set_mode(program, value)
        assert program.has_size(TITLE, program.geometry()[2:])
    elif kind in ("move", "size"):
        across, down = map(int, value.split(","))
        (program.put if kind == "move" else program.resize)(across, down)
    elif kind == "tile":
        program.put(0, 0)
        program.resize(DISPLAY[0] // 2, DISPLAY[1])
    else:
        program.maximise(kind == "maximise")


def steady(program: Program) -> bytes:
    """Return the window's picture after a quarter of a second without change."""
    until, last, pixels = time.monotonic() + WAIT_SECONDS, b"", program.picture().tobytes()
    while pixels != last and time.monotonic() < until:
        time.sleep(0.25)
        last, pixels = pixels, program.picture().tobytes()
    return pixels


def shows(program: Program, pixels: bytes) -> bool:
    return program.picture().tobytes() == pixels


def differs(program: Program, pixels: bytes) -> bool:
    return not shows(program, pixels)


@pytest.mark.slow
def test_the_frame_is_drawn_after_each_change_of_the_window() -> None:
    """The drawn part of a small change is at its place, and the rest stays."""
    machine, whole, tube, dark, down = StubMachine(), True, False, False, False
    with shown(DISPLAY, "scale=2") as program:
        for act in ACTS:
            do(program, act)
            steady(program)
            program.move(20, 20)
            down = not down
            program.button(3, down)
            machine.mouse_button(2, down)
            pixels = steady(program)
            if act in ("key 1", "key 2", "key 3", "key f"):
                whole = act != "key f"
            tube, dark = tube != (act == "key t"), dark != (act == "key c")
            if not tube and not dark:
                assert is_exact(program, machine, program.geometry()[2:], whole), act
            # Changing the colours and back redraws everything.
            program.keys("c")
            assert comes(partial(differs, program, pixels)), f"{act}: the colours stay"
            program.keys("c")
            assert comes(partial(shows, program, pixels)), f"{act}: not the same as all drawn anew"


def test_a_window_survives_the_last_monitor_being_unplugged() -> None:
    with shown((1400, 900)) as program:
        # Without a monitor xrandr tries a size below the server's minimum, and reports it.
        xrandr(program.display, "--output", "screen", "--off", check=False)
        for size in ((1400, 900), (1280, 800)):
            program.keys("alt+Return")
            assert program.has_size(TITLE, size)
            assert is_exact(program, StubMachine(), size, whole=True)


def test_full_screen_follows_a_new_resolution() -> None:
    with shown((1600, 1000), "scale=fit", "full=yes") as program:
        for name, size in (("1280x800", (1280, 800)), ("1024x768", (1024, 768))):
            set_mode(program, name)
            assert program.has_size(TITLE, size)
            assert is_exact(program, StubMachine(), size), name


def test_a_window_opens_each_time_where_it_was_left(tmp_path: Path) -> None:
    """Also with a manager whose reference point is the corner of the frame."""
    command = ["-m", "gemport", "vierfrei", "617", "--mute", "--lang", "en"]
    places = set()
    with xvfb() as display, icewm(display):
        for start in range(3):
            with Program.python(command, display, "VIERFREI", {"GEMPORT_HOME": str(tmp_path)}) as program:
                program.drawn()
                if start == 0:
                    program.put(150, 90)
                    wait_for(lambda: abs(program.inside()[0] - 150) < 20, "the window does not move")
                # The manager may still be moving it.
                time.sleep(0.5)
                places.add(program.inside())
                program.process.send_signal(signal.SIGHUP)
                assert program.wait() == 129
    assert len(places) == 1


@contextmanager
def icewm(display: str) -> Iterator[None]:
    """A window manager that places a window without hints by its frame."""
    need_programs("icewm")
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DISPLAY": display, "HOME": folder, "ICEWM_PRIVCFG": folder}
        manager = subprocess.Popen(["icewm"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            managed = ["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"]
            wait_for(
                lambda: b"window id" in subprocess.run(managed, env=environment, capture_output=True).stdout,
                "icewm did not start",
            )
            yield
        finally:
            manager.terminate()
            manager.wait(WAIT_SECONDS)
