"""A description of display, keyboard and sound for a fault report: ``gemport doctor --display``.

A separate process prints each line as soon as it is known, because a driver may end the process or never answer.
"""

import ctypes
import os
import sys
from array import array
from collections.abc import Callable
from typing import Any

from gemport.hosts.chip import RATE

UNKNOWN = "unknown"
_SERVER_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP")
_MAX_PROPERTY_WORDS = 1024


class _NoDisplayError(Exception):
    """No X server answers."""


def described(describe: Callable[[], str]) -> str:
    """Return the value of a line, or the reason why it is unknown."""
    try:
        text = describe()
    except _NoDisplayError:
        text = UNKNOWN
    except Exception as error:
        reason = str(error).strip()
        text = f"{UNKNOWN} ({type(error).__name__}{': ' if reason else ''}{reason})"
    return " ".join(text.split()) or UNKNOWN


def _display() -> str:
    if sys.platform in ("win32", "darwin"):
        return "the system's"
    named = [f"{name}={os.environ[name]}" for name in _SERVER_VARIABLES if os.environ.get(name)]
    if not os.environ.get("DISPLAY"):
        return ", ".join(["none, DISPLAY is not set", *named])
    from pyglet.libs.x11 import xlib

    try:
        connection = _connection()
    except _NoDisplayError:
        return ", ".join([*named, "no server answers"])
    server = f"{_text(xlib.XServerVendor(connection))} {xlib.XVendorRelease(connection)}"
    screen = xlib.XDefaultScreen(connection)
    size = f"{xlib.XDisplayWidth(connection, screen)}x{xlib.XDisplayHeight(connection, screen)}"
    return ", ".join([*named, server, size, f"{xlib.XDefaultDepth(connection, screen)} bits"])


def _window_manager() -> str:
    if sys.platform in ("win32", "darwin"):
        return "the system's"
    from pyglet.libs.x11 import xlib

    connection = _connection()
    data = _property(xlib.XDefaultRootWindow(connection), "_NET_SUPPORTING_WM_CHECK")
    if len(data) < ctypes.sizeof(ctypes.c_ulong):
        return "none that says its name"
    return _text(_property(int.from_bytes(data[: ctypes.sizeof(ctypes.c_ulong)], sys.byteorder), "_NET_WM_NAME"))


def _monitors() -> str:
    screens = _open_display().get_screens()
    return ", ".join(f"{screen.width}x{screen.height}+{screen.x}+{screen.y}" for screen in screens)


def _opengl() -> str:
    from gemport.hosts.desktop.backend import Window, gl

    _open_display()
    window = Window(width=16, height=16, visible=False)
    try:
        names = (gl.GL_VERSION, gl.GL_RENDERER, gl.GL_VENDOR)
        texts = [_text(ctypes.cast(gl.glGetString(name), ctypes.c_char_p).value) for name in names]
    finally:
        window.close()
    return ", ".join(texts)


def _keyboard_layout() -> str:
    if sys.platform == "win32":
        name = ctypes.create_unicode_buffer(9)
        return name.value if ctypes.windll.user32.GetKeyboardLayoutNameW(name) else UNKNOWN
    if sys.platform == "darwin":
        return UNKNOWN
    from pyglet.libs.x11 import xlib

    # The strings that setxkbmap stores.
    parts = _text(_property(xlib.XDefaultRootWindow(_connection()), "_XKB_RULES_NAMES")).split("\0")
    names = ("rules", "model", "layout", "variant", "options")
    return ", ".join(f"{name} {part}" for name, part in zip(names, parts, strict=False) if part)


def _sound() -> str:
    from gemport.hosts.desktop.sound import open_speaker
    from gemport.hosts.desktop.speaker import SoundError

    try:
        speaker = open_speaker()
    except SoundError as error:
        return f"none ({error})"
    try:
        # A moment of silence.
        speaker.add(array("h", bytes(RATE // 10)))
        speaker.stop()
    except SoundError as error:
        return f"{type(speaker).__name__}, which does not sound ({error})"
    return type(speaker).__name__


def _open_display() -> Any:
    from gemport.hosts.desktop.backend import NO_DISPLAY, get_display

    try:
        return get_display()
    except NO_DISPLAY:
        raise _NoDisplayError from None


def _connection() -> Any:
    return _open_display()._display


def _property(window: int, name: str) -> bytes:
    """Return the value of a property of an X window; empty if the property does not exist."""
    from gemport.hosts.desktop.backend import x_property

    return x_property(_connection(), window, name, _MAX_PROPERTY_WORDS)


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value or UNKNOWN)


PARTS = {
    "display": _display,
    "window manager": _window_manager,
    "monitors": _monitors,
    "OpenGL": _opengl,
    "keyboard layout": _keyboard_layout,
    "sound": _sound,
}
"""The names of the lines, in order, and the functions that describe them."""
