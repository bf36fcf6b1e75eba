"""What the desktop and its accessories are given by the host: the programs there are, and a place to keep things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from gemport.desktop.controls import Controls


class Openable(NamedTuple):
    """A program that can be opened.

    name: what it is kept under, and what its icon is found by
    title: what it is called on the screen
    command: what shel_write starts it by
    numbers: the numbered games that it has
    """

    name: str
    title: str
    command: str
    numbers: range


class Tally(NamedTuple):
    """What is kept of a program's games: how many are unfinished, won and lost."""

    unfinished: int
    won: int
    lost: int


class Programs(Protocol):
    """The programs that the host's machine knows."""

    @property
    def openable(self) -> Sequence[Openable]:
        """Those that can be opened, in the order in which they are shown."""

    def running(self) -> Mapping[int, str]:
        """Those that run, by their application ids: what they show, as a title."""

    def tally(self, name: str) -> Tally:
        """What is kept of one. Raises GemportError where that cannot be read."""


class Preferences(Protocol):
    """Texts by name that outlive the run. Both calls raise GemportError where that fails."""

    def get(self, name: str) -> str | None:
        """A text as it was set last; None if it never was."""

    def set(self, name: str, text: str) -> None:
        """Keep a text."""


class HostControls(Protocol):
    """The host's window and bell."""

    @property
    def fullscreen(self) -> bool:
        """Whether the window fills the host's screen, which the user may change without the panel."""

    def show(self, controls: Controls) -> None:
        """Take over what concerns the host, soon, not necessarily before the call returns."""
