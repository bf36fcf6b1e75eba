"""Pixels of a GEM screen, found again on a picture that shows them at a scale that is no whole number.

A host pixel over several GEM pixels has of the light of each as much as it covers (the shaders of
``gemport.hosts.desktop.shifter``). Where two GEM pixels differ there is an edge, and all edges lie on a grid: its scale
is the strongest frequency among them, and its corner their phase. With the grid known, the shares are solved for.
"""

import cmath
from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from math import ceil, floor, pi
from typing import NamedTuple

from PIL import Image, ImageChops

_GAMMA = 2.2
_SHARP = [round(255 * (value / 255) ** 4) for value in range(256)]
"""Edges between host pixels count most: so those of a scale of nearly 1 are not spread evenly over all pixels."""
_COMMON = 32
"""The ink and the paper each fill one part in so many of a picture, or more."""
_BAND = 256
"""So many rows are added up at once."""
_LARGEST = 13.0
_LEAST = 0.55
"""At smaller scales cards look too much alike."""
_CLEAR = 0.01
"""The strength of a frequency that is tried, both ways; all edges on a grid have 1."""
_SOLVED = 10_000_000
"""So many GEM pixels are solved for, or fewer: more than a display has that shows them so small."""
_TRIED = 3
"""So many of the strongest frequencies are tried, of those that are half as strong as the strongest."""
_NARROWED = 30


class Grid(NamedTuple):
    """The places of GEM pixels one way: the first one's edge and the size of each in host pixels, and their number."""

    first: float
    scale: float
    number: int


def unscaled_screens(grey: Image.Image) -> Iterator[Image.Image]:
    """Yield what a picture may show enlarged, in black and white, the likeliest first."""
    light = light_of(grey)
    # Of host pixels, a frequency is the same as what it lacks to 1, and as all that is larger by 1. What is found
    # soonest comes first.
    for columns, rows in _grids(light, lambda frequency: [1 / frequency, 1 / (1 - frequency)]):
        if columns.scale >= 2:
            right, bottom = (grid.first + grid.scale * grid.number for grid in (columns, rows))
            size, box = (columns.number, rows.number), (columns.first, rows.first, right, bottom)
            yield contrast(light.resize(size, Image.Resampling.NEAREST, box))
        else:
            yield _solved(light, columns, rows)


def reduced_grids(light: Image.Image) -> Iterator[tuple[Grid, Grid]]:
    """Give the places of GEM pixels that are smaller than those of a picture, across and down, the likeliest first."""
    return _grids(light, lambda frequency: [1 / (1 + frequency), 1 / (2 - frequency)])


def _grids(light: Image.Image, scales: Callable[[float], list[float]]) -> Iterator[tuple[Grid, Grid]]:
    across, down = _edges(light), _edges(light.transpose(Image.Transpose.TRANSPOSE))
    for scale in chain.from_iterable(zip(*map(scales, _frequencies(across, down)), strict=True)):
        if scale < _LEAST:
            continue
        columns, rows = _grid(across, scale), _grid(down, scale)
        if scale >= 2 or columns.number * rows.number <= _SOLVED:
            yield columns, rows


def light_of(grey: Image.Image, seldom: int = _COMMON) -> Image.Image:
    """Return how much light there is between that of the ink and that of the paper."""
    total, counts = grey.width * grey.height, grey.histogram()
    common = [value for value, count in enumerate(counts) if count * seldom >= total] or [0, 255]
    dark, bright = ((value / 255) ** _GAMMA for value in (min(common), max(common)))
    span = (bright - dark) or 1.0
    shares = (((value / 255) ** _GAMMA - dark) / span for value in range(256))
    return grey.point([min(max(round(255 * share), 0), 255) for share in shares])


def _edges(light: Image.Image) -> list[float]:
    width, height = light.width - 1, light.height
    differences = ImageChops.difference(light.crop((0, 0, width, height)), light.crop((1, 0, width + 1, height)))
    sharp = differences.point(_SHARP)
    sums = [0.0] * width
    for top in range(0, height, _BAND):
        band = sharp.crop((0, top, width, min(top + _BAND, height)))
        means = array("f", band.convert("F").resize((width, 1), Image.Resampling.BOX).tobytes())
        sums = [before + mean * band.height for before, mean in zip(sums, means, strict=True)]
    return sums


