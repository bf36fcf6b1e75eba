"""VIERFREI's table: painted piece by piece as the original does it, also where a piece is not on the screen."""

from __future__ import annotations

from gemport.cards.cells import CELLS, COLUMNS
from gemport.cards.moves import FOUNDATIONS
from gemport.cards.vierfrei import VierfreiBoard
from gemport.games.deck import CARD_HEIGHT, CARD_WIDTH
from gemport.games.table import CardTable, paint_felt
from gemport.gem.aes.rect import GRect
from gemport.gem.vdi.workstation import Workstation


class VierfreiTable(CardTable[VierfreiBoard]):
    """The original's table.

    What is painted is limited to the screen's right and bottom edge and not looked at any further. Of a board or a
    column wholly beyond that edge a rectangle is left whose corners are in the wrong order. vs_clip puts them into
    order, and the felt appears on the screen's last column or row, on whatever lies there (docs/vierfrei.md 9, A).
    """

    def show(self, workstation: Workstation, area: GRect) -> None:
        """Paint a rectangle: the board's felt and the upper places, then the columns, each on felt of its own."""
        board, work, width, height = self.board, self.window.work, self.gem.width, self.gem.height
        self._felt(workstation, area)
        self.draw(workstation, area, self.layout.pictures(board, (*CELLS, *FOUNDATIONS)), work)
        for column in COLUMNS:
            part = self.layout.slots[column].area.moved(work.x, work.y).intersection(area)
            x, y, w, h = part
            if w > 0 and h > 0:
                # On the screen the board's felt is there already.
                if x < 0 or y < 0 or x + w > width or y + h > height:
                    self._felt(workstation, part)
                else:
                    self._clip(workstation, part)
                self.draw(workstation, part, self.layout.pictures(board, (column,)), work)

    async def uncover(self, place: int) -> None:
        """Paint felt where the card was, and the one below it; a column whose cards move apart is painted anew."""
        if place not in COLUMNS:
            await self._draw_last(place)
            return
        count = len(self.board.piles[place])
        slot = self.layout.slots[place]
        if slot.fan.step(count + 1) != slot.fan.wide:
            await self.repaint((place,))
            return
        taken = GRect(slot.x, slot.y + count * slot.fan.wide, CARD_WIDTH, CARD_HEIGHT)
        await self.window.redraw(self._on_screen(taken), self._felt)
        if count:
            await self._draw_last(place)

    async def cover(self, place: int) -> None:
        """Paint the card alone; a column whose cards move together is painted anew."""
        count, fan = len(self.board.piles[place]), self.layout.slots[place].fan
        if place in COLUMNS and fan.step(count) != fan.step(count - 1):
            await self.repaint((place,))
        else:
            await self._draw_last(place)

    async def _draw_last(self, place: int) -> None:
        last = self.layout.pictures(self.board, (place,))[-1]

        def draw(workstation: Workstation, part: GRect) -> None:
            self._clip(workstation, part)
            self.draw(workstation, part, [last])

        await self.window.redraw(self._on_screen(GRect(last.x, last.y, CARD_WIDTH, CARD_HEIGHT)), draw)

    def _on_screen(self, rect: GRect) -> GRect:
        work = self.window.work
        return rect.moved(work.x, work.y)

    def _felt(self, workstation: Workstation, area: GRect) -> None:
        """Clip to a rectangle and paint its felt."""
        paint_felt(workstation, self._clip(workstation, area))

    def _clip(self, workstation: Workstation, area: GRect) -> tuple[int, int, int, int]:
        x1, y1, x2, y2 = area.corners()
        corners = x1, y1, min(x2, self.gem.width - 1), min(y2, self.gem.height - 1)
        workstation.vs_clip(True, *corners)
        return corners
