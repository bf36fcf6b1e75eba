"""The example programs from end to end, and the copies of their code in the handbook."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from examples.hello import hello
from examples.talk import LONGEST, main, two_of_them
from gemport.gem import Machine, read_png
from gemport.hosts.events import parse_events
from gemport.hosts.headless import HeadlessPlayer
from tests.gem.aes.desk import artwork, changed
from tests.hosts.xvfb import Program
from tests.places import ROOT


def sees(machine: Machine, text: str, at: tuple[int, int], line: int = 0) -> bool:
    """Return whether a text is drawn at a place, with its base line ``line`` pixels below."""
    x, y = at[0], at[1] + line
    picture, probe = machine.frame(pointer=False), Machine(machine._libraries.screen.artwork)
    probe.gem().v_opnvwk().v_gtext(x, y, text)
    keep = ((1 << 8 * len(text)) - 1) << (640 - x - 8 * len(text))
    return all(picture.rows[row] & keep == probe.screen.rows[row] & keep for row in range(y - 13, y + 3))


class User:
    """A user of the program who sends events and reads the screen."""

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
        return sees(self.machine, text, (x, y))


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


# ---- talk


ANNA, BERT = (20 + 1 + 16, 60 + 19), (330 + 1 + 16, 60 + 19)
"""Start of the text in each window, and first pixel row of its work area."""
OWN, OTHERS = 32, 64
"""Base lines in the work area."""
CLOSER_OF_BERT = 340, 69


@pytest.fixture
def machine() -> Machine:
    return two_of_them()


def typed(machine: Machine, text: str) -> None:
    for character in text:
        machine.key(ord(character))


def top_anna(machine: Machine) -> None:
    machine.mouse_to(100, 150)
    machine.mouse_button(1, True)
    machine.mouse_button(1, False)
    machine.settle()


def test_what_is_typed_into_one_appears_in_the_other(machine: Machine) -> None:
    typed(machine, "hello")
    assert sees(machine, "I:    hello_", BERT, OWN)
    assert sees(machine, "Bert: hello ", ANNA, OTHERS)
    top_anna(machine)
    typed(machine, "hi\rwho is it?")
    assert sees(machine, "I:    who is it?_", ANNA, OWN)
    assert sees(machine, "Anna: who is it? ", BERT, OTHERS)


def test_a_line_that_is_full_begins_again(machine: Machine) -> None:
    typed(machine, "x" * LONGEST + "y")
    assert sees(machine, "I:    y_ ", BERT, OWN)


def test_when_one_goes_the_other_stays_and_knows(machine: Machine) -> None:
    machine.mouse_to(*CLOSER_OF_BERT)
    machine.mouse_button(1, True)
    machine.mouse_button(1, False)
    machine.settle()
    assert sees(machine, "Bert: (has gone)", ANNA, OTHERS)
    assert not machine.finished
    typed(machine, "alone")
    assert sees(machine, "I:    alone_", ANNA, OWN)
    machine.request_quit()
    assert machine.finished
    assert machine.faults == []


@pytest.mark.parametrize("name", ["hello", "talk"])
def test_it_runs_from_the_checkout(tmp_path: Path, name: str) -> None:
    picture = tmp_path / f"{name}.png"
    command = [sys.executable, f"examples/{name}.py", "--screenshot", str(picture)]
    # Without it, an unpacked source archive would have to be installed first.
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=ROOT, check=True, timeout=60, env=environment)
    assert read_png(picture.read_bytes()).width == 640
    if name == "hello":
        assert picture.read_bytes() == (ROOT / "docs" / "hello.png").read_bytes()
    else:
        main(["--screenshot", str(tmp_path / "again.png")])
        assert picture.read_bytes() == (tmp_path / "again.png").read_bytes()


def test_the_handbook_shows_the_examples_as_they_are() -> None:
    handbook = (ROOT / "docs" / "gem.md").read_text(encoding="utf-8")
    hello = (ROOT / "examples" / "hello.py").read_text(encoding="utf-8")
    assert f"```python\n{hello}```\n" in handbook
    chapter = handbook.split("## Several programs")[1].split("\n## ")[0]
    source = unindented((ROOT / "examples" / "talk.py").read_text(encoding="utf-8"))
    blocks = chapter.split("```python\n")[1:]
    assert len(blocks) == 2
    for block in blocks:
        assert unindented(block.split("```")[0]) in source


def unindented(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


# ---- in a real window


@pytest.mark.window
def test_a_click_on_the_closer_ends_it_without_a_word(display: str) -> None:
    with Program.python(["examples/hello.py"], display, "Hello") as program:
        _, _, width, height = program.geometry()
        scale = width // 640
        assert (width, height) == (640 * scale, 400 * scale)
        program.click(89 * scale + 1, 69 * scale + 1)
        assert program.wait() == 0
        assert program.rest() == []
