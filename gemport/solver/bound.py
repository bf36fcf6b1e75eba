"""A lower bound of the price of any solution, which is the number of its moves of cards that do not go home.

A card that is never moved but home *stays*. Of a card d that stays in its column all cards below it (those that it
covers) go home later than d, for none of them can move before. And of each suit the lower cards go home first. So d
goes home before a card e if it covers one of e's suit that is not higher than e (e itself, maybe). Cards of which each
goes home before the next, and the last before the first, can not all stay. How few cards can be chosen so that each
such ring has one of them? So many cards at least are moved before they go home.
"""

from collections.abc import Generator

from gemport.solver.position import Position
from gemport.solver.slices import finish

_STEPS_A_SLICE = 3
_STEPS = 300
"""So many choices are tried, for some milliseconds; what is proven by then counts."""


def least_price(position: Position) -> int:
    """Return a number of moves that do not go home which every solution has at least."""
    return finish(find_least_price(position))


def find_least_price(position: Position) -> Generator[int, None, int]:
    """Find the least price in slices: yields 0."""
    covered = {card: column[:at] for column in position.columns for at, card in enumerate(column) if at}
    later = {
        card: sum(1 << e for e in covered if any(under & 3 == e & 3 and under <= e for under in below))
        for card, below in covered.items()
    }
    alone = [card for card in later if later[card] >> card & 1]
    yield 0
    rings = _Rings(later)
    left = sum(1 << card for card in later if card not in alone)
    more = 0
    yield 0
    while not (yield from rings.broken_by(more, left)):
        more += 1
    return len(alone) + more


class _Rings:
    """Rings of cards, each of which goes home before the next, and the choices that have been tried to break them."""

    def __init__(self, later: dict[int, int]) -> None:
        """``later``: for each card the bits of those that go home after it if both stay."""
        self._later = later
        self._pairs = {
            card: sum(1 << e for e in later if e != card and bits >> e & 1 and later[e] >> card & 1)
            for card, bits in later.items()
        }
        self._steps = 0

    def broken_by(self, more: int, left: int) -> Generator[int, None, bool]:
        """Return whether ``more`` cards can be taken out of ``left`` so that no ring is left in it.

        True as well when too many choices have been tried. Yields 0.
        """
        self._steps += 1
        if self._steps > _STEPS:
            return True
        if not self._steps % _STEPS_A_SLICE:
            yield 0
        cards = _cards(left)
        apart, free = 0, left
        for card in cards:
            partner = self._pairs[card] & free
            if free >> card & 1 and partner:
                free &= ~(1 << card | partner & -partner)
                apart += 1
        if apart > more:
            return False
        if apart:
            # Of rings of two: this card, or all that are in a ring of two with it.
            card = max(cards, key=lambda card: (self._pairs[card] & left).bit_count())
            partners = self._pairs[card] & left
            if (yield from self.broken_by(more - 1, left & ~(1 << card))):
                return True
            count = partners.bit_count()
            return count <= more and (yield from self.broken_by(more - count, left & ~partners))
        ring = self._shortest(left)
        for card in ring if more > 0 else ():
            if (yield from self.broken_by(more - 1, left & ~(1 << card))):
                return True
        return not ring

    def _shortest(self, left: int) -> list[int]:
        """Return a ring with the fewest cards, [] if there is none."""
        shortest: list[int] = []
        for start in _cards(left):
            ways = {start: [start]}
            met = 0
            while ways and not met >> start & 1:
                further = {}
                for card, way in ways.items():
                    for after in _cards(self._later[card] & left & ~met):
                        further[after] = [*way, after]
                        met |= 1 << after
                ways = further
            if start in ways and not 0 < len(shortest) < len(ways[start]):
                shortest = ways[start][1:]
                if len(shortest) == 3:
                    break
        return shortest


def _cards(bits: int) -> list[int]:
    return [card for card in range(bits.bit_length()) if bits >> card & 1]
