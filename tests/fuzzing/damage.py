"""Damaged files: a sound one with some changes, which follow from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

Change: TypeAlias = tuple[int, int, int]
"""A kind, a place and a value, each of any size."""

_MAX_CHANGES = 4
_LARGEST = 1 << 14
"""No input gets longer by repeating its parts, in bytes."""
_WORDS = (0, 1, 2, 4, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF)
"""Values at the edges of what bytes and words hold."""
_NUMBERS = (b"0", b"-1", b"99999999999999999999", b"0x10000", b"1e400", b"65536", b"32768", b"4097")
KINDS = tuple(range(10))
IN_PLACE = (0, 2)
"""Kinds of changes that move nothing: a byte, a bit."""
_HEADER = 64
"""Bytes at the beginning of a file that more changes fall on."""


@dataclass(frozen=True)
class Damage:
    """Changes to one of the sound files."""

    sample: int
    changes: tuple[Change, ...]

    def done(self, samples: Sequence[bytes], words: Sequence[bytes], kinds: Sequence[int] = KINDS) -> bytes:
        """Return the damaged file. ``words``, which mean something in the format, are put in anywhere."""
        data = samples[self.sample]
        most = max(_LARGEST, len(data))
        for kind, place, value in self.changes:
            data = _changed(data, kinds[kind % len(kinds)], place, value, samples, (*words, *_NUMBERS))[:most]
        return data

    def without(self, index: int) -> Damage:
        """Return the damage without one change."""
        return replace(self, changes=self.changes[:index] + self.changes[index + 1 :])


def damage(chance: Random, samples: int) -> Damage:
    """Return some damage to one of so many files."""
    bits = chance.getrandbits
    changes = tuple((bits(16), bits(16), bits(16)) for _ in range(1 + bits(8) % _MAX_CHANGES))
    return Damage(bits(16) % samples, changes)


def _changed(data: bytes, kind: int, place: int, value: int, samples: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    at = place % (len(data) + 1)
    after = min(at + 1 + value % 64, len(data))
    word = words[value % len(words)]
    edge = _WORDS[value % len(_WORDS)]
    if kind == 0:  # a byte
        return data[:at] + bytes((value & 0xFF,)) + data[at + 1 :]
    if kind == 1:  # a word at an even place, most significant byte first; near the beginning, where headers are
        even = (at // 2 * 2) if place & 1 else (at % _HEADER // 2 * 2)
        return data[:even] + edge.to_bytes(2, "big") + data[even + 2 :]
    if kind == 2:  # a bit
        flipped = bytes((data[at] ^ 1 << value % 8,)) if at < len(data) else b""
        return data[:at] + flipped + data[at + 1 :]
    if kind == 3:  # cut off
        return data[:at]
    if kind == 4:  # a part is left out
        return data[:at] + data[after:]
    if kind == 5:  # a part comes twice
        return data[:after] + data[at:]
    if kind == 6:  # a part of another file
        other = samples[value % len(samples)]
        return data[:at] + other[at % (len(other) + 1) :][: 1 + value % 256] + data[at:]
    if kind == 7:  # a word of the format
        return data[:at] + word + data[at:]
    if kind == 8:  # one in the place of what stands there up to the next blank
        end = next((i for i in range(at, min(at + 40, len(data))) if data[i] in b' \n,:"x'), after)
        return data[:at] + word + data[end:]
    # two lines change places
    lines = data.split(b"\n")
    one, other_line = place % len(lines), value % len(lines)
    lines[one], lines[other_line] = lines[other_line], lines[one]
    return b"\n".join(lines)
