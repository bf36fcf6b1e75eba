"""The window library: wind_create to wind_find, window frames and redraw messages (docs/machine.md 3.2; icons AES 4).

The AES draws frames and the desktop's background; WM_REDRAW asks a window's owner to draw its contents.

A window belongs to the process that created it. Only this process may change it, and receives its messages; others may
only top it. Opening or topping a window activates its owner (``on_top``). The top window is *topped*, with all its
gadgets. It looks like the others only if a program has set the desktop and the user has switched to an application
without a window.
"""

from collections.abc import Callable, Sequence
from itertools import count

from gemport.gem.aes.constants import DESKTOP, Kind, Msg, Wf
from gemport.gem.aes.dispatch import Dispatcher
from gemport.gem.aes.draw import objc_draw
from gemport.gem.aes.frames import (
    ICON_KIND,
    FramePart,
    WindowState,
    WindowText,
    frame_tree,
    part_rects,
    shown_text,
    with_shadow,
)
from gemport.gem.aes.objects import MAX_DEPTH
from gemport.gem.aes.process import Message, Process
from gemport.gem.aes.rect import GRect, bounds, clipped, visible
from gemport.gem.aes.screen import Screen
from gemport.gem.aes.speech import Speech
from gemport.gem.formats.structures import BoxSpec, Object, ObType, Tree

MAX_WINDOWS = 7  # per application
ICON_SIZE = 72  # outer side in pixels
_ICON_STEP = ICON_SIZE + 2
_NO_RECT = GRect(0, 0, 0, 0)


class WindowError(ValueError):
    """The window handle is unknown."""


