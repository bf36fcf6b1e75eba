"""The bell and the key click: what the sound chip makes of the values in its registers (docs/machine.md 5.1)."""

from __future__ import annotations

from array import array
from itertools import pairwise
from math import ceil, sqrt
from typing import NamedTuple

RATE = 44100
"""Samples a second."""
LOUDEST = 100
_CLOCK = 2_000_000
"""The chip's clock, in Hz."""
_VOLUMES = (
    *(1, 0.664, 0.425, 0.301, 0.205, 0.15, 0.101, 0.0735),
    *(0.05, 0.0366, 0.0243, 0.0172, 0.0111, 0.0072, 0.005, 0.0034),
)
"""The chip's volumes from the loudest down, as measured; below the last is silence."""
_ENVELOPE = [level for high, low in pairwise((*_VOLUMES, 0)) for level in (high, sqrt(high * low))]
"""The envelope's 32 steps: it falls from each volume to the next in two, by 1.6 dB each on average."""
_COUPLING = 0.998
"""The share of a level that passes the capacitor behind the chip and is left a sample later."""
_FULL = 0.5
"""Of the sample range, the loudest volume; a full-scale square wave hurts."""


class Tone(NamedTuple):
    """A square wave on channel A whose envelope decays once (shapes 9 and 3): the periods are values of registers."""

    tone_period: int
    envelope_period: int

    @property
    def frequency(self) -> float:
        """The tone's frequency, in Hz."""
        return _CLOCK / (16 * self.tone_period)

    @property
    def duration(self) -> float:
        """Seconds until the envelope has decayed."""
        return 8 * self.envelope_period * len(_ENVELOPE) / _CLOCK

    def samples(self, loudness: int = LOUDEST) -> array[int]:
        """Return the tone as signed 16-bit samples; ``loudness`` goes from 0 (silence) to LOUDEST, else ValueError.

        The chip switches between nothing and the envelope's volume, between two samples too: each sample is the mean
        of its time. The capacitor takes what is constant out of that.
        """
        if not 0 <= loudness <= LOUDEST:
            raise ValueError(f"loudness {loudness} is not in 0..{LOUDEST}")
        peak = 32767 * _FULL * loudness / LOUDEST
        half = RATE / self.frequency / 2
        count = ceil(self.duration * RATE)
        high = [at // (2 * half) * half + min(at % (2 * half), half) for at in range(count + 1)]
        found = array("h")
        before = coupled = 0.0
        for at, (begin, end) in enumerate(pairwise(high)):
            level = peak * _ENVELOPE[at * len(_ENVELOPE) // count] * (end - begin)
            coupled = _COUPLING * (coupled + level - before)
            before = level
            found.append(round(coupled))
        # What is left in the capacitor goes when the tone is over.
        while abs(coupled) > 0.5:
            coupled *= _COUPLING
            found.append(round(coupled))
        return found


BELL = Tone(52, 4096)
"""Character 7 to the console."""
CLICK = Tone(59, 384)
"""A key that is pressed, and each time that it repeats."""
