"""Difficulty of a VIERFREI or FreeCell deal for a human player.

In players' experience three things make a deal hard: cards block each other, the aces are deep in their columns, and a
search has to visit many positions before it finds any solution. The measure is a weighted sum of the three. The weights
are fitted to 36 Microsoft games that players have called hard or very hard, compared with 300 random games. Fitted to
one half of the games and tested on the other, the area under the ROC curve is 0.85 for the hard games and 0.90 for the
very hard ones (mean of ten random splits).
"""

from bisect import bisect_right
from collections.abc import Generator
from enum import Enum
from math import log

from gemport.cards.card import ACE, value_of
from gemport.cards.census import Verdict
from gemport.solver.bound import find_least_price, least_price
from gemport.solver.judgement import ROUNDS, Limits, search
from gemport.solver.position import Position
from gemport.solver.sliced_work import finish

SEARCH_LIMITS = Limits(ROUNDS[:4], exhaustive=0)  # limits of the search whose length is part of the measure
_ACE_DEPTH_WEIGHT = 0.6
_POSITIONS_WEIGHT = 2.7
_BOUNDARIES = (37, 43.5, 50)
"""Lower limits of medium, hard and very hard; about 30, 75 and 96 % of all deals are below them."""


class Difficulty(Enum):
    """Difficulty classes, easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    VERY_HARD = "very hard"
    IMPOSSIBLE = "impossible"


def hardness(position: Position, states: int, least: int | None = None) -> float:
    """Return a measure of a deal's difficulty, usually 25 to 60.

    ``states`` is the number of positions that ``solve`` visits with SEARCH_LIMITS. ``least`` is the result of
    ``least_price`` if it is known.
    """
    least = least_price(position) if least is None else least
    aces = sum(
        len(column) - 1 - at for column in position.columns for at, card in enumerate(column) if value_of(card) == ACE
    )
    return least + _ACE_DEPTH_WEIGHT * aces + _POSITIONS_WEIGHT * log(states + 1)


def difficulty(position: Position, impossible: bool | None = None) -> Difficulty:
    """Return the difficulty of a deal; see ``find_difficulty``.

    The median time is about 15 milliseconds; one deal in a hundred takes more than 200. If ``impossible`` is None, a
    deal that is not won quickly is searched exhaustively: this can take many seconds.
    """
    return finish(find_difficulty(position, impossible))


def find_difficulty(position: Position, impossible: bool | None = None) -> Generator[int, None, Difficulty]:
    """Return the difficulty of a deal; yield the number of positions visited between slices of the work.

    ``impossible`` is True if the deal is known to be impossible, False if it is known to be winnable, and None to find
    out.
    """
    if impossible:
        # The answer is known without a search.
        return Difficulty.IMPOSSIBLE
    judgement = yield from search(position, SEARCH_LIMITS)
    if impossible is None and judgement.verdict is not Verdict.WINNABLE:
        impossible = (yield from search(position)).verdict is Verdict.IMPOSSIBLE
    if impossible:
        return Difficulty.IMPOSSIBLE
    least = yield from find_least_price(position)
    return list(Difficulty)[bisect_right(_BOUNDARIES, hardness(position, judgement.states, least))]
