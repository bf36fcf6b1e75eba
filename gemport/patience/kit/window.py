"""The window that a card game is played in: opened, painted, moved, shrunk and restored (docs/vierfrei.md 3, 8)."""

from __future__ import annotations

from collections.abc import Callable

from gemport.gem.aes.constants import DESKTOP, Kind, MouseNumber, Update, Wc, Wf
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.errors import GemportError
from gemport.gem.formats.rsc.objects import Tree
from gemport.gem.vdi.workstation import Workstation
from gemport.patience.kit.neighbours import free_icon_place, free_place, neighbours

KIND = Kind.NAME | Kind.CLOSER | Kind.FULLER | Kind.MOVER
MOST_WIDTH, MOST_HEIGHT = 638, 442
"""The largest work area of VIERFREI's window, in pixels."""
LEAST_WIDTH, LEAST_HEIGHT = 600, 300
"""A smaller work area is refused."""

Painter = Callable[[Workstation, GRect], None]
"""Paints a rectangle of the work area, which may lie off the screen to the right or below; it clips for itself."""


class ScreenTooSmallError(GemportError):
    """The screen has no room for the game's window."""


class GameWindow:
    """One window; ``small`` while it is shrunk to its icon. Rectangles are in screen pixels."""

    def __init__(self, gem: Gem, paint: Painter, icon: Tree, most: tuple[int, int] = (MOST_WIDTH, MOST_HEIGHT)) -> None:
        self.gem = gem
        self.workstation = gem.v_opnvwk()
        self.small = False
        self._paint = paint
        self._icon = icon
        self._name = ""
        self._aside: GRect | None = None
        """Where the small window stands because its own corner was taken."""
        self._outer = self._place(most)
        self._handle = gem.wind_create(KIND, gem.wind_get(DESKTOP, Wf.WF_WORKXYWH))

    def _place(self, most: tuple[int, int]) -> GRect:
        """The place of the window at first: as large as it can be of use, or narrower beside others."""
        desk = self.gem.wind_get(DESKTOP, Wf.WF_WORKXYWH)
        room = self.gem.wind_calc(Wc.WC_WORK, KIND, desk)
        if room.w < LEAST_WIDTH or room.h < LEAST_HEIGHT:
            raise ScreenTooSmallError(
                f"a screen of {self.gem.width}x{self.gem.height} leaves {room.w}x{room.h} pixels for the window; "
                f"{LEAST_WIDTH}x{LEAST_HEIGHT} are needed"
            )
        others = neighbours(self.gem)
        sizes = dict.fromkeys((min(room.w, width), min(room.h, most[1])) for width in (most[0], MOST_WIDTH))
        outer = [self.gem.wind_calc(Wc.WC_BORDER, KIND, GRect(room.x, room.y, *size)) for size in sizes]
        places = [free_place(wanted, others, desk) for wanted in outer]
        free = (place for place in places if not any(place.intersects(other) for other in others))
        return next(free, places[0])

    @property
    def work(self) -> GRect:
        """The work area on the screen."""
        return self.gem.wind_get(self._handle, Wf.WF_WORKXYWH)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the work area when the window is not shrunk."""
        work = self.gem.wind_calc(Wc.WC_WORK, KIND, self._outer)
        return work.w, work.h

    @property
    def topmost(self) -> bool:
        """Whether no other window lies above."""
        return self.gem.wind_get(DESKTOP, Wf.WF_TOP).x == self._handle

    def open(self, name: str) -> None:
        """Show the window under a name; its contents are asked for by WM_REDRAW."""
        self.rename(name)
        self.gem.wind_open(self._handle, self._outer)

    def close(self) -> None:
        """Take the window away for good."""
        self.gem.wind_close(self._handle)
        self.gem.wind_delete(self._handle)

    def rename(self, name: str) -> None:
        """Write another name into the title bar, with the blank at both ends that GEM programs leave."""
        self._name = f" {name} "
        self.gem.wind_set(self._handle, Wf.WF_NAME, self._name)

    def top(self) -> None:
        """Bring the window up."""
        self.gem.wind_set(self._handle, Wf.WF_TOP)

    async def redraw(self, area: GRect | None = None, paint: Painter | None = None) -> None:
        """Paint what no other window covers of an area, or of the whole window; ``paint``: not all that lies there."""
        gem = self.gem
        await gem.wind_update(Update.BEG_UPDATE)
        area = self.work if area is None else area
        rect = gem.wind_get(self._handle, Wf.WF_FIRSTXYWH)
        while not rect.empty:
            part = rect.intersection(area)
            if not part.empty:
                self._paint_part(part, paint or self._paint)
            rect = gem.wind_get(self._handle, Wf.WF_NEXTXYWH)
        await gem.wind_update(Update.END_UPDATE)

    def _paint_part(self, part: GRect, paint: Painter) -> None:
        if self.small:
            self._icon[0].ob_x, self._icon[0].ob_y = self.work.x, self.work.y
            self.gem.objc_draw(self._icon, 0, 1, part)
        else:
            paint(self.workstation, part)

    async def move(self, outer: GRect) -> None:
        """Move the window; one that went right or down is painted in full. Of the icon the copy is good enough."""
        before = self.work
        self.gem.wind_set(self._handle, Wf.WF_CURRXYWH, outer)
        if self.small:
            return
        self._outer = outer
        after = self.work
        if after.x > before.x or after.y > before.y:
            await self.redraw()

    async def shrink(self) -> None:
        """Make the window as small as its icon, without a name: at the same corner, or beside other icons there."""
        self.small = True
        icon, gem = self._icon[0], self.gem
        gem.wind_set(self._handle, Wf.WF_NAME, "")
        corner = gem.wind_calc(Wc.WC_BORDER, KIND, GRect(self.work.x, self.work.y, icon.ob_width, icon.ob_height))
        others, desk = neighbours(gem, self._handle), gem.wind_get(DESKTOP, Wf.WF_WORKXYWH)
        place = free_icon_place(corner, others, LEAST_WIDTH, desk)
        self._aside = None if place == corner else place
        gem.wind_set(self._handle, Wf.WF_CURRXYWH, place)
        await self.redraw()

    def restore(self) -> None:
        """Blow the window up again where the small one stands; WM_REDRAW asks for its contents.

        A small one that had to give way to others, and was not moved since, is blown up where the large one was.
        """
        self.small = False
        here = self.gem.wind_get(self._handle, Wf.WF_CURRXYWH)
        if here != self._aside:
            self._outer = GRect(here.x, here.y, self._outer.w, self._outer.h)
        self.gem.wind_set(self._handle, Wf.WF_NAME, self._name)
        self.gem.wind_set(self._handle, Wf.WF_CURRXYWH, self._outer)

    def pointer(self, form: MouseNumber) -> None:
        """Choose the mouse pointer."""
        self.gem.graf_mouse(form)
