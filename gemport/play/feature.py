"""A game in play: the ``Play``, with its session on a table, and its features.

A game is a table and feature classes (``gemport.play.kit``), with one object per class and run. A feature is something
that a player can do in addition to moving cards, with menu entries and hooks. Features depend on the ``Play``, never on
the program that runs them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from gemport.cards.board import Board
from gemport.cards.card import Card, suit_of, value_of
from gemport.cards.moves import FOUNDATIONS, Move, Step, UndoError
from gemport.gem import (
    MU_BUTTON,
    MU_KEYBD,
    WCHAR,
    GRect,
    Msg,
    MultiEvent,
    Tree,
    Work,
    menu_entries,
    rsrc_load,
)
from gemport.play import games_rsc as shared
from gemport.play.deck import SUIT_SIGNS, CardArt
from gemport.play.gamefiles import MENU, Exchange, Files, say
from gemport.play.items import Item, MenuItem
from gemport.play.narrator import Narrator
from gemport.play.table import CardTable
from gemport.settings import Looks, Placement, read_placement
from gemport.store.session import Session
from gemport.store.statistics import Outcome
from gemport.toolkit.app import App, Command
from gemport.toolkit.dialog import alert

if TYPE_CHECKING:
    from gemport.cards.notation import Record

B = TypeVar("B", bound=Board)
T = TypeVar("T")
M = TypeVar("M", bound=Callable[[Any], Awaitable[None]])
_KEEP, _FORFEIT = 1, 2
_MAX_FORFEIT_MOVES: Final = 10  # maximum moves of a game forfeited without a second question
_LINE_GAP: Final = "    "
_LINE_MARGIN: Final = 2  # width in pixels of the edges of the info line
_MIN_MARGIN: Final = 10


def entry(item: MenuItem) -> Callable[[M], M]:
    """Make a method of a feature the action of a menu entry."""

    def mark(method: M) -> M:
        vars(method)["item"] = item
        return method

    return mark


class Feature(Generic[B]):
    """A feature in one run of a game; its menu entries are its switches and the methods marked with ``entry``.

    Attributes:
        switches: its menu switches with their default values
        follows: features that act before it: their windows open first, their texts are further left in the info line,
            and they get idle time first
        needs_solver: whether it uses the solver, so that games without a solver cannot have it
    """

    needs_solver: ClassVar[bool] = False
    switches: ClassVar[Mapping[MenuItem, bool]] = {}
    follows: ClassVar[Sequence[type[Feature[Any]]]] = ()

    def __init__(self, play: Play[B]) -> None:
        self.play = play

    @classmethod
    def items(cls) -> list[MenuItem]:
        return [*cls._methods(), *cls.switches]

    @classmethod
    def _methods(cls) -> dict[MenuItem, str]:
        members = ((name, getattr(member, "item", None)) for kind in cls.__mro__ for name, member in vars(kind).items())
        return {item: name for name, item in members if isinstance(item, MenuItem)}

    def commands(self) -> dict[MenuItem, Command]:
        """Return its menu entries."""
        actions: dict[MenuItem, Callable[[], Awaitable[None]]] = {
            **{item: getattr(self, name) for item, name in self._methods().items()},
            **{item: partial(self.play.switch, item) for item in self.switches},
        }
        return {item: Command(action, item.key, partial(self.enabled, item)) for item, action in actions.items()}

    def enabled(self, item: MenuItem) -> bool:
        """Return whether one of its entries can be chosen; not called while only Quit can."""
        return True

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

    def switched(self, item: MenuItem) -> None:
        """Act after a menu switch was turned on or off."""

    def due(self) -> int | None:
        """Return the milliseconds until the next event is needed, or None; called before each event."""

    def work(self) -> Work[Any] | None:
        """Return work for idle time, or None; the first feature with work gets the time."""

    def line(self) -> str | None:
        """Return the text for the window's info line, or None."""


