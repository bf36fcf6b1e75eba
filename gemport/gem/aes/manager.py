"""The screen manager: the process for the menu bar and the windows' frames (docs/machine.md 3.2, B.1, B.2)."""

from collections.abc import Callable
from dataclasses import dataclass

from gemport.gem.aes.appl import MANAGER_NAME
from gemport.gem.aes.constants import DESKTOP, LEFT, MU_BUTTON, MU_TIMER, TICK, Arrowed, Kind, Msg, Update
from gemport.gem.aes.draw import objc_change
from gemport.gem.aes.events import EventLibrary
from gemport.gem.aes.frames import FramePart, frame_tree, part_rects
from gemport.gem.aes.graf import GrafLibrary
from gemport.gem.aes.menu import MenuLibrary
from gemport.gem.aes.objects import MAX_DEPTH, objc_find
from gemport.gem.aes.process import MANAGER_ID, Message, Press, Process, Wait, suspend
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.screen import Screen
from gemport.gem.aes.windows import WindowLibrary
from gemport.gem.formats.structures import ObState

_MIN_VISIBLE_WIDTH = 25
_UNLIMITED_HEIGHT = 10000
_WIDE_KINDS = Kind.NAME | Kind.CLOSER | Kind.FULLER | Kind.MOVER | Kind.LFARROW | Kind.RTARROW | Kind.HSLIDE
_TALL_KINDS = Kind.UPARROW | Kind.DNARROW | Kind.VSLIDE
"""With any of these parts, the sizer cannot make a window narrower than 76 or lower than 114 pixels (outer size)."""

_ARROWS = {
    FramePart.UPARROW: Arrowed.WA_UPLINE,
    FramePart.DNARROW: Arrowed.WA_DNLINE,
    FramePart.LFARROW: Arrowed.WA_LFLINE,
    FramePart.RTARROW: Arrowed.WA_RTLINE,
}


