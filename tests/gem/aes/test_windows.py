"""Windows: handles, rectangles, fields, redraws, and icons as AES 4 has them (docs/machine.md 3.2)."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gemport.gem import DESKTOP, BoxSpec, Fmd, GRect, Kind, Machine, Message, Msg, ObType, Wc, Wf
from gemport.gem.aes.windows import WindowError
from tests.gem.aes.citizens import least
from tests.gem.aes.desk import (
    ALL,
    FULL,
    PLAIN,
    Desk,
    area,
    artwork,
    box,
    click,
    inverted,
    obj,
    redraw,
    tree_of,
)
from tests.gem.aes.members import LETTER, Member, machine
from tests.gem.aes.play import KINDS
from tests.needs import CI

OUTER = GRect(100, 60, 200, 100)


def visible(desk: Desk, handle: int) -> list[GRect]:
    rects = [desk.gem.wind_get(handle, Wf.WF_FIRSTXYWH)]
    while not rects[-1].empty:
        rects.append(desk.gem.wind_get(handle, Wf.WF_NEXTXYWH))
    return rects[:-1]


# ---- handles


def test_there_are_seven_windows_and_creating_one_shows_nothing(desk: Desk) -> None:
    gem, before = desk.gem, desk.picture()
    assert [desk.do(lambda: gem.wind_create(PLAIN, FULL)) for _ in range(8)] == [1, 2, 3, 4, 5, 6, 7, -1]
    assert desk.do(lambda: gem.wind_delete(3))
    assert desk.do(lambda: gem.wind_create(PLAIN, FULL)) == 3
    assert (desk.picture() == before, gem.wind_get(0, Wf.WF_TOP).x) == (True, 0)


def test_deleting_an_open_window_closes_it_and_calls_on_windows_that_are_not_there_say_so(desk: Desk) -> None:
    gem, before = desk.gem, desk.picture()
    handle = desk.open(*OUTER)
    assert desk.picture() != before
    assert (desk.do(lambda: gem.wind_delete(handle)), desk.picture() == before) == (True, True)
    assert desk.open(*OUTER) == handle
    refused = [gem.wind_open(handle, OUTER), gem.wind_open(5, OUTER), gem.wind_close(5), gem.wind_delete(5)]
    assert [*refused, gem.wind_set(5, Wf.WF_NAME, "x"), gem.wind_set(5, Wf.WF_TOP)] == [False] * 6
    with pytest.raises(WindowError, match="window 5"):
        gem.wind_get(5, Wf.WF_WORKXYWH)
    with pytest.raises(ValueError, match="99"):
        gem.wind_get(handle, 99)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (Wf.WF_NAME, ()),
        (Wf.WF_INFO, (7,)),
        (Wf.WF_CURRXYWH, (1, 2, 3)),
        (Wf.WF_CURRXYWH, ("x",)),
        (Wf.WF_VSLIDE, ()),
        (Wf.WF_HSLSIZE, ("500",)),
    ],
)
def test_a_value_that_the_field_cannot_hold_changes_nothing(
    desk: Desk, field: Wf, value: tuple[int | str, ...]
) -> None:
    handle = desk.open(*OUTER, ALL)
    before = desk.picture()
    assert not desk.set(handle, field, *value)
    assert (desk.take(), desk.picture() == before) == ([], True)


@pytest.mark.parametrize("field", [Wf.WF_HSLIDE, Wf.WF_VSLIDE, Wf.WF_HSLSIZE, Wf.WF_VSLSIZE])
def test_sliders_are_from_1_to_1000_and_their_size_may_be_the_least(desk: Desk, field: Wf) -> None:
    handle = desk.open(*OUTER, ALL)
    sizes = field in (Wf.WF_HSLSIZE, Wf.WF_VSLSIZE)
    least = -1 if sizes else 1
    assert desk.gem.wind_get(handle, field) == (-1 if sizes else 0, 0, 0, 0)
    for number, kept in ((0, 1), (2, 2), (-1, least), (-2, 1), (999, 999), (1001, 1000)):
        assert desk.set(handle, field, number)
        assert desk.gem.wind_get(handle, field) == (kept, 0, 0, 0)


# ---- fields


def test_a_closed_window_only_notes_a_new_place(desk: Desk) -> None:
    handle = desk.open(*OUTER)
    desk.close(handle)
    before = desk.picture()
    desk.place(handle, 10, 30, 50, 60)
    assert desk.picture() == before
    assert desk.gem.wind_get(handle, Wf.WF_CURRXYWH) == (10, 30, 50, 60)
    asked = (Wf.WF_WORKXYWH, Wf.WF_CURRXYWH, Wf.WF_PREVXYWH, Wf.WF_FULLXYWH, Wf.WF_HSLSIZE, Wf.WF_VSLSIZE)
    screen, least = (0, 0, 640, 400), (-1, 0, 0, 0)
    assert [desk.gem.wind_get(0, field) for field in asked] == [FULL, screen, screen, FULL, least, least]


def test_another_desktop_shows_with_the_next_redraw_and_the_default_comes_back(desk: Desk) -> None:
    before = desk.picture()
    boxes = (obj(ObType.G_BOX, BoxSpec(0, 0, color), (0, 0, 640, 400)) for color in (0x1170, 0x1171))
    black = tree_of(*boxes)
    white = {(x, y) for x, y in area(GRect(10, 19, 20, 11)) if (x + y) % 2}
    for desktop, at_once, redrawn in ((black, set(), white), (None, white, set())):
        desk.set(0, Wf.WF_NEWDESK, desktop, 1)
        assert inverted(before, desk.picture()) == at_once
        desk.do(lambda: desk.gem.form_dial(Fmd.FMD_FINISH, GRect(0, 0, 0, 0), GRect(10, 10, 20, 20)))
        assert inverted(before, desk.picture()) == redrawn


def test_off_the_screen_no_window_is_found_though_its_list_reaches_there(desk: Desk) -> None:
    handle = desk.open(600, 5, 200, 500, Kind(0))
    places = ((639, 399), (640, 399), (639, 400), (-1, 50), (5, -1))
    assert [desk.gem.wind_find(x, y) for x, y in places] == [handle, -1, -1, -1, -1]
    assert visible(desk, handle) == [(601, 19, 198, 485)], "but not into the menu strip"


@pytest.mark.parametrize("kind", [Kind(0), PLAIN, ALL])
def test_a_border_is_calculated_around_a_work_area_and_back(desk: Desk, kind: Kind) -> None:
    work = GRect(100, 110, 150, 140)
    border = desk.gem.wind_calc(Wc.WC_BORDER, kind, work)
    assert desk.gem.wind_get(desk.open(*border, kind), Wf.WF_WORKXYWH) == work
    assert desk.gem.wind_calc(Wc.WC_WORK, kind, border) == work


# ---- the way through all open windows, and the owner of the desktop (AES 4: WF_OWNER, WF_TOP)


@pytest.fixture
def pair() -> tuple[Member, Member]:
    shared = machine()
    return Member(shared, "ONE.PRG"), Member(shared, "TWO.PRG")


def test_the_way_through_the_windows_goes_from_the_bottom_up(pair: tuple[Member, Member]) -> None:
    one, two = pair
    low, high = one.open(20, 40, 200, 100), two.open(60, 60, 200, 100)
    closed = one.do(lambda: one.gem.wind_create(PLAIN, FULL))
    assert one.gem.wind_get(DESKTOP, Wf.WF_BOTTOM).x == low
    owners = [one.gem.wind_get(handle, Wf.WF_OWNER) for handle in (low, high, closed)]
    assert owners == [(one.ap_id, 1, high, 0), (two.ap_id, 1, 0, low), (one.ap_id, 0, 0, 0)]


def test_a_window_sent_to_the_bottom_leaves_the_next_on_top(pair: tuple[Member, Member]) -> None:
    one, two = pair
    low, high = one.open(20, 40, 200, 100), two.open(60, 60, 200, 100)
    closed = two.do(lambda: two.gem.wind_create(PLAIN, FULL))
    for member in pair:
        member.take()
    assert [two.set(handle, Wf.WF_BOTTOM) for handle in (closed, high)] == [False, True]
    assert [one.gem.wind_get(DESKTOP, field).x for field in (Wf.WF_BOTTOM, Wf.WF_TOP)] == [high, low]
    assert [[message.type for message in member.take()] for member in pair] == [[Msg.WM_ONTOP], [Msg.WM_UNTOPPED]]
    one.machine.key(LETTER)
    assert (one.keys, two.keys) == ([LETTER], [])
    assert is_whole(one.machine)


def is_whole(machine: Machine) -> bool:
    """Return whether the picture is that of a full redraw."""
    before = machine.screen.copy()
    machine._libraries.draw_everything()
    machine.settle()
    return machine.screen == before


def test_the_desktop_belongs_to_who_has_set_it_and_can_be_brought_to_the_front(pair: tuple[Member, Member]) -> None:
    one, two = pair
    assert one.gem.wind_get(DESKTOP, Wf.WF_OWNER).x == -1
    assert not two.set(DESKTOP, Wf.WF_TOP)
    one.set(DESKTOP, Wf.WF_NEWDESK, tree_of(box(0, 0, 640, 400)), 0)
    handle = two.open(60, 60, 200, 100)
    assert one.gem.wind_get(DESKTOP, Wf.WF_OWNER) == (one.ap_id, 1, handle, DESKTOP)
    one.machine.key(LETTER)
    assert (one.keys, two.keys) == ([], [LETTER])
    assert two.set(DESKTOP, Wf.WF_TOP)
    one.machine.key(LETTER)
    assert (one.keys, two.keys) == ([LETTER], [LETTER])
    assert one.gem.wind_get(DESKTOP, Wf.WF_TOP).x == DESKTOP, "the window on top is nobody's to work with"


# ---- redraws and copies missing in the recordings of a real GEM (tests/gem/own)


AT = (100, 60, 200, 100)


def test_a_window_that_comes_out_from_below_the_strip_is_drawn_in_full(desk: Desk) -> None:
    handle = desk.open(100, 5, 200, 100)
    desk.place(handle, 100, 60, 200, 100)
    assert desk.take() == [redraw(handle, 100, 60, 202, 102)]
    version = desk.machine.screen.version
    desk.place(handle, 100, 60, 200, 100)
    assert (desk.take(), desk.machine.screen.version) == ([], version), "the same place again changes nothing"


def test_a_window_that_has_not_been_drawn_yet_is_not_copied(desk: Desk) -> None:
    """Its redraw message, still waiting, names the old place. Other messages do not matter."""
    gem = desk.gem
    handle, other = desk.open(10, 300, 50, 50), desk.open(*AT)
    waiting = Message(Msg.WM_TOPPED, 0, 0, other), Message.redraw(handle, GRect(10, 300, 50, 50))
    desk.call(
        lambda: [gem.appl_write(0, message) for message in waiting],
        lambda: gem.wind_set(other, Wf.WF_CURRXYWH, 300, 200, 200, 100),
    )
    assert desk.take() == [*waiting]
    desk.close(other)
    desk.take()
    handle = desk.do(lambda: gem.wind_create(PLAIN, FULL))
    desk.call(
        lambda: gem.wind_open(handle, GRect(*AT)),
        lambda: gem.wind_set(handle, Wf.WF_CURRXYWH, 300, 200, 200, 100),
    )
    (message,) = desk.take(Msg.WM_REDRAW)
    assert message.rect.intersection(GRect(301, 219, 198, 80)) == (301, 219, 198, 80)


# ---- the rectangle lists, whatever windows there are


WIDTH, HEIGHT = 112, 100
AREA = GRect(0, 19, WIDTH, HEIGHT - 19)
frames = st.builds(
    lambda kind, x, y, w, h: (kind, GRect(x, y, max(w, least(kind)[0]), max(h, least(kind)[1]))),
    st.sampled_from(KINDS),
    st.integers(-40, WIDTH + 10),
    st.integers(-20, HEIGHT + 10),
    st.integers(0, 110),
    st.integers(0, 116),
)


def seen(rect: GRect) -> GRect:
    """Return the part of a rectangle that lies on the desktop; all zero if none does."""
    shown = rect.intersection(AREA)
    return GRect(0, 0, 0, 0) if shown.empty else shown


@settings(max_examples=500 if CI else 100, derandomize=CI, suppress_health_check=[HealthCheck.data_too_large])
@given(st.lists(frames, max_size=7))
def test_the_rectangles_given_out_are_apart_and_cover_what_can_be_seen_of_the_work_areas(
    windows: list[tuple[Kind, GRect]],
) -> None:
    gem = Machine(artwork(), WIDTH, HEIGHT).gem()
    owners = [bytearray(WIDTH) for _ in range(HEIGHT)]
    for kind, rect in windows:
        handle = gem.wind_create(kind, AREA)
        gem.wind_open(handle, rect)
        shown = seen(GRect(rect.x, rect.y, rect.w + 2, rect.h + 2))
        for y in range(shown.y, shown.bottom):
            owners[y][shown.x : shown.right] = bytes([handle]) * shown.w
    for handle in range(len(windows) + 1):
        work = gem.wind_get(handle, Wf.WF_WORKXYWH)
        given_out, rect = 0, gem.wind_get(handle, Wf.WF_FIRSTXYWH)
        while not rect.empty:
            assert rect.intersection(work) == rect
            assert rect.y >= AREA.y
            rect = seen(rect)
            assert all(set(owners[y][rect.x : rect.right]) == {handle} for y in range(rect.y, rect.bottom))
            given_out += rect.w * rect.h
            rect = gem.wind_get(handle, Wf.WF_NEXTXYWH)
        work = seen(work)
        assert given_out == sum(owners[y][work.x : work.right].count(handle) for y in range(work.y, work.bottom))


# ---- windows as icons


RECT = GRect(100, 60, 300, 200)
GADGET, FULLER = (100 + 300 - 19 - 10, 69), (390, 69)
FIRST = GRect(0, 400 - 74, 72, 72)
IN_ICON = (30, 370)


class Shrinker(Member):
    """A program that obeys the messages for its shrinkable."""

    def iconify(self, handle: int) -> None:
        self.set(handle, Wf.WF_ICONIFY, *self.take(Msg.WM_ICONIFY)[0].rect)


@pytest.fixture
def program() -> Shrinker:
    return Shrinker(machine(), "A.PRG")


@pytest.fixture
def shrinkable(program: Shrinker) -> int:
    handle = program.open(*RECT, PLAIN | Kind.SMALLER)
    program.take()
    return handle


def test_an_icon_has_a_name_to_drag_it_by_and_no_gadgets(program: Shrinker, shrinkable: int) -> None:
    gem = program.gem
    click(program.machine, *GADGET)
    program.iconify(shrinkable)
    assert gem.wind_get(shrinkable, Wf.WF_CURRXYWH) == FIRST
    assert gem.wind_get(shrinkable, Wf.WF_WORKXYWH) == GRect(1, FIRST.y + 19, 70, 52)
    assert gem.wind_get(shrinkable, Wf.WF_ICONIFY) == (1, 70, 52, 0)
    assert gem.wind_get(shrinkable, Wf.WF_UNICONIFY) == RECT
    program.machine.mouse_to(30, FIRST.y + 9)
    program.machine.mouse_button(1, True)
    program.machine.mouse_to(130, FIRST.y - 91)
    program.machine.mouse_button(1, False)
    assert gem.wind_get(shrinkable, Wf.WF_CURRXYWH) == FIRST.moved(100, -100)


def test_two_clicks_on_an_icon_ask_for_the_window_again_and_one_does_nothing(
    program: Shrinker, shrinkable: int
) -> None:
    before = program.machine.screen.copy()
    click(program.machine, *GADGET)
    program.iconify(shrinkable)
    assert is_whole(program.machine)
    click(program.machine, *IN_ICON)
    program.machine.advance(1000)
    assert program.take() == []
    assert program.presses == []
    click(program.machine, *IN_ICON, times=2)
    assert program.take() == [Message(Msg.WM_UNICONIFY, 0, 0, shrinkable, *RECT)]
    program.do(lambda: program.gem.wind_set(shrinkable, Wf.WF_UNICONIFY, RECT))
    program.do(lambda: None)
    assert program.machine.screen == before
    click(program.machine, *FULLER)
    assert [m.type for m in program.take()] == [Msg.WM_FULLED]


def test_one_click_on_an_icon_below_tops_it(program: Shrinker, shrinkable: int) -> None:
    click(program.machine, *GADGET)
    program.iconify(shrinkable)
    program.open(50, 300, 300, 90)
    click(program.machine, *IN_ICON)
    untopped, topped = program.take()
    assert (untopped.type, topped) == (Msg.WM_UNTOPPED, Message(Msg.WM_TOPPED, 0, 0, shrinkable))


def test_the_place_to_come_back_to_can_be_changed(program: Shrinker, shrinkable: int) -> None:
    elsewhere = (0, 20, 180, 120)
    assert not program.set(shrinkable, Wf.WF_UNICONIFYXYWH, 0, 20, 80, 80), "it is no icon yet"
    fields = (Wf.WF_UNICONIFY, Wf.WF_ICONIFY, Wf.WF_ICONIFY)
    assert [program.set(shrinkable, field) for field in fields] == [False, True, False]
    assert program.gem.wind_get(shrinkable, Wf.WF_CURRXYWH) == FIRST
    assert program.set(shrinkable, Wf.WF_UNICONIFYXYWH, *elsewhere)
    assert program.set(shrinkable, Wf.WF_UNICONIFY)
    assert program.gem.wind_get(shrinkable, Wf.WF_CURRXYWH) == elsewhere


def test_icons_of_all_programs_stand_beside_each_other(program: Shrinker, shrinkable: int) -> None:
    program.do(lambda: program.gem.wind_set(shrinkable, Wf.WF_ICONIFY))
    other = Shrinker(program.machine, "B.PRG")
    handle = other.open(*RECT, PLAIN | Kind.SMALLER)
    click(program.machine, *GADGET)
    assert other.take(Msg.WM_ICONIFY) == [Message(Msg.WM_ICONIFY, 0, 0, handle, *FIRST.moved(74, 0))]


@pytest.mark.parametrize(
    ("size", "corners"),
    [((160, 179), [(0, 105), (74, 105), (0, 31), (74, 31), (0, 105)]), ((73, 92), [(0, 18)] * 2)],
)
def test_places_fill_a_row_then_the_one_above_and_begin_again(
    size: tuple[int, int], corners: list[tuple[int, int]]
) -> None:
    gem = Machine(artwork(), *size).gem()
    handles = [gem.wind_create(PLAIN, GRect(0, 19, 160, 160)) for _ in corners]
    assert all(gem.wind_set(handle, Wf.WF_ICONIFY) for handle in handles)
    assert [gem.wind_get(handle, Wf.WF_CURRXYWH) for handle in handles] == [GRect(*at, 72, 72) for at in corners]
