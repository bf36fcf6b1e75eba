"""Sound: loudspeakers, the bell, which is a tone, or a flash where nothing sounds, and the click of the keys."""

from __future__ import annotations

import io
import sys
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ctypes import CDLL, POINTER, Structure, byref, c_char_p, c_int, c_size_t, c_uint8, c_uint32, c_void_p
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Protocol

from gemport.hosts.bell import BELL, CLICK, LOUDEST, RATE, Tone
from gemport.settings import BellMode

if TYPE_CHECKING:
    from pyglet.media import Source

_TAIL = 0.5
"""Seconds that a tone may come late."""
_PATIENCE = 1.0
"""Seconds that the end of the program waits for a sound system that does not answer."""
_PLAYBACK = 1
_S16 = 3 if sys.byteorder == "little" else 4
_CHOOSE = 0xFFFFFFFF


class SoundError(Exception):
    """No sound can be made here, or it has stopped working."""


class Speaker(Protocol):
    """Sounds a tone at a time. To be made and used in one thread; every call may raise SoundError and take its time."""

    def play(self, wave: array[int]) -> None:
        """Start a tone in signed 16-bit samples, bell.RATE a second, cutting short what sounds, and return at once."""

    def add(self, wave: array[int]) -> None:
        """Sound more samples behind those that still sound."""

    def stop(self) -> None:
        """Silence the speaker; afterwards nothing is open, runs or is polled."""


class _SampleSpec(Structure):
    _fields_ = (("format", c_int), ("rate", c_uint32), ("channels", c_uint8))


class _BufferAttr(Structure):
    _fields_ = tuple((name, c_uint32) for name in ("maxlength", "tlength", "prebuf", "minreq", "fragsize"))


class PulseSpeaker:
    """See Speaker. Behind a PulseAudio or PipeWire server, by libpulse-simple; connected only while it sounds.

    pyglet's own way to these servers takes fifty child processes and libav into memory before it makes its first sound,
    and prints a traceback when a server goes away. This one asks the library for six functions.
    """

    def __init__(self) -> None:
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

    def play(self, wave: array[int]) -> None:
        error = c_int()
        if self._stream is not None and self._pulse.pa_simple_flush(self._stream, byref(error)) < 0:
            raise self._failure(error)
        self.add(wave)

    def add(self, wave: array[int]) -> None:
        error = c_int()
        samples = wave.tobytes()
        if self._stream is None:
            self._stream = self._connect(error)
        if self._pulse.pa_simple_write(self._stream, samples, len(samples), byref(error)) < 0:
            raise self._failure(error)

    def stop(self) -> None:
        if self._stream is not None:
            self._pulse.pa_simple_free(self._stream)
            self._stream = None

    def _connect(self, error: c_int) -> int:
        sample = _SampleSpec(_S16, RATE, 1)
        # It starts when as much as a click is there, and writing does not wait for room.
        size, room = (2 * int(seconds * RATE) for seconds in (CLICK.duration, 2 * BELL.duration))
        buffer = _BufferAttr(_CHOOSE, room, size, _CHOOSE, _CHOOSE)
        names = (b"gemport", _PLAYBACK, None, b"bell")
        stream: int | None = self._pulse.pa_simple_new(None, *names, byref(sample), None, byref(buffer), byref(error))
        if stream is None:
            raise self._failure(error)
        return stream

    def _failure(self, error: c_int) -> SoundError:
        self.stop()
        return SoundError(f"PulseAudio: {self._pulse.pa_strerror(error).decode(errors='replace')}")


