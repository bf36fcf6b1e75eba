"""The example of two programs that talk to each other."""

import subprocess
import sys
from pathlib import Path

import pytest

import examples.talk as module
from examples.talk import main, two_of_them
from gemport.gem import Machine, read_png

ROOT = Path(module.__file__).parents[1]
ANNA, BERT = (20 + 1 + 16, 60 + 19), (330 + 1 + 16, 60 + 19)
"""Beginnings of the texts in the windows, and the first pixel row of their work areas."""
OWN, OTHERS = 32, 64
"""Base lines in the work area."""
CLOSER_OF_BERT = 340, 69


@pytest.fixture
def machine() -> Machine:
    return two_of_them()


def sees(machine: Machine, text: str, at: tuple[int, int], line: int) -> bool:
    """Return whether a text stands on a base line of a window."""
    x, y = at[0], at[1] + line
    probe = Machine(machine._libraries.screen.artwork)
    probe.gem().v_opnvwk().v_gtext(x, y, text)
    keep = ((1 << 8 * len(text)) - 1) << (640 - x - 8 * len(text))
    rows = machine.screen.rows
    return all(rows[row] & keep == probe.screen.rows[row] & keep for row in range(y - 13, y + 3))


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
    typed(machine, "x" * module.LONGEST + "y")
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


def test_it_runs_from_the_checkout(tmp_path: Path) -> None:
    picture = tmp_path / "talk.png"
    command = [sys.executable, "examples/talk.py", "--screenshot", str(picture)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=60)
    main(["--screenshot", str(tmp_path / "again.png")])
    assert picture.read_bytes() == (tmp_path / "again.png").read_bytes()
    assert read_png(picture.read_bytes()).width == 640


def test_the_handbook_shows_its_code_as_it_is() -> None:
    handbook = (ROOT / "docs" / "gem.md").read_text(encoding="utf-8")
    chapter = handbook.split("## Several programs")[1].split("\n## ")[0]
    source = unindented(Path(module.__file__).read_text(encoding="utf-8"))
    blocks = chapter.split("```python\n")[1:]
    assert len(blocks) == 2
    for block in blocks:
        assert unindented(block.split("```")[0]) in source


def unindented(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())
