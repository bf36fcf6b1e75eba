"""Keys, held keys and buttons, and the time that passes before each input."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gemport.hosts.desktop.backend import key as host
from gemport.hosts.inputs import KEEP, Keyboard, Pace


@pytest.fixture
def keyboard() -> Keyboard:
    return Keyboard()


def test_a_character_comes_once_as_the_text_the_layout_makes(keyboard: Keyboard) -> None:
    assert keyboard.press(host.Z, 0) is None
    assert keyboard.text("y") == [0x1579]


def test_return_acts_once_though_it_is_text_too(keyboard: Keyboard) -> None:
    assert keyboard.press(host.RETURN, 0) == 0x1C0D
    assert keyboard.text("\r") == []


def test_the_hosts_own_repetitions_are_not_listened_to(keyboard: Keyboard) -> None:
    keyboard.press(host.RETURN, 0)
    assert keyboard.text("\r") == keyboard.text("\r") == []
    keyboard.press(host.A, 0)
    assert keyboard.text("a") == [0x1E61]
    assert keyboard.text("a") == keyboard.text("a") == []
    keyboard.press(host.Z, host.MOD_CTRL)
    keyboard.release(host.LCTRL)
    assert keyboard.text("z") == []


@pytest.mark.parametrize(
    ("symbol", "modifiers", "text", "word"),
    [
        (host.F12, 0, "", 0x6100),
        (host.END, 0, "", 0x6100),
        (host.Z, host.MOD_CTRL, "", 0x6100),
        (host.LEFT, 0, "", 0x4B00),
        (host.F5, 0, "", 0x3F00),
        (host.RETURN, 0, "\r", 0x1C0D),
        (host.A, 0, "a", 0x1E61),
        (host.E, 0, "é", 0x0082),
    ],
)
def test_every_key_repeats_while_it_is_held(
    keyboard: Keyboard, symbol: int, modifiers: int, text: str, word: int
) -> None:
    keyboard.press(symbol, modifiers)
    if text:
        keyboard.text(text)
    assert keyboard.held == word
    keyboard.release(symbol)
    assert keyboard.held is None


def test_the_key_pressed_last_repeats_though_an_earlier_one_goes_up(keyboard: Keyboard) -> None:
    keyboard.press(host.F1, 0)
    keyboard.press(host.F2, 0)
    keyboard.release(host.F1)
    assert keyboard.held == 0x3C00
    keyboard.release(host.F2)
    assert keyboard.held is None


@pytest.mark.parametrize(
    "end",
    [
        lambda keyboard: keyboard.release(host.LCTRL),
        lambda keyboard: keyboard.press(host.LSHIFT, host.MOD_CTRL),
        lambda keyboard: keyboard.modifiers(0),
        lambda keyboard: keyboard.forget(),
        lambda keyboard: keyboard.press(host.CAPSLOCK, host.MOD_CTRL),
    ],
)
def test_a_change_of_the_modifiers_and_another_window_end_the_repetition(
    keyboard: Keyboard, end: Callable[[Keyboard], None]
) -> None:
    keyboard.press(host.LCTRL, 0)
    keyboard.press(host.Z, host.MOD_CTRL)
    assert keyboard.held == 0x6100
    end(keyboard)
    assert keyboard.held is None


def test_what_is_pressed_with_command_does_not_repeat_for_its_release_may_never_be_told(keyboard: Keyboard) -> None:
    assert keyboard.press(host.Z, host.MOD_COMMAND) == 0x6100
    assert keyboard.held is None


def test_text_of_no_key_comes_as_often_as_it_is_typed(keyboard: Keyboard) -> None:
    keyboard.press(host.A, 0)
    keyboard.release(host.A)
    assert keyboard.text("é") == keyboard.text("é") == [0x0082]
    assert keyboard.held is None


def test_a_named_key_before_a_character_swallows_nothing(keyboard: Keyboard) -> None:
    keyboard.press(host.F1, 0)
    keyboard.press(host.A, 0)
    assert keyboard.text("a") == [0x1E61]


def test_the_keypad_keeps_its_own_scancodes(keyboard: Keyboard) -> None:
    keyboard.press(host.NUM_7, 0)
    assert keyboard.text("7") == [0x6737]
    keyboard.press(host._7, 0)
    assert keyboard.text("7") == [0x0837]


def test_a_german_keypad_comma_is_the_keypads_period(keyboard: Keyboard) -> None:
    keyboard.press(host.NUM_DECIMAL, 0)
    assert keyboard.text(",") == [0x712E]


@pytest.mark.parametrize(
    ("symbol", "modifiers", "word"),
    [
        *((symbol, 0, 0x6100) for symbol in (host.F12, host.END, host.UNDO)),
        *((symbol, 0, 0x6200) for symbol in (host.F11, host.HELP)),
        *((host.Z, modifier, 0x6100) for modifier in (host.MOD_CTRL, host.MOD_COMMAND)),
        (host.C, host.MOD_CTRL, 0x2E03),
        (host.A, host.MOD_ALT, 0x1E00),
        (host.NUM_ENTER, 0, 0x720D),
    ],
)
def test_named_keys_and_combinations_act_at_once(keyboard: Keyboard, symbol: int, modifiers: int, word: int) -> None:
    """Undo and Help are on keys that every host has, and Undo is the host's own combination for it."""
    assert keyboard.press(symbol, modifiers) == word


