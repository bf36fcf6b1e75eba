"""The bell and its tone."""

from __future__ import annotations

import itertools
import os
from array import array
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from math import log10
from queue import SimpleQueue
from threading import Event

import pyglet
import pytest

from gemport.hosts.bell import BELL, CLICK, RATE, Tone
from gemport.hosts.desktop import sound
from gemport.hosts.desktop.sound import Bell, MediaSpeaker, SoundError
from gemport.settings import BellMode
from tests.hosts.waves import frequency
from tests.hosts.xvfb import wait_for


@pytest.mark.parametrize(("tone", "hertz", "seconds"), [(BELL, 2403.8, 0.524), (CLICK, 2118.6, 0.049)])
def test_a_tone_is_the_square_wave_of_the_sound_chip(tone: Tone, hertz: float, seconds: float) -> None:
    samples = tone.samples()
    assert tone.frequency == pytest.approx(hertz, abs=0.1)
    assert tone.duration == pytest.approx(seconds, abs=0.001)
    assert samples[0] == max(samples) == pytest.approx(32767 / 2, rel=0.01)
    assert frequency(samples[: int(seconds * RATE / 2)]) == pytest.approx(hertz, rel=0.001)
    assert abs(samples[-1]) <= 1


def test_the_envelope_falls_in_31_steps_to_silence() -> None:
    samples = BELL.samples()
    step = BELL.duration / 32 * RATE
    parts = (samples[int((number + 0.5) * step) : int((number + 0.9) * step)] for number in range(32))
    *swings, last = (max(part) - min(part) for part in parts)
    drops = [20 * log10(before / after) for before, after in itertools.pairwise(swings)]
    # During the first step what is constant goes out of the tone.
    assert all(1.3 < drop < 2.0 for drop in drops[1:])
    assert sum(drops[1:]) / 29 == pytest.approx(1.63, abs=0.02)
    assert last < swings[0] / 500


def test_loudness_scales_the_tone_down_to_silence() -> None:
    assert max(BELL.samples(50)) == pytest.approx(max(BELL.samples()) / 2, abs=1)
    assert not any(BELL.samples(0))


@pytest.mark.parametrize("loudness", [-1, 101])
def test_a_loudness_out_of_range_is_refused(loudness: int) -> None:
    with pytest.raises(ValueError, match=r"is not in 0\.\.100"):
        BELL.samples(loudness)


PATIENCE = 20


class Loudspeaker:
    """Notes what it is told; fails at the rings whose numbers are in ``fails_at``."""

    def __init__(self) -> None:
        self.told: SimpleQueue[str] = SimpleQueue()
        self.opened = 0
        self.played: list[array[int]] = []
        self.fails_at: range = range(0)
        self._rings = 0

    def open(self) -> Loudspeaker:
        self.opened += 1
        return self

    def play(self, wave: array[int]) -> None:
        self._rings += 1
        self.played.append(wave)
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
    monkeypatch.setattr(sound, "open_speaker", loudspeaker.open)
    return loudspeaker


@pytest.fixture
def screen() -> Screen:
    return Screen()


@pytest.fixture
def bell(screen: Screen) -> Iterator[Bell]:
    bell = Bell(screen.flash)
    yield bell
    bell.close()


