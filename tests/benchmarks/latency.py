"""Measure the time from the mouse's motion to the changed pixels: python -m tests.benchmarks.latency

On a display of its own: a bare pyglet window, in which a square follows the mouse; gemport with its pointer, and with a
card that is dragged, in each way; KPatience with a dragged card, if it is installed. All are open at once, and take
turns: what else the machine does meanwhile is the same for each.
"""

import ctypes
import os
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from gemport.store.sqlite import Store
from tests.benchmarks.peers import end, installed
from tests.hosts.xvfb import Program, window_manager, xvfb

ROUNDS, MOTIONS = 5, 20
"""Turns of each program, and motions in a turn."""
_SETTLED = 15.0
"""Seconds until all programs have drawn themselves and worked out what they like to know."""
_PATIENCE = 2.0
"""Seconds after which a motion counts as unseen."""
_AROUND = 24
"""Pixels of the square that is watched."""
_ALL_PLANES, _Z_PIXMAP = ctypes.c_ulong(-1), 2

_BARE = """
import pyglet
window = pyglet.window.Window(1280, 800, caption="Bare")
batch = pyglet.graphics.Batch()
square = pyglet.shapes.Rectangle(0, 0, 20, 20, batch=batch)
@window.event
def on_draw():
    window.clear()
    batch.draw()
@window.event
def on_mouse_motion(x, y, dx, dy):
    square.position = x - 10, y - 10
    pyglet.clock.unschedule(window.draw)
    pyglet.clock.schedule_once(window.draw, 0)
pyglet.app.run(None)
"""


class Eye:
    """Moves the pointer of a display and watches the pixels around it."""

    def __init__(self, display: str) -> None:
        self._x = ctypes.CDLL("libX11.so.6")
        self._x.XOpenDisplay.restype = self._x.XGetImage.restype = ctypes.c_void_p
        self._x.XDefaultRootWindow.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(display.encode()))
        self._root = ctypes.c_ulong(self._x.XDefaultRootWindow(self._display))

    def look(self, x: int, y: int) -> bytes:
        """The pixels around a point."""
        place = (x - _AROUND // 2, y - _AROUND // 2, _AROUND, _AROUND)
        image = self._x.XGetImage(self._display, self._root, *place, _ALL_PLANES, _Z_PIXMAP)
        # XImage: width, height, xoffset, format, then the address of its pixels.
        address = ctypes.cast(image + 16, ctypes.POINTER(ctypes.c_void_p)).contents
        pixels = ctypes.string_at(address, 4 * _AROUND**2)
        self._x.XFree(address)
        self._x.XFree(ctypes.c_void_p(image))
        return pixels

    def move(self, x: int, y: int) -> None:
        self._x.XWarpPointer(self._display, 0, self._root, 0, 0, 0, 0, x, y)
        self._x.XSync(self._display, 0)

    def seconds(self, x: int, y: int, watched: tuple[int, int]) -> float:
        """Move the pointer; return how long it takes until the pixels so far from it change."""
        there = x + watched[0], y + watched[1]
        before, began = self.look(*there), time.perf_counter()
        self.move(x, y)
        while self.look(*there) == before:
            if time.perf_counter() - began > _PATIENCE:
                return _PATIENCE
        return time.perf_counter() - began


class Subject(NamedTuple):
    """A program that is measured: its command, and the title of its window.

    press: the place in the window of a card that is dragged; None where the pointer alone moves
    watched: from the pointer to what must be seen to move
    boxes: what gemport shows of a dragged card
    """

    name: str
    command: list[str]
    title: str
    press: tuple[int, int] | None = None
    watched: tuple[int, int] = (0, 0)
    boxes: str = "card"

    def start(self, display: str, stack: ExitStack) -> Program:
        home = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        with Store(Path(home)) as store:
            store.set("panel.boxes", self.boxes)
        environment = {"HOME": home, "GEMPORT_HOME": home}
        return stack.enter_context(Program(self.command, display, self.title, environment))


def start_all(display: str, stack: ExitStack) -> list[tuple[Subject, Program, list[float]]]:
    """Start all programs; return each with the list for its milliseconds."""
    found: list[tuple[Subject, Program, list[float]]] = []
    for subject in subjects():
        program = subject.start(display, stack)
        while program.window in {other.window for _, other, _ in found}:
            # Of the same title an earlier one was found.
            time.sleep(0.1)
            program.window = program.find(subject.title)
        found.append((subject, program, []))
    return found


def subjects() -> list[Subject]:
    gemport = [sys.executable, "-m", "gemport", "vierfrei", "5", "--mute", "--scale", "2", "--builtin"]
    # The last card of the first column is held in its middle: its corner is away from the pointer.
    card, corner = (120, 560), (-62, -100)
    found = [
        Subject("bare pyglet window", [sys.executable, "-c", _BARE], "Bare"),
        Subject("gemport, pointer", gemport, "VIERFREI"),
        Subject("gemport, card", gemport, "VIERFREI", card, corner),
        Subject("gemport, outline", gemport, "VIERFREI", card, corner, "outline"),
        Subject("gemport, nothing dragged", gemport, "VIERFREI", card, (0, 0), "nothing"),
    ]
    kpat = installed().get("kpat")
    if kpat is not None:
        command = [*kpat, "--gametype", "freecell"]
        found.append(Subject("KPatience, card", command, "Freecell", (215, 508), (-42, -35)))
    return found


def measure(eye: Eye, program: Program, subject: Subject) -> list[float]:
    """Return the milliseconds of a turn."""
    program.activate()
    time.sleep(0.3)
    left, top, _, _ = program.geometry()
    start = None if subject.press is None else (left + subject.press[0], top + subject.press[1])
    if start is not None:
        eye.move(*start)
        time.sleep(0.3)
        program.button(1, True)
    times = []
    for number in range(MOTIONS):
        # So far apart that neither pointer nor card lies where the next look goes.
        x, y = (number * 331) % 600 + 300, (number * 197) % 250 + 350
        times.append(1000 * eye.seconds(left + x, top + y, subject.watched))
        time.sleep(0.05)
    if start is not None:
        eye.move(*start)
        time.sleep(0.3)
        program.button(1, False)
    return times


def main() -> None:
    """Measure, and print a table."""
    with ExitStack() as stack:
        display = stack.enter_context(xvfb())
        stack.enter_context(window_manager(display))
        eye = Eye(display)
        found = start_all(display, stack)
        time.sleep(_SETTLED)
        for _ in range(ROUNDS):
            for subject, program, times in found:
                times += measure(eye, program, subject)
        for _, program, _ in found:
            end(program.process.pid)
    bare = statistics.median(found[0][2])
    for subject, _, times in found:
        median, late = statistics.median(times), sorted(times)[len(times) * 9 // 10]
        print(
            f"{subject.name:34}median {median:6.1f} ms, {median / bare:4.2f} of bare; of ten the ninth {late:6.1f} ms"
        )
    print(f"load of the machine: {os.getloadavg()[0]:.1f} processes on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
