"""Can this position be won? The engines one after the other, until one of them knows.

The answer is the same in VIERFREI and in FreeCell, so the rules of both are one here: single-card moves. Several
cards are moved by single-card moves in both. FreeCell forbids moving a card from free cell to free cell, which changes
nothing that any rule sees. And FreeCell sends cards home by itself; what it sends is safe (see ``home``): its rule is
that all lower cards of the other colour are home. So a way to win in FreeCell is one in VIERFREI, where the same cards
are sent home by hand. And a way to win in VIERFREI is one in FreeCell, if the moves of cards that are home already are
left out: whenever FreeCell has sent a card home that the way still moves about, nothing can come to lie on that card
any more, because what could is home too, and where it lay there is only more room. ``freecell_words`` writes it so.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from gemport.solver.exhaustive import exhaustive_search
from gemport.solver.quick import quick_search
from gemport.solver.solution import single_moves
from gemport.solver.table import Move, Position
from gemport.solver.weights import BOLD, CAREFUL, EVEN, KINGS_FIRST, PATIENT, QUICK, Weights

T = TypeVar("T")

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
    """What is known of a position."""

    WINNABLE = "winnable"
    IMPOSSIBLE = "impossible"
    """Proven: all that can be reached has been looked at."""
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Limits:
    """How long to think.

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
    """What thinking about a position has led to.

    verdict: whether it can be won
    moves: if so, the single-card moves that win it, cards that go home included; none if it is won; else None
    states: how many positions were looked at
    """

    verdict: Verdict
    moves: tuple[Move, ...] | None
    states: int


def search(position: Position, limits: Limits = DEFAULT) -> Generator[int, None, Judgement]:
    """Think about a position in slices: yields the number of positions looked at, every few milliseconds.

    Returns the judgement. Who wants to stop earlier closes it.
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
    """Think about a position to the end: the judgement."""
    thinking = search(position, limits)
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            judgement: Judgement = end.value
            return judgement


def counted_on(states: int, engine: Generator[int, None, T]) -> Generator[int, None, T]:
    """An engine's run, counted on from ``states``."""
    while True:
        try:
            looked = next(engine)
        except StopIteration as end:
            result: T = end.value
            return result
        yield states + looked
