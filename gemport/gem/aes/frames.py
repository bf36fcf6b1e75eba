"""Window frames: the parts of a window, their positions and appearance (docs/machine.md 3.2).

As in GEM, a window's frame is an object tree drawn by objc_draw, built from the window's state when needed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import TypeAlias

from gemport.gem.aes.constants import HBOX, WBOX, Kind, Wc
from gemport.gem.aes.objects import CENTRED, LEFT_JUST, insert_object
from gemport.gem.aes.process import Process
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.structures import BoxSpec, ObFlag, Object, ObState, ObType, Spec, TedInfo, Tree
from gemport.gem.vdi.lines import mul_div

_TITLE_KINDS = Kind.NAME | Kind.CLOSER | Kind.FULLER | Kind.SMALLER
_RIGHT_KINDS = Kind.UPARROW | Kind.DNARROW | Kind.VSLIDE | Kind.SIZER
_BOTTOM_KINDS = Kind.LFARROW | Kind.RTARROW | Kind.HSLIDE | Kind.SIZER

_SHADOW_WIDTH = 2
_NO_RECT = GRect(0, 0, 0, 0)
_SLIDER_RANGE = 1000

_WHITE = 0x1100
_SYMBOL = 0x1101
_TRACK = 0x1111
_TOP_NAME_COLOR = 0x11A1

ICON_KIND = Kind.NAME | Kind.MOVER  # the parts of an iconified window


class FramePart(IntEnum):
    """Object numbers in a window's frame tree."""

    BOX = 0
    TITLE = 1
    CLOSER = 2
    NAME = 3
    FULLER = 4
    INFO = 5
    DATA = 6
    WORK = 7
    SIZER = 8
    VBAR = 9
    UPARROW = 10
    DNARROW = 11
    VSLIDE = 12
    VELEV = 13
    HBAR = 14
    LFARROW = 15
    RTARROW = 16
    HSLIDE = 17
    HELEV = 18
    SMALLER = 19


_CHILDREN = {
    FramePart.BOX: (FramePart.TITLE, FramePart.INFO, FramePart.DATA),
    FramePart.TITLE: (FramePart.CLOSER, FramePart.NAME, FramePart.FULLER, FramePart.SMALLER),
    FramePart.DATA: (FramePart.WORK, FramePart.SIZER, FramePart.VBAR, FramePart.HBAR),
    FramePart.VBAR: (FramePart.UPARROW, FramePart.DNARROW, FramePart.VSLIDE),
    FramePart.VSLIDE: (FramePart.VELEV,),
    FramePart.HBAR: (FramePart.LFARROW, FramePart.RTARROW, FramePart.HSLIDE),
    FramePart.HSLIDE: (FramePart.HELEV,),
}
_PARENT = {child: parent for parent, children in _CHILDREN.items() for child in children}


@dataclass(slots=True)
class Slider:
    """The elevator's position 0..1000 (0 until set, then at least 1) and size 1..1000 (-1: the minimum)."""

    position: int = 0
    size: int = -1

    def elevator(self, track: int, smallest: int) -> tuple[int, int]:
        """Return the offset and the length of the elevator on a track of ``track`` pixels."""
        length = smallest if self.size == -1 else max(smallest, mul_div(track, self.size, _SLIDER_RANGE))
        return mul_div(track - length, max(self.position, 0), _SLIDER_RANGE), length


WindowText: TypeAlias = str | Callable[[], str]  # a text of a window, or a function that reads it each time it is drawn


def shown_text(text: WindowText) -> str:
    """Return the current text."""
    return text if isinstance(text, str) else text()


