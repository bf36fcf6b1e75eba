"""The bell and its tone, and the sound chip: samples from its registers, and their way to the loudspeaker."""

from __future__ import annotations

import itertools
import os
import time
from array import array
from collections.abc import Iterator, Mapping
from functools import partial
from importlib import import_module
from itertools import pairwise
from math import log10
from queue import SimpleQueue
from threading import Event

import pyglet
import pytest

from gemport.hosts.bell import BELL, CLICK, RATE, Chip, Tone
from gemport.hosts.desktop import sound
from gemport.hosts.desktop.chip import ChipSound
from gemport.hosts.desktop.sound import Bell, MediaSpeaker, SoundError
from gemport.settings import BellMode
from tests.hosts.waves import cents, frequency, loudness
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
    # During the first step the constant part leaves the tone.
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
    """A speaker that logs its calls; it fails at the rings numbered in ``fails_at``."""

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
    """A flash that a test can wait for."""

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
    """An inaudible click does not flash."""
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
    """They raise any exception, which ended the bell's thread with a traceback."""

    def broken() -> None:
        raise RuntimeError("Critical Error:")

    # Without using this computer's sound systems or opening a window.
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
    # The first audible ring does both.
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
    for percent in (100, 25):
        bell = Bell(screen.flash, loudness=percent)
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
    """Check that the current tone stops; a quieter tone is a new tone."""
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


# ---- the sound chip


QUIET = {7: 0x3F, 8: 0, 9: 0, 10: 0}
TONE = {**QUIET, 0: 284 & 0xFF, 1: 284 >> 8, 7: 0x3E, 8: 15}
"""440.1 Hz."""


def chip(registers: Mapping[int, int]) -> Chip:
    found = Chip()
    for register, value in registers.items():
        found.write(register, value)
    return found


