"""Fonts as the VDI draws them: glyph rows, cached strings, scaled copies."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache

from gemport.gem.formats.fnt import GemFont, Glyph
from gemport.gem.vdi.scaling import SCALE_START, Scale, scale_between, scaled_glyph

TextBits = Glyph
"""A drawn string, of the shape of one wide character."""


class Font:
    """A font in one size. Distances are pixels from the base line: ``top`` above, ``bottom`` below, inclusive."""

    def __init__(self, source: GemFont) -> None:
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
        self.scale: Scale | None = None
        """How this size was made from ``source``; None: it is the source's own."""
        self.left_offset, self.right_offset = source.left_offset, source.right_offset
        if not self.left_offset and not self.right_offset:
            self.left_offset, self.right_offset = self._slope()
        self.monospaced = source.monospaced

    @cached_property
    def glyphs(self) -> tuple[Glyph, ...]:
        """The cells as in the source, not scaled."""
        return tuple(map(self.source.glyph, range(self.first, self.last + 1)))

    @property
    def height(self) -> int:
        """Of a cell, pixels, as the distances tell it."""
        return self.top + self.bottom + 1

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
        height = len(self.source.rows)
        shifts = self.skew_shifts(height)
        left = shifts[min(self.top, height - 1)]
        return left, shifts[0] - left

    def glyph(self, code: int) -> Glyph:
        """The source's cell of a character; '?' stands in for codes the font does not hold, else the first one."""
        if not self.first <= code <= self.last:
            code = 0x3F if self.first <= 0x3F <= self.last else self.first
        return self.glyphs[code - self.first]

    def cell(self, code: int, counter: int = SCALE_START) -> tuple[Glyph, int]:
        """The cell of a character in this size, and the counter of the next one's horizontal scaling.

        The counter runs on over a string: so the same character may be wider in one place than in another.
        """
        glyph = self.glyph(code)
        return (glyph, counter) if self.scale is None else scaled_glyph(glyph, self.scale, counter)

    def offsets(self, code: int) -> tuple[int, int]:
        """Left and right offset of a character from the font's horizontal table, 0 without one (pixels)."""
        if self.horizontal is None:
            return 0, 0
        at = 2 * (code - self.first)
        left, right = (byte - 256 if byte > 127 else byte for byte in self.horizontal[at : at + 2])
        return left, right

    def width(self, text: bytes) -> int:
        """Width of all cells of a text, pixels; a scaled font scales their sum, which may differ from what is drawn."""
        total = sum(self.glyph(code).width for code in text)
        return total if self.scale is None else self.scale.length(total)

    def scaled(self, height: int) -> Font:
        """This font with ``top`` = ``height``, by repeating or leaving out pixels.

        At most twice as large: then top, ascent and half line are one pixel more than the double.
        """
        return _scaled_font(self, min(height, 2 * self.top))


GlyphChange = Callable[[Font, Glyph], Glyph]


@lru_cache(maxsize=2048)
def string_bits(font: Font, text: bytes, change: GlyphChange | None = None) -> TextBits:
    """The cells of a text in a font's own size side by side, each first put through ``change`` (bold)."""
    glyphs = [font.glyph(code) if change is None else change(font, font.glyph(code)) for code in text]
    width = sum(glyph.width for glyph in glyphs)
    rows = []
    for y in range(len(font.source.rows)):
        line = 0
        for glyph in glyphs:
            line = line << glyph.width | glyph.rows[y]
        rows.append(line)
    return TextBits(width, tuple(rows))


@lru_cache(maxsize=64)
def _scaled_font(font: Font, height: int) -> Font:
    if height == font.top:
        return font
    scale = scale_between(font.top, height)
    result = Font(font.source)
    result.scale = scale
    result.point = font.point * 2
    above = ("top", "ascent", "half")
    for name in above:
        length = getattr(font, name)
        setattr(result, name, 2 * length + 1 if scale.doubles else scale.length(length))
    below = ("descent", "bottom", "left_offset", "right_offset", "thicken", "underline")
    for name in (*below, "max_char_width", "max_cell_width"):
        setattr(result, name, scale.length(getattr(font, name)))
    return result
