"""The place of the GEM screen in a window, and of the window on the host's screens. All in host pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gemport.gem.errors import GemportError
from gemport.hosts.controls import Placement
from gemport.settings import FIT, Scale

Size = tuple[int, int]
"""Width and height in pixels."""
_COMFORT = 0.9
"""The part of the host's screen that a window may fill: the rest is for title bars and panels."""


class Letterbox(NamedTuple):
    """The place of the GEM screen in a window, in host pixels from the window's top left corner.

    A GEM pixel is ``across / width`` host pixels wide and ``down / height`` high, which need not be whole numbers.
    """

    left: int
    top: int
    across: int
    """Of the picture, in host pixels."""
    down: int
    width: int
    """Of the GEM screen, in GEM pixels."""
    height: int

    def to_gem(self, x: int, y: int) -> tuple[int, int]:
        """The GEM pixel under the middle of a host pixel (counted from the top left); outside, the nearest one."""
        gem_x = (2 * (x - self.left) + 1) * self.width // (2 * self.across)
        gem_y = (2 * (y - self.top) + 1) * self.height // (2 * self.down)
        return min(max(gem_x, 0), self.width - 1), min(max(gem_y, 0), self.height - 1)

    def contains(self, x: int, y: int) -> bool:
        """Return whether a host pixel (counted from the top left) shows the GEM screen."""
        return self.left <= x < self.left + self.across and self.top <= y < self.top + self.down


def fit(window: Size, screen: Size, whole: bool) -> Letterbox:
    """The GEM screen in the middle of a window, as large as its shape allows; odd pixels go right and below.

    Sizes are of the window in host pixels, of the screen in GEM pixels. ``whole``: a GEM pixel is a whole number of
    host pixels large. In a window that is too small for that the screen is made smaller all the same.
    """
    scale = min(window[0] // screen[0], window[1] // screen[1])
    across, down = (screen[0] * scale, screen[1] * scale) if whole and scale else filling(window, screen)
    return Letterbox((window[0] - across) // 2, (window[1] - down) // 2, across, down, *screen)


def filling(room: Size, screen: Size) -> Size:
    """The largest picture of the screen's shape in a room of host pixels; it reaches from edge to edge one way."""
    if room[0] * screen[1] <= room[1] * screen[0]:
        return room[0], _share(room[0], screen[1], screen[0])
    return _share(room[1], screen[0], screen[1]), room[1]


def _share(length: int, of: int, to: int) -> int:
    """``length * of / to``, rounded, at least 1."""
    return max((2 * length * of + to) // (2 * to), 1)


def host_pixel(x: float, from_bottom: float, window: Size, framebuffer: Size) -> tuple[int, int]:
    """The pixel of the framebuffer, from its top left, under a point of the window, from its bottom left.

    They differ where a window is measured in points, of which one is several pixels.
    """
    right, down = int(x), window[1] - 1 - int(from_bottom)
    return right * framebuffer[0] // max(window[0], 1), down * framebuffer[1] // max(window[1], 1)


class Area(NamedTuple):
    """A screen of the host, or a window, from the top left of all screens."""

    x: int
    y: int
    width: int
    height: int

    @property
    def size(self) -> Size:
        """Width and height."""
        return self.width, self.height


def comfortable_size(host: Size, screen: Size) -> Size:
    """The size of a new window: the largest whole scale that leaves room on the host's screen.

    A screen that is larger than the host's is made smaller.
    """
    scale = min(int(host[0] * _COMFORT) // screen[0], int(host[1] * _COMFORT) // screen[1])
    if scale or (screen[0] <= host[0] and screen[1] <= host[1]):
        return screen[0] * max(scale, 1), screen[1] * max(scale, 1)
    return filling((int(host[0] * _COMFORT), int(host[1] * _COMFORT)), screen)


def largest_scale(host: Size, screen: Size) -> int:
    """The largest whole scale at which the screen has room on the host's; 0 if it has not."""
    return min(host[0] // screen[0], host[1] // screen[1])


def check_scale(scale: Scale, host: Size, screen: Size) -> None:
    """Raises GemportError for a scale at which the screen has no room on the host's."""
    possible = largest_scale(host, screen)
    if isinstance(scale, int) and scale > possible:
        needed = f"{screen[0] * scale}x{screen[1] * scale}"
        least = f"up to {possible}, and {FIT}, have room" if possible else f"{FIT} has room"
        raise GemportError(
            f"a scale of {scale} needs {needed} pixels, and the display has {host[0]}x{host[1]}: {least}"
        )


def scaled_size(scale: Scale, host: Size, screen: Size) -> Size:
    """The size of a window at a scale, reduced to what the host's screen has room for."""
    possible = largest_scale(host, screen)
    if not isinstance(scale, int) or not possible:
        return comfortable_size(host, screen)
    return screen[0] * min(scale, possible), screen[1] * min(scale, possible)


def first_area(placement: Placement, scale: Scale, screen: Size, monitors: Sequence[Area]) -> tuple[Area, bool]:
    """Return where a window opens, and whether that place is to be asked for; else the host chooses one.

    monitors: the first one is where windows come up by themselves
    """
    best = monitors[0]
    if placement.place is not None:
        wanted = Area(*placement.place, *(placement.size or screen))
        best = monitors[monitor_of(wanted, monitors)]
    size = placement.size
    if size is None or size[0] > best.width or size[1] > best.height:
        size = scaled_size(scale, best.size, screen)
    area = Area(*(placement.place or best[:2]), *size)
    return area, placement.place is not None and is_reachable(area, monitors)


def monitor_of(window: Area, monitors: Sequence[Area]) -> int:
    """The index of the monitor that shows most of a window; of the one nearest to its middle where none shows any."""

    def rank(monitor: Area) -> tuple[int, int]:
        across = min(window.x + window.width, monitor.x + monitor.width) - max(window.x, monitor.x)
        down = min(window.y + window.height, monitor.y + monitor.height) - max(window.y, monitor.y)
        x, y = window.x + window.width // 2, window.y + window.height // 2
        beside = max(monitor.x - x, 0, x - monitor.x - monitor.width)
        above = max(monitor.y - y, 0, y - monitor.y - monitor.height)
        return max(across, 0) * max(down, 0), -(beside * beside + above * above)

    ranks = [rank(monitor) for monitor in monitors]
    return ranks.index(max(ranks))


def is_reachable(window: Area, monitors: Sequence[Area]) -> bool:
    """Return whether a window can be taken hold of: the middle of its upper edge is to be seen."""
    middle = window.x + window.width // 2
    return any(at.x <= middle < at.x + at.width and at.y <= window.y < at.y + at.height for at in monitors)
