"""evnt_multi and its like: what is reported, when, and what waits (docs/machine.md 3.1)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_KEYBD, MU_M1, MU_M2, MU_MESAG, MU_TIMER, RIGHT, Msg, Mu
from gemport.gem.aes.events import MouseRect, MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from tests.gem.aes.desk import started

A, B = 0x1E61, 0x3062
BOTH = LEFT | RIGHT
Wish = Callable[[Gem], "list[MultiEvent]"]


class Waiter:
    """A program that waits for the same events again and again and notes them, with the time."""

    def __init__(self, flags: Mu, busy: int = 0, **wish: object) -> None:
        self.seen: list[MultiEvent] = []
        self.times: list[int] = []
        self._flags, self._wish, self._busy = flags, wish, busy
        self.now = 0
        self.gem: Gem
        self.machine = started(self._run)

    async def _run(self, gem: Gem) -> None:
        self.gem = gem
        if self._busy:
            await gem.pause(self._busy)
        while True:
            event = await gem.evnt_multi(self._flags, **self._wish)  # type: ignore[arg-type]
            self.seen.append(event)
            self.times.append(self.now)
            if event.events & MU_BUTTON:
                await gem.evnt_timer(20)

    def advance(self, ms: int) -> None:
        for _ in range(ms // 5):
            self.now += 5
            self.machine.advance(5)

    def button(self, bits: int) -> None:
        for button in (LEFT, RIGHT):
            self.machine.mouse_button(button, bool(bits & button))


def test_events_that_are_true_at_the_same_moment_are_reported_together() -> None:
    here = GRect(300, 150, 50, 80)
    flags = MU_KEYBD | MU_M1 | MU_M2 | MU_MESAG | MU_TIMER
    waiter = Waiter(flags, busy=100, m1=MouseRect(False, here), m2=MouseRect(True, here), ms=0)
    waiter.machine.key(A)
    waiter.machine.send(Message(1000))
    assert waiter.seen == []
    waiter.machine.advance(100)
    first = waiter.seen[0]
    assert first.events == MU_KEYBD | MU_M1 | MU_MESAG | MU_TIMER
    assert (first.key, first.message) == (A, Message(1000))


def test_only_what_was_asked_for_is_taken_from_the_queues() -> None:
    waiter = Waiter(MU_KEYBD, busy=100)
    waiter.machine.send(Message(1000))
    waiter.machine.key(A)
    waiter.machine.key(B)
    waiter.machine.advance(100)
    assert [(e.events, e.key, e.message) for e in waiter.seen] == [(MU_KEYBD, A, None), (MU_KEYBD, B, None)]


def test_eight_messages_wait_and_more_are_lost() -> None:
    waiter = Waiter(MU_MESAG, busy=100)
    for number in range(11):
        waiter.machine.send(Message(1000 + number))
    waiter.machine.advance(100)
    assert [event.message for event in waiter.seen] == [Message(1000 + number) for number in range(8)]


def test_that_the_program_shall_end_is_never_lost() -> None:
    waiter = Waiter(MU_MESAG, busy=100)
    for number in range(8):
        waiter.machine.send(Message(1000 + number))
    waiter.machine.request_quit()
    waiter.machine.advance(100)
    assert waiter.seen[-1].message == Message(Msg.AP_TERM)


def test_a_redraw_is_merged_into_an_older_one_of_its_window_at_the_older_ones_place() -> None:
    waiter = Waiter(MU_MESAG, busy=100)
    for message in (
        Message.redraw(1, GRect(10, 20, 30, 40)),
        Message.redraw(2, GRect(0, 0, 5, 5)),
        Message(Msg.WM_TOPPED, 0, 0, 1),
        Message.redraw(1, GRect(100, 10, 10, 10)),
    ):
        waiter.machine.send(message)
    waiter.machine.advance(100)
    assert [event.message for event in waiter.seen] == [
        Message.redraw(1, GRect(10, 10, 100, 50)),
        Message.redraw(2, GRect(0, 0, 5, 5)),
        Message(Msg.WM_TOPPED, 0, 0, 1),
    ]


def test_keys_come_with_the_shift_keys() -> None:
    waiter = Waiter(MU_KEYBD)
    waiter.machine.key(A, 4)
    assert waiter.seen[0].shift == 4


# ---- timers


def test_a_timer_waits_in_ticks_of_20_ms_and_at_least_one() -> None:
    times = []

    async def program(gem: Gem) -> None:
        for ms in (1, 20, 39, 0, 100):
            await gem.evnt_timer(ms)
            times.append(now)

    now = 0
    machine = started(program)
    while not machine.finished:
        now += 1
        machine.advance(1)
    assert times == [20, 40, 60, 80, 180]


def test_a_timer_of_0_in_evnt_multi_does_not_wait() -> None:
    seen = []

    async def program(gem: Gem) -> None:
        seen.append((await gem.evnt_multi(MU_TIMER | MU_KEYBD, ms=0)).events)

    assert started(program).finished
    assert seen == [MU_TIMER]


def test_a_host_is_told_when_the_next_timer_ends() -> None:
    waiter = Waiter(MU_TIMER, ms=200)
    assert waiter.machine.next_wakeup() == 200
    waiter.machine.advance(150)
    assert waiter.machine.next_wakeup() == 50


# ---- rectangles


def test_a_rectangle_is_reported_on_entering_or_leaving_and_at_once_if_true() -> None:
    waiter = Waiter(MU_M1, m1=MouseRect(False, GRect(10, 40, 20, 20)))
    for x, y in ((9, 40), (10, 39), (30, 59), (29, 60)):
        waiter.machine.mouse_to(x, y)
    assert waiter.seen == []
    gone: list[MultiEvent] = []

    async def program(gem: Gem) -> None:
        gone.append(await gem.evnt_mouse(False, GRect(10, 40, 20, 20)))
        gone.append(await gem.evnt_mouse(True, GRect(10, 40, 20, 20)))
        gone.append(await gem.evnt_mouse(True, GRect(10, 40, 20, 20)))

    machine = started(program)
    machine.mouse_to(29, 59)
    machine.mouse_to(20, 50)
    assert [(e.x, e.y) for e in gone] == [(29, 59)]
    machine.mouse_to(30, 50)
    assert [(e.x, e.y) for e in gone] == [(29, 59), (30, 50), (30, 50)]


def test_the_pointer_stays_on_the_screen() -> None:
    waiter = Waiter(MU_KEYBD)
    waiter.machine.mouse_to(-5, 4000)
    assert waiter.gem.graf_mkstate()[:2] == (0, 399)


# ---- buttons: masks and states


@pytest.mark.parametrize(
    ("clicks", "mask", "state", "met_by"),
    [
        (1, 1, 1, {1, 3}),
        (1, 2, 2, {2, 3}),
        (1, 3, 3, {3}),
        (1, 3, 1, {1}),
        (1, 3, 0, {0}),
        (1, 1, 0, {0, 2}),
        (0x101, 3, 0, {1, 2, 3}),
        (0x101, 3, 3, {0, 1, 2}),
        (1, 0, 0, {0, 1, 2, 3}),
    ],
)
def test_a_button_event_needs_all_masked_buttons_or_with_bit_8_not_all(
    clicks: int, mask: int, state: int, met_by: set[int]
) -> None:
    for bits in range(4):
        waiter = Waiter(MU_BUTTON, busy=100, clicks=clicks, mask=mask, state=state)
        waiter.button(bits)
        waiter.machine.advance(100)
        assert bool(waiter.seen) is (bits in met_by), bits


def test_a_state_that_holds_is_reported_at_once_and_again_while_it_holds() -> None:
    waiter = Waiter(MU_BUTTON)
    waiter.button(LEFT)
    waiter.advance(100)
    assert waiter.times == [0, 20, 40, 60, 80, 100]
    waiter.button(0)
    waiter.advance(100)
    assert len(waiter.seen) == 6


def test_either_button_up_to_two_clicks() -> None:
    """The usual idiom 0x0102, 3, 0."""
    for bits in (LEFT, RIGHT):
        waiter = Waiter(MU_BUTTON, clicks=0x102, mask=3, state=0)
        waiter.button(bits)
        waiter.button(0)
        assert waiter.seen == []
        waiter.advance(300)
        assert [(event.buttons, event.clicks) for event in waiter.seen] == [(bits, 1)]


def test_a_button_event_tells_the_change_that_met_it_even_if_another_followed() -> None:
    seen: list[tuple[int, int]] = []

    async def program(gem: Gem) -> None:
        event = await gem.evnt_multi(MU_BUTTON, clicks=2)
        seen.append((event.buttons, gem.graf_mkstate().buttons))

    machine = started(program)
    machine.mouse_to(100, 100)
    machine.mouse_button(LEFT, True)
    machine.mouse_button(LEFT, False)
    machine.settle()
    assert seen == [(LEFT, 0)]


# ---- clicks


def test_a_single_click_is_reported_at_once_if_nobody_counts() -> None:
    waiter = Waiter(MU_BUTTON, clicks=1)
    waiter.button(LEFT)
    assert [(event.buttons, event.clicks) for event in waiter.seen] == [(LEFT, 1)]
    assert waiter.machine.next_wakeup() == 20


@pytest.mark.parametrize(("asked", "clicked", "counted", "ms"), [(2, 1, 1, 220), (3, 3, 3, 340), (2, 4, 2, 400)])
def test_clicks_are_counted_in_the_double_click_time_and_three_ticks_for_each_further_one(
    asked: int, clicked: int, counted: int, ms: int
) -> None:
    """No more are reported than were asked for."""
    waiter = Waiter(MU_BUTTON, clicks=asked)
    for _ in range(clicked):
        waiter.button(LEFT)
        waiter.button(0)
    waiter.advance(600)
    assert [(event.buttons, event.clicks) for event in waiter.seen] == [(LEFT, counted)]
    assert waiter.times == [ms]


def test_two_clicks_too_far_apart_are_two_single_ones() -> None:
    waiter = Waiter(MU_BUTTON, clicks=2)
    for _ in range(2):
        waiter.button(LEFT)
        waiter.button(0)
        waiter.advance(300)
    assert [event.clicks for event in waiter.seen] == [1, 1]


@pytest.mark.parametrize(("step", "ends"), [((2, 2), False), ((3, 0), True), ((0, -3), True)])
def test_a_move_of_more_than_two_pixels_ends_the_counting(step: tuple[int, int], ends: bool) -> None:
    waiter = Waiter(MU_BUTTON, clicks=2)
    waiter.machine.mouse_to(100, 100)
    waiter.button(LEFT)
    waiter.machine.mouse_to(100 + step[0], 100 + step[1])
    assert bool(waiter.seen) is ends
    if ends:
        assert (waiter.seen[0].x, waiter.seen[0].y, waiter.seen[0].clicks) == (100, 100, 1)


def test_steps_of_two_pixels_add_up_without_ending_the_counting() -> None:
    waiter = Waiter(MU_BUTTON, clicks=2)
    waiter.machine.mouse_to(100, 100)
    waiter.button(LEFT)
    for x in (102, 104, 106):
        waiter.machine.mouse_to(x, 100)
    waiter.advance(300)
    assert (waiter.seen[0].x, waiter.seen[0].y) == (106, 100)


def test_a_click_that_is_over_is_followed_by_the_real_state() -> None:
    seen = []

    async def program(gem: Gem) -> None:
        seen.append((await gem.evnt_button(2, 3, 1)).buttons)
        seen.append((await gem.evnt_button(1, 3, 0)).buttons)

    machine = started(program)
    machine.mouse_button(LEFT, True)
    machine.mouse_button(LEFT, False)
    assert seen == []
    machine.advance(220)
    assert seen == [LEFT, 0]


def test_releases_start_no_counting() -> None:
    waiter = Waiter(MU_BUTTON, clicks=2, mask=3, state=0, busy=50)
    waiter.button(LEFT)
    waiter.advance(300)
    assert waiter.seen == []
    waiter.button(0)
    assert [event.buttons for event in waiter.seen] == [0]


def test_the_double_click_rate_can_be_chosen() -> None:
    for rate, ms in enumerate((440, 320, 260, 220, 160)):
        waiter = Waiter(MU_BUTTON, clicks=2)
        assert waiter.gem.evnt_dclick(0, False) == 3
        assert waiter.gem.evnt_dclick(rate, True) == rate
        waiter.button(LEFT)
        waiter.advance(500)
        assert waiter.times[0] == ms
    assert waiter.gem.evnt_dclick(9, True) == 4


def test_a_click_that_ends_before_the_program_waits_is_seen_once() -> None:
    waiter = Waiter(MU_BUTTON, busy=100)
    waiter.button(LEFT)
    waiter.button(0)
    waiter.machine.advance(200)
    assert [event.buttons for event in waiter.seen] == [LEFT]


# ---- the simple calls


def test_the_simple_calls_wait_for_one_thing_each() -> None:
    seen: list[object] = []

    async def program(gem: Gem) -> None:
        seen.append(await gem.evnt_keybd())
        seen.append(await gem.evnt_mesag())
        event = await gem.evnt_button(1, 3, RIGHT)
        seen.append((event.buttons, event.clicks))

    machine = started(program)
    machine.send(Message(1000))
    assert seen == []
    machine.key(A)
    assert seen == [A, Message(1000)]
    machine.mouse_button(RIGHT, True)
    assert seen[2:] == [(RIGHT, 1)]


def test_a_message_to_oneself_comes_back() -> None:
    async def program(gem: Gem) -> Message:
        gem.appl_write(0, Message(1000, 0, 0, 7))
        return await gem.evnt_mesag()

    assert started(program).result == Message(1000, 0, 0, 7)
