"""FreeCell: the game of the Amiga guide as a GEM program (spec: FreeCell).

It shares its table, boxes and menus with VIERFREI. What is different: clicks select, and dragging is the other way;
a wrong move is answered with a message, not with the bell; cards go home by themselves after each move
(``freecell_sends_home``), not on demand; more cards may move at once (``freecell_limit``); undo goes by steps, and
there is redo; the outcome of a game counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from gemport.cards.freecell.board import Board
from gemport.cards.notation import Record
from gemport.cards.numbers import MICROSOFT_NUMBERS, check_microsoft_number
from gemport.gem.aes.constants import MU_BUTTON, MU_KEYBD, MU_MESAG
from gemport.gem.aes.gem import Gem, Program
from gemport.gem.aes.kernel.events import MultiEvent
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.formats.rsc import Resource
from gemport.patience.freecell.game import FreeCellGame
from gemport.patience.freecell.hand import Hand
from gemport.patience.freecell.table import FreeCellTable
from gemport.patience.freecell.text import FIRST_COUNTED, FreeCellText, Text
from gemport.patience.kit.art import CardArt
from gemport.patience.kit.check import Part, check_trees
from gemport.patience.kit.counted.program import CountedProgram
from gemport.patience.kit.counted.statistics import NEEDS as STATISTICS_NEEDS
from gemport.patience.kit.counted.statistics import STATISTICS
from gemport.patience.kit.counted.texts import CountedText
from gemport.patience.kit.program import (
    ABOUT,
    BOX_NEEDS,
    CONTROL_Y,
    F1,
    F2,
    F3,
    F4,
    F5,
    F6,
    F7,
    F10,
    GETNUM,
    MENU,
    UNDO,
    WIND,
    Command,
)
from gemport.patience.kit.replay import Replay, Watch
from gemport.patience.session.records import MemoryRecords, Records
from gemport.patience.vierfrei.program import Files

NAME = "FreeCell"

ITEM_ABOUT, ITEM_NEW, ITEM_SELECT, ITEM_RESTART, ITEM_UNDO, ITEM_REDO, ITEM_QUIT = 8, 17, 18, 19, 21, 22, 24
ITEM_STATISTICS, ITEM_MESSAGES, ITEM_COUNT_COLUMNS = 26, 28, 29
"""Entries of the menus."""
_ENTRIES = (
    *(ITEM_ABOUT, ITEM_NEW, ITEM_SELECT, ITEM_RESTART, ITEM_UNDO, ITEM_REDO, ITEM_QUIT),
    *(ITEM_STATISTICS, ITEM_MESSAGES, ITEM_COUNT_COLUMNS),
)
_NEEDS: Mapping[int, Mapping[int, Part]] = {
    MENU: {**dict.fromkeys((3, 4, 5), Part.TITLE), **dict.fromkeys(_ENTRIES, Part.ENTRY)},
    **BOX_NEEDS,
    STATISTICS: STATISTICS_NEEDS,
}
CONTROL_Z = 0x2C1A
"""The key word of the host's own key for Undo, where the host passes it on as it is."""

# Any button going down, single or double: GEM's way is to wait for the contrary of "both are up".
_EITHER_BUTTON, _BOTH_UP, _INVERTED_DOUBLE = 3, 0, 0x102


