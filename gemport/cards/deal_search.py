"""Search for the numbers of deals with some known cards, in all million numbers of a game together.

A deal draws cards from a pack: each draw takes the card at a chosen place, and the last card of the pack fills the gap.
All three games are dealt this way. The search traces a drawn card back to its place in the full pack: if an earlier
draw chose the place where the card lies, the card came there from the end of the pack at that time. The computation
handles a million numbers in parallel, with one byte of a long integer per number.
"""

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import compress
from typing import NamedTuple, TypeAlias

from gemport.cards.card import PACK_SIZE, Card
from gemport.cards.deals import MICROSOFT_MILLION, MICROSOFT_PACK, deal_order, microsoft_columns

NUMBER_COUNT = 1_000_000
"""Count of the numbers that a search covers."""
_CHUNK = 100_000  # count of the numbers processed together if each needs several bytes; this fits a processor's cache
_ONES, _LOW_BITS, _HIGH_BITS = (int.from_bytes(byte * NUMBER_COUNT, "little") for byte in (b"\x01", b"\x7f", b"\x80"))
"""1, 127 and 128 in the byte of each number."""

Columns: TypeAlias = Sequence[Sequence[Card | None]]
"""The cards of columns or rows, first card first; None if unknown."""


class Dealing(NamedTuple):
    """The way a game draws its cards.

    Attributes:
        cards: number of cards
        pack: cards in their order before the first draw
        choices: function from a draw, counted from 0, to bytes with the chosen place in the pack for each number, and
            the index of the first byte to use
        number: function from the index of a byte, counted from the first byte used, to the number it belongs to
        drawn: function from a number to its cards in the order of the draws
    """

    cards: int
    pack: tuple[Card, ...]
    choices: Callable[[int], tuple[bytes, int]]
    number: Callable[[int], int]
    drawn: Callable[[int], Sequence[Card]]


def find_numbers(dealing: Dealing, known: Mapping[int, Card], wrong: int = 0) -> list[int]:
    """Return the numbers that draw the known cards with at most ``wrong`` mismatches, sorted.

    ``known`` maps draws, counted from 0, to cards.
    """
    # Checking two more draws than may be wrong leaves few numbers; deal these to check the rest.
    first = sorted(known)[: wrong + 2]
    matches = b"\0" * NUMBER_COUNT
    for draw in first:
        matching = bytes(card == known[draw] for card in dealing.pack).ljust(256, b"\0")
        matches = _added(matches, _origins(dealing, draw).translate(matching))
    enough = bytes(count >= len(first) - wrong for count in range(256))
    numbers: Iterator[int] = map(dealing.number, compress(range(NUMBER_COUNT), matches.translate(enough)))
    if len(first) < len(known):

        def fits(number: int) -> bool:
            drawn = dealing.drawn(number)
            return sum(drawn[draw] != card for draw, card in known.items()) <= wrong

        numbers = filter(fits, numbers)
    return sorted(numbers)


@lru_cache(maxsize=32)
def _origins(dealing: Dealing, draw: int) -> bytes:
    """Return the place in the full pack of the card that ``draw`` takes, one byte per number."""
    at = _lanes(*dealing.choices(draw))
    for earlier in reversed(range(draw)):
        # A byte is 128 in ``differ``, 1 in ``one`` and 127 in ``differ - one`` if the places differ, otherwise 0.
        differ = ((at ^ _lanes(*dealing.choices(earlier))) + _LOW_BITS) & _HIGH_BITS
        one = differ >> 7
        at = (at & (differ - one)) + (_ONES - one) * (dealing.cards - 1 - earlier)
    return at.to_bytes(NUMBER_COUNT, "little")


def _lanes(choices: bytes, first: int) -> int:
    return int.from_bytes(choices[first : first + NUMBER_COUNT], "little")


def _added(one: bytes, other: bytes) -> bytes:
    return (int.from_bytes(one, "little") + int.from_bytes(other, "little")).to_bytes(len(one), "little")


# ---- VIERFREI's generator, for one or two packs (docs/vierfrei.md 2)

_QUADS = int.from_bytes(b"\x01\0\0\0\0\0\0\0" * _CHUNK, "little")
_LANE = 5  # bytes per lane: one for the choice, four for the fraction


