"""Numbered deals: ranges of numbers, the generators that shuffle, and deals as text.

Players refer to a game by its number. The generators are not in the modules of the games, since several games can share
one.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from gemport.cards.boardtext import board_text
from gemport.cards.card import PACK_SIZE, SUITS, Card, card_names
from gemport.cards.challenge import cell_count, deal_number, number_fields, write_number

NUMBERS = range(1_000_000)
"""Numbers of the games that VIERFREI's generator deals."""
MICROSOFT_NUMBERS = range(1, 32_001)
"""Numbers of the games in Microsoft's first version."""
MICROSOFT_MILLION = range(1, 1_000_001)
"""Numbers of the games in Microsoft's later versions.

FreeCell Pro, PySolFC and fc-solve continue to 2 ** 33 - 1. All deal the same cards for the same number.
"""
_STATE_COUNT = 1 << 32
MICROSOFT_PACK = tuple(value * 4 + suit for value in range(13) for suit in (0, 3, 1, 2))
"""Microsoft's pack before a deal: clubs, diamonds, hearts, spades within each rank."""


class Numbers(Sequence[int]):
    """Numbers of a cell game: some individual numbers, then a range.

    The numbers of its challenges (:mod:`gemport.cards.challenge`) are members as well, but not counted.
    """

    def __init__(self, first: tuple[int, ...], rest: range) -> None:
        self._first, self._rest = first, rest
        self.total = len(first) + rest.stop - rest.start
        """Count of the numbers. ``len`` fails from 2 ** 31 on in 32-bit Python, as in browsers."""
        self.bounds = ", ".join(map(str, (*first, rest.start))), str(rest.stop - 1)
        """The first numbers and the last number as text."""

    def __len__(self) -> int:
        return self.total

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, at: Any) -> Any:
        """Return the number at an index; slices are not supported."""
        at += self.total if at < 0 else 0
        return self._first[at] if at < len(self._first) else self._rest[at - len(self._first)]

    def __contains__(self, number: object) -> bool:
        deal = deal_number(number) if isinstance(number, int) else number
        return deal in self._first or deal in self._rest

    def index(self, number: int, *_limits: int) -> int:
        """Return the position of a number among all numbers. Raises ValueError."""
        return self._first.index(number) if number in self._first else len(self._first) + self._rest.index(number)


MICROSOFT_UNWINNABLE = (-2, -1)
"""Numbers of two extra boards in Microsoft's program; both are impossible to win."""
VIERFREI_NUMBERS = Numbers((), NUMBERS)
"""Numbers of VIERFREI's games, including challenges."""
ALL_MICROSOFT_NUMBERS = Numbers(MICROSOFT_UNWINNABLE, range(1, 1 << 33))
"""All numbers with Microsoft's deals, including challenges."""


def how_many(numbers: Sequence[int]) -> int:
    """Return the count of a game's numbers; works in 32-bit Python, unlike ``len``."""
    return numbers.total if isinstance(numbers, Numbers) else len(numbers)


def bounds(numbers: Sequence[int]) -> tuple[str, str]:
    """Return both ends of a game's range of numbers as text, such as ``-2, -1, 1`` and the last number."""
    return numbers.bounds if isinstance(numbers, Numbers) else (str(numbers[0]), str(numbers[-1]))


class NumberError(ValueError):
    """The game number does not exist."""


def check_number(number: int, numbers: Sequence[int] = NUMBERS) -> int:
    """Return a number if the game has it. Raises NumberError otherwise."""
    if number not in numbers:
        raise NumberError(f"expected a game number from {' to '.join(bounds(numbers))}, got {write_number(number)}")
    return number


def next_number(number: int) -> int:
    """Return the next state of VIERFREI's generator, which is also a game number (docs/vierfrei.md 2)."""
    return (9821 * number + 211327) % len(NUMBERS)


def shuffle(pack: list[int], state: int) -> int:
    """Shuffle a pack in place and return the generator's final state."""
    # The original computes floor(2x) - floor(x), which is floor(x + 1/2). Use integers: floats fail in 38 games.
    for i in range(len(pack) - 1, 0, -1):
        state = (9821 * state + 211327) % 1_000_000
        j = (i * state + 500_000) // 1_000_000
        pack[i], pack[j] = pack[j], pack[i]
    return state


