"""The bell: the tone that the sound chip plays for character 7 (spec: GEM 5.1)."""

from __future__ import annotations

from array import array
from typing import Any

RATE = 44100
"""Samples a second."""
_CLOCK = 2_000_000
_TONE_PERIOD = 52
_ENVELOPE_PERIOD = 4096
_STEPS = 32
_STEP_FACTOR = 0.84
_LOUDNESS = 0.35
"""Of the first sample; a full-scale square wave is no pleasure."""
FREQUENCY = _CLOCK / (16 * _TONE_PERIOD)
"""Hz."""
DURATION = 256 * _ENVELOPE_PERIOD / _CLOCK
"""Seconds until the envelope has decayed."""


def bell_samples() -> array[int]:
    """The tone as signed 16-bit samples: a square wave that loses 1.5 dB in each of 32 equal steps."""
    count = int(DURATION * RATE)
    peak = 32767 * _LOUDNESS
    levels = [round(peak * _STEP_FACTOR**step) for step in range(_STEPS)]
    half = 2 * FREQUENCY / RATE
    return array("h", ((-1 if int(i * half) & 1 else 1) * levels[i * _STEPS // count] for i in range(count)))


class Bell:
    """Rings on the host's loudspeaker; stays silent where there is none."""

    def __init__(self, mute: bool = False) -> None:
        self._silent = mute
        self._source: Any = None
        self._player: Any = None

    def ring(self) -> None:
        """Start the tone, from its beginning if it still sounds. Never raises."""
        if self._silent:
            return
        try:
            self._ring()
        except Exception:
            # Audio drivers fail in as many ways as there are drivers, and a game without its bell is still a game.
            self._silent = True

    def _ring(self) -> None:
        if self._source is None:
            # Loading the sound system takes a moment that the start of the program does not have.
            from pyglet import media
            from pyglet.media.codecs import AudioFormat
            from pyglet.media.codecs.base import StaticMemorySource
            from pyglet.media.drivers.silent import SilentDriver

            if isinstance(media.get_audio_driver(), SilentDriver):
                self._silent = True
                return
            format_ = AudioFormat(channels=1, sample_size=16, sample_rate=RATE)
            self._source = StaticMemorySource(bell_samples().tobytes(), format_)
        if self._player is not None:
            self._player.delete()
        self._player = self._source.play()