@cache
def _chain() -> list[int]:
    """Return all numbers in the order of the generator's states."""
    states, state = [], 0
    for _ in range(NUMBER_COUNT):
        states.append(state)
        # next_number inlined: a million calls would be slow
        state = (9821 * state + 211327) % 1_000_000
    return states


@cache
def _fractions() -> list[int]:
    """Return the chain's states divided by a million, in lanes of five bytes, four of them after the binary point.

    The fractions are too large by at most 2 / 2 ** 32. A choice is a fraction times at most 103, plus a half. A result
    just below an integer is at least a millionth below it, so the rounding error cannot change the choice.
    """
    inverse, chain = -(-(1 << 56) // NUMBER_COUNT), _chain()
    fractions = []
    for first in range(0, NUMBER_COUNT, _CHUNK):
        states = int.from_bytes(array("Q", chain[first : first + _CHUNK]).tobytes(), "little")
        data = (states * inverse + (_QUADS << 24)).to_bytes(8 * _CHUNK, "little")
        lanes = bytearray(_LANE * _CHUNK)
        for byte in range(4):
            lanes[byte::_LANE] = data[3 + byte :: 8]
        fractions.append(int.from_bytes(lanes, "little"))
    return fractions


@cache
def _partners(last: int) -> bytes:
    """Return the places that the shuffle exchanges with ``last``, in the order of the states in the chain.

    The first places are repeated at the end, because the chain is circular.
    """
    half = int.from_bytes((b"\0\0\0\x80\0") * _CHUNK, "little")
    partners = b"".join((lanes * last + half).to_bytes(_LANE * _CHUNK, "little")[4::_LANE] for lanes in _fractions())
    return partners + partners[: 2 * PACK_SIZE]


def _shuffled(cards: int) -> Dealing:
    """Return the dealing for a shuffle, which draws the last card of a deal first."""

    def choices(draw: int) -> tuple[bytes, int]:
        return _partners(cards - 1 - draw), draw + 1

    return Dealing(
        cards,
        tuple(card % PACK_SIZE for card in range(cards)),
        choices,
        lambda place: _chain()[place],
        lambda number: deal_order(number, cards // PACK_SIZE)[::-1],
    )


# ---- Microsoft's generator (docs/freecell.md, Game numbers)

_STATE_MASK = (1 << 31) - 1


@cache
def _microsoft_choices(draw: int) -> tuple[bytes, int]:
    factor, summand = 1, 0
    for _ in range(draw + 1):
        factor, summand = factor * 214013 & _STATE_MASK, (summand * 214013 + 2531011) & _STATE_MASK
    # The states of each chunk's numbers relative to its first number; they need 31 bits.
    products = int.from_bytes(array("Q", range(_CHUNK)).tobytes(), "little") * factor & (_QUADS * _STATE_MASK)
    data = products.to_bytes(8 * _CHUNK, "little")
    lanes = bytearray(4 * _CHUNK)
    for byte in range(4):
        lanes[byte::4] = data[byte::8]
    steps, ones = int.from_bytes(lanes, "little"), int.from_bytes(b"\x01\0\0\0" * _CHUNK, "little")
    low, high = b"", b""
    for first in range(MICROSOFT_MILLION[0], MICROSOFT_MILLION[-1], _CHUNK):
        states = (steps + ones * ((factor * first + summand) & _STATE_MASK)).to_bytes(4 * _CHUNK, "little")
        low += states[2::4]
        high += states[3::4]
    # Compute the remainder of bits 16 to 30 byte by byte.
    left = PACK_SIZE - draw
    low = low.translate(bytes(byte % left for byte in range(256)))
    high = high.translate(bytes((byte & 0x7F) * 256 % left for byte in range(256)))
    return _added(low, high).translate(bytes(byte % left for byte in range(256))), 0


def _microsoft_draws(number: int) -> list[Card]:
    columns = microsoft_columns(number)
    return [columns[draw % 8][draw // 8] for draw in range(PACK_SIZE)]


VIERFREI = _shuffled(PACK_SIZE)
"""The dealing of VIERFREI."""
FAMILIES = _shuffled(2 * PACK_SIZE)
"""The dealing of Großfamilien."""
MICROSOFT = Dealing(
    PACK_SIZE, MICROSOFT_PACK, _microsoft_choices, lambda place: MICROSOFT_MILLION[place], _microsoft_draws
)
"""Microsoft's dealing."""
