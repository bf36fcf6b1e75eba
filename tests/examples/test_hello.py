"""The example program from end to end, as a user works it; and that the handbook shows it as it is."""

import subprocess
import sys
from pathlib import Path

import pytest

from examples import hello as module
from examples.hello import hello
from gemport.gem import Machine
from gemport.hosts.events import parse_events
from gemport.hosts.headless import HeadlessPlayer
from tests.gem.aes.desk import artwork, changed
from tests.places import ROOT


class User:
    """Plays events on the program and looks at the screen."""

    def __init__(self) -> None:
        self.machine = Machine(artwork())
        self.machine.start(hello, "HELLO.PRG")
        self.player = HeadlessPlayer(self.machine)

    def play(self, *events: str) -> None:
        self.player.play(parse_events("\n".join(f"{{{event}}}" for event in events), "events"))

    def click(self, x: int, y: int) -> None:
        self.play(f'"do": "click", "x": {x}, "y": {y}')

    def choose(self, title: tuple[int, int], entry: tuple[int, int]) -> None:
        self.play(f'"do": "move", "x": {title[0]}, "y": {title[1]}')
        self.click(*entry)

    def key(self, name: str) -> None:
        self.play(f'"do": "key", "key": "{name}"')

    def sees(self, text: str, x: int, y: int) -> bool:
        """Return whether the text stands with its base line at (x, y)."""
        picture, probe = self.machine.frame(pointer=False), Machine(artwork())
        probe.gem().v_opnvwk().v_gtext(x, y, text)
        keep = ((1 << 8 * len(text)) - 1) << (640 - x - 8 * len(text))
        return all(picture.rows[row] & keep == probe.screen.rows[row] & keep for row in range(y - 13, y + 3))


HELLO, FILE = (30, 8), (90, 8)
ABOUT, GREET, QUIT = (60, 27), (120, 27), (120, 59)
TEXT_AT = (81 + 24, 79 + 40)


@pytest.fixture
def user() -> User:
    return User()


def test_it_greets_in_its_window(user: User) -> None:
    assert user.sees("Hello, world!", *TEXT_AT)


def test_a_click_moves_the_greeting(user: User) -> None:
    user.click(200, 180)
    assert user.sees("Hello, world!", 200, 180)
    assert not user.sees("Hello, world!", *TEXT_AT)
    user.click(500, 300)
    assert user.sees("Hello, world!", 200, 180)


def test_the_menu_leads_to_an_alert_that_leaves_no_trace(user: User) -> None:
    before = user.machine.frame(pointer=False)
    user.choose(HELLO, ABOUT)
    box = changed(before, user.machine.frame(pointer=False))
    assert box is not None
    assert box.h > 60
    user.key("Return")
    assert user.machine.frame(pointer=False) == before


@pytest.mark.parametrize("way", ["menu", "key"])
def test_the_dialog_asks_whom_to_greet(user: User, way: str) -> None:
    if way == "menu":
        user.choose(FILE, GREET)
    else:
        user.key("Control+g")
    user.key("Esc")
    user.play('"do": "text", "text": "Ada"')
    user.key("Return")
    assert user.sees("Hello, Ada!", *TEXT_AT)


def test_the_dialog_can_be_cancelled(user: User) -> None:
    before = user.machine.frame(pointer=False)
    user.choose(FILE, GREET)
    shown = changed(before, user.machine.frame(pointer=False))
    assert shown is not None
    user.play('"do": "text", "text": "Ada"')
    user.click(267, 229)
    assert user.machine.frame(pointer=False) == before
    user.choose(FILE, GREET)
    user.key("Return")
    assert user.sees("Hello, world!", *TEXT_AT)


def test_the_window_moves_grows_and_is_drawn_again(user: User) -> None:
    user.play(
        '"do": "press", "button": "left", "x": 150, "y": 69',
        '"do": "release", "button": "left", "x": 250, "y": 169',
    )
    assert user.sees("Hello, world!", TEXT_AT[0] + 100, TEXT_AT[1] + 100)
    user.click(490, 169)
    assert user.sees("Hello, world!", 1 + 24, 38 + 40)
    user.click(630, 28)
    assert user.sees("Hello, world!", TEXT_AT[0] + 100, TEXT_AT[1] + 100)


def test_it_asks_before_it_ends(user: User) -> None:
    user.choose(FILE, QUIT)
    user.key("Return")
    assert not user.machine.finished
    user.key("Control+q")
    user.click(288, 233)
    assert user.machine.finished


def test_closing_the_window_ends_it(user: User) -> None:
    user.click(89, 69)
    assert user.machine.finished


def test_it_runs_from_the_checkout(tmp_path: Path) -> None:
    command = [sys.executable, "examples/hello.py", "--screenshot", str(tmp_path / "hello.png")]
    subprocess.run(command, cwd=ROOT, check=True, timeout=60)
    assert (tmp_path / "hello.png").stat().st_size > 100


def test_the_handbook_shows_the_program_as_it_is() -> None:
    handbook = (ROOT / "docs" / "gem.md").read_text(encoding="utf-8")
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    assert f"```python\n{source}```\n" in handbook
