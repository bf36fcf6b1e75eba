"""One start of a window, measured from inside: ``probe.py bare|gemport SINCE`` prints milliseconds and MiB as JSON.

SINCE is the start time of the process in seconds since 1970.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

SIZE = (1280, 800)
GAME = ("vierfrei", "123456", "--mute", "--scale", "2")


def memory() -> float:
    """Return the resident memory of this process in MiB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def measure(draw: Callable[[], None], since: float) -> None:
    """Draw two frames, since OpenGL only has all its buffers after the second, print the measurement and exit."""
    from pyglet import gl

    draw()
    gl.glFinish()
    first = (time.time() - since) * 1000
    draw()
    gl.glFinish()
    print(json.dumps({"ms": first, "mib": memory()}), flush=True)
    os._exit(0)


_VERTEX = """#version 330 core
void main() {
    gl_Position = vec4(vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0, 0.0, 1.0);
}
"""
_FRAGMENT = """#version 330 core
uniform sampler2D picture;
out vec4 colour;
void main() {
    colour = texelFetch(picture, ivec2(gl_FragCoord.xy) / 2, 0);
}
"""


def bare(since: float) -> None:
    """Measure a minimal pyglet program: a window with a texture drawn by a shader."""
    import pyglet
    from pyglet import gl
    from pyglet.graphics.shader import Shader, ShaderProgram

    window = pyglet.window.Window(*SIZE, resizable=True)
    program = ShaderProgram(Shader(_VERTEX, "vertex"), Shader(_FRAGMENT, "fragment"))
    names = [gl.GLuint(), gl.GLuint()]
    gl.glGenVertexArrays(1, names[0])
    gl.glGenTextures(1, names[1])
    gl.glBindTexture(gl.GL_TEXTURE_2D, names[1])
    gl.glTexParameteri(gl.GL_TEXTURE_2D, gl.GL_TEXTURE_MIN_FILTER, gl.GL_NEAREST)
    width, height = SIZE[0] // 2, SIZE[1] // 2
    pixels = (gl.GL_RED, gl.GL_UNSIGNED_BYTE, bytes(width * height))
    gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_R8, width, height, 0, *pixels)

    def draw() -> None:
        program.use()
        gl.glBindVertexArray(names[0])
        gl.glDrawArrays(gl.GL_TRIANGLES, 0, 3)
        window.flip()

    measure(draw, since)


def gemport(since: float) -> None:
    from gemport.cli.main import main
    from gemport.hosts.desktop.backend import Window

    draw = Window.draw
    setattr(Window, "draw", lambda window, dt: measure(lambda: draw(window, dt), since))  # noqa: B010 - not to be typed
    main(list(GAME))


if __name__ == "__main__":
    {"bare": bare, "gemport": gemport}[sys.argv[1]](float(sys.argv[2]))
