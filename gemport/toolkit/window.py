"""Windows: opening, painting through the rectangle list, moving, sizing, scrolling and closing."""

from collections.abc import Callable, Iterator
from typing import ClassVar

from gemport import gem as api

_SLIDER_RANGE = 1000  # range of slider positions and sizes in the AES


async def redraw(gem: api.Gem, handle: int, area: api.GRect, paint: Callable[[api.GRect], None]) -> None:
    """Paint the visible parts of an area in the work area of a window, or on the desktop (handle 0).

    If the window extends beyond the screen, parts may as well.
    """
    await gem.wind_update(api.Update.BEG_UPDATE)
    rect = gem.wind_get(handle, api.Wf.WF_FIRSTXYWH)
    while not rect.empty:
        part = rect.intersection(area)
        if not part.empty:
            paint(part)
        rect = gem.wind_get(handle, api.Wf.WF_NEXTXYWH)
    await gem.wind_update(api.Update.END_UPDATE)


def applications(gem: api.Gem) -> Iterator[api.AppInfo]:
    """Yield all running applications, starting with the screen manager."""
    application = gem.appl_search(api.Search.APP_FIRST)
    while application is not None:
        yield application
        application = gem.appl_search(api.Search.APP_NEXT)


def open_windows(gem: api.Gem) -> list[tuple[int, int]]:
    """Return the handles of all open windows from bottom to top, each with its owner's id."""
    windows: list[tuple[int, int]] = []
    handle = gem.wind_get(api.DESKTOP, api.Wf.WF_BOTTOM).x
    while handle != api.DESKTOP:
        owner = gem.wind_get(handle, api.Wf.WF_OWNER)
        windows.append((handle, owner.x))
        handle = owner.w
    return windows


