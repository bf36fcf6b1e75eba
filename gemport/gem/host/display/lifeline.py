"""The connection to an X display, which may break while a window is open."""

from __future__ import annotations

import os
import sys
from typing import Any

from pyglet.libs.x11 import xlib

_BAD_ENVIRONMENT = 2


def _broken(_display: Any) -> int:
    sys.stderr.write(f"gemport: the display {os.environ.get('DISPLAY')} has gone away\n")
    sys.stderr.flush()
    os._exit(_BAD_ENVIRONMENT)


# The library keeps no reference of its own.
_on_broken = xlib.XIOErrorHandler(_broken)


def exit_when_broken() -> None:
    """Have the process end with one line and exit status 2 when its display goes away.

    The C library ends it in any case, with two lines about itself; to return into it is not safe.
    """
    xlib.XSetIOErrorHandler(_on_broken)
