"""The window library: wind_create to wind_find, drawn frames and redraw messages (docs/machine.md 3.2; icons AES 4).

The AES draws frames and the desktop's background; the contents are drawn by the window's owner, asked by WM_REDRAW.

A window belongs to the process that created it: it alone may change it and gets its messages; others may only top it.
Opening or topping a window activates its owner (``on_top``). The window on top is *topped*, with all its gadgets. Only
when a program has set the desktop and the user has turned to an application without a window does the one on top look
like those below it.
"""

from collections.abc import Callable, Sequence
from itertools import count

from gemport.gem.aes.constants import DESKTOP, Kind, Msg, Wf
from gemport.gem.aes.dispatch import Dispatcher
from gemport.gem.aes.draw import objc_draw
from gemport.gem.aes.frames import (
    ICON_KIND,
    Part,
    WindowState,
    WindowText,
    frame_tree,
    part_rects,
    shown_text,
    with_shadow,
)
from gemport.gem.aes.objects import MAX_DEPTH, objc_find
from gemport.gem.aes.process import Message, Process
from gemport.gem.aes.rect import GRect, bounds, clipped, visible
from gemport.gem.aes.screen import Screen
from gemport.gem.aes.speech import Speech
from gemport.gem.formats.objects import BoxSpec, Object, ObType, Tree

MAX_WINDOWS = 7
"""Windows that one application may have."""
ICON_SIZE = 72
"""Side of an iconified window, outside, in pixels."""
_ICON_STEP = ICON_SIZE + 2
_EMPTY = GRect(0, 0, 0, 0)


class WindowError(ValueError):
    """There is no window with that handle."""


