"""Text: measuring, placing, stretching, and drawing with effects (docs/machine.md 2.8, 2.9, 9).

A plain string is drawn row by row, everything else character by character.
"""

from collections.abc import Generator, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from gemport.gem.formats.charset import encode
from gemport.gem.formats.fnt import Glyph
from gemport.gem.vdi.attributes import Attributes, Stroke, color_index, in_steps
from gemport.gem.vdi.font import SCALE_START, SYSTEM_FACE, Font, string_bits
from gemport.gem.vdi.lines import clip_line, draw_segment, rotate_left
from gemport.gem.vdi.modes import TextEffect
from gemport.gem.vdi.raster import Point, Raster, Rect, intersect, lines_of, span, write_row, write_rows

BOLD, LIGHT, SLANTED = int(TextEffect.TXT_THICKENED), int(TextEffect.TXT_LIGHT), int(TextEffect.TXT_SKEWED)
UNDERLINED, OUTLINED = int(TextEffect.TXT_UNDERLINED), int(TextEffect.TXT_OUTLINE)
"""The effect bits as plain integers: testing an enum flag takes longer than drawing a row."""
_SPACE = 0x20
_DIRECTIONS = {900: (0, -1), 1800: (-1, 0), 2700: (0, 1)}
"""Direction of text by rotation; all other rotations run right."""
_ONE_PIECE_EFFECTS = BOLD | LIGHT | UNDERLINED  # the effects that still allow drawing a string in one piece


class TextStyle(NamedTuple):
    """The text attributes of a workstation; ``rotation`` in tenths of a degree: 0, 900 ... 3600."""

    font: Font
    color: int
    mode: int
    effects: int
    horizontal: int
    vertical: int
    rotation: int

    @property
    def slope(self) -> tuple[int, int]:
        """Pixels that slanted text extends left and right of its cells; 0 if upright."""
        font = self.font
        return (font.left_offset, font.right_offset) if self.effects & SLANTED else (0, 0)

    @property
    def rim(self) -> int:
        """Pixels that an outline adds on each side; 0 without an outline."""
        return 1 if self.effects & OUTLINED else 0

    @property
    def added(self) -> int:
        """Pixels that effects add to the advance of a character."""
        bold = self.effects & BOLD and not self.font.monospaced
        return 2 * self.rim + (self.font.thicken if bold else 0)


def extent(style: TextStyle, text: bytes) -> tuple[int, int]:
    """Return the width and height of the text's box in pixels (vqt_extent)."""
    width = style.font.width(text) + sum(style.slope) + style.added * len(text)
    return width, style.font.height + 2 * style.rim


