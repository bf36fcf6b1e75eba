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
from itertools import repeat
from math import inf
from typing import Self

from gemport.cards.census import Verdict
from gemport.cards.moves import Move
from gemport.solver.exhaustive import Search, exhaustive_searches, scattered_search
from gemport.solver.position import Position
from gemport.solver.quick import quick_search
from gemport.solver.sliced_work import counted_on, finish
from gemport.solver.solution import shortened, single_moves
from gemport.solver.weights import CAREFUL, EVEN, PATIENT, QUICK, SHORT, Weights

ROUNDS = ((QUICK, 600), (CAREFUL, 2_500), (EVEN, 2_500), (PATIENT, 2_500))
"""The quick engine's rounds: weights and number of positions to visit.

A search that does not succeed early is usually stuck for a long time. Other weights then find a solution sooner than a
longer search with the same weights.
"""
_FIRST_SCATTERED = 20_000  # positions to store before the exhaustive search continues depth first
_FURTHER_ROUNDS = (
    (SHORT, 60_000, 1),
    (EVEN, 120_000, 0),
    (EVEN, 120_000, 1),
    (QUICK, 200_000, 0),
)
"""The further rounds of the exhaustive engine in scattered order: weights, number of positions to store, and seed.

Each stores at most a fifth of the limit.
"""
_FIRST_PROOF_POSITIONS = (1_000_000, 1_000_000, 1_000_000, 400_000, 200_000)
"""Positions to visit depth first before the further rounds, by number of cells: enough for most proofs."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a search.

    Attributes:
        quick: rounds of the quick engine: weights and number of positions to visit
        exhaustive: maximum number of positions stored by the exhaustive engine, about 150 bytes each; 0 skips it
    """

    quick: tuple[tuple[Weights, int], ...] = ROUNDS
    exhaustive: int = 3_000_000

    @classmethod
    def of(cls, most: int) -> Self:
        """Return limits with at most ``most`` positions in total."""
        rounds = []
        for weights, limit in ROUNDS:
            rounds.append((weights, min(limit, most)))
            most -= rounds[-1][1]
        # The last search and a fifth for each of the others before it.
        return cls(tuple(rounds), most * 5 // (5 + len(_FURTHER_ROUNDS)))


DEFAULT_LIMITS = Limits()
QUICK_ONLY = Limits(exhaustive=0)
"""No proofs: the verdict is winnable or undecided."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Result of a search.

    Attributes:
        verdict: whether the position is winnable, as far as known
        moves: single-card moves of a solution, including moves to foundations; None without a solution
        states: number of positions visited, by the quick and by the exhaustive search
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
        looked, way = yield from counted_on(states, quick_search(position, weights, limit))
        states += looked
        if way is not None:
            return Judgement(Verdict.WINNABLE, tuple(single_moves(position, way)), states)
        if looked < limit:
            # The search is exhausted; other weights have the same moves.
            break
    if not limits.exhaustive:
        return Judgement(Verdict.UNDECIDED, None, states)
    most = limits.exhaustive // 5
    first, proof = exhaustive_searches(position, min(_FIRST_SCATTERED, most), limits.exhaustive)
    others = [scattered_search(position, weights, min(stored, most), seed) for weights, stored, seed in _FURTHER_ROUNDS]
    visited = dict.fromkeys([first, proof, *others], 0)
    enough = _FIRST_PROOF_POSITIONS[len(position.cells)]
    # A solution that the proof finds can have a thousand moves, so the other searches run as well.
    solution: list[Move] | None = None
    engines: list[tuple[Search, float]] = [(first, inf), (proof, enough)]
    if limits.exhaustive > min(_FIRST_PROOF_POSITIONS):
        engines += [*zip(others, repeat(inf)), (proof, inf)]
    for engine, until in engines:
        moves = None
        while visited[engine] < until:
            try:
                visited[engine] = next(engine)
            except StopIteration as end:
                visited[engine], decided, moves = end.value or (visited[engine], False, None)
                if decided and moves is None:
                    return Judgement(Verdict.IMPOSSIBLE, None, states + sum(visited.values()))
                # A position that is won already has no moves.
                solution = solution if moves is None else moves
                break
            yield states + sum(visited.values())
        if moves is not None and engine is not proof:
            break
    states += sum(visited.values())
    if solution is None:
        return Judgement(Verdict.UNDECIDED, None, states)
    return Judgement(Verdict.WINNABLE, tuple(shortened(solution)), states)


def solve(
    position: Position, limits: Limits = DEFAULT_LIMITS, watch: Callable[[int], object] | None = None
) -> Judgement:
    """Search a position to completion and return the judgement; call ``watch`` with the number of positions visited."""
    return finish(search(position, limits), watch)
