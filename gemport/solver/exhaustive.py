"""The exhaustive engine: it visits positions until it finds a win, or until no position is left, which proves a loss.

``groups`` describes the moves, and why a position without a solution is recognised with so few positions.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from heapq import heappop, heappush
from random import Random
from typing import TypeAlias

from gemport.cards.moves import Move
from gemport.solver.columns import HOME
from gemport.solver.groups import Groups, State
from gemport.solver.position import Position
from gemport.solver.sliced_work import emptied
from gemport.solver.weights import SHORT, Weights

_SLICE_POSITIONS = 8  # a quarter of a millisecond
_KIND_POINTS = 8  # positions of one kind differ by fewer points

_Kind: TypeAlias = tuple[int, int, int]
Search: TypeAlias = Generator[int, None, tuple[int, bool, list[Move] | None]]
"""Yields the number of positions visited so far at short intervals.

Returns that number, whether the question is decided, and the single-card moves of a solution, or None if none exists or
none was found.
"""


def exhaustive_searches(position: Position, scattered: int, limit: int) -> tuple[Search, Search]:
    """Return both parts of a search for a solution from ``position``.

    The first works like ``scattered_search`` until it has stored ``scattered`` positions. If it does not decide, the
    second continues with its positions, depth first, and stores at most ``limit`` in total (150 bytes each).
    """
    groups = Groups(position, SHORT, placing=True)
    waiting = _Scattered(groups, 0)
    return _search(groups, waiting, scattered, kept=True), _continued(groups, waiting, limit)


def _continued(groups: Groups, waiting: _Scattered, limit: int) -> Search:
    return (yield from _search(groups, waiting.taken(), limit))


def scattered_search(position: Position, weights: Weights, limit: int, seed: int) -> Search:
    """Search for a solution, storing at most ``limit`` positions (500 bytes each), not depth first.

    A best-first search goes astray if the solution leads through positions that look bad: it first visits all positions
    that look better, mostly a crowd of similar ones. So every other position is chosen at random: first a *kind* (cards
    home, cards in cells, approximate points), each with the same probability, then a position of that kind. (Xie,
    Müller, Holte, Imai: Type-based exploration with multiple search queues, AAAI 2014.) A ``seed`` has one result.
    """
    groups = Groups(position, weights, placing=False)
    return (yield from _search(groups, _Scattered(groups, seed), limit))


class _Scattered:
    """Positions to visit, by turns one of the best and one of a random kind."""

    def __init__(self, groups: Groups, seed: int) -> None:
        self._groups = groups
        self._kinds: dict[_Kind, list[State]] = {}
        # Both contain every kind that has positions, and some that have none left.
        self._heap: list[_Kind] = []
        self._any: list[_Kind] = []
        self._random = Random(seed).random
        self._turn = False
        self.append(groups.start)

    def __bool__(self) -> bool:
        return bool(self._kinds)

    def append(self, state: State) -> None:
        kind = self._groups.points(state) // _KIND_POINTS, HOME[state[2]][2], len(state[1][0])
        if kind not in self._kinds:
            self._kinds[kind] = []
            heappush(self._heap, kind)
            self._any.append(kind)
        self._kinds[kind].append(state)

    def extend(self, states: list[State]) -> None:
        for state in states:
            self.append(state)

    def pop(self) -> State:
        kinds = self._kinds
        self._turn = not self._turn
        if self._turn:
            while (kind := self._heap[0]) not in kinds:
                heappop(self._heap)
            state = kinds[kind].pop()
        else:
            while (kind := self._any[at := int(self._random() * len(self._any))]) not in kinds:
                self._any[at] = self._any[-1]
                self._any.pop()
            states = kinds[kind]
            at = int(self._random() * len(states))
            state, states[at] = states[at], states[-1]
            states.pop()
        if not kinds[kind]:
            del kinds[kind]
        return state

    def lists(self) -> Iterable[list[State]]:
        return self._kinds.values()

    def taken(self) -> list[State]:
        """Take all positions, the best last."""
        states = [state for _, states in sorted(self._kinds.items(), reverse=True) for state in states]
        self._kinds.clear()
        return states


def _search(groups: Groups, waiting: list[State] | _Scattered, limit: int, *, kept: bool = False) -> Search:
    """Visit positions, then free them, unless the question is not decided and they are ``kept``."""
    seen, after = groups.seen, groups.after
    visited, found = 0, [groups.start]
    while waiting and 0 not in seen and len(seen) < limit:
        found = after(waiting.pop())
        visited += 1
        if not visited % _SLICE_POSITIONS:
            yield visited
        waiting.extend(found)
    moves = None
    if 0 in seen:
        moves = groups.moves_to(next(state for state in found if not state[3]))
    decided = 0 in seen or not waiting
    if decided or not kept:
        yield from emptied(visited, *(waiting.lists() if isinstance(waiting, _Scattered) else [waiting]))
        yield from groups.freed(visited)
    return visited, decided, moves
