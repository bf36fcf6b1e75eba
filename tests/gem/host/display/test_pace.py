from __future__ import annotations

import pytest

from gemport.gem.host.display.pace import KEEP, Pace


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
