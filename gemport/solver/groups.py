"""Move generation for the exhaustive engine: groups of single-card moves.

The search visits far fewer positions than the rules allow. None of this can make a winnable position look impossible:

- It moves single cards: moving a run is a sequence of such moves.
- It uses only one of several empty columns, and treats all cells alike, because no rule distinguishes them. (Two
  positions have the same number if and only if they differ by exchanging columns or cells: see ``columns``.) So it
  never moves the only card of a column to an empty column, nor a card from cell to cell.
- It moves safe cards home immediately: see ``columns.HomeTable``.
- It moves a card from a column to a cell only for a purpose. A *group* is a move that does not end in a cell, after
  only those moves to cells that uncover its card or its target. (Moves to cells that empty a column are a group, too.)

Proof of the last point: take a shortest solution, and its first move m that does not end in a cell. All earlier moves
take cards from the ends of columns to cells. Those from columns that m uses uncover m's card or target. The others can
be made after m as well: m neither needs nor changes their columns, and takes no cell. So there is an equally short
solution that starts with a group, and what follows it is a shorter solution of the position that the group leads to.
If a group moves a card c from one of its cells, c goes to the column that it came from, below cards taken after it:
to another column c could go immediately, in a shorter solution. When a group has uncovered a safe card, the card goes
home, and nothing else needs to be tried.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias

from gemport.cards.moves import Move
from gemport.solver.columns import FITS_ON, HOME, IN_CELL, TAKES, Column, ColumnTree, pack_foundations
from gemport.solver.position import Position
from gemport.solver.sliced_work import emptied
from gemport.solver.solution import MoveMaker
from gemport.solver.successors import CELL, FOUNDATION, send_home
from gemport.solver.weights import Weights

_NO_MOVE = 63  # target of a group that only moves cards to cells
State: TypeAlias = "tuple[list[Column], tuple[int, ...], int, int, State | None, int]"
"""A position: columns, cards in cells, packed foundations, number, previous position, the group of moves from there.

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

    def __init__(self, position: Position, weights: Weights) -> None:
        self._position = position
        self._tree = ColumnTree(position.columns, weights)
        self._places = len(position.cells)
        columns = [self._tree.column(cards) for cards in position.columns]
        cells = tuple([card for card in position.cells if card is not None])
        cells, foundations = send_home(columns, cells, pack_foundations(position.foundations))
        self.start: State = columns, cells, foundations, _number(columns, cells), None, 0
        self.seen = {self.start[3]}

    def points(self, state: State) -> int:
        """Return the points of a position by the weights."""
        columns, cells, foundations, _, _, _ = state
        weights = self._tree.weights
        points = sum([column.points for column in columns]) + weights.cell * sum([card >> 2 for card in cells])
        empty = sum([not column.size for column in columns])
        return points + weights.room[self._places - len(cells)][empty] - weights.home * HOME[foundations][2]

    def after(self, here: State) -> list[State]:
        """Return the positions one group from ``here`` that are not in ``seen``, and add them."""
        # In one piece, because calls would cost a fifth of the search's time.
        columns, cells, foundations, number, _, _ = here
        seen, grow, fits_on, takes, in_cell = self.seen, self._tree.grow, FITS_ON, TAKES, IN_CELL
        safe, next_home, _ = HOME[foundations]
        free = self._places - len(cells)
        todo: list[_Change] = []
        opens = in_cells = 0
        vacant = -1
        for i, column in enumerate(columns):
            opens |= column.bit
            if not column.size:
                vacant = i
        for card in cells:
            in_cells |= 1 << card
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
            if not (free or column.bit & next_home or takes[column.last] & opens or vacant >= 0):
                continue
            others = reach = opens & ~column.bit
            taken: tuple[int, ...] = ()
            end, kept = column, number - column.number
            for count in range(free + 1):
                card, parent, held, group = end.last, end.parent, cells + taken, (count << 3 | i) << 12
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
                if movers := takes[card] & reach:
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
                        if takes[card] & other_end.bit:
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
                    dug.append((i, count, end, taken, kept))
                    reach |= 1 << taken[-1]
                else:
                    reach |= in_cells
                taken, kept, end = (*taken, card), kept + in_cell[card], parent
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
            seen.add(reached)
            found.append((after, held, home, reached, here, group))
        return found

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
