"""A growing stream of samples as a source for pyglet's media player."""

from threading import Lock

from pyglet.media.codecs.base import AudioData, AudioFormat, StreamingSource

from gemport.hosts.bell import RATE

_PAUSE = RATE // 25  # number of silent samples returned if the stream is empty


class Stream(StreamingSource):
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
        data = data or bytes(min(num_bytes, 2 * _PAUSE))
        return AudioData(data, len(data))
