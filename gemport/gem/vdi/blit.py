"""Row operations: the four writing modes, the sixteen raster copies, the transparent copies.

Everything works on whole scan lines (one integer a line, see :class:`~gemport.gem.vdi.raster.Raster`); all reading is
done before the first line is written, so source and destination may overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from gemport.gem.vdi.modes import RasterOp, WritingMode
from gemport.gem.vdi.raster import Raster

Rect = tuple[int, int, int, int]
"""x1, y1, x2, y2 in pixels, all inclusive; empty when x2 < x1 or y2 < y1."""


def intersect(a: Rect, b: Rect) -> Rect | None:
    """The common part of two rectangles with sorted corners, or None."""
    x1, y1, x2, y2 = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return (x1, y1, x2, y2) if x1 <= x2 and y1 <= y2 else None


def sort_corners(x1: int, y1: int, x2: int, y2: int) -> Rect:
    """The same rectangle with its upper left corner first."""
    return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def bounds(raster: Raster) -> Rect:
    """The rectangle of all pixels of a raster."""
    return 0, 0, raster.width - 1, raster.height - 1


def span(stride: int, x1: int, x2: int) -> int:
    """Bits x1..x2 (inclusive) of a line of ``stride`` bits set; 0 <= x1, x2 < stride; 0 when x2 < x1."""
    return ((1 << (x2 - x1 + 1)) - 1) << (stride - 1 - x2) if x1 <= x2 else 0


def write_row(rows: list[int], y: int, bits: int, mask: int, mode: int, color: int) -> None:
    """Write the pixels ``mask`` of line y: ``bits`` (within mask) says which of them are source bits 1."""
    if mode == WritingMode.MD_XOR:
        rows[y] ^= bits
    elif mode == WritingMode.MD_REPLACE:
        rows[y] = rows[y] & ~mask | bits if color else rows[y] & ~mask
    else:
        chosen = bits if mode == WritingMode.MD_TRANS else mask & ~bits
        rows[y] = rows[y] | chosen if color else rows[y] & ~chosen


def write_rows(rows: list[int], y: int, lines: Sequence[int], mask: int, mode: int, color: int) -> None:
    """Write a block, line after line from y down, all with one ``mask``; source bits in ``lines`` (within mask)."""
    end = y + len(lines)
    old = rows[y:end]
    if mode == WritingMode.MD_XOR:
        rows[y:end] = [d ^ s for d, s in zip(old, lines, strict=True)]
    elif mode == WritingMode.MD_REPLACE:
        keep = ~mask
        rows[y:end] = [d & keep | s for d, s in zip(old, lines, strict=True)] if color else [d & keep for d in old]
    elif mode == WritingMode.MD_TRANS:
        if color:
            rows[y:end] = [d | s for d, s in zip(old, lines, strict=True)]
        else:
            rows[y:end] = [d & ~s for d, s in zip(old, lines, strict=True)]
    elif color:
        rows[y:end] = [d | s ^ mask for d, s in zip(old, lines, strict=True)]
    else:
        rows[y:end] = [d & ~(s ^ mask) for d, s in zip(old, lines, strict=True)]


class Copy(NamedTuple):
    """A copy cut to what both bitmaps hold: first lines, height, shift (positive = left), destination mask."""

    source_y: int
    dest_y: int
    height: int
    shift: int
    mask: int
    whole: bool
    """The source is copied over its full width, so its shifted lines need no masking."""


def _cut(first: int, last: int, source: int, start: int, clip: int, clip_last: int, dest: int) -> tuple[int, int]:
    """Along one axis, counted from the source's first pixel: where what is left begins, and where it ends (exclusive).

    ``source`` and ``dest`` are the sizes of the bitmaps, ``start`` is where the first pixel would land.
    """
    # Every card goes through here twice: comparing costs a fifth of what min and max do.
    least = clip if clip > 0 else 0
    begin = least - start if least > start else 0
    begin = -first if -first > begin else begin
    most = clip_last if clip_last < dest else dest - 1
    end = (last if last < source else source - 1) - first
    room = most - start
    return begin, (end if end < room else room) + 1


def plan_copy(source: Raster, dest: Raster, coords: Sequence[int], clip: Rect) -> Copy | None:
    """Cut a copy to the source form, the clip rectangle and the destination; None when nothing is left.

    ``coords`` are sx1, sy1, sx2, sy2, dx1, dy1 and, ignored but for sorting, dx2, dy2 (inclusive pixels); the
    size is the source rectangle's (docs/machine.md 2.10).
    """
    sx1, sy1, sx2, sy2 = coords[:4]
    if sx1 > sx2 or sy1 > sy2:
        sx1, sy1, sx2, sy2 = sort_corners(sx1, sy1, sx2, sy2)
    dx, dy = coords[4], coords[5]
    if len(coords) > 6:
        dx, dy = min(dx, coords[6]), min(dy, coords[7])
    left, width = _cut(sx1, sx2, source.width, dx, clip[0], clip[2], dest.width)
    top, height = _cut(sy1, sy2, source.height, dy, clip[1], clip[3], dest.height)
    if left >= width or top >= height:
        return None
    shift = (dest.stride - dx) - (source.stride - sx1)
    mask = span(dest.stride, dx + left, dx + width - 1)
    whole = sx1 + left == 0 and sx1 + width == source.width
    return Copy(sy1 + top, dy + top, height - top, shift, mask, whole)


def _moved(source: Raster, plan: Copy) -> list[int]:
    """The source lines where they are to land, nothing set outside the mask."""
    lines = source.rows[plan.source_y : plan.source_y + plan.height]
    shift, mask = plan.shift, plan.mask
    if plan.whole:
        if shift > 0:
            return [s << shift for s in lines]
        return [s >> -shift for s in lines] if shift else lines
    if shift > 0:
        return [s << shift & mask for s in lines]
    return [s >> -shift & mask for s in lines] if shift else [s & mask for s in lines]


_OPS: dict[int, Callable[[Iterable[tuple[int, int]], int, int], list[int]]] = {
    RasterOp.ALL_WHITE: lambda pairs, _m, k: [d & k for _, d in pairs],
    RasterOp.S_AND_D: lambda pairs, _m, k: [d & (s | k) for s, d in pairs],
    RasterOp.S_AND_NOTD: lambda pairs, _m, k: [d & k | s & ~d for s, d in pairs],
    RasterOp.S_ONLY: lambda pairs, _m, k: [d & k | s for s, d in pairs],
    RasterOp.NOTS_AND_D: lambda pairs, _m, _k: [d & ~s for s, d in pairs],
    RasterOp.D_ONLY: lambda pairs, _m, _k: [d for _, d in pairs],
    RasterOp.S_XOR_D: lambda pairs, _m, _k: [d ^ s for s, d in pairs],
    RasterOp.S_OR_D: lambda pairs, _m, _k: [d | s for s, d in pairs],
    RasterOp.NOT_SORD: lambda pairs, m, k: [d & k | m & ~(s | d) for s, d in pairs],
    RasterOp.NOT_SXORD: lambda pairs, m, _k: [d ^ s ^ m for s, d in pairs],
    RasterOp.D_INVERT: lambda pairs, m, _k: [d ^ m for _, d in pairs],
    RasterOp.S_OR_NOTD: lambda pairs, m, k: [d & k | s | m & ~d for s, d in pairs],
    RasterOp.NOT_S: lambda pairs, m, k: [d & k | s ^ m for s, d in pairs],
    RasterOp.NOTS_OR_D: lambda pairs, m, _k: [d | s ^ m for s, d in pairs],
    RasterOp.NOT_SANDD: lambda pairs, m, k: [d & k | m & ~(s & d) for s, d in pairs],
    RasterOp.ALL_BLACK: lambda pairs, m, _k: [d | m for _, d in pairs],
}
"""Pairs of a source line (within the mask) and a destination line, mask, its complement -> the new lines.

