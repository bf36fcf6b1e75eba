"""The graphics library: boxes that follow the mouse, and animated boxes (docs/machine.md 3.6)."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from gemport.gem.aes.constants import HBOX, HCHAR, MU_BUTTON, MU_M1, WBOX, WCHAR, Update
from gemport.gem.aes.draw import objc_change
from gemport.gem.aes.events import EventLibrary, MouseRect
from gemport.gem.aes.objects import object_rect
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.screen import Screen
from gemport.gem.formats.structures import ObState, Tree
from gemport.gem.vdi.lines import mul_div

SHOW_MS = 14  # milliseconds between two outlines of an animated box as they appear: one frame of the machine's monitor
HIDE_MS = 5  # milliseconds between two outlines as they are removed

_ALL_BUTTONS = 0xFF


class BoxSpeed(Enum):
    """The speed of animated boxes."""

    MACHINE = "machine"
    FAST = "fast"
    """Four times the machine's speed."""
    OFF = "off"


class Handle(NamedTuple):
    """The result of graf_handle: the VDI handle and the sizes in pixels of a character cell and of a box."""

    handle: int
    wchar: int
    hchar: int
    wbox: int
    hbox: int


class GrafLibrary:
    """The graf_ calls, in screen pixels; waiting calls follow the mouse until the buttons are released."""

    def __init__(self, screen: Screen, events: EventLibrary) -> None:
        self._screen = screen
        self._events = events
        self.box_speed = BoxSpeed.MACHINE  # the speed of graf_movebox, graf_growbox and graf_shrinkbox

    def graf_handle(self) -> Handle:
        """Return the VDI handle 1 and the cell and box sizes of the system font."""
        return Handle(1, WCHAR, HCHAR, WBOX, HBOX)

    # ---- boxes that follow the mouse

    async def graf_dragbox(
        self, w: int, h: int, x: int, y: int, limit: GRect, show: Callable[[GRect], None] | None = None
    ) -> tuple[int, int]:
        """Drag an outline with the mouse inside ``limit``; return its position when the buttons are released.

        Without a pressed button, return (x, y) immediately. The pointer keeps its position relative to the outline; if
        it is left of or above the outline, the outline jumps so that its edge is at the pointer. ``show`` draws
        something else instead of the outline and must remove it when called again.
        """
        if not self._events.buttons:
            return x, y
        mouse = self._events.mouse
        off_x, off_y = max(mouse.x - x, 0), max(mouse.y - y, 0)
        (end,) = await self.follow(lambda: [GRect(mouse.x - off_x, mouse.y - off_y, w, h).constrained(limit)], show)
        return end.x, end.y

    async def graf_rubberbox(self, x: int, y: int, min_w: int, min_h: int) -> tuple[int, int]:
        """Stretch an outline from (x, y) to the mouse; return its (w, h), at least the minimum, on release.

        Without a pressed button, return the size at the mouse's position immediately.
        """
        mouse = self._events.mouse

        def outline() -> list[GRect]:
            return [GRect(x, y, max(mouse.x - x + 1, min_w), max(mouse.y - y + 1, min_h))]

        (end,) = await self.follow(outline) if self._events.buttons else outline()
        return end.w, end.h

    async def follow(
        self, outlines: Callable[[], Sequence[GRect]], show: Callable[[GRect], None] | None = None
    ) -> Sequence[GRect]:
        """Show outlines that depend on the mouse until the buttons are released, and return the final outlines.

        If the host takes the mouse away, return the initial outlines. No other process draws in this time.
        """
        mouse, draw = self._events.mouse, show or self._screen.pen.dotted_outline
        await self._events.wind_update(Update.BEG_MCTRL)
        try:
            first = shown = outlines()
            draw(*shown)
            while True:
                here = MouseRect(True, GRect(mouse.x, mouse.y, 1, 1))
                event = await self._events.evnt_multi(MU_BUTTON | MU_M1, mask=_ALL_BUTTONS, state=0, m1=here)
                if MU_BUTTON in event.events:
                    break
                wanted = outlines()
                if wanted != shown:
                    draw(*shown)
                    shown = wanted
                    draw(*shown)
            draw(*shown)
        finally:
            await self._events.wind_update(Update.END_MCTRL)
        return first if mouse.taken else shown

    async def graf_watchbox(
        self, tree: Tree, obj: int, inside: ObState = ObState.SELECTED, outside: ObState = ObState.NORMAL
    ) -> bool:
        """Set one state while the pointer is on an object and another while it is not; return whether released inside.

        Call it with the button pressed on the object. It starts with the state for inside.
        """
        rect = object_rect(tree, obj)
        within = True
        while True:
            objc_change(self._screen.pen, tree, obj, self._screen.desk, inside if within else outside)
            # The press was on the object, so a button already released counts as released there.
            crossing = MouseRect(within, rect)
            event = await self._events.evnt_multi(MU_BUTTON | MU_M1, mask=_ALL_BUTTONS, state=0, m1=crossing)
            if MU_BUTTON in event.events and not (within and self._events.mouse.taken):
                return within
            within = not within

    async def graf_slidebox(self, tree: Tree, parent: int, obj: int, vertical: bool) -> int:
        """Drag an object within its parent; return its position 0..1000 on release, 0 if it cannot move."""
        track, rect = object_rect(tree, parent), object_rect(tree, obj)
        x, y = await self.graf_dragbox(rect.w, rect.h, rect.x, rect.y, track)
        offset, room = (y - track.y, track.h - rect.h) if vertical else (x - track.x, track.w - rect.w)
        return mul_div(1000, offset, room) if room > 0 else 0

    # ---- animated boxes

    async def graf_movebox(self, w: int, h: int, sx: int, sy: int, dx: int, dy: int) -> None:
        """Animate an outline of w x h from (sx, sy) to (dx, dy): draw all steps, then remove all."""
        await self._animate(moving(w, h, sx, sy, dx, dy), self._screen.pen.dotted_outline)

    async def graf_growbox(self, small: GRect, big: GRect) -> None:
        """Animate an outline from ``small`` to the middle of ``big``, then growing; about a quarter of a second."""
        boxes, corners = growing(small, big)
        await self._animate(boxes, self._screen.pen.dotted_outline)
        await self._animate(corners, self._screen.pen.dotted_corners)

    async def graf_shrinkbox(self, small: GRect, big: GRect) -> None:
        """Animate the reverse of graf_growbox."""
        corners, boxes = shrinking(small, big)
        await self._animate(corners, self._screen.pen.dotted_corners)
        await self._animate(boxes, self._screen.pen.dotted_outline)

    async def _animate(self, rects: Sequence[GRect], draw: Callable[[GRect], None]) -> None:
        if self.box_speed is BoxSpeed.OFF:
            return
        faster = 4 if self.box_speed is BoxSpeed.FAST else 1
        for ms in (SHOW_MS, HIDE_MS):
            for rect in rects:
                draw(rect)
                await self._events.pause(ms // faster)


def moving(w: int, h: int, sx: int, sy: int, dx: int, dy: int) -> list[GRect]:
    """Return the outlines of a box of w x h moving from (sx, sy) towards (dx, dy), the first at the start."""
    count = _count(abs(dx - sx) + abs(dy - sy))
    # An axis without movement counts as moving backwards.
    step_x = _step(abs(dx - sx), count) * (1 if dx > sx else -1)
    step_y = _step(abs(dy - sy), count) * (1 if dy > sy else -1)
    return [GRect(sx + i * step_x, sy + i * step_y, w, h) for i in range(count + 1)]


def growing(small: GRect, big: GRect) -> tuple[list[GRect], list[GRect]]:
    """Return the outlines from ``small`` to the middle of ``big``, then the growing corners (graf_growbox)."""
    middle = _centred(small, big)
    return moving(small.w, small.h, small.x, small.y, middle.x, middle.y), _stretching(middle, small, big, 1)


def shrinking(small: GRect, big: GRect) -> tuple[list[GRect], list[GRect]]:
    """Return the shrinking corners from ``big``, then the outlines from its middle to ``small`` (graf_shrinkbox)."""
    middle = _centred(small, big)
    return _stretching(big, small, big, -1), moving(small.w, small.h, middle.x, middle.y, small.x, small.y)


def _centred(small: GRect, big: GRect) -> GRect:
    """Return the small rectangle centred in the big one, with the AES's rounding."""
    return GRect(big.x + big.w // 2 - small.w // 2, big.y + big.h // 2 - small.h // 2, small.w, small.h)


def _stretching(start: GRect, small: GRect, big: GRect, sign: int) -> list[GRect]:
    half_w, half_h = big.w // 2 - small.w // 2, big.h // 2 - small.h // 2
    count = _count(half_w + half_h)
    step_x, step_y = sign * _step(half_w, count), sign * _step(half_h, count)
    return [
        GRect(start.x - i * step_x, start.y - i * step_y, start.w + 2 * i * step_x, start.h + 2 * i * step_y)
        for i in range(count + 1)
    ]


def _count(distance: int) -> int:
    """Return the number of steps for a distance: the number of binary digits of half of it."""
    return (abs(distance) // 2).bit_length()


def _step(distance: int, count: int) -> int:
    return max(distance // count, 1) if count else 1
