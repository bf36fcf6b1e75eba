"""The quick engine: best-first over positions, whole runs as one move, safe cards sent home at once.

It answers yes or don't know, never no: it moves a run to an empty column as a whole or as far as there is room, no
other part of it, and it stops at its limit. A win that it finds is a win: each of its moves is made of single-card
moves that the rules allow.
"""

from __future__ import annotations

from collections.abc import Generator
from heapq import heappop, heappush
from typing import TypeAlias

from gemport.solver.columns import HOME, IN_CELL, TOP_BIT, Column, ColumnTree, pack_foundations
from gemport.solver.position import Position
from gemport.solver.weights import Weights

CELL = 56
"""Source or target of a RunMove: any cell; the card says which."""
FOUNDATION = 52
"""Target of a RunMove: the card's foundation."""

RunMove: TypeAlias = tuple[int, int, int, int]
"""Open card of the source, source (column or CELL), target (column, CELL or FOUNDATION), number of cards."""
_Reached: TypeAlias = "tuple[list[Column], tuple[int, ...], int, int, _Reached | None, RunMove | None]"
"""A position: columns, cards in cells, packed foundations, moves made, the position before, the move from there."""
_Waiting: TypeAlias = "tuple[_Reached, int, Column | None, int, Column | None, tuple[int, ...], RunMove | None]"
"""A position that waits: the one before it; what is different from it, two columns and the cells; and the move.
Most of those that wait are never looked at, so their columns are put together only when they are. With None for the
columns it is the position itself."""

_SLICE = 64
"""Positions between two yields: one or two milliseconds."""


def send_home(columns: list[Column], cells: tuple[int, ...], foundations: int) -> tuple[tuple[int, ...], int]:
    """Send every safe card home: ``columns`` is changed, the new cells and packed foundations are returned."""
    again = True
    while again:
        again = False
        safe = HOME[foundations][0]
        for i, column in enumerate(columns):
            while column.bit & safe:
                foundations += 1 << (column.last & 3) * 4
                column = columns[i] = column.parent
                safe = HOME[foundations][0]
                again = True
        for card in cells:
            if safe >> card & 1:
                foundations += 1 << (card & 3) * 4
                cells = tuple([other for other in cells if other != card])
                safe = HOME[foundations][0]
                again = True
    return cells, foundations


class _List:
    """Positions that wait to be looked at, those with the fewest points first, and all that were ever on the list.

    waiting: points -> positions, the last one first
    order: a heap of the points that occur
    seen: the numbers of the positions (see ``columns``)
    """

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.in_cell = [weights.cell * (card >> 2) for card in range(52)]
        self.waiting: dict[int, list[_Waiting]] = {}
        self.order: list[int] = []
        self.seen: set[int] = set()

    def put(self, points: int, waiting: _Waiting) -> None:
        """Add a position that was not seen before."""
        if points in self.waiting:
            self.waiting[points].append(waiting)
        else:
            self.waiting[points] = [waiting]
            heappush(self.order, points)

    def settle(
        self,
        columns: list[Column],
        cells: tuple[int, ...],
        foundations: int,
        moves: int,
        before: _Reached | None,
        move: RunMove | None,
    ) -> None:
        """Send home what is safe, and put the position on the list unless it is known. ``columns`` is changed."""
        cells, foundations = send_home(columns, cells, foundations)
        number = points = empty = 0
        for column in columns:
            number += column.number
            points += column.points
            if not column.size:
                empty += 1
        for card in cells:
            number += IN_CELL[card]
            points += self.in_cell[card]
        if number in self.seen:
            return
        self.seen.add(number)
        home = (foundations & 15) + (foundations >> 4 & 15) + (foundations >> 8 & 15) + (foundations >> 12)
        weights = self.weights
        points += weights.step * moves - weights.home * home + weights.room[4 - len(cells)][empty]
        self.put(points, ((columns, cells, foundations, moves, before, move), 0, None, 0, None, cells, None))


def _moved(source: Column, target: Column, count: int, tree: ColumnTree) -> tuple[Column, Column]:
    """Return two columns after a run of ``count`` cards has gone from one to the other."""
    run = []
    for _ in range(count):
        run.append(source.last)
        source = source.parent
    for card in reversed(run):
        target = target.push.get(card) or tree.grow(target, card)
    return source, target


