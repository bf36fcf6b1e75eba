"""Call tables: texts of rows, separated by commas, each a call's number, its method, its arguments, ``>``, its results.

Each argument is a token, in the order of the method's parameters:

    i3   word 3 of intin (int_in)                 I    all words of intin, as a list
    p3   word 3 of ptsin                          Q    all words of ptsin, as a list
    P    ptsin as points                          T    intin as a text, one character per word; T2: from word 2 on
    u0   word 0 of int_in, unsigned               a1   address 1 of addr_in
    r2   four words of int_in from word 2 on, as a GRect
    t1   the text at address 1                    o0   the object tree at address 0
    m7   the form whose MFDB contrl[7] and [8] point to

Result tokens name the destinations of the numbers in the method's result, in order: ``i1`` is a word of intout
(int_out), ``p0`` of ptsout, ``a0`` an address of addr_out; ``i0*45`` takes 45 numbers, ``i0*`` all remaining ones. The
AES's int_out[0] is 1 unless a token sets it.
"""

from collections.abc import Generator, Iterator, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

T = TypeVar("T")
Steps: TypeAlias = Generator[None, None, T]
"""A long call that returns a result; other programs may run between its steps."""

Number: TypeAlias = int | tuple[int, int]
_ALL_WORDS: Final = 1024
WORDS: Final = ("i", "p")  # kinds of tokens for words


class CallRow(NamedTuple):
    """A row of a call table."""

    number: Number  # number of the call, or a pair with the number of the sub-function
    name: str
    comes: str = ""  # tokens of the arguments
    goes: str = ""  # tokens of the results


class Parameters(Protocol):
    """The arrays of a call, which convert between tokens and Python values."""

    def values(self, kind: str, index: int, count: int) -> Sequence[Any]:
        """Return an argument, or ``count`` words. Raises IndexError if it is missing."""

    def put(self, kind: str, index: int, numbers: list[int]) -> None:
        """Write results from ``index`` on."""


Places: TypeAlias = tuple[tuple[str, int, int], ...]  # kind, first index and number of consecutive values


class Call(NamedTuple):
    """A parsed row of a call table."""

    name: str
    comes: Places
    goes: Places

    def arguments(self, parameters: Parameters) -> list[Any]:
        arguments: list[Any] = []
        for kind, index, count in self.comes:
            arguments += parameters.values(kind, index, count)
        return arguments

    def put_results(self, parameters: Parameters, result: object) -> None:
        left = numbers(result)
        for kind, index, count in self.goes:
            if left:
                parameters.put(kind, index, left[:count])
                left = left[count:]


def rows(table: str, base: int = 10) -> Iterator[CallRow]:
    """Parse the rows of a table with numbers to ``base``; ``11.2`` is sub-function 2 of call 11."""
    for row in table.split(","):
        number, name, *tokens = row.split()
        call, point, sub = number.partition(".")
        comes, _, goes = " ".join(tokens).partition(">")
        yield CallRow((int(call), int(sub)) if point else int(call, base), name, comes, goes)


def calls(table: str) -> dict[Number, Call]:
    """Return the calls of a table by number."""
    return {row.number: Call(row.name, _places(row.comes), _places(row.goes)) for row in rows(table)}


def _places(text: str) -> Places:
    """Parse tokens, joining consecutive words into one place."""
    places: list[tuple[str, int, int]] = []
    for token in text.split():
        kind, (index, several, count) = token[0], token[1:].partition("*")
        place = (kind, int(index or 0), int(count or _ALL_WORDS) if several else 1)
        before = places[-1] if places else ("", 0, 0)
        if kind in WORDS and not several and (kind, place[1]) == (before[0], before[1] + before[2]):
            place = (*before[:2], before[2] + 1)
            places.pop()
        places.append(place)
    return tuple(places)


def numbers(result: object) -> list[int]:
    """Return all numbers of a nested result as a flat list."""
    if isinstance(result, tuple | list):
        return [number for part in result for number in numbers(part)]
    return [int(result)] if isinstance(result, int) else []
