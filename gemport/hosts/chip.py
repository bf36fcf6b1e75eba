"""The sound chip: samples from the values in its registers, including the bell and the key click.

See docs/machine.md 5.1.
"""

from __future__ import annotations

from array import array
from itertools import pairwise
from math import ceil, sqrt
from typing import NamedTuple

RATE = 44100  # samples per second
MAX_LOUDNESS = 100
CHANNELS = 3
_CLOCK_HZ = 2_000_000
_VOLUMES = (
    *(1, 0.664, 0.425, 0.301, 0.205, 0.15, 0.101, 0.0735),
    *(0.05, 0.0366, 0.0243, 0.0172, 0.0111, 0.0072, 0.005, 0.0034),
)
"""The measured volumes of the chip, loudest first; the next level is silence."""
_ENVELOPE_LEVELS = [level for high, low in pairwise((*_VOLUMES, 0)) for level in (high, sqrt(high * low))]
"""The envelope's 32 levels: two steps from each volume to the next, 1.6 dB each on average."""
_FIXED_LEVELS = [0, *_VOLUMES[-2::-1]]  # the levels for the values 0 to 15 of a volume register
_COUPLING = 0.998  # the share of a constant level that remains after one sample, because of the chip's capacitor
_DISCHARGE_SAMPLES = 512  # number of samples of the capacitor's discharge computed together
_PEAK_SHARE = 0.5  # peak amplitude as a share of the sample range; a full-scale square wave hurts
_MAX_SAMPLE = 32767
_NOISE, _MIXER, VOLUME, _ENVELOPE_PERIOD, SHAPE = 6, 7, 8, 11, 13
"""Register numbers: VOLUME is for channel A; SHAPE starts the envelope."""
_HOLD, _ALTERNATE, _ATTACK, _CONTINUE = 1, 2, 4, 8  # bits of the envelope's shape


