"""The quick engine: best-first over positions, whole runs as one move, safe cards sent home at once.

It answers yes or don't know, never no: it moves a run to an empty column as a whole or as far as there is room, no
other part of it, and it stops at its limit. A win that it finds is a win: each of its moves is made of single-card
moves that the rules allow.
"""

from collections.abc import Generator
from heapq import heappop, heappush

from gemport.solver.following import Following, RunMove, Waiting, arrived, is_won, way_to
from gemport.solver.position import Position
from gemport.solver.weights import Weights

_SLICE = 16
"""Positions between two yields: less than a millisecond."""


def quick_search(
    position: Position, weights: Weights, limit: int
) -> Generator[int, None, tuple[int, list[RunMove] | None]]:
    """Look for a way to win from ``position``, looking at no more than ``limit`` positions.

    Yields the number of positions looked at so far, every now and then. Returns that number and the moves of the way,
    without those of safe cards, which go home after each move (and before the first); None when the limit is reached or
    nothing is left to look at, which proves nothing.
    """
    following = Following(position, weights, runs=True, singles=False, priced=False)
    step = weights.step
    waiting: dict[int, list[Waiting]] = {0: [following.start]}
    order = [0]
    looked = 0
    way: list[RunMove] | None = None
    while order:
        fewest = waiting[order[0]]
        here = arrived(fewest.pop())
        if not fewest:
            del waiting[heappop(order)]
        if is_won(here):
            way = way_to(here)
            break
        if looked == limit:
            break
        looked += 1
        if not looked % _SLICE:
            yield looked
        for found in following.after(here):
            points = found[0] + step * found[2]
            if points in waiting:
                waiting[points].append(found)
            else:
                waiting[points] = [found]
                heappush(order, points)
    yield from following.freed(looked, *waiting.values())
    return looked, way
