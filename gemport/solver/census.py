"""What a census found, as a small text that can be shipped: of every number of a game, whether it can be won.

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

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gemport.solver.judgement import Verdict

LARGEST_NUMBER = 1 << 32
"""No game has a larger number."""

_NAMES = ("game", "numbers", "winnable", "impossible", "open", "missing", "lengths", "sha256")


class CensusError(ValueError):
    """A text that is not a census; the message names the line."""


@dataclass(frozen=True, slots=True)
class Census:
    """What is known of a game's numbers.

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

    def verdict(self, number: int) -> Verdict | None:
        """What is known of a number; None if it was not looked at, or is not a number of the game."""
        if number not in self.numbers or any(number in numbers for numbers in self.missing):
            return None
        if number in self.impossible:
            return Verdict.IMPOSSIBLE
        return Verdict.UNDECIDED if number in self.open else Verdict.WINNABLE


def census_text(all_found: Iterable[Census]) -> str:
    """The text of one or several games, ending in a line feed."""
    return "\n".join("".join(f"{line}\n" for line in _lines(found)) for found in all_found)


def parse_census(text: str) -> dict[str, Census]:
    """What ``census_text`` wrote, by game. Raises CensusError."""
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    fields = [(number, *_split(number, line)) for number, line in lines if line]
    found = {}
    for start in range(0, len(fields), len(_NAMES)):
        part = fields[start : start + len(_NAMES)]
        for (number, name, _), wanted in zip(part, _NAMES, strict=False):
            if name != wanted:
                raise CensusError(f"line {number}: {name!r} where {wanted!r} should stand")
        if len(part) < len(_NAMES):
            raise CensusError(
                f"line {len(text.splitlines()) + 1}: the text ends where {_NAMES[len(part)]!r} should stand"
            )
        census = _census([(number, value) for number, _, value in part])
        found[census.game] = census
    return found


def in_ranges(numbers: Iterable[int]) -> Iterator[range]:
    """Rising numbers as ranges, as long as they go."""
    first = last = None
    for number in numbers:
        if last is None or number != last + 1:
            if first is not None and last is not None:
                yield range(first, last + 1)
            first = number
        last = number
    if first is not None and last is not None:
        yield range(first, last + 1)


def _lines(census: Census) -> list[str]:
    values = {
        "game": census.game,
        "numbers": _word(census.numbers),
        "winnable": str(census.winnable),
        "impossible": " ".join(map(str, census.impossible)),
        "open": " ".join(map(str, census.open)),
        "missing": " ".join(map(_word, census.missing)),
        "lengths": " ".join(f"{_word(lengths)}:{count}" for lengths, count in census.lengths),
        "sha256": census.sha256,
    }
    return [f"{name}: {values[name]}".rstrip() for name in _NAMES]


def _word(numbers: range) -> str:
    return f"{numbers[0]}-{numbers[-1]}"


def _split(number: int, line: str) -> tuple[str, str]:
    name, colon, value = line.partition(":")
    if not colon:
        raise CensusError(f"line {number}: {line!r} where a name and a colon should stand")
    return name, value.strip()


def _census(values: list[tuple[int, str]]) -> Census:
    game, numbers, winnable, impossible, still_open, missing, lengths, sha256 = values
    try:
        number = numbers[0]
        all_numbers = _range(numbers[1])
        number = winnable[0]
        count = int(winnable[1])
        number = impossible[0]
        lost = tuple(map(int, impossible[1].split()))
        number = still_open[0]
        undecided = tuple(map(int, still_open[1].split()))
        number = missing[0]
        not_done = tuple(map(_range, missing[1].split()))
        number = lengths[0]
        pairs = [word.partition(":") for word in lengths[1].split()]
        histogram = tuple((_range(length), int(much)) for length, _, much in pairs)
    except (ValueError, IndexError):
        raise CensusError(f"line {number}: not a list of numbers as it should stand here") from None
    known = count + len(lost) + len(undecided) + sum(map(len, not_done))
    if known != len(all_numbers):
        raise CensusError(f"line {numbers[0]}: {len(all_numbers)} numbers, but the lines below tell of {known}")
    return Census(game[1], all_numbers, count, lost, undecided, not_done, histogram, sha256[1])


def _range(word: str) -> range:
    first, _, last = word.partition("-")
    if not 0 <= int(first) <= int(last) <= LARGEST_NUMBER:
        raise ValueError(word)
    return range(int(first), int(last) + 1)
