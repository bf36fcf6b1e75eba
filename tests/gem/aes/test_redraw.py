"""Windows drawn again and copied: what recordings of a real GEM (tests/gem/own) leave out (docs/machine.md 3.2)."""

import pytest

from gemport.gem import Fmd, GRect, Msg, Wf
from tests.gem.aes.desk import FULL, PLAIN, Desk, area, redraw

OUTER = (100, 60, 200, 100)
WORK = GRect(101, 79, 198, 80)
Rect = tuple[int, int, int, int]


def test_a_window_that_comes_out_from_below_the_strip_is_drawn_in_full(desk: Desk) -> None:
    handle = desk.open(100, 5, 200, 100)
    desk.place(handle, 100, 60, 200, 100)
    assert desk.take() == [redraw(handle, 100, 60, 202, 102)]


@pytest.mark.parametrize(
    ("outer", "after", "seen"),
    [
        (OUTER, (40, 200, 200, 100), WORK),
        # what hung off the left edge is copied as it was seen
        ((-50, 60, 200, 100), (10, 200, 200, 100), GRect(0, 60, 150, 100)),
    ],
)
def test_the_top_window_moves_with_its_contents(desk: Desk, outer: Rect, after: Rect, seen: GRect) -> None:
    handle = desk.open(*outer)
    desk.gem.v_opnvwk().v_bar(seen.x + 10, seen.y + 30, seen.x + 60, seen.y + 50)
    before = desk.picture()
    desk.place(handle, *after)
    moved = desk.picture()
    dx, dy = after[0] - max(outer[0], 0), after[1] - outer[1]
    assert all(before.get_pixel(x, y) == moved.get_pixel(x + dx, y + dy) for x, y in area(seen))
    assert desk.take() == []


def test_a_window_that_has_not_been_drawn_yet_is_not_copied(desk: Desk) -> None:
    """Its redraw message, still waiting, names the old place."""
    gem = desk.gem
    handle = desk.do(lambda: gem.wind_create(PLAIN, FULL))
    desk.call(
        lambda: gem.wind_open(handle, GRect(*OUTER)),
        lambda: gem.wind_set(handle, Wf.WF_CURRXYWH, 300, 200, 200, 100),
    )
    (message,) = desk.take(Msg.WM_REDRAW)
    assert message.rect.intersection(GRect(301, 219, 198, 80)) == (301, 219, 198, 80)


def test_the_same_place_again_changes_nothing(desk: Desk) -> None:
    handle = desk.open(*OUTER)
    version = desk.machine.screen.version
    desk.place(handle, *OUTER)
    assert (desk.take(), desk.machine.screen.version) == ([], version)


def test_the_menu_strip_is_not_drawn_over(desk: Desk) -> None:
    before = desk.picture()
    desk.close(desk.open(100, -10, 200, 100))
    desk.do(lambda: desk.gem.form_dial(Fmd.FMD_FINISH, GRect(0, 0, 0, 0), GRect(0, 0, 640, 400)))
    assert desk.picture() == before
