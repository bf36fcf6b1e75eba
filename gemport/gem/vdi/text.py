"""Text: what effects make of glyphs, and where a text lies about its point (spec: GEM 2.8, 2.9)."""

from __future__ import annotations

from dataclasses import dataclass

from gemport.gem.formats.font.fnt import Glyph
from gemport.gem.vdi.font import Font, GlyphChange, TextBits, string_bits
from gemport.gem.vdi.modes import TextEffect, TextVertical


@dataclass(frozen=True, slots=True)
class TextStyle:
    """Everything that text drawing asks of the workstation; rotation in tenths of a degree (multiples of 900)."""

    font: Font
    color: int
    mode: int
    effects: int
    horizontal: int
    vertical: int
    rotation: int


def thickened(font: Font, glyph: Glyph) -> Glyph:
    """Every pixel also one (``thicken``) to its right; monospaced cells keep their width and lose what leaves them."""
    if font.monospaced:
        rows = []
        for row in glyph.rows:
            inside = row & ~1
            for step in range(1, font.thicken + 1):
                inside |= row >> step
            rows.append(inside)
        return Glyph(glyph.width, tuple(rows))
    wide = []
    for row in glyph.rows:
        line = row << font.thicken
        for step in range(font.thicken):
            line |= row << step
        wide.append(line)
    return Glyph(glyph.width + font.thicken, tuple(wide))


def outlined(font: Font, glyph: Glyph) -> Glyph:
    """The rim around the glyph, in a cell two pixels wider and higher with the glyph one in and one down."""
    fat = [0, *(row << 1 for row in glyph.rows), 0]
    spread = [row | row << 1 | row >> 1 for row in fat]
    last = len(fat) - 1
    rows = []
    for y, row in enumerate(fat):
        near = spread[y] | (spread[y - 1] if y else 0) | (spread[y + 1] if y < last else 0)
        rows.append(near & ~row)
    return Glyph(glyph.width + 2, tuple(rows))


def _thick_outlined(font: Font, glyph: Glyph) -> Glyph:
    return outlined(font, thickened(font, glyph))


def _slanted_outlined(font: Font, glyph: Glyph) -> Glyph:
    """Slanted first, then the rim around it: the cell grows by the slope and by two pixels."""
    shifts = font.skew_shifts(len(glyph.rows))
    slope = font.left_offset + font.right_offset
    rows = tuple(row << (slope - shift) for row, shift in zip(glyph.rows, shifts, strict=True))
    return outlined(font, Glyph(glyph.width + slope, rows))


def _thick_slanted_outlined(font: Font, glyph: Glyph) -> Glyph:
    return _slanted_outlined(font, thickened(font, glyph))


_THICK, _RIM = int(TextEffect.TXT_THICKENED), int(TextEffect.TXT_OUTLINE)
_CHANGES: dict[int, GlyphChange | None] = {
    0: None,
    _THICK: thickened,
    _RIM: outlined,
    _THICK | _RIM: _thick_outlined,
}
_SLANTED_CHANGES: dict[int, GlyphChange] = {0: _slanted_outlined, _THICK: _thick_slanted_outlined}


def bits_of(style: TextStyle, text: bytes) -> TextBits:
    """The string with the effects that belong to single glyphs, not slanted."""
    return string_bits(style.font, text, _CHANGES[style.effects & (_THICK | _RIM)])


def slanted_outlined_char(style: TextStyle, code: int) -> TextBits:
    """One character of slanted and outlined text, in a cell that reaches over its right neighbour."""
    return string_bits(style.font, bytes((code,)), _SLANTED_CHANGES[style.effects & _THICK])


def _skew_start(font: Font, vertical: int) -> int:
    """How much further left slanted text starts, so that its slope crosses the aligned line at the point."""
    left, right = font.left_offset, font.right_offset
    if vertical == TextVertical.TA_BASELINE:
        return left
    if vertical == TextVertical.TA_HALF:
        return font.half * right // font.top + left
    if vertical == TextVertical.TA_ASCENT:
        return font.ascent * right // font.top + left
    if vertical == TextVertical.TA_DESCENT:
        return (font.bottom - font.descent) * left // font.bottom if font.bottom else 0
    return left + right if vertical == TextVertical.TA_TOP else 0


def extent(style: TextStyle, text: bytes) -> tuple[int, int]:
    """Width and height of the text's box, pixels (vqt_extent)."""
    bits = bits_of(style, text)
    slant = style.font.left_offset + style.font.right_offset if style.effects & TextEffect.TXT_SKEWED else 0
    return bits.width + slant, len(bits.rows)


def place(style: TextStyle, width: int) -> tuple[int, int]:
    """The upper left corner of the cells relative to the point that v_gtext is given."""
    font = style.font
    dx = (0, width // 2, width)[style.horizontal]
    dy = (font.top, font.top - font.half, font.top - font.ascent, font.top + font.bottom, font.top + font.descent, 0)
    if style.effects & TextEffect.TXT_SKEWED:
        dx += _skew_start(font, style.vertical)
    rim = 1 if style.effects & TextEffect.TXT_OUTLINE else 0
    return -dx - rim, -dy[style.vertical] - rim
