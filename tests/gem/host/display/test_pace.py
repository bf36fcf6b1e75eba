from __future__ import annotations

import pytest

from gemport.gem.host.display.pace import Pace


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
    return Pace(clock)


def test_while_only_input_can_wake_the_gem_no_time_passes(clock: Clock, pace: Pace) -> None:
    clock.now += 100
    assert pace.passed() == 0
    assert pace.due(None) is None
    clock.now += 100
    assert pace.passed() == 0
    pace.due(500)
    clock.now += 0.2
    assert pace.passed() == 200


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
