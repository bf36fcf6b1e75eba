"""The appearance, sound and place of a window, set before it opens or while it is open."""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, replace
from typing import NoReturn

from gemport.gem import GemportError, Raster
from gemport.settings import ANYWHERE, MAX_SCALE, Placement, Settings

_DEFAULTS = Settings()


def no_clipboard(_text: str = "") -> NoReturn:
    """Raise GemportError: without a window, copying and pasting is impossible."""
    raise GemportError("there is no clipboard")


@dataclass(eq=False)
class WindowControls:
    """The settings of one window. They can change at any time; an open window follows."""

    settings: Settings = _DEFAULTS  # scale, fullscreen, colours, ring and loudness apply to the window
    placement: Placement = ANYWHERE  # the window's place; applies only when it opens
    _: KW_ONLY
    insist: bool = False  # reject a scale that does not fit the host's screen instead of reducing it
    explain: bool = False  # whether a window that opens in full screen explains how to leave it
    hint: Callable[[], Raster] | None = None  # returns the picture of the hint shown on entering full screen
    on_change: Callable[[Settings, Settings], None] | None = None
    """Called with the previous and the new settings; set by the host that shows the window."""
    opened: Placement | None = None  # the window's placement after opening; None before
    largest_scale: Callable[[], float] = lambda: MAX_SCALE  # the maximum scale, with fractions, on the screen
    shows_tube: bool = True  # whether the picture can look like a CRT
    sounds: Callable[[], bool] = lambda: False  # returns whether the host can play sound; set by the host
    others: int = 0  # number of the program's open windows; this window opens next to them
    title: Callable[[], str] | None = None  # returns the window's title for each picture; None if it is fixed
    copy: Callable[[str], None] = no_clipboard  # puts a text on the host's clipboard; set by the host's window
    paste: Callable[[], str] = no_clipboard  # returns the text on the clipboard
    application: str = "gemport"  # the application's name for the host's desktop (WM_CLASS)

    def change(self, settings: Settings) -> None:
        """Replace the settings and call ``on_change`` if they differ."""
        before, self.settings = self.settings, settings
        if self.on_change is not None and settings != before:
            self.on_change(before, settings)

    def note_fullscreen(self, fullscreen: bool) -> None:
        """Record whether the window fills the screen, without calling ``on_change``."""
        self.settings = replace(self.settings, fullscreen=fullscreen)

    def note_scale(self, scale: int) -> None:
        """Record the whole scale of a resized window, without calling ``on_change``."""
        self.settings = replace(self.settings, scale=scale)

    def note_placement(self, placement: Placement) -> None:
        """Record the window's place; the first is also ``opened``."""
        self.opened = self.opened or placement
        self.placement = placement
