"""The connection to an X display, which may break while a window is open."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any

from pyglet.libs.x11 import xlib

_BAD_ENVIRONMENT = 2


# The library keeps no reference of its own.
_handlers: list[Any] = []


def exit_when_broken(leave: Callable[[], None]) -> None:
    """Have the process end when its display goes away, with one line and exit status 2.

    Where the display is still there somebody has closed the connection, as xkill does: that is like a click on the
    window's closer, status 0 and no line. ``leave`` is called before either end.

    The C library ends the process in any case, with two lines about itself; to return into it is not safe.
    """

    def broken(_display: Any) -> int:
        with contextlib.suppress(Exception):
            leave()
        if xlib.XOpenDisplay(None):
            os._exit(0)
        with contextlib.suppress(AttributeError, OSError):
            sys.stderr.write(f"gemport: the display {os.environ.get('DISPLAY')} has gone away\n")
            sys.stderr.flush()
        os._exit(_BAD_ENVIRONMENT)

    _handlers[:] = [xlib.XIOErrorHandler(broken)]
    xlib.XSetIOErrorHandler(_handlers[0])
