"""Move generation for the exhaustive engine: groups of single-card moves.

The search visits far fewer positions than the rules allow. None of this can make a winnable position look impossible:

- It moves single cards: moving a run is a sequence of such moves.
- It uses only one of several empty columns, and treats all cells alike, because no rule distinguishes them. (Two
  positions have the same number if and only if they differ by exchanging columns or cells: see ``columns``.) So it
  never moves the only card of a column to an empty column, nor a card from cell to cell.
- It moves safe cards home immediately: see ``columns.HomeTable``.
- It moves a card from a column to a cell only for a purpose. A *group* is a move that does not end in a cell, after
  only those moves to cells that uncover its card or its target. (Moves to cells that empty a column are a group, too.)
- For a proof it moves a card from a cell to an open card that it fits immediately. So one position stands for many.

Proof of the last two points: the length of a solution is its number of moves that do not end in a cell. Take a shortest
solution, of these one with the fewest moves to cells, and its first move m that does not end in a cell. All earlier
moves take cards from the ends of columns to cells. The moves from columns that m uses uncover m's card or target. The
others can be made after m as well: m neither needs nor changes their columns, and takes no cell. So there is an equally
short solution that starts with a group, and the rest is a shorter solution of the position that the group leads to.
(After a group that empties a column the rest is equally short, but there are only eight columns.) If a group moves a
card c from one of its cells, c goes to the column that it came from, below cards taken after it: to another column c
could go immediately, without a move to a cell. When a group has uncovered a safe card, the card goes home, and nothing
else needs to be tried: no solution becomes longer.

Moving a card c from its cell to an open card d does not make a solution longer either. Make the same moves until one
moves c or needs d open. If it moves c, make it from d; a move to d is already made. If it needs d open, c first goes
back to its cell: the cell is still free, and a move to a cell does not count.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from gemport.cards.moves import Move
from gemport.solver.columns import FITS_ON, HOME, IN_CELL, Column, ColumnTree, pack_foundations
from gemport.solver.position import Position
from gemport.solver.sliced_work import emptied
from gemport.solver.solution import MoveMaker
from gemport.solver.successors import CELL, FOUNDATION, send_home
from gemport.solver.weights import Weights

_NO_MOVE = 63  # target of a group that only moves cards to cells
State: TypeAlias = "tuple[list[Column], tuple[int, ...], int, int, State | None, int, int]"
"""A position.

It consists of columns, cards in cells, packed foundations, number, previous position, the group of moves from there,
and the bits of the open cards.

