"""GEM and PNG pictures: round trips, and messages for damaged files."""

import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from compilers.images import write_img
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from gemport.gem import Bitmap, FormatError, read_icn, read_img, read_png, write_png
from gemport.gem.formats.png import MAX_SIDE
from tests.gem.formats.resources import check_cut_off
from tests.tools.run import rejection


@st.composite
def images(draw: st.DrawFn) -> Bitmap:
    width, height = draw(st.integers(1, 90)), draw(st.integers(1, 12))
    some = st.sampled_from([0, (1 << width) - 1, int("10" * 45, 2) >> 90 - width]) | st.integers(0, (1 << width) - 1)
    rows = draw(st.lists(some, min_size=height, max_size=height))
    return Bitmap(width, height, tuple(rows))


def img(codes: bytes, width: int = 16, height: int = 1, words: int = 8, pattern: int = 2, planes: int = 1) -> bytes:
    header = (1, words, planes, pattern, 372, 372, width, height)
    return b"".join(word.to_bytes(2, "big") for word in header) + bytes(2 * (words - 8)) + codes


@given(images())
def test_a_gem_picture_comes_back(image: Bitmap) -> None:
    assert read_img(write_img(image)) == image


@example(Bitmap(65, 2, ((1 << 65) - 1, 2)))
@given(images())
def test_rows_may_be_packed_in_whole_words(image: Bitmap) -> None:
    wide = (image.width + 15) // 16 * 16
    data = write_img(Bitmap(wide, image.height, tuple(row << wide - image.width for row in image.rows)))
    assert read_img(data[:12] + image.width.to_bytes(2, "big") + data[14:]) == image


@given(images(), st.sampled_from(["0x{:04X}", "{}"]))
def test_an_icon_comes_back_from_its_definition(image: Bitmap, form: str) -> None:
    wide = (image.width + 15) // 16
    rows = [row << 16 * wide - image.width for row in image.rows]
    words = [form.format(row >> 16 * at & 0xFFFF) for row in rows for at in range(wide - 1, -1, -1)]
    text = f"#define ICON_W {image.width}\n#define ICON_H 0x{image.height:X}\nint icon[] = {{ {', '.join(words)} }};"
    assert read_icn((text + " int mask[] = { 7 };").encode()) == image
    for damaged in (text.replace(words[-1] + " }", "}"), text.replace("_W", "_V"), text.replace(words[0], "65536")):
        with pytest.raises(FormatError):
            read_icn(damaged.encode())


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        # Full words only if the data end with them; one byte more may fill up a word.
        (img(b"\x80\x01\xaa\x01\x80\x01\xbb\x01", width=8, height=2), (0xAA, 0xBB)),
        (img(b"\x80\x02\xaa\x00\x80\x02\xbb\x00", width=8, height=2), (0xAA, 0xBB)),
        (img(b"\x81\x01\x00", width=8, height=2), (0xFF, 0)),
        (img(b"\x81\x01" + bytes(100), width=8, height=2), (0xFF, 0)),
        (img(b"\x82"), (0xFFFF,)),
        (img(b"\x02"), (0x0000,)),
        (img(b"\x80\x02\x12\x34"), (0x1234,)),
        (img(b"\x00\x01\xab\xcd"), (0xABCD,)),
        (img(b"\x01\x81"), (0x00FF,)),
        (img(b"\x80\x01\x12\x81"), (0x12FF,)),
        # rows are repeated and long headers skipped; patterns have the header's length; the width cuts
        (img(b"\x00\x00\xff\x02\x82\x02", height=3, words=11), (0xFFFF, 0xFFFF, 0)),
        (img(b"\x00\x02\xab", pattern=1), (0xABAB,)),
        (img(b"\x82", width=10), (0x3FF,)),
    ],
)
def test_each_code_of_a_gem_picture(data: bytes, rows: tuple[int, ...]) -> None:
    assert read_img(data).rows == rows


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (img(b"\x82", planes=4), "4 planes"),
        (img(b"\x83"), "past the end of its row"),
        (img(b"\x01\x00\x00\xff\x02\x01"), "inside a row"),
        (img(b"\x00\x00\xff\x02\x82"), "past the last row"),
        (img(b"\x00\x00\xff\x00\x82"), "0 times"),
        (img(b"", width=0), "16.*0x1 is empty|0x1 is empty"),
        (img(b"\x82", pattern=0), "patterns of 0"),
    ],
)
def test_damaged_gem_pictures_are_refused(data: bytes, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        read_img(data)


def test_pictures_cut_off_anywhere_are_refused() -> None:
    check_cut_off(read_img, write_img(Bitmap(40, 4, (0x123456789A, 0, 0, 0xFFFFFFFFFF))))
    check_cut_off(read_png, write_png(20, 3, [1, 2, 3]))


@given(images())
def test_a_png_comes_back(image: Bitmap) -> None:
    picture = read_png(write_png(image.width, image.height, image.rows))
    assert (picture.width, picture.height, picture.rows) == (image.width, image.height, image.rows)


def test_ink_is_black_in_the_png() -> None:
    with Image.open(BytesIO(write_png(2, 1, [0b10]))) as picture:
        assert picture.mode == "1"
        assert [picture.getpixel((x, 0)) for x in range(2)] == [0, 255]


def png_of(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize("mode", ["1", "L", "RGB", "RGBA", "P", "LA"])
def test_painted_pngs_of_any_kind_are_read(mode: str) -> None:
    picture = Image.new("L", (9, 1), 255)
    picture.putpixel((3, 0), 0)
    assert read_png(png_of(picture.convert(mode))).rows == (1 << 5,)


@pytest.mark.parametrize("paper", [Image.new("I;16", (9, 1), 65535), Image.new("RGBA", (9, 1), (0, 0, 0, 0))])
def test_white_and_transparent_are_paper(paper: Image.Image) -> None:
    assert read_png(png_of(paper)).rows == (0,)


@pytest.mark.parametrize("write", [lambda: write_png(2, 1, [4]), lambda: write_png(2, 2, [1])])
def test_rows_that_do_not_fit_are_refused(write: Callable[[], bytes]) -> None:
    with pytest.raises(FormatError, match="2x"):
        write()


# ---- PNGs of others


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))


