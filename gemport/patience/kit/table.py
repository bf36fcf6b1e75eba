"""The table of a card game: its window, its cards, and how they move (docs/vierfrei.md 5, 7)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import NamedTuple

from gemport.gem.aes.constants import MouseNumber, Update
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.rsc.objects import Tree
from gemport.gem.vdi.workstation import Workstation
from gemport.patience.kit.art import CARD_HEIGHT, CARD_WIDTH, CardArt
from gemport.patience.kit.felt import paint_felt
from gemport.patience.kit.window import MOST_HEIGHT, MOST_WIDTH, GameWindow

_SHOWN = 250
"""Milliseconds for which either end of a hint's move is inverted."""


class Picture(NamedTuple):
    """Something to draw: a picture number of the art, its corner, whether black and white are exchanged, its height.

    Only pictures of full height can be inverted.
    """

    picture: int
    x: int
    y: int
    inverted: bool = False
    height: int = CARD_HEIGHT


class CardTable(ABC):
    """A window with cards on it. Positions are pixels relative to the window's work area unless said otherwise."""

    def __init__(self, gem: Gem, art: CardArt, icon: Tree, most: tuple[int, int] = (MOST_WIDTH, MOST_HEIGHT)) -> None:
        self.gem = gem
        self.art = art
        self.window = GameWindow(gem, self.show, icon, most)

    @abstractmethod
    def pictures(self) -> Iterable[Picture]:
        """Everything that lies on the table, in drawing order."""

    @abstractmethod
    def end(self, place: int) -> tuple[int, int]:
        """Where a box moves to or from: the corner of a place's open card, or of the place when it is empty."""

    @abstractmethod
    def area(self, place: int) -> GRect:
        """What has to be painted again when a place's cards change."""

    def resized(self) -> None:  # noqa: B027 - a table that looks the same in any window has nothing to do
        """The window's work area has another size: from now on everything lies where it belongs in that one."""

    def show(self, workstation: Workstation, area: GRect) -> None:
        """Paint what of a rectangle is on the screen."""
        seen = area.intersection(GRect(0, 0, self.gem.width, self.gem.height))
        if not seen.empty:
            workstation.vs_clip(True, *seen.corners())
            self.paint(workstation, seen)

    def paint(self, workstation: Workstation, area: GRect) -> None:
        """Paint what a rectangle of the screen shows of the table; the workstation is clipped to it."""
        paint_felt(workstation, area.corners())
        self.draw(workstation, area, self.pictures())

    def draw(self, workstation: Workstation, area: GRect, pictures: Iterable[Picture]) -> None:
        """Draw those of some pictures that reach into a rectangle of the screen, of covered ones what can be seen."""
        work = self.window.work
        drawn = [*pictures]
        for (picture, x, y, inverted, height), above in zip_longest(drawn, drawn[1:]):
            if area.intersects(GRect(work.x + x, work.y + y, CARD_WIDTH, height)):
                rows = CARD_HEIGHT if above is None or above.x != x else self.art.rows_seen(above.y - y)
                if rows >= height < CARD_HEIGHT:
                    self.art.draw_low(workstation, picture, work.x + x, work.y + y, height)
                else:
                    self.art.draw(workstation, picture, work.x + x, work.y + y, inverted, rows)

    async def repaint(self, places: Iterable[int]) -> None:
        """Paint some places again."""
        work = self.window.work
        for place in places:
            await self.window.redraw(self.area(place).moved(work.x, work.y))

    async def uncover(self, place: int) -> None:
        """Show a place whose last card was taken away."""
        await self.repaint((place,))

    async def cover(self, place: int) -> None:
        """Show a place that a card was put on."""
        await self.repaint((place,))

    async def change(self, source: int, target: int, change: Callable[[], object]) -> None:
        """Make a change of two places and show it."""
        change()
        await self.uncover(source)
        await self.cover(target)

    async def animate(self, source: int, target: int, change: Callable[[], object]) -> None:
        """Take the card up, let a box move to the other place, and put the card down there."""
        work = self.window.work
        (sx, sy), (dx, dy) = self.end(source), self.end(target)
        await self.gem.wind_update(Update.BEG_UPDATE)
        change()
        await self.uncover(source)
        await self.gem.graf_movebox(CARD_WIDTH, CARD_HEIGHT, work.x + sx, work.y + sy, work.x + dx, work.y + dy)
        await self.cover(target)
        await self.gem.wind_update(Update.END_UPDATE)

    async def point_out(self, source: int, target: int) -> None:
        """Show a move without making it: a box goes from one place to the other and back, each inverted for a while.

        That can be seen also by those who have switched the moving boxes off.
        """
        work = self.window.work
        (sx, sy), (dx, dy) = self.end(source), self.end(target)
        here, there = (work.x + sx, work.y + sy), (work.x + dx, work.y + dy)
        await self.gem.wind_update(Update.BEG_UPDATE)
        await self._invert(source)
        await self.gem.pause(_SHOWN)
        await self.gem.graf_movebox(CARD_WIDTH, CARD_HEIGHT, *here, *there)
        await self._invert(target)
        await self.gem.pause(_SHOWN)
        await self._invert(target)
        await self.gem.graf_movebox(CARD_WIDTH, CARD_HEIGHT, *there, *here)
        await self._invert(source)
        await self.gem.wind_update(Update.END_UPDATE)

    async def _invert(self, place: int) -> None:
        """Exchange black and white on what is seen of a place's open card, or of the place when it is empty."""
        work, area = self.window.work, self.area(place)
        x, y = self.end(place)
        card = GRect(x, y, CARD_WIDTH, CARD_HEIGHT).intersection(area).moved(work.x, work.y)

        def draw(workstation: Workstation, part: GRect) -> None:
            seen = part.intersection(GRect(0, 0, self.gem.width, self.gem.height))
            if not seen.empty:
                workstation.vs_clip(True, *seen.corners())
                self.art.invert(workstation, work.x + x, work.y + y)

        await self.window.redraw(card, draw)

    async def drag(self, outline: GRect, event: MultiEvent) -> tuple[int, int]:
        """Drag an outline from where it was pressed. The pointer's last position, held back where the outline was."""
        work = self.window.work
        box = outline.moved(work.x, work.y)
        self.gem.graf_mouse(MouseNumber.FLAT_HAND)
        x, y = await self.gem.graf_dragbox(box.w, box.h, box.x, box.y, work)
        self.gem.graf_mouse(MouseNumber.ARROW)
        return x + event.x - box.x - work.x, y + event.y - box.y - work.y

    def point(self, event: MultiEvent) -> tuple[int, int]:
        """Where the pointer was, relative to the work area."""
        work = self.window.work
        return event.x - work.x, event.y - work.y
