"""Großfamilien in its window, with a real mouse and keyboard, shows what the same events give without one."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from gemport.cli import main
from gemport.store.sqlite import Store
from gemport.store.statistics import Outcome
from tests.games.sessions import Saved, outcomes_in, saved_games
from tests.hosts.xvfb import PATIENCE, Program

pytestmark = pytest.mark.window

OPTIONS = ["--lang", "de"]
NUMBER = 1
SCALE = 2
SIZE = (640 * SCALE, 400 * SCALE)
TITLE = "Gro.*familien"
"""What xdotool can search for in any locale."""
LEFT, RIGHT = 1, 3
TALON, ACE_OF_DIAMONDS, NOWHERE = (40, 80), (240, 80), (20, 390)
FROM, TO = (345, 80), (135, 160)
"""The seven of clubs, and the six it goes onto."""


class Hand:
    """The game in a window, and a script of everything that was done to it."""

    def __init__(self, window: Program, folder: Path, environment: pytest.MonkeyPatch) -> None:
        self.window = window
        self._environment = environment
        self._folder = folder
        self._events: list[dict[str, object]] = []

    def move(self, x: int, y: int) -> None:
        self.window.move(x * SCALE, y * SCALE)
        self._events.append({"do": "move", "x": x, "y": y})

    def button(self, number: int, down: bool) -> None:
        self.window.button(number, down)
        name = "left" if number == LEFT else "right"
        self._events.append({"do": "press" if down else "release", "button": name})

    def click(self, x: int, y: int) -> None:
        self.move(x, y)
        self.button(LEFT, True)
        self.button(LEFT, False)

    def both(self, x: int, y: int) -> None:
        self.move(x, y)
        self.button(RIGHT, True)
        self.button(LEFT, True)
        self.button(LEFT, False)
        self.button(RIGHT, False)

    def drag(self, source: tuple[int, int], target: tuple[int, int]) -> None:
        self.move(*source)
        self.button(LEFT, True)
        self.move((source[0] + target[0]) // 2, (source[1] + target[1]) // 2)
        self.move(*target)
        self.button(LEFT, False)

    def key(self, x_name: str, name: str) -> None:
        self.window.keys(x_name)
        self._events.append({"do": "key", "key": name})

    def same(self) -> bool:
        """Whether the window comes to show what the script gives."""
        script = self._folder / "events.jsonl"
        events = [*self._events, {"do": "shot", "file": "shot.png"}]
        script.write_text("\n".join(map(json.dumps, events)), encoding="utf-8")
        # A folder of its own: the script's games are not to get among those of the window.
        self._environment.setenv("GEMPORT_HOME", str(self._folder / "script"))
        arguments = [str(script), "--number", str(NUMBER), "--shots", str(self._folder), *OPTIONS]
        assert main(["script", "grossfamilien", *arguments]) == 0
        with Image.open(self._folder / "shot.png") as shot:
            picture = shot.convert("RGB").resize(SIZE, Image.Resampling.NEAREST)
        return self.window.picture_when(picture.tobytes(), SIZE)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The user's folder of the program in the window."""
    return tmp_path / "home"


def start(display: str, home: Path, *number: str) -> Program:
    arguments = ["-m", "gemport", "grossfamilien", *number, *OPTIONS, "--mute", "--scale", str(SCALE)]
    return Program.python(arguments, display, TITLE, {"GEMPORT_HOME": str(home)})


@pytest.fixture
def hand(display: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hand]:
    with start(display, home, str(NUMBER)) as program:
        yield Hand(program, tmp_path, monkeypatch)


def test_clicks_drags_and_both_buttons_play_in_the_window_as_in_a_script(hand: Hand) -> None:
    hand.move(*NOWHERE)
    assert hand.same()
    hand.both(*ACE_OF_DIAMONDS)
    assert hand.same()
    hand.click(*TALON)
    hand.click(*TALON)
    hand.move(*NOWHERE)
    assert hand.same()
    hand.key("Undo", "Undo")
    hand.key("Undo", "Undo")
    assert hand.same()
    hand.drag(FROM, TO)
    assert hand.same()
    hand.key("Delete", "Delete")
    hand.key("Undo", "Undo")
    assert hand.same()


def test_boxes_menu_and_numbers_work_with_real_keys(hand: Hand) -> None:
    hand.move(*NOWHERE)
    hand.key("F5", "F5")
    assert hand.same()
    hand.key("Return", "Return")
    hand.key("F2", "F2")
    hand.key("Escape", "Esc")
    hand.key("7", "7")
    hand.key("Return", "Return")
    assert hand.same()
    hand.key("F3", "F3")
    hand.move(190, 8)
    assert hand.same()


def test_the_game_at_rest_uses_no_processor_time(hand: Hand) -> None:
    hand.click(*TALON)
    hand.move(*NOWHERE)
    assert hand.same()
    time.sleep(0.5)
    before = hand.window.cpu_seconds()
    time.sleep(2)
    assert hand.window.cpu_seconds() - before <= 0.01


def kept(home: Path) -> tuple[list[Saved], list[Outcome]]:
    """The unfinished games, and the outcomes counted."""
    with Store(home) as store:
        return saved_games(store, "grossfamilien"), [outcome for _, outcome in outcomes_in(store, "grossfamilien")]


def until_kept(home: Path, moves: tuple[str, ...]) -> None:
    """Wait until the program has stored these moves."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with Store(home) as store:
            if saved_games(store, "grossfamilien") == [Saved(NUMBER, moves)]:
                return
        time.sleep(0.05)
    pytest.fail(f"{moves} were not stored")


def test_a_killed_game_is_taken_up_again_and_so_is_a_left_one(hand: Hand, display: str, home: Path) -> None:
    hand.both(*ACE_OF_DIAMONDS)
    assert hand.same()
    hand.click(*TALON)
    hand.move(*NOWHERE)
    assert hand.same()
    until_kept(home, ("a2-h", "t-o"))
    hand.window.process.kill()
    hand.window.wait()
    assert kept(home) == ([Saved(NUMBER, ("a2-h", "t-o"))], [])
    with start(display, home) as program:
        hand.window = program
        hand.move(*NOWHERE)
        assert hand.same()
        program.keys("F10")
        time.sleep(0.3)
        # Asked, the player keeps it.
        program.keys("Return")
        assert program.wait() == 0
        assert program.rest() == []
    assert kept(home) == ([Saved(NUMBER, ("a2-h", "t-o"))], [])
