"""What a window is told about how it shows and sounds a machine, before it opens and while it is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from gemport.gem.host.sound.bell import Way
from gemport.gem.host.sound.tone import LOUDEST

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""
PAPER: Colour = (255, 255, 255)
INK: Colour = (0, 0, 0)
"""Colours of a clear and a set bit, unless others are chosen."""


@dataclass(frozen=True)
class WindowState:
    """How a window is.

    scale: host pixels a GEM pixel that its size was chosen for last; None: as many as fit the host's screen well
    """

    scale: int | None = None
    fullscreen: bool = False
    ink: Colour = INK
    paper: Colour = PAPER
    way: Way = Way.TONE
    loudness: int = LOUDEST


class WindowControls:
    """Keeps the state of one window. It may be changed at any time; the window, if there is one by then, follows."""

    def __init__(self, state: WindowState | None = None) -> None:
        self._state = state or WindowState()
        self.on_change: Callable[[WindowState, WindowState], None] | None = None
        """Called with the state before and the new one; set by whoever shows the window."""

    @property
    def state(self) -> WindowState:
        """The state now."""
        return self._state

    def change(self, state: WindowState) -> None:
        """Have the window be as ``state`` says."""
        before, self._state = self._state, state
        if self.on_change is not None and state != before:
            self.on_change(before, state)

    def note_fullscreen(self, fullscreen: bool) -> None:
        """The window fills the host's screen now, or no more, and nobody need be told."""
        self._state = replace(self._state, fullscreen=fullscreen)
