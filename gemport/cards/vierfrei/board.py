"""VIERFREI: the rules of the original, exactly."""

from __future__ import annotations

from typing import Self

from gemport.cards.cells.board import CellBoard
from gemport.cards.cells.limits import vierfrei_limit
from gemport.cards.cells.removal import sweep, vierfrei_removes
from gemport.cards.moves import CELLS, COLUMNS, IllegalMove, Move, Refusal, Rule
from gemport.cards.numbers import number_after
from gemport.cards.steps import Step
from gemport.cards.vierfrei.deal import vierfrei_columns
from gemport.cards.vierfrei.order import supermove_order


class VierfreiBoard(CellBoard):
    """A game of VIERFREI. Every single-card move is a step of its own."""

    __slots__ = ()
    game = "vierfrei"

    @classmethod
    def deal(cls, number: int) -> Self:
        """The start of game 0..999999. Raises NumberError."""
        return cls(vierfrei_columns(number), number=number)

    def limit(self, free_cells: int, empty_columns: int) -> int:
        """VIERFREI's several-card limit."""
        return vierfrei_limit(free_cells, empty_columns)

    @property
    def next_number(self) -> int | None:
        """The number that New game deals next and that Select game offers; None for a position without a number."""
        return None if self.number is None else number_after(self.number)

    def move(self, source: int, target: int) -> Move:
        """Move the open card of ``source`` to ``target``: a step. Raises IllegalMove, PlaceError."""
        self.check(source, target)
        return self.make(self.step(source, target)).moves[0]

    def step(self, source: int, target: int) -> Step[Move]:
        """The step of moving one card, not checked. Raises IllegalMove when ``source`` is empty."""
        card = self.top(source)
        if card is None:
            raise IllegalMove(Refusal(Rule.NO_CARD))
        move = Move(card, source, target)
        return Step(str(move), (move,))

    def one_card(self, source: int, target: int) -> Step[Move]:
        """The step that moves the open card of ``source`` to ``target``. Raises IllegalMove, PlaceError."""
        self.check(source, target)
        return self.step(source, target)

    def supermove(self, source: int, count: int, target: int) -> list[Move]:
        """The single-card moves that bring ``count`` cards from ``source`` to ``target``, in the original's order.

        The board stays as it is: play them one by one. Raises IllegalMove, PlaceError.
        """
        refusal = self.run_refusal(source, count, target)
        if refusal is not None:
            raise IllegalMove(refusal)
        if count == 1:
            return [self.bare_copy().push(source, target)]
        return supermove_order(self.columns, self.cells, source, count, target)

    def to_cells(self, place: int, index: int) -> list[Move] | None:
        """The moves of a right+left click: the card at ``index`` of a column and all below it to free places.

        Run or not; from the column's end upwards, the rightmost empty free place first. None when there is not
        enough room, or the place is not a column (docs/vierfrei.md 9). The board stays as it is.
        """
        if place not in COLUMNS or not 0 <= index < len(self.columns[place]):
            return None
        cards = self.columns[place][: index - 1 if index else None : -1]
        cells = [cell for cell in reversed(CELLS) if self.cells[cell - CELLS[0]] is None]
        if len(cards) > len(cells):
            return None
        return [Move(card, place, cell) for card, cell in zip(cards, cells, strict=False)]

    def removals(self) -> list[Move]:
        """The moves of Delete, in order. The board stays as it is: play them one by one."""
        return sweep(self, vierfrei_removes)

    def read_word(self, word: str) -> Step[Move]:
        """The move of standard notation. Raises IllegalMove, PlaceError."""
        move = self.parse_move(word)
        return self.one_card(move.source, move.target)
