"""The program of Baker's Game."""

from __future__ import annotations

from collections.abc import Sequence

from gemport.cards.bakersgame import BakersBoard
from gemport.games.bakersgame import resource as rsc

from gemport.cards.card import Card
from gemport.games.autoplay import AutoplayProgram
from gemport.games.files import Files, say
from gemport.gem.aes.gem import Gem
from gemport.store.session import Session

ITEMS = {
    **{"about": rsc.MENU_ABOUT, "new": rsc.MENU_NEW, "select": rsc.MENU_SELECT, "restart": rsc.MENU_RESTART},
    **{"unfinished": rsc.MENU_UNFINISHED, "undo": rsc.MENU_UNDO, "redo": rsc.MENU_REDO, "help": rsc.MENU_HELP},
    **{"statistics": rsc.MENU_STATISTICS, "counter": rsc.MENU_COUNTER, "messages": rsc.MENU_MESSAGES},
    **{"count columns": rsc.MENU_COUNT_COLUMNS, "quit": rsc.MENU_QUIT},
}


class BakersGame(AutoplayProgram[BakersBoard]):
    """One run of the program."""

    def __init__(self, gem: Gem, files: Files, session: Session[BakersBoard]) -> None:
        super().__init__(gem, files, session, rsc.ABOUT, ITEMS, rsc.LABEL)

    def misfit_text(self, cards: Sequence[Card], last: Card) -> str:
        """Return an alert: the rule of all columns."""
        return say(self.trees, rsc.MISFIT, card=self.card_name(cards[-1]), last=self.card_name(last))
