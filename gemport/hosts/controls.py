"""The look, the sound and the place of a window, chosen before it opens or while it is open."""

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, replace
from typing import NamedTuple, NoReturn

from gemport.gem import GemportError, Raster
from gemport.settings import LARGEST_SCALE, Settings


class Placement(NamedTuple):
    """The place and size of a window that is not full screen, in host pixels; None: as the host finds best."""

    size: tuple[int, int] | None = None
    place: tuple[int, int] | None = None
    """The top left corner of its inside, from that of all screens."""
    maximised: bool = False


ANYWHERE = Placement()
_DEFAULTS = Settings()


def no_clipboard(_text: str = "") -> NoReturn:
    """Raise GemportError, to copy and to paste: without a window there is no clipboard."""
    raise GemportError("there is no clipboard")


@dataclass(eq=False)
class WindowControls:
    """Keeps the settings of one window. They may be changed at any time; the window, if there is one by then, follows.

    settings: those in force; of them scale, fullscreen, colours, ring and loudness count
    placement: where the window is; only counts when it opens
    insist: a scale for which the host's screen has no room is refused, not reduced
    explain: a window that opens in full screen says how that is left
    hint: makes the picture of what the user is told on entering full screen
    on_change: called with the settings before and the new ones; set by the host that shows the window
    opened: the placement of the window when it had opened; None as long as it has not
    title: gives the window's title, at each picture; None for one that does not change
    largest_scale: gives the largest scale, whole or not, for which the host's screen has room
    shows_tube: the picture can look as on the monitor's tube
    others: how many windows of the program are open already; this one opens beside them
    copy: puts a text on the host's clipboard; set by the host's window
    paste: returns the text on it
    application: by this name the host's desktop knows whose window it is (WM_CLASS)
    """

    settings: Settings = _DEFAULTS
    placement: Placement = ANYWHERE
    _: KW_ONLY
    insist: bool = False
    explain: bool = False
    hint: Callable[[], Raster] | None = None
    on_change: Callable[[Settings, Settings], None] | None = None
    opened: Placement | None = None
    largest_scale: Callable[[], float] = lambda: LARGEST_SCALE
    shows_tube: bool = True
    others: int = 0
    title: Callable[[], str] | None = None
    copy: Callable[[str], None] = no_clipboard
    paste: Callable[[], str] = no_clipboard
    application: str = "gemport"

    def change(self, settings: Settings) -> None:
        before, self.settings = self.settings, settings
        if self.on_change is not None and settings != before:
            self.on_change(before, settings)

    def note_fullscreen(self, fullscreen: bool) -> None:
        """Record whether the window fills the screen, without calling ``on_change``."""
        self.settings = replace(self.settings, fullscreen=fullscreen)

    def note_placement(self, placement: Placement) -> None:
        self.opened = self.opened or placement
        self.placement = placement
