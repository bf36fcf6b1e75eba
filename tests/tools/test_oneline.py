"""The tools for data say in one line what is wrong, and end with 2."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT

FONT = ROOT / "data" / "system" / "src" / "8x8.txt"
CARDS = ROOT / "data" / "vierfrei" / "src" / "cards.txt"


def said(tool: str, *arguments: str | Path) -> str:
    """The line on standard error."""
    command = [sys.executable, str(ROOT / "tools" / f"{tool}.py"), *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    return result.stderr.rstrip("\n")


@pytest.mark.parametrize("tool", ["build_data", "dat", "preview_cards", "preview_font", "rsc"])
def test_wrong_usage_is_one_line(tool: str) -> None:
    assert said(tool, "--no-such-option").startswith(f"{tool}.py: ")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("dat", ("build", CARDS)),
        ("preview_cards", (CARDS,)),
        ("preview_font", (FONT,)),
    ],
)
def test_a_target_that_cannot_be_written_is_named(tool: str, arguments: tuple[str | Path, ...], tmp_path: Path) -> None:
    target = tmp_path / "missing" / "out.png"
    assert said(tool, *arguments, target) == f"{tool}: {target}: No such file or directory"


def test_card_data_of_an_unknown_kind_is_refused_with_those_there_are(tmp_path: Path) -> None:
    kinds = "card data are .dat, a sheet to paint on .png, a text .txt"
    assert said("dat", "build", tmp_path / "x.jpg", tmp_path / "x.dat") == f"dat: x.jpg: {kinds}"
    assert said("dat", "build", CARDS, tmp_path / "x.jpg") == f"dat: x.jpg: {kinds}"
    assert not (tmp_path / "x.jpg").exists()


@pytest.mark.parametrize("script", ["tools/dat.py", "tools/preview_cards.py", "examples/hello.py", "examples/talk.py"])
def test_a_python_without_what_is_needed_is_told_which_to_use(script: str) -> None:
    # Without site packages, as the system's own Python may be.
    command = [sys.executable, "-S", "-E", str(ROOT / script), "--help"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (result.returncode, result.stdout) == (1, "")
    name = Path(script).name
    assert re.fullmatch(rf"{name}: this Python has no \w+; use \S+, which tools/\w+\.py makes\n", result.stderr)


def test_a_picture_of_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    assert said("preview_font", FONT, tmp_path / "out.xyz") == (
        f"preview_font.py: argument picture: {tmp_path / 'out.xyz'}: pictures are PNG files, so the name ends in .png"
    )
