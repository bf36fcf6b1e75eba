"""A sound server without a device, and an ear at it."""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tests.gem.host.xvfb import PATIENCE, need_programs, wait_for

RATE = 44100
_SINK = "ear"
_PULSEAUDIO = ("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes")


class SoundServer:
    """A running PulseAudio whose only output goes nowhere; ``environment`` is for the programs that shall use it."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.environment = {"PULSE_SERVER": f"unix:{folder}/native", "XDG_RUNTIME_DIR": folder}
        self._process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        folder = self._folder
        modules = (
            f"module-native-protocol-unix socket={folder}/native auth-anonymous=1",
            # A sink that rewinds plays the beginning of a tone again, and its monitor leaves it out.
            f"module-null-sink sink_name={_SINK} rate={RATE} channels=1 norewinds=1",
        )
        process = subprocess.Popen(
            [*_PULSEAUDIO, *(f"--load={module}" for module in modules)],
            env={**os.environ, "XDG_RUNTIME_DIR": folder, "HOME": folder, "XDG_CONFIG_HOME": folder},
            stderr=subprocess.DEVNULL,
        )
        wait_for(Path(folder, "native").exists, "PulseAudio did not start")
        return process

    def stop(self) -> None:
        """End the server under those that use it."""
        self._process.terminate()
        self._process.wait(PATIENCE)

    def come_back(self) -> None:
        """Start the server again after it was stopped."""
        self._process = self._start()

    @contextmanager
    def listening(self) -> Iterator[Ear]:
        """Record everything that sounds."""
        command = ["parec", f"--device={_SINK}.monitor", "--format=s16ne", f"--rate={RATE}", "--channels=1"]
        environment = {**os.environ, **self.environment}
        recorder = subprocess.Popen([*command, "--raw", "--latency-msec=50"], env=environment, stdout=subprocess.PIPE)
        ear = Ear()
        assert recorder.stdout is not None
        reader = threading.Thread(target=ear.listen, args=[recorder.stdout])
        reader.start()
        try:
            yield ear
        finally:
            recorder.terminate()
            recorder.wait(PATIENCE)
            reader.join(PATIENCE)
            recorder.stdout.close()


class Ear:
    """What has been recorded so far."""

    def __init__(self) -> None:
        self._octets = bytearray()

    def listen(self, stream: IO[bytes]) -> None:
        """Record until the stream ends."""
        while octets := os.read(stream.fileno(), 1 << 16):
            self._octets += octets

    def samples(self) -> array[int]:
        """Signed 16-bit samples, RATE a second, from the first that is not silent."""
        heard = array("h", bytes(self._octets[: len(self._octets) // 2 * 2]))
        first = next((i for i, sample in enumerate(heard) if sample), len(heard))
        return heard[first:]

    def hear(self, seconds: float) -> array[int]:
        """Wait for a sound; so many seconds of it, or of the silence after it. The test fails if there is none."""
        wait_for(lambda: bool(self.samples()), "nothing is heard")
        wait_for(lambda: len(self.samples()) >= seconds * RATE, "the recording breaks off")
        return self.samples()[: int(seconds * RATE)]


@contextmanager
def sound_server() -> Iterator[SoundServer]:
    """A PulseAudio of our own, with one silent sink."""
    need_programs("pulseaudio", "parec")
    with tempfile.TemporaryDirectory() as folder:
        server = SoundServer(folder)
        try:
            yield server
        finally:
            server.stop()
