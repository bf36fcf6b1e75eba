"""The games by name: how each is started, and with which number."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from gemport.aes.gem import Program
from gemport.cards.numbers import check_number
from gemport.files import Sources
from gemport.programs.vierfrei import Files, vierfrei

VIERFREI_NUMBERS = 1_000_000


@dataclass(frozen=True)
class Game:
    """A game: its window's title, its numbers, and how its program is made from files, language and number."""

    name: str
    title: str
    program_name: str
    """What the machine shows in the menu strip while the program loads."""
    check: Callable[[int], int]
    """Raises NumberError for a number that the game does not have."""
    first: int
    count: int
    """How many numbers there are, from ``first`` on."""
    make: Callable[[Sources, str, int], Program]

    def number_from_clock(self) -> int:
        """A game's number as the original takes it: from a counter of 200 a second and the date."""
        return self.first + time.time_ns() // 5_000_000 % self.count


def _vierfrei(sources: Sources, lang: str, number: int) -> Program:
    return vierfrei(Files(sources.cards(lang), sources.resource("vierfrei", lang)), number)


GAMES = {
    "vierfrei": Game("vierfrei", "VIERFREI", "VIERFREI.PRG", check_number, 0, VIERFREI_NUMBERS, _vierfrei),
}
"""All games, by the name on the command line."""

