"""The exhaustive engine: every position that can be reached, until the game is won or nothing is left.

What it leaves out, and why that can't turn a winnable position into an impossible one:

- It makes single-card moves only: a run is moved by single-card moves anyhow.
- Of several empty columns it uses one, and cells it does not tell apart: no rule does. (Positions that differ by
  exchanging columns or cells have the same number, others have not: see ``columns``.) So a card that is alone in
  its column need not be moved to an empty one, nor a card from cell to cell.
- It sends safe cards home at once: see ``columns.HomeTable``.
- A position whose number is known is not looked at again: what can be reached from it has been put on the list.

Nothing else is left out: every position on the list is looked at and all its moves are made. Points say only which
position is looked at next.
"""

from __future__ import annotations

from collections.abc import Generator
from heapq import heappop, heappush
from itertools import pairwise

from gemport.solver.columns import HOME, IN_CELL, TOP_BIT, Column, ColumnTree, pack_foundations
from gemport.solver.position import Position
from gemport.solver.quick import CELL, FOUNDATION, RunMove, send_home
from gemport.solver.solution import MoveMaker
from gemport.solver.weights import THOROUGH

_IN_CELL_POINTS = tuple(THOROUGH.cell * (card >> 2) for card in range(52))
_SLICE = 32
"""Positions between two yields: about a millisecond."""


def exhaustive_search(position: Position, limit: int) -> Generator[int, None, tuple[int, bool, list[RunMove] | None]]:
    """Look at everything that can be reached from ``position``, keeping no more than ``limit`` positions.

    Yields the number of positions looked at so far, every few milliseconds. Returns that number, whether the question
    is decided, and the way to win (moves as those of ``quick_search``), None if there is none or it was not found.
    """
    moves = _Moves(position)
    start = moves.start
    came_from = {start: start}
    waiting = {0: [start]}
    order = [0]
    looked = 0
    while order:
        fewest = waiting[order[0]]
        number = fewest.pop()
        if not fewest:
            del waiting[heappop(order)]
        if not number:
            return looked, True, _way(position, moves, came_from)
        looked += 1
        if not looked % _SLICE:
            yield looked
        for reached, points, _ in moves.following(number):
            if reached in came_from:
                continue
            if len(came_from) >= limit:
                return looked, False, None
            came_from[reached] = number
            if points in waiting:
                waiting[points].append(reached)
            else:
                waiting[points] = [reached]
                heappush(order, points)
    return looked, True, None


