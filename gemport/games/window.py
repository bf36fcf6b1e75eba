"""The window that a card game is played in: opened, painted, moved, shrunk and restored (docs/vierfrei.md 3, 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gemport.gem.aes.constants import DESKTOP, WCHAR, Kind, MouseNumber, Wc, Wf
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.errors import GemportError
from gemport.gem.formats.objects import Tree
from gemport.gem.vdi.workstation import Workstation
from gemport.toolkit.window import redraw

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
        self._info = ""
        self._most = most
        self._kind = KIND
        self._aside: GRect | None = None
        """Where the small window stands because its own corner was taken."""
        self._outer = self._place()
        self._handle = gem.wind_create(self._kind, gem.wind_get(DESKTOP, Wf.WF_WORKXYWH))

    def _place(self) -> GRect:
        """The place of the window at first: as large as it can be of use, or narrower beside others."""
        desk, others = self.gem.wind_get(DESKTOP, Wf.WF_WORKXYWH), neighbours(self.gem)
        sizes = dict.fromkeys((self._largest(), self._largest(MOST_WIDTH)))
        places = [free_place(wanted, others, desk) for wanted in sizes]
        free = (place for place in places if not any(place.intersects(other) for other in others))
        return next(free, places[0])

    def _largest(self, width: int | None = None) -> GRect:
        """The outer rectangle in the desktop's corner of a window as large as it can be; ``width``: of its cards."""
        desk = self.gem.wind_get(DESKTOP, Wf.WF_WORKXYWH)
        room = self.gem.wind_calc(Wc.WC_WORK, self._kind, desk)
        if room.w < LEAST_WIDTH or room.h < LEAST_HEIGHT:
            raise ScreenTooSmallError(
                f"a screen of {self.gem.width}x{self.gem.height} leaves {room.w}x{room.h} pixels for the window; "
                f"{LEAST_WIDTH}x{LEAST_HEIGHT} are needed"
            )
        most = self._most[0] if width is None else width
        work = GRect(room.x, room.y, min(room.w, most), min(room.h, self._most[1]))
        return self.gem.wind_calc(Wc.WC_BORDER, self._kind, work)

    @property
    def work(self) -> GRect:
        """The work area on the screen."""
        return self.gem.wind_get(self._handle, Wf.WF_WORKXYWH)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the work area when the window is not shrunk."""
        work = self.gem.wind_calc(Wc.WC_WORK, self._kind, self._outer)
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

    @property
    def has_info(self) -> bool:
        """Whether there is a line below the title."""
        return Kind.INFO in self._kind

    def inform(self, text: str) -> None:
        """Write another text into the line below the title, where there is one; not while the window is small."""
        if self.has_info and text != self._info:
            self._info = text
            if not self.small:
                self.gem.wind_set(self._handle, Wf.WF_INFO, text)

    def add_info(self, wanted: bool) -> None:
        """Give the window a line below its title, or take it away; the contents are asked for by WM_REDRAW.

        The parts of a window are fixed when it is created, so another one takes its place: at the same corner, but
        pushed up as far as the desktop's lower edge asks for it. Where it is as high as the desktop, the line is taken
        from the work area. To be called before the window is open or while it is large.
        """
        if wanted == self.has_info:
            return
        gem, before, here = self.gem, self._handle, self._outer
        is_open = gem.wind_get(before, Wf.WF_OWNER).y == 1
        self._kind, self._info = KIND | Kind.INFO if wanted else KIND, ""
        desk, size = gem.wind_get(DESKTOP, Wf.WF_WORKXYWH), self._largest()
        y = here.y if here.bottom > desk.bottom else max(min(here.y, desk.bottom - size.h), desk.y)
        self._outer = GRect(here.x, y, here.w, size.h)
        self._handle = gem.wind_create(self._kind, desk)
        if is_open:
            # The new one is there before the old one goes: nobody else comes to the front in between.
            gem.wind_set(self._handle, Wf.WF_NAME, self._name)
            gem.wind_open(self._handle, self._outer)
            gem.wind_close(before)
        gem.wind_delete(before)

    def top(self) -> None:
        """Bring the window up."""
        self.gem.wind_set(self._handle, Wf.WF_TOP)

    async def redraw(self, area: GRect | None = None, paint: Painter | None = None) -> None:
        """Paint what no other window covers of an area, or of the whole window; ``paint``: not all that lies there."""
        painter = paint or self._paint
        area = self.work if area is None else area
        await redraw(self.gem, self._handle, area, lambda part: self._paint_part(part, painter))

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
        if self.has_info:
            gem.wind_set(self._handle, Wf.WF_INFO, self._info[: icon.ob_width // WCHAR])
        corner = gem.wind_calc(Wc.WC_BORDER, self._kind, GRect(self.work.x, self.work.y, icon.ob_width, icon.ob_height))
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
        if self.has_info:
            self.gem.wind_set(self._handle, Wf.WF_INFO, self._info)
        self.gem.wind_set(self._handle, Wf.WF_CURRXYWH, self._outer)

    def pointer(self, form: MouseNumber) -> None:
        """Choose the mouse pointer."""
        self.gem.graf_mouse(form)


# ---- other windows

_ICON_GAP = 8


def neighbours(gem: Gem, own: int | None = None) -> list[GRect]:
    """The outer rectangles of all open windows but one's own."""
    found, handle = [], gem.wind_get(DESKTOP, Wf.WF_BOTTOM).x
    while handle != DESKTOP:
        if handle != own:
            found.append(gem.wind_get(handle, Wf.WF_CURRXYWH))
        handle = gem.wind_get(handle, Wf.WF_OWNER).w
    return found


def free_place(wanted: GRect, others: list[GRect], desk: GRect) -> GRect:
    """The place for a window: as wanted, else the first beside or below that is free; as wanted if there is none."""
    places = _steps(wanted, desk, 0)
    return next((place for place in places if not any(place.intersects(other) for other in others)), wanted)


def free_icon_place(wanted: GRect, others: list[GRect], widest: int, desk: GRect) -> GRect:
    """The place for a shrunk window: as wanted unless another shrunk one, no wider than ``widest``, is in the way."""
    shrunk = [other for other in others if other.w <= widest]
    if not any(wanted.intersects(other) for other in shrunk):
        return wanted
    places = _steps(wanted, desk, _ICON_GAP)
    return next((place for place in places if not any(place.intersects(other) for other in shrunk)), wanted)


def _steps(first: GRect, desk: GRect, gap: int) -> Iterator[GRect]:
    """The place itself, and those right of it and then below that lie wholly on the desktop."""
    yield first
    for y in range(first.y, desk.bottom - first.h + 1, first.h + gap):
        for x in range(first.x, desk.right - first.w + 1, first.w + gap):
            yield GRect(x, y, first.w, first.h)
