"""The mouse over frames: who gets a press, gadgets, drags, repeats (docs/machine.md 3.2, B.1, B.2)."""

from __future__ import annotations

import pytest

from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_MESAG, MU_TIMER, RIGHT, Kind, Msg, Update
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.gem.aes.rect import GRect
from tests.gem.aes.desk import CLOSER, FULL, NAME, PLAIN, Desk, menu_tree, message, started, worked_example

WORK = (300, 200)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def window(desk: Desk) -> int:
    return worked_example(desk)


# ---- who gets a press


class Watcher:
    """A program with two windows that notes button events and messages."""

    def __init__(self) -> None:
        self.log: list[object] = []
        self.machine = started(self._run)

    async def _run(self, gem: Gem) -> None:
        for rect in (GRect(50, 50, 200, 150), GRect(200, 100, 200, 150)):
            gem.wind_open(gem.wind_create(PLAIN | Kind.UPARROW, FULL), rect)
        while True:
            event = await gem.evnt_multi(MU_BUTTON | MU_MESAG, clicks=0x101, mask=3, state=0)
            if event.message is not None:
                self.log.append((event.message.type, event.message.handle))
            if MU_BUTTON in event.events:
                self.log.append((event.buttons, event.x, event.y))
                await gem.evnt_button(1, 3, 0)


@pytest.fixture
def watcher() -> Watcher:
    watcher = Watcher()
    watcher.log.clear()
    return watcher


def click(machine: Machine, x: int, y: int, button: int = LEFT) -> None:
    machine.mouse_to(x, y)
    machine.mouse_button(button, True)
    machine.mouse_button(button, False)


def test_presses_in_the_top_windows_work_area_are_the_programs(watcher: Watcher) -> None:
    click(watcher.machine, 300, 200)
    assert watcher.log == [(LEFT, 300, 200)]


def test_presses_on_the_desktop_are_the_programs(watcher: Watcher) -> None:
    click(watcher.machine, 600, 300)
    assert watcher.log == [(LEFT, 600, 300)]


@pytest.mark.parametrize("place", [(100, 60), (100, 150), (60, 55)])
def test_a_press_anywhere_on_a_lower_window_asks_to_top_it_and_is_no_button_event(
    watcher: Watcher, place: tuple[int, int]
) -> None:
    click(watcher.machine, *place)
    assert watcher.log == [(Msg.WM_UNTOPPED, 2), (Msg.WM_TOPPED, 1)]


def test_presses_on_frames_and_in_the_strip_are_not_the_programs(watcher: Watcher) -> None:
    for place in ((300, 110), (300, 8), (200, 249)):
        click(watcher.machine, *place)
        watcher.machine.mouse_to(300, 200)
    assert watcher.log == [(Msg.WM_MOVED, 2)]


def test_a_shadow_belongs_to_what_is_below(watcher: Watcher) -> None:
    click(watcher.machine, 400, 200)
    assert watcher.log == [(LEFT, 400, 200)]


def test_the_right_button_does_nothing_on_a_frame_but_reaches_the_program(watcher: Watcher) -> None:
    click(watcher.machine, 205, 105, RIGHT)
    assert watcher.log == [(RIGHT, 205, 105)]


def test_the_left_button_after_the_right_one_stays_with_the_program(watcher: Watcher) -> None:
    machine = watcher.machine
    machine.mouse_to(205, 105)
    machine.mouse_button(RIGHT, True)
    machine.mouse_button(LEFT, True)
    machine.mouse_button(RIGHT, False)
    machine.mouse_button(LEFT, False)
    assert watcher.log == [(RIGHT, 205, 105)]
    click(machine, 205, 105)
    assert watcher.log[1:] == [(Msg.WM_CLOSED, 2)]


def test_a_press_keeps_its_owner_until_all_buttons_are_up(watcher: Watcher) -> None:
    machine = watcher.machine
    machine.mouse_to(205, 105)
    machine.mouse_button(LEFT, True)
    machine.mouse_button(RIGHT, True)
    machine.mouse_to(300, 200)
    machine.mouse_button(LEFT, False)
    machine.mouse_to(500, 300)
    assert watcher.log == []
    machine.mouse_button(RIGHT, False)
    assert watcher.log == []
    click(machine, 500, 300)
    assert watcher.log == [(LEFT, 500, 300)]


