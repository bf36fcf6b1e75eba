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

from collections.abc import Generator, Sequence
from typing import TypeAlias

from gemport.cards.challenge import MAX_CELLS
from gemport.cards.moves import Move
from gemport.solver.columns import FITS_ON, HOME, IN_CELL, Column, ColumnTree, pack_foundations
from gemport.solver.position import Position
from gemport.solver.sliced_work import emptied
from gemport.solver.solution import MoveMaker
from gemport.solver.successors import CELL, FOUNDATION, send_home
from gemport.solver.weights import Weights

_NO_MOVE = 63  # target of a group that only moves cards to cells
_ONE_HOME = tuple(1 << (card & 3) * 4 for card in range(52))
_Held: TypeAlias = tuple[tuple[int, ...], int, int]
"""Cards in cells, their bits, and the bits of the cards that they fit on."""
State: TypeAlias = "tuple[list[Column], _Held, int, int, State | None, int, int]"
"""A position.

It consists of columns, cards in cells, packed foundations, number, previous position, the group of moves from there,
and the bits of the open cards.

A group is one number. From the lowest bit on: the target (6 bits, as of a RunMove) and the card (6) of its last move;
then a column (3) and the number of its cards that move to cells before (3), and the same for another column.
"""
_Change: TypeAlias = tuple[int, Column, int, Column, _Held, int, int, int]
"""A group and its result: two columns by number and content, cards in cells, foundations, position number, group."""
_Dig: TypeAlias = tuple[Column, _Held, int, int, int]
"""The change of a position if cards of a column move to cells.

It consists of the rest of the column, the moved cards, the change of the position number, and two sets of cards as
bits: moved cards that fit on the rest and were not on it before, and all cards that fit on its open card or under it.
The second set is -1 if a group is possible without these cards.
"""


