"""The bell: how it makes itself known, and the tone that the sound chip plays for character 7 (docs/machine.md 5.1)."""

from __future__ import annotations

from array import array

RATE = 44100
"""Samples a second."""
_CLOCK = 2_000_000
_TONE_PERIOD = 52
_ENVELOPE_PERIOD = 4096
_STEPS = 32
_STEP_FACTOR = 0.84
_FULL = 0.35
"""Of the sample range, the first step of the loudest tone; a full-scale square wave hurts."""
LOUDEST = 100
FREQUENCY = _CLOCK / (16 * _TONE_PERIOD)
"""Hz."""
DURATION = 256 * _ENVELOPE_PERIOD / _CLOCK
"""Seconds until the envelope has decayed."""


def bell_samples(loudness: int = LOUDEST) -> array[int]:
    """Return the tone as signed 16-bit samples: a square wave that loses 1.5 dB in each of 32 equal steps.

    ``loudness`` goes from 0 (silence) to LOUDEST; ValueError if it does not.
    """
    if not 0 <= loudness <= LOUDEST:
        raise ValueError(f"loudness {loudness} is not in 0..{LOUDEST}")
    count = int(DURATION * RATE)
    peak = 32767 * _FULL * loudness / LOUDEST
    levels = [round(peak * _STEP_FACTOR**step) for step in range(_STEPS)]
    half = 2 * FREQUENCY / RATE
    return array("h", ((-1 if int(i * half) & 1 else 1) * levels[i * _STEPS // count] for i in range(count)))