def test_the_capacitor_behind_the_chip_halves_what_is_constant_in_8_ms_and_runs_empty() -> None:
    half = Tone(4095, 65535).samples()[: RATE // 62]
    for at in (0, 300):
        assert half[at + 346] / half[at] == pytest.approx(0.5, rel=0.01)
    assert [abs(tone.samples()[-1]) <= 1 for tone in (BELL, CLICK)] == [True, True]


def test_a_tone_is_played_and_the_loudspeaker_closed_after_it(
    bell: Bell, loudspeaker: Loudspeaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound, "_TAIL", -BELL.duration)
    bell.ring()
    loudspeaker.expect("play", "stop")
    bell.ring()
    loudspeaker.expect("play", "stop")
    assert loudspeaker.opened == 1


def test_ringing_again_starts_the_tone_again(
    bell: Bell, loudspeaker: Loudspeaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound, "_TAIL", PATIENCE)
    bell.ring()
    bell.ring()
    bell.ring()
    loudspeaker.expect("play", "play", "play")
    bell.close()
    loudspeaker.expect("stop")


def test_a_key_clicks_where_the_bell_is_a_tone(screen: Screen, bell: Bell, loudspeaker: Loudspeaker) -> None:
    """A click that cannot be heard is not shown."""
    bell.click()
    loudspeaker.expect("play")
    assert loudspeaker.played == [CLICK.samples()]
    loudspeaker.fails_at = range(2, 3)
    bell.click()
    wait_for(partial(loudspeaker.has_rung, 2), "the click was not tried")
    for mode in (BellMode.FLASH, BellMode.OFF):
        bell.set(mode, 100)
        bell.click()
    bell.close()
    assert screen.flashes.empty()
    assert loudspeaker.has_rung(2)


@pytest.mark.skipif(os.name == "nt", reason="Windows always has a library that sounds")
def test_where_nothing_can_sound_the_screen_flashes(
    screen: Screen, bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound, "CDLL", lambda _name: (_ for _ in ()).throw(OSError("no such library")))
    for _ in range(3):
        bell.ring()
        assert screen.has_flashed()


def test_where_a_driver_of_pyglet_fails_in_any_way_the_screen_flashes(
    screen: Screen, bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They raise what they please, and so the thread of the bell ended with a traceback."""

    def broken() -> None:
        raise RuntimeError("Critical Error:")

    # Without asking the sound systems of this computer, or opening a window.
    monkeypatch.setattr(pyglet.options, "audio", ("silent",))
    monkeypatch.setattr(pyglet.options, "shadow_window", False)
    media = import_module("pyglet.media")
    monkeypatch.setattr(media, "get_audio_driver", object)
    monkeypatch.setattr(media, "Player", broken)
    monkeypatch.setattr(sound, "open_speaker", MediaSpeaker)
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

    def open_late() -> Loudspeaker:
        asked.set()
        held.wait(PATIENCE)
        raise SoundError("no answer")

    monkeypatch.setattr(sound, "open_speaker", open_late)
    for _ in range(5):
        bell.ring()
    assert asked.wait(PATIENCE)
    monkeypatch.setattr(sound, "open_speaker", loudspeaker.open)
    held.set()
    assert screen.has_flashed()
    bell.ring()
    loudspeaker.expect("play")
    assert loudspeaker.told.empty()


@pytest.mark.parametrize("mode", [BellMode.FLASH, BellMode.OFF])
def test_a_bell_that_is_no_tone_asks_for_no_sound(screen: Screen, loudspeaker: Loudspeaker, mode: BellMode) -> None:
    Bell(screen.flash, mode).ring()
    assert screen.has_flashed() if mode is BellMode.FLASH else screen.flashes.empty()
    assert not loudspeaker.opened


def test_a_bell_is_as_loud_as_asked_for_and_silent_when_closed(screen: Screen, loudspeaker: Loudspeaker) -> None:
    for loudness in (100, 25):
        bell = Bell(screen.flash, loudness=loudness)
        bell.ring()
        loudspeaker.expect("play")
        bell.close()
        loudspeaker.expect("stop")
        bell.ring()
        assert loudspeaker.told.empty()
    loud, quiet = map(max, loudspeaker.played)
    assert quiet == pytest.approx(loud / 4, abs=1)
    assert screen.flashes.empty()


def test_a_bell_may_be_set_otherwise_at_any_time(
    screen: Screen, bell: Bell, loudspeaker: Loudspeaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What still sounds stops; a quieter tone is another one."""
    monkeypatch.setattr(sound, "_TAIL", PATIENCE)
    bell.ring()
    loudspeaker.expect("play")
    bell.set(BellMode.FLASH, 100)
    loudspeaker.expect("stop")
    bell.ring()
    assert screen.has_flashed()
    bell.set(BellMode.TONE, 25)
    bell.ring()
    loudspeaker.expect("play")
    loud, quiet = map(max, loudspeaker.played)
    assert 0 < quiet < loud / 3
    bell.set(BellMode.OFF, 25)
    loudspeaker.expect("stop")
    bell.ring()
    assert loudspeaker.told.empty()
    assert screen.flashes.empty()