@dataclass(slots=True)
class WindowState:
    """A window's parts, rectangles (in pixels; outer rectangles without shadow), texts, sliders, and owner."""

    handle: int
    kind: Kind
    full: GRect
    curr: GRect = _NO_RECT
    prev: GRect = _NO_RECT
    name: WindowText = ""
    info: WindowText = ""
    h: Slider = field(default_factory=Slider)
    v: Slider = field(default_factory=Slider)
    owner: Process | None = None  # the process that gets the window's messages, or None for the host's own windows
    large: tuple[Kind, GRect] | None = None  # parts and outer rectangle before iconifying, or None

    @property
    def iconified(self) -> bool:
        return self.large is not None

    @property
    def work(self) -> GRect:
        x, y, w, h = self.curr
        top, right, bottom = _borders(int(self.kind))
        return GRect(x + 1, y + top, w - 1 - right, h - top - bottom)

    @property
    def outer(self) -> GRect:
        return with_shadow(self.curr)


def with_shadow(rect: GRect) -> GRect:
    """Return the area covered by a window with this outer rectangle."""
    return GRect(rect.x, rect.y, rect.w + _SHADOW_WIDTH, rect.h + _SHADOW_WIDTH)


def wind_calc(what: Wc, kind: int, rect: GRect) -> GRect:
    """Return the outer rectangle around a work area (WC_BORDER), or the work area within an outer one (WC_WORK)."""
    top, right, bottom = _borders(int(kind))
    sign = 1 if what == Wc.WC_BORDER else -1
    return GRect(rect.x - sign, rect.y - sign * top, rect.w + sign * (1 + right), rect.h + sign * (top + bottom))


@cache
def _borders(kind: int) -> tuple[int, int, int]:
    """Return the pixels above, right of and below the work area of a window with these parts."""
    top = 1 + (HBOX - 1) * ((kind & _TITLE_KINDS != 0) + (kind & Kind.INFO != 0))
    return top, 1 + (WBOX - 1) * (kind & _RIGHT_KINDS != 0), 1 + (HBOX - 1) * (kind & _BOTTOM_KINDS != 0)


def part_rects(window: WindowState, topped: bool) -> dict[FramePart, GRect]:
    """Return the rectangles of the window's parts on the screen, in drawing order."""
    kind, box, work = window.kind, window.curr, window.work
    rects = {FramePart.BOX: box}
    y = box.y
    if kind & _TITLE_KINDS:
        rects |= _title_rects(kind, GRect(box.x, y, box.w, HBOX), topped)
        y += HBOX - 1
    if kind & Kind.INFO:
        rects[FramePart.INFO] = GRect(box.x, y, box.w, HBOX)
        y += HBOX - 1
    rects[FramePart.DATA] = GRect(box.x, y, box.w, box.bottom - y)
    rects[FramePart.WORK] = work
    if kind & _RIGHT_KINDS:
        rects |= _bar_rects(window, GRect(work.right, y, WBOX, work.h + 2), True, topped)
    if kind & _BOTTOM_KINDS:
        rects |= _bar_rects(window, GRect(box.x, work.bottom, work.w + 2, HBOX), False, topped)
    if kind & _RIGHT_KINDS and kind & _BOTTOM_KINDS and box.w >= WBOX:
        rects[FramePart.SIZER] = GRect(box.right - WBOX, box.bottom - HBOX, WBOX, HBOX)
    return rects


def _title_rects(kind: Kind, strip: GRect, topped: bool) -> dict[FramePart, GRect]:
    rects = {FramePart.TITLE: strip}
    left, right = strip.x, strip.right
    if topped and kind & Kind.CLOSER:
        rects[FramePart.CLOSER] = GRect(left, strip.y, WBOX, HBOX)
        left += WBOX
    if topped and kind & Kind.FULLER:
        right -= WBOX
        rects[FramePart.FULLER] = GRect(right, strip.y, WBOX, HBOX)
    if topped and kind & Kind.SMALLER:
        right -= WBOX
        rects[FramePart.SMALLER] = GRect(right, strip.y, WBOX, HBOX)
    if kind & Kind.NAME:
        rects[FramePart.NAME] = GRect(left, strip.y, right - left, HBOX)
    return rects


