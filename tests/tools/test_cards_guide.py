"""The commands of docs/cards.md do what they are said to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.run import run as run_game
from tests.places import ROOT
from tests.tools.run import run

GUIDE = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")


def commands() -> list[list[str]]:
    """Every command of the guide, in order."""
    blocks = re.findall(r"^```\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
    lines = [line.split() for block in blocks for line in block.splitlines()]
    return [words for words in lines if words[0] in ("python", "gemport")]


def follow(words: list[str], folder: Path) -> bytes | None:
    """Run a command of the guide; of a game only the first picture is made, and given."""
    shot = folder / "shot.png"
    if words[0] == "gemport":
        result = run_game(*words[1:], "42", "--lang", "de", "--screenshot", shot)
    else:
        result = run(Path(words[1]).stem, *(ROOT / word if word.startswith("data/") else word for word in words[2:]))
    assert (result.status, result.err) == (0, ""), words
    return shot.read_bytes() if shot.exists() else None


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


def test_the_guide_names_these_commands() -> None:
    assert [" ".join(words[:3]) for words in commands()] == [
        "python tools/dat.py unpack",
        "python tools/dat.py build",
        "gemport vierfrei --dat",
        "python tools/dat.py unpack",
        "python tools/dat.py build",
        "python tools/rsc.py unpack",
        "python tools/rsc.py build",
        "gemport vierfrei --rsc",
    ]


def test_a_deck_is_painted_step_by_step(folder: Path) -> None:
    unpack, build, play, to_text, from_text, *_ = commands()
    follow(unpack, folder)
    with Image.open(folder / "my.png") as sheet:
        assert sheet.size == (512, 156)
        painted = sheet.convert("RGB")
    follow(build, folder)
    built_in = (ROOT / "data/vierfrei/cards_de.dat").read_bytes()
    assert (folder / "my.dat").read_bytes() == built_in
    unchanged = follow(play, folder)

    # The empty frame, which every free place shows, gets a black bar.
    painted.paste((0, 0, 0), (8 + 6 * 72 + 10, 8 + 55 + 30, 8 + 6 * 72 + 50, 8 + 55 + 40))
    painted.save(folder / "my.png")
    follow(build, folder)
    assert len((folder / "my.dat").read_bytes()) == 5616
    assert follow(play, folder) != unchanged
    with Image.open(folder / "shot.png") as shot:
        assert shot.crop((11 + 15, 41 + 32, 11 + 45, 41 + 38)).getextrema() == (0, 0)
    assert (folder / "cards.png").exists()

    follow(to_text, folder)
    follow(from_text, folder)
    assert (folder / "again.dat").read_bytes() == (folder / "my.dat").read_bytes()


def test_a_resource_is_edited_step_by_step(folder: Path) -> None:
    *_, unpack, build, play = commands()
    follow(unpack, folder)
    follow(build, folder)
    built_in = (ROOT / "data/vierfrei/vierfrei_de.rsc").read_bytes()
    assert (folder / "my.rsc").read_bytes() == built_in
    unchanged = follow(play, folder)
    text = (folder / "my_rsc.txt").read_text(encoding="utf-8")
    assert 'G_STRING at 3+4,1+8 size 18,1 "Nummer des Spiels:"' in text
    (folder / "my_rsc.txt").write_text(text.replace('" Spiel "', '" Karte "'), encoding="utf-8")
    follow(build, folder)
    assert follow(play, folder) != unchanged
