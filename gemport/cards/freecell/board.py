"""FreeCell as the Amiga guide describes it, on the Microsoft deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self, TypeAlias

from gemport.cards.cells.board import CellBoard
from gemport.cards.cells.limits import freecell_limit
from gemport.cards.cells.removal import freecell_sends_home, sweep
from gemport.cards.freecell.deal import microsoft_columns
from gemport.cards.moves import CELLS, COLUMNS, IllegalMove, Move, PlaceError, Refusal, Rule
from gemport.cards.pack import Card, fits_below, value_of
from gemport.cards.steps import Step

CellStep: TypeAlias = Step[Move]


class FreeCellBoard(CellBoard):
    """A game of FreeCell. What the player does at once is a step; the cards that then go home belong to it.

    count_columns: whether empty columns are counted (and used) when several cards move at once
    """

    __slots__ = ("count_columns",)
    game = "freecell"

    def __init__(
        self,
        columns: Sequence[Sequence[Card]],
        cells: Sequence[Card | None] = (None, None, None, None),
        finals: Sequence[int] = (0, 0, 0, 0),
        number: int | None = None,
    ) -> None:
        """A position; see CellBoard."""
        super().__init__(columns, cells, finals, number)
        self.count_columns = True

    @classmethod
    def deal(cls, number: int) -> Self:
        """The start of the Microsoft game 1..32000. Raises NumberError."""
        return cls(microsoft_columns(number), number=number)

    def bare_copy(self) -> Self:
        """A board of its own with the same position and option, and an empty history."""
        twin = super().bare_copy()
        twin.count_columns = self.count_columns
        return twin

    def limit(self, free_cells: int, empty_columns: int) -> int:
        """FreeCell's several-card limit."""
        return freecell_limit(free_cells, empty_columns if self.count_columns else 0)

    def refusal(self, source: int, target: int) -> Refusal | None:
        """As on every board; and a card in a free cell goes to a column or home only."""
        refusal = super().refusal(source, target)
        if refusal is None and source in CELLS and target in CELLS:
            return Refusal(Rule.CELL_TO_CELL, self.top(source))
        return refusal

    def fitting_count(self, source: int, target: int) -> int:
        """How many cards of the run at ``source`` are to go to ``target``: those that fit a column's last card.

        To an empty column as many of the run as there is room for; 1 where nothing fits. Not more than 1 unless both
        are columns. There may be room for fewer: ``run_refusal`` knows.
        """
        if source not in COLUMNS or target not in COLUMNS or source == target or not self.columns[source]:
            return 1
        length = self.run_length(source)
        last = self.top(target)
        if last is None:
            return min(length, self.room(target))
        cards = self.columns[source]
        count = value_of(last) - value_of(cards[-1])
        return count if 1 <= count <= length and fits_below(cards[-count], last) else 1

    def _usual_count(self, source: int, target: int) -> int:
        """What a word without a number of cards means, whether empty columns are counted at the moment or not."""
        if self.count_columns:
            return self.fitting_count(source, target)
        twin = self.bare_copy()
        twin.count_columns = True
        return twin.fitting_count(source, target)

    def plan(self, source: int, target: int, count: int | None = None) -> CellStep:
        """The step that brings ``count`` cards (None: as many as fit) from ``source`` to ``target``.

        First the single-card moves, then those of the cards that go home by themselves. The board stays as it is.
        Raises IllegalMove, PlaceError.
        """
        count = self.fitting_count(source, target) if count is None else count
        refusal = self.run_refusal(source, count, target)
        if refusal is not None:
            raise IllegalMove(refusal)
        trial = self.bare_copy()
        moves = freecell_order(trial, source, count, target)
        moves += trial.automatic()
        word = str(Move(moves[0].card, source, target))
        usual = self._usual_count(source, target)
        return Step(word if count == usual else f"{word}x{count}", tuple(moves))

    def one_card(self, source: int, target: int) -> CellStep:
        """The step that moves the open card of ``source`` alone to ``target``. Raises IllegalMove, PlaceError."""
        return self.plan(source, target, 1)

    def automatic(self) -> list[Move]:
        """The moves of the cards that go home by themselves now, in order. The board stays as it is."""
        return sweep(self, freecell_sends_home)

    def play(self, source: int, target: int, count: int | None = None) -> CellStep:
        """Make the step that ``plan`` gives. Raises IllegalMove, PlaceError."""
        return self.make(self.plan(source, target, count))

    def read_word(self, word: str) -> CellStep:
        """The step of standard notation, such as 3a, 26, 26x3. Raises IllegalMove, PlaceError."""
        places, cross, number = word.partition("x")
        if cross and number not in map(str, range(1, 14)):
            raise PlaceError(f"{word!r} is not a move (26x3 moves three cards)")
        move = self.parse_move(places)
        count = int(number) if cross else self._usual_count(move.source, move.target)
        return self.plan(move.source, move.target, count)


def freecell_order(board: FreeCellBoard, source: int, count: int, target: int) -> list[Move]:
    """Move the last ``count`` cards of ``source`` to ``target`` one by one; the moves made, in order.

    The caller has seen to it that the rules allow it and that there is room. Free cells are filled from the left.
    """
    if count == 1:
        return [board.push(source, target)]
    cells = [cell for cell in CELLS if board.top(cell) is None]
    moves: list[Move] = []

    def carry(count: int, source: int, target: int, spare: Sequence[int]) -> None:
        """Through the free cells as long as they suffice, else over a spare column in three parts."""
        if count <= len(cells) + 1:
            moves.extend(board.push(source, cell) for cell in cells[: count - 1])
            moves.append(board.push(source, target))
            moves.extend(board.push(cell, target) for cell in reversed(cells[: count - 1]))
            return
        rest = spare[1:]
        # As few as possible go the long way over the spare column, none if the others suffice.
        part = count - freecell_limit(len(cells), len(rest))
        if part <= 0:
            carry(count, source, target, rest)
            return
        carry(part, source, spare[0], rest)
        carry(count - part, source, target, rest)
        carry(part, spare[0], target, rest)

    carry(count, source, target, board.empty_columns(target))
    return moves
