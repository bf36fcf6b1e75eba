"""Text: how wide it is, where it lies about its point, how it is stretched (docs/machine.md 2.8, 9)."""

from __future__ import annotations

from typing import NamedTuple

from gemport.gem.vdi.font import Font
from gemport.gem.vdi.modes import TextEffect

BOLD, LIGHT, SLANTED = int(TextEffect.TXT_THICKENED), int(TextEffect.TXT_LIGHT), int(TextEffect.TXT_SKEWED)
UNDERLINED, OUTLINED = int(TextEffect.TXT_UNDERLINED), int(TextEffect.TXT_OUTLINE)
"""The effects' bits as plain numbers: a test with a flag of an enumeration takes longer than drawing a row."""
_RIM = 1
"""What an outline adds on each side of a character, pixels."""
_SPACE = 0x20


class TextStyle(NamedTuple):
    """Everything that text drawing asks of the workstation; rotation in tenths of a degree: 0, 900 ... 3600."""

    font: Font
    color: int
    mode: int
    effects: int
    horizontal: int
    vertical: int
    rotation: int

    @property
    def slope(self) -> tuple[int, int]:
        """How far slanted text reaches to the left and to the right of its cells, pixels; 0 when it is upright."""
        font = self.font
        return (font.left_offset, font.right_offset) if self.effects & SLANTED else (0, 0)

    @property
    def rim(self) -> int:
        """What an outline adds on each side, pixels; 0 without one."""
        return _RIM if self.effects & OUTLINED else 0


def extent(style: TextStyle, text: bytes) -> tuple[int, int]:
    """Width and height of the text's box, pixels (vqt_extent)."""
    width = style.font.width(text) + sum(style.slope) + 2 * style.rim * len(text)
    if style.effects & BOLD and not style.font.monospaced:
        width += style.font.thicken * len(text)
    return width, style.font.height + 2 * style.rim


class Offset(NamedTuple):
    """Where text begins, seen along its own direction: pixels before and above the point that v_gtext is given."""

    before: int
    above: int


def begin(style: TextStyle, width: int) -> Offset:
    """The offset of the first cell's upper left corner, of a text ``width`` pixels wide with slope and rim."""
    font, rim = style.font, style.rim
    before = (rim, int(width / 2), width - rim)[style.horizontal]
    line = (font.top, font.top - font.half, font.top - font.ascent)
    above = (*line, font.top + font.bottom, font.top + font.descent, 0)[style.vertical]
    return Offset(before + _slant(style), above + rim)


def _slant(style: TextStyle) -> int:
    """How far further left slanted text begins, so that it crosses the aligned line about the point."""
    left, right = style.slope
    if not left and not right:
        return 0
    font = style.font
    upper = (left, font.half * right // font.top, font.ascent * right // font.top)
    return (*upper, 0, font.descent * left // max(font.bottom, 1), left + right)[style.vertical]


def _shared(pixels: int, places: int) -> tuple[int, int]:
    """So many for each place, and how many are left for the first ones; both negative where there is too little."""
    each, rest = divmod(abs(pixels), places)
    return (each, rest) if pixels >= 0 else (-each, -rest)


def _one_of(rest: int, rank: int) -> int:
    """The pixel that the place of this rank (from 0) gets of the rest."""
    return 0 if rank >= abs(rest) else 1 if rest > 0 else -1


def justified_gaps(style: TextStyle, text: bytes, length: int, between_words: bool, between_chars: bool) -> list[int]:
    """What v_justified puts after each character so that the text becomes ``length`` pixels wide (or narrow).

    Pixels that do not come out even go one each to the first gaps. With both kinds of gaps a space grows or shrinks
    by half a cell at most, the characters take the rest.
    """
    spare = length - extent(style, text)[0]
    spaces = text.count(_SPACE) if between_words else 0
    word = word_rest = char = char_rest = 0
    if spaces:
        word, word_rest = _shared(spare, spaces)
        most = style.font.max_cell_width // 2
        if between_chars and abs(word) > most:
            word, word_rest = (most if word > 0 else -most), 0
        spare -= word * spaces + word_rest
    if between_chars and len(text) > 1:
        char, char_rest = _shared(spare, len(text) - 1)
    gaps, rank = [], 0
    for index, code in enumerate(text):
        gap = char + _one_of(char_rest, index)
        if spaces and code == _SPACE:
            gap += word + _one_of(word_rest, rank)
            rank += 1
        gaps.append(gap)
    return gaps
