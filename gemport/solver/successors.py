"""Move generation for all engines: single cards, entire runs, and immediate moves of safe cards home."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias

from gemport.solver.columns import HOME, IN_CELL, TOP_BIT, Column, ColumnTree, pack_foundations
from gemport.solver.position import Position
from gemport.solver.sliced_work import emptied
from gemport.solver.weights import Weights

CELL = 56  # source or target of a RunMove: any cell; the card determines which
FOUNDATION = 52  # target of a RunMove: the card's foundation

RunMove: TypeAlias = tuple[int, int, int, int]
"""Open card of the source, source (column or CELL), target (column, CELL or FOUNDATION), number of cards."""
Reached: TypeAlias = "tuple[list[Column], tuple[int, ...], int, int, Reached | None, RunMove | None]"
"""A position: columns, cards in cells, packed foundations, cost so far, previous position, the move that led here."""
Waiting: TypeAlias = (
    "tuple[int, int, int, Reached, int, Column | None, int, Column | None, tuple[int, ...], RunMove | None]"
)
"""A generated position that is not built yet, since most are never visited.

It consists of the points, the number, the cost, the previous position, the differences from it (two indexes with their
new columns, and the cells), and the move. If the new columns are None, the fourth item is the position itself.
"""

_NO_PRICE = 1 << 30


def send_home(columns: list[Column], cells: tuple[int, ...], foundations: int) -> tuple[tuple[int, ...], int]:
    """Move every safe card home: modify ``columns`` in place, return the new cells and packed foundations."""
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


def carry_price(count: int, free: int, spare: int) -> int:
    """Return the number of single-card moves that move a run of ``count`` cards.

    ``free`` is the number of empty cells, ``spare`` the number of empty columns other than the target. ``count`` must
    be at most ``(free + 1) << spare``.
    """
    if count <= free + 1:
        return 2 * count - 1
    parked = max(count - ((free + 1) << spare - 1), 0)
    if not parked:
        return carry_price(count, free, spare - 1)
    return 2 * carry_price(parked, free, spare - 1) + carry_price(count - parked, free, spare - 1)


_CARRY_PRICES = [
    [
        [carry_price(count, free, spare) if 0 < count <= (free + 1) << spare else _NO_PRICE for count in range(14)]
        for spare in range(9)
    ]
    for free in range(5)
]
_UNIT_PRICES = [[[1] * 14] * 9] * 5


_Sums: TypeAlias = tuple[int, int, int, int, int]
"""Sums over a position.

