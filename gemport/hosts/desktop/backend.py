"""pyglet's configuration for this host, and all uses of its private parts, which every pyglet 2.1 has."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import socket
import sys
import time
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pyglet

from gemport.gem import GemportError, GRect
from gemport.hosts.desktop.watchdog import Watchdog

_VERSION_PREFIX = "2.1."  # as in pyproject.toml
if not str(pyglet.version).startswith(_VERSION_PREFIX):
    raise ImportError(f"version {pyglet.version} is installed", name="pyglet")

_X11 = sys.platform.startswith("linux")
_SONAMES = {
    "GL": "libGL.so.1",
    "X11": "libX11.so.6",
    "Xext": "libXext.so.6",
    "Xi": "libXi.so.6",
    "Xinerama": "libXinerama.so.1",
    "Xrandr": "libXrandr.so.2",
    "Xrender": "libXrender.so.1",
    "Xxf86vm": "libXxf86vm.so.1",
}
"""The names of X's libraries on every Linux."""

_ANSWER_SECONDS = 0.5
"""Time for the program with the clipboard's text to answer."""
_MAX_PASTED_WORDS = 1 << 20  # of four bytes

# Host pixels are real pixels: this program chooses the scale. On macOS the sizes and places of windows and screens are
# in points, of which a Retina screen has fewer: with "real" a full screen would have the size of the previous window
# (pyglet 2.1.19, window/cocoa/__init__.py).
pyglet.options.dpi_scaling = "stretch" if sys.platform == "darwin" else "real"
pyglet.options.debug_gl = False
# Load no library from the current folder, which may have been deleted.
pyglet.options.search_local_libs = False
# Only Windows needs an existing context to create a modern context.
pyglet.options.shadow_window = sys.platform == "win32"


def know_sonames(loader: Any) -> None:
    """Make pyglet load libraries by their known names; it searches itself for the others.

    Its search starts a process ``ldconfig`` for each of seven libraries.
    """
    search: Callable[[str], str | None] = loader.find_library

    def find_library(name: str) -> str | None:
        with contextlib.suppress(OSError, KeyError):
            ctypes.CDLL(_SONAMES[name])
            return _SONAMES[name]
        return search(name)

    loader.find_library = find_library


if _X11:
    from pyglet import lib

    know_sonames(lib.loader)
    from pyglet.libs.x11 import xlib

    # Before all other calls, because the watchdog's thread looks for events.
    xlib.XInitThreads()

try:
    from pyglet import app, clock, display, gl
    from pyglet.gl import ConfigException, ContextException
    from pyglet.gl.lib import GLException, MissingFunctionException
    from pyglet.graphics.shader import Shader, ShaderException, ShaderProgram
    from pyglet.window import WindowException, key, mouse
except Exception as error:
    # On Windows this opens a window; if that fails, the classes of its exceptions cannot be imported either.
    raise ImportError(str(error)) from error

if TYPE_CHECKING:
    from pyglet.display.base import Screen

    # pyglet chooses the class at run time; a type checker gets one of them.
    from pyglet.window.xlib import XlibWindow as Window
else:
    from pyglet.window import Window

NO_WINDOW: tuple[type[BaseException], ...] = (
    *(WindowException, ConfigException, ContextException, GLException, MissingFunctionException, ShaderException),
)
"""pyglet's exceptions if no window can be opened; they have no common base class."""
NO_DISPLAY: tuple[type[BaseException], ...] = ()  # pyglet's exceptions if no display answers
if _X11:
    from pyglet.display.xlib import NoSuchDisplayException

    NO_DISPLAY = (NoSuchDisplayException,)

# Re-exported.
__all__ = ["NO_DISPLAY", "NO_WINDOW", "Shader", "ShaderProgram", "Window", "app", "clock", "gl", "key", "mouse"]


# An X keycode stands for a place on the keyboard.
_DIGIT_CODES = {code: ord(digit) for code, digit in enumerate("1234567890", 10)}
_LETTER_CODES = {
    first + n: ord(letter)
    for first, row in ((24, "qwertyuiop"), (38, "asdfghjkl"), (52, "zxcvbnm"))
    for n, letter in enumerate(row)
}
_LETTERS = range(ord("a"), ord("z") + 1)
_XA_CARDINAL = 6  # the type of a property with numbers
_SHIFT_BITS = 0x8D  # shift, Control, Alt and AltGr in the state of an X key event


