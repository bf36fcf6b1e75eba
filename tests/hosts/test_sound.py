"""The sound chip's samples from its registers, and their way to the loudspeaker."""

from __future__ import annotations

import ctypes
import os
import time
from array import array
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from itertools import pairwise
from math import log10
from queue import SimpleQueue
from threading import Event
from typing import Any

import pyglet
import pytest

from gemport.hosts.chip import BELL, CLICK, RATE, Chip, Tone
from gemport.hosts.desktop import sound, speaker
from gemport.hosts.desktop.sound import Sound
from gemport.hosts.desktop.speaker import SoundError
from gemport.settings import BellMode
from tests.hosts.waves import amplitude, cents, frequency, loudness
from tests.hosts.xvfb import wait_for


@pytest.mark.parametrize(("tone", "hertz", "seconds"), [(BELL, 2403.8, 0.524), (CLICK, 2118.6, 0.049)])
def test_a_tone_is_the_square_wave_of_the_chip(tone: Tone, hertz: float, seconds: float) -> None:
    samples = tone.samples()
    assert tone.duration == pytest.approx(seconds, abs=0.001)
    assert samples[0] == max(samples) == pytest.approx(32767 / 2, rel=0.01)
    assert frequency(samples[: int(seconds * RATE / 2)]) == pytest.approx(hertz, rel=0.001)
    assert abs(samples[-1]) <= 1


def test_the_envelope_falls_in_31_steps_to_silence() -> None:
    samples = BELL.samples()
    step = BELL.duration / 32 * RATE
    parts = (samples[int((number + 0.5) * step) : int((number + 0.9) * step)] for number in range(32))
    *swings, last = (max(part) - min(part) for part in parts)
    drops = [20 * log10(before / after) for before, after in pairwise(swings)]
    # During the first step the constant part leaves the tone.
    assert all(1.3 < drop < 2.0 for drop in drops[1:])
    assert sum(drops[1:]) / 29 == pytest.approx(1.63, abs=0.02)
    assert last < swings[0] / 500


def test_loudness_scales_a_tone_down_to_silence() -> None:
    assert max(BELL.samples(50)) == pytest.approx(max(BELL.samples()) / 2, abs=1)
    assert not any(BELL.samples(0))
    with pytest.raises(ValueError, match=r"is not in 0\.\.100"):
        BELL.samples(101)


