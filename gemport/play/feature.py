"""A game in play: the ``Play``, with its session on a table, and its features.

A game is a table and a tuple of feature classes (``gemport.play.loop.Kit``), with one object per class and run. A
feature is something that a player can do in addition to moving cards, with menu entries, keys and hooks. Features
depend on the ``Play``, never on the program that runs them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from gemport.cards.board import Board
from gemport.cards.card import Card, suit_of, value_of
from gemport.cards.moves import FOUNDATIONS, Move, Step, UndoError
from gemport.gem import (
    HCHAR,
    LEFT,
    MU_BUTTON,
    MU_KEYBD,
    MU_MESAG,
    MU_TIMER,
    MU_WORK,
    WCHAR,
    GRect,
    MouseNumber,
    Msg,
    MultiEvent,
    ObFlag,
    Tree,
    Work,
    children,
    rsrc_load,
)
from gemport.play import games_rsc as shared
from gemport.play.deck import SUIT_SIGNS, CardArt
from gemport.play.gamefiles import MENU, Exchange, Files, say
from gemport.play.narrator import Narrator
from gemport.play.table import CardTable
from gemport.settings import Looks
from gemport.store.session import Session
from gemport.store.statistics import Outcome
from gemport.toolkit.app import App, Command
from gemport.toolkit.dialog import alert

if TYPE_CHECKING:
    from gemport.cards.notation import Record

B = TypeVar("B", bound=Board)
T = TypeVar("T")
_STOPS = MU_KEYBD | MU_BUTTON | MU_MESAG
_KEEP, _FORFEIT = 1, 2
_GAP: Final = "    "
_FIT: Final = 10
QUIT: Final = "quit"
"""Name of the menu entry that quits."""
CLICK_MOVES: Final = "click moves"
"""Name of the switch for clicks that move a card to its best place."""


class Entry(NamedTuple):
    """An entry of the menu.

    Attributes:
        name: name of its object in the resource, and of its key in a game's own keys
        action: the coroutine that it starts
        key: default key word
        enabled: returns whether it can be chosen; None for always. While the window is small or a recording is shown,
            only Quit can be chosen
        text: if no game's resource has the entry, its free string in the shared resource, with its key after a |
        below: the entry above it in that case
    """

    name: str
    action: Callable[[], Awaitable[None]]
    key: int | None = None
    enabled: Callable[[], bool] | None = None
    text: int | None = None
    below: str = ""


class Feature(Generic[B]):
    """A feature in one run of a game.

    Attributes:
        switches: its menu switches with their default values
        keys: the key words of the switches
        needs_solver: whether it uses the solver, so that games without a solver cannot have it
    """

    needs_solver: ClassVar[bool] = False
    switches: ClassVar[Mapping[str, bool]] = {}
    keys: ClassVar[Mapping[str, int]] = {}

    def __init__(self, play: Play[B]) -> None:
        self.play = play

    def entries(self) -> Sequence[Entry]:
        """Return its menu entries, by default the switches."""
        return [Entry(name, partial(self.play.switch, name), self.keys.get(name)) for name in self.switches]

    # ---- hooks

    async def opened(self) -> None:
        """Act once after the window has opened."""

    async def before(self, event: MultiEvent) -> None:
        """Act on every event before it is handled."""

    async def after(self, event: MultiEvent, was_small: bool) -> None:
        """Act on every event after it is handled."""

    async def played(self) -> None:
        """Act after the player's moves, unless an alert about them led to another game or to Undo."""

    async def ended(self, outcome: Outcome) -> None:
        """Act when the game is won or lost."""

    def switched(self, name: str) -> None:
        """Act after a menu switch was turned on or off."""

    def due(self) -> int | None:
        """Return the milliseconds until the next event is needed, or None; called before each event."""

    def work(self) -> Work[Any] | None:
        """Return work for idle time, or None; the first feature with work gets the time."""

    def line(self) -> str | None:
        """Return the text for the window's info line, or None."""

    # ---- long work and pauses of an entry, stopped by any key or press

    async def think(self, name: str, steps: Generator[Any, None, T]) -> T | None:
        """Do long work for a menu entry under the bee; return its result, or None if the player stopped it.

        A held key of the entry itself does not stop it. Choosing a menu entry or quitting stops it, and is carried out.
        """
        work, gem = Work(steps), self.play.gem
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
        """Pause for an entry; return whether the player stopped the pause."""
        while True:
            event = await self.play.gem.evnt_multi(_STOPS | MU_TIMER, ms=ms)
            if await self._stopped(name, event):
                return True
            if MU_TIMER in event.events:
                return False

    async def _stopped(self, name: str, event: MultiEvent) -> bool:
        play, app, stopped = self.play, self.play.app, False
        if event.message is not None:
            stopped = event.message.type == Msg.MN_SELECTED
            if stopped:
                play.gem.graf_mouse(MouseNumber.ARROW)
            await app.message(event.message)
            stopped = stopped or app.quitting or play.table.small
        if MU_BUTTON in event.events:
            await play.gem.evnt_button(1, LEFT, 0)
            stopped = True
        if MU_KEYBD in event.events and (item := app.item_of(event.key)) != play.items[name]:
            if item is not None and play.quits(item):
                await app.choose(item)
            stopped = True
        return stopped


