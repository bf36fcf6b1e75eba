"""Who is asked to draw what when windows change, and what the AES draws itself (docs/machine.md 3.2, B.6)."""

from __future__ import annotations

import pytest

from gemport.gem.aes.constants import Fmd, Msg, Wf
from gemport.gem.aes.rect import GRect
from tests.gem.aes.desk import FULL, PLAIN, Desk, area, inverted, redraw

OUTER = GRect(100, 60, 200, 100)
WORK = GRect(101, 79, 198, 80)
NOWHERE = GRect(0, 0, 0, 0)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_opening_asks_for_all_of_the_window_and_makes_the_old_top_inactive(desk: Desk) -> None:
    low = desk.open(*OUTER)
    before = desk.picture()
    handle = desk.do(lambda: desk.gem.wind_create(PLAIN, FULL))
    desk.do(lambda: desk.gem.wind_open(handle, GRect(350, 200, 200, 100)))
    assert desk.take() == [redraw(handle, 350, 200, 202, 102)]
    old = GRect(*OUTER)
    assert any(old.contains(x, y) for x, y in inverted(before, desk.picture()))
    assert all(
        GRect(101, 61, 198, 17).contains(x, y) or not old.contains(x, y) for x, y in inverted(before, desk.picture())
    )
    assert desk.gem.wind_get(low, Wf.WF_TOP)[0] == handle


def test_the_work_area_is_never_touched(desk: Desk) -> None:
    desk.open(*OUTER)
    assert all(desk.machine.screen.get_pixel(x, y) == (x + y + 1) % 2 for x, y in area(WORK))


def test_closing_asks_the_window_that_comes_up_for_all_of_it_and_others_for_what_was_covered(desk: Desk) -> None:
    bottom = desk.open(0, 100, 200, 100)
    middle = desk.open(300, 200, 200, 100)
    top = desk.open(150, 120, 200, 100)
    before = desk.picture()
    desk.do(lambda: desk.gem.wind_close(top))
    assert desk.take() == [redraw(middle, 300, 200, 202, 102), redraw(bottom, 150, 120, 52, 82)]
    assert before != desk.picture()


def test_closing_a_window_below_asks_those_that_cross_it(desk: Desk) -> None:
    low = desk.open(0, 100, 200, 100)
    high = desk.open(150, 120, 200, 100)
    apart = desk.open(400, 300, 100, 80)
    desk.do(lambda: desk.gem.wind_close(low))
    assert desk.take() == [redraw(high, 150, 120, 52, 82)]
    assert desk.gem.wind_get(0, Wf.WF_TOP)[0] == apart


def test_closing_the_only_window_leaves_the_desktop(desk: Desk) -> None:
    before = desk.picture()
    handle = desk.open(*OUTER)
    desk.do(lambda: desk.gem.wind_close(handle))
    assert desk.picture() == before
    assert desk.take() == []


def test_topping_a_window_that_is_seen_in_full_asks_nobody(desk: Desk) -> None:
    low = desk.open(*OUTER)
    desk.open(350, 200, 200, 100)
    desk.do(lambda: desk.gem.wind_set(low, Wf.WF_TOP))
    assert desk.take() == []
    assert desk.gem.wind_get(0, Wf.WF_TOP)[0] == low


def test_topping_a_covered_window_asks_it_for_all_of_it(desk: Desk) -> None:
    low = desk.open(*OUTER)
    desk.open(200, 100, 200, 100)
    desk.do(lambda: desk.gem.wind_set(low, Wf.WF_TOP))
    assert desk.take() == [redraw(low, 100, 60, 202, 102)]
    desk.do(lambda: desk.gem.wind_set(low, Wf.WF_TOP))
    assert desk.take() == []


def test_a_smaller_window_is_not_asked_but_those_below_it(desk: Desk) -> None:
    low = desk.open(150, 100, 300, 200)
    high = desk.open(*OUTER)
    desk.place(high, 100, 60, 150, 80)
    assert desk.take() == [redraw(low, 150, 100, 154, 64)]


def test_a_smaller_window_that_is_not_on_top_is_asked_too(desk: Desk) -> None:
    low = desk.open(150, 100, 300, 200)
    high = desk.open(*OUTER)
    desk.open(290, 40, 50, 30)
    desk.place(high, 100, 60, 150, 80)
    assert desk.take() == [redraw(high, 100, 60, 152, 82), redraw(low, 150, 100, 154, 64)]


def test_a_larger_window_is_asked_for_all_of_it_and_nobody_else(desk: Desk) -> None:
    desk.open(150, 100, 300, 200)
    high = desk.open(*OUTER)
    desk.place(high, 100, 60, 200, 150)
    assert desk.take() == [redraw(high, 100, 60, 202, 152)]


def test_a_larger_window_that_is_not_on_top_is_asked_with_those_above_it(desk: Desk) -> None:
    low = desk.open(*OUTER)
    high = desk.open(290, 40, 50, 90)
    desk.place(low, 100, 60, 250, 150)
    assert desk.take() == [redraw(high, 290, 60, 52, 72), redraw(low, 100, 60, 252, 152)]


def test_a_window_that_grows_one_way_and_shrinks_the_other_is_asked_with_those_it_crosses(desk: Desk) -> None:
    low = desk.open(150, 100, 300, 200)
    high = desk.open(*OUTER)
    desk.place(high, 100, 60, 250, 50)
    assert desk.take() == [redraw(high, 100, 60, 252, 52), redraw(low, 150, 100, 204, 64)]


