"""The tables of calls: one row a call, with its number, its method, what comes in and what goes out.

What comes in is written as one token an argument, in the order of the method's:

    i3   word 3 of intin (int_in)                 I    all words of intin, as a list
    p3   word 3 of ptsin                          Q    all words of ptsin, as a list
    P    ptsin as points                          T    intin as a text, a character a word; T2: from word 2 on
    u0   word 0 of int_in, unsigned               a1   address 1 of addr_in
    r2   four words of int_in from 2 on, GRect
    t1   the text at address 1                    o0   the object tree at address 0
    m7   the form whose MFDB contrl[7] and [8] point to

What goes out names the places that the numbers of the method's result are written to, one after the other: ``i1`` a
word of intout (int_out), ``p0`` of ptsout, ``a0`` an address of addr_out; ``i0*45`` takes 45 of them, ``i0*`` all that
are left. The AES's int_out[0] is 1 where no place says otherwise.
"""

from collections.abc import Generator, Iterable, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

T = TypeVar("T")
Steps: TypeAlias = Generator[None, None, T]
"""A call that may take long, and its result: others may run between its steps."""

Number: TypeAlias = int | tuple[int, int]
_ALL: Final = 1024
WORDS: Final = ("i", "p")
"""The kinds of tokens that are words."""


class Row(NamedTuple):
    """A call: its number (with that of the sub-function, where it has one), its name, what comes in and goes out."""

    number: Number
    name: str
    comes: str = ""
    goes: str = ""


class Parameters(Protocol):
    """The arrays of a call: what its tokens mean, as values of Python, and where its results go."""

    def values(self, kind: str, index: int, count: int) -> Sequence[Any]:
        """Return an argument; of words so many. IndexError for one that is not there."""

    def put(self, kind: str, index: int, numbers: list[int]) -> None:
        """Write results, from a place on."""


Places: TypeAlias = tuple[tuple[str, int, int], ...]
"""Kind, first index and number of neighbouring values."""


class Call(NamedTuple):
    """A row, read."""

    name: str
    comes: Places
    goes: Places

    def arguments(self, parameters: Parameters) -> list[Any]:
        found: list[Any] = []
        for kind, index, count in self.comes:
            found += parameters.values(kind, index, count)
        return found

    def put_results(self, parameters: Parameters, result: object) -> None:
        if not self.goes:
            return
        left = numbers(result)
        for kind, index, count in self.goes:
            if left:
                parameters.put(kind, index, left[:count])
                left = left[count:]


def table(rows: Iterable[Row]) -> dict[Number, Call]:
    """Return the calls of a table by their numbers."""
    return {row.number: Call(row.name, _places(row.comes), _places(row.goes)) for row in rows}


def _places(text: str) -> Places:
    """Read tokens; words that lie side by side are one place."""
    places: list[tuple[str, int, int]] = []
    for token in text.split():
        kind, (index, several, count) = token[0], token[1:].partition("*")
        place = (kind, int(index or 0), int(count or _ALL) if several else 1)
        before = places[-1] if places else ("", 0, 0)
        if kind in WORDS and not several and (kind, place[1]) == (before[0], before[1] + before[2]):
            place = (*before[:2], before[2] + 1)
            places.pop()
        places.append(place)
    return tuple(places)


def numbers(result: object) -> list[int]:
    """Return all numbers of a result, one after the other."""
    if isinstance(result, int):
        return [int(result)]
    found: list[int] = []
    if isinstance(result, tuple | list):
        for part in result:
            found += (part,) if type(part) is int else numbers(part)
    return found
