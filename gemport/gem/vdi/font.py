"""Fonts for the VDI: glyph rows, cached strings, and scaled copies (docs/machine.md 9)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import NamedTuple

from gemport.gem.formats.fnt import GemFont, Glyph

SYSTEM_FACE = 1
SCALE_START = 0x7FFF
"""Initial value of a scaling counter, for the rows of each character and for the columns of a string."""
_ONE = 0x10000


class Scale(NamedTuple):
    """A scaling ratio in GEM's form.

    The 16-bit ``step`` is added to a counter for every pixel. Each carry produces a pixel, in addition to the original
    pixel if ``enlarge`` is set.
    """

    step: int
    enlarge: bool

    @property
    def doubles(self) -> bool:
        return self.step == _ONE - 1

    def counts(self, size: int, counter: int = SCALE_START) -> tuple[list[int], int]:
        """Return the number of copies of each of ``size`` pixels, and the final counter."""
        counts = []
        for _ in range(size):
            counter += self.step
            counts.append((counter >= _ONE) + self.enlarge)
            counter %= _ONE
        return counts, counter

    def length(self, size: int) -> int:
        """Scale a distance in pixels; the result is at least 1 unless ``size`` is 0."""
        return max(sum(self.counts(size)[0]), 1) if size else 0


def scale_between(actual: int, wanted: int) -> Scale:
    """Return the ratio that scales ``actual`` pixels to ``wanted``: at least one pixel, at most double size."""
    if wanted >= 2 * actual:
        return Scale(_ONE - 1, True)
    if wanted >= actual:
        return Scale((wanted - actual) * _ONE // actual, True)
    return Scale(max(wanted, 1) * _ONE // actual, False)


@lru_cache(maxsize=1024)
def scaled_glyph(glyph: Glyph, scale: Scale, counter: int) -> tuple[Glyph, int]:
    """Scale a glyph, starting its columns at ``counter``; return it and the final counter."""
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
    """Make a row narrower. Only set pixels are counted and skipped, blank pixels remain; any excess is cut off."""
    line = length = 0
    for index in range(size):
        bit = row >> (size - 1 - index) & 1
        if bit:
            counter += scale.step
            if counter < _ONE:
                continue
            counter -= _ONE
        line = line << 1 | bit
        length += 1
    return line << width >> length


class Font:
    """A font in one size. Distances are pixels from the base line: ``top`` above, ``bottom`` below, inclusive."""

    def __init__(self, source: GemFont, scale: Scale | None = None) -> None:
        self.source = source
        self.scale = scale  # ratio of this size to the size of ``source``, or None for the original size
        self.face_id, self.name = source.face_id, source.name
        self.first, self.last = source.first, source.last
        self.lighten, self.skew = source.lighten, source.skew
        self.horizontal, self.monospaced = source.horizontal, source.monospaced
        left, right = source.left_offset, source.right_offset
        if not left and not right:
            # Some font files omit the offsets that the skew mask causes.
            height = len(source.rows)
            shifts = self.skew_shifts(height)
            left = shifts[min(source.top, height - 1)]
            right = shifts[0] - left
        sized = int if scale is None else scale.length
        self.left_offset, self.right_offset = sized(left), sized(right)
        self.point = source.point if scale is None else source.point * 2
        above = 1 if scale is not None and scale.doubles else 0
        self.top, self.ascent = sized(source.top) + above, sized(source.ascent) + above
        self.half = sized(source.half) + above
        self.descent, self.bottom = sized(source.descent), sized(source.bottom)
        self.max_char_width = sized(source.max_char_width)
        self.max_cell_width = sized(source.max_cell_width)
        self.thicken, self.underline = sized(source.thicken), sized(source.underline)

    @cached_property
    def glyphs(self) -> tuple[Glyph, ...]:
        """The unscaled cells of the source."""
        return _cells(self.source)

    @property
    def height(self) -> int:
        """Height of a cell in pixels."""
        return self.top + self.bottom + 1

    def skew_shifts(self, height: int) -> list[int]:
        """Return how many pixels each row of a slanted cell moves right, top row first; ``height`` is in rows."""
        shifts, shift, mask = [], 0, self.skew
        for _ in range(height):
            mask = (mask << 1 | mask >> 15) & 0xFFFF
            shift += mask & 1
            shifts.append(shift)
        return shifts[::-1]

    def glyph(self, code: int) -> Glyph:
        """Return a character's unscaled cell; for a missing code, the cell of '?' or else of the first character."""
        if not self.first <= code <= self.last:
            code = 0x3F if self.first <= 0x3F <= self.last else self.first
        return self.glyphs[code - self.first]

    def cell(self, code: int, counter: int = SCALE_START) -> tuple[Glyph, int]:
        """Return the cell of a character in this size, and the counter for scaling the next character's columns.

        The counter continues across a string, so the same character may be wider in one place than in another.
        """
        glyph = self.glyph(code)
        return (glyph, counter) if self.scale is None else scaled_glyph(glyph, self.scale, counter)

    def offsets(self, code: int) -> tuple[int, int]:
        """Return the left and right offset of a character in pixels from the font's horizontal table, or (0, 0)."""
        if self.horizontal is None:
            return 0, 0
        at = 2 * (code - self.first)
        left, right = (byte - 256 if byte > 127 else byte for byte in self.horizontal[at : at + 2])
        return left, right

    def width(self, text: bytes) -> int:
        """Return the width of a text in pixels.

        A scaled font scales the sum of the cells, so the result may differ from the drawn width.
        """
        total = sum(self.glyph(code).width for code in text)
        return total if self.scale is None else self.scale.length(total)

    def scaled(self, height: int) -> Font:
        """Return this font scaled to ``top`` = ``height`` pixels, by repeating or omitting pixels.

        The limit is double size; top, ascent and half line are then one pixel more than doubled.
        """
        height = min(height, 2 * self.top)
        return self if height == self.top else _scaled_font(self, height)


@lru_cache(maxsize=32)
def _cells(source: GemFont) -> tuple[Glyph, ...]:
    """Cut the cells out of a font's wide bitmap, cached for all machines with this font."""
    return tuple(map(source.glyph, range(source.first, source.last + 1)))


@lru_cache(maxsize=2048)
def string_bits(font: Font, text: bytes, change: Callable[[Font, Glyph], Glyph] | None = None) -> Glyph:
    """Join the unscaled cells of a text into one wide cell, applying ``change`` (bold) to each cell first."""
    glyphs = [font.glyph(code) if change is None else change(font, font.glyph(code)) for code in text]
    width = sum(glyph.width for glyph in glyphs)
    rows = []
    for y in range(len(font.source.rows)):
        line = 0
        for glyph in glyphs:
            line = line << glyph.width | glyph.rows[y]
        rows.append(line)
    return Glyph(width, tuple(rows))


@lru_cache(maxsize=64)
def _scaled_font(font: Font, height: int) -> Font:
    return Font(font.source, scale_between(font.top, height))
