"""The look and sound of a window, to be chosen before it opens and while it is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from gemport.gem.vdi.raster import Raster
from gemport.hosts.bell import LOUDEST
from gemport.settings import BellMode, Colour, Scale, Settings

PAPER: Colour = (255, 255, 255)
INK: Colour = (0, 0, 0)
"""Colours of a clear and a set bit, unless others are chosen."""


class Placement(NamedTuple):
    """The place and size of a window that is not full screen, in host pixels; None: as the host finds best."""

    size: tuple[int, int] | None = None
    place: tuple[int, int] | None = None
    """The top left corner of its inside, from that of all screens."""
    maximised: bool = False


@dataclass(frozen=True)
class WindowState:
    """The state of a window.

    insist: a scale for which the host's screen has no room is refused, not reduced
    explain: a window that opens in full screen says how that is left
    placement: only counts when the window opens
    """

    scale: Scale = None
    fullscreen: bool = False
    ink: Colour = INK
    paper: Colour = PAPER
    way: BellMode = BellMode.TONE
    loudness: int = LOUDEST
    insist: bool = False
    explain: bool = False
    placement: Placement = field(default_factory=Placement)


class WindowControls:
    """Keeps the state of one window. It may be changed at any time; the window, if there is one by then, follows.

    ``hint`` makes the picture of what the user is told on entering full screen.
    """

    def __init__(self, state: WindowState | None = None, hint: Callable[[], Raster] | None = None) -> None:
        self.state = state or WindowState()
        """The state now; it is changed by the methods."""
        self.hint = hint
        self.on_change: Callable[[WindowState, WindowState], None] | None = None
        """Called with the state before and the new one; set by whoever shows the window."""
        self.opened: Placement | None = None
        """The placement of the window when it had opened; None as long as it has not."""

    def change(self, state: WindowState) -> None:
        """Have the window be as ``state`` says."""
        before, self.state = self.state, state
        if self.on_change is not None and state != before:
            self.on_change(before, state)

    def show(self, settings: Settings) -> None:
        """Have window and bell be as the settings say."""
        state = replace(
            self.state,
            scale=settings.scale,
            fullscreen=settings.fullscreen,
            ink=settings.colours.ink,
            paper=settings.colours.paper,
            way=settings.ring,
            loudness=settings.loudness,
        )
        self.change(state)

    def note_fullscreen(self, fullscreen: bool) -> None:
        """Note that the window fills the host's screen now, or no more; it knows."""
        self.state = replace(self.state, fullscreen=fullscreen)

    def note_placement(self, placement: Placement) -> None:
        """Note where the window is now."""
        self.opened = self.opened or placement
        self.state = replace(self.state, placement=placement)
