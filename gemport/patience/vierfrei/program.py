"""VIERFREI: the FreeCell of 1993 as a GEM program (docs/vierfrei.md 2, 5 to 9)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import partial
from typing import NamedTuple

from gemport.cards.cells import COLUMNS
from gemport.cards.deals import NUMBERS
from gemport.cards.moves import IllegalMove, Move, foundation_of
from gemport.cards.vierfrei import VierfreiBoard
from gemport.gem.aes.constants import LEFT, RIGHT
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.formats.rsc import Resource
from gemport.patience.game import Sources
from gemport.patience.kit.art import CardArt
from gemport.patience.kit.cells import cell_slots
from gemport.patience.kit.check import Needs, alert, any_text, check_resource, has
from gemport.patience.kit.deck.dat import CardData
from gemport.patience.kit.double import DoubleClick
from gemport.patience.kit.extras import extra_commands
from gemport.patience.kit.keeping import Keeping
from gemport.patience.kit.layout import Spot
from gemport.patience.kit.needs import box_needs, kept_needs, moves_needs, unfinished_needs
from gemport.patience.kit.program import CardProgram, Command
from gemport.patience.kit.statistics import MovesBox
from gemport.patience.kit.texts import KeptTexts
from gemport.patience.kit.thinking.impossible import Impossible
from gemport.patience.kit.thinking.thinking import Thinking
from gemport.patience.vierfrei import resource as rsc
from gemport.patience.vierfrei.table import VierfreiTable
from gemport.store.session import Session

_ENTRIES = (
    *(rsc.MENU_ABOUT, rsc.MENU_NEW, rsc.MENU_SELECT, rsc.MENU_RESTART),
    *(rsc.MENU_REMOVE, rsc.MENU_UNDO, rsc.MENU_QUIT),
)
NEEDS = box_needs(rsc, _ENTRIES, NUMBERS)
"""What the original's resource has."""
KEPT = kept_needs(rsc)
"""An extra: the built-in resource has words about what is kept, the original's has none."""
UNFINISHED = unfinished_needs(rsc)
STATISTICS = moves_needs(rsc)
"""Extras: the list of the unfinished games, and the statistics."""

_STUCK = Needs(strings={rsc.STUCK: alert, rsc.STUCK_LINE: any_text})
"""An extra: what is said when no move is left, as an alert or in the info line."""
_TAKE_BACK, _RESTART = 1, 2
"""Buttons of that alert."""

OWN_RESOURCES = {"de": "VIERFREI.RSC", "en": "VIERFR_E.RSC"}
"""The original's resources, as players have them."""


class Files(NamedTuple):
    """What VIERFREI loads: VIERFREI.DAT and VIERFREI.RSC, and what is known of its games."""

    cards: CardData
    resource: Resource
    impossible: Container[int] = ()
    """The numbers of games that cannot be won."""


