"""What FreeCell says: the free strings of its resource, with cards and numbers put in."""

from __future__ import annotations

from enum import IntEnum
from string import Template

from gemport.cards.pack import Card, suit_of, value_of
from gemport.gem.aes.rsrc import LoadedResource


class Text(IntEnum):
    """Numbers of the free strings. The names of $words are those that ``FreeCellText.say`` is given."""

    RANK = 0
    """13 of them, ace to king."""
    SUIT = 13
    """4 of them: clubs, hearts, spades, diamonds."""
    CARD = 17
    SAME_COLOUR = 18
    NOT_ONE_LOWER = 19
    NOT_LOWER_NOR_OTHER_COLOUR = 20
    NOTHING_FITS = 21
    NO_ROOM = 22
    NO_ROOM_CELLS_ONLY = 23
    CELL_TAKEN = 24
    NO_FREE_CELL = 25
    CELL_TO_CELL = 26
    OTHER_SUIT = 27
    NOT_NEXT = 28
    ONE_CARD_ONLY = 29
    ASK_HOW_MANY = 30
    WRONG_NUMBER = 31


FIRST_KEPT = 32
"""The first free string of ``KeptText``."""


class FreeCellText:
    """The strings of a loaded resource."""

    def __init__(self, trees: LoadedResource) -> None:
        """Raises RsrcError where strings are missing, as in another program's resource."""
        self._trees = trees
        trees.string(max(Text))

    def say(self, text: Text, **words: object) -> str:
        """A string with what its $words stand for."""
        return Template(self._trees.string(text)).safe_substitute(words)

    def suit(self, suit: int) -> str:
        """A suit's name."""
        return self._trees.string(Text.SUIT + suit)

    def card(self, card: Card) -> str:
        """A card's name."""
        return self.say(Text.CARD, rank=self._trees.string(Text.RANK + value_of(card)), suit=self.suit(suit_of(card)))
