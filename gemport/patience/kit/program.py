"""What the card games have in common as GEM programs: event loop, menu and keys, steps shown, About, Select game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from gemport.cards.board import Board
from gemport.cards.moves import Step, UndoError
from gemport.gem.aes import keys
from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_KEYBD, MU_MESAG, MU_WORK, MouseNumber, Msg
from gemport.gem.aes.dispatch import Terminated
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.menu import menu_entries
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import LoadedResource
from gemport.gem.formats.objects import TedInfo
from gemport.patience.kit.about import fill_about
from gemport.patience.kit.boxes import Answer, Box, NumberDialog, box_fits, show_message
from gemport.patience.kit.check import has
from gemport.patience.kit.extras import other_key
from gemport.patience.kit.help import ask_for_help
from gemport.patience.kit.infoline import InfoLine
from gemport.patience.kit.keeping import Keeping
from gemport.patience.kit.needs import ExtraNumbers, range_needs, won_needs
from gemport.patience.kit.notices import Notices
from gemport.patience.kit.table import CardTable
from gemport.patience.kit.texts import KeptTexts, Texts
from gemport.patience.kit.win import Win
from gemport.store.session import Session
from gemport.store.statistics import Outcome

if TYPE_CHECKING:
    from gemport.cards.notation import Record
    from gemport.patience.kit.replay import Replay

B = TypeVar("B", bound=Board)

_YES = 1


class Command(NamedTuple):
    """An entry of the menu: what it does, the key that stands for it, the box that must fit on the screen for it."""

    action: Callable[[], Awaitable[None]]
    key: int | None = None
    box: int | None = None
    always: bool = False
    """Works while the window is shrunk, and in boxes it ends them and the program."""


class CardProgram(ABC, Generic[B]):
    """One run of a card game. Subclasses set ``table`` and ``commands`` and answer presses on the cards."""

    table: CardTable[B]
    commands: dict[int, Command]

    def __init__(
        self,
        gem: Gem,
        trees: LoadedResource,
        numbers: ExtraNumbers,
        session: Session[B],
        texts: KeptTexts | None = None,
        keeping: Keeping | None = None,
    ) -> None:
        """``texts``: what is said about the records, None where the resource has no words for it.

        keeping: what is asked when a game is left or taken up; nothing unless it is given
        """
        self.gem = gem
        self.trees = trees
        self.numbers = numbers
        self.session = session
        session.go_by(lambda: gem.now)
        self.menu = trees.tree(numbers.MENU)
        self.quitting = False
        self.replay: Replay | None = None
        self.texts = texts
        self._notices = Notices(gem, texts, session)
        self._keeping = Keeping(gem, trees, session) if keeping is None else keeping
        self.say = Texts(trees).say
        self.info = InfoLine(self)
        self._win = Win(self) if has(trees, won_needs(numbers)) else None
        self._says_range = has(trees, range_needs(numbers))
        fill_about(trees, numbers)

    @property
    def board(self) -> B:
        """The session's board."""
        return self.session.board

    @property
    def extras(self) -> bool:
        """Whether the resource has more than the original's."""
        return self.texts is not None

    # ---- what a game says

    @abstractmethod
    async def press(self, event: MultiEvent) -> None:
        """Answer a press of the left button; returns when the button is up again."""

    async def key(self, word: int) -> None:
        """Answer a key that is not a menu entry's."""

    async def show_deal(self) -> None:
        """Show a board that has just been dealt."""
        self.table.window.rename(self.session.title)
        await self.table.window.redraw()
        self.enable_items()

    async def lost(self) -> None:
        """Tell that the game is lost; it may be tried again."""
        if self.texts is not None:
            alert = self.texts.say(self.texts.numbers.LOST, number=self.session.number)
            if await self.gem.form_alert(_YES, alert) == _YES:
                await self.restart()

    async def let_go(self) -> None:
        """Select nothing, where cards can be selected."""

    async def box_left(self) -> None:
        """What is to be done when a box is gone; the button that was pressed in it may be down, and is waited for."""
        await self.gem.evnt_button(1, LEFT, 0)

    def info_text(self) -> str:
        """What the window's info line says, where the player wants one."""
        return self.say(self.numbers.COUNTER_LINE, **self.info.words())

    def has_room(self, box: int) -> bool:
        """Whether a box fits on the screen where the window stands."""
        screen = GRect(0, 0, self.gem.width, self.gem.height)
        return box_fits(self.trees.tree(box), self.table.window.work, screen)

    # ---- the loop

    async def run(self) -> None:
        """Play until the user quits, or the host does, and leave the game."""
        try:
            # An alert or a dialog may be up when the host is closed.
            with suppress(Terminated):
                await self._run()
            self.session.leave()
        finally:
            # It may also be ended where it waits, in the middle of a step.
            self.session.keep_time()

    async def _run(self) -> None:
        self.gem.graf_mouse(MouseNumber.ARROW)
        self.gem.menu_bar(self.menu, True)
        self.info.begin()
        self.table.window.open(self.session.title)
        self.enable_items()
        await self._begin()
        while not self.quitting:
            self.info.update()
            if self.table.window.small:
                # Keys wait in their queue until the window is large again.
                await self._message(await self.gem.evnt_mesag())
                continue
            player: Replay | CardProgram[B] = self.replay if self.replay and self.replay.playing else self
            await player.answer(await player.wait())
            if self._win is not None:
                await self._win.go_on()
        self.gem.menu_bar(self.menu, False)
        self.table.window.close()

    async def _begin(self) -> None:
        """Tell what became of the records, and how a game that is resumed stands."""
        if (
            self.session.begun
            or self.session.records.failure
            or self.session.records.store.set_aside
            or self.session.resume_error is not None
        ):
            await self.table.window.redraw()
            await self._notices.beginning()
            await self.end_of_step()

    def follow(self, games: Sequence[Record]) -> None:
        """Show recorded games, the first of which is dealt already, and be the ordinary game again after that."""
        # Late: hardly any start needs it.
        from gemport.patience.kit.replay import Replay

        self.replay = Replay(self, games)

    def clicks(self) -> int:
        """How many clicks are counted; 2 makes single ones react a double click's time later."""
        return 1

    async def wait(self) -> MultiEvent:
        """What happens next: a key, a press, a message."""
        tick, ms = self.info.next_tick()
        flags = MU_KEYBD | MU_BUTTON | MU_MESAG | MU_WORK | tick
        return await self.gem.evnt_multi(flags, clicks=self.clicks(), ms=ms, work=self.info.work)

    async def answer(self, event: MultiEvent) -> None:
        """Do what an event asks for; tell the first time that something can't be kept."""
        await self._answer(event)
        await self._notices.failure()

    async def _answer(self, event: MultiEvent) -> None:
        if event.message is not None:
            await self._message(event.message)
        if self.quitting or self.table.window.small or not self.table.window.topmost:
            return
        if MU_BUTTON in event.events:
            await self.press(event)
        if MU_KEYBD in event.events and not self.quitting:
            await self._key(event.key, event.shift)

    async def _key(self, word: int, shift: int) -> None:
        item = self.item_of(other_key(word, shift)) or self.item_of(word)
        if item is not None:
            await self.choose(item)
        elif word == keys.HELP:
            ask_for_help(self.gem)
        else:
            await self.key(word)

    async def _message(self, message: Message) -> None:
        window = self.table.window
        match message.type:
            case Msg.WM_REDRAW:
                await window.redraw(message.rect)
            case Msg.WM_TOPPED:
                window.top()
            case Msg.WM_MOVED:
                await self.move(message.rect)
            case Msg.WM_FULLED:
                await self.full()
            case Msg.WM_ICONIFY | Msg.WM_UNICONIFY if window.small is (message.type == Msg.WM_UNICONIFY):
                await self.full()
            case Msg.WM_CLOSED:
                await self.leave()
            case Msg.AP_TERM:
                self.quitting = True
            case Msg.MN_SELECTED:
                await self.choose(message.item)
                # The AES leaves it inverted; an entry that the program does not know makes it normal nowhere else.
                self.gem.menu_tnormal(self.menu, message.title, True)

    async def move(self, outer: GRect) -> None:
        """Move the window; what then has no room is disabled."""
        await self.table.window.move(outer)
        self.enable_items()

    async def full(self) -> None:
        """Shrink the window to its icon, or blow it up again."""
        if self.table.window.small:
            self.table.window.restore()
        else:
            await self.table.window.shrink()
        self.enable_items()

    # ---- the menu

    def item_of(self, key: int | None) -> int | None:
        """The menu entry that a key stands for; None if there is none."""
        if key is None:
            return None
        return next((item for item, command in self.commands.items() if command.key == key), None)

    async def choose(self, item: int) -> None:
        """Carry an entry out, its title inverted meanwhile; a disabled one does nothing."""
        if item not in self.commands or not self.enabled(item):
            return
        title = next(title for title, entry in menu_entries(self.menu) if entry == item)
        self.gem.menu_tnormal(self.menu, title, False)
        await self.commands[item].action()
        self.gem.menu_tnormal(self.menu, title, True)

    def enabled(self, item: int) -> bool:
        """Whether an entry can be used now."""
        command = self.commands[item]
        if command.always:
            return True
        if self.table.window.small or (self.replay and self.replay.playing):
            return False
        return command.box is None or self.has_room(command.box)

    def enable_items(self) -> None:
        """Show in the menu which entries can be used now."""
        for item in self.commands:
            self.gem.menu_ienable(self.menu, item, self.enabled(item))

    # ---- games and steps

    async def deal(self, number: int) -> None:
        """Leave the game and begin another. Raises NumberError."""
        self.session.deal(number)
        await self.show_deal()

    async def new(self) -> None:
        """Begin the game that comes next."""
        if await self._keeping.may_leave():
            await self.deal(self.next_number())

    def next_number(self) -> int:
        """The number of the game that comes next."""
        return self.session.next_number()

    async def begin(self, number: int) -> None:
        """Begin the game of a number that the player has chosen, or go on with it. Raises NumberError."""
        if await self._keeping.begin(number):
            await self.show_deal()
            await self._tell_resumed()

    async def choose_unfinished(self) -> None:
        """Let the player take up an unfinished game."""
        if await self._keeping.choose():
            await self.show_deal()
            await self._tell_resumed()

    async def _tell_resumed(self) -> None:
        """Tell how a game that was taken up stands."""
        if self.session.begun:
            await self._notices.spoilt()
            await self.end_of_step()

    async def restart(self) -> None:
        """Deal the same game again."""
        self.session.restart()
        await self.show_deal()

    async def make(self, step: Step, animated: bool = True) -> None:
        """Make a step and show it; the first of its moves with a moving box only if ``animated``, the others always."""
        self.session.begin(step)
        for count, move in enumerate(step.moves):
            show = self.table.animate if count or animated else self.table.change
            await show(move.source, move.target, partial(self.session.push, move.source, move.target))
        self.enable_items()
        await self.end_of_step()

    async def end_of_step(self) -> None:
        """Tell if the game is won or lost."""
        self.info.update()
        outcome = self.session.outcome()
        if outcome in (Outcome.WON, Outcome.SOLVED):
            await self.congratulate(self.board.moves_made)
        elif outcome is Outcome.LOST:
            await self.lost()

    async def take_back(self) -> None:
        """Take back the last step; the bell if there is none."""
        try:
            step = self.board.last_step
        except UndoError:
            self.gem.bell()
            return
        for move in reversed(step.moves):
            await self.table.animate(move.target, move.source, self.session.pull)
        self.enable_items()

    async def make_again(self) -> None:
        """Make the step again that was taken back last; the bell if there is none."""
        try:
            step = self.board.next_step
        except UndoError:
            self.gem.bell()
            return
        await self.make(step)

    async def play_word(self, word: str) -> None:
        """Make a step given in the game's notation. Raises IllegalMove, PlaceError."""
        await self.make(self.board.read_word(word))

    # ---- what every game has

    async def leave(self) -> None:
        """End the program; a game at stake is asked about first."""
        self.quitting = self.replay is not None or await self._keeping.may_leave()

    async def help(self) -> None:
        """Have the accessory Help show the game's chapter."""
        ask_for_help(self.gem)

    async def about(self) -> None:
        """Show what this program is."""
        await self._show_message(self.numbers.ABOUT, self.numbers.ABOUT_OK)

    async def congratulate(self, moves: int) -> None:
        """Tell that the game is won, and after how many moves; where the resource has words for it, more than that."""
        if self._win is not None:
            self.quitting = await self._win.show() is Answer.QUIT
            return
        if self.replay is not None:
            # What the player sees there is not his victory.
            return
        field = self.trees.tree(self.numbers.GRAT)[self.numbers.GRAT_MOVES].ob_spec
        if isinstance(field, TedInfo):
            field.te_ptext = f"{moves:5d}"
        await self._show_message(self.numbers.GRAT, self.numbers.GRAT_OK)

    async def _show_message(self, box: int, ok: int) -> None:
        self.quitting = await show_message(self.box(box), ok) is Answer.QUIT
        if not self.quitting:
            await self.box_left()

    async def ask_number(self, offered: int | None) -> int | None:
        """Ask for a game's number, one being offered or none; None if it was cancelled, or if the program is to end."""
        n = self.numbers
        box, tree = self.box(n.GETNUM), self.trees.tree(n.GETNUM)
        easy = self._says_range
        dialog = NumberDialog(self.table.window, tree, n.GETNUM_FIELD, n.GETNUM_CANCEL, n.GETNUM_OK, box, easy)
        while True:
            answer, number = await dialog.ask(offered)
            self.quitting = answer is Answer.QUIT
            if not self.quitting:
                await self.box_left()
            if answer is not Answer.OK:
                return None
            if number is not None or not easy:
                # In the original an empty field means game 0.
                return number or 0
            await self.gem.form_alert(1, self.say(n.NO_NUMBER))

    def box(self, tree: int) -> Box:
        """A box of the resource over the window."""
        return Box(self.table.window, self.trees.tree(tree), self.ends)

    def ends(self, event: MultiEvent) -> bool:
        """Whether an event in a box ends the program; the titles of other entries become normal again."""
        message = event.message
        if message is not None and message.type == Msg.MN_SELECTED:
            ends = self._always(message.item)
            if not ends:
                self.gem.menu_tnormal(self.menu, message.title, True)
            return ends
        if message is not None and message.type in (Msg.WM_CLOSED, Msg.AP_TERM):
            return True
        return MU_KEYBD in event.events and self._always(self.item_of(event.key))

    def _always(self, item: int | None) -> bool:
        return item in self.commands and self.commands[item].always