def wave_file(samples: array[int]) -> bytes:
    """Return signed 16-bit samples as a WAV file."""
    # Imported here, as pyglet's media are: only some systems need it.
    import wave

    if sys.byteorder == "big":
        samples = array("h", samples)
        samples.byteswap()
    out = io.BytesIO()
    with wave.open(out, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(RATE)
        writer.writeframes(samples.tobytes())
    return out.getvalue()


class MediaSpeaker:
    """See Speaker. By pyglet's media player, which knows the sound systems of Windows and macOS.

    Its drivers raise exceptions of every kind, the plain Exception among them.
    """

    def __init__(self) -> None:
        # Imported here: other systems do without it.
        with self._sound_errors():
            from pyglet import media
            from pyglet.media.codecs.wave import WaveDecoder
            from pyglet.media.drivers.silent.adaptation import SilentDriver

            from gemport.hosts.desktop.stream import Stream
        if isinstance(media.get_audio_driver(), SilentDriver):
            raise SoundError("no sound device")
        # Named, or pyglet would have its choice of everything that it can decode.
        self._load = partial(media.load, streaming=False, decoder=WaveDecoder())
        self._new_player, self._new_stream = media.Player, Stream
        self._player: media.Player | None = None
        self._stream: Stream | None = None

    def play(self, wave: array[int]) -> None:
        self.stop()
        with self._sound_errors():
            self._start(self._load("tone.wav", io.BytesIO(wave_file(wave))))

    def add(self, wave: array[int]) -> None:
        """See Speaker.add. The player takes most of a second in advance, and what comes is heard so much later."""
        with self._sound_errors():
            if self._stream is None:
                self._stream = self._new_stream()
                self._start(self._stream)
            self._stream.add(wave.tobytes())

    def _start(self, source: Source) -> None:
        self._player = self._new_player()
        # At the tone's end pyglet would tidy up in the thread of the window, at the same time as this one.
        self._player.push_handlers(on_eos=lambda: True)
        self._player.queue(source)
        self._player.play()

    def stop(self) -> None:
        player, self._player, self._stream = self._player, None, None
        if player is not None:
            with self._sound_errors():
                player.delete()

    @contextmanager
    def _sound_errors(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            raise SoundError(f"the sound system failed: {error}") from error


def open_speaker() -> Speaker:
    """Return this system's loudspeaker. SoundError if there is none."""
    return MediaSpeaker() if sys.platform in ("win32", "darwin") else PulseSpeaker()


class Bell:
    """The bell of a host, and its key click. ``flash`` is called from any thread; ``loudness`` goes from 0 to LOUDEST.

    Tones come from a thread of their own that the first one starts: a device that slept takes its time, and the window
    must not stand still meanwhile.
    """

    def __init__(self, flash: Callable[[], None], mode: BellMode = BellMode.TONE, loudness: int = LOUDEST) -> None:
        self._flash = flash
        self._mode = mode
        self._loudness = loudness
        self._tones: SimpleQueue[Tone | None] = SimpleQueue()
        """None: the end."""
        self._thread: Thread | None = None
        self._deaf = False
        """The last ring could not be heard."""

    def ring(self) -> None:
        """Start the tone, from its beginning if it still sounds, or flash. Returns at once."""
        if self._mode is BellMode.FLASH:
            self._flash()
        elif self._mode is BellMode.TONE:
            if self._deaf:
                # At once, for a sound system may take long to say that it still does not answer.
                self._flash()
            self._put(BELL)

    def click(self) -> None:
        """Start the key click, where the bell is a tone; the same chip makes both, so a bell is cut short by it."""
        if self._mode is BellMode.TONE:
            self._put(CLICK)

    def _put(self, tone: Tone) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._sound, args=(self._tones, self._loudness), name="bell", daemon=True)
            self._thread.start()
        self._tones.put(tone)

    def set(self, mode: BellMode, loudness: int) -> None:
        """Change the bell, cutting short what sounds; returns at once."""
        if self._thread is not None:
            # The thread ends by itself; the next tone begins with a thread and a queue of its own.
            self._tones.put(None)
            self._thread, self._tones = None, SimpleQueue()
        self._mode, self._loudness = mode, loudness

    def close(self) -> None:
        self._mode = BellMode.OFF
        if self._thread is not None:
            self._tones.put(None)
            self._thread.join(_PATIENCE)

    def _sound(self, queue: SimpleQueue[Tone | None], loudness: int) -> None:
        """Sound each tone that comes. After a ring that cannot be heard it flashes, until one can again."""
        waves = {tone: tone.samples(loudness) for tone in (BELL, CLICK)}
        speaker: Speaker | None = None
        tone = queue.get()
        while tone is not None:
            try:
                speaker = speaker or open_speaker()
                speaker.play(waves[tone])
                self._deaf = False
                try:
                    tone = queue.get(timeout=tone.duration + _TAIL)
                    continue
                except Empty:
                    speaker.stop()
            except SoundError:
                speaker = None
                if not self._deaf and self._mode is BellMode.TONE and queue is self._tones:
                    self._deaf = True
                    # A flash for each key would be too much.
                    if tone is BELL:
                        self._flash()
                # Tones that arrived meanwhile are dropped.
                while tone is not None and not queue.empty():
                    tone = queue.get()
            if tone is not None:
                tone = queue.get()
        if speaker is not None:
            with suppress(SoundError):
                speaker.stop()
