"""Arcs and rounded corners as chains of points (spec: GEM 2.5)."""

from __future__ import annotations

from math import cos, pi, sin

from gemport.gem.vdi.fills import Point

FULL_CIRCLE = 3600
"""Tenths of a degree."""
_ONE = 32767


def _scaled(value: float, radius: int) -> int:
    """The product with a factor in 1/32767, rounded to nearest away from zero."""
    product = round(value * _ONE) * radius
    rounded = (2 * abs(product) + _ONE) // (2 * _ONE)
    return rounded if product >= 0 else -rounded


def _steps(rx: int, ry: int) -> int:
    return min(max(max(rx, ry) // 4, 32), 128)


def arc_points(x: int, y: int, rx: int, ry: int, begin: int, end: int) -> list[Point]:
    """Points of an elliptic arc, counter-clockwise from ``begin`` to ``end`` (tenths of a degree, 0 = right)."""
    sweep = (end - begin) % FULL_CIRCLE or FULL_CIRCLE
    steps = max(_steps(rx, ry) * sweep // FULL_CIRCLE, 1)
    points = []
    for step in range(steps + 1):
        angle = (begin + sweep * step // steps) % FULL_CIRCLE * pi / (FULL_CIRCLE // 2)
        points.append((x + _scaled(cos(angle), rx), y - _scaled(sin(angle), ry)))
    return points


def rounded_box(x1: int, y1: int, x2: int, y2: int, screen_width: int) -> list[Point]:
    """The closed outline of a box with rounded corners (corners sorted, inclusive pixels).

    The radius is the screen's largest x divided by 64, at most half the box.
    """
    radius = (screen_width - 1) >> 6
    rx, ry = min(radius, (x2 - x1) // 2), min(radius, (y2 - y1) // 2)
    factors = ((0, 10000), (3827, 9239), (7071, 7071), (9239, 3827), (10000, 0))
    steps = [(rx * a // 10000, ry * b // 10000) for a, b in factors]
    left, top, right, bottom = x1 + rx, y1 + ry, x2 - rx, y2 - ry
    points = [(right + dx, top - dy) for dx, dy in steps]
    points += [(right + dx, bottom + dy) for dx, dy in reversed(steps)]
    points += [(left - dx, bottom + dy) for dx, dy in steps]
    points += [(left - dx, top - dy) for dx, dy in reversed(steps)]
    return [*points, points[0]]
