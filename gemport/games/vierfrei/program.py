"""VIERFREI: the FreeCell of 1993 as a GEM program (docs/vierfrei.md 2, 5 to 9)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from gemport.cards.cells import COLUMNS
from gemport.cards.moves import IllegalMove, Move, foundation_of
from gemport.cards.vierfrei import VierfreiBoard
from gemport.games.cellgame import CellProgram
from gemport.games.deck import CardArt
from gemport.games.files import Files, Impossible, load_files, say
from gemport.games.game import Sources
from gemport.games.layout import Spot, cell_slots
from gemport.games.program import Command
from gemport.games.table import DoubleClick
from gemport.games.vierfrei import resource as rsc
from gemport.games.vierfrei.table import VierfreiTable
from gemport.gem.aes.constants import LEFT, RIGHT
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.objects import TedInfo, Tree
from gemport.store.session import Session

ORIGINAL: Final = {rsc.MENU: 25, rsc.GETNUM: 5, rsc.GRAT: 5, rsc.ABOUT: 5, rsc.WIND: 1}
"""By its trees, so many objects of the resource are the original's, too; which has no more, and no free strings."""
OWN_RESOURCES: Final = {"de": "VIERFREI.RSC", "en": "VIERFR_E.RSC"}
"""The original's resources, as players have them."""
_ITEMS = {
    "about": rsc.MENU_ABOUT,
    "new": rsc.MENU_NEW,
    "select": rsc.MENU_SELECT,
    "restart": rsc.MENU_RESTART,
    "remove": rsc.MENU_REMOVE,
    "undo": rsc.MENU_UNDO,
    "quit": rsc.MENU_QUIT,
}
_EXTRA_ITEMS = {
    "unfinished": rsc.MENU_UNFINISHED,
    "statistics": rsc.MENU_STATISTICS,
    "redo": rsc.MENU_REDO,
    "counter": rsc.MENU_COUNTER,
    "help": rsc.MENU_HELP,
    "hint": rsc.MENU_HINT,
    "winnable": rsc.MENU_WINNABLE,
    "solution": rsc.MENU_SOLUTION,
    "back": rsc.MENU_BACK,
    "oracle": rsc.MENU_ORACLE,
}
_TAKE_BACK, _RESTART = 1, 2
"""Buttons of the alert that no move is left."""


class Vierfrei(CellProgram[VierfreiBoard]):
    """One run of the program."""

    asks_before_leaving = False

    def __init__(self, gem: Gem, files: Files, session: Session[VierfreiBoard]) -> None:
        super().__init__(gem, files, session, rsc.ABOUT)
        self._room_is_known = True
        self._double = DoubleClick(gem)
        # A player who is not told of a loss has none.
        session.counts_losses = self.extras
        items = {**_ITEMS, **_EXTRA_ITEMS} if self.extras else _ITEMS
        self.set_commands(items, {**self.analysis_commands(), "remove": Command(self._remove)})

    def make_table(self, files: Files) -> VierfreiTable:
        """Make the original's table."""
        return VierfreiTable(self.gem, CardArt(files.cards), self.trees.tree(rsc.WIND), self.session, cell_slots)

    # ---- the original's ways with boxes and the title

    @cached_property
    def number_box(self) -> Tree:
        """The original's dialog that asks for a number."""
        return self.trees.tree(rsc.GETNUM)

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

    def has_room(self, box: Tree) -> bool:
        """Return whether a box fits, as far as the original has looked."""
        return not self._room_is_known or super().has_room(box)

    async def about(self) -> None:
        """Show what this program is; only About looks again whether it has room."""
        if super().has_room(self.trees.tree(rsc.ABOUT)):
            await super().about()

    async def congratulate(self, moves: int) -> None:
        """Tell that the game is won; the original's box says after how many moves."""
        if self.extras:
            await super().congratulate(moves)
        elif not self.is_replay:
            # What the player sees in a recording is not his victory.
            box = self.trees.tree(rsc.GRAT)
            field = box[rsc.GRAT_MOVES].ob_spec
            if isinstance(field, TedInfo):
                field.te_ptext = f"{moves:5d}"
            await self.show_message(box, rsc.GRAT_OK)

    async def restart(self) -> None:
        """Deal the same game again. The title stays, even if its dots are out of step since the window was moved."""
        self.session.restart()
        await self.table.window.redraw()
        self.enable_items()

    # ---- when no move is left

    async def lost(self) -> None:
        """Tell that no move is left: in the info line if it is there, else in an alert."""
        if self.counting or not self.extras:
            return
        answer = await self.gem.form_alert(_TAKE_BACK, say(self.trees, rsc.STUCK))
        if answer == _TAKE_BACK:
            await self.take_back()
        elif answer == _RESTART:
            await self.restart()

    def info_text(self) -> str:
        """Return the text that counts moves and time, and says that no move is left."""
        if self.session.counts_losses and self.board.lost:
            return say(self.trees, rsc.STUCK_LINE, **self.info_words())
        return super().info_text()

    # ---- the menu

    async def statistics(self) -> None:
        """Show the game's statistics."""
        # Imported here: hardly any start needs it.
        from gemport.games.vierfrei.statistics import MovesBox

        await MovesBox(self.gem, self.shared, self.trees, self.session).show()

    async def _remove(self) -> None:
        if self.board.won:
            await self.congratulate(self.board.moves_made)
            return
        await self._play(self.board.removals())

    # ---- playing

    async def press(self, event: MultiEvent) -> None:
        """Drag a card or a run; with the right button held, send cards to cells."""
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
            if target is not None and second and self.extras:
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
        """Send the last card of a place to its foundation, if it fits there."""
        card = self.board.top(spot.place)
        last = spot.place not in COLUMNS or spot.index == len(self.board.columns[spot.place]) - 1
        if card is not None and last and self.board.placing(card, spot.place, foundation_of(card)) is None:
            await self.make(self.board.step(spot.place, foundation_of(card)))

    async def _play(self, moves: Iterable[Move], animated: bool = True) -> None:
        for move in moves:
            await self.make(self.board.step(move.source, move.target), animated)


def load(sources: Sources, lang: str) -> Files:
    """Load VIERFREI's files. Raises GemportError."""
    files = load_files(sources, "vierfrei", lang, OWN_RESOURCES, ORIGINAL)
    return files._replace(impossible=Impossible(sources, "vierfrei"))
