"""Who is asked to draw what when windows change, and what the AES draws itself (docs/machine.md 3.2, B.6)."""

import pytest

from gemport.gem import Fmd, GRect, Msg, Wf
from tests.gem.aes.desk import FULL, PLAIN, Desk, area, inverted, redraw

OUTER = (100, 60, 200, 100)
BEHIND = (150, 100, 300, 200)
WORK = GRect(101, 79, 198, 80)
Rect = tuple[int, int, int, int]


def change(desk: Desk, what: str, *words: int) -> None:
    """Close or top a window, place it, or finish a dialog."""
    match what:
        case "close":
            desk.close(*words)
        case "top":
            desk.set(words[0], Wf.WF_TOP)
        case "place":
            desk.place(*words)
        case "finish":
            desk.do(lambda: desk.gem.form_dial(Fmd.FMD_FINISH, GRect(0, 0, 0, 0), GRect(*words)))


@pytest.mark.parametrize(
    ("windows", "changes", "asked"),
    [
        # closing: all of the window that comes up, of others what was covered, and those above that cross it
        (
            [(0, 100, 200, 100), (300, 200, 200, 100), (150, 120, 200, 100)],
            [("close", 3)],
            [(2, 300, 200, 202, 102), (1, 150, 120, 52, 82)],
        ),
        ([(0, 100, 200, 100), (150, 120, 200, 100), (400, 300, 100, 80)], [("close", 1)], [(2, 150, 120, 52, 82)]),
        ([OUTER], [("close", 1)], []),
        # topping: nobody, if it was seen in full; else all of it, once
        ([OUTER, (350, 200, 200, 100)], [("top", 1)], []),
        ([OUTER, (200, 100, 200, 100)], [("top", 1), ("top", 1)], [(1, 100, 60, 202, 102)]),
        # a smaller window: those below it, and the window itself if it is not on top
        ([BEHIND, OUTER], [("place", 2, 100, 60, 150, 80)], [(1, 150, 100, 154, 64)]),
        (
            [BEHIND, OUTER, (290, 40, 50, 30)],
            [("place", 2, 100, 60, 150, 80)],
            [(2, 100, 60, 152, 82), (1, 150, 100, 154, 64)],
        ),
        # a larger one: all of it, and if it is not on top those above it
        ([BEHIND, OUTER], [("place", 2, 100, 60, 200, 150)], [(2, 100, 60, 202, 152)]),
        (
            [OUTER, (290, 40, 50, 90)],
            [("place", 1, 100, 60, 250, 150)],
            [(2, 290, 60, 52, 72), (1, 100, 60, 252, 152)],
        ),
        # larger one way and smaller the other
        ([BEHIND, OUTER], [("place", 2, 100, 60, 250, 50)], [(2, 100, 60, 252, 52), (1, 150, 100, 204, 64)]),
        # moved: those below; all of it when hidden parts of it appear, nobody when more of it is hidden
        ([BEHIND, OUTER], [("place", 2, 40, 200, 200, 100)], [(1, 150, 100, 154, 64)]),
        ([(500, 60, 200, 100)], [("place", 1, 400, 60, 200, 100)], [(1, 400, 60, 202, 102)]),
        ([(100, 350, 200, 100)], [("place", 1, 100, 300, 200, 100)], [(1, 100, 300, 202, 100)]),
        ([(100, 5, 200, 100)], [("place", 1, 100, 60, 200, 100)], [(1, 100, 60, 202, 102)]),
        ([(500, 60, 200, 100)], [("place", 1, 520, 60, 200, 100)], []),
        ([(500, 60, 200, 100)], [("place", 1, 500, 200, 200, 100)], []),
        ([(500, 60, 200, 100)], [("place", 1, 560, 300, 200, 100)], []),
        # below another one it is drawn again
        (
            [OUTER, (250, 100, 200, 100)],
            [("place", 1, 150, 80, 200, 100)],
            [(2, 250, 100, 102, 82), (1, 150, 80, 202, 102)],
        ),
        # a work area that is not concerned
        ([OUTER], [("place", 1, 100, 385, 200, 100), ("finish", 0, 380, 640, 20)], []),
        # only within the bounds of what can be seen
        (
            [(100, 60, 200, 200), (90, 50, 150, 220)],
            [("finish", 100, 100, 300, 50)],
            [(2, 100, 100, 142, 50), (1, 242, 100, 60, 50)],
        ),
        ([OUTER, (90, 50, 230, 130)], [("finish", 100, 60, 50, 50)], [(2, 100, 60, 50, 50)]),
    ],
)
def test_windows_are_asked_to_draw_what_appears(
    desk: Desk, windows: list[Rect], changes: list[tuple[str | int, ...]], asked: list[tuple[int, ...]]
) -> None:
    for rect in windows:
        desk.open(*rect)
    for what, *words in changes:
        change(desk, str(what), *map(int, words))
    assert desk.take() == [redraw(*message) for message in asked]


def test_opening_asks_for_all_of_the_window_and_makes_the_old_top_inactive(desk: Desk) -> None:
    bare = desk.picture()
    low = desk.open(*OUTER)
    assert not inverted(bare, desk.picture()) & area(WORK), "the work area is the program's"
    before = desk.picture()
    handle = desk.do(lambda: desk.gem.wind_create(PLAIN, FULL))
    desk.do(lambda: desk.gem.wind_open(handle, GRect(350, 200, 200, 100)))
    assert desk.take() == [redraw(handle, 350, 200, 202, 102)]
    old = inverted(before, desk.picture()) & area(GRect(*OUTER))
    assert old
    assert old <= area(GRect(101, 61, 198, 17))
    assert desk.gem.wind_get(low, Wf.WF_TOP)[0] == handle


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
    change(desk, "finish", 0, 0, 640, 400)
    assert desk.picture() == before
