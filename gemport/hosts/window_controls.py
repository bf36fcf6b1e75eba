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
    """The settings of one window. They can change at any time; an open window follows.

    Attributes:
        settings: the current settings; scale, fullscreen, colours, ring and loudness apply to the window
        placement: the window's place; applies only when it opens
        insist: reject a scale that does not fit the host's screen instead of reducing it
        explain: whether a window that opens in full screen explains how to leave it
        hint: returns the picture of the hint shown on entering full screen
        on_change: called with the previous and the new settings; set by the host that shows the window
        opened: the window's placement after opening; None before
        title: returns the window's title for each picture; None if the title is fixed
        largest_scale: returns the largest scale, whole or not, that fits the host's screen
        shows_tube: whether the picture can look like a CRT
        sounds: returns whether the host can play sound; set by the host
        others: number of the program's open windows; this window opens next to them
        copy: puts a text on the host's clipboard; set by the host's window
        paste: returns the text on the clipboard
        application: the application's name for the host's desktop (WM_CLASS)
    """

    settings: Settings = _DEFAULTS
    placement: Placement = ANYWHERE
    _: KW_ONLY
    insist: bool = False
    explain: bool = False
    hint: Callable[[], Raster] | None = None
    on_change: Callable[[Settings, Settings], None] | None = None
    opened: Placement | None = None
    largest_scale: Callable[[], float] = lambda: MAX_SCALE
    shows_tube: bool = True
    sounds: Callable[[], bool] = lambda: False
    others: int = 0
    title: Callable[[], str] | None = None
    copy: Callable[[str], None] = no_clipboard
    paste: Callable[[], str] = no_clipboard
    application: str = "gemport"

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