class WindowLibrary:
    """All windows, bottom to top, and the calls on them. Rectangles are in screen pixels."""

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
        """Called when the window on top is another process's than before, or is about to be."""

    def forget(self, process: Process) -> list[GRect]:
        """Drop the windows and the desktop of a process that has ended; return the areas to redraw."""
        uncovered = [] if self._desktops.pop(process, None) is None else [self._screen.desk]
        top = self.top
        for handle in [window.handle for window in self._windows.values() if window.owner is process]:
            if handle in self._order:
                self._order.remove(handle)
                uncovered.append(self._windows[handle].outer)
            self._iteration.pop(handle, None)
            del self._windows[handle]
        if self.top not in (top, DESKTOP):
            uncovered.append(self._windows[self.top].outer)
        return uncovered

    # ---- the state

    @property
    def top(self) -> int:
        """Handle of the topmost window, 0 if none is open."""
        return self._order[-1] if self._order else DESKTOP

    @property
    def topped(self) -> int:
        """The window that the user works with: the one on top, or 0 while the user has turned away from it.

        That takes a desktop that a program has set; a press on the bare one leaves the window on top as it is.
        """
        if not self._order:
            return DESKTOP
        top = self._order[-1]
        return DESKTOP if self._desktops and self._windows[top].owner not in (None, self._dispatcher.active) else top

    def owner(self, handle: int) -> Process | None:
        """The process that a window belongs to; None for the host's, and for one that is not there."""
        return self._windows[handle].owner if handle in self._windows else None

    @property
    def desktop_owner(self) -> Process | None:
        """The process that set the visible desktop (WF_NEWDESK); None while it is the default one."""
        return next(reversed(self._desktops), None)

    def window(self, handle: int) -> WindowState:
        if handle not in self._windows:
            raise WindowError(f"window {handle}: there is no such window")
        return self._windows[handle]

    def part_at(self, x: int, y: int) -> tuple[int, Part | None]:
        """Window and part at a place; (0, None) over the desktop. Shadows do not count."""
        handle = self.wind_find(x, y)
        if handle not in self._windows:
            return DESKTOP, None
        tree = frame_tree(self._windows[handle], handle == self.topped)
        return handle, Part(objc_find(tree, Part.BOX, MAX_DEPTH, x, y))

    def rects(self, handle: int) -> list[GRect]:
        """The rectangle list of a window (outer ones with shadow), or of the desktop."""
        if handle == DESKTOP:
            above, own = self._order, self._screen.desk
        elif handle in self._order:
            above, own = self._order[self._order.index(handle) + 1 :], self._windows[handle].outer
        else:
            return []
        return visible(own, [self._windows[h].outer for h in above])

    def icon_place(self) -> GRect:
        """The first free place for an icon in rows from the lower left corner; the first one again if none is free."""
        desk, taken = self._screen.desk, [window.curr for window in self._windows.values() if window.iconified]
        places = [
            GRect(desk.x + column * _ICON_STEP, desk.bottom - (row + 1) * _ICON_STEP, ICON_SIZE, ICON_SIZE)
            for row in range(max(desk.h // _ICON_STEP, 1))
            for column in range(max(desk.w // _ICON_STEP, 1))
        ]
        return next((place for place in places if not any(place.intersects(rect) for rect in taken)), places[0])

    # ---- the calls

    def wind_create(self, kind: Kind, full: GRect) -> int:
        """Create a window, not yet shown: its handle from 1, -1 if the caller has seven. ``full``: its largest size."""
        caller = self._dispatcher.running
        if sum(window.owner is caller for window in self._windows.values()) >= MAX_WINDOWS:
            return -1
        # Messages that another program has not read yet must not seem to be about this window.
        named = {m.handle for process in self._dispatcher.processes if process is not caller for m in process.messages}
        handle = next(h for h in count(1) if h not in self._windows and h not in named)
        self._windows[handle] = WindowState(handle, Kind(kind), GRect(*full), owner=caller)
        return handle

    def _own(self, handle: int) -> WindowState | None:
        """The window, if the caller may change it; a host's own Gem may change all."""
        window, caller = self._windows.get(handle), self._dispatcher.running
        return window if window is not None and caller in (None, window.owner) else None

    def wind_open(self, handle: int, outer: GRect) -> bool:
        """Show a window on top of all others at an outer rectangle; its owner gets WM_REDRAW for the work area.

        False for a handle that is not there, another's, or open already.
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
        """Take a window off the screen and redraw the area below it. False if it is not open, or another's."""
        if handle not in self._order or self._own(handle) is None:
            return False
        was_topped, was_top = self.topped == handle, self.top == handle
        area = self._windows[handle].outer
        self._order.remove(handle)
        self._iteration.pop(handle, None)
        if was_topped:
            self._activate_top()
        if was_top and self.top != DESKTOP:
            area = area.union(self._windows[self.top].outer)
        self.redraw_area(area)
        self._note_topped()
        return True

    def wind_delete(self, handle: int) -> bool:
        """Free a handle; an open window is closed first. False for a wrong handle, or another's."""
        if self._own(handle) is None:
            return False
        self.wind_close(handle)
        del self._windows[handle]
        return True

    def wind_get(self, handle: int, field: Wf) -> GRect:
        """Four words about a window; those that the field does not use are 0. WindowError for a wrong handle.

        WF_FIRSTXYWH and WF_NEXTXYWH give the rectangles that no other window covers one by one, including the parts
        off the screen; w = h = 0 ends them, at once for a window that is closed or gone, so that a program may answer
        a WM_REDRAW that comes late. WF_OWNER gives the owner's id, whether the window is open, and the windows above
        and below it, 0 if there is none: with WF_BOTTOM the way through all that are open.
        """
        if field in (Wf.WF_FIRSTXYWH, Wf.WF_NEXTXYWH):
            if field == Wf.WF_FIRSTXYWH:
                self._iteration[handle] = self._visible_work(handle)
            left = self._iteration.get(handle)
            return left.pop(0) if left else _EMPTY
        field = Wf(field)
        if field == Wf.WF_TOP:
            return GRect(self.topped, 0, 0, 0)
        if field == Wf.WF_BOTTOM:
            return GRect(self._order[0] if self._order else DESKTOP, 0, 0, 0)
        if field == Wf.WF_OWNER:
            return self._owner_words(handle)
        if handle == DESKTOP:
            return self._screen.rect if field in (Wf.WF_CURRXYWH, Wf.WF_PREVXYWH) else self._screen.desk
        window = self.window(handle)
        match field:
            case Wf.WF_WORKXYWH:
                return window.work
            case Wf.WF_CURRXYWH:
                return window.curr
            case Wf.WF_PREVXYWH:
                return window.prev
            case Wf.WF_FULLXYWH:
                return window.full
            case Wf.WF_ICONIFY:
                return GRect(int(window.iconified), window.work.w, window.work.h, 0)
            case Wf.WF_UNICONIFY:
                return window.large[1] if window.large is not None else window.curr
        numbers = {
            Wf.WF_KIND: window.kind,
            Wf.WF_HSLIDE: window.h.position,
            Wf.WF_VSLIDE: window.v.position,
            Wf.WF_HSLSIZE: window.h.size,
            Wf.WF_VSLSIZE: window.v.size,
        }
        return GRect(numbers.get(field, 0), 0, 0, 0)

    def _visible_work(self, handle: int) -> list[GRect]:
        if handle != DESKTOP and handle not in self._order:
            return []
        desk = self._screen.desk
        work = desk if handle == DESKTOP else self._windows[handle].work
        # Only the menu strip is kept out: a rectangle may reach beyond the screen's other edges.
        top = max(work.y, desk.y)
        return clipped(self.rects(handle), GRect(work.x, top, work.w, work.bottom - top))

    def _owner_words(self, handle: int) -> GRect:
        """The words of WF_OWNER; the id is -1 for what belongs to no application."""
        owner = self.desktop_owner if handle == DESKTOP else self.window(handle).owner
        ap_id = -1 if owner is None else owner.ap_id
        row = [DESKTOP, *self._order, DESKTOP]
        if handle not in row:
            return GRect(ap_id, 0, DESKTOP, DESKTOP)
        at = row.index(handle)
        return GRect(ap_id, 1, row[at + 1], row[at - 1])

    def wind_set(self, handle: int, field: Wf, *value: int | WindowText | GRect | Tree | None) -> bool:
        """Change a window: its name, place, top position, sliders; or the desktop's tree. False if that cannot be set.

        WF_NAME and WF_INFO take a text, or a function that reads it each time it is drawn, WF_CURRXYWH a GRect or four
        numbers, the slider fields a number; WF_NEWDESK a tree (None: the caller's is removed) and a start object.
        WF_ICONIFY and WF_UNICONIFY take a place or nothing, WF_UNICONIFYXYWH one. Another's window can only be topped;
        WF_TOP of the desktop activates its owner.
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
        """Handle of the window at a place, shadows not counted; 0 for the desktop, -1 off the screen."""
        if not self._screen.rect.contains(x, y):
            return -1
        for handle in reversed(self._order):
            if self._windows[handle].curr.contains(x, y):
                return handle
        return DESKTOP

    # ---- changes

    def _set_text(self, window: WindowState, field: Wf, text: WindowText) -> bool:
        if field == Wf.WF_NAME:
            window.name, part = text, Part.NAME
        else:
            window.info, part = text, Part.INFO
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
        track = Part.HSLIDE if slider is window.h else Part.VSLIDE
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
        """Iconify a window, open an icon, or set the place where it opens (WF_UNICONIFYXYWH); False if it cannot be.

        Without a rectangle an icon goes to the next free place, and a window to where it was.
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
            # The visible part of the old place is moved to the new corner, even if it hung off the left edge.
            with self._screen.pen.clipped(self._screen.desk):
                self._screen.pen.copy(old.intersection(self._screen.desk), new.x, new.y)
            self._redraw(with_shadow(old), self._order[:-1])
        else:
            self.redraw_area(old.union(new))
        return True

    def _resized(self, window: WindowState, old: GRect, new: GRect) -> None:
        on_top = window.handle == self.top
        own = self._order.index(window.handle)
        # The shadow is added twice here, and where a window was copied: those two pixels are drawn again too.
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
        """Return whether all that will be visible of the window is on the screen already, and drawn."""
        desk = self._screen.desk
        # The left edge does not count: hidden parts there are copied as they are.
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
        """Draw the frames that change with the active application. ``by_owner``: see _note_topped."""
        before, now = self._topped_before, self.topped
        if before != now:
            for handle in (before, now):
                if handle in self._order:
                    self._draw_frame(handle, self._screen.desk)
        self._note_topped(by_owner)

    def _note_topped(self, by_owner: bool = False) -> None:
        """Note the topped window; if it passes to another application both are told, ``by_owner`` only the former."""
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
        """Tell all owners that the desktop is no longer as it was ``before``: they have everything to draw.

        Also that of a window that lies beyond the screen now, and that of the desktop: WM_REDRAW of window 0.
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
        """Draw the desktop and some windows' frames within an area; those that cross it get WM_REDRAW, top to bottom.

        ``handles`` are in the order of the windows, bottom to top.
        """
        rect, look = self._screen.rect, BoxSpec(0, 0, 0x1143)
        plain = [Object(ob_type=ObType.G_BOX, ob_spec=look, ob_width=rect.w, ob_height=rect.h)]
        tree, start = self._desktops[self.desktop_owner] if self._desktops else (plain, 0)
        for rect in clipped(self.rects(DESKTOP), area):
            objc_draw(self._screen.pen, tree, start, MAX_DEPTH, rect)
        for handle in reversed(handles):
            if self._windows[handle].outer.intersects(area):
                # Frames are drawn as far as a shadow more than is asked for.
                self._draw_frame(handle, with_shadow(area))
                self._request_redraw(handle, area)

    def _draw_frame(self, handle: int, area: GRect, start: Part = Part.BOX) -> None:
        tree = frame_tree(self._windows[handle], handle == self.topped)
        for rect in clipped(self.rects(handle), area.intersection(self._screen.desk)):
            objc_draw(self._screen.pen, tree, start, MAX_DEPTH, rect)

    def _request_redraw(self, handle: int, area: GRect) -> None:
        """Send WM_REDRAW for an area, cut to the bounds of the visible parts of the window, its frame included.

        Nothing is sent if the area does not touch the work area, covered or not.
        """
        rect = area.intersection(bounds(clipped(self.rects(handle), self._screen.desk)))
        concerned = area.intersection(self._screen.desk).intersects(self._windows[handle].work)
        owner = self.owner(handle)
        if concerned and not rect.empty and owner is not None:
            self._dispatcher.post(owner, Message.redraw(handle, rect))

    def send(self, type_: Msg, handle: int, *words: int) -> None:
        """Send a window's owner a message about it; nothing if the window is gone."""
        owner = self.owner(handle)
        if owner is not None:
            padded = (*words, 0, 0, 0, 0)[:4]
            self._dispatcher.post(owner, Message(type_, 0, 0, handle, *padded))


def _as_rect(value: Sequence[int | WindowText | GRect | Tree | None]) -> GRect | None:
    words = value[0] if len(value) == 1 and isinstance(value[0], tuple) else value
    numbers = [word for word in words if isinstance(word, int)]
    return GRect(*numbers) if len(numbers) == 4 else None
