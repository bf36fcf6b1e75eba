"""Measurements of a wave: its pitch, and its loudness over time."""

from collections.abc import Sequence
from math import log2

from gemport.hosts.chip import RATE

_WINDOW, _STEP = RATE // 200, RATE // 2000
"""Number of samples per loudness measurement, and between two measurements."""


def begun(wave: Sequence[int]) -> Sequence[int]:
    """Return a wave from its first loud sample."""
    return wave[next(at for at, sample in enumerate(wave) if abs(sample) > 100) :]


def frequency(wave: Sequence[int]) -> float:
    """Measure the frequency of a wave in Hz by its rises through its moving mean."""
    width = _WINDOW // 2 * 2 + 1
    total = sum(wave[:width])
    rises: list[float] = []
    before = 0.0
    for at in range(width // 2, len(wave) - width // 2 - 1):
        level = wave[at] - total / width
        if before < 0 <= level:
            rises.append(at - level / (level - before))
        before = level
        total += wave[at + width // 2 + 1] - wave[at - width // 2]
    return (len(rises) - 1) * RATE / (rises[-1] - rises[0])


def cents(one: float, other: float) -> float:
    return abs(1200 * log2(one / other))


def loudness(wave: Sequence[int]) -> list[int]:
    """Measure the amplitude of a wave every half millisecond."""
    windows = (wave[at : at + _WINDOW] for at in range(0, len(wave) - _WINDOW, _STEP))
    return [max(window) - min(window) for window in windows]


def fallen(wave: Sequence[int], part: float) -> float:
    """Measure the seconds until a wave stays below a share of its maximum loudness."""
    swings = loudness(begun(wave))
    return (max(at for at, swing in enumerate(swings) if swing >= part * max(swings)) + 1) * _STEP / RATE
