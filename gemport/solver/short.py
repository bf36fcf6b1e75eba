"""Short solutions: few single-card moves, not counting moves to foundations.

This is a beam search. It visits positions by cost, the number of moves so far. For each cost it takes the best
positions by points and generates all positions that follow. Only positions of equal cost are compared, so the points
alone decide, and the first solution found is the shortest one reached. The number of positions taken is the *width*:
twice the width takes twice as long and usually finds a shorter solution.
"""

from collections.abc import Generator, Sequence
from heapq import merge
from itertools import islice
from math import inf
from random import Random
from typing import Any, Self

from gemport.cards.moves import FOUNDATIONS, Move
from gemport.solver.bound import find_least_price, least_price
from gemport.solver.position import Position, played
from gemport.solver.sliced_work import Executor, counted_on, run_here
from gemport.solver.solution import shortened, single_moves
from gemport.solver.successors import RunMove, Successors, Waiting, arrived, is_won, moves_to
from gemport.solver.weights import SHORT, Weights

INSTANT_POSITIONS = 900  # number of positions to visit while the user waits for the answer: about 30 milliseconds

_FIRST_WIDTH, _LAST_WIDTH = 12, 1536
"""Widths of the first and the last search. The last width needs about 50 megabytes."""
_ENDINGS_PER_ROUND = 3
"""Number of searches for a shorter ending of the best solution after each search of the entire game."""
LIMIT_STEP = 32  # number of positions between checks of the limit ``most``
_SLICE_POSITIONS = 8  # a quarter of a millisecond
_SORTED_PER_SLICE = 1000


def price_of(moves: Sequence[Move]) -> int:
    """Return the number of moves that do not go to a foundation."""
    return sum(move.target not in FOUNDATIONS for move in moves)


def beam_search(
    position: Position, weights: Weights, width: int, below: int, most: float = inf
) -> Generator[int, None, tuple[int, bool, list[RunMove] | None]]:
    """Search for a solution that costs less than ``below``, taking ``width`` positions of each cost.

    Stops at the first multiple of LIMIT_STEP that is at least ``most`` positions. Yields the number of positions
    visited so far. Returns that number, whether the search was complete, and the moves of a solution as
    ``quick_search`` does. If the search was complete, None proves that no such solution exists.
    """
    following = Successors(position, weights, runs=True, priced=True)
    waiting: dict[int, list[Waiting]] = {0: [following.start]}
    result = yield from _beam(following, waiting, width, below, most)
    yield from following.freed(result[0], *waiting.values())
    return result


def _beam(
    following: Successors, waiting: dict[int, list[Waiting]], width: int, below: int, most: float
) -> Generator[int, None, tuple[int, bool, list[RunMove] | None]]:
    visited = 0
    complete = True
    for price in range(below):
        layer = waiting.pop(price, [])
        if len(layer) > width:
            layer = yield from _best(layer, width, visited)
            complete = False
        # Moves home cost nothing, so the loop also appends to the list it iterates over.
        for chosen in layer:
            if following.seen[chosen[1]] < price:
                continue
            here = arrived(chosen)
            if is_won(here):
                return visited, complete, moves_to(here)
            if price + sum([column.held for column in here[0]]) >= below:
                continue
            if not visited % LIMIT_STEP and visited >= most:
                return visited, False, None
            if not visited % _SLICE_POSITIONS:
                yield visited
            visited += 1
            for follower in following.after(here):
                if follower[2] == price:
                    layer.append(follower)
                elif follower[2] in waiting:
                    waiting[follower[2]].append(follower)
                else:
                    waiting[follower[2]] = [follower]
        if not (layer or waiting):
            break
    return visited, complete, None


def _best(layer: list[Waiting], count: int, visited: int) -> Generator[int, None, list[Waiting]]:
    """Return the best ``count`` positions of a layer, sorted, and empty the layer."""
    parts = []
    while layer:
        part = sorted(layer[-_SORTED_PER_SLICE:])
        del layer[-_SORTED_PER_SLICE:], part[count:]
        parts.append(part)
        yield visited
    return list(islice(merge(*parts), count))


def _search_for_shorter(
    position: Position, moves: Sequence[Move], made: int, weights: Weights, width: int, most: float
) -> Generator[int, None, tuple[int, bool, tuple[Move, ...] | None]]:
    """Search for a shorter solution than ``moves`` after the first ``made`` moves.

    Yields and returns the same as ``beam_search``, but the moves are single-card moves from ``position``.
    """
    begin = moves[:made]
    there = played(position, begin)
    visited, complete, solution = yield from beam_search(there, weights, width, price_of(moves[made:]), most)
    if solution is None:
        return visited, complete, None
    found = tuple(shortened([*begin, *single_moves(there, solution)]))
    yield visited
    wins = price_of(found) < price_of(moves) and sum(played(position, found).foundations) == 52
    return visited, complete, found if wins else None


class Shortening:
    """Work that shortens a solution for as long as it runs.

    Attributes:
        moves: shortest known solution in single-card moves, including moves to foundations
        price: number of these moves that do not go to a foundation
        least: proven lower bound for the price of any solution
    """

    def __init__(
        self, position: Position, moves: Sequence[Move], least: int | None = None, run: Executor = run_here
    ) -> None:
        """Start with a solution; ``least`` is the result of ``least_price`` if it is known, ``run`` does the searches.

        Raises ValueError or IllegalMove if the moves are not a solution.
        """
        self._position, self._run = position, run
        self.moves = tuple(moves)
        if sum(played(position, self.moves).foundations) < 52:
            raise ValueError("the moves do not win")
        self.price = price_of(self.moves)
        self.least = min(least_price(position) if least is None else least, self.price)
        self._chance = Random(0)

    @classmethod
    def begin(cls, position: Position, moves: Sequence[Move], run: Executor = run_here) -> Generator[int, None, Self]:
        """Start with a solution, in slices; yields 0."""
        least = yield from run(find_least_price, position)
        return cls(position, moves, least, run)

    def work(self, most: float = inf) -> Generator[int, None, None]:
        """Work in slices; yield the number of positions visited.

        The work ends if no shorter solution is possible, or after ``most`` positions, as in ``beam_search``.

        Each round searches the entire game, then some endings of the best solution. The width doubles after each round
        up to its maximum; then the weights vary.
        """
        visited, width = 0, _FIRST_WIDTH
        weights = SHORT
        while self.price > self.least and visited < most:
            visited = yield from self._search(0, weights, width, visited, most)
            for _ in range(_ENDINGS_PER_ROUND):
                if self.price > self.least and visited < most:
                    made = self._chance.randrange(len(self.moves))
                    visited = yield from self._search(made, self._varied(), width, visited, most)
            if width < _LAST_WIDTH:
                width *= 2
            else:
                weights = self._varied()

    def _search(self, made: int, weights: Weights, width: int, before: int, most: float) -> Generator[int, None, int]:
        """Search for a shorter solution after the first ``made`` moves; return the number of positions visited."""
        search = self._run(_search_for_shorter, self._position, self.moves, made, weights, width, most - before)
        visited, complete, moves = yield from counted_on(before, search)
        if moves is not None:
            self.moves, self.price = moves, price_of(moves)
        if complete and not made:
            self.least = self.price
        return before + visited

    def _varied(self) -> Weights:
        """Return random variations of the usual weights, which lead the search along other paths."""
        varied: list[Any] = [
            tuple(map(self._vary, value)) if isinstance(value, tuple) else self._vary(value) for value in SHORT
        ]
        return Weights(*varied)

    def _vary(self, value: int) -> int:
        return round(value * self._chance.uniform(0.6, 1.6))
