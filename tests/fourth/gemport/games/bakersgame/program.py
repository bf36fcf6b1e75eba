"""The program of Baker's Game."""

from __future__ import annotations

from collections.abc import Sequence

from gemport.cards.bakersgame import BakersBoard
from gemport.games.bakersgame import resource as rsc

from gemport.cards.card import Card
from gemport.games.autoplay import AutoplayProgram
from gemport.games.files import say


class BakersGame(AutoplayProgram[BakersBoard]):
    """One run of the program."""

    names = rsc

    def misfit_text(self, cards: Sequence[Card], last: Card) -> str:
        """Return an alert: the rule of all columns."""
        return say(self.trees, rsc.MISFIT, card=self.card_name(cards[-1]), last=self.card_name(last))