class Window:
    """A window; subclasses override :meth:`paint` and event handlers. Rectangles are in screen pixels.

    With a vertical slider (``Kind.VSLIDE``) the window scrolls by lines: set ``lines``, and paint starting with line
    ``top``.

    Attributes:
        handle: AES handle while the window is open, otherwise 0
        ws: workstation for painting in this window
    """

    min_size: ClassVar[tuple[int, int]] = (64, 32)
    """Minimum size of the work area in pixels."""
    line_height: ClassVar[int] = api.HCHAR
    """Height of a line in pixels, for scrolling."""

    def __init__(self, gem: api.Gem, title: str, kind: api.Kind) -> None:
        """``kind`` lists the parts of the frame."""
        self.gem = gem
        self.ws = gem.v_opnvwk()
        self.kind = kind
        self.handle = 0
        self._title, self._info = title, ""
        self._screen = gem.width, gem.height  # size of the screen when the window was last fitted to it
        self.lines = 0
        self.top = 0
        """Number of the line at the upper edge."""

    # ---- opening and closing

    @property
    def is_open(self) -> bool:
        """True if the window is on the screen."""
        return self.handle != 0

    @property
    def is_topmost(self) -> bool:
        """True if the window is open and above all others."""
        return self.handle != 0 and self.gem.wind_get(api.DESKTOP, api.Wf.WF_TOP).x == self.handle

    def open(self, outer: api.GRect) -> bool:
        """Open the window with an outer rectangle, or raise it if it is open; the AES then sends WM_REDRAW.

        Return False if the AES has no free window.
        """
        if self.is_open:
            self.raise_()
            return True
        handle = self._create()
        if handle < 0:
            return False
        self.handle = handle
        self.gem.wind_open(handle, self.fit(outer))
        self.show_position()
        return True

    def _create(self) -> int:
        gem = self.gem
        handle = gem.wind_create(self.kind, gem.wind_get(api.DESKTOP, api.Wf.WF_WORKXYWH))
        if handle > 0:
            gem.wind_set(handle, api.Wf.WF_NAME, _spaced(self._title))
            gem.wind_set(handle, api.Wf.WF_INFO, self._info)
        return handle

    def replace(self, kind: api.Kind, outer: api.GRect) -> None:
        """Change the parts of the frame, which are fixed in the AES, by replacing the AES window.

        The new window opens before the previous window closes, so that no other program becomes topmost.
        """
        self.kind, before = kind, self.handle
        if self.is_open:
            self.handle = self._create()
            self.gem.wind_open(self.handle, self.fit(outer))
            self.gem.wind_delete(before)

    def close(self) -> None:
        """Close the window; it can be opened again."""
        if self.is_open:
            self.gem.wind_delete(self.handle)
            self.handle = 0

    def raise_(self) -> None:
        """Put the window above all others."""
        self.gem.wind_set(self.handle, api.Wf.WF_TOP)

    # ---- frame

    @property
    def work(self) -> api.GRect:
        """The work area, inside the frame."""
        return self.gem.wind_get(self.handle, api.Wf.WF_WORKXYWH)

    @property
    def outer(self) -> api.GRect:
        """The entire window including its frame."""
        return self.gem.wind_get(self.handle, api.Wf.WF_CURRXYWH)

    def border(self, work: api.GRect) -> api.GRect:
        """Return the outer rectangle around a work area."""
        return self.gem.wind_calc(api.Wc.WC_BORDER, self.kind, work)

    @property
    def title(self) -> str:
        """The text of the title bar, displayed between two blanks."""
        return self._title

    @title.setter
    def title(self, text: str) -> None:
        self._title = text
        if self.is_open:
            self.gem.wind_set(self.handle, api.Wf.WF_NAME, _spaced(text))

    @property
    def info(self) -> str:
        """The text of the info line, shown if ``kind`` includes one."""
        return self._info

    @info.setter
    def info(self, text: str) -> None:
        if text != self._info:
            self._info = text
            if self.is_open:
                self.gem.wind_set(self.handle, api.Wf.WF_INFO, text)

    # ---- events

    async def message(self, message: api.Message) -> None:
        """Handle a message about the window; override it for other messages."""
        match message.type:
            case api.Msg.WM_REDRAW:
                await self.redraw(message.rect)
            case api.Msg.WM_TOPPED:
                self.raise_()
            case api.Msg.WM_MOVED:
                await self.move(message.rect)
            case api.Msg.WM_SIZED:
                await self.resize(message.rect)
            case api.Msg.WM_FULLED:
                await self.full()
            case api.Msg.WM_ARROWED:
                page = max(self.rows - 1, 1)
                steps = {
                    api.Arrowed.WA_UPPAGE: -page,
                    api.Arrowed.WA_DNPAGE: page,
                    api.Arrowed.WA_UPLINE: -1,
                    api.Arrowed.WA_DNLINE: 1,
                }
                await self.scroll_to(self.top + steps.get(api.Arrowed(message.w4), 0))
            case api.Msg.WM_VSLID:
                await self.scroll_to(round(message.w4 * self.last_top / _SLIDER_RANGE))
            case api.Msg.WM_CLOSED:
                await self.closer()

    async def closer(self) -> None:
        """Handle a click on the closer: close the window. Override to ask first."""
        self.close()

    async def press(self, event: api.MultiEvent) -> None:
        """Handle a press of the left button in the work area."""

    async def key(self, word: int, shift: int) -> None:
        """Handle a key that is not the shortcut of an entry."""

    async def move(self, outer: api.GRect) -> None:
        """Move the window; the AES copies its contents."""
        self.gem.wind_set(self.handle, api.Wf.WF_CURRXYWH, outer)

    async def resize(self, outer: api.GRect) -> None:
        """Move and resize the window to the nearest rectangle that fits."""
        self.gem.wind_set(self.handle, api.Wf.WF_CURRXYWH, self.fit(outer))
        # Only a higher window shows earlier lines, and the AES has requested its redraw.
        self.top = self.held(self.top)
        self.show_position()

    async def full(self) -> None:
        """Handle a click on the fuller: switch between full and previous size."""
        full = self.fit(self.gem.wind_get(self.handle, api.Wf.WF_FULLXYWH))
        await self.resize(self.gem.wind_get(self.handle, api.Wf.WF_PREVXYWH) if self.outer == full else full)

    async def follow_screen(self) -> None:
        """Fit the window to the screen after a change of its size; call this before painting."""
        size = self.gem.width, self.gem.height
        if self.is_open and self._screen != size:
            self._screen = size
            await self.fit_screen()

    async def fit_screen(self) -> None:
        """Handle a change of the screen size: move the window onto the desktop."""
        desk, outer = self.gem.wind_get(api.DESKTOP, api.Wf.WF_WORKXYWH), self.outer
        held = api.GRect(outer.x, outer.y, min(outer.w, desk.w), min(outer.h, desk.h)).constrained(desk)
        await self.resize(held)

    def fit(self, outer: api.GRect) -> api.GRect:
        """Return an outer rectangle adjusted to the minimum size and, if the window scrolls, to entire lines."""
        work = self.gem.wind_calc(api.Wc.WC_WORK, self.kind, outer)
        width, height = max(work.w, self.min_size[0]), max(work.h, self.min_size[1])
        if api.Kind.VSLIDE in self.kind:
            height -= height % self.line_height
        return self.border(api.GRect(work.x, work.y, width, height))

    # ---- painting

    def paint(self, part: api.GRect) -> None:
        """Paint all of a visible part of the work area; ``ws`` already clips to it."""

    async def redraw(self, area: api.GRect | None = None, paint: Callable[[api.GRect], None] | None = None) -> None:
        """Paint the visible parts of ``area``, by default of the entire work area; ``paint`` replaces the method.

        First fits the window to the screen if its size has changed.
        """
        await self.follow_screen()
        painter = self.paint if paint is None else paint

        def clipped(part: api.GRect) -> None:
            self.ws.vs_clip(True, *part.corners())
            painter(part)

        desk = self.gem.wind_get(api.DESKTOP, api.Wf.WF_WORKXYWH)
        await redraw(self.gem, self.handle, (self.work if area is None else area).intersection(desk), clipped)

    # ---- scrolling

    @property
    def scroll_area(self) -> api.GRect:
        """The part of the work area that scrolls: all of it unless overridden."""
        return self.work

    @property
    def rows(self) -> int:
        """Number of complete lines in the work area."""
        return self.work.h // self.line_height

    @property
    def last_top(self) -> int:
        """Maximum of ``top``, with the last line at the lower edge."""
        return max(self.lines - self.rows, 0)

    def held(self, line: int) -> int:
        """Return ``line`` limited to the valid range of ``top``."""
        return min(max(line, 0), self.last_top)

    def show_position(self) -> None:
        """Update the slider; call this after setting ``lines`` or ``top``."""
        if api.Kind.VSLIDE in self.kind:
            self.gem.wind_set(self.handle, api.Wf.WF_VSLSIZE, _SLIDER_RANGE * self.rows // max(self.lines, 1))
            self.gem.wind_set(self.handle, api.Wf.WF_VSLIDE, _SLIDER_RANGE * self.top // max(self.last_top, 1))

    async def scroll_to(self, line: int) -> None:
        """Scroll ``line`` to the upper edge: copy the part that stays visible and paint the rest."""
        # Handle pending redraws first, since their areas must not be copied; requeue other messages in order.
        others: list[api.Message] = []
        while (message := (await self.gem.evnt_multi(api.MU_MESAG | api.MU_TIMER, ms=0)).message) is not None:
            if message.type == api.Msg.WM_REDRAW and message.handle == self.handle:
                await self.redraw(message.rect)
            else:
                others.append(message)
        for message in others:
            self.gem.appl_write(self.gem.appl_init(), message)
        distance = (self.held(line) - self.top) * self.line_height
        self.top = self.held(line)
        self.show_position()

        def scroll(part: api.GRect) -> None:
            kept = part.h - abs(distance)
            if kept > 0:
                upper = api.GRect(part.x, part.y, part.w, kept)
                lower = upper.moved(0, abs(distance))
                source, target = (lower, upper) if distance > 0 else (upper, lower)
                self.ws.vro_cpyfm(api.RasterOp.S_ONLY, (*source.corners(), *target.corners()))
                part = api.GRect(part.x, part.y + kept if distance > 0 else part.y, part.w, abs(distance))
                self.ws.vs_clip(True, *part.corners())
            self.paint(part)

        if distance:
            await self.redraw(self.scroll_area, scroll)


def _spaced(title: str) -> str:
    return f" {title} " if title else ""