def test_altgr_waits_for_its_text(keyboard: Keyboard) -> None:
    assert keyboard.press(host.Q, host.MOD_CTRL | host.MOD_ALT) is None
    assert keyboard.text("@") == [0x0340]


def test_the_two_shift_keys_are_told_apart(keyboard: Keyboard) -> None:
    keyboard.press(host.RSHIFT, 0)
    assert keyboard.shift == 1
    keyboard.press(host.LSHIFT, host.MOD_SHIFT)
    assert keyboard.shift == 3
    assert keyboard.press(host.F2, host.MOD_SHIFT) == 0x5500
    keyboard.release(host.RSHIFT)
    assert keyboard.shift == 2


def test_a_shift_key_released_elsewhere_is_not_held_for_ever(keyboard: Keyboard) -> None:
    keyboard.press(host.LSHIFT, 0)
    keyboard.press(host.LCTRL, host.MOD_SHIFT)
    keyboard.modifiers(0)
    assert keyboard.shift == 0


def test_a_modifier_pressed_elsewhere_counts(keyboard: Keyboard) -> None:
    keyboard.modifiers(host.MOD_SHIFT | host.MOD_ALT)
    assert keyboard.shift == 2 | 8


@pytest.mark.parametrize("text", ["日", "\x1b", "\x7f"])
def test_text_that_the_atari_lacks_gives_nothing(keyboard: Keyboard, text: str) -> None:
    keyboard.press(host.A, 0)
    assert keyboard.text(text) == []


def test_a_composed_character_comes_without_a_key(keyboard: Keyboard) -> None:
    assert keyboard.text("é") == [0x0082]


def test_a_key_that_is_a_button_is_held_down_and_not_repeated(keyboard: Keyboard) -> None:
    for symbol, word in ((host.INSERT, 0x5200), (host.HOME, 0x4700), (host.NUM_INSERT, 0x5200)):
        assert keyboard.press(symbol, host.MOD_ALT) == word
        assert keyboard.held is None


def test_only_a_key_that_moves_the_pointer_waits_for_no_program(keyboard: Keyboard) -> None:
    assert keyboard.press(host.UP, host.MOD_ALT | host.MOD_SHIFT) == 0x4838
    assert (keyboard.held, keyboard.moves_pointer) == (0x4838, True)
    keyboard.press(host.UP, 0)
    assert (keyboard.held, keyboard.moves_pointer) == (0x4800, False)


