"""Numbered deals: the numbers there are, the generators that shuffle, and deals as text.

Players know a game by its number. Generators stand here, and not with the games, as several games may deal alike.
"""

import json
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple, overload

from gemport.cards.card import PACK_SIZE, Card, card_names
from gemport.cards.challenge import deal_number, number_fields, write_number

NUMBERS = range(1_000_000)
"""The games that VIERFREI's generator can deal."""
MICROSOFT_NUMBERS = range(1, 32_001)
MICROSOFT_MILLION = range(1, 1_000_001)
"""Microsoft's first version had 32,000 games, later ones a million.

FreeCell Pro, PySolFC and fc-solve continue to 2 ** 33 - 1. All deal the same cards for the same number.
"""
_WORD = 1 << 32
"""Values of the state of Microsoft's generator."""
MICROSOFT_PACK = tuple(value * 4 + suit for value in range(13) for suit in (0, 3, 1, 2))
"""Microsoft's pack before a deal: within a rank clubs, diamonds, hearts, spades."""


class Numbers(Sequence[int]):
    """The numbers of a cell game: some of their own, then a range.

    The numbers of their challenges (:mod:`gemport.cards.challenge`) are in it, too, and not counted.
    """

    def __init__(self, first: tuple[int, ...], rest: range) -> None:
        self._first, self._rest = first, rest
        self.total = len(first) + rest.stop - rest.start
        """Return their count, as ``len`` does, which fails from 2 ** 31 on in a Python of 32 bits as a browser's is."""
        self.bounds = ", ".join(map(str, (*first, rest.start))), str(rest.stop - 1)
        """The beginning and the end of the range as text."""

    def __len__(self) -> int:
        return self.total

    def __bool__(self) -> bool:
        return self.total > 0

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[int]: ...
    def __getitem__(self, at: int | slice) -> int | Sequence[int]:
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(self.total))]
        at += self.total if at < 0 else 0
        return self._first[at] if at < len(self._first) else self._rest[at - len(self._first)]

    def __contains__(self, number: object) -> bool:
        deal = deal_number(number) if isinstance(number, int) else number
        return deal in self._first or deal in self._rest

    def index(self, number: int, *_limits: int) -> int:
        return self._first.index(number) if number in self._first else len(self._first) + self._rest.index(number)


MICROSOFT_UNWINNABLE = (-2, -1)
"""Boards that Microsoft's program has besides its numbered deals; neither can be won."""
VIERFREI_NUMBERS = Numbers((), NUMBERS)
ALL_MICROSOFT_NUMBERS = Numbers(MICROSOFT_UNWINNABLE, range(1, 1 << 33))


def how_many(numbers: Sequence[int]) -> int:
    """Return the count of a game's numbers, in a Python of 32 bits, too."""
    return numbers.total if isinstance(numbers, Numbers) else len(numbers)


def bounds(numbers: Sequence[int]) -> tuple[str, str]:
    """Return the beginning and the end of a game's range of numbers as text: ``-2, -1, 1`` and the last number."""
    return numbers.bounds if isinstance(numbers, Numbers) else (str(numbers[0]), str(numbers[-1]))


class NumberError(ValueError):
    """A game number that does not exist."""


def check_number(number: int, numbers: Sequence[int] = NUMBERS) -> int:
    """The number, if it is one of the game's; else raises NumberError."""
    if number not in numbers:
        raise NumberError(f"game number {write_number(number)} is not in {' to '.join(bounds(numbers))}")
    return number


def next_number(number: int) -> int:
    """One step of VIERFREI's generator, whose state is a game number (docs/vierfrei.md 2)."""
    return (9821 * number + 211327) % len(NUMBERS)


def shuffle(pack: list[int], state: int) -> int:
    """Shuffle in place; the state that the generator is left in."""
    # floor(2x) - floor(x) of the original is floor(x + 1/2); integers, because floats go wrong in 38 games.
    for i in range(len(pack) - 1, 0, -1):
        state = (9821 * state + 211327) % 1_000_000
        j = (i * state + 500_000) // 1_000_000
        pack[i], pack[j] = pack[j], pack[i]
    return state


def number_after(number: int, cards: int = PACK_SIZE) -> int:
    """The number of the next game: the generator's state after dealing ``cards`` cards. Raises NumberError."""
    return shuffle(list(range(cards)), check_number(number))


