"""What raster operations mean, said slowly, pixel by pixel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from hypothesis import strategies as st

from gemport.gem.vdi.raster import Raster


def mode_result(mode: int, source: int, dest: int, color: int) -> int:
    """One pixel in a writing mode."""
    if mode == 1:
        return color if source else 0
    if mode == 2:
        return color if source else dest
    if mode == 3:
        return dest ^ source
    return dest if source else color


def op_result(op: int, source: int, dest: int) -> int:
    """One pixel in a raster operation: bit 3 of the number is the result for S=0 D=0, bit 0 for S=1 D=1."""
    return op >> {(1, 1): 0, (1, 0): 1, (0, 1): 2, (0, 0): 3}[source, dest] & 1


def changed(raster: Raster, pixel: Callable[[int, int, int], int]) -> Raster:
    """A raster with every pixel replaced by pixel(x, y, old)."""
    rows = []
    for y in range(raster.height):
        bits = [pixel(x, y, raster.get_pixel(x, y)) for x in range(raster.width)]
        rows.append(sum(bit << (raster.stride - 1 - x) for x, bit in enumerate(bits)))
    return Raster(raster.width, raster.height, rows)


def copied(
    dest: Raster,
    source: Raster,
    coords: Sequence[int],
    clip: tuple[int, int, int, int],
    result: Callable[[int, int], int],
) -> Raster:
    """What a copy makes of ``dest``: result(source, old) where a source pixel lands inside the clip."""
    sx1, sy1, sx2, sy2, dx, dy = coords

    def pixel(x: int, y: int, old: int) -> int:
        sx, sy = x - dx + sx1, y - dy + sy1
        inside = clip[0] <= x <= clip[2] and clip[1] <= y <= clip[3]
        given = max(sx1, 0) <= sx <= min(sx2, source.width - 1) and max(sy1, 0) <= sy <= min(sy2, source.height - 1)
        return result(source.get_pixel(sx, sy), old) if inside and given else old

    return changed(dest, pixel)


@st.composite
def rasters(draw: st.DrawFn) -> Raster:
    """Small rasters of any width, full of noise."""
    width, height = draw(st.integers(1, 50)), draw(st.integers(1, 8))
    noise = Random(draw(st.integers(0, 1 << 32)))
    pad = (width + 15) // 16 * 16 - width
    return Raster(width, height, [noise.getrandbits(width) << pad for _ in range(height)])


def rects(low: int = -10, high: int = 60) -> st.SearchStrategy[tuple[int, int, int, int]]:
    """Rectangles with sorted corners, partly or wholly off a small raster."""
    number = st.integers(low, high)
    return st.tuples(number, number, number, number).map(
        lambda r: (min(r[0], r[2]), min(r[1], r[3]) // 4, max(r[0], r[2]), max(r[1], r[3]) // 4)
    )
