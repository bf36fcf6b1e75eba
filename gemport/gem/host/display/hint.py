"""A line of text over the picture, in the system's own letters; it belongs to the host, not to the GEM screen."""

from __future__ import annotations

from gemport.gem.formats.charset import encode
from gemport.gem.formats.fnt import GemFont
from gemport.gem.host.display.letterbox import Letterbox, Size
from gemport.gem.host.display.shifter import Shifter
from gemport.gem.vdi.raster import Raster
from gemport.settings import Colour

_RIM = 3
"""Pixels from the edge to the inside of the frame: a line, a gap, a line, as around GEM's boxes."""
_AIR_BESIDE, _AIR_ABOVE = 8, 3
"""Pixels between the frame and the text."""
_LIFT = 20
"""The part of the window's height that the hint stands above its lower edge: one in so many."""


class Hint:
    """A hint in a window whose OpenGL context is current."""

    def __init__(self, picture: Raster) -> None:
        self._size = picture.width, picture.height
        self._shifter = Shifter(*self._size, picture.stride)
        self._shifter.upload(picture.to_bytes())

    def draw(self, window: Size, picture: Letterbox, ink: Colour, paper: Colour) -> None:
        """Put it over the picture."""
        self._shifter.colours(ink, paper)
        box = hint_box(window, (picture.across, picture.width), self._size)
        self._shifter.draw(box, window[1], alone=True)


def hint_picture(text: str, font: GemFont) -> Raster:
    """A framed line of text."""
    glyphs = [font.glyph(code) for code in encode(text, "replace")]
    inside = sum(glyph.width for glyph in glyphs) + 2 * _AIR_BESIDE
    width, high = inside + 2 * _RIM, font.form_height + 2 * (_AIR_ABOVE + _RIM)
    raster = Raster(width, high)
    rows = [_frame_row(min(y, high - 1 - y), width) for y in range(high)]
    right = _RIM + _AIR_BESIDE
    for glyph in reversed(glyphs):
        for y, row in enumerate(glyph.rows, _RIM + _AIR_ABOVE):
            rows[y] |= row << right
        right += glyph.width
    raster.rows = [row << (raster.stride - width) for row in rows]
    return raster


def _frame_row(depth: int, width: int) -> int:
    """A row of the frame, ``depth`` pixels from its upper or lower edge: two lines around each other."""
    outer = (1 << (width - 1)) | 1
    inner = (1 << (width - _RIM)) | (1 << (_RIM - 1))
    full = (1 << width) - 1
    return {0: full, 1: outer, 2: outer | (full >> 4 << 2)}.get(depth, outer | inner)


def hint_box(window: Size, picture: Size, hint: Size) -> Letterbox:
    """Where the hint lies: in the middle, near the lower edge, as large as the GEM pixels there are, in whole numbers.

    window: in host pixels
    picture: how many host pixels the picture of the screen measures, and how many it would at a scale of 1
    """
    scale = max(min(round(picture[0] / picture[1]), window[0] // hint[0]), 1)
    across, down = hint[0] * scale, hint[1] * scale
    return Letterbox((window[0] - across) // 2, window[1] - down - window[1] // _LIFT, across, down, *hint)
