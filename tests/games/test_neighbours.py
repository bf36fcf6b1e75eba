"""Where a second window goes, and a second shrunk one."""

from gemport.gem import GRect
from gemport.play.cardwindow import free_icon_place, free_place

LARGE_DESK, SMALL_DESK = GRect(0, 19, 1280, 941), GRect(0, 19, 640, 381)
WINDOW, ICON = GRect(0, 19, 640, 461), GRect(0, 19, 98, 84)
WIDEST = 600


def test_a_window_alone_stands_as_wanted() -> None:
    assert free_place(WINDOW, [], LARGE_DESK) == WINDOW
    assert free_place(GRect(100, 90, 640, 461), [GRect(0, 19, 50, 50)], LARGE_DESK) == (100, 90, 640, 461)


def test_further_windows_stand_beside_and_below_and_then_above_each_other() -> None:
    others: list[GRect] = []
    for _ in range(5):
        others.append(free_place(WINDOW, others, LARGE_DESK))
    assert [place[:2] for place in others] == [(0, 19), (640, 19), (0, 480), (640, 480), (0, 19)]
    assert free_place(WINDOW, [WINDOW], SMALL_DESK) == WINDOW


def test_a_shrunk_window_gives_way_to_shrunk_ones_only() -> None:
    assert free_icon_place(ICON, [WINDOW], WIDEST, SMALL_DESK) == ICON
    others = [WINDOW, ICON]
    second = free_icon_place(ICON, others, WIDEST, SMALL_DESK)
    third = free_icon_place(ICON, [*others, second], WIDEST, SMALL_DESK)
    assert (second.x, third.x) == (106, 212)
    assert free_icon_place(ICON, [GRect(0, 19, 590, 381), GRect(540, 19, 100, 381)], WIDEST, SMALL_DESK) == ICON
