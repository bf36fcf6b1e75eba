"""The tables of calls: one row a call, with its number, its method, what comes in and what goes out.

What comes in is written as one token an argument, in the order of the method's:

    i3   word 3 of intin (int_in)                 I    all words of intin, as a list
    p3   word 3 of ptsin                          p*   all words of ptsin, as a list
    P    ptsin as points                          T    intin as a text, a character a word; T2: from word 2 on
    r2   four words of int_in from 2 on, GRect    a1   address 1 of addr_in
    t1   the text at address 1                    o0   the object tree at address 0
    m7   the form whose MFDB contrl[7] and [8] point to

What goes out names the places that the numbers of the method's result are written to, one after the other: ``i1`` a
word of intout (int_out), ``p0`` of ptsout, ``a0`` an address of addr_out; ``i0*45`` takes 45 of them, ``i0*`` all that
are left. The AES's int_out[0] is 1 where no place says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

Number: TypeAlias = int | tuple[int, int]
_ALL: Final = 1024


class Row(NamedTuple):
    """A call: its number (with that of the sub-function, where it has one), its name, what comes in and goes out."""

    number: Number
    name: str
    comes: str = ""
    goes: str = ""


class Parameters(Protocol):
    """The arrays of a call: what its tokens mean, as values of Python, and where its results go."""

    def value(self, kind: str, index: int) -> Any:
        """Return an argument."""

    def put(self, kind: str, index: int, number: int) -> None:
        """Write a result."""


class Call(NamedTuple):
    """A row, read."""

    name: str
    comes: tuple[tuple[str, int], ...]
    goes: tuple[tuple[str, int, int], ...]

    def arguments(self, parameters: Parameters) -> list[Any]:
        """Return what the method takes."""
        return [parameters.value(kind, index) for kind, index in self.comes]

    def put_results(self, parameters: Parameters, result: object) -> None:
        """Write what the method has returned."""
        if not self.goes:
            return
        left = numbers(result)
        for kind, index, count in self.goes:
            for offset, number in enumerate(left[:count]):
                parameters.put(kind, index + offset, number)
            left = left[count:]


def table(rows: Iterable[Row]) -> dict[Number, Call]:
    """Return the calls of a table by their numbers."""
    return {row.number: Call(row.name, _tokens(row.comes), _places(row.goes)) for row in rows}


def _tokens(text: str) -> tuple[tuple[str, int], ...]:
    return tuple((token, 0) if token == "p*" else (token[0], int(token[1:] or 0)) for token in text.split())


def _places(text: str) -> tuple[tuple[str, int, int], ...]:
    places = []
    for token in text.split():
        index, several, count = token[1:].partition("*")
        places.append((token[0], int(index), int(count or _ALL) if several else 1))
    return tuple(places)


def numbers(result: object) -> list[int]:
    """Return all numbers of a result, one after the other."""
    if isinstance(result, int):
        return [int(result)]
    if isinstance(result, tuple | list):
        return [number for part in result for number in ((part,) if type(part) is int else numbers(part))]
    return []
