"""A new game needs only its own files: rules, program and data (docs/games.md); no existing file changes."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import need_programs
from tests.places import ROOT

OWN = Path(__file__).parent / "gemport"
HOUSE = ("gemport", "data", "tools", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the checkout and add the files of the game to it."""
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
    shutil.copytree(OWN.parent / "data", house / "data", dirs_exist_ok=True)
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
    assert "play bakersgame" in call(house, "-m", "gemport", "--help")
    text = call(house, "-m", "gemport", "deal", "bakersgame", "5")
    assert text.startswith("Baker's Game #5\n")
    assert (
        json.loads(call(house, "-m", "gemport", "deal", "bakersgame", "5", "--format", "json"))["game"] == "bakersgame"
    )


def test_it_is_shown(house: Path) -> None:
    call(house, "-m", "gemport", "bakersgame", "5", "--screenshot", "shown.png")
    call(house, "-m", "gemport", "vierfrei", "5", "--screenshot", "other.png")
    assert (house / "shown.png").read_bytes() != (house / "other.png").read_bytes()


def test_it_is_played_kept_recorded_and_shown_again(house: Path) -> None:
    keys = [{"do": "key", "key": key} for key in ("1", "0", "2", "0", "Undo")]
    events = [*keys, {"do": "shot", "file": "a.png"}]
    (house / "events.jsonl").write_text("\n".join(map(json.dumps, events)), encoding="utf-8")
    command = ["script", "bakersgame", "events.jsonl", "--number", 5, "--shots", ".", "--record", "r.txt"]
    call(house, "-m", "gemport", *command)
    assert (house / "r.txt").read_text(encoding="utf-8") == "game: bakersgame\nnumber: 5\n\n1a\n"
    call(house, "-m", "gemport", "bakersgame", "--continue", "--screenshot", "continued.png")
    call(house, "-m", "gemport", "bakersgame", "5", "--new", "--screenshot", "afresh.png")
    call(house, "-m", "gemport", "replay", "r.txt", "--shots", "shots")
    assert (house / "continued.png").read_bytes() != (house / "afresh.png").read_bytes()
    assert sorted(path.name for path in (house / "shots").iterdir()) == ["0000.png", "0001.png"]


def test_it_is_solved_reviewed_found_and_drawn_for_a_day(house: Path) -> None:
    (house / "near.txt").write_text("Foundations: H-J C-T D-Q S-T\nJC QC KC\nKH QH\nKD\nJS KS QS\n", encoding="utf-8")
    solved = call(house, "-m", "gemport", "solve", "bakersgame", "--board", "near.txt")
    assert solved.startswith("Baker's Game near.txt: can be won, ")
    (house / "won.txt").write_text("game: bakersgame\nnumber: 5\n\n1a\n", encoding="utf-8")
    assert call(house, "-m", "gemport", "replay", "won.txt", "--review").startswith("Baker's Game #5")
    deal = json.loads(call(house, "-m", "gemport", "deal", "bakersgame", "5", "--format", "json"))
    cards = "/".join(" ".join(column[:3]) for column in deal["columns"])
    assert "Baker's Game #5" in call(house, "-m", "gemport", "which", *cards.replace("/", " / ").split())
    assert "Baker's Game #" in call(house, "-m", "gemport", "today", "bakersgame", "--date", "2026-12-24")


def test_its_rules_and_words_are_its_own(house: Path) -> None:
    board = """
from gemport.cards.bakersgame import BakersBoard
from gemport.cards.card import parse_card
from gemport.cards.moves import IllegalMove
board = BakersBoard([[parse_card(name)] for name in ("9S", "8S", "8H", "9C", "KD", "KC", "KH", "KS")])
print(board.refusal(1, 0), board.refusal(2, 3).rule.name)
"""
    assert call(house, "-c", board) == "None NOT_ONE_LOWER\n"


def test_it_keeps_the_import_contracts(house: Path) -> None:
    command = [*need_programs("lint-imports"), "--no-cache"]
    environment = {**os.environ, "PYTHONPATH": str(house)}
    result = subprocess.run(command, cwd=house, env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
