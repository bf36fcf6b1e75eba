"""The libraries of X by the names under which every Linux has them.

pyglet asks ``ldconfig`` for each, a process of its own that reads the list of all libraries: seven at every start.
"""

from __future__ import annotations

import ctypes

from pyglet import lib

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


def know_sonames() -> None:
    """Have pyglet load them by these names; it still looks itself for what cannot be loaded so."""
    search = lib.loader.find_library

    def find_library(name: str) -> str | None:
        soname = _SONAMES.get(name)
        if soname is None:
            return search(name)
        try:
            ctypes.CDLL(soname)
        except OSError:
            return search(name)
        return soname

    lib.loader.find_library = find_library  # type: ignore[assignment, method-assign]