A group is one number. From the lowest bit on: the target (6 bits, as of a RunMove) and the card (6) of its last move;
then a column (3) and the number of its cards that move to cells before (3), and the same for another column.
"""
_Change: TypeAlias = tuple[int, Column, int, Column, tuple[int, ...], int, int, int]
"""A group and its result: two columns by number and content, cards in cells, foundations, position number, group."""


class Groups:
    """The groups of moves of a search from ``position``.

    Attributes:
        start: the initial position, after its safe cards have moved home
        seen: numbers of all positions found so far
    """

    def __init__(self, position: Position, weights: Weights, *, placing: bool) -> None:
        """Choose whether a card moves from a cell to an open card that it fits immediately.

        If it does, a proof needs half as many positions, but a scattered search finds fewer solutions.
        """
        self._position = position
        self._tree = ColumnTree(position.columns, weights)
        self._places = len(position.cells)
        self._places_on = FITS_ON if placing else (0,) * len(FITS_ON)
        columns = [self._tree.column(cards) for cards in position.columns]
        cells = tuple([card for card in position.cells if card is not None])
        cells, foundations = send_home(columns, cells, pack_foundations(position.foundations))
        cells, number, opens, placed = self._placed(columns, cells, _number(columns, cells), _opens(columns))
        self.start: State = columns, cells, foundations, number, None, 0, opens
        for move in placed:
            self.start = columns, cells, foundations, number, self.start, move, opens
        self.seen = {number}

    def points(self, state: State) -> int:
        """Return the points of a position by the weights."""
        columns, cells, foundations, *_ = state
        weights = self._tree.weights
        points = sum([column.points for column in columns]) + weights.cell * sum([card >> 2 for card in cells])
        empty = sum([not column.size for column in columns])
        return points + weights.room[self._places - len(cells)][empty] - weights.home * HOME[foundations][2]

    def after(self, here: State) -> list[State]:
        """Return the positions one group from ``here`` that are not in ``seen``, and add them."""
        # In one piece, because calls would cost a fifth of the search's time.
        columns, cells, foundations, number, _, _, opens = here
        seen, grow, fits_on, in_cell, places_on = self.seen, self._tree.grow, FITS_ON, IN_CELL, self._places_on
        safe, next_home, _ = HOME[foundations]
        free = self._places - len(cells)
        todo: list[_Change] = []
        in_cells = cells_want = 0
        vacant = columns.index(self._tree.empty) if opens.bit_count() < len(columns) else -1
        for card in cells:
            in_cells |= 1 << card
            cells_want |= places_on[card]
            targets, goes_home = fits_on[card] & opens, next_home >> card & 1
            if not (targets or goes_home or vacant >= 0):
                continue
            rest, kept = tuple([other for other in cells if other != card]), number - in_cell[card]
            if goes_home:
                home = foundations + (1 << (card & 3) * 4)
                todo.append((0, columns[0], 0, columns[0], rest, home, kept, card << 6 | FOUNDATION))
            for j, under in enumerate(columns):
                if under.bit & targets or j == vacant:
                    target = under.push.get(card) or grow(under, card)
                    reached = kept - under.number + target.number
                    if reached not in seen:
                        todo.append((j, target, j, target, rest, foundations, reached, card << 6 | j))
        dug: list[tuple[int, int, Column, tuple[int, ...], int]] = []
        for i, column in enumerate(columns):
            if not (free or column.bit & next_home or column.takes & opens or vacant >= 0):
                continue
            others = reach = opens ^ column.bit
            end, kept, held, group = column, number - column.number, cells, i << 12
            for count in range(free + 1):
                card, parent = end.last, end.parent
                if card < 0:
                    if count and kept not in seen:
                        todo.append((i, end, i, end, held, foundations, kept, group | _NO_MOVE))
                    break
                if end.bit & next_home:
                    home, reached = foundations + (1 << (card & 3) * 4), kept + parent.number
                    todo.append((i, parent, i, parent, held, home, reached, group | card << 6 | FOUNDATION))
                    if end.bit & safe:
                        break
                targets = fits_on[card] & others if count else 0
                if targets or (vacant >= 0 and parent.size):
                    for j, under in enumerate(columns):
                        if under.bit & targets or (j == vacant and parent.size):
                            target = under.push.get(card) or grow(under, card)
                            reached = kept + parent.number - under.number + target.number
                            if reached not in seen:
                                todo.append((i, parent, j, target, held, foundations, reached, group | card << 6 | j))
                if movers := end.takes & reach:
                    for j, other in enumerate(columns):
                        if other.bit & movers and j != i:
                            moved, left = other.last, other.parent
                            target = end.push.get(moved) or grow(end, moved)
                            reached = kept + target.number - other.number + left.number
                            if reached not in seen:
                                todo.append((j, left, i, target, held, foundations, reached, group | moved << 6 | i))
                    for moved in held[:-1] if count else ():
                        if movers >> moved & 1:
                            target = end.push.get(moved) or grow(end, moved)
                            reached = kept + target.number - in_cell[moved]
                            if reached not in seen:
                                rest = tuple([other for other in held if other != moved])
                                todo.append((i, target, i, target, rest, foundations, reached, group | moved << 6 | i))
                if count == free:
                    break
                if count:
                    for j, other_count, other_end, other_taken, other_kept in dug:
                        if j == i or count + other_count > free:
                            continue
                        if end.takes & other_end.bit:
                            at, under, source, on = j, end, other_end, i
                        elif fits_on[card] & other_end.bit:
                            at, under, source, on = i, other_end, end, j
                        else:
                            continue
                        moved, left = source.last, source.parent
                        target = under.push.get(moved) or grow(under, moved)
                        reached = kept + other_kept - number + target.number + left.number
                        if reached not in seen:
                            both = group | (other_count << 3 | j) << 18 | moved << 6 | on
                            todo.append((at, left, on, target, held + other_taken, foundations, reached, both))
                    dug.append((i, count, end, held[len(cells) :], kept))
                    reach |= 1 << held[-1]
                else:
                    reach |= in_cells
                end, kept, held, group = parent, kept + in_cell[card], (*held, card), group + (1 << 15)
        found: list[State] = []
        for i, source, j, target, held, home, reached, group in todo:
            if reached in seen:
                continue
            after = columns.copy()
            after[i], after[j] = source, target
            if source.bit & safe or home != foundations:
                held, home = send_home(after, held, home)
                reached = _number(after, held)
                if reached in seen:
                    continue
                ends = _opens(after)
            else:
                ends = opens & ~(columns[i].bit | columns[j].bit) | source.bit | target.bit
            before = here
            wants = cells_want
            if held is not cells:
                wants = 0
                for card in held:
                    wants |= places_on[card]
            if wants & ends:
                held, reached, ends, placed = self._placed(after, held, reached, ends)
                if reached in seen:
                    continue
                for move in placed:
                    before = after, held, home, reached, before, group, ends
                    group = move
            seen.add(reached)
            found.append((after, held, home, reached, before, group, ends))
        return found

    def _placed(
        self, columns: list[Column], cells: tuple[int, ...], number: int, opens: int
    ) -> tuple[tuple[int, ...], int, int, list[int]]:
        """Move cards from cells onto open cards that they fit; modify ``columns`` in place.

        Returns the new cells, number and bits of open cards, and the moves as groups.
        """
        moves = []
        while fitting := [card for card in cells if self._places_on[card] & opens]:
            card = min(fitting)
            targets = FITS_ON[card] & opens
            j = [column.bit for column in columns].index(targets & -targets)
            under = columns[j]
            columns[j] = target = under.push.get(card) or self._tree.grow(under, card)
            cells = tuple([other for other in cells if other != card])
            number += target.number - under.number - IN_CELL[card]
            opens += target.bit - under.bit
            moves.append(card << 6 | j)
        return cells, number, opens, moves

    def moves_to(self, state: State) -> list[Move]:
        """Return the single-card moves from the start to a position."""
        groups = []
        step: State | None = state
        while step is not None:
            groups.append(step[5])
            step = step[4]
        maker = MoveMaker(self._position)
        maker.send_home()
        for group in groups[-2::-1]:
            for column, count in ((group >> 12 & 7, group >> 15 & 7), (group >> 18 & 7, group >> 21)):
                for _ in range(count):
                    maker.make((-1, column, CELL, 1))
            card, target = group >> 6 & 63, group & 63
            if target != _NO_MOVE:
                maker.make((card, CELL, target, 1))
            maker.send_home()
        return list(maker.moves)

    def freed(self, visited: int) -> Generator[int, None, None]:
        """Free all data in slices; yields ``visited``."""
        yield from emptied(visited, self.seen)
        yield from self._tree.freed(visited)


def _number(columns: list[Column], cells: tuple[int, ...]) -> int:
    return sum([column.number for column in columns]) + sum([IN_CELL[card] for card in cells])


def _opens(columns: list[Column]) -> int:
    return sum([column.bit for column in columns])
