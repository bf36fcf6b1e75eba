"""GEM (GDOS) fonts, .FNT: one wide bitmap, and a table of the first column of each character (docs/machine.md 4.2)."""

import struct
from itertools import pairwise
from typing import NamedTuple

from gemport.gem.errors import FormatError
from gemport.gem.formats import SIGNS, ByteOrder
from gemport.gem.formats.charset import decode, encode

MAX_FONT_SIZE = 1 << 20
"""Maximum size in bytes of a font file, and of the other files of system artwork."""
HEADER_SIZE = 88
FLAG_HORIZONTAL = 2
FLAG_MOTOROLA = 4
FLAG_MONOSPACED = 8

_WORD_FIELDS = (
    *("first", "last", "top", "ascent", "half", "descent", "bottom", "max_char_width", "max_cell_width"),
    *("left_offset", "right_offset", "thicken", "underline", "lighten", "skew"),
)
"""The fields of GemFont in the words from byte 36, in file order; the flags follow."""
_NAME_SIZE = 32


class Glyph(NamedTuple):
    """A character's bitmap: rows from the top, integers of ``width`` bits, leftmost pixel highest."""

    width: int
    rows: tuple[int, ...]


class GemFont(NamedTuple):
    """A font. All measures are in pixels; distances of lines from the base line are positive in both directions.

    ``flags`` are the flags in the file without the bits for Motorola byte order (4) and for the horizontal table (2),
    which the writer derives from the chosen order and from ``horizontal``. ``rows`` are the rows of the wide bitmap,
    ``form_width * 8`` bits each, leftmost pixel highest.
    """

    face_id: int
    point: int
    name: str
    first: int
    last: int
    top: int
    ascent: int
    half: int
    descent: int
    bottom: int
    max_char_width: int
    max_cell_width: int
    left_offset: int
    right_offset: int
    thicken: int
    underline: int
    lighten: int
    skew: int
    flags: int
    form_width: int
    """Bytes per row of the bitmap."""
    rows: tuple[int, ...]
    offsets: tuple[int, ...]
    """Column where each character starts: last - first + 2 entries, the last of them past the end."""
    horizontal: bytes | None = None
    """Two signed bytes per character (left and right offset), or None."""

    @property
    def form_height(self) -> int:
        """Height of all glyphs in pixels."""
        return len(self.rows)

    @property
    def monospaced(self) -> bool:
        """True if all glyphs have the same width."""
        return len({b - a for a, b in pairwise(self.offsets)}) <= 1

    def glyph(self, code: int) -> Glyph:
        """Return the bitmap of a character; its width is 0 if the font lacks the character."""
        if not self.first <= code <= self.last:
            return Glyph(0, (0,) * len(self.rows))
        left, right = self.offsets[code - self.first : code - self.first + 2]
        shift, mask = self.form_width * 8 - right, (1 << (right - left)) - 1
        return Glyph(right - left, tuple(row >> shift & mask for row in self.rows))


