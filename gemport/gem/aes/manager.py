"""The screen manager: the process that has the menu bar and the windows' frames (docs/machine.md 3.2, B.1, B.2)."""

from __future__ import annotations

from typing import NamedTuple

from gemport.gem.aes.constants import DESKTOP, LEFT, MU_BUTTON, MU_TIMER, TICK, Arrowed, Kind, Msg, Update
from gemport.gem.aes.dispatch import DCLICK_MS, Dispatcher, UpdateLock
from gemport.gem.aes.draw import objc_change
from gemport.gem.aes.events import EventLibrary
from gemport.gem.aes.frames import Part, frame_tree, part_rects
from gemport.gem.aes.graf import GrafLibrary
from gemport.gem.aes.menu import MenuLibrary
from gemport.gem.aes.process import Process, Suspend
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.screen import Screen
from gemport.gem.aes.windows import WindowLibrary
from gemport.gem.formats.rsc.objects import ObState

_KEEP_VISIBLE = 25
_NO_LIMIT = 10000
_SMALLEST_W, _SMALLEST_H = 76, 114
"""A window with a sizer cannot be made smaller, in pixels outside."""

_ARROWS = {
    Part.UPARROW: Arrowed.WA_UPLINE,
    Part.DNARROW: Arrowed.WA_DNLINE,
    Part.LFARROW: Arrowed.WA_LFLINE,
    Part.RTARROW: Arrowed.WA_RTLINE,
}


class _Turn(NamedTuple):
    """Why it is the screen manager's turn: where the pointer was, with which buttons, and how often it was clicked."""

    x: int
    y: int
    buttons: int
    clicks: int


class _ManagerWait:
    """The screen manager waiting for its turn; the titles may change meanwhile."""

    latches = True

    def __init__(self, manager: ScreenManager) -> None:
        self._manager = manager

    @property
    def max_clicks(self) -> int:
        """An iconified window tells a click, which tops it, from two, which open it."""
        return 2 if self._manager.on_icon() else 1

    def poll(self) -> _Turn | None:
        return self._manager.called()

    def deadline(self) -> int | None:
        return None


class _LetGo:
    """The screen manager waiting for the left button to come up, or for the mouse to be another's."""

    latches = False

    def __init__(self, dispatcher: Dispatcher, process: Process) -> None:
        self._dispatcher = dispatcher
        self._process = process

    def poll(self) -> object | None:
        d = self._dispatcher
        return (d.owner is not self._process or not d.buttons & LEFT) or None

    def deadline(self) -> int | None:
        return None


