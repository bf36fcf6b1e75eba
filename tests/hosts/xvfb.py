"""A separate display with programs, their mouse and key input, and their pixels."""

from __future__ import annotations

import contextlib
import math
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import pytest
from PIL import Image, ImageGrab

from gemport.gem.vdi.raster import Raster
from gemport.hosts.desktop.geometry import Letterbox, fit
from tests.needs import need_programs
from tests.places import ROOT

WAIT_SECONDS = 60.0
"""Timeout in seconds for expected events; a busy machine may need most of it."""


@contextmanager
def xvfb(width: int = 1600, height: int = 1000, *options: str, screens: int = 1, depth: int = 24) -> Iterator[str]:
    """Run an X server with one or several virtual screens of this size; yield the value of DISPLAY."""
    read, write = os.pipe()
    # Without -noreset the server restarts after its last window, and rejects connections at that moment.
    command = ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-noreset", *options]
    for number in range(screens):
        command += ["-screen", str(number), f"{width}x{height}x{depth}"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as pipe:
            name = pipe.readline().strip()
        assert name, "Xvfb did not start"
        yield f":{name}"
    finally:
        server.terminate()
        server.wait(WAIT_SECONDS)


_OPENBOX = """<openbox_config xmlns="http://openbox.org/3.4/rc">
<theme><keepBorder>no</keepBorder></theme>
<applications><application class="*">
<decor>{frames}</decor><maximized>{maximised}</maximized>
</application></applications>
</openbox_config>
"""


@contextmanager
def window_manager(display: str, frames: bool = False, maximised: bool = False) -> Iterator[None]:
    """Run a window manager, which affects the sizes of windows and unfocuses minimised windows.

    With ``frames`` windows have frames, whose width xdotool counts twice in positions; with ``maximised`` they fill the
    display.
    """
    need_programs("openbox")
    with tempfile.TemporaryDirectory() as folder:
        config, started = Path(folder, "rc.xml"), Path(folder, "started")
        words = {"frames": "yes" if frames else "no", "maximised": "yes" if maximised else "no"}
        config.write_text(_OPENBOX.format(**words), encoding="utf-8")
        command = ["openbox", "--sm-disable", "--config-file", str(config), "--startup", f"touch {started}"]
        environment = {**os.environ, "DISPLAY": display, "HOME": folder}
        manager = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for(started.exists, "openbox did not start")
            yield
        finally:
            manager.terminate()
            manager.wait(WAIT_SECONDS)


def comes(happened: Callable[[], bool], pause: float = 0.02) -> bool:
    """Return whether something happens before the timeout."""
    until = time.monotonic() + WAIT_SECONDS
    while not happened():
        if time.monotonic() > until:
            return False
        time.sleep(pause)
    return True


def wait_for(happened: Callable[[], bool], complaint: str) -> None:
    """Wait until something has happened; the test fails if it does not."""
    if not comes(happened):
        pytest.fail(complaint)


@contextmanager
def hearing_signals() -> Iterator[None]:
    """Make programs started in the body receive Ctrl-C and SIGHUP, even if a shell or nohup ignores them for the tests.

    Child processes inherit that a signal is ignored, but not a handler.
    """
    before = {number: signal.signal(number, signal.default_int_handler) for number in (signal.SIGINT, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


_CLIPBOARD = "import sys, pyglet; window = pyglet.window.Window(visible=False); "
_PASTE = _CLIPBOARD + "sys.stdout.buffer.write(window.get_clipboard_text().encode())"
_COPY = _CLIPBOARD + "window.set_clipboard_text(sys.argv[1]); print(flush=True); pyglet.app.run()"


def pasted(display: str) -> str:
    """Read the clipboard in another program, and return the text."""
    command, env = [sys.executable, "-c", _PASTE], {**os.environ, "DISPLAY": display}
    return subprocess.run(command, env=env, check=True, capture_output=True, timeout=60).stdout.decode()


@contextmanager
def copied(display: str, text: str) -> Iterator[subprocess.Popen[bytes]]:
    """Put an ASCII text on the clipboard from another program during the body, and yield that program."""
    command, env = [sys.executable, "-c", _COPY, text], {**os.environ, "DISPLAY": display}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE) as owner:
        try:
            assert owner.stdout is not None
            owner.stdout.readline()
            yield owner
        finally:
            owner.kill()


class Program:
    """A program with a window in a separate process; tests can wait for lines of its output."""

    def __init__(self, command: Sequence[str], display: str, title: str, env: Mapping[str, str] | None = None) -> None:
        self.display = display
        self._env = {**os.environ, **(env or {}), "DISPLAY": display, "PYTHONUNBUFFERED": "1"}
        # At the pointer position of an earlier test, a menu would drop immediately.
        self._xdotool("mousemove", "800", "500")
        with hearing_signals():
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self._env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
            )
        self.lines: list[str] = []
        self._held: set[str] = set()
        self._queue: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.window = self.find(title)

    @classmethod
    def python(
        cls, arguments: Sequence[str], display: str, title: str, env: Mapping[str, str] | None = None
    ) -> Program:
        return cls([sys.executable, *arguments], display, title, env)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for key in tuple(self._held):
            self.let_go(key)
        self._end()

    def _end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(WAIT_SECONDS)
        self._reader.join(WAIT_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._queue.put(line.rstrip("\n"))
        self._queue.put(None)

    def find(self, title: str) -> str:
        """Wait for a visible window with this title, and return its id."""
        until = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            windows = self._xdotool("search", "--onlyvisible", "--name", title, check=False).split()
            if windows:
                return windows[-1]
            time.sleep(0.05)
        self._end()
        pytest.fail(f"no window called {title!r}; the program printed: {[*self._queue.queue]}")

    def _xdotool(self, *arguments: str, check: bool = True) -> str:
        command = ["xdotool", *arguments]
        return subprocess.run(command, env=self._env, text=True, stdout=subprocess.PIPE, check=check).stdout

    def until(self, line: str) -> list[str]:
        """Wait for a line of output; return the lines before it since the last wait."""
        before: list[str] = []
        while True:
            try:
                got = self._queue.get(timeout=WAIT_SECONDS)
            except queue.Empty:
                pytest.fail(f"{line!r} did not come, but {before}")
            if got is None:
                pytest.fail(f"{line!r} did not come, the program ended: {before}")
            self.lines.append(got)
            if got == line:
                return before
            before.append(got)

    def geometry(self) -> tuple[int, int, int, int]:
        """Return left, top, width and height of the window on the display."""
        words = self._xdotool("getwindowgeometry", "--shell", self.window).split()
        values = dict(word.split("=") for word in words)
        return int(values["X"]), int(values["Y"]), int(values["WIDTH"]), int(values["HEIGHT"])

    def has_size(self, title: str, size: tuple[int, int]) -> bool:
        """Return whether the program has a window of this size before the timeout; it can be a new window.

        The window gets the focus, as from a window manager.
        """

        def has() -> bool:
            self.window = self.find(title)
            with contextlib.suppress(subprocess.CalledProcessError):
                if self.geometry()[2:] == size:
                    self._xdotool("windowfocus", "--sync", self.window)
                    return True
            return False

        return comes(has, 0.05)

    def inside(self) -> tuple[int, int]:
        """The top left corner of the window's inside on the display, whatever frame it has."""
        left, top = _run_on(self.display, _INSIDE, self.window).split()
        return int(left), int(top)

    def move(self, x: int, y: int) -> None:
        """Put the pointer on a pixel of the window, counted from its top left."""
        self._xdotool("mousemove", "--window", self.window, str(x), str(y))

    def pointer(self) -> tuple[int, int]:
        words = self._xdotool("getmouselocation", "--shell").split()
        values = dict(word.split("=") for word in words)
        return int(values["X"]), int(values["Y"])

    def pointer_is_free(self) -> bool:
        """Return whether another program can have the pointer for itself."""
        return _run_on(self.display, _GRAB, self.window).strip() == "0"

    def jiggle(self, times: int) -> None:
        """Move the pointer to and fro."""
        self._xdotool(*("mousemove_relative", "--", "1", "0", "mousemove_relative", "--", "-1", "0") * times)

    def button(self, number: int, down: bool) -> None:
        """Press or release a button: 1 left, 2 middle, 3 right."""
        self._xdotool("mousedown" if down else "mouseup", str(number))

    def click(self, x: int, y: int, number: int = 1) -> None:
        self.move(x, y)
        self._xdotool("click", str(number))

    def click_twice(self, apart: float) -> None:
        """Click at the pointer's position, and again ``apart`` seconds later."""
        self._xdotool("click", "1", "sleep", str(apart), "click", "1")

    def keys(self, *names: str, delay: int = 12) -> None:
        """Type keys, by their X names, ``delay`` milliseconds apart."""
        self._xdotool("key", "--delay", str(delay), *names)

    def hold(self, key: str) -> None:
        """Press a key, by its X name, and leave it down until ``let_go`` or the end of the test."""
        self._held.add(key)
        self._xdotool("keydown", key)

    def let_go(self, key: str) -> None:
        self._held.discard(key)
        self._xdotool("keyup", key)

    def minimise(self) -> None:
        self._xdotool("windowminimize", "--sync", self.window)

    def activate(self) -> None:
        """Raise and focus the window; this needs a window manager."""
        self._xdotool("windowactivate", self.window)

    def restore(self) -> None:
        self._xdotool("windowmap", "--sync", self.window)

    def unfocus(self) -> None:
        root = self._xdotool("search", "--maxdepth", "0", "--name", "").split()[0]
        self._xdotool("windowfocus", root)

    def put(self, x: int, y: int) -> None:
        self._xdotool("windowmove", "--sync", self.window, str(x), str(y))

    def resize(self, width: int, height: int) -> None:
        self._xdotool("windowsize", "--sync", self.window, str(width), str(height))

    def close(self) -> None:
        """Close the window as a window manager does when its closer is clicked."""
        _run_on(self.display, 'send("WM_PROTOCOLS", "WM_DELETE_WINDOW")', self.window)

    def answers_ping(self) -> bool:
        """Return whether the window answers a window manager that asks whether it hangs."""
        return _run_on(self.display, _PING, self.window).strip() == "answered"

    def destroy(self, way: str) -> None:
        """Act on the window as another program: ``windowclose`` destroys it, ``windowkill`` ends its connection."""
        self._xdotool(way, self.window)

    def property(self, name: str) -> str:
        """A property of the window, as xprop prints it."""
        need_programs("xprop")
        command = ["xprop", "-id", self.window, name]
        return subprocess.run(command, env=self._env, text=True, stdout=subprocess.PIPE, check=True).stdout

    def maximise(self, on: bool) -> None:
        _run_on(self.display, _MAXIMISE, self.window, int(on))

    def picture(self) -> Image.Image:
        """The pixels of the window as they are on the display now."""
        left, top, width, height = self.geometry()
        return ImageGrab.grab((left, top, left + width, top + height), xdisplay=self.display)

    def drawn(self) -> Self:
        """Wait until the program has drawn its first picture and accepts input; return it."""
        wait_for(lambda: self.picture().getcolors(1) is None, "nothing is drawn")
        return self

    def picture_when(self, wanted: bytes, size: tuple[int, int]) -> bool:
        """Return whether the window shows exactly these RGB bytes before the timeout."""

        def shows() -> bool:
            picture = self.picture()
            return picture.size == size and picture.tobytes() == wanted

        return comes(shows, 0.05)

    def wait(self) -> int:
        return self.process.wait(WAIT_SECONDS)

    def rest(self) -> list[str]:
        """Return the output of an ended program after the last line waited for."""
        self._reader.join(WAIT_SECONDS)
        return [line for line in self._queue.queue if line is not None]

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _sleeps(self) -> int:
        """Count how often its threads have gone to sleep."""
        states = [path.read_text(encoding="ascii") for path in Path(f"/proc/{self.process.pid}/task").glob("*/status")]
        return sum(int(state.split("\nvoluntary_ctxt_switches:")[1].split()[0]) for state in states)

    def idle(self, seconds: float) -> float:
        """Wait; the test fails if the program runs in a loop during this time. Returns the processor time it used.

        How often it wakes is the same on slow machines: at rest twice a second, with a timer of 20 ticks 22 times.
        One that never sleeps takes all the time it gets.
        """
        before, slept = self.cpu_seconds(), self._sleeps()
        time.sleep(seconds)
        used, woken = self.cpu_seconds() - before, self._sleeps() - slept
        assert woken <= 10 * seconds, f"wakes {woken} times in {seconds} s"
        assert used <= seconds / 10, f"uses the processor {used:.2f} s of {seconds} s"
        return used


_CONNECTED = """
import sys, time
from ctypes import byref, c_int
from pyglet.libs.x11 import xlib
display = xlib.XOpenDisplay(None)
root, window = xlib.XDefaultRootWindow(display), int(sys.argv[1])

def send(kind, *data, to=window, mask=0):
    event = xlib.XEvent()
    event.xclient.type, event.xclient.window, event.xclient.format = xlib.ClientMessage, window, 32
    event.xclient.message_type = xlib.XInternAtom(display, kind.encode(), False)
    for place, word in enumerate(data):
        event.xclient.data.l[place] = word if isinstance(word, int) else xlib.XInternAtom(display, word.encode(), False)
    xlib.XSendEvent(display, to, False, mask, byref(event))
    xlib.XFlush(display)
"""
"""A connection to the display, and a message with numbers and names to a window or its window manager."""
# The answer goes to the root window.
_PING = """
xlib.XSelectInput(display, root, xlib.SubstructureNotifyMask)
send("WM_PROTOCOLS", "_NET_WM_PING", 0, window)
event, until = xlib.XEvent(), time.monotonic() + 1
while time.monotonic() < until:
    if xlib.XCheckTypedEvent(display, xlib.ClientMessage, byref(event)) and event.xclient.data.l[2] == window:
        print("answered")
        break
    time.sleep(0.01)
"""
_MAXIMISE = """
states = [f"_NET_WM_STATE_MAXIMIZED_{way}" for way in ("HORZ", "VERT")]
mask = xlib.SubstructureRedirectMask | xlib.SubstructureNotifyMask
send("_NET_WM_STATE", int(sys.argv[2]), *states, to=root, mask=mask)
"""
_INSIDE = """
left, top, child = c_int(), c_int(), xlib.Window()
xlib.XTranslateCoordinates(display, window, root, 0, 0, byref(left), byref(top), byref(child))
print(left.value, top.value)
"""
_GRAB = """
print(xlib.XGrabPointer(display, root, False, 0, xlib.GrabModeAsync, xlib.GrabModeAsync, 0, 0, xlib.CurrentTime))
"""


def _run_on(display: str, code: str, *arguments: object) -> str:
    """Run Python code with a connection to the display, about a window; return its output."""
    command = [sys.executable, "-c", _CONNECTED + code, *map(str, arguments)]
    environment = {**os.environ, "DISPLAY": display}
    return subprocess.run(command, env=environment, check=True, text=True, stdout=subprocess.PIPE).stdout


GAMMA = 2.2


class Shown(Protocol):
    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    def frame(self) -> Raster: ...


def paper_share(raster: Raster, box: Letterbox, x: int, y: int) -> Fraction:
    """The part of a host pixel of the picture, counted from the picture's top left, that shows paper."""
    columns = _covered(x, Fraction(box.width, box.across), box.width)
    rows = _covered(y, Fraction(box.height, box.down), box.height)
    paper = [wide * high for column, wide in columns for row, high in rows if not raster.get_pixel(column, row)]
    return sum(paper, Fraction(0)) * Fraction(box.across, box.width) * Fraction(box.down, box.height)


def grey(share: Fraction) -> float:
    """The number that stands for white light of this strength."""
    return 255.0 * math.pow(share, 1 / GAMMA)


def _covered(place: int, step: Fraction, length: int) -> list[tuple[int, Fraction]]:
    """Return the GEM pixels under a host pixel in one direction, each with the fraction that the pixel covers."""
    begin, end = place * step, (place + 1) * step
    pixels = range(int(begin), min(int(end) + 1, length))
    return [(pixel, min(end, Fraction(pixel + 1)) - max(begin, Fraction(pixel))) for pixel in pixels if end > pixel]


def differences(picture: Image.Image, machine: Shown, box: Letterbox, parts: tuple[range, range]) -> list[float]:
    """Return the distance of a part's pixels from the expected pixels."""
    raster, picture = machine.frame(), picture.convert("RGB")
    distances = []
    for y in parts[1]:
        for x in parts[0]:
            pixel = picture.getpixel((box.left + x, box.top + y))
            wanted = grey(paper_share(raster, box, x, y))
            distances.append(max(abs(value - wanted) for value in pixel))  # type: ignore[union-attr]
    return distances


def is_exact(program: Program, machine: Shown, size: tuple[int, int], whole: bool = False) -> bool:
    """Return whether three parts of the window match the computed pixels before the timeout, with black around them."""
    box = fit(size, (machine.width, machine.height), whole)
    edges = (range(32), range(24)), (range(box.across - 26, box.across), range(box.down - 20, box.down))
    middle = range(box.across // 2, box.across // 2 + 26), range(box.down // 2, box.down // 2 + 20)
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until:
        picture = program.picture()
        worst = [max(differences(picture, machine, box, parts)) for parts in (*edges, middle)]
        # Rounding, and the graphics' arithmetic.
        if picture.size == size and max(worst) <= 1.0:
            around = picture.convert("L")
            around.paste(0, (box.left, box.top, box.left + box.across, box.top + box.down))
            return around.getextrema() == (0, 0)
        time.sleep(0.1)
    return False
