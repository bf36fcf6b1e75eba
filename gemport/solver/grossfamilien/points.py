"""What speaks against a position, in points: sets of weights, chosen by trying (docs/grossfamilien.md, Can it be won).

No set is the best for all games: a search that has not found a way soon has mostly lost its own for long, and another
set finds one sooner then.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FamilyWeights:
    """How many points count for what.

    in_the_way: a card of a pile that has to be laid elsewhere before those below it can go
    in_waste: a card of the waste
    covered: each card (at most five) on one of the waste whose turn is next; less for one whose turn comes later
    home: a card in a family, to be taken off
    uneven: each card that the largest family has more than the smallest
    """

    in_the_way: int = 20
    in_waste: int = 6
    covered: int = 3
    home: int = 10
    uneven: int = 2


BALANCED = FamilyWeights()
OPEN_WASTE = FamilyWeights(covered=6)
TIDY_PILES = FamilyWeights(in_the_way=40, in_waste=3)
LONG_WASTE = FamilyWeights(in_waste=3)

ROUNDS = (
    (BALANCED, 40_000),
    (OPEN_WASTE, 40_000),
    (TIDY_PILES, 40_000),
    (LONG_WASTE, 40_000),
    (OPEN_WASTE, 200_000),
    (TIDY_PILES, 200_000),
)
"""What a search tries one after the other: weights, and how many positions to look at."""
