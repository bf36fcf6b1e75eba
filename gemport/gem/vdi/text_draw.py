"""Drawing text (spec: GEM 2.9): whole strings a row at a time."""

from __future__ import annotations

from dataclasses import replace

from gemport.gem.vdi.blit import Rect, bounds, span, write_row, write_rows
from gemport.gem.vdi.font import Font, TextBits
from gemport.gem.vdi.modes import TextEffect, TextVertical
from gemport.gem.vdi.patterns import lines_of
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.text import TextStyle, bits_of, place, slanted_outlined_char


def draw_text(raster: Raster, clip: Rect, x: int, y: int, text: bytes, style: TextStyle) -> bool:
    """v_gtext: draw ``text`` about the point (x, y); False when nothing of it is inside the clip rectangle."""
    if not text:
        return False
    ox, oy = place(style, bits_of(style, text).width)
    if style.rotation:
        return _draw_rotated(raster, clip, (x, y), (ox, oy), text, style)
    return _draw_upright(raster, clip, x + ox, y + oy, text, style)


def _draw_upright(raster: Raster, clip: Rect, left: int, top: int, text: bytes, style: TextStyle) -> bool:
    """Draw the text with its first cell's upper left corner at (left, top)."""
    bits = bits_of(style, text)
    if not style.effects & TextEffect.TXT_SKEWED:
        drawn = _draw_cells(raster, clip, left, top, bits, style)
    elif style.effects & TextEffect.TXT_OUTLINE:
        drawn = _draw_slanted_outlined(raster, clip, left, top, text, style)
    else:
        drawn = _draw_slanted(raster, clip, left, top, bits, style)
    if style.effects & TextEffect.TXT_UNDERLINED:
        drawn = _underline(raster, clip, left, top, bits.width, style) or drawn
    return drawn


def _placed(bits: int, width: int, left: int, stride: int) -> int:
    """A row of ``width`` bits moved so that its first pixel is at x = left of a line; masks cut what is beyond."""
    move = stride - left - width
    return bits << move if move >= 0 else bits >> -move


def _light_lines(font: Font, height: int, stride: int) -> list[int]:
    """The checkerboard that thins light text, top row first: locked to the columns, begun at the lowest row."""
    mask, lines = font.lighten, []
    for _ in range(height):
        lines.append(lines_of((mask,), stride)[0])
        mask = (mask << 1 | mask >> 15) & 0xFFFF
    return lines[::-1]


def _draw_cells(raster: Raster, clip: Rect, left: int, top: int, bits: TextBits, style: TextStyle) -> bool:
    """Upright cells: one rectangle of bits."""
    height, stride = len(bits.rows), raster.stride
    x1, x2 = max(left, clip[0]), min(left + bits.width - 1, clip[2])
    y1, y2 = max(top, clip[1]), min(top + height - 1, clip[3])
    if x1 > x2 or y1 > y2:
        return False
    mask = span(stride, x1, x2)
    lines = [_placed(row, bits.width, left, stride) & mask for row in bits.rows[y1 - top : y2 - top + 1]]
    if style.effects & TextEffect.TXT_LIGHT:
        light = _light_lines(style.font, height, stride)[y1 - top : y2 - top + 1]
        lines = [line & thin for line, thin in zip(lines, light, strict=True)]
    write_rows(raster.rows, y1, lines, mask, style.mode, style.color)
    return True


def _draw_slanted(raster: Raster, clip: Rect, left: int, top: int, bits: TextBits, style: TextStyle) -> bool:
    """Slanted cells: every row moves right by its own shift, and so does what replace mode whitens."""
    height, stride = len(bits.rows), raster.stride
    light = _light_lines(style.font, height, stride) if style.effects & TextEffect.TXT_LIGHT else [-1] * height
    drawn = False
    for index, shift in enumerate(style.font.skew_shifts(height)):
        y, start = top + index, left + shift
        x1, x2 = max(start, clip[0]), min(start + bits.width - 1, clip[2])
        if x1 > x2 or not clip[1] <= y <= clip[3]:
            continue
        mask = span(stride, x1, x2)
        line = _placed(bits.rows[index], bits.width, start, stride) & mask & light[index]
        write_row(raster.rows, y, line, mask, style.mode, style.color)
        drawn = True
    return drawn


def _draw_slanted_outlined(raster: Raster, clip: Rect, left: int, top: int, text: bytes, style: TextStyle) -> bool:
    """Character after character as rectangles: in replace mode each cuts its left neighbour's top off, as in GEM."""
    drawn = False
    for code in text:
        bits = slanted_outlined_char(style, code)
        drawn = _draw_cells(raster, clip, left, top, bits, style) or drawn
        left += style.font.glyph(code).width + 2
    return drawn


def _underline(raster: Raster, clip: Rect, left: int, top: int, width: int, style: TextStyle) -> bool:
    """A line over the lowest rows of the cells as they are without a rim, one pixel longer than the text."""
    x1, x2 = max(left, clip[0]), min(left + width, clip[2])
    if x1 > x2:
        return False
    mask = span(raster.stride, x1, x2)
    word = style.font.lighten if style.effects & TextEffect.TXT_LIGHT else 0xFFFF
    line = lines_of((word,), raster.stride)[0] & mask
    below = top + style.font.height
    for y in range(max(below - max(style.font.underline, 1), clip[1]), min(below - 1, clip[3]) + 1):
        write_row(raster.rows, y, line, mask, style.mode, style.color)
    return True


def _draw_rotated(
    raster: Raster, clip: Rect, point: tuple[int, int], offset: tuple[int, int], text: bytes, style: TextStyle
) -> bool:
    """Draw the text aside, turn it counter-clockwise about the point, and write it pixel by pixel."""
    bits = bits_of(style, text)
    ink = Raster(bits.width + style.font.left_offset + style.font.right_offset + 2, len(bits.rows))
    plain = replace(style, color=1, mode=1, vertical=TextVertical.TA_TOP, rotation=0)
    _draw_upright(ink, bounds(ink), 0, 0, text, plain)
    cells = span(ink.stride, 0, bits.width - 1)
    drawn = False
    for row, line in enumerate(ink.rows):
        for column in range(ink.width):
            bit = 1 << (ink.stride - 1 - column)
            if not (line | cells) & bit:
                continue
            dx, dy = _turned(column + offset[0], row + offset[1], style.rotation)
            x, y = point[0] + dx, point[1] + dy
            if clip[0] <= x <= clip[2] and clip[1] <= y <= clip[3]:
                pixel = span(raster.stride, x, x)
                write_row(raster.rows, y, pixel if line & bit else 0, pixel, style.mode, style.color)
                drawn = True
    return drawn


def _turned(dx: int, dy: int, rotation: int) -> tuple[int, int]:
    if rotation == 900:
        return dy, -dx
    return (-dx, -dy) if rotation == 1800 else (-dy, dx)
