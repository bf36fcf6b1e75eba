"""Aces Up: a click on a pile sends its card away, a click on the stock deals four."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from gemport.cards.acesup.board import PILES, STOCK, AcesUpBoard
from gemport.patience.acesup import resource

from gemport.cards.moves import IllegalMove
from gemport.cards.numbers import NUMBERS
from gemport.gem.aes.constants import LEFT
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.formats.rsc.objects import Tree
from gemport.gem.formats.rsc.resource import Resource
from gemport.patience.game import Sources
from gemport.patience.kit.art import CARD_HEIGHT, CARD_WIDTH, EMPTY_FREE, CardArt
from gemport.patience.kit.check import check_resource
from gemport.patience.kit.deck.dat import CardData
from gemport.patience.kit.needs import box_needs
from gemport.patience.kit.program import CardProgram, Command
from gemport.patience.kit.table import CardTable, Picture
from gemport.patience.session.session import Session

_ENTRIES = (resource.MENU_ABOUT, resource.MENU_NEW, resource.MENU_RESTART, resource.MENU_UNDO, resource.MENU_QUIT)
NEEDS = box_needs(resource, _ENTRIES, NUMBERS)


@dataclass(frozen=True)
class Files:
    """Card pictures and a resource."""

    cards: CardData
    resource: Resource


class Table(CardTable):
    """The stock on the left, the piles beside it."""

    def __init__(self, gem: Gem, art: CardArt, icon: Tree, session: Session[AcesUpBoard]) -> None:
        super().__init__(gem, art, icon)
        self.session = session

    def _corner(self, place: int) -> tuple[int, int]:
        return (10 if place == STOCK else 500 if place not in PILES else 110 + 90 * place), 10

    def pictures(self) -> Iterator[Picture]:
        """The stock as an empty place, the piles one card under the other."""
        yield Picture(EMPTY_FREE, *self._corner(STOCK))
        for place in PILES:
            x, y = self._corner(place)
            for row, card in enumerate(self.session.board.piles[place]):
                yield Picture(card, x, y + 15 * row)

    def end(self, place: int) -> tuple[int, int]:
        """The corner of a pile's last card."""
        x, y = self._corner(place)
        return x, y + 15 * max(len(self.session.board.piles[place]) - 1, 0) if place in PILES else y

    def area(self, place: int) -> GRect:
        """A column down to the window's lower edge."""
        x, y = self._corner(place)
        return GRect(x, y, CARD_WIDTH, self.window.size[1] - y)

    def hit(self, event: MultiEvent) -> int | None:
        """The place under the pointer."""
        x, y = self.point(event)
        rects = ((place, GRect(*self.end(place), CARD_WIDTH, CARD_HEIGHT)) for place in (STOCK, *PILES))
        return next((place for place, rect in rects if rect.contains(x, y)), None)


class AcesUp(CardProgram[AcesUpBoard]):
    """One run of the program."""

    table: Table

    def __init__(self, gem: Gem, files: Files, session: Session[AcesUpBoard]) -> None:
        trees = rsrc_load(files.resource, gem.width)
        super().__init__(gem, trees, resource, session)
        self.table = Table(gem, CardArt(files.cards), trees.tree(resource.WIND), session)
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
        place = self.table.hit(event)
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