Whole blocks, not lines: a call a line would take longer than the line itself.
"""


def copy_opaque(op: int, source: Raster, dest: Raster, coords: Sequence[int], clip: Rect) -> bool:
    """vro_cpyfm: combine source and destination by one of the 16 functions; False when nothing was touched.

    Raises ValueError for a function outside 0..15.
    """
    if op not in _OPS:
        raise ValueError(f"raster operation {op} is not one of 0..15")
    plan = plan_copy(source, dest, coords, clip)
    if plan is None:
        return False
    first, end = plan.dest_y, plan.dest_y + plan.height
    pairs = zip(_moved(source, plan), dest.rows[first:end], strict=True)
    dest.rows[first:end] = _OPS[op](pairs, plan.mask, ~plan.mask)
    return True


def copy_transparent(
    mode: int, source: Raster, dest: Raster, coords: Sequence[int], clip: Rect, colors: tuple[int, int]
) -> bool:
    """vrt_cpyfm: set bits take ``colors[0]``, clear bits ``colors[1]``, by writing mode (docs/machine.md 2.10).

    False when nothing was touched; ValueError for a mode outside 1..4.
    """
    if not 1 <= mode <= 4:
        raise ValueError(f"writing mode {mode} is not one of 1..4")
    plan = plan_copy(source, dest, coords, clip)
    if plan is None:
        return False
    lines, mask = _moved(source, plan), plan.mask
    rows, first = dest.rows, plan.dest_y
    if mode == WritingMode.MD_REPLACE:
        if colors[0] == colors[1]:
            lines = [mask if colors[0] else 0] * plan.height
        elif not colors[0]:
            lines = [s ^ mask for s in lines]
        write_rows(rows, first, lines, mask, mode, 1)
    else:
        write_rows(rows, first, lines, mask, mode, colors[0] if mode == WritingMode.MD_TRANS else colors[1])
    return True


_OP_D = int(RasterOp.D_ONLY)


def stray_destination(source: Raster, dest: Raster, coords: Sequence[int], clip: Rect, lower: bool) -> bool:
    """vro_cpyfm with D_ONLY, which ought to do nothing.

    GEM has no loop of its own for this function: it runs into the one for XOR, with the function's number
    in the register that should hold the source, reduced before every word by the source's line wrap and at the edges by
    their masks, too. So a stray pixel of each word flips for as long as the masks let it. ``lower``: the source lies
    before the destination in memory; such copies go from the lower right to the upper left, and the wrap is negative.
    Within one bitmap the places tell.
    """
    plan = plan_copy(source, dest, coords, clip)
    if plan is None:
        return False
    left = dest.stride - plan.mask.bit_length()
    right = dest.stride - (plan.mask & -plan.mask).bit_length()
    offset = source.stride - dest.stride + plan.shift
    if source is dest:
        lower = (plan.source_y, left + offset) < (plan.dest_y, left)
    wrap = 2 * ((right + offset) // 16 - (left + offset) // 16) - source.stride // 8
    bits = _OP_D & (wrap if lower else -wrap)
    step = -1 if lower else 1
    for y in range(plan.dest_y, plan.dest_y + plan.height)[::step]:
        for word in range(left // 16, right // 16 + 1)[::step]:
            if word in (left // 16, right // 16):
                bits &= plan.mask >> (dest.stride - 16 * (word + 1))
            dest.rows[y] ^= bits << (dest.stride - 16 * (word + 1))
    return True
