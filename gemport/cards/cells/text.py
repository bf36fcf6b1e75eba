"""Positions of the cell games as text, in the form that FreeCell solvers read, and read back::

    Foundations: C-4 H-A S-0 D-3
    Freecells: 2D - - 2H
    : QC 4D QD
    :

one line a column from its top card down.
"""

from __future__ import annotations

from typing import TypeVar

from gemport.cards.cells.board import CellBoard
from gemport.cards.moves import FINALS
from gemport.cards.pack import RANKS, SUITS, card_names, make_card
from gemport.cards.positions import NO_CARD, PositionError, PositionReader, check_cards, headed, name_or_none

B = TypeVar("B", bound=CellBoard)


def cell_board_text(board: CellBoard) -> str:
    """The position of a cell game, ten lines, ending in a line feed."""
    finals = [f"{SUITS[suit]}-{RANKS[count - 1] if count else 0}" for suit, count in enumerate(board.finals)]
    lines = [headed("Foundations:", finals), headed("Freecells:", map(name_or_none, board.cells))]
    return "\n".join(lines + [headed(":", card_names(column)) for column in board.columns]) + "\n"


def parse_cell_board(kind: type[B], text: str) -> B:
    """The board of class ``kind`` that ``cell_board_text`` writes so. Every card must be there, once.

    Raises PositionError.
    """
    reader = PositionReader(text)
    finals = [_final_count(suit, word, reader) for suit, word in enumerate(reader.words("Foundations:", 4))]
    cells = [None if word == NO_CARD else reader.card(word) for word in reader.words("Freecells:", 4)]
    columns = [[reader.card(word) for word in reader.words(":")] for _ in range(8)]
    reader.end()
    home = [make_card(value, suit) for suit in range(len(FINALS)) for value in range(finals[suit])]
    check_cards(1, home, [card for card in cells if card is not None], *columns)
    return kind(columns, cells, finals)


def _final_count(suit: int, word: str, reader: PositionReader) -> int:
    values = "0" + RANKS
    if len(word) != 3 or word[:2] != f"{SUITS[suit]}-" or word[2] not in values:
        wanted = f"{SUITS[suit]}-0 or {SUITS[suit]}-A to {SUITS[suit]}-K"
        raise PositionError(f"line {reader.number}: {word!r} where {wanted} should stand")
    return values.index(word[2])
