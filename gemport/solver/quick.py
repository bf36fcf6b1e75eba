"""The quick engine: best-first search that moves a run in one move, and safe cards home immediately.

It answers "winnable" or "unknown", never "impossible": it stops at its limit, and it moves to an empty column only as
much of a run as fits, never less. A solution it finds is valid, because each of its moves consists of legal single-card
moves.
"""

from collections.abc import Generator
from heapq import heappop, heappush

from gemport.solver.position import Position
from gemport.solver.successors import RunMove, Successors, Waiting, arrived, is_won, moves_to
from gemport.solver.weights import Weights

_SLICE_POSITIONS = 16  # less than a millisecond


def quick_search(
    position: Position, weights: Weights, limit: int
) -> Generator[int, None, tuple[int, list[RunMove] | None]]:
    """Search for a solution from ``position``, visiting at most ``limit`` positions.

    Yields the number of positions visited so far at short intervals. Returns that number and the moves of a solution,
    without the moves of safe cards, which follow each move and precede the first. Returns None for the moves if the
    limit is reached or no positions are left; neither is a proof.
    """
    following = Successors(position, weights, runs=True, priced=False)
    step = weights.step
    waiting: dict[int, list[Waiting]] = {0: [following.start]}
    order = [0]
    visited = 0
    solution: list[RunMove] | None = None
    while order:
        fewest = waiting[order[0]]
        here = arrived(fewest.pop())
        if not fewest:
            del waiting[heappop(order)]
        if is_won(here):
            solution = moves_to(here)
            break
        if visited == limit:
            break
        visited += 1
        if not visited % _SLICE_POSITIONS:
            yield visited
        for follower in following.after(here):
            points = follower[0] + step * follower[2]
            if points in waiting:
                waiting[points].append(follower)
            else:
                waiting[points] = [follower]
                heappush(order, points)
    yield from following.freed(visited, *waiting.values())
    return visited, solution
