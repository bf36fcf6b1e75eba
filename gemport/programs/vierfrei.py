"""VIERFREI: the FreeCell of 1993 as a GEM program (spec: VIERFREI 2, 5 to 9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from gemport.aes.constants import LEFT, RIGHT
from gemport.aes.events import MultiEvent
from gemport.aes.gem import Gem, Program
from gemport.aes.rect import GRect
from gemport.aes.rsrc import rsrc_load
from gemport.cards.moves import COLUMNS, IllegalMove, Move
from gemport.cards.vierfrei import Board
from gemport.formats.dat import CardData
from gemport.formats.objects import TedInfo
from gemport.formats.rsc import Resource
from gemport.programs.boxes import Answer, show_message
from gemport.programs.cardart import CardArt
from gemport.programs.cardprogram import (
    ABOUT,
    DELETE,
    F1,
    F2,
    F3,
    F4,
    F10,
    GETNUM,
    GRAT,
    UNDO,
    WIND,
    CardProgram,
    Command,
)
from gemport.programs.celllayout import Spot
from gemport.programs.celltable import CellTable

NAME = "VIERFREI"

ITEM_ABOUT, ITEM_NEW, ITEM_SELECT, ITEM_RESTART, ITEM_REMOVE, ITEM_UNDO, ITEM_QUIT = 7, 16, 17, 19, 21, 22, 24
"""Entries of the menu."""
GRAT_OK, GRAT_MOVES = 2, 4


@dataclass(frozen=True)
class Files:
    """What VIERFREI loads: VIERFREI.DAT and VIERFREI.RSC."""

    cards: CardData
    resource: Resource


class Vierfrei(CardProgram):
    """One run of the program."""

    def __init__(self, gem: Gem, files: Files, number: int) -> None:
        super().__init__(gem, rsrc_load(files.resource, gem.width))
        self.board = Board.deal(number)
        self.table: CellTable = CellTable(gem, CardArt(files.cards), self.trees.tree(WIND), self.board)
        self.commands = {
            ITEM_ABOUT: Command(self.about, F4, ABOUT),
            ITEM_NEW: Command(self._new, F1),
            ITEM_SELECT: Command(self._select, F2, GETNUM),
            ITEM_RESTART: Command(self._restart, F3),
            ITEM_REMOVE: Command(self._remove, DELETE),
            ITEM_UNDO: Command(self._undo, UNDO),
            ITEM_QUIT: Command(self.leave, F10, always=True),
        }

    @property
    def full_work(self) -> GRect:
        """The work area of the window as it is or would be when not shrunk, in screen pixels."""
        work = self.table.window.work
        return GRect(work.x, work.y, *self.table.window.size)

    def title(self) -> str:
        """The game's name and number."""
        return f"{NAME} #{self.board.number}"

    # ---- the menu

    async def _new(self) -> None:
        await self._deal(self._next_number())

    async def _restart(self) -> None:
        await self._deal(self.board.number or 0)

    async def _select(self) -> None:
        number = await self.ask_number(self._next_number())
        if number is not None:
            await self._deal(number)

    def _next_number(self) -> int:
        return self.board.next_number or 0

    async def _deal(self, number: int) -> None:
        self.board = self.table.board = Board.deal(number)
        self.table.window.rename(self.title())
        await self.table.window.redraw()

    async def _undo(self) -> None:
        if not self.board.history:
            self.gem.bell()
            return
        move = self.board.history[-1]
        await self.table.animate(move.target, move.source, self.board.undo)

    async def _remove(self) -> None:
        await self._play(self.board.removals())

    # ---- playing

    async def press(self, event: MultiEvent) -> None:
        """Drag a card or a run; with the right button held, send cards to free places."""
        spot = self.table.hit(event)
        if event.buttons & RIGHT and spot is not None:
            await self._to_cells(spot)
        elif spot is not None and self.board.may_touch(spot.place, spot.index):
            await self._drag(spot, event)
            return
        await self.gem.evnt_button(1, LEFT, 0)

    async def _to_cells(self, spot: Spot) -> None:
        moves = self.board.to_cells(spot.place, spot.index)
        if moves is None:
            self.gem.bell()
        else:
            await self._play(moves)

    async def _drag(self, spot: Spot, event: MultiEvent) -> None:
        target = await self.table.drag_card(spot, event)
        if target is None or target == spot.place:
            return
        count = len(self.board.columns[spot.place]) - spot.index if spot.place in COLUMNS else 1
        try:
            moves = self.board.supermove(spot.place, count, target)
        except IllegalMove:
            self.gem.bell()
            return
        await self._play(moves, animated=count > 1)

    async def _play(self, moves: Iterable[Move], animated: bool = True) -> None:
        show = self.table.animate if animated else self.table.change
        for move in moves:
            await show(move.source, move.target, partial(self.board.move, move.source, move.target))
            if self.board.won:
                await self._congratulate()

    async def _congratulate(self) -> None:
        field = self.trees.tree(GRAT)[GRAT_MOVES].ob_spec
        if isinstance(field, TedInfo):
            field.te_ptext = f"{self.board.moves_made:5d}"
        self.quitting = await show_message(self.box(GRAT), GRAT_OK) is Answer.QUIT


def vierfrei(files: Files, number: int) -> Program:
    """The program VIERFREI with its files, beginning with a game number 0..999999. Raises NumberError."""
    Board.deal(number)

    async def main(gem: Gem) -> None:
        await Vierfrei(gem, files, number).run()

    return main
