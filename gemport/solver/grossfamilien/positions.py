"""Positions as the search sees them, and what can follow each.

The talon's next card is taken to be open: turning it takes nothing away (it may lie there as long as one likes, and
fills a free place just as the talon does), except while a place is to be filled, which goes as well without. Piles are
sorted, for no rule cares where they lie.

Nothing is left out but what is certainly no worse than something else:

- of piles that are alike one stands for all
- a card that ``gemport.cards.grossfamilien.removal`` proves to be of no further use goes to its family, and nothing
  else is tried: cards of a falling family that lie on another one, or when the talon is used up

So where nothing is left to look at, nothing has been missed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gemport.cards.card import Card, make_card, suit_of
from gemport.cards.grossfamilien import FAMILY_SIZE, PILES, FamilyBoard, awaited_value, is_rising
from gemport.solver.grossfamilien.points import BALANCED, FamilyWeights
from gemport.solver.grossfamilien.stacks import EMPTY, FAMILY_MASK, SHIFTS, Stacks, family_counts, pack_families

STOCK, WASTE, FAMILY = -1, -2, -3
"""Sources and targets that are not piles: the talon's next card, turned or not; the waste; the card's family."""
WON = pack_families([FAMILY_SIZE] * 4)

_NEIGHBOURS = (4, -4)
"""Between the numbers of cards that fit on each other."""


class State(NamedTuple):
    """A position: nodes of the piles, in order, and of the waste; the packed families; cards taken from the talon."""

    piles: tuple[int, ...]
    waste: int
    families: int
    taken: int


class Way(NamedTuple):
    """A move: nodes of the piles it goes from and to, as they are before it, or STOCK, WASTE, FAMILY."""

    source: int
    target: int


class Rules:
    """What can follow a position of the game that a board begins.

    talon: the cards that come, the next one first; a card that is turned is the first of them
    """

    def __init__(self, board: FamilyBoard, weights: FamilyWeights = BALANCED) -> None:
        self.stacks = Stacks(weights)
        self.talon: list[Card] = ([] if board.turned is None else [board.turned]) + board.stock[::-1]
        piles = tuple(sorted(self.stacks.node(board.piles[place]) for place in PILES))
        self.start = State(piles, self.stacks.node(board.waste), pack_families(board.foundations), 0)

    def followers(self, state: State) -> Iterator[tuple[Way, State]]:
        """Each move that is worth looking at, and where it leads."""
        piles, waste, _, taken = state
        if piles[0] == EMPTY and (waste or taken < len(self.talon)):
            return self._fillings(state)
        awaited = _awaited(state.families)
        certain = self._of_no_use(state, awaited)
        if certain is not None:
            return iter([(Way(certain, FAMILY), self._sent_home(state, certain))])
        return self._moves(state, awaited)

    def _fillings(self, state: State) -> Iterator[tuple[Way, State]]:
        piles, waste, families, taken = state
        push, stacks = self.stacks.push, self.stacks
        if taken < len(self.talon):
            filled = _changed(piles, EMPTY, push(EMPTY, self.talon[taken]))
            yield Way(STOCK, EMPTY), State(filled, waste, families, taken + 1)
        if waste:
            filled = _changed(piles, EMPTY, push(EMPTY, stacks.top[waste]))
            yield Way(WASTE, EMPTY), State(filled, stacks.parent[waste], families, taken)

    def _of_no_use(self, state: State, awaited: list[Card]) -> int | None:
        """The pile, or WASTE, whose top card goes to its family without harm; None if there is none."""
        parent, top = self.stacks.parent, self.stacks.top
        used_up = state.taken == len(self.talon)
        for node in state.piles:
            card = top[node]
            if node and card == awaited[card & 3] and (used_up or parent[node]) and _falls(state.families, card):
                return node
        if used_up and state.waste:
            card = top[state.waste]
            if card == awaited[card & 3] and _falls(state.families, card):
                return WASTE
        return None

    def _sent_home(self, state: State, source: int) -> State:
        """What follows when the top card of a pile, of WASTE or of STOCK goes to its family."""
        piles, waste, families, taken = state
        parent, top = self.stacks.parent, self.stacks.top
        if source == STOCK:
            return State(piles, waste, _with(families, self.talon[taken]), taken + 1)
        if source == WASTE:
            return State(piles, parent[waste], _with(families, top[waste]), taken)
        return State(_changed(piles, source, parent[source]), waste, _with(families, top[source]), taken)

    def _moves(self, state: State, awaited: list[Card]) -> Iterator[tuple[Way, State]]:
        piles, waste, families, taken = state
        push, parent, top = self.stacks.push, self.stacks.parent, self.stacks.top
        different = [node for node in dict.fromkeys(piles) if node]
        for source in different:
            card = top[source]
            if card == awaited[card & 3]:
                yield Way(source, FAMILY), self._sent_home(state, source)
            for target in different:
                if top[target] - card in _NEIGHBOURS:
                    less = _changed(piles, source, parent[source])
                    yield Way(source, target), State(_changed(less, target, push(target, card)), waste, families, taken)
        if waste:
            card = top[waste]
            if card == awaited[card & 3]:
                yield Way(WASTE, FAMILY), self._sent_home(state, WASTE)
            for target in different:
                if top[target] - card in _NEIGHBOURS:
                    laid = _changed(piles, target, push(target, card))
                    yield Way(WASTE, target), State(laid, parent[waste], families, taken)
        if taken < len(self.talon):
            card = self.talon[taken]
            if card == awaited[card & 3]:
                yield Way(STOCK, FAMILY), self._sent_home(state, STOCK)
            for target in different:
                if top[target] - card in _NEIGHBOURS:
                    laid = _changed(piles, target, push(target, card))
                    yield Way(STOCK, target), State(laid, waste, families, taken + 1)
            yield Way(STOCK, WASTE), State(piles, push(waste, card), families, taken + 1)


def _awaited(families: int) -> list[Card]:
    """By suit the card that its family waits for; -1 for none."""
    values = [awaited_value(count) for count in family_counts(families)]
    return [-1 if value is None else make_card(value, suit) for suit, value in enumerate(values)]


def _falls(families: int, card: Card) -> bool:
    return not is_rising(families >> SHIFTS[card & 3] & FAMILY_MASK)


def _with(families: int, card: Card) -> int:
    """The families with a card more."""
    return families + (1 << SHIFTS[suit_of(card)])


def _changed(piles: tuple[int, ...], before: int, after: int) -> tuple[int, ...]:
    """The piles with another node in place of one of them, in order again."""
    changed = list(piles)
    changed.remove(before)
    changed.append(after)
    changed.sort()
    return tuple(changed)
