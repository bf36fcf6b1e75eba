"""The player's input: a ``Hand`` reacts to presses on cards, and to keys without a menu entry."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from gemport.cards.board import Board
from gemport.gem import LEFT, RIGHT, GRect, MouseNumber, MultiEvent, Raster, RasterOp
from gemport.play.deck import CARD_WIDTH
from gemport.play.feature import Play
from gemport.play.layout import Spot
from gemport.play.table import BESIDE, CardTable
from gemport.settings import Dragging

B = TypeVar("B", bound=Board)
_MAX_DCLICK_DISTANCE = 2  # distance in pixels between the two presses of a double click, in each direction


class Hand(ABC, Generic[B]):
    """The hand on a game's table."""

    clicks, mask, state = 1, LEFT, LEFT  # the watched buttons, as in App

    def __init__(self, play: Play[B]) -> None:
        self.play = play
        self.table: CardTable[B] = play.table
        self._last_press: tuple[int, int, int] | None = None
        """Time and place of a press of the left button that can start a double click."""

    @property
    def board(self) -> B:
        return self.play.board

    @abstractmethod
    async def press(self, event: MultiEvent) -> None:
        """Handle a press of the left button; return when the button is up."""

    async def typed(self, word: int) -> None:
        """Handle a key without a menu entry."""

    async def before(self, event: MultiEvent) -> bool:
        """Act on every event before it is handled; return whether it needs no further handling."""
        return False

    # ---- hit testing

    def hit(self, event: MultiEvent) -> Spot | None:
        return self.table.layout.hit(self.board, *self._point(event))

    def place_at(self, event: MultiEvent) -> int | None:
        """Return the place under the pointer, with or without a card; None in the gaps."""
        return self.table.layout.target(self.board, *self._point(event))

    def _point(self, event: MultiEvent) -> tuple[int, int]:
        work = self.table.work
        return event.x - work.x, event.y - work.y

    def is_second(self, event: MultiEvent) -> bool:
        """Return whether a press is the second of a double click; call this for every press.

        Time and place decide: the first press acts immediately and does not wait for another.
        """
        now, last = self.play.gem.now, self._last_press
        self._last_press = None
        if event.buttons & RIGHT:
            return False
        if last is not None and now - last[0] <= self.play.gem.dclick_ms:
            _, x, y = last
            if abs(event.x - x) <= _MAX_DCLICK_DISTANCE and abs(event.y - y) <= _MAX_DCLICK_DISTANCE:
                return True
        self._last_press = now, event.x, event.y
        return False

    def covered(self, spot: Spot) -> bool:
        return spot.index < len(self.board.piles[spot.place]) - 1

    # ---- dragging

    async def drag(self, spot: Spot, event: MultiEvent) -> tuple[int, int] | None:
        """Drag a card and the cards on it; return the pointer's last position, limited like the outline.

        Returns None if the host took the mouse away: the card goes back.
        """
        gem, table, work = self.play.gem, self.table, self.table.work
        box = table.layout.outline(self.board, spot).moved(work.x, work.y)
        gem.graf_mouse(MouseNumber.FLAT_HAND)
        try:
            show = await self._lift(spot, box)
            x, y = await gem.graf_dragbox(box.w, box.h, box.x, box.y, work, show)
        finally:
            gem.graf_mouse(MouseNumber.ARROW)
            lifted, table.past = table.past is not None, None
        if lifted:
            await table.repaint(spot.place)
        if gem.mouse_taken:
            return None
        return x + event.x - box.x - work.x, y + event.y - box.y - work.y

    def dropped_on(self, spot: Spot, event: MultiEvent, at: tuple[int, int], fits: Callable[[int], bool]) -> int | None:
        """Return the target of cards dragged from an event's point to another point, or None.

        The target is the place below the pointer, or else the fitting place that the outline covers most.
        """
        layout, (x, y) = self.table.layout, self._point(event)
        below = layout.target(self.board, *at)
        if below is not None and (below == spot.place or fits(below)):
            return below
        box = layout.outline(self.board, spot).moved(at[0] - x, at[1] - y)
        best = layout.most_covered(self.board, box, fits)
        return below if best is None else best

    async def _lift(self, spot: Spot, box: GRect) -> Callable[[GRect], None] | None:
        """Lift the cards off the visible table; return the function that draws them, or None to drag an outline."""
        table = self.table
        if table.looks.dragging is Dragging.OUTLINE or not self.play.gem.graf_mkstate().buttons:
            return None
        if table.looks.dragging is Dragging.NOTHING:
            return lambda _rect: None
        work, count = table.work, len(self.board.piles[spot.place]) - spot.index
        cards = table.layout.pictures(self.board, (spot.place,), table.selected)[-count:]
        table.past = self.board.bare_copy()
        del table.past.piles[spot.place][spot.index :]
        await table.repaint(spot.place)
        seen = work.intersection(GRect(0, 0, self.play.gem.width, self.play.gem.height))
        below: tuple[GRect, Raster] | None = None  # the background under the cards at their current place

        def show(rect: GRect) -> None:
            nonlocal below
            table.ws.vs_clip(True, *seen.corners())
            if below is not None:
                area, saved = below
                corners = (0, 0, area.w - 1, area.h - 1, *area.corners())
                below = None
                table.ws.vro_cpyfm(RasterOp.S_ONLY, corners, saved)
                return
            area = GRect(rect.x - BESIDE, rect.y, CARD_WIDTH, rect.h).intersection(seen)
            below = area, Raster(area.w, area.h)
            table.ws.vro_cpyfm(RasterOp.S_ONLY, (*area.corners(), 0, 0, area.w - 1, area.h - 1), None, below[1])
            x, y = rect.x - box.x, rect.y - box.y
            table.draw(area, [card._replace(x=card.x + x, y=card.y + y) for card in cards], work)

        return show