class Clock:
    """The host's clock, moved by hand; seconds."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pace(clock: Clock) -> Pace:
    pace = Pace(clock)
    assert pace.passed() == 0
    return pace


def test_time_begins_when_the_first_is_asked_for(clock: Clock) -> None:
    pace = Pace(clock)
    clock.now += 100
    assert pace.passed() == 0
    clock.now += 1
    assert pace.passed() == 1000


def test_time_passes_also_while_only_input_can_wake_the_gem(clock: Clock, pace: Pace) -> None:
    assert pace.due(None) is None
    clock.now += 1200
    assert pace.passed() == 1_200_000
    pace.due(500)
    clock.now += 0.3
    assert pace.passed() in (299, 300)


def test_hidden_is_not_played_where_it_is_kept_how_long_that_was(clock: Clock, pace: Pace) -> None:
    for timed in (Pace(clock, lambda: True), pace):
        timed.passed()
        clock.now += 2
        assert timed.passed() == 2000
        timed.see(False)
        clock.now += 40
        kept_still = timed is not pace
        assert timed.passed() == (0 if kept_still else 40_000)
        clock.now += 2
        timed.see(True)
        clock.now += 1
        assert timed.passed() == (1000 if kept_still else 3000)


def test_nobody_sits_there_for_a_day(clock: Clock, pace: Pace) -> None:
    pace.due(None)
    clock.now += 86_400
    assert pace.passed() == 3_600_000
    clock.now += 1
    assert pace.passed() == 1000


class Played:
    """A pace that keeps what has passed while ``going``, and how often it did."""

    def __init__(self, clock: Clock) -> None:
        self.going = True
        self.times = 0
        self.pace = Pace(clock, self.keep)
        self.feed()

    def keep(self) -> bool:
        self.times += 1
        return self.going

    def feed(self) -> tuple[int, float | None]:
        """What a host does at an input or a wakeup: the milliseconds that passed, the seconds until the next."""
        passed = self.pace.passed()
        self.pace.keep()
        return passed, self.pace.due(None)


def test_what_passed_is_kept_every_ten_seconds_until_nobody_plays(clock: Clock) -> None:
    played = Played(clock)
    clock.now += 4
    _, due = played.feed()
    assert (due, played.times) == (pytest.approx(KEEP - 4, abs=0.01), 0)
    for times in (1, 2, 3):
        clock.now += due or 0
        passed, due = played.feed()
        assert (passed, due, played.times) == (pytest.approx(10_000, abs=4001), pytest.approx(KEEP, abs=0.01), times)
    played.going = False
    clock.now += due or 0
    assert played.feed()[1] is None
    assert played.times == 4
    clock.now += 60
    # An input.
    assert played.feed() == (60_000, pytest.approx(KEEP, abs=0.01))


def test_a_suspended_computer_adds_nothing_while_somebody_plays(clock: Clock) -> None:
    """Some hosts' clocks go on meanwhile: the keeping that did not come tells it."""
    played = Played(clock)
    clock.now += 8 * 3600
    assert played.feed()[0] <= 1000 * KEEP + 1
    clock.now += 2
    assert played.feed()[0] == 2000


def test_the_gem_is_woken_when_its_time_has_come(clock: Clock, pace: Pace) -> None:
    assert pace.due(500) == pytest.approx(0.5)
    clock.now += 0.2
    assert pace.passed() == 200
    assert pace.due(300) == pytest.approx(0.3)
    clock.now += 0.4
    assert pace.due(300) == 0


def test_fractions_of_a_millisecond_add_up(clock: Clock, pace: Pace) -> None:
    pace.due(10_000)
    total = 0
    for _ in range(1000):
        clock.now += 0.0014
        total += pace.passed()
        pace.due(10_000)
    assert total in (1399, 1400)


def test_a_long_timer_is_not_taken_for_the_hosts_sleep(clock: Clock, pace: Pace) -> None:
    pace.due(60_000)
    clock.now += 60.5
    assert pace.passed() == 60_500


def test_what_the_host_slept_through_is_not_made_up_for(clock: Clock, pace: Pace) -> None:
    pace.due(20)
    clock.now += 3600
    assert pace.passed() == 20
    pace.due(20)
    clock.now += 0.02
    assert pace.passed() in (19, 20)


def test_a_machine_that_works_is_told_of_one_slices_time_however_long_the_slice_took(clock: Clock, pace: Pace) -> None:
    """Or a slow computer would have more and more slices to do at once, and answer no key any more."""
    for _ in range(10):
        pace.due(10)
        clock.now += 0.5
        assert pace.passed(working=True) == 10
    pace.due(10)
    clock.now += 0.013
    assert pace.passed(working=True) == 13


@pytest.mark.parametrize(("speed", "host_ms"), [(1, 600), (2, 300), (0.5, 1200), (0.3, 2000), (7, 86)])
def test_speed_makes_the_machines_clock_run_faster(speed: float, host_ms: int) -> None:
    clock = Clock()
    pace = Pace(clock, speed=speed)
    assert (pace.passed(), pace.due(600)) == (0, pytest.approx(host_ms / 1000))
    passed = 0
    for _ in range(host_ms - 1):
        clock.now += 0.001
        passed += pace.passed()
        pace.due(600 - passed)
    assert passed < 600
    clock.now += 0.002
    assert 600 <= passed + pace.passed() <= 600 + 2 * speed
