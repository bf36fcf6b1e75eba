"""Which cards go to their final place by themselves. The two games differ; both rules stand here side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gemport.cards.moves import CELLS, COLUMNS, Move, final_of
from gemport.cards.pack import TWO, Card, suit_of, value_of

if TYPE_CHECKING:
    from gemport.cards.cells.board import CellBoard


def _other_colour_reached(card: Card, finals: Sequence[int], count: int) -> bool:
    suit = suit_of(card)
    return finals[suit ^ 1] >= count and finals[suit ^ 3] >= count


def vierfrei_removes(card: Card, finals: Sequence[int]) -> bool:
    """VIERFREI's Delete: the card is next in its suit, and an ace or two, or nothing in play may still need it.

    ``finals`` holds the number of cards on each suit's final place (docs/vierfrei.md 5).
    """
    value = value_of(card)
    return finals[suit_of(card)] == value and (value <= TWO or _other_colour_reached(card, finals, value))


def freecell_sends_home(card: Card, finals: Sequence[int]) -> bool:
    """FreeCell after each move: next in its suit, and all lower cards of the other colour have left the board.

    Unlike VIERFREI's rule, a two waits for both aces of the other colour (docs/freecell.md, Automatic moves).
    """
    value = value_of(card)
    return finals[suit_of(card)] == value and _other_colour_reached(card, finals, value)


def sweep(board: CellBoard, rule: Callable[[Card, Sequence[int]], bool]) -> list[Move]:
    """The moves that send cards to their final places, in order; the board stays as it is.

    Passes over the free places, then the columns, left to right, until a pass moves nothing.
    """
    trial = board.bare_copy()
    moves: list[Move] = []
    moved = True
    while moved:
        moved = False
        for place in (*CELLS, *COLUMNS):
            card = trial.top(place)
            if card is not None and rule(card, trial.finals):
                moves.append(trial.push(place, final_of(card)))
                moved = True
    return moves
