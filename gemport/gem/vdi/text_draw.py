"""Drawing text (docs/machine.md 2.9, 9): plain strings a row at a time, everything else character after character."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gemport.gem.formats.fnt import Glyph
from gemport.gem.vdi.blit import Rect, intersect, span, write_row, write_rows
from gemport.gem.vdi.effects import outlined, slanted, thickened, turned, widened
from gemport.gem.vdi.fills import Point
from gemport.gem.vdi.font import Font, string_bits
from gemport.gem.vdi.lines import Stroke, clip_line, draw_segment, rotate_left
from gemport.gem.vdi.patterns import lines_of
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.scaling import SCALE_START
from gemport.gem.vdi.text import BOLD, LIGHT, OUTLINED, SLANTED, UNDERLINED, Offset, TextStyle, begin, extent

_DIRECTIONS = {900: (0, -1), 1800: (-1, 0), 2700: (0, 1)}
"""Where text goes on, by rotation; all else goes right."""
_NO_GAPS: Sequence[int] = ()
_STRAIGHT = BOLD | LIGHT | UNDERLINED
"""The effects with which a string may be drawn in one piece."""


def draw_text(
    raster: Raster,
    clip: Rect,
    point: Point,
    text: bytes,
    style: TextStyle,
    length: int | None = None,
    gaps: Sequence[int] = _NO_GAPS,
) -> bool:
    """v_gtext: draw ``text`` about a point; False when nothing of it is inside the clip rectangle.

    v_justified gives the ``length`` that the alignment takes for the text's own, and what comes after each character.
    """
    if not text:
        return False
    if style.horizontal and length is None:
        length = extent(style, text)[0]
    offset = begin(style, length or 0)
    if style.rotation or style.effects & ~_STRAIGHT or style.font.scale is not None or gaps:
        return _draw_characters(raster, clip, point, offset, text, style, gaps)
    return _draw_string(raster, clip, point[0] - offset.before, point[1] - offset.above, text, style)


def _draw_string(raster: Raster, clip: Rect, left: int, top: int, text: bytes, style: TextStyle) -> bool:
    """Upright cells side by side, the first one's upper left corner at (left, top)."""
    bits = string_bits(style.font, text, thickened if style.effects & BOLD else None)
    drawn = _draw_cell(raster, clip, left, top, bits, style)
    if style.effects & UNDERLINED:
        row = top + underline_row(style.font)
        drawn = _underline(raster, clip, (left, row, left + bits.width, row), (0, 1), style) or drawn
    return drawn


def _draw_characters(
    raster: Raster, clip: Rect, point: Point, offset: Offset, text: bytes, style: TextStyle, gaps: Sequence[int]
) -> bool:
    """One character after the other: where their cells overlap, the later one covers the earlier one."""
    first = x, y = _pen(style, point, offset)
    right, down = _DIRECTIONS.get(style.rotation, (1, 0))
    counter, drawn = SCALE_START, False
    for index, code in enumerate(text):
        cell, after = style.font.cell(code, counter)
        if _draw_character(raster, clip, x, y, cell, style):
            counter, drawn = after, True
        advance = max(cell.width, 1) + _added(style) + (gaps[index] if gaps else 0)
        x, y = x + right * advance, y + down * advance
    if style.effects & UNDERLINED:
        row = underline_row(style.font) - style.font.top
        drawn = _underline(raster, clip, *_below(style, first, (x, y), row), style) or drawn
    return drawn


def _added(style: TextStyle) -> int:
    """What effects add to the advance of a character."""
    bold = style.effects & BOLD and not style.font.monospaced
    return 2 * style.rim + (style.font.thicken if bold else 0)


def _pen(style: TextStyle, point: Point, offset: Offset) -> Point:
    """Where the first character begins: the corner of its cell that its upper left one is turned to, or beside it.

    Text that goes up or left counts from the pixel after the cell's edge.
    """
    (x, y), (before, above) = point, offset
    lines = style.font.top + style.font.bottom + 2 * style.rim - above
    if style.rotation == 900:
        return x - above, y + before + 1
    if style.rotation == 1800:
        return x + before + 1, y - lines
    if style.rotation == 2700:
        return x - lines, y - before
    return x - before, y - above


def _draw_character(raster: Raster, clip: Rect, x: int, y: int, cell: Glyph, style: TextStyle) -> bool:
    """Draw a cell beginning at the pen; False when it is wholly outside the clip rectangle, which GEM sees first."""
    width = max(cell.width, 1) + _added(style) + sum(style.slope)
    height = len(cell.rows) + 2 * style.rim
    if style.rotation in (900, 2700):
        width, height = height, width
    left = x - width if style.rotation == 1800 else x
    top = y - height if style.rotation == 900 else y
    if intersect((left, top, left + width - 1, top + height - 1), clip) is None:
        return False
    cut = left < clip[0] or top < clip[1] or left + width > clip[2] or top + height > clip[3]
    bits = _shaped(style.font, cell, style.effects, style.rotation, cut)
    if style.effects & SLANTED and not (style.rotation or style.rim or cut):
        _draw_slanted(raster, left, top, bits, style)
    else:
        _draw_cell(raster, clip, left, top, bits, style)
    return True