@dataclass(eq=False)
class ScreenManager:
    """Handles the mouse outside the work areas and sends messages to the windows' owners."""

    _screen: Screen
    _events: EventLibrary
    _windows: WindowLibrary
    _menu: MenuLibrary
    _graf: GrafLibrary
    on_change: Callable[[int, int], None]  # changes the size of the screen
    _wanted: tuple[int, int] | None = None  # the pending size of the screen, or None

    def __post_init__(self) -> None:
        self.process = Process(MANAGER_ID, MANAGER_NAME, self._run)

    def change_screen(self, width: int, height: int) -> None:
        """Change the screen's size once no program has locked the screen; an open menu is closed."""
        self._wanted = width, height
        if self.process.coroutine is None or self.process.done:
            self._change()
        elif self._events.mctrl is self.process:
            self._events.post(self.process, Message(Msg.WM_SIZED))

    def _change(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None and wanted != self._screen.rect[2:]:
            self.on_change(*wanted)
            # A closed menu must not drop again before the pointer moves.
            self._events.release_mouse()

    def owner_at(self, x: int, y: int) -> Process | None:
        top = self._windows.topped
        if top != DESKTOP and self._windows.window(top).work.contains(x, y) and not self._windows.window(top).iconified:
            return self._windows.owner(top)
        if y < self._screen.desk.y or self._windows.window_at(x, y) is not None:
            return self.process
        return self._windows.desktop_owner or self._menu.shown or self._events.active

    def hover_owner_at(self, x: int, y: int) -> Process | None:
        titles = self._menu.titles()
        return self.process if titles is not None and titles.contains(x, y) else self._events.active

    def _counted_clicks(self) -> int:
        """Return the clicks to count before reporting a press: an icon distinguishes one (top it) from two."""
        window = self._windows.window_at(self._events.mouse.x, self._events.mouse.y)
        return 2 if window is not None and window.iconified else 1

    def _called(self) -> Press | None:
        """Return the mouse's state if there is work: a press on an owned part, or the pointer on a title.

        A pending change of the screen's size and a request for menus by key also count.
        """
        d = self._events
        if (
            self._wanted is not None
            or d.menu_keys
            or (d.owner is self.process and (d.buttons == LEFT or self._on_titles()))
        ):
            return Press(d.buttons, d.clicks, d.mouse.x, d.mouse.y)
        return None

    def _on_titles(self) -> bool:
        d = self._events
        return d.buttons == 0 and self.hover_owner_at(d.mouse.x, d.mouse.y) is self.process

    async def _run(self, process: Process) -> None:
        d = self._events
        while True:
            is_called_off = False
            call: Press | None = await suspend(Wait(self._called, clicks=self._counted_clicks))
            await self._events.wind_update(Update.BEG_UPDATE)
            self._change()
            # A press counts at its original position, even if the screen was locked since; the pointer may have moved.
            if call is not None and call.buttons != LEFT:
                call = self._called()
            if call is not None:
                await self._events.wind_update(Update.BEG_MCTRL)
                if call.buttons == LEFT:
                    await self._pressed(call)
                    await self._events.evnt_button(1, LEFT, 0)
                else:
                    is_called_off = await self._menu.track()
                process.messages.clear()
                await self._events.wind_update(Update.END_MCTRL)
            await self._events.wind_update(Update.END_UPDATE)
            if call is not None:
                # A menu entry acts on the press, and its program needs the screen; keep the mouse until the button is
                # up.
                await suspend(Wait(lambda: (d.owner is not process or not d.buttons & LEFT) or None))
            # A menu closed because programs quit must not drop again before the pointer moves: they would have to wait.
            if is_called_off or not self._on_titles():
                d.release_mouse()

    async def _pressed(self, call: Press) -> None:
        window, top = self._windows.window_at(call.x, call.y), self._windows.topped
        if window is None:
            return
        handle = window.handle
        part = FramePart(objc_find(frame_tree(window, handle == top), FramePart.BOX, MAX_DEPTH, call.x, call.y))
        if window.large is not None and call.clicks == 2:
            self._windows.send(Msg.WM_UNICONIFY, handle, *window.large[1])
        elif handle != top:
            # Another application's window gets its message when it really loses the top.
            if self._windows.owner(top) is self._windows.owner(handle):
                self._windows.send(Msg.WM_UNTOPPED, top)
            self._windows.send(Msg.WM_TOPPED, handle)
        elif part in (FramePart.CLOSER, FramePart.FULLER, FramePart.SMALLER):
            await self._push(handle, part)
        elif part == FramePart.NAME and window.kind & Kind.MOVER:
            await self._move(handle)
        elif part == FramePart.SIZER and window.kind & Kind.SIZER:
            await self._size(handle)
        elif part in (FramePart.HELEV, FramePart.VELEV):
            await self._slide(handle, part)
        elif part in _ARROWS or part in (FramePart.HSLIDE, FramePart.VSLIDE):
            await self._repeat(handle, part, call)

    async def _push(self, handle: int, part: FramePart) -> None:
        tree = frame_tree(self._windows.window(handle), True)
        if await self._graf.graf_watchbox(tree, part):
            objc_change(self._screen.pen, tree, part, self._screen.desk, ObState.NORMAL)
            if part == FramePart.SMALLER:
                self._windows.send(Msg.WM_ICONIFY, handle, *self._windows.icon_place())
            else:
                message = Msg.WM_CLOSED if part == FramePart.CLOSER else Msg.WM_FULLED
                self._windows.send(message, handle, *self._windows.window(handle).curr)

    async def _move(self, handle: int) -> None:
        rect = self._windows.window(handle).curr
        desk = self._screen.desk
        limit = GRect(desk.x, desk.y, desk.w + rect.w - _MIN_VISIBLE_WIDTH, _UNLIMITED_HEIGHT)
        x, y = await self._graf.graf_dragbox(rect.w, rect.h, rect.x, rect.y, limit)
        self._windows.send(Msg.WM_MOVED, handle, x, y, rect.w, rect.h)

    async def _size(self, handle: int) -> None:
        window, mouse = self._windows.window(handle), self._events.mouse
        rect, work = window.curr, window.work
        least_w, least_h = 76 if window.kind & _WIDE_KINDS else 1, 114 if window.kind & _TALL_KINDS else 16

        def outlines() -> list[GRect]:
            # The corner follows the pointer, wherever the sizer was pressed.
            w, h = max(mouse.x - rect.x + 1, least_w), max(mouse.y - rect.y + 1, least_h)
            inner = GRect(work.x, work.y, work.w + w - rect.w, work.h + h - rect.h)
            return [GRect(rect.x, rect.y, w, h), inner]

        outer, _ = await self._graf.follow(outlines)
        self._windows.send(Msg.WM_SIZED, handle, *outer)

    async def _slide(self, handle: int, part: FramePart) -> None:
        vertical = part == FramePart.VELEV
        tree = frame_tree(self._windows.window(handle), True)
        track = FramePart.VSLIDE if vertical else FramePart.HSLIDE
        position = await self._graf.graf_slidebox(tree, track, part, vertical)
        _, *rest = self._windows.window(handle).curr
        self._windows.send(Msg.WM_VSLID if vertical else Msg.WM_HSLID, handle, position, *rest)

    async def _repeat(self, handle: int, part: FramePart, call: Press) -> None:
        """Scroll one step immediately for an arrow or track, and repeat after the double-click time while pressed.

        Programs must be able to act on each step, so the screen is unlocked. The next step follows when the program has
        fetched the previous one.
        """
        state = self._events
        self._step(handle, part, call.x, call.y)
        wait = state.dclick_ms
        # Twice, the first time for the grabbed mouse.
        await self._events.wind_update(Update.END_UPDATE)
        while True:
            await self._events.wind_update(Update.END_UPDATE)
            event = await self._events.evnt_multi(MU_BUTTON | MU_TIMER, mask=LEFT, state=0, ms=wait)
            if MU_BUTTON in event.events:
                return
            await self._events.retake_lock()
            owner = self._windows.owner(handle)
            if not state.buttons & LEFT or handle != self._windows.topped or owner is None:
                return
            if not owner.messages:
                self._step(handle, part, state.mouse.x, state.mouse.y)
            wait = 2 * TICK

    def _step(self, handle: int, part: FramePart, x: int, y: int) -> None:
        """Request scrolling by a line, or by a page towards the pointer until the elevator is below it."""
        rects = part_rects(self._windows.window(handle), True)
        if part not in rects or not rects[part].contains(x, y):
            return
        if part in _ARROWS:
            self._windows.send(Msg.WM_ARROWED, handle, _ARROWS[part])
            return
        vertical = part == FramePart.VSLIDE
        elevator = rects[FramePart.VELEV if vertical else FramePart.HELEV]
        if vertical and not elevator.y <= y < elevator.bottom:
            self._windows.send(Msg.WM_ARROWED, handle, Arrowed.WA_UPPAGE if y < elevator.y else Arrowed.WA_DNPAGE)
        elif not vertical and not elevator.x <= x < elevator.right:
            self._windows.send(Msg.WM_ARROWED, handle, Arrowed.WA_LFPAGE if x < elevator.x else Arrowed.WA_RTPAGE)
