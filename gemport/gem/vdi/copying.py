"""Raster copies: the sixteen functions of source and destination, and transparent copies (docs/machine.md 2.10).

The copies work on entire scan lines and read everything before they write the first line, so source and destination may
overlap.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import repeat
from operator import and_, lshift, or_, rshift, xor

from gemport.gem.vdi.attributes import Attributes, color_index
from gemport.gem.vdi.modes import RasterOp, WritingMode
from gemport.gem.vdi.raster import Raster, bounds, sort_corners, span

Coords = Sequence[int]
"""sx1, sy1, sx2, sy2, dx1, dy1, dx2, dy2 in pixels, inclusive. The source determines the size; dx2, dy2 may be omitted.
"""
_MAX_CACHED = 64  # maximum width in pixels of forms whose shifted lines are cached: cards are often drawn at the same x

_FUNCTIONS: dict[int, Callable[[Iterable[int], list[int], int, int], Iterable[int]]] = {
    RasterOp.ALL_WHITE: lambda _s, d, _m, k: map(and_, d, repeat(k)),
    RasterOp.S_AND_NOTD: lambda s, d, _m, k: [d & k | (s | d) ^ d for s, d in zip(s, d, strict=True)],
    RasterOp.S_ONLY: lambda s, d, _m, k: [d & k | s for s, d in zip(s, d, strict=True)],
    RasterOp.NOTS_AND_D: lambda s, d, _m, _k: [(d | s) ^ s for s, d in zip(s, d, strict=True)],
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
"""Functions from source lines (within the mask), destination lines, mask and its complement to the new lines.

