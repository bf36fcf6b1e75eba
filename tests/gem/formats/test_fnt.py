import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem import FormatError, GemFont, read_fnt, write_fnt
from gemport.gem.formats import ByteOrder
from tests.gem.formats.resources import check_cut_off
from tests.gem.vdi.pictures import SMALL


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


def test_intel_order_swaps_the_words_of_the_bitmap_too() -> None:
    data = write_fnt(proportional(), "intel")
    assert data[:4] == struct.pack("<2H", 7, 10)
    assert data[-4:] == struct.pack("<2H", *proportional().rows)


def test_byte_order_follows_from_the_point_size_even_without_the_flag() -> None:
    data = bytearray(write_fnt(proportional()))
    data[67] &= ~4
    assert read_fnt(bytes(data)) == proportional()


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
