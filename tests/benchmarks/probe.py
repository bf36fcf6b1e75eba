"""One start of a window, measured from inside: ``probe.py bare|gemport SINCE`` prints milliseconds and MiB as JSON.

SINCE is the time (seconds since 1970) at which the process was started.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

SIZE = (1280, 800)
GAME = ("vierfrei", "123456", "--mute", "--scale", "2")


def memory() -> float:
    """Resident memory of this process, in MiB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def measure(draw: Callable[[], None], since: float) -> None:
    """Draw the first frame, and once more: only then OpenGL has all its buffers. Ends the process."""
    from pyglet import gl

    draw()
    gl.glFinish()
    first = (time.time() - since) * 1000
    draw()
    gl.glFinish()
    print(json.dumps({"ms": first, "mib": memory()}), flush=True)
    os._exit(0)


def bare(since: float) -> None:
    """What any pyglet program pays: a window, and nothing in it."""
    import pyglet

    window = pyglet.window.Window(*SIZE, resizable=True)

    def draw() -> None:
        window.clear()
        window.flip()

    measure(draw, since)


def gemport(since: float) -> None:
    """The game, up to its first frame."""
    from gemport.cli import main
    from gemport.gem.host.display.toolkit import Window

    draw = Window.draw
    setattr(Window, "draw", lambda window, dt: measure(lambda: draw(window, dt), since))  # noqa: B010 - not to be typed
    main(list(GAME))


if __name__ == "__main__":
    {"bare": bare, "gemport": gemport}[sys.argv[1]](float(sys.argv[2]))
