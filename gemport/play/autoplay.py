"""FreeCell and similar games: the player selects and moves cards with clicks, drags or keys (docs/freecell.md).

Illegal moves show a message, cards go home automatically after each move, several cards can move in one step, and Undo
works by steps. Only ``misfit_text``, the message for cards that do not fit on a column, is specific to each game.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, TypeVar

from gemport.cards.card import ACE, Card, make_card, value_of
from gemport.cards.cells import COLUMNS, Autoplay, AutoplayBoard, CellRule
from gemport.cards.moves import FOUNDATIONS, IllegalMove, PileRule, Refusal, foundation_of
from gemport.gem import LEFT, RIGHT, MultiEvent, keys
from gemport.play import basics, choosing, recordings
from gemport.play import games_rsc as shared
from gemport.play.cardwindow import MAX_WIDTH
from gemport.play.cellplay import CellHand, CellPlay
from gemport.play.feature import Feature, Play
from gemport.play.items import Item, MenuItem
from gemport.play.kit import WITH_SOLVER
from gemport.play.layout import TALL_HEIGHT, Spot, tall_cell_slots
from gemport.play.table import CardTable
from gemport.store.session import Change, Session
from gemport.toolkit.dialog import alert

A = TypeVar("A", bound=AutoplayBoard)

_UP, _DOWN = 0x48, 0x50  # scancodes of the cursor keys
_REFUSALS = {
    CellRule.CELL_TAKEN: shared.CELL_TAKEN,
    CellRule.CELL_TO_CELL: shared.CELL_TO_CELL,
    PileRule.OTHER_SUIT: shared.OTHER_SUIT,
    PileRule.NOT_NEXT: shared.NOT_NEXT,
    CellRule.ONE_CARD_ONLY: shared.ONE_CARD_ONLY,
}


class TallTable(CardTable[A]):
    """A table with columns that use the full height of the screen."""

    slots = staticmethod(tall_cell_slots)
    max_size = MAX_WIDTH, TALL_HEIGHT
    upright = True


class AutoplayPlay(CellPlay[A]):
    """Base class for play of these games."""

    table_class = TallTable
    offers_number = False

    @abstractmethod
    def misfit_text(self, cards: Sequence[Card], last: Card) -> str:
        """Return the alert for a column whose last card accepts no card of a run; a single card is a run of one."""


# ---- features


class BoardSwitches(basics.AutoplayAfterMoves):
    """The switches for moves home, which the board makes, for counting empty columns, and for messages."""

    switches: ClassVar[Mapping[MenuItem, bool]] = {
        Item.GO_HOME: True,
        Item.ALL_HOME: False,
        Item.COUNT_COLUMNS: True,
        Item.MESSAGES: True,
    }

    def __init__(self, play: Play[AutoplayBoard]) -> None:
        super().__init__(play)
        # Only after a game is resumed: its saved steps are replayed unchanged, whatever the switches are today.
        play.session.watch(self._set_up)

    def switched(self, item: MenuItem) -> None:
        self._set_up(self.play.session, Change.DEALT)

    def _set_up(self, session: Session[Any], change: Change) -> None:
        if change is Change.DEALT:
            board, play = session.board, self.play
            which = Autoplay.ALL if play.is_on(Item.ALL_HOME) else Autoplay.SAFE
            board.autoplay = which if play.is_on(Item.GO_HOME) else Autoplay.NONE
            board.count_columns = play.is_on(Item.COUNT_COLUMNS)


class FreeCellNew(choosing.ListedNew):
    """New game, with switches for winnable games only and for a larger range of numbers."""

    switches: ClassVar[Mapping[MenuItem, bool]] = {Item.ONLY_WINNABLE: False, Item.MORE_NUMBERS: False}

    def next_number(self) -> int:
        number = super().next_number()
        while self.play.is_on(Item.ONLY_WINNABLE) and number in self.play.impossible:
            number = self.play.session.next_number()
        return number


UNSOLVED: Final[tuple[type[Feature[Any]], ...]] = (FreeCellNew, BoardSwitches, recordings.Positions)
"""The features of every cell game in addition to STANDARD."""
SOLVED: Final[tuple[type[Feature[Any]], ...]] = (*UNSOLVED, *WITH_SOLVER)
"""The features of a cell game that the solver supports."""


class AutoplayHand(CellHand[A]):
    """Input from the player: clicks, drags, right clicks and keys."""

    play: AutoplayPlay[A]
    # Wait for any button to go down; GEM expresses that as the negation of "both are up".
    clicks, mask, state = 0x101, LEFT | RIGHT, 0

    def __init__(self, play: Play[A]) -> None:
        super().__init__(play)
        self._clicked: tuple[int, Spot | None] | None = None
        """Place of a click that only changed the selection, and the selection after it."""

    # ---- the mouse

    async def press(self, event: MultiEvent) -> None:
        spot, second = self.hit(event), self.is_second(event)
        clicked, self._clicked = self._clicked, None
        if event.buttons & RIGHT:
            await self._reveal(spot)
            return
        held = self.play.gem.graf_mkstate().buttons & LEFT
        if held and spot is not None and self.board.may_touch(spot.place, spot.index):
            at = await self.drag(spot, event)
            if at is None:
                return
            if self.table.layout.hit(self.board, *at) != spot:
                await self.play.let_go()
                target = self.dropped_on(spot, event, at, partial(self._fits, spot))
                if target is not None and target != spot.place:
                    count = len(self.board.piles[spot.place]) - spot.index
                    boxed = count > 1 and not self.table.drags_cards
                    await self.move_cards(spot.place, target, count, boxed)
                return
        # Wait for the release first: the action may wait for further clicks.
        await self.play.gem.evnt_button(1, LEFT | RIGHT, 0)
        place = self.place_at(event)
        if place is None or self.play.gem.mouse_taken:
            return
        if not second:
            before = self.table.selected
            if (
                before is None
                and spot is not None
                and self.play.is_on(Item.CLICK_MOVES)
                and await self.move_clicked(spot)
            ):
                return
            await self.click_place(place)
            if before is None or before.place == place:
                self._clicked = place, self.table.selected
        elif clicked == (place, self.table.selected):
            await self.play.let_go()
            await self._double_click(place)

    async def _reveal(self, spot: Spot | None) -> None:
        if spot is not None and self.covered(spot):
            await self.table.reveal(spot)
        await self.play.gem.evnt_button(1, LEFT | RIGHT, 0)
        if self.table.revealed is not None:
            await self.table.reveal(None)

    async def _double_click(self, place: int) -> None:
        """Send the top card of a place home or, if it does not fit there, from a column to a free cell."""
        card = self.board.top(place)
        if card is None:
            return
        if self.board.refusal(place, foundation_of(card)) is None:
            await self.move_cards(place, foundation_of(card), 1)
        elif place in COLUMNS:
            await self.to_free_cell(place)

    # ---- the keyboard

    async def typed(self, word: int) -> None:
        if word == keys.CONTROL_Z:
            await self.play.choose(Item.UNDO)
        elif word >> 8 in (_UP, _DOWN):
            await self._leaf(-1 if word >> 8 == _UP else 1)
        else:
            await super().typed(word)

    async def _leaf(self, by: int) -> None:
        """Reveal the previous or next card of the selected column; its last card is always visible."""
        selected = self.table.selected
        if selected is None or selected.place not in COLUMNS:
            return
        last = len(self.board.columns[selected.place]) - 1
        index = (last if self.table.revealed is None else self.table.revealed.index) + by
        if 0 <= index <= last:
            await self.table.reveal(Spot(selected.place, index) if index < last else None)
            self.play.narrator.card(self.board.columns[selected.place][index])

    # ---- moves

    async def no_free_cell(self, card: Card) -> None:
        await self._refuse(self.play.say(shared.NO_FREE_CELL, card=self.play.card_name(card)))

    def _fits(self, spot: Spot, target: int) -> bool:
        count = len(self.board.piles[spot.place]) - spot.index
        return self.board.run_refusal(spot.place, count, self._own_foundation(spot.place, target)) is None

    def _own_foundation(self, source: int, target: int) -> int:
        """Return the foundation of its suit for an ace that goes to any empty foundation, else the target."""
        card = self.board.top(source)
        if card is not None and target in FOUNDATIONS and value_of(card) == ACE and self.board.top(target) is None:
            return foundation_of(card)
        return target

    async def move_cards(self, source: int, target: int, count: int | None, animated: bool = True) -> None:
        target = self._own_foundation(source, target)
        try:
            step = self.board.plan(source, target, count)
        except IllegalMove as error:
            await self._refuse(self._refusal_text(source, target, error.refusal, count is not None))
            return
        await self.play.let_go()
        await self.play.make(step, animated)

    # ---- messages for illegal moves

    async def _refuse(self, reason: str | None) -> None:
        """Show the reason and drop the selection if messages are on; otherwise only speak the reason."""
        if not self.play.is_on(Item.MESSAGES):
            if reason is not None:
                self.play.narrator.alert(reason)
            return
        await self.play.let_go()
        if reason is not None:
            await alert(self.play.gem, reason)

    def _refusal_text(self, source: int, target: int, refusal: Refusal, chosen: bool) -> str | None:
        """Return the alert that explains why a move is illegal, or None if it needs no explanation.

        ``chosen`` means that the player chose the number of cards; otherwise the alert covers every card of the run.
        """
        board, card, last = self.board, refusal.card, self.board.top(target)
        if card is None:
            return None
        if refusal.rule is CellRule.NO_ROOM:
            return self.play.say(
                shared.NO_ROOM if board.count_columns else shared.NO_ROOM_CELLS_ONLY,
                card=self.play.card_name(card),
                wanted=refusal.wanted,
                room=refusal.room,
                cells=board.free_cells,
                columns=len(board.empty_columns(target)),
            )
        if target in COLUMNS and last is not None and refusal.rule in (CellRule.SAME_COLOUR, CellRule.NOT_ONE_LOWER):
            run = board.run_length(source) if source in COLUMNS and not chosen else 1
            return self.play.misfit_text(board.columns[source][-run:] if run > 1 else [card], last)
        if refusal.rule not in _REFUSALS:
            return None
        words: dict[str, object] = {"card": self.play.card_name(card), "wanted": refusal.wanted}
        if last is not None:
            words["last"] = self.play.card_name(last)
        if target in FOUNDATIONS:
            suit = target - FOUNDATIONS[0]
            words["suit"] = self.play.say(shared.SUIT + suit)
            words["next"] = self.play.card_name(make_card(min(board.foundations[suit], value_of(card)), suit))
        return self.play.say(_REFUSALS[refusal.rule], **words)
