"""The difficulty measure agrees with the experience of players, and recognizes impossible games."""

import random

from gemport.solver import Position, solve
from gemport.solver.difficulty import SEARCH_LIMITS, Difficulty, difficulty, hardness

HARD = [
    *[169, 617, 3701, 3710, 4806, 6837, 10623, 12384, 12445, 16624, 17565, 18938, 19253, 22272, 25206, 25450, 25995],
    *[27478, 27657, 28138, 28588, 29788, 30663],
]
VERY_HARD = [454, 718, 1941, 6182, 8591, 13867, 14548, 15562, 20630, 21283, 21365, 21491, 25856]
"""Microsoft numbers that players call hard and very hard."""


def measured(number: int) -> float:
    position = Position.microsoft(number)
    return hardness(position, solve(position, SEARCH_LIMITS).states)


def area(higher: list[float], lower: list[float]) -> float:
    """Return the fraction of pairs with a higher first value: the area under the ROC curve."""
    return sum((a > b) + 0.5 * (a == b) for a in higher for b in lower) / len(higher) / len(lower)


def test_hard_games_are_told_from_others() -> None:
    others = [measured(number) for number in random.Random(1).sample(range(1, 32_001), 100)]
    assert area([measured(number) for number in HARD], others) > 0.82
    assert area([measured(number) for number in VERY_HARD], others) > 0.87


def test_the_kinds_are_of_different_size() -> None:
    drawn = random.Random(2).sample(range(1_000_000), 60)
    kinds = [difficulty(Position.vierfrei(number), impossible=False) for number in drawn]
    # About 30, 45, 21 and 4 % of all deals.
    assert [kinds.count(kind) for kind in Difficulty] == [20, 24, 12, 4, 0]


def test_what_cannot_be_won_is_proven_or_believed() -> None:
    # The proof for this number is short.
    position = Position.vierfrei(244_536)
    assert difficulty(position) is Difficulty.IMPOSSIBLE
    assert difficulty(Position.microsoft(1), impossible=True) is Difficulty.IMPOSSIBLE
    assert difficulty(position, impossible=False) is Difficulty.VERY_HARD
