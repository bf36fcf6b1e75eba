"""Loudspeakers: a way to sound a tone on this system."""

from __future__ import annotations

import sys
from array import array
from typing import Protocol


class SoundError(Exception):
    """No sound can be made here, or no more."""


class Speaker(Protocol):
    """Sounds one tone. To be made and used in one thread; every call may raise SoundError, and may take its time."""

    def play(self) -> None:
        """Start the tone, from its beginning if it still sounds; returns before it is over."""

    def stop(self) -> None:
        """Silence; nothing is open, runs or is polled after it."""


def open_speaker(tone: array[int]) -> Speaker:
    """The loudspeaker of this system, for a tone in signed 16-bit samples (tone.RATE). SoundError if there is none."""
    if sys.platform in ("win32", "darwin"):
        from gemport.gem.host.sound.media import MediaSpeaker

        return MediaSpeaker(tone)
    from gemport.gem.host.sound.pulse import PulseSpeaker

    return PulseSpeaker(tone)
