"""FreeCell as described in the Amiga guide, with Microsoft's deals."""

from typing import Self

from gemport.cards.cells import AutoplayBoard
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
