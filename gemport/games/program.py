"""A card game as a GEM program: event loop, menu and keys, steps shown, and the boxes that every game has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from string import Template
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from gemport import __version__
from gemport.cards.board import Board
from gemport.cards.moves import Step, UndoError
from gemport.games import resource as shared
from gemport.games.boxes import Answer, Box, NumberDialog, box_fits, show_message
from gemport.games.files import MENU, Files, say
from gemport.games.game import EXTRA_KEYS
from gemport.games.leaving import Leaving, StoreAlerts
from gemport.games.table import CardTable
from gemport.gem.aes import keys
from gemport.gem.aes.constants import (
    LEFT,
    MU_BUTTON,
    MU_KEYBD,
    MU_MESAG,
    MU_TIMER,
    MU_WORK,
    TICK,
    WCHAR,
    MouseNumber,
    Msg,
    Mu,
)
from gemport.gem.aes.dispatch import Terminated
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.menu import menu_entries
from gemport.gem.aes.process import Message, Work
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.formats.objects import TedInfo, Tree
from gemport.store.session import Session, clock_text
from gemport.store.statistics import Help, Outcome

if TYPE_CHECKING:
    from gemport.cards.notation import Record

B = TypeVar("B", bound=Board)
T = TypeVar("T")

PAUSE: Final = 600
"""Milliseconds between the moves of a recorded game."""
ABOUT_OK: Final = 4
"""The button of every game's box About."""
_YES = 1
_COUNTER = "counter"
"""Setting: moves and time are counted in the window's info line."""
_SECOND = 1000
_GAP = "    "
_QUESTION = ord("?")
_HELP = "HELP    "
_STOPS = MU_KEYBD | MU_BUTTON | MU_MESAG


class Command(NamedTuple):
    """An entry of the menu: its action, the key that stands for it, the box that must fit on the screen for it."""

    action: Callable[[], Awaitable[None]]
    key: int | None = None
    box: Tree | None = None
    always: bool = False
    """Works while the window is shrunk, and in boxes it ends them and the program."""


def ask_for_help(gem: Gem) -> None:
    """Have the accessory Help show the caller's chapter; nothing where it does not run."""
    gem.appl_write(gem.appl_find(_HELP), Message(Msg.AC_OPEN, gem.appl_init()))


