"""A loudspeaker behind a PulseAudio or PipeWire server, by libpulse-simple.

pyglet's own way to these servers takes fifty child processes and libav into memory before it makes its first sound, and
prints a traceback when a server goes away. This one asks the library for six functions.
"""

from __future__ import annotations

import sys
from array import array
from ctypes import CDLL, POINTER, Structure, byref, c_char_p, c_int, c_size_t, c_uint8, c_uint32, c_void_p

from gemport.gem.host.sound.speaker import SoundError
from gemport.gem.host.sound.tone import RATE

_PLAYBACK = 1
_S16 = 3 if sys.byteorder == "little" else 4
_CHOOSE = 0xFFFFFFFF


class _SampleSpec(Structure):
    _fields_ = (("format", c_int), ("rate", c_uint32), ("channels", c_uint8))


class _BufferAttr(Structure):
    _fields_ = tuple((name, c_uint32) for name in ("maxlength", "tlength", "prebuf", "minreq", "fragsize"))


class PulseSpeaker:
    """See Speaker. It is connected to the server only while it sounds."""

    def __init__(self, tone: array[int]) -> None:
        self._tone = tone.tobytes()
        self._stream: int | None = None
        try:
            self._pulse = CDLL("libpulse-simple.so.0")
        except OSError as error:
            raise SoundError(f"no PulseAudio library: {error}") from error
        new = self._pulse.pa_simple_new
        new.restype = c_void_p
        new.argtypes = (c_char_p, c_char_p, c_int, c_char_p, c_char_p)
        new.argtypes += (POINTER(_SampleSpec), c_void_p, POINTER(_BufferAttr), POINTER(c_int))
        self._pulse.pa_simple_write.argtypes = (c_void_p, c_char_p, c_size_t, POINTER(c_int))
        self._pulse.pa_simple_flush.argtypes = (c_void_p, POINTER(c_int))
        self._pulse.pa_simple_free.argtypes = (c_void_p,)
        self._pulse.pa_simple_free.restype = None
        self._pulse.pa_strerror.restype = c_char_p

    def play(self) -> None:
        """Start the tone, from its beginning if it still sounds; returns before it is over."""
        error = c_int()
        if self._stream is None:
            self._stream = self._connect(error)
        elif self._pulse.pa_simple_flush(self._stream, byref(error)) < 0:
            raise self._failure(error)
        if self._pulse.pa_simple_write(self._stream, self._tone, len(self._tone), byref(error)) < 0:
            raise self._failure(error)

    def stop(self) -> None:
        """Silence, and leave the server."""
        if self._stream is not None:
            self._pulse.pa_simple_free(self._stream)
            self._stream = None

    def _connect(self, error: c_int) -> int:
        sample = _SampleSpec(_S16, RATE, 1)
        # It starts when all of the tone is there, and writing does not wait for room.
        size = len(self._tone)
        buffer = _BufferAttr(_CHOOSE, 2 * size, size, _CHOOSE, _CHOOSE)
        names = (b"gemport", _PLAYBACK, None, b"bell")
        stream: int | None = self._pulse.pa_simple_new(None, *names, byref(sample), None, byref(buffer), byref(error))
        if stream is None:
            raise self._failure(error)
        return stream

    def _failure(self, error: c_int) -> SoundError:
        self.stop()
        return SoundError(f"PulseAudio: {self._pulse.pa_strerror(error).decode(errors='replace')}")
