"""Großfamilien: the patience of 104 cards as a GEM program (docs/grossfamilien.md)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from gemport.cards.board import Position
from gemport.cards.card import Card
from gemport.cards.grossfamilien import PILES, PLACES, STOCK, TURNED, WASTE, FamilyBoard, FamilyRule, home_moves
from gemport.cards.moves import FOUNDATIONS, IllegalMove, Move, foundation_of
from gemport.games.grossfamilien import grossfamilien_rsc as rsc
from gemport.games.grossfamilien.grossfamilien_table import FamilyTable
from gemport.gem import LEFT, MU_BUTTON, RIGHT, MultiEvent, keys
from gemport.play import basics, ending
from gemport.play import games_rsc as shared
from gemport.play.boxes import think
from gemport.play.feature import Feature, Play, entry, is_input
from gemport.play.gamefiles import say
from gemport.play.items import Item
from gemport.play.kit import Kit
from gemport.play.layout import Spot
from gemport.play.player_input import Hand
from gemport.store.session import Change, Session
from gemport.store.statistics import Help
from gemport.toolkit.dialog import alert

if TYPE_CHECKING:
    from gemport.solver.grossfamilien import Hint

_PLACE_KEYS = {**dict(zip("1234qwerasdfzxcv", PILES, strict=True)), "y": PILES[12], "8": WASTE}
"""The keys of the sixteen piles are arranged as on the table; German keyboards swap Y and Z."""
_TALON_KEY, _FAMILY_KEY = "0", "9"
_NAMES = {STOCK: rsc.TALON_NAME, TURNED: rsc.TURNED_NAME, WASTE: rsc.WASTE_NAME}


class FamilyPlay(Play[FamilyBoard]):
    """A game of Großfamilien on its table."""

    names = rsc
    table_class = FamilyTable
    face_down = (STOCK,)

    def home_moves(self, every: bool = False) -> Sequence[Move]:
        return home_moves(self.board, every)

    def place_name(self, place: int) -> str:
        if place in FOUNDATIONS:
            return say(self.trees, rsc.FAMILY_NAME, suit=self.say(shared.SUIT + place - FOUNDATIONS[0]))
        if place in PILES:
            return say(self.trees, rsc.PILE_NAME, name=PLACES.name(place))
        return self.trees.string(_NAMES[place])

    async def fill_first(self) -> None:
        """Refuse a move because a free place has to be filled first; explain it, since it is easily overlooked."""
        self.gem.bell()
        await alert(self.gem, self.trees.string(rsc.FILL_FIRST))


# ---- special features


class FamilyLoss(ending.Loss):
    """The alert after a loss, with the game's text."""

    def text(self) -> str:
        return say(self.play.trees, rsc.LOST)


class FamilyWonBox(ending.WonBox):
    """The box after a win, with the game's title."""

    def title(self) -> str:
        return say(self.play.trees, rsc.VICTORY)


class FamilySendHome(basics.SendHome):
    """The entry that sends cards home; free places have to be filled first."""

    play: FamilyPlay

    async def put_away(self) -> None:
        await self.play.let_go()
        plays = self.play.home_moves()
        if not plays and self.play.board.fill_first:
            await self.play.fill_first()
        await self.play.play(plays)


class FamilyHint(Feature[FamilyBoard]):
    """Hints: a box shows a good play, or an alert explains the situation."""

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play)
        self._known: dict[Position, Hint] = {}  # hints along the known solutions by position, for the current number
        self._number: int | None = None
        play.session.watch(self._changed)

    def _changed(self, session: Session[FamilyBoard], change: Change) -> None:
        if change is Change.DEALT and session.number != self._number:
            self._number = session.number
            self._known.clear()

    @entry(Item.HINT)
    async def _hint(self) -> None:
        """Show a good play with a box that moves there and back; ring the bell if the game is won or lost."""
        play, board = self.play, self.play.board
        if board.won or board.lost:
            play.gem.bell()
            return
        await play.let_go()
        # Imported here: the first picture should not wait for the solver.
        from gemport.solver.grossfamilien import Reason

        hint = self._known.get(board.position())
        if hint is None:
            hint = await think(play, self._find_out(board))
            if hint is None:
                return
        if hint.play is not None:
            play.session.note_help(Help.HELPED)
            await play.point_out(hint.play.source, hint.play.target)
        if hint.reason is Reason.LIKELY:
            await alert(play.gem, say(play.trees, rsc.HINT_LIKELY, states=hint.states))
        elif hint.reason is Reason.LOST:
            play.session.note_help(Help.HELPED)
            await alert(play.gem, say(play.trees, rsc.HINT_LOST))

    def _find_out(self, board: FamilyBoard) -> Generator[int, None, Hint]:
        from gemport.solver.grossfamilien import hints_along, think_of_hint

        hint = yield from self.play.gem.compute(think_of_hint, board.bare_copy())
        for position, known in hints_along(board, hint):
            self._known[position] = known
            yield hint.states
        return hint


