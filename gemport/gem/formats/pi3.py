"""DEGAS pictures of the monochrome screen, .PI3: 640x400, not packed (docs/machine.md 4.3)."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from gemport.gem.errors import FormatError

WIDTH, HEIGHT = 640, 400
PI3_SIZE = 32034
_SCREEN_AT = 34
_ROW_BYTES = WIDTH // 8
_HIGH, _RESOLUTION_BITS, _PACKED = 2, 3, 0x8000
USUAL_PALETTE = (0x0777, *([0] * 15))
"""Palette of a picture in black on white: the first colour's lowest bit is 1."""


@dataclass(frozen=True)
class DegasImage:
    """A screen: 400 rows of 640 bits, 1 = black (as stored), leftmost pixel highest."""

    rows: tuple[int, ...]
    palette: tuple[int, ...] = USUAL_PALETTE
    """16 words; the lowest bit of the first is 1 for black on white, 0 for an inverted screen."""
    tail: bytes = b""
    """What follows the screen memory (32 bytes of colour animation in files of DEGAS Elite), kept as it is."""


def read_pi3(data: bytes, name: str = "picture") -> DegasImage:
    """Read a picture; raises FormatError for other resolutions, packed pictures and files that are too short."""
    if len(data) < PI3_SIZE:
        raise FormatError(name, f"a DEGAS picture has {PI3_SIZE} bytes, not {len(data)}", at=len(data))
    resolution, *palette = struct.unpack_from(">17H", data)
    if resolution & _PACKED:
        raise FormatError(name, "packed DEGAS pictures (.PC3) cannot be read", at=0)
    if resolution & _RESOLUTION_BITS != _HIGH:
        raise FormatError(name, f"resolution {resolution} is not the high one (2)", at=0)
    screen = data[_SCREEN_AT:PI3_SIZE]
    rows = tuple(int.from_bytes(screen[at : at + _ROW_BYTES], "big") for at in range(0, len(screen), _ROW_BYTES))
    return DegasImage(rows, tuple(palette), data[PI3_SIZE:])


def write_pi3(image: DegasImage) -> bytes:
    """The file of a picture; raises FormatError if it is not 400 rows of 640 bits with 16 colours."""
    if len(image.rows) != HEIGHT or any(row < 0 or row >> WIDTH for row in image.rows):
        raise FormatError("picture", "a DEGAS picture has 400 rows of 640 bits")
    try:
        header = struct.pack(">17H", _HIGH, *image.palette)
    except struct.error:
        raise FormatError("picture", "a DEGAS picture has a palette of 16 words") from None
    return header + b"".join(row.to_bytes(_ROW_BYTES, "big") for row in image.rows) + image.tail
