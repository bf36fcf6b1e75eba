"""A full program with an accessory shows the same screen after each event as its Python version."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from string import ascii_letters
from typing import Any

import pytest

from gemport.gem import LEFT, Machine, load_artwork, read_png, write_rsc
from gemport.gem.aes.keys import RETURN, key_press
from gemport.hosts.files import DiskFolder
from tests.cli.run import script
from tests.gem.own.steps import OWN
from tests.needs import needs_processor
from tests.st import mirror
from tests.st.build import SKETCH, target
from tests.st.machine import AtariMachine

pytestmark = needs_processor


class Both:
    """Both machines, which hear the same."""

    def __init__(self, folder: Path) -> None:
        (folder / "DEMO.RSC").write_bytes(write_rsc(mirror.resource()))
        for name in ("ONE.TXT", "TWO.TXT"):
            (folder / name).touch()
        self.atari = AtariMachine(folder)
        self.python = Machine(load_artwork(OWN / "system"))
        self.python.folder = DiskFolder(folder)
        self.python.start(mirror.note, "NOTE.ACC")
        self.python.start(mirror.demo, "DEMO.PRG")
        self.atari.start_built("ACC_NOTE.ACC")
        self.atari.start_built("DEMO.PRG")
        self.all(lambda machine: None)

    def all(self, do: Callable[[Machine], None]) -> None:
        """Do something to both, and compare them."""
        for machine in (self.python, self.atari.machine):
            do(machine)
            machine.settle()
        assert self.atari.reports == []
        assert self.atari.machine.frame() == self.python.frame()

    def move(self, x: int, y: int) -> None:
        self.all(lambda machine: machine.mouse_to(x, y))

    def click(self, x: int, y: int) -> None:
        self.move(x, y)
        for down in (True, False):
            self.all(lambda machine, down=down: machine.mouse_button(LEFT, down))  # type: ignore[misc]

    def choose(self, title: int, row: int) -> None:
        self.move(title, 8)
        self.click(title + 10, 19 + 8 + 16 * row)

    def key(self, word: int) -> None:
        self.all(lambda machine: machine.key(word))


@pytest.fixture
def both(tmp_path: Path) -> Both:
    return Both(tmp_path)


def test_menu_dialog_and_user_drawn_object(both: Both) -> None:
    both.choose(80, 1)
    for key in (0x0E08, 0x1E41, 0x3042):
        both.key(key)
    both.key(RETURN)
    both.choose(80, 1)
    both.click(260, 285)
    # The program also changed the tree that the AES uses.
    both.move(80, 8)
    both.click(600, 300)
    both.choose(30, 0)
    both.key(RETURN)


@pytest.mark.parametrize(("title", "row", "top"), [(30, 0, 0), (80, 1, 265), (80, 0, 240)])
def test_a_letter_never_chooses_a_button_of_a_form(title: int, row: int, top: int, both: Both) -> None:
    both.choose(title, row)
    buttons = both.atari.machine.frame().rows[top:]
    for letter in ascii_letters:
        both.key(key_press(letter).word)
    assert both.atari.machine.frame().rows[top:] == buttons


def test_the_file_selector_and_the_end(both: Both) -> None:
    both.choose(80, 0)
    both.click(180, 222)
    both.key(RETURN)
    both.choose(80, 6)
    assert both.python.finished
    assert (both.atari.machine.finished, both.atari.machine.result) == (True, 0)


def test_the_accessory_stands_in_the_desk_menu(both: Both) -> None:
    for _ in range(2):
        both.choose(30, 2)
        both.key(RETURN)


def test_the_example_draws_redraws_and_ends(tmp_path: Path) -> None:
    def shot(name: str) -> dict[str, object]:
        return {"do": "shot", "file": f"{name}.png", "pointer": False}

    def stroke(y: int, name: str) -> list[dict[str, object]]:
        press = {"do": "press", "button": "left", "x": 120, "y": y}
        return [press, {"do": "move", "x": 300, "y": y + 80}, {"do": "release", "button": "left"}, shot(name)]

    thicker, clear, end, about = (
        {"do": "choose", "title": t, "item": i} for t, i in ((4, 17), (4, 16), (4, 19), (3, 7))
    )
    confirm, click = {"do": "key", "key": "Return"}, {"do": "click", "x": 375, "y": 200}
    acts: list[dict[str, Any]] = [shot("empty"), *stroke(120, "thin"), thicker, click, confirm]
    acts += [*stroke(160, "thick"), about, confirm, shot("redrawn"), clear, shot("cleared"), end]
    events = script(tmp_path / "events.jsonl", *acts)
    command = ["run", str(target(SKETCH)), "--events", str(events), "--shots", str(tmp_path)]
    ended = subprocess.run([sys.executable, "-m", "gemport", *command], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    shots = {path.stem: read_png(path.read_bytes()) for path in tmp_path.glob("*.png")}
    ink = {name: sum(row.bit_count() for row in shot.rows) for name, shot in shots.items()}
    thin, thick = ink["thin"] - ink["empty"], ink["thick"] - ink["thin"]
    assert 150 < thin < 200
    assert thick > 4 * thin
    assert (ink["redrawn"], ink["cleared"]) == (ink["thick"], ink["empty"])