def test_the_top_window_moves_with_its_contents_and_only_those_below_are_asked(desk: Desk) -> None:
    low = desk.open(150, 100, 300, 200)
    high = desk.open(*OUTER)
    ws = desk.gem.v_opnvwk()
    ws.v_bar(WORK.x + 10, WORK.y + 10, WORK.x + 60, WORK.y + 30)
    before = desk.picture()
    desk.place(high, 40, 200, 200, 100)
    assert desk.take() == [redraw(low, 150, 100, 154, 64)]
    after = desk.picture()
    for x, y in area(WORK):
        assert before.get_pixel(x, y) == after.get_pixel(x - 60, y + 140)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((500, 60, 200, 100), (400, 60, 200, 100)),
        ((100, 350, 200, 100), (100, 300, 200, 100)),
        ((100, 5, 200, 100), (100, 60, 200, 100)),
    ],
)
def test_a_window_of_which_hidden_parts_appear_is_asked_for_all_of_it(
    desk: Desk, before: tuple[int, int, int, int], after: tuple[int, int, int, int]
) -> None:
    handle = desk.open(*before)
    desk.place(handle, *after)
    seen = GRect(*after)._replace(w=after[2] + 2, h=after[3] + 2).intersection(FULL)
    assert desk.take() == [redraw(handle, *seen)]


def test_a_window_that_hung_off_the_left_edge_is_copied_as_it_was_seen(desk: Desk) -> None:
    handle = desk.open(-50, 60, 200, 100)
    desk.gem.v_opnvwk().v_bar(0, 90, 20, 110)
    before = desk.picture()
    desk.place(handle, 10, 200, 200, 100)
    assert desk.take() == []
    after = desk.picture()
    seen = [(x, y) for x, y in area(GRect(0, 60, 150, 100))]
    assert all(before.get_pixel(x, y) == after.get_pixel(x + 10, y + 140) for x, y in seen)


def test_a_window_whose_work_area_is_not_concerned_is_not_asked(desk: Desk) -> None:
    handle = desk.open(100, 60, 200, 100)
    desk.place(handle, 100, 385, 200, 100)
    assert desk.take() == []
    desk.do(lambda: desk.gem.form_dial(Fmd.FMD_FINISH, NOWHERE, GRect(0, 380, 640, 20)))
    assert desk.take() == []


@pytest.mark.parametrize("after", [(520, 60, 200, 100), (500, 200, 200, 100), (560, 300, 200, 100)])
def test_a_window_of_which_more_is_hidden_is_not_asked(desk: Desk, after: tuple[int, int, int, int]) -> None:
    handle = desk.open(500, 60, 200, 100)
    desk.place(handle, *after)
    assert desk.take() == []


def test_a_window_that_has_not_been_drawn_yet_is_not_copied(desk: Desk) -> None:
    """Its redraw message, still waiting, names the old place."""
    gem = desk.gem
    handle = desk.do(lambda: gem.wind_create(PLAIN, FULL))

    async def open_and_move() -> None:
        gem.wind_open(handle, OUTER)
        gem.wind_set(handle, Wf.WF_CURRXYWH, 300, 200, 200, 100)

    desk.do(open_and_move)
    (message,) = desk.take(Msg.WM_REDRAW)
    assert message.rect.intersection(GRect(301, 219, 198, 80)) == (301, 219, 198, 80)


def test_a_window_below_is_drawn_again_when_it_moves(desk: Desk) -> None:
    low = desk.open(*OUTER)
    high = desk.open(250, 100, 200, 100)
    desk.place(low, 150, 80, 200, 100)
    assert desk.take() == [redraw(high, 250, 100, 102, 82), redraw(low, 150, 80, 202, 102)]


def test_the_same_place_again_changes_nothing(desk: Desk) -> None:
    handle = desk.open(*OUTER)
    version = desk.machine.screen.version
    desk.place(handle, *OUTER)
    assert desk.take() == []
    assert desk.machine.screen.version == version


def test_a_message_asks_only_within_the_bounds_of_what_can_be_seen(desk: Desk) -> None:
    low = desk.open(100, 60, 200, 200)
    desk.open(90, 50, 150, 220)
    desk.do(lambda: desk.gem.form_dial(Fmd.FMD_FINISH, NOWHERE, GRect(100, 100, 300, 50)))
    assert desk.take(Msg.WM_REDRAW)[-1] == redraw(low, 242, 100, 60, 50)


def test_a_window_that_cannot_be_seen_is_not_asked(desk: Desk) -> None:
    desk.open(100, 60, 200, 100)
    desk.open(90, 50, 230, 130)
    desk.do(lambda: desk.gem.form_dial(Fmd.FMD_FINISH, NOWHERE, GRect(100, 60, 50, 50)))
    assert [message.handle for message in desk.take()] == [2]


def test_the_menu_strip_is_not_drawn_over(desk: Desk) -> None:
    strip = desk.picture().rows[:19]
    handle = desk.open(100, -10, 200, 100)
    desk.do(lambda: desk.gem.wind_close(handle))
    desk.do(lambda: desk.gem.form_dial(Fmd.FMD_FINISH, NOWHERE, GRect(0, 0, 640, 400)))
    assert desk.picture().rows[:19] == strip