class CardProgram(ABC, Generic[B]):
    """One run of a card game.

    A game makes its table, connects the entries of its menu (``set_commands``) and answers presses on the cards. With
    ``extras`` off it is the original, which has no more than its own resource.
    """

    table: CardTable[B]
    asks_before_leaving = True
    """An unfinished game is kept or forfeited as the player says."""

    def __init__(self, gem: Gem, files: Files, session: Session[B], about: int) -> None:
        """``about``: the tree of the box About; its OK button is object 4, its version line says $version."""
        self.gem = gem
        self.session = session
        session.clock.attach(lambda: gem.now)
        self.extras = files.extras
        self.trees = rsrc_load(files.resource, gem.width)
        self.shared = rsrc_load(files.shared, gem.width)
        self.menu = self.trees.tree(MENU)
        self.items: Mapping[str, int] = {}
        self.commands: dict[int, Command] = {}
        self.quitting = False
        self.is_replay = False
        self._recorded: list[int | str] = []
        """Steps of recorded games still to be made, the next one last; a number where another game begins."""
        self._next: str | None = None
        """The command chosen in the box about a victory."""
        self.counting = self.extras and session.records.setting(_COUNTER, False)
        self.table = self.make_table(files)
        self._about = self.trees.tree(about)
        self._alerts = StoreAlerts(gem, self.shared, session)
        self._leaving = Leaving(gem, self.shared, session, self.asks_before_leaving)
        if self.extras:
            self._write_version()

    @property
    def board(self) -> B:
        """The session's board."""
        return self.session.board

    # ---- what a game says

    @abstractmethod
    def make_table(self, files: Files) -> CardTable[B]:
        """Make the window with the cards."""

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

    def say(self, string: int, **words: object) -> str:
        """Return a free string of the shared resource, with what its $words stand for."""
        return say(self.shared, string, **words)

    def lost_text(self) -> str:
        """Return the alert about a loss; its first button deals the game again."""
        return self.say(shared.LOST, number=self.session.number)

    def victory_text(self) -> str:
        """Return the title of the box about a victory."""
        return self.say(shared.VICTORY)

    async def lost(self) -> None:
        """Tell that the game is lost; it may be tried again."""
        if await self.gem.form_alert(_YES, self.lost_text()) == _YES:
            await self.restart()

    async def let_go(self) -> None:
        """Select nothing, where cards can be selected."""

    async def box_left(self) -> None:
        """Wait until the button is up that was pressed in a box; the box is gone."""
        await self.gem.evnt_button(1, LEFT, 0)

    def has_room(self, box: Tree) -> bool:
        """Return whether a box fits on the screen where the window stands."""
        return box_fits(box, self.table.window.work, GRect(0, 0, self.gem.width, self.gem.height))

    def icon(self, label: str) -> Tree:
        """Return the shrunken window's contents, cards with a label of eight characters below them."""
        tree = self.shared.tree(shared.WIND)
        tree[shared.WIND_LABEL].ob_spec = label
        return tree

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
        self.check_items()
        if self.has_info:
            self.show_info()
        self.table.window.open(self.session.title)
        self.enable_items()
        await self._begin()
        while not self.quitting:
            self.update_info()
            if self.table.window.small:
                # Keys wait in their queue until the window is large again.
                await self._message(await self.gem.evnt_mesag())
                continue
            if self._recorded:
                await self._play_recorded()
            else:
                await self.answer(await self.wait())
            name, self._next = self._next, None
            if name is not None and not self.quitting:
                await self.choose(self.items[name])
        self.gem.menu_bar(self.menu, False)
        self.table.window.close()

    async def _begin(self) -> None:
        """Tell what became of the records, and how a game that is resumed stands."""
        records = self.session.records
        if self.session.begun or records.failure or records.store.set_aside or self.session.resume_error is not None:
            await self.table.window.redraw()
            if self.extras:
                await self._alerts.beginning()
            await self.end_of_step()

    async def wait(self) -> MultiEvent:
        """Wait for what happens next: a key, a press, a message."""
        tick, ms = self.next_tick()
        flags = MU_KEYBD | MU_BUTTON | MU_MESAG | MU_WORK | tick
        return await self.gem.evnt_multi(flags, ms=ms, work=self.work)

    async def answer(self, event: MultiEvent) -> None:
        """Do what an event asks for; tell the first time that something can't be kept."""
        await self._answer(event)
        if self.extras:
            await self._alerts.failure()

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
        # ? is Help, and Shift+Undo is Redo.
        also = EXTRA_KEYS["redo"] if word == keys.UNDO and shift & keys.SHIFT else None
        also = EXTRA_KEYS["help"] if word & 0xFF == _QUESTION else also
        item = self.item_of(also) or self.item_of(word)
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

    def set_commands(self, items: Mapping[str, int], own: Mapping[str, Command] | None = None) -> None:
        """Connect entries of the menu with what they do.

        items: the entries by the names of their actions
        own: actions beside those that every game has
        """
        actions = {
            "about": Command(self.about, box=self._about),
            "new": Command(self.new),
            "select": Command(self.select, box=self.number_box),
            "unfinished": Command(self.choose_unfinished),
            "restart": Command(self.restart),
            "undo": Command(self.take_back),
            "redo": Command(self.make_again),
            "statistics": Command(self.statistics),
            "counter": Command(self._switch_counter),
            "help": Command(self.help),
            "quit": Command(self.leave, always=True),
            **(own or {}),
        }
        self.items = items
        self.commands = {
            item: actions[name]._replace(key=self.session.game.keys.get(name)) for name, item in items.items()
        }

    def item_of(self, key: int | None) -> int | None:
        """Return the menu entry that a key stands for; None if there is none."""
        if key is None:
            return None
        return next((item for item, command in self.commands.items() if command.key == key), None)

    def name_of(self, key: int) -> str | None:
        """Return the name of the action that a key stands for; None if there is none."""
        item = self.item_of(key)
        return next((name for name, entry in self.items.items() if entry == item), None)

    async def choose(self, item: int) -> None:
        """Carry an entry out, its title inverted meanwhile; a disabled one does nothing."""
        if item not in self.commands or not self.enabled(item):
            return
        title = next(title for title, entry in menu_entries(self.menu) if entry == item)
        self.gem.menu_tnormal(self.menu, title, False)
        await self.commands[item].action()
        self.gem.menu_tnormal(self.menu, title, True)

    def enabled(self, item: int) -> bool:
        """Return whether an entry can be used now."""
        command = self.commands[item]
        if command.always:
            return True
        if self.table.window.small or self._recorded:
            return False
        return command.box is None or self.has_room(command.box)

    def enable_items(self) -> None:
        """Show in the menu which entries can be used now."""
        for item in self.commands:
            self.gem.menu_ienable(self.menu, item, self.enabled(item))

    def checked(self) -> dict[str, bool]:
        """Return which options of the menu, by their names, are on."""
        return {"counter": self.counting}

    def check_items(self) -> None:
        """Show in the menu which options are on."""
        for name, on in self.checked().items():
            if name in self.items:
                self.gem.menu_icheck(self.menu, self.items[name], on)

    # ---- the info line of the window: move counter and clock, and a remark of the game's

    @property
    def has_info(self) -> bool:
        """Something is said in the line."""
        return self.counting

    @property
    def work(self) -> Work[Any] | None:
        """Something to be worked on while the player thinks."""
        return None

    def attend(self) -> None:
        """Look at what the game has come to."""

    def remark(self) -> str:
        """Return what is said in the line besides."""
        return ""

    def info_text(self) -> str:
        """Return the text that counts moves and time."""
        return self.say(shared.COUNTER_LINE, **self.info_words())

    def info_words(self) -> dict[str, object]:
        """Return what the $words of the line stand for."""
        return {"moves": self.board.moves_made, "time": clock_text(self.session.clock.seconds)}

    async def _switch_counter(self) -> None:
        """Count moves and time in the line, or no longer; it stays so from start to start."""
        self.counting = not self.counting
        self.session.records.change_setting(_COUNTER, self.counting)
        self.show_info()

    def show_info(self) -> None:
        """Have the line there if something is to be said in it."""
        self.table.window.add_info(self.has_info)
        self.table.resized()
        self.update_info()
        self.enable_items()
        self.check_items()

    def update_info(self) -> None:
        """Write what there is to say now; and let the time run while the player sees the game."""
        window = self.table.window
        self.session.clock.see(window.topmost and not window.small)
        self.attend()
        if self.has_info:
            remark = self.remark()
            counted = self.info_text() if self.counting else " "
            window.inform(f"{counted}{_GAP}{remark}" if self.counting and remark else counted + remark)

    def next_tick(self) -> tuple[Mu, int]:
        """Return the event to wait for besides, and how many milliseconds: the clock's next second, or nothing."""
        clock = self.session.clock
        if not self.counting or not clock.running:
            return Mu(0), 0
        left = _SECOND - clock.ms % _SECOND
        return MU_TIMER, -(-left // TICK) * TICK

    # ---- games and steps

    async def deal(self, number: int) -> None:
        """Leave the game and begin another. Raises NumberError."""
        self.session.deal(number)
        await self.show_deal()

    async def new(self) -> None:
        """Begin the game that comes next."""
        if await self._leaving.may_leave():
            await self.deal(self.next_number())

    def next_number(self) -> int:
        """Return the number of the game that comes next."""
        return self.session.next_number()

    async def begin(self, number: int) -> None:
        """Begin the game of a number that the player has chosen, or go on with it. Raises NumberError."""
        if await (self._leaving.begin(number) if self.extras else self._leaving.deal(number)):
            await self.show_deal()
            await self._tell_resumed()

    async def choose_unfinished(self) -> None:
        """Let the player resume an unfinished game."""
        if await self._leaving.choose():
            await self.show_deal()
            await self._tell_resumed()

    async def _tell_resumed(self) -> None:
        if self.session.begun:
            if self.extras:
                await self._alerts.spoilt()
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
        self.update_info()
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

    # ---- recorded games

    def follow(self, games: Sequence[Record]) -> None:
        """Show recorded games, a step every PAUSE milliseconds, and be the ordinary game again after that.

        Meanwhile the player can only quit, and move or shrink the window; while it is small, or a button held, the
        games stand still. The first game's number is dealt already; all moves are legal, or the program breaks.
        """
        steps: list[int | str] = []
        for game in games:
            steps += [game.number, *game.words]
        self.is_replay, self._recorded = True, steps[:0:-1]

    @property
    def replaying(self) -> bool:
        """There is still something of recorded games to show."""
        return bool(self._recorded)

    async def _play_recorded(self) -> None:
        """Answer what happens next, without the presses and keys that would play; make a step when it is time."""
        event = await self.gem.evnt_multi(MU_KEYBD | MU_BUTTON | MU_MESAG | MU_TIMER, ms=PAUSE)
        ends = MU_KEYBD in event.events and self._always(self.item_of(event.key))
        unheard = MU_BUTTON if ends else MU_BUTTON | MU_KEYBD
        await self.answer(event._replace(events=event.events & ~unheard))
        if MU_BUTTON in event.events:
            await self.gem.evnt_button(1, LEFT, 0)
        if MU_TIMER not in event.events or self.quitting or self.table.window.small:
            return
        step = self._recorded.pop()
        if isinstance(step, int):
            await self.deal(step)
        else:
            self.session.note_help(Help.SOLVED)
            await self.make(self.board.read_word(step))
        if not self._recorded:
            self.enable_items()

    # ---- long work beside a command; any key or press stops it

    async def think(self, name: str, steps: Generator[Any, None, T]) -> T | None:
        """Do long work for a command under the bee: return its result, None if the player stopped it.

        A held key of the command itself does not stop it. Choosing something from the menu, and all that ends the
        program, does, and is carried out.
        """
        work, gem = Work(steps), self.gem
        gem.graf_mouse(MouseNumber.BUSY_BEE)
        try:
            while not work.done:
                event = await gem.evnt_multi(_STOPS | MU_WORK, work=work)
                if await self._stopped(name, event):
                    return None
            return work.result
        finally:
            work.close()
            gem.graf_mouse(MouseNumber.ARROW)

    async def rest(self, name: str, ms: int) -> bool:
        """Let time pass for a command; return whether the player stopped it."""
        while True:
            event = await self.gem.evnt_multi(_STOPS | MU_TIMER, ms=ms)
            if await self._stopped(name, event):
                return True
            if MU_TIMER in event.events:
                return False

    async def _stopped(self, name: str, event: MultiEvent) -> bool:
        stopped = False
        if event.message is not None:
            stopped = event.message.type == Msg.MN_SELECTED
            if stopped:
                self.gem.graf_mouse(MouseNumber.ARROW)
            await self.answer(event._replace(events=MU_MESAG))
            stopped = stopped or self.quitting or self.table.window.small
        if MU_BUTTON in event.events:
            await self.gem.evnt_button(1, LEFT, 0)
            stopped = True
        if MU_KEYBD in event.events and event.key != self.session.game.keys.get(name):
            item = self.item_of(event.key)
            if item is not None and self._always(item):
                await self.choose(item)
            stopped = True
        return stopped

    # ---- what every game has

    async def leave(self) -> None:
        """End the program; a game at stake is asked about first."""
        self.quitting = self.is_replay or await self._leaving.may_leave()

    async def help(self) -> None:
        """Have the accessory Help show the game's chapter."""
        ask_for_help(self.gem)

    async def about(self) -> None:
        """Show what this program is."""
        await self.show_message(self._about, ABOUT_OK)

    def _write_version(self) -> None:
        """Put the version into its line of About, and the line into the middle of the box."""
        tree = self._about
        for line in tree:
            if isinstance(line.ob_spec, str) and "$version" in line.ob_spec:
                line.ob_spec = Template(line.ob_spec).safe_substitute(version=__version__)
                line.ob_width = WCHAR * len(line.ob_spec)
                line.ob_x = (tree[0].ob_width - line.ob_width) // 2

    async def statistics(self) -> None:
        """Show the game's statistics."""
        # Imported here, as the next one: hardly any start needs it.
        from gemport.games.statistics import StatisticsBox

        await StatisticsBox(self.gem, self.shared, self.session).show()

    async def congratulate(self, _moves: int) -> None:
        """Tell that the game is won, or that the program has solved it, and offer what to do next."""
        from gemport.games.victory import Victory

        victory = Victory(self.table, self.shared, self.session, self.ends, self.name_of)
        title = self.victory_text()
        if self.session.help is Help.SOLVED:
            title = self.say(shared.REPLAYED if self.is_replay else shared.SOLVED)
        self.quitting = await victory.show(title) is Answer.QUIT
        self._next = victory.chosen

    async def show_message(self, box: Tree, ok: int) -> None:
        """Show a box until its OK button."""
        self.quitting = await show_message(Box(self.table.window, box, self.ends), ok) is Answer.QUIT
        if not self.quitting:
            await self.box_left()

    @cached_property
    def number_box(self) -> Tree:
        """The dialog that asks for a number, its field as wide as the longest one."""
        tree, numbers = self.shared.tree(shared.GETNUM), self.session.game.numbers
        field, line = tree[shared.GETNUM_FIELD], tree[shared.GETNUM_RANGE]
        digits = len(str(numbers[-1]))
        if isinstance(field.ob_spec, TedInfo):
            spare = len(field.ob_spec.te_ptmplt) - digits
            field.ob_spec.te_ptmplt = field.ob_spec.te_ptmplt[:digits]
            field.ob_x, field.ob_width = field.ob_x + WCHAR * spare, field.ob_width - WCHAR * spare
        line.ob_spec = self._say_range(shared.RANGE)
        line.ob_width = WCHAR * len(line.ob_spec)
        return tree

    def _say_range(self, string: int, **words: object) -> str:
        numbers = self.session.game.numbers
        return self.say(string, first=numbers[0], last=numbers[-1], **words)

    async def select(self) -> None:
        """Let the player choose a game by its number."""
        number = await self.ask_number(self.offered_number())
        while number is not None and not await self.accepts(number):
            number = await self.ask_number(number)
        if number is not None:
            await self.begin(number)

    def offered_number(self) -> int | None:
        """Return the number that the dialog offers; None for an empty field."""
        return self.session.next_number()

    async def accepts(self, number: int) -> bool:
        """Return whether the game of a number is to be dealt; tell why not."""
        if number in self.session.game.numbers:
            return True
        await self.gem.form_alert(1, self._say_range(shared.WRONG_NUMBER, number=number))
        return False

    async def ask_number(self, offered: int | None) -> int | None:
        """Ask for a game's number, one being offered or none; None if it was cancelled, or if the program is to end."""
        dialog = NumberDialog(self.table.window, self.number_box, self.ends, self.extras)
        while True:
            answer, number = await dialog.ask(offered)
            self.quitting = answer is Answer.QUIT
            if not self.quitting:
                await self.box_left()
            if answer is not Answer.OK:
                return None
            if number is not None or not self.extras:
                # In the original an empty field means game 0.
                return number or 0
            await self.gem.form_alert(1, self._say_range(shared.NO_NUMBER))

    def ends(self, event: MultiEvent) -> bool:
        """Return whether an event in a box ends the program; the titles of other entries become normal again."""
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
