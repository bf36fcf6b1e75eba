"""Whether the window manager has made a window as large as the screen; each system is asked in its own way."""

from __future__ import annotations

import sys
from collections.abc import Callable
from ctypes import POINTER, c_ulong, cast
from typing import Any

_ATOM = 4
"""XA_ATOM: the type of a list of names."""


def is_maximised(window: Any) -> bool:
    """Whether a window fills the screen, or what panels leave of it, because somebody else made it so."""
    if sys.platform.startswith("linux"):
        return _has_states(window, "MAXIMIZED_HORZ", "MAXIMIZED_VERT") or _has_states(window, "FULLSCREEN")
    if sys.platform == "win32":
        from ctypes import windll

        return bool(windll.user32.IsZoomed(window._hwnd))
    return False


def on_x_event(name: str, handler: Callable[[Any], None]) -> Callable[[Any, Any], None]:
    """A method of a window class that calls another of it, without arguments, at an event of X that pyglet ignores.

    ``PropertyNotify``: the window manager has a word; ``DestroyNotify``: the window is gone.
    """

    def happened(window: Any, _event: Any) -> None:
        handler(window)

    if sys.platform.startswith("linux"):
        from pyglet.libs.x11 import xlib
        from pyglet.window.xlib import XlibEventHandler

        return XlibEventHandler(getattr(xlib, name))(happened)  # type: ignore[no-any-return]
    return happened


def _has_states(window: Any, *states: str) -> bool:
    """Whether the X window manager says all this of a window (EWMH, _NET_WM_STATE)."""
    from pyglet.libs.x11 import xlib

    def atom(name: str) -> int:
        return int(xlib.XInternAtom(window._x_display, f"_NET_WM_STATE{name}".encode(), False))

    data, count, _ = window.get_single_property(window._window, atom(""), _ATOM)
    if not data:
        return False
    found = set(cast(data, POINTER(c_ulong))[:count])
    xlib.XFree(data)
    return found >= {atom(f"_{state}") for state in states}
