"""The raster copies: sixteen functions of source and destination, transparent copies (docs/machine.md 2.10).

Everything works on whole scan lines; all reading is done before the first line is written, so source and destination
may overlap.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from operator import and_, lshift, or_, rshift, xor

from gemport.gem.vdi.attributes import Attributes, color_index
from gemport.gem.vdi.modes import RasterOp, WritingMode
from gemport.gem.vdi.raster import Raster, Rect, bounds, sort_corners, span, write_rows

Coords = Sequence[int]
"""sx1, sy1, sx2, sy2, dx1, dy1, dx2, dy2: pixels, inclusive; the size is the source's. dx2, dy2 may be missing."""
_Cut = tuple[Iterable[int], range, int, int, int, int]
"""A copy cut to size: the source's lines as they land, the destination's lines, their mask and its complement, and x, y
of the source's pixel (0, 0)."""
_MAX_CACHED = 64
"""Width of forms whose lines are kept as they land, pixels at most: a card lies in one column again and again."""

_FUNCTIONS: dict[int, Callable[[Iterable[int], list[int], int, int], Iterable[int]]] = {
    RasterOp.ALL_WHITE: lambda _s, d, _m, k: map(and_, d, repeat(k)),
    RasterOp.S_AND_NOTD: lambda s, d, _m, k: [d & k | (s | d) ^ d for s, d in zip(s, d, strict=True)],
    RasterOp.S_ONLY: lambda s, d, _m, k: [d & k | s for s, d in zip(s, d, strict=True)],
    RasterOp.NOTS_AND_D: lambda s, d, _m, _k: [(d | s) ^ s for s, d in zip(s, d, strict=True)],
    RasterOp.D_ONLY: lambda _s, d, _m, _k: d,
    RasterOp.S_XOR_D: lambda s, d, _m, _k: map(xor, d, s),
    RasterOp.NOT_SORD: lambda s, d, m, k: [d & k | (s | d) & m ^ m for s, d in zip(s, d, strict=True)],
    RasterOp.NOT_SXORD: lambda s, d, m, _k: [d ^ s ^ m for s, d in zip(s, d, strict=True)],
    RasterOp.D_INVERT: lambda _s, d, m, _k: map(xor, d, repeat(m)),
    RasterOp.S_OR_NOTD: lambda s, d, m, k: [d & k | s | d & m ^ m for s, d in zip(s, d, strict=True)],
    RasterOp.NOT_S: lambda s, d, m, k: [d & k | s ^ m for s, d in zip(s, d, strict=True)],
    RasterOp.NOTS_OR_D: lambda s, d, m, _k: [d | s ^ m for s, d in zip(s, d, strict=True)],
    RasterOp.NOT_SANDD: lambda s, d, m, k: [d & k | s & d ^ m for s, d in zip(s, d, strict=True)],
    RasterOp.ALL_BLACK: lambda _s, d, m, _k: map(or_, d, repeat(m)),
}
"""Source lines (within the mask), destination lines, mask, its complement in the line -> the new lines.

Whole blocks, as a call a line would take longer than the line itself. S_AND_D and S_OR_D, which cards are drawn with,
are spared even that: they stand in ``vro_cpyfm``.
No ~ anywhere: Python takes twice as long for & and | of negative numbers.
"""


@lru_cache(maxsize=256)
def _shifted(rows: tuple[int, ...], shift: int) -> tuple[int, ...]:
    return tuple(row << shift for row in rows)


@lru_cache(maxsize=512)
def _masks(stride: int, x1: int, x2: int) -> tuple[int, int]:
    """Return the pixels x1..x2 of a line, and all others."""
    mask = span(stride, x1, x2)
    return mask, (1 << stride) - 1 ^ mask


def _cut(source: Raster, dest: Raster, coords: Coords, clip: Rect) -> _Cut | None:
    """Cut a copy to the source form, the clip rectangle and the destination; None when nothing is left."""
    if len(coords) not in (6, 8):
        raise ValueError(f"a raster copy takes 8 coordinates, not {len(coords)}")
    sx1, sy1, sx2, sy2, dx, dy = coords[:6]
    if sx1 > sx2 or sy1 > sy2:
        sx1, sy1, sx2, sy2 = sort_corners(sx1, sy1, sx2, sy2)
    if len(coords) == 8:
        dx, dy = min(dx, coords[6]), min(dy, coords[7])
    x, y = dx - sx1, dy - sy1
    left, right = max(dx, x, clip[0], 0), min(x + sx2, x + source.width - 1, clip[2], dest.width - 1)
    top, bottom = max(dy, y, clip[1], 0), min(y + sy2, y + source.height - 1, clip[3], dest.height - 1)
    if left > right or top > bottom:
        return None
    mask, keep = _masks(dest.stride, left, right)
    rows = source.rows[top - y : bottom + 1 - y]
    shift = dest.stride - source.stride - x
    lines: Iterable[int]
    if shift < 0:
        lines = map(rshift, rows, repeat(-shift))
    else:
        lines = _shifted(tuple(rows), shift) if source.width <= _MAX_CACHED else map(lshift, rows, repeat(shift))
    if right - left + 1 < source.width:
        lines = map(and_, lines, repeat(mask))
    return lines, range(top, bottom + 1), mask, keep, x, y


