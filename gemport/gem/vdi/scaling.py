"""How text is scaled: a counter says which rows and columns of a glyph appear twice, or at all (docs/machine.md 9)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gemport.gem.formats.fnt import Glyph

SCALE_START = 0x7FFF
"""What a counter begins with, for the rows of every character and for the columns of a string."""
_WHOLE = 0x10000


class Scale(NamedTuple):
    """A size ratio as GEM keeps it: a 16-bit step added for every pixel, a carry means one more (or one at all)."""

    step: int
    enlarge: bool

    @property
    def doubles(self) -> bool:
        """Whether everything becomes exactly twice as large, the most that there is."""
        return self.step == _WHOLE - 1

    def counts(self, size: int, counter: int = SCALE_START) -> tuple[list[int], int]:
        """How often each of ``size`` pixels appears, and the counter after them."""
        found = []
        for _ in range(size):
            counter += self.step
            found.append((counter >= _WHOLE) + self.enlarge)
            counter %= _WHOLE
        return found, counter

    def length(self, size: int) -> int:
        """The scaled size of a distance, at least 1 where there was something."""
        return max(sum(self.counts(size)[0]), 1) if size else 0


def scale_between(actual: int, wanted: int) -> Scale:
    """The ratio that makes ``wanted`` pixels of ``actual``: from one pixel to twice as many."""
    if wanted >= 2 * actual:
        return Scale(_WHOLE - 1, True)
    if wanted >= actual:
        return Scale((wanted - actual) * _WHOLE // actual, True)
    return Scale(max(wanted, 1) * _WHOLE // actual, False)


@lru_cache(maxsize=1024)
def scaled_glyph(glyph: Glyph, scale: Scale, counter: int) -> tuple[Glyph, int]:
    """A glyph in another size, its columns counted from ``counter`` on; and the counter after it."""
    columns, after = scale.counts(glyph.width, counter)
    width = sum(columns)
    rows: list[int] = []
    for row, times in zip(glyph.rows, scale.counts(len(glyph.rows))[0], strict=True):
        line = _stretched(row, columns) if scale.enlarge else _thinned(row, glyph.width, width, scale, counter)
        rows += [line] * times
    return Glyph(width, tuple(rows)), after


def _stretched(row: int, columns: list[int]) -> int:
    line = 0
    for index, count in enumerate(columns):
        bit = row >> (len(columns) - 1 - index) & 1
        line = line << count | (((1 << count) - 1) if bit else 0)
    return line


def _thinned(row: int, size: int, width: int, scale: Scale, counter: int) -> int:
    """A row made narrower: only set pixels are counted and left out, blank ones stay; what is too long is cut."""
    line = length = 0
    for index in range(size):
        bit = row >> (size - 1 - index) & 1
        if bit:
            counter += scale.step
            if counter < _WHOLE:
                continue
            counter -= _WHOLE
        line = line << 1 | bit
        length += 1
    return line >> (length - width) if length >= width else line << (width - length)
