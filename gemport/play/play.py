"""A game in play: its session on a table, its words, and the actions for keys, presses and features."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from types import ModuleType
from typing import Final, Generic, TypeVar

from gemport.cards.board import Board
from gemport.cards.card import Card, suit_of, value_of
from gemport.cards.moves import FOUNDATIONS, Move, Step, UndoError
from gemport.gem import LEFT, MU_BUTTON, MU_KEYBD, GRect, LoadedResource, Msg, MultiEvent, Tree
from gemport.play import games_rsc as shared
from gemport.play.boxes import Box
from gemport.play.deck import SUIT_SIGNS, CardArt
from gemport.play.gamefiles import Exchange, Files, say
from gemport.play.narrator import Narrator
from gemport.play.table import CardTable
from gemport.settings import Looks
from gemport.store.session import Session
from gemport.store.statistics import Outcome
from gemport.toolkit.app import App
from gemport.toolkit.dialog import alert

B = TypeVar("B", bound=Board)
_KEEP, _FORFEIT = 1, 2
_GAP: Final = "    "
_FIT: Final = 10
QUIT: Final = "quit"
"""Name of the menu entry that quits."""


class Play(ABC, Generic[B]):
    """One run of a game without its event loop; features depend on it.

    The program sets ``changed`` and the ``on_`` attributes.

    Attributes:
        extras: whether the additions to the original appear
        impossible: numbers of games that cannot be won
        exchange: the host's files for recordings and pictures, or None
        options: the menu switches that are on
        items: the menu entries by their names
        replaying: whether a recording is shown
        is_replay: whether the program was started to show a recording
    """

    face_down: Sequence[int] = ()
    """The places with face-down cards."""
    asks_before_leaving = True
    """True if the player chooses whether to save or forfeit an unfinished game."""
    offers_number = True
    """True if the number dialog offers the next number."""

    def __init__(
        self,
        app: App,
        trees: LoadedResource,
        shared: LoadedResource,
        files: Files,
        names: ModuleType,
        session: Session[B],
        looks: Looks,
    ) -> None:
        """Use the game's resource ``trees`` with its constants ``names``, and the boxes ``shared`` by every game."""
        self.app, self.gem = app, app.gem
        self.trees, self.shared, self.names = trees, shared, names
        self.looks = looks
        self.session = session
        self.extras, self.impossible = files.extras, files.impossible
        self.exchange: Exchange | None = None
        self.options: dict[str, bool] = {}
        self.items: Mapping[str, int] = {}
        self.replaying = self.is_replay = False
        self.table = self.make_table(files)
        if files.extras:
            self.table.looks = looks
        names_ = self.card_name, self.place_name
        self.narrator = Narrator(self.gem.speech, session, self.say, *names_, self.face_down)
        self.changed: Callable[[], None]
        self.on_played: Sequence[Callable[[], Awaitable[None]]] = ()
        self.on_ended: Sequence[Callable[[Outcome], Awaitable[None]]] = ()
        self.on_switched: Sequence[Callable[[str], None]] = ()
        self.lines: Sequence[Callable[[], str | None]] = ()

    @property
    def board(self) -> B:
        return self.session.board

    # ---- defined by each game

    @abstractmethod
    def make_table(self, files: Files) -> CardTable[B]:
        """Create the window with the cards."""

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

    def card_art(self, files: Files) -> CardArt:
        return CardArt(files.cards, files.back, files.large, self.looks)

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
        self.changed()
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
        self.changed()
        self.narrator.board()

    async def moved(self, outer: GRect) -> None:
        """Move the window, and disable entries whose boxes do not fit."""
        await self.table.move(outer)
        self.changed()

    async def full(self) -> None:
        await self.table.full()
        self.changed()

    def show_line(self) -> None:
        self.table.add_info(any(line() is not None for line in self.lines))
        self.table.resized()
        self.update()
        self.changed()

    def update(self) -> None:
        """Update the info line, and run the clock while the game is visible."""
        self.session.clock.see(self.table.is_topmost and not self.table.small)
        said = [text for line in self.lines if (text := line()) is not None]
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

    async def show_message(self, box: Tree, ok: int) -> None:
        shown = Box(self.table, box, self.ends, extras=self.extras)
        await shown.confirm(ok)
        self.app.quitting = shown.quitting
        if not shown.quitting:
            await self.box_left()

    def quits(self, item: int | None) -> bool:
        return item == self.items[QUIT]

    def ends(self, event: MultiEvent) -> bool:
        """Return whether an event in a box quits the program; restore the titles of other entries."""
        message = event.message
        if message is not None and message.type == Msg.MN_SELECTED:
            ends = self.quits(message.item)
            if not ends and self.app.menu is not None:
                self.gem.menu_tnormal(self.app.menu, message.title, True)
            return ends
        if message is not None and message.type in (Msg.WM_CLOSED, Msg.AP_TERM):
            return True
        return MU_KEYBD in event.events and self.quits(self.app.item_of(event.key))

    async def switch(self, name: str) -> None:
        """Turn a menu option on or off, and save it."""
        on = self.options[name] = not self.options[name]
        self.session.records.change_setting(name.replace(" ", "_"), on)
        for switched in self.on_switched:
            switched(name)
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
            for played in self.on_played:
                await played()

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
        self.changed()
        self.narrator.moved(step.moves)
        await self.end_of_step()

    async def end_of_step(self) -> None:
        self.update()
        if not self.session.shown and (outcome := self.session.outcome()) is not None:
            await self.end(outcome)

    async def end(self, outcome: Outcome) -> None:
        for ended in self.on_ended:
            await ended(outcome)

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
        self.changed()
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


def is_input(event: MultiEvent) -> bool:
    """Return whether an event is input of the player."""
    message = event.message
    return bool(event.events & (MU_KEYBD | MU_BUTTON)) or (message is not None and message.type != Msg.WM_REDRAW)
