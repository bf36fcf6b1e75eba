"""FreeCell: the game of the Amiga guide as a GEM program (docs/freecell.md).

It shares its table, boxes and menus with VIERFREI. What is different: clicks select, and dragging is the other way;
a wrong move is answered with a message, not with the bell; cards go home by themselves after each move
(``freecell_sends_home``), not on demand; more cards may move at once (``freecell_limit``); undo goes by steps, and
there is redo; the outcome of a game counts.
"""

from __future__ import annotations

from collections.abc import Container
from functools import partial
from typing import NamedTuple

from gemport.cards.deals import MICROSOFT_NUMBERS
from gemport.cards.freecell import FreeCellBoard
from gemport.gem.aes.constants import MU_BUTTON, MU_KEYBD, MU_MESAG, MU_WORK
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.keys import CONTROL_Z
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.formats.rsc import Resource
from gemport.patience.freecell import resource as rsc
from gemport.patience.freecell.hand import Hand
from gemport.patience.freecell.options import Options
from gemport.patience.freecell.text import TEXT_NEEDS, FreeCellText
from gemport.patience.game import Sources
from gemport.patience.kit.art import CardArt
from gemport.patience.kit.cells import tall_cell_slots, tall_work_area
from gemport.patience.kit.check import check_resource
from gemport.patience.kit.deck.dat import CardData
from gemport.patience.kit.extras import extra_commands
from gemport.patience.kit.keeping import Keeping
from gemport.patience.kit.needs import box_needs, forfeit_needs, kept_needs, statistics_needs, unfinished_needs
from gemport.patience.kit.program import CardProgram, Command
from gemport.patience.kit.statistics import StatisticsBox
from gemport.patience.kit.table import CardTable
from gemport.patience.kit.texts import KeptTexts
from gemport.patience.kit.thinking.impossible import Impossible
from gemport.patience.kit.thinking.thinking import Thinking
from gemport.store.session import Session

_ENTRIES = (
    *(rsc.MENU_ABOUT, rsc.MENU_NEW, rsc.MENU_SELECT, rsc.MENU_RESTART, rsc.MENU_UNDO, rsc.MENU_REDO, rsc.MENU_QUIT),
    *(rsc.MENU_STATISTICS, rsc.MENU_MESSAGES, rsc.MENU_COUNT_COLUMNS, rsc.MENU_UNFINISHED),
)
NEEDS = (
    box_needs(rsc, _ENTRIES, MICROSOFT_NUMBERS)
    | statistics_needs(rsc)
    | kept_needs(rsc)
    | unfinished_needs(rsc)
    | forfeit_needs(rsc)
    | TEXT_NEEDS
)

# Any button going down, single or double: GEM's way is to wait for the contrary of "both are up".
_EITHER_BUTTON, _BOTH_UP, _INVERTED_DOUBLE = 3, 0, 0x102


class Files(NamedTuple):
    """What FreeCell loads: card pictures and a resource, and what is known of its games."""

    cards: CardData
    resource: Resource
    impossible: Container[int] = ()
    """The numbers of games that cannot be won."""


