"""Positions of VIERFREI and FreeCell: the cards in the columns, in the cells and on the foundations."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from gemport.cards.card import PACK_SIZE
from gemport.cards.cells import CellBoard
from gemport.cards.deals import microsoft_columns, vierfrei_columns
from gemport.cards.moves import Move
from gemport.cards.vierfrei import VierfreiBoard


class WrongPackError(ValueError):
    """The position does not contain each of the 52 cards exactly once."""


@dataclass(frozen=True, slots=True)
class Position:
    """Places of the 52 cards. A card is value * 4 + suit; the suits are C H S D, and odd suits are red.

    Attributes:
        columns: eight tuples, each with its open card last
        cells: cells from left to right, None if empty; fewer than four in a challenge
        foundations: number of cards on the foundation of each suit, 0..13
    """

    columns: tuple[tuple[int, ...], ...]
    cells: tuple[int | None, ...] = (None, None, None, None)
    foundations: tuple[int, ...] = (0, 0, 0, 0)

    def __post_init__(self) -> None:
        if (len(self.columns), len(self.foundations)) != (8, 4) or len(self.cells) > 4:
            raise WrongPackError("a position has 8 columns, 4 cells, 4 foundations")
        cards = [card for column in self.columns for card in column]
        cards += [card for card in self.cells if card is not None]
        cards += [value * 4 + suit for suit, count in enumerate(self.foundations) for value in range(count)]
        if sorted(cards) != list(range(PACK_SIZE)):
            raise WrongPackError("the position does not hold each of the 52 cards once")

    @classmethod
    def of(
        cls,
        columns: Sequence[Sequence[int]],
        cells: Sequence[int | None] = (None, None, None, None),
        foundations: Sequence[int] = (0, 0, 0, 0),
    ) -> Self:
        """Create a position from any sequences. Raises WrongPackError."""
        return cls(tuple(map(tuple, columns)), tuple(cells), tuple(foundations))

    @classmethod
    def on(cls, board: CellBoard) -> Self:
        """Create the position of a VIERFREI or FreeCell board. Raises WrongPackError if cards are missing."""
        return cls.of(board.columns, board.cells, board.foundations)

    @classmethod
    def vierfrei(cls, number: int) -> Self:
        """Deal VIERFREI's game 0..999999. Raises NumberError."""
        return cls.of(vierfrei_columns(number))

    @classmethod
    def microsoft(cls, number: int) -> Self:
        """Deal Microsoft's game 1..1000000. Raises NumberError."""
        return cls.of(microsoft_columns(number))


def played(position: Position, moves: Iterable[Move]) -> Position:
    """Return the position after single-card moves, each checked by VIERFREI's board.

    Raises IllegalMove or PlaceError like the board, and ValueError if the moved card is not the card of the move.
    """
    board = VierfreiBoard(position.columns, position.cells, position.foundations)
    for move in moves:
        if board.move(move.source, move.target).card != move.card:
            raise ValueError(f"the move {move} is of another card")
    return Position.on(board)
