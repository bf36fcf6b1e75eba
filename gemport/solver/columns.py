"""Data structures shared by the engines: a tree of columns, a number for each position, and the table of safe cards.

All columns in a search form one tree without duplicates: a child has one more card, the parent one card less, and the
points of a column are stored with it. So a move needs no copying: taking a card follows ``parent``, and putting one
down looks it up in ``push``.

A position is stored as a number with three bits per card (card 0 lowest). The three bits give the card's place::

    0  on its foundation               3 + s  on the card of suit s that is one higher and of the other colour
    1  in a cell                       7      on the same card as at the start of the search
    2  first in a column

These are all the possibilities, because a card can only move onto a card that it fits. Two suits are of the other
colour, so each card uses two of the values 3 to 6. If a card fits the card that was below it at the start, its value
there is always 7. So each position has exactly one number, regardless of the order of columns and of cells, which no
rule depends on: two positions have the same number if and only if exchanging columns and cells turns one into the
other. The number of a position is the sum of the numbers of its cards.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import count

from gemport.solver.sliced_work import FREED_PER_SLICE
from gemport.solver.weights import Weights

IN_CELL = tuple(1 << 3 * card for card in range(52))
"""The number of each card if it is in a cell; part of the position's number."""
TOP_BIT = tuple(1 << (card >> 2) * 2 + ((card >> 2) + card & 1) for card in range(52))
"""One bit per value and kind of run (red or black king): a card fits the card whose bit is two places higher."""
FITS_ON = tuple(
    sum(1 << (card & ~3) + 4 + suit for suit in range(4) if card >> 2 < 12 and suit + card & 1) for card in range(52)
)
TAKES = tuple(
    sum(1 << (card & ~3) - 4 + suit for suit in range(4) if card >> 2 and suit + card & 1) for card in range(52)
)
"""Bits of the cards that each card fits on, and of the cards that fit on it."""
_LOWER = tuple((1 << (card & ~3)) - 1 for card in range(52))
_LOWER_OWN = tuple(sum(1 << lower for lower in range(card & 3, card, 4)) for card in range(52))
"""Bits of all cards with a lower value, and of the lower cards of the same suit."""


class Column:
    """A column of cards, linked to the column without its last card."""

    __slots__ = (
        *("bit", "buried", "cards", "fits", "held", "last", "number", "own", "parent"),
        *("points", "push", "run", "size", "takes", "top", "wants"),
    )
    parent: Column  # column without the last card; the empty column is its own parent
    push: dict[int, Column]  # known columns with one more card, by that card
    last: int  # open card, or -1 if the column is empty
    size: int  # number of cards
    run: int  # number of cards in the run that ends with the open card
    bit: int  # bit of the open card among 52; 0 if empty
    takes: int  # bits of the cards that fit on the open card
    fits: int  # bits of the cards that the open card fits on
    top: int  # TOP_BIT of the open card; 0 if empty
    wants: int  # TOP_BITs of the cards that some part of the run fits
    cards: int  # bits of all cards
    number: int  # sum of the numbers of the cards
    own: int  # number of the open card
    held: int  # number of cards to move away first: they lie above a lower card of the same suit
    points: int  # penalty by the weights
    buried: int  # extra penalty if the next card starts a new run


