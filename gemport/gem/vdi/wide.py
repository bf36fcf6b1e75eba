"""Wide lines and line ends: circles, fat segments, arrow heads (docs/machine.md 2.6, 2.7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from gemport.gem.vdi.blit import Rect
from gemport.gem.vdi.fills import Paint, Point, fill_polygon, fill_rect
from gemport.gem.vdi.lines import Stroke, draw_polyline, mul_div
from gemport.gem.vdi.modes import LineEnd
from gemport.gem.vdi.patterns import SOLID
from gemport.gem.vdi.raster import Raster

PIXEL_SIZE = 372
"""Width and height of a pixel, micrometres."""


@lru_cache(maxsize=64)
def disc(width: int) -> tuple[int, ...]:
    """Half widths of a disc ``width`` across: entry k is the reach to both sides, k lines off the centre."""
    x, y = 0, (width + 1) // 2
    reach = [0] * (y + 1)
    decision = 3 - 2 * y
    while x <= y:
        reach[y] = max(reach[y], x)
        reach[x] = y
        if decision < 0:
            decision += 4 * x + 6
        else:
            decision += 4 * (x - y) + 10
            y -= 1
        x += 1
    return tuple(reach[: width // 2 + 1])


def perpendicular(dx: int, dy: int, width: int) -> Point:
    """The offset on the disc's rim that is nearest to a right angle with the direction (dx, dy)."""
    reach = disc(width)
    vx, vy = abs(dy), abs(dx)
    u, v = reach[0], 0
    best, found = 1 << 30, (u, v)
    while True:
        size = abs(u * vy - v * vx)
        if size < best or (size == best and abs(found[0] - found[1]) > abs(u - v)):
            best, found = size, (u, v)
        else:
            break
        if v == len(reach) - 1:
            if u == 1:
                break
            u -= 1
        elif reach[v + 1] >= u - 1:
            v += 1
            u = reach[v]
        else:
            u -= 1
    return (found[0] if -dy >= 0 else -found[0]), (found[1] if dx >= 0 else -found[1])


def fill_outlined(raster: Raster, clip: Rect, points: Sequence[Point], stroke: Stroke) -> None:
    """A solid polygon with its perimeter."""
    fill_polygon(raster, clip, points, Paint(SOLID, stroke.color, stroke.mode))
    draw_polyline(raster, clip, [*points, points[0]], stroke._replace(style=0xFFFF))


def draw_disc(raster: Raster, clip: Rect, x: int, y: int, width: int, stroke: Stroke) -> None:
    """A filled disc around a point."""
    paint = Paint(SOLID, stroke.color, stroke.mode)
    for k, reach in enumerate(disc(width)):
        for line in {y - k, y + k}:
            fill_rect(raster, clip, (x - reach, line, x + reach, line), paint)


def draw_wide(
    raster: Raster, clip: Rect, points: Sequence[Point], width: int, ends: tuple[int, int], stroke: Stroke
) -> None:
    """A polyline wider than one pixel, solid; joints get discs, and so do ends that are not square or that meet."""
    reach = disc(width)
    closed = points[0] == points[-1]
    if ends[0] != LineEnd.LE_SQUARED or closed:
        draw_disc(raster, clip, *points[0], width, stroke)
    for index in range(len(points) - 1):
        (x1, y1), (x2, y2) = points[index], points[index + 1]
        dx, dy = x2 - x1, y2 - y1
        if not dx and not dy:
            continue
        if not dx:
            ox, oy = reach[0], 0
        elif not dy:
            ox, oy = 0, len(reach) - 1
        else:
            ox, oy = perpendicular(dx, dy, width)
        corners = [(x1 + ox, y1 + oy), (x1 - ox, y1 - oy), (x2 - ox, y2 - oy), (x2 + ox, y2 + oy)]
        fill_outlined(raster, clip, corners, stroke)
        if index < len(points) - 2 or ends[1] != LineEnd.LE_SQUARED or closed:
            draw_disc(raster, clip, x2, y2, width, stroke)


def _scaled_y(y: int) -> int:
    """A vertical distance in a space of square pixels. They are square; what is left is the rounding."""
    return mul_div(y, PIXEL_SIZE, PIXEL_SIZE)


def _root(square: int) -> int:
    """The square root, rounded to nearest."""
    root = isqrt(square)
    return root + (square - root * root > root)


def arrow(points: Sequence[Point], width: int) -> tuple[list[Point], list[Point]] | None:
    """The arrow head at the first point, and the points of the line that is left behind it.

    Length 8, or 3 * width - 1 from width 4 on; half as far to each side. It points away from the first point that is
    at least as far, or from the last one if rounding brings that so far. None when no point is.
    """
    length = 8 if width < 4 else 3 * width - 1
    x, y = points[0]
    dx = dy = index = 0
    for index in range(1, len(points)):
        dx, dy = x - points[index][0], _scaled_y(y - points[index][1])
        if dx * dx + dy * dy >= length * length:
            break
    distance = _root(dx * dx + dy * dy)
    if distance < length:
        return None
    along, across = mul_div(dx, 1000, distance), mul_div(dy, 1000, distance)
    hx, hy = mul_div(length, along, 1000), _scaled_y(mul_div(length, across, 1000))
    bx = mul_div(length // 2, -across, 1000)
    by = _scaled_y(mul_div(length // 2, along, 1000))
    head = [(x + bx - hx, y + by - hy), (x - bx - hx, y - by - hy), (x, y)]
    return head, [(x - hx, y - hy)] * index + list(points[index:])
