"""Sound: the bell (a tone, or a flash without sound), the key click, and the sound chip of programs."""

from __future__ import annotations

import sys
import time
from array import array
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from queue import Empty, SimpleQueue
from threading import Event, Thread

from gemport.hosts.chip import BELL, CLICK, MAX_LOUDNESS, RATE, Chip, Tone
from gemport.hosts.desktop.speaker import PulseSpeaker, SoundError, Speaker
from gemport.settings import BellMode

_PIECE_SAMPLES = RATE // 50  # number of samples of the chip computed together
_LEAD_SAMPLES = RATE // 10  # number of samples of the chip computed in advance: the delay from a write to its sound
_MAX_WAIT_SAMPLES = RATE // 2
"""Limit beyond which a write applies immediately: the machine's clock is ahead of the host's."""
_TAIL_SAMPLES = RATE // 2  # number of silent samples before the chip rests, and before the loudspeaker is closed
_END_SECONDS = 1.0  # maximum wait for the sound system when the program ends
_TRIAL_SECONDS = 0.1  # maximum wait for the answer whether the sound system works


def open_speaker() -> Speaker:
    """Return this system's loudspeaker. Raises SoundError without one."""
    if sys.platform not in ("win32", "darwin"):
        return PulseSpeaker()
    try:
        # Imported here: other systems do not need pyglet's media, and its import can fail in any way.
        from gemport.hosts.desktop.mediaspeaker import MediaSpeaker
    except Exception as error:
        raise SoundError(f"the sound system failed: {error}") from error
    return MediaSpeaker()


