"""Durations at the machine's speed: the table of docs/gem.md, "The clock"."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from gemport.gem import BoxSpeed, Fmd, GRect
from tests.gem.aes.desk import FULL, Desk, changed

WAY = {(74, 0): 133, (0, 200): 152, (300, 100): 171, (600, 300): 190}
"""Milliseconds that a card's box takes, by the distance it goes."""
DIALOG = GRect(50, 60, 400, 250)


def length(desk: Desk, start: Callable[[], Any]) -> int:
    """Milliseconds from a call of the program's to its return, stepped from one change to the next."""
    call = desk.call(start)
    passed = 0
    while not call.done:
        wait = desk.machine.next_wakeup()
        assert wait is not None
        desk.machine.advance(wait)
        passed += wait
    return passed


@pytest.mark.parametrize(("way", "ms"), WAY.items())
def test_a_cards_box_takes_a_frame_for_each_outline_and_a_third_to_take_it_away(
    desk: Desk, way: tuple[int, int], ms: int
) -> None:
    assert length(desk, lambda: desk.gem.graf_movebox(64, 93, 10, 40, 10 + way[0], 40 + way[1])) == ms


@pytest.mark.parametrize(("speed", "show", "hide"), [(BoxSpeed.MACHINE, 14, 5), (BoxSpeed.FAST, 3, 1)])
def test_a_moving_box_shows_one_outline_more_at_a_time_and_then_one_less(
    desk: Desk, speed: BoxSpeed, show: int, hide: int
) -> None:
    """71.2 frames a second of the monitor are 14 ms each."""
    desk.machine.box_speed = speed
    before = desk.picture()
    desk.call(lambda: desk.gem.graf_movebox(64, 93, 10, 40, 310, 140))
    waits, pictures = [], [desk.picture()]
    while (wait := desk.machine.next_wakeup()) is not None:
        desk.machine.advance(wait)
        waits.append(wait)
        pictures.append(desk.picture())
    assert waits == [show] * 9 + [hide] * 9
    assert all(one != other for one, other in pairwise(pictures[:-1]))
    assert pictures[-1] == before


def test_boxes_can_be_switched_off(desk: Desk) -> None:
    desk.machine.box_speed = BoxSpeed.OFF
    before = desk.picture()
    assert length(desk, lambda: desk.gem.graf_movebox(64, 93, 10, 40, 310, 140)) == 0
    assert desk.picture() == before


@pytest.mark.parametrize(
    ("flag", "small", "big", "ms"),
    [
        (Fmd.FMD_GROW, GRect(100, 100, 40, 30), DIALOG, 323),
        (Fmd.FMD_SHRINK, GRect(100, 100, 40, 30), DIALOG, 323),
        (Fmd.FMD_GROW, GRect(250, 185, 1, 1), DIALOG, 190),
        (Fmd.FMD_GROW, GRect(300, 200, 19, 19), FULL, 247),
        (Fmd.FMD_START, GRect(100, 100, 40, 30), DIALOG, 0),
        (Fmd.FMD_FINISH, GRect(100, 100, 40, 30), DIALOG, 0),
    ],
)
def test_a_growing_box_takes_its_outlines_time_and_all_else_of_a_dialog_none(
    desk: Desk, flag: Fmd, small: GRect, big: GRect, ms: int
) -> None:
    assert length(desk, lambda: desk.gem.form_dial(flag, small, big)) == ms


@pytest.mark.parametrize(("flag", "first"), [(Fmd.FMD_GROW, GRect(100, 100, 40, 30)), (Fmd.FMD_SHRINK, DIALOG)])
def test_a_box_grows_from_the_small_one_and_shrinks_from_the_big_one(desk: Desk, flag: Fmd, first: GRect) -> None:
    before = desk.picture()
    desk.call(lambda: desk.gem.form_dial(flag, GRect(100, 100, 40, 30), DIALOG))
    shown = changed(before, desk.picture())
    assert shown is not None
    assert shown.union(first.inset(1)) == shown
    assert shown.intersection(first) == shown
