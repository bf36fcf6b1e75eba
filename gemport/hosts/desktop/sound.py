"""Sound: loudspeakers, the bell (a tone, or a flash without sound), and the key click."""

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

_TAIL = 0.5  # maximum delay of a tone in seconds
_PATIENCE = 1.0  # seconds to wait at the end of the program for a sound system that does not answer
_PLAYBACK = 1
_S16 = 3 if sys.byteorder == "little" else 4
_CHOOSE = 0xFFFFFFFF


class SoundError(Exception):
    """Sound is unavailable or has stopped working."""


class Speaker(Protocol):
    """A loudspeaker for one tone at a time, used in one thread; every call can block and raise SoundError."""

    def play(self, wave: array[int]) -> None:
        """Start a tone of signed 16-bit samples at bell.RATE, stopping the previous tone, without waiting."""

    def add(self, wave: array[int]) -> None:
        """Append samples to the current sound."""

    def stop(self) -> None:
        """Silence the speaker and release all its resources."""


class _SampleSpec(Structure):
    _fields_ = (("format", c_int), ("rate", c_uint32), ("channels", c_uint8))


class _BufferAttr(Structure):
    _fields_ = tuple((name, c_uint32) for name in ("maxlength", "tlength", "prebuf", "minreq", "fragsize"))


class PulseSpeaker:
    """A speaker of a PulseAudio or PipeWire server through libpulse-simple, connected only while it sounds.

    pyglet's driver for these servers starts fifty child processes and loads libav before its first sound, and prints a
    traceback when a server disappears. This class uses six functions of the library.
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
        # Playback starts with the length of a click, and writing does not wait for space.
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
    # Imported here, like pyglet's media: only some systems need it.
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
    """A speaker through pyglet's media player, which supports the sound systems of Windows and macOS.

    Its drivers raise many kinds of exceptions, including plain Exception.
    """

    def __init__(self) -> None:
        # Imported here: other systems do not need it.
        with self._sound_errors():
            from pyglet import media
            from pyglet.media.codecs.wave import WaveDecoder
            from pyglet.media.drivers.silent.adaptation import SilentDriver

            from gemport.hosts.desktop.stream import Stream
        if isinstance(media.get_audio_driver(), SilentDriver):
            raise SoundError("no sound device")
        # Named explicitly, or pyglet would choose among all its decoders.
        self._load = partial(media.load, streaming=False, decoder=WaveDecoder())
        self._new_player, self._new_stream = media.Player, Stream
        self._player: media.Player | None = None
        self._stream: Stream | None = None

    def play(self, wave: array[int]) -> None:
        self.stop()
        with self._sound_errors():
            self._start(self._load("tone.wav", io.BytesIO(wave_file(wave))))

    def add(self, wave: array[int]) -> None:
        """Append samples; the player buffers most of a second, which delays them."""
        with self._sound_errors():
            if self._stream is None:
                self._stream = self._new_stream()
                self._start(self._stream)
            self._stream.add(wave.tobytes())

    def _start(self, source: Source) -> None:
        self._player = self._new_player()
        # At the tone's end pyglet would clean up in the window's thread, concurrently with this thread.
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
    """Return this system's loudspeaker. Raises SoundError without one."""
    return MediaSpeaker() if sys.platform in ("win32", "darwin") else PulseSpeaker()


class Bell:
    """The bell of a host, and its key click. ``flash`` is called from any thread; ``loudness`` is 0 to LOUDEST.

    A separate thread, started with the first tone, plays tones: a sleeping device needs time, and the window must not
    block.
    """

    def __init__(self, flash: Callable[[], None], mode: BellMode = BellMode.TONE, loudness: int = LOUDEST) -> None:
        self._flash = flash
        self._mode = mode
        self._loudness = loudness
        self._tones: SimpleQueue[Tone | None] = SimpleQueue()  # the queue of tones; None ends the thread
        self._thread: Thread | None = None
        self._deaf = False  # true if the last ring was inaudible

    def ring(self) -> None:
        """Start or restart the tone, or flash, without waiting."""
        if self._mode is BellMode.FLASH:
            self._flash()
        elif self._mode is BellMode.TONE:
            if self._deaf:
                # Flash now, because a sound system may need long to report that it still does not answer.
                self._flash()
            self._put(BELL)

    def click(self) -> None:
        """Start the key click if the bell is a tone; it stops a bell, because the same chip plays both."""
        if self._mode is BellMode.TONE:
            self._put(CLICK)

    def _put(self, tone: Tone) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._sound, args=(self._tones, self._loudness), name="bell", daemon=True)
            self._thread.start()
        self._tones.put(tone)

    def set(self, mode: BellMode, loudness: int) -> None:
        """Change the bell and stop the current sound, without waiting."""
        if self._thread is not None:
            # The thread ends later; the next tone starts with a new thread and queue.
            self._tones.put(None)
            self._thread, self._tones = None, SimpleQueue()
        self._mode, self._loudness = mode, loudness

    def close(self) -> None:
        self._mode = BellMode.OFF
        if self._thread is not None:
            self._tones.put(None)
            self._thread.join(_PATIENCE)

    def _sound(self, queue: SimpleQueue[Tone | None], loudness: int) -> None:
        """Play queued tones. After an inaudible ring, flash until sound works again."""
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
                # Drop tones that arrived during the attempt.
                while tone is not None and not queue.empty():
                    tone = queue.get()
            if tone is not None:
                tone = queue.get()
        if speaker is not None:
            with suppress(SoundError):
                speaker.stop()
