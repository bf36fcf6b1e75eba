"""FreeCell as the Amiga guide describes it, on the Microsoft deals."""

from collections.abc import Sequence
from typing import Self

from gemport.cards.card import Card, suit_of, value_of
from gemport.cards.cells import AutoplayBoard, other_colour_reached
from gemport.cards.challenge import cell_count
from gemport.cards.deals import Deal, column_deal, microsoft_columns


def freecell_deal(number: int) -> Deal:
    """Return the deal of game 1..8589934591. Raises NumberError."""
    return column_deal(number, microsoft_columns(number))


class FreeCellBoard(AutoplayBoard):
    """A game of FreeCell. What the player does at once is a step; the cards that then go home belong to it."""

    __slots__ = ()
    game = "freecell"
    microsoft = True

    @classmethod
    def deal(cls, number: int) -> Self:
        return cls(microsoft_columns(number), (None,) * cell_count(number), number=number)

    def sends_home(self, card: Card, foundations: Sequence[int]) -> bool:
        """Return whether a card goes home by itself: next in its suit, and nothing lower of the other colour remains.

        Unlike VIERFREI's rule, a two waits for both aces of the other colour (docs/freecell.md, Automatic moves).
        """
        value = value_of(card)
        return foundations[suit_of(card)] == value and other_colour_reached(card, foundations, value)
