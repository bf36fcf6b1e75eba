"""The screen: its raster, the AES's own workstation, the mouse pointer's form, and what was saved from under a box."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from gemport.gem.aes.constants import HBOX, MouseNumber
from gemport.gem.aes.objects.draw import change_state, draw_tree
from gemport.gem.aes.pen import Pen
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.rsc.objects import ObState, Tree
from gemport.gem.formats.system.artwork import MouseForm, SystemArtwork
from gemport.gem.vdi.font import Font
from gemport.gem.vdi.modes import RasterOp
from gemport.gem.vdi.mouse import Pointer, compose
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.state import SYSTEM_FACE
from gemport.gem.vdi.workstation import Workstation, v_opnvwk


class Screen:
    """One raster and what the AES keeps about it. Rectangles are in pixels."""

    def __init__(self, width: int, height: int, artwork: SystemArtwork) -> None:
        self.raster = Raster(width, height)
        self.artwork = artwork
        # They are the system's face, whatever number their files give themselves.
        system = (artwork.font_6x6, artwork.font_8x8, artwork.font_8x16)
        self.fonts = tuple(Font(replace(font, face_id=SYSTEM_FACE)) for font in system)
        self.rect = GRect(0, 0, width, height)
        """The whole screen."""
        self.desk = GRect(0, HBOX, width, height - HBOX)
        """Everything below the menu bar: the work area of window 0."""
        self.pointer = Pointer()
        """The mouse, which all workstations on this screen share. A program starts with the busy bee showing."""
        self.pointer.hidden = 0
        self.pointer.form = artwork.mouse[MouseNumber.BUSY_BEE]
        self._workstation = self.v_opnvwk()
        self.pen = Pen(self._workstation)

    def v_opnvwk(self) -> Workstation:
        """A workstation on this screen, for a program of its own."""
        return v_opnvwk(self.raster, self.fonts, pointer=self.pointer)

    def objc_draw(self, tree: Tree, start: int, depth: int, clip: GRect) -> None:
        """Draw an object and ``depth`` levels below it (8: all), limited to ``clip`` in screen pixels.

        TreeError for an object that is not there or wrong links, ObjectError for one that shows what its type cannot.
        """
        with self.pen.clipped(clip):
            draw_tree(self.pen, tree, start, depth)

    def objc_change(self, tree: Tree, obj: int, clip: GRect, state: ObState, redraw: bool = True) -> bool:
        """Give an object a new state and, with ``redraw``, show it within ``clip``; always True.

        A change of SELECTED only inverts the object; anything else draws it over what is there. Errors as objc_draw's.
        """
        with self.pen.clipped(clip):
            change_state(self.pen, tree, obj, state, redraw)
        return True

    def save(self, rect: GRect) -> tuple[GRect, Raster]:
        """What is on the screen in a rectangle, to be put back by :meth:`restore`."""
        rect = rect.intersection(self.rect)
        saved = Raster(max(rect.w, 1), max(rect.h, 1))
        if not rect.empty:
            x1, y1, x2, y2 = rect.corners()
            corners = (x1, y1, x2, y2, 0, 0, rect.w - 1, rect.h - 1)
            self._workstation.vro_cpyfm(RasterOp.S_ONLY, corners, None, saved)
        return rect, saved

    def restore(self, saved: tuple[GRect, Raster]) -> None:
        """Put back what was saved."""
        rect, raster = saved
        if rect.empty:
            return
        with self.pen.clipped(self.rect):
            corners = (0, 0, rect.w - 1, rect.h - 1, *rect.corners())
            self._workstation.vro_cpyfm(RasterOp.S_ONLY, corners, raster, None)

    def copy(self, rect: GRect, x: int, y: int) -> None:
        """Move what is on the screen below the menu bar so that the rectangle's corner comes to (x, y)."""
        with self.pen.clipped(self.desk):
            self.pen.copy(rect, x, y)

    # ---- the mouse pointer

    def graf_mouse(self, number: int, form: MouseForm | None = None) -> None:
        """Choose the pointer: 0..7 a system form, 255 an own one, 256 hide, 257 show; other numbers are the arrow."""
        if number == MouseNumber.M_OFF:
            self.pointer.hide()
        elif number == MouseNumber.M_ON:
            self.pointer.show(True)
        elif number == MouseNumber.USER_DEF and form is not None:
            self.pointer.set_form(form)
        else:
            known = number if 0 <= number < len(self.artwork.mouse) else MouseNumber.ARROW
            self.pointer.set_form(self.artwork.mouse[known])

    @contextmanager
    def arrow(self) -> Iterator[None]:
        """Within a ``with``: the arrow, visible; then the program's own form and hiding again."""
        form, hidden = self.pointer.form, self.pointer.hidden
        self.graf_mouse(MouseNumber.ARROW)
        self.pointer.hidden = 0
        try:
            yield
        finally:
            self.pointer.form, self.pointer.hidden = form, hidden

    def frame_key(self) -> Hashable:
        """Changes whenever the picture with its pointer may look different."""
        pointer = self.pointer
        return (self.raster.version, None if pointer.hidden else (pointer.x, pointer.y, pointer.form))

    def frame(self, pointer: bool) -> Raster:
        """The picture, with the mouse pointer if it is wanted and not hidden."""
        picture = self.raster.copy()
        if pointer and not self.pointer.hidden and self.pointer.form is not None:
            compose(picture, self.pointer.form, self.pointer.x, self.pointer.y)
        return picture
