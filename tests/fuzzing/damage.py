"""Damaged files: valid files with a few changes, determined by a seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

Change: TypeAlias = tuple[int, int, int]
"""Kind, place and value of a change, each any number."""

_MAX_CHANGES = 4
_LARGEST = 1 << 14
"""Maximum length of an input in bytes, unless the valid file is longer."""
_WORDS = (0, 1, 2, 4, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF)
"""Values at the limits of bytes and words."""
_NUMBERS = (b"0", b"-1", b"99999999999999999999", b"0x10000", b"1e400", b"65536", b"32768", b"4097")
KINDS = tuple(range(10))
IN_PLACE = (0, 2)
"""Kinds of changes that move no data: a byte, a bit."""
_HEADER = 64
"""Size of a header in bytes; changes of words prefer this range."""


@dataclass(frozen=True)
class Damage:
    sample: int
    changes: tuple[Change, ...]

    def done(self, samples: Sequence[bytes], words: Sequence[bytes], kinds: Sequence[int] = KINDS) -> bytes:
        """Return the damaged file; ``words`` are meaningful in the format and inserted at random places."""
        data = samples[self.sample]
        most = max(_LARGEST, len(data))
        for kind, place, value in self.changes:
            data = _changed(data, kinds[kind % len(kinds)], place, value, samples, (*words, *_NUMBERS))[:most]
        return data


def damage(chance: Random, samples: int) -> Damage:
    bits = chance.getrandbits
    changes = tuple((bits(16), bits(16), bits(16)) for _ in range(1 + bits(8) % _MAX_CHANGES))
    return Damage(bits(16) % samples, changes)


def _changed(data: bytes, kind: int, place: int, value: int, samples: Sequence[bytes], words: Sequence[bytes]) -> bytes:
    at = place % (len(data) + 1)
    after = min(at + 1 + value % 64, len(data))
    word = words[value % len(words)]
    edge = _WORDS[value % len(_WORDS)]
    if kind == 0:  # replace a byte
        return data[:at] + bytes((value & 0xFF,)) + data[at + 1 :]
    if kind == 1:  # a word at an even place, most significant byte first, preferably in the header
        even = (at // 2 * 2) if place & 1 else (at % _HEADER // 2 * 2)
        return data[:even] + edge.to_bytes(2, "big") + data[even + 2 :]
    if kind == 2:  # flip a bit
        flipped = bytes((data[at] ^ 1 << value % 8,)) if at < len(data) else b""
        return data[:at] + flipped + data[at + 1 :]
    if kind == 3:  # cut the file off
        return data[:at]
    if kind == 4:  # remove a part
        return data[:at] + data[after:]
    if kind == 5:  # repeat a part
        return data[:after] + data[at:]
    if kind == 6:  # insert a part of another file
        other = samples[value % len(samples)]
        return data[:at] + other[at % (len(other) + 1) :][: 1 + value % 256] + data[at:]
    if kind == 7:  # insert a word of the format
        return data[:at] + word + data[at:]
    if kind == 8:  # replace the text up to the next delimiter with a word of the format
        end = next((i for i in range(at, min(at + 40, len(data))) if data[i] in b' \n,:"x'), after)
        return data[:at] + word + data[end:]
    # Swap two lines.
    lines = data.split(b"\n")
    one, other_line = place % len(lines), value % len(lines)
    lines[one], lines[other_line] = lines[other_line], lines[one]
    return b"\n".join(lines)
