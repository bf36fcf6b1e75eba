"""The workstation's calls about text."""

from __future__ import annotations

from typing import NamedTuple

from gemport.gem.formats.charset import encode
from gemport.gem.vdi.fills import Point
from gemport.gem.vdi.font import Font
from gemport.gem.vdi.modes import TextEffect
from gemport.gem.vdi.state import SYSTEM_FACE, State, color_index
from gemport.gem.vdi.text import TextStyle, extent, justified_gaps
from gemport.gem.vdi.text_draw import draw_text


class TextSize(NamedTuple):
    """vst_height's answer, pixels."""

    char_width: int
    char_height: int
    """From the base line to the top."""
    cell_width: int
    cell_height: int


class PointSize(NamedTuple):
    """vst_point's answer: the size set, in points, then as vst_height, in pixels."""

    point: int
    char_width: int
    char_height: int
    cell_width: int
    cell_height: int


class TextAttributes(NamedTuple):
    """vqt_attributes: the settings, then the size as vst_height gives it."""

    font: int
    color: int
    rotation: int
    horizontal: int
    vertical: int
    mode: int
    char_width: int
    char_height: int
    cell_width: int
    cell_height: int


class CharWidth(NamedTuple):
    """vqt_width: code (-1 when the font does not hold it), cell width, left and right offset in pixels."""

    code: int
    width: int
    left: int
    right: int


class FontInfo(NamedTuple):
    """vqt_fontinfo: character range, cell width, distances from the base line, what effects add (pixels)."""

    first: int
    last: int
    max_cell_width: int
    distances: tuple[int, int, int, int, int]
    """Bottom, descent, half, ascent, top."""
    effects: tuple[int, int, int]
    """Width added by bold, left and right offset of slanted text; 0 when the effect is off."""


def text_bytes(text: str | bytes) -> bytes:
    """The Atari codes of a text; what the character set does not hold becomes '?'."""
    return text if isinstance(text, bytes) else encode(text, "replace")


