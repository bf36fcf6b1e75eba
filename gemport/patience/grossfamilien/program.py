"""Großfamilien: the patience of 104 cards as a GEM program (docs/grossfamilien.md)."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from gemport.cards.card import KING
from gemport.cards.deals import NUMBERS
from gemport.cards.grossfamilien import PILES, STOCK, TURNED, WASTE, FamilyBoard, FamilyRule, removals
from gemport.cards.moves import IllegalMove, Rule, foundation_of
from gemport.gem.aes.constants import LEFT, RIGHT
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.formats.img import read_img
from gemport.gem.formats.rsc import Resource
from gemport.patience.game import Sources
from gemport.patience.grossfamilien import resource as rsc
from gemport.patience.grossfamilien.table import FamilyTable
from gemport.patience.kit.art import CardArt
from gemport.patience.kit.check import Needs, alert, any_text, check_resource, entry, has
from gemport.patience.kit.deck.dat import CardData, Rows
from gemport.patience.kit.double import DoubleClick
from gemport.patience.kit.extras import extra_commands
from gemport.patience.kit.keeping import Keeping
from gemport.patience.kit.layout import Spot
from gemport.patience.kit.needs import box_needs, forfeit_needs, kept_needs, statistics_needs, unfinished_needs
from gemport.patience.kit.program import CardProgram, Command
from gemport.patience.kit.statistics import StatisticsBox
from gemport.patience.kit.texts import KeptTexts
from gemport.store.session import Session

if TYPE_CHECKING:
    from gemport.patience.grossfamilien.hinting import Hints

_ENTRIES = (
    *(rsc.MENU_ABOUT, rsc.MENU_NEW, rsc.MENU_SELECT, rsc.MENU_RESTART, rsc.MENU_REMOVE),
    *(rsc.MENU_UNDO, rsc.MENU_REDO, rsc.MENU_STATISTICS, rsc.MENU_QUIT, rsc.MENU_UNFINISHED),
)
_RANKS = range(rsc.RANK, rsc.RANK + KING + 1)
"""Free strings: the ranks as they stand beside the families."""
NEEDS = (
    box_needs(rsc, _ENTRIES, NUMBERS)
    | statistics_needs(rsc)
    | kept_needs(rsc)
    | unfinished_needs(rsc)
    | forfeit_needs(rsc)
    | Needs(strings=dict.fromkeys(_RANKS, any_text))
)

_HINTS = Needs({rsc.MENU: {rsc.MENU_HINT: entry}}, dict.fromkeys((rsc.HINT_LIKELY, rsc.HINT_LOST), alert), rsc.MENU)
_FILL_FIRST = Needs(strings={rsc.FILL_FIRST: alert})
"""Extras: hints, and words about free places that are to be filled first."""
_OK = 1


class Files(NamedTuple):
    """What Großfamilien loads: card pictures, a resource, and the picture of a card's back."""

    cards: CardData
    resource: Resource
    back: Rows