class Chip:
    """The sound of a YM2149: its registers, and the state of its three channels, the noise and the envelope."""

    def __init__(self) -> None:
        self._registers = bytearray(16)
        self._waves = [(1.0, True)] * CHANNELS  # the rest of each tone's half wave, and True if it is the high half
        self._shift, self._until_shift = 1, 0.0
        """The noise's shift register, and the number of samples until the next shift."""
        self._step = 0.0  # number of envelope steps since its shape was written
        self._level = self._coupled = 0.0

    def write(self, register: int, value: int) -> None:
        self._registers[register] = value
        if register == SHAPE:
            self._step = 0.0

    def samples(self, count: int, loudness: int = MAX_LOUDNESS) -> array[int]:
        """Return the next ``count`` signed 16-bit samples.

        ``loudness`` is 0 (silence) to MAX_LOUDNESS. The chip switches between zero and a volume, also between two
        samples: each sample is the mean over its time. The capacitor removes the constant part. Raises ValueError for
        another loudness.
        """
        if not 0 <= loudness <= MAX_LOUDNESS:
            raise ValueError(f"loudness {loudness} is not in 0..{MAX_LOUDNESS}")
        peak, before, coupled = _MAX_SAMPLE * _PEAK_SHARE * loudness / MAX_LOUDNESS, self._level, self._coupled
        samples = array("h")
        for level in self._mixed(count):
            coupled = _COUPLING * (coupled + level - before)
            before = level
            samples.append(max(-_MAX_SAMPLE, min(_MAX_SAMPLE, round(peak * coupled))))
        self._level, self._coupled = before, coupled
        return samples

    def _mixed(self, count: int) -> list[float]:
        """Return the sum of the channels, each between 0 and 1."""
        mixer, envelope, noise = self._registers[_MIXER], self._envelope(count), self._noise(count)
        mixed = [0.0] * count
        for channel in range(CHANNELS):
            volume = self._registers[VOLUME + channel]
            level = 1 if volume & 0x10 else _FIXED_LEVELS[volume & 15]
            wave = [level] * count if mixer >> channel & 1 else self._tone(channel, count, level)
            if not level:
                continue
            if volume & 0x10:
                wave = [level * step for level, step in zip(wave, envelope, strict=True)]
            if not mixer >> channel + CHANNELS & 1:
                wave = [level * bit for level, bit in zip(wave, noise, strict=True)]
            mixed = [level + more for level, more in zip(mixed, wave, strict=True)]
        return mixed

    def _tone(self, channel: int, count: int, level: float) -> list[float]:
        """Return a square wave; a sample with a change is the weighted mean of both levels."""
        half = 8 * self._period(2 * channel, 0xFFF) * RATE / _CLOCK_HZ
        if half < 1:
            return [level / 2] * count
        left, high = self._waves[channel]
        left, wave = left * half, list[float]()
        while left < count - len(wave):
            whole, part = divmod(left, 1)
            wave += [level if high else 0] * int(whole)
            wave.append(level * (part if high else 1 - part))
            left, high = half - 1 + part, not high
        left -= count - len(wave)
        self._waves[channel] = left / half, high
        return wave + [level if high else 0] * (count - len(wave))

    def _noise(self, count: int) -> list[int]:
        if self._registers[_MIXER] >> CHANNELS & 7 == 7:
            return []
        every, samples = 16 * (self._registers[_NOISE] & 0x1F or 1) * RATE / _CLOCK_HZ, list[int]()
        for _ in range(count):
            while self._until_shift <= 0:
                self._shift = self._shift >> 1 | ((self._shift ^ self._shift >> 3) & 1) << 16
                self._until_shift += every
            self._until_shift -= 1
            samples.append(self._shift & 1)
        return samples

    def _envelope(self, count: int) -> list[float]:
        every = RATE * 8 * self._period(_ENVELOPE_PERIOD, 0xFFFF) / _CLOCK_HZ
        begin, self._step = self._step, self._step + count / every
        if not any(self._registers[VOLUME + channel] & 0x10 for channel in range(CHANNELS)):
            return []
        levels = {step: self._envelope_level(step) for step in range(int(begin), int(self._step) + 2)}
        return [levels[int(begin + at / every)] for at in range(count)]

    def _envelope_level(self, step: int) -> float:
        shape, (cycle, at) = self._registers[SHAPE], divmod(step, len(_ENVELOPE_LEVELS))
        if cycle and not shape & _CONTINUE:
            return 0
        rises = bool(shape & _ATTACK)
        if cycle and shape & _HOLD:
            return float(rises != bool(shape & _ALTERNATE))
        if shape & _ALTERNATE and cycle & 1:
            rises = not rises
        return _ENVELOPE_LEVELS[-1 - at if rises else at]

    def _period(self, register: int, mask: int) -> int:
        return int.from_bytes(self._registers[register : register + 2], "little") & mask or 1


class Tone(NamedTuple):
    """A square wave on channel A with an envelope that decays once (shapes 9 and 3); periods are register values."""

    tone_period: int
    envelope_period: int

    @property
    def duration(self) -> float:
        """Duration in seconds until the envelope has decayed."""
        return 8 * self.envelope_period * len(_ENVELOPE_LEVELS) / _CLOCK_HZ

    def samples(self, loudness: int = MAX_LOUDNESS) -> array[int]:
        """Return the tone like Chip.samples, with the discharge of the capacitor after its end."""
        chip = Chip()
        periods = (*self.tone_period.to_bytes(2, "little"), *self.envelope_period.to_bytes(2, "little"))
        for register, value in zip((0, 1, 11, 12, _MIXER, VOLUME, SHAPE), (*periods, 0xFE, 0x10, 9), strict=True):
            chip.write(register, value)
        samples = chip.samples(ceil(self.duration * RATE), loudness)
        while samples[-1]:
            tail = chip.samples(_DISCHARGE_SAMPLES, loudness)
            samples += tail[: tail.index(0) + 1] if 0 in tail else tail
        return samples


BELL = Tone(52, 4096)  # character 7 to the console
CLICK = Tone(59, 384)  # the click of a pressed or repeating key
