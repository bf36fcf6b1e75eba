"""The Help key in a real window: the manual opens over the game, is searched, and gives the game back."""

import time

import pytest

from tests.hosts.xvfb import Program, wait_for

pytestmark = pytest.mark.window

NOWHERE = 320, 390


def test_f11_opens_the_manual_and_its_closer_gives_the_game_back(display: str) -> None:
    command = ["-m", "gemport", "vierfrei", "5", "--new", "--scale", "1", "--lang", "en", "--mute"]
    with Program.python(command, display, "VIERFREI") as program:
        program.drawn().move(*NOWHERE)
        wait_for(lambda: _settled(program), "the first picture goes on changing")
        before = program.picture().tobytes()
        program.keys("F11")
        wait_for(lambda: program.picture().tobytes() != before, "Help does not open")
        wait_for(lambda: _settled(program), "Help goes on changing")
        shown = program.picture().tobytes()
        program.keys("F", "r", "e", "e", "C", "e", "l", "l")
        wait_for(lambda: program.picture().tobytes() != shown, "nothing is found")
        program.click(9, 28)
        program.move(*NOWHERE)
        wait_for(lambda: program.picture().tobytes() == before, "the game is not as it was")
        program.keys("F10")
        assert program.wait() == 0
        assert program.rest() == []


def _settled(program: Program) -> bool:
    """Return whether nothing has changed for a while: the accessories are there, and all is drawn."""
    picture = program.picture().tobytes()
    time.sleep(1)
    return program.picture().tobytes() == picture