@lru_cache(maxsize=1024)
def _shaped(font: Font, cell: Glyph, effects: int, rotation: int, cut: bool) -> Glyph:
    """The cell as it is written: whatever must be slanted as a rectangle, rimmed or turned is bold in a wider cell."""
    bold, rim = effects & BOLD, effects & OUTLINED
    lean = effects & SLANTED
    if not (rotation or rim or (lean and cut)):
        return thickened(font, cell) if bold else cell
    if bold:
        cell = widened(font, cell)
    if lean:
        cell = slanted(font, cell)
    if rim:
        cell = outlined(cell)
    return turned(cell, rotation) if rotation else cell


def _placed(bits: int, width: int, left: int, stride: int) -> int:
    """A row of ``width`` bits moved so that its first pixel is at x = left of a line; masks cut what is beyond."""
    move = stride - left - width
    return bits << move if move >= 0 else bits >> -move


def _light_lines(font: Font, height: int, stride: int) -> list[int]:
    """The checkerboard that thins light text, top row first: locked to the columns, begun at the lowest row drawn."""
    mask, lines = font.lighten, []
    for _ in range(height):
        lines.append(lines_of((mask,), stride)[0])
        mask = rotate_left(mask, 1)
    return lines[::-1]


def _draw_cell(raster: Raster, clip: Rect, left: int, top: int, bits: Glyph, style: TextStyle) -> bool:
    """One rectangle of bits; False when none is inside."""
    stride = raster.stride
    x1, x2 = max(left, clip[0]), min(left + bits.width - 1, clip[2])
    y1, y2 = max(top, clip[1]), min(top + len(bits.rows) - 1, clip[3])
    if x1 > x2 or y1 > y2:
        return False
    mask = span(stride, x1, x2)
    lines = [_placed(row, bits.width, left, stride) & mask for row in bits.rows[y1 - top : y2 - top + 1]]
    if style.effects & LIGHT:
        light = _light_lines(style.font, len(lines), stride)
        lines = [line & thin for line, thin in zip(lines, light, strict=True)]
    write_rows(raster.rows, y1, lines, mask, style.mode, style.color)
    return True


def _draw_slanted(raster: Raster, left: int, top: int, bits: Glyph, style: TextStyle) -> None:
    """A cell wholly inside: every row moves right by its own shift, and so does what replace mode whitens."""
    height, stride = len(bits.rows), raster.stride
    light = _light_lines(style.font, height, stride) if style.effects & LIGHT else [-1] * height
    for index, shift in enumerate(style.font.skew_shifts(height)):
        start = left + shift
        mask = span(stride, start, start + bits.width - 1)
        line = _placed(bits.rows[index], bits.width, start, stride) & light[index]
        write_row(raster.rows, top + index, line, mask, style.mode, style.color)


def underline_row(font: Font) -> int:
    """The first row of an underline in a cell without a rim: the last rows, or the descent line where there is no more.

    Below it is room only if the cell reaches further down than the line is thick; a doubled one is moved up.
    """
    lower = 1 if font.bottom > font.underline else 0
    if not lower and font.scale is not None and font.scale.doubles:
        lower = -1
    return font.top + font.underline + lower


def _below(style: TextStyle, start: Point, end: Point, row: int) -> tuple[Rect, Point]:
    """The underline between two pens, ``row`` below the base line, and where its next row lies from it."""
    (x1, y1), (x2, y2) = start, end
    font = style.font
    if style.rotation == 900:
        x = x1 + font.top + row
        return (x, y1, x, y2), (1, 0)
    if style.rotation == 1800:
        y = y1 + font.bottom - row
        return (x1, y, x2, y), (0, -1)
    if style.rotation == 2700:
        x = x1 + font.bottom - row
        return (x, y1, x, y2), (-1, 0)
    y = y1 + font.top + row
    return (x1, y, x2, y), (0, 1)


def _underline(raster: Raster, clip: Rect, line: Rect, step: Point, style: TextStyle) -> bool:
    """Lines from pen to pen, both included, so they are one pixel longer than the text; False when none is inside."""
    drawn = False
    x1, y1, x2, y2 = line
    mask = style.font.lighten if style.effects & LIGHT else 0xFFFF
    for _ in range(style.font.underline):
        part = clip_line(x1, y1, x2, y2, clip)
        if part is not None:
            mask = draw_segment(raster, part, Stroke(mask, style.color, style.mode), last=True)
            drawn = True
        mask = rotate_left(mask, 15)
        x1, y1, x2, y2 = x1 + step[0], y1 + step[1], x2 + step[0], y2 + step[1]
    return drawn
