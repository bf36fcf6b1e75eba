"""A loudspeaker by pyglet's media player, which knows the sound systems of Windows and macOS."""

from __future__ import annotations

import io
import sys
import wave
from array import array
from collections.abc import Iterator
from contextlib import contextmanager

from gemport.gem.host.sound.speaker import SoundError
from gemport.gem.host.sound.tone import RATE

try:
    from pyglet import media
    from pyglet.media.codecs.wave import WaveDecoder
    from pyglet.media.drivers.silent.adaptation import SilentDriver
    from pyglet.media.exceptions import MediaException
except (ImportError, OSError) as error:
    raise SoundError(str(error)) from error


def wave_file(samples: array[int]) -> bytes:
    """Signed 16-bit samples as a WAV file."""
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
    """See Speaker."""

    def __init__(self, tone: array[int]) -> None:
        if isinstance(media.get_audio_driver(), SilentDriver):
            raise SoundError("no sound device")
        # Named, or pyglet would have its choice of everything that it can decode.
        decoder = WaveDecoder()
        self._source = media.load("bell.wav", io.BytesIO(wave_file(tone)), streaming=False, decoder=decoder)
        self._player: media.Player | None = None

    def play(self) -> None:
        """Start the tone, from its beginning if it still sounds; returns before it is over."""
        self.stop()
        with _driver_errors():
            self._player = media.Player()
            # At the tone's end pyglet would tidy up in the thread of the window, at the same time as this one.
            self._player.push_handlers(on_eos=lambda: True)
            self._player.queue(self._source)
            self._player.play()

    def stop(self) -> None:
        """Silence; the player is no longer fed."""
        player, self._player = self._player, None
        if player is not None:
            with _driver_errors():
                player.delete()


@contextmanager
def _driver_errors() -> Iterator[None]:
    try:
        yield
    except (MediaException, OSError) as error:
        raise SoundError(f"the sound system failed: {error}") from error
