"""The audible bell: a real window, a real sound server without a device, and a recording of its output."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from gemport.hosts.chip import CLICK
from gemport.store.sqlite import Store
from tests.hosts.waves import cents, fallen, frequency
from tests.hosts.xvfb import WAIT_SECONDS, Program, wait_for
from tests.needs import need_programs, needs_processor
from tests.places import ROOT
from tests.st.code import Code

pytestmark = pytest.mark.window

GAME = ["-m", "gemport", "vierfrei", "123456", "--scale", "1"]
TITLE = "VIERFREI"
RATE = 44100
_SINK = "ear"
_PULSEAUDIO = ("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes")


class SoundServer:
    """A running PulseAudio with a null output; ``environment`` is for programs that use it."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self.environment = {"PULSE_SERVER": f"unix:{folder}/native", "XDG_RUNTIME_DIR": folder}
        self._process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        folder = self._folder
        modules = (
            f"module-native-protocol-unix socket={folder}/native auth-anonymous=1",
            # A rewinding sink repeats the start of a tone, and its monitor omits it.
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
        self._process.terminate()
        self._process.wait(WAIT_SECONDS)

    def come_back(self) -> None:
        self._process = self._start()

    @contextmanager
    def listening(self) -> Iterator[Ear]:
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
            recorder.wait(WAIT_SECONDS)
            reader.join(WAIT_SECONDS)
            recorder.stdout.close()


class Ear:
    """Return the recording so far."""

    def __init__(self) -> None:
        self._octets = bytearray()

    def listen(self, stream: IO[bytes]) -> None:
        while octets := os.read(stream.fileno(), 1 << 16):
            self._octets += octets

    def samples(self) -> array[int]:
        """Return signed 16-bit samples at RATE, from the first audible sample."""
        heard = bytes(self._octets[: len(self._octets) // 2 * 2])
        silent = len(heard) - len(heard.lstrip(b"\0"))
        return array("h", heard[silent // 2 * 2 :])

    def hear(self, seconds: float) -> array[int]:
        """Wait for a sound, and return some seconds of it; the test fails if there is none."""
        wait_for(lambda: bool(self.samples()), "nothing is heard")
        wait_for(lambda: len(self.samples()) >= seconds * RATE, "the recording breaks off")
        return self.samples()[: int(seconds * RATE)]


@pytest.fixture
def server() -> Iterator[SoundServer]:
    """A separate PulseAudio with one silent sink."""
    need_programs("pulseaudio", "parec")
    with tempfile.TemporaryDirectory() as folder:
        server = SoundServer(folder)
        try:
            yield server
        finally:
            server.stop()


Start = Callable[..., Program]


@pytest.fixture
def start(display: str, server: SoundServer, tmp_path: Path) -> Start:
    """A function that starts the game, or an Atari program, with options and recorded sound."""
    environment = {**server.environment, "GEMPORT_HOME": str(tmp_path)}

    def run(*options: str, code: Code | None = None) -> Program:
        if code is None:
            return Program.python([*GAME, *options], display, TITLE, environment)
        (tmp_path / "CHIP.PRG").write_bytes(code.end())
        command = ["-m", "gemport", "run", str(tmp_path / "CHIP.PRG"), "--scale", "1", *options]
        return Program.python(command, display, "CHIP.PRG", environment)

    return run


def is_the_bell(heard: array[int]) -> bool:
    """Return whether this is the decaying tone of the sound chip (docs/machine.md 5.1), followed by silence."""
    assert cents(frequency(heard[: RATE // 4]), 2403.8) <= 1
    for part, seconds in ((0.5, 0.049), (0.1, 0.197), (0.01, 0.394)):
        assert fallen(heard, part) == pytest.approx(seconds, rel=0.1)
    assert not any(heard[int(0.6 * RATE) :])
    return True


def test_a_wrong_move_is_heard(server: SoundServer, start: Start) -> None:
    with server.listening() as ear, start() as game:
        game.drawn().keys("1", "9")
        assert is_the_bell(ear.hear(1))
        # The bell's tail, after which all sound stops.
        time.sleep(1)
        game.idle(3)
        game.keys("F10")
        assert game.wait() == 0
        assert game.rest() == []


def test_a_key_clicks_when_the_panel_says_so(server: SoundServer, start: Start, tmp_path: Path) -> None:
    """A key without effect clicks; the sound chip's click lasts 49 ms."""
    with Store(tmp_path, time.time) as store:
        store.set("panel.key_click", "on")
    with server.listening() as ear, start() as game:
        game.drawn().keys("Insert")
        heard = ear.hear(0.5)
        assert cents(frequency(heard[: int(CLICK.duration * RATE / 2)]), 2118.6) <= 5
        for part in (0.5, 0.1, 0.01):
            assert fallen(heard, part) == pytest.approx(fallen(CLICK.samples(), part), rel=0.1)


def test_a_sound_server_that_comes_back_is_heard_again(server: SoundServer, start: Start) -> None:
    with start() as game:
        with server.listening() as ear:
            game.drawn().keys("1", "9")
            assert len(ear.hear(0.01)) > 0
        server.stop()
        # Long enough for it to be noticed.
        for _ in range(3):
            game.keys("9")
            time.sleep(0.5)
        server.come_back()
        with server.listening() as ear:
            game.keys("9")
            assert is_the_bell(ear.hear(1))
        game.keys("F10")
        assert game.wait() == 0
        assert game.rest() == []


def test_pyglets_player_sounds_the_same(server: SoundServer) -> None:
    """In pieces, the first piece late."""
    program = """
import time, pyglet
pyglet.options.shadow_window = False
pyglet.options.audio = ("pulse",)
from gemport.hosts.desktop.mediaspeaker import MediaSpeaker
from gemport.hosts.chip import BELL
speaker, wave = MediaSpeaker(), BELL.samples()
speaker.add(wave[:0])
time.sleep(1)
for at in range(0, len(wave), 882):
    speaker.add(wave[at : at + 882])
time.sleep(2)
speaker.stop()
"""
    environment = {**os.environ, **server.environment}
    with server.listening() as ear:
        subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, check=True)
        assert is_the_bell(ear.hear(1))


def registers() -> Code:
    """A program that plays 440 Hz on channel B, ends with a key, and does not reset the chip."""
    code = Code()
    for register, value in ((2, 284 & 0xFF), (3, 284 >> 8), (7, 0x3D), (9, 13)):
        code.trap(14, 28, value, 0x80 | register)
    code.gemdos("cconin")
    return code


@needs_processor
def test_the_chip_is_heard_until_the_program_ends(server: SoundServer, start: Start) -> None:
    with server.listening() as ear, start(code=registers()) as program:
        assert cents(frequency(ear.hear(1)[RATE // 10 :]), 440.1) <= 5
        program.keys("F10")
        assert program.wait() == 0
        time.sleep(0.5)
        assert not any(ear.samples()[-RATE // 10 :])


@needs_processor
def test_a_muted_run_is_silent(server: SoundServer, start: Start) -> None:
    with server.listening() as ear, start("--mute", code=registers()) as program:
        time.sleep(1)
        program.keys("F10")
        assert program.wait() == 0
        assert not any(ear.samples())
