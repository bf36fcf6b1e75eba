"""The bell and its tone."""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Iterator
from functools import partial
from queue import SimpleQueue
from threading import Event

import pytest

from gemport.hosts.bell import DURATION, FREQUENCY, RATE, bell_samples
from gemport.hosts.desktop import sound as module
from gemport.hosts.desktop import sound as pulse
from gemport.hosts.desktop.sound import Bell, SoundError
from gemport.settings import BellMode
from tests.hosts.xvfb import wait_for


def test_the_bell_is_the_square_wave_of_the_sound_chip() -> None:
    samples = bell_samples()
    changes = sum(1 for a, b in itertools.pairwise(samples) if (a < 0) is not (b < 0))
    assert pytest.approx(2403.8, abs=0.1) == FREQUENCY
    assert pytest.approx(FREQUENCY, rel=0.001) == changes / 2 / DURATION


def test_the_bell_decays_in_32_steps_and_half_a_second() -> None:
    samples = bell_samples()
    assert pytest.approx(0.524, abs=0.001) == DURATION
    assert len(samples) == int(DURATION * RATE)
    levels = [abs(sample) for sample in samples]
    steps = sorted(set(levels), reverse=True)
    assert levels == sorted(levels, reverse=True)
    assert len(steps) == 32
    assert steps[10] / steps[9] == pytest.approx(0.84, abs=0.01)


def test_loudness_scales_the_tone_down_to_silence() -> None:
    assert max(bell_samples(50)) == pytest.approx(max(bell_samples()) / 2, abs=1)
    assert not any(bell_samples(0))


@pytest.mark.parametrize("loudness", [-1, 101])
def test_a_loudness_out_of_range_is_refused(loudness: int) -> None:
    with pytest.raises(ValueError, match=r"is not in 0\.\.100"):
        bell_samples(loudness)


PATIENCE = 20


class Loudspeaker:
    """Notes what it is told; fails at the rings whose numbers are in ``fails_at``."""

    def __init__(self) -> None:
        self.told: SimpleQueue[str] = SimpleQueue()
        self.opened: list[int] = []
        self.fails_at: range = range(0)
        self._rings = 0

    def open(self, tone: array[int]) -> Loudspeaker:
        self.opened.append(max(tone))
        return self

    def play(self) -> None:
        self._rings += 1
        if self._rings in self.fails_at:
            raise SoundError("unplugged")
        self.told.put("play")

    def stop(self) -> None:
        self.told.put("stop")

    def has_rung(self, times: int) -> bool:
        return self._rings == times

    def expect(self, *words: str) -> None:
        assert [self.told.get(timeout=PATIENCE) for _ in words] == [*words]


class Screen:
    """Can be waited for to flash."""

    def __init__(self) -> None:
        self.flashes: SimpleQueue[None] = SimpleQueue()

    def flash(self) -> None:
        self.flashes.put(None)

    def has_flashed(self) -> bool:
        self.flashes.get(timeout=PATIENCE)
        return self.flashes.empty()


@pytest.fixture
def loudspeaker(monkeypatch: pytest.MonkeyPatch) -> Loudspeaker:
    loudspeaker = Loudspeaker()
    monkeypatch.setattr(module, "open_speaker", loudspeaker.open)
    return loudspeaker


@pytest.fixture
def screen() -> Screen:
    return Screen()


@pytest.fixture
def bell(screen: Screen) -> Iterator[Bell]:
    bell = Bell(screen.flash)
    yield bell
    bell.close()


