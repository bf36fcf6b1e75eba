"""The exhaustive engine: visits every reachable position until it finds a win or runs out of positions.

It prunes the search as follows. None of this can make a winnable position look impossible:

- It uses single-card moves only: moving a run is a sequence of single-card moves.
- It uses only one of several empty columns, and treats all cells alike, because no rule distinguishes them. (Two
  positions have the same number if and only if they differ by exchanging columns or cells: see ``columns``.) So it
  never moves the only card of a column to an empty column, nor a card from cell to cell.
- It moves safe cards home immediately: see ``columns.HomeTable``.
- It ignores a position whose number is known: that position is already on the list or has been visited.

Every other move is made from every position on the list. The points only determine the order of the visits.
"""

from collections.abc import Generator
from heapq import heappop, heappush
from itertools import pairwise

from gemport.solver.columns import Column
from gemport.solver.position import Position
from gemport.solver.sliced_work import emptied
from gemport.solver.solution import MoveMaker
from gemport.solver.successors import CELL, FOUNDATION, Reached, RunMove, Successors, Waiting, arrived
from gemport.solver.weights import THOROUGH

_SLICE_POSITIONS = 8  # a quarter of a millisecond
_MIN_CACHED_POSITIONS = 30_000
"""Number of recent positions cached unpacked, doubled at most; recent positions are usually visited soon."""


def exhaustive_search(position: Position, limit: int) -> Generator[int, None, tuple[int, bool, list[RunMove] | None]]:
    """Visit all positions reachable from ``position``, storing at most ``limit`` of them.

    Yields the number of positions visited so far at short intervals. Returns that number, whether the question is
    decided, and the solution (moves as in ``quick_search``), or None if none exists or none was found.
    """
    numbered = Numbered(position)
    start = numbered.start
    came_from = {start: start}
    waiting = {0: [start]}
    made: dict[int, Waiting] = {}
    made_before: dict[int, Waiting] = {}
    order = [0]
    visited = 0
    decided = True
    solution: list[RunMove] | None = None
    while order and decided:
        fewest = waiting[order[0]]
        number = fewest.pop()
        if not fewest:
            del waiting[heappop(order)]
        if not number:
            solution = yield from _winning_moves(position, numbered, came_from, visited)
            break
        visited += 1
        if not visited % _SLICE_POSITIONS:
            yield visited
        cached = made.pop(number, None) or made_before.pop(number, None)
        for follower in numbered.after(numbered.read(number) if cached is None else numbered.arrived(cached)):
            points, reached = follower[:2]
            if reached in came_from:
                continue
            if len(came_from) >= limit:
                decided = False
                break
            came_from[reached] = number
            made[reached] = follower
            if points in waiting:
                waiting[points].append(reached)
            else:
                waiting[points] = [reached]
                heappush(order, points)
        if len(made) > _MIN_CACHED_POSITIONS:
            yield from emptied(visited, made_before)
            made, made_before = made_before, made
    yield from emptied(visited, came_from, *waiting.values())
    yield from numbered.following.freed(visited, made, made_before)
    return visited, decided, solution


class Numbered:
    """Moves between positions stored as numbers; see ``columns``.

    ``start`` is the number of the initial position, after its safe cards have moved home.
    """

    def __init__(self, position: Position) -> None:
        self.following = Successors(position, THOROUGH, runs=False, singles=False, priced=False)
        self._under = [[0, 0, 0, *range((card & ~3) + 4, (card & ~3) + 8), 0] for card in range(52)]
        for column in position.columns:
            for under, card in pairwise(column):
                self._under[card][7] = under
        self.start = self.following.start[1]

    def read(self, number: int) -> Reached:
        """Unpack a position; the order of its columns is arbitrary."""
        cells = []
        firsts = []
        foundations = 0
        upon: dict[int, int | None] = {}
        for card, digit in enumerate(reversed(f"{number:052o}")):
            if digit == "0":
                foundations += 1 << (card & 3) * 4
            elif digit == "1":
                cells.append(card)
            elif digit == "2":
                firsts.append(card)
            else:
                upon[self._under[card][int(digit)]] = card
        tree = self.following.tree
        columns: list[Column] = []
        for first in firsts:
            column = tree.empty
            next_card: int | None = first
            while next_card is not None:
                column = column.push.get(next_card) or tree.grow(column, next_card)
                next_card = upon.get(next_card)
            columns.append(column)
        columns.extend([tree.empty] * (8 - len(columns)))
        return columns, tuple(cells), foundations, 0, None, None

    def arrived(self, made: Waiting) -> Reached:
        """Build a recently generated position, without a reference to its predecessors."""
        columns, cells, foundations, *_ = arrived(made)
        return columns, cells, foundations, 0, None, None

    def after(self, here: Reached) -> list[Waiting]:
        self.following.seen.clear()
        return self.following.after(here)


def _winning_moves(
    position: Position, numbered: Numbered, came_from: dict[int, int], visited: int
) -> Generator[int, None, list[RunMove]]:
    """Return the moves to the won position (number 0).

    The search stores numbers only, so each move is found again, and then made with the real columns and cells.
    """
    numbers = [0]
    while came_from[numbers[-1]] != numbers[-1]:
        numbers.append(came_from[numbers[-1]])
    maker = MoveMaker(position)
    maker.send_home()
    moves = []
    for number, reached in pairwise(reversed(numbers)):
        here = numbered.read(number)
        columns = here[0]
        move = next(waiting[-1] for waiting in numbered.after(here) if waiting[1] == reached)
        assert move is not None
        card, source, target, _ = move
        real_source = source if source == CELL else maker.place_of(columns[source].last)
        real_target = target if target in (CELL, FOUNDATION) else maker.place_of(columns[target].last)
        moves.append((card, real_source, real_target, 1))
        maker.make(moves[-1])
        maker.send_home()
        yield visited
    return moves