def get_display() -> Any:
    """Return the connection to the host's display, with the screen that DISPLAY names; pyglet takes the first."""
    connected: Any = display.get_display()
    if _X11:
        connected.x_screen = xlib.XDefaultScreen(connected._display)
    return connected


def get_monitors() -> list[Screen]:
    """Return the host's monitors, the primary monitor first. There is always one: without RandR, the X screen.

    pyglet's own choice of the primary monitor fails if RandR is missing or names no output, and it also lists outputs
    that are off, without a size.
    """
    connected = get_display()
    monitors = [screen for screen in connected.get_screens() if screen.width > 0 and screen.height > 0]
    if not monitors and _X11:
        from pyglet.display.xlib import XlibScreen

        screen: Any = xlib.XScreenOfDisplay(connected._display, connected.x_screen).contents
        monitors = [XlibScreen(connected, 0, 0, screen.width, screen.height)]
    return sorted(monitors, key=lambda screen: not getattr(screen, "is_primary", False))


def work_area() -> GRect | None:
    """Return the area of all screens without panels, or None if unknown."""
    if sys.platform == "win32":
        from ctypes import wintypes

        rectangle = wintypes.RECT()
        # SPI_GETWORKAREA, of the first screen.
        if not ctypes.windll.user32.SystemParametersInfoW(0x30, 0, ctypes.byref(rectangle), 0):
            return None
        left, top = rectangle.left, rectangle.top
        return GRect(left, top, rectangle.right - left, rectangle.bottom - top)
    if not _X11:
        return None
    connection = get_display()._display
    # EWMH: four numbers per desktop.
    data = x_property(connection, xlib.XDefaultRootWindow(connection), "_NET_WORKAREA", 4)
    numbers = [*memoryview(data).cast("l")]
    return GRect(*numbers) if len(numbers) == 4 else None


