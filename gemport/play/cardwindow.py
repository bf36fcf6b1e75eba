"""The window of a card game. It can be moved, shrunk to an icon and restored (docs/vierfrei.md 3, 8)."""

from __future__ import annotations

from collections.abc import Callable

from gemport.gem import DESKTOP, WCHAR, Gem, GemportError, GRect, Kind, Tree, Wc, Wf
from gemport.toolkit.window import Window, open_windows

KIND = Kind.NAME | Kind.CLOSER | Kind.FULLER | Kind.MOVER
MAX_WIDTH, MAX_HEIGHT = 638, 442  # maximum work area of VIERFREI's window in pixels
MIN_WIDTH, MIN_HEIGHT = 600, 300  # minimum work area in pixels
UPRIGHT_WIDTH = 498  # minimum width on portrait screens for games that have a layout for them
_ICON_GAP = 8
_CASCADE_STEP = 20  # pixels right and down; a title bar is 19 pixels high
_IN_REACH = 48  # pixels of the window that stay on the screen


class GameWindow(Window):
    """The window of a card game; ``small`` while it is shrunk to its icon."""

    max_size = MAX_WIDTH, MAX_HEIGHT  # maximum work area that the game can use, in pixels

    def __init__(self, gem: Gem, icon: Tree, upright: bool = False) -> None:
        """Find a place for the window. Raises GemportError if the screen is too small.

        If ``upright``, the window may be narrower on portrait screens, and is as high as the desktop.
        """
        super().__init__(gem, "", KIND)
        self.small = False
        self._icon = icon
        self._upright = upright
        room, least = self._room, self._least_width
        if room.w < least or room.h < MIN_HEIGHT:
            turned = ", or a portrait screen" if upright and UPRIGHT_WIDTH <= room.w < least else ""
            raise GemportError(
                f"a screen of {gem.width}x{gem.height} leaves {room.w}x{room.h} pixels for the window; "
                f"it needs {least}x{MIN_HEIGHT}{turned}"
            )
        self._large = self._place()  # the outer rectangle of the large window
        self._shrunk_to = self._large  # place of the window when it was last shrunk

    def _place(self) -> GRect:
        """Return the window's initial place: as large as is useful, or narrower next to other windows."""
        desk, others = self.gem.wind_get(DESKTOP, Wf.WF_WORKXYWH), neighbours(self.gem, self.handle)
        sizes = dict.fromkeys((self._largest(), self._largest(MAX_WIDTH)))
        places = [free_place(wanted, others, desk) for wanted in sizes]
        free = (place for place in places if not any(place.intersects(other) for other in others))
        return next(free, None) or cascaded(places[0], others, desk)

    def _largest(self, width: int | None = None) -> GRect:
        """Return the outer rectangle of the largest window, in the desktop's corner; ``width`` limits its width."""
        room, (most_width, most_height) = self._room, self.max_size
        width = max(min(room.w, most_width if width is None else width), self._least_width)
        height = max(room.h if self.is_upright else min(room.h, most_height), MIN_HEIGHT)
        return self.border(GRect(room.x, room.y, width, height))

    @property
    def _room(self) -> GRect:
        return self.gem.wind_calc(Wc.WC_WORK, self.kind, self.gem.wind_get(DESKTOP, Wf.WF_WORKXYWH))

    @property
    def is_upright(self) -> bool:
        return self._upright and self.gem.height > self.gem.width

    @property
    def _least_width(self) -> int:
        return UPRIGHT_WIDTH if self.is_upright else MIN_WIDTH

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the work area at full size."""
        work = self.gem.wind_calc(Wc.WC_WORK, self.kind, self._large)
        return work.w, work.h

    @property
    def place(self) -> tuple[int, int]:
        """The outer top left corner of the large window."""
        return self._large.x, self._large.y

    def put_back(self, place: tuple[int, int]) -> None:
        """Open the window at its saved corner, unless other windows are open; its title bar stays in reach."""
        desk, (x, y) = self.gem.wind_get(DESKTOP, Wf.WF_WORKXYWH), place
        if not neighbours(self.gem, self.handle):
            x, y = min(max(x, desk.x), desk.right - _IN_REACH), min(max(y, desk.y), desk.bottom - _IN_REACH)
            self._large = GRect(x, y, self._large.w, self._large.h)

    def show(self) -> None:
        """Open the window; a WM_REDRAW for its contents follows."""
        self.open(self._large)

    def inform(self, text: str) -> None:
        """Set the text of the info line; a small window shows it only once it is restored."""
        if self.small:
            self._info = text
        else:
            self.info = text

    def add_info(self, wanted: bool) -> None:
        """Add or remove the window's info line; a WM_REDRAW for the contents follows.

        The line is not added if the screen is too small for it. The window stays at its corner, but moves up if it
        would extend below the desktop. If it is as high as the desktop, the work area gets smaller. Call this only
        before the window is opened or while it is large.
        """
        desk = self.gem.wind_get(DESKTOP, Wf.WF_WORKXYWH)
        room = self.gem.wind_calc(Wc.WC_WORK, KIND | Kind.INFO, desk)
        kind = KIND | Kind.INFO if wanted and room.h >= MIN_HEIGHT else KIND
        if kind == self.kind:
            return
        self.kind, self._info, here = kind, "", self._large
        size = self._largest()
        y = here.y if here.bottom > desk.bottom else max(min(here.y, desk.bottom - size.h), desk.y)
        self._large = GRect(here.x, y, here.w, size.h)
        self.replace(kind, self._large)

    async def fit_screen(self) -> None:
        self._large = self._place()
        desk = self.gem.wind_get(DESKTOP, Wf.WF_WORKXYWH)
        self.gem.wind_set(self.handle, Wf.WF_CURRXYWH, self.outer.constrained(desk) if self.small else self._large)

    async def redraw(self, area: GRect | None = None, paint: Callable[[GRect], None] | None = None) -> None:
        await super().redraw(area, self.paint_icon if self.small else paint)

    def paint_icon(self, part: GRect) -> None:
        self._icon[0].ob_x, self._icon[0].ob_y = self.work.x, self.work.y
        self.gem.objc_draw(self._icon, 0, 1, part)

    async def move(self, outer: GRect) -> None:
        """Move the window, and repaint all of it after a move right or down; the small window is only copied."""
        before = self.work
        await super().move(outer)
        if self.small:
            return
        self._large, after = outer, self.work
        if after.x > before.x or after.y > before.y:
            await self.redraw()

    async def full(self) -> None:
        if self.small:
            self._restore()
        else:
            await self._shrink()

    async def _shrink(self) -> None:
        """Shrink the window to its icon, without a name, at the same corner or next to other icons there."""
        self.small = True
        icon, gem = self._icon[0], self.gem
        gem.wind_set(self.handle, Wf.WF_NAME, "")
        gem.wind_set(self.handle, Wf.WF_INFO, self.info[: icon.ob_width // WCHAR])
        corner = self.border(GRect(self.work.x, self.work.y, icon.ob_width, icon.ob_height))
        # Other shrunk windows are narrower than any large one.
        icons = [other for other in neighbours(gem, self.handle) if other.w <= MIN_WIDTH]
        place = free_place(corner, icons, gem.wind_get(DESKTOP, Wf.WF_WORKXYWH), _ICON_GAP)
        self._shrunk_to = place
        gem.wind_set(self.handle, Wf.WF_CURRXYWH, place)
        await self.redraw()

    def _restore(self) -> None:
        """Restore the large window, at the corner of a moved small one; a WM_REDRAW for its contents follows."""
        self.small = False
        here = self.outer
        if here != self._shrunk_to:
            self._large = GRect(here.x, here.y, self._large.w, self._large.h)
        # Set both again: the small window has no name and only part of the info line.
        self.title = self.title
        self.gem.wind_set(self.handle, Wf.WF_INFO, self.info)
        self.gem.wind_set(self.handle, Wf.WF_CURRXYWH, self._large)


# ---- other windows


def neighbours(gem: Gem, own: int | None = None) -> list[GRect]:
    """Return the outer rectangles of all open windows except ``own``."""
    return [gem.wind_get(handle, Wf.WF_CURRXYWH) for handle, _ in open_windows(gem) if handle != own]


def free_place(wanted: GRect, others: list[GRect], desk: GRect, gap: int = 0) -> GRect:
    """Return the wanted place or the first free one to the right or below; the wanted place if none is free.

    ``gap`` is the distance between places in pixels.
    """
    right = range(wanted.x, desk.right - wanted.w + 1, wanted.w + gap)
    below = range(wanted.y, desk.bottom - wanted.h + 1, wanted.h + gap)
    places = (wanted, *(GRect(x, y, wanted.w, wanted.h) for y in below for x in right))
    return next((place for place in places if not any(place.intersects(other) for other in others)), wanted)


def cascaded(wanted: GRect, others: list[GRect], desk: GRect) -> GRect:
    """Return the place, moved right and down from windows at its corner, within the desktop."""
    corners = {(other.x, other.y) for other in others}
    most = min(desk.right - wanted.right, desk.bottom - wanted.bottom)
    moved = (wanted.moved(step, step) for step in range(0, most + 1, _CASCADE_STEP))
    return next((place for place in moved if (place.x, place.y) not in corners), wanted)
