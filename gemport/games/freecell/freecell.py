"""FreeCell: the game of the Amiga guide as a GEM program (docs/freecell.md)."""

from collections.abc import Sequence

from gemport.cards.card import Card, is_red, value_of
from gemport.cards.freecell import FreeCellBoard
from gemport.games.freecell import freecell_rsc as rsc
from gemport.play.autoplay import SOLVED, AutoplayHand, AutoplayPlay
from gemport.play.gamefiles import say
from gemport.play.loop import Kit


class FreeCellPlay(AutoplayPlay[FreeCellBoard]):
    """The game on its table."""

    def misfit_text(self, cards: Sequence[Card], last: Card) -> str:
        """Return an alert: the card of the right rank has the wrong colour, or none has the right rank."""
        card = cards[-1]
        wanted = value_of(last) - value_of(card)
        words = {"card": self.card_name(card), "last": self.card_name(last)}
        if 1 <= wanted <= len(cards):
            return say(self.trees, rsc.SAME_COLOUR, **{**words, "card": self.card_name(cards[-wanted])})
        if len(cards) > 1:
            return say(self.trees, rsc.NOTHING_FITS, first=self.card_name(cards[0]), **words)
        other_colour = is_red(card) != is_red(last)
        return say(self.trees, rsc.NOT_ONE_LOWER if other_colour else rsc.NOT_LOWER_NOR_OTHER_COLOUR, **words)


KIT = Kit(rsc, FreeCellPlay, AutoplayHand, SOLVED)
