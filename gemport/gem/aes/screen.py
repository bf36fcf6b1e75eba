"""The screen: its raster, the AES's pen, the mouse pointer, and saved areas under boxes.

Rectangles are :class:`GRect` in screen pixels; colours are 0 white and 1 black. All programs share one mouse pointer,
including its form, set by any of them, and its hide count.
"""

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from weakref import WeakSet

from gemport.gem.aes.constants import HBOX, MouseNumber
from gemport.gem.aes.objects import CENTRED, HOLLOW, IBM, RIGHT_JUST, SMALL, SOLID
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.artwork import MouseForm, SystemArtwork
from gemport.gem.vdi.font import SYSTEM_FACE, Font
from gemport.gem.vdi.modes import FillInterior, LineType, RasterOp, TextHorizontal, TextVertical, WritingMode
from gemport.gem.vdi.mouse import Mouse, Pointer, compose
from gemport.gem.vdi.raster import Point, Raster
from gemport.gem.vdi.workstation import Workstation

REPLACE = WritingMode.MD_REPLACE
TRANSPARENT = WritingMode.MD_TRANS
XOR = WritingMode.MD_XOR

WHITE, BLACK = 0, 1

CELLS = {IBM: (8, 16), SMALL: (6, 6)}  # width and height of a character cell in pixels, by font code

_INTERIORS = {HOLLOW: FillInterior.FIS_HOLLOW, SOLID: FillInterior.FIS_SOLID}
_ODD_DOTS = 0x5555
"""The line style of the dotted outline, starting with the second pixel; shifted left by one, with the first."""
_LEG = 38


