"""GEM pictures, .IMG: one plane, packed row by row (docs/machine.md 4.4)."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from itertools import groupby

from gemport.gem.errors import FormatError

_HEADER = ">8H"
_HEADER_WORDS = 8
_PATTERN = 2
"""Length in bytes of the patterns that :func:`write_img` looks for."""
_REPEAT = b"\x00\x00\xff"
_LITERAL = 0x80


@dataclass(frozen=True)
class GemImage:
    """A picture in black (1) and white: rows from the top, integers of ``width`` bits, leftmost pixel highest."""

    width: int
    height: int
    rows: tuple[int, ...]
    pixel_width: int = 372
    """Width of a pixel in micrometres; 372 is the monochrome screen's."""
    pixel_height: int = 372


def read_img(data: bytes, name: str = "picture") -> GemImage:
    """Read a picture of one plane; raises FormatError for others and for damaged ones."""
    if len(data) < 2 * _HEADER_WORDS:
        raise FormatError(name, f"{len(data)} bytes are too few for a picture's header of 16", at=len(data))
    _, words, planes, pattern, pixel_width, pixel_height, width, height = struct.unpack_from(_HEADER, data)
    if words < _HEADER_WORDS or words * 2 > len(data):
        raise FormatError(name, f"a header of {words} words is not possible", at=2)
    if planes != 1:
        raise FormatError(name, f"{planes} planes: only black-and-white pictures can be read", at=4)
    if not width or not height:
        raise FormatError(name, f"a picture of {width}x{height} is empty", at=12)
    if not pattern:
        raise FormatError(name, "patterns of 0 bytes are not possible", at=6)
    unpacker = _Unpacker(data, name, words * 2, (width + 7) // 8, pattern)
    rows: list[int] = []
    while len(rows) < height:
        count = unpacker.repetition()
        if count > height - len(rows):
            raise FormatError(name, f"row {len(rows)} would be repeated past the last row", at=unpacker.at)
        rows += [int.from_bytes(unpacker.row(), "big") >> (-width % 8)] * count
    return GemImage(width, height, tuple(rows), pixel_width, pixel_height)


def write_img(image: GemImage) -> bytes:
    """Return the file of a picture, packed. Raises FormatError if rows and size contradict each other."""
    if len(image.rows) != image.height or any(row < 0 or row >> image.width for row in image.rows):
        raise FormatError("picture", f"the rows are not those of a picture of {image.width}x{image.height}")
    size = (image.width + 7) // 8
    pixel = image.pixel_width, image.pixel_height
    try:
        data = struct.pack(_HEADER, 1, _HEADER_WORDS, 1, _PATTERN, *pixel, image.width, image.height)
    except struct.error:
        raise FormatError("picture", f"{image.width}x{image.height} does not fit the file's fields") from None
    for row, same in groupby(image.rows):
        packed = _pack((row << (-image.width % 8)).to_bytes(size, "big"))
        left = sum(1 for _ in same)
        while left:
            count = min(left, 255)
            data += (_REPEAT + bytes([count]) if count > 1 else b"") + packed
            left -= count
    return data


class _Unpacker:
    """Packed rows, taken one by one; ``at`` is the place of the next code."""

    def __init__(self, data: bytes, name: str, at: int, row_bytes: int, pattern: int) -> None:
        self.data, self.name, self.at = data, name, at
        self.row_bytes, self.pattern = row_bytes, pattern

    def repetition(self) -> int:
        """Return the number of times that the next row is used."""
        if self.data[self.at : self.at + 3] != _REPEAT:
            return 1
        count = self._take(4)[3]
        if not count:
            raise FormatError(self.name, "a row would be used 0 times", at=self.at - 4)
        return count

    def row(self) -> bytes:
        """Return the next row, unpacked."""
        row = b""
        while len(row) < self.row_bytes:
            start = self.at
            row += self._run()
            if len(row) > self.row_bytes:
                raise FormatError(self.name, "a run reaches past the end of its row", at=start)
        return row

    def _run(self) -> bytes:
        code = self._take(1)[0]
        if code == _LITERAL:
            return self._take(self._take(1)[0])
        if code:
            return (b"\xff" if code & 0x80 else b"\x00") * (code & 0x7F)
        count = self._take(1)[0]
        if not count:
            raise FormatError(self.name, "a repetition count stands inside a row", at=self.at - 2)
        return self._take(self.pattern) * count

    def _take(self, count: int) -> bytes:
        if self.at + count > len(self.data):
            raise FormatError(self.name, "the picture is cut off", at=len(self.data))
        self.at += count
        return self.data[self.at - count : self.at]


def _pack(row: bytes) -> bytes:
    """Return a row in codes: solid runs, pattern runs of three or more, else literal bytes."""
    packed, literal, at = b"", b"", 0
    while at < len(row):
        code, length = _best_run(row, at)
        if length:
            packed += _literals(literal) + code
            literal = b""
            at += length
        else:
            literal += row[at : at + 1]
            at += 1
    return packed + _literals(literal)


def _best_run(row: bytes, at: int) -> tuple[bytes, int]:
    """Return the code of a run that begins here and the number of bytes it stands for; length 0 if there is none."""
    value = row[at]
    if value in (0x00, 0xFF):
        end = at
        while end < len(row) and row[end] == value and end - at < 127:
            end += 1
        return bytes([end - at | value & 0x80]), end - at
    pattern, end = row[at : at + _PATTERN], at
    while row[end : end + _PATTERN] == pattern and len(pattern) == _PATTERN and (end - at) // _PATTERN < 255:
        end += _PATTERN
    count = (end - at) // _PATTERN
    return (bytes([0, count]) + pattern, end - at) if count > 2 else (b"", 0)


def _literals(data: bytes) -> bytes:
    chunks = (data[start : start + 255] for start in range(0, len(data), 255))
    return b"".join(bytes([_LITERAL, len(chunk)]) + chunk for chunk in chunks)
