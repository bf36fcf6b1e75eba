"""Fill patterns, hatches and line styles as data (docs/machine.md 2.4, 2.6).

A pattern is a tuple of 16-bit words, one a row and repeated downwards; bit 15 is the pixel whose screen x is a multiple
of 16, row 0 lies on every screen y that the number of rows divides.
"""

from __future__ import annotations

from functools import lru_cache

Pattern = tuple[int, ...]


def _words(text: str) -> Pattern:
    return tuple(int(word, 16) for word in text.split())


HOLLOW: Pattern = (0x0000,)
SOLID: Pattern = (0xFFFF,)

PATTERNS: tuple[Pattern, ...] = tuple(
    map(
        _words,
        (
            "0000 4444 0000 1111",
            "0000 5555 0000 5555",
            "8888 5555 2222 5555",
            "AAAA 5555 AAAA 5555",
            "AAAA DDDD AAAA 7777",
            "AAAA FFFF AAAA FFFF",
            "EEEE FFFF BBBB FFFF",
            "FFFF FFFF FFFF FFFF",
            "FFFF 8080 8080 8080 FFFF 0808 0808 0808",
            "2020 4040 8080 4141 2222 1414 0808 1010",
            "0000 0000 1010 2828 0000 0000 0101 8282",
            "0202 0202 AAAA 5050 2020 2020 AAAA 0505",
            "4040 8080 0000 0808 0404 0202 0000 2020",
            "6606 C6C6 D8D8 1818 8181 8DB1 0C33 6000",
            "0000 0000 0400 0000 0010 0000 8000 0000",
            "F8F8 6C6C C6C6 8F8F 1F1F 3636 6363 F1F1",
            "AAAA 0000 8888 1414 2222 4141 8888 0000",
            "0808 0000 AAAA 0000 0808 0000 8888 0000",
            "7777 9898 F8F8 F8F8 7777 8989 8F8F 8F8F",
            "8080 8080 4141 3E3E 0808 0808 1414 E3E3",
            "8181 4242 2424 1818 0606 0101 8080 8080",
            "F0F0 F0F0 F0F0 F0F0 0F0F 0F0F 0F0F 0F0F",
            "0808 1C1C 3E3E 7F7F FFFF 7F7F 3E3E 1C1C",
            "1111 2222 4444 FFFF 8888 4444 2222 FFFF",
        ),
    )
)
"""vsf_style 1..24 of interior 2."""

HATCHES: tuple[Pattern, ...] = tuple(
    map(
        _words,
        (
            "0101 0202 0404 0808 1010 2020 4040 8080",
            "6060 C0C0 8181 0303 0606 0C0C 1818 3030",
            "4242 8181 8181 4242 2424 1818 1818 2424",
            "8080 8080 8080 8080 8080 8080 8080 8080",
            "FFFF 0000 0000 0000 0000 0000 0000 0000",
            "FFFF 8080 8080 8080 8080 8080 8080 8080",
            "0001 0002 0004 0008 0010 0020 0040 0080 0100 0200 0400 0800 1000 2000 4000 8000",
            "8003 0007 000E 001C 0038 0070 00E0 01C0 0380 0700 0E00 1C00 3800 7000 E000 C001",
            "8001 4002 2004 1008 0810 0420 0240 0180 0180 0240 0420 0810 1008 2004 4002 8001",
            "8000 8000 8000 8000 8000 8000 8000 8000 8000 8000 8000 8000 8000 8000 8000 8000",
            "FFFF 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000",
            "FFFF 8080 8080 8080 8080 8080 8080 8080 FFFF 8080 8080 8080 8080 8080 8080 8080",
        ),
    )
)
"""vsf_style 1..12 of interior 3."""

DEFAULT_USER_PATTERN: Pattern = _words(
    "FFFF 8001 8001 87E1 8811 9009 9009 9009 9009 9009 9009 8811 87E1 8001 8001 FFFF"
)
"""What interior 4 shows before the first vsf_udpat: a ring in a box, the project's own."""

LINE_STYLES: tuple[int, ...] = (0xFFFF, 0xFFF0, 0xC0C0, 0xFF18, 0xFF00, 0xF191)
"""vsl_type 1..6; bit 15 is the first pixel."""


@lru_cache(maxsize=512)
def lines_of(pattern: Pattern, stride: int) -> tuple[int, ...]:
    """The pattern's rows repeated over a line of ``stride`` bits (a multiple of 16)."""
    ones = ((1 << stride) - 1) // 0xFFFF
    return tuple(word * ones for word in pattern)