def text_position(rect: GRect, text: str, just: int, font: int = IBM) -> tuple[int, int, int]:
    """Position a text in a rectangle: ``just`` 0 left, 1 right, 2 centred; vertically centred (docs/machine.md 3.4).

    Return the top left pixel of the first cell, and the number of characters that fit (0: draw nothing). ``font`` is a
    TEDINFO's te_font: 5 is the small font, any other value the system font.
    """
    width, height = CELLS.get(font, CELLS[IBM])
    count = min(len(text), max(rect.w, 0) // width) if rect.h >= height else 0
    # A long text is cut, not moved.
    x, rest = rect.x, max(rect.w - len(text) * width, 0)
    if just == RIGHT_JUST:
        x += rest
    elif just == CENTRED:
        x += (rest + 1) // 2
    return x, rect.y + (max(rect.h - height, 0) + 1) // 2, count


def draw_dotted(ws: Workstation, points: Sequence[Point]) -> None:
    """Invert every second pixel on lines from point to point, in the same pattern for either direction.

    The dots of a line that starts outside the clip rectangle start at its edge.
    """
    ws.vswr_mode(XOR)
    ws.vsl_color(BLACK)
    ws.vsl_type(LineType.LT_USERDEF)
    for (x1, y1), (x2, y2) in pairwise(points):
        # Dots of horizontal lines are aligned to the screen, other dots to the start of the line.
        odd = y1 % 2 if x1 != x2 else (x1 + y1) % 2
        ws.vsl_udsty(_ODD_DOTS << odd)
        ws.v_pline([(x1, y1), (x2, y2)])
    ws.vsl_type(LineType.LT_SOLID)


class Pen:
    """The AES's drawing functions, on a separate workstation, independent of programs' modes, colours and clipping."""

    def __init__(self, workstation: Workstation) -> None:
        self.workstation = workstation
        self.border = BLACK  # the last border's colour, white after a DISABLED object; titles have such a shadow
        tops = [font.top for font in workstation.fonts if font.face_id == SYSTEM_FACE]
        self._heights = {IBM: tops[-1], SMALL: tops[0]}
        workstation.vsf_perimeter(False)
        workstation.vst_alignment(TextHorizontal.TA_LEFT, TextVertical.TA_TOP)
        self.see_all()

    def see_all(self) -> None:
        """Reset clipping to the entire raster, whose size may have changed."""
        raster = self.workstation.raster
        self.screen = GRect(0, 0, raster.width, raster.height)
        self.clip(self.screen)

    def clip(self, rect: GRect) -> None:
        """Limit all further drawing to the rectangle; an empty rectangle prevents drawing."""
        self.clip_rect = rect.intersection(self.screen)
        # Set directly: vs_clip would move the corners of an empty rectangle.
        self.workstation.clip = self.clip_rect.corners()

    @contextmanager
    def clipped(self, rect: GRect) -> Iterator[GRect]:
        """Limit drawing in the body to the intersection of the rectangle and the current clip rectangle."""
        before = self.clip_rect
        self.clip(before.intersection(rect))
        try:
            yield self.clip_rect
        finally:
            self.clip(before)

    def fill(self, rect: GRect, pattern: int = SOLID, color: int = BLACK, mode: int = REPLACE) -> None:
        """Fill with an AES pattern: 0 hollow (white in replace mode), 1 to 6, 7 solid.

        Since the VDI takes two corners, a rectangle without width or height is filled between its corners.
        """
        ws = self.workstation
        ws.vsf_interior(_INTERIORS.get(pattern, FillInterior.FIS_PATTERN))
        ws.vsf_style(pattern)
        ws.vswr_mode(mode)
        ws.vsf_color(color)
        ws.vr_recfl(*rect.corners())

    def invert(self, rect: GRect) -> None:
        self.fill(rect, SOLID, BLACK, XOR)

    def frame(self, rect: GRect, color: int = BLACK) -> None:
        """Draw the outermost pixels of the rectangle, or the lines between its corners if it is empty."""
        x1, y1, x2, y2 = rect.corners()
        left, right, top, bottom = min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2)
        for y in (top, bottom):
            self.fill(GRect(left, y, right - left + 1, 1), SOLID, color)
        for x in (left, right):
            self.fill(GRect(x, top, 1, bottom - top + 1), SOLID, color)

    def box(self, rect: GRect, thickness: int, color: int = BLACK) -> None:
        """Draw a border of ``thickness`` pixels inside the rectangle; if negative, outside plus one pixel inside."""
        for inset in range(min(thickness, 0), max(thickness, 1) if thickness else 0):
            self.frame(rect.inset(inset), color)

    def line(self, x1: int, y1: int, x2: int, y2: int, color: int = BLACK, mode: int = REPLACE) -> None:
        """Draw a line one pixel wide, both ends included."""
        ws = self.workstation
        ws.vswr_mode(mode)
        ws.vsl_color(color)
        ws.v_pline([(x1, y1), (x2, y2)])

    def text(self, x: int, y: int, text: str, font: int = IBM, color: int = BLACK, mode: int = TRANSPARENT) -> None:
        """Draw a text with the top left pixel of its first cell at (x, y); replace mode also draws the background."""
        ws = self.workstation
        ws.vswr_mode(mode)
        ws.vst_color(color)
        ws.vst_height(self._heights.get(font, self._heights[IBM]))
        ws.v_gtext(x, y, text)

    def text_in(
        self, rect: GRect, text: str, just: int, font: int = IBM, color: int = BLACK, mode: int = TRANSPARENT
    ) -> None:
        """Draw a text in a rectangle as :func:`text_position` places it, without characters that do not fit."""
        x, y, fits = text_position(rect, text, just, font)
        self.text(x, y, text[:fits], font, color, mode)

    def bitmap(self, source: Raster, part: GRect, x: int, y: int, color: int, mode: int = TRANSPARENT) -> None:
        """Draw the set bits of a part of ``source`` in a colour, with the part's top left pixel at (x, y)."""
        if part.empty:
            return
        corners = (*part.corners(), *part.moved(x - part.x, y - part.y).corners())
        self.workstation.vrt_cpyfm(mode, corners, source, None, (color, WHITE))

    def copy(self, rect: GRect, x: int, y: int) -> None:
        """Copy a rectangle of the screen so that its top left pixel is at (x, y); both may overlap."""
        if rect.empty:
            return
        corners = (*rect.corners(), *rect.moved(x - rect.x, y - rect.y).corners())
        self.workstation.vro_cpyfm(RasterOp.S_ONLY, corners, None, None)

    def dotted_outline(self, *rects: GRect) -> None:
        """Draw the outlines of moving boxes: invert pixels with odd x + y, and corners twice (docs/machine.md 3.6)."""
        for rect in rects:
            x1, y1, x2, y2 = rect.corners()
            draw_dotted(self.workstation, ((x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1)))

    def dotted_corners(self, rect: GRect) -> None:
        """Draw the corners of growing boxes: legs of 39 pixels from the left and top, 38 from the right and bottom."""
        x1, y1, x2, y2 = rect.corners()
        left, top, right, bottom = (x1 + _LEG, y1 + _LEG, rect.right - _LEG, rect.bottom - _LEG)
        draw_dotted(self.workstation, ((x1, top), (x1, y1), (left, y1)))
        draw_dotted(self.workstation, ((right, y1), (x2, y1), (x2, top)))
        draw_dotted(self.workstation, ((x2, bottom), (x2, y2), (right, y2)))
        draw_dotted(self.workstation, ((left, y2), (x1, y2), (x1, bottom)))


