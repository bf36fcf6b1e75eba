"""Fonts as the VDI draws them: glyph rows, cached strings, scaled copies."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from gemport.gem.formats.font.fnt import GemFont, Glyph

TextBits = Glyph
"""A drawn string, of the shape of one wide character."""

_FULL_STEP = 0xFFFF


class Font:
    """A font in one size. Distances are pixels from the base line: ``top`` above, ``bottom`` below, inclusive."""

    def __init__(self, source: GemFont, glyphs: tuple[Glyph, ...] | None = None) -> None:
        self.source = source
        self.face_id = source.face_id
        self.name = source.name
        self.point = source.point
        self.first, self.last = source.first, source.last
        self.top, self.ascent, self.half = source.top, source.ascent, source.half
        self.descent, self.bottom = source.descent, source.bottom
        self.max_char_width, self.max_cell_width = source.max_char_width, source.max_cell_width
        self.thicken, self.underline = source.thicken, source.underline
        self.lighten, self.skew = source.lighten, source.skew
        self.horizontal = source.horizontal
        self.glyphs = tuple(map(source.glyph, range(source.first, source.last + 1))) if glyphs is None else glyphs
        self.height = len(self.glyphs[0].rows) if self.glyphs else len(source.rows)
        """Of a cell, pixels."""
        self.left_offset, self.right_offset = source.left_offset, source.right_offset
        if not self.left_offset and not self.right_offset:
            self.left_offset, self.right_offset = self._slope()
        self.monospaced = len({glyph.width for glyph in self.glyphs}) == 1

    def skew_shifts(self, height: int) -> list[int]:
        """How far each row of a slanted cell ``height`` rows high moves right, top row first, pixels."""
        shifts, shift, mask = [], 0, self.skew
        for _ in range(height):
            mask = (mask << 1 | mask >> 15) & 0xFFFF
            shift += mask & 1
            shifts.append(shift)
        return shifts[::-1]

    def _slope(self) -> tuple[int, int]:
        """The offsets of slanted text that the skew mask makes: some font files leave them out."""
        shifts = self.skew_shifts(self.height)
        if not shifts:
            return 0, 0
        left = shifts[min(self.top, self.height - 1)]
        return left, shifts[0] - left

    def glyph(self, code: int) -> Glyph:
        """The cell of a character; '?' stands in for codes the font does not hold, else the first one."""
        if not self.first <= code <= self.last:
            code = 0x3F if self.first <= 0x3F <= self.last else self.first
        return self.glyphs[code - self.first]

    def offsets(self, code: int) -> tuple[int, int]:
        """Left and right offset of a character from the font's horizontal table, 0 without one (pixels)."""
        if self.horizontal is None:
            return 0, 0
        at = 2 * (code - self.first)
        left, right = (byte - 256 if byte > 127 else byte for byte in self.horizontal[at : at + 2])
        return left, right

    def width(self, text: bytes) -> int:
        """How far the text advances, pixels."""
        return sum(self.glyph(code).width for code in text)

    def scaled(self, height: int) -> Font:
        """This font with ``top`` = ``height``, by repeating or leaving out pixels; at most twice as large."""
        return _scaled_font(self, min(height, 2 * self.top))


GlyphChange = Callable[[Font, Glyph], Glyph]


@lru_cache(maxsize=2048)
def string_bits(font: Font, text: bytes, change: GlyphChange | None = None) -> TextBits:
    """The cells of a text side by side, each first put through ``change`` (bold, outline)."""
    glyphs = [font.glyph(code) if change is None else change(font, font.glyph(code)) for code in text]
    width = sum(glyph.width for glyph in glyphs)
    rows = []
    for y in range(len(glyphs[0].rows) if glyphs else font.height):
        line = 0
        for glyph in glyphs:
            line = line << glyph.width | glyph.rows[y]
        rows.append(line)
    return TextBits(width, tuple(rows))


class _Scale(NamedTuple):
    """A size ratio as GEM keeps it: a 16-bit step added for every pixel, a carry means one more (or one at all)."""

    step: int
    enlarge: bool

    def counts(self, size: int) -> list[int]:
        """How often each of ``size`` pixels appears."""
        if self.step == _FULL_STEP:
            return [2] * size
        total, found = 0x7FFF, []
        for _ in range(size):
            total += self.step
            found.append((total >> 16) + self.enlarge)
            total &= 0xFFFF
        return found

    def length(self, size: int) -> int:
        """The scaled size of a distance, at least 1 where there was something."""
        return max(sum(self.counts(size)), 1) if size else 0


def _scale(actual: int, wanted: int) -> _Scale:
    if wanted >= 2 * actual:
        return _Scale(_FULL_STEP, True)
    if wanted >= actual:
        return _Scale((wanted - actual) * 0x10000 // actual, True)
    return _Scale(max(wanted, 1) * 0x10000 // actual, False)


@lru_cache(maxsize=64)
def _scaled_font(font: Font, height: int) -> Font:
    if height == font.top:
        return font
    scale = _scale(font.top, height)
    result = Font(font.source, tuple(_scaled_glyph(glyph, scale) for glyph in font.glyphs))
    for name in ("top", "ascent", "half", "descent", "bottom", "left_offset", "right_offset", "thicken", "underline"):
        setattr(result, name, scale.length(getattr(font, name)))
    result.max_char_width = scale.length(font.max_char_width)
    result.max_cell_width = scale.length(font.max_cell_width)
    if scale.step == _FULL_STEP:
        result.point = font.point * 2
    return result


def _scaled_glyph(glyph: Glyph, scale: _Scale) -> Glyph:
    columns = scale.counts(glyph.width)
    rows: list[int] = []
    for row, times in zip(glyph.rows, scale.counts(len(glyph.rows)), strict=True):
        line = 0
        for index, count in enumerate(columns):
            bit = row >> (glyph.width - 1 - index) & 1
            line = line << count | (((1 << count) - 1) if bit else 0)
        rows += [line] * times
    return Glyph(sum(columns), tuple(rows))
