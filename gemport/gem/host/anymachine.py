"""What a host needs of a machine; the recorder offers the same, so every host can be recorded."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol

from gemport.gem.vdi.raster import Raster

LEFT, RIGHT = 1, 2
"""Button numbers."""


class AnyMachine(Protocol):
    """A screen, an input side and a clock. Coordinates are GEM pixels, times milliseconds.

    Exceptions of the program that runs on it come out of every call that lets it run.
    """

    on_bell: Callable[[], None] | None
    """Called whenever the bell rings."""

    @property
    def width(self) -> int:
        """Of the screen, in pixels."""

    @property
    def height(self) -> int:
        """Of the screen, in pixels."""

    @property
    def bells(self) -> int:
        """How often the bell has rung."""

    @property
    def finished(self) -> bool:
        """Whether the program has come to its end."""

    def frame(self, pointer: bool = True) -> Raster:
        """The picture, with the mouse pointer or without it."""

    def frame_key(self) -> Hashable:
        """A value that changes whenever the frame may look different."""

    def mouse_to(self, x: int, y: int) -> None:
        """The pointer goes to a pixel."""

    def mouse_button(self, button: int, down: bool) -> None:
        """A button (LEFT or RIGHT) goes down or up."""

    def key(self, word: int, shift: int = 0) -> None:
        """A key was pressed: its word and the shift keys held with it."""

    @property
    def waiting_keys(self) -> int:
        """How many keys nobody has asked for yet."""

    def shift(self, bits: int) -> None:
        """These shift keys are held now."""

    def advance(self, ms: int) -> None:
        """Let time pass."""

    def next_wakeup(self) -> int | None:
        """Milliseconds until time alone makes something happen; None: only input can."""

    @property
    def working(self) -> bool:
        """Whether long work is done as time passes: a host that cannot keep up lets less time pass than there was."""

    def settle(self) -> None:
        """Let time pass until nothing moves, no double click is awaited any more and all work is done."""

    def request_quit(self) -> None:
        """Ask the program to end."""
