"""A plain exhaustive search on the game's own board, and positions for tests."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from hypothesis import strategies as st

from gemport.cards.cells import CELLS
from gemport.cards.foreign import native_words, read_foreign_text
from gemport.cards.vierfrei import VierfreiBoard
from gemport.solver import Move, Position, played, solve


def board_of(position: Position) -> VierfreiBoard:
    return VierfreiBoard(position.columns, position.cells, position.foundations)


def plainly_winnable(position: Position, most: int) -> bool | None:
    """Return whether legal moves can win, or None after visiting more than ``most`` positions.

    Searches all moves, without automatic moves. Positions that differ only in the order of columns and cells are equal.
    Positions with more cards on the foundations are searched first.
    """
    seen = {key_of(board_of(position))}
    waiting = [(0, 0, board_of(position))]
    while waiting:
        board = heappop(waiting)[2]
        if board.won:
            return True
        for move in board.legal_moves():
            after = VierfreiBoard(board.columns, board.cells, board.foundations)
            after.push(move.source, move.target)
            key = key_of(after)
            if key not in seen:
                seen.add(key)
                heappush(waiting, (-sum(after.foundations), len(seen), after))
        if len(seen) > most:
            return None
    return False


def key_of(board: VierfreiBoard) -> object:
    """Return a key that is independent of the order of columns and cells."""
    return tuple(sorted(map(tuple, board.columns))), frozenset(board.cells), tuple(board.foundations)


def position_of(here: Sequence[Any]) -> Position:
    """Convert a Reached to a Position."""
    columns, cells, foundations, *_ = here
    piles: list[list[int]] = [[] for _ in columns]
    for pile, column in zip(piles, columns, strict=True):
        while column.size:
            pile.insert(0, column.last)
            column = column.parent
    return Position.of(piles, (*cells, *[None] * (4 - len(cells))), [foundations >> 4 * suit & 15 for suit in range(4)])


def moves_in(text: str, position: Position) -> list[Move]:
    """Return the single-card moves of a solution as gemport or fc-solve prints it."""
    board = board_of(position)
    # The text starts with a number, since it has no position.
    for word in native_words(board, read_foreign_text(f"1\n{text}").words):
        board.play_word(word)
    return board.history


@lru_cache
def way(position: Position) -> tuple[Move, ...]:
    """Return moves that win."""
    moves = solve(position).moves
    assert moves is not None
    return moves


def wins(position: Position, moves: Iterable[Move] | None) -> bool:
    return moves is not None and sum(played(position, moves).foundations) == 52


@st.composite
def strayed_positions(draw: st.DrawFn, last: int = 100) -> Position:
    """Draw a position of a winning game's first ``last`` percent, then up to 12 moves, mostly from columns to cells."""
    number = draw(st.integers(0, 20))
    moves = way(Position.vierfrei(number))
    board = VierfreiBoard.deal(number)
    for move in moves[: draw(st.integers(0, last * len(moves) // 100))]:
        board.push(move.source, move.target)
    for choice in draw(st.lists(st.integers(0, 1000), max_size=12)):
        legal = board.legal_moves()
        to_cells = [move for move in legal if move.target in CELLS and move.source not in CELLS]
        moves_here = to_cells if choice % 3 else legal
        if moves_here:
            move = moves_here[choice % len(moves_here)]
            board.push(move.source, move.target)
    return Position.on(board)