The number, the points without free space, the TOP_BITs of the open cards, the number of empty columns, and the index of
the last empty column.
"""


class Successors:
    """The moves of a search from ``position``."""

    def __init__(self, position: Position, weights: Weights, *, runs: bool, priced: bool) -> None:
        """Choose the moves to generate.

        Args:
            runs: move an entire run to another column, or the part of it that fits there
            priced: count the single-card moves of each move, but no moves to foundations, accept a known position
                again if its cost is lower, and also move only the last card of a run to an empty column. Otherwise each
                move costs one, and a known position is never accepted.
        """
        self.tree = ColumnTree(position.columns, weights)
        self.seen: dict[int, int] = {}  # lowest cost of each known position by number, or 0 unless ``priced``
        self._places = len(position.cells)
        self.in_cell = [weights.cell * (card >> 2) for card in range(52)]
        self._runs = runs
        self._priced = priced
        self._prices = _CARRY_PRICES if priced else _UNIT_PRICES
        columns = [self.tree.column(cards) for cards in position.columns]
        cells = tuple([card for card in position.cells if card is not None])
        start = self._settled(columns, cells, pack_foundations(position.foundations), 0, None, None)
        assert start is not None
        self.start = start  # after the safe cards have moved home

    def _settled(
        self,
        columns: list[Column],
        cells: tuple[int, ...],
        foundations: int,
        price: int,
        before: Reached | None,
        move: RunMove | None,
    ) -> Waiting | None:
        """Move safe cards home; return the position, or None if it is known. Modifies ``columns`` in place."""
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
        if self.seen.get(number, _NO_PRICE) <= price:
            return None
        self.seen[number] = price if self._priced else 0
        points += self.tree.room[self._places - len(cells)][empty] - self.tree.weights.home * HOME[foundations][2]
        return points, number, price, (columns, cells, foundations, price, before, move), 0, None, 0, None, cells, move

    def freed(self, visited: int, *containers: list[Waiting] | dict[int, Waiting]) -> Generator[int, None, None]:
        """Free all data of a search in slices; yields ``visited``."""
        yield from emptied(visited, self.seen, *containers)
        yield from self.tree.freed(visited)

    def after(self, here: Reached) -> list[Waiting]:
        """Return the positions one move from ``here`` that are not known yet."""
        reached: list[Waiting | None] = []
        sums = self._sums(here)
        self._from_columns(here, sums, reached.append)
        if here[1]:
            self._from_cells(here, sums, reached.append)
        return [waiting for waiting in reached if waiting is not None]

    def _sums(self, here: Reached) -> _Sums:
        columns, cells, foundations, _, _, _ = here
        in_cell = self.in_cell
        number = tops = empty = vacant = 0
        points = -self.tree.weights.home * HOME[foundations][2]
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
        return number, points, tops, empty, vacant

    def _from_columns(self, here: Reached, sums: _Sums, put: Callable[[Waiting | None], None]) -> None:
        """Move the open card of each column home and to a cell, and its run to another column."""
        columns, cells, foundations, price, _, _ = here
        number, points, tops, empty, vacant = sums
        tree, seen, in_cell = self.tree, self.seen, self.in_cell
        grow, settled, runs, priced = tree.grow, self._settled, self._runs, self._priced
        free = self._places - len(cells)
        room, less_room = tree.room[free], tree.room[free - 1]
        most = (free + 1) << empty
        prices, prices_to_empty = self._prices[free][empty], self._prices[free][empty - 1]
        safe, next_home, _ = HOME[foundations]
        next_price = price + 1
        for i, column in enumerate(columns):
            if not column.size:
                continue
            card, parent = column.last, column.parent
            if column.bit & next_home:
                after = columns.copy()
                after[i] = parent
                home, home_price = foundations + (1 << (card & 3) * 4), price if priced else next_price
                put(settled(after, cells, home, home_price, here, (card, i, FOUNDATION, 1)))
            left_number = number - column.number
            left_points = points - column.points
            targets = []
            wants = column.wants if runs else column.top << 2
            if wants & tops:
                for j, under in enumerate(columns):
                    if under.top & wants:
                        count = (under.last >> 2) - (card >> 2)
                        if count <= most:
                            targets.append((j, under, count, prices[count]))
            if empty:
                # A target column cannot hold cards in transit, so only half as many fit.
                count = min(column.run, most >> 1) if runs else 1
                if count < column.size:
                    targets.append((vacant, tree.empty, count, prices_to_empty[count]))
                if count > 1 and priced:
                    targets.append((vacant, tree.empty, 1, 1))
            for j, under, count, cost in targets:
                if count == 1:
                    source = parent
                    target = under.push.get(card) or grow(under, card)
                else:
                    source, target = _moved(column, under, count, tree)
                reached = left_number - under.number + source.number + target.number
                cost += price
                if seen.get(reached, _NO_PRICE) <= cost:
                    continue
                seen[reached] = cost if priced else 0
                move = card, i, j, count
                if source.bit & safe:
                    after = columns.copy()
                    after[i] = source
                    after[j] = target
                    put(settled(after, cells, foundations, cost, here, move))
                else:
                    reached_points = left_points - under.points + source.points + target.points
                    reached_points += room[empty + (not source.size) - (not under.size)]
                    put((reached_points, reached, cost, here, i, source, j, target, cells, move))
            if free:
                reached = left_number + parent.number + IN_CELL[card]
                if seen.get(reached, _NO_PRICE) <= next_price:
                    continue
                seen[reached] = next_price if priced else 0
                move = card, i, CELL, 1
                if parent.bit & safe:
                    after = columns.copy()
                    after[i] = parent
                    put(settled(after, (*cells, card), foundations, next_price, here, move))
                else:
                    reached_points = left_points + parent.points + in_cell[card] + less_room[empty + (not parent.size)]
                    put((reached_points, reached, next_price, here, i, parent, i, parent, (*cells, card), move))

    def _from_cells(self, here: Reached, sums: _Sums, put: Callable[[Waiting | None], None]) -> None:
        """Move each cell's card home, onto matching columns, and to an empty column."""
        columns, cells, foundations, price, _, _ = here
        number, points, tops, empty, vacant = sums
        tree, seen, priced = self.tree, self.seen, self._priced
        more_room = tree.room[self._places - len(cells) + 1]
        next_home, next_price = HOME[foundations][1], price + 1
        for card in cells:
            rest = tuple([other for other in cells if other != card])
            if next_home >> card & 1:
                home, home_price = foundations + (1 << (card & 3) * 4), price if priced else next_price
                put(self._settled(columns.copy(), rest, home, home_price, here, (card, CELL, FOUNDATION, 1)))
            wants = TOP_BIT[card] << 2
            if not (wants & tops or empty):
                continue
            left_number = number - IN_CELL[card]
            left_points = points - self.in_cell[card]
            for j, under in enumerate(columns):
                if under.top & wants or (empty and j == vacant):
                    target = under.push.get(card) or tree.grow(under, card)
                    reached = left_number - under.number + target.number
                    if seen.get(reached, _NO_PRICE) <= next_price:
                        continue
                    seen[reached] = next_price if priced else 0
                    reached_points = left_points - under.points + target.points + more_room[empty - (not under.size)]
                    put((reached_points, reached, next_price, here, j, target, j, target, rest, (card, CELL, j, 1)))


def arrived(waiting: Waiting) -> Reached:
    """Build the position that ``waiting`` describes."""
    _, _, price, here, i, source, j, target, cells, move = waiting
    if source is None or target is None:
        return here
    columns = here[0].copy()
    columns[i] = source
    columns[j] = target
    return columns, cells, here[2], price, here, move


def is_won(here: Reached) -> bool:
    """Return whether all cards are home."""
    return not HOME[here[2]][1]


def moves_to(here: Reached) -> list[RunMove]:
    """Return the moves from the start to ``here``, without the moves of safe cards."""
    moves = []
    step: Reached | None = here
    while step is not None:
        *_, before, move = step
        if move is not None:
            moves.append(move)
        step = before
    return moves[::-1]


def _moved(source: Column, target: Column, count: int, tree: ColumnTree) -> tuple[Column, Column]:
    run = []
    for _ in range(count):
        run.append(source.last)
        source = source.parent
    for card in reversed(run):
        target = target.push.get(card) or tree.grow(target, card)
    return source, target
