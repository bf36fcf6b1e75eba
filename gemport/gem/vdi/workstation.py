"""The virtual workstation: a bitmap with attributes, and GEM's calls to draw on it."""

from collections.abc import Sequence

from gemport.gem.formats.artwork import MouseForm
from gemport.gem.vdi import copying, fills, text
from gemport.gem.vdi.attributes import HATCHES, PATTERNS
from gemport.gem.vdi.lines import MARKER_SIZES, MAX_LINE_WIDTH, PIXEL_SIZE, LineCalls
from gemport.gem.vdi.modes import WritingMode

_TABLE = 57
_MAX_VERTICES = 512


class Workstation(fills.FillCalls, LineCalls, text.TextCalls, copying.CopyCalls):
    """An open virtual workstation on ``raster``; the constructor is v_opnvwk (docs/machine.md 2.1).

    Args:
        fonts: at least one font, in any order; text starts with the system face in its greatest height
        work_in: the input of v_opnvwk; only its first ten numbers are read
        pointer: the mouse pointer that v_show_c and similar calls control; without one the workstation creates its own

    Raises ValueError without a font or with fewer than ten numbers in ``work_in``.
    """

    @property
    def work_out(self) -> list[int]:
        """The 57 numbers that v_opnvwk returns, for this bitmap and these fonts."""
        faces = len({font.face_id for font in self.fonts})
        small, large = self.fonts[0], self.fonts[-1]
        return [
            *(self.raster.width - 1, self.raster.height - 1, 0, PIXEL_SIZE, PIXEL_SIZE, len(self.fonts), 7, 0, 6),
            *(MARKER_SIZES, faces, len(PATTERNS), len(HATCHES), 2, 10, *range(1, 11)),
            *(3, 0, 3, 3, 3, 0, 3, 0, 3, 2, 0, 1, 1, 0, 2, 2, 1, 1, 1, 2),
            *(small.max_char_width, small.top, large.max_char_width, large.top, 1, 0, MAX_LINE_WIDTH, 0),
            *(15, 11, 120, 88),
        ]

    def v_clsvwk(self) -> None:
        """Close the workstation by turning clipping off; its drawing remains."""
        self.vs_clip(0, 0, 0, 0, 0)

    def vs_clip(self, flag: int, x1: int, y1: int, x2: int, y2: int) -> None:
        """Limit drawing to a rectangle (inclusive, corners in any order), or to the entire bitmap if ``flag`` is 0.

        Corners outside the bitmap move to its edge, so a rectangle entirely outside still lets a line along the edge
        through.
        """
        self.clipping = bool(flag)
        left, top, right, bottom = 0, 0, self.raster.width - 1, self.raster.height - 1
        if flag:
            left, right = max(0, min(x1, x2, right)), max(0, min(max(x1, x2), right))
            top, bottom = max(0, min(y1, y2, bottom)), max(0, min(max(y1, y2), bottom))
        self.clip = (left, top, right, bottom)

    def vswr_mode(self, mode: int) -> int:
        """Set the writing mode (:class:`WritingMode`); return the value set, 1 if unknown."""
        self.mode = mode if 1 <= mode <= 4 else int(WritingMode.MD_REPLACE)
        return self.mode

    def vq_extnd(self, extended: int) -> list[int]:
        """Return work_out again (0), or the 57 numbers of the extended inquiry (1) (docs/machine.md 2.1)."""
        if not extended:
            return self.work_out
        table = [0] * _TABLE
        table[0:5] = [4, 1, 0x1F, 0, 1]
        table[6:12] = [50, 1, 1, 4, 2, 1]
        table[14:17] = [_MAX_VERTICES, -1, 1]
        table[19] = int(self.clipping)
        table[45:49] = self.clip
        return table

    def v_show_c(self, reset: int) -> None:
        """Undo one v_hide_c if ``reset`` is 1, or all of them if it is 0."""
        self.pointer.show(bool(reset))

    def v_hide_c(self) -> None:
        """Hide the mouse pointer until v_show_c has been called equally often."""
        self.pointer.hide()

    def v_clrwk(self) -> None:
        """Clear the entire bitmap to white, regardless of the clip rectangle, with the pointer on it."""
        self.raster.rows[:] = [0] * self.raster.height
        self.pointer.keep(None)
        self.touch()

    def vsc_form(self, words: Sequence[int]) -> None:
        """Set the mouse form from 37 words: hot spot x and y, planes, two colours, mask, data.

        Raises ValueError for another number of words.
        """
        if len(words) != 37:
            raise ValueError(f"vsc_form: a mouse form is 37 words, not {len(words)}")
        mask, data = (tuple(word & 0xFFFF for word in part) for part in (words[5:21], words[21:37]))
        self.pointer.keep(self.pointer.drawn)
        self.pointer.form = MouseForm(words[0] & 15, words[1] & 15, mask, data, words[3], words[4])

    def vq_mouse(self) -> tuple[int, int, int]:
        """Return the buttons (bit 0 left, bit 1 right) and the x and y of the hot spot in pixels."""
        mouse = self.pointer.mouse
        return mouse.buttons, mouse.x, mouse.y

    def vq_key_s(self) -> int:
        """Return the state of the shift keys: bit 0 right shift, 1 left shift, 2 control, 3 alternate."""
        return self.pointer.mouse.shift_keys
