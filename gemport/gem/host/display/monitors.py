"""Where a window lies on the host's screens, and how large it is at first. Everything in host pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gemport.gem.errors import GemportError
from gemport.gem.host.display.controls import Placement
from gemport.gem.host.display.letterbox import Size, filling
from gemport.settings import FIT, Scale

_COMFORT = 0.9
"""The part of the host's screen that a window may fill: the rest is for title bars and panels."""


class ScaleError(GemportError):
    """The host's screen has no room for a scale; the message says for which it has."""


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
    """Raises ScaleError for a scale at which the screen has no room on the host's."""
    possible = largest_scale(host, screen)
    if isinstance(scale, int) and scale > possible:
        needed = f"{screen[0] * scale}x{screen[1] * scale}"
        least = f"up to {possible}, and {FIT}, have room" if possible else f"{FIT} has room"
        raise ScaleError(f"a scale of {scale} needs {needed} pixels, and the display has {host[0]}x{host[1]}: {least}")


def roomiest(monitors: Sequence[Area], screen: Size) -> Area:
    """The monitor that has room for the largest scale."""
    return max(monitors, key=lambda monitor: largest_scale(monitor.size, screen))


def scaled_size(scale: Scale, host: Size, screen: Size) -> Size:
    """The size of a window at a scale, reduced to what the host's screen has room for."""
    possible = largest_scale(host, screen)
    if not isinstance(scale, int) or not possible:
        return comfortable_size(host, screen)
    return screen[0] * min(scale, possible), screen[1] * min(scale, possible)


def first_area(placement: Placement, scale: Scale, screen: Size, monitors: Sequence[Area]) -> tuple[Area, bool]:
    """Where a window opens, and whether that place is to be asked for; else the host chooses one.

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
    shown = [_overlap(window, monitor) for monitor in monitors]
    if any(shown):
        return shown.index(max(shown))
    distances = [_distance(window, monitor) for monitor in monitors]
    return distances.index(min(distances))


def is_reachable(window: Area, monitors: Sequence[Area]) -> bool:
    """Whether a window can be taken hold of: the middle of its upper edge is to be seen."""
    middle = window.x + window.width // 2
    return any(at.x <= middle < at.x + at.width and at.y <= window.y < at.y + at.height for at in monitors)


def _overlap(one: Area, other: Area) -> int:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return max(across, 0) * max(down, 0)


def _distance(window: Area, monitor: Area) -> int:
    """How far a window's middle is outside a monitor, squared."""
    x, y = window.x + window.width // 2, window.y + window.height // 2
    across = max(monitor.x - x, 0, x - monitor.x - monitor.width)
    down = max(monitor.y - y, 0, y - monitor.y - monitor.height)
    return across * across + down * down
