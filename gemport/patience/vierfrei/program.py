"""VIERFREI: the FreeCell of 1993 as a GEM program (spec: VIERFREI 2, 5 to 9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from gemport.cards.moves import COLUMNS, IllegalMove, Move
from gemport.cards.notation import Record
from gemport.cards.numbers import NUMBERS
from gemport.cards.vierfrei.board import Board
from gemport.gem.aes.constants import LEFT, RIGHT
from gemport.gem.aes.gem import Gem, Program
from gemport.gem.aes.kernel.events import MultiEvent
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.formats.rsc import Resource
from gemport.patience.kit.art import CardArt
from gemport.patience.kit.cells.layout import Spot
from gemport.patience.kit.cells.table import CellTable
from gemport.patience.kit.check import Part
from gemport.patience.kit.deck.dat import CardData
from gemport.patience.kit.program import (
    ABOUT,
    BOX_NEEDS,
    DELETE,
    F1,
    F2,
    F3,
    F4,
    F10,
    GETNUM,
    MENU,
    UNDO,
    WIND,
    Command,
)
from gemport.patience.kit.replay import Replay, Replayable, Watch

NAME = "VIERFREI"

ITEM_ABOUT, ITEM_NEW, ITEM_SELECT, ITEM_RESTART, ITEM_REMOVE, ITEM_UNDO, ITEM_QUIT = 7, 16, 17, 19, 21, 22, 24
"""Entries of the menu."""
_ENTRIES = ITEM_ABOUT, ITEM_NEW, ITEM_SELECT, ITEM_RESTART, ITEM_REMOVE, ITEM_UNDO, ITEM_QUIT
NEEDS: Mapping[int, Mapping[int, Part]] = {
    MENU: {3: Part.TITLE, 4: Part.TITLE, **dict.fromkeys(_ENTRIES, Part.ENTRY)},
    **BOX_NEEDS,
}
"""What a resource must hold to be VIERFREI's: trees, and their objects."""


@dataclass(frozen=True)
class Files:
    """What VIERFREI loads: VIERFREI.DAT and VIERFREI.RSC."""

    cards: CardData
    resource: Resource


class Vierfrei(Replayable):
    """One run of the program."""

    def __init__(self, gem: Gem, files: Files, board: Board, watch: Watch | None = None) -> None:
        super().__init__(gem, rsrc_load(files.resource, gem.width), watch)
        self.board = board
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
        await self.deal(self._next_number())

    async def _restart(self) -> None:
        await self.deal(self.board.number or 0)

    async def _select(self) -> None:
        number = await self.ask_number(self._next_number())
        if number is None:
            return
        if number < NUMBERS:
            await self.deal(number)
        else:
            # Only a resource with a longer field than the original's lets one type it.
            self.gem.bell()

    def _next_number(self) -> int:
        return self.board.next_number or 0

    async def deal(self, number: int) -> None:
        """Begin another game."""
        self.board = self.table.board = Board.deal(number)
        self.changed(self.board)
        self.table.window.rename(self.title())
        await self.table.window.redraw()

    async def _undo(self) -> None:
        if not self.board.history:
            self.gem.bell()
            return
        move = self.board.history[-1]
        await self.table.animate(move.target, move.source, self._take_back)

    def _take_back(self) -> None:
        self.board.undo()
        self.changed(self.board)

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
            await show(move.source, move.target, partial(self._move, move))
            if self.board.won:
                await self.congratulate(self.board.moves_made)

    def _move(self, move: Move) -> None:
        self.board.move(move.source, move.target)
        self.changed(self.board)

    async def play_word(self, word: str) -> None:
        """Make a single move given in standard notation. Raises IllegalMove, PlaceError."""
        await self._play([self.board.parse_move(word)])

    async def opened(self) -> None:
        """The first game is there."""
        self.changed(self.board)


class VierfreiReplay(Replay, Vierfrei):
    """VIERFREI that plays recorded games first."""


def vierfrei(files: Files, board: Board, watch: Watch | None = None) -> Program:
    """The program VIERFREI with its files, beginning with a game just dealt or one in progress.

    ``watch`` is told of every change of the board, and of every new one.
    """

    async def main(gem: Gem) -> None:
        await Vierfrei(gem, files, board, watch).run()

    return main


def vierfrei_replay(files: Files, games: Sequence[Record], watch: Watch | None = None) -> Program:
    """VIERFREI playing recorded games one after the other, then left to the player. They have been checked."""

    async def main(gem: Gem) -> None:
        program = VierfreiReplay(gem, files, Board.deal(games[0].number), watch)
        program.follow(games)
        await program.run()

    return main
