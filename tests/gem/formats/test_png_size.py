"""A small PNG that would unpack to gigabytes is refused by its size; no message tells of Python's objects."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from gemport.gem.errors import FormatError
from gemport.gem.formats.png import MAX_PIXELS, read_png, write_png
from tests.tools.test_oneline import said


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">L", len(data)) + kind + data + struct.pack(">L", zlib.crc32(kind + data))


def begun(width: int, height: int) -> bytes:
    """A PNG of some size that has none of its pixels."""
    header = chunk(b"IHDR", struct.pack(">2L5B", width, height, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IEND", b"")


@pytest.mark.parametrize("size", [(50_000, 50_000), (MAX_PIXELS + 1, 1), (0xFFFFFFFF, 0xFFFFFFFF), (0, 5)])
def test_the_size_is_looked_at_before_the_pixels(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Image, "open")
    with pytest.raises(FormatError, match=f"big: at byte 16: a picture of {size[0]}x{size[1]}: it may have"):
        read_png(begun(*size), "big")


def test_a_second_size_is_refused_before_the_pixels() -> None:
    small = write_png(8, 1, [0])
    after = small.index(b"IDAT") - 4
    second = chunk(b"IHDR", struct.pack(">2L5B", 9999, 9999, 1, 0, 0, 0, 0))
    with pytest.raises(FormatError, match="of two sizes"):
        read_png(small[:after] + second + small[after:])


def test_no_message_tells_of_pythons_objects() -> None:
    whole = write_png(8, 1, [0])
    broken = [b"", b"GIF89a", whole[:33], whole[:8] + whole[33:], whole[:12] + b"JUNK" + whole[16:], whole[:29] + b"\0"]
    for data in broken:
        with pytest.raises(FormatError) as caught:
            read_png(data, "a.png")
        assert "<" not in str(caught.value)
        assert "object" not in str(caught.value)


def test_what_pillow_warns_of_is_read_in_silence() -> None:
    """Warnings are errors in these tests."""
    out = BytesIO()
    Image.new("1", (8, 1), 1).save(out, "PNG")
    data = out.getvalue()
    after = data.index(b"IDAT") - 4
    animation = chunk(b"acTL", struct.pack(">2L", 0, 0))
    assert read_png(data[:after] + animation + data[after:]).rows == (0,)


def test_the_tool_for_cards_says_it_in_a_line(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.png"
    sheet.write_bytes(begun(60_000, 60_000))
    line = said("dat", "build", sheet, tmp_path / "out.dat")
    assert line.startswith("dat: sheet.png: at byte 16: a picture of 60000x60000")
