"""A folder of the disk: what of it programs see, and where what they chose lies."""

from __future__ import annotations

from pathlib import Path

import pytest

from gemport.gem.errors import GemportError
from gemport.gem.host.disk import DiskFolder


@pytest.fixture
def top(tmp_path: Path) -> Path:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "DIARY").touch()
    top = tmp_path / "allowed"
    (top / "Cards" / "Mine").mkdir(parents=True)
    (top / "Cards" / "ACE.IMG").touch()
    (top / ".hidden").touch()
    (top / "README").touch()
    return top


def test_folders_and_files_are_told_apart_and_hidden_ones_left_out(top: Path) -> None:
    entries = DiskFolder(top).entries()
    assert set(entries) == {"Cards", "README"}
    assert entries["README"] is None
    cards = entries["Cards"]
    assert cards is not None
    assert set(cards.entries()) == {"ACE.IMG", "Mine"}


def test_no_link_leads_out_of_the_folder_or_in_circles(top: Path) -> None:
    cards = top / "Cards"
    try:
        (cards / "out").symlink_to(top.parent / "secret", target_is_directory=True)
    except OSError:
        pytest.skip("no links on this system")
    (cards / "diary").symlink_to(top.parent / "secret" / "DIARY")
    (cards / "circle").symlink_to(cards / "circle")
    (cards / "up").symlink_to(top, target_is_directory=True)
    inside = DiskFolder(top).entries()["Cards"]
    assert inside is not None
    assert set(inside.entries()) - {"circle"} == {"ACE.IMG", "Mine", "up"}
    with pytest.raises(GemportError):
        DiskFolder(top).file("\\Cards\\*.*", "diary")


def test_what_was_chosen_lies_in_it_whatever_its_letters_case(top: Path) -> None:
    folder = DiskFolder(top)
    assert folder.file("\\*.*", "readme") == top / "README"
    assert folder.file("A:\\CARDS\\*.IMG", "ace.img") == top / "Cards" / "ACE.IMG"
    assert folder.file("\\Cards\\Mine\\*.*", "New.img") == top / "Cards" / "Mine" / "New.img"


@pytest.mark.parametrize(
    ("path", "name", "reason"),
    [
        ("\\NONE\\*.*", "x", "no such folder"),
        ("\\README\\*.*", "x", "no such folder"),
        ("\\..\\secret\\*.*", "DIARY", "no such folder"),
        ("\\*.*", "", "no name"),
        ("\\*.*", ".", "no name"),
        ("\\Cards\\*.*", "..", "no name"),
        ("\\*.*", "../secret/DIARY", "no name"),
        ("\\*.*", "/etc/passwd", "no name"),
    ],
)
def test_nothing_else_is_reached(top: Path, path: str, name: str, reason: str) -> None:
    with pytest.raises(GemportError, match=reason):
        DiskFolder(top).file(path, name)


def test_a_folder_that_has_gone_is_an_error_of_the_disk(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="gone"):
        DiskFolder(tmp_path / "gone").entries()
