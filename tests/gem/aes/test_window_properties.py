"""What holds for windows whatever is done with them: rectangle lists, and the picture after any changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.aes.constants import MU_MESAG, Kind, Msg, Wc, Wf
from gemport.gem.aes.dispatch import Dispatcher
from gemport.gem.aes.frames import wind_calc
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.screen import Screen
from gemport.gem.aes.speech import Speech
from gemport.gem.aes.windows import WindowLibrary
from gemport.gem.vdi.mouse import Mouse
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.workstation import Workstation
from tests.gem.aes.desk import ALL, artwork, many, repaint

WIDTH, HEIGHT = 112, 100
DESK = GRect(0, 19, WIDTH, HEIGHT - 19)
BARE = Kind.CLOSER | Kind.FULLER | Kind.MOVER
KINDS = (Kind(0), BARE, BARE | Kind.INFO | Kind.SIZER, Kind.NAME | BARE, ALL)
PATTERNED = Kind.NAME | Kind.VSLIDE | Kind.HSLIDE
GO_ON = 0x4000

Op = Callable[["Honest"], None]


@st.composite
def frames(draw: st.DrawFn) -> tuple[Kind, GRect]:
    """A kind and an outer rectangle with some work area, anywhere on the screen and beyond."""
    kind = draw(st.sampled_from(KINDS))
    least_w, least_h = least(kind)
    x, y = draw(st.integers(-40, WIDTH + 10)), draw(st.integers(-20, HEIGHT + 10))
    w, h = draw(st.integers(least_w, 110)), draw(st.integers(least_h, 116))
    return kind, settled(kind, GRect(x, y, w, h))


def least(kind: Kind) -> tuple[int, int]:
    """The smallest size: with room for a pixel of work area, for the arrows and elevators that there are, for a title.

    Where closer and fuller overlap the title, what is seen depends on which of them was drawn last.
    """
    border = wind_calc(Wc.WC_BORDER, kind, GRect(0, 0, 1, 1))
    if kind & (Kind.VSLIDE | Kind.HSLIDE):
        return 76, 114
    return max(border.w, 37 if kind & Kind.NAME else 24), max(border.h, 24)


def settled(kind: Kind, rect: GRect) -> GRect:
    """The place for a window: one with dots in its frame moves by whole dots, as a copy keeps them as they are.

    Nothing hangs off the left edge: a copy does not reckon with that.
    """
    x = max(rect.x, 0)
    return GRect(x // 4 * 4, rect.y // 4 * 4, rect.w, rect.h) if kind & PATTERNED else GRect(x, *rect[1:])


# ---- rectangle lists


def library() -> WindowLibrary:
    return WindowLibrary(Screen(WIDTH, HEIGHT, artwork()), Dispatcher(WIDTH, HEIGHT, Mouse()), Speech())


def grid() -> list[bytearray]:
    return [bytearray(WIDTH) for _ in range(HEIGHT)]


def seen(rect: GRect) -> GRect:
    """What of a rectangle lies on the desktop; all zero if nothing does."""
    shown = rect.intersection(DESK)
    return GRect(0, 0, 0, 0) if shown.empty else shown


def paint(pixels: list[bytearray], rect: GRect, value: int) -> None:
    shown = seen(rect)
    for y in range(shown.y, shown.bottom):
        pixels[y][shown.x : shown.right] = bytes([value]) * shown.w


@many
@given(st.lists(frames(), max_size=7))
def test_the_rectangles_of_all_windows_never_overlap_and_cover_what_can_be_seen(
    windows: list[tuple[Kind, GRect]],
) -> None:
    windows_shown = library()
    owners = grid()
    for kind, rect in windows:
        handle = windows_shown.wind_create(kind, DESK)
        windows_shown.wind_open(handle, rect)
        paint(owners, GRect(rect.x, rect.y, rect.w + 2, rect.h + 2), handle)
    covered = grid()
    for handle in range(len(windows) + 1):
        for rect in windows_shown.rects(handle):
            shown = seen(rect)
            for y in range(shown.y, shown.bottom):
                assert not any(covered[y][shown.x : shown.right]), "two rectangles overlap"
                assert set(owners[y][shown.x : shown.right]) <= {handle}, "a rectangle covers another's pixels"
            paint(covered, rect, 1)
    assert all(all(row) for row in covered[DESK.y :]), "a pixel is in no rectangle"


@many
@given(st.lists(frames(), min_size=1, max_size=7))
def test_first_and_next_give_what_can_be_seen_of_the_work_area(windows: list[tuple[Kind, GRect]]) -> None:
    windows_shown = library()
    owners = grid()
    for kind, rect in windows:
        handle = windows_shown.wind_create(kind, DESK)
        windows_shown.wind_open(handle, rect)
        paint(owners, GRect(rect.x, rect.y, rect.w + 2, rect.h + 2), handle)
    for handle in range(len(windows) + 1):
        work = windows_shown.wind_get(handle, Wf.WF_WORKXYWH)
        given_out, rect = 0, windows_shown.wind_get(handle, Wf.WF_FIRSTXYWH)
        while not rect.empty:
            assert rect.intersection(work) == rect
            assert rect.y >= DESK.y
            rect = seen(rect)
            assert all(set(owners[y][rect.x : rect.right]) == {handle} for y in range(rect.y, rect.bottom))
            given_out += rect.w * rect.h
            rect = windows_shown.wind_get(handle, Wf.WF_NEXTXYWH)
        work = seen(windows_shown.wind_get(handle, Wf.WF_WORKXYWH))
        assert given_out == sum(owners[y][work.x : work.right].count(handle) for y in range(work.y, work.bottom))


# ---- the picture


class Honest:
    """A program that draws what it is asked to draw, and only then; what it draws hangs on the window's place."""

    def __init__(self) -> None:
        self.gem: Gem
        self.machine = Machine(artwork(), WIDTH, HEIGHT)
        self.kinds: dict[int, Kind] = {}
        self.order: list[int] = []
        self._todo: list[Op] = []
        self.machine.start(self._run)
        self._ws: Workstation

    async def _run(self, gem: Gem) -> None:
        self.gem, self._ws = gem, gem.v_opnvwk()
        while True:
            while self._todo:
                self._todo.pop(0)(self)
            message = (await gem.evnt_multi(MU_MESAG)).message
            if message is not None and message.type == Msg.WM_REDRAW:
                await repaint(self.gem, message, partial(self._paint, message.handle))

    def do(self, *ops: Op) -> None:
        """Make some changes, then look at the messages."""
        self._todo += ops
        self.machine.send(Message(GO_ON))

    def _paint(self, handle: int, part: GRect) -> None:
        ws, work = self._ws, self.gem.wind_get(handle, Wf.WF_WORKXYWH)
        ws.vs_clip(True, *part.corners())
        ws.vsf_interior(1)
        for color, rect in (
            (0, work),
            (1, GRect(work.x + handle, work.y + 3, 7, 70)),
            (1, GRect(work.x + 2, work.y + 5 * handle, 90, 2)),
        ):
            ws.vsf_color(color)
            ws.vr_recfl(*rect.corners())

    # ---- changes

    def open(self, kind: Kind, rect: GRect) -> int:
        handle = self.gem.wind_create(kind, DESK)
        if handle > 0:
            self.kinds[handle] = kind
            self.order.append(handle)
            self.gem.wind_set(handle, Wf.WF_NAME, f" W{handle} ")
            self.gem.wind_open(handle, rect)
        return handle

    def close(self, handle: int) -> None:
        self.gem.wind_close(handle)
        self.gem.wind_delete(handle)
        self.order.remove(handle)

    def place(self, handle: int, rect: GRect) -> None:
        least_w, least_h = least(self.kinds[handle])
        rect = settled(self.kinds[handle], GRect(rect.x, rect.y, max(rect.w, least_w), max(rect.h, least_h)))
        self.gem.wind_set(handle, Wf.WF_CURRXYWH, rect)

    def top(self, handle: int) -> None:
        self.gem.wind_set(handle, Wf.WF_TOP)
        self.order.remove(handle)
        self.order.append(handle)

    def curr(self, handle: int) -> GRect:
        return self.gem.wind_get(handle, Wf.WF_CURRXYWH)


