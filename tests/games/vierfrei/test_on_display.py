"""The game in its window shows what the same events give without one."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from gemport.cli import main
from tests.cli.test_interrupt import catches_interrupts
from tests.hosts.xvfb import Program, wait_for

pytestmark = pytest.mark.window

GAME = ["vierfrei", "123456", "--lang", "de"]
SCALE = 2
SIZE = (640 * SCALE, 400 * SCALE)
TITLE = "VIERFREI"


class Both:
    """The game in a window, and a script of everything that was done to it."""

    def __init__(self, window: Program, folder: Path) -> None:
        self.window = window
        self._folder = folder
        self._events: list[dict[str, object]] = []

    def move(self, x: int, y: int) -> None:
        self.window.move(x * SCALE, y * SCALE)
        self._events.append({"do": "move", "x": x, "y": y})

    def button(self, down: bool) -> None:
        self.window.button(1, down)
        self._events.append({"do": "press" if down else "release", "button": "left"})

    def key(self, x_name: str, name: str) -> None:
        self.window.keys(x_name)
        self._events.append({"do": "key", "key": name})

    def same(self) -> bool:
        """Whether the window comes to show what the script gives."""
        script = self._folder / "events.jsonl"
        events = [*self._events, {"do": "shot", "file": "shot.png"}]
        script.write_text("\n".join(map(json.dumps, events)), encoding="utf-8")
        game, number, *options = GAME
        assert main(["script", game, str(script), "--number", number, "--shots", str(self._folder), *options]) == 0
        with Image.open(self._folder / "shot.png") as shot:
            picture = shot.convert("RGB").resize(SIZE, Image.Resampling.NEAREST)
        return self.window.picture_when(picture.tobytes(), SIZE)


@pytest.fixture
def window(display: str) -> Iterator[Program]:
    with Program.python(["-m", "gemport", *GAME, "--mute", "--scale", str(SCALE)], display, TITLE) as program:
        yield program


@pytest.fixture
def both(window: Program, tmp_path: Path) -> Both:
    return Both(window, tmp_path)


def test_a_card_is_dragged_in_the_window_as_in_a_script(both: Both) -> None:
    both.move(133, 238)
    assert both.same()
    both.button(True)
    both.move(207, 150)
    both.move(281, 180)
    assert both.same()
    both.button(False)
    both.move(600, 390)
    assert both.same()


def test_menu_keys_and_typed_numbers_arrive(both: Both) -> None:
    both.move(600, 390)
    both.key("F2", "F2")
    both.key("Escape", "Esc")
    for digit in "42":
        both.key(digit, digit)
    assert both.same()
    both.key("Return", "Return")
    assert both.same()


def test_a_menu_drops_down_under_the_pointer(both: Both) -> None:
    both.move(120, 8)
    assert both.same()
    both.move(130, 30)
    assert both.same()


def test_quitting_by_key_ends_the_program(window: Program) -> None:
    window.keys("F10")
    assert window.wait() == 0
    assert window.rest() == []


def test_the_hosts_closer_ends_the_program_even_in_a_dialog(window: Program) -> None:
    window.keys("F4")
    time.sleep(0.3)
    window.close()
    assert window.wait() == 0
    assert window.rest() == []


def test_an_interrupt_ends_the_program_without_a_traceback(window: Program) -> None:
    wait_for(lambda: catches_interrupts(window.process.pid), "interrupts are not heard")
    window.process.send_signal(signal.SIGINT)
    assert window.wait() == 130
    assert window.rest() == []


def test_the_game_at_rest_uses_no_processor_time(both: Both) -> None:
    both.move(600, 390)
    both.key("F4", "F4")
    both.key("Return", "Return")
    assert both.same()
    time.sleep(0.5)
    before = both.window.cpu_seconds()
    time.sleep(3)
    assert both.window.cpu_seconds() - before <= 0.01
