"""Aces Up: a click on a pile sends its card away, a click on the stock deals four."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from gemport.cards.acesup import AWAY, PILES, STOCK, AcesUpBoard
from gemport.patience.acesup import resource

from gemport.cards.deals import NUMBERS
from gemport.cards.moves import IllegalMove
from gemport.gem.aes.constants import LEFT
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.formats.rsc import Resource
from gemport.patience.game import Sources
from gemport.patience.kit.art import CARD_HEIGHT, CARD_WIDTH, EMPTY_FREE, CardArt
from gemport.patience.kit.check import check_resource
from gemport.patience.kit.deck.dat import CardData
from gemport.patience.kit.layout import SQUARED, Fan, Slot, Slots
from gemport.patience.kit.needs import box_needs
from gemport.patience.kit.program import CardProgram, Command
from gemport.patience.kit.table import CardTable
from gemport.store.session import Session

_ENTRIES = (resource.MENU_ABOUT, resource.MENU_NEW, resource.MENU_RESTART, resource.MENU_UNDO, resource.MENU_QUIT)
NEEDS = box_needs(resource, _ENTRIES, NUMBERS)


@dataclass(frozen=True)
class Files:
    """Card pictures and a resource."""

    cards: CardData
    resource: Resource


def slots(_width: int, height: int) -> Slots:
    """Lay the stock on the left, the piles beside it."""
    corners = {STOCK: 10, **{pile: 110 + 90 * pile for pile in PILES}, AWAY: 500}
    fans = {pile: Fan(height - CARD_HEIGHT - 10, 15) for pile in PILES}
    return {
        place: Slot(x, 10, GRect(x, 10, CARD_WIDTH, height - 10), EMPTY_FREE, fans.get(place, SQUARED))
        for place, x in corners.items()
    }


class AcesUp(CardProgram[AcesUpBoard]):
    """One run of the program."""

    def __init__(self, gem: Gem, files: Files, session: Session[AcesUpBoard]) -> None:
        trees = rsrc_load(files.resource, gem.width)
        super().__init__(gem, trees, resource, session)
        self.table = CardTable(gem, CardArt(files.cards), trees.tree(resource.WIND), session, slots)
        keys = session.game.keys
        self.commands = {
            resource.MENU_ABOUT: Command(self.about, keys["about"], resource.ABOUT),
            resource.MENU_NEW: Command(self.new, keys["new"]),
            resource.MENU_RESTART: Command(self.restart, keys["restart"]),
            resource.MENU_UNDO: Command(self.take_back, keys["undo"]),
            resource.MENU_QUIT: Command(self.leave, keys["quit"], always=True),
        }

    async def press(self, event: MultiEvent) -> None:
        """A click on the stock deals, one on a pile sends its card away."""
        place = self.table.place_at(event)
        await self.gem.evnt_button(1, LEFT, 0)
        if place is None:
            return
        try:
            await self.play_word("d" if place == STOCK else str(place + 1))
        except IllegalMove:
            self.gem.bell()


def load(sources: Sources, lang: str) -> Files:
    """Find the files. Raises GemportError."""
    needs = box_needs(resource, (resource.MENU_ABOUT, resource.MENU_NEW, resource.MENU_QUIT), NUMBERS)
    return Files(sources.cards(lang), sources.resource("acesup", lang, partial(check_resource, needs=needs)))