class ScreenManager:
    """Answers the mouse over everything on the screen that is not a work area, and tells whose it is by message."""

    def __init__(
        self,
        screen: Screen,
        dispatcher: Dispatcher,
        events: EventLibrary,
        lock: UpdateLock,
        windows: WindowLibrary,
        menu: MenuLibrary,
        graf: GrafLibrary,
    ) -> None:
        self._screen = screen
        self._dispatcher = dispatcher
        self._events = events
        self._lock = lock
        self._windows = windows
        self._menu = menu
        self._graf = graf
        self.process = Process("SCRENMGR", self._run, system=True)

    def owner_at(self, x: int, y: int) -> Process | None:
        """Who gets the mouse when the left button goes down at a place."""
        top = self._windows.topped
        if top != DESKTOP and self._windows.window(top).work.contains(x, y) and not self._windows.window(top).iconified:
            return self._windows.owner(top)
        if y < self._screen.desk.y or self._windows.wind_find(x, y) != DESKTOP:
            return self.process
        return self._windows.desktop_owner or self._menu.shown or self._dispatcher.active

    def hovers_at(self, x: int, y: int) -> Process | None:
        """Who gets the mouse when it is moved to a place without a button: the titles are the screen manager's."""
        titles = self._menu.titles()
        return self.process if titles is not None and titles.contains(x, y) else self._dispatcher.active

    def on_icon(self) -> bool:
        """Whether the pointer is on a window that is iconified."""
        d = self._dispatcher
        handle = self._windows.wind_find(d.mouse_x, d.mouse_y)
        return handle != DESKTOP and self._windows.window(handle).iconified

    def called(self) -> _Turn | None:
        """The mouse's state if it is the screen manager's turn: a press on what is its own, or a pointer on a title."""
        d = self._dispatcher
        if d.owner is self.process and (d.buttons == LEFT or self._on_titles()):
            return _Turn(d.mouse_x, d.mouse_y, d.buttons, d.clicks)
        return None

    def _on_titles(self) -> bool:
        d = self._dispatcher
        return d.buttons == 0 and self.hovers_at(d.mouse_x, d.mouse_y) is self.process

    async def _run(self) -> None:
        while True:
            state: _Turn | None = await Suspend(_ManagerWait(self))
            await self._lock.wind_update(Update.BEG_UPDATE)
            # A press counts where it was, even if the screen was locked until now; a pointer may be elsewhere.
            if state is not None and state.buttons != LEFT:
                state = self.called()
            if state is not None:
                await self._lock.wind_update(Update.BEG_MCTRL)
                await self._serve(state)
                await self._lock.wind_update(Update.END_MCTRL)
            await self._lock.wind_update(Update.END_UPDATE)
            if state is not None:
                # An entry acts on the press, and the program needs the screen for it; the mouse is kept until it is up.
                await Suspend(_LetGo(self._dispatcher, self.process))
            if not self._on_titles():
                self._dispatcher.leave_mouse()

    async def _serve(self, state: _Turn) -> None:
        if state.buttons == LEFT:
            await self._pressed(state.x, state.y, state.clicks)
            await self._events.evnt_button(1, LEFT, 0)
        else:
            await self._menu.track()
        self.process.messages.clear()

    async def _pressed(self, x: int, y: int, clicks: int) -> None:
        handle, part = self._windows.part_at(x, y)
        if handle == DESKTOP or part is None:
            return
        large = self._windows.window(handle).large
        top = self._windows.topped
        if large is not None and clicks == 2:
            self._windows.tell(Msg.WM_UNICONIFY, handle, *large[1])
        elif handle != top:
            # Another application's window hears of it when it has indeed lost the top.
            if self._windows.owner(top) is self._windows.owner(handle):
                self._windows.tell(Msg.WM_UNTOPPED, top)
            self._windows.tell(Msg.WM_TOPPED, handle)
        elif part in (Part.CLOSER, Part.FULLER, Part.SMALLER):
            await self._push(handle, part)
        elif part == Part.NAME and self._windows.window(handle).kind & Kind.MOVER:
            await self._move(handle)
        elif part == Part.SIZER and self._windows.window(handle).kind & Kind.SIZER:
            await self._size(handle)
        elif part in (Part.HELEV, Part.VELEV):
            await self._slide(handle, part)
        elif part in _ARROWS or part in (Part.HSLIDE, Part.VSLIDE):
            await self._repeat(handle, part, x, y)

    async def _push(self, handle: int, part: Part) -> None:
        tree = frame_tree(self._windows.window(handle), True)
        if await self._graf.graf_watchbox(tree, part):
            objc_change(self._screen.pen, tree, part, self._screen.desk, ObState.NORMAL)
            rect = self._windows.window(handle).curr
            if part == Part.SMALLER:
                self._windows.tell(Msg.WM_ICONIFY, handle, *self._windows.icon_place())
            else:
                self._windows.tell(Msg.WM_CLOSED if part == Part.CLOSER else Msg.WM_FULLED, handle, *rect)

    async def _move(self, handle: int) -> None:
        rect = self._windows.window(handle).curr
        desk = self._screen.desk
        limit = GRect(desk.x, desk.y, desk.w + rect.w - _KEEP_VISIBLE, _NO_LIMIT)
        x, y = await self._graf.graf_dragbox(rect.w, rect.h, rect.x, rect.y, limit)
        self._windows.tell(Msg.WM_MOVED, handle, x, y, rect.w, rect.h)

    async def _size(self, handle: int) -> None:
        window = self._windows.window(handle)
        rect, work, state = window.curr, window.work, self._dispatcher

        def size() -> tuple[int, int]:
            # The corner is where the pointer is, wherever the sizer was gripped.
            w, h = state.mouse_x - rect.x + 1, state.mouse_y - rect.y + 1
            return max(w, _SMALLEST_W), max(h, _SMALLEST_H)

        wanted = (rect.w, rect.h)

        def outlines() -> list[GRect]:
            nonlocal wanted
            wanted = size()
            more_w, more_h = wanted[0] - rect.w, wanted[1] - rect.h
            return [GRect(rect.x, rect.y, *wanted), GRect(work.x, work.y, work.w + more_w, work.h + more_h)]

        await self._graf.follow(outlines)
        self._windows.tell(Msg.WM_SIZED, handle, rect.x, rect.y, *wanted)

    async def _slide(self, handle: int, part: Part) -> None:
        vertical = part == Part.VELEV
        tree = frame_tree(self._windows.window(handle), True)
        track = Part.VSLIDE if vertical else Part.HSLIDE
        position = await self._graf.graf_slidebox(tree, track, part, vertical)
        self._windows.tell(Msg.WM_VSLID if vertical else Msg.WM_HSLID, handle, position)

    async def _repeat(self, handle: int, part: Part, x: int, y: int) -> None:
        """An arrow or a track: one step at once, after a double click's time more of them while the button is down.

        The program has to be able to act on each step, so the screen is left to it meanwhile; a further step comes
        only when it has fetched the one before.
        """
        state = self._dispatcher
        self._step(handle, part, x, y)
        wait = DCLICK_MS[state.dclick_rate]
        # Twice: once for the mouse that is kept.
        await self._lock.wind_update(Update.END_UPDATE)
        while True:
            await self._lock.wind_update(Update.END_UPDATE)
            event = await self._events.evnt_multi(MU_BUTTON | MU_TIMER, mask=LEFT, state=0, ms=wait)
            if MU_BUTTON in event.events:
                return
            await self._lock.take_again()
            owner = self._windows.owner(handle)
            if not state.buttons & LEFT or handle != self._windows.topped or owner is None:
                return
            if not owner.messages:
                self._step(handle, part, state.mouse_x, state.mouse_y)
            wait = 2 * TICK

    def _step(self, handle: int, part: Part, x: int, y: int) -> None:
        action = self._action(handle, part, x, y)
        if action is not None:
            self._windows.tell(Msg.WM_ARROWED, handle, action)

    def _action(self, handle: int, part: Part, x: int, y: int) -> Arrowed | None:
        """What the pointer on an arrow asks for; on a track it depends on where the elevator is by now."""
        rects = part_rects(self._windows.window(handle), True)
        if part not in rects or not rects[part].contains(x, y):
            return None
        if part in _ARROWS:
            return _ARROWS[part]
        if part == Part.VSLIDE:
            return self._page(y, rects[Part.VELEV].y, rects[Part.VELEV].bottom, Arrowed.WA_UPPAGE, Arrowed.WA_DNPAGE)
        return self._page(x, rects[Part.HELEV].x, rects[Part.HELEV].right, Arrowed.WA_LFPAGE, Arrowed.WA_RTPAGE)

    @staticmethod
    def _page(at: int, start: int, end: int, before: Arrowed, behind: Arrowed) -> Arrowed | None:
        """A page towards the pointer, until the elevator is under it."""
        if start <= at < end:
            return None
        return before if at < start else behind