def _bar_rects(window: WindowState, bar: GRect, vertical: bool, topped: bool) -> dict[FramePart, GRect]:
    """Return the rectangles of a scroll bar and, if the window is topped, of its arrows and slider."""
    if vertical:
        first, last, track, elevator = FramePart.UPARROW, FramePart.DNARROW, FramePart.VSLIDE, FramePart.VELEV
        slider, box, start, end = window.v, HBOX, bar.y, bar.bottom
    else:
        first, last, track, elevator = FramePart.LFARROW, FramePart.RTARROW, FramePart.HSLIDE, FramePart.HELEV
        slider, box, start, end = window.h, WBOX, bar.x, bar.right

    def piece(at: int, length: int) -> GRect:
        return GRect(bar.x, at, WBOX, length) if vertical else GRect(at, bar.y, length, HBOX)

    rects = {FramePart.VBAR if vertical else FramePart.HBAR: bar}
    parts = window.kind if topped else 0
    if parts & Kind[first.name]:
        rects[first] = piece(start, box)
        start += box - 1
    if parts & Kind[last.name]:
        end -= box - 1
        rects[last] = piece(end - 1, box)
    if parts & Kind[track.name]:
        offset, length = slider.elevator(end - start, box)
        rects[track], rects[elevator] = piece(start, end - start), piece(start + offset, length)
    return rects


def frame_tree(window: WindowState, topped: bool) -> Tree:
    """Return the frame as an object tree with the object numbers of :class:`FramePart`; missing parts are hidden."""
    rects = part_rects(window, topped)
    tree = [Object(ob_flags=ObFlag.HIDETREE, ob_spec=None) for _ in FramePart]
    for part, rect in rects.items():
        ob_type, spec = _look(part, window, topped)
        parent = _PARENT.get(part)
        at = rects[parent] if parent is not None else _NO_RECT
        tree[part] = obj = Object(ob_type=ob_type, ob_spec=spec)
        obj.ob_x, obj.ob_y, obj.ob_width, obj.ob_height = rect.moved(-at.x, -at.y)
    tree[FramePart.BOX].ob_state = ObState.SHADOWED
    if not topped:
        tree[FramePart.NAME].ob_state = ObState.DISABLED
    for child in rects:
        if child in _PARENT:
            insert_object(tree, _PARENT[child], child, tree[_PARENT[child]].ob_tail)
    return tree


_SYMBOLS = {
    **{FramePart.UPARROW: 1, FramePart.DNARROW: 2, FramePart.RTARROW: 3, FramePart.LFARROW: 4},
    **{FramePart.CLOSER: 5, FramePart.SIZER: 6, FramePart.FULLER: 7, FramePart.SMALLER: 0xF9},
}
"""The system font's characters for the gadgets."""


def _look(part: FramePart, window: WindowState, topped: bool) -> tuple[ObType, Spec]:
    if part in (FramePart.BOX, FramePart.DATA):
        return ObType.G_IBOX, BoxSpec(0, 1, _WHITE)
    if part == FramePart.WORK:
        return ObType.G_IBOX, BoxSpec(0, 0, _WHITE)
    if part == FramePart.NAME:
        color = _TOP_NAME_COLOR if topped else _WHITE
        return ObType.G_BOXTEXT, TedInfo(shown_text(window.name), te_just=CENTRED, te_color=color, te_thickness=1)
    if part == FramePart.INFO:
        return ObType.G_BOXTEXT, TedInfo(shown_text(window.info), te_just=LEFT_JUST, te_color=_WHITE, te_thickness=1)
    if part in _SYMBOLS and (part != FramePart.SIZER or (topped and window.kind & Kind.SIZER)):
        return ObType.G_BOXCHAR, BoxSpec(_SYMBOLS[part], 1, _SYMBOL)
    return ObType.G_BOX, BoxSpec(0, 1, _TRACK if part in (FramePart.VSLIDE, FramePart.HSLIDE) else _WHITE)