def swings(samples: array[int]) -> float:
    """Return the amplitude of a steady sound, without its constant part."""
    late = samples[len(samples) // 2 :]
    return max(late) - min(late)


@pytest.mark.parametrize("channel", range(3))
@pytest.mark.parametrize("period", [45, 284, 500])
def test_each_channel_makes_tones_of_its_period(channel: int, period: int) -> None:
    registers = {2 * channel: period & 0xFF, 2 * channel + 1: period >> 8, 7: 0x3F & ~(1 << channel), 8 + channel: 12}
    assert cents(frequency(chip(registers).samples(RATE)), 125_000 / period) <= 1


def test_pieces_make_the_same_wave_as_the_whole() -> None:
    registers = {**TONE, 2: 77, 7: 0x24, 9: 16, 6: 9, 11: 200, 13: 14}
    parts, playing = array("h"), chip(registers)
    for size in (1, 7, 882, 3000):
        parts += playing.samples(size)
    assert parts == chip(registers).samples(3890)


def test_volumes_double_about_every_second_step_and_0_is_silent() -> None:
    found = [swings(chip({**TONE, 8: volume}).samples(RATE // 4)) for volume in range(16)]
    assert found[0] == 0
    assert found[1:] == sorted(found[1:])
    assert found[15] / found[13] == pytest.approx(2.3, abs=0.3)


def test_channels_are_added() -> None:
    one = swings(chip(TONE).samples(RATE // 2))
    registers = {**TONE, 2: TONE[0], 3: TONE[1], 7: 0x3C, 9: 15}
    assert swings(chip(registers).samples(RATE // 2)) == pytest.approx(2 * one, rel=0.01)


def test_noise_is_no_tone_and_follows_its_period() -> None:
    fine, coarse = (chip({**QUIET, 7: 0x37, 8: 15, 6: period}).samples(RATE) for period in (3, 31))
    changes = [sum(a < 0 <= b for a, b in pairwise(wave)) for wave in (fine, coarse)]
    assert changes[1] == pytest.approx(125_000 / 31 / 4, rel=0.1)
    assert changes[0] > 3 * changes[1]


@pytest.mark.parametrize(
    ("shape", "levels"),
    [
        (0, [1, 0, 0, 0, 0]),
        (4, [0, 1, 0, 0, 0, 0]),
        (8, [1, 0, 1, 0, 1, 0]),
        (10, [1, 0, 0, 1, 1, 0, 0, 1]),
        (11, [1, 0, 1, 1, 1, 1]),
        (12, [0, 1, 0, 1]),
        (13, [0, 1, 1, 1, 1, 1]),
        (14, [0, 1, 1, 0, 0, 1]),
        (15, [0, 1, 0, 0, 0, 0]),
    ],
)
def test_envelopes(shape: int, levels: list[int]) -> None:
    """Loud or silent, at the start and the end of each period of the envelope."""
    # 32 steps of 8 * 1563 / 2 MHz are a fifth of a second.
    swing = loudness(chip({**TONE, 0: 60, 1: 0, 8: 16, 11: 1563 & 0xFF, 12: 1563 >> 8, 13: shape}).samples(RATE))
    cycle = len(swing) / 5
    found = [swing[int(number * cycle + part * cycle)] for number in range(5) for part in (0.03, 0.9)]
    assert [int(value > 0.4 * max(swing)) for value in found[: len(levels)]] == levels


class Ear:
    """A loudspeaker that stores its samples."""

    def __init__(self) -> None:
        self.samples = array("h")
        self.stops = self.opened = 0
        self.fails = False

    def open(self) -> Ear:
        self.opened += 1
        return self

    def play(self, wave: array[int]) -> None:
        raise AssertionError("what sounds is cut short")

    def add(self, wave: array[int]) -> None:
        if self.fails:
            raise SoundError("unplugged")
        self.samples += wave

    def stop(self) -> None:
        self.stops += 1


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Ear:
    ear = Ear()
    monkeypatch.setattr(sound, "open_speaker", ear.open)
    return ear


@pytest.fixture
def playing(ear: Ear) -> Iterator[ChipSound]:
    playing = ChipSound()
    yield playing
    playing.close()


def play(playing: ChipSound, ms: int, registers: Mapping[int, int]) -> None:
    for register, value in registers.items():
        playing.write(ms, register, value)


def test_a_tone_has_the_length_of_the_machines_time(ear: Ear, playing: ChipSound) -> None:
    """Both writes arrive together: only their times determine the duration."""
    play(playing, 5000, TONE)
    play(playing, 5300, QUIET)
    wait_for(lambda: bool(ear.stops), "the loudspeaker stays open")
    loud = [at for at, sample in enumerate(ear.samples) if abs(sample) > 2000]
    assert loud[-1] - loud[0] == pytest.approx(0.3 * RATE, abs=0.03 * RATE)
    assert cents(frequency(ear.samples[loud[0] : loud[0] + RATE // 4]), 440.1) <= 1


def test_what_comes_much_later_is_heard_at_once_and_as_long_as_it_lasts(ear: Ear, playing: ChipSound) -> None:
    """The machine's clock is ahead of the host's."""
    play(playing, 5_000, TONE)
    play(playing, 60_000, {0: 142, 1: 0})
    play(playing, 60_300, QUIET)
    wait_for(lambda: bool(ear.stops), "the loudspeaker stays open")
    loud = [at for at, sample in enumerate(ear.samples) if abs(sample) > 2000]
    # Except for the constant delay.
    assert 0.15 * RATE < loud[-1] - loud[0] < 0.33 * RATE


def test_silence_opens_no_loudspeaker(ear: Ear, playing: ChipSound) -> None:
    for ms in range(0, 400, 20):
        play(playing, ms, QUIET)
    play(playing, 0, {**TONE, 8: 0})
    play(playing, 500, TONE)
    wait_for(lambda: bool(ear.samples), "nothing sounds")
    assert ear.opened == 1


def test_a_muted_chip_is_silent(ear: Ear, playing: ChipSound) -> None:
    playing.loudness = 0
    play(playing, 0, TONE)
    playing.close()
    assert not ear.opened


def test_without_sound_nothing_fails_and_the_next_sound_is_tried_again(ear: Ear, playing: ChipSound) -> None:
    ear.fails = True
    play(playing, 0, TONE)
    wait_for(lambda: bool(ear.opened), "it was not tried")
    ear.fails = False
    play(playing, 20, QUIET)
    # Only after some silence.
    time.sleep(1.5)
    play(playing, 2000, TONE)
    wait_for(lambda: bool(ear.samples), "it was not tried again")
    assert ear.opened >= 2
