"""The header of a resource file, and in which order of bytes it and everything behind it is.

The Atari's files have the most significant byte first (Motorola). Those of GEM on a PC have it last (Intel): in the
header, in all structures, and in the words of the bitmaps.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gemport.gem.errors import FormatError
from gemport.gem.formats.rsc.resource import (
    BITBLK_SIZE,
    HEADER_SIZE,
    ICONBLK_SIZE,
    OBJECT_SIZE,
    TEDINFO_SIZE,
)

ByteOrder: TypeAlias = Literal["motorola", "intel"]
SIGNS: dict[ByteOrder, str] = {"motorola": ">", "intel": "<"}
"""What the orders are called in the layouts of :mod:`struct`."""


@dataclass(frozen=True)
class Header:
    """The 18 words of a file's header; offsets are from the start of the file."""

    version: int
    objects: int
    tedinfos: int
    iconblks: int
    bitblks: int
    free_strings: int
    strings: int
    images: int
    free_images: int
    trees: int
    object_count: int
    tree_count: int
    ted_count: int
    icon_count: int
    bit_count: int
    string_count: int
    image_count: int
    size: int

    def tables(self) -> tuple[tuple[int, int, int], ...]:
        """Of each table where it begins, how many entries it has, and their size."""
        return (
            (self.objects, self.object_count, OBJECT_SIZE),
            (self.tedinfos, self.ted_count, TEDINFO_SIZE),
            (self.iconblks, self.icon_count, ICONBLK_SIZE),
            (self.bitblks, self.bit_count, BITBLK_SIZE),
            (self.free_strings, self.string_count, 4),
            (self.free_images, self.image_count, 4),
            (self.trees, self.tree_count, 4),
        )


def read_header(data: bytes, name: str) -> tuple[Header, ByteOrder]:
    """The header of a file and its order of bytes: the Motorola one, unless only the Intel one is possible.

    Raises FormatError where the file is shorter than it says.
    """
    if len(data) < HEADER_SIZE:
        raise FormatError(name, f"{len(data)} bytes are too few for a resource's header of 36", at=len(data))
    header, intel = _header(data, "motorola"), _header(data, "intel")
    if not _possible(header, len(data)) and _possible(intel, len(data)):
        return intel, "intel"
    if len(data) < header.size:
        raise FormatError(name, f"the file is cut off: {len(data)} bytes of {header.size}", at=len(data))
    if header.size < HEADER_SIZE:
        raise FormatError(name, f"a file size of {header.size} in the header is not possible", at=34)
    return header, "motorola"


def swap_words(data: bytes) -> bytes:
    """The two bytes of each word the other way round; a byte that is left over stays."""
    swapped = bytearray(data)
    even = len(data) & ~1
    swapped[0:even:2], swapped[1:even:2] = data[1:even:2], data[0:even:2]
    return bytes(swapped)


def _header(data: bytes, order: ByteOrder) -> Header:
    return Header(*struct.unpack_from(f"{SIGNS[order]}18H", data, 0))


def _possible(header: Header, size: int) -> bool:
    """Whether the file has room for what the header tells of."""
    return HEADER_SIZE <= header.size <= size and all(
        start >= HEADER_SIZE and start + count * of_each <= header.size
        for start, count, of_each in header.tables()
        if count
    )
