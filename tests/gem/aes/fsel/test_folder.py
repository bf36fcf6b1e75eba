"""Paths, masks and the order of the file selector's list."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from gemport.gem.aes.fsel import Folder, Path, find, listed, parse_path


class Fake:
    """A folder that a test makes up; it cannot be read if it is ``broken``."""

    def __init__(self, entries: Mapping[str, Folder | None], broken: bool = False) -> None:
        self._entries = entries
        self.broken = broken

    def entries(self) -> Mapping[str, Folder | None]:
        if self.broken:
            raise PermissionError("not yours")
        return self._entries


def files(*names: str) -> Fake:
    return Fake(dict.fromkeys(names))


@pytest.mark.parametrize(
    ("text", "folders", "mask"),
    [
        ("\\*.RSC", (), "*.RSC"),
        ("A:\\GAMES\\CARDS\\*.DAT", ("GAMES", "CARDS"), "*.DAT"),
        ("c:*.*", (), "*.*"),
        ("\\GAMES\\", ("GAMES",), "*.*"),
        ("GAMES\\\\X.?", ("GAMES",), "X.?"),
        ("", (), "*.*"),
    ],
)
def test_a_path_is_folders_and_a_mask(text: str, folders: tuple[str, ...], mask: str) -> None:
    assert parse_path(text) == Path(folders, mask)
    assert parse_path(str(parse_path(text))) == Path(folders, mask)


def test_from_folder_to_folder() -> None:
    path = parse_path("\\A\\B\\*.X")
    assert str(path.above().above().above()) == "\\*.X"
    assert str(path.below("C")) == "\\A\\B\\C\\*.X"


def test_folders_are_found_whatever_their_letters_case() -> None:
    inner, exact = files("x"), files("y")
    top = Fake({"Games": Fake({"Cards": inner, "cards": exact}), "FILE": None})
    assert find(top, ()) is top
    assert find(top, ("GAMES", "CARDS")) is inner
    assert find(top, ("games", "cards")) is exact
    for wrong in (("none",), ("file",), ("FILE", "x"), ("Games", "none", "deeper")):
        assert find(top, wrong) is None


def test_folders_come_first_and_each_kind_in_the_alphabets_order() -> None:
    top = Fake({"b.txt": None, "Zoo": files(), "A.TXT": None, "art": files(), "C": None})
    assert listed(top, "*.*") == [("art", True), ("Zoo", True), ("A.TXT", False), ("b.txt", False), ("C", False)]


@pytest.mark.parametrize(
    ("mask", "names"),
    [
        ("*.RSC", ["A.RSC", "b.rsc"]),
        ("*.*", ["A.RSC", "A1.DAT", "b.rsc", "NODOT"]),
        ("*", ["A.RSC", "A1.DAT", "b.rsc", "NODOT"]),
        ("A?.*", ["A1.DAT"]),
        ("?.rsc", ["A.RSC", "b.rsc"]),
        ("a.[r]sc", []),
    ],
)
def test_masks_choose_files_and_never_hide_folders(mask: str, names: list[str]) -> None:
    top = Fake({**dict.fromkeys(["b.rsc", "A.RSC", "A1.DAT", "NODOT"]), "SUB": files()})
    assert [entry.name for entry in listed(top, mask)] == ["SUB", *names]


def test_names_that_cannot_be_shown_or_edited_are_left_out() -> None:
    top = files("x" * 28, "x" * 29, "@home", "a\\b", "line\nfeed", "日本", "Größe")
    assert [entry.name for entry in listed(top, "*.*")] == ["Größe", "x" * 28]
