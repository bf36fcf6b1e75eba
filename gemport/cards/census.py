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

``lengths`` counts the solutions by their number of single-card moves, and ``missing`` lists the numbers that were not
searched. ``sha256`` is the checksum of the raw results (two bytes per number, see tools/census.py). The text can
contain several games. Comments start with ``#``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from gemport.cards.deals import MICROSOFT_UNWINNABLE


class Verdict(Enum):
    """Verdict on a position."""

    WINNABLE = "winnable"
    IMPOSSIBLE = "impossible"
    """Proven: the search has visited all reachable positions."""
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Census:
    """Verdicts on the numbers of a game.

    Attributes:
        game: ``vierfrei`` or ``microsoft``
        numbers: all numbers of the game
        winnable: count of numbers with a known solution
        impossible: numbers proven to have no solution, sorted
        open: numbers searched without a verdict, sorted
        missing: numbers that were not searched
        lengths: pairs of a range of lengths, in single-card moves, and the count of solutions in it
        sha256: checksum of the raw results in hexadecimal digits
    """

    game: str
    numbers: range
    winnable: int
    impossible: tuple[int, ...]
    open: tuple[int, ...]
    missing: tuple[range, ...]
    lengths: tuple[tuple[range, int], ...]
    sha256: str

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
    entries = (line.partition("#")[0].partition(":") for line in text.splitlines())
    fields = [(name.strip(), words.split()) for name, colon, words in entries if colon]
    censuses = {}
    for start in range(0, len(fields), len(_FIELDS)):
        census = Census(**{name: _FIELDS[name](words) for name, words in fields[start : start + len(_FIELDS)]})
        censuses[census.game] = census
    return censuses


def _range(word: str) -> range:
    first, last = map(int, word.split("-"))
    return range(first, last + 1)


def _length(word: str) -> tuple[range, int]:
    lengths, count = word.split(":")
    return _range(lengths), int(count)


_FIELDS: dict[str, Callable[[list[str]], Any]] = {
    "game": "".join,
    "numbers": lambda words: _range(words[0]),
    "winnable": lambda words: int(words[0]),
    "impossible": lambda words: tuple(map(int, words)),
    "open": lambda words: tuple(map(int, words)),
    "missing": lambda words: tuple(map(_range, words)),
    "lengths": lambda words: tuple(map(_length, words)),
    "sha256": "".join,
}
"""Parsers for the words of each line, in the order of the lines."""