They work on blocks, because a call per line would take longer than the line itself. S_AND_D and S_OR_D, used to draw
cards, are even inlined in ``vro_cpyfm``. There is no ~, because & and | of negative numbers take twice as long in
Python.
"""


_OPS: dict[int, tuple[tuple[RasterOp, RasterOp], tuple[RasterOp, RasterOp]]] = {
    WritingMode.MD_REPLACE: ((RasterOp.ALL_WHITE, RasterOp.NOT_S), (RasterOp.S_ONLY, RasterOp.ALL_BLACK)),
    WritingMode.MD_TRANS: ((RasterOp.NOTS_AND_D,) * 2, (RasterOp.S_OR_D,) * 2),
    WritingMode.MD_XOR: ((RasterOp.S_XOR_D,) * 2,) * 2,
    WritingMode.MD_ERASE: ((RasterOp.S_AND_D, RasterOp.NOTS_OR_D),) * 2,
}
"""Raster operations equivalent to the writing modes, by the colour of set bits and the colour of clear bits."""


@lru_cache(maxsize=256)
def _shifted(rows: tuple[int, ...], shift: int) -> tuple[int, ...]:
    return tuple(map(lshift, rows, repeat(shift)))


@lru_cache(maxsize=512)
def _masks(stride: int, x1: int, x2: int) -> tuple[int, int]:
    """Return the mask of the pixels x1..x2 (inclusive) of a line, and its complement."""
    mask = span(stride, x1, x2)
    return mask, (1 << stride) - 1 ^ mask


def _flip_stray_pixels(source: Raster, dest: Raster, x: int, y: int, lines: range, mask: int, lower: bool) -> None:
    """Reproduce GEM's bug in D_ONLY, which should do nothing.

    GEM has no loop for this function and falls into the loop for XOR. The register that should hold the source contains
    the function's number instead; before each word it is ANDed with the source's line wrap, and at the edges with their
    masks. So a stray pixel of each word is inverted until the masks clear it.

    Args:
        x: column of the destination for the source's pixel (0, 0)
        y: line of the destination for the source's pixel (0, 0)
        lines: lines of the destination
        mask: pixels of the destination within each line
        lower: whether the source precedes the destination in memory. Such copies run from the lower right to the upper
            left, with a negative wrap. Within one bitmap the coordinates decide.
    """
    left = dest.stride - mask.bit_length()
    right = dest.stride - (mask & -mask).bit_length()
    if source is dest:
        lower = (y, x) > (0, 0)
    wrap = 2 * ((right - x) // 16 - (left - x) // 16) - source.stride // 8
    bits = int(RasterOp.D_ONLY) & (wrap if lower else -wrap)
    step = -1 if lower else 1
    flipped = [0, 0]  # pixels in the first line and in all others, where the masks have no further effect
    for place in range(2):
        for word in range(left // 16, right // 16 + 1)[::step]:
            if word in (left // 16, right // 16):
                bits &= mask >> (dest.stride - 16 * (word + 1))
            flipped[place] |= bits << (dest.stride - 16 * (word + 1))
    for number, line in enumerate(lines[::step]):
        dest.rows[line] ^= flipped[number > 0]


class CopyCalls(Attributes):
    """Raster copies.

    Pass None as a form for the workstation's own bitmap. The clip rectangle applies only if that is the destination.
    """

    def vro_cpyfm(
        self, op: int, coords: Coords, src: Raster | None = None, dst: Raster | None = None, lower: bool | None = None
    ) -> None:
        """Copy with one of the 16 functions of :class:`RasterOp`.

        D_ONLY inverts stray pixels, like GEM. Between two bitmaps in memory these depend on ``lower``, whether the
        source has the lower address; without it nothing happens. Raises ValueError for an unknown function or if there
        are not 6 or 8 coordinates.
        """
        if not 0 <= op <= RasterOp.ALL_BLACK:
            raise ValueError(f"raster operation {op} is not one of 0..15")
        if len(coords) not in (6, 8):
            raise ValueError(f"a raster copy takes 8 coordinates, not {len(coords)}")
        screen = self.raster
        source, target = src or screen, dst or screen
        clip = self.clip if target is screen else bounds(target)
        sx1, sy1, sx2, sy2, dx, dy = coords[:6]
        if sx1 > sx2 or sy1 > sy2:
            sx1, sy1, sx2, sy2 = sort_corners(sx1, sy1, sx2, sy2)
        if len(coords) == 8:
            dx, dy = min(dx, coords[6]), min(dy, coords[7])
        x, y = dx - sx1, dy - sy1
        # The part that the source form, the clip rectangle and the destination have in common.
        left, right = max(dx, x, clip[0], 0), min(x + sx2, x + source.width - 1, clip[2], target.width - 1)
        top, bottom = max(dy, y, clip[1], 0), min(y + sy2, y + source.height - 1, clip[3], target.height - 1)
        if left > right or top > bottom:
            return
        target.version += 1
        mask, keep = _masks(target.stride, left, right)
        if op == RasterOp.D_ONLY:
            if source is target or source is screen or target is screen:
                lower = target is screen
            if lower is not None:
                _flip_stray_pixels(source, target, x, y, range(top, bottom + 1), mask, lower)
            return
        cut = source.rows[top - y : bottom + 1 - y]
        shift = target.stride - source.stride - x
        lines: Iterable[int]
        if shift < 0:
            lines = map(rshift, cut, repeat(-shift))
        else:
            lines = _shifted(tuple(cut), shift) if source.width <= _MAX_CACHED else map(lshift, cut, repeat(shift))
        if right - left + 1 < source.width:
            lines = map(and_, lines, repeat(mask))
        rows, first, end = target.rows, top, bottom + 1
        if op == RasterOp.S_AND_D:
            rows[first:end] = map(and_, rows[first:end], map(or_, lines, repeat(keep)))
        elif op == RasterOp.S_OR_D:
            rows[first:end] = map(or_, rows[first:end], lines)
        else:
            rows[first:end] = _FUNCTIONS[op](lines, rows[first:end], mask, keep)

    def vrt_cpyfm(
        self, mode: int, coords: Coords, src: Raster | None, dst: Raster | None = None, colors: tuple[int, int] = (1, 0)
    ) -> None:
        """Copy in a writing mode 1..4; ``colors`` are the colours of set and of clear bits.

        Raises ValueError for an unknown mode, or if there are not 6 or 8 coordinates.
        """
        if not 1 <= mode <= 4:
            raise ValueError(f"writing mode {mode} is not one of 1..4")
        ink, paper = map(color_index, colors)
        self.vro_cpyfm(_OPS[WritingMode(mode)][ink][paper], coords, src, dst)

    def vr_trnfm(self, src: Raster, dst: Raster) -> None:
        """Convert between standard and device format. With one plane the bits are equal, so they are only copied."""
        if src is not dst:
            CopyCalls(dst, self.fonts).vro_cpyfm(RasterOp.S_ONLY, (*bounds(src), 0, 0), src)
