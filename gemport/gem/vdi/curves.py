"""Arcs and rounded corners as chains of points (docs/machine.md 2.5, 9)."""

from __future__ import annotations

from math import radians, sin

from gemport.gem.vdi.blit import Rect, intersect
from gemport.gem.vdi.fills import Point

FULL_CIRCLE = 3600
"""Tenths of a degree, as all angles here."""
_QUARTER = FULL_CIRCLE // 4
_ONE = 1 << 16
_TABLE_STEP = 8
_SINES = tuple(round(_ONE * sin(radians(angle / 10))) for angle in range(0, _QUARTER, _TABLE_STEP))
"""GEM's table ends at 89.6 degrees: from there on a sine counts as 1, and its cosine as 0."""
_TABLE_END = (len(_SINES) - 1) * _TABLE_STEP

_LEAST_STEPS, _MOST_STEPS = 32, 128

_CORNER = ((0, 32767), (12539, 30273), (23170, 23170), (30273, 12539), (32767, 0))
"""Cosine and sine of 90, 67.5 ... 0 degrees in 1/32767."""


def within_reach(clip: Rect, x: int, y: int, rx: int, ry: int) -> bool:
    """Whether any of the box around an ellipse is inside the clip; GEM draws no part of a curve when none is."""
    return intersect((x - rx, y - ry, x + rx, y + ry), clip) is not None


def _sine(angle: int) -> int:
    """Of 0 to 89.6 degrees, in 1/65536, interpolated between the table's entries."""
    index, between = divmod(angle, _TABLE_STEP)
    found = _SINES[index]
    return found + ((_SINES[index + 1] - found) * between // _TABLE_STEP if between else 0)


def _scaled(factor: int, radius: int) -> int:
    return (factor * radius + _ONE // 2) // _ONE


def _reach(angle: int, rx: int, ry: int) -> Point:
    """How far to the side and up or down the point of an angle within the first quarter is."""
    if angle > _TABLE_END:
        return 0, ry
    if angle < _QUARTER - _TABLE_END:
        return rx, 0
    return _scaled(_sine(_QUARTER - angle), rx), _scaled(_sine(angle), ry)


def _on_ellipse(x: int, y: int, rx: int, ry: int, angle: int) -> Point:
    """The point of an angle; below 0 there is none but that of 0, as GEM only takes full circles off."""
    angle = max(angle, 0) % FULL_CIRCLE
    half = 2 * _QUARTER
    if angle > half:
        dx, dy = _reach(min(angle - half, FULL_CIRCLE - angle), rx, ry)
        return (x + dx if angle > half + _QUARTER else x - dx), y + dy
    dx, dy = _reach(min(angle, half - angle), rx, ry)
    return (x - dx if angle > _QUARTER else x + dx), y - dy


def arc_points(x: int, y: int, rx: int, ry: int, begin: int, end: int) -> list[Point]:
    """Points of an elliptic arc, counter-clockwise from ``begin`` to ``end`` (0 = right); at least two.

    The number of steps depends on the size, not on the sweep; a point like the one before it is left out, but
    never the last one. A sweep below 0 is a full circle more; one that still is goes round clockwise.
    """
    sweep = end - begin
    if sweep < 0:
        sweep += FULL_CIRCLE
    steps = min(max(max(rx, ry) // 4, _LEAST_STEPS), _MOST_STEPS)
    points = [_on_ellipse(x, y, rx, ry, begin)]
    for step in range(1, steps):
        part = abs(sweep) * step // steps
        point = _on_ellipse(x, y, rx, ry, begin + (part if sweep >= 0 else -part))
        if point != points[-1]:
            points.append(point)
    return [*points, _on_ellipse(x, y, rx, ry, end)]


def rounded_box(x1: int, y1: int, x2: int, y2: int, screen_width: int) -> list[Point]:
    """The closed outline of a box with rounded corners (corners sorted, inclusive pixels).

    The radius is the screen's largest x divided by 64, at most half the width, downwards at most half the height too.
    """
    rx = min((screen_width - 1) >> 6, (x2 - x1) // 2)
    ry = min(rx, (y2 - y1) // 2)
    steps = [(rx * a // 32767, ry * b // 32767) for a, b in _CORNER]
    left, top, right, bottom = x1 + rx, y1 + ry, x2 - rx, y2 - ry
    points = [(right + dx, top - dy) for dx, dy in steps]
    points += [(right + dx, bottom + dy) for dx, dy in reversed(steps)]
    points += [(left - dx, bottom + dy) for dx, dy in steps]
    points += [(left - dx, top - dy) for dx, dy in reversed(steps)]
    return [*points, points[0]]
