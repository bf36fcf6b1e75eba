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

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from gemport.solver.judgement import Verdict

LARGEST_NUMBER = 1 << 32
"""No game has a larger number."""


class CensusError(ValueError):
    """A text that is not a census; the message names the line."""


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

    def verdict(self, number: int) -> Verdict | None:
        """Return the verdict on a number; None if it was not looked at, or is not a number of the game."""
        if number not in self.numbers or any(number in numbers for numbers in self.missing):
            return None
        if number in self.impossible:
            return Verdict.IMPOSSIBLE
        return Verdict.UNDECIDED if number in self.open else Verdict.WINNABLE


def census_text(all_found: Iterable[Census]) -> str:
    """Write the text of one or several games, ending in a line feed."""
    return "\n".join("".join(f"{line}\n" for line in _lines(found)) for found in all_found)


def parse_census(text: str) -> dict[str, Census]:
    """Read what ``census_text`` wrote, by game. Raises CensusError."""
    names, found = list(_FIELDS), {}
    fields = []
    for number, line in enumerate(text.splitlines(), 1):
        name, colon, value = line.partition("#")[0].strip().partition(":")
        if not (name or colon):
            continue
        if not colon:
            raise CensusError(f"line {number}: {name!r} where a name and a colon should stand")
        fields.append((number, name, value.strip()))
    for start in range(0, len(fields), len(names)):
        part = fields[start : start + len(names)]
        for (number, name, _), wanted in zip(part, names, strict=False):
            if name != wanted:
                raise CensusError(f"line {number}: {name!r} where {wanted!r} should stand")
        if len(part) < len(names):
            raise CensusError(
                f"line {len(text.splitlines()) + 1}: the text ends where {names[len(part)]!r} should stand"
            )
        census = _census([(number, value) for number, _, value in part])
        found[census.game] = census
    return found


def in_ranges(numbers: Iterable[int]) -> Iterator[range]:
    """Join rising numbers to ranges, as long as they go."""
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
    values = (
        census.game,
        _word(census.numbers),
        str(census.winnable),
        " ".join(map(str, census.impossible)),
        " ".join(map(str, census.open)),
        " ".join(map(_word, census.missing)),
        " ".join(f"{_word(lengths)}:{count}" for lengths, count in census.lengths),
        census.sha256,
    )
    return [f"{name}: {value}".rstrip() for name, value in zip(_FIELDS, values, strict=True)]


def _word(numbers: range) -> str:
    return f"{numbers[0]}-{numbers[-1]}"


def _range(word: str) -> range:
    first, _, last = word.partition("-")
    if not 0 <= int(first) <= int(last) <= LARGEST_NUMBER:
        raise ValueError(word)
    return range(int(first), int(last) + 1)


def _numbers(words: str) -> tuple[int, ...]:
    return tuple(map(int, words.split()))


def _ranges(words: str) -> tuple[range, ...]:
    return tuple(map(_range, words.split()))


def _lengths(words: str) -> tuple[tuple[range, int], ...]:
    pairs = [word.partition(":") for word in words.split()]
    return tuple((_range(length), int(count)) for length, _, count in pairs)


_FIELDS: dict[str, Callable[[str], Any]] = {
    "game": str,
    "numbers": _range,
    "winnable": int,
    "impossible": _numbers,
    "open": _numbers,
    "missing": _ranges,
    "lengths": _lengths,
    "sha256": str,
}
"""Names and readers of the lines, in their order."""


def _census(lines: list[tuple[int, str]]) -> Census:
    values = []
    for (number, value), read in zip(lines, _FIELDS.values(), strict=True):
        try:
            values.append(read(value))
        except (ValueError, IndexError):
            raise CensusError(f"line {number}: not a list of numbers as it should stand here") from None
    census = Census(*values)
    known = census.winnable + sum(map(len, (census.impossible, census.open, *census.missing)))
    if known != len(census.numbers):
        raise CensusError(f"line {lines[1][0]}: {len(census.numbers)} numbers, but the lines below tell of {known}")
    return census
