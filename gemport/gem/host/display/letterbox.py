"""Where the GEM screen lies in a window: an integer scale, in the middle, black around it."""

from __future__ import annotations

from typing import NamedTuple

_COMFORT = 0.9
"""The part of the host's screen that a window may fill: the rest is for title bars and panels."""


class Letterbox(NamedTuple):
    """The place of the GEM screen in a window, in host pixels from the window's top left corner."""

    left: int
    top: int
    scale: int
    width: int
    """Of the GEM screen, in GEM pixels."""
    height: int

    def to_gem(self, x: int, y: int) -> tuple[int, int]:
        """The GEM pixel under a host pixel (counted from the top left); outside, the nearest one on the edge."""
        gem_x = (x - self.left) // self.scale
        gem_y = (y - self.top) // self.scale
        return min(max(gem_x, 0), self.width - 1), min(max(gem_y, 0), self.height - 1)

    def contains(self, x: int, y: int) -> bool:
        """Whether a host pixel (counted from the top left) shows the GEM screen."""
        inside_x = self.left <= x < self.left + self.width * self.scale
        return inside_x and self.top <= y < self.top + self.height * self.scale


def fit(window: tuple[int, int], screen: tuple[int, int]) -> Letterbox:
    """The largest integer scale at which the GEM screen fits a window, at least 1; odd pixels go right and below.

    Sizes are (width, height): of the window in host pixels, of the screen in GEM pixels. In a window that is
    too small the screen's top left corner stays in view.
    """
    scale = max(min(window[0] // screen[0], window[1] // screen[1]), 1)
    left = max((window[0] - screen[0] * scale) // 2, 0)
    top = max((window[1] - screen[1] * scale) // 2, 0)
    return Letterbox(left, top, scale, *screen)


def comfortable_scale(host: tuple[int, int], screen: tuple[int, int]) -> int:
    """The scale of a new window: the largest that leaves room on the host's screen, at least 1."""
    return max(min(int(host[0] * _COMFORT) // screen[0], int(host[1] * _COMFORT) // screen[1]), 1)
