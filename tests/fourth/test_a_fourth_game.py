"""A game is added by its own files alone: rules, program and data, no file that is there is changed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT

OWN = Path(__file__).parent / "gemport"
HOUSE = ("gemport", "data", "tools", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout with the files of the game put beside those that are there."""
    house = tmp_path_factory.mktemp("house")
    for name in HOUSE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, house / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, house / name)
    before = {path: path.read_bytes() for path in house.rglob("*") if path.is_file()}
    for path in OWN.rglob("*.py"):
        target = house / "gemport" / path.relative_to(OWN)
        assert not target.exists()
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    for language in ("de", "en"):
        source = (house / f"data/vierfrei/src/vierfrei_{language}.txt").read_text(encoding="utf-8")
        target = house / f"data/acesup/src/acesup_{language}.txt"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(source.replace("V I E R F R E I", "A C E S   U P"), encoding="utf-8")
    call(house, "tools/build_data.py")
    changed = [path for path, data in before.items() if path.read_bytes() != data]
    assert changed == []
    return house


def call(house: Path, *words: object) -> str:
    environment = {**os.environ, "PYTHONPATH": str(house), "GEMPORT_HOME": str(house / "home"), "LANG": "en_GB.UTF-8"}
    command = [sys.executable, *map(str, words)]
    result = subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, ""), result
    return result.stdout


def test_the_command_line_knows_it(house: Path) -> None:
    assert "play acesup" in call(house, "-m", "gemport", "--help")
    text = call(house, "-m", "gemport", "deal", "acesup", "5")
    assert text.startswith("Aces Up #5\n")
    assert json.loads(call(house, "-m", "gemport", "deal", "acesup", "5", "--format", "json"))["game"] == "acesup"


def test_it_is_shown(house: Path) -> None:
    call(house, "-m", "gemport", "acesup", "5", "--screenshot", "shown.png")
    call(house, "-m", "gemport", "vierfrei", "5", "--screenshot", "other.png")
    assert (house / "shown.png").read_bytes() != (house / "other.png").read_bytes()


def test_it_is_played_kept_recorded_and_shown_again(house: Path) -> None:
    stock = [{"do": "click", "x": 50, "y": 80}, {"do": "click", "x": 50, "y": 80}, {"do": "key", "key": "Undo"}]
    events = [*stock, {"do": "shot", "file": "a.png"}]
    (house / "events.jsonl").write_text("\n".join(map(json.dumps, events)), encoding="utf-8")
    call(house, "-m", "gemport", "script", "acesup", "events.jsonl", "--number", 5, "--shots", ".", "--record", "r.txt")
    assert (house / "r.txt").read_text(encoding="utf-8") == "game: acesup\nnumber: 5\n\nd\n"
    call(house, "-m", "gemport", "acesup", "--continue", "--screenshot", "continued.png")
    call(house, "-m", "gemport", "acesup", "5", "--new", "--screenshot", "afresh.png")
    call(house, "-m", "gemport", "replay", "r.txt", "--shots", "shots")
    assert (house / "continued.png").read_bytes() != (house / "afresh.png").read_bytes()
    assert sorted(path.name for path in (house / "shots").iterdir()) == ["0000.png", "0001.png"]


def test_it_keeps_to_the_floors(house: Path) -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    environment = {**os.environ, "PYTHONPATH": str(house)}
    result = subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