def test_a_tone_is_played_and_the_loudspeaker_closed_after_it(
    bell: Bell, loudspeaker: Loudspeaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_TAIL", -DURATION)
    bell.ring()
    loudspeaker.expect("play", "stop")
    bell.ring()
    loudspeaker.expect("play", "stop")
    assert len(loudspeaker.opened) == 1


def test_ringing_again_starts_the_tone_again(
    bell: Bell, loudspeaker: Loudspeaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_TAIL", PATIENCE)
    bell.ring()
    bell.ring()
    bell.ring()
    loudspeaker.expect("play", "play", "play")
    bell.close()
    loudspeaker.expect("stop")


def test_a_closed_bell_is_silent(screen: Screen, bell: Bell, loudspeaker: Loudspeaker) -> None:
    bell.ring()
    bell.close()
    loudspeaker.expect("play", "stop")
    bell.ring()
    assert loudspeaker.told.empty()
    assert screen.flashes.empty()


def test_where_nothing_can_sound_the_screen_flashes(
    screen: Screen, bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pulse, "CDLL", lambda _name: (_ for _ in ()).throw(OSError("no such library")))
    for _ in range(3):
        bell.ring()
        assert screen.has_flashed()


def test_while_the_loudspeaker_fails_the_screen_flashes(screen: Screen, bell: Bell, loudspeaker: Loudspeaker) -> None:
    loudspeaker.fails_at = range(2, 5)
    bell.ring()
    loudspeaker.expect("play")
    assert screen.flashes.empty()
    for tried in (2, 3, 4):
        bell.ring()
        assert screen.has_flashed()
        wait_for(partial(loudspeaker.has_rung, tried), "the ring was not tried")
    # The first that can be heard again does both.
    bell.ring()
    assert screen.has_flashed()
    loudspeaker.expect("play")
    bell.ring()
    loudspeaker.expect("play")
    assert screen.flashes.empty()


def test_rings_that_a_silent_sound_system_held_up_are_not_made_up_for(
    screen: Screen, bell: Bell, loudspeaker: Loudspeaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, held = Event(), Event()

    def open_late(tone: array[int]) -> Loudspeaker:
        asked.set()
        held.wait(PATIENCE)
        raise SoundError("no answer")

    monkeypatch.setattr(module, "open_speaker", open_late)
    for _ in range(5):
        bell.ring()
    assert asked.wait(PATIENCE)
    monkeypatch.setattr(module, "open_speaker", loudspeaker.open)
    held.set()
    assert screen.has_flashed()
    bell.ring()
    loudspeaker.expect("play")
    assert loudspeaker.told.empty()


def test_a_bell_that_shall_flash_asks_for_no_sound(screen: Screen, loudspeaker: Loudspeaker) -> None:
    Bell(screen.flash, BellMode.FLASH).ring()
    assert screen.has_flashed()
    assert loudspeaker.opened == []


def test_a_bell_that_is_off_neither_sounds_nor_flashes(screen: Screen, loudspeaker: Loudspeaker) -> None:
    Bell(screen.flash, BellMode.OFF).ring()
    assert screen.flashes.empty()
    assert loudspeaker.opened == []


def test_the_tone_is_as_loud_as_asked_for(screen: Screen, loudspeaker: Loudspeaker) -> None:
    for loudness in (100, 25):
        bell = Bell(screen.flash, loudness=loudness)
        bell.ring()
        loudspeaker.expect("play")
        bell.close()
        loudspeaker.expect("stop")
    assert loudspeaker.opened[1] == pytest.approx(loudspeaker.opened[0] / 4, abs=1)


def test_a_bell_may_be_set_otherwise_at_any_time(
    screen: Screen, bell: Bell, loudspeaker: Loudspeaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What still sounds stops; a quieter tone is another one."""
    monkeypatch.setattr(module, "_TAIL", PATIENCE)
    bell.ring()
    loudspeaker.expect("play")
    bell.set(BellMode.FLASH, 100)
    loudspeaker.expect("stop")
    bell.ring()
    assert screen.has_flashed()
    bell.set(BellMode.TONE, 25)
    bell.ring()
    loudspeaker.expect("play")
    loud, quiet = loudspeaker.opened
    assert 0 < quiet < loud / 3
    bell.set(BellMode.OFF, 25)
    loudspeaker.expect("stop")
    bell.ring()
    assert loudspeaker.told.empty()
    assert screen.flashes.empty()