class TextCalls(State):
    """Text attributes, drawing and measuring. A str is put into the Atari character set."""

    def _size(self) -> TextSize:
        font = self.font
        return TextSize(font.max_char_width, font.top, font.max_cell_width, font.height)

    def _family(self) -> list[Font]:
        return [font for font in self.fonts if font.face_id == self.base_font.face_id]

    def vst_height(self, height: int) -> TextSize:
        """Choose the font by its height from base line to top, pixels; what does not fit is scaled.

        A height below 0 is GEM's unsigned word: as large as can be.
        """
        family = self._family()
        height &= 0xFFFF
        fitting = [font for font in family if font.top <= height]
        self.base_font = fitting[-1] if fitting else family[0]
        self.font = self.base_font.scaled(max(height, 1))
        return self._size()

    def vst_point(self, point: int) -> PointSize:
        """Choose the font by its size in points, or its double; other sizes take the next smaller."""
        choices = [(font.point * times, font, times) for font in self._family() for times in (1, 2)]
        fitting = [choice for choice in choices if choice[0] <= point] or [min(choices, key=lambda c: c[0])]
        size, self.base_font, times = max(fitting, key=lambda choice: (choice[0], -choice[2]))
        self.font = self.base_font.scaled(self.base_font.top * times)
        return PointSize(size, *self._size())

    def vst_font(self, face_id: int) -> int:
        """Choose the face; the one set: the system face when there is no such."""
        faces = {font.face_id for font in self.fonts}
        system = SYSTEM_FACE if SYSTEM_FACE in faces else self.fonts[-1].face_id
        chosen = face_id if face_id in faces else system
        if chosen != self.base_font.face_id:
            self.base_font = next(font for font in self.fonts if font.face_id == chosen)
            self.vst_height(self.font.top)
        return chosen

    def vst_color(self, color: int) -> int:
        """Set the colour 0 or 1 of text; the value set."""
        self.text_color = color_index(color)
        return self.text_color

    def vst_rotation(self, angle: int) -> int:
        """Set the direction in tenths of a degree, counter-clockwise; the value set: a multiple of 900.

        From 3150 on that is 3600, not 0: such text goes right like that of 0, each character turned by 2700.
        """
        self.text_rotation = (angle % 3600 + 450) // 900 * 900
        return self.text_rotation

    def vst_alignment(self, horizontal: int, vertical: int) -> tuple[int, int]:
        """Set which end and line of the text lies on the point; the values set, 0 for an unknown one."""
        self.text_align = (horizontal if 0 <= horizontal <= 2 else 0, vertical if 0 <= vertical <= 5 else 0)
        return self.text_align

    def vst_effects(self, effects: int) -> int:
        """Set the bits of :class:`TextEffect`; the value set (unknown bits left out)."""
        self.text_effects = effects & 0x1F
        return self.text_effects

    def text_style(self) -> TextStyle:
        """All text attributes together."""
        return TextStyle(self.font, self.text_color, self.mode, self.text_effects, *self.text_align, self.text_rotation)

    def v_gtext(self, x: int, y: int, text: str | bytes) -> None:
        """Draw a text; where it lies about (x, y) is the alignment's."""
        if draw_text(self.raster, self.clip, (x, y), text_bytes(text), self.text_style()):
            self.touch()

    def v_justified(
        self, x: int, y: int, text: str | bytes, length: int, word_space: int = 1, char_space: int = 0
    ) -> None:
        """Draw a text stretched to ``length`` pixels: between words, or between all characters, or both."""
        codes, style = text_bytes(text), self.text_style()
        gaps = justified_gaps(style, codes, length, bool(word_space), bool(char_space))
        if draw_text(self.raster, self.clip, (x, y), codes, style, length, gaps):
            self.touch()

    def vqt_attributes(self) -> TextAttributes:
        """The current text attributes."""
        return TextAttributes(
            self.font.face_id, self.text_color, self.text_rotation, *self.text_align, self.mode, *self._size()
        )

    def vqt_extent(self, text: str | bytes) -> tuple[Point, Point, Point, Point]:
        """Corners of the text's box, pixels: lower left, lower right, upper right, upper left; y grows upward."""
        width, height = extent(self.text_style(), text_bytes(text))
        corners = {
            0: ((0, 0), (width, 0), (width, height), (0, height)),
            900: ((height, 0), (height, width), (0, width), (0, 0)),
            1800: ((width, height), (0, height), (0, 0), (width, 0)),
            2700: ((0, width), (0, 0), (height, 0), (height, width)),
        }
        return corners[self.text_rotation % 3600]

    def vqt_width(self, char: int | str) -> CharWidth:
        """Measures of one character."""
        code = char if isinstance(char, int) else text_bytes(char)[0]
        font = self.font
        if not font.first <= code <= font.last:
            return CharWidth(-1, 0, 0, 0)
        left, right = font.offsets(code)
        return CharWidth(code, font.cell(code)[0].width, left, right)

    def vqt_name(self, index: int) -> tuple[int, str]:
        """Face id and name of the font number ``index`` (from 1); the system face when there is no such."""
        faces = list(dict.fromkeys(font.face_id for font in self.fonts))
        face = faces[index - 1] if 1 <= index <= len(faces) else faces[0]
        font = [font for font in self.fonts if font.face_id == face][-1]
        return font.face_id, font.name

    def vqt_fontinfo(self) -> FontInfo:
        """Measures of the current font with its effects."""
        font, effects = self.font, self.text_effects
        bold = font.thicken if effects & TextEffect.TXT_THICKENED else 0
        skewed = bool(effects & TextEffect.TXT_SKEWED)
        return FontInfo(
            font.first,
            font.last,
            font.max_cell_width,
            (font.bottom, font.descent, font.half, font.ascent, font.top),
            (bold, font.left_offset * skewed, font.right_offset * skewed),
        )
