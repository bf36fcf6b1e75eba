"""VIERFREI: the exact rules of the original."""

from collections.abc import Sequence
from typing import Self

from gemport.cards.card import TWO, Card, suit_of, value_of
from gemport.cards.cells import COLUMNS, CellBoard, CellMove, other_colour_reached
from gemport.cards.challenge import cell_count, deal_number
from gemport.cards.deals import Deal, column_deal, number_after, vierfrei_columns
from gemport.cards.moves import IllegalMove, Move, Step


def vierfrei_deal(number: int) -> Deal:
    """Return the deal of game 0..999999. Raises NumberError."""
    return column_deal(number, vierfrei_columns(number))


class VierfreiBoard(CellBoard):
    """A game of VIERFREI. Every single-card move is a separate step."""

    __slots__ = ()
    game = "vierfrei"

    @classmethod
    def deal(cls, number: int) -> Self:
        return cls(vierfrei_columns(number), (None,) * cell_count(number), number=number)

    @property
    def next_number(self) -> int | None:
        return None if self.number is None else number_after(deal_number(self.number))

    def limit(self, free_cells: int, empty_columns: int) -> int:
        """Return VIERFREI's limit: (c + 1) * (1 + e(e+1)/2); the target does not count as free (docs/vierfrei.md 5)."""
        return (free_cells + 1) * (1 + empty_columns * (empty_columns + 1) // 2)

    def move(self, source: int, target: int) -> Move:
        """Move the open card of ``source`` to ``target`` as a step. Raises IllegalMove, PlaceError."""
        return self.make(self.one_card(source, target)).moves[0]

    def plan(self, source: int, target: int) -> Step:
        """Return the step that moves one card, unchecked. Raises IllegalMove if ``source`` is empty."""
        move = CellMove(self.open_card(source), source, target)
        return Step(str(move), (move,))

    def one_card(self, source: int, target: int) -> Step:
        refusal = self.refusal(source, target)
        if refusal is not None:
            raise IllegalMove(refusal)
        return self.plan(source, target)

    def read_word(self, word: str) -> Step:
        move = self.parse_move(word)
        return self.one_card(move.source, move.target)

    def supermove(self, source: int, count: int, target: int) -> list[Move]:
        """Return the single moves of ``count`` cards from ``source`` to ``target`` in the order of the original.

        The board does not change: make the moves one by one. Raises IllegalMove, PlaceError.
        """
        refusal = self.run_refusal(source, count, target)
        if refusal is not None:
            raise IllegalMove(refusal)
        if count == 1:
            return [self.bare_copy().push(source, target)]
        return _supermove_order(self.bare_copy(), source, count, target)

    def to_cells(self, place: int, index: int) -> list[Move] | None:
        """Return the moves of a right+left click: the card at ``index`` of a column and all cards below it to cells.

        The cards need not form a run. They move from the end of the column upwards, to the rightmost empty cell first.
        Return None if the empty cells are too few or the place is not a column (docs/vierfrei.md 9). The board does not
        change.
        """
        if place not in COLUMNS or not 0 <= index < len(self.piles[place]):
            return None
        cards = self.piles[place][: index - 1 if index else None : -1]
        cells = self.empty_cells[::-1]
        if len(cards) > len(cells):
            return None
        return [CellMove(card, place, cell) for card, cell in zip(cards, cells, strict=False)]


def vierfrei_autoplays(card: Card, foundations: Sequence[int]) -> bool:
    """Return whether Delete sends a card home: it is next in its suit, and an ace, a two or certainly not needed.

    ``foundations`` is the number of cards on the foundation of each suit (docs/vierfrei.md 5).
    """
    value = value_of(card)
    return foundations[suit_of(card)] == value and (value <= TWO or other_colour_reached(card, foundations, value))


# ---- order of moves for several cards (docs/vierfrei.md 6)


class _Mover:
    """A trial board for finding the order; free cells are filled from the right and emptied from the left."""

    def __init__(self, board: CellBoard, source: int, count: int) -> None:
        self.board = board
        self._cells = board.empty_cells
        self._held = 0
        self._topmost = board.piles[source][-count]

    def is_free(self, column: int) -> bool:
        return self.board.top(column) == self._topmost

    def fill(self, source: int) -> bool:
        """Fill the cells from the end of a column; return whether the run's topmost card is now open."""
        while self.board.piles[source] and not self.is_free(source) and self._held < len(self._cells):
            self._held += 1
            self.board.push(source, self._cells[-self._held])
        return self.is_free(source)

    def put_down(self, target: int) -> None:
        while self._held:
            self.board.push(self._cells[-self._held], target)
            self._held -= 1

    def carry(self, source: int, target: int) -> None:
        """Move a pile of at most one card more than the free cells."""
        self.fill(source)
        self.board.push(source, target)
        self.put_down(target)


def _spread_run(mover: _Mover, source: int, spare: Sequence[int]) -> tuple[int, int | None]:
    """Spread the run over the spare columns until its topmost card is free (phase 1).

    Return the index of the spare column in use at that moment, and the column that holds a single card, or None.
    """
    for k in range(len(spare)):
        for i in range(len(spare) - 1, k - 1, -1):
            if mover.fill(source):
                return i, None
            mover.board.push(source, spare[i])
            if mover.is_free(source):
                return i, spare[i]
            mover.put_down(spare[i])
        for place in spare[k + 1 :]:
            mover.carry(place, spare[k])
    mover.fill(source)
    return len(spare) - 1, None


def _gather_run(mover: _Mover, target: int, spare: Sequence[int], reached: int) -> None:
    """Collect the cards of the spare columns on the target, smallest cards last (end of phase 2)."""
    for place in spare[reached + 1 :]:
        mover.carry(place, target)
    for i in range(reached, -1, -1):
        if not mover.board.piles[spare[i]]:
            continue
        for place in reversed(spare[i + 1 :]):
            mover.carry(spare[i], place)
        for place in spare[i:]:
            mover.carry(place, target)


def _supermove_order(board: CellBoard, source: int, count: int, target: int) -> list[Move]:
    """Push the last ``count`` cards of column ``source`` to column ``target`` and return the moves.

    The board must have no history. The caller has checked that they form a run, fit there, and are within VIERFREI's
    limit.
    """
    spare = board.empty_columns(target)
    mover = _Mover(board, source, count)
    reached, single = _spread_run(mover, source, spare)
    board.push(source, target)
    if single is not None:
        board.push(single, target)
    mover.put_down(target)
    _gather_run(mover, target, spare, reached)
    return board.history
