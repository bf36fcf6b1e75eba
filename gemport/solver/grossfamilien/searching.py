"""The search for a way to win: positions wait in queues by how far the game has come, and the queues take turns.

How far a game has come is how many cards the talon has given, and after its last one how many lie in the families. Of
each queue the position goes next that least speaks against (see ``stacks``). So neither a good beginning nor a rash
hurry to the end can keep the others waiting, and nothing is forgotten: when all queues are empty, all has been tried.
There are several rounds, each with weights of its own.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TypeAlias

from gemport.cards.grossfamilien import FamilyBoard
from gemport.cards.moves import Move
from gemport.solver.grossfamilien.plays import plays_of
from gemport.solver.grossfamilien.points import ROUNDS, FamilyWeights
from gemport.solver.grossfamilien.positions import WON, Rules, State, Way
from gemport.solver.grossfamilien.stacks import family_counts
from gemport.solver.judgement import Verdict

LIMIT = sum(limit for _, limit in ROUNDS)
"""So many positions are looked at, if no other limit is given; in each round some 500 bytes are kept of each that
waits, and there are about three times as many of them."""
_SLICE = 12
"""So many positions are looked at between two yields: about a millisecond."""

_Reached: TypeAlias = "tuple[int, int, State, Way | None, _Reached | None]"
"""Points, a number that says which came last, the position, the move that led there, and from where."""


@dataclass(frozen=True, slots=True)
class FamilyJudgement:
    """What thinking about a position has led to.

    verdict: whether it can be won
    plays: if so, the player's plays that win it, fillings that follow by themselves not counted; none if it is won
    states: how many positions were looked at
    furthest: if it is undecided, the plays to the position that looks best of those furthest on; else none
    """

    verdict: Verdict
    plays: tuple[Move, ...] | None
    states: int
    furthest: tuple[Move, ...] = ()


class _Queues:
    """The positions that wait, and all that ever did."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._queues: dict[int, list[_Reached]] = {}
        self._seen: set[State] = set()

    def put(self, state: State, way: Way | None, before: _Reached | None) -> None:
        """A position to be looked at, unless it is known."""
        if state in self._seen:
            return
        self._seen.add(state)
        points = self._rules.stacks.points(state.piles, state.waste, state.families)
        heappush(self._queues.setdefault(self.progress(state), []), (points, -len(self._seen), state, way, before))

    def progress(self, state: State) -> int:
        """How far the game has come."""
        talon = len(self._rules.talon)
        return state.taken if state.taken < talon else talon + sum(family_counts(state.families))

    def turn(self) -> Generator[_Reached]:
        """The best position of each queue, until there is none left."""
        while self._queues:
            for progress in sorted(self._queues):
                queue = self._queues[progress]
                yield heappop(queue)
                if not queue:
                    del self._queues[progress]


def search(
    board: FamilyBoard, limit: int = LIMIT, rounds: Sequence[tuple[FamilyWeights, int]] = ROUNDS
) -> Generator[int, None, FamilyJudgement]:
    """Think about a position in slices: yields the number of positions looked at, about every millisecond.

    Returns the judgement. Who wants to stop earlier closes it.
    """
    board = board.bare_copy()
    states = 0
    furthest: tuple[Move, ...] = ()
    for weights, most in rounds:
        judgement = yield from _round(board, weights, min(most, limit - states), states)
        states = judgement.states
        furthest = furthest or judgement.furthest
        if judgement.verdict is not Verdict.UNDECIDED:
            return judgement
        if states == limit:
            break
    return FamilyJudgement(Verdict.UNDECIDED, None, states, furthest)


def _round(
    board: FamilyBoard, weights: FamilyWeights, limit: int, before: int
) -> Generator[int, None, FamilyJudgement]:
    """A search with one set of weights; ``before``: how many positions have been looked at by others."""
    rules = Rules(board, weights)
    if rules.start.families == WON:
        return FamilyJudgement(Verdict.WINNABLE, (), before)
    queues = _Queues(rules)
    queues.put(rules.start, None, None)
    best: tuple[int, int, _Reached] | None = None
    states = before
    for reached in queues.turn():
        if states == before + limit:
            furthest = () if best is None else tuple(plays_of(board, rules, _ways(best[2])))
            return FamilyJudgement(Verdict.UNDECIDED, None, states, furthest)
        states += 1
        points, _, state, way, _ = reached
        if way is not None and (best is None or (queues.progress(state), -points) > best[:2]):
            best = queues.progress(state), -points, reached
        for way, follower in rules.followers(state):
            if follower.families == WON:
                plays = plays_of(board, rules, [*_ways(reached), way])
                return FamilyJudgement(Verdict.WINNABLE, tuple(plays), states)
            queues.put(follower, way, reached)
        if states % _SLICE == 0:
            yield states
    return FamilyJudgement(Verdict.IMPOSSIBLE, None, states)


def solve(board: FamilyBoard, limit: int = LIMIT) -> FamilyJudgement:
    """Think about a position to the end: the judgement."""
    thinking = search(board, limit)
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            judgement: FamilyJudgement = end.value
            return judgement


def _ways(reached: _Reached) -> list[Way]:
    """The moves that led to a position, the first one first."""
    ways = []
    before: _Reached | None = reached
    while before is not None:
        _, _, _, way, before = before
        if way is not None:
            ways.append(way)
    return ways[::-1]