def _frequencies(across: Sequence[float], down: Sequence[float]) -> list[float]:
    """Return how often GEM pixels' edges come, up to every other host pixel, as fits both ways, the likeliest first."""
    size = 2
    while size < 2 * max(len(across), len(down)):
        size *= 2
    one, other = _spectrum(across, size), _spectrum(down, size)
    # Where the picture was rounded to whole host pixels, the scales differ a little.
    both = [strength * max(other[max(at - 2, 0) : at + 3]) for at, strength in enumerate(one)]
    peaks = [at for at in range(int(size / _LARGEST), len(both) - 1) if both[at] == max(both[at - 3 : at + 4])]
    peaks.sort(key=both.__getitem__, reverse=True)
    return [at / size for at in peaks[:_TRIED] if both[at] > _CLEAR and 2 * both[at] >= both[peaks[0]]]


def _spectrum(edges: Sequence[float], size: int) -> list[float]:
    """Return the strengths, up to 1, of frequencies from 0 to a half; ``size`` steps are 1."""
    total = sum(edges)
    mean = total / len(edges)
    waves = _transformed([complex(edge - mean) for edge in edges] + [0j] * (size - len(edges)))
    return [abs(wave) / (total or 1.0) for wave in waves[: size // 2 + 1]]


def _transformed(values: list[complex]) -> list[complex]:
    count = len(values)
    if count == 1:
        return values
    even, odd = _transformed(values[::2]), _transformed(values[1::2])
    turned = [cmath.exp(-2j * pi * at / count) * value for at, value in enumerate(odd)]
    pairs = list(zip(even, turned, strict=True))
    return [one + other for one, other in pairs] + [one - other for one, other in pairs]


def _grid(edges: Sequence[float], scale: float) -> Grid:
    near = 1 / (4 * len(edges))
    low, high = 1 / scale - 3 * near, 1 / scale + 3 * near
    for _ in range(_NARROWED):
        lower, upper = low + (high - low) / 3, high - (high - low) / 3
        low, high = (lower, high) if abs(_wave(edges, lower)) < abs(_wave(edges, upper)) else (low, upper)
    frequency = (low + high) / 2
    # The edge between the first two host pixels lies at 1.
    phase = -cmath.phase(_wave(edges, frequency)) / (2 * pi) + frequency
    first = (phase % 1) / frequency
    return Grid(first, 1 / frequency, floor((len(edges) + 1 - first) * frequency))


def _wave(edges: Sequence[float], frequency: float) -> complex:
    step, turn, total = cmath.exp(-2j * pi * frequency), 1 + 0j, 0j
    for edge in edges:
        total += edge * turn
        turn *= step
    return total


def _solved(light: Image.Image, columns: Grid, rows: Grid) -> Image.Image:
    """Return the screen where host pixels lie over several GEM pixels: first along the rows, then down them."""
    turned = light.transpose(Image.Transpose.TRANSPOSE)
    narrow = _parted(_lines(turned.tobytes(), light.height), columns)
    screen = _parted(list(zip(*narrow, strict=True)), rows)
    data = array("f", chain.from_iterable(screen)).tobytes()
    return contrast(Image.frombytes("F", (columns.number, rows.number), data).convert("L"))


def contrast(light: Image.Image) -> Image.Image:
    """Return a picture in black and white."""
    return light.point([0] * 128 + [255] * 128, "1")


def _lines(data: bytes, width: int) -> list[bytes]:
    return [data[at : at + width] for at in range(0, len(data), width)]


def _parted(lines: Sequence[Sequence[float]], grid: Grid) -> list[list[float]]:
    """Return the lines of GEM pixels whose shares in the lines of host pixels fit best (least squares)."""
    edges = [grid.first + grid.scale * at for at in range(grid.number + 1)]
    inside = range(ceil(edges[0]), floor(edges[-1]))
    # The normal equations have three diagonals: each host pixel lies over two GEM pixels at most.
    middle, beside = [0.0] * grid.number, [0.0] * grid.number
    sums = [[0.0] * len(lines[0])] * grid.number
    for place in inside:
        at = min(floor((place - grid.first) / grid.scale), grid.number - 1)
        share = min(edges[at + 1] - place, 1.0)
        middle[at] += share * share
        sums[at] = [total + share * value for total, value in zip(sums[at], lines[place], strict=True)]
        if share < 1.0 and at + 1 < grid.number:
            rest = 1.0 - share
            beside[at] += share * rest
            middle[at + 1] += rest * rest
            sums[at + 1] = [total + rest * value for total, value in zip(sums[at + 1], lines[place], strict=True)]
    for at, after in pairwise(range(grid.number)):
        part = beside[at] / middle[at]
        middle[after] -= part * beside[at]
        sums[after] = [value - part * before for value, before in zip(sums[after], sums[at], strict=True)]
    for at in reversed(range(grid.number)):
        below = sums[at + 1] if at + 1 < grid.number else [0.0] * len(lines[0])
        sums[at] = [(value - beside[at] * next_) / middle[at] for value, next_ in zip(sums[at], below, strict=True)]
    return sums
