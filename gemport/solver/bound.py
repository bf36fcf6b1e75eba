"""Lower bound for the cost of a solution: its number of moves that do not go to a foundation.

A card *stays* if its only move is to its foundation. If a card d stays, every card below it in its column
reaches the foundation later than d, because it cannot move before. Within a suit, lower cards go first. So d goes
before card e if it covers a card of e's suit that is not higher than e (possibly e itself). This defines a directed
graph, and the cards of a cycle cannot all stay: each would have to go before the next card, and the last before the
first. The bound is the smallest number of cards that breaks all cycles, because each of these cards moves at least once
before its move to the foundation.
"""

from collections.abc import Generator, Mapping, Sequence

from gemport.cards.card import KING
from gemport.solver.position import Position
from gemport.solver.sliced_work import finish

_CHOICES_PER_SLICE = 3
_MAX_CHOICES = 300  # they take some milliseconds; a bound reached until then is valid


def least_price(position: Position) -> int:
    """Return a lower bound for the number of moves in a solution that do not go to a foundation."""
    return finish(find_least_price(position))


def find_least_price(position: Position) -> Generator[int, None, int]:
    """Return the result of ``least_price``; work in slices that yield 0."""
    covered = {card: column[:at] for column in position.columns for at, card in enumerate(column) if at}
    later = later_cards(covered)
    alone = [card for card in later if later[card] >> card & 1]
    yield 0
    rings = Rings(later)
    left = sum(1 << card for card in later if card not in alone)
    more = 0
    yield 0
    while not (yield from rings.broken_by(more, left)):
        more += 1
    return len(alone) + more


def later_cards(covered: Mapping[int, Sequence[int]], most: int = KING) -> dict[int, int]:
    """Return the graph: for each card, the bits of the cards that go after it if both stay.

    ``covered`` has the cards below each card in its column; those of a value above ``most`` do not count.
    """
    return {
        card: sum(1 << e for e in covered if any(c & 3 == e & 3 and c <= e and c >> 2 <= most for c in below))
        for card, below in covered.items()
    }


class Rings:
    """The cycles of the graph, and the search for a smallest set of cards that breaks them."""

    def __init__(self, later: dict[int, int]) -> None:
        """Start with the graph: ``later`` maps each card to the bits of the cards that go after it if both stay."""
        self._later = later
        self._pairs = {
            card: sum(1 << e for e in later if e != card and bits >> e & 1 and later[e] >> card & 1)
            for card, bits in later.items()
        }
        self._steps = 0

    def broken_by(self, more: int, left: int) -> Generator[int, None, bool]:
        """Return whether removing ``more`` cards from the card bits ``left`` can break all cycles.

        Also return True after too many choices. Yields 0.
        """
        self._steps += 1
        if self._steps > _MAX_CHOICES:
            return True
        if not self._steps % _CHOICES_PER_SLICE:
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
            # Cycles of two cards: remove either this card or all its partners.
            card = max(cards, key=lambda card: (self._pairs[card] & left).bit_count())
            partners = self._pairs[card] & left
            if (yield from self.broken_by(more - 1, left & ~(1 << card))):
                return True
            count = partners.bit_count()
            return count <= more and (yield from self.broken_by(more - count, left & ~partners))
        ring = self.shortest(left)
        for card in ring if more > 0 else ():
            if (yield from self.broken_by(more - 1, left & ~(1 << card))):
                return True
        return not ring

    def shortest(self, left: int) -> list[int]:
        """Return a shortest cycle of the card bits ``left``, or [] if none is left."""
        shortest: list[int] = []
        for start in _cards(left):
            paths = {start: [start]}
            met = 0
            while paths and not met >> start & 1:
                further = {}
                for card, path in paths.items():
                    for after in _cards(self._later[card] & left & ~met):
                        further[after] = [*path, after]
                        met |= 1 << after
                paths = further
            if start in paths and not 0 < len(shortest) < len(paths[start]):
                shortest = paths[start][1:]
                if len(shortest) == 3:
                    break
        return shortest


def _cards(bits: int) -> list[int]:
    return [card for card in range(bits.bit_length()) if bits >> card & 1]
