"""A card game as a GEM program: event loop, menu and keys, steps shown, and the boxes that every game has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from string import Template
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from gemport import __version__
from gemport.cards.board import Board
from gemport.cards.card import Card, suit_of, value_of
from gemport.cards.moves import Move, Step, UndoError
from gemport.games import resource as shared
from gemport.games.boxes import Box, NumberDialog, box_fits, write_centred
from gemport.games.deck import CardArt
from gemport.games.files import MENU, Files, say, when
from gemport.games.narrator import Narrator
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
from gemport.gem.formats.objects import ObFlag, TedInfo, Tree
from gemport.store.records import Recovered
from gemport.store.session import Session, clock_text
from gemport.store.statistics import Help, Outcome
from gemport.toolkit.app import App, Command
from gemport.toolkit.dialog import alert

if TYPE_CHECKING:
    from gemport.cards.notation import Record
    from gemport.games.exchange import Exchange, FileCommands

B = TypeVar("B", bound=Board)
T = TypeVar("T")
Action = Callable[[], Awaitable[None]]

PAUSE: Final = 600
"""Milliseconds between the moves of a recorded game."""
ABOUT_OK: Final = 4
"""The button of every game's box About."""
_YES = 1
_KEEP, _FORFEIT = 1, 2
_RESUME, _START_OVER = 1, 2
_PLAY_ON, _OWN_GAME = 1, 2
"""Buttons of questions; a third one cancels."""
GO_HOME: Final = "go home"
CLICK_MOVES: Final = "click moves"
COUNTER: Final = "counter"
_SECOND = 1000
HINT_SHOWN: Final = 5000
"""Milliseconds after which a hint goes, unless the player does something before."""
_GAP = "    "
_QUESTION = ord("?")
_STOPS = MU_KEYBD | MU_BUTTON | MU_MESAG