class FreeCell(CountedProgram[Board]):
    """One run of the program."""

    game: FreeCellGame

    def __init__(
        self,
        gem: Gem,
        files: Files,
        records: Records,
        number: int | None,
        chance: Random,
        watch: Watch | None = None,
    ) -> None:
        super().__init__(gem, rsrc_load(files.resource, gem.width), records, FIRST_COUNTED, watch)
        self._words = FreeCellText(self.trees)
        self.game = FreeCellGame(self.records, number, chance)
        self.table: FreeCellTable = FreeCellTable(gem, CardArt(files.cards), self.trees.tree(WIND), self.game.board)
        self._hand = Hand(gem, self.table, self.game, self._words, self.make)
        self.commands = {
            ITEM_ABOUT: Command(self.about, F1, ABOUT),
            ITEM_NEW: Command(self._new, F2),
            ITEM_SELECT: Command(self._select, F3, GETNUM),
            ITEM_RESTART: Command(self.restart, F5),
            ITEM_UNDO: Command(self._undo, UNDO),
            ITEM_REDO: Command(self._redo, CONTROL_Y),
            ITEM_QUIT: Command(self.leave, F10, always=True),
            ITEM_STATISTICS: Command(self.statistics.show, F4),
            ITEM_MESSAGES: Command(self._switch_messages, F6),
            ITEM_COUNT_COLUMNS: Command(self._switch_count_columns, F7),
        }

    def title(self) -> str:
        """The game's name and number."""
        return f"{NAME} #{self.game.number}"

    # ---- from the first moment to the last

    async def run(self) -> None:
        """Play until the user quits; the game that is left then is forfeited."""
        self._check_items()
        await super().run()

    def moves_made(self) -> int:
        """How many single cards were moved."""
        return self.game.board.moves_made

    async def opened(self) -> None:
        """The first game is there."""
        self.changed(self.game.board)
        await super().opened()

    async def wait(self) -> MultiEvent:
        """What happens next; either button's press is an event, and double clicks are told from single ones."""
        return await self.gem.evnt_multi(
            MU_KEYBD | MU_BUTTON | MU_MESAG, clicks=_INVERTED_DOUBLE, mask=_EITHER_BUTTON, state=_BOTH_UP
        )

    async def press(self, event: MultiEvent) -> None:
        """Select, move or reveal cards."""
        await self._hand.press(event)

    async def key(self, word: int) -> None:
        """Play with the keyboard."""
        if word == CONTROL_Z:
            await self.choose(ITEM_UNDO)
        else:
            await self._hand.key(word)

    # ---- the menu

    def enabled(self, item: int) -> bool:
        """Undo and Redo need something to do."""
        board = self.game.board
        possible = {ITEM_UNDO: board.can_undo, ITEM_REDO: board.can_redo}.get(item, True)
        return possible and super().enabled(item)

    def _check_items(self) -> None:
        self.gem.menu_icheck(self.menu, ITEM_MESSAGES, self.game.messages)
        self.gem.menu_icheck(self.menu, ITEM_COUNT_COLUMNS, self.game.count_columns)

    async def _new(self) -> None:
        await self.deal(self.game.random_number())

    async def _select(self) -> None:
        number = await self.ask_number(None)
        while number is not None and number not in MICROSOFT_NUMBERS:
            await self.gem.form_alert(1, self._words.say(Text.WRONG_NUMBER, number=number))
            number = await self.ask_number(number)
        if number is not None:
            await self.deal(number)

    async def show_deal(self) -> None:
        """Show the new board."""
        await self.table.select(None)
        self.table.board = self.game.board
        self.changed(self.game.board)
        self.table.window.rename(self.title())
        await self.table.window.redraw()
        self.enable_items()

    async def _undo(self) -> None:
        await self.table.select(None)
        await self.take_back()

    async def _redo(self) -> None:
        await self.table.select(None)
        await self.make_again()

    async def _switch_messages(self) -> None:
        self.game.messages = not self.game.messages
        self._check_items()

    async def _switch_count_columns(self) -> None:
        self.game.count_columns = not self.game.count_columns
        self._check_items()


class FreeCellReplay(Replay, FreeCell):
    """FreeCell that plays recorded games first."""


def check_resource(resource: Resource) -> None:
    """Look whether a resource holds what FreeCell uses. Raises TreeError."""
    check_trees(resource, _NEEDS, FIRST_COUNTED + len(CountedText))


def freecell(
    files: Files,
    number: int | None,
    records: Records,
    chance: Random | None = None,
    watch: Watch | None = None,
) -> Program:
    """The program FreeCell with its files and records.

    number: the game 1..32000 to begin with; None: the one in progress, or one by chance. Raises NumberError
    chance: chooses the numbers of new games; without it always the same ones in the same order
    watch: told of every change of the board, and of every new one
    """
    if number is not None:
        check_microsoft_number(number)

    async def main(gem: Gem) -> None:
        await FreeCell(gem, files, records, number, chance or Random(number or 0), watch).run()

    return main


def freecell_replay(files: Files, games: Sequence[Record], watch: Watch | None = None) -> Program:
    """FreeCell playing recorded games one after the other, then left to the player. They have been checked.

    Nothing of it is kept.
    """

    async def main(gem: Gem) -> None:
        number = games[0].number
        program = FreeCellReplay(gem, files, MemoryRecords(), number, Random(number), watch)
        program.follow(games)
        await program.run()

    return main
