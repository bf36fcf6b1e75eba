"""pyglet, set up the way the host needs it; everything of it that opens windows comes from here."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pyglet

# Host pixels are pixels: the scale is chosen here.
pyglet.options.dpi_scaling = "real"
pyglet.options.debug_gl = False
# No library is taken from the folder where the user stands, which may have been deleted.
pyglet.options.search_local_libs = False
# Only Windows needs a context to be there before it can make a modern one.
pyglet.options.shadow_window = sys.platform == "win32"
if sys.platform.startswith("linux"):
    from gemport.gem.host.display.sonames import know_sonames

    know_sonames()

from pyglet import app, clock, display, gl  # noqa: E402
from pyglet.gl import ConfigException, ContextException  # noqa: E402
from pyglet.gl.lib import GLException, MissingFunctionException  # noqa: E402
from pyglet.graphics.shader import Shader, ShaderException, ShaderProgram  # noqa: E402
from pyglet.window import WindowException, key, mouse  # noqa: E402

if TYPE_CHECKING:
    from pyglet.display.base import Display

    # pyglet chooses when it runs; a type checker is shown one of its classes.
    from pyglet.window.xlib import XlibWindow as Window
else:
    from pyglet.window import Window

NO_WINDOW: tuple[type[BaseException], ...] = (
    *(WindowException, ConfigException, ContextException, GLException, MissingFunctionException, ShaderException),
)
"""What pyglet raises where no window can be opened: its exceptions have no common root."""
NO_DISPLAY: tuple[type[BaseException], ...] = ()
"""What it raises where no display answers."""
if sys.platform.startswith("linux"):
    from pyglet.display.xlib import NoSuchDisplayException

    NO_DISPLAY = (NoSuchDisplayException,)


def get_display() -> Display:
    """Return the connection to the host's display, with the screen that DISPLAY names: pyglet takes the first."""
    found = display.get_display()
    if sys.platform.startswith("linux"):
        from pyglet.libs.x11 import xlib

        found.x_screen = xlib.XDefaultScreen(found._display)  # type: ignore[attr-defined]
    return found


__all__ = [
    "NO_DISPLAY",
    "NO_WINDOW",
    "Shader",
    "ShaderProgram",
    "Window",
    "app",
    "clock",
    "get_display",
    "gl",
    "key",
    "mouse",
]
