"""The sound chip as played by programs: a stream of samples from a separate thread while it sounds."""

from __future__ import annotations

import time
from array import array
from collections import deque
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple

from gemport.hosts.bell import LOUDEST, RATE, Chip
from gemport.hosts.desktop import sound

_PIECE = RATE // 50  # number of samples computed together
_LEAD = RATE // 10  # number of samples computed in advance: the delay from a write to its sound
_FARTHEST = RATE // 2
"""Limit in samples beyond which a write applies immediately: the machine's clock is ahead of the host's."""
_TAIL = RATE // 2  # number of silent samples before the loudspeaker is closed
_PATIENCE = 1.0


class _Write(NamedTuple):
    """A write to a register, with the machine's time in milliseconds."""

    ms: int
    register: int
    value: int


class ChipSound:
    """The chip of a host. Writes return immediately and sound in their order and with their intervals."""

    def __init__(self, loudness: int = LOUDEST) -> None:
        """``loudness`` is 0 (silence) to LOUDEST and can change at any time."""
        self.loudness = loudness
        self._writes: SimpleQueue[_Write | None] = SimpleQueue()  # the queue of writes; None ends the thread
        self._thread: Thread | None = None

    def write(self, ms: int, register: int, value: int) -> None:
        """Write a register at a time of the machine in milliseconds, without waiting."""
        if self._thread is None:
            self._thread = Thread(target=self._sound, name="chip", daemon=True)
            self._thread.start()
        self._writes.put(_Write(ms, register, value))

    def close(self) -> None:
        self.loudness = 0
        if self._thread is not None:
            self._writes.put(None)
            self._thread.join(_PATIENCE)

    def _sound(self) -> None:
        chip, output = Chip(), _Output()
        while (first := self._writes.get()) is not None:
            if not self._play(chip, output, first):
                break
        output.close()

    def _play(self, chip: Chip, output: _Output, first: _Write) -> bool:
        """Sound from a write until the chip is silent; return False at the end of the thread."""
        began, made, silent = time.monotonic(), 0, 0
        due, shift = deque([(_LEAD, first)]), _LEAD - _samples(first.ms)
        while silent < _TAIL or due:
            try:
                write = self._writes.get(timeout=max((made - _LEAD) / RATE - time.monotonic() + began, 0))
            except Empty:
                piece, end = array("h"), made + _PIECE
                while due and due[0][0] < end:
                    at, (_, register, value) = due.popleft()
                    piece += chip.samples(at - made, self.loudness)
                    made = at
                    chip.write(register, value)
                piece += chip.samples(end - made, self.loudness)
                made = end
                silent = 0 if any(piece) else silent + len(piece)
                output.put(piece)
            else:
                if write is None:
                    return False
                at = _samples(write.ms) + shift
                if not made <= at <= made + _FARTHEST:
                    shift += made - at
                    at = made
                due.append((max(at, due[-1][0]) if due else at, write))
        output.close()
        return True


class _Output:
    """The loudspeaker, opened at the first audible sample; without one, silence."""

    def __init__(self) -> None:
        self._speaker: sound.Speaker | None = None
        self._failed = False

    def put(self, piece: array[int]) -> None:
        if self._failed or (self._speaker is None and not any(piece)):
            return
        try:
            if self._speaker is None:
                self._speaker = sound.open_speaker()
                self._speaker.add(array("h", bytes(2 * _LEAD)))
            self._speaker.add(piece)
        except sound.SoundError:
            self._failed, self._speaker = True, None

    def close(self) -> None:
        """Close the loudspeaker; the next sound opens it again."""
        speaker, self._speaker, self._failed = self._speaker, None, False
        if speaker is not None:
            with suppress(sound.SoundError):
                speaker.stop()


def _samples(ms: int) -> int:
    return ms * RATE // 1000