def _open(kind_and_rect: tuple[Kind, GRect]) -> Op:
    return lambda p: (p.open(*kind_and_rect), None)[1]


def _of_one(change: Callable[[Honest, int], None], which: int) -> Op:
    return lambda p: change(p, p.order[which % len(p.order)]) if p.order else None


def _move(which: int, dx: int, dy: int) -> Op:
    return _of_one(lambda p, h: p.place(h, p.curr(h).moved(dx, dy)), which)


def _size(which: int, dw: int, dh: int) -> Op:
    def change(p: Honest, handle: int) -> None:
        x, y, w, h = p.curr(handle)
        p.place(handle, GRect(x, y, w + dw, h + dh))

    return _of_one(change, which)


def _reshape(which: int, kind_and_rect: tuple[Kind, GRect]) -> Op:
    return _of_one(lambda p, h: p.place(h, kind_and_rect[1]), which)


def _dialog(rect: GRect) -> Op:
    def change(p: Honest) -> None:
        clip = rect.intersection(DESK)
        p._ws.vs_clip(True, *DESK.corners())
        p._ws.vsf_interior(1)
        p._ws.vsf_color(1)
        if not clip.empty:
            p._ws.vr_recfl(*clip.corners())
        p.machine._libraries.windows.redraw_area(rect)

    return change


