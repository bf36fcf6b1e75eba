"""GEM pictures, .IMG: one plane, packed row by row; icons of resource editors, .ICN (docs/machine.md 4.4, 4.5)."""

import re
import struct
from contextlib import suppress
from dataclasses import dataclass

from gemport.gem.errors import FormatError

_HEADER_WORDS = 8
_REPEAT = b"\x00\x00\xff"
_LITERAL = 0x80


@dataclass(frozen=True)
class Bitmap:
    """A black-and-white picture: rows from the top, integers of ``width`` bits, leftmost pixel highest, 1 = black."""

    width: int
    height: int
    rows: tuple[int, ...]


def read_img(data: bytes, name: str = "picture") -> Bitmap:
    """Read a picture of one plane. Raises FormatError if it is damaged or has more planes."""
    width, height = read_img_size(data, name)
    _, words, planes, pattern = struct.unpack_from(">4H", data)
    if words < _HEADER_WORDS or words * 2 > len(data):
        raise FormatError(name, f"a header of {words} words is not possible", at=2)
    if planes != 1:
        raise FormatError(name, f"{planes} planes: only black-and-white pictures can be read", at=4)
    if not pattern:
        raise FormatError(name, "patterns of 0 bytes are not possible", at=6)
    size = (width + 7) // 8
    try:
        rows, end = _rows(data, words * 2, height, size, pattern, name)
        fault = None
    except FormatError as error:
        rows, end, fault = [], 0, error
    if size % 2 and end < len(data):
        # Some programs pack rows of full words, which the header does not show.
        with suppress(FormatError):
            wide, wide_end = _rows(data, words * 2, height, size + 1, pattern, name)
            # A byte can be left over, to fill up a word.
            if fault is not None or len(data) - wide_end <= 1:
                rows, size, fault = wide, size + 1, None
    if fault is not None:
        raise fault
    return Bitmap(width, height, tuple(row >> (8 * size - width) for row in rows))


def _rows(data: bytes, at: int, height: int, size: int, pattern: int, name: str) -> tuple[list[int], int]:
    """Return the rows of ``size`` bytes each, and the position after them; raises FormatError."""
    rows: list[int] = []
    try:
        while len(rows) < height:
            count = 1
            if data[at : at + 3] == _REPEAT:
                count, at = data[at + 3], at + 4
                if not count:
                    raise FormatError(name, "a row would be used 0 times", at=at - 4)
                if count > height - len(rows):
                    raise FormatError(name, f"row {len(rows)} would be repeated past the last row", at=at)
            row, at = _unpacked(data, at, size, pattern, name)
            rows += [int.from_bytes(row, "big")] * count
    except IndexError:
        raise FormatError(name, "the picture is cut off", at=len(data)) from None
    return rows, at


def read_img_size(data: bytes, name: str = "picture") -> tuple[int, int]:
    """Return a picture's width and height in pixels. Raises FormatError if the header is cut off or has a size of 0."""
    if len(data) < 2 * _HEADER_WORDS:
        raise FormatError(name, f"{len(data)} bytes are too few for a picture's header of 16", at=len(data))
    width, height = struct.unpack_from(">12x2H", data)
    if not width or not height:
        raise FormatError(name, f"a picture of {width}x{height} is empty", at=12)
    return width, height


def _unpacked(data: bytes, at: int, size: int, pattern: int, name: str) -> tuple[bytes, int]:
    """Return the row of ``size`` bytes at ``at`` and the offset after it. Raises IndexError if it is cut off."""
    row = b""
    while len(row) < size:
        start, code = at, data[at]
        if code == _LITERAL:
            at += 2 + data[at + 1]
            row += data[start + 2 : at]
        elif code:
            at += 1
            row += (b"\xff" if code & 0x80 else b"\x00") * (code & 0x7F)
        elif data[at + 1]:
            at += 2 + pattern
            row += data[start + 2 : at] * data[start + 1]
        else:
            raise FormatError(name, "a repetition count stands inside a row", at=at)
        if at > len(data):
            raise IndexError
        if len(row) > size:
            raise FormatError(name, "a run reaches past the end of its row", at=start)
    return row, at


# ---- icons: the text of a definition in C

_NUMBER = r"(?:0[xX][0-9A-Fa-f]+|[0-9]+)"
_SIZE = r"#define\s+\w*_{}\s+(" + _NUMBER + ")"


def read_icn(data: bytes, name: str = "icon") -> Bitmap:
    """Read an icon's picture, and ignore a mask that follows it. Raises FormatError."""
    text = data.decode("latin-1")
    sizes = [re.search(_SIZE.format(side), text) for side in "WH"]
    words = re.findall(_NUMBER, text.partition("{")[2].partition("}")[0])
    if not all(sizes) or not words:
        raise FormatError(
            name, "not an icon: the definitions of its width (.._W) and height (.._H), or words in { }, are missing"
        )
    width, height = (_number(size[1]) for size in sizes if size)
    line = (width + 15) // 16
    if not width or not height or len(words) < line * height:
        raise FormatError(name, f"{len(words)} words are too few for an icon of {width}x{height}")
    try:
        bits = b"".join(_number(word).to_bytes(2, "big") for word in words[: line * height])
    except OverflowError:
        raise FormatError(name, "a number of the icon is larger than a word") from None
    size = 2 * line
    rows = (int.from_bytes(bits[at : at + size], "big") >> (8 * size - width) for at in range(0, len(bits), size))
    return Bitmap(width, height, tuple(rows))


def _number(text: str) -> int:
    return int(text, 16 if text[:2] in ("0x", "0X") else 10)