class Vierfrei(CardProgram[VierfreiBoard]):
    """One run of the program."""

    def __init__(self, gem: Gem, files: Files, session: Session[VierfreiBoard]) -> None:
        trees = rsrc_load(files.resource, gem.width)
        texts = KeptTexts(trees, rsc) if has(trees, KEPT) else None
        unfinished = has(trees, UNFINISHED)
        keeping = Keeping(gem, trees, session, rsc if unfinished else None)
        super().__init__(gem, trees, rsc, session, texts, keeping)
        self.table: VierfreiTable = VierfreiTable(gem, CardArt(files.cards), trees.tree(rsc.WIND), session, cell_slots)
        self._room_is_known = True
        self._double = DoubleClick(gem)
        # Nobody loses who is not told so.
        session.counts_losses = has(trees, _STUCK) and unfinished
        self._thinking = Thinking.of(self, rsc, VierfreiBoard.one_card, files.impossible)
        keys = session.game.keys
        self.commands = {
            rsc.MENU_ABOUT: Command(self.about, keys["about"], rsc.ABOUT),
            rsc.MENU_NEW: Command(self.new, keys["new"]),
            rsc.MENU_SELECT: Command(self._select, keys["select"], rsc.GETNUM),
            rsc.MENU_RESTART: Command(self.restart, keys["restart"]),
            rsc.MENU_REMOVE: Command(self._remove, keys["remove"]),
            rsc.MENU_UNDO: Command(self.take_back, keys["undo"]),
            rsc.MENU_QUIT: Command(self.leave, keys["quit"], always=True),
            **extra_commands(
                trees,
                rsc.MENU,
                {
                    **(
                        {rsc.MENU_UNFINISHED: Command(self.choose_unfinished, keys["unfinished"])} if unfinished else {}
                    ),
                    **self._statistics(),
                    rsc.MENU_REDO: Command(self.make_again, keys["redo"]),
                    rsc.MENU_COUNTER: Command(self.info.switch, keys["counter"]),
                    rsc.MENU_HELP: Command(self.help, keys["help"]),
                    **({} if self._thinking is None else self._thinking.commands()),
                },
            ),
        }

    # ---- the original's ways with boxes and the title

    async def box_left(self) -> None:
        """A button that stays down is a press on the card beneath."""

    async def move(self, outer: GRect) -> None:
        """Move the window; the room for boxes is looked at when the large window is moved."""
        self._room_is_known = True
        await super().move(outer)

    async def full(self) -> None:
        """Blown up again, the window has all entries enabled: nothing looks for their boxes' room."""
        self._room_is_known = False
        await super().full()

    def has_room(self, box: int) -> bool:
        """Whether a box fits, as far as the original has looked."""
        return not self._room_is_known or super().has_room(box)

    async def about(self) -> None:
        """Show what this program is; only About looks again whether it has room."""
        if super().has_room(rsc.ABOUT):
            await super().about()

    async def restart(self) -> None:
        """Deal the same game again. The title stays, even if its dots are out of step since the window was moved."""
        self.session.restart()
        await self.table.window.redraw()
        self.enable_items()

    # ---- when no move is left

    async def lost(self) -> None:
        """Tell that no move is left: in the info line if it is there, else in an alert."""
        if self.info.on:
            return
        answer = await self.gem.form_alert(_TAKE_BACK, self.say(rsc.STUCK))
        if answer == _TAKE_BACK:
            await self.take_back()
        elif answer == _RESTART:
            await self.restart()

    def info_text(self) -> str:
        """What the window's info line says: also that no move is left."""
        if self.session.counts_losses and self.board.lost:
            return self.say(rsc.STUCK_LINE, **self.info.words())
        return super().info_text()

    # ---- the menu

    def _statistics(self) -> dict[int, Command]:
        if self.texts is None or not has(self.trees, STATISTICS):
            return {}
        box = MovesBox(self.gem, self.trees, rsc, self.texts, self.session)
        return {rsc.MENU_STATISTICS: Command(box.show, self.session.game.keys["statistics"])}

    async def _select(self) -> None:
        number = await self.ask_number(self.session.next_number())
        while number is not None and self._thinking and not await self._thinking.wanted(number):
            number = await self.ask_number(number)
        if number is not None:
            await self.begin(number)

    async def _remove(self) -> None:
        if self.board.won:
            await self.congratulate(self.board.moves_made)
            return
        await self._play(self.board.removals())

    # ---- playing

    async def press(self, event: MultiEvent) -> None:
        """Drag a card or a run; with the right button held, send cards to free places."""
        spot, second = self.table.hit(event), self._double.is_second(event)
        if event.buttons & RIGHT and spot is not None:
            await self._to_cells(spot)
        elif spot is not None and self.board.may_touch(spot.place, spot.index):
            await self._drag(spot, event, second)
            return
        await self.gem.evnt_button(1, LEFT, 0)

    async def _to_cells(self, spot: Spot) -> None:
        moves = self.board.to_cells(spot.place, spot.index)
        if moves is None:
            self.gem.bell()
        else:
            await self._play(moves)

    async def _drag(self, spot: Spot, event: MultiEvent, second: bool) -> None:
        target = await self.table.drag_card(spot, event)
        if target is None or target == spot.place:
            if target is not None and second:
                await self._send_home(spot)
            return
        count = len(self.board.columns[spot.place]) - spot.index if spot.place in COLUMNS else 1
        try:
            moves = self.board.supermove(spot.place, count, target)
        except IllegalMove:
            self.gem.bell()
            return
        await self._play(moves, animated=count > 1)

    async def _send_home(self, spot: Spot) -> None:
        """An extra, as Redo is: a double click on the last card of a place sends it to its final place, if it fits."""
        card = self.board.top(spot.place)
        last = spot.place not in COLUMNS or spot.index == len(self.board.columns[spot.place]) - 1
        if rsc.MENU_REDO not in self.commands or card is None or not last:
            return
        if self.board.placing(card, foundation_of(card)) is None:
            await self.make(self.board.step(spot.place, foundation_of(card)))

    async def _play(self, moves: Iterable[Move], animated: bool = True) -> None:
        for move in moves:
            await self.make(self.board.step(move.source, move.target), animated)


def load(sources: Sources, lang: str) -> Files:
    """Find VIERFREI's files. Raises GemportError."""
    check = partial(check_resource, needs=NEEDS)
    resource = sources.resource("vierfrei", lang, check, OWN_RESOURCES)
    return Files(sources.cards(lang), resource, Impossible(sources, "vierfrei"))
