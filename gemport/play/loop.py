"""A card game as a GEM program: event loop, menu, keys and messages. Its ``Kit`` defines the game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Generic, TypeVar

from gemport.cards.board import Board
from gemport.cards.game import AnyGame
from gemport.gem import (
    LEFT,
    MU_BUTTON,
    MU_KEYBD,
    MU_MESAG,
    MU_TIMER,
    MU_WORK,
    TICK,
    Gem,
    Message,
    Msg,
    MultiEvent,
    Terminated,
    Tree,
    keys,
)
from gemport.play.feature import Play
from gemport.play.gamefiles import Exchange, Files
from gemport.play.items import Item
from gemport.play.kit import Kit
from gemport.play.player_input import Hand
from gemport.settings import Looks
from gemport.store.session import Session
from gemport.toolkit.app import App

if TYPE_CHECKING:
    from gemport.cards.notation import Record

B = TypeVar("B", bound=Board)

_SCROLLING = {
    word >> 8
    for word in (keys.ARROW_UP, keys.ARROW_DOWN, keys.ARROW_LEFT, keys.ARROW_RIGHT, keys.WHEEL_UP, keys.WHEEL_DOWN)
}
"""Scancodes of the keys that repeat everywhere, with Shift too."""
_INPUT = MU_KEYBD | MU_BUTTON


class CardProgram(App, Generic[B]):
    """One run of a card game."""

    menu: Tree

    def __init__(
        self,
        gem: Gem,
        files: Files,
        session: Session[B],
        looks: Looks | None = None,
        exchange: Exchange | None = None,
        games: Sequence[Record] = (),
        stepped: bool = True,
    ) -> None:
        """Create the program of a started session; ``games`` are recordings to show first.

        If ``stepped`` is false, the program makes their moves without a player.
        """
        super().__init__(gem)
        kit = kit_of(session.game)
        asking = [kind.__name__ for kind in kit.every_feature() if kind.needs_solver]
        if asking and session.game.solver is None:
            raise ValueError(f"{session.game.name} has no solver for {', '.join(asking)}")
        session.clock.attach(lambda: gem.now)
        self.rings = files.extras
        if files.extras:
            gem.when_held(self._repeats)
            gem.use_digit_row()
        self.session = session
        features, items, looks = kit.every_feature(files.extras), kit.items(files.extras), looks or Looks()
        self.play: Play[B] = kit.play(self, features, items, files, session, looks, exchange, games, stepped)
        self.menu = self.play.menu
        self.table, self.narrator, self.items = self.play.table, self.play.narrator, self.play.items
        self.windows = [self.table]
        self.hand: Hand[B] = kit.hand(self.play)
        self.clicks, self.mask, self.state = self.hand.clicks, self.hand.mask, self.hand.state

    # ---- the loop

    async def run(self, first: Message | None = None) -> None:
        try:
            # An alert or a dialog may be open when the host closes.
            with suppress(Terminated):
                await super().run(first)
            self.session.leave()
        finally:
            # The program can also end while it waits in the middle of a step.
            self.session.save_time()

    async def start(self) -> None:
        play, session = self.play, self.session
        for item, on in play.options.items():
            self.gem.menu_icheck(self.menu, self.items[item], on)
        play.show_line()
        self.table.title = session.title
        self.table.show()
        self.enable_commands()
        self.narrator.board()
        for feature in play.features:
            await feature.opened()

    async def wait(self) -> MultiEvent:
        self.play.update()
        self.narrator.attend(self.table.selected)
        if self.table.small:
            # In the original, keys stay in their queue until the window is large again.
            return await self.gem.evnt_multi(_INPUT | MU_MESAG if self.play.extras else MU_MESAG)
        flags, ms = MU_KEYBD | MU_BUTTON | MU_MESAG | MU_WORK, 0
        times = [time for feature in self.play.features if (time := feature.due()) is not None]
        if times:
            flags, ms = flags | MU_TIMER, -(-max(min(times), 0) // TICK) * TICK
        work = next((work for feature in self.play.features if (work := feature.work()) is not None), None)
        return await self.gem.evnt_multi(flags, clicks=self.clicks, mask=self.mask, state=self.state, ms=ms, work=work)

    async def answer(self, event: MultiEvent) -> None:
        if await self.hand.before(event):
            return
        for feature in self.play.features:
            await feature.before(event)
        was_small = self.table.small
        if event.message is not None:
            await self.message(event.message)
        if not (self.quitting or was_small or self.table.small) and self.table.is_topmost:
            if MU_BUTTON in event.events:
                await self.hand.press(event)
            if MU_KEYBD in event.events and not self.quitting:
                await self.key(event.key, event.shift)
        if was_small and MU_KEYBD in event.events:
            await self._key_while_small(event.key)
        if was_small and self.play.extras and not self.quitting:
            await self._press_while_small(event)
        for feature in self.play.features:
            await feature.after(event, was_small)

    async def _key_while_small(self, word: int) -> None:
        """Handle a key while the window is small: all entries but Quit are disabled."""
        item = self.item_of(word)
        if item is None:
            self.gem.bell()
        else:
            await self.choose(item)

    async def _press_while_small(self, event: MultiEvent) -> None:
        """Restore the window after a double click; the press that tops it can be the first."""
        topped = event.message is not None and event.message.type == Msg.WM_TOPPED
        if MU_BUTTON not in event.events and not topped:
            return
        wanted = self.hand.is_second(event) and self.table.work.contains(event.x, event.y)
        await self.gem.evnt_button(1, LEFT, 0)
        if wanted and self.table.small:
            await self.play.full()

    async def key(self, word: int, shift: int) -> None:
        item = self.items.get(Item.HELP) if word & 0xFF == ord("?") else None
        if word == keys.UNDO and shift & keys.SHIFT:
            item = self.items.get(Item.REDO)
        item = item or self.item_of(word)
        if item is not None:
            await self.choose(item)
        elif word == keys.SHIFT_F10 and self.play.extras:
            self.gem.menu_keys()
        elif word == keys.HELP:
            await self.help()
        elif word == keys.CLR_HOME and self.narrator.heard:
            self.narrator.read(self.table.selected)
        else:
            await self.hand.typed(word)

    def _repeats(self, word: int) -> bool:
        """Return whether a held key repeats: Undo, Redo, and the keys that scroll or edit a field do."""
        if word >> 8 in _SCROLLING or word in (keys.UNDO, keys.CONTROL_Z):
            return True
        if self.gem.field is not None:
            return word & 0xFF >= ord(" ") or word == keys.BACKSPACE
        item = self.item_of(word)
        return item is not None and item in (self.items[Item.UNDO], self.items.get(Item.REDO))

    async def message(self, message: Message) -> None:
        match message.type:
            case Msg.WM_REDRAW | Msg.WM_TOPPED:
                await self.table.message(message)
            case Msg.WM_MOVED:
                await self.play.moved(message.rect)
            case Msg.WM_FULLED:
                await self.play.full()
            case Msg.WM_ICONIFY | Msg.WM_UNICONIFY if self.table.small is (message.type == Msg.WM_UNICONIFY):
                await self.play.full()
            case Msg.WM_CLOSED:
                # Never disabled, and without a title to invert.
                await self.commands[self.items[Item.QUIT]].action()
            case _:
                await super().message(message)

    def enabled(self, item: int) -> bool:
        """Return whether an entry is enabled; Quit always is, and in boxes it ends the box and the program."""
        return self.play.quits(item) if self.table.small or self.play.box_open else super().enabled(item)


def kit_of(game: AnyGame) -> Kit:
    """Load a game's program modules and return its kit."""
    kit: Kit = import_module(f"gemport.games.{game.name}.{game.name}").KIT
    return kit
