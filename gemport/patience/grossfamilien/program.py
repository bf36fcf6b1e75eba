"""Grossfamilien: the patience of 104 cards as a GEM program (spec: Grossfamilien)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gemport.cards.grossfamilien.board import PILES, TALON, TURNED, WASTE, Board
from gemport.cards.grossfamilien.removal import removals
from gemport.cards.moves import IllegalMove
from gemport.cards.notation import Record
from gemport.cards.numbers import check_number
from gemport.gem.aes.constants import LEFT, RIGHT
from gemport.gem.aes.gem import Gem, Program
from gemport.gem.aes.kernel.events import MultiEvent
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.formats.rsc import Resource
from gemport.patience.grossfamilien.table import PileTable
from gemport.patience.kit.art import CardArt
from gemport.patience.kit.check import Part, check_trees
from gemport.patience.kit.counted.program import CountedProgram
from gemport.patience.kit.counted.statistics import NEEDS as STATISTICS_NEEDS
from gemport.patience.kit.counted.statistics import STATISTICS
from gemport.patience.kit.counted.texts import CountedText
from gemport.patience.kit.deck.dat import CardData, Rows
from gemport.patience.kit.program import (
    ABOUT,
    BOX_NEEDS,
    CONTROL_Y,
    DELETE,
    F1,
    F2,
    F3,
    F4,
    F5,
    F10,
    GETNUM,
    MENU,
    UNDO,
    WIND,
    Command,
)
from gemport.patience.kit.replay import Replay, Watch
from gemport.patience.session.counted import CountedGame
from gemport.patience.session.records import MemoryRecords, Records

NAME = "Großfamilien"

ITEM_ABOUT, ITEM_NEW, ITEM_SELECT, ITEM_RESTART, ITEM_REMOVE, ITEM_UNDO, ITEM_REDO = 7, 16, 17, 19, 21, 22, 23
ITEM_STATISTICS, ITEM_QUIT = 25, 27
"""Entries of the menu."""
RANKS, FIRST_TEXT = range(13), 13
"""Free strings: the ranks as they stand beside the families, then those of CountedText."""
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
    check_trees(resource, _NEEDS, FIRST_TEXT + len(CountedText))


@dataclass(frozen=True)
class Files:
    """What Grossfamilien loads: card pictures, a resource, and the picture of a card's back."""

    cards: CardData
    resource: Resource
    back: Rows


class Grossfamilien(CountedProgram[Board]):
    """One run of the program."""

    table: PileTable

    def __init__(
        self, gem: Gem, files: Files, number: int | None, records: Records, fresh: int, watch: Watch | None = None
    ) -> None:
        super().__init__(gem, rsrc_load(files.resource, gem.width), records, FIRST_TEXT, watch)
        self.game = CountedGame(self.records, Board.deal, number, fresh)
        ranks = [self.trees.string(rank) for rank in RANKS]
        art = CardArt(files.cards, files.back)
        self.table = PileTable(gem, art, self.trees.tree(WIND), self.board, ranks)
        self.commands = {
            ITEM_ABOUT: Command(self.about, F4, ABOUT),
            ITEM_NEW: Command(self._new, F1),
            ITEM_SELECT: Command(self._select, F2, GETNUM),
            ITEM_RESTART: Command(self.restart, F3),
            ITEM_REMOVE: Command(self._remove, DELETE),
            ITEM_UNDO: Command(self.take_back, UNDO),
            ITEM_REDO: Command(self.make_again, CONTROL_Y),
            ITEM_STATISTICS: Command(self.statistics.show, F5),
            ITEM_QUIT: Command(self.leave, F10, always=True),
        }

    @property
    def board(self) -> Board:
        """The game's board."""
        return self.game.board

    def title(self) -> str:
        """The game's name and number."""
        return f"{NAME} #{self.game.number}"

    def moves_made(self) -> int:
        """How many steps the player made."""
        return self.board.moves_made

    async def opened(self) -> None:
        """The first game is there."""
        self.changed(self.board)
        await super().opened()

    # ---- the menu

    async def _new(self) -> None:
        await self.deal(self._next_number())

    async def _select(self) -> None:
        number = await self.ask_number(self._next_number())
        if number is not None:
            await self.deal(number)

    def _next_number(self) -> int:
        return self.board.next_number or 0

    async def show_deal(self) -> None:
        """Show the new board."""
        self.table.board = self.board
        self.changed(self.board)
        self.table.window.rename(self.title())
        await self.table.window.redraw()

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


class GrossfamilienReplay(Replay, Grossfamilien):
    """Grossfamilien that plays recorded games first."""


def grossfamilien(
    files: Files, number: int | None, records: Records, fresh: int = 0, watch: Watch | None = None
) -> Program:
    """The program Grossfamilien with its files and records.

    number: the game 0..999999 to begin with; None: the one in progress. Raises NumberError
    fresh: the game to begin with if there is neither
    watch: told of every change of the board, and of every new one
    """
    check_number(fresh if number is None else number)

    async def main(gem: Gem) -> None:
        await Grossfamilien(gem, files, number, records, fresh, watch).run()

    return main


def grossfamilien_replay(files: Files, games: Sequence[Record], watch: Watch | None = None) -> Program:
    """Grossfamilien playing recorded games one after the other, then left to the player. They have been checked."""

    async def main(gem: Gem) -> None:
        program = GrossfamilienReplay(gem, files, games[0].number, MemoryRecords(), 0, watch)
        program.follow(games)
        await program.run()

    return main
