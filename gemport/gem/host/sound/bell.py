"""The bell: a tone, or a flash of the screen where nothing sounds."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread

from gemport.gem.host.sound.speaker import SoundError, Speaker, open_speaker
from gemport.gem.host.sound.tone import DURATION, LOUDEST, bell_samples
from gemport.settings import BellMode

_TAIL = 0.5
"""Seconds that a tone may come late."""
_PATIENCE = 1.0
"""Seconds that the end of the program waits for a sound system that does not answer."""


class Bell:
    """The bell of a host. ``flash`` is called from any thread; ``loudness`` goes from 0 to LOUDEST.

    Tones come from a thread of their own that the first one starts: a device that slept takes its time, and the window
    must not stand still meanwhile.
    """

    def __init__(self, flash: Callable[[], None], way: BellMode = BellMode.TONE, loudness: int = LOUDEST) -> None:
        self._flash = flash
        self._way = way
        self._loudness = loudness
        self._rings: SimpleQueue[bool] = SimpleQueue()
        """True: ring; False: the end."""
        self._thread: Thread | None = None
        self._deaf = False
        """The last ring could not be heard."""

    def ring(self) -> None:
        """Start the tone, from its beginning if it still sounds, or flash. Returns at once."""
        if self._way is BellMode.FLASH:
            self._flash()
        elif self._way is BellMode.TONE:
            if self._deaf:
                # At once, for a sound system may take long to say that it still does not answer.
                self._flash()
            if self._thread is None:
                self._thread = Thread(target=self._sound, args=(self._rings, self._loudness), name="bell", daemon=True)
                self._thread.start()
            self._rings.put(True)

    def set(self, way: BellMode, loudness: int) -> None:
        """Ring otherwise from now on. What sounds now is cut short; returns at once."""
        if self._thread is not None:
            # The thread ends by itself; the next tone begins with a thread and a queue of its own.
            self._rings.put(False)
            self._thread, self._rings = None, SimpleQueue()
        self._way, self._loudness = way, loudness

    def close(self) -> None:
        """Silence; the bell rings no more."""
        self._way = BellMode.OFF
        if self._thread is not None:
            self._rings.put(False)
            self._thread.join(_PATIENCE)

    def _sound(self, queue: SimpleQueue[bool], loudness: int) -> None:
        """Sound as often as the bell rings. After a ring that cannot be heard it flashes, until one can again."""
        tone = bell_samples(loudness)
        speaker: Speaker | None = None
        rings = queue.get()
        while rings:
            try:
                speaker = speaker or open_speaker(tone)
                speaker.play()
                self._deaf = False
                try:
                    rings = queue.get(timeout=DURATION + _TAIL)
                    continue
                except Empty:
                    speaker.stop()
            except SoundError:
                speaker = None
                if not self._deaf and self._way is BellMode.TONE and queue is self._rings:
                    self._deaf = True
                    self._flash()
                # What came meanwhile is not made up for, late.
                while rings and not queue.empty():
                    rings = queue.get()
            rings = rings and queue.get()
        if speaker is not None:
            with suppress(SoundError):
                speaker.stop()
