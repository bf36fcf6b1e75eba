"""Measure the time from the mouse's motion to the changed pixels: python -m tests.benchmarks.latency

On a display of its own, one after the other: a bare pyglet window, in which a square follows the mouse; gemport with
its pointer, and with a card that is dragged; KPatience with a dragged card, if it is installed.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from gemport.store.sqlite import Store
from tests.hosts.xvfb import Program, window_manager, xvfb

MOTIONS = 100
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

    def seconds(self, x: int, y: int) -> float:
        """Move the pointer; return how long it takes until the pixels there change."""
        before, began = self.look(x, y), time.perf_counter()
        self.move(x, y)
        while self.look(x, y) == before:
            if time.perf_counter() - began > _PATIENCE:
                return _PATIENCE
        return time.perf_counter() - began


@contextmanager
def _program(display: str, command: list[str], title: str, drawn: float) -> Iterator[Program]:
    with tempfile.TemporaryDirectory() as home:
        with Store(Path(home)) as store:
            store.set("panel.boxes", "card")
        started = Program(command, display, title, {"GEMPORT_HOME": home})
        with started as program:
            time.sleep(drawn)
            yield program


def measure(eye: Eye, program: Program, press: tuple[int, int] | None) -> list[float]:
    """Return milliseconds; ``press``: a card's place in the window, which is dragged."""
    left, top, _, _ = program.geometry()
    if press is not None:
        eye.move(left + press[0], top + press[1])
        time.sleep(0.3)
        program.button(1, True)
    times = []
    for number in range(MOTIONS):
        # So far apart that neither pointer nor card lies where the next look goes.
        x, y = (number * 331) % 600 + 300, (number * 197) % 250 + 350
        times.append(1000 * eye.seconds(left + x, top + y))
        time.sleep(0.05)
    if press is not None:
        program.button(1, False)
    return times


def main() -> None:
    """Measure, and print a table."""
    gemport = [sys.executable, "-m", "gemport", "vierfrei", "5", "--mute", "--scale", "2", "--builtin"]
    kinds: list[tuple[str, list[str], str, tuple[int, int] | None]] = [
        ("bare pyglet window", [sys.executable, "-c", _BARE], "Bare", None),
        ("gemport, pointer", gemport, "VIERFREI", None),
        ("gemport, dragged card", gemport, "VIERFREI", (120, 560)),
    ]
    if shutil.which("kpat") is not None:
        kinds.append(("KPatience, dragged card", ["kpat", "--gametype", "freecell"], "KPatience", (120, 400)))
    with ExitStack() as stack:
        display = stack.enter_context(xvfb())
        stack.enter_context(window_manager(display))
        eye: Any = Eye(display)
        for name, command, title, press in kinds:
            with _program(display, command, title, 6.0) as program:
                times = sorted(measure(eye, program, press))
            median, late = statistics.median(times), times[len(times) * 9 // 10]
            print(f"{name:28}median {median:6.1f} ms, of ten the ninth {late:6.1f} ms")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} processes on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
