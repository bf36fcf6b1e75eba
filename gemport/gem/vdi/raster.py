"""Rasters: one bit per pixel, one Python integer per scan line; functions that write rows, rectangles and polygons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import repeat
from operator import itemgetter
from typing import NamedTuple

from gemport.gem.vdi.modes import WritingMode

Point = tuple[int, int]
Rect = tuple[int, int, int, int]  # x1, y1, x2, y2 in pixels, all inclusive; empty when x2 < x1 or y2 < y1
Pattern = tuple[int, ...]
"""16-bit words, one per row. Bit 15 is at every x divisible by 16; row 0 is at every y divisible by the number of rows.
"""

_MAX_SHOWN = 128
"""Largest width and height in pixels of a raster whose ``repr`` is a picture."""
_BLOCKS = " ▄▀█"


class Paint(NamedTuple):
    """Attributes of a fill: pattern (locked to the bitmap's origin), colour 0 or 1, writing mode 1..4."""

    pattern: Pattern
    color: int
    mode: int


class Raster:
    """A form of ``width`` x ``height`` pixels, 1 = black, origin at the top left.

    A scan line is one integer of ``stride`` bits: ``width`` rounded up to a multiple of 16. Pixel x is bit
    ``stride - 1 - x``, so one shift moves a line. Bits right of ``width`` must stay 0. ``version`` increases with every
    change, so that a host can detect changes cheaply. Raises ValueError if a side is not positive, or if the number of
    ``rows`` is not ``height``.
    """

    __slots__ = ("height", "rows", "stride", "version", "width")

    def __init__(self, width: int, height: int, rows: Sequence[int] | None = None) -> None:
        self.version = 0
        self.rows: list[int] = []
        self.resize(width, height)
        if rows is not None:
            if len(rows) != height:
                raise ValueError(f"{len(rows)} rows for a raster {height} high")
            self.rows = list(rows)

    @classmethod
    def from_bytes(cls, width: int, height: int, data: bytes) -> Raster:
        """Read ``height`` rows of 16-bit words, most significant bit leftmost (a GEM form in standard format).

        Raises ValueError if ``data`` is too short or a side is not positive.
        """
        size = (width + 15) // 16 * 2
        if len(data) < size * height:
            raise ValueError(f"{len(data)} bytes are too few for a form of {width}x{height}")
        inside = span(size * 8, 0, width - 1)
        rows = [int.from_bytes(data[y * size : (y + 1) * size], "big") & inside for y in range(height)]
        return cls(width, height, rows)

    def resize(self, width: int, height: int) -> None:
        """Change the size and clear all pixels to white. Raises ValueError if a side is not positive."""
        if width <= 0 or height <= 0:
            raise ValueError(f"a raster needs a size, not {width}x{height}")
        self.width = width
        self.height = height
        self.stride = (width + 15) // 16 * 16
        self.rows = [0] * height
        self.version += 1

    def to_bytes(self) -> bytes:
        """Return the rows from top to bottom as 16-bit words, most significant bit leftmost."""
        size = self.stride // 8
        return b"".join(map(int.to_bytes, self.rows, repeat(size)))

    def copy(self) -> Raster:
        """Return an independent raster with the same pixels."""
        return Raster(self.width, self.height, self.rows)

    def part(self, rect: Rect) -> Raster:
        """Return a copy of a rectangle inside the raster."""
        x1, y1, x2, y2 = rect
        part = Raster(x2 - x1 + 1, y2 - y1 + 1)
        inside = span(self.stride, x1, x2)
        left = x1 + part.stride - self.stride
        part.rows = [(row & inside) << left if left >= 0 else (row & inside) >> -left for row in self.rows[y1 : y2 + 1]]
        return part

    def get_pixel(self, x: int, y: int) -> int:
        """Return the pixel at (x, y), or 0 outside the raster."""
        if 0 <= x < self.width and 0 <= y < self.height:
            return self.rows[y] >> (self.stride - 1 - x) & 1
        return 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Raster):
            return NotImplemented
        return (self.width, self.height, self.rows) == (other.width, other.height, other.rows)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return the size, and a picture of a small raster: each character shows a pixel and the one below it."""
        size = f"Raster({self.width}, {self.height})"
        if self.width > _MAX_SHOWN or self.height > _MAX_SHOWN:
            return size
        lines = [f"{row:0{self.stride}b}"[: self.width] for row in (*self.rows, 0)]
        pairs = zip(lines[:-1:2], lines[1::2], strict=True)
        pictures = ("".join(_BLOCKS[int(a) * 2 + int(b)] for a, b in zip(*pair, strict=True)) for pair in pairs)
        return "\n".join([size, *(f"|{picture}|" for picture in pictures)])


def intersect(a: Rect, b: Rect) -> Rect | None:
    """Return the common part of two rectangles with sorted corners, or None."""
    x1, y1, x2, y2 = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return (x1, y1, x2, y2) if x1 <= x2 and y1 <= y2 else None


def sort_corners(x1: int, y1: int, x2: int, y2: int) -> Rect:
    """Return the same rectangle with its upper left corner first."""
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def bounds(raster: Raster) -> Rect:
    """Return the rectangle of all pixels of a raster."""
    return 0, 0, raster.width - 1, raster.height - 1


def span(stride: int, x1: int, x2: int) -> int:
    """Return a line of ``stride`` bits with x1..x2 (inclusive) set; 0 <= x1, x2 < stride; 0 when x2 < x1."""
    return ((1 << (x2 - x1 + 1)) - 1) << (stride - 1 - x2) if x1 <= x2 else 0


@lru_cache(maxsize=512)
def lines_of(pattern: Pattern, stride: int) -> tuple[int, ...]:
    """Return the pattern's rows, each repeated across a line of ``stride`` bits (a multiple of 16)."""
    ones = (1 << stride) // 0xFFFF
    return tuple(word * ones for word in pattern)