def begun(width: int, height: int) -> bytes:
    """A PNG of some size that has none of its pixels."""
    header = chunk(b"IHDR", struct.pack(">2L5B", width, height, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(50_000, 50_000), (MAX_SIDE + 1, 1), (1, 1 << 22), (0xFFFFFFFF, 1), (0, 5)])
def test_the_size_is_looked_at_before_the_pixels(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Image, "open")
    with pytest.raises(FormatError, match=f"big: at byte 16: a picture of {size[0]}x{size[1]}: it may have"):
        read_png(begun(*size), "big")


def test_a_second_size_is_refused_before_the_pixels() -> None:
    small = write_png(8, 1, [0])
    after = small.index(b"IDAT") - 4
    second = chunk(b"IHDR", struct.pack(">2L5B", 9999, 9999, 1, 0, 0, 0, 0))
    with pytest.raises(FormatError, match="9999x9999"):
        read_png(small[:after] + second + small[after:])


WHOLE = write_png(8, 1, [0])


@pytest.mark.parametrize(
    "data",
    [b"", b"GIF89a", WHOLE[:33], WHOLE[:8] + WHOLE[33:], WHOLE[:12] + b"JUNK" + WHOLE[16:], WHOLE[:29] + b"\0"],
)
def test_no_message_speaks_of_pythons_objects(data: bytes) -> None:
    with pytest.raises(FormatError, match=r"^[^<]*$") as caught:
        read_png(data, "a.png")
    assert "object" not in str(caught.value)


def test_what_pillow_warns_of_is_read_in_silence() -> None:
    """Warnings are errors in these tests."""
    data = png_of(Image.new("1", (8, 1), 1))
    after = data.index(b"IDAT") - 4
    animation = chunk(b"acTL", struct.pack(">2L", 0, 0))
    assert read_png(data[:after] + animation + data[after:]).rows == (0,)


def test_the_tool_for_cards_says_it_in_a_line(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.png"
    sheet.write_bytes(begun(60_000, 60_000))
    line = rejection("dat", "build", sheet, tmp_path / "out.dat")
    assert line.startswith("dat: sheet.png: at byte 16: a picture of 60000x60000")
