"""The files of a GEM: resources, fonts, pictures, system artwork. This module defines their byte orders."""

from typing import Literal, TypeAlias

ByteOrder: TypeAlias = Literal["motorola", "intel"]
"""Byte order: Atari files have the most significant byte first (Motorola), GEM files for the PC have it last (Intel).
"""
SIGNS: dict[ByteOrder, str] = {"motorola": ">", "intel": "<"}  # the byte orders' characters in formats of :mod:`struct`


def swap_words(data: bytes) -> bytes:
    """Return the data with the two bytes of each word swapped; an odd last byte is unchanged."""
    swapped = bytearray(data)
    even = len(data) & ~1
    swapped[0:even:2], swapped[1:even:2] = data[1:even:2], data[0:even:2]
    return bytes(swapped)
