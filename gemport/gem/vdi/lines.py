"""Lines one pixel wide: Bresenham as GEM walks it, patterns, clipping by cutting the ends (docs/machine.md 2.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gemport.gem.vdi.blit import Rect, span, write_row, write_rows
from gemport.gem.vdi.fills import Point
from gemport.gem.vdi.modes import WritingMode
from gemport.gem.vdi.patterns import lines_of
from gemport.gem.vdi.raster import Raster

_MOST_CUTS = 16


class Stroke(NamedTuple):
    """How a line is drawn: 16-bit pattern (bit 15 first), colour 0 or 1, writing mode 1..4."""

    style: int
    color: int
    mode: int


def mul_div(a: int, b: int, c: int) -> int:
    """a * b / c rounded to nearest, except that negative results come out half a unit lower.

    So does a real GEM where it clips lines and turns arrow heads: -8 exactly becomes -9, -7.9 becomes -8.
    """
    product = 2 * a * b
    quotient = abs(product) // abs(c)
    return (quotient + 1) >> 1 if (product >= 0) == (c > 0) or not quotient else -((quotient + 2) // 2)


def _outside(x: int, y: int, clip: Rect) -> int:
    """Which edges of the clip a point lies beyond: 1 left, 2 right, 4 above, 8 below."""
    return (x < clip[0]) | (x > clip[2]) << 1 | (y < clip[1]) << 2 | (y > clip[3]) << 3


def clip_line(x1: int, y1: int, x2: int, y2: int, clip: Rect) -> Rect | None:
    """The part of a line inside the clip, ends in the order given; None when no part is.

    A line that touches no more than a corner may be pushed about it by rounding: after _MOST_CUTS it counts as outside.
    """
    for _ in range(_MOST_CUTS):
        code1, code2 = _outside(x1, y1, clip), _outside(x2, y2, clip)
        if not code1 | code2:
            return x1, y1, x2, y2
        if code1 & code2:
            return None
        code, dx, dy = code1 or code2, x2 - x1, y2 - y1
        if code & 3:
            x = clip[0] if code & 1 else clip[2]
            y = y1 + mul_div(dy, x - x1, dx)
        else:
            y = clip[1] if code & 4 else clip[3]
            x = x1 + mul_div(dx, y - y1, dy)
        if code1:
            x1, y1 = x, y
        else:
            x2, y2 = x, y
    return None


def _walk(major: int, minor: int) -> Iterator[tuple[int, int, int]]:
    """Bresenham over ``major`` + 1 steps: (minor offset, first step, last step) of every straight run."""
    error, first, offset = -major, 0, 0
    for step in range(major):
        error += 2 * minor
        if error >= 0:
            yield offset, first, step
            error -= 2 * major
            offset += 1
            first = step + 1
    yield offset, first, major


def rotate_left(style: int, count: int) -> int:
    """A 16-bit word rotated left."""
    count %= 16
    return (style << count | style >> (16 - count)) & 0xFFFF


def _pattern_from(style: int, x: int, stride: int) -> int:
    """The style repeated over a line so that its bit 15 falls on x (not below 0)."""
    return lines_of((rotate_left(style, -x % 16),), stride)[0]


def _draw_vertical(raster: Raster, x: int, y1: int, y2: int, stroke: Stroke) -> None:
    """From y1 to y2, which may be above it; the pattern starts at y1."""
    mask = span(raster.stride, x, x)
    bits = [mask if stroke.style >> bit & 1 else 0 for bit in range(15, -1, -1)]
    height = abs(y2 - y1) + 1
    lines = (bits * (height // 16 + 1))[:height]
    write_rows(raster.rows, min(y1, y2), lines if y1 <= y2 else lines[::-1], mask, stroke.mode, stroke.color)


def draw_segment(raster: Raster, segment: Rect, stroke: Stroke, last: bool, level: bool = False) -> int:
    """Draw one segment that lies inside the raster, both ends included; the style that the next segment continues with.

    In XOR mode a segment that is not the last of its polyline ends one column before its right end, but in the same
    line, so that a slanted one changes its slope; a vertical one loses nothing. A segment of one point counts as
    vertical unless it is to be ``level``: its dot is the screen's then.
    """
    x1, y1, x2, y2 = segment
    style, color, mode = stroke
    if x1 == x2 and not (level and y1 == y2):
        _draw_vertical(raster, x1, y1, y2, stroke)
        return rotate_left(style, abs(y2 - y1) + 1)
    if x2 < x1:
        x1, y1, x2, y2 = x2, y2, x1, y1
    if mode == WritingMode.MD_XOR and not last and x2 > x1:
        x2 -= 1
    rows, stride = raster.rows, raster.stride
    if y1 == y2:
        mask = span(stride, x1, x2)
        write_row(rows, y1, lines_of((style,), stride)[0] & mask, mask, mode, color)
        return style
    dx, dy = x2 - x1, abs(y2 - y1)
    sign = 1 if y2 > y1 else -1
    if dx >= dy:
        line = _pattern_from(style, x1, stride)
        for offset, first, end in _walk(dx, dy):
            mask = span(stride, x1 + first, x1 + end)
            write_row(rows, y1 + sign * offset, line & mask, mask, mode, color)
        return rotate_left(style, dx + 1)
    for offset, first, end in _walk(dy, dx):
        mask = 1 << (stride - 1 - x1 - offset)
        for step in range(first, end + 1):
            bits = mask if style >> (15 - step % 16) & 1 else 0
            write_row(rows, y1 + sign * step, bits, mask, mode, color)
    return rotate_left(style, dy + 1)


def draw_polyline(raster: Raster, clip: Rect, points: Sequence[Point], stroke: Stroke) -> bool:
    """Draw n - 1 segments through n points; the pattern is carried from segment to segment. False: nothing drawn.

    What clipping leaves of a vertical segment is level if it is but a point; of all others it is vertical.
    """
    drawn = False
    for index in range(len(points) - 1):
        whole = (*points[index], *points[index + 1])
        part = clip_line(*whole, clip)
        if part is not None:
            style = draw_segment(raster, part, stroke, index == len(points) - 2, part != whole and whole[0] == whole[2])
            stroke = stroke._replace(style=style)
            drawn = True
    return drawn
