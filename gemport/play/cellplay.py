"""Playing a cell game: the names of its places, its analysis, and the keys for its places."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from gemport.cards.card import KING, Card, value_of
from gemport.cards.cells import CELLS, COLUMNS, CellBoard
from gemport.cards.moves import FOUNDATIONS, foundation_of
from gemport.gem import keys
from gemport.play import games_rsc as shared
from gemport.play.feature import Play
from gemport.play.layout import Spot
from gemport.play.player_input import Hand
from gemport.toolkit.dialog import alert

if TYPE_CHECKING:
    from gemport.play.analysis import Analysis

C = TypeVar("C", bound=CellBoard)
_COLUMN_KEYS, _HOME_KEY, _CELL_KEY = "12345678", "9", "0"
_ONE, _RUN = 1, 2  # buttons of the alert that asks how many cards to move to an empty column


class CellPlay(Play[C]):
    """A cell game on its table."""

    cell_name, foundation_name = shared.CELL_NAME, shared.HOME_NAME  # strings with the spoken names of places
    victory_cells = shared.VICTORY_CELLS  # first of the strings about a won challenge, one per number of cells

    @cached_property
    def analysis(self) -> Analysis[C]:
        """The analysis of the game; its modules and the solver are loaded on first use."""
        from gemport.play.analysis import Analysis

        return Analysis(self.session, self.impossible, self.gem.compute)

    def place_name(self, place: int) -> str:
        if place in FOUNDATIONS:
            return self.say(self.foundation_name, suit=self.say(shared.SUIT + place - FOUNDATIONS[0]))
        if place in COLUMNS:
            return self.say(shared.COLUMN_NAME, number=place + 1)
        return self.say(self.cell_name, number=place - CELLS[0] + 1)


class CellHand(Hand[C]):
    """The hand of a cell game: its keys, and the moves that keys and mouse share."""

    # ---- keyboard: the first place selects cards, the second moves them there

    async def typed(self, word: int) -> None:
        character = chr(word & 0xFF)
        if not self.play.extras:
            return
        if word == keys.ESCAPE:
            await self.play.let_go()
        elif character in _COLUMN_KEYS:
            await self.click_place(_COLUMN_KEYS.index(character))
        elif character == _CELL_KEY:
            await self._cell_key()
        elif character == _HOME_KEY and self.table.selected is not None:
            card = self.board.top(self.table.selected.place)
            if card is not None:
                await self._move_selected(foundation_of(card))

    async def _cell_key(self) -> None:
        """Select the next card in a cell; if a column is selected, move its last card to a free cell."""
        selected = self.table.selected
        if selected is not None and selected.place in COLUMNS:
            await self.to_free_cell(selected.place)
            return
        before = selected.place if selected is not None else CELLS[-1]
        taken = [cell for cell in CELLS if self.board.top(cell) is not None]
        if taken:
            await self.select_place(next((cell for cell in taken if cell > before), taken[0]))

    async def click_place(self, place: int) -> None:
        selected = self.table.selected
        if selected is None:
            await self.select_place(place)
        elif selected.place == place:
            await self.play.let_go()
        else:
            await self._move_selected(place)

    async def select_place(self, place: int) -> None:
        if place in FOUNDATIONS or self.board.top(place) is None:
            return
        top = 0
        if place in COLUMNS:
            top = len(self.board.columns[place]) - self.board.run_length(place)
        await self.table.select(Spot(place, top))

    async def move_clicked(self, spot: Spot) -> bool:
        """Move a card and the cards on it to the best possible place; return whether there is one."""
        target = self._best_target(spot)
        if target is None:
            return False
        cards = len(self.board.piles[spot.place]) - spot.index
        await self.move_cards(spot.place, target, cards)
        return True

    def _best_target(self, spot: Spot) -> int | None:
        """Return the best place for a card and the cards on it, or None.

        Foundations come first, then other cards, then free cells and empty columns.
        """
        board, place = self.board, spot.place
        if not board.may_touch(place, spot.index):
            return None
        cards = board.piles[place][spot.index :]
        king, begins = value_of(cards[0]) == KING, place in COLUMNS and spot.index == 0
        cells, empty = [] if place in CELLS else [*CELLS], board.empty_columns()
        if begins:
            # Another empty column would be no better; a king is also better off here than in a cell.
            cells, empty = [] if king else cells, []
        targets = [column for column in COLUMNS if board.piles[column]]
        targets += [*empty, *cells] if king else [*cells, *empty]
        if len(cards) == 1:
            targets.insert(0, foundation_of(cards[0]))
        return next((target for target in targets if board.run_refusal(place, len(cards), target) is None), None)

    async def to_free_cell(self, place: int) -> None:
        card = self.board.top(place)
        cell = next(iter(self.board.empty_cells), None)
        if card is None:
            return
        if cell is None:
            await self.no_free_cell(card)
        else:
            await self.move_cards(place, cell, 1)

    async def _move_selected(self, target: int) -> None:
        """Move as many of the selected cards as fit; for an empty column, ask the player how many."""
        selected = self.table.selected
        assert selected is not None
        count = None
        room = self.board.fitting_count(selected.place, target)
        if target in COLUMNS and self.board.top(target) is None and room > 1:
            count = await self._ask_how_many(selected.place, room)
            if count == 0:
                await self.play.let_go()
                return
        await self.move_cards(selected.place, target, count)

    async def _ask_how_many(self, source: int, room: int) -> int:
        cards = self.board.columns[source]
        words = {"room": room, "last": self.play.card_name(cards[-1]), "card": self.play.card_name(cards[-room])}
        answer = await alert(self.play.gem, self.play.say(shared.ASK_HOW_MANY, **words), _RUN)
        return {_ONE: 1, _RUN: room}.get(answer, 0)

    @abstractmethod
    async def move_cards(self, source: int, target: int, count: int | None, animated: bool = True) -> None:
        """Move ``count`` cards, or as many as fit, and clear the selection; or show why this is impossible.

        If ``animated`` is false, the first move is made without a moving box.
        """

    @abstractmethod
    async def no_free_cell(self, card: Card) -> None:
        """Report that all free cells are taken, for a card."""