class CardProgram(App, ABC, Generic[B]):
    """One run of a card game.

    A game has its ``names``, makes its table and answers presses on the cards. With ``extras`` off it is the original,
    which has no more than its own resource.
    """

    names: ModuleType
    """The constants of the game's resource: ABOUT, the tree of the box with OK as object 4 and a line that says
    $version; MENU_NAME for each entry of the menu, by the name of its action."""
    original: Sequence[str] = ()
    """The names of the actions in the original's menu."""
    menu: Tree
    table: CardTable[B]
    face_down: Sequence[int] = ()
    """The places whose cards nobody sees."""
    defaults: Mapping[str, bool] = {GO_HOME: False, CLICK_MOVES: False, COUNTER: False}
    """The switches of the menu as they are at first, by the names of their actions: cards that are of no further use go
    home after each move; a click moves a card to its best place; moves and time are counted in the info line."""
    asks_before_leaving = True
    """An unfinished game is kept or forfeited as the player says."""

    def __init__(self, gem: Gem, files: Files, session: Session[B]) -> None:
        self.trees = rsrc_load(files.resource, gem.width)
        self.shared = rsrc_load(files.shared, gem.width)
        super().__init__(gem, self.trees.tree(MENU))
        self.session = session
        session.clock.attach(lambda: gem.now)
        self.extras = files.extras
        self.impossible = files.impossible
        self.exchange: Exchange | None = None
        """The host's files, for recordings and pictures; None: there are none."""
        self.is_replay = False
        self._recorded: list[int | str] = []
        """Steps of recorded games still to be made, the next one last; a number where another game begins."""
        self._next: str | None = None
        """The command chosen in the box about a victory."""
        self.work: Work[Any] | None = None
        """Something to be worked on while the player thinks."""
        setting = session.records.setting
        self.options = {name: self.extras and setting(name.replace(" ", "_"), on) for name, on in self.defaults.items()}
        """The switches of the menu that are on; with the original's resource none is."""
        self.table = self.make_table(files)
        self.windows = [self.table]
        names = self.card_name, self.place_name
        self.narrator = Narrator(gem.speech, session, self.say, *names, self.face_down)
        self._about = self.trees.tree(self.names.ABOUT)
        self._hint_ends: int | None = None
        self._failure_told = False
        self._resume_error_told: str | None = None
        if self.extras:
            for number, line in enumerate(self._about):
                if isinstance(line.ob_spec, str) and "$version" in line.ob_spec:
                    write_centred(self._about, number, Template(line.ob_spec).safe_substitute(version=__version__))
        constants = vars(self.names).items()
        items: dict[str, int] = {
            name[5:].lower().replace("_", " "): item for name, item in constants if name.startswith("MENU_")
        }
        self.items = items if self.extras else {name: items[name] for name in self.original}
        """The entries of the menu by the names of their actions."""
        self._names = {item: name for name, item in self.items.items()}
        actions = self.actions()
        self.commands = {item: Command(actions[name], session.game.keys.get(name)) for name, item in self.items.items()}

    @property
    def board(self) -> B:
        """The session's board."""
        return self.session.board

    # ---- what a game says

    @abstractmethod
    def make_table(self, files: Files) -> CardTable[B]:
        """Make the window with the cards."""

    def card_art(self, files: Files) -> CardArt:
        """Make the cards' pictures; which deck is drawn, the control panel says."""
        return CardArt(files.cards, files.back, files.large, self.gem.shel_envrn)

    @abstractmethod
    def place_name(self, place: int) -> str:
        """Return a place's name, as it is said."""

    def card_name(self, card: Card) -> str:
        """Return a card's name."""
        rank, suit = self.say(shared.RANK + value_of(card)), self.say(shared.SUIT + suit_of(card))
        return self.say(shared.CARD, rank=rank, suit=suit)

    @abstractmethod
    async def press(self, event: MultiEvent) -> None:
        """Answer a press of the left button; returns when the button is up again."""

    async def typed(self, word: int) -> None:
        """Answer a key that is not a menu entry's."""

    async def show_deal(self) -> None:
        """Show a board that has just been dealt."""
        await self.let_go()
        self.table.title = self.session.title
        await self.table.redraw()
        self.enable_commands()
        self.narrator.table()

    def say(self, string: int, **words: object) -> str:
        """Return a free string of the shared resource, with what its $words stand for."""
        return say(self.shared, string, **words)

    def lost_text(self) -> str:
        """Return the alert about a loss; its first button deals the game again."""
        return self.say(shared.LOST, number=self.session.name)

    def par_text(self) -> str:
        """Return a line for the box about a victory: how few moves would do, if that is known."""
        return ""

    def victory_text(self) -> str:
        """Return the title of the box about a victory."""
        return self.say(shared.VICTORY)

    async def lost(self) -> None:
        """Tell that the game is lost; it may be tried again."""
        if await alert(self.gem, self.lost_text()) == _YES:
            await self.restart()

    async def let_go(self) -> None:
        """Select nothing."""
        if self.table.selected is not None or self.table.revealed is not None:
            await self.table.select(None)

    async def box_left(self) -> None:
        """Wait until the button is up that was pressed in a box; the box is gone."""
        await self.gem.evnt_button(1, LEFT, 0)

    def has_room(self, box: Tree) -> bool:
        """Return whether a box fits on the screen where the window stands."""
        return box_fits(box, self.table.work, GRect(0, 0, self.gem.width, self.gem.height))

    def icon(self) -> Tree:
        """Return the shrunken window's contents, cards with the string LABEL below them, of eight characters."""
        tree = self.shared.tree(shared.WIND)
        tree[shared.WIND_LABEL].ob_spec = self.trees.string(self.names.LABEL)
        return tree

    # ---- the loop

    async def run(self, first: Message | None = None) -> None:
        """Play until the user quits, or the host does, and leave the game."""
        try:
            # An alert or a dialog may be up when the host is closed.
            with suppress(Terminated):
                await super().run(first)
            self.session.leave()
        finally:
            # It may also be ended where it waits, in the middle of a step.
            self.session.keep_time()

    async def start(self) -> None:
        """Open the window; tell what became of the records, and how a game that is resumed stands."""
        self.check_items()
        if self.has_info:
            self.show_info()
        self.table.title = self.session.title
        self.table.show()
        self.enable_commands()
        self.narrator.board()
        store, error = self.session.records.store, self.session.resume_error
        if self.session.begun or self.session.records.failure or store.set_aside or error is not None:
            await self.table.redraw()
            if self.extras:
                if store.set_aside is not None:
                    await alert(self.gem, self._set_aside_text(store.set_aside))
                await self._tell_trouble()
            await self.end_of_step()

    def _set_aside_text(self, file: str) -> str:
        store = self.session.records.store
        counted, unfinished, made = store.recovered or Recovered()
        backup = self.say(shared.NO_BACKUP)
        if made is not None:
            backup = self.say(shared.BACKUP_USED, when=when(self.shared, store.calendar(made)))
        return self.say(shared.SET_ASIDE, file=file, backup=backup, counted=counted, unfinished=unfinished)

    async def wait(self) -> MultiEvent:
        """Wait for what happens next: a key, a press, a message."""
        self.update_info()
        self.narrator.attend(self.table.selected)
        if self.table.small:
            # In the original keys wait in their queue until the window is large again.
            return await self.gem.evnt_multi(MU_MESAG | MU_KEYBD if self.extras else MU_MESAG)
        if self._recorded:
            return await self.gem.evnt_multi(MU_KEYBD | MU_BUTTON | MU_MESAG | MU_TIMER, ms=PAUSE)
        flags, ms, clock = MU_KEYBD | MU_BUTTON | MU_MESAG | MU_WORK, 0, self.session.clock
        if self.options[COUNTER] and clock.running:
            # The clock's next second.
            flags, ms = flags | MU_TIMER, -(-(_SECOND - clock.ms % _SECOND) // TICK) * TICK
        if self.table.hint is not None:
            # Of a hint that an alert has followed the time begins now.
            self._hint_ends = self._hint_ends or self.gem.now + HINT_SHOWN
            left = -(-max(self._hint_ends - self.gem.now, 0) // TICK) * TICK
            flags, ms = flags | MU_TIMER, min(ms, left) if flags & MU_TIMER else left
        work = self.next_work()
        return await self.gem.evnt_multi(flags, clicks=self.clicks, mask=self.mask, state=self.state, ms=ms, work=work)

    def next_work(self) -> Work[Any] | None:
        """Return what is to be worked on while the player thinks."""
        return self.work

    async def answer(self, event: MultiEvent) -> None:
        """Do what an event asks for, and what the player has chosen in the box about a victory."""
        if self._hint_ends is not None and (self.is_input(event) or self.gem.now >= self._hint_ends):
            self._hint_ends = None
            await self.table.end_hint()
        was_small, replaying = self.table.small, self.replaying
        heard = self._heard(event) if replaying else event.events
        if event.message is not None:
            await self.message(event.message)
        if not (self.quitting or was_small or self.table.small) and self.table.is_topmost:
            if MU_BUTTON in heard:
                await self.press(event)
            if MU_KEYBD in heard and not self.quitting:
                await self.key(event.key, event.shift)
        if was_small and MU_KEYBD in event.events:
            await self._key_while_small(event.key)
        if self.extras and not was_small:
            await self._tell_trouble()
        if replaying:
            await self._go_on(event)
        elif event.message is not None and event.message.type == Msg.VA_START:
            await self._receive()
        name, self._next = self._next, None
        if name is not None and not self.quitting:
            await self.choose(self.items[name])

    def is_input(self, event: MultiEvent) -> bool:
        """Return whether an event is the player's."""
        message = event.message
        return bool(event.events & (MU_KEYBD | MU_BUTTON)) or (message is not None and message.type != Msg.WM_REDRAW)

    async def _tell_trouble(self) -> None:
        """Tell, once each, of a game only the first moves of which were possible, and that something can't be kept."""
        error, failure = self.session.resume_error, self.session.records.failure
        if error not in (None, self._resume_error_told):
            self._resume_error_told = error
            await alert(self.gem, self.say(shared.NOT_RESUMED, number=error))
        if failure is not None and not self._failure_told:
            self._failure_told = True
            await alert(self.gem, self.shared.string(shared.NOT_KEPT), reason=failure)

    async def _key_while_small(self, word: int) -> None:
        """Answer a key that cannot be meant for cards that nobody sees: only one that ends the program counts."""
        item = self.item_of(word)
        if item is not None and self._quits(item):
            await self.choose(item)
        else:
            self.gem.bell()

    async def key(self, word: int, shift: int) -> None:
        """Answer a key: ? is Help, and Shift+Undo is Redo."""
        item = self.items.get("help") if word & 0xFF == _QUESTION else None
        if word == keys.UNDO and shift & keys.SHIFT:
            item = self.items.get("redo")
        item = item or self.item_of(word)
        if item is not None:
            await self.choose(item)
        elif word == keys.HELP:
            await self.help()
        elif word == keys.CLR_HOME and self.narrator.heard:
            self.narrator.read(self.table.selected)
        else:
            await self.typed(word)

    async def message(self, message: Message) -> None:
        """Answer a message; the window's own ones may change which entries can be used."""
        match message.type:
            case Msg.WM_REDRAW | Msg.WM_TOPPED:
                await self.table.message(message)
            case Msg.WM_MOVED:
                await self.move(message.rect)
            case Msg.WM_FULLED:
                await self.full()
            case Msg.WM_ICONIFY | Msg.WM_UNICONIFY if self.table.small is (message.type == Msg.WM_UNICONIFY):
                await self.full()
            case Msg.WM_CLOSED:
                await self.leave()
            case _:
                await super().message(message)

    async def move(self, outer: GRect) -> None:
        """Move the window; what then has no room is disabled."""
        await self.table.move(outer)
        self.enable_commands()

    async def full(self) -> None:
        """Shrink the window to its icon, or blow it up again."""
        await self.table.full()
        self.enable_commands()

    # ---- the menu

    def actions(self) -> dict[str, Action]:
        """Return what the entries of the menu do, by their names; a menu need not have them all."""
        return {
            "about": self.about,
            "new": self.new,
            "select": self.select,
            "today": self._today,
            "unfinished": self.choose_unfinished,
            "save recording": lambda: self._file_commands().save_recording(),
            "open recording": self._open_recording,
            "save picture": self._save_picture,
            "copy position": lambda: self._file_commands().copy_position(),
            "restart": self.restart,
            "undo": self.take_back,
            "redo": self.make_again,
            "statistics": self.statistics,
            "help": self.help,
            "quit": self.leave,
            **{name: partial(self.switch, name) for name in self.defaults},
        }

    def name_of(self, key: int) -> str | None:
        """Return the name of the action that a key stands for; None if there is none."""
        item = self.item_of(key)
        return None if item is None else self._names[item]

    def enabled(self, item: int) -> bool:
        """Return whether an entry can be used now; Quit always can, and in boxes it ends them and the program.

        Undo and Redo need something to do; the original's Undo rings the bell instead.
        """
        name = self._names[item]
        if name == "quit":
            return True
        if self.table.small or self._recorded:
            return False
        match name:
            case "undo" if self.extras:
                return self.board.can_undo
            case "redo":
                return self.board.can_redo
            case "save recording" if self.session.start is not None:
                # A recording begins with the game's number.
                return False
            case "save recording" | "open recording" | "save picture" | "copy position":
                return self.exchange is not None
            case "about":
                return self.has_room(self._about)
            case "select":
                return self.has_room(self.number_box)
        return True

    def check_items(self) -> None:
        """Show in the menu which options are on."""
        for name, on in self.options.items():
            if name in self.items:
                self.gem.menu_icheck(self.menu, self.items[name], on)

    async def switch(self, name: str) -> None:
        """Switch an option of the menu on or off; it stays so from start to start."""
        on = self.options[name] = not self.options[name]
        self.session.records.change_setting(name.replace(" ", "_"), on)
        self.show_info()

    # ---- the info line of the window: move counter and clock, and a remark of the game's

    @property
    def has_info(self) -> bool:
        """Something is said in the line."""
        return self.options[COUNTER]

    def remark(self) -> str:
        """Return what is said in the line besides; asked before each event while something is said."""
        return ""

    def info_text(self) -> str:
        """Return the text that counts moves and time."""
        return self.say(shared.COUNTER_LINE, **self.info_words())

    def info_words(self) -> dict[str, object]:
        """Return what the $words of the line stand for."""
        return {"moves": self.board.moves_made, "time": clock_text(self.session.clock.seconds)}

    def show_info(self) -> None:
        """Have the line there if something is to be said in it."""
        self.table.add_info(self.has_info)
        self.table.resized()
        self.update_info()
        self.enable_commands()
        self.check_items()

    def update_info(self) -> None:
        """Write what there is to say now; and let the time run while the player sees the game."""
        self.session.clock.see(self.table.is_topmost and not self.table.small)
        if self.has_info:
            remark = self.remark()
            self.narrator.remark(remark)
            counting = self.options[COUNTER]
            counted = self.info_text() if counting else " "
            self.table.inform(f"{counted}{_GAP}{remark}" if counting and remark else counted + remark)

    # ---- games and steps

    async def deal(self, number: int) -> None:
        """Leave the game and begin another. Raises NumberError."""
        self.session.deal(number)
        await self.show_deal()

    async def new(self) -> None:
        """Begin the game that comes next."""
        if await self.may_leave():
            await self.deal(self.next_number())

    def next_number(self) -> int:
        """Return the number of the game that comes next."""
        return self.session.next_number()

    async def begin(self, number: int) -> None:
        """Begin the game of a number that the player has chosen, or resume it. Raises NumberError."""
        self.session.game.check(number)
        found = self.session.unfinished_of(number) if self.extras else None
        if found is not None:
            question = self.say(shared.ASK_RESUME, number=number, moves=found.progress.made)
            answer = await alert(self.gem, question)
            if answer == _RESUME:
                await self._resume(found.key)
            if answer != _START_OVER:
                return
        if await self.may_leave():
            await self.deal(number)

    async def choose_unfinished(self) -> None:
        """Let the player resume an unfinished game."""
        # Imported here: the list is not needed before it is asked for.
        from gemport.games.unfinished import UnfinishedBox

        key = await UnfinishedBox(self.gem, self.shared, self.session).ask()
        if key is not None:
            await self._resume(key)

    async def _today(self) -> None:
        """Let the player choose a game of the day; the bell where the clock tells no date."""
        from gemport.games.daily import DailyBox

        store, session = self.session.records.store, self.session
        now = store.calendar(store.now())
        if now is None:
            self.gem.bell()
            return
        games_of_week = partial(session.game.games_of_week, impossible=self.impossible)
        number = await DailyBox(self.gem, self.shared, session, now.date(), games_of_week).ask()
        if number is not None:
            await self.begin(number)

    async def _resume(self, key: int) -> None:
        """Leave the game and resume another, unless that is the one on the table."""
        if self.session.is_on_table(key) or not await self.may_leave():
            return
        self.session.resume(key)
        await self.show_deal()
        if self.session.begun:
            if self.extras:
                await self._tell_trouble()
            await self.end_of_step()

    async def may_leave(self) -> bool:
        """Return whether the game may be left; one that is at stake is kept or forfeited, as the player says."""
        if not self.asks_before_leaving or not self.session.at_stake:
            return True
        answer = await alert(self.gem, self.say(shared.ASK_FORFEIT, number=self.session.name))
        if answer == _FORFEIT:
            self.session.forfeit()
        return answer in (_KEEP, _FORFEIT)

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
        self.enable_commands()
        self.narrator.moved(step.moves)
        await self.end_of_step()

    async def end_of_step(self) -> None:
        """Tell if the game is won or lost."""
        self.update_info()
        if self.session.shown:
            return
        outcome = self.session.outcome()
        if outcome in (Outcome.WON, Outcome.SOLVED):
            await self.congratulate(self.board.moves_made)
        elif outcome is Outcome.LOST:
            await self.lost()

    async def take_back(self) -> None:
        """Take back the last step; the bell if there is none."""
        await self.let_go()
        try:
            step = self.board.last_step
        except UndoError:
            self.gem.bell()
            return
        for move in reversed(step.moves):
            await self.table.animate(move.target, move.source, self.session.pull)
        self.enable_commands()
        self.narrator.tell(shared.UNDONE)
        self.narrator.moved([Move(move.card, move.target, move.source) for move in reversed(step.moves)])

    async def make_again(self) -> None:
        """Make the step again that was taken back last; the bell if there is none."""
        await self.let_go()
        try:
            step = self.board.next_step
        except UndoError:
            self.gem.bell()
            return
        self.narrator.tell(shared.REDONE)
        await self.make(step)

    # ---- recorded games

    def follow(self, games: Sequence[Record]) -> None:
        """Show recorded games, a step every PAUSE milliseconds, and be the ordinary game again after that.

        Meanwhile the player can only quit, and move or shrink the window; while it is small, or a button held, the
        games stand still. The first game's number is dealt already; all moves are legal, or the program breaks.
        """
        self.is_replay, self._recorded = True, _steps(games)

    @property
    def replaying(self) -> bool:
        """There is still something of recorded games to show."""
        return bool(self._recorded)

    def _heard(self, event: MultiEvent) -> Mu:
        """Return what of an event counts: not the presses and keys that would play."""
        ends = MU_KEYBD in event.events and self._quits(self.item_of(event.key))
        return event.events & ~(MU_BUTTON if ends else MU_BUTTON | MU_KEYBD)

    async def _go_on(self, event: MultiEvent) -> None:
        """Make the next recorded step when it is time."""
        if MU_BUTTON in event.events:
            await self.gem.evnt_button(1, LEFT, 0)
        if self.quitting or self.table.small:
            return
        if self.session.shown and event.events & (MU_BUTTON | MU_KEYBD):
            await self._end_show()
            return
        if MU_TIMER not in event.events:
            return
        step = self._recorded.pop()
        if isinstance(step, int) and self.session.shown:
            self.session.show(step)
            await self.show_deal()
        elif isinstance(step, int):
            await self.deal(step)
        else:
            self.session.note_help(Help.SOLVED)
            await self.make(self.board.read_word(step))
        if not self._recorded:
            self.enable_commands()
            if self.session.shown:
                await self._end_show()

    async def _show(self, name: str, data: bytes) -> None:
        """Show the recorded games of a file, as follow does; the game on the table waits meanwhile.

        A key or a press ends it. Then the player goes on from there, or with the game that waits.
        """
        games = await self._file_commands().recorded_games(name, data)
        if games is None:
            return
        await self.let_go()
        self.session.show(games[0].number)
        self._recorded = _steps(games)
        await self.show_deal()
        if not self._recorded:
            await self._end_show()

    async def _end_show(self) -> None:
        """Put the player's own game on the table again, unless he wants to go on with the one that was shown."""
        self._recorded = []
        words = {"number": self.session.number, "moves": self.board.moves_made}
        if self.board.won:
            await self.gem.form_alert(1, self.say(shared.SHOWN_TO_END, **words))
        elif await self.gem.form_alert(_OWN_GAME, self.say(shared.SHOWN, **words)) == _PLAY_ON:
            self.session.play_on()
        if self.session.shown:
            self.session.return_to_own()
        await self.show_deal()

    # ---- recordings and pictures in files

    def _file_commands(self) -> FileCommands:
        # Imported here: hardly any start needs it.
        from gemport.games.exchange import FileCommands

        # Without it none of their entries is enabled.
        assert self.exchange is not None
        return FileCommands(self.table, self.shared, self.exchange)

    async def _save_picture(self) -> None:
        # The picture has no inverted title.
        item = self.items["save picture"]
        title = next(title for title, entry in menu_entries(self.menu) if entry == item)
        self.gem.menu_tnormal(self.menu, title, True)
        await self._file_commands().save_picture()

    async def _open_recording(self) -> None:
        found = await self._file_commands().open_recording()
        if found is not None:
            await self._show(*found)

    async def _receive(self) -> None:
        """Open the recording that has come, if now is the time for it."""
        found = None if self.exchange is None else self.exchange.received()
        item = self.items.get("open recording")
        if found is not None and item is not None and self.enabled(item):
            await self._show(*found)

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
            await self.message(event.message)
            stopped = stopped or self.quitting or self.table.small
        if MU_BUTTON in event.events:
            await self.gem.evnt_button(1, LEFT, 0)
            stopped = True
        if MU_KEYBD in event.events and event.key != self.session.game.keys.get(name):
            item = self.item_of(event.key)
            if item is not None and self._quits(item):
                await self.choose(item)
            stopped = True
        return stopped

    # ---- what every game has

    async def leave(self) -> None:
        """End the program; a game at stake is asked about first."""
        self.quitting = self.is_replay or await self.may_leave()

    async def about(self) -> None:
        """Show what this program is."""
        await self.show_message(self._about, ABOUT_OK)

    async def statistics(self) -> None:
        """Show the game's statistics."""
        # Imported here, as the next one: hardly any start needs it.
        from gemport.games.statistics import show_statistics

        await show_statistics(self.gem, self.shared, self.session)

    async def congratulate(self, _moves: int) -> None:
        """Tell that the game is won, or that the program has solved it, and offer what to do next."""
        from gemport.games.victory import Victory

        victory = Victory(self.table, self.shared, self.ends, self.name_of)
        title = self.victory_text()
        if self.session.help is Help.SOLVED:
            title = self.say(shared.REPLAYED if self.is_replay else shared.SOLVED)
        # At once: the box comes after the falling cards.
        self.gem.speech.say(title)
        await victory.congratulate(title, self.par_text())
        self.quitting = victory.quitting
        self._next = victory.chosen

    async def show_message(self, box: Tree, ok: int) -> None:
        """Show a box until its OK button."""
        shown = Box(self.table, box, self.ends, extras=self.extras)
        await shown.confirm(ok)
        self.quitting = shown.quitting
        if not self.quitting:
            await self.box_left()

    @cached_property
    def number_box(self) -> Tree:
        """The dialog that asks for a number, its field and itself as wide as the longest one needs."""
        tree, numbers = self.shared.tree(shared.GETNUM), self.session.game.numbers
        field, line = tree[shared.GETNUM_FIELD], tree[shared.GETNUM_RANGE]
        digits = len(str(numbers[-1]))
        if isinstance(field.ob_spec, TedInfo):
            spare = WCHAR * (len(field.ob_spec.te_ptmplt) - digits)
            field.ob_spec.te_ptmplt = field.ob_spec.te_ptmplt[:digits]
            field.ob_width -= spare
            tree[0].ob_width -= spare
            tree[shared.GETNUM_OK].ob_x -= spare
            tree[shared.GETNUM_KIND].ob_x -= spare
        line.ob_spec = self._say_range(shared.RANGE)
        line.ob_width = WCHAR * len(line.ob_spec)
        if "winnable" not in self.items:
            # Nor does the program know how hard its games are.
            height = tree[shared.GETNUM_OK].ob_y - tree[shared.GETNUM_KIND].ob_y
            for obj in (shared.GETNUM_DIFFICULTY, shared.GETNUM_KIND):
                tree[obj].ob_flags |= ObFlag.HIDETREE
            for obj in (shared.GETNUM_CANCEL, shared.GETNUM_OK):
                tree[obj].ob_y -= height
            tree[0].ob_height -= height
        return tree

    def number_dialog(self) -> NumberDialog:
        """Make the dialog that asks for a number."""
        return NumberDialog(self.table, self.number_box, self.ends, self.extras)

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
        await alert(self.gem, self._say_range(shared.WRONG_NUMBER, number=number))
        return False

    async def ask_number(self, offered: int | None) -> int | None:
        """Ask for a game's number, one being offered or none; None if it was cancelled, or if the program is to end."""
        dialog = self.number_dialog()
        while True:
            text = await dialog.ask(offered)
            self.quitting = dialog.quitting
            if not self.quitting:
                await self.box_left()
            if text is None:
                return None
            if text or not self.extras:
                # In the original an empty field means game 0.
                return int(text or 0)
            await alert(self.gem, self._say_range(shared.NO_NUMBER))

    def ends(self, event: MultiEvent) -> bool:
        """Return whether an event in a box ends the program; the titles of other entries become normal again."""
        message = event.message
        if message is not None and message.type == Msg.MN_SELECTED:
            ends = self._quits(message.item)
            if not ends:
                self.gem.menu_tnormal(self.menu, message.title, True)
            return ends
        if message is not None and message.type in (Msg.WM_CLOSED, Msg.AP_TERM):
            return True
        return MU_KEYBD in event.events and self._quits(self.item_of(event.key))

    def _quits(self, item: int | None) -> bool:
        return item == self.items["quit"]


def _steps(games: Sequence[Record]) -> list[int | str]:
    """Return the steps of recorded games as ``_recorded`` has them; the first game's number is dealt already."""
    steps: list[int | str] = []
    for game in games:
        steps += [game.number, *game.words]
    return steps[:0:-1]
