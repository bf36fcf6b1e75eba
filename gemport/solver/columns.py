"""Positions as both engines see them: columns in a tree, a number for each position, cards that may go home at once.

All columns that a search meets hang in one tree, each once: a card more is a child, a card less is the parent, and the
points of a column are known. A move costs no copying then: taking a card is one step up, laying one down is one look
into ``push``.

Places are kept as a number, three bits a card (card 0 lowest), that says what the card lies on::

    0  it is home                      3 + s  the card of suit s that is one higher and of the other colour
    1  it is in a cell                 7      what it lay on in the position that the search began with
    2  it is a column's first card

Cards lie on each other in no other way: who comes to lie on a card later must fit. Of the suits only two are of the
other colour, so of 3..6 two are used for each card. A card that fits on the one it began on has 7 there, always. So a
number says where each card lies and a position has one number, but for the order of the columns and of the cells,
which no rule cares about: positions have the same number if and only if they can be turned into each other by
exchanging columns and exchanging cells. The number of a position is the sum of the numbers of its cards.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import count

from gemport.solver.slices import FREED
from gemport.solver.weights import Weights

IN_CELL = tuple(1 << 3 * card for card in range(52))
"""Number that each card adds to the position's when it lies in a cell."""
TOP_BIT = tuple(1 << (card >> 2) * 2 + ((card >> 2) + card & 1) for card in range(52))
"""One bit for each value and kind of run (is its king red or black?): a card fits on the bit two places higher."""
_LOWER = tuple((1 << (card & ~3)) - 1 for card in range(52))
_LOWER_OWN = tuple(sum(1 << lower for lower in range(card & 3, card, 4)) for card in range(52))
"""The bits of all cards of lower value; of those of the card's own suit."""


class Column:
    """A column of cards, all of them on their way from the top.

    parent: the column without its last card (the empty column is its own)
    push: card -> the column with that card more, as far as it has been asked for
    last: the open card, -1 when empty
    size, run: number of cards; of those at the end that form a run
    bit, top: the open card's bit among 52 and its TOP_BIT; 0 when empty
    wants: TOP_BITs of the cards on which some part of the run fits
    cards: the bits of all its cards
    number: what its cards add to the position's number
    held: number of cards that lie on a lower one of their own suit: each of them has to be moved away first
    points: points against it, by the weights
    buried: points that one more card would cost that starts a new run on it
    """

    __slots__ = (
        "bit",
        "buried",
        "cards",
        "held",
        "last",
        "number",
        "parent",
        "points",
        "push",
        "run",
        "size",
        "top",
        "wants",
    )
    parent: Column
    push: dict[int, Column]
    last: int
    size: int
    run: int
    bit: int
    top: int
    wants: int
    cards: int
    number: int
    held: int
    points: int
    buried: int


class ColumnTree:
    """Columns of one search, which began with ``columns`` and holds ``weights`` against them.

    empty: the column without cards, where the tree begins
    """

    def __init__(self, columns: Sequence[Sequence[int]], weights: Weights) -> None:
        self.weights = weights
        self._began_on = {column[i]: column[i - 1] for column in columns for i in range(1, len(column))}
        empty = self.empty = Column()
        empty.parent = empty
        empty.push = {}
        empty.last = -1
        empty.size = empty.run = empty.bit = empty.top = empty.wants = 0
        empty.cards = empty.number = empty.held = empty.points = empty.buried = 0

    def column(self, cards: Sequence[int]) -> Column:
        column = self.empty
        for card in cards:
            column = column.push.get(card) or self.grow(column, card)
        return column

    def grow(self, parent: Column, card: int) -> Column:
        """Make the column that has ``card`` more; it is in ``parent.push`` from then on."""
        weights = self.weights
        value = card >> 2
        last = parent.last
        column = parent.push[card] = Column()
        column.parent = parent
        column.push = {}
        column.last = card
        column.size = parent.size + 1
        column.bit = 1 << card
        column.cards = parent.cards | column.bit
        column.top = top = TOP_BIT[card]
        column.buried = parent.buried + weights.buried[value]
        points = parent.points
        if last < 0:
            column.run = 1
            column.wants = top << 2
            column.number = 2 << 3 * card
            points += weights.king * (12 - value)
        else:
            if top << 2 == parent.top:
                column.run = parent.run + 1
                column.wants = top << 2 | parent.wants
            else:
                column.run = 1
                column.wants = top << 2
                points += weights.broken + parent.buried
            lies_on = 7 if self._began_on.get(card) == last else 3 + (last & 3)
            column.number = parent.number + (lies_on << 3 * card)
        column.held = parent.held
        if parent.cards & _LOWER[card]:
            points += weights.covering
            if parent.cards & _LOWER_OWN[card]:
                points += weights.covering_own
                column.held += 1
        column.points = points
        return column

    def freed(self, looked: int) -> Generator[int, None, None]:
        """Take the columns apart, which hold each other, in slices: yields ``looked``."""
        left = [self.empty]
        for taken in count(1):
            column = left.pop()
            left += column.push.values()
            column.push.clear()
            if not left:
                break
            if not taken % FREED:
                yield looked


class HomeTable(dict[int, tuple[int, int, int]]):
    """Cards that may go home: foundations (4 bits a suit, clubs lowest) -> (safe cards, next cards, how many are home).

    Cards are 52-bit sets.

    A card c of value v that is next in its suit is *safe* when

    - v is 0 or 1 (ace or two), or
    - both suits of the other colour have v cards home: everything that could be laid on c is home, or
    - both suits of the other colour have v - 1 cards home, and the other suit of c's own colour has at least v - 2.

    Why a safe card may be sent home at once, whatever else has to be done: take any way to win from here and play it
    with c home from the start. Only laying cards on c is then impossible. What could be laid on c is x, of the other
    colour and value v - 1. In the first two cases there is none, or it is an ace or another card that is next itself (v
    = 1: x is an ace; aces have no use but to go home). In the third, x is next in its suit, for v - 1 cards of it are
    home: instead of being laid on c it goes home itself. That forbids laying on x only y, of c's colour and value v -
    2: it is home (c's own suit has v cards home, the other v - 1 at least), or, when the other suit has just v - 2, it
    is y itself that is next: it goes home instead of being laid on x. On y, of value v - 2, could be laid only cards of
    the other colour and value v - 3: with v - 1 home they are home. So every move of the way to win is either possible
    as before, or its card goes home instead, or has gone already; a card that has left a place gives room and never
    takes any.

    A move of c itself is left out. So a position is winnable if and only if it is with c home.
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
        found = self[foundations] = safe, following, sum(counts)
        return found


HOME = HomeTable()
"""The one table; it holds 14 ** 4 entries at most, in a game some twenty."""


def pack_foundations(counts: Sequence[int]) -> int:
    """Pack four numbers of cards home (C H S D) into one, 4 bits each."""
    return counts[0] | counts[1] << 4 | counts[2] << 8 | counts[3] << 12
