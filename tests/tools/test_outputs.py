"""No tool writes onto the file that it reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from compilers.sheet import SHEET_HEIGHT, SHEET_WIDTH, cards_to_sheet

from gemport.gem.formats.png import write_png
from gemport.play.deck import read_dat
from tests.places import DATA
from tests.tools.test_oneline import said


def sheet() -> bytes:
    """A sheet of cards as the tool unpacks it."""
    cards = read_dat((DATA / "vierfrei" / "cards_de.dat").read_bytes())
    return write_png(SHEET_WIDTH, SHEET_HEIGHT, cards_to_sheet(cards))


@pytest.mark.parametrize(
    ("tool", "command", "name", "source"),
    [
        ("dat", ("build",), "sheet.png", None),
        ("dat", ("unpack",), "cards.dat", "vierfrei/cards_de.dat"),
        ("rsc", ("unpack",), "a.rsc", "desktop/desktop_de.rsc"),
        ("rsc", ("build",), "a.txt", "desktop/src/desktop_de.txt"),
        ("preview_font", (), "font.png", "system/src/8x8.txt"),
        ("preview_cards", (), "cards.png", "vierfrei/src/cards.txt"),
    ],
)
def test_no_tool_overwrites_its_input(
    tool: str, command: tuple[str, ...], name: str, source: str | None, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(sheet() if source is None else (DATA / source).read_bytes())
    before = path.read_bytes()
    assert said(tool, *command, path, path).endswith(f"{path}: is read by this run, so nothing is written to it")
    assert path.read_bytes() == before