def _flip_stray_pixels(source: Raster, dest: Raster, cut: _Cut, lower: bool) -> None:
    """Do what GEM does for D_ONLY, which ought to do nothing.

    GEM has no loop of its own for this function: it runs into the one for XOR, with the function's number
    in the register that should hold the source, reduced before every word by the source's line wrap and at the edges by
    their masks, too. So a stray pixel of each word flips for as long as the masks let it. ``lower``: the source lies
    before the destination in memory; such copies go from the lower right to the upper left, and the wrap is negative.
    Within one bitmap the places tell.
    """
    _, lines, mask, _, x, y = cut
    left = dest.stride - mask.bit_length()
    right = dest.stride - (mask & -mask).bit_length()
    if source is dest:
        lower = (y, x) > (0, 0)
    wrap = 2 * ((right - x) // 16 - (left - x) // 16) - source.stride // 8
    bits = int(RasterOp.D_ONLY) & (wrap if lower else -wrap)
    step = -1 if lower else 1
    for line in lines[::step]:
        for word in range(left // 16, right // 16 + 1)[::step]:
            if word in (left // 16, right // 16):
                bits &= mask >> (dest.stride - 16 * (word + 1))
            dest.rows[line] ^= bits << (dest.stride - 16 * (word + 1))


class CopyCalls(Attributes):
    """Raster copies. None as a form is the workstation's own bitmap; only there the clip rectangle counts."""

    def vro_cpyfm(self, op: int, coords: Coords, src: Raster | None = None, dst: Raster | None = None) -> None:
        """Copy with one of the 16 functions of :class:`RasterOp`. Raises ValueError for another one.

        D_ONLY flips stray pixels, as GEM does; between two bitmaps in memory, where it depends on which of them lies
        lower, it does nothing.
        """
        if not 0 <= op <= RasterOp.ALL_BLACK:
            raise ValueError(f"raster operation {op} is not one of 0..15")
        screen = self.raster
        source, target = src or screen, dst or screen
        cut = _cut(source, target, coords, self.clip if target is screen else bounds(target))
        if cut is None:
            return
        target.version += 1
        if op == RasterOp.D_ONLY and (source is target or source is screen or target is screen):
            _flip_stray_pixels(source, target, cut, lower=target is screen)
            return
        lines, lands, mask, keep, _, _ = cut
        rows, first, end = target.rows, lands.start, lands.stop
        if op == RasterOp.S_AND_D:
            rows[first:end] = map(and_, rows[first:end], map(or_, lines, repeat(keep)))
        elif op == RasterOp.S_OR_D:
            rows[first:end] = map(or_, rows[first:end], lines)
        else:
            rows[first:end] = _FUNCTIONS[op](lines, rows[first:end], mask, keep)

    def vrt_cpyfm(
        self, mode: int, coords: Coords, src: Raster | None, dst: Raster | None = None, colors: tuple[int, int] = (1, 0)
    ) -> None:
        """Copy in a writing mode 1..4; ``colors`` are those of set and of clear bits. Raises ValueError: other mode."""
        if not 1 <= mode <= 4:
            raise ValueError(f"writing mode {mode} is not one of 1..4")
        source, target = src or self.raster, dst or self.raster
        cut = _cut(source, target, coords, self.clip if target is self.raster else bounds(target))
        if cut is None:
            return
        target.version += 1
        moved, lands, mask, _, _, _ = cut
        lines, color = list(moved), 1
        set_color, clear_color = map(color_index, colors)
        if mode != WritingMode.MD_REPLACE:
            color = set_color if mode == WritingMode.MD_TRANS else clear_color
        elif set_color == clear_color:
            lines = [mask if set_color else 0] * len(lands)
        elif not set_color:
            lines = [line ^ mask for line in lines]
        write_rows(target.rows, lands.start, lines, mask, mode, color)

    def vr_trnfm(self, src: Raster, dst: Raster) -> None:
        """Turn standard into device format or back: with one plane the bits are the same, so they are only copied."""
        if src is not dst:
            CopyCalls(dst, self.fonts).vro_cpyfm(RasterOp.S_ONLY, (*bounds(src), 0, 0), src)