def read_fnt(data: bytes, name: str = "font") -> GemFont:
    """Read a font in Motorola or Intel byte order; the bitmap is the same in both. ``name`` is for messages.

    Raises FormatError if the font is damaged.
    """
    if len(data) < HEADER_SIZE:
        raise FormatError(name, f"{len(data)} bytes are too few for a font's header of {HEADER_SIZE}", at=len(data))
    order = _byte_order(data, name)
    sign = SIGNS[order]
    face_id, point = struct.unpack_from(sign + "2H", data, 0)
    *words, flags = struct.unpack_from(sign + "16H", data, 36)
    horizontal_at, offsets_at, bitmap_at, form_width, form_height = struct.unpack_from(sign + "3L2H", data, 68)
    first, last = words[:2]
    if last < first:
        raise FormatError(name, f"the last character {last} comes before the first {first}", at=38)
    if form_width == 0 or form_height == 0:
        raise FormatError(name, f"a bitmap of {form_width} bytes by {form_height} rows is empty", at=80)
    count = last - first + 1
    offsets = struct.unpack(f"{sign}{count + 1}H", _part(data, offsets_at, count * 2 + 2, "character offsets", name))
    for at, (left, right) in enumerate(pairwise(offsets), 1):
        if right < left:
            raise FormatError(name, f"character offsets fall from {left} to {right}", at=offsets_at + 2 * at)
    if offsets[-1] > form_width * 8:
        reason = f"the last character ends at column {offsets[-1]} of a bitmap {form_width * 8} wide"
        raise FormatError(name, reason, at=offsets_at + 2 * count)
    bitmap = _part(data, bitmap_at, form_width * form_height, "bitmap", name)
    horizontal = None
    if flags & FLAG_HORIZONTAL:
        horizontal = _part(data, horizontal_at, count * 2, "horizontal offsets", name)
    return GemFont(
        face_id,
        point,
        decode(data[4 : 4 + _NAME_SIZE].split(b"\0")[0]),
        **dict(zip(_WORD_FIELDS, words, strict=True)),
        flags=flags & ~(FLAG_MOTOROLA | FLAG_HORIZONTAL),
        form_width=form_width,
        rows=tuple(int.from_bytes(bitmap[i : i + form_width], "big") for i in range(0, len(bitmap), form_width)),
        offsets=offsets,
        horizontal=horizontal,
    )


def write_fnt(font: GemFont, order: ByteOrder = "motorola") -> bytes:
    """Return the font as a file: header, horizontal table if any, character offsets, bitmap.

    Raises FormatError if a value does not fit its field, or if reading the file would produce a different font because
    parts contradict each other.
    """
    count = font.last - font.first + 1
    sign = SIGNS[order]
    horizontal = font.horizontal or b""
    offsets_at = HEADER_SIZE + len(horizontal)
    bitmap_at = offsets_at + 2 * (count + 1)
    flags = font.flags & ~(FLAG_MOTOROLA | FLAG_HORIZONTAL)
    flags |= FLAG_MOTOROLA if order == "motorola" else 0
    flags |= FLAG_HORIZONTAL if horizontal else 0
    words = [getattr(font, field) for field in _WORD_FIELDS]
    try:
        bitmap = b"".join(row.to_bytes(font.form_width, "big") for row in font.rows)
        header = struct.pack(sign + "2H", font.face_id, font.point)
        header += encode(font.name).ljust(_NAME_SIZE, b"\0")
        header += struct.pack(sign + "16H", *words, flags)
        header += struct.pack(sign + "3L2HL", HEADER_SIZE, offsets_at, bitmap_at, font.form_width, font.form_height, 0)
        table = struct.pack(f"{sign}{count + 1}H", *font.offsets)
    except (struct.error, OverflowError) as error:
        raise FormatError(font.name, f"a measure, the table of characters or a row does not fit: {error}") from None
    data = header + horizontal + table + bitmap
    if font.form_width % 2 or read_fnt(data, font.name) != font:
        raise FormatError(font.name, "a part of the font contradicts another")
    return data


def _byte_order(data: bytes, name: str) -> ByteOrder:
    big = 1 <= int.from_bytes(data[2:4], "big") <= 100
    little = 1 <= int.from_bytes(data[2:4], "little") <= 100
    if big != little:
        return "motorola" if big else "intel"
    if int.from_bytes(data[66:68], "big") in range(16) and data[67] & FLAG_MOTOROLA:
        return "motorola"
    if int.from_bytes(data[66:68], "little") in range(16) and not data[66] & FLAG_MOTOROLA:
        return "intel"
    raise FormatError(name, "not a GEM font: neither byte order gives a size in points of 1 to 100", at=2)


def _part(data: bytes, start: int, size: int, what: str, name: str) -> bytes:
    if start + size > len(data):
        raise FormatError(name, f"the {what} ({size} bytes) reach past the end of the file ({len(data)})", at=start)
    return data[start : start + size]