class ColumnTree:
    """The columns of a search that starts with ``columns``, rated by ``weights``.

    ``empty`` is the column without cards, the root of the tree, and ``room`` are the weights of free space.
    """

    def __init__(self, columns: Sequence[Sequence[int]], weights: Weights) -> None:
        self.weights, self.room = weights, weights.room()
        self._began_on = {column[i]: column[i - 1] for column in columns for i in range(1, len(column))}
        empty = self.empty = Column()
        empty.parent = empty
        empty.push = {}
        empty.last = -1
        empty.size = empty.run = empty.bit = empty.takes = empty.top = empty.wants = 0
        empty.fits = empty.own = empty.cards = empty.number = empty.held = empty.points = empty.buried = 0

    def column(self, cards: Sequence[int]) -> Column:
        column = self.empty
        for card in cards:
            column = column.push.get(card) or self.grow(column, card)
        return column

    def grow(self, parent: Column, card: int) -> Column:
        """Create the column with the additional ``card`` and store it in ``parent.push``."""
        weights = self.weights
        value = card >> 2
        last = parent.last
        column = parent.push[card] = Column()
        column.parent = parent
        column.push = {}
        column.last = card
        column.size = parent.size + 1
        column.bit = 1 << card
        column.takes = TAKES[card]
        column.fits = FITS_ON[card]
        column.cards = parent.cards | column.bit
        column.top = top = TOP_BIT[card]
        column.buried = parent.buried + weights.buried[value]
        points = parent.points
        if last < 0:
            column.run = 1
            column.wants = top << 2
            points += weights.king * (12 - value)
        else:
            if top << 2 == parent.top:
                column.run = parent.run + 1
                column.wants = top << 2 | parent.wants
            else:
                column.run = 1
                column.wants = top << 2
                points += weights.broken + parent.buried
        column.own = self.on(card, last)
        column.number = parent.number + column.own
        column.held = parent.held
        if parent.cards & _LOWER[card]:
            points += weights.covering
            if parent.cards & _LOWER_OWN[card]:
                points += weights.covering_own
                column.held += 1
        column.points = points
        return column

    def on(self, card: int, under: int) -> int:
        """Return the number of a card on the card ``under``, or of the first card of a column if that is -1."""
        if under < 0:
            return 2 << 3 * card
        return (7 if self._began_on.get(card) == under else 3 + (under & 3)) << 3 * card

    def freed(self, visited: int) -> Generator[int, None, None]:
        """Break the reference cycles between the columns in slices; yields ``visited``."""
        left = [self.empty]
        for taken in count(1):
            column = left.pop()
            left += column.push.values()
            column.push.clear()
            if not left:
                break
            if not taken % FREED_PER_SLICE:
                yield visited


class HomeTable(dict[int, tuple[int, int, int]]):
    """The safe cards, the next cards and the number of cards home, by packed foundations.

    Sets of cards are integers with one bit per card. A card is *next* if its foundation is waiting for it. A next card
    c of value v is *safe* if

    - v is 0 or 1 (ace or two), or
    - both suits of the other colour have v cards home: every card that fits on c is home, or
    - both suits of the other colour have v - 1 cards home, and the other suit of c's colour has at least v - 2.

    A safe card can be moved home immediately without losing a win. Proof: take any solution from here and play it with
    c home from the start. The only moves that become impossible are moves of a card x onto c, where x is of the other
    colour and value v - 1. In the first two cases no such x exists, or it is an ace or a next card itself (v = 1: x is
    an ace, and an ace is only ever needed at home). In the third case x is a next card, because v - 1 cards of its suit
    are home: move it home instead of onto c. This in turn only forbids moving a card y onto x, where y is of c's colour
    and value v - 2. Such a y is home (c's own suit has v cards home, the other suit usually at least v - 1); if the
    other suit has only v - 2, y is a next card and moves home instead of onto x. Only cards of the other colour and
    value v - 3 fit on y, and they are home, since v - 1 cards of their suits are. So every move of the
    solution is either still possible, or its card moves home instead or is already home. A card that has left its
    place only adds free space.

    Moves of c itself are dropped from the solution. So a position is winnable if and only if it is winnable with c
    home.
    """

    def __missing__(self, foundations: int) -> tuple[int, int, int]:
        counts = [foundations >> 4 * suit & 15 for suit in range(4)]
        safe = following = 0
        for suit, value in enumerate(counts):
            if value > 12:
                continue
            bit = 1 << value * 4 + suit
            following |= bit
            others = min(counts[suit ^ 1], counts[suit ^ 3])
            if value < 2 or others >= value or (others == value - 1 and counts[suit ^ 2] >= value - 2):
                safe |= bit
        entry = self[foundations] = safe, following, sum(counts)
        return entry


HOME = HomeTable()  # the only instance; at most 14 ** 4 entries, about twenty in one game


def pack_foundations(counts: Sequence[int]) -> int:
    """Pack the numbers of cards on the four foundations (C H S D) into one integer, 4 bits each."""
    return counts[0] | counts[1] << 4 | counts[2] << 8 | counts[3] << 12