def x_property(connection: Any, window: int, name: str, words: int, of_kind: int = 0) -> bytes:
    """Return up to ``words`` 32-bit words of an X window's property, each as a C long, or its bytes.

    Return no bytes without the property, or if its type is not the atom ``of_kind``; 0 is any type.
    """
    atom = xlib.XInternAtom(connection, name.encode(), False)
    kind, width, count, left_over = xlib.Atom(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong()
    data = ctypes.POINTER(ctypes.c_ubyte)()
    results = [ctypes.byref(value) for value in (kind, width, count, left_over, data)]
    xlib.XGetWindowProperty(connection, window, atom, 0, words, False, of_kind, *results)
    if not data:
        return b""
    size = ctypes.sizeof(ctypes.c_long) if width.value == 32 else width.value // 8
    value = ctypes.string_at(data, count.value * size)
    xlib.XFree(data)
    return value


def keeps_picture(window: Any) -> bool:
    """Return whether the window's back buffer still contains the current picture.

    False with a graphics processor, which draws everything fast enough. Mesa's software renderer copies the buffer to
    the window, but creates a new, black buffer when the size changes, even before the window gets the event. So
    read one column of pixels. If the picture itself is black there, it is only drawn in full.
    """
    name = ctypes.cast(gl.glGetString(gl.GL_RENDERER), ctypes.c_char_p).value or b""
    if not any(word in name for word in (b"llvmpipe", b"softpipe")):
        return False
    width, height = window.get_framebuffer_size()
    column = (ctypes.c_ubyte * height)()
    gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
    gl.glReadPixels(width // 2, 0, 1, height, gl.GL_RED, gl.GL_UNSIGNED_BYTE, column)
    return any(column)


def is_maximised(window: Any) -> bool:
    """Return whether the window manager has maximised a window or made it full screen; pyglet has no such call."""
    if sys.platform == "win32":
        return bool(ctypes.windll.user32.IsZoomed(window._hwnd))
    if not _X11:
        return False

    def atom(name: str) -> int:
        return int(xlib.XInternAtom(window._x_display, f"_NET_WM_STATE{name}".encode(), False))

    states = {*memoryview(x_property(window._x_display, window._window, "_NET_WM_STATE", 1024)).cast("L")}
    return states >= {atom("_MAXIMIZED_HORZ"), atom("_MAXIMIZED_VERT")} or atom("_FULLSCREEN") in states


def on_x_event(name: str, handler: Callable[[Any], None]) -> Callable[[Any, Any], None]:
    """Return a method of a window class that calls ``handler`` for an X event that pyglet ignores.

    ``DestroyNotify`` means that the window is gone.
    """

    def happened(window: Any, _event: Any) -> None:
        handler(window)

    if _X11:
        from pyglet.window.xlib import XlibEventHandler

        return XlibEventHandler(getattr(xlib, name))(happened)  # type: ignore[no-any-return]
    return happened


def check_created(window: Any) -> None:
    """Raise WindowException if the X server refused to create the window, which pyglet would wait for forever.

    Xlib reports such errors asynchronously, and pyglet ignores them.
    """
    if not _X11:
        return
    connection = window._x_display
    if not xlib.XGetWindowAttributes(connection, window._window, ctypes.byref(xlib.XWindowAttributes())):
        depth = xlib.XDefaultDepth(connection, xlib.XDefaultScreen(connection))
        raise WindowException(f"the X server refused the window, on a screen of {depth} bits per pixel")


def set_normal_hints(window: Any) -> None:
    """Set WM_NORMAL_HINTS so that positions refer to the contents, not the frame: for ``_set_wm_normal_hints``.

    With static gravity every window manager restores the position that ``get_location`` returned; pyglet's way of
    subtracting the frame moves the window at each start with some of them. A window without a place gets one from
    the window manager first.
    """
    Window._set_wm_normal_hints(window)
    hints, supplied = xlib.XAllocSizeHints(), ctypes.c_long()
    xlib.XGetWMNormalHints(window._x_display, window._window, hints, ctypes.byref(supplied))
    if window.has_place or window.fullscreen:
        hints.contents.flags |= xlib.PWinGravity | xlib.USPosition
        hints.contents.win_gravity = xlib.StaticGravity
    xlib.XSetWMNormalHints(window._x_display, window._window, hints)
    xlib.XFree(hints)


def map_window(window: Any) -> None:
    """Show a window, with its hints, which pyglet does not set again in full screen: for ``_map``."""
    set_normal_hints(window)
    _name_process(window)
    Window._map(window)
    window.has_place = True
    set_normal_hints(window)


def _name_process(window: Any) -> None:
    """Set the window's process and answer _NET_WM_PING, which shows a hang."""
    protocols = ["WM_DELETE_WINDOW", "_NET_WM_PING", *["_NET_WM_SYNC_REQUEST"] * window._enable_xsync]
    window._set_atoms_property("WM_PROTOCOLS", protocols)
    words = ctypes.cast((ctypes.c_ulong * 1)(os.getpid()), ctypes.POINTER(ctypes.c_ubyte))
    atom = xlib.XInternAtom(window._x_display, b"_NET_WM_PID", False)
    xlib.XChangeProperty(window._x_display, window._window, atom, _XA_CARDINAL, 32, xlib.PropModeReplace, words, 1)
    window._set_text_property("WM_CLIENT_MACHINE", socket.gethostname(), allow_utf8=False)


def answer_ping(window: Any, event: Any) -> None:
    """Answer a window manager that asks whether the window hangs: for ``dispatch_platform_event``."""
    ping = xlib.XInternAtom(window._x_display, b"_NET_WM_PING", False)
    if event.type == xlib.ClientMessage and event.xclient.data.l[0] == ping:
        event.xclient.window = root = xlib.XDefaultRootWindow(window._x_display)
        mask = xlib.SubstructureRedirectMask | xlib.SubstructureNotifyMask
        xlib.XSendEvent(window._x_display, root, False, mask, ctypes.byref(event))


def watched(window: Any) -> Watchdog:
    """Return the watchdog of a window's loop."""
    watchdog = Watchdog()
    if _X11:
        connection = window._x_display
        closer = xlib.XInternAtom(connection, b"WM_DELETE_WINDOW", False)

        def asks_to_close() -> bool:
            found = []

            def look(_display: Any, event: Any, _argument: Any) -> int:
                if event.contents.type == xlib.ClientMessage and event.contents.xclient.data.l[0] == closer:
                    found.append(True)
                # Leave all events for the main thread.
                return 0

            xlib.XCheckIfEvent(connection, xlib.XEvent(), xlib.XCheckIfEvent.argtypes[2](look), None)
            # The main thread would wait for events that have already been read from the connection.
            app.platform_event_loop.notify()
            return bool(found)

        watchdog.watch_events(xlib.XConnectionNumber(connection), asks_to_close)
    return watchdog


def set_location(window: Any, x: int, y: int) -> None:
    """Move the top left corner of a window's contents to a point of the host's screen."""
    if _X11:
        xlib.XMoveWindow(window._x_display, window._window, x, y)
    else:
        Window.set_location(window, x, y)


def on_monitors_changed(changed: Callable[[], None]) -> None:
    """Call a function when the X screen changes its size, as when a monitor gets another resolution."""
    connected = get_display()
    if _X11:
        root = xlib.XDefaultRootWindow(connected._display)
        xlib.XSelectInput(connected._display, root, xlib.StructureNotifyMask)
        connected._window_map[root] = lambda _event: changed()


def place_symbol(window: Any, event: Any, symbol: int) -> int:
    """Return the digit or Latin letter of an X key event by the key's place, or ``symbol`` from the layout.

    A key in the digit row without shift keys is its digit. If the active layout has no Latin letters, a key is the
    letter at its place in another of the user's layouts, or else on a US keyboard. The typed text does not change.
    """
    code, state = event.xkey.keycode, event.xkey.state
    if code in _DIGIT_CODES and not state & _SHIFT_BITS:
        return _DIGIT_CODES[code]
    keysym_at, handle, active = _keysym_function(), ctypes.cast(window._x_display, ctypes.c_void_p), state >> 13 & 3

    def letter(at: int, group: int) -> int | None:
        keysym = int(keysym_at(handle, at, group, 0))
        return keysym if keysym in _LETTERS else None

    if symbol in _LETTERS or any(letter(at, active) for at in _LETTER_CODES):
        return symbol
    others = (letter(code, group) for group in range(4))
    return next(filter(None, others), _LETTER_CODES.get(code, symbol))


@functools.cache
def _keysym_function() -> Any:
    """Return Xlib's XkbKeycodeToKeysym, which pyglet does not declare."""
    function = ctypes.CDLL(_SONAMES["X11"]).XkbKeycodeToKeysym
    function.restype, function.argtypes = ctypes.c_ulong, [ctypes.c_void_p, ctypes.c_ubyte, ctypes.c_int, ctypes.c_int]
    return function


def set_windowed_location(window: Any, place: tuple[int, int] | None) -> None:
    """Set the window's place after full screen; pyglet's is wrong for a window that was never visible."""
    window._windowed_location = place


class _Utf8Text(str):
    """A text with the number of its bytes as length: pyglet sends only that many under X."""

    __slots__ = ()

    def __len__(self) -> int:
        return len(self.encode()) if _X11 else super().__len__()


def copy_text(window: Any, text: str) -> None:
    window.set_clipboard_text(_Utf8Text(text))


def paste_text(window: Any) -> str:
    """Return the clipboard's text, empty without one.

    Raises GemportError if the program that has the text does not answer under X; pyglet would wait for it forever.
    """
    if not _X11:
        return str(window.get_clipboard_text())
    connection, own = window._x_display, window._window
    clipboard, utf8 = (xlib.XInternAtom(connection, name, False) for name in (b"CLIPBOARD", b"UTF8_STRING"))
    if xlib.XGetSelectionOwner(connection, clipboard) in (0, own):
        return str(window.get_clipboard_text())
    answer, until = xlib.XEvent(), time.monotonic() + _ANSWER_SECONDS

    def is_answered() -> bool:
        return bool(xlib.XCheckTypedWindowEvent(connection, own, xlib.SelectionNotify, ctypes.byref(answer)))

    while is_answered():
        pass  # an answer that came too late
    xlib.XConvertSelection(connection, clipboard, utf8, clipboard, own, xlib.CurrentTime)
    while not is_answered():
        if time.monotonic() > until:
            raise GemportError("the program with the clipboard's text does not answer")
        time.sleep(0.001)
    if not answer.xselection.property:
        return ""
    # A text that its owner sends in parts has another type; a position is never that long.
    return x_property(connection, own, "CLIPBOARD", _MAX_PASTED_WORDS, utf8).decode(errors="replace")


def forget_pressed_keys(window: Any, unless: int = 0) -> None:
    """Clear pyglet's set of held keys, whose next press it would ignore, unless ``unless`` is one of them.

    Only the window of X11 has the set. pyglet misses the release of a key whose name has changed (after Shift) or that
    is released in another window.
    """
    pressed: set[int] = getattr(window, "pressed_keys", set())
    if unless not in pressed:
        pressed.clear()


def grab_nothing(_window: Any) -> None:
    """Do not grab pointer and keyboard: for a window's private ``_update_exclusivity``, on X11 only.

    pyglet's method implements set_exclusive_mouse and set_exclusive_keyboard, which are not used here. In full screen
    without Xinerama it also moves the pointer into the lower left corner and grabs it. Then the window manager and all
    other programs get AlreadyGrabbed, and a second monitor cannot be reached. (pyglet 2.1.19, window/xlib/__init__.py.)
    """


def note_destroyed(window: Any) -> None:
    """Mark a window as destroyed by another program; otherwise closing would wait until it disappears."""
    window._mapped = False


# The library does not hold a reference.
_handlers: list[Any] = []


def exit_when_broken(leave: Callable[[], None]) -> None:
    """End the process when its display disappears, with one line and exit status 2.

    If the display still answers, another program has closed the connection, like xkill: then the exit status is 0
    without a line, as after a click on the closer. ``leave`` is called first in both cases.

    The C library would end the process anyway, after printing two lines; returning into it is not safe.
    """
    if not _X11:
        return

    def broken(_display: Any) -> int:
        with contextlib.suppress(Exception):
            leave()
        if xlib.XOpenDisplay(None):
            os._exit(0)
        # The process ends before a thread that writes sys.stderr could run.
        with contextlib.suppress(OSError):
            os.write(2, f"gemport: the display {os.environ.get('DISPLAY')} has gone away\n".encode())
        os._exit(2)

    _handlers[:] = [xlib.XIOErrorHandler(broken)]
    xlib.XSetIOErrorHandler(_handlers[0])


_TURN_SECONDS = 0.01  # between two iterations of pyglet's loop for Apple's processors
_CLOSING_SECONDS = 5  # that Windows grants a program after its console is closed


@contextlib.contextmanager
def ended_from_outside(close: Callable[[], None]) -> Iterator[None]:
    """Make the loop in the body end in order and soon, however the system ends the program.

    ``close`` closes the window on systems that would end the process immediately.
    """
    if sys.platform == "win32":
        with _waking_on_interrupt():
            yield
    elif sys.platform == "darwin":
        _turn_calmly()
        _close_on_quit(close)
        yield
    else:
        yield


@contextlib.contextmanager
def _waking_on_interrupt() -> Iterator[None]:
    """Make Ctrl-C and the console's closer interrupt immediately instead of after the loop's next event."""

    @ctypes.WINFUNCTYPE(ctypes.c_int, ctypes.c_uint)  # type: ignore[attr-defined, untyped-decorator, unused-ignore]
    def pressed(kind: int) -> bool:
        # CTRL_BREAK_EVENT ends the process.
        if kind == 1:
            return False
        interrupt_main()
        app.platform_event_loop.notify()
        if kind > 1:
            # Windows ends the process when this returns.
            time.sleep(_CLOSING_SECONDS)
        return True

    kernel32 = ctypes.windll.kernel32  # type: ignore[attr-defined, unused-ignore]
    kernel32.SetConsoleCtrlHandler(pressed, True)
    try:
        yield
    finally:
        kernel32.SetConsoleCtrlHandler(pressed, False)


def _turn_calmly() -> None:
    """Limit the loop for Apple's processors to a hundred iterations per second instead of ten thousand.

    ``nsapp_start`` takes the time between two iterations; pyglet passes none if windows are not redrawn continuously.
    (pyglet 2.1.19, app/cocoa.py.)
    """
    loop: Any = app.platform_event_loop
    start = loop.nsapp_start
    loop.nsapp_start = lambda interval: start(interval or _TURN_SECONDS)


def _close_on_quit(close: Callable[[], None]) -> None:
    """Make Command+Q, Ctrl-C and SIGTERM close the window on macOS, where Cocoa would end the process immediately."""
    from pyglet.app.cocoa import _AppDelegate_Implementation

    # Cocoa asks the delegate first. The name is applicationShouldTerminate:, and 0 is NSTerminateCancel.
    @_AppDelegate_Implementation._AppDelegate.method("Q@")  # type: ignore[untyped-decorator, unused-ignore]
    def applicationShouldTerminate_(_delegate: Any, _sender: Any) -> int:  # noqa: N802
        close()
        return 0
