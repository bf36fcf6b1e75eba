"""``gemport log``: numbers from a file, and the logbook printed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from gemport.store.records import Progress
from gemport.store.sqlite import Store
from gemport.store.statistics import Outcome
from tests.cli.run import run


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GEMPORT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_a_list_is_taken_and_printed_with_what_became_of_its_games(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("123456 the long one\n7\nfreecell 617 hard\n")
    assert run("log").out == "the logbook is empty\n"
    taken = run("log", path)
    assert (taken.status, taken.err) == (0, "")
    assert taken.out == ("VIERFREI: 2 numbers taken, 2 in the logbook\nFreeCell: 1 numbers taken, 1 in the logbook\n")
    day = time.strftime("%Y-%m-%d")
    with Store(home, time.time) as store:
        store.records("vierfrei").count(7, Outcome.WON, Progress(87, 52, 0, 252), 0)
        store.records("vierfrei").count(9, Outcome.LOST, Progress(8), 0)
    assert [line.split() for line in run("log", "--print").out.splitlines()] == [
        ["VIERFREI", "won", "moves", "time", "last", "played", "note"],
        ["123456", "the", "long", "one"],
        ["7", "1", "87", "4:12", day],
        ["9", "*", "0", day],
        [],
        ["FreeCell", "won", "moves", "time", "last", "played", "note"],
        ["617", "hard"],
    ]
    assert run("log", "--print", "--game", "freecell").out.splitlines()[1].split() == ["617", "hard"]
    exported = tmp_path / "all.json"
    run("stats", "--export", exported)
    (home / "gemport.sqlite3").unlink()
    assert run("stats", "--import", exported).status == 0
    assert "the long one" in run("log").out


def test_of_a_file_that_is_wrong_nothing_is_taken(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("7\n8 note\nnine\n")
    assert run("log", path) == (2, "", f"gemport: {path}: line 3: 'nine' is not a game number\n")
    assert run("log", "--print").out == "the logbook is empty\n"
    status, _, err = run("log", path, "--print")
    assert (status, err.count("\n")) == (2, 1)