class WindowLibrary:
    """All windows, bottom to top, and the calls for them. Rectangles are in screen pixels."""

    def __init__(self, screen: Screen, dispatcher: Dispatcher, speech: Speech) -> None:
        self._screen = screen
        self._dispatcher = dispatcher
        self._speech = speech
        self._windows: dict[int, WindowState] = {}
        self._order: list[int] = []
        self._iteration: dict[int, list[GRect]] = {}
        self._desktops: dict[Process | None, tuple[Tree, int]] = {}
        self._topped_before = DESKTOP
        self._owner_before: Process | None = None
        self.on_top: Callable[[Process], None] = lambda _process: None
        """Called when the top window belongs to a different process than before, or is about to."""

    def forget(self, process: Process) -> list[GRect]:
        """Drop the windows and the desktop of an ended process; return the areas to redraw."""
        uncovered = [] if self._desktops.pop(process, None) is None else [self._screen.desk]
        top = self.top
        for handle in [window.handle for window in self._windows.values() if window.owner is process]:
            if handle in self._order:
                self._order.remove(handle)
                uncovered.append(self._windows[handle].outer)
            del self._windows[handle]
        if self.top not in (top, DESKTOP):
            uncovered.append(self._windows[self.top].outer)
        return uncovered

    # ---- the state

    @property
    def top(self) -> int:
        """Handle of the top window, 0 if none is open."""
        return self._order[-1] if self._order else DESKTOP

    @property
    def topped(self) -> int:
        """Handle of the window in use: the top window, or 0 if the user has switched away from it.

        Switching away requires a desktop set by a program; a press on the bare desktop does not change the top window.
        """
        if not self._order:
            return DESKTOP
        top = self._order[-1]
        return DESKTOP if self._desktops and self._windows[top].owner not in (None, self._dispatcher.active) else top

    def owner(self, handle: int) -> Process | None:
        """Return the process that owns a window, or None for the host's windows and unknown handles."""
        return self._windows[handle].owner if handle in self._windows else None

    @property
    def desktop_owner(self) -> Process | None:
        """The process that set the visible desktop (WF_NEWDESK), or None for the default desktop."""
        return next(reversed(self._desktops), None)

    def window(self, handle: int) -> WindowState:
        if handle not in self._windows:
            raise WindowError(f"window {handle}: there is no such window")
        return self._windows[handle]

    def window_at(self, x: int, y: int) -> WindowState | None:
        """Return the topmost window at a position, ignoring shadows, or None on the desktop."""
        above = (self._windows[handle] for handle in reversed(self._order))
        return next((window for window in above if window.curr.contains(x, y)), None)

    def rects(self, handle: int) -> list[GRect]:
        """Return the rectangle list of a window (outer rectangles with shadow) or of the desktop."""
        if handle == DESKTOP:
            above, own = self._order, self._screen.desk
        elif handle in self._order:
            above, own = self._order[self._order.index(handle) + 1 :], self._windows[handle].outer
        else:
            return []
        return visible(own, [self._windows[h].outer for h in above])

    def icon_place(self) -> GRect:
        """Return the first free place for an icon in rows from the lower left, or the first place if all are used."""
        desk, taken = self._screen.desk, [window.curr for window in self._windows.values() if window.iconified]
        places = [
            GRect(desk.x + column * _ICON_STEP, desk.bottom - (row + 1) * _ICON_STEP, ICON_SIZE, ICON_SIZE)
            for row in range(max(desk.h // _ICON_STEP, 1))
            for column in range(max(desk.w // _ICON_STEP, 1))
        ]
        return next((place for place in places if not any(place.intersects(rect) for rect in taken)), places[0])

    # ---- the calls

    def wind_create(self, kind: Kind, full: GRect) -> int:
        """Create a hidden window of maximum size ``full``; return its handle from 1, or -1 if the caller has seven."""
        caller = self._dispatcher.running
        if sum(window.owner is caller for window in self._windows.values()) >= MAX_WINDOWS:
            return -1
        # Another program's unread messages must not seem to concern this window.
        named = {m.handle for process in self._dispatcher.processes if process is not caller for m in process.messages}
        handle = next(h for h in count(1) if h not in self._windows and h not in named)
        self._windows[handle] = WindowState(handle, Kind(kind), GRect(*full), owner=caller)
        return handle

    def _own(self, handle: int) -> WindowState | None:
        """Return the window if the caller may change it, or None; a host's own Gem may change all windows."""
        window, caller = self._windows.get(handle), self._dispatcher.running
        return window if window is not None and caller in (None, window.owner) else None

    def wind_open(self, handle: int, outer: GRect) -> bool:
        """Show a window on top at an outer rectangle; its owner gets WM_REDRAW for the work area.

        Return False if the handle is unknown, another process's, or already open.
        """
        window = self._own(handle)
        if window is None or handle in self._order:
            return False
        old_top = self.top
        window.prev = window.curr = GRect(*outer)
        self._order.append(handle)
        self._activate_top()
        self._draw_frame(handle, self._screen.desk)
        if old_top != DESKTOP:
            self._draw_frame(old_top, self._screen.desk)
        self._note_topped(by_owner=True)
        self._request_redraw(handle, window.outer)
        return True

    def wind_close(self, handle: int) -> bool:
        """Remove a window from the screen and redraw the area below; return False if not open or another process's."""
        if handle not in self._order or self._own(handle) is None:
            return False
        was_topped, was_top = self.topped == handle, self.top == handle
        area = self._windows[handle].outer
        self._order.remove(handle)
        self._iteration.pop(handle, None)
        window = self._windows[handle]
        window.prev, window.curr = window.curr, _NO_RECT
        if was_topped:
            self._activate_top()
        if was_top and self.top != DESKTOP:
            area = area.union(self._windows[self.top].outer)
        self.redraw_area(area)
        self._note_topped()
        return True

    def wind_delete(self, handle: int) -> bool:
        """Free a handle, closing its window first; return False if it is unknown or another process's."""
        if self._own(handle) is None:
            return False
        self.wind_close(handle)
        del self._windows[handle]
        return True

    def wind_get(self, handle: int, field: Wf) -> GRect:
        """Return four words about a window; unused words are 0. Raises WindowError for an unknown handle.

        WF_FIRSTXYWH and WF_NEXTXYWH return the visible rectangles one by one, including parts off the screen, then one
        with w = h = 0. A closed or unknown window has no rectangles, so a program may handle a late WM_REDRAW. WF_OWNER
        returns the owner's id, whether the window is open, and the windows above and below it, or 0; starting from
        WF_BOTTOM it lists all open windows.
        """
        if field in (Wf.WF_FIRSTXYWH, Wf.WF_NEXTXYWH):
            if field == Wf.WF_FIRSTXYWH:
                self._iteration[handle] = self._visible_work(handle)
            left = self._iteration.get(handle)
            return left.pop(0) if left else _NO_RECT
        field = Wf(field)
        if field == Wf.WF_TOP:
            return GRect(self.topped, 0, 0, 0)
        if field == Wf.WF_BOTTOM:
            return GRect(self._order[0] if self._order else DESKTOP, 0, 0, 0)
        if field == Wf.WF_OWNER:
            return self._owner_words(handle)
        if handle == DESKTOP:
            if field in (Wf.WF_HSLSIZE, Wf.WF_VSLSIZE):
                return GRect(-1, 0, 0, 0)
            return self._screen.rect if field in (Wf.WF_CURRXYWH, Wf.WF_PREVXYWH) else self._screen.desk
        window = self.window(handle)
        words: dict[Wf, tuple[int, ...]] = {
            Wf.WF_KIND: (window.kind,),
            Wf.WF_WORKXYWH: window.work if window.curr != _NO_RECT else _NO_RECT,
            Wf.WF_CURRXYWH: window.curr,
            Wf.WF_PREVXYWH: window.prev,
            Wf.WF_FULLXYWH: window.full,
            Wf.WF_HSLIDE: (window.h.position,),
            Wf.WF_VSLIDE: (window.v.position,),
            Wf.WF_HSLSIZE: (window.h.size,),
            Wf.WF_VSLSIZE: (window.v.size,),
            Wf.WF_ICONIFY: (int(window.iconified), window.work.w, window.work.h),
            Wf.WF_UNICONIFY: window.large[1] if window.large is not None else window.curr,
        }
        return GRect(*(*words.get(field, ()), 0, 0, 0, 0)[:4])

    def _visible_work(self, handle: int) -> list[GRect]:
        if handle != DESKTOP and handle not in self._order:
            return []
        desk = self._screen.desk
        work = desk if handle == DESKTOP else self._windows[handle].work
        # Clip only at the menu strip: a rectangle may extend beyond the screen's other edges.
        top = max(work.y, desk.y)
        return clipped(self.rects(handle), GRect(work.x, top, work.w, work.bottom - top))

    def _owner_words(self, handle: int) -> GRect:
        """Return the words of WF_OWNER; the id is -1 without an owning application."""
        owner = self.desktop_owner if handle == DESKTOP else self.window(handle).owner
        ap_id = -1 if owner is None else owner.ap_id
        row = [DESKTOP, *self._order, DESKTOP]
        if handle not in row:
            return GRect(ap_id, 0, DESKTOP, DESKTOP)
        at = row.index(handle)
        return GRect(ap_id, 1, row[at + 1], row[at - 1])

    def wind_set(self, handle: int, field: Wf, *value: int | WindowText | GRect | Tree | None) -> bool:
        """Change a window's name, position, order or sliders, or the desktop's tree; return False if impossible.

        WF_NAME and WF_INFO take a text or a function that is called each time the text is drawn, WF_CURRXYWH a GRect
        or four numbers, the slider fields a number; WF_NEWDESK takes a tree (None removes the caller's tree) and a
        start object. WF_ICONIFY and WF_UNICONIFY take an optional rectangle, WF_UNICONIFYXYWH a rectangle. Another
        process's window can only be topped; WF_TOP of the desktop activates its owner.
        """
        field = Wf(field)
        first = value[0] if value else None
        if field == Wf.WF_NEWDESK:
            caller = self._dispatcher.running
            self._desktops.pop(caller, None)
            if isinstance(first, list):
                self._desktops[caller] = first, value[1] if len(value) > 1 and isinstance(value[1], int) else 0
            return True
        if field == Wf.WF_TOP:
            return self._raise(handle)
        window = self._own(handle)
        if window is None:
            return False
        if field in (Wf.WF_NAME, Wf.WF_INFO) and (isinstance(first, str) or callable(first)):
            return self._set_text(window, field, first)
        if field == Wf.WF_CURRXYWH and (rect := _as_rect(value)) is not None:
            return self._set_place(window, rect)
        if field == Wf.WF_BOTTOM:
            return self._lower(handle)
        if field in (Wf.WF_ICONIFY, Wf.WF_UNICONIFY, Wf.WF_UNICONIFYXYWH):
            return self._set_iconified(window, field, _as_rect(value))
        if field in (Wf.WF_HSLIDE, Wf.WF_VSLIDE, Wf.WF_HSLSIZE, Wf.WF_VSLSIZE) and isinstance(first, int):
            return self._set_slider(window, field, first)
        return False

    def wind_find(self, x: int, y: int) -> int:
        """Return the handle of the window at a position, ignoring shadows; 0 for the desktop, -1 off the screen."""
        if not self._screen.rect.contains(x, y):
            return -1
        window = self.window_at(x, y)
        return DESKTOP if window is None else window.handle

    # ---- changes

    def _set_text(self, window: WindowState, field: Wf, text: WindowText) -> bool:
        if field == Wf.WF_NAME:
            window.name, part = text, FramePart.NAME
        else:
            window.info, part = text, FramePart.INFO
        parts = part_rects(window, window.handle == self.topped)
        if window.handle in self._order and part in parts:
            self._draw_frame(window.handle, parts[part], part)
        return True

    def _set_slider(self, window: WindowState, field: Wf, number: int) -> bool:
        slider = window.h if field in (Wf.WF_HSLIDE, Wf.WF_HSLSIZE) else window.v
        before = (slider.position, slider.size)
        if field in (Wf.WF_HSLIDE, Wf.WF_VSLIDE):
            slider.position = min(max(number, 1), 1000)
        else:
            slider.size = -1 if number == -1 else min(max(number, 1), 1000)
        track = FramePart.HSLIDE if slider is window.h else FramePart.VSLIDE
        if (slider.position, slider.size) != before and window.handle == self.topped:
            self._draw_frame(window.handle, self._screen.desk, track)
        return True

    def _raise(self, handle: int) -> bool:
        if handle == DESKTOP:
            owner = self.desktop_owner
            if owner is None:
                return False
            self.on_top(owner)
            self.show_topped(by_owner=True)
            return True
        if handle not in self._order:
            return False
        old_top = self.top
        if handle == old_top:
            self._activate_top()
            self.show_topped(by_owner=True)
            return True
        unbroken = self.rects(handle) == [self._windows[handle].outer]
        self._order.remove(handle)
        self._order.append(handle)
        self._activate_top()
        self._draw_frame(old_top, self._screen.desk)
        self._draw_frame(handle, self._screen.desk)
        self._note_topped(by_owner=True)
        if not unbroken:
            self._request_redraw(handle, self._windows[handle].outer)
        return True

    def _lower(self, handle: int) -> bool:
        if handle not in self._order:
            return False
        was_topped = self.topped == handle
        self._order.remove(handle)
        self._order.insert(0, handle)
        if was_topped:
            self._activate_top()
        self.redraw_area(self._windows[handle].outer.union(self._windows[self.top].outer))
        self._note_topped()
        return True

    def _set_iconified(self, window: WindowState, field: Wf, rect: GRect | None) -> bool:
        """Iconify a window, open an icon, or set its full position (WF_UNICONIFYXYWH); return False if impossible.

        Without a rectangle an icon goes to the next free place, and an opened window to its previous place.
        """
        before, wanted = window.outer, None if rect is None or rect.empty else rect
        if field == Wf.WF_ICONIFY and window.large is None:
            place = wanted or self.icon_place()
            window.large, window.kind = (window.kind, window.curr), ICON_KIND
            window.prev, window.curr = window.curr, place
        elif field == Wf.WF_UNICONIFY and window.large is not None:
            window.kind, large = window.large
            window.prev, window.curr = window.curr, wanted or large
            window.large = None
        elif field == Wf.WF_UNICONIFYXYWH and window.large is not None and wanted is not None:
            window.large = window.large[0], wanted
        else:
            return False
        if window.handle in self._order and window.outer != before:
            self.redraw_area(before.union(window.outer))
        return True

    def _set_place(self, window: WindowState, rect: GRect) -> bool:
        window.prev, window.curr = window.curr, rect
        if window.handle not in self._order or rect == window.prev:
            return True
        old, new = with_shadow(window.prev), window.outer
        if (old.x, old.y) == (new.x, new.y):
            self._resized(window, old, new)
        elif self._can_be_copied(window, old, new):
            # Move the visible part of the old area to the new corner, even if it extended beyond the left edge.
            with self._screen.pen.clipped(self._screen.desk):
                self._screen.pen.copy(old.intersection(self._screen.desk), new.x, new.y)
            self._redraw(with_shadow(old), self._order[:-1])
        else:
            self.redraw_area(old.union(new))
        return True

    def _resized(self, window: WindowState, old: GRect, new: GRect) -> None:
        on_top = window.handle == self.top
        own = self._order.index(window.handle)
        # The shadow is added twice here, and for copied windows, so two more pixels are redrawn.
        if new.w <= old.w and new.h <= old.h:
            if on_top:
                self._draw_frame(window.handle, self._screen.desk)
            self._redraw(with_shadow(old), self._order[: own if on_top else own + 1])
        elif on_top and new.w >= old.w and new.h >= old.h:
            self._draw_frame(window.handle, self._screen.desk)
            self._request_redraw(window.handle, window.outer)
        else:
            self.redraw_area(with_shadow(old.union(new)))

    def _can_be_copied(self, window: WindowState, old: GRect, new: GRect) -> bool:
        """Return whether the future visible part of the window is already drawn on the screen."""
        desk = self._screen.desk
        # The left edge does not count: parts hidden there are copied unchanged.
        appearing = (
            (old.right > desk.right and new.x < old.x) or (old.bottom > desk.bottom and new.y < old.y) or old.y < desk.y
        )
        if window.handle != self.top or (old.w, old.h) != (new.w, new.h) or appearing:
            return False
        waiting = window.owner.messages if window.owner is not None else ()
        return not any(message.type == Msg.WM_REDRAW and message.handle == window.handle for message in waiting)

    # ---- the topped window

    def _activate_top(self) -> None:
        owner = self.owner(self.top)
        if owner is not None:
            self.on_top(owner)

    def show_topped(self, by_owner: bool = False) -> None:
        """Draw the frames that change with the active application; for ``by_owner`` see _note_topped."""
        before, now = self._topped_before, self.topped
        if before != now:
            for handle in (before, now):
                if handle in self._order:
                    self._draw_frame(handle, self._screen.desk)
        self._note_topped(by_owner)

    def _note_topped(self, by_owner: bool = False) -> None:
        """Record the topped window; notify both owners of a change, with ``by_owner`` only the previous owner."""
        before, owner = self._topped_before, self._owner_before
        self._topped_before, self._owner_before = self.topped, self.owner(self.topped)
        if self._topped_before != before and self.topped in self._windows:
            self._speech.say(shown_text(self._windows[self.topped].name))
        if self._topped_before != before and owner is not self._owner_before:
            if before in self._order:
                self.send(Msg.WM_UNTOPPED, before)
            if not by_owner:
                self.send(Msg.WM_ONTOP, self._topped_before)

    # ---- drawing

    def fit_screen(self, before: GRect) -> None:
        """Notify all owners of a change of the desktop's size from ``before``: they must draw everything.

        The message also goes to owners of windows now off the screen, and to the desktop's owner (WM_REDRAW of window
        0).
        """
        rect = self._screen.rect
        for window in self._windows.values():
            window.full = self._screen.desk if window.full == before else window.full
        for handle in (*self._order, DESKTOP):
            owner = self.desktop_owner if handle == DESKTOP else self.owner(handle)
            if owner is not None:
                self._dispatcher.post(owner, Message.redraw(handle, rect))

    def redraw_area(self, area: GRect) -> None:
        self._redraw(area, self._order)

    def _redraw(self, area: GRect, handles: Sequence[int]) -> None:
        """Draw the desktop and the frames of ``handles`` within an area; windows in it get WM_REDRAW, top to bottom.

        ``handles`` are in the order of the windows, bottom to top.
        """
        rect, look = self._screen.rect, BoxSpec(0, 0, 0x1143)
        plain = [Object(ob_type=ObType.G_BOX, ob_spec=look, ob_width=rect.w, ob_height=rect.h)]
        tree, start = self._desktops[self.desktop_owner] if self._desktops else (plain, 0)
        for rect in clipped(self.rects(DESKTOP), area):
            objc_draw(self._screen.pen, tree, start, MAX_DEPTH, rect)
        for handle in reversed(handles):
            if self._windows[handle].outer.intersects(area):
                # Frames are drawn for one shadow's width more than requested.
                self._draw_frame(handle, with_shadow(area))
                self._request_redraw(handle, area)

    def _draw_frame(self, handle: int, area: GRect, start: FramePart = FramePart.BOX) -> None:
        tree = frame_tree(self._windows[handle], handle == self.topped)
        for rect in clipped(self.rects(handle), area.intersection(self._screen.desk)):
            objc_draw(self._screen.pen, tree, start, MAX_DEPTH, rect)

    def _request_redraw(self, handle: int, area: GRect) -> None:
        """Send WM_REDRAW for an area, clipped to the bounds of the window's visible parts, including its frame.

        Send nothing if the area does not intersect the work area, covered or not.
        """
        rect = area.intersection(bounds(clipped(self.rects(handle), self._screen.desk)))
        concerned = area.intersection(self._screen.desk).intersects(self._windows[handle].work)
        owner = self.owner(handle)
        if concerned and not rect.empty and owner is not None:
            self._dispatcher.post(owner, Message.redraw(handle, rect))

    def send(self, type_: Msg, handle: int, *words: int) -> None:
        """Send a window's owner a message about it; do nothing if the window is gone."""
        owner = self.owner(handle)
        if owner is not None:
            padded = (*words, 0, 0, 0, 0)[:4]
            self._dispatcher.post(owner, Message(type_, 0, 0, handle, *padded))


def _as_rect(value: Sequence[int | WindowText | GRect | Tree | None]) -> GRect | None:
    words = value[0] if len(value) == 1 and isinstance(value[0], tuple) else value
    numbers = [word for word in words if isinstance(word, int)]
    return GRect(*numbers) if len(numbers) == 4 else None
