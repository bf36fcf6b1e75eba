import json
from pathlib import Path

import pytest
from compilers.artwork import write_icons, write_mouse

from gemport.gem import ARTWORK_FILES, FormatError, MouseForm, load_artwork, read_artwork, read_icons, read_mouse
from tests.places import DATA

SYSTEM = DATA / "system"


@pytest.fixture
def files() -> dict[str, bytes]:
    return {name: (SYSTEM / name).read_bytes() for name in ARTWORK_FILES}


def test_the_projects_own_artwork_loads(files: dict[str, bytes]) -> None:
    artwork = load_artwork(SYSTEM)
    assert artwork == read_artwork(files.__getitem__)
    assert [font.form_height for font in (artwork.font_8x16, artwork.font_8x8, artwork.font_6x6)] == [16, 8, 6]
    assert len(artwork.mouse) == 8
    assert sorted(artwork.icons) == [1, 2, 3]


@pytest.mark.parametrize("name", ARTWORK_FILES)
def test_a_missing_file_is_named(files: dict[str, bytes], name: str, tmp_path: Path) -> None:
    for other, data in files.items():
        if other != name:
            (tmp_path / other).write_bytes(data)
    with pytest.raises(FormatError, match=f"^{name}: system artwork is missing this file$"):
        load_artwork(tmp_path)
    del files[name]
    with pytest.raises(FormatError, match=f"^{name}: "):
        read_artwork(files.__getitem__)


@pytest.mark.parametrize("name", ARTWORK_FILES)
def test_a_file_cut_off_anywhere_is_named(files: dict[str, bytes], name: str) -> None:
    whole = files[name]
    for size in range(0, len(whole.rstrip()), 7):
        with pytest.raises(FormatError, match=f"^{name}: [^\n]*$"):
            read_artwork({**files, name: whole[:size]}.__getitem__)


def test_a_font_of_another_height_is_refused(files: dict[str, bytes]) -> None:
    with pytest.raises(FormatError, match=r"^8x16\.fnt: .*8 high, not 16"):
        read_artwork({**files, "8x16.fnt": files["8x8.fnt"]}.__getitem__)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("hot", [0, 16], "hot spot of mouse form 3"),
        ("hot", [0], "hot spot of mouse form 3"),
        ("hot", [True, 0], "hot spot of mouse form 3"),
        ("bg", -1, "colours"),
        ("mask", ["0000"] * 15, "mask of mouse form 3 must be a list of 16 rows"),
        ("data", ["0000"] * 15 + ["xxxx"], "row 15 of data of mouse form 3 must be 4 hex digits, not 'xxxx'"),
        ("data", ["0000"] * 15 + ["000"], "not '000'"),
        ("data", None, "data of mouse form 3"),
    ],
)
def test_wrong_values_in_mouse_json_are_named(files: dict[str, bytes], key: str, value: object, reason: str) -> None:
    table = json.loads(files["mouse.json"])
    table["forms"]["3"][key] = value
    with pytest.raises(FormatError, match=f"^mouse.json: .*{reason}"):
        read_mouse(json.dumps(table).encode())


@pytest.mark.parametrize("data", [b"[]", b"{}", b"7", b'{"forms": 3}', b"\xff", b"[" * 100000, b"1" * 5000])
def test_json_of_another_shape_is_refused(data: bytes) -> None:
    with pytest.raises(FormatError):
        read_mouse(data)
    with pytest.raises(FormatError):
        read_icons(data)


def test_mouse_forms_and_icons_come_back() -> None:
    artwork = load_artwork(SYSTEM)
    odd = (MouseForm(1, 2, tuple(range(16)), tuple(range(16, 0, -1)), 1, 0), *artwork.mouse[1:])
    assert read_mouse(write_mouse(odd)) == odd
    assert read_icons(write_icons(artwork.icons)) == artwork.icons
