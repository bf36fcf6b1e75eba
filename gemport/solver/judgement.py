"""Judgement of a position: the engines one after the other, until one of them knows whether it can be won.

The answer is the same in VIERFREI and in FreeCell, so the rules of both are one here: single-card moves. Several cards
are moved by single-card moves in both. FreeCell forbids moving a card from free cell to free cell, which changes
nothing that any rule sees. And FreeCell sends cards home by itself; what it sends is safe (see ``columns.HomeTable``):
its rule is that all lower cards of the other colour are home. So a way to win in FreeCell is one in VIERFREI, where the
same cards are sent home by hand. And a way to win in VIERFREI is one in FreeCell, if the moves of cards that are home
already are left out: whenever FreeCell has sent a card home that the way still moves about, nothing can come to lie on
that card any more, because what could is home too, and where it lay there is only more room.
``solution.freecell_words`` writes it so.
"""

from collections.abc import Generator
from dataclasses import dataclass
from enum import Enum

from gemport.cards.moves import Move
from gemport.solver.exhaustive import exhaustive_search
from gemport.solver.position import Position
from gemport.solver.quick import quick_search
from gemport.solver.slices import counted_on, finish
from gemport.solver.solution import single_moves
from gemport.solver.weights import BOLD, CAREFUL, EVEN, KINGS_FIRST, PATIENT, QUICK, Weights

ROUNDS = (
    (QUICK, 600),
    (CAREFUL, 2_500),
    (EVEN, 2_500),
    (PATIENT, 2_500),
    (KINGS_FIRST, 2_500),
    (BOLD, 2_500),
    (CAREFUL, 20_000),
    (EVEN, 20_000),
    (PATIENT, 20_000),
)
"""The quick engine's rounds: weights, and how many positions to look at.

A search that has not found a way soon has mostly lost its own for long. Other weights find one sooner then than more
patience with the same.
"""


class Verdict(Enum):
    """Verdict on a position."""

    WINNABLE = "winnable"
    IMPOSSIBLE = "impossible"
    """Proven: all that can be reached has been looked at."""
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a search.

    quick: the rounds of the quick engine, each with its weights and the number of positions to look at
    exhaustive: how many positions the exhaustive engine may keep, some 150 bytes each; 0 leaves it out
    """

    quick: tuple[tuple[Weights, int], ...] = ROUNDS
    exhaustive: int = 3_000_000


DEFAULT = Limits()
QUICK_ONLY = Limits(exhaustive=0)
"""Without proofs: the answer is winnable or undecided."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Result of a search.

    verdict: winnable or not, as far as that is known
    moves: if it can be won, the single-card moves that win it, cards that go home included; else None
    states: how many positions were looked at
    least: so many moves that do not go home has every solution, which is proven
    """

    verdict: Verdict
    moves: tuple[Move, ...] | None
    states: int
    least: int = 0


def search(position: Position, limits: Limits = DEFAULT) -> Generator[int, None, Judgement]:
    """Search a position in slices: yields the number of positions looked at, every now and then.

    Returns the judgement. Close it to stop earlier.
    """
    states = 0
    for weights, limit in limits.quick:
        looked, way = yield from counted_on(states, quick_search(position, weights, limit))
        states += looked
        if way is not None:
            return Judgement(Verdict.WINNABLE, tuple(single_moves(position, way)), states)
        if looked < limit:
            # Nothing is left to look at: other weights know no other moves.
            break
    if limits.exhaustive:
        looked, decided, way = yield from counted_on(states, exhaustive_search(position, limits.exhaustive))
        states += looked
        if way is not None:
            return Judgement(Verdict.WINNABLE, tuple(single_moves(position, way)), states)
        if decided:
            return Judgement(Verdict.IMPOSSIBLE, None, states)
    return Judgement(Verdict.UNDECIDED, None, states)


def solve(position: Position, limits: Limits = DEFAULT) -> Judgement:
    """Search a position to the end: return the judgement."""
    return finish(search(position, limits))