class Screen:
    """The screen's raster, fonts, pen and mouse pointer. Rectangles are in pixels."""

    def __init__(self, width: int, height: int, artwork: SystemArtwork) -> None:
        self.raster = Raster(width, height)
        self.other: Raster | None = None  # a picture to show instead of the raster
        self.inverse = False  # whether black is shown as white, as a palette can do
        self.artwork = artwork
        # All fonts count as the system face, whatever number their files have.
        system = (artwork.font_6x6, artwork.font_8x8, artwork.font_8x16)
        self.fonts = tuple(Font(font._replace(face_id=SYSTEM_FACE)) for font in system)
        self._set_size(width, height)
        self.mouse = Mouse()
        self._workstations: WeakSet[Workstation] = WeakSet()
        self._pointer, self._arrow = Pointer(self.mouse), Pointer(self.mouse)
        self._times_off = 0  # M_OFF less M_ON; only the outermost ones hide and show the pointer, as the VDI counts too
        self._arrow.form = artwork.mouse[MouseNumber.ARROW]
        self.reset_pointer(MouseNumber.ARROW)
        self._workstation = self.v_opnvwk()
        self._pen = Pen(self._workstation)

    @property
    def pen(self) -> Pen:
        """The AES's pen. Whenever the AES draws, it also draws the pointer again."""
        self._pointer.kept = None
        return self._pen

    def _set_size(self, width: int, height: int) -> None:
        self.rect = GRect(0, 0, width, height)
        self.desk = GRect(0, HBOX, width, height - HBOX)  # everything below the menu bar: the work area of window 0

    def resize(self, width: int, height: int) -> None:
        """Change the size of the screen and clear it; clip rectangles stay within it."""
        self.raster.resize(width, height)
        self._set_size(width, height)
        for workstation in self._workstations:
            workstation.vs_clip(workstation.clipping, *workstation.clip)
        self.pen.see_all()
        self.mouse.x, self.mouse.y = min(self.mouse.x, width - 1), min(self.mouse.y, height - 1)

    def v_opnvwk(self) -> Workstation:
        """Return a new workstation on the screen, with its own attributes."""
        workstation = Workstation(self.raster, self.fonts, pointer=self._pointer)
        self._workstations.add(workstation)
        return workstation

    def save(self, rect: GRect) -> tuple[GRect, Raster]:
        """Copy a part of the screen, from word to word: so a text that is too long for its menu goes with it."""
        left = rect.x & -16
        rect = GRect(left, rect.y, (rect.right - left + 15) & -16, rect.h).intersection(self.rect)
        return rect, self.raster if rect.empty else self.raster.part(rect.corners())

    def restore(self, saved: tuple[GRect, Raster]) -> None:
        rect, raster = saved
        if rect.empty:
            return
        with self.pen.clipped(self.rect):
            corners = (0, 0, rect.w - 1, rect.h - 1, *rect.corners())
            self._workstation.vro_cpyfm(RasterOp.S_ONLY, corners, raster, None)

    # ---- the mouse pointer

    def reset_pointer(self, number: MouseNumber) -> None:
        """Show a system form even if the pointer is hidden: the busy bee while a program starts."""
        self._pointer.show(False)
        self._times_off = 0
        self.graf_mouse(number)

    def graf_mouse(self, number: int, form: MouseForm | None = None) -> None:
        """Set the form: 0..7 a system form, 255 ``form``, 256 hide, 257 show; other numbers mean the arrow."""
        pointer = self._pointer
        if number == MouseNumber.M_OFF:
            if not self._times_off:
                pointer.hide()
            self._times_off += 1
        elif number == MouseNumber.M_ON:
            self._times_off -= 1
            if not self._times_off:
                pointer.show(True)
        else:
            # Switched off, it is not drawn again even if the VDI shows it.
            pointer.kept = (pointer.drawn, self.mouse.moves) if self._times_off else None
            forms = self.artwork.mouse
            known = forms[number if 0 <= number < len(forms) else MouseNumber.ARROW]
            pointer.form = form if number == MouseNumber.USER_DEF and form is not None else known

    @contextmanager
    def arrow(self) -> Iterator[None]:
        """Show the arrow instead of the programs' pointer in the body, while a process has grabbed the mouse."""
        self._arrow.show(False)
        try:
            yield
        finally:
            self._arrow.hide()

    @property
    def pointer(self) -> Pointer:
        return self._pointer if self._arrow.hidden else self._arrow

    def frame_key(self) -> Hashable:
        form = self.pointer.drawn
        place = None if form is None else (self.mouse.x, self.mouse.y, form)
        other = self.other
        return (self.raster.version, self.inverse, place, None if other is None else (id(other), other.version))

    def frame(self, pointer: bool) -> Raster:
        picture = (self.other or self.raster).copy()
        if pointer and (form := self.pointer.drawn) is not None:
            compose(picture, form, self.mouse.x, self.mouse.y)
        if self.inverse:
            inside = (1 << picture.stride) - (1 << picture.stride - picture.width)
            picture.rows = [row ^ inside for row in picture.rows]
        return picture
