"""Short solutions: few moves of single cards, those of cards that go home not counted.

Positions are looked at in the order of their price, the number of moves so far. Of all positions of a price the best
few are taken, by their points, and all that can follow them is made: so all have cost the same, and the points decide
alone. What is found first is the shortest way that is met. How many are taken is the *width*: twice as many take twice
as long, and mostly find a shorter way.
"""

from collections.abc import Generator, Sequence
from dataclasses import fields
from heapq import merge
from itertools import islice
from math import inf
from random import Random
from typing import Any, Self

from gemport.cards.moves import FOUNDATIONS, Move
from gemport.solver.bound import find_least_price, least_price
from gemport.solver.following import Following, RunMove, Waiting, arrived, is_won, way_to
from gemport.solver.position import Position, played
from gemport.solver.slices import counted_on
from gemport.solver.solution import shortened, single_moves
from gemport.solver.weights import SHORT, Weights

AT_ONCE = 900
"""Positions to look at while the user waits for the answer: some 30 milliseconds."""

_FIRST_WIDTH, _LAST_WIDTH = 12, 1536
"""A search of the last width keeps some 50 megabytes."""
_WINDOWS = 3
"""So many times the end of the best way is searched, after each search of the whole."""
SLICE = 32
"""So often, in positions, a search can come to an end before its time."""
_STEP = 8
"""Positions between two yields, at most: a quarter of a millisecond."""
_SORTED = 1000
"""So many positions are sorted between two yields."""


def price_of(moves: Sequence[Move]) -> int:
    """Count the moves of cards that do not go home."""
    return sum(move.target not in FOUNDATIONS for move in moves)


def beam_search(
    position: Position, weights: Weights, width: int, below: int, most: float = inf
) -> Generator[int, None, tuple[int, bool, list[RunMove] | None]]:
    """Look for a way to win that costs less than ``below``, taking ``width`` positions of each price.

    Stops at the first multiple of SLICE from ``most`` positions on. Yields the number of positions looked at so far.
    Returns that number, whether nothing was left out, and the moves of the way as ``quick_search`` does. None is a
    proof that there is none if nothing was left out.
    """
    following = Following(position, weights, runs=True, singles=True, priced=True)
    waiting: dict[int, list[Waiting]] = {0: [following.start]}
    result = yield from _beam(following, waiting, width, below, most)
    yield from following.freed(result[0], *waiting.values())
    return result


def _beam(
    following: Following, waiting: dict[int, list[Waiting]], width: int, below: int, most: float
) -> Generator[int, None, tuple[int, bool, list[RunMove] | None]]:
    looked = 0
    complete = True
    for price in range(below):
        layer = waiting.pop(price, [])
        if len(layer) > width:
            layer = yield from _best(layer, width, looked)
            complete = False
        # What goes home costs nothing: it is put on the list that is gone through.
        for chosen in layer:
            if following.seen[chosen[1]] < price:
                continue
            here = arrived(chosen)
            if is_won(here):
                return looked, complete, way_to(here)
            if price + sum([column.held for column in here[0]]) >= below:
                continue
            if not looked % SLICE and looked >= most:
                return looked, False, None
            if not looked % _STEP:
                yield looked
            looked += 1
            for found in following.after(here):
                if found[2] == price:
                    layer.append(found)
                elif found[2] in waiting:
                    waiting[found[2]].append(found)
                else:
                    waiting[found[2]] = [found]
        if not (layer or waiting):
            break
    return looked, complete, None


def _best(layer: list[Waiting], count: int, looked: int) -> Generator[int, None, list[Waiting]]:
    """Return the best of a layer, in their order, and empty it."""
    parts = []
    while layer:
        part = sorted(layer[-_SORTED:])
        del layer[-_SORTED:], part[count:]
        parts.append(part)
        yield looked
    return list(islice(merge(*parts), count))


class Shortening:
    """Work that makes a solution shorter, as long as it is given time.

    moves: the shortest solution known now, single-card moves, those of cards that go home included
    price: how many of them do not go home
    least: no solution has a lower price, which is proven
    """

    def __init__(self, position: Position, moves: Sequence[Move], least: int | None = None) -> None:
        """Begin with a solution. Raises ValueError or IllegalMove for any other moves.

        least: what least_price gives, if that is known
        """
        self._position = position
        self.moves = tuple(moves)
        if sum(played(position, self.moves).foundations) < 52:
            raise ValueError("the moves do not win")
        self.price = price_of(self.moves)
        self.least = min(least_price(position) if least is None else least, self.price)
        self._chance = Random(0)

    @classmethod
    def begin(cls, position: Position, moves: Sequence[Move]) -> Generator[int, None, Self]:
        """Begin with a solution, in slices: yields 0."""
        least = yield from find_least_price(position)
        return cls(position, moves, least)

    def work(self, most: float = inf) -> Generator[int, None, None]:
        """Work in slices: yields the number of positions looked at, every now and then.

        Ends if nothing is left, or when ``most`` positions have been looked at: as beam_search does.

        The whole game is searched, then some ends of the best way so far; and again with twice the width.
        """
        looked, width = 0, _FIRST_WIDTH
        weights = SHORT
        while self.price > self.least and looked < most:
            looked = yield from self._search(0, weights, width, looked, most)
            for _ in range(_WINDOWS):
                if self.price > self.least and looked < most:
                    made = self._chance.randrange(len(self.moves))
                    looked = yield from self._search(made, self._varied(), width, looked, most)
            if width < _LAST_WIDTH:
                width *= 2
            else:
                weights = self._varied()

    def _search(self, made: int, weights: Weights, width: int, before: int, most: float) -> Generator[int, None, int]:
        """Search for a shorter way after so many moves of the best one; return the number of positions looked at."""
        begin = self.moves[:made]
        position = played(self._position, begin)
        search = beam_search(position, weights, width, price_of(self.moves[made:]), most - before)
        looked, complete, way = yield from counted_on(before, search)
        if way is not None:
            moves = tuple(shortened([*begin, *single_moves(position, way)]))
            yield before + looked
            if price_of(moves) < self.price and sum(played(self._position, moves).foundations) == 52:
                self.moves, self.price = moves, price_of(moves)
        if complete and not made:
            self.least = self.price
        return before + looked

    def _varied(self) -> Weights:
        """Return weights somewhat different from the usual ones: another way through the cards."""
        varied: dict[str, Any] = {}
        for field in fields(SHORT):
            if field.init:
                value = getattr(SHORT, field.name)
                varied[field.name] = tuple(map(self._vary, value)) if isinstance(value, tuple) else self._vary(value)
        return Weights(**varied)

    def _vary(self, value: int) -> int:
        return round(value * self._chance.uniform(0.6, 1.6))
