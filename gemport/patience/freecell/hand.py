"""The player's hand in FreeCell: cards are selected and moved by clicks, dragging or keys (docs/freecell.md)."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

from gemport.cards.cells import CELLS, COLUMNS
from gemport.cards.freecell import FreeCellBoard
from gemport.cards.moves import FOUNDATIONS, IllegalMove, Refusal, Step, foundation_of
from gemport.gem.aes.constants import LEFT, RIGHT
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.keys import ESCAPE
from gemport.patience.freecell import resource as rsc
from gemport.patience.freecell.options import Options, asks_how_many, home_for
from gemport.patience.freecell.text import FreeCellText
from gemport.patience.freecell.why import no_free_cell, why
from gemport.patience.kit.layout import Spot
from gemport.patience.kit.table import CardTable

_UP, _DOWN = 0x48, 0x50
"""Scancodes of the cursor keys."""
_COLUMN_KEYS, _HOME_KEY, _CELL_KEY = "12345678", "9", "0"
_ONE, _RUN = 1, 2
"""Buttons of the question how many cards are to go to an empty column."""


class Play(Protocol):
    """Makes a step and shows it; the first of its moves with a moving box only if ``animated``."""

    def __call__(self, step: Step, animated: bool = True) -> Awaitable[None]:
        """Make the step."""


class Hand:
    """What is selected, and what presses and keys make of it."""

    def __init__(
        self, gem: Gem, table: CardTable[FreeCellBoard], options: Options, texts: FreeCellText, play: Play
    ) -> None:
        self._gem = gem
        self._table = table
        self._options = options
        self._texts = texts
        self._play = play

    @property
    def _board(self) -> FreeCellBoard:
        return self._options.board

    # ---- the mouse

    async def press(self, event: MultiEvent) -> None:
        """Answer a press of either button; returns when both are up."""
        spot = self._table.hit(event)
        if event.buttons & RIGHT:
            await self._reveal(spot)
            return
        held = self._gem.graf_mkstate().buttons & LEFT
        if held and spot is not None and self._board.may_touch(spot.place, spot.index):
            at = await self._table.drag(spot, event)
            if self._table.layout.hit(self._board, *at) != spot:
                await self._drop(spot, self._table.layout.target(self._board, *at))
                return
        # What a click leads to may wait for clicks of its own: this one must be over.
        await self._gem.evnt_button(1, LEFT | RIGHT, 0)
        place = self._table.place_at(event)
        if place is not None:
            await (self._double_click if event.clicks > 1 else self._click)(place)

    async def _reveal(self, spot: Spot | None) -> None:
        if spot is not None and self._table.covered(spot):
            await self._table.reveal(spot)
        await self._gem.evnt_button(1, LEFT | RIGHT, 0)
        if self._table.revealed is not None:
            await self._table.reveal(None)

    async def _drop(self, spot: Spot, target: int | None) -> None:
        await self._table.select(None)
        if target is None or target == spot.place:
            return
        count = len(self._board.columns[spot.place]) - spot.index if spot.place in COLUMNS else 1
        await self._move(spot.place, target, count, animated=count > 1)

    async def _click(self, place: int) -> None:
        selected = self._table.selected
        if selected is None:
            await self._select(place)
        elif selected.place == place:
            await self._table.select(None)
        else:
            await self._move_selected(place)

    async def _double_click(self, place: int) -> None:
        selected = self._table.selected
        card = self._board.top(place)
        here = card is not None and (selected is None or selected.place == place)
        if card is not None and here and self._board.refusal(place, foundation_of(card)) is None:
            await self._move(place, foundation_of(card), 1)
        elif place in COLUMNS and here:
            await self._to_free_cell(place)
        elif selected is not None:
            await self._click(place)

    # ---- the keyboard

    async def key(self, word: int) -> None:
        """Answer a key that is not a menu entry's: digits, Esc, and the cursor keys."""
        character = chr(word & 0xFF)
        if word == ESCAPE:
            await self._table.select(None)
        elif character in _COLUMN_KEYS:
            await self._click(_COLUMN_KEYS.index(character))
        elif character == _CELL_KEY:
            await self._cell_key()
        elif character == _HOME_KEY:
            await self._home_key()
        elif word >> 8 in (_UP, _DOWN):
            await self._leaf(-1 if word >> 8 == _UP else 1)

    async def _cell_key(self) -> None:
        """Select the free cells' cards one after the other; with a column selected, its last card goes there."""
        selected = self._table.selected
        if selected is not None and selected.place in COLUMNS:
            await self._to_free_cell(selected.place)
            return
        before = selected.place if selected is not None else CELLS[-1]
        taken = [cell for cell in CELLS if self._board.top(cell) is not None]
        if taken:
            await self._select(next((cell for cell in taken if cell > before), taken[0]))

    async def _home_key(self) -> None:
        selected = self._table.selected
        card = self._board.top(selected.place) if selected is not None else None
        if card is not None:
            await self._move_selected(foundation_of(card))

    async def _leaf(self, by: int) -> None:
        """Show the card above or below the one shown now, of the selected column; its last card is seen anyway."""
        selected = self._table.selected
        if selected is None or selected.place not in COLUMNS:
            return
        last = len(self._board.columns[selected.place]) - 1
        index = (last if self._table.revealed is None else self._table.revealed.index) + by
        if 0 <= index <= last:
            await self._table.reveal(Spot(selected.place, index) if index < last else None)

    # ---- what both do

    async def _select(self, place: int) -> None:
        if place in FOUNDATIONS or self._board.top(place) is None:
            return
        top = 0
        if place in COLUMNS:
            top = len(self._board.columns[place]) - self._board.run_length(place)
        await self._table.select(Spot(place, top))

    async def _to_free_cell(self, place: int) -> None:
        card = self._board.top(place)
        cell = next((cell for cell in CELLS if self._board.top(cell) is None), None)
        if card is None:
            return
        if cell is None:
            await self._refuse(no_free_cell(self._texts, card))
        else:
            await self._move(place, cell, 1)

    async def _move_selected(self, target: int) -> None:
        """Move as many of the selected cards as fit the target."""
        selected = self._table.selected
        assert selected is not None
        count = None
        if asks_how_many(self._board, selected.place, target):
            count = await self._ask_how_many(selected.place, target)
            if count == 0:
                await self._table.select(None)
                return
        await self._move(selected.place, target, count)

    async def _ask_how_many(self, source: int, target: int) -> int:
        """One card, as many of the run as there is room for, or none?"""
        room, cards = self._board.fitting_count(source, target), self._board.columns[source]
        words = {"room": room, "last": self._texts.card(cards[-1]), "card": self._texts.card(cards[-room])}
        answer = await self._gem.form_alert(_RUN, self._texts.say(rsc.ASK_HOW_MANY, **words))
        return {_ONE: 1, _RUN: room}.get(answer, 0)

    async def _move(self, source: int, target: int, count: int | None, animated: bool = True) -> None:
        target = home_for(self._board, source, target)
        try:
            step = self._board.plan(source, target, count)
        except IllegalMove as error:
            await self._refuse(self._why(source, target, error.refusal, count is not None))
            return
        if self._table.selected is not None:
            await self._table.select(None)
        await self._play(step, animated)

    def _why(self, source: int, target: int, refusal: Refusal, chosen: bool) -> str | None:
        return why(self._texts, self._board, source, target, refusal, chosen)

    async def _refuse(self, reason: str | None) -> None:
        """With messages on, say what is wrong and drop the selection; else nothing happens."""
        if not self._options.messages:
            return
        await self._table.select(None)
        if reason is not None:
            await self._gem.form_alert(1, reason)