class Grossfamilien(CardProgram[FamilyBoard]):
    """One run of the program."""

    table: FamilyTable

    def __init__(self, gem: Gem, files: Files, session: Session[FamilyBoard]) -> None:
        trees = rsrc_load(files.resource, gem.width)
        texts = KeptTexts(trees, rsc)
        keeping = Keeping(gem, trees, session, rsc, rsc)
        super().__init__(gem, trees, rsc, session, texts, keeping)
        self._statistics = StatisticsBox(gem, trees, rsc, texts, session)
        ranks = [trees.string(rank) for rank in _RANKS]
        self.table = FamilyTable(gem, CardArt(files.cards, files.back), trees.tree(rsc.WIND), session, ranks)
        self._double = DoubleClick(gem)
        self._pressed: int | None = None
        """The card that was pressed last, which the second press of a double click sends to its family."""
        self._says_fill_first = has(trees, _FILL_FIRST)
        keys = session.game.keys
        self.commands = {
            rsc.MENU_ABOUT: Command(self.about, keys["about"], rsc.ABOUT),
            rsc.MENU_NEW: Command(self.new, keys["new"]),
            rsc.MENU_SELECT: Command(self._select, keys["select"], rsc.GETNUM),
            rsc.MENU_UNFINISHED: Command(self.choose_unfinished, keys["unfinished"]),
            rsc.MENU_RESTART: Command(self.restart, keys["restart"]),
            rsc.MENU_REMOVE: Command(self._remove, keys["remove"]),
            rsc.MENU_UNDO: Command(self.take_back, keys["undo"]),
            rsc.MENU_REDO: Command(self.make_again, keys["redo"]),
            rsc.MENU_HELP: Command(self.help, keys["help"]),
            **extra_commands(trees, rsc.MENU, {rsc.MENU_COUNTER: Command(self.info.switch, keys["counter"])}),
            rsc.MENU_STATISTICS: Command(self._statistics.show, keys["statistics"]),
            rsc.MENU_QUIT: Command(self.leave, keys["quit"], always=True),
            **({rsc.MENU_HINT: Command(lambda: self._hints.show(), keys["hint"])} if has(trees, _HINTS) else {}),
        }

    # ---- the menu

    @cached_property
    def _hints(self) -> Hints:
        # Late: the solver comes with them.
        from gemport.patience.grossfamilien.hinting import Hints

        return Hints(self)

    async def _select(self) -> None:
        number = await self.ask_number(self.session.next_number())
        if number is not None:
            await self.begin(number)

    async def _remove(self) -> None:
        plays = removals(self.board)
        if not plays and self.board.fill_first:
            await self._refuse(FamilyRule.FILL_FIRST)
        for play in plays:
            await self.make(self.board.plan(play.source, play.target))

    # ---- playing

    async def press(self, event: MultiEvent) -> None:
        """Drag a card, or click on one; with the right button held, send it to its family."""
        place = self.table.top_at(event)
        right = bool(event.buttons & RIGHT)
        home = self._twice(place, event)
        if place is not None and not right and self._may_lift(place):
            await self._drag(place, event, home)
            return
        # What follows may bring up a box, which is to wait for clicks of its own.
        released = await self.gem.evnt_button(1, LEFT, 0)
        if home is not None:
            await self._send(home)
        elif place is not None and right:
            await self._send(place)
        elif place == STOCK == self.table.top_at(released):
            await self._click(STOCK)

    def _twice(self, place: int | None, event: MultiEvent) -> int | None:
        """Where the card lies that is clicked twice, if it fits its family; the first click may have moved it.

        Also if only a free place is in the way: whoever clicks is to be told.
        """
        pressed, self._pressed = self._pressed, None
        if not self._double.is_second(event):
            if place is not None and place != STOCK:
                self._pressed = self.board.top(place)
            return None
        if pressed is None:
            return None
        here = () if place is None or place == STOCK else (place,)
        if here and self.board.top(here[0]) == pressed and self._fits_later(here[0]):
            return here[0]
        lies = (at for at in (*here, TURNED, WASTE, *PILES) if self.board.top(at) == pressed)
        return next((at for at in lies if self.board.to_family(at) is not None), None)

    def _fits_later(self, place: int) -> bool:
        """Whether nothing but a free place keeps a place's card from its family."""
        card = self.board.top(place)
        refusal = None if card is None else self.board.refusal(place, foundation_of(card))
        return refusal is not None and refusal.rule is FamilyRule.FILL_FIRST

    async def _drag(self, place: int, event: MultiEvent, home: int | None) -> None:
        target = await self.table.drag_card(Spot(place, len(self.board.piles[place]) - 1), event)
        if target == place and home is not None:
            await self._send(home)
        elif target == place:
            await self._click(place)
        elif target is not None:
            await self._move(place, target)

    def _may_lift(self, place: int) -> bool:
        """Whether a place's top card can be dragged. As long as a card is turned the talon's next one stays."""
        if place == STOCK:
            return bool(self.board.stock) and self.board.turned is None
        return place in (TURNED, WASTE, *PILES) and self.board.top(place) is not None

    async def _send(self, place: int) -> None:
        card = self.board.top(place)
        if card is None or place == STOCK:
            self.gem.bell()
        else:
            await self._move(place, foundation_of(card), animated=True)

    async def _click(self, place: int) -> None:
        """A click on talon, turned card or waste fills a free place; else it turns a card, or lays one off.

        Turning needs no moving box: whoever goes through the talon with quick clicks is not to wait for boxes.
        """
        stock = TURNED if place == STOCK and self.board.turned is not None else place
        free = self.board.free_places()
        if free and stock not in PILES and self.board.top(stock) is not None:
            await self._move(stock, free[0], animated=True)
        elif stock == TURNED:
            # Laying off the last card may end the game, and begin another.
            more = place == STOCK and bool(self.board.stock)
            await self._move(TURNED, WASTE)
            if more:
                await self._move(STOCK, TURNED)
        elif place == STOCK:
            await self._move(STOCK, TURNED)

    async def _move(self, source: int, target: int, animated: bool = False) -> None:
        try:
            step = self.board.plan(source, target)
        except IllegalMove as error:
            await self._refuse(error.refusal.rule)
            return
        await self.make(step, animated)

    async def _refuse(self, rule: Rule) -> None:
        """Ring the bell; say so if it is because of a free place, which the player may have overlooked."""
        self.gem.bell()
        if rule is FamilyRule.FILL_FIRST and self._says_fill_first:
            await self.gem.form_alert(_OK, self.trees.string(rsc.FILL_FIRST))


def load(sources: Sources, lang: str) -> Files:
    """Find Großfamilien's files. Raises GemportError."""
    resource = sources.resource("grossfamilien", lang, partial(check_resource, needs=NEEDS))
    back = read_img(sources.built_in("grossfamilien/back.img"), "back.img")
    return Files(sources.cards(lang), resource, tuple(back.rows))
