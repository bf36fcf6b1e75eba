"""Measure the time from a motion of the mouse to the changed pixels: python -m benchmarks.latency

The programs are a bare pyglet window with a square that follows the mouse, gemport with its pointer and with every way
of dragging a card, and KPatience with a dragged card, if installed. All are open on one Xvfb and take turns, so that
other load on the machine affects all of them equally.
"""

import ctypes
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from benchmarks import print_load
from benchmarks.peers import end, installed
from gemport.store.sqlite import Store
from tests.hosts.xvfb import Program, window_manager, xvfb

ROUNDS, MOTIONS = 5, 20
"""Turns of each program, and motions per turn."""
_SETTLED = 15.0
"""Seconds until all programs have drawn their windows and finished their background work."""
_PATIENCE = 2.0
"""Timeout for a motion in seconds."""
_AROUND = 24
"""Side of the watched square in pixels."""
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
    """A connection to a display that moves the pointer and reads the pixels around it."""

    def __init__(self, display: str) -> None:
        self._x = ctypes.CDLL("libX11.so.6")
        self._x.XOpenDisplay.restype = self._x.XGetImage.restype = ctypes.c_void_p
        self._x.XDefaultRootWindow.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(display.encode()))
        self._root = ctypes.c_ulong(self._x.XDefaultRootWindow(self._display))

    def look(self, x: int, y: int) -> bytes:
        place = (x - _AROUND // 2, y - _AROUND // 2, _AROUND, _AROUND)
        image = self._x.XGetImage(self._display, self._root, *place, _ALL_PLANES, _Z_PIXMAP)
        # XImage starts with width, height, xoffset and format, followed by the address of the pixels.
        address = ctypes.cast(image + 16, ctypes.POINTER(ctypes.c_void_p)).contents
        pixels = ctypes.string_at(address, 4 * _AROUND**2)
        self._x.XFree(address)
        self._x.XFree(ctypes.c_void_p(image))
        return pixels

    def move(self, x: int, y: int) -> None:
        self._x.XWarpPointer(self._display, 0, self._root, 0, 0, 0, 0, x, y)
        self._x.XSync(self._display, 0)

    def seconds(self, x: int, y: int, watched: tuple[int, int]) -> float:
        """Move the pointer, and return the seconds until the pixels at the offset ``watched`` change."""
        there = x + watched[0], y + watched[1]
        before, began = self.look(*there), time.perf_counter()
        self.move(x, y)
        while self.look(*there) == before:
            if time.perf_counter() - began > _PATIENCE:
                return _PATIENCE
        return time.perf_counter() - began


class Subject(NamedTuple):
    """A measured program.

    Attributes:
        title: title of its window
        press: position of a card to drag, in the window; None to move only the pointer
        watched: offset from the pointer to the watched pixels
        boxes: gemport's setting for dragged cards
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
    """Start all programs; return each with an empty list for its times."""
    found: list[tuple[Subject, Program, list[float]]] = []
    for subject in subjects():
        program = subject.start(display, stack)
        while program.window in {other.window for _, other, _ in found}:
            # The search has found an earlier window with the same title.
            time.sleep(0.1)
            program.window = program.find(subject.title)
        found.append((subject, program, []))
    return found


def subjects() -> list[Subject]:
    gemport = [sys.executable, "-m", "gemport", "vierfrei", "5", "--mute", "--scale", "2", "--builtin"]
    # Hold the last card of the first column at its middle, away from the watched corner.
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
    """Return the times of a turn in milliseconds."""
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
        # Move far enough to uncover the next watched area.
        x, y = (number * 331) % 600 + 300, (number * 197) % 250 + 350
        times.append(1000 * eye.seconds(left + x, top + y, subject.watched))
        time.sleep(0.05)
    if start is not None:
        eye.move(*start)
        time.sleep(0.3)
        program.button(1, False)
    return times


def main() -> None:
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
    print_load()


if __name__ == "__main__":
    main()
