"""A speaker through pyglet's media player, which supports the sound systems of Windows and macOS."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from pyglet import media
from pyglet.media.codecs.base import AudioData, AudioFormat, StreamingSource
from pyglet.media.drivers.silent.adaptation import SilentDriver

from gemport.hosts.chip import RATE
from gemport.hosts.desktop.speaker import SoundError

_PAUSE_SAMPLES = RATE // 25  # number of silent samples returned if the stream is empty


class MediaSpeaker:
    """A speaker whose player buffers most of a second; the samples added first are heard immediately.

    pyglet's drivers raise many kinds of exceptions, including plain Exception.
    """

    def __init__(self) -> None:
        self._player: media.Player | None = None
        self._stream = _Stream()
        with _sound_errors():
            if isinstance(media.get_audio_driver(), SilentDriver):
                raise SoundError("no sound device")

    def add(self, samples: array[int]) -> None:
        self._stream.add(samples.tobytes())
        if self._player is None:
            with _sound_errors():
                self._player = media.Player()
                self._player.queue(self._stream)
                self._player.play()

    def flush(self) -> None:
        player, self._player, self._stream = self._player, None, _Stream()
        if player is not None:
            with _sound_errors():
                player.delete()

    stop = flush


class _Stream(StreamingSource):
    """An endless source: the added samples, then silence."""

    def __init__(self) -> None:
        self.audio_format = AudioFormat(1, 16, RATE)  # type: ignore[assignment]
        self._waiting = bytearray()
        self._lock = Lock()

    def add(self, samples: bytes) -> None:
        with self._lock:
            self._waiting += samples

    def get_audio_data(self, num_bytes: int, compensation_time: float = 0.0) -> AudioData:
        with self._lock:
            data = bytes(self._waiting[:num_bytes])
            del self._waiting[:num_bytes]
        data = data or bytes(min(num_bytes, 2 * _PAUSE_SAMPLES))
        return AudioData(data, len(data))


@contextmanager
def _sound_errors() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        raise SoundError(f"the sound system failed: {error}") from error
