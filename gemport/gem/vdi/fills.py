"""Filled rectangles, spans, polygons and regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gemport.gem.vdi.blit import Rect, intersect, span, write_row, write_rows
from gemport.gem.vdi.patterns import Pattern, lines_of
from gemport.gem.vdi.raster import Raster

Point = tuple[int, int]


class Paint(NamedTuple):
    """What is written and how: pattern (locked to the bitmap's origin), colour 0 or 1, writing mode 1..4."""

    pattern: Pattern
    color: int
    mode: int


def fill_rect(raster: Raster, clip: Rect, rect: Rect, paint: Paint) -> bool:
    """Fill a rectangle (inclusive, corners sorted) within ``clip``; False when nothing of it is inside."""
    part = intersect(rect, clip)
    if part is None:
        return False
    x1, y1, x2, y2 = part
    mask = span(raster.stride, x1, x2)
    lines = [line & mask for line in lines_of(paint.pattern, raster.stride)]
    count, height = len(lines), y2 - y1 + 1
    start = y1 % count
    block = (lines * (height // count + 2))[start : start + height]
    write_rows(raster.rows, y1, block, mask, paint.mode, paint.color)
    return True


def fill_mask(raster: Raster, y: int, mask: int, paint: Paint) -> None:
    """Fill the pixels ``mask`` of line y, which must lie inside the bitmap."""
    lines = lines_of(paint.pattern, raster.stride)
    write_row(raster.rows, y, lines[y % len(lines)] & mask, mask, paint.mode, paint.color)


def crossings(points: Sequence[Point], y: int) -> list[int]:
    """The x, rounded to nearest and sorted, where the closed polygon's edges cross line y.

    An edge counts where min(y1, y2) <= y < max(y1, y2) (docs/machine.md 2.5).
    """
    found = []
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        if (y1 <= y) == (y2 <= y):
            continue
        if y1 > y2:
            x1, y1, x2, y2 = x2, y2, x1, y1
        dy = y2 - y1
        found.append((2 * x1 * dy + 2 * (x2 - x1) * (y - y1) + dy) // (2 * dy))
    found.sort()
    return found


def fill_polygon(raster: Raster, clip: Rect, points: Sequence[Point], paint: Paint) -> bool:
    """Even-odd fill of the closed polygon, rows ymin+1 .. ymax-1 only; the perimeter supplies the rest."""
    if len(points) < 2:
        return False
    top = max(min(y for _, y in points) + 1, clip[1])
    bottom = min(max(y for _, y in points) - 1, clip[3])
    for y in range(top, bottom + 1):
        found = crossings(points, y)
        for left, right in zip(found[::2], found[1::2], strict=False):
            left, right = max(left, clip[0]), min(right, clip[2])
            if left <= right:
                fill_mask(raster, y, span(raster.stride, left, right), paint)
    return top <= bottom
