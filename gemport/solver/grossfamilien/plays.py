"""The search's moves as the player's plays on a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gemport.cards.grossfamilien import PILES, TURNED, FamilyBoard
from gemport.cards.grossfamilien import STOCK as STOCK_PLACE
from gemport.cards.grossfamilien import WASTE as WASTE_PLACE
from gemport.cards.moves import Move, foundation_of
from gemport.solver.grossfamilien.positions import FAMILY, STOCK, WASTE, Rules, Way
from gemport.solver.grossfamilien.stacks import EMPTY


def plays_of(board: FamilyBoard, rules: Rules, ways: Sequence[Way]) -> Iterator[Move]:
    """The plays that the moves mean from the board's position on, turning the talon's cards included.

    What the board fills by itself is left out. The board stays as it is.
    """
    trial = board.bare_copy()
    for count, way in enumerate(ways):
        taken = sum(earlier.source == STOCK for earlier in ways[:count])
        if way.source == STOCK and _left(trial) < len(rules.talon) - taken:
            # The board has filled this place with the play before.
            continue
        source = _place(trial, rules, way.source)
        if source == STOCK_PLACE and way.target != EMPTY:
            yield _made(trial, STOCK_PLACE, TURNED)
            source = TURNED
        card = trial.top(source)
        assert card is not None
        yield _made(trial, source, foundation_of(card) if way.target == FAMILY else _target(trial, rules, way, source))


def _left(board: FamilyBoard) -> int:
    """How many cards the talon has to give, the turned one included."""
    return len(board.stock) + (board.turned is not None)


def _place(board: FamilyBoard, rules: Rules, node: int) -> int:
    """The place that a move means."""
    if node == STOCK:
        return STOCK_PLACE if board.turned is None else TURNED
    if node == WASTE:
        return WASTE_PLACE
    cards = rules.stacks.cards(node)
    return next(place for place in PILES if board.piles[place] == cards)


def _target(board: FamilyBoard, rules: Rules, way: Way, source: int) -> int:
    """The place that a move onto a pile or the waste goes to."""
    if way.target == WASTE:
        return WASTE_PLACE
    cards = rules.stacks.cards(way.target)
    return next(place for place in PILES if place != source and board.piles[place] == cards)


def _made(board: FamilyBoard, source: int, target: int) -> Move:
    return board.move(source, target).moves[0]
