"""VIERFREI's table: painted piece by piece as the original does it, also where a piece is not on the screen."""

from collections.abc import Callable

from gemport.cards.cells import CELLS, COLUMNS
from gemport.cards.moves import FOUNDATIONS
from gemport.cards.vierfrei import VierfreiBoard
from gemport.gem import GRect
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH
from gemport.play.table import CardTable
from gemport.toolkit.window import redraw


class VierfreiTable(CardTable[VierfreiBoard]):
    """The original's table.

    What is painted is limited to the screen's right and bottom edge and not looked at any further. Of a board or a
    column wholly beyond that edge a rectangle is left whose corners are in the wrong order. vs_clip puts them into
    order, and the felt appears on the screen's last column or row, on whatever lies there (docs/vierfrei.md 9, A).
    """

    async def redraw(self, area: GRect | None = None, paint: Callable[[GRect], None] | None = None) -> None:
        """Paint what is visible of an area, or of the whole window; the screen's edges do not limit it yet."""
        if paint is None:
            await self.follow_screen()
            painter = self.paint_icon if self.small else self.paint
            await redraw(self.gem, self.handle, self.work if area is None else area, painter)
        else:
            await super().redraw(area, paint)

    def paint(self, part: GRect) -> None:
        """Paint a part: the board's felt and the upper places, then the columns, each on felt of its own."""
        board, work, width, height = self.board, self.work, self.gem.width, self.gem.height
        self._felt(part)
        self.draw(part, self.layout.pictures(board, (*CELLS, *FOUNDATIONS), self.selected), work)
        for column in COLUMNS:
            strip = self.layout.slots[column].area.moved(work.x, work.y).intersection(part)
            x, y, w, h = strip
            if w > 0 and h > 0:
                # On the screen the board's felt is there already.
                if x < 0 or y < 0 or x + w > width or y + h > height:
                    self._felt(strip)
                else:
                    self._clip(strip)
                self.draw(strip, self.layout.pictures(board, (column,), self.selected), work)
        self.marks.paint_hint(part)
        self.marks.paint_notice(part)

    async def uncover(self, place: int) -> None:
        """Paint felt where the card was, and the one below it; a column whose cards move apart is repainted."""
        if place not in COLUMNS:
            await self._draw_last(place)
            return
        count = len(self.board.piles[place])
        slot = self.layout.slots[place]
        if slot.fan.step(count + 1) != slot.fan.wide:
            await self.repaint(place)
            return
        await self._draw_card(slot.x, slot.y + count * slot.fan.wide, self._felt)
        if count:
            await self._draw_last(place)

    async def cover(self, place: int) -> None:
        """Paint the card alone; a column whose cards move together is repainted."""
        count, fan = len(self.board.piles[place]), self.layout.slots[place].fan
        if place in COLUMNS and fan.step(count) != fan.step(count - 1):
            await self.repaint(place)
        else:
            await self._draw_last(place)

    async def _draw_last(self, place: int) -> None:
        last = self.layout.pictures(self.board, (place,))[-1]

        def draw(part: GRect) -> None:
            self._clip(part)
            self.draw(part, [last])

        await self._draw_card(last.x, last.y, draw)

    async def _draw_card(self, x: int, y: int, draw: Callable[[GRect], None]) -> None:
        work = self.work
        await redraw(self.gem, self.handle, GRect(work.x + x, work.y + y, CARD_WIDTH, CARD_HEIGHT), draw)

    def _felt(self, part: GRect) -> None:
        self.paint_felt(self._clip(part))

    def _clip(self, part: GRect) -> tuple[int, int, int, int]:
        x1, y1, x2, y2 = part.corners()
        corners = x1, y1, min(x2, self.gem.width - 1), min(y2, self.gem.height - 1)
        self.ws.vs_clip(True, *corners)
        return corners
