"""pyglet, set up the way the host needs it, and everything that is done with parts of it that are not public.

A later pyglet may lack these parts: each use says what it is for, and does without where they are missing.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import time
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pyglet

from gemport.gem import GRect

_PYGLET = "2.1."
"""The beginning of every version that pyproject.toml allows."""
if not str(pyglet.version).startswith(_PYGLET):
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
"""The libraries of X by the names under which every Linux has them."""

# Host pixels are pixels: the scale is chosen here. On macOS a window's size and place are told in points, of which a
# Retina screen has fewer, as its screens' are: with "real" a full screen would have the size of the window before it
# (pyglet 2.1.19, window/cocoa/__init__.py).
pyglet.options.dpi_scaling = "stretch" if sys.platform == "darwin" else "real"
pyglet.options.debug_gl = False
# No library is taken from the folder where the user stands, which may have been deleted.
pyglet.options.search_local_libs = False
# Only Windows needs a context to be there before it can make a modern one.
pyglet.options.shadow_window = sys.platform == "win32"


def know_sonames(loader: Any) -> None:
    """Have pyglet load libraries by their known names; it still looks itself for what cannot be loaded so.

    Private: ``loader.find_library``, which asks ``ldconfig`` for each library, a process of its own that reads the list
    of all: seven at every start. Where the loader has another way it keeps it.
    """
    search: Callable[[str], str | None] | None = getattr(loader, "find_library", None)
    if search is None:
        return

    def find_library(name: str) -> str | None:
        with contextlib.suppress(OSError, KeyError):
            ctypes.CDLL(_SONAMES[name])
            return _SONAMES[name]
        return search(name)

    loader.find_library = find_library


if _X11:
    from pyglet import lib

    know_sonames(lib.loader)

try:
    from pyglet import app, clock, display, gl
    from pyglet.gl import ConfigException, ContextException
    from pyglet.gl.lib import GLException, MissingFunctionException
    from pyglet.graphics.shader import Shader, ShaderException, ShaderProgram
    from pyglet.window import WindowException, key, mouse
except Exception as error:
    # On Windows this opens a window; where that fails, the classes of its exceptions cannot be imported either.
    raise ImportError(str(error)) from error

if TYPE_CHECKING:
    from pyglet.display.base import Display

    # pyglet chooses when it runs; a type checker is shown one of its classes.
    from pyglet.window.xlib import XlibWindow as Window
else:
    from pyglet.window import Window

_BACK_BUFFER_AGE = 0x20F4

NO_WINDOW: tuple[type[BaseException], ...] = (
    *(WindowException, ConfigException, ContextException, GLException, MissingFunctionException, ShaderException),
)
"""The exceptions of pyglet where no window can be opened; they have no common root."""
NO_DISPLAY: tuple[type[BaseException], ...] = ()
"""Those where no display answers."""
if _X11:
    from pyglet.display.xlib import NoSuchDisplayException, XlibScreen

    NO_DISPLAY = (NoSuchDisplayException,)
    if not hasattr(XlibScreen, "is_primary"):
        # pyglet 2.1.19 asks every screen, and those of an X server without RandR, or with no monitor, have no answer.
        XlibScreen.is_primary = False  # type: ignore[attr-defined]

# Re-exported.
__all__ = [
    "NO_DISPLAY",
    "NO_WINDOW",
    "Shader",
    "ShaderProgram",
    "Window",
    "WindowException",
    "app",
    "clock",
    "gl",
    "key",
    "mouse",
]


def get_display() -> Display:
    """Return the connection to the host's display, with the screen that DISPLAY names: pyglet takes the first.

    Private: ``_display``, which is asked for that screen; without it the first one it is.
    """
    found = display.get_display()
    connection = getattr(found, "_display", None)
    if _X11 and connection is not None:
        from pyglet.libs.x11 import xlib

        found.x_screen = xlib.XDefaultScreen(connection)
    return found


def work_area() -> GRect | None:
    """Return what panels leave of all screens; None where the system does not say."""
    if sys.platform == "win32":
        from ctypes import wintypes

        rectangle = wintypes.RECT()
        # SPI_GETWORKAREA: of the first screen.
        if not ctypes.windll.user32.SystemParametersInfoW(0x30, 0, ctypes.byref(rectangle), 0):
            return None
        left, top = rectangle.left, rectangle.top
        return GRect(left, top, rectangle.right - left, rectangle.bottom - top)
    connection = getattr(get_display(), "_display", None)
    if not _X11 or connection is None:
        return None
    from pyglet.libs.x11 import xlib

    # EWMH: four numbers for each desktop; the type is XA_CARDINAL.
    root, name = xlib.XDefaultRootWindow(connection), xlib.XInternAtom(connection, b"_NET_WORKAREA", False)
    kind, width, count, left_over = xlib.Atom(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong()
    data = ctypes.POINTER(ctypes.c_ubyte)()
    found = [ctypes.byref(value) for value in (kind, width, count, left_over, data)]
    xlib.XGetWindowProperty(connection, root, name, 0, 4, False, 6, *found)
    if not data:
        return None
    numbers = ctypes.cast(data, ctypes.POINTER(ctypes.c_long))[: count.value]
    xlib.XFree(data)
    return GRect(*numbers) if len(numbers) == 4 else None


def keeps_picture(window: Any) -> bool:
    """Return whether the window's back buffer still holds the picture that was shown last.

    True only without a graphics processor: most of the time from an input to its picture would go there into the pixels
    that stay the same. Its driver copies the buffer to the window, but begins a new one, which is black, when the size
    changes. Private: ``x_display`` and ``glx_window`` of the window's context. (GLX_EXT_buffer_age)
    """
    context = window.context
    connection, number = getattr(context, "x_display", None), getattr(context, "glx_window", None)
    if not _X11 or connection is None or not number:
        return False
    from pyglet.gl import glx

    name = ctypes.cast(gl.glGetString(gl.GL_RENDERER), ctypes.c_char_p).value or b""
    if not any(word in name for word in (b"llvmpipe", b"softpipe")):
        return False
    calls: Any = glx
    if b"GLX_EXT_buffer_age" in (
        ctypes.cast(calls.glXQueryExtensionsString(connection, 0), ctypes.c_char_p).value or b""
    ):
        age = ctypes.c_uint()
        calls.glXQueryDrawable(connection, number, _BACK_BUFFER_AGE, ctypes.byref(age))
        return age.value == 1
    width, height = window.get_framebuffer_size()
    column = (ctypes.c_ubyte * height)()
    gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
    gl.glReadPixels(width // 2, 0, 1, height, gl.GL_RED, gl.GL_UNSIGNED_BYTE, column)
    return any(column)


def is_maximised(window: Any) -> bool:
    """Return whether a window fills the screen, or what panels leave of it, because the window manager made it so.

    Private: ``_hwnd``, ``_x_display`` and ``_window``, by which the system knows the window; pyglet itself does not
    say. Without them no window counts as maximised.
    """
    if sys.platform == "win32":
        hwnd = getattr(window, "_hwnd", None)
        return hwnd is not None and bool(ctypes.windll.user32.IsZoomed(hwnd))
    connection, number = getattr(window, "_x_display", None), getattr(window, "_window", None)
    if not _X11 or connection is None or number is None:
        return False
    from pyglet.libs.x11 import xlib

    def atom(name: str) -> int:
        return int(xlib.XInternAtom(connection, f"_NET_WM_STATE{name}".encode(), False))

    # EWMH; the type is XA_ATOM.
    data, count, _ = window.get_single_property(number, atom(""), 4)
    if not data:
        return False
    found = set(ctypes.cast(data, ctypes.POINTER(ctypes.c_ulong))[:count])
    xlib.XFree(data)
    return found >= {atom("_MAXIMIZED_HORZ"), atom("_MAXIMIZED_VERT")} or atom("_FULLSCREEN") in found


def has_window(window: Any) -> bool:
    """Return whether the server made the window: pyglet hears no refusal, and would wait for it to appear for ever.

    Private: ``_x_display`` and ``_window``. Without them it is taken to be there.
    """
    connection, number = getattr(window, "_x_display", None), getattr(window, "_window", None)
    if not _X11 or connection is None or number is None:
        return True
    from pyglet.libs.x11 import xlib

    return bool(xlib.XGetWindowAttributes(connection, number, ctypes.byref(xlib.XWindowAttributes())))


def set_location(window: Any, x: int, y: int) -> None:
    """Put the inside of a window at a place, whatever frame the window manager has given it or will give it.

    Private: ``_x_display`` and ``_window``, for hints that count the place from the inside (ICCCM: StaticGravity) and
    say that the user chose it. pyglet itself subtracts the width of a frame, which is another one in some managers.
    """
    connection, number = getattr(window, "_x_display", None), getattr(window, "_window", None)
    if not _X11 or connection is None or number is None:
        Window.set_location(window, x, y)
        return
    from pyglet.libs.x11 import xlib

    hints, given = xlib.XSizeHints(), ctypes.c_long()
    xlib.XGetWMNormalHints(connection, number, ctypes.byref(hints), ctypes.byref(given))
    hints.flags |= xlib.USPosition | xlib.PPosition | xlib.PWinGravity
    hints.x, hints.y, hints.win_gravity = x, y, xlib.StaticGravity
    xlib.XSetWMNormalHints(connection, number, ctypes.byref(hints))
    xlib.XMoveWindow(connection, number, x, y)


def follow_full_screen(window: Any, event: Any) -> None:
    """Take the size that the window manager gives a window, in full screen too: the monitor may have a new resolution.

    Private: ``_event_configurenotify``, which ignores it there, and ``_fullscreen``.
    """
    fullscreen, window._fullscreen = window._fullscreen, False
    try:
        Window._event_configurenotify(window, event)
    finally:
        window._fullscreen = fullscreen


def on_x_event(name: str, handler: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """Return a method of a window class that calls another of it, with the event, where pyglet ignores the event.

    ``DestroyNotify``: the window is gone. Private: ``XlibEventHandler``, with which pyglet marks its own; without it
    these events are lost.
    """

    def happened(window: Any, event: Any) -> None:
        handler(window, event)

    if _X11:
        with contextlib.suppress(ImportError):
            from pyglet.libs.x11 import xlib
            from pyglet.window.xlib import XlibEventHandler

            return XlibEventHandler(getattr(xlib, name))(happened)  # type: ignore[no-any-return]
    return happened


def set_windowed_location(window: Any, place: tuple[int, int] | None) -> None:
    """Set the window's place after full screen.

    Private: ``_windowed_location``, where pyglet took it to be; a window that was never visible was nowhere. Without
    it the window manager chooses a place.
    """
    window._windowed_location = place


def forget_pressed_keys(window: Any, unless: int = 0) -> None:
    """Have pyglet forget the keys that it takes for held, whose next press it would swallow; not if ``unless`` is one.

    Private: ``pressed_keys``, on X11 only. pyglet does not learn that a key goes up under another name, Shift being up
    by then, or in another window. Where there are none, nothing is swallowed.
    """
    pressed: set[int] = getattr(window, "pressed_keys", set())
    if unless not in pressed:
        pressed.clear()


def grab_nothing(_window: Any) -> None:
    """Leave pointer and keyboard free: for a window's ``_update_exclusivity``, which is private, on X11 only.

    pyglet's own holds what set_exclusive_mouse and set_exclusive_keyboard ask for, which are not used here. In full
    screen it does more: unless Xinerama is active, it puts the pointer into the lower left corner and grabs it, lest a
    server scroll a screen that is larger than the monitor. The window manager and all other programs get AlreadyGrabbed
    then, and a second monitor is out of reach. (pyglet 2.1.19, window/xlib/__init__.py.)
    """


def note_destroyed(window: Any) -> None:
    """Tell pyglet that another program has destroyed a window.

    Private: ``_mapped``, or closing it would wait for the window to disappear. A pyglet without it does not wait.
    """
    window._mapped = False


# The library keeps no reference of its own.
_handlers: list[Any] = []


def exit_when_broken(leave: Callable[[], None]) -> None:
    """Have the process end when its display goes away, with one line and exit status 2.

    Where the display is still there another program has closed the connection, as xkill does: that is like a click on
    the window's closer, status 0 and no line. ``leave`` is called before either end.

    The C library ends the process in any case, with two lines about itself; to return into it is not safe.
    """
    if not _X11:
        return
    from pyglet.libs.x11 import xlib

    def broken(_display: Any) -> int:
        with contextlib.suppress(Exception):
            leave()
        if xlib.XOpenDisplay(None):
            os._exit(0)
        with contextlib.suppress(AttributeError, OSError):
            sys.stderr.write(f"gemport: the display {os.environ.get('DISPLAY')} has gone away\n")
            sys.stderr.flush()
        os._exit(2)

    _handlers[:] = [xlib.XIOErrorHandler(broken)]
    xlib.XSetIOErrorHandler(_handlers[0])


_TURN = 0.01
"""Seconds between two turns of pyglet's loop for Apple's own processors."""
_CLOSING = 5
"""Seconds that Windows gives a program whose console is closed."""


@contextlib.contextmanager
def ended_from_outside(close: Callable[[], None]) -> Iterator[None]:
    """While the loop runs, have it end in order, and soon, whatever the system ends it with.

    close: closes the window, where the system would end the process at once
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
    """Have Ctrl-C and the console's closer interrupt at once: else only when the loop's waiting for events is over."""

    @ctypes.WINFUNCTYPE(ctypes.c_int, ctypes.c_uint)  # type: ignore[attr-defined, untyped-decorator, unused-ignore]
    def pressed(kind: int) -> bool:
        # CTRL_BREAK_EVENT ends the process.
        if kind == 1:
            return False
        interrupt_main()
        app.platform_event_loop.notify()
        if kind > 1:
            # Windows ends the process when this returns.
            time.sleep(_CLOSING)
        return True

    kernel32 = ctypes.windll.kernel32  # type: ignore[attr-defined, unused-ignore]
    kernel32.SetConsoleCtrlHandler(pressed, True)
    try:
        yield
    finally:
        kernel32.SetConsoleCtrlHandler(pressed, False)


def _turn_calmly() -> None:
    """Let the loop for Apple's own processors turn a hundred times a second: it would ten thousand times.

    Private: ``nsapp_start``, which takes the time between two turns, and none where windows are not drawn all the time.
    (pyglet 2.1.19, app/cocoa.py.)
    """
    loop: Any = app.platform_event_loop
    start: Callable[[float], None] | None = getattr(loop, "nsapp_start", None)
    if start is not None:
        loop.nsapp_start = lambda interval: start(interval or _TURN)


def _close_on_quit(close: Callable[[], None]) -> None:
    """Have Command+Q, Ctrl-C and SIGTERM close the window on macOS, where Cocoa would end the process at once.

    Private: the delegate whom Cocoa asks before that; without it the process is ended.
    """
    with contextlib.suppress(ImportError, AttributeError):
        from pyglet.app.cocoa import _AppDelegate_Implementation

        # Its name is Cocoa's: applicationShouldTerminate:, and 0 is NSTerminateCancel.
        @_AppDelegate_Implementation._AppDelegate.method("Q@")  # type: ignore[untyped-decorator, unused-ignore]
        def applicationShouldTerminate_(_delegate: Any, _sender: Any) -> int:  # noqa: N802
            close()
            return 0