class Play(ABC, Generic[B]):
    """One run of a game without its event loop; its features depend on it.

    Attributes:
        extras: whether the additions to the original appear
        impossible: numbers of games that cannot be won
        exchange: the host's files for recordings and pictures, or None
        options: the menu switches that are on
        items: the menu entries by their names
        games: recorded games that the program was started to show; the first is already dealt
        stepped: whether a player can step through them; otherwise the program makes their moves without a player
    """

    table_class: type[CardTable[Any]]
    face_down: Sequence[int] = ()
    """The places with face-down cards."""
    asks_before_leaving = True
    """True if the player chooses whether to save or forfeit an unfinished game."""
    offers_number = True
    """True if the number dialog offers the next number."""

    def __init__(
        self,
        app: App,
        names: ModuleType,
        features: Sequence[type[Feature[Any]]],
        files: Files,
        session: Session[B],
        looks: Looks,
        exchange: Exchange | None,
        games: Sequence[Record],
        stepped: bool,
    ) -> None:
        """Load the game's resource, with its constants ``names``, and add the features' entries to its menu."""
        self.app, self.gem, self.names = app, app.gem, names
        self.trees, self.shared = (rsrc_load(parts, app.gem.width) for parts in (files.resource, files.shared))
        self.looks, self.session, self.exchange = looks, session, exchange
        self.extras, self.impossible = files.extras, files.impossible
        self.games, self.stepped = games, stepped
        # The original does not announce losses, so it must not count them.
        session.counts_losses &= files.extras
        art = CardArt(files.cards, files.back, files.large, looks)
        own_looks = looks if files.extras else None
        self.table: CardTable[B] = self.table_class(app.gem, art, self.icon(), session, self.trees, own_looks)
        names_ = self.card_name, self.place_name
        self.narrator = Narrator(self.gem.speech, session, self.say, *names_, self.face_down)
        switches = [(name, on) for feature in features for name, on in feature.switches.items()]
        if looks.touch:
            # Dragging with a finger is difficult.
            switches = [(name, on or name == CLICK_MOVES) for name, on in switches]
        # Before the features: the session calls back when a feature starts to watch it.
        self.options = {name: session.records.setting(name.replace(" ", "_"), on) for name, on in switches}
        self.features = [feature(self) for feature in features]
        self.items = self._place_entries(names.ENTRIES)

    def _place_entries(self, places: Mapping[str, int]) -> dict[str, int]:
        """Return the menu entries by their names; an entry missing in the resource is added to the menu."""
        own_keys, items = self.session.game.keys, dict[str, int]()
        for entry in (entry for feature in self.features for entry in feature.entries()):
            if entry.name in places:
                items[entry.name] = places[entry.name]
            elif entry.text is not None and (below := {**places, **items}.get(entry.below)) is not None:
                items[entry.name] = add_entry(self.trees.tree(MENU), below, self.say(entry.text))
            else:
                continue
            key = own_keys.get(entry.name, entry.key)
            self.app.commands[items[entry.name]] = Command(entry.action, key, entry.enabled or (lambda: True))
        return items

    @property
    def board(self) -> B:
        return self.session.board

    @property
    def is_replay(self) -> bool:
        """True if the program was started to show recorded games."""
        return bool(self.games)

    # ---- defined by each game

    @abstractmethod
    def place_name(self, place: int) -> str:
        """Return the spoken name of a place."""

    @abstractmethod
    def step(self, source: int, target: int) -> Step:
        """Return the step for a move of the player. Raises IllegalMove."""

    def card_name(self, card: Card) -> str:
        rank, suit = self.say(shared.RANK + value_of(card)), self.say(shared.SUIT + suit_of(card))
        return self.say(shared.CARD, rank=rank, suit=suit)

    def step_text(self, board: Board, step: Step) -> str:
        """Return a step by its cards, such as 9♠ on 10♥, or by a run's first card; a listener gets the cards' names."""
        lead = step.moves[0]
        if lead.target not in FOUNDATIONS:
            # A run's first card leaves last, and goes directly to the target.
            taken = (move for move in step.moves if move.source == lead.source and move.target not in FOUNDATIONS)
            *_, lead = taken

        def sign(card: Card) -> str:
            rank = self.say(shared.RANK + value_of(card))
            return f"{rank if rank.isdigit() else rank[0].upper()}{SUIT_SIGNS[suit_of(card)]}"

        name = self.card_name if self.narrator.heard else sign
        last = board.top(lead.target)
        words = {"card": name(lead.card), "last": "" if last is None else name(last)}
        if lead.target in FOUNDATIONS:
            return self.say(shared.STEP_HOME, **words)
        if last is None:
            return self.say(shared.STEP_TO, place=self.place_name(lead.target), **words)
        return self.say(shared.STEP_ONTO, **words)

    def say(self, string: int, **words: object) -> str:
        """Return a free string of the shared resource with its $words replaced."""
        return say(self.shared, string, **words)

    def icon(self) -> Tree:
        """Return the contents of the shrunken window: cards, and the eight-character string LABEL below them."""
        tree = self.shared.tree(shared.WIND)
        tree[shared.WIND_LABEL].ob_spec = self.trees.string(self.names.LABEL)
        return tree

    def home_moves(self, every: bool = False) -> Sequence[Move]:
        """Return the moves that send home all cards no longer needed, or with ``every`` all possible cards."""
        return ()

    def is_on(self, switch: str) -> bool:
        return self.options.get(switch, False)

    # ---- the table

    async def let_go(self) -> None:
        if self.table.selected is not None or self.table.revealed is not None:
            await self.table.select(None)

    async def show_deal(self, titled: bool = True) -> None:
        await self.let_go()
        if titled:
            self.table.title = self.session.title
        await self.table.redraw()
        self.app.enable_commands()
        self.narrator.table()
        if self.is_stuck:
            await self.tell_stuck()

    @property
    def is_stuck(self) -> bool:
        """True if the game has no legal move at its start; always False with the original's resource."""
        session = self.session
        return self.extras and not (session.begun or session.shown or self.is_replay) and self.board.lost

    async def tell_stuck(self) -> None:
        await alert(self.gem, self.say(shared.NO_MOVE))

    async def show(self) -> None:
        await self.table.redraw()
        self.app.enable_commands()
        self.narrator.board()

    async def moved(self, outer: GRect) -> None:
        """Move the window, and disable entries whose boxes do not fit."""
        await self.table.move(outer)
        self.app.enable_commands()

    async def full(self) -> None:
        await self.table.full()
        self.app.enable_commands()

    def show_line(self) -> None:
        self.table.add_info(self.has_line)
        self.table.resized()
        self.update()
        self.app.enable_commands()

    @property
    def has_line(self) -> bool:
        """True if the window has an info line."""
        return any(feature.line() is not None for feature in self.features)

    def update(self) -> None:
        """Update the info line, and run the clock while the game is visible."""
        self.session.clock.see(self.table.is_topmost and not self.table.small)
        said = [text for feature in self.features if (text := feature.line()) is not None]
        if said:
            text = _GAP.join(filter(None, said))
            self.table.inform(text if text.startswith(" ") else f" {text}")

    # ---- boxes and menu

    async def choose(self, name: str) -> None:
        await self.app.choose(self.items[name])

    def has_room(self, box: Tree) -> bool:
        """Return whether a box fits between the work area's corner and the screen's edge."""
        work, root = self.table.work, box[0]
        return work.x + root.ob_width + _FIT < self.gem.width and work.y + root.ob_height + _FIT < self.gem.height

    async def box_left(self) -> None:
        """Wait after a box has closed until its pressed button is up."""
        await self.gem.evnt_button(1, LEFT, 0)

    def quits(self, item: int | None) -> bool:
        return item == self.items[QUIT]

    async def switch(self, name: str) -> None:
        """Turn a menu option on or off, and save it."""
        on = self.options[name] = not self.options[name]
        self.session.records.change_setting(name.replace(" ", "_"), on)
        for feature in self.features:
            feature.switched(name)
        self.show_line()
        if self.app.menu is not None:
            self.gem.menu_icheck(self.app.menu, self.items[name], on)

    # ---- games and steps

    async def deal(self, number: int) -> None:
        """Leave the game and start another. Raises NumberError."""
        self.session.deal(number)
        await self.show_deal()

    async def restart(self) -> None:
        self.session.restart()
        await self.show_deal()

    async def may_leave(self) -> bool:
        """Return whether the game may be left, after asking whether to save or forfeit it if necessary."""
        if not self.asks_before_leaving or not self.session.at_stake:
            return True
        answer = await alert(self.gem, self.say(shared.ASK_FORFEIT, number=self.session.name))
        if answer == _FORFEIT:
            self.session.forfeit()
        return answer in (_KEEP, _FORFEIT)

    async def play(self, moves: Sequence[Move], animated: bool = True) -> None:
        """Make the player's moves, one step each, and their consequences."""
        made = self.board.moves_made + len(moves)
        for move in moves:
            await self.make(self.step(move.source, move.target), animated)
        if self.board.moves_made == made:
            for feature in self.features:
                await feature.played()

    async def make(self, step: Step, animated: bool = True) -> None:
        """Make a step and show it; its first move has a moving box only if ``animated``, the others always.

        After dragging the cards themselves, only cards that then go home have a moving box.
        """
        self.session.begin(step)
        dragged = not animated and self.table.drags_cards
        for count, move in enumerate(step.moves):
            boxed = animated or (count > 0 and (not dragged or move.target in FOUNDATIONS))
            show = self.table.animate if boxed else self.table.change
            await show(move.source, move.target, partial(self.session.push, move.source, move.target))
        self.app.enable_commands()
        self.narrator.moved(step.moves)
        await self.end_of_step()

    async def end_of_step(self) -> None:
        self.update()
        if not self.session.shown and (outcome := self.session.outcome()) is not None:
            await self.end(outcome)

    async def end(self, outcome: Outcome) -> None:
        for feature in self.features:
            await feature.ended(outcome)

    async def take_back(self) -> None:
        """Undo the last step, or ring the bell."""
        await self.let_go()
        try:
            step = self.board.last_step
        except UndoError:
            self.gem.bell()
            return
        for move in reversed(step.moves):
            await self.table.animate(move.target, move.source, self.session.pull)
        self.app.enable_commands()
        self.narrator.tell(shared.UNDONE)
        self.narrator.moved([Move(move.card, move.target, move.source) for move in reversed(step.moves)])

    async def make_again(self) -> None:
        """Redo the last undone step, or ring the bell."""
        await self.let_go()
        try:
            step = self.board.next_step
        except UndoError:
            self.gem.bell()
            return
        self.narrator.tell(shared.REDONE)
        await self.make(step)


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


def is_input(event: MultiEvent) -> bool:
    """Return whether an event is input of the player."""
    message = event.message
    return bool(event.events & (MU_KEYBD | MU_BUTTON)) or (message is not None and message.type != Msg.WM_REDRAW)
