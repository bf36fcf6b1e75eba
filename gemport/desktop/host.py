"""What the desktop and its accessories are given by the host: the programs there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol


class Openable(NamedTuple):
    """A program that can be opened.

    name: what it is kept under, and what its icon is found by
    title: what it is called on the screen
    command: what shel_write starts it by
    numbers: the numbered games that it has; none for what is no game
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
