"""The program of Baker's Game."""

from collections.abc import Sequence

from gemport.cards.bakersgame import BakersBoard
from gemport.games.bakersgame import bakersgame_rsc as rsc

from gemport.cards.card import Card
from gemport.play.autoplay import UNSOLVED, AutoplayHand, AutoplayPlay
from gemport.play.gamefiles import say
from gemport.play.kit import Kit


class BakersPlay(AutoplayPlay[BakersBoard]):
    """The game on its table."""

    names = rsc

    def misfit_text(self, cards: Sequence[Card], last: Card) -> str:
        """Return an alert with the one rule for columns."""
        return say(self.trees, rsc.MISFIT, card=self.card_name(cards[-1]), last=self.card_name(last))


KIT = Kit(BakersPlay, AutoplayHand, UNSOLVED)
