"""The files of a GEM: resources, fonts, pictures, system artwork. Here: the orders in which they have their bytes."""

from typing import Literal, TypeAlias

ByteOrder: TypeAlias = Literal["motorola", "intel"]
"""The Atari's files have the most significant byte first (Motorola), those of GEM on a PC have it last (Intel)."""
SIGNS: dict[ByteOrder, str] = {"motorola": ">", "intel": "<"}
"""The byte orders' signs in the layouts of :mod:`struct`."""


def swap_words(data: bytes) -> bytes:
    """Return the two bytes of each word the other way round; a byte that is left over stays."""
    swapped = bytearray(data)
    even = len(data) & ~1
    swapped[0:even:2], swapped[1:even:2] = data[1:even:2], data[0:even:2]
    return bytes(swapped)