class Play(ABC, Generic[B]):
    """One run of a game without its event loop; its features depend on it.

    Attributes:
        extras: whether the additions to the original appear
        impossible: numbers of games that cannot be won
        exchange: the host's files for recordings and pictures, or None
        options: the menu switches that are on
        menu: the tree of the menus
        items: the objects of the menu entries
        games: recorded games that the program was started to show; the first is already dealt
        stepped: whether a player can step through them; otherwise the program makes their moves without a player
        box_open: whether a box is over the table
    """

    names: ModuleType  # the constants of the game's resource
    table_class: type[CardTable[Any]]
    face_down: Sequence[int] = ()  # the places with face-down cards
    asks_before_leaving = True  # true if the player chooses whether to save or forfeit an unfinished game
    offers_number = True  # true if the number dialog offers the next number
    awaits_release = True  # false if a button still down after a box has closed presses the card below

    def __init__(
        self,
        app: App,
        features: Sequence[type[Feature[Any]]],
        items: Mapping[MenuItem, int],
        files: Files,
        session: Session[B],
        looks: Looks,
        exchange: Exchange | None,
        games: Sequence[Record],
        stepped: bool,
    ) -> None:
        """Load the game's resource; ``items`` are the objects of its menu entries."""
        self.app, self.gem = app, app.gem
        self.trees, self.shared = (rsrc_load(parts, app.gem.width) for parts in (files.resource, files.shared))
        self.menu = self.trees.tree(MENU)
        self.looks, self.session, self.exchange = looks, session, exchange
        self.extras, self.impossible = files.extras, files.impossible
        self.games, self.stepped = games, stepped
        self.box_open = False
        # The original does not announce losses, so it must not count them.
        session.counts_losses &= files.extras
        art = CardArt(files.cards, files.back, files.large, looks)
        own_looks = looks if files.extras else None
        self.table: CardTable[B] = self.table_class(app.gem, art, self.icon(), session, self.trees, own_looks)
        if files.extras:
            self._put_window_back()
        self._saved_place = self.table.place
        speech, face_down = app.gem.speech, self.face_down
        self.narrator = Narrator(speech, session, self.say, self.card_name, self.place_name, face_down)
        switches = {item: on for feature in features for item, on in feature.switches.items()}
        if looks.touch and Item.CLICK_MOVES in switches:
            # Dragging with a finger is difficult.
            switches[Item.CLICK_MOVES] = True
        if self.table.has_foot and Item.COUNTER in switches:
            switches[Item.COUNTER] = True
        # Before the features: the session calls back when a feature starts to watch it.
        self.options = {item: session.records.setting(item.label, on) for item, on in switches.items()}
        self.features = [feature(self) for feature in features]
        self.items = items
        entries = {obj for _, obj in menu_entries(self.menu)}
        if missing := [item.name for item, obj in items.items() if obj not in entries]:
            raise ValueError(f"the menu of {session.game.name} has no {', '.join(missing)}: run tools/build_data.py")
        for feature in self.features:
            app.commands.update((items[item], command) for item, command in feature.commands().items())

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

    def card_name(self, card: Card) -> str:
        rank, suit = self.say(shared.RANK + value_of(card)), self.say(shared.SUIT + suit_of(card))
        return self.say(shared.CARD, rank=rank, suit=suit)

    def card_sign(self, card: Card) -> str:
        """Return a card by its sign, such as 9♠; see ``Deck.draw_signs``."""
        rank = self.say(shared.RANK + value_of(card))
        return f"{rank if rank.isdigit() else rank[0].upper()}{SUIT_SIGNS[suit_of(card)]}"

    def step_text(self, board: Board, step: Step) -> str:
        """Return a step by its cards, such as 9♠ on 10♥, or by a run's first card; a listener gets the cards' names."""
        lead = step.moves[0]
        if lead.target not in FOUNDATIONS:
            # A run's first card leaves last, and goes directly to the target.
            taken = (move for move in step.moves if move.source == lead.source and move.target not in FOUNDATIONS)
            *_, lead = taken

        name = self.card_name if self.narrator.heard else self.card_sign
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

    def is_on(self, switch: MenuItem) -> bool:
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
        return self.extras and not (session.started or session.shown or self.is_replay) and self.board.lost

    async def tell_stuck(self) -> None:
        await alert(self.gem, self.say(shared.NO_MOVE))

    async def show(self) -> None:
        await self.table.redraw()
        self.app.enable_commands()
        self.narrator.board()

    async def moved(self, outer: GRect) -> None:
        """Move the window, and disable entries whose boxes do not fit."""
        await self.table.move(outer)
        self._save_window()
        self.app.enable_commands()

    async def full(self) -> None:
        await self.table.full()
        self._save_window()
        self.app.enable_commands()

    @property
    def _window_name(self) -> str:
        return f"window.{self.gem.width}x{self.gem.height}"

    def _put_window_back(self) -> None:
        saved: dict[str, Any] = self.session.records.setting(self._window_name, {})
        with suppress(ValueError):
            place = read_placement(saved or None).place
            if place is not None:
                self.table.put_back(place)

    def _save_window(self) -> None:
        if self.extras and not self.table.small and self.table.place != self._saved_place:
            self._saved_place = self.table.place
            self.session.records.change_setting(self._window_name, Placement(place=self.table.place)._asdict())

    def show_line(self) -> None:
        """Add the info line to the window if a feature has a text for it, or remove it."""
        self.table.add_info(any(feature.line() is not None for feature in self.features))
        self.table.resized()
        self.app.enable_commands()

    def update(self) -> None:
        """Update the info line, and run the clock while the game is visible."""
        self.session.clock.see(self.table.is_topmost and not self.table.small)
        texts = [text for feature in self.features if (text := feature.line()) is not None]
        if not texts:
            return
        line = ""
        for text in filter(None, texts):
            longer = f"{line}{_LINE_GAP}{text}" if line else f" {text.lstrip()}"
            # A text that would be cut off is left out.
            if len(longer) <= (self.table.size[0] - _LINE_MARGIN) // WCHAR:
                line = longer
        self.table.inform(line or " ")

    # ---- boxes and menu

    async def choose(self, item: MenuItem) -> None:
        await self.app.choose(self.items[item])

    def title_of(self, item: MenuItem) -> int:
        """Return the object of the title of an entry's menu."""
        return next(title for title, entry in menu_entries(self.menu) if entry == self.items[item])

    def has_room(self, box: Tree) -> bool:
        """Return whether a box fits between the work area's corner and the screen's edge."""
        work, root = self.table.work, box[0]
        return (
            work.x + root.ob_width + _MIN_MARGIN < self.gem.width
            and work.y + root.ob_height + _MIN_MARGIN < self.gem.height
        )

    def quits(self, item: int | None) -> bool:
        return item == self.items[Item.QUIT]

    async def switch(self, item: MenuItem) -> None:
        """Turn a menu option on or off, and save it."""
        on = self.options[item] = not self.options[item]
        self.session.records.change_setting(item.label, on)
        for feature in self.features:
            feature.switched(item)
        self.show_line()
        self.gem.menu_icheck(self.menu, self.items[item], on)

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
            made = self.board.moves_made
            question = self.say(shared.SURE_TO_FORFEIT, number=self.session.name, moves=made)
            if made > _MAX_FORFEIT_MOVES and await alert(self.gem, question, 2) != 1:
                return False
            self.session.forfeit()
        return answer in (_KEEP, _FORFEIT)

    async def play(self, moves: Sequence[Move], animated: bool = True) -> None:
        """Make the player's moves, one step each, and their consequences."""
        made = self.board.moves_made + len(moves)
        for move in moves:
            await self.make(self.board.plan(move.source, move.target), animated)
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
            await show(move.source, move.target, partial(self.board.push, move.source, move.target))
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

    async def point_out(self, source: int, target: int) -> None:
        """Show a move with a moving box, without making it, and mark both places."""
        self.narrator.hint(source, target)
        await self.table.marks.point_out(source, target)

    async def make_again(self) -> None:
        """Redo the last undone step; there is one."""
        await self.let_go()
        self.narrator.tell(shared.REDONE)
        await self.make(self.board.next_step)


def is_input(event: MultiEvent) -> bool:
    """Return whether an event is input of the player."""
    message = event.message
    return bool(event.events & (MU_KEYBD | MU_BUTTON)) or (message is not None and message.type != Msg.WM_REDRAW)
