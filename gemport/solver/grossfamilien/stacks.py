"""Piles and waste as nodes of a tree: a card more is a child, a card less is the parent, each stack hangs there once.

A node is a number, 0 the empty stack. What speaks against a pile is kept with it.
"""

from __future__ import annotations

from itertools import pairwise

from gemport.cards.card import Card, suit_of, value_of
from gemport.cards.grossfamilien import FAMILY_SIZE, is_rising
from gemport.solver.grossfamilien.points import BALANCED, FamilyWeights

EMPTY = 0
"""The node of the stack without cards."""

_FAMILY_BITS = 5
FAMILY_MASK = (1 << _FAMILY_BITS) - 1
SHIFTS = tuple(_FAMILY_BITS * suit for suit in range(4))
"""The four families as one number: so far to the left stands the number of cards of each suit."""

_SOON = 8
"""A card's turn comes soon if so many cards of its family, or fewer, go before it."""
_MOST_COVERING = 5


def pack_families(counts: list[int]) -> int:
    """The number of cards in the family of each suit, 0..26, as one number."""
    return sum(count << shift for count, shift in zip(counts, SHIFTS, strict=True))


def family_counts(families: int) -> list[int]:
    """What ``pack_families`` packed."""
    return [families >> shift & FAMILY_MASK for shift in SHIFTS]


class Stacks:
    """All stacks that a search has met.

    parent: node -> the stack without its top card
    top: node -> its top card, -1 of the empty one
    """

    def __init__(self, weights: FamilyWeights = BALANCED) -> None:
        self._weights = weights
        self.parent = [EMPTY]
        self.top: list[Card] = [-1]
        self._children: dict[int, int] = {}
        self._pile_points: dict[int, int] = {}
        self._waste_points: dict[tuple[int, int], int] = {}

    def push(self, node: int, card: Card) -> int:
        """The stack with a card more."""
        key = node << 6 | card
        child = self._children.get(key)
        if child is None:
            child = self._children[key] = len(self.parent)
            self.parent.append(node)
            self.top.append(card)
        return child

    def node(self, cards: list[Card]) -> int:
        """The stack of these cards, the top one last."""
        node = EMPTY
        for card in cards:
            node = self.push(node, card)
        return node

    def cards(self, node: int) -> list[Card]:
        """The cards of a stack, the top one last."""
        cards = []
        while node:
            cards.append(self.top[node])
            node = self.parent[node]
        return cards[::-1]

    def points(self, piles: tuple[int, ...], waste: int, families: int) -> int:
        """What speaks against a position."""
        known, top = self._pile_points, self.top
        points = self._points_of_waste(waste, families)
        for node in piles:
            if node:
                count = families >> SHIFTS[top[node] & 3] & FAMILY_MASK
                found = known.get(node << _FAMILY_BITS | count)
                points += self._points_of_pile(node, count) if found is None else found
        counts = family_counts(families)
        return points - self._weights.home * sum(counts) + self._weights.uneven * (max(counts) - min(counts))

    def _points_of_pile(self, node: int, count: int) -> int:
        """Of a pile whose family holds ``count`` cards: from the top, first rising values can go, then falling ones."""
        values = [value_of(card) for card in reversed(self.cards(node))]
        points, rising = 0, is_rising(count)
        for above, below in pairwise(values):
            if below < above:
                rising = False
            elif not rising or above < count:
                points += self._weights.in_the_way
                rising = is_rising(count)
        self._pile_points[node << _FAMILY_BITS | count] = points
        return points

    def _points_of_waste(self, node: int, families: int) -> int:
        key = node, families
        points = self._waste_points.get(key)
        if points is None:
            points = 0
            for covering, card in enumerate(reversed(self.cards(node))):
                points += self._weights.in_waste
                before = _cards_before(card, families >> SHIFTS[suit_of(card)] & FAMILY_MASK)
                if before < _SOON:
                    points += self._weights.covered * min(covering, _MOST_COVERING) * (_SOON - before) // _SOON
            self._waste_points[key] = points
        return points


def _cards_before(card: Card, count: int) -> int:
    """How many cards go into the card's family, which holds ``count``, before it can."""
    value = value_of(card)
    return value - count if is_rising(count) and value >= count else FAMILY_SIZE - 1 - value - count
