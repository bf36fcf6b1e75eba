"""Where the GEM screen lies in a window: as large as may be, in the middle, black around it."""

from __future__ import annotations

from typing import NamedTuple

Size = tuple[int, int]
"""Width and height in pixels."""


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
        """Whether a host pixel (counted from the top left) shows the GEM screen."""
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
