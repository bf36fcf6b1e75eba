"""What programs play on the sound chip: the samples that its registers make, and their way to the loudspeaker."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator, Mapping
from itertools import pairwise

import pytest

from gemport.hosts.bell import RATE, Chip
from gemport.hosts.desktop import sound
from gemport.hosts.desktop.chip import ChipSound
from gemport.hosts.desktop.sound import SoundError
from tests.hosts.waves import cents, frequency, loudness
from tests.hosts.xvfb import wait_for

QUIET = {7: 0x3F, 8: 0, 9: 0, 10: 0}
TONE = {**QUIET, 0: 284 & 0xFF, 1: 284 >> 8, 7: 0x3E, 8: 15}
"""440.1 Hz."""


def chip(registers: Mapping[int, int]) -> Chip:
    found = Chip()
    for register, value in registers.items():
        found.write(register, value)
    return found


def swings(samples: array[int]) -> float:
    """How far a steady sound swings, when what is constant has gone out of it."""
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
    """Loud or not, at the begin and the end of each of the envelope's times."""
    # 32 steps of 8 * 1563 / 2 MHz are a fifth of a second.
    swing = loudness(chip({**TONE, 0: 60, 1: 0, 8: 16, 11: 1563 & 0xFF, 12: 1563 >> 8, 13: shape}).samples(RATE))
    cycle = len(swing) / 5
    found = [swing[int(number * cycle + part * cycle)] for number in range(5) for part in (0.03, 0.9)]
    assert [int(value > 0.4 * max(swing)) for value in found[: len(levels)]] == levels


class Ear:
    """A loudspeaker that keeps what it gets."""

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
    """Both writes come at once: only their times tell how long it sounds."""
    play(playing, 5000, TONE)
    play(playing, 5300, QUIET)
    wait_for(lambda: bool(ear.stops), "the loudspeaker stays open")
    loud = [at for at, sample in enumerate(ear.samples) if abs(sample) > 2000]
    assert loud[-1] - loud[0] == pytest.approx(0.3 * RATE, abs=0.03 * RATE)
    assert cents(frequency(ear.samples[loud[0] : loud[0] + RATE // 4]), 440.1) <= 1


def test_what_comes_much_later_is_heard_at_once_and_as_long_as_it_lasts(ear: Ear, playing: ChipSound) -> None:
    """The machine's clock has run ahead of the host's."""
    play(playing, 5_000, TONE)
    play(playing, 60_000, {0: 142, 1: 0})
    play(playing, 60_300, QUIET)
    wait_for(lambda: bool(ear.stops), "the loudspeaker stays open")
    loud = [at for at, sample in enumerate(ear.samples) if abs(sample) > 2000]
    # But for the time that all is late.
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
    # Not before all has been silent for a while.
    time.sleep(1.5)
    play(playing, 2000, TONE)
    wait_for(lambda: bool(ear.samples), "it was not tried again")
    assert ear.opened >= 2
