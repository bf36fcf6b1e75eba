"""Baker's Game as a GEM program."""

from __future__ import annotations

from collections.abc import Sequence

from gemport.cards.bakersgame import BakersBoard, bakers_deal
from gemport.games.bakersgame import resource as rsc

from gemport.cards.card import Card
from gemport.cards.deals import MICROSOFT_NUMBERS
from gemport.games.autoplay import AutoplayProgram
from gemport.games.files import Files, load_files, say
from gemport.games.game import EXTRA_KEYS, Game, Sources
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.keys import F1, F2, F3, F4, F5, F6, F7, F10, UNDO
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


def load(sources: Sources, lang: str) -> Files:
    """Load the files. Raises GemportError."""
    return load_files(sources, "bakersgame", lang)


GAME = Game(
    name="bakersgame",
    title="Baker's Game",
    numbers=MICROSOFT_NUMBERS,
    board=BakersBoard,
    deal=bakers_deal,
    files=load,
    program=BakersGame,
    keys={
        **EXTRA_KEYS,
        **{"about": F1, "new": F2, "select": F3, "statistics": F4, "restart": F5, "messages": F6},
        **{"count columns": F7, "undo": UNDO, "quit": F10},
    },
    counts_losses=True,
)
