"""Writer for GEM pictures, .IMG, the counterpart of :mod:`gemport.gem.formats.img`."""

import struct
from itertools import groupby

from gemport.gem import Bitmap, FormatError

_PATTERN = 2
"""Length in bytes of the patterns used in compression."""
_PIXEL = 372
"""Width and height of a pixel on the monochrome screen, in micrometres."""
_REPEAT = b"\x00\x00\xff"
_LITERAL = 0x80


def write_img(image: Bitmap) -> bytes:
    """Return the file of a picture, compressed. Raises FormatError if the rows do not match the size."""
    if len(image.rows) != image.height or any(row < 0 or row >> image.width for row in image.rows):
        raise FormatError("picture", f"the rows are not those of a picture of {image.width}x{image.height}")
    size = (image.width + 7) // 8
    try:
        data = struct.pack(">8H", 1, 8, 1, _PATTERN, _PIXEL, _PIXEL, image.width, image.height)
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


def _pack(row: bytes) -> bytes:
    """Compress a row: solid runs, pattern runs of three or more repetitions, otherwise literal bytes."""
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
    """Return the code of the run at ``at`` and its length in bytes, or length 0 without a run."""
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