class FreeCell(CardProgram[FreeCellBoard]):
    """One run of the program."""

    def __init__(self, gem: Gem, files: Files, session: Session[FreeCellBoard]) -> None:
        trees = rsrc_load(files.resource, gem.width)
        texts = KeptTexts(trees, rsc)
        keeping = Keeping(gem, trees, session, rsc, rsc)
        super().__init__(gem, trees, rsc, session, texts, keeping)
        self._words = FreeCellText(trees)
        self._options = Options(session)
        self._statistics = StatisticsBox(gem, trees, rsc, texts, session)
        self.table: CardTable[FreeCellBoard] = CardTable(
            gem, CardArt(files.cards), trees.tree(rsc.WIND), session, tall_cell_slots, tall_work_area(gem)
        )
        self._hand = Hand(gem, self.table, self._options, self._words, self.make)
        self._thinking = Thinking.of(self, rsc, FreeCellBoard.one_card, files.impossible)
        self._impossible = files.impossible
        keys = session.game.keys
        self.commands = {
            rsc.MENU_ABOUT: Command(self.about, keys["about"], rsc.ABOUT),
            rsc.MENU_NEW: Command(self.new, keys["new"]),
            rsc.MENU_SELECT: Command(self._select, keys["select"], rsc.GETNUM),
            rsc.MENU_UNFINISHED: Command(self.choose_unfinished, keys["unfinished"]),
            rsc.MENU_RESTART: Command(self.restart, keys["restart"]),
            rsc.MENU_UNDO: Command(self.take_back, keys["undo"]),
            rsc.MENU_REDO: Command(self.make_again, keys["redo"]),
            rsc.MENU_HELP: Command(self.help, keys["help"]),
            **extra_commands(trees, rsc.MENU, {rsc.MENU_COUNTER: Command(self.info.switch, keys["counter"])}),
            rsc.MENU_QUIT: Command(self.leave, keys["quit"], always=True),
            rsc.MENU_STATISTICS: Command(self._statistics.show, keys["statistics"]),
            rsc.MENU_MESSAGES: Command(self._switch_messages, keys["messages"]),
            rsc.MENU_COUNT_COLUMNS: Command(self._switch_count_columns, keys["count columns"]),
            **extra_commands(trees, rsc.MENU, {rsc.MENU_ONLY_WINNABLE: Command(self._switch_only_winnable)}),
            **({} if self._thinking is None else self._thinking.commands()),
        }

    # ---- from the first moment to the last

    async def run(self) -> None:
        """Play until the user quits."""
        self._check_items()
        await super().run()

    async def wait(self) -> MultiEvent:
        """What happens next; either button's press is an event, and double clicks are told from single ones."""
        tick, ms = self.info.next_tick()
        return await self.gem.evnt_multi(
            MU_KEYBD | MU_BUTTON | MU_MESAG | MU_WORK | tick,
            clicks=_INVERTED_DOUBLE,
            mask=_EITHER_BUTTON,
            state=_BOTH_UP,
            ms=ms,
            work=self.info.work,
        )

    async def press(self, event: MultiEvent) -> None:
        """Select, move or reveal cards."""
        await self._hand.press(event)

    async def key(self, word: int) -> None:
        """Play with the keyboard."""
        if word == CONTROL_Z:
            await self.choose(rsc.MENU_UNDO)
        else:
            await self._hand.key(word)

    # ---- the menu

    def enabled(self, item: int) -> bool:
        """Undo and Redo need something to do."""
        possible = {rsc.MENU_UNDO: self.board.can_undo, rsc.MENU_REDO: self.board.can_redo}.get(item, True)
        return possible and super().enabled(item)

    def _check_items(self) -> None:
        self.gem.menu_icheck(self.menu, rsc.MENU_MESSAGES, self._options.messages)
        self.gem.menu_icheck(self.menu, rsc.MENU_COUNT_COLUMNS, self._options.count_columns)
        if rsc.MENU_ONLY_WINNABLE in self.commands:
            self.gem.menu_icheck(self.menu, rsc.MENU_ONLY_WINNABLE, self._options.only_winnable)

    async def _select(self) -> None:
        number = await self.ask_number(None)
        while number is not None and not await self._accepted(number):
            number = await self.ask_number(number)
        if number is not None:
            await self.begin(number)

    async def _accepted(self, number: int) -> bool:
        if number not in self.session.game.numbers:
            await self.gem.form_alert(1, self._words.say(rsc.WRONG_NUMBER, number=number))
            return False
        return self._thinking is None or await self._thinking.wanted(number)

    def next_number(self) -> int:
        """The number of the game that comes next, of those that can be won if only they are wanted."""
        number = super().next_number()
        while self._options.only_winnable and number in self._impossible:
            number = super().next_number()
        return number

    async def show_deal(self) -> None:
        """Show the new board."""
        await self.table.select(None)
        await super().show_deal()

    async def let_go(self) -> None:
        """Select nothing."""
        await self.table.select(None)

    async def take_back(self) -> None:
        """Take back the last step; nothing is selected then."""
        await self.table.select(None)
        await super().take_back()

    async def make_again(self) -> None:
        """Make again the step that was taken back last; nothing is selected then."""
        await self.table.select(None)
        await super().make_again()

    async def _switch_messages(self) -> None:
        self._options.messages = not self._options.messages
        self._check_items()

    async def _switch_count_columns(self) -> None:
        self._options.count_columns = not self._options.count_columns
        self._check_items()

    async def _switch_only_winnable(self) -> None:
        self._options.only_winnable = not self._options.only_winnable
        self._check_items()


def load(sources: Sources, lang: str) -> Files:
    """Find FreeCell's files. Raises GemportError."""
    check = partial(check_resource, needs=NEEDS)
    return Files(sources.cards(lang), sources.resource("freecell", lang, check), Impossible(sources, "microsoft"))