class _Digs(dict[Column, tuple[_Dig, ...]]):
    """The ways to move cards of a column to cells, fewest first, by column."""

    def __missing__(self, column: Column) -> tuple[_Dig, ...]:
        digs: list[_Dig] = []
        end, taken, change = column, _held(()), 0
        while end.size and len(digs) < MAX_CELLS:
            inner = end.parent.takes & taken[1]
            taken, change = _with_more(taken, _held((end.last,))), change + IN_CELL[end.last] - end.own
            end = end.parent
            digs.append((end, taken, change, inner, -1 if inner or not end.size else end.takes | end.fits))
        entry = self[column] = tuple(digs)
        return entry


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
        self._digs = _Digs()
        self._places = len(position.cells)
        self._placing = placing
        columns = [self._tree.column(cards) for cards in position.columns]
        cells = tuple([card for card in position.cells if card is not None])
        cells, foundations = send_home(columns, cells, pack_foundations(position.foundations))
        held, number, opens = _held(cells), _number(columns, cells), _opens(columns)
        self.start: State = columns, held, foundations, number, None, 0, opens
        if placing:
            self.start = self._after_placing(self.start, self._placed(held[1], number, opens)[1])
        self.seen = {self.start[3]}

    def points(self, state: State) -> int:
        """Return the points of a position by the weights."""
        columns, (cells, _, _), foundations, *_ = state
        weights = self._tree.weights
        points = sum([column.points for column in columns])
        points += weights.cell * sum([card >> 2 for card in cells])
        empty = sum([not column.size for column in columns])
        return points + self._tree.room[self._places - len(cells)][empty] - weights.home * HOME[foundations][2]

    def after(self, here: State) -> list[State]:
        """Return the positions one group from ``here`` that are not in ``seen``, and add them."""
        # In one piece, because calls would cost a fifth of the search's time.
        columns, held, foundations, number, _, _, opens = here
        cells, in_cells, cells_fit = held
        seen, grow, digs, placing = self.seen, self._tree.grow, self._digs, self._placing
        safe, next_home, _ = HOME[foundations]
        free = self._places - len(cells)
        vacant = columns.index(self._tree.empty) if opens.bit_count() < len(columns) else -1
        todo: list[_Change] = []
        if vacant >= 0 or in_cells & next_home or cells_fit & opens:
            for card in cells:
                targets, kept = FITS_ON[card] & opens, number - IN_CELL[card]
                if next_home >> card & 1:
                    home, group = foundations + _ONE_HOME[card], card << 6 | FOUNDATION
                    todo.append((0, columns[0], 0, columns[0], _without(held, card), home, kept, group))
                for j, under in enumerate(columns):
                    if under.bit & targets or j == vacant:
                        target = under.push.get(card) or grow(under, card)
                        reached, group = kept + target.own, card << 6 | j
                        if reached not in seen:
                            todo.append((j, target, j, target, _without(held, card), foundations, reached, group))
        dug: list[tuple[int, int, _Dig]] = []
        more = free or vacant >= 0 or opens & next_home
        for i, column in enumerate(columns):
            if not (more or column.takes & opens):
                continue
            card, parent = column.last, column.parent
            if column.bit & next_home:
                home, reached, group = foundations + _ONE_HOME[card], number - column.own, card << 6 | FOUNDATION
                todo.append((i, parent, i, parent, held, home, reached, group))
            if vacant >= 0 and parent.size:
                target = self._tree.empty.push.get(card) or grow(self._tree.empty, card)
                reached, group = number - column.own + target.own, card << 6 | vacant
                if reached not in seen:
                    todo.append((i, parent, vacant, target, held, foundations, reached, group))
            if movers := column.takes & opens:
                for j, other in enumerate(columns):
                    if other.bit & movers:
                        card = other.last
                        target = column.push.get(card) or grow(column, card)
                        reached, group = number - other.own + target.own, card << 6 | i
                        if reached not in seen:
                            todo.append((j, other.parent, i, target, held, foundations, reached, group))
            if not free:
                continue
            others = opens ^ column.bit
            useful = -1 if vacant >= 0 else others | in_cells
            for count, dig in enumerate(digs[column][:free], 1):
                end, taken, change, inner, near = dig
                if near & useful or end.bit & next_home:
                    card, parent, group = end.last, end.parent, i << 12 | count << 15
                    more_held, kept = _with_more(held, taken), number + change
                    if card < 0:
                        if kept not in seen:
                            todo.append((i, end, i, end, more_held, foundations, kept, group | _NO_MOVE))
                        break
                    left = kept - end.own
                    if end.bit & next_home:
                        home, to = foundations + _ONE_HOME[card], group | card << 6 | FOUNDATION
                        todo.append((i, parent, i, parent, more_held, home, left, to))
                        if end.bit & safe:
                            break
                    targets = end.fits & others
                    if targets or (vacant >= 0 and parent.size):
                        for j, under in enumerate(columns):
                            if under.bit & targets or (j == vacant and parent.size):
                                target = under.push.get(card) or grow(under, card)
                                reached, to = left + target.own, group | card << 6 | j
                                if reached not in seen:
                                    todo.append((i, parent, j, target, more_held, foundations, reached, to))
                    if movers := end.takes & others:
                        for j, other in enumerate(columns):
                            if other.bit & movers and j != i:
                                card = other.last
                                target = end.push.get(card) or grow(end, card)
                                reached, to = kept - other.own + target.own, group | card << 6 | i
                                if reached not in seen:
                                    todo.append((j, other.parent, i, target, more_held, foundations, reached, to))
                    if movers := end.takes & in_cells | inner:
                        for card in more_held[0]:
                            if movers >> card & 1:
                                target = end.push.get(card) or grow(end, card)
                                reached, to = kept - IN_CELL[card] + target.own, group | card << 6 | i
                                if reached not in seen:
                                    rest = _without(more_held, card)
                                    todo.append((i, target, i, target, rest, foundations, reached, to))
                if count == free:
                    break
                for j, other_count, (other_end, other_taken, other_change, _, _) in dug:
                    if j == i or count + other_count > free:
                        continue
                    if end.takes & other_end.bit:
                        at, under, source, on = j, end, other_end, i
                    elif end.fits & other_end.bit:
                        at, under, source, on = i, other_end, end, j
                    else:
                        continue
                    card = source.last
                    target = under.push.get(card) or grow(under, card)
                    reached = number + change + other_change - source.own + target.own
                    if reached not in seen:
                        both = _with_more(_with_more(held, taken), other_taken)
                        group = i << 12 | count << 15 | (other_count << 3 | j) << 18 | card << 6 | on
                        todo.append((at, source.parent, on, target, both, foundations, reached, group))
                dug.append((i, count, dig))
        found: list[State] = []
        for i, source, j, target, held, home, reached, group in todo:
            if reached in seen:
                continue
            after = columns.copy()
            after[i], after[j] = source, target
            ends = opens & ~(columns[i].bit | columns[j].bit) | source.bit | target.bit
            if source.bit & safe or home != foundations:
                cells, home = send_home(after, held[0], home)
                reached = _number(after, cells)
                if reached in seen:
                    continue
                held, ends = _held(cells), _opens(after)
            state: State = after, held, home, reached, here, group, ends
            if held[2] & ends and placing:
                reached, placed = self._placed(held[1], reached, ends)
                if reached in seen:
                    continue
                state = self._after_placing(state, placed)
            seen.add(reached)
            found.append(state)
        return found

    def _placed(self, cells: int, number: int, opens: int) -> tuple[int, list[tuple[int, int]]]:
        """Move cards from cells onto open cards that they fit; return the new number, and the cards and their targets.

        The targets are bits. It does not build the position, because most are already known.
        """
        placed = []
        left = cells
        while left:
            bit = left & -left
            card = bit.bit_length() - 1
            left ^= bit
            if targets := FITS_ON[card] & opens:
                on = targets & -targets
                number += self._tree.on(card, on.bit_length() - 1) - IN_CELL[card]
                opens += bit - on
                placed.append((card, on))
                left = cells = cells ^ bit
        return number, placed

    def _after_placing(self, state: State, placed: Sequence[tuple[int, int]]) -> State:
        """Move cards from cells onto cards given by their bits."""
        for card, on in placed:
            columns, held, foundations, number, _, _, opens = state
            j = [column.bit for column in columns].index(on)
            columns = columns.copy()
            columns[j] = target = columns[j].push.get(card) or self._tree.grow(columns[j], card)
            number += target.own - IN_CELL[card]
            state = columns, _without(held, card), foundations, number, state, card << 6 | j, opens ^ on | target.bit
        return state

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
        yield from emptied(visited, self.seen, self._digs)
        yield from self._tree.freed(visited)


def _number(columns: list[Column], cells: tuple[int, ...]) -> int:
    return sum([column.number for column in columns]) + sum([IN_CELL[card] for card in cells])


def _opens(columns: list[Column]) -> int:
    return sum([column.bit for column in columns])


def _held(cards: Sequence[int]) -> _Held:
    bits = fits = 0
    for card in cards:
        bits |= 1 << card
        fits |= FITS_ON[card]
    return tuple(cards), bits, fits


def _with_more(held: _Held, more: _Held) -> _Held:
    return held[0] + more[0], held[1] | more[1], held[2] | more[2]


def _without(held: _Held, card: int) -> _Held:
    return _held([other for other in held[0] if other != card])
