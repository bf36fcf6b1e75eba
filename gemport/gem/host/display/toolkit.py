"""pyglet, set up the way the host needs it; everything of it that opens windows comes from here."""

from __future__ import annotations

import sys

import pyglet

# Host pixels are pixels: the scale is chosen here, in whole numbers.
pyglet.options.dpi_scaling = "real"
pyglet.options.debug_gl = False
# Only Windows needs a context to be there before it can make a modern one.
pyglet.options.shadow_window = sys.platform == "win32"

from pyglet import app, clock, gl  # noqa: E402
from pyglet.display import get_display  # noqa: E402
from pyglet.graphics.shader import Shader, ShaderProgram  # noqa: E402
from pyglet.image import ImageData  # noqa: E402
from pyglet.window import Window, key, mouse  # noqa: E402

__all__ = ["ImageData", "Shader", "ShaderProgram", "Window", "app", "clock", "get_display", "gl", "key", "mouse"]
