"""The screen: its raster, the AES's own workstation, the mouse pointer, and what was saved from under a box.

Each application has a pointer, its form and how often it hid it; the screen shows that of the one which has the mouse.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from gemport.gem.aes.constants import HBOX, MouseNumber
from gemport.gem.aes.objects.draw import change_state, draw_tree
from gemport.gem.aes.pen import Pen
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.artwork import MouseForm, SystemArtwork
from gemport.gem.formats.objects import ObState, Tree
from gemport.gem.vdi.font import SYSTEM_FACE, Font
from gemport.gem.vdi.modes import RasterOp
from gemport.gem.vdi.mouse import Mouse, Pointer, compose
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.workstation import Workstation, v_opnvwk


class Screen:
    """One raster and what the AES keeps about it. Rectangles are in pixels."""

    def __init__(self, width: int, height: int, artwork: SystemArtwork) -> None:
        self.raster = Raster(width, height)
        self.artwork = artwork
        # They are the system's face, whatever number their files give themselves.
        system = (artwork.font_6x6, artwork.font_8x8, artwork.font_8x16)
        self.fonts = tuple(Font(font._replace(face_id=SYSTEM_FACE)) for font in system)
        self.rect = GRect(0, 0, width, height)
        """The whole screen."""
        self.desk = GRect(0, HBOX, width, height - HBOX)
        """Everything below the menu bar: the work area of window 0."""
        self.mouse = Mouse()
        """Where the mouse is, for all pointers on this screen."""
        idle = self.new_pointer()
        self.whose_pointer: Callable[[], Pointer] = lambda: idle
        """Says whose pointer shows."""
        self._arrow: Pointer | None = None
        self._workstation = self.v_opnvwk(idle)
        self.pen = Pen(self._workstation)

    def v_opnvwk(self, pointer: Pointer) -> Workstation:
        """A workstation on this screen, for the application whose pointer it is."""
        return v_opnvwk(self.raster, self.fonts, pointer=pointer)

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

    def new_pointer(self, number: MouseNumber = MouseNumber.BUSY_BEE) -> Pointer:
        """A pointer that shows; an application starts with the busy bee."""
        pointer = Pointer(self.mouse)
        pointer.hidden = 0
        self.graf_mouse(pointer, number)
        return pointer

    def graf_mouse(self, pointer: Pointer, number: int, form: MouseForm | None = None) -> None:
        """Choose a form: 0..7 a system form, 255 one of its own, 256 hide, 257 show; other numbers are the arrow."""
        if number == MouseNumber.M_OFF:
            pointer.hide()
        elif number == MouseNumber.M_ON:
            pointer.show(True)
        elif number == MouseNumber.USER_DEF and form is not None:
            pointer.set_form(form)
        else:
            known = number if 0 <= number < len(self.artwork.mouse) else MouseNumber.ARROW
            pointer.set_form(self.artwork.mouse[known])

    @contextmanager
    def arrow(self) -> Iterator[None]:
        """Within a ``with``: the arrow, visible, whatever the application has; by whoever has the mouse for himself."""
        self._arrow = self.new_pointer(MouseNumber.ARROW)
        try:
            yield
        finally:
            self._arrow = None

    @property
    def pointer(self) -> Pointer:
        """The pointer that shows."""
        return self._arrow or self.whose_pointer()

    def frame_key(self) -> Hashable:
        """Changes whenever the picture with its pointer may look different."""
        pointer = self.pointer
        return (self.raster.version, None if pointer.hidden else (self.mouse.x, self.mouse.y, pointer.form))

    def frame(self, pointer: bool) -> Raster:
        """The picture, with the mouse pointer if it is wanted and not hidden."""
        picture = self.raster.copy()
        shown = self.pointer
        if pointer and not shown.hidden and shown.form is not None:
            compose(picture, shown.form, self.mouse.x, self.mouse.y)
        return picture
