"""The tools report an error in one line, exit with status 2, and then write nothing."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from compilers.sheet import SHEET_HEIGHT, SHEET_WIDTH, cards_to_sheet

from gemport.gem.formats.png import write_png
from gemport.play.deck import read_dat
from tests.places import DATA, ROOT
from tests.tools.run import rejection

SOURCES = {
    "cards.txt": "vierfrei/src/cards.txt",
    "cards.dat": "vierfrei/cards_de.dat",
    "desktop.rsc": "desktop/desktop_de.rsc",
    "desktop.txt": "desktop/src/desktop_de.txt",
}
KINDS = "card data are .dat, a sheet to paint on .png, a text .txt"
READ = "is read by this run, so nothing is written to it"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working folder, with a file of each kind, and two invalid files."""
    monkeypatch.chdir(tmp_path)
    for name, source in SOURCES.items():
        shutil.copyfile(DATA / source, tmp_path / name)
    cards = read_dat((DATA / "vierfrei/cards_de.dat").read_bytes())
    (tmp_path / "sheet.png").write_bytes(write_png(SHEET_WIDTH, SHEET_HEIGHT, cards_to_sheet(cards)))
    for name in ("bad", "bad.png"):
        (tmp_path / name).write_bytes(b"\xff\x00")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "line"),
    [
        # wrong usage
        ("build_data --no-such-option", "build_data.py: "),
        ("dat unpack x", "dat.py: "),
        ("fuzz --reader novel", "'novel'"),
        ("census chess", "census.py: 'chess' is not a game (vierfrei, microsoft)"),
        *(
            (f"census_grossfamilien {options}", "numbers go from 0 to 999999")
            for options in ("--from 5 --to 4", "--to 1000000", "--limit 0")
        ),
        # a target that cannot be written or has an unknown extension
        ("dat build cards.txt missing/out.png", "dat: missing/out.png: No such file or directory"),
        ("dat build cards.txt x.jpg", f"dat: x.jpg: {KINDS}"),
        # invalid sources
        ("rsc unpack bad", "bad"),
        ("dat build bad.png x.dat", "bad.png"),
        # the target must not be the source
        ("dat build sheet.png sheet.png", f"sheet.png: {READ}"),
        ("rsc unpack desktop.rsc desktop.rsc", f"desktop.rsc: {READ}"),
    ],
)
def test_bad_input_is_one_error_line(command: str, line: str, folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert line in rejection(*command.split())
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


@pytest.mark.parametrize(
    "script", ["tools/build_data.py", "examples/hello.py", "examples/talk.py", "-m benchmarks.run"]
)
def test_a_missing_package_names_the_right_python(script: str) -> None:
    # Without site packages, as can be the case for the system's Python.
    command = [sys.executable, "-S", "-E", *script.split(), "--help"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (1, "")
    name = "run.py" if script.startswith("-m") else Path(script).name
    assert re.fullmatch(rf"{name}: this Python has no \w+; use \S+, which tools/\w+\.py makes\n", result.stderr)
