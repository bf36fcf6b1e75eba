"""The control panel in a real window with a real mouse."""

import pytest
from PIL import Image

from gemport.desktop import panel_rsc as rsc
from gemport.gem import Machine, object_rect, read_rsc
from gemport.settings import Colours
from tests.desktop.hand import button_for
from tests.gem.aes.desk import artwork
from tests.hosts.xvfb import Program, wait_for
from tests.places import DATA

pytestmark = pytest.mark.window

DESK_MENU, ENTRY = (40, 8), (60, 75)
"""Menu title and the second accessory below it."""
IN_MENU = 190, 52, 206, 96
"""Part of the open menu, right of the accessories' names."""
TITLE = "gemport"
SCREEN = 640, 400
FILLED = 1600, 1000
"""Size of the display."""


def place(button: int) -> tuple[int, int]:
    """Return the middle of a button in the open dialog."""
    gem = Machine(artwork(), *SCREEN).gem()
    tree = gem.rsrc_load(read_rsc((DATA / "desktop/panel_en.rsc").read_bytes(), "panel_en.rsc")).tree(rsc.PANEL)
    gem.form_center(tree)
    rect = object_rect(tree, button)
    return rect.x + rect.w // 2, rect.y + rect.h // 2


class Clicker:
    """A mouse that clicks GEM pixels of a window with known scale and position."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.scale, self.corner = 1, (0, 0)

    def _host(self, x: int, y: int) -> tuple[int, int]:
        return self.corner[0] + x * self.scale, self.corner[1] + y * self.scale

    def open_panel(self) -> None:
        """Open the panel, waiting for the menu and for the panel."""
        self._program.move(*self._host(*DESK_MENU))
        wait_for(lambda: self._is_plain(*IN_MENU), "the menu does not open")
        self._program.click(*self._host(*ENTRY))
        wait_for(lambda: len(colours(self.below_ok())) == 1, "the panel does not open")

    def push(self, button: int) -> None:
        self._program.click(*self._host(*place(button)))

    def below_ok(self) -> Image.Image:
        """Return an area left of a pointer on OK: plain in the dialog, patterned when the dialog is closed."""
        x, y = place(rsc.PANEL_OK)
        return self._program.picture().crop((*self._host(x - 30, y + 12), *self._host(x - 6, y + 16)))

    def _is_plain(self, left: int, top: int, right: int, bottom: int) -> bool:
        """Return whether an area has a single colour, unlike the patterned desktop."""
        return len(colours(self._program.picture().crop((*self._host(left, top), *self._host(right, bottom))))) == 1


def colours(picture: Image.Image) -> set[object]:
    return {colour for _, colour in picture.convert("RGB").getcolors(1 << 16) or ()}


def has_colours(program: Program, wanted: Colours) -> bool:
    return colours(program.picture()) == set(wanted.value)


def is_scaled(picture: Image.Image, scale: int) -> bool:
    """Return whether each GEM pixel is a square of ``scale`` pixels."""
    small = picture.resize((picture.width // scale, picture.height // scale), Image.Resampling.NEAREST)
    return small.resize(picture.size, Image.Resampling.NEAREST).tobytes() == picture.tobytes()


def test_colours_scale_and_full_screen_change_at_once_and_are_found_again(display: str) -> None:
    with Program.python(["-m", "gemport", "desktop", "--scale", "1", "--lang", "en"], display, TITLE) as program:
        hand = Clicker(program.drawn())
        wait_for(lambda: has_colours(program, Colours.BLACK_ON_WHITE), "the first picture is not black on white")
        hand.open_panel()

        hand.push(button_for("colours", Colours.AMBER))
        wait_for(lambda: has_colours(program, Colours.AMBER), "the screen does not become amber")
        hand.push(button_for("scale", 2))
        assert program.has_size(TITLE, (1280, 800))
        wait_for(lambda: has_colours(program, Colours.AMBER), "the larger window is not drawn")
        wait_for(lambda: is_scaled(program.picture(), 2), "the pixels are not squares of two")

        hand.scale = 2
        hand.push(button_for("fullscreen", True))
        assert program.has_size(TITLE, FILLED)
        wait_for(lambda: has_colours(program, Colours.AMBER), "the filled screen is not drawn")
        assert program.picture().getpixel((0, 0)) == Colours.AMBER.value[0], "the tube is dark"
        hand.corner = 160, 100
        hand.push(button_for("fullscreen", False))
        assert program.has_size(TITLE, (1280, 800))
        hand.corner = 0, 0
        wait_for(lambda: has_colours(program, Colours.AMBER), "the window is not drawn again")
        wait_for(lambda: len(colours(hand.below_ok())) == 1, "the panel is not drawn in its place")
        hand.push(rsc.PANEL_OK)
        wait_for(lambda: len(colours(hand.below_ok())) > 1, "the panel does not close")
        program.close()
        assert program.wait() == 0

    with Program.python(["-m", "gemport", "desktop"], display, TITLE) as program:
        assert program.drawn().geometry()[2:] == (1280, 800)
        wait_for(lambda: has_colours(program, Colours.AMBER), "the next start is not amber")
        hand = Clicker(program)
        hand.scale = 2
        hand.open_panel()
        hand.push(rsc.PANEL_TUBE_ON)
        wait_for(lambda: len(colours(program.picture())) > 2, "a window that opens at scale 2 refuses the tube")