def begin(style: TextStyle, width: int) -> Point:
    """Return the distance of a text's start before and above its point, relative to the text's direction.

    ``width`` is the width of the text in pixels.

    The start is the corner of the first cell including its outline. Slanted text is shifted so that its
    slanted edge meets the aligned line at the point.
    """
    font, rim = style.font, style.rim
    left, right = style.slope
    before = (rim, int(width / 2), width - rim)[style.horizontal]
    line = (font.top, font.top - font.half, font.top - font.ascent)
    above = (*line, font.top + font.bottom, font.top + font.descent, 0)[style.vertical]
    upper = (left, font.half * right // font.top, font.ascent * right // font.top) if right else (left, 0, 0)
    slant = (*upper, 0, font.descent * left // max(font.bottom, 1), left + right)[style.vertical]
    return before + slant, above + rim


def _share(pixels: int, places: int, rank: int) -> int:
    """Return the pixels for the place ``rank`` (from 0); the first places get the remainder."""
    each, rest = divmod(abs(pixels), places)
    share = each + (rank < rest)
    return share if pixels >= 0 else -share


def justified_gaps(style: TextStyle, text: bytes, length: int, between_words: bool, between_chars: bool) -> list[int]:
    """Return the pixels that v_justified adds after each character to make the text ``length`` pixels wide.

    With both kinds of gaps a space grows or shrinks by at most half a cell, and the gaps between characters take the
    rest.
    """
    spare = length - extent(style, text)[0]
    spaces = text.count(_SPACE) if between_words else 0
    words = spare if spaces else 0
    most = style.font.max_cell_width // 2
    if spaces and between_chars and abs(spare) // spaces > most:
        words = most * spaces if spare > 0 else -most * spaces
    chars = spare - words if between_chars else 0
    gaps, rank = [], 0
    for index, code in enumerate(text):
        gap = _share(chars, len(text) - 1, index) if len(text) > 1 else 0
        if spaces and code == _SPACE:
            gap += _share(words, spaces, rank)
            rank += 1
        gaps.append(gap)
    return gaps


def _smeared(row: int, weight: int) -> int:
    """Repeat every pixel ``weight`` times to its right, widening the row by the same amount."""
    line = row << weight
    for step in range(weight):
        line |= row << step
    return line


def widened(font: Font, cell: Glyph) -> Glyph:
    """Make a cell bold by repeating every pixel ``thicken`` times to its right; the cell grows by the same amount."""
    weight = font.thicken
    return Glyph(cell.width + weight, tuple(_smeared(row, weight) for row in cell.rows))


def thickened(font: Font, cell: Glyph) -> Glyph:
    """Make a cell bold for unrotated text: monospaced cells keep their width, dropping their last columns first."""
    if not font.monospaced:
        return widened(font, cell)
    weight = font.thicken
    return Glyph(cell.width, tuple(_smeared(row >> weight, weight) for row in cell.rows))


def slanted(font: Font, cell: Glyph) -> Glyph:
    """Shift every row right by the font's skew mask, in a rectangular cell widened by the total slope."""
    slope = font.left_offset + font.right_offset
    shifts = font.skew_shifts(len(cell.rows))
    full = (1 << (cell.width + slope)) - 1
    rows = (_shifted(row, slope - shift) & full for row, shift in zip(cell.rows, shifts, strict=True))
    return Glyph(cell.width + slope, tuple(rows))


def _shifted(row: int, left: int) -> int:
    return row << left if left >= 0 else row >> -left


def outlined(cell: Glyph) -> Glyph:
    """Return the outline of a glyph, in a cell two pixels wider and higher with the glyph at (1, 1)."""
    fat = [0, *(row << 1 for row in cell.rows), 0]
    spread = [row | row << 1 | row >> 1 for row in fat]
    last = len(fat) - 1
    rows = []
    for y, row in enumerate(fat):
        near = spread[y] | (spread[y - 1] if y else 0) | (spread[y + 1] if y < last else 0)
        rows.append(near & ~row)
    return Glyph(cell.width + 2, tuple(rows))


def turned(cell: Glyph, rotation: int) -> Glyph:
    """Rotate the cell counter-clockwise by 900, 1800 or 2700 tenths of a degree."""
    if rotation == 1800:
        return Glyph(cell.width, tuple(_reversed(row, cell.width) for row in cell.rows[::-1]))
    # Turn columns into rows, with the top pixel leftmost.
    height = len(cell.rows)
    columns = [0] * cell.width
    for row in cell.rows:
        for x in range(cell.width):
            columns[x] = columns[x] << 1 | (row >> (cell.width - 1 - x) & 1)
    if rotation == 900:
        return Glyph(height, tuple(columns[::-1]))
    return Glyph(height, tuple(_reversed(column, height) for column in columns))


def _reversed(row: int, width: int) -> int:
    return int(f"{row:0{width}b}"[::-1], 2) if width else 0


def draw_text(
    raster: Raster,
    clip: Rect,
    point: Point,
    text: bytes,
    style: TextStyle,
    length: int | None = None,
    gaps: Sequence[int] = (),
) -> Generator[None, None, bool]:
    """Draw ``text`` at a point in steps (v_gtext); return False if it is entirely outside the clip rectangle.

    v_justified passes the ``length`` to use for the alignment, and the ``gaps`` after each character.
    """
    if not text:
        return False
    if style.horizontal and length is None:
        length = extent(style, text)[0]
    before, above = begin(style, length or 0)
    if style.rotation or style.effects & ~_ONE_PIECE_EFFECTS or style.font.scale is not None or gaps:
        return (yield from _draw_characters(raster, clip, _pen(style, point, before, above), text, style, gaps))
    left, top = point[0] - before, point[1] - above
    bits = string_bits(style.font, text, thickened if style.effects & BOLD else None)
    drawn = _draw_cell(raster, clip, left, top, bits, style)
    if style.effects & UNDERLINED:
        row = top + underline_row(style.font)
        drawn = _underline(raster, clip, (left, row, left + bits.width, row), style) or drawn
    return drawn


def _draw_characters(
    raster: Raster, clip: Rect, first: Point, text: bytes, style: TextStyle, gaps: Sequence[int]
) -> Generator[None, None, bool]:
    """Draw the characters in order, one per step; later characters cover earlier ones where their cells overlap."""
    x, y = first
    right, down = direction(style.rotation)
    counter, drawn = SCALE_START, False
    for index, code in enumerate(text):
        cell, after = style.font.cell(code, counter)
        if draw_character(raster, clip, x, y, cell, style):
            counter, drawn = after, True
        advance = max(cell.width, 1) + style.added + (gaps[index] if gaps else 0)
        x, y = x + right * advance, y + down * advance
        yield
    if style.effects & UNDERLINED:
        # Downward relative to the text. In text that runs left or down, the pen is at the cell's bottom, not its top.
        step = -down, right
        row = underline_row(style.font)
        if min(step) < 0:
            row -= style.font.top + style.font.bottom
        dx, dy = row * step[0], row * step[1]
        drawn = _underline(raster, clip, (first[0] + dx, first[1] + dy, x + dx, y + dy), style, step) or drawn
    return drawn


def _pen(style: TextStyle, point: Point, before: int, above: int) -> Point:
    """Return the starting point of the first character: its rotated upper left corner, or the pixel next to it.

    Text that runs up or left starts one pixel after the cell's edge.
    """
    x, y = point
    lines = style.font.top + style.font.bottom + 2 * style.rim - above
    if style.rotation == 900:
        return x - above, y + before + 1
    if style.rotation == 1800:
        return x + before + 1, y - lines
    if style.rotation == 2700:
        return x - lines, y - before
    return x - before, y - above


def character_rect(x: int, y: int, cell: Glyph, style: TextStyle) -> Rect:
    """Return the pixels that a cell takes with the pen at (x, y)."""
    width = max(cell.width, 1) + style.added + sum(style.slope)
    height = max(len(cell.rows), 1) + 2 * style.rim
    if style.rotation in (900, 2700):
        width, height = height, width
    left = x - width if style.rotation == 1800 else x
    top = y - height if style.rotation == 900 else y
    return left, top, left + width - 1, top + height - 1


def is_cut(rect: Rect, clip: Rect) -> bool:
    """Return whether a cell counts as clipped; a cell that touches the right or the lower edge does."""
    return rect[0] < clip[0] or rect[1] < clip[1] or rect[2] >= clip[2] or rect[3] >= clip[3]


def draw_character(raster: Raster, clip: Rect, x: int, y: int, cell: Glyph, style: TextStyle) -> bool:
    """Draw a cell at the pen; return False if it is entirely outside the clip rectangle, which GEM checks first."""
    rect = character_rect(x, y, cell, style)
    if intersect(rect, clip) is None:
        return False
    left, top, cut = *rect[:2], is_cut(rect, clip)
    bits = _shaped(style.font, cell, style.effects, style.rotation, cut)
    if style.effects & SLANTED and not (style.rotation or style.rim or cut):
        _draw_slanted(raster, left, top, bits, style)
    else:
        _draw_cell(raster, clip, left, top, bits, style)
    return True


@lru_cache(maxsize=1024)
def _shaped(font: Font, cell: Glyph, effects: int, rotation: int, cut: bool) -> Glyph:
    """Return the cell with its effects. Slanted and clipped, outlined or rotated cells grow wider when bold."""
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


def _light_lines(font: Font, height: int, stride: int) -> list[int]:
    """Return the checkerboard that thins light text, top row first, aligned to screen columns and to the lowest row."""
    mask, lines = font.lighten, []
    for _ in range(height):
        lines.append(lines_of((mask,), stride)[0])
        mask = rotate_left(mask, 1)
    return lines[::-1]


def _draw_cell(raster: Raster, clip: Rect, left: int, top: int, bits: Glyph, style: TextStyle) -> bool:
    """Draw one rectangle of bits; return False if it is entirely outside the clip rectangle."""
    stride = raster.stride
    x1, x2 = max(left, clip[0]), min(left + bits.width - 1, clip[2])
    y1, y2 = max(top, clip[1]), min(top + len(bits.rows) - 1, clip[3])
    if x1 > x2 or y1 > y2:
        return False
    mask = span(stride, x1, x2)
    move = stride - left - bits.width
    lines = [_shifted(row, move) & mask for row in bits.rows[y1 - top : y2 - top + 1]]
    if style.effects & LIGHT:
        light = _light_lines(style.font, len(lines), stride)
        lines = [line & thin for line, thin in zip(lines, light, strict=True)]
    write_rows(raster.rows, y1, lines, mask, style.mode, style.color)
    return True


def _draw_slanted(raster: Raster, left: int, top: int, bits: Glyph, style: TextStyle) -> None:
    """Draw a cell that is entirely inside, shifting each row separately, with the area that replace mode clears."""
    height, stride = len(bits.rows), raster.stride
    light = _light_lines(style.font, height, stride) if style.effects & LIGHT else [-1] * height
    for index, shift in enumerate(style.font.skew_shifts(height)):
        start = left + shift
        mask = span(stride, start, start + bits.width - 1)
        line = _shifted(bits.rows[index], stride - start - bits.width) & light[index]
        write_row(raster.rows, top + index, line, mask, style.mode, style.color)


def underline_row(font: Font) -> int:
    """Return the first row of an underline in a cell without an outline: its thickness below the base line.

    It is one row lower if the cell extends further down than the line is thick. In a doubled font without that space
    it is one row higher.
    """
    lower = 1 if font.bottom > font.underline else 0
    if not lower and font.scale is not None and font.scale.doubles:
        lower = -1
    return font.top + font.underline + lower


def _underline(raster: Raster, clip: Rect, line: Rect, style: TextStyle, step: Point = (0, 1)) -> bool:
    """Draw lines from pen to pen, inclusive, one pixel longer than the text; return False if all are outside."""
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


def direction(rotation: int) -> Point:
    """Return the direction of text as steps right and down."""
    return _DIRECTIONS.get(rotation, (1, 0))


def text_bytes(text: str | bytes) -> bytes:
    """Return the Atari codes of a text; characters outside the set become '?'."""
    return text if isinstance(text, bytes) else encode(text, "replace")


class TextCalls(Attributes):
    """Text attributes, drawing and measuring. A str is converted to Atari codes; setters return the value set."""

    def _size(self) -> tuple[int, int, int, int]:
        return self.font.max_char_width, self.font.top, self.font.max_cell_width, self.font.height

    def _family(self) -> list[Font]:
        return [font for font in self.fonts if font.face_id == self.base_font.face_id]

    def vst_height(self, height: int) -> tuple[int, int, int, int]:
        """Select the font by its height in pixels from base line to top, scaling if no font fits.

        GEM treats a negative height as unsigned: the maximum size. Return the width and height (base line to top) of a
        character, then of a cell, in pixels.
        """
        family = self._family()
        height &= 0xFFFF
        self.text_size_is_points = False
        fitting = [font for font in family if font.top <= height]
        self.base_font = fitting[-1] if fitting else family[0]
        self.font = self.base_font.scaled(max(height, 1))
        return self._size()

    def vst_point(self, point: int) -> tuple[int, int, int, int, int]:
        """Select the font by its size in points or double that; other sizes select the next smaller.

        Return the size set in points, then the pixels that vst_height returns.
        """
        choices = [(font.point * times, font, times) for font in self._family() for times in (1, 2)]
        fitting = [choice for choice in choices if choice[0] <= point] or [min(choices, key=lambda c: c[0])]
        size, self.base_font, times = max(fitting, key=lambda choice: (choice[0], -choice[2]))
        self.font = self.base_font.scaled(self.base_font.top * times)
        self.text_size_is_points = True
        return size, *self._size()

    def vst_font(self, face_id: int) -> int:
        """Select the face; return the face set, the system face if unknown.

        The current size is selected again, so an original size may replace the scaled one.
        """
        faces = {font.face_id for font in self.fonts}
        system = SYSTEM_FACE if SYSTEM_FACE in faces else self.fonts[-1].face_id
        chosen = face_id if face_id in faces else system
        self.base_font = next(font for font in self.fonts if font.face_id == chosen)
        if self.text_size_is_points:
            self.vst_point(self.font.point)
        else:
            self.vst_height(self.font.top)
        return chosen

    def vst_color(self, color: int) -> int:
        """Set the text colour; return the value set, as vsl_color does."""
        self.text_color = color_index(color)
        return self.text_color

    def vst_rotation(self, angle: int) -> int:
        """Set the direction in tenths of a degree, counter-clockwise; return the value set, a multiple of 900.

        Angles from 3150 set 3600, not 0. Such text runs right, but each character is drawn rotated by 2700.
        """
        self.text_rotation = (angle % 3600 + 450) // 900 * 900
        return self.text_rotation

    def vst_alignment(self, horizontal: int, vertical: int) -> tuple[int, int]:
        """Set the horizontal and vertical alignment of text to its point; return the values set, 0 if unknown."""
        self.text_align = (horizontal if 0 <= horizontal <= 2 else 0, vertical if 0 <= vertical <= 5 else 0)
        return self.text_align

    def vst_effects(self, effects: int) -> int:
        """Set the bits of :class:`TextEffect`; return the value set, without unknown bits."""
        self.text_effects = effects & 0x1F
        return self.text_effects

    def text_style(self) -> TextStyle:
        """Return all attributes of text in one object."""
        return TextStyle(self.font, self.text_color, self.mode, self.text_effects, *self.text_align, self.text_rotation)

    @in_steps
    def v_gtext(self, x: int, y: int, text: str | bytes) -> Iterator[None]:
        """Draw text with the point of its alignment, by default the left end of the base line, at (x, y).

        A ``str`` is encoded in the Atari character set; ``bytes`` are character codes.
        """
        if (yield from draw_text(self.raster, self.clip, (x, y), text_bytes(text), self.text_style())):
            self.touch()

    @in_steps
    def v_justified(
        self, x: int, y: int, text: str | bytes, length: int, word_space: int = 1, char_space: int = 0
    ) -> Iterator[None]:
        """Draw a text stretched to ``length`` pixels, with gaps between words, between all characters, or both."""
        codes, style = text_bytes(text), self.text_style()
        gaps = justified_gaps(style, codes, length, bool(word_space), bool(char_space))
        if (yield from draw_text(self.raster, self.clip, (x, y), codes, style, length, gaps)):
            self.touch()

    def vqt_attributes(self) -> tuple[int, ...]:
        """Return face, colour, rotation, both alignments, writing mode, and the pixels that vst_height returns."""
        return self.font.face_id, self.text_color, self.text_rotation, *self.text_align, self.mode, *self._size()

    def vqt_extent(self, text: str | bytes) -> tuple[Point, Point, Point, Point]:
        """Return the corners of the text's box in pixels: lower left and right, upper right and left; y points up."""
        width, height = extent(self.text_style(), text_bytes(text))
        corners = {
            0: ((0, 0), (width, 0), (width, height), (0, height)),
            900: ((height, 0), (height, width), (0, width), (0, 0)),
            1800: ((width, height), (0, height), (0, 0), (width, 0)),
            2700: ((0, width), (0, 0), (height, 0), (height, width)),
        }
        return corners[self.text_rotation % 3600]

    def vqt_width(self, char: int | str) -> tuple[int, int, int, int]:
        """Return a character's code (-1 if the font lacks it), cell width, left and right offset in pixels."""
        code = char if isinstance(char, int) else text_bytes(char)[0]
        font = self.font
        if not font.first <= code <= font.last:
            return -1, 0, 0, 0
        return code, font.cell(code)[0].width, *font.offsets(code)

    def vqt_name(self, index: int) -> tuple[int, str]:
        """Return the id of face number ``index`` (from 1; an unknown number is 1) and the name of its smallest font."""
        faces = list(dict.fromkeys(font.face_id for font in self.fonts))
        face = faces[index - 1] if 1 <= index <= len(faces) else faces[0]
        return face, next(font.name for font in self.fonts if font.face_id == face)

    def vqt_fontinfo(self) -> tuple[int, int, int, tuple[int, int, int, int, int], tuple[int, int, int]]:
        """Return first and last character, cell width, five distances from the base line, and widths of effects.

        All are in pixels. The distances are bottom, descent, half, ascent and top. The widths are the extra width of
        bold text, and the left and right offset of slanted text; 0 if the effect is off.
        """
        font, effects = self.font, self.text_effects
        bold, skewed = font.thicken if effects & BOLD else 0, bool(effects & SLANTED)
        return (
            font.first,
            font.last,
            font.max_cell_width,
            (font.bottom, font.descent, font.half, font.ascent, font.top),
            (bold, font.left_offset * skewed, font.right_offset * skewed),
        )