class Sound:
    """The sound of a host. Calls hardly wait: a sleeping device needs time, and the window must not block.

    A separate thread, started with the first sound, plays everything. A tone alone goes to the loudspeaker as a whole;
    the chip stays ``_LEAD_SAMPLES`` ahead of the host's time, and a tone is mixed with it.
    """

    def __init__(self, flash: Callable[[], None], mode: BellMode = BellMode.TONE, loudness: int = MAX_LOUDNESS) -> None:
        """``flash`` is called from any thread; ``loudness`` is 0 to MAX_LOUDNESS."""
        self._flash = flash
        self._mode, self._loudness = mode, loudness
        self._queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()  # actions for the thread; None ends it
        self._thread: Thread | None = None
        self._deaf = False  # true if the last tone was inaudible
        # The rest belongs to the thread.
        self._speaker: Speaker | None = None
        self._failed, self._failed_seconds = False, 0.0
        """True if the loudspeaker has failed during this sound, and the host's time of the last failure."""
        self._start, self._made = time.monotonic(), 0
        """The host's time of the first sample in seconds, and the number of samples made."""
        self._chip = Chip()
        self._silent = _TAIL_SAMPLES  # number of silent samples that the chip has made in a row
        self._writes: deque[tuple[int, int, int]] = deque()  # each coming write's sample, register and value
        self._shift = 0  # difference between the host's samples and the machine's
        self._tone: Tone | None = None
        self._wave, self._wave_start = array("h"), 0  # the tone's samples, and the number of the first

    def ring(self) -> None:
        """Start or restart the bell, or flash."""
        # After an inaudible tone, because a sound system may need long to report that it still does not answer.
        if self._mode is BellMode.FLASH or (self._deaf and self._mode is BellMode.TONE):
            self._flash()
        self._put_tone(BELL)

    def click(self) -> None:
        """Start the key click if the bell is a tone; it stops a bell."""
        self._put_tone(CLICK)

    def write(self, ms: int, register: int, value: int) -> None:
        """Write a register of the chip at a time of the machine in milliseconds.

        Writes sound in their order and with their intervals; the chip is silent unless the bell is a tone.
        """
        self._put(partial(self._schedule, ms * RATE // 1000, register, value))

    def set(self, mode: BellMode, loudness: int) -> None:
        """Change the bell and the loudness, and stop the current tone."""
        self._mode, self._loudness = mode, loudness
        if self._thread is not None:
            self._put(partial(self._start_tone, None, time.monotonic()))

    def works(self) -> bool:
        """Return whether the loudspeaker works, or True if it does not answer soon."""
        tried = Event()
        self._put(partial(self._try, tried))
        tried.wait(_TRIAL_SECONDS)
        return not self._deaf

    def close(self) -> None:
        self._mode = BellMode.OFF
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join(_END_SECONDS)

    def _put_tone(self, tone: Tone) -> None:
        if self._mode is BellMode.TONE:
            self._put(partial(self._start_tone, tone, time.monotonic()))

    def _put(self, act: Callable[[], None]) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._play, name="sound", daemon=True)
            self._thread.start()
        self._queue.put(act)

    # ---- in the thread

    def _play(self) -> None:
        act: Callable[[], None] | None = self._queue.get()
        while act is not None:
            act()
            try:
                act = self._queue.get(timeout=self._wait())
            except Empty:
                act = self._advance
        self._close_speaker()

    def _try(self, tried: Event) -> None:
        if self._speaker is None:
            try:
                speaker = open_speaker()
                speaker.add(array("h", bytes(2 * RATE // 100)))
                speaker.stop()
            except SoundError:
                self._deaf = True
            else:
                self._deaf = False
        tried.set()

    @property
    def _chip_sounds(self) -> bool:
        return bool(self._writes) or self._silent < _TAIL_SAMPLES

    def _now(self) -> int:
        return int((time.monotonic() - self._start) * RATE)

    def _wait(self) -> float | None:
        """Return the seconds until the next samples or the loudspeaker's end are due, or None at rest."""
        if self._chip_sounds:
            due = self._made - _LEAD_SAMPLES
        elif self._tone is not None:
            return 0
        elif self._speaker is not None:
            due = self._made + _TAIL_SAMPLES
        else:
            return None
        return max(due - self._now(), 0) / RATE

    def _schedule(self, at: int, register: int, value: int) -> None:
        if not self._chip_sounds:
            self._return_to_now()
            self._silent, self._shift = 0, self._made + _LEAD_SAMPLES - at
        at += self._shift
        if not self._made <= at <= self._made + _MAX_WAIT_SAMPLES:
            self._shift += self._made - at
            at = self._made
        self._writes.append((max(at, self._writes[-1][0]) if self._writes else at, register, value))

    def _start_tone(self, tone: Tone | None, seconds: float) -> None:
        """Start a tone instead of the current tone, unless the loudspeaker has failed since the request."""
        if seconds >= self._failed_seconds:
            if not self._chip_sounds:
                self._return_to_now()
            self._tone, self._failed = tone, False
            self._wave, self._wave_start = _wave(tone, self._loudness), self._made

    def _return_to_now(self) -> None:
        """Drop the samples that have not been played."""
        if self._speaker is not None:
            with suppress(SoundError):
                self._speaker.flush()
        self._made, self._failed = self._now(), False

    def _advance(self) -> None:
        """Make and send the next samples, or close the loudspeaker. After an inaudible bell, flash."""
        piece = self._wave[self._made - self._wave_start :]
        if self._chip_sounds:
            piece = _mixed(self._chip_samples(), piece)
        if not piece:
            self._close_speaker()
            return
        try:
            self._send(piece)
        except SoundError:
            # A flash for each key would be too much.
            if self._tone is BELL and not self._deaf and self._mode is BellMode.TONE:
                self._flash()
            self._deaf = self._deaf or self._tone is not None
            self._wave, self._speaker = array("h"), None
            self._failed, self._failed_seconds = True, time.monotonic()
        self._made += len(piece)
        if self._made >= self._wave_start + len(self._wave):
            self._tone = None

    def _chip_samples(self) -> array[int]:
        loudness = self._loudness if self._mode is BellMode.TONE else 0
        samples, at, end = array("h"), self._made, self._made + _PIECE_SAMPLES
        while self._writes and self._writes[0][0] < end:
            due, register, value = self._writes.popleft()
            samples += self._chip.samples(due - at, loudness)
            at = due
            self._chip.write(register, value)
        samples += self._chip.samples(end - at, loudness)
        self._silent = 0 if any(samples) else self._silent + len(samples)
        return samples

    def _send(self, piece: array[int]) -> None:
        """Send samples to the loudspeaker; open it with the first audible sample."""
        if self._speaker is not None:
            self._speaker.add(piece)
        elif any(piece) and not self._failed:
            opened = open_speaker()
            opened.add(array("h", bytes(2 * max(self._made - self._now(), 0))) + piece)
            self._speaker, self._deaf = opened, False
            # A device can need long to open.
            self._start = max(self._start, time.monotonic() - self._made / RATE)

    def _close_speaker(self) -> None:
        closing, self._speaker = self._speaker, None
        if closing is not None:
            with suppress(SoundError):
                closing.stop()


@cache
def _wave(tone: Tone | None, loudness: int) -> array[int]:
    return array("h") if tone is None else tone.samples(loudness)


def _mixed(samples: array[int], more: array[int]) -> array[int]:
    sums = (max(-32768, min(one + other, 32767)) for one, other in zip(samples, more, strict=False))
    return array("h", sums) + samples[len(more) :]