def deal_order(number: int, packs: int = 1) -> list[Card]:
    """Return the cards of a game 0..999999 in the order of VIERFREI's generator. Raises NumberError."""
    order = list(range(packs * PACK_SIZE))
    shuffle(order, check_number(number))
    return [card % PACK_SIZE for card in order]


def vierfrei_columns(number: int) -> list[list[Card]]:
    """Return the eight columns of a VIERFREI game, each from its top down. Raises NumberError."""
    order = deal_order(deal_number(number))
    return [order[7 * i : 7 * i + 7] for i in range(4)] + [order[28 + 6 * i : 34 + 6 * i] for i in range(4)]


def microsoft_columns(number: int) -> list[list[Card]]:
    """Return the eight columns of a Microsoft FreeCell deal, 1..8589934591, each from its top down. Raises NumberError.

    -1 and -2 are the two boards that cannot be won. The shuffle: docs/freecell.md, Game numbers.
    """
    number = deal_number(check_number(number, ALL_MICROSOFT_NUMBERS))
    if number in MICROSOFT_UNWINNABLE:
        # -1: a suit each, the odd ranks rising in the long columns, the even ones falling in the short. -2: an ace each
        # below which the ranks fall from the king on, the lower ones in the short columns.
        ranks = [*range(0, 13, 2), *range(11, 0, -2)] if number == -1 else [0, *range(12, 0, -1)]
        suits = range(4) if number == -1 else range(3, -1, -1)
        cards = [[MICROSOFT_PACK[4 * rank + suit] for rank in ranks] for suit in suits]
        return [column[:7] for column in cards] + [column[7:] for column in cards]
    state = number % _WORD
    pack = list(MICROSOFT_PACK)
    columns: list[list[Card]] = [[] for _ in range(8)]
    for dealt in range(PACK_SIZE):
        state = (state * 214013 + 2531011) % _WORD
        # The original's random numbers have 15 bits. From 2 ** 31 on, the bit above them is set; from 2 ** 32 on, the
        # state has all its bits, and one is added.
        drawn = (state >> 16) % (1 << 15) + (number >> 31 << 15) if number < _WORD else (state >> 16) + 1
        chosen = drawn % len(pack)
        columns[dealt % 8].append(pack[chosen])
        pack[chosen] = pack[-1]
        pack.pop()
    return columns


# ---- as text

FORMATS = ("text", "fc-solve", "json")


class DealFormatError(ValueError):
    """A format that does not exist, or that a game's deals do not come in."""


class Deal(NamedTuple):
    """A numbered deal, ready to be written.

    lines: as a person reads it, below the title
    cards: names of cards by what they are a part of, for JSON
    columns: the columns of a cell game, each from its top down; None for a game that FreeCell solvers do not know
    """

    number: int
    lines: tuple[str, ...]
    cards: Mapping[str, object]
    columns: Sequence[Sequence[Card]] | None = None


def rows_of(rows: Sequence[Sequence[Card]]) -> tuple[str, ...]:
    """A line of names for each row of cards."""
    return tuple(" ".join(card_names(row)) for row in rows)


def column_deal(number: int, columns: Sequence[Sequence[Card]]) -> Deal:
    """The deal of a cell game."""
    rows = zip_longest(*map(card_names, columns), fillvalue="  ")
    lines = tuple(" ".join(row).rstrip() for row in rows)
    return Deal(number, lines, {"columns": [card_names(column) for column in columns]}, columns)


def deal_text(game: str, title: str, deal: Deal, form: str = "text") -> str:
    """A game's deal in one of FORMATS, without a line feed at the end.

    Raises DealFormatError for an unknown form, and for one that the game has no deals in.
    """
    if form not in FORMATS:
        raise DealFormatError(f"{form!r} is not a form of a deal ({', '.join(FORMATS)})")
    if form == "json":
        return json.dumps({"game": game, **number_fields(deal.number), **deal.cards}, separators=(",", ":"))
    if form == "text":
        return "\n".join([f"{title} #{write_number(deal.number)}", *deal.lines])
    if deal.columns is None:
        raise DealFormatError(f"{game} has no deals in the form fc-solve (text and json)")
    return "\n".join(rows_of(deal.columns))
