"""The programs that there are, as the host gives them to the desktop and its accessories."""

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
    numbers: Sequence[int]


class Tally(NamedTuple):
    """The kept games of a program: how many are unfinished, won and lost."""

    unfinished: int
    won: int
    lost: int


class Programs(Protocol):
    """The programs that the host's machine knows."""

    @property
    def openable(self) -> Sequence[Openable]:
        """The ones that can be opened, in the order in which they are shown."""

    def running(self) -> Mapping[int, str]:
        """Return the titles of those that run, by their application ids."""

    def tally(self, name: str) -> Tally:
        """Return how many games of one are kept. Raises GemportError where that cannot be read."""