def quick_search(
    position: Position, weights: Weights, limit: int
) -> Generator[int, None, tuple[int, list[RunMove] | None]]:
    """Look for a way to win from ``position``, looking at no more than ``limit`` positions.

    Yields the number of positions looked at so far, every now and then. Returns that number and the moves of the way,
    without those of safe cards, which go home after each move (and before the first); None when the limit is reached or
    nothing is left to look at, which proves nothing.
    """
    tree = ColumnTree(position.columns, weights)
    grow = tree.grow
    found = _List(weights)
    waiting, order, seen = found.waiting, found.order, found.seen
    put, settle, in_cell = found.put, found.settle, found.in_cell
    columns = [tree.column(cards) for cards in position.columns]
    cells = tuple([card for card in position.cells if card is not None])
    settle(columns, cells, pack_foundations(position.foundations), 0, None, None)
    looked = 0
    while order:
        fewest = waiting[order[0]]
        here, i, source, j, target, cells, move = fewest.pop()
        if not fewest:
            del waiting[heappop(order)]
        columns, _, foundations, moves, _, _ = here
        if source is not None and target is not None:
            columns = columns.copy()
            columns[i] = source
            columns[j] = target
            moves += 1
            here = columns, cells, foundations, moves, here, move
        safe, next_home = HOME[foundations]
        if not next_home:
            return looked, _way(here)
        if looked == limit:
            return looked, None
        looked += 1
        if not looked % _SLICE:
            yield looked

        moves += 1
        number = tops = empty = vacant = 0
        points = weights.step * moves
        points -= weights.home * (
            (foundations & 15) + (foundations >> 4 & 15) + (foundations >> 8 & 15) + (foundations >> 12)
        )
        for i, column in enumerate(columns):
            number += column.number
            points += column.points
            tops |= column.top
            if not column.size:
                empty += 1
                vacant = i
        for card in cells:
            number += IN_CELL[card]
            points += in_cell[card]
        free = 4 - len(cells)
        room = weights.room[free]
        less_room = weights.room[free - 1]
        most = (free + 1) << empty

        for i, column in enumerate(columns):
            if not column.size:
                continue
            card = column.last
            parent = column.parent
            if column.bit & next_home:
                after = columns.copy()
                after[i] = parent
                settle(after, cells, foundations + (1 << (card & 3) * 4), moves, here, (card, i, FOUNDATION, 1))
            left_number = number - column.number
            left_points = points - column.points
            targets = []
            wants = column.wants
            if wants & tops:
                for j, under in enumerate(columns):
                    if under.top & wants:
                        count = (under.last >> 2) - (card >> 2)
                        if count <= most:
                            targets.append((j, under, count))
            if empty:
                # The target does not help: half as many.
                count = min(column.run, most >> 1)
                if count < column.size:
                    targets.append((vacant, tree.empty, count))
            for j, under, count in targets:
                if count == 1:
                    source = parent
                    target = under.push.get(card) or grow(under, card)
                else:
                    source, target = _moved(column, under, count, tree)
                reached = left_number - under.number + source.number + target.number
                if reached in seen:
                    continue
                seen.add(reached)
                if source.bit & safe:
                    after = columns.copy()
                    after[i] = source
                    after[j] = target
                    settle(after, cells, foundations, moves, here, (card, i, j, count))
                else:
                    put(
                        left_points
                        - under.points
                        + source.points
                        + target.points
                        + room[empty + (not source.size) - (not under.size)],
                        (here, i, source, j, target, cells, (card, i, j, count)),
                    )
            if free:
                reached = left_number + parent.number + IN_CELL[card]
                if reached in seen:
                    continue
                seen.add(reached)
                move = card, i, CELL, 1
                if parent.bit & safe:
                    after = columns.copy()
                    after[i] = parent
                    settle(after, (*cells, card), foundations, moves, here, move)
                else:
                    put(
                        left_points + parent.points + in_cell[card] + less_room[empty + (not parent.size)],
                        (here, i, parent, i, parent, (*cells, card), move),
                    )

        for card in cells:
            rest = tuple([other for other in cells if other != card])
            if next_home >> card & 1:
                settle(
                    columns.copy(), rest, foundations + (1 << (card & 3) * 4), moves, here, (card, CELL, FOUNDATION, 1)
                )
            wants = TOP_BIT[card] << 2
            if not (wants & tops or empty):
                continue
            left_number = number - IN_CELL[card]
            left_points = points - in_cell[card]
            more_room = weights.room[free + 1]
            for j, under in enumerate(columns):
                if under.top & wants or (empty and j == vacant):
                    target = under.push.get(card) or grow(under, card)
                    reached = left_number - under.number + target.number
                    if reached in seen:
                        continue
                    seen.add(reached)
                    put(
                        left_points - under.points + target.points + more_room[empty - (not under.size)],
                        (here, j, target, j, target, rest, (card, CELL, j, 1)),
                    )
    return looked, None


def _way(here: _Reached) -> list[RunMove]:
    """Return the moves from the start to a position reached."""
    way = []
    step: _Reached | None = here
    while step is not None:
        if step[5] is not None:
            way.append(step[5])
        step = step[4]
    return way[::-1]
