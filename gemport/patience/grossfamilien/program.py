"""Grossfamilien: the patience of 104 cards as a GEM program (spec: Grossfamilien)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gemport.cards.grossfamilien.board import PILES, TALON, TURNED, WASTE, FamilyBoard
from gemport.cards.grossfamilien.removal import removals
from gemport.cards.moves import IllegalMove
from gemport.gem.aes.constants import LEFT, RIGHT
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.kernel.events import MultiEvent
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.formats.img import read_img
from gemport.gem.formats.rsc import Resource
from gemport.patience.game import Sources
from gemport.patience.grossfamilien.table import PileTable
from gemport.patience.kit.art import CardArt
from gemport.patience.kit.check import Part, check_trees
from gemport.patience.kit.deck.dat import CardData, Rows
from gemport.patience.kit.program import ABOUT, BOX_NEEDS, GETNUM, MENU, WIND, CardProgram, Command
from gemport.patience.kit.statistics import NEEDS as STATISTICS_NEEDS
from gemport.patience.kit.statistics import STATISTICS, StatisticsBox
from gemport.patience.kit.texts import KeptText, KeptTexts
from gemport.patience.session.session import Session

ITEM_ABOUT, ITEM_NEW, ITEM_SELECT, ITEM_RESTART, ITEM_REMOVE, ITEM_UNDO, ITEM_REDO = 7, 16, 17, 19, 21, 22, 23
ITEM_STATISTICS, ITEM_QUIT = 25, 27
"""Entries of the menu."""
RANKS, FIRST_TEXT = range(13), 13
"""Free strings: the ranks as they stand beside the families, then those of KeptText."""
_ENTRIES = (
    *(ITEM_ABOUT, ITEM_NEW, ITEM_SELECT, ITEM_RESTART, ITEM_REMOVE),
    *(ITEM_UNDO, ITEM_REDO, ITEM_STATISTICS, ITEM_QUIT),
)
_NEEDS: Mapping[int, Mapping[int, Part]] = {
    MENU: {3: Part.TITLE, 4: Part.TITLE, **dict.fromkeys(_ENTRIES, Part.ENTRY)},
    **BOX_NEEDS,
    STATISTICS: STATISTICS_NEEDS,
}


def check_resource(resource: Resource) -> None:
    """Look whether a resource holds what Grossfamilien uses. Raises TreeError."""
    check_trees(resource, _NEEDS, FIRST_TEXT + len(KeptText))


@dataclass(frozen=True)
class Files:
    """What Grossfamilien loads: card pictures, a resource, and the picture of a card's back."""

    cards: CardData
    resource: Resource
    back: Rows


class Grossfamilien(CardProgram[FamilyBoard]):
    """One run of the program."""

    table: PileTable

    def __init__(self, gem: Gem, files: Files, session: Session[FamilyBoard]) -> None:
        trees = rsrc_load(files.resource, gem.width)
        texts = KeptTexts(trees, FIRST_TEXT)
        super().__init__(gem, trees, session, texts)
        self._statistics = StatisticsBox(gem, trees.tree(STATISTICS), texts, session.records)
        ranks = [trees.string(rank) for rank in RANKS]
        self.table = PileTable(gem, CardArt(files.cards, files.back), trees.tree(WIND), session, ranks)
        keys = session.game.keys
        self.commands = {
            ITEM_ABOUT: Command(self.about, keys["about"], ABOUT),
            ITEM_NEW: Command(self.new, keys["new"]),
            ITEM_SELECT: Command(self._select, keys["select"], GETNUM),
            ITEM_RESTART: Command(self.restart, keys["restart"]),
            ITEM_REMOVE: Command(self._remove, keys["remove"]),
            ITEM_UNDO: Command(self.take_back, keys["undo"]),
            ITEM_REDO: Command(self.make_again, keys["redo"]),
            ITEM_STATISTICS: Command(self._statistics.show, keys["statistics"]),
            ITEM_QUIT: Command(self.leave, keys["quit"], always=True),
        }

    # ---- the menu

    async def _select(self) -> None:
        number = await self.ask_number(self.session.next_number())
        if number is not None:
            await self.deal(number)

    async def _remove(self) -> None:
        for play in removals(self.board):
            await self.make(self.board.plan(play.source, play.target))

    # ---- playing

    async def press(self, event: MultiEvent) -> None:
        """Drag a card, or click on one; with the right button held, send it to its family."""
        place = self.table.hit(event)
        right = bool(event.buttons & RIGHT)
        if place is not None and not right and self._may_lift(place):
            await self._drag(place, event)
            return
        # What follows may bring up a box, which is to wait for clicks of its own.
        released = await self.gem.evnt_button(1, LEFT, 0)
        if place is not None and right:
            await self._send(place)
        elif place == TALON == self.table.hit(released):
            await self._click(TALON)

    async def _drag(self, place: int, event: MultiEvent) -> None:
        target = await self.table.drag_card(place, event)
        if target == place:
            await self._click(place)
        elif target is not None:
            await self._move(place, target)

    def _may_lift(self, place: int) -> bool:
        """Whether a place's top card can be dragged. As long as a card is turned the talon's next one stays."""
        if place == TALON:
            return bool(self.board.talon) and self.board.turned is None
        return place in (TURNED, WASTE, *PILES) and self.board.top(place) is not None

    async def _send(self, place: int) -> None:
        play = self.board.to_family(place)
        if play is None:
            self.gem.bell()
        else:
            await self.make(self.board.plan(play.source, play.target))

    async def _click(self, place: int) -> None:
        """A click on talon, turned card or waste fills a free place; else it turns a card, or lays one off.

        Turning needs no moving box: whoever goes through the talon with quick clicks is not to wait for boxes.
        """
        stock = TURNED if place == TALON and self.board.turned is not None else place
        free = self.board.free_places()
        if free and stock not in PILES and self.board.top(stock) is not None:
            await self._move(stock, free[0], animated=True)
        elif stock == TURNED:
            # Laying off the last card may end the game, and begin another.
            more = place == TALON and bool(self.board.talon)
            await self._move(TURNED, WASTE)
            if more:
                await self._move(TALON, TURNED)
        elif place == TALON:
            await self._move(TALON, TURNED)

    async def _move(self, source: int, target: int, animated: bool = False) -> None:
        try:
            step = self.board.plan(source, target)
        except IllegalMove:
            self.gem.bell()
            return
        await self.make(step, animated)


def load(sources: Sources, lang: str) -> Files:
    """Find Großfamilien's files. Raises GemportError."""
    resource = sources.resource("grossfamilien", lang, check_resource)
    back = read_img(sources.built_in("grossfamilien/back.img"), "back.img")
    return Files(sources.cards(lang), resource, tuple(back.rows))
