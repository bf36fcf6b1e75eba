"""A card game as a GEM program: event loop, menu, keys and messages. Its ``Kit`` defines the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from gemport.cards.board import Board
from gemport.gem import (
    HCHAR,
    LEFT,
    MU_BUTTON,
    MU_KEYBD,
    MU_MESAG,
    MU_TIMER,
    MU_WORK,
    TICK,
    WCHAR,
    Gem,
    Message,
    Msg,
    MultiEvent,
    ObFlag,
    Terminated,
    Tree,
    children,
    keys,
    rsrc_load,
)
from gemport.play.basics import CLICK_MOVES
from gemport.play.feature import Entry, Feature
from gemport.play.gamefiles import MENU, Exchange, Files
from gemport.play.hand import Hand
from gemport.play.play import QUIT, Play
from gemport.play.recordings import PAUSE, Replay
from gemport.settings import Looks
from gemport.store.session import Session
from gemport.toolkit.app import App, Command

if TYPE_CHECKING:
    from gemport.cards.notation import Record
    from gemport.play.game import AnyGame

B = TypeVar("B", bound=Board)
F = TypeVar("F")

_QUESTION = ord("?")
_SCROLLING = {
    word >> 8
    for word in (keys.ARROW_UP, keys.ARROW_DOWN, keys.ARROW_LEFT, keys.ARROW_RIGHT, keys.WHEEL_UP, keys.WHEEL_DOWN)
}
"""Scancodes of the keys that repeat everywhere, with Shift too."""
_INPUT = MU_KEYBD | MU_BUTTON


class Kit(NamedTuple):
    """The parts of a game's program.

    Attributes:
        names: the constants of its resource; ENTRIES maps the names of menu entries to their objects
        play: its table and words
        hand: its reaction to presses and keys
        features: further actions of the player. Their order determines the opening order, the first text in the info
            line, and who gets idle time
        original: the features with the original's resource, if there is an original
    """

    names: ModuleType
    play: type[Play[Any]]
    hand: type[Hand[Any]]
    features: Sequence[type[Feature[Any]]]
    original: Sequence[type[Feature[Any]]] = ()


class CardProgram(App, Generic[B]):
    """One run of a card game."""

    menu: Tree

    def __init__(self, gem: Gem, files: Files, session: Session[B], kit: Kit, looks: Looks | None = None) -> None:
        self.trees, self.shared = rsrc_load(files.resource, gem.width), rsrc_load(files.shared, gem.width)
        super().__init__(gem, self.trees.tree(MENU))
        session.clock.attach(lambda: gem.now)
        self.rings = files.extras
        if files.extras:
            gem.when_held(self._repeats)
            gem.use_digit_row()
        self.session = session
        self.play: Play[B] = kit.play(self, self.trees, self.shared, files, kit.names, session, looks or Looks())
        self.table, self.narrator = self.play.table, self.play.narrator
        self.windows = [self.table]
        self.hand: Hand[B] = kit.hand(self.play)
        self.clicks, self.mask, self.state = self.hand.clicks, self.hand.mask, self.hand.state
        kinds = kit.features if files.extras else kit.original
        switches = [(name, on) for kind in kinds for name, on in kind.switches.items()]
        if looks is not None and looks.touch:
            # Dragging with a finger is difficult.
            switches = [(name, on or name == CLICK_MOVES) for name, on in switches]
        self.play.options |= {name: session.records.setting(name.replace(" ", "_"), on) for name, on in switches}
        self.features = [kind(self.play) for kind in kinds]
        self._entries = self._place_entries(kit.names.ENTRIES)
        play = self.play
        play.changed = self.enable_commands
        play.lines, play.on_played = self._overrides("line"), self._overrides("played")
        play.on_ended, play.on_switched = self._overrides("ended"), self._overrides("switched")
        self._before, self._after = self._overrides("before"), self._overrides("after")
        self._due, self._work = self._overrides("due"), self._overrides("work")

    # ---- features

    def _place_entries(self, places: dict[str, int]) -> dict[int, Entry]:
        """Return the menu entries by object; an entry missing in the resource is added to the menu."""
        play = self.play
        entries, own_keys = [entry for feature in self.features for entry in feature.entries()], self.session.game.keys
        items: dict[str, int] = {}
        for entry in entries:
            key = own_keys.get(entry.name, entry.key)
            if entry.name in places:
                items[entry.name] = places[entry.name]
            elif entry.text is not None and (below := {**places, **items}.get(entry.below)) is not None:
                items[entry.name] = add_entry(self.menu, below, play.say(entry.text))
            else:
                continue
            self.commands[items[entry.name]] = Command(entry.action, key)
        play.items = self.items = items
        return {items[entry.name]: entry for entry in entries if entry.name in items}

    def _overrides(self, hook: str) -> list[Callable[..., Any]]:
        having = (feature for feature in self.features if getattr(type(feature), hook) is not getattr(Feature, hook))
        return [getattr(feature, hook) for feature in having]

    def feature(self, kind: type[F]) -> F:
        """Return the feature of a class. Raises StopIteration if the game has none."""
        return next(feature for feature in self.features if isinstance(feature, kind))

    # ---- the loop

    async def run(self, first: Message | None = None) -> None:
        try:
            # An alert or a dialog may be open when the host closes.
            with suppress(Terminated):
                await super().run(first)
            self.session.leave()
        finally:
            # The program can also end while it waits in the middle of a step.
            self.session.keep_time()

    async def start(self) -> None:
        play, session = self.play, self.session
        for name in play.options.keys() & self.items.keys():
            self.gem.menu_icheck(self.menu, self.items[name], play.options[name])
        if any(line() is not None for line in play.lines):
            play.show_line()
        self.table.title = session.title
        self.table.show()
        self.enable_commands()
        self.narrator.board()
        for feature in self.features:
            await feature.opened()

    async def wait(self) -> MultiEvent:
        self.play.update()
        self.narrator.attend(self.table.selected)
        if self.table.small:
            # In the original, keys stay in their queue until the window is large again.
            return await self.gem.evnt_multi(_INPUT | MU_MESAG if self.play.extras else MU_MESAG)
        if self.play.replaying:
            return await self.gem.evnt_multi(MU_KEYBD | MU_BUTTON | MU_MESAG | MU_TIMER, ms=PAUSE)
        flags, ms = MU_KEYBD | MU_BUTTON | MU_MESAG | MU_WORK, 0
        times = [time for due in self._due if (time := due()) is not None]
        if times:
            flags, ms = flags | MU_TIMER, -(-max(min(times), 0) // TICK) * TICK
        work = next((work for find in self._work if (work := find()) is not None), None)
        return await self.gem.evnt_multi(flags, clicks=self.clicks, mask=self.mask, state=self.state, ms=ms, work=work)

    async def answer(self, event: MultiEvent) -> None:
        if await self.hand.before(event):
            return
        for before in self._before:
            await before(event)
        was_small = self.table.small
        heard = event.events
        if self.play.replaying:
            # Without presses and keys that would play.
            ends = MU_KEYBD in event.events and self.play.quits(self.item_of(event.key))
            heard &= ~(MU_BUTTON if ends else _INPUT)
        if event.message is not None:
            await self.message(event.message)
        if not (self.quitting or was_small or self.table.small) and self.table.is_topmost:
            if MU_BUTTON in heard:
                await self.press(event)
            if MU_KEYBD in heard and not self.quitting:
                await self.key(event.key, event.shift)
        if was_small and MU_KEYBD in event.events:
            await self._key_while_small(event.key)
        if was_small and self.play.extras and not self.quitting:
            await self._press_while_small(event)
        for after in self._after:
            await after(event, was_small)

    async def press(self, event: MultiEvent) -> None:
        await self.hand.press(event)

    async def _key_while_small(self, word: int) -> None:
        """Handle a key while the window is small: only a key that quits has an effect."""
        item = self.item_of(word)
        if item is not None and self.play.quits(item):
            await self.choose(item)
        else:
            self.gem.bell()

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
        item = self.items.get("help") if word & 0xFF == _QUESTION else None
        if word == keys.UNDO and shift & keys.SHIFT:
            item = self.items.get("redo")
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
        return item is not None and item in (self.items.get("undo"), self.items.get("redo"))

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
                await self.commands[self.items[QUIT]].action()
            case _:
                await super().message(message)

    def enabled(self, item: int) -> bool:
        """Return whether an entry is enabled; Quit always is, and in boxes it ends the box and the program."""
        if self.table.small or self.play.replaying:
            return self.play.quits(item)
        enabled = self._entries[item].enabled
        return enabled is None or enabled()


def make_program(
    game: AnyGame,
    gem: Gem,
    files: Files,
    session: Session[Any],
    looks: Looks | None = None,
    exchange: Exchange | None = None,
    games: Sequence[Record] = (),
    stepped: bool = False,
) -> CardProgram[Any]:
    """Create a game's program from loaded files and a started session; ``games`` are recordings to show first.

    With ``stepped`` the player can step through them; otherwise the player can only watch and quit.
    """
    kit = kit_of(game)
    asking = [kind.__name__ for kind in kit.features if kind.needs_solver]
    if asking and game.solver is None:
        raise ValueError(f"{game.name} has no solver for {', '.join(asking)}")
    program: CardProgram[Any] = CardProgram(gem, files, session, kit, looks)
    program.play.exchange = exchange
    if games:
        program.play.is_replay = True
        program.feature(Replay).follow(games, stepped)
    return program


def kit_of(game: AnyGame) -> Kit:
    """Load a game's program modules and return its kit."""
    kit: Kit = import_module(f"gemport.games.{game.name}.{game.name}").KIT
    return kit


def add_entry(menu: Tree, below: int, text: str) -> int:
    """Add an entry below another entry of the same menu, and enlarge the menu; return its object.

    ``text`` has its words, and after a | the key at the right.
    """
    box = next(obj for obj, _ in enumerate(menu) if menu[obj].ob_head >= 0 and below in children(menu, obj))
    above, new = menu[below], len(menu)
    words, _, label = text.partition("|")
    line = f"  {words:<{menu[box].ob_width // WCHAR - len(label) - 3}}{label} "
    for obj in children(menu, box):
        if menu[obj].ob_y > above.ob_y:
            menu[obj].ob_y += HCHAR
    menu[box].ob_height += HCHAR
    menu[-1].ob_flags &= ~ObFlag.LASTOB
    menu.append(replace(above, ob_spec=line, ob_y=above.ob_y + HCHAR, ob_flags=above.ob_flags | ObFlag.LASTOB))
    above.ob_next = new
    if menu[box].ob_tail == below:
        menu[box].ob_tail = new
    return new
