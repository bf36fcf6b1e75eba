"""Games of a weak player."""

import random

from gemport.cards.cells import CELLS
from gemport.cards.moves import FOUNDATIONS
from gemport.cards.vierfrei import VierfreiBoard
from gemport.solver import Position
from tests.solver.plain import key_of

_MOST = 120


def weak_game(chance: random.Random) -> list[Position]:
    """Return the positions of a random game of VIERFREI that prefers foundations to columns, and columns to cells.

    It ends when every move would repeat a position, when it is won, or after _MOST positions.
    """
    board = VierfreiBoard.deal(chance.randrange(1_000_000))
    positions, been = [Position.on(board)], {key_of(board)}
    while len(positions) < _MOST and not board.won:
        weights = {}
        for move in board.legal_moves():
            board.push(move.source, move.target)
            if key_of(board) not in been:
                weights[move] = 60 if move.target in FOUNDATIONS else 1 if move.target in CELLS else 6
            board.pull()
        if not weights:
            break
        move = chance.choices(list(weights), list(weights.values()))[0]
        board.push(move.source, move.target)
        been.add(key_of(board))
        positions.append(Position.on(board))
    return positions