class _Moves:
    """Moves from position to position; of a position only its number (see ``columns``) is kept.

    start: the number of the position that the search begins with, safe cards home
    """

    def __init__(self, position: Position) -> None:
        self._tree = ColumnTree(position.columns, THOROUGH)
        self._under = [[0, 0, 0, *range((card & ~3) + 4, (card & ~3) + 8), 0] for card in range(52)]
        for column in position.columns:
            for under, card in pairwise(column):
                self._under[card][7] = under
        columns = [self._tree.column(cards) for cards in position.columns]
        cells = tuple(card for card in position.cells if card is not None)
        self.start, _ = self._settled(columns, cells, pack_foundations(position.foundations))

    def read(self, number: int) -> tuple[list[Column], tuple[int, ...], int]:
        """Unpack a position: eight columns in any order, cards in cells, packed foundations."""
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
        tree = self._tree
        columns = []
        for first in firsts:
            column = tree.empty
            next_card: int | None = first
            while next_card is not None:
                column = column.push.get(next_card) or tree.grow(column, next_card)
                next_card = upon.get(next_card)
            columns.append(column)
        columns.extend([tree.empty] * (8 - len(columns)))
        return columns, tuple(cells), foundations

    def following(self, number: int) -> list[tuple[int, int, RunMove]]:
        """Return each move of one card: number and points of the position reached, the move (columns as ``read``)."""
        columns, cells, foundations = self.read(number)
        safe, next_home = HOME[foundations]
        empty = columns.count(self._tree.empty)
        vacant = 8 - empty
        free = 4 - len(cells)
        points = sum(column.points for column in columns) + sum(_IN_CELL_POINTS[card] for card in cells)
        points -= _home_points(foundations)
        less_room, same_room, more_room = THOROUGH.room[free - 1], THOROUGH.room[free], THOROUGH.room[(free + 1) % 5]
        found = []

        for i, column in enumerate(columns[:vacant]):
            card, parent = column.last, column.parent
            if column.bit & next_home:
                after = columns.copy()
                after[i] = parent
                reached = self._settled(after, cells, foundations + (1 << (card & 3) * 4))
                found.append((*reached, (card, i, FOUNDATION, 1)))
            targets = self._targets(card, columns, empty > 0 and column.size > 1)
            if parent.bit & safe:
                left = columns.copy()
                left[i] = parent
                if free:
                    found.append((*self._settled(left.copy(), (*cells, card), foundations), (card, i, CELL, 1)))
                for j, target in targets:
                    after = left.copy()
                    after[j] = target
                    found.append((*self._settled(after, cells, foundations), (card, i, j, 1)))
                continue
            left_number = number - column.number + parent.number
            left_points = points - column.points + parent.points
            left_empty = empty + (not parent.size)
            if free:
                reached_points = left_points + _IN_CELL_POINTS[card] + less_room[left_empty]
                found.append((left_number + IN_CELL[card], reached_points, (card, i, CELL, 1)))
            for j, target in targets:
                under = target.parent
                reached_points = left_points - under.points + target.points + same_room[left_empty - (not under.size)]
                found.append((left_number - under.number + target.number, reached_points, (card, i, j, 1)))

        for card in cells:
            if next_home >> card & 1:
                rest = tuple([other for other in cells if other != card])
                reached = self._settled(columns.copy(), rest, foundations + (1 << (card & 3) * 4))
                found.append((*reached, (card, CELL, FOUNDATION, 1)))
            for j, target in self._targets(card, columns, empty > 0):
                under = target.parent
                reached_points = points - _IN_CELL_POINTS[card] - under.points + target.points
                reached_points += more_room[empty - (not under.size)]
                found.append(
                    (number - IN_CELL[card] - under.number + target.number, reached_points, (card, CELL, j, 1))
                )
        return found

    def _targets(self, card: int, columns: list[Column], to_empty: bool) -> list[tuple[int, Column]]:
        """Return the columns where a card fits, as they are with it; and the first empty one, if that is asked."""
        wants = TOP_BIT[card] << 2
        targets = []
        for j, under in enumerate(columns):
            if under.top & wants or (to_empty and not under.size):
                targets.append((j, under.push.get(card) or self._tree.grow(under, card)))
                if not under.size:
                    break
        return targets

    def _settled(self, columns: list[Column], cells: tuple[int, ...], foundations: int) -> tuple[int, int]:
        """Return number and points of the position with all safe cards home; ``columns`` is changed."""
        cells, foundations = send_home(columns, cells, foundations)
        number = sum([column.number for column in columns]) + sum([IN_CELL[card] for card in cells])
        points = sum([column.points for column in columns]) + sum([_IN_CELL_POINTS[card] for card in cells])
        room = THOROUGH.room[4 - len(cells)][columns.count(self._tree.empty)]
        return number, points - _home_points(foundations) + room


def _home_points(foundations: int) -> int:
    return THOROUGH.home * (
        (foundations & 15) + (foundations >> 4 & 15) + (foundations >> 8 & 15) + (foundations >> 12)
    )


def _way(position: Position, moves: _Moves, came_from: dict[int, int]) -> list[RunMove]:
    """Return the moves to the won position (number 0), found again one by one, on the real columns."""
    numbers = [0]
    while came_from[numbers[-1]] != numbers[-1]:
        numbers.append(came_from[numbers[-1]])
    maker = MoveMaker(position)
    maker.send_home()
    way = []
    for number, reached in pairwise(reversed(numbers)):
        columns, _, _ = moves.read(number)
        card, source, target, _ = next(move for after, _, move in moves.following(number) if after == reached)
        real_source = source if source == CELL else maker.place_of(columns[source].last)
        real_target = target if target in (CELL, FOUNDATION) else maker.place_of(columns[target].last)
        way.append((card, real_source, real_target, 1))
        maker.make(way[-1])
        maker.send_home()
    return way
