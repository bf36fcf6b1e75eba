"""Results of a census as a small text that can be shipped: which numbers of a game can be won.

::

    game: vierfrei
    numbers: 0-999999
    winnable: 999990
    impossible: 8700 42693
    open: 19787
    missing: 5000-5199
    lengths: 80-89:12 90-99:40
    sha256: 64 hexadecimal digits

``lengths`` counts the solutions found by their number of single-card moves, ``missing`` are numbers that were not
looked at; ``sha256`` is that of the results from which the text was made (two bytes a number, see tools/census.py).
Several games may follow each other. What follows a ``#`` is a comment.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gemport.cards.deals import MICROSOFT_UNWINNABLE
from gemport.solver.judgement import Verdict


@dataclass(frozen=True, slots=True)
class Census:
    """Verdicts on a game's numbers.

    game: ``vierfrei`` or ``microsoft``
    numbers: all its numbers
    winnable: how many have a solution that was found
    impossible: those that are proven to have none, in order
    open: those that were looked at and are undecided, in order
    missing: those that were not looked at
    lengths: how many solutions have a length in single-card moves from the first of a range to its last
    sha256: the checksum of the results, in hexadecimal digits
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
        """Other numbers that are proven to have no solution."""
        return MICROSOFT_UNWINNABLE if self.game == "microsoft" else ()

    def verdict(self, number: int) -> Verdict | None:
        """Return the verdict on a number; None if it was not looked at, or is not a number of the game."""
        if number in self.besides:
            return Verdict.IMPOSSIBLE
        if number not in self.numbers or any(number in numbers for numbers in self.missing):
            return None
        if number in self.impossible:
            return Verdict.IMPOSSIBLE
        return Verdict.UNDECIDED if number in self.open else Verdict.WINNABLE


def parse_census(text: str) -> dict[str, Census]:
    """Read what tools/census.py has written, by game; it is built in, so nothing else is expected."""
    entries = (line.partition("#")[0].partition(":") for line in text.splitlines())
    fields = [(name.strip(), words.split()) for name, colon, words in entries if colon]
    found = {}
    for start in range(0, len(fields), len(_FIELDS)):
        census = Census(**{name: _FIELDS[name](words) for name, words in fields[start : start + len(_FIELDS)]})
        found[census.game] = census
    return found


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
"""Names of the lines, in their order, and what reads their words."""
