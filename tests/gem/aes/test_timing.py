"""What things take at the machine's speed: the table of docs/gem.md, "The clock"."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from gemport.gem.aes.constants import MU_BUTTON, Fmd, Kind
from gemport.gem.aes.graf import HIDE_MS, SHOW_MS, BoxSpeed
from gemport.gem.aes.rect import GRect
from tests.gem.aes.desk import FULL, Desk, menu_tree, worked_example

WAY = {(74, 0): 133, (0, 200): 152, (300, 100): 171, (600, 300): 190}
"""Milliseconds that a card's box takes, by the distance it goes."""
DIALOG = GRect(50, 60, 400, 250)


@pytest.fixture
def desk() -> Desk:
    return Desk()


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


def test_a_moving_box_shows_one_outline_more_each_frame_of_the_monitor_and_then_one_less(desk: Desk) -> None:
    """71.2 frames a second are 14 ms each."""
    desk.call(lambda: desk.gem.graf_movebox(64, 93, 10, 40, 310, 140))
    waits, pictures = [], [desk.picture()]
    while (wait := desk.machine.next_wakeup()) is not None:
        desk.machine.advance(wait)
        waits.append(wait)
        pictures.append(desk.picture())
    assert waits == [SHOW_MS] * 9 + [HIDE_MS] * 9
    assert (SHOW_MS, HIDE_MS) == (14, 5)
    assert all(one != other for one, other in pairwise(pictures[:-1]))


@pytest.mark.parametrize(("speed", "faster"), [(BoxSpeed.MACHINE, 1), (BoxSpeed.FAST, 4), (BoxSpeed.OFF, None)])
def test_boxes_move_as_fast_as_the_machine_is_told(desk: Desk, speed: BoxSpeed, faster: int | None) -> None:
    desk.machine.box_speed = speed
    before = desk.picture()
    desk.call(lambda: desk.gem.graf_movebox(64, 93, 10, 40, 310, 140))
    assert (desk.picture() == before) == (faster is None)
    waits = []
    while (wait := desk.machine.next_wakeup()) is not None:
        desk.machine.advance(wait)
        waits.append(wait)
    assert waits == ([SHOW_MS // faster] * 9 + [HIDE_MS // faster] * 9 if faster else [])
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


@pytest.mark.parametrize(("rate", "ms"), list(enumerate([440, 320, 260, 220, 160])))
def test_a_click_is_told_when_no_second_one_can_follow(desk: Desk, rate: int, ms: int) -> None:
    """The times 450, 330, 275, 220 and 165 ms are counted in ticks of 20."""
    desk.do(lambda: desk.gem.evnt_dclick(rate, True))
    call = desk.call(lambda: desk.gem.evnt_button(2, 1, 1))
    desk.press(300, 300)
    desk.release()
    desk.machine.advance(ms - 1)
    assert not call.done
    desk.machine.advance(1)
    assert call.result.clicks == 1


def test_each_further_click_lengthens_the_window_by_three_ticks(desk: Desk) -> None:
    call = desk.call(lambda: desk.gem.evnt_button(3, 1, 1))
    for _ in range(2):
        desk.press(300, 300)
        desk.release()
        desk.machine.advance(100)
    desk.machine.advance(220 + 60 - 200 - 1)
    assert not call.done
    desk.machine.advance(1)
    assert call.result.clicks == 2


def test_who_waits_for_one_click_is_told_at_once(desk: Desk) -> None:
    call = desk.call(lambda: desk.gem.evnt_multi(MU_BUTTON))
    desk.press(300, 300)
    assert call.done


def test_a_dragged_outline_never_blinks(desk: Desk) -> None:
    """It is taken away and drawn again within one movement; no time passes in which it is not there."""
    worked_example(desk)
    before = desk.picture()
    desk.press(300, 69)
    for x in range(300, 320):
        desk.to(x, 69)
        assert desk.machine.next_wakeup() is None
        assert desk.picture() != before
    desk.release()
    assert desk.picture() == before


def test_menus_windows_and_alerts_take_no_time(desk: Desk) -> None:
    gem, tree = desk.gem, menu_tree()
    handle = desk.do(lambda: gem.wind_create(Kind(0xFFF), FULL))
    for call in (
        partial(gem.menu_bar, tree, True),
        partial(gem.wind_open, handle, GRect(100, 60, 300, 200)),
        partial(gem.wind_close, handle),
    ):
        assert length(desk, call) == 0
    desk.to(80, 8)
    assert desk.machine.next_wakeup() is None
    desk.press(600, 300)
    desk.release()
    desk.call(lambda: gem.form_alert(1, "[1][Text][OK]"))
    assert desk.machine.next_wakeup() is None


def test_a_held_arrow_waits_a_double_clicks_time_and_then_goes_on_every_other_tick(desk: Desk) -> None:
    worked_example(desk)
    desk.press(490, 105)
    times, now = [], 0
    while now < 400:
        desk.machine.advance(20)
        now += 20
        times += [now] * len(desk.take())
    assert times == [20, 220, 260, 300, 340, 380]
