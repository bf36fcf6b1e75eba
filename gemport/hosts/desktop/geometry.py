"""The place of the GEM screen in a window, and of the window on the host's screens, in host pixels."""

from collections.abc import Sequence
from typing import NamedTuple

from gemport.gem import GemportError, GRect
from gemport.settings import FIT, Placement, Scale

Size = tuple[int, int]  # width and height in pixels
_TITLE_BAR_HEIGHT = 40
_CASCADE_STEP = 32  # offset in pixels, right and down, between windows that open in turn
_MIN_FRACTIONAL_SCALE = 1.1  # minimum fractional enlargement that justifies blurred pixels
_WHOLE_TOLERANCE = 0.01  # scales this close to a whole number, as a fraction of it, are rounded to it


_GLOW_REACH = 2  # number of GEM pixels around a pixel that its glow can reach


class Letterbox(NamedTuple):
    """The place of the GEM screen in a window, in host pixels from the window's top left corner.

    A GEM pixel is ``across / width`` host pixels wide and ``down / height`` high; these can be fractions.
    """

    left: int
    top: int
    across: int  # width of the picture in host pixels; ``down`` is its height
    down: int
    width: int  # width of the GEM screen in GEM pixels; ``height`` is its height
    height: int

    def to_gem(self, x: int, y: int) -> tuple[int, int]:
        """Return the GEM pixel under the middle of a host pixel (from the top left), or the nearest GEM pixel."""
        gem_x = (2 * (x - self.left) + 1) * self.width // (2 * self.across)
        gem_y = (2 * (y - self.top) + 1) * self.height // (2 * self.down)
        return min(max(gem_x, 0), self.width - 1), min(max(gem_y, 0), self.height - 1)

    def around(self, left: int, top: int, right: int, bottom: int, window_height: int) -> GRect:
        """Return the host pixels, from the bottom left, affected by GEM pixels including glow; ends are inclusive."""
        x1 = max(left - _GLOW_REACH, 0) * self.across // self.width
        x2 = -(-min(right + 1 + _GLOW_REACH, self.width) * self.across // self.width)
        y1 = max(top - _GLOW_REACH, 0) * self.down // self.height
        y2 = -(-min(bottom + 1 + _GLOW_REACH, self.height) * self.down // self.height)
        return GRect(self.left + x1, window_height - self.top - y2, x2 - x1, y2 - y1)

    def contains(self, x: int, y: int) -> bool:
        """Return whether a host pixel (counted from the top left) shows the GEM screen."""
        return self.left <= x < self.left + self.across and self.top <= y < self.top + self.down


def fit(window: Size, screen: Size, whole: bool) -> Letterbox:
    """Centre the GEM screen in a window, as large as possible; an odd pixel goes right and below.

    The window's size is in host pixels, the screen's in GEM pixels. With ``whole`` the scale is a whole number, unless
    the window is too small for scale 1.
    """
    scale, filled = min(window[0] // screen[0], window[1] // screen[1]), filling(window, screen)
    nearest = round(filled[0] / screen[0])
    if abs(filled[0] - nearest * screen[0]) <= _WHOLE_TOLERANCE * nearest * screen[0]:
        # A pixel row cut off at the edges is less visible than blurred pixels everywhere.
        scale, whole = nearest, True
    across, down = (screen[0] * scale, screen[1] * scale) if whole and scale else filled
    return Letterbox((window[0] - across) // 2, (window[1] - down) // 2, across, down, *screen)


def filling(room: Size, screen: Size) -> Size:
    """Return the largest picture with the screen's proportions in an area of host pixels."""
    if room[0] * screen[1] <= room[1] * screen[0]:
        return room[0], _share(room[0], screen[1], screen[0])
    return _share(room[1], screen[0], screen[1]), room[1]


def _share(length: int, of: int, to: int) -> int:
    """Return ``length * of / to``, rounded, at least 1."""
    return max((2 * length * of + to) // (2 * to), 1)


def host_pixel(x: float, from_bottom: float, window: Size, framebuffer: Size) -> tuple[int, int]:
    """Return the framebuffer pixel, from the top left, under a point of the window, from the bottom left.

    They differ if the window is measured in points of several pixels.
    """
    right, down = int(x), window[1] - 1 - int(from_bottom)
    return right * framebuffer[0] // max(window[0], 1), down * framebuffer[1] // max(window[1], 1)


# Coordinates of screens and windows start at the top left of all screens.


def working_part(monitor: GRect, work: GRect | None) -> GRect:
    """Return the part of a monitor without panels; ``work`` is the area for windows of all monitors, or None."""
    part = monitor if work is None else monitor.intersection(work)
    return monitor if part.empty else part


def comfortable_size(work: Size, screen: Size, scale: Scale = None) -> Size:
    """Return the size of a new window in a working area, for a scale of None or FIT.

    With None it has the largest whole scale from 2. If that does not fit, and with FIT, it is as large as possible.
    """
    room = work[0], max(work[1] - _TITLE_BAR_HEIGHT, 1)
    whole = largest_scale(room, screen)
    filled = filling(room, screen)
    if scale == FIT or (whole < 2 and filled[0] >= screen[0] * _MIN_FRACTIONAL_SCALE):
        return filled
    # Do not reduce a picture that fits without a title bar.
    whole = whole or largest_scale(work, screen)
    return (screen[0] * whole, screen[1] * whole) if whole else filled


def largest_scale(host: Size, screen: Size) -> int:
    """Return the maximum whole scale for the screen on the host's screen, or 0."""
    return int(scale_with_room(host, screen))


def scale_with_room(host: Size, screen: Size) -> float:
    """Return the maximum scale for the screen on the host's screen, including fractions."""
    return min(host[0] / screen[0], host[1] / screen[1])


def check_scale(scale: Scale, host: Size, screen: Size) -> None:
    """Raise GemportError if the screen does not fit the host's at a scale."""
    possible = largest_scale(host, screen)
    if isinstance(scale, int) and scale > possible:
        needed = f"{screen[0] * scale}x{screen[1] * scale}"
        least = f"up to {possible}, and {FIT}, have room" if possible else f"{FIT} has room"
        raise GemportError(
            f"a scale of {scale} needs {needed} pixels, and the display has {host[0]}x{host[1]}: {least}"
        )


def scaled_size(scale: Scale, host: Size, work: Size, screen: Size) -> Size:
    """Return the size of a window at a scale; a number is reduced until it fits the host's screen.

    ``host`` is the size of the host's screen, ``work`` its size without panels.
    """
    possible = largest_scale(host, screen)
    if not isinstance(scale, int) or not possible:
        return comfortable_size(work, screen, None if isinstance(scale, int) else scale)
    return screen[0] * min(scale, possible), screen[1] * min(scale, possible)


def first_area(
    placement: Placement,
    scale: Scale,
    screen: Size,
    monitors: Sequence[GRect],
    work: GRect | None = None,
    others: int = 0,
) -> tuple[GRect, bool]:
    """Return the area for a new window, and whether to request that place instead of the host's choice.

    Args:
        monitors: the areas of the monitors; windows open on the first by default
        work: the area of all monitors without panels; None if unknown
        others: number of the program's open windows; they may be at ``placement``
    """
    best = monitors[0]
    if placement.place is not None:
        wanted = GRect(*placement.place, *(placement.size or screen))
        best = monitors[monitor_of(wanted, monitors)]
    size = placement.size
    if size is None or size[0] > best.w or size[1] > best.h:
        size = scaled_size(scale, best[2:], working_part(best, work)[2:], screen)
    area = GRect(*(placement.place or best[:2]), *size)
    if others:
        return beside(area, others, working_part(best, work)), True
    # The user can move a window if the middle of its upper edge is visible.
    reachable = any(monitor.contains(area.x + area.w // 2, area.y) for monitor in monitors)
    return area, placement.place is not None and reachable


def beside(area: GRect, others: int, work: GRect) -> GRect:
    """Return a window's place next to open windows: further right and down, wrapping around in the working area."""
    across, down = work.w - area.w, work.h - _TITLE_BAR_HEIGHT - area.h
    x, y, top = area.x, area.y, work.y + _TITLE_BAR_HEIGHT
    if across > 0:
        x = work.x + (max(x - work.x, 0) + others * _CASCADE_STEP) % (across + 1)
    if down > 0:
        y = top + (max(y - top, 0) + others * _CASCADE_STEP) % (down + 1)
    return area._replace(x=x, y=y)


def monitor_of(window: GRect, monitors: Sequence[GRect]) -> int:
    """Return the index of the monitor that shows most of a window, or of the monitor nearest to its middle."""

    def rank(monitor: GRect) -> tuple[int, int]:
        common = window.intersection(monitor)
        x, y = window.x + window.w // 2, window.y + window.h // 2
        beside = max(monitor.x - x, 0, x - monitor.right)
        above = max(monitor.y - y, 0, y - monitor.bottom)
        return max(common.w, 0) * max(common.h, 0), -(beside * beside + above * above)

    ranks = [rank(monitor) for monitor in monitors]
    return ranks.index(max(ranks))