def _slide(which: int, field: Wf, number: int) -> Op:
    return _of_one(lambda p, h: (p.gem.wind_set(h, field, number), None)[1], which)


WHICH = st.integers(0, 6)
STEP = st.integers(-60, 60)
FIELDS = st.sampled_from([Wf.WF_HSLIDE, Wf.WF_VSLIDE, Wf.WF_HSLSIZE, Wf.WF_VSLSIZE])
OPS: st.SearchStrategy[Op] = st.one_of(
    st.builds(_open, frames()),
    st.builds(_move, WHICH, STEP, STEP),
    st.builds(_size, WHICH, STEP, STEP),
    st.builds(_reshape, WHICH, frames()),
    st.builds(lambda which: _of_one(Honest.top, which), WHICH),
    st.builds(lambda which: _of_one(Honest.close, which), WHICH),
    st.builds(lambda frame: _dialog(frame[1]), frames()),
    st.builds(_slide, WHICH, FIELDS, st.integers(1, 1000)),
)


def from_scratch(program: Honest) -> Raster:
    """The picture that a fresh Gem shows with the same windows in the same order."""
    fresh = Honest()
    again: dict[int, int] = {}

    def create(_: Honest) -> None:
        # The same handles, as what is drawn hangs on them.
        for handle in range(1, 8):
            again[handle] = fresh.gem.wind_create(program.kinds.get(handle, Kind(0)), DESK)

    fresh.do(create)
    for handle in program.order:
        assert again[handle] == handle

        def show(p: Honest, handle: int = handle) -> None:
            for field in (Wf.WF_HSLIDE, Wf.WF_VSLIDE, Wf.WF_HSLSIZE, Wf.WF_VSLSIZE):
                p.gem.wind_set(handle, field, program.gem.wind_get(handle, field)[0])
            p.gem.wind_set(handle, Wf.WF_NAME, f" W{handle} ")
            p.gem.wind_open(handle, program.curr(handle))

        fresh.do(show)
    return fresh.machine.frame(pointer=False)


def without_shadow_corners(picture: Raster, program: Honest) -> list[int]:
    """The rows of a picture, white where a window's shadow leaves pixels of its rectangle as they are."""
    rows = list(picture.rows)
    for handle in program.order:
        rect = program.curr(handle)
        for x, y in (
            (rect.right, rect.y),
            (rect.right + 1, rect.y),
            (rect.x, rect.bottom),
            (rect.x, rect.bottom + 1),
        ):
            if 0 <= x < picture.width and 0 <= y < picture.height:
                rows[y] &= ~(1 << (picture.stride - 1 - x))
    return rows


@many
@given(
    st.lists(frames(), min_size=2, max_size=4),
    st.lists(st.lists(OPS, min_size=1, max_size=3), min_size=1, max_size=5),
)
def test_the_screen_is_as_drawn_from_scratch_after_any_changes(
    windows: list[tuple[Kind, GRect]], groups: list[list[Op]]
) -> None:
    program = Honest()
    program.do(*map(_open, windows))
    for ops in groups:
        program.do(*ops)
    assert program.gem.wind_get(0, Wf.WF_TOP)[0] == (program.order[-1] if program.order else 0)
    picture = program.machine.frame(pointer=False)
    assert without_shadow_corners(picture, program) == without_shadow_corners(from_scratch(program), program)


@many
@given(frames(), frames(), st.integers(-60, 60), st.integers(-60, 60))
def test_a_finished_dialog_leaves_nothing_behind(
    low: tuple[Kind, GRect], high: tuple[Kind, GRect], dx: int, dy: int
) -> None:
    program = Honest()
    program.do(_open(low), _open(high))
    before = program.machine.frame(pointer=False)
    program.do(_dialog(low[1].moved(dx, dy)))
    after = program.machine.frame(pointer=False)
    assert without_shadow_corners(before, program) == without_shadow_corners(after, program)
