"""Loudspeakers: streams of samples to the sound systems of Linux, Windows and macOS."""

from __future__ import annotations

import sys
from array import array
from ctypes import CDLL, Structure, byref, c_char_p, c_int, c_size_t, c_uint8, c_uint32, c_void_p
from typing import Protocol

from gemport.hosts.chip import BELL, CLICK, RATE

_PLAYBACK = 1
_S16 = 3 if sys.byteorder == "little" else 4
_SERVER_CHOICE = 0xFFFFFFFF


class SoundError(Exception):
    """Sound is unavailable or has stopped working."""


class Speaker(Protocol):
    """A loudspeaker, used in one thread; every call can block and raise SoundError."""

    def add(self, samples: array[int]) -> None:
        """Append signed 16-bit samples at chip.RATE to the current sound."""

    def flush(self) -> None:
        """Drop the samples that are not yet heard."""

    def stop(self) -> None:
        """Silence the speaker and release all its resources."""


class _SampleSpec(Structure):
    _fields_ = (("format", c_int), ("rate", c_uint32), ("channels", c_uint8))


class _BufferAttr(Structure):
    _fields_ = tuple((name, c_uint32) for name in ("maxlength", "tlength", "prebuf", "minreq", "fragsize"))


class PulseSpeaker:
    """A speaker of a PulseAudio or PipeWire server through libpulse-simple, connected only while it sounds.

    pyglet's driver for these servers starts fifty child processes and loads libav before its first sound, and prints a
    traceback when a server disappears. This class uses five functions of the library.
    """

    def __init__(self) -> None:
        self._stream: c_void_p | None = None
        try:
            self._pulse = CDLL("libpulse-simple.so.0")
        except OSError as error:
            raise SoundError(f"no PulseAudio library: {error}") from error
        self._pulse.pa_simple_new.restype = c_void_p
        self._pulse.pa_strerror.restype = c_char_p

    def add(self, samples: array[int]) -> None:
        error, octets = c_int(), samples.tobytes()
        if self._stream is None:
            self._stream = self._connect(error)
        if self._pulse.pa_simple_write(self._stream, octets, c_size_t(len(octets)), byref(error)) < 0:
            raise self._failure(error)

    def flush(self) -> None:
        error = c_int()
        if self._stream is not None and self._pulse.pa_simple_flush(self._stream, byref(error)) < 0:
            raise self._failure(error)

    def stop(self) -> None:
        if self._stream is not None:
            self._pulse.pa_simple_free(self._stream)
            self._stream = None

    def _connect(self, error: c_int) -> c_void_p:
        sample = _SampleSpec(_S16, RATE, 1)
        # Playback starts with the length of a click, and writing does not wait for space.
        size, room = (2 * int(seconds * RATE) for seconds in (CLICK.duration, 2 * BELL.duration))
        buffer = _BufferAttr(_SERVER_CHOICE, room, size, _SERVER_CHOICE, _SERVER_CHOICE)
        names = (b"gemport", _PLAYBACK, None, b"bell")
        stream = self._pulse.pa_simple_new(None, *names, byref(sample), None, byref(buffer), byref(error))
        if stream is None:
            raise self._failure(error)
        return c_void_p(stream)

    def _failure(self, error: c_int) -> SoundError:
        self.stop()
        return SoundError(f"PulseAudio: {self._pulse.pa_strerror(error).decode(errors='replace')}")
