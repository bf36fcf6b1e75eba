"""Windows: handles, rectangles, fields, and who is asked to draw what again (docs/machine.md 3.2)."""

import pytest

from gemport.gem import DESKTOP, BoxSpec, Fmd, GRect, Kind, ObType, Wf
from gemport.gem.aes.windows import WindowError
from tests.gem.aes.desk import (
    ALL,
    FULL,
    LETTER,
    PLAIN,
    Desk,
    Member,
    area,
    box,
    changed,
    inverted,
    machine,
    obj,
    tree_of,
)

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


def test_deleting_an_open_window_closes_it(desk: Desk) -> None:
    before = desk.picture()
    handle = desk.open(*OUTER)
    assert desk.picture() != before
    assert desk.do(lambda: desk.gem.wind_delete(handle))
    assert desk.picture() == before


def test_calls_on_windows_that_are_not_there_say_so(desk: Desk) -> None:
    gem = desk.gem
    handle = desk.open(*OUTER)
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


def test_a_window_that_has_gone_has_no_rectangles_any_more(desk: Desk) -> None:
    low = desk.open(*OUTER)
    desk.open(150, 90, 50, 30)
    assert not desk.gem.wind_get(low, Wf.WF_FIRSTXYWH).empty
    desk.close(low)
    assert desk.gem.wind_get(low, Wf.WF_NEXTXYWH).empty
    assert visible(desk, low) == []
    desk.do(lambda: desk.gem.wind_delete(low))
    assert visible(desk, low) == []


# ---- fields


def test_the_rectangles_of_a_window_can_be_asked_for(desk: Desk) -> None:
    handle = desk.open(*OUTER)
    desk.place(handle, 120, 80, 220, 110)
    fields = (Wf.WF_CURRXYWH, Wf.WF_PREVXYWH, Wf.WF_WORKXYWH, Wf.WF_FULLXYWH)
    rects = [desk.gem.wind_get(handle, field) for field in fields]
    assert rects == [(120, 80, 220, 110), OUTER, (121, 99, 218, 90), FULL]
    assert desk.gem.wind_get(handle, Wf.WF_TOP)[0] == handle


def test_the_desktop_is_a_window_too(desk: Desk) -> None:
    fields = (Wf.WF_WORKXYWH, Wf.WF_CURRXYWH, Wf.WF_FULLXYWH)
    assert [desk.gem.wind_get(0, field) for field in fields] == [FULL, (0, 0, 640, 400), FULL]
    assert visible(desk, 0) == [FULL]


def test_a_closed_window_only_notes_a_new_place(desk: Desk) -> None:
    handle = desk.open(*OUTER)
    desk.close(handle)
    before = desk.picture()
    desk.place(handle, 10, 30, 50, 60)
    assert desk.picture() == before
    assert desk.gem.wind_get(handle, Wf.WF_CURRXYWH) == (10, 30, 50, 60)


@pytest.mark.parametrize(
    ("field", "number", "kept"),
    [
        (Wf.WF_HSLIDE, 300, 300),
        (Wf.WF_VSLIDE, 5000, 1000),
        (Wf.WF_HSLSIZE, 250, 250),
        (Wf.WF_VSLSIZE, -1, -1),
        (Wf.WF_VSLSIZE, 4000, 1000),
        (Wf.WF_VSLIDE, 0, 1),
        (Wf.WF_HSLIDE, 0, 1),
    ],
)
def test_sliders_are_at_0_until_they_are_set_and_limited(desk: Desk, field: Wf, number: int, kept: int) -> None:
    handle = desk.open(100, 60, 400, 250, ALL)
    assert [desk.gem.wind_get(handle, slide)[0] for slide in (Wf.WF_HSLIDE, Wf.WF_VSLIDE)] == [0, 0]
    assert desk.set(handle, field, number)
    assert desk.gem.wind_get(handle, field)[0] == kept


def test_sliders_are_drawn_only_when_they_change_on_top(desk: Desk) -> None:
    screen = desk.machine.screen
    handle = desk.open(100, 60, 400, 250, ALL)
    before = desk.picture()
    desk.set(handle, Wf.WF_VSLSIZE, 250)
    assert changed(before, desk.picture()) is not None
    version = screen.version
    desk.set(handle, Wf.WF_VSLSIZE, 250)
    assert screen.version == version
    desk.open(10, 300, 50, 50)
    version = screen.version
    desk.set(handle, Wf.WF_VSLSIZE, 900)
    assert screen.version == version


@pytest.mark.parametrize(
    ("field", "line"), [(Wf.WF_NAME, GRect(120, 61, 360, 17)), (Wf.WF_INFO, GRect(101, 79, 398, 17))]
)
def test_another_name_or_info_is_drawn_in_its_line_alone(desk: Desk, field: Wf, line: GRect) -> None:
    handle = desk.open(100, 60, 400, 250, ALL)
    before = desk.picture()
    desk.set(handle, field, " Another name ")
    box = changed(before, desk.picture())
    assert box is not None
    assert box.intersection(line) == box


def test_another_desktop_shows_with_the_next_redraw_and_the_default_comes_back(desk: Desk) -> None:
    before = desk.picture()
    black = tree_of(obj(ObType.G_BOX, BoxSpec(0, 0, 0x1171), (0, 0, 640, 400)))
    white = {(x, y) for x, y in area(GRect(10, 19, 20, 11)) if (x + y) % 2}
    for desktop, at_once, redrawn in ((black, set(), white), (None, white, set())):
        desk.set(0, Wf.WF_NEWDESK, desktop, 0)
        assert inverted(before, desk.picture()) == at_once
        desk.do(lambda: desk.gem.form_dial(Fmd.FMD_FINISH, GRect(0, 0, 0, 0), GRect(10, 10, 20, 20)))
        assert inverted(before, desk.picture()) == redrawn


def test_off_the_screen_no_window_is_found(desk: Desk) -> None:
    desk.open(600, 300, 200, 200)
    places = ((639, 399), (640, 399), (639, 400), (-1, 50), (5, -1))
    assert [desk.gem.wind_find(x, y) for x, y in places] == [1, -1, -1, -1, -1]


# ---- rectangle lists


def test_a_list_reaches_beyond_the_screen_but_not_into_the_menu_strip(desk: Desk) -> None:
    handle = desk.open(600, 5, 200, 500, Kind(0))
    assert visible(desk, handle) == [(601, 19, 198, 485)]


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
