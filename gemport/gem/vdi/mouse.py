"""The mouse: its state, its form, and drawing the form onto a picture."""

from gemport.gem.formats.artwork import MOUSE_SIZE, MouseForm
from gemport.gem.vdi.raster import Raster


def compose(raster: Raster, form: MouseForm, x: int, y: int) -> None:
    """Draw a mouse form with its hot spot at (x, y): mask pixels, then data pixels, in the form's colours.

    The form is clipped at the edges of the raster; the hot spot may be outside.
    """
    left = x - (form.hot_x & 15)
    top = y - (form.hot_y & 15)
    shift = raster.stride - MOUSE_SIZE - left
    inside = ((1 << raster.width) - 1) << (raster.stride - raster.width)
    rows = raster.rows
    for index in range(max(0, -top), min(MOUSE_SIZE, raster.height - top)):
        row = rows[top + index]
        for word, color in ((form.mask[index], form.mask_color), (form.data[index], form.data_color)):
            bits = (word << shift if shift >= 0 else word >> -shift) & inside
            row = row | bits if color else row & ~bits
        rows[top + index] = row
    raster.version += 1


class Mouse:
    """Position in pixels, buttons and shift keys, shared by all programs of a machine."""

    def __init__(self, x: int = 319, y: int = 199) -> None:
        self.x, self.y = x, y
        self.moves = 0  # the number of moves by the user
        self.buttons = 0  # bit 0 left, bit 1 right
        self.shift_keys = 0  # bit 0 right shift, 1 left shift, 2 control, 3 alternate
        self.taken = False
        """True if the host released the buttons because it took the mouse away: such a release never drops or clicks.
        """


class Pointer:
    """The mouse pointer of a program: its form, and the number of times it is hidden.

    The form is visible while ``hidden`` is 0; initially it is 1 (docs/machine.md 2.11). The AES passes its program's
    pointer to a workstation. A workstation without one creates its own, with a separate ``mouse``.
    """

    def __init__(self, mouse: Mouse | None = None) -> None:
        self.mouse = Mouse() if mouse is None else mouse
        self.hidden = 1
        self.form: MouseForm | None = None
        self.kept: tuple[MouseForm | None, int] | None = None
        """The form left on the screen and the ``mouse.moves`` at that moment; None once the pointer is drawn again."""

    @property
    def drawn(self) -> MouseForm | None:
        """The form on the screen, or None."""
        if self.kept is not None and self.kept[1] == self.mouse.moves and not self.hidden:
            return self.kept[0]
        return None if self.hidden else self.form

    def keep(self, form: MouseForm | None) -> None:
        """Leave a form or nothing on the screen until the mouse moves or the pointer is drawn again."""
        self.kept = form, self.mouse.moves

    def show(self, count: bool) -> None:
        """Undo one ``hide``, or all of them if ``count`` is false."""
        self.hidden = max(self.hidden - 1, 0) if count else 0
        self.kept = None

    def hide(self) -> None:
        """Hide the pointer until ``show`` has been called equally often."""
        self.hidden += 1
