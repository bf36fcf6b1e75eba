"""System artwork: pointers and icons, fonts, characters, and the depth of JSON."""

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from compilers.artwork import write_icons, write_mouse
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem import FormatError, GemFont, GemportError, read_fnt, write_fnt
from gemport.gem.formats import ByteOrder
from gemport.gem.formats.artwork import ARTWORK_FILES, MouseForm, load_artwork, read_artwork, read_icons, read_mouse
from gemport.gem.formats.charset import CHARACTERS, decode, encode
from gemport.gem.untrusted_json import MAX_DEPTH, read_json
from tests.gem.formats.resources import check_cut_off
from tests.gem.vdi.pictures import SMALL
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


# ---- fonts


def proportional() -> GemFont:
    """Three characters, 3, 0 and 5 pixels wide, with a horizontal table."""
    return SMALL.source._replace(
        face_id=7,
        name="Prüf",
        first=65,
        last=67,
        rows=(0b101_11001_00000000, 0b010_00111_00000000),
        offsets=(0, 3, 3, 8),
        horizontal=bytes([0, 1, 255, 2, 0, 0]),
    )


@st.composite
def fonts(draw: st.DrawFn) -> GemFont:
    word = st.integers(0, 0xFFFF)
    first = draw(st.integers(0, 200))
    widths = draw(st.lists(st.integers(0, 9), min_size=1, max_size=12))
    offsets = [draw(st.integers(0, 5))]
    for width in widths:
        offsets.append(offsets[-1] + width)
    form_width = max(2, (offsets[-1] + 15) // 16 * 2)
    rows = draw(st.lists(st.integers(0, (1 << form_width * 8) - 1), min_size=1, max_size=5))
    horizontal = draw(st.none() | st.binary(min_size=2 * len(widths), max_size=2 * len(widths)))
    names = ["top", "ascent", "half", "descent", "bottom", "max_char_width", "max_cell_width", "left_offset"]
    names += ["right_offset", "thicken", "underline", "lighten", "skew", "face_id"]
    return GemFont(
        point=draw(st.integers(1, 100)),
        name="f",
        first=first,
        last=first + len(widths) - 1,
        flags=draw(st.sampled_from((0, 1, 8, 9))),
        form_width=form_width,
        rows=tuple(rows),
        offsets=tuple(offsets),
        horizontal=horizontal,
        **{name: draw(word) for name in names},
    )


@given(fonts(), st.sampled_from(("motorola", "intel")))
def test_write_then_read_gives_the_font_back_in_both_byte_orders(font: GemFont, order: ByteOrder) -> None:
    assert read_fnt(write_fnt(font, order)) == font


def test_intel_order_swaps_header_and_tables_but_not_the_bitmap() -> None:
    data = write_fnt(proportional(), "intel")
    assert data[:4] == struct.pack("<2H", 7, 10)
    assert data[-4:] == struct.pack(">2H", *proportional().rows)
    without_flag = bytearray(write_fnt(proportional()))
    without_flag[67] &= ~4
    assert read_fnt(bytes(without_flag)) == proportional(), "byte order follows from the point size"


def test_glyphs_have_the_width_of_their_columns() -> None:
    font = proportional()
    assert font.glyph(65) == (3, (0b101, 0b010))
    assert font.glyph(67) == (5, (0b11001, 0b00111))
    assert [font.glyph(code).width for code in range(64, 69)] == [0, 3, 0, 5, 0]
    assert (font.monospaced, font._replace(offsets=(0, 3, 6, 9)).monospaced) == (False, True)


@pytest.mark.parametrize("order", ["motorola", "intel"])
def test_a_font_cut_off_anywhere_is_refused(order: ByteOrder) -> None:
    check_cut_off(read_fnt, write_fnt(proportional(), order))


@pytest.mark.parametrize(
    ("at", "word", "reason"),
    [
        (38, 64, "last character 64 comes before the first 65"),
        (80, 0, "bitmap of 0 bytes"),
        (96, 9, "offsets fall from 9 to 3"),
        (100, 17, "ends at column 17 of a bitmap 16 wide"),
    ],
)
def test_contradictions_are_named(at: int, word: int, reason: str) -> None:
    data = bytearray(write_fnt(proportional()))
    data[at : at + 2] = word.to_bytes(2, "big")
    with pytest.raises(FormatError, match=reason):
        read_fnt(bytes(data))


@pytest.mark.parametrize(
    "change", [{"rows": (1 << 16, 0)}, {"last": 80}, {"offsets": (0, 3, 3, 17)}, {"name": "x" * 33}]
)
def test_a_font_that_contradicts_itself_is_not_written(change: dict[str, Any]) -> None:
    """A row too wide, a table of another length, columns beyond the bitmap, a name that is too long."""
    with pytest.raises(FormatError):
        write_fnt(proportional()._replace(**change))


# ---- characters


def test_all_256_codes_have_a_character_of_their_own_and_ascii_stays_ascii() -> None:
    assert len(CHARACTERS) == len(set(CHARACTERS)) == 256
    assert encode(decode(bytes(range(256)))) == bytes(range(256))
    plain = bytes(range(32, 127))
    assert decode(plain) == plain.decode("ascii")


@pytest.mark.parametrize(
    ("character", "code"),
    [
        *(("ä", 0x84), ("ö", 0x94), ("ü", 0x81), ("Ä", 0x8E), ("Ö", 0x99), ("Ü", 0x9A), ("ß", 0x9E), ("✓", 0x08)),
        *(("μ", 0xE6), ("Δ", 0x7F), ("\u2126", 0xEA), ("ε", 0xEE)),
    ],
)
def test_german_letters_and_look_alikes(character: str, code: int) -> None:
    assert encode(character) == bytes([code])


def test_an_unknown_character_is_named_with_its_place_or_replaced() -> None:
    with pytest.raises(GemportError, match=r"character 3 of 'ab€': '€' \(U\+20AC\)"):
        encode("ab€")
    assert encode("ä€ß", errors="replace") == b"\x84?\x9e"


# ---- the depth of JSON, which is counted before the parser sees it


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('"\\[]{}ä\n'),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text('"\\[{x'), values, max_size=3),
)


def deep(levels: int, inner: str = "") -> str:
    pairs, odd = divmod(levels, 2)
    return '{"\\"[": [' * pairs + "[" * odd + (inner or "1") + "]" * odd + "]}" * pairs


@given(VALUES)
def test_brackets_in_strings_are_no_levels(value: object) -> None:
    assert read_json(json.dumps([value, value])) == [value, value]


@pytest.mark.parametrize("inner", ['"' + "[" * 99 + '"', '"\\\\"', '"\\"[[[["', ""])
def test_one_level_too_many_is_refused(inner: str) -> None:
    for text in (deep(MAX_DEPTH, inner), deep(MAX_DEPTH, inner).encode()):
        assert read_json(text) == json.loads(text)
    with pytest.raises(ValueError, match="nested more than 50 deep"):
        read_json(deep(MAX_DEPTH + 1, inner))


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '["\\\\",' * 100_000])
def test_what_never_ends_is_refused_as_well(text: str) -> None:
    with pytest.raises(ValueError, match="nested"):
        read_json(text)
