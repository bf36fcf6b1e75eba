"""Results of a census: the winnable numbers of a game, in a text small enough to ship.

::

    game: vierfrei
    numbers: 0-999999
    winnable: 999990
    impossible: 8700 42693
    open: 19787
    missing: 5000-5199
    lengths: 80-89:12 90-99:40
    sha256: 64 hexadecimal digits

``missing`` lists the numbers that were not searched. Only people read the last two lines: ``lengths`` counts the
solutions by their number of single-card moves, and ``sha256`` is the checksum of the raw results (two bytes per number,
see tools/census.py). The text can contain several games. Comments start with ``#``.
"""

from enum import Enum
from typing import NamedTuple

from gemport.cards.deals import MICROSOFT_UNWINNABLE


class Verdict(Enum):
    """Verdict on a position."""

    WINNABLE = "winnable"
    IMPOSSIBLE = "impossible"
    """Proven: the search has visited all reachable positions."""
    UNDECIDED = "undecided"


class Census(NamedTuple):
    """Verdicts on the numbers of a game.

    Attributes:
        game: ``vierfrei`` or ``microsoft``
        numbers: all numbers of the game
        winnable: count of numbers with a known solution
        impossible: numbers proven to have no solution, sorted
        open: numbers searched without a verdict, sorted
        missing: numbers that were not searched
    """

    game: str
    numbers: range
    winnable: int
    impossible: tuple[int, ...]
    open: tuple[int, ...]
    missing: tuple[range, ...]

    @property
    def besides(self) -> tuple[int, ...]:
        """Numbers outside the census that are proven to have no solution."""
        return MICROSOFT_UNWINNABLE if self.game == "microsoft" else ()

    def verdict(self, number: int) -> Verdict | None:
        """Return the verdict on a number, or None if it was not searched or is not a number of the game."""
        if number in self.besides:
            return Verdict.IMPOSSIBLE
        if number not in self.numbers or any(number in numbers for numbers in self.missing):
            return None
        if number in self.impossible:
            return Verdict.IMPOSSIBLE
        return Verdict.UNDECIDED if number in self.open else Verdict.WINNABLE


def parse_census(text: str) -> dict[str, Census]:
    """Parse the output of tools/census.py into a census per game; the text is built in, so it is not validated."""
    games: dict[str, dict[str, list[str]]] = {}
    for line in text.splitlines():
        name, _, words = line.partition("#")[0].partition(":")
        if name == "game":
            fields = games[words.strip()] = {}
        elif name:
            fields[name] = words.split()
    return {
        game: Census(
            game,
            _range(fields["numbers"][0]),
            int(fields["winnable"][0]),
            tuple(map(int, fields["impossible"])),
            tuple(map(int, fields["open"])),
            tuple(map(_range, fields["missing"])),
        )
        for game, fields in games.items()
    }


def _range(word: str) -> range:
    first, last = map(int, word.split("-"))
    return range(first, last + 1)
