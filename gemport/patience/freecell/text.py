"""What FreeCell says: the free strings of its resource, with cards and numbers put in."""

from __future__ import annotations

from gemport.cards.card import Card, suit_of, value_of
from gemport.patience.freecell import resource as rsc
from gemport.patience.kit.check import Needs, alert, word
from gemport.patience.kit.texts import Texts

_NAMES = range(rsc.RANK, rsc.CARD + 1)
"""Ranks from the ace to the king, suits (clubs, hearts, spades, diamonds), and how a card's name is made of both."""
_ALERTS = range(rsc.SAME_COLOUR, rsc.WRONG_NUMBER + 1)
TEXT_NEEDS = Needs(strings={**dict.fromkeys(_NAMES, word), **dict.fromkeys(_ALERTS, alert)})
"""Free strings that FreeCell alone uses."""


class FreeCellText(Texts):
    """The strings of a loaded resource."""

    def suit(self, suit: int) -> str:
        """A suit's name."""
        return self.say(rsc.SUIT + suit)

    def card(self, card: Card) -> str:
        """A card's name."""
        return self.say(rsc.CARD, rank=self.say(rsc.RANK + value_of(card)), suit=self.suit(suit_of(card)))
