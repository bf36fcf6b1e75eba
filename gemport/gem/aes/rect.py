"""GRECT: the AES's rectangle, its arithmetic, and lists of visible rectangles (docs/machine.md 3.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class GRect(NamedTuple):
    """A rectangle in pixels, from ``(x, y)`` up to but excluding ``(right, bottom)``; empty if ``w`` or ``h`` <= 0.

    >>> window, screen = GRect(600, 300, 100, 80), GRect(0, 0, 640, 400)
    >>> window.intersection(screen)
    GRect(x=600, y=300, w=40, h=80)
    >>> window.constrained(screen)
    GRect(x=540, y=300, w=100, h=80)
    """

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """First column to the right of the rectangle, ``x + w``."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """First row below the rectangle, ``y + h``."""
        return self.y + self.h

    @property
    def empty(self) -> bool:
        """True if width or height is 0 or negative."""
        return self.w <= 0 or self.h <= 0

    def contains(self, x: int, y: int) -> bool:
        """Return whether a point is inside; the column ``right`` and the row ``bottom`` are outside."""
        return 0 <= x - self.x < self.w and 0 <= y - self.y < self.h

    def intersection(self, other: GRect) -> GRect:
        """Return the common part (rc_intersect); it is ``empty``, perhaps of negative size, without overlap."""
        x, y, w, h = self
        ox, oy, ow, oh = other
        left, top = max(x, ox), max(y, oy)
        return GRect(left, top, min(x + w, ox + ow) - left, min(y + h, oy + oh) - top)

    def intersects(self, other: GRect) -> bool:
        """Return whether the rectangles have at least one pixel in common."""
        x, y, w, h = self
        ox, oy, ow, oh = other
        across = w > 0 and ow > 0 and x < ox + ow and ox < x + w
        return across and h > 0 and oh > 0 and y < oy + oh and oy < y + h

    def union(self, other: GRect) -> GRect:
        """Return the bounding box of both (rc_union), even if one is empty, as the AES does (callers must check)."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return GRect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def constrained(self, into: GRect) -> GRect:
        """Return this rectangle moved into another (rc_constrain); if too big, it ends flush right and bottom."""
        x, y = max(self.x, into.x), max(self.y, into.y)
        return GRect(min(x, into.right - self.w), min(y, into.bottom - self.h), self.w, self.h)

    def inset(self, n: int) -> GRect:
        """Return the rectangle with each edge moved inwards by ``n`` pixels, or outwards if negative."""
        return GRect(self.x + n, self.y + n, self.w - 2 * n, self.h - 2 * n)

    def moved(self, dx: int, dy: int) -> GRect:
        """Return the rectangle moved by ``dx`` to the right and ``dy`` down."""
        return GRect(self.x + dx, self.y + dy, self.w, self.h)

    def corners(self) -> tuple[int, int, int, int]:
        """Return ``(x1, y1, x2, y2)`` with both corners inclusive, as the VDI expects."""
        x, y, w, h = self
        return x, y, x + w - 1, y + h - 1


# ---- rectangle lists


def cut(rect: GRect, cutter: GRect) -> list[GRect]:
    """Return the parts of a rectangle not covered by another: above (full width), left, right, below (full width)."""
    common = rect.intersection(cutter)
    if common.empty:
        return [rect]
    pieces = (
        GRect(rect.x, rect.y, rect.w, common.y - rect.y),
        GRect(rect.x, common.y, common.x - rect.x, common.h),
        GRect(common.right, common.y, rect.right - common.right, common.h),
        GRect(rect.x, common.bottom, rect.w, rect.bottom - common.bottom),
    )
    return [piece for piece in pieces if not piece.empty]


def visible(rect: GRect, above: Iterable[GRect]) -> list[GRect]:
    """Return the visible parts of a rectangle below others (bottom to top), in the AES's order."""
    rects = [rect]
    for cutter in above:
        rects = [piece for part in rects for piece in cut(part, cutter)]
    return rects


def clipped(rects: Iterable[GRect], clip: GRect) -> list[GRect]:
    """Return the rectangles intersected with ``clip``, without empty results."""
    return [rect.intersection(clip) for rect in rects if rect.intersects(clip)]


def bounds(rects: Iterable[GRect]) -> GRect:
    """Return the bounding box, or an empty rectangle without rectangles."""
    box: GRect | None = None
    for rect in rects:
        box = rect if box is None else box.union(rect)
    return box or GRect(0, 0, 0, 0)
