"""FreeCell as described in the Amiga guide, with Microsoft's deals."""

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
    """A game of FreeCell. A step is one action of the player, including the automatic moves home after it."""

    __slots__ = ()
    game = "freecell"
    microsoft = True

    @classmethod
    def deal(cls, number: int) -> Self:
        return cls(microsoft_columns(number), (None,) * cell_count(number), number=number)

    def autoplays(self, card: Card, foundations: Sequence[int]) -> bool:
        """Return whether a card moves home automatically: it is next, and all lower cards of the other colour are home.

        Unlike in VIERFREI, a two waits for both aces of the other colour (docs/freecell.md, Automatic moves).
        """
        value = value_of(card)
        return foundations[suit_of(card)] == value and other_colour_reached(card, foundations, value)
