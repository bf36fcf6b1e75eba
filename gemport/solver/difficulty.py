"""Difficulty of a deal of VIERFREI or FreeCell, for a player.

Three things make a deal hard, by the experience of players: cards lie in each other's way, the aces lie deep, and a
search has to look at many positions to find a way at all. They are added up with weights fitted to 36 of Microsoft's
games that players have called hard or very hard, against 300 games drawn by chance. Fitted to half of the games, it
tells those of the other half apart, by the area under the ROC curve, with 0.85 for the hard and 0.90 for the very hard
(mean over ten divisions into halves).
"""

from bisect import bisect_right
from collections.abc import Generator
from enum import Enum
from math import log

from gemport.cards.card import ACE, value_of
from gemport.solver.bound import find_least_price, least_price
from gemport.solver.judgement import ROUNDS, Limits, Verdict, search
from gemport.solver.position import Position
from gemport.solver.slices import finish

SEARCH = Limits(ROUNDS[:4], exhaustive=0)
"""The search whose length counts."""
_ACE_DEPTH = 0.6
_POSITIONS = 2.7
_LIMITS = (37, 43.5, 50)
"""From these points on a deal is medium, hard, very hard: about 30, 75 and 96 % of the deals stay below."""


class Difficulty(Enum):
    """Kinds of deals, the easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    VERY_HARD = "very hard"
    IMPOSSIBLE = "impossible"


def hardness(position: Position, states: int, least: int | None = None) -> float:
    """Return a measure of a deal's difficulty, commonly 25 to 60.

    states: how many positions ``solve`` with the limits SEARCH looks at
    least: what ``least_price`` gives, if that is known
    """
    least = least_price(position) if least is None else least
    aces = sum(
        len(column) - 1 - at for column in position.columns for at, card in enumerate(column) if value_of(card) == ACE
    )
    return least + _ACE_DEPTH * aces + _POSITIONS * log(states + 1)


def difficulty(position: Position, impossible: bool | None = None) -> Difficulty:
    """Return the kind of a deal; see ``find_difficulty``.

    Half of the deals take some 15 milliseconds, one of a hundred more than 200. Where ``impossible`` is None, one that
    is not won soon takes until it is decided: up to many seconds.
    """
    return finish(find_difficulty(position, impossible))


def find_difficulty(position: Position, impossible: bool | None = None) -> Generator[int, None, Difficulty]:
    """Find out the kind of a deal. Yields the number of positions looked at, every now and then.

    impossible: True if the deal is known to be impossible, False if it can be won; None: that is found out
    """
    if impossible:
        # Known: nothing need be looked at.
        return Difficulty.IMPOSSIBLE
    judgement = yield from search(position, SEARCH)
    if impossible is None and judgement.verdict is not Verdict.WINNABLE:
        impossible = (yield from search(position)).verdict is Verdict.IMPOSSIBLE
    if impossible:
        return Difficulty.IMPOSSIBLE
    least = yield from find_least_price(position)
    return list(Difficulty)[bisect_right(_LIMITS, hardness(position, judgement.states, least))]
