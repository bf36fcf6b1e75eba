"""The data shipped with the program, the commands that build them, and their description in docs/cards.md."""

import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

from gemport.gem import read_rsc, write_rsc
from gemport.gem.formats.structures import TedInfo
from tests.cli.run import run as run_game
from tests.places import DATA, ROOT
from tests.tools.run import run


def test_check_names_differences_and_building_repairs_them(tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(DATA, data)
    run("build_data", "--data", data)
    (data / "system/8x8.fnt").write_bytes(b"")
    (data / "vierfrei/vierfrei_en.rsc").unlink()
    result = run("build_data", "--check", "--data", data)
    assert result.status == 1
    assert result.out.splitlines() == [
        "system/8x8.fnt: differs from its source",
        "vierfrei/vierfrei_en.rsc: is not built",
    ]
    assert run("build_data", "--data", data).status == 0
    assert run("build_data", "--check", "--data", data).status == 0


def copy_with_code(folder: Path) -> Path:
    """Copy the data and the modules with the constants; return the data folder."""
    shutil.copytree(DATA, folder / "data")
    for module in (DATA.parent / "gemport" / "games").rglob("*_rsc.py"):
        target = folder / module.relative_to(DATA.parent)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(module, target)
    return folder / "data"


def test_a_renamed_string_changes_the_constants(tmp_path: Path) -> None:
    data = copy_with_code(tmp_path)
    for language in ("de", "en"):
        source = data / f"freecell/src/freecell_{language}.txt"
        text = source.read_text(encoding="utf-8")
        source.write_text(text.replace("string NOTHING_FITS", "string NO_CARD_FITS"), encoding="utf-8")
    result = run("build_data", "--check", "--data", data)
    assert (result.status, result.out) == (1, "gemport/games/freecell/freecell_rsc.py: differs from its source\n")
    assert run("build_data", "--data", data).status == 0
    module = (tmp_path / "gemport/games/freecell/freecell_rsc.py").read_text(encoding="utf-8")
    assert "\nNO_CARD_FITS = 3\n" in module
    assert module.startswith("# Made by tools/build_data.py from freecell_de.txt and freecell_en.txt.\n")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("7 VERSION G_", "7 G_", "ABOUT_VERSION is missing, in vierfrei_de.txt it is 7"),
        ('string STUCK_LINE "', 'string "', "STUCK_LINE is missing, in vierfrei_de.txt it is 1"),
        ('string STUCK_LINE "', 'string ABOUT_VERSION "', "two things are called ABOUT_VERSION"),
        ("tree 3 ABOUT\n", "tree 3\n", "tree 3 needs a name, as it has objects with names"),
        ("string NUMBER_LINE", 'string "ace"\nstring NUMBER_LINE', "NUMBER_LINE is 1, in vierfrei_de.txt it is 0"),
    ],
)
def test_languages_with_different_numbers_are_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    data = copy_with_code(tmp_path)
    source = data / "vierfrei/src/vierfrei_en.txt"
    text = source.read_text(encoding="utf-8")
    assert old in text
    source.write_text(text.replace(old, new), encoding="utf-8")
    result = run("build_data", "--check", "--data", data)
    assert result.status == 2
    assert result.err.startswith(f"build_data: vierfrei_en.txt: {reason}")
    assert result.err.count("\n") == 1


def test_rsc_warns_if_text_omits_parts_of_a_file(tmp_path: Path) -> None:
    resource = read_rsc((DATA / "vierfrei/vierfrei_de.rsc").read_bytes())
    resource.tedinfos.append(TedInfo("unused"))
    (tmp_path / "odd.rsc").write_bytes(write_rsc(resource))
    result = run("rsc", "unpack", tmp_path / "odd.rsc")
    assert (result.status, result.out) == (0, "")
    assert result.err == (
        "rsc: odd.rsc: the text shows the same, but a file built from it differs: shared and unused parts, and the "
        "order of some, are not kept\n"
    )
    assert run("rsc", "build", tmp_path / "odd.txt").err == ""
    built = read_rsc((tmp_path / "odd.rsc").read_bytes())
    assert (built.trees, built.strings, built.images) == (resource.trees, resource.strings, resource.images)


# ---- the commands of docs/cards.md work as documented


GUIDE = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")


def commands() -> list[list[str]]:
    blocks = re.findall(r"^```\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
    lines = [line.split() for block in blocks for line in block.splitlines()]
    return [words for words in lines if words[0] in ("python", "gemport")]


def follow(words: list[str], folder: Path) -> bytes | None:
    """Run a command of the guide; for a game, return only its first picture."""
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

    # Draw a black bar on the empty frame, visible at every free place.
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
