"""The bell as it is heard: a real window, a real sound server, and its output recorded."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

from gemport.gem.host.sound.tone import DURATION, FREQUENCY
from tests.gem.host.sound.server import RATE, SoundServer, sound_server
from tests.gem.host.xvfb import Program
from tests.places import ROOT

pytestmark = pytest.mark.window

GAME = ["-m", "gemport", "vierfrei", "123456", "--scale", "1"]
TITLE = "VIERFREI"


@pytest.fixture
def server() -> Iterator[SoundServer]:
    with sound_server() as server:
        yield server


def is_the_bell(heard: array[int]) -> bool:
    """Whether this is the decaying tone of the sound chip, followed by silence."""
    end = max(i for i, sample in enumerate(heard) if sample) + 1
    changes = sum(1 for a, b in itertools.pairwise(heard[:end]) if (a < 0) is not (b < 0))
    loudest = [max(heard[i : i + 1000]) for i in (0, end // 4, end // 2)]
    assert end / RATE == pytest.approx(DURATION, abs=0.02)
    assert changes / 2 / end * RATE == pytest.approx(FREQUENCY, rel=0.005)
    # Eight steps a quarter, each 0.84 times as loud as the one before.
    assert loudest[1] / loudest[0] == pytest.approx(0.84**8, rel=0.25)
    assert loudest[2] / loudest[1] == pytest.approx(0.84**8, rel=0.25)
    return True


def test_undo_with_nothing_to_take_back_is_heard(display: str, server: SoundServer, tmp_path: Path) -> None:
    environment = {**server.environment, "GEMPORT_HOME": str(tmp_path)}
    with server.listening() as ear, Program.python(GAME, display, TITLE, environment) as game:
        game.drawn().keys("F12")
        assert is_the_bell(ear.hear(1))
        # The bell's own tail, and then nothing runs any more.
        time.sleep(1)
        before = game.cpu_seconds()
        time.sleep(3)
        assert game.cpu_seconds() - before <= 0.01
        game.keys("F10")
        assert game.wait() == 0
        assert game.rest() == []


def test_a_muted_game_is_silent(display: str, server: SoundServer, tmp_path: Path) -> None:
    environment = {**server.environment, "GEMPORT_HOME": str(tmp_path)}
    with server.listening() as ear, Program.python([*GAME, "--mute"], display, TITLE, environment) as game:
        game.drawn().keys("F12")
        time.sleep(1)
        assert not any(ear.samples())


def test_the_game_outlives_its_sound_server(display: str, server: SoundServer, tmp_path: Path) -> None:
    environment = {**server.environment, "GEMPORT_HOME": str(tmp_path)}
    with Program.python(GAME, display, TITLE, environment) as game:
        with server.listening() as ear:
            game.drawn().keys("F12")
            assert len(ear.hear(0.01)) > 0
        server.stop()
        for _ in range(3):
            game.keys("F12")
            time.sleep(0.2)
        game.keys("F10")
        assert game.wait() == 0
        assert game.rest() == []


def test_a_sound_server_that_comes_back_is_heard_again(display: str, server: SoundServer, tmp_path: Path) -> None:
    environment = {**server.environment, "GEMPORT_HOME": str(tmp_path)}
    with Program.python(GAME, display, TITLE, environment) as game:
        with server.listening() as ear:
            game.drawn().keys("F12")
            assert len(ear.hear(0.01)) > 0
        server.stop()
        # Long enough for it to be noticed.
        for _ in range(3):
            game.keys("F12")
            time.sleep(0.5)
        server.come_back()
        with server.listening() as ear:
            game.keys("F12")
            assert is_the_bell(ear.hear(1))
        game.keys("F10")
        assert game.wait() == 0
        assert game.rest() == []


def test_pyglets_player_sounds_the_same(server: SoundServer) -> None:
    program = """
import time, pyglet
pyglet.options.shadow_window = False
pyglet.options.audio = ("pulse",)
from gemport.gem.host.sound.media import MediaSpeaker
from gemport.gem.host.sound.tone import bell_samples
speaker = MediaSpeaker(bell_samples())
speaker.play()
time.sleep(2)
speaker.stop()
"""
    environment = {**os.environ, **server.environment}
    with server.listening() as ear:
        subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, check=True)
        assert is_the_bell(ear.hear(1))
