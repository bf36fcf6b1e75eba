"""What effects and rotation make of a character's cell (docs/machine.md 2.9, 9)."""

from __future__ import annotations

from gemport.gem.formats.fnt import Glyph
from gemport.gem.vdi.font import Font


def _smeared(row: int, weight: int) -> int:
    line = row << weight
    for step in range(weight):
        line |= row << step
    return line


def widened(font: Font, cell: Glyph) -> Glyph:
    """Bold: every pixel also ``thicken`` times to its right, in a cell that grows by as much."""
    weight = font.thicken
    return Glyph(cell.width + weight, tuple(_smeared(row, weight) for row in cell.rows))


def thickened(font: Font, cell: Glyph) -> Glyph:
    """Bold as it goes straight to the screen: monospaced cells keep their width, first losing their last columns."""
    if not font.monospaced:
        return widened(font, cell)
    weight = font.thicken
    return Glyph(cell.width, tuple(_smeared(row >> weight, weight) for row in cell.rows))


def slanted(font: Font, cell: Glyph) -> Glyph:
    """Every row moved right by the font's skew mask, in a cell that is wider by the slope: a full rectangle."""
    slope = font.left_offset + font.right_offset
    shifts = font.skew_shifts(len(cell.rows))
    full = (1 << (cell.width + slope)) - 1
    rows = (_moved(row, slope - shift) & full for row, shift in zip(cell.rows, shifts, strict=True))
    return Glyph(cell.width + slope, tuple(rows))


def _moved(row: int, left: int) -> int:
    return row << left if left >= 0 else row >> -left


def outlined(cell: Glyph) -> Glyph:
    """The rim around the glyph, in a cell two pixels wider and higher with the glyph one in and one down."""
    fat = [0, *(row << 1 for row in cell.rows), 0]
    spread = [row | row << 1 | row >> 1 for row in fat]
    last = len(fat) - 1
    rows = []
    for y, row in enumerate(fat):
        near = spread[y] | (spread[y - 1] if y else 0) | (spread[y + 1] if y < last else 0)
        rows.append(near & ~row)
    return Glyph(cell.width + 2, tuple(rows))


def turned(cell: Glyph, rotation: int) -> Glyph:
    """The cell turned counter-clockwise by 900, 1800 or 2700 tenths of a degree."""
    if rotation == 1800:
        return Glyph(cell.width, tuple(_reversed(row, cell.width) for row in cell.rows[::-1]))
    columns = [_column(cell, x) for x in range(cell.width)]
    if rotation == 900:
        return Glyph(len(cell.rows), tuple(columns[::-1]))
    return Glyph(len(cell.rows), tuple(_reversed(column, len(cell.rows)) for column in columns))


def _column(cell: Glyph, x: int) -> int:
    """Column x as a row, the uppermost pixel leftmost."""
    found, bit = 0, cell.width - 1 - x
    for row in cell.rows:
        found = found << 1 | (row >> bit & 1)
    return found


def _reversed(row: int, width: int) -> int:
    return int(f"{row:0{width}b}"[::-1], 2) if width else 0