def test_a_button_that_outlasts_the_screen_managers_work_is_not_the_programs(watcher: Watcher) -> None:
    machine = watcher.machine
    machine.mouse_to(100, 60)
    machine.mouse_button(LEFT, True)
    machine.mouse_button(RIGHT, True)
    machine.mouse_button(LEFT, False)
    machine.mouse_to(300, 200)
    assert watcher.log == [(Msg.WM_UNTOPPED, 2), (Msg.WM_TOPPED, 1)]
    machine.mouse_button(RIGHT, False)
    click(machine, 300, 200, RIGHT)
    assert watcher.log == [(Msg.WM_UNTOPPED, 2), (Msg.WM_TOPPED, 1), (RIGHT, 300, 200)]


def test_a_drag_out_of_the_work_area_stays_with_the_program(watcher: Watcher) -> None:
    machine = watcher.machine
    machine.mouse_to(300, 200)
    machine.mouse_button(LEFT, True)
    machine.mouse_to(205, 105)
    machine.mouse_button(LEFT, False)
    assert watcher.log == [(LEFT, 300, 200)]


def test_mctrl_gives_the_program_every_press(desk: Desk, window: int) -> None:
    gem = desk.gem
    seen = []

    async def grab() -> None:
        await gem.wind_update(Update.BEG_MCTRL)
        for _ in range(3):
            event = await gem.evnt_button(1, 3, LEFT)
            seen.append((event.x, event.y))
            await gem.evnt_button(1, 3, 0)
        await gem.wind_update(Update.END_MCTRL)

    desk.do(lambda: gem.menu_bar(menu_tree(), True))
    call = desk.call(grab)
    bar = desk.picture()
    for place in (CLOSER, (70, 8), (50, 300)):
        desk.click(*place)
    assert seen == [CLOSER, (70, 8), (50, 300)]
    assert call.done
    assert desk.picture() == bar
    desk.click(*CLOSER)
    assert desk.take() == [message(Msg.WM_CLOSED, window, 100, 60, 400, 250)]


# ---- the lock


def test_gadgets_wait_while_the_program_has_the_screen_and_the_press_keeps_its_place(desk: Desk, window: int) -> None:
    gem = desk.gem
    machine = desk.machine

    async def draw() -> None:
        await gem.wind_update(Update.BEG_UPDATE)
        await gem.wind_update(Update.BEG_UPDATE)
        await gem.evnt_timer(100)
        await gem.wind_update(Update.END_UPDATE)
        await gem.evnt_timer(100)
        await gem.wind_update(Update.END_UPDATE)

    desk.call(draw)
    before = desk.picture()
    desk.press(*CLOSER)
    desk.release()
    desk.to(20, 300)
    machine.advance(180)
    assert desk.picture() == before
    assert desk.take() == []
    machine.advance(20)
    assert desk.take() == [message(Msg.WM_CLOSED, window, 100, 60, 400, 250)]
    assert desk.picture() == before


def test_an_end_without_its_begin_does_nothing(desk: Desk, window: int) -> None:
    desk.do(lambda: desk.gem.wind_update(Update.END_UPDATE))
    desk.do(lambda: desk.gem.wind_update(Update.END_MCTRL))
    desk.click(*CLOSER)
    assert desk.take() == [message(Msg.WM_CLOSED, window, 100, 60, 400, 250)]


def test_the_program_waits_for_the_screen_while_a_gadget_is_held(desk: Desk, window: int) -> None:
    times: list[int] = []

    async def clock() -> None:
        while len(times) < 3:
            await desk.gem.evnt_timer(100)
            times.append(1)

    desk.call(clock)
    desk.press(*NAME)
    desk.to(320, 100)
    desk.machine.advance(1000)
    assert times == []
    desk.release()
    assert len(times) == 1


# ---- waiting programs


def test_a_program_that_counts_clicks_makes_gadgets_wait_for_the_double_click_time(desk: Desk, window: int) -> None:
    async def count() -> None:
        await desk.gem.evnt_multi(MU_BUTTON | MU_TIMER, clicks=2, ms=2000)

    desk.call(count)
    before = desk.picture()
    desk.press(*CLOSER)
    desk.machine.advance(219)
    assert desk.picture() == before
    desk.machine.advance(1)
    assert desk.picture() != before