def number_after(number: int, cards: int = PACK_SIZE) -> int:
    """Return the number of the next game: the generator's state after dealing ``cards`` cards. Raises NumberError."""
    return shuffle(list(range(cards)), check_number(number))


def deal_order(number: int, packs: int = 1) -> list[Card]:
    """Return the cards of a game 0..999999 in the order of VIERFREI's generator. Raises NumberError."""
    order = list(range(packs * PACK_SIZE))
    shuffle(order, check_number(number))
    return [card % PACK_SIZE for card in order]


def vierfrei_columns(number: int) -> list[list[Card]]:
    """Return the eight columns of a VIERFREI game, open card last. Raises NumberError."""
    order = deal_order(deal_number(number))
    return [order[7 * i : 7 * i + 7] for i in range(4)] + [order[28 + 6 * i : 34 + 6 * i] for i in range(4)]


def microsoft_columns(number: int) -> list[list[Card]]:
    """Return the eight columns of a Microsoft FreeCell deal, 1..8589934591, each from its top down. Raises NumberError.

    -1 and -2 are the two boards that cannot be won. For the shuffle see docs/freecell.md, Game numbers.
    """
    number = deal_number(check_number(number, ALL_MICROSOFT_NUMBERS))
    if number in MICROSOFT_UNWINNABLE:
        # -1: one suit per pair of columns, odd ranks rising in the long column, even ranks falling in the short one.
        # -2: an ace per pair, with the ranks falling from the king below it; the lower ranks are in the short columns.
        ranks = [*range(0, 13, 2), *range(11, 0, -2)] if number == -1 else [0, *range(12, 0, -1)]
        suits = range(4) if number == -1 else range(3, -1, -1)
        cards = [[MICROSOFT_PACK[4 * rank + suit] for rank in ranks] for suit in suits]
        return [column[:7] for column in cards] + [column[7:] for column in cards]
    state = number % _STATE_COUNT
    pack = list(MICROSOFT_PACK)
    columns: list[list[Card]] = [[] for _ in range(8)]
    for dealt in range(PACK_SIZE):
        state = (state * 214013 + 2531011) % _STATE_COUNT
        # The original's random numbers have 15 bits. From 2 ** 31 on, the bit above them is set; from 2 ** 32 on, the
        # state has all its bits, and one is added.
        drawn = (state >> 16) % (1 << 15) + (number >> 31 << 15) if number < _STATE_COUNT else (state >> 16) + 1
        chosen = drawn % len(pack)
        columns[dealt % 8].append(pack[chosen])
        pack[chosen] = pack[-1]
        pack.pop()
    return columns


# ---- as text

FORMATS = ("text", "fc-solve", "json")
"""Formats of ``gemport deal``."""


class DealFormatError(ValueError):
    """The game's deals cannot be written in the format."""


class Deal(NamedTuple):
    """A numbered deal to be written in one of the FORMATS.

    Attributes:
        lines: human-readable lines below the title
        cards: names of cards by part of the layout, for JSON
        columns: columns of a cell game, open card last; None for games that FreeCell solvers do not support
    """

    number: int
    lines: tuple[str, ...]
    cards: Mapping[str, object]
    columns: Sequence[Sequence[Card]] | None = None


def rows_of(rows: Sequence[Sequence[Card]]) -> tuple[str, ...]:
    """Return one line of card names per row."""
    return tuple(" ".join(card_names(row)) for row in rows)


def column_deal(number: int, columns: Sequence[Sequence[Card]]) -> Deal:
    """Return the deal of a cell game."""
    rows = zip_longest(*map(card_names, columns), fillvalue="  ")
    lines = tuple(" ".join(row).rstrip() for row in rows)
    return Deal(number, lines, {"columns": [card_names(column) for column in columns]}, columns)


def deal_text(game: str, title: str, deal: Deal, form: str = "text") -> str:
    """Return a game's deal in one of FORMATS, without a final line feed. Raises DealFormatError."""
    if form == "json":
        return json.dumps({"game": game, **number_fields(deal.number), **deal.cards}, separators=(",", ":"))
    if form == "text":
        return "\n".join([f"{title} #{write_number(deal.number)}", *deal.lines])
    if deal.columns is None:
        raise DealFormatError(f"{game} has no deals in the form fc-solve (text and json)")
    # The position has the number of cells in a challenge.
    cells = [None] * cell_count(deal.number)
    return board_text(deal.columns, cells, [0] * len(SUITS)).rstrip("\n")
