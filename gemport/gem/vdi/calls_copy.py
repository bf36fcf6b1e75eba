"""The workstation's raster copies."""

from __future__ import annotations

from collections.abc import Sequence

from gemport.gem.vdi.blit import bounds, copy_opaque, copy_transparent, stray_destination
from gemport.gem.vdi.modes import RasterOp
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.state import State, color_index

Coords = Sequence[int]
"""sx1, sy1, sx2, sy2, dx1, dy1, dx2, dy2: pixels, inclusive; the size is the source's (docs/machine.md 2.10)."""


class CopyCalls(State):
    """Raster copies. None as a form is the workstation's own bitmap; only there the clip rectangle counts."""

    def vro_cpyfm(self, op: int, coords: Coords, src: Raster | None = None, dst: Raster | None = None) -> None:
        """Copy with one of the 16 functions of :class:`RasterOp`. Raises ValueError for another one.

        D_ONLY flips stray pixels, as GEM does; between two bitmaps in memory, where it depends on which of them lies
        lower, it does nothing.
        """
        _check(coords)
        target = self.raster if dst is None else dst
        clip = self.clip if target is self.raster else bounds(target)
        source = self.raster if src is None else src
        if op == RasterOp.D_ONLY and (source is target or source is self.raster or target is self.raster):
            changed = stray_destination(source, target, coords, clip, lower=target is self.raster)
        else:
            changed = copy_opaque(op, source, target, coords, clip)
        if changed:
            target.version += 1

    def vrt_cpyfm(
        self, mode: int, coords: Coords, src: Raster | None, dst: Raster | None = None, colors: tuple[int, int] = (1, 0)
    ) -> None:
        """Copy in a writing mode 1..4; ``colors`` are those of set and of clear bits. Raises ValueError: other mode."""
        _check(coords)
        target = self.raster if dst is None else dst
        clip = self.clip if target is self.raster else bounds(target)
        pair = (color_index(colors[0]), color_index(colors[1]))
        if copy_transparent(mode, self.raster if src is None else src, target, coords, clip, pair):
            target.version += 1

    def vr_trnfm(self, src: Raster, dst: Raster) -> None:
        """Standard format to device format and back: with one plane the same bits, so they are only copied."""
        if src is not dst and copy_opaque(RasterOp.S_ONLY, src, dst, (*bounds(src), 0, 0), bounds(dst)):
            dst.version += 1


def _check(coords: Coords) -> None:
    if len(coords) not in (6, 8):
        raise ValueError(f"a raster copy takes 8 coordinates, not {len(coords)}")
