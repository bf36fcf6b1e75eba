"""After each change of its size, place or look the window shows the frame, and what little changes of that."""

import os
import subprocess
import time

import pytest

from tests.hosts.stub import StubMachine
from tests.hosts.test_window import TITLE, shown
from tests.hosts.xvfb import PATIENCE, Program, comes, is_exact, wait_for
from tests.needs import need_programs

pytestmark = pytest.mark.window

DISPLAY = (2000, 1300)
ACTS = (
    *("full", "full", "full", "full"),
    *("key 2", "key 1", "key 3", "key f", "key 2"),
    *("move 300,200", "maximise", "restore", "tile", "size 1280,800"),
    *("key t", "key t", "key c", "key c"),
    *("size 1500,1100", "size 900,600", "size 640,400", "move 1360,900", "size 1280,800"),
    *("move 0,0", "mode 1440x900", "full", "mode 1600x1000", "full"),
)


def set_mode(program: Program, name: str) -> None:
    """Give the display's only monitor a resolution."""
    need_programs("xrandr")
    width, height = name.split("x")
    timing = ["0", width, "0", "0", width, height, "0", "0", height]
    for words in (["--newmode", name, *timing], ["--addmode", "screen", name], ["--output", "screen", "--mode", name]):
        subprocess.run(["xrandr", *words], env={**os.environ, "DISPLAY": program.display}, check=True)


def do(program: Program, act: str) -> None:
    kind, _, value = act.partition(" ")
    if kind == "full":
        before = program.geometry()[2:]
        program.keys("alt+Return")

        def has_changed() -> bool:
            program.window = program.find(TITLE)
            return program.geometry()[2:] != before

        wait_for(has_changed, "full screen is not entered or left")
        assert program.has_size(TITLE, program.geometry()[2:])
    elif kind == "key":
        program.keys(value)
    elif kind == "mode":
        set_mode(program, value)
    elif kind in ("move", "size"):
        across, down = map(int, value.split(","))
        (program.put if kind == "move" else program.resize)(across, down)
    elif kind == "tile":
        program.put(0, 0)
        program.resize(DISPLAY[0] // 2, DISPLAY[1])
    else:
        program.maximise(kind == "maximise")


def steady(program: Program) -> bytes:
    """The window's picture, when it has not changed for a quarter of a second."""
    until, last, found = time.monotonic() + PATIENCE, b"", program.picture().tobytes()
    while found != last and time.monotonic() < until:
        time.sleep(0.25)
        last, found = found, program.picture().tobytes()
    return found


@pytest.mark.slow
def test_the_window_shows_the_frame_after_each_change_of_its_size_place_and_look() -> None:
    """The part that is drawn of a small change lies where it belongs, and the rest stays."""
    machine, whole, tube, dark = StubMachine(), True, False, False
    with shown(DISPLAY, "scale=2", "hint=0.1") as program:
        for act in ACTS:
            do(program, act)
            steady(program)
            program.click(20, 20, 3)
            machine.mouse_button(2, True)
            found = steady(program)
            if act in ("key 1", "key 2", "key 3", "key f"):
                whole = act != "key f"
            tube, dark = tube != (act == "key t"), dark != (act == "key c")
            if not tube and not dark:
                assert is_exact(program, machine, program.geometry()[2:], whole), act
            # For other colours, and back, all is drawn anew.
            program.keys("c")
            wait_for(lambda: program.picture().tobytes() != found, f"{act}: the colours stay")
            program.keys("c")
            assert comes(lambda: program.picture().tobytes() == found), f"{act}: not the same as all drawn anew"
