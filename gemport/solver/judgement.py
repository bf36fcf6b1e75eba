"""Judgement of a position: runs the engines in turn until one decides whether it can be won.

The answer is the same for VIERFREI and FreeCell, so the solver uses one set of rules: single-card moves. Both games
move several cards by single-card moves. FreeCell forbids moving a card from one free cell to another, but such a move
has no effect on any rule. FreeCell also moves cards home automatically. Its condition, that all lower cards of the
other colour are home, only selects safe cards (see ``columns.HomeTable``). So a FreeCell solution is a VIERFREI
solution if the player moves the same cards home.

Conversely, a VIERFREI solution is a FreeCell solution without the moves of cards that are already home. If FreeCell has
moved a card home that the solution still moves around, no card can move onto it, since all cards that fit are
home as well, and its former place only adds free space. ``solution.freecell_words`` converts solutions this way.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass

from gemport.cards.census import Verdict
from gemport.cards.moves import Move
from gemport.solver.exhaustive import exhaustive_search
from gemport.solver.position import Position
from gemport.solver.quick import quick_search
from gemport.solver.sliced_work import counted_on, finish
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
"""The quick engine's rounds: weights and number of positions to visit.

A search that does not succeed early is usually stuck for a long time. Other weights then find a solution sooner than a
longer search with the same weights.
"""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a search.

    Attributes:
        quick: rounds of the quick engine: weights and number of positions to visit
        exhaustive: maximum number of positions stored by the exhaustive engine, about 150 bytes each; 0 skips it
    """

    quick: tuple[tuple[Weights, int], ...] = ROUNDS
    exhaustive: int = 3_000_000


DEFAULT_LIMITS = Limits()
QUICK_ONLY = Limits(exhaustive=0)
"""No proofs: the verdict is winnable or undecided."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Result of a search.

    Attributes:
        verdict: whether the position is winnable, as far as known
        moves: single-card moves of a solution, including moves to foundations; None without a solution
        states: number of positions visited
        least: a proven lower bound: every solution has at least this many moves that do not go home
    """

    verdict: Verdict
    moves: tuple[Move, ...] | None
    states: int
    least: int = 0


def search(position: Position, limits: Limits = DEFAULT_LIMITS) -> Generator[int, None, Judgement]:
    """Search a position in slices and return the judgement; yield the number of positions visited.

    Close the generator to stop early.
    """
    states = 0
    for weights, limit in limits.quick:
        visited, solution = yield from counted_on(states, quick_search(position, weights, limit))
        states += visited
        if solution is not None:
            return Judgement(Verdict.WINNABLE, tuple(single_moves(position, solution)), states)
        if visited < limit:
            # The search is exhausted; other weights have the same moves.
            break
    if limits.exhaustive:
        visited, decided, solution = yield from counted_on(states, exhaustive_search(position, limits.exhaustive))
        states += visited
        if solution is not None:
            return Judgement(Verdict.WINNABLE, tuple(single_moves(position, solution)), states)
        if decided:
            return Judgement(Verdict.IMPOSSIBLE, None, states)
    return Judgement(Verdict.UNDECIDED, None, states)


def solve(
    position: Position, limits: Limits = DEFAULT_LIMITS, watch: Callable[[int], object] | None = None
) -> Judgement:
    """Search a position to completion and return the judgement; call ``watch`` with the number of positions visited."""
    return finish(search(position, limits), watch)
