"""Generated documents: the manuals' pictures and the man page match the current program."""

import argparse
import shutil
import subprocess
from pathlib import Path

import build_man as man
import build_pictures as pictures
import pytest

from gemport.cli.main import command_parsers
from gemport.gem.formats.png import read_png
from tests.needs import need_programs
from tests.places import ROOT


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the existing pictures to temporary folders, and restrict generation to pictures of the desktop."""
    for place in ("docs", "data/desktop"):
        for path in (ROOT / place / "pictures").rglob("desktop.*"):
            copy = tmp_path / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
    monkeypatch.setattr(pictures, "ROOT", tmp_path)
    monkeypatch.setattr(pictures, "DOCS", tmp_path / "docs")
    monkeypatch.setattr(pictures, "HELP", tmp_path / "data" / "desktop")
    monkeypatch.setattr(pictures, "PICTURES", {"desktop": pictures.PICTURES["desktop"]})
    return tmp_path


def test_a_stale_picture_is_named_and_made_again(places: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pictures.main(["--check"]) == 0
    stale, other = places / "docs/pictures/desktop.png", places / "docs/pictures/de/desktop.png"
    right = stale.read_bytes()
    shutil.copyfile(other, stale)
    (places / "data/desktop/pictures/de/desktop.img").unlink()
    other.with_name("left.png").write_bytes(right)
    assert pictures.main(["--check"]) == 1
    out = capsys.readouterr().out
    assert "docs/pictures/desktop.png: differs from its source" in out
    assert "data/desktop/pictures/de/desktop.img: is not built" in out
    assert "docs/pictures/de/left.png: is made by nothing" in out
    assert stale.read_bytes() == other.read_bytes()
    assert pictures.main([]) == 0
    assert read_png(stale.read_bytes()) == read_png(right)
    assert not other.with_name("left.png").exists()
    assert pictures.main(["--check"]) == 0


def test_the_man_page_names_every_command_and_option() -> None:
    text = man.page()
    _, commands = command_parsers()
    assert len(commands) > 8
    assert argparse.SUPPRESS not in text
    for name, parser in commands.items():
        assert f".SS {man.plain(f'gemport {name}')}\n" in text
        for action in parser._actions:
            if action.dest != "help" and action.help != argparse.SUPPRESS:
                assert man.plain(str(action.help)) in text
                assert all(f"\\fB{man.plain(option)}\\fP" in text for option in action.option_strings)


def test_roff_takes_text_for_text() -> None:
    assert man.plain(".a\n'b\nc-d \\e") == "\\&.a\n\\&'b\nc\\-d \\ee"


def test_the_man_page_is_set_without_a_complaint() -> None:
    need_programs("groff")
    page = ROOT / "docs" / "man" / "gemport.1"
    result = subprocess.run(["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-P-cbou", page], capture_output=True)
    assert (result.returncode, result.stderr) == (0, b"")
    out = result.stdout.decode()
    assert "gemport - VIERFREI, FreeCell and Großfamilien on a thin, faithful GEM" in out
    assert "EXIT STATUS" in out