def write_row(rows: list[int], y: int, bits: int, mask: int, mode: int, color: int) -> None:
    """Write the pixels in ``mask`` of line y; ``bits`` (a subset of mask) are the set bits of the source."""
    if mode == WritingMode.MD_XOR:
        rows[y] ^= bits
    elif mode == WritingMode.MD_REPLACE:
        rows[y] = (rows[y] | mask) ^ (mask ^ bits if color else mask)
    else:
        chosen = bits if mode == WritingMode.MD_TRANS else mask ^ bits
        rows[y] = rows[y] | chosen if color else (rows[y] | chosen) ^ chosen


def write_rows(rows: list[int], y: int, lines: Sequence[int], mask: int, mode: int, color: int) -> None:
    """Write a block of lines from y downward, all with the same ``mask``; ``lines`` (subsets of mask) are the source.

    There is no ~, because & and | of negative numbers take twice as long in Python.
    """
    end = y + len(lines)
    old = rows[y:end]
    if mode == WritingMode.MD_XOR:
        rows[y:end] = [d ^ s for d, s in zip(old, lines, strict=True)]
        return
    if mode == WritingMode.MD_ERASE:
        lines = [s ^ mask for s in lines]
    if mode == WritingMode.MD_REPLACE:
        blank = [(d | mask) ^ mask for d in old]
        rows[y:end] = [d | s for d, s in zip(blank, lines, strict=True)] if color else blank
    elif color:
        rows[y:end] = [d | s for d, s in zip(old, lines, strict=True)]
    else:
        rows[y:end] = [(d | s) ^ s for d, s in zip(old, lines, strict=True)]


def fill_rect(raster: Raster, clip: Rect, rect: Rect, paint: Paint) -> bool:
    """Fill a rectangle (inclusive, sorted corners) within ``clip``; return False if it is entirely outside."""
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


def fill_span(raster: Raster, y: int, x1: int, x2: int, paint: Paint) -> None:
    """Fill the pixels x1..x2 (inclusive) of line y; all must be inside the bitmap."""
    mask = span(raster.stride, x1, x2)
    lines = lines_of(paint.pattern, raster.stride)
    write_row(raster.rows, y, lines[y % len(lines)] & mask, mask, paint.mode, paint.color)


def polygon_steps(raster: Raster, clip: Rect, points: Sequence[Point], paint: Paint) -> Iterator[None]:
    """Fill a closed polygon by the even-odd rule, one row per step, from row ymin + 1 to ymax - 1 only.

    The perimeter, if any, supplies the top and bottom rows.

    An edge crosses the lines min(y1, y2) <= y < max(y1, y2), at an x rounded to nearest (docs/machine.md 2.5).
    """
    top = max(min(y for _, y in points) + 1, clip[1])
    bottom = min(max(y for _, y in points) - 1, clip[3])
    # Edges below the current line, sorted with the uppermost last, so that each line only examines the edges it
    # crosses.
    coming = [
        (*min(a, b, key=itemgetter(1)), *max(a, b, key=itemgetter(1)))
        for a, b in zip(points, [*points[1:], points[0]], strict=True)
        if a[1] != b[1] and max(a[1], b[1]) > top and min(a[1], b[1]) <= bottom
    ]
    coming.sort(key=itemgetter(1), reverse=True)
    crossing: list[Rect] = []
    lines, stride, mode = lines_of(paint.pattern, raster.stride), raster.stride, paint.mode
    for y in range(top, bottom + 1):
        while coming and coming[-1][1] <= y:
            crossing.append(coming.pop())
        crossing = [edge for edge in crossing if edge[3] > y]
        places = [
            (2 * x1 * (y2 - y1) + 2 * (x2 - x1) * (y - y1) + y2 - y1) // (2 * (y2 - y1)) for x1, y1, x2, y2 in crossing
        ]
        places.sort()
        mask = 0
        for left, right in zip(places[::2], places[1::2], strict=True):
            left, right = max(left, clip[0]), min(right, clip[2])
            if left <= right:
                # Adjacent parts share a pixel, which GEM writes twice: in XOR mode it is unchanged.
                part = span(stride, left, right)
                mask = mask ^ part if mode == WritingMode.MD_XOR else mask | part
        if mask:
            write_row(raster.rows, y, lines[y % len(lines)] & mask, mask, mode, paint.color)
        yield
