"""The window library: wind_create to wind_find, drawn frames and redraw messages (docs/machine.md 3.2; icons AES 4).

The AES draws frames and the desktop's background; the contents are drawn by the window's owner, asked by WM_REDRAW.

A window belongs to the process that created it: it alone may change it and gets its messages; others may only top it.
Opening or topping a window activates its owner (``on_top``). The window on top is *topped*, with all its gadgets, as
long as its owner is the active application; when the user has turned to an application without a window, such as a
desktop, the one on top looks like those below it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from gemport.gem.aes.appl import Application
from gemport.gem.aes.constants import DESKTOP, Kind, Msg, Wf
from gemport.gem.aes.dispatch import Dispatcher
from gemport.gem.aes.draw import objc_draw
from gemport.gem.aes.frames import ICON_KIND, Part, WindowState, frame_tree, part_rects, with_shadow
from gemport.gem.aes.objects import MAX_DEPTH, objc_find
from gemport.gem.aes.process import Message, Process
from gemport.gem.aes.rect import GRect, bounds, clipped, visible
from gemport.gem.aes.screen import Screen
from gemport.gem.formats.rsc.objects import BoxSpec, Object, ObType, Tree

ICON_SIZE = 72
"""Side of an iconified window, outside, in pixels."""
_STEP = ICON_SIZE + 2


def icon_place(taken: Sequence[GRect], desk: GRect) -> GRect:
    """The first free place; when all are taken, the first one again."""
    across, up = max(desk.w // _STEP, 1), max(desk.h // _STEP, 1)
    places = [
        GRect(desk.x + column * _STEP, desk.bottom - (row + 1) * _STEP, ICON_SIZE, ICON_SIZE)
        for row in range(up)
        for column in range(across)
    ]
    return next((place for place in places if not any(place.intersects(rect) for rect in taken)), places[0])


def turn(window: WindowState, field: Wf, rect: GRect | None, place: GRect) -> bool:
    """Make an icon of a window (WF_ICONIFY) or a window of an icon, or note where to (WF_UNICONIFYXYWH); False if not.

    Without a rectangle an icon goes to ``place``, and a window to where it was.
    """
    wanted = None if rect is None or rect.empty else rect
    if field == Wf.WF_ICONIFY and window.large is None:
        window.large, window.kind = (window.kind, window.curr), ICON_KIND
        window.prev, window.curr = window.curr, wanted or place
        return True
    if field == Wf.WF_UNICONIFY and window.large is not None:
        window.kind, before = window.large
        window.prev, window.curr = window.curr, wanted or before
        window.large = None
        return True
    if field == Wf.WF_UNICONIFYXYWH and window.large is not None and wanted is not None:
        window.large = window.large[0], wanted
        return True
    return False


MOST_WINDOWS = 7
"""That one application may have."""
_EMPTY = GRect(0, 0, 0, 0)
_DESKTOP_LOOK = BoxSpec(0, 0, 0x1143)


class WindowError(ValueError):
    """There is no window with that handle."""


class WindowLibrary:
    """All windows, bottom to top, and the calls on them. Rectangles are in screen pixels."""

    def __init__(self, screen: Screen, dispatcher: Dispatcher) -> None:
        self._screen = screen
        self._dispatcher = dispatcher
        self._windows: dict[int, WindowState] = {}
        self._order: list[int] = []
        self._iteration: dict[int, list[GRect]] = {}
        self._desktops: dict[Process | None, tuple[Tree, int]] = {}
        self._lit = DESKTOP
        self._lit_for: Process | None = None
        self.on_top: Callable[[Process], None] = lambda _process: None
        """Called when the window on top is another process's than before, or is about to be."""

    def forget(self, process: Process) -> None:
        """A process has ended: its windows and its desktop are gone; nothing is drawn."""
        for handle in [window.handle for window in self._windows.values() if window.owner is process]:
            if handle in self._order:
                self._order.remove(handle)
            self._iteration.pop(handle, None)
            del self._windows[handle]
        self._desktops.pop(process, None)

    # ---- what there is

    @property
    def top(self) -> int:
        """Handle of the topmost window, 0 if none is open."""
        return self._order[-1] if self._order else DESKTOP

    @property
    def topped(self) -> int:
        """The window that the user works with: the one on top, if its owner is the active application; else 0."""
        owner = self.owner(self.top)
        return self.top if owner is None or owner is self._dispatcher.active else DESKTOP

    def owner(self, handle: int) -> Process | None:
        """Whose window it is; None for the host's, and for one that is not there."""
        return self._windows[handle].owner if handle in self._windows else None

    @property
    def desktop_owner(self) -> Process | None:
        """Who set the desktop that shows (WF_NEWDESK); None while it is the default one."""
        return next(reversed(self._desktops), None)

    def window(self, handle: int) -> WindowState:
        """The window's state; WindowError if there is no such window."""
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
        return visible(own, (self._windows[h].outer for h in above))

    # ---- the calls

    def wind_create(self, kind: Kind, full: GRect) -> int:
        """A new window, not yet shown: its handle from 1, -1 if the caller has seven. ``full``: its largest size."""
        caller = self._dispatcher.running
        if sum(window.owner is caller for window in self._windows.values()) >= MOST_WINDOWS:
            return -1
        # What another program has not read yet must not seem to be about this window.
        told = {m.handle for process in self._dispatcher.processes if process is not caller for m in process.messages}
        handle = next(h for h in count(1) if h not in self._windows and h not in told)
        self._windows[handle] = WindowState(handle, Kind(kind), GRect(*full), owner=caller)
        return handle

    def _own(self, handle: int) -> WindowState | None:
        """The window, if it is the caller's to change; a host's own Gem may change all."""
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
        self._lead()
        self._draw_frame(handle, self._screen.desk)
        if old_top != DESKTOP:
            self._draw_frame(old_top, self._screen.desk)
        self._light(asked=True)
        self._ask(handle, window.outer)
        return True

    def wind_close(self, handle: int) -> bool:
        """Take a window off the screen; what was under it is drawn again. False if it is not open, or another's."""
        if handle not in self._order or self._own(handle) is None:
            return False
        was_topped = self.topped == handle
        area = self._windows[handle].outer
        was_top = self.top == handle
        self._order.remove(handle)
        self._iteration.pop(handle, None)
        if was_topped:
            self._lead()
        if was_top and self.top != DESKTOP:
            area = area.union(self._windows[self.top].outer)
        self._draw_again(area, self._order)
        self._light()
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

        WF_FIRSTXYWH and WF_NEXTXYWH give the rectangles that no other window covers one by one, what hangs off the
        screen included; w = h = 0 ends them, at once for a window that is closed or gone, so that a program may answer
        a WM_REDRAW that comes late. WF_OWNER gives the owner's id, whether the window is open, and the windows above
        and below it, 0 if there is none: with WF_BOTTOM the way through all that are open.
        """
        field = Wf(field)
        if field == Wf.WF_TOP:
            return GRect(self.topped, 0, 0, 0)
        if field == Wf.WF_BOTTOM:
            return GRect(self._order[0] if self._order else DESKTOP, 0, 0, 0)
        if field in (Wf.WF_FIRSTXYWH, Wf.WF_NEXTXYWH):
            return self._next_rect(handle, first=field == Wf.WF_FIRSTXYWH)
        if field == Wf.WF_OWNER:
            return self._owner_words(handle)
        if handle == DESKTOP:
            return self._screen.rect if field in (Wf.WF_CURRXYWH, Wf.WF_PREVXYWH) else self._screen.desk
        window = self.window(handle)
        if field == Wf.WF_WORKXYWH:
            return window.work
        rects = {
            Wf.WF_CURRXYWH: window.curr,
            Wf.WF_PREVXYWH: window.prev,
            Wf.WF_FULLXYWH: window.full,
            Wf.WF_ICONIFY: GRect(int(window.iconified), window.work.w, window.work.h, 0),
            Wf.WF_UNICONIFY: window.large[1] if window.large is not None else window.curr,
        }
        numbers = {
            Wf.WF_KIND: window.kind,
            Wf.WF_HSLIDE: window.h.position,
            Wf.WF_VSLIDE: window.v.position,
            Wf.WF_HSLSIZE: window.h.size,
            Wf.WF_VSLSIZE: window.v.size,
        }
        return rects[field] if field in rects else GRect(numbers.get(field, 0), 0, 0, 0)

    def wind_set(self, handle: int, field: Wf, *value: int | str | GRect | Tree | None) -> bool:
        """Change a window: its name, place, top position, sliders; or the desktop's tree. False if that cannot be set.

        WF_NAME and WF_INFO take a text, WF_CURRXYWH a GRect or four numbers, the slider fields a number; WF_NEWDESK a
        tree (None: the caller's no more) and a start object. WF_ICONIFY and WF_UNICONIFY take a place or nothing,
        WF_UNICONIFYXYWH one. Another's window can only be topped; WF_TOP of
        the desktop brings whoever has set it to the front.
        """
        field = Wf(field)
        if field == Wf.WF_NEWDESK:
            return self._set_desktop(value)
        if field == Wf.WF_TOP:
            return self._bring_up(handle)
        window = self._own(handle)
        if window is None:
            return False
        first = value[0] if value else None
        if field in (Wf.WF_NAME, Wf.WF_INFO) and isinstance(first, str):
            return self._set_text(window, field, first)
        if field == Wf.WF_CURRXYWH and (rect := _as_rect(value)) is not None:
            return self._place(window, rect)
        if field == Wf.WF_BOTTOM:
            return self._send_down(handle)
        if field in (Wf.WF_ICONIFY, Wf.WF_UNICONIFY, Wf.WF_UNICONIFYXYWH):
            return self._iconify(window, field, _as_rect(value))
        if field in (Wf.WF_HSLIDE, Wf.WF_VSLIDE, Wf.WF_HSLSIZE, Wf.WF_VSLSIZE) and isinstance(first, int):
            return self._set_slider(window, field, first)
        return False

    def _owner_words(self, handle: int) -> GRect:
        """What WF_OWNER gives; the id is -1 where the owner is no application."""
        owner = self.desktop_owner if handle == DESKTOP else self.window(handle).owner
        ap_id = owner.ap_id if isinstance(owner, Application) else -1
        row = [DESKTOP, *self._order, DESKTOP]
        if handle not in row:
            return GRect(ap_id, 0, DESKTOP, DESKTOP)
        at = row.index(handle)
        return GRect(ap_id, 1, row[at + 1], row[at - 1])

    def wind_find(self, x: int, y: int) -> int:
        """Handle of the window at a place, shadows not counted; 0 for the desktop, -1 off the screen."""
        if not self._screen.rect.contains(x, y):
            return -1
        return next((h for h in reversed(self._order) if self._windows[h].curr.contains(x, y)), DESKTOP)

    def redraw_area(self, area: GRect) -> None:
        """The desktop and all windows in an area are drawn again (form_dial's FMD_FINISH)."""
        self._draw_again(area, self._order)

    def draw_desktop(self, area: GRect) -> None:
        """The desktop's background where no window covers it."""
        plain = self._plain_desktop(), 0
        tree, start = self._desktops.get(self.desktop_owner, plain) if self._desktops else plain
        for rect in clipped(self.rects(DESKTOP), area):
            objc_draw(self._screen.pen, tree, start, MAX_DEPTH, rect)

    def relight(self, asked: bool = False) -> None:
        """Another application is active now, and the frame of the window on top looks so. ``asked``: see _light."""
        before, now = self._lit, self.topped
        if before != now:
            for handle in (before, now):
                if handle in self._order:
                    self._draw_frame(handle, self._screen.desk)
        self._light(asked)

    def icon_place(self) -> GRect:
        """Where a window that is iconified goes if its owner has no better idea."""
        return icon_place([window.curr for window in self._windows.values() if window.iconified], self._screen.desk)

    # ---- changes

    def _set_desktop(self, value: Sequence[int | str | GRect | Tree | None]) -> bool:
        caller, tree = self._dispatcher.running, value[0] if value else None
        self._desktops.pop(caller, None)
        if isinstance(tree, list):
            self._desktops[caller] = tree, value[1] if len(value) > 1 and isinstance(value[1], int) else 0
        return True

    def _plain_desktop(self) -> Tree:
        rect = self._screen.rect
        return [Object(ob_type=ObType.G_BOX, ob_spec=_DESKTOP_LOOK, ob_width=rect.w, ob_height=rect.h)]

    def _set_text(self, window: WindowState, field: Wf, text: str) -> bool:
        if field == Wf.WF_NAME:
            window.name = text
        else:
            window.info = text
        parts = part_rects(window, window.handle == self.topped)
        part = Part.NAME if field == Wf.WF_NAME else Part.INFO
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

    def _bring_up(self, handle: int) -> bool:
        if handle == DESKTOP:
            return self._lead_desktop()
        if handle not in self._order:
            return False
        old_top = self.top
        if handle == old_top:
            self._lead()
            self.relight(asked=True)
            return True
        unbroken = self.rects(handle) == [self._windows[handle].outer]
        self._order.remove(handle)
        self._order.append(handle)
        self._lead()
        self._draw_frame(old_top, self._screen.desk)
        self._draw_frame(handle, self._screen.desk)
        self._light(asked=True)
        if not unbroken:
            self._ask(handle, self._windows[handle].outer)
        return True

    def _send_down(self, handle: int) -> bool:
        if handle not in self._order:
            return False
        was_topped = self.topped == handle
        self._order.remove(handle)
        self._order.insert(0, handle)
        if was_topped:
            self._lead()
        self._draw_again(self._windows[handle].outer.union(self._windows[self.top].outer), self._order)
        self._light()
        return True

    def _iconify(self, window: WindowState, field: Wf, rect: GRect | None) -> bool:
        before = window.outer
        if not turn(window, field, rect, self.icon_place()):
            return False
        if window.handle in self._order and window.outer != before:
            self._draw_again(before.union(window.outer), self._order)
        return True

    def _place(self, window: WindowState, rect: GRect) -> bool:
        window.prev, window.curr = window.curr, rect
        if window.handle in self._order and rect != window.prev:
            if (rect.x, rect.y) == (window.prev.x, window.prev.y):
                self._resized(window)
            else:
                self._moved(window)
        return True

    def _resized(self, window: WindowState) -> None:
        old, new = with_shadow(window.prev), window.outer
        on_top = window.handle == self.top
        own = self._order.index(window.handle)
        # The shadow is reckoned in twice here, and where a window was copied: those two pixels are drawn again too.
        if new.w <= old.w and new.h <= old.h:
            if on_top:
                self._draw_frame(window.handle, self._screen.desk)
            self._draw_again(with_shadow(old), self._order[: own if on_top else own + 1])
        elif on_top and new.w >= old.w and new.h >= old.h:
            self._draw_frame(window.handle, self._screen.desk)
            self._ask(window.handle, window.outer)
        else:
            self._draw_again(with_shadow(old.union(new)), self._order)

    def _moved(self, window: WindowState) -> None:
        old, new = with_shadow(window.prev), window.outer
        if self._can_be_copied(window, old, new):
            # What is seen of the old place comes to the new corner, even if it hung off the left edge.
            self._screen.copy(old.intersection(self._screen.desk), new.x, new.y)
            self._draw_again(with_shadow(old), self._order[:-1])
        else:
            self._draw_again(old.union(new), self._order)

    def _can_be_copied(self, window: WindowState, old: GRect, new: GRect) -> bool:
        """All that will be seen of the window is on the screen already, and drawn."""
        if window.handle != self.top or (old.w, old.h) != (new.w, new.h) or self._must_appear(old, new):
            return False
        waiting = window.owner.messages if window.owner is not None else ()
        return not any(message.type == Msg.WM_REDRAW and message.handle == window.handle for message in waiting)

    def _must_appear(self, old: GRect, new: GRect) -> bool:
        """Parts that could not be seen before the move would have to be seen after it."""
        desk = self._screen.desk
        # The left edge does not count: what comes back from there is copied as it is.
        return (
            (old.right > desk.right and new.x < old.x) or (old.bottom > desk.bottom and new.y < old.y) or old.y < desk.y
        )

    # ---- who is in front

    def _lead(self) -> None:
        """The owner of the window on top comes to the front."""
        owner = self.owner(self.top)
        if owner is not None:
            self.on_top(owner)

    def _lead_desktop(self) -> bool:
        """Who set the desktop comes to the front; False if nobody did."""
        owner = self.desktop_owner
        if owner is None:
            return False
        self.on_top(owner)
        self.relight(asked=True)
        return True

    def _light(self, asked: bool = False) -> None:
        """Note which window is topped now; applications are told when it goes from one to another.

        ``asked``: its owner has topped it himself.
        """
        before, whose = self._lit, self._lit_for
        self._lit, self._lit_for = self.topped, self._dispatcher.active
        if self._lit != before and whose is not self._lit_for:
            if before in self._order:
                self.tell(Msg.WM_UNTOPPED, before)
            if not asked:
                self.tell(Msg.WM_ONTOP, self._lit)

    # ---- drawing

    def _draw_again(self, area: GRect, handles: Sequence[int]) -> None:
        """The desktop and some windows' frames within an area; those that cross it get WM_REDRAW, top to bottom.

        ``handles`` are in the order of the windows, bottom to top.
        """
        self.draw_desktop(area)
        for handle in reversed(handles):
            if self._windows[handle].outer.intersects(area):
                # Frames are drawn as far as a shadow more than is asked for.
                self._draw_frame(handle, with_shadow(area))
                self._ask(handle, area)

    def _draw_frame(self, handle: int, area: GRect, start: Part = Part.BOX) -> None:
        tree = frame_tree(self._windows[handle], handle == self.topped)
        for rect in clipped(clipped(self.rects(handle), area), self._screen.desk):
            objc_draw(self._screen.pen, tree, start, MAX_DEPTH, rect)

    def _ask(self, handle: int, area: GRect) -> None:
        """WM_REDRAW for an area: cut to the bounds of what can be seen of the window, its frame included.

        Nothing if no part of the work area is concerned, covered or not.
        """
        seen = bounds(clipped(self.rects(handle), self._screen.desk))
        rect = area.intersection(seen)
        concerned = area.intersection(self._screen.desk).intersects(self._windows[handle].work)
        owner = self.owner(handle)
        if concerned and not rect.empty and owner is not None:
            self._dispatcher.post(owner, Message.redraw(handle, rect))

    def tell(self, type_: Msg, handle: int, *words: int) -> None:
        """Send a window's owner a message about it; nothing if the window is gone."""
        owner = self.owner(handle)
        if owner is not None:
            padded = (*words, 0, 0, 0, 0)[:4]
            self._dispatcher.post(owner, Message(type_, 0, 0, handle, *padded))

    def _next_rect(self, handle: int, first: bool) -> GRect:
        if first:
            desk = self._screen.desk
            work = desk if handle == DESKTOP else self._work_of(handle)
            # Only the menu strip is kept out: a rectangle may reach beyond the screen's other edges.
            above = GRect(work.x, desk.y, work.w, max(work.bottom - desk.y, 0))
            self._iteration[handle] = clipped(clipped(self.rects(handle), work), above)
        left = self._iteration.get(handle)
        return left.pop(0) if left else _EMPTY

    def _work_of(self, handle: int) -> GRect:
        return self._windows[handle].work if handle in self._windows else _EMPTY


def _as_rect(value: Sequence[int | str | GRect | Tree | None]) -> GRect | None:
    words = value[0] if len(value) == 1 and isinstance(value[0], tuple) else value
    numbers = [word for word in words if isinstance(word, int)]
    return GRect(*numbers) if len(numbers) == 4 else None
