"""The interface between the host, which knows the available programs, and the desktop with its accessories."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol


class Openable(NamedTuple):
    """A program that can be opened."""

    name: str  # key of its saved data and of its icon
    title: str  # name shown on the screen
    command: str  # command line for shel_write
    numbers: Sequence[int]  # numbers of its games; empty if it is not a game


class Tally(NamedTuple):
    """Number of saved games of a program: unfinished, won and lost."""

    unfinished: int
    won: int
    lost: int


class Programs(Protocol):
    """The part of the host's machine that the desktop and the accessories need."""

    @property
    def openable(self) -> Sequence[Openable]:
        """The programs that can be opened, in display order."""

    def running(self) -> Mapping[int, str]:
        """Return the titles of the running programs by application id."""

    def tally(self, name: str) -> Tally:
        """Return the number of saved games of a program. Raises GemportError if they cannot be read."""