def test_the_capacitor_halves_a_constant_level_in_8_ms() -> None:
    half = Tone(4095, 65535).samples()[: RATE // 62]
    for at in (0, 300):
        assert half[at + 346] / half[at] == pytest.approx(0.5, rel=0.01)


QUIET = {7: 0x3F, 8: 0, 9: 0, 10: 0}
TONE = {**QUIET, 0: 284 & 0xFF, 1: 284 >> 8, 7: 0x3E, 8: 15}
"""440.1 Hz."""


def chip(registers: Mapping[int, int]) -> Chip:
    made = Chip()
    for register, value in registers.items():
        made.write(register, value)
    return made


def swings(samples: array[int]) -> float:
    """Return the amplitude of a steady sound, without its constant part."""
    late = samples[len(samples) // 2 :]
    return max(late) - min(late)


@pytest.mark.parametrize(("channel", "period"), [(0, 45), (1, 284), (2, 500)])
def test_each_channel_makes_tones_of_its_period(channel: int, period: int) -> None:
    registers = {2 * channel: period & 0xFF, 2 * channel + 1: period >> 8, 7: 0x3F & ~(1 << channel), 8 + channel: 12}
    assert cents(frequency(chip(registers).samples(RATE)), 125_000 / period) <= 1


def test_pieces_make_the_same_wave_as_the_whole() -> None:
    registers = {**TONE, 2: 77, 7: 0x24, 9: 16, 6: 9, 11: 200, 13: 14}
    parts, playing = array("h"), chip(registers)
    for size in (1, 7, 882, 3000):
        parts += playing.samples(size)
    assert parts == chip(registers).samples(3890)


def test_volumes_double_every_second_step_and_0_is_silent() -> None:
    levels = [swings(chip({**TONE, 8: volume}).samples(RATE // 4)) for volume in range(16)]
    assert levels[0] == 0
    assert levels[1:] == sorted(levels[1:])
    assert levels[15] / levels[13] == pytest.approx(2.3, abs=0.3)


def test_channels_are_added() -> None:
    one = swings(chip(TONE).samples(RATE // 2))
    registers = {**TONE, 2: TONE[0], 3: TONE[1], 7: 0x3C, 9: 15}
    assert swings(chip(registers).samples(RATE // 2)) == pytest.approx(2 * one, rel=0.01)


def test_noise_is_no_tone_and_follows_its_period() -> None:
    fine, coarse = (chip({**QUIET, 7: 0x37, 8: 15, 6: period}).samples(RATE) for period in (3, 31))
    changes = [sum(a < 0 <= b for a, b in pairwise(wave)) for wave in (fine, coarse)]
    assert changes[1] == pytest.approx(125_000 / 31 / 4, rel=0.03)
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
    measured = [swing[int(number * cycle + part * cycle)] for number in range(5) for part in (0.03, 0.9)]
    assert [int(value > 0.4 * max(swing)) for value in measured[: len(levels)]] == levels


# ---- the way to the loudspeaker

WAIT_SECONDS = 20


class Loudspeaker:
    """A speaker that records calls and samples, can fail, and can be slow to open."""

    def __init__(self) -> None:
        self.calls: SimpleQueue[str] = SimpleQueue()
        self.opened = self.failures = 0
        self.samples = array("h")
        self.fails = False
        self.opening, self.may_open = Event(), Event()
        self.may_open.set()

    def open(self) -> Loudspeaker:
        self.opened += 1
        self.opening.set()
        assert self.may_open.wait(WAIT_SECONDS)
        return self

    def add(self, samples: array[int]) -> None:
        if self.fails:
            self.failures += 1
            raise SoundError("unplugged")
        self.samples += samples
        self.calls.put("add")

    def flush(self) -> None:
        self.calls.put("flush")

    def stop(self) -> None:
        self.calls.put("stop")

    def has_failed(self, times: int) -> bool:
        return self.failures == times

    def expect(self, *calls: str) -> None:
        assert [self.calls.get(timeout=WAIT_SECONDS) for _ in calls] == [*calls]

    def skip_to(self, call: str) -> None:
        while self.calls.get(timeout=WAIT_SECONDS) != call:
            pass


class Screen:
    """A flash that a test can wait for."""

    def __init__(self) -> None:
        self.flashes: SimpleQueue[None] = SimpleQueue()

    def flash(self) -> None:
        self.flashes.put(None)

    def has_flashed(self) -> bool:
        self.flashes.get(timeout=WAIT_SECONDS)
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
def playing(screen: Screen) -> Iterator[Sound]:
    playing = Sound(screen.flash)
    yield playing
    playing.close()


def test_the_loudspeaker_is_closed_after_a_tone(
    playing: Sound, loudspeaker: Loudspeaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound, "_TAIL_SAMPLES", -RATE)
    for opened in (1, 2):
        playing.ring()
        loudspeaker.expect("add", "stop")
        assert (loudspeaker.opened, loudspeaker.samples) == (opened, BELL.samples() * opened)


@pytest.fixture
def long_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the loudspeaker open, however slow the test is."""
    monkeypatch.setattr(sound, "_TAIL_SAMPLES", WAIT_SECONDS * RATE)


def test_it_reports_whether_a_loudspeaker_works(playing: Sound, loudspeaker: Loudspeaker) -> None:
    for fails in (False, True, False):
        loudspeaker.fails = fails
        assert playing.works() is not fails


@pytest.mark.usefixtures("long_open")
def test_ringing_again_starts_the_tone_again(playing: Sound, loudspeaker: Loudspeaker) -> None:
    playing.ring()
    loudspeaker.expect("add")
    playing.ring()
    loudspeaker.expect("flush", "add")
    playing.close()
    loudspeaker.expect("stop")
    assert loudspeaker.samples == BELL.samples() * 2


def test_a_key_clicks_if_the_bell_is_a_tone(screen: Screen, playing: Sound, loudspeaker: Loudspeaker) -> None:
    """An inaudible click does not flash."""
    playing.click()
    loudspeaker.expect("add")
    assert loudspeaker.samples == CLICK.samples()
    loudspeaker.fails = True
    playing.click()
    wait_for(lambda: bool(loudspeaker.failures), "the click was not tried")
    for mode in (BellMode.FLASH, BellMode.OFF):
        playing.set(mode, 100)
        playing.click()
    playing.close()
    assert (screen.flashes.empty(), loudspeaker.failures) == (True, 1)


@pytest.mark.skipif(os.name == "nt", reason="Windows always has a library that sounds")
def test_without_a_sound_library_the_screen_flashes(
    screen: Screen, playing: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speaker, "CDLL", lambda _name: (_ for _ in ()).throw(OSError("no such library")))
    for _ in range(3):
        playing.ring()
        assert screen.has_flashed()


def test_every_exception_of_a_driver_makes_the_screen_flash(
    screen: Screen, playing: Sound, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise RuntimeError("Critical Error:")

    # Without using this computer's sound systems or opening a window.
    monkeypatch.setattr(pyglet.options, "audio", ("silent",))
    monkeypatch.setattr(pyglet.options, "shadow_window", False)
    media = import_module("pyglet.media")
    monkeypatch.setattr(media, "get_audio_driver", object)
    monkeypatch.setattr(media, "Player", broken)
    mediaspeaker = import_module("gemport.hosts.desktop.mediaspeaker")
    monkeypatch.setattr(sound, "open_speaker", mediaspeaker.MediaSpeaker)
    for _ in range(3):
        playing.ring()
        assert screen.has_flashed()


@pytest.mark.usefixtures("long_open")
def test_while_the_loudspeaker_fails_the_screen_flashes(
    screen: Screen, playing: Sound, loudspeaker: Loudspeaker
) -> None:
    playing.ring()
    loudspeaker.expect("add")
    assert screen.flashes.empty()
    loudspeaker.fails = True
    for failures in (1, 2, 3):
        playing.ring()
        assert screen.has_flashed()
        wait_for(partial(loudspeaker.has_failed, failures), "the ring was not tried")
    # The first audible ring does both.
    loudspeaker.fails = False
    playing.ring()
    assert screen.has_flashed()
    loudspeaker.expect("flush", "add")
    playing.ring()
    loudspeaker.expect("flush", "add")
    assert screen.flashes.empty()


def test_rings_while_the_sound_system_hangs_are_dropped(
    screen: Screen, playing: Sound, loudspeaker: Loudspeaker
) -> None:
    loudspeaker.fails = True
    loudspeaker.may_open.clear()
    playing.ring()
    assert loudspeaker.opening.wait(WAIT_SECONDS)
    for _ in range(5):
        playing.ring()
    loudspeaker.may_open.set()
    assert screen.has_flashed()
    loudspeaker.fails = False
    playing.ring()
    loudspeaker.expect("add")
    assert (loudspeaker.calls.empty(), loudspeaker.opened) == (True, 2)


@pytest.mark.parametrize("mode", [BellMode.FLASH, BellMode.OFF])
def test_a_bell_without_tone_opens_no_loudspeaker(screen: Screen, loudspeaker: Loudspeaker, mode: BellMode) -> None:
    Sound(screen.flash, mode).ring()
    assert screen.has_flashed() if mode is BellMode.FLASH else screen.flashes.empty()
    assert not loudspeaker.opened


@pytest.mark.usefixtures("long_open")
def test_a_bell_can_be_changed_at_any_time(screen: Screen, playing: Sound, loudspeaker: Loudspeaker) -> None:
    """The current tone stops; a quieter tone is a new tone."""
    playing.ring()
    loudspeaker.expect("add")
    playing.set(BellMode.FLASH, 100)
    loudspeaker.expect("flush")
    playing.ring()
    assert screen.has_flashed()
    playing.set(BellMode.TONE, 25)
    playing.ring()
    loudspeaker.expect("flush", "flush", "add")
    playing.set(BellMode.OFF, 25)
    loudspeaker.expect("flush")
    playing.ring()
    playing.close()
    loudspeaker.expect("stop")
    playing.ring()
    assert (screen.flashes.empty(), loudspeaker.calls.empty()) == (True, True)
    assert loudspeaker.samples == BELL.samples() + BELL.samples(25)


def write(playing: Sound, ms: int, registers: Mapping[int, int]) -> None:
    for register, value in registers.items():
        playing.write(ms, register, value)


def loud_part(loudspeaker: Loudspeaker) -> array[int]:
    """Wait until the loudspeaker is closed; return the samples from the first loud sample to the last."""
    loudspeaker.skip_to("stop")
    loud = [at for at, sample in enumerate(loudspeaker.samples) if abs(sample) > 2000]
    return loudspeaker.samples[loud[0] : loud[-1] + 1]


def test_a_tone_has_the_length_of_the_machines_time(playing: Sound, loudspeaker: Loudspeaker) -> None:
    """Both writes arrive together: only their times determine the duration."""
    write(playing, 5000, TONE)
    write(playing, 5300, QUIET)
    heard = loud_part(loudspeaker)
    assert not any(loudspeaker.samples[: RATE // 50]), "nothing is sent ahead of time"
    assert len(heard) == pytest.approx(0.3 * RATE, abs=0.03 * RATE)
    assert cents(frequency(heard[: RATE // 4]), 440.1) <= 1


def test_a_write_far_ahead_of_the_host_sounds_immediately(playing: Sound, loudspeaker: Loudspeaker) -> None:
    write(playing, 5_000, TONE)
    write(playing, 60_000, {0: 142, 1: 0})
    write(playing, 60_300, QUIET)
    # Except for the constant delay.
    assert 0.15 * RATE < len(loud_part(loudspeaker)) < 0.33 * RATE


def test_a_bell_sounds_over_the_chip(playing: Sound, loudspeaker: Loudspeaker) -> None:
    playing.ring()
    loudspeaker.expect("add")
    write(playing, 0, TONE)
    write(playing, 350, QUIET)
    # The rest of the first bell is flushed.
    loudspeaker.expect("flush")
    playing.ring()
    heard = loud_part(loudspeaker)[len(BELL.samples()) :]
    parts = [heard[at : at + RATE // 20] for at in range(0, len(heard), RATE // 100)]
    assert any(amplitude(part, 440.1) > 5000 and amplitude(part, 2403.8) > 1000 for part in parts)


def test_silence_opens_no_loudspeaker(playing: Sound, loudspeaker: Loudspeaker) -> None:
    for ms in range(0, 400, 20):
        write(playing, ms, QUIET)
    write(playing, 400, {**TONE, 8: 0})
    time.sleep(0.5)
    playing.set(BellMode.OFF, 100)
    write(playing, 410, TONE)
    time.sleep(0.5)
    playing.close()
    assert not loudspeaker.opened


def test_without_sound_the_chip_is_tried_again_after_silence(
    playing: Sound, loudspeaker: Loudspeaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound, "_TAIL_SAMPLES", RATE // 50)
    loudspeaker.fails = True
    write(playing, 0, TONE)
    wait_for(lambda: bool(loudspeaker.failures), "it was not tried")
    loudspeaker.fails = False
    write(playing, 200, QUIET)
    time.sleep(1)
    assert not loudspeaker.samples
    write(playing, 2000, TONE)
    loudspeaker.expect("add")
    assert loudspeaker.opened == 2


class Pulse:
    """The library of PulseAudio: its answers, and the calls with their numbers and octets."""

    def __init__(self, stream: int | None = 7, fails: str = "") -> None:
        self.calls: list[tuple[object, ...]] = []
        self.stream, self.fails = stream, fails
        self.pa_strerror = lambda _error: b"refused"

    def __getattr__(self, name: str) -> Callable[..., object]:
        def call(*values: Any) -> object:
            plain = [
                getattr(value, "value", value) for value in values if isinstance(value, bytes | ctypes._SimpleCData)
            ]
            self.calls.append((name.removeprefix("pa_simple_"), *plain))
            return self.stream if name == "pa_simple_new" else -1 if name == self.fails else 0

        return call


def test_a_pulse_stream_lasts_as_long_as_its_sounds(monkeypatch: pytest.MonkeyPatch) -> None:
    pulse = Pulse()
    monkeypatch.setattr(speaker, "CDLL", lambda _name: pulse)
    made = speaker.PulseSpeaker()
    made.flush()
    made.stop()
    assert pulse.calls == []
    for samples in ((1, -1), (2,)):
        made.add(array("h", samples))
    made.flush()
    made.stop()
    made.stop()
    written = [(b"\1\0\xff\xff", 4), (b"\2\0", 2)]
    assert pulse.calls == [
        ("new", b"gemport", b"bell"),
        *(("write", 7, *one) for one in written),
        ("flush", 7),
        ("free", 7),
    ]


@pytest.mark.parametrize(("stream", "fails"), [(None, ""), (7, "pa_simple_write"), (7, "pa_simple_flush")])
def test_a_failure_of_pulse_closes_its_stream(monkeypatch: pytest.MonkeyPatch, stream: int | None, fails: str) -> None:
    pulse = Pulse(stream, fails)
    monkeypatch.setattr(speaker, "CDLL", lambda _name: pulse)
    made = speaker.PulseSpeaker()
    add = partial(made.add, array("h", [1]))
    if fails == "pa_simple_flush":
        add()
    with pytest.raises(SoundError, match=r"^PulseAudio: refused$"):
        (made.flush if fails == "pa_simple_flush" else add)()
    assert (pulse.calls[-1] == ("free", 7)) is (stream is not None)
    assert made._stream is None