class FamilyHand(Hand[FamilyBoard]):
    """The player's input: drags, clicks, views of heaps, and keys."""

    play: FamilyPlay
    table: FamilyTable
    # React to any button pressed, as in FreeCell.
    clicks, mask, state = 0x101, LEFT | RIGHT, 0

    def __init__(self, play: Play[FamilyBoard]) -> None:
        super().__init__(play)
        self._pressed: Card | None = None
        """The card of the last press; the second press of a double click sends it to its family."""

    # ---- views of heaps

    async def before(self, event: MultiEvent) -> bool:
        """Close a view opened with a key at the next input; Insert has no further effect."""
        if self.table.heap is None or not is_input(event):
            return False
        await self.table.show_heap(None)
        return event.key == keys.INSERT

    async def _look_into(self) -> None:
        state, work = self.play.gem.graf_mkstate(), self.table.work
        spot = self.table.selected or self.table.layout.hit(self.board, state.x - work.x, state.y - work.y)
        if spot is None or not self._is_heap(spot.place):
            self.play.gem.bell()
        else:
            await self.table.show_heap(spot.place)
            self.play.narrator.place(spot.place)

    def _is_heap(self, place: int) -> bool:
        """Return whether a place has covered cards that the player may see."""
        return place in (*PILES, WASTE) and len(self.board.piles[place]) > 1

    async def _hold(self, event: MultiEvent) -> None:
        """Show the heap under the pointer until the right button is up; left clicks send cards home."""
        self.is_second(event)
        spot = self.hit(event)
        if not event.buttons & LEFT and spot is not None and self._is_heap(spot.place):
            await self.table.show_heap(spot.place)
        while not self.play.app.quitting:
            # Wait until the buttons change: the left one goes down or the right one up.
            event = await self.play.gem.evnt_multi(MU_BUTTON, clicks=self.clicks, mask=LEFT | RIGHT, state=RIGHT)
            await self.table.show_heap(None)
            if not event.buttons & LEFT:
                return
            place = self.top_at(event)
            await self.play.gem.evnt_button(1, LEFT, 0)
            if place is not None:
                await self._send(place)

    # ---- playing

    def top_at(self, event: MultiEvent) -> int | None:
        """Return the place of the top card under the pointer; for stock and waste, also of the empty frame."""
        spot = self.hit(event)
        if spot is not None:
            return None if self.covered(spot) and spot.place != STOCK else spot.place
        place = self.place_at(event)
        return place if place in (STOCK, WASTE) and not self.board.piles[place] else None

    async def press(self, event: MultiEvent) -> None:
        await self.play.let_go()
        if event.buttons & RIGHT:
            await self._hold(event)
            return
        place = self.top_at(event)
        home = self._twice(place, event)
        if place is not None and self._may_lift(place):
            await self._drag(place, event, home)
            return
        # A box may open next; it must not receive the release of this press.
        released = await self.play.gem.evnt_button(1, LEFT, 0)
        if self.play.gem.mouse_taken:
            return
        if home is not None:
            await self._send(home)
        elif place == STOCK == self.top_at(released):
            await self._click(STOCK)

    def _twice(self, place: int | None, event: MultiEvent) -> int | None:
        """Return the place of a double-clicked card that fits its family; the first click may have moved the card.

        Also return its place if only a free place is in the way, so that the player gets an explanation.
        """
        pressed, self._pressed = self._pressed, None
        if not self.is_second(event):
            if place is not None and place != STOCK:
                self._pressed = self.board.top(place)
            return None
        if pressed is None:
            return None
        here = () if place is None or place == STOCK else (place,)
        if here and self.board.top(here[0]) == pressed:
            refusal = self.board.refusal(here[0], foundation_of(pressed))
            if refusal is not None and refusal.rule is FamilyRule.FILL_FIRST:
                return here[0]
        lies = (at for at in (*here, TURNED, WASTE, *PILES) if self.board.top(at) == pressed)
        return next((at for at in lies if self.board.to_family(at) is not None), None)

    async def _drag(self, place: int, event: MultiEvent, home: int | None) -> None:
        spot = Spot(place, len(self.board.piles[place]) - 1)
        at = await self.drag(spot, event)
        target = None
        if at is not None:
            target = self.dropped_on(spot, event, at, lambda target: self.board.refusal(place, target) is None)
        if target == place and home is not None:
            await self._send(home)
        elif target == place:
            await self._click(place)
        elif target is not None:
            await self._move(place, target)

    def _may_lift(self, place: int) -> bool:
        """Return whether the top card of a place can be dragged; the stock's only if no card is turned."""
        if place == STOCK:
            return bool(self.board.stock) and self.board.turned is None
        return place in (TURNED, WASTE, *PILES) and self.board.top(place) is not None

    async def _send(self, place: int) -> None:
        card = self.board.top(place)
        if card is None or place == STOCK:
            self.play.gem.bell()
        else:
            await self._move(place, foundation_of(card), animated=True)

    async def _click(self, place: int) -> None:
        """Handle a click on stock, turned card or waste: fill a free place, else turn or discard a card.

        With the option for it, a card first moves to its best place. Turning has no animation, so that the player can
        click through the stock quickly.
        """
        # In the second press of a double click _pressed is None: it was not aimed at the card now at the place.
        if (
            self.play.is_on(Item.CLICK_MOVES)
            and self._pressed is not None
            and (target := self._best_target(place)) is not None
        ):
            await self._move(place, target, animated=True)
            return
        stock = TURNED if place == STOCK and self.board.turned is not None else place
        free = self.board.free_places()
        if free and stock not in PILES and self.board.top(stock) is not None:
            await self._move(stock, free[0], animated=True)
        elif stock == TURNED:
            # Discarding the last card may end the game and start another.
            more = place == STOCK and bool(self.board.stock)
            await self._move(TURNED, WASTE)
            # Automatic moves home may have left a place free.
            if more and not self.board.fill_first:
                await self._move(STOCK, TURNED)
        elif place == STOCK:
            await self._move(STOCK, TURNED)

    def _best_target(self, place: int) -> int | None:
        """Return the best target for a place's top card: its family or, from a pile, the first pile that it fits."""
        play = self.board.to_family(place)
        if play is not None:
            return play.target
        piles = PILES if place in PILES else ()
        return next((target for target in piles if self.board.refusal(place, target) is None), None)

    async def _move(self, source: int, target: int, animated: bool = False) -> None:
        try:
            step = self.board.plan(source, target)
        except IllegalMove as error:
            if error.refusal.rule is FamilyRule.FILL_FIRST:
                await self.play.fill_first()
            else:
                self.play.gem.bell()
                self.play.narrator.refused(source, target)
            return
        await self.play.let_go()
        await self.play.play(step.moves[:1], animated)

    # ---- keyboard: select a place, then the target for its card

    async def typed(self, word: int) -> None:
        character, selected = chr(word & 0xFF).lower(), self.table.selected
        if word == keys.ESCAPE:
            await self.play.let_go()
        elif word == keys.INSERT:
            await self._look_into()
        elif word == keys.SPACE:
            await self.play.let_go()
            await self._click(STOCK)
        elif character == _TALON_KEY:
            await self._choose(STOCK if self.board.turned is None else TURNED)
        elif character == _FAMILY_KEY and selected is not None:
            await self._send(selected.place)
        elif character in _PLACE_KEYS:
            await self._choose(_PLACE_KEYS[character])

    async def _choose(self, place: int) -> None:
        selected, count = self.table.selected, len(self.board.piles[place])
        if selected is not None and selected.place != place:
            await self._move(selected.place, place, animated=True)
        elif selected is not None:
            await self.play.let_go()
        elif place == STOCK:
            await self._click(STOCK)
        elif count:
            await self.table.select(Spot(place, count - 1))


KIT = Kit(FamilyPlay, FamilyHand, (FamilySendHome, FamilyHint, FamilyLoss, FamilyWonBox))
