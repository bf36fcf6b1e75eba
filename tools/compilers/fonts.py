"""GEM fonts as hand-drawn text: header lines, then each character in ``.`` and ``#``.

    name System 8x16       at most 32 characters
    point 10               size in points
    top 13                 distances from the base line, in pixels: top, ascent, half upwards,
    descent 2              descent, bottom downwards; other measures are optional, see FIELDS
    char 65 A              a character: its code in decimal or 0x hex; the remaining text is a comment
    ........               its rows from the top, the same number for all characters; their length is the width;
    ...##...               characters without rows and omitted codes are absent (width 0)
    offset -1 2            optional, before the rows: left and right offset of the horizontal table

Empty lines and lines that start with ``;`` are comments.
"""

from dataclasses import dataclass, field
from itertools import accumulate

from compilers.blocks import is_row, number_value, source_lines
from gemport.gem import FormatError, GemFont, GemportError, charset
from gemport.gem.formats.fnt import FLAG_MONOSPACED

FIELDS = (
    *("face_id", "point", "top", "ascent", "half", "descent", "bottom", "max_char_width", "max_cell_width"),
    *("left_offset", "right_offset", "thicken", "underline", "lighten", "skew", "flags", "form_width"),
)
"""Numeric header keys: fields of GemFont. By default a field is 0 or computed from the characters."""

_DEFAULTS = {"face_id": 1, "point": 10, "thicken": 1, "underline": 1, "lighten": 0x5555, "skew": 0x5555}


@dataclass
class _Char:
    code: int
    line: int
    rows: list[str] = field(default_factory=list)
    offset: tuple[int, int] | None = None

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0


def read_font_text(text: str, name: str = "font") -> GemFont:
    """Parse a font; ``name`` is for messages. Raises FormatError with file and line."""
    numbers: dict[str, int] = {}
    title = ""
    chars: dict[int, _Char] = {}
    char: _Char | None = None
    for number, line in source_lines(text):
        key, _, value = line.partition(" ")
        value = value.strip()
        if key == "char":
            code = number_value((value.split() or [""])[0], "a character's code", name, number)
            if not 0 <= code <= 255:
                raise FormatError(name, f"there is no character {code} (0..255)", line=number)
            if code in chars:
                raise FormatError(name, f"character {code} appears twice", line=number)
            char = chars[code] = _Char(code, number)
        elif char is not None:
            _add_line(char, line, name, number)
        elif key == "name":
            try:
                size = len(charset.encode(value))
            except GemportError as error:
                raise FormatError(name, str(error), line=number) from None
            if size > 32:
                raise FormatError(name, f"the name has {size} characters, at most 32 fit", line=number)
            title = value
        elif key in FIELDS or key == "height":
            numbers[key] = number_value(value, key, name, number)
            if not 0 <= numbers[key] <= 0xFFFF:
                raise FormatError(name, f"{key} must be 0..65535, not {value}", line=number)
        else:
            raise FormatError(name, f"{key[:40]!r} is not a field of a font", line=number)
    return _font(title, numbers, chars, name)


def _add_line(char: _Char, line: str, name: str, number: int) -> None:
    if is_row(line):
        if not set(line) <= {".", "#"}:
            raise FormatError(name, f"a row of character {char.code} may hold only . and #", line=number)
        if char.rows and len(line) != char.width:
            reason = f"a row of {len(line)} characters in character {char.code}, {char.width} wide"
            raise FormatError(name, reason, line=number)
        char.rows.append(line)
        return
    words = line.split()
    if words[0] != "offset" or len(words) != 3 or char.rows:
        raise FormatError(name, f"{line[:40]!r} is not a row of character {char.code}", line=number)
    left, right = (number_value(word, "an offset", name, number) for word in words[1:])
    if not (-128 <= left <= 127 and -128 <= right <= 127):
        raise FormatError(name, "offsets must be -128..127", line=number)
    char.offset = left, right


def _font(title: str, numbers: dict[str, int], chars: dict[int, _Char], name: str) -> GemFont:
    drawn = [char for char in chars.values() if char.rows]
    if not drawn:
        raise FormatError(name, "it has no characters")
    height = numbers.pop("height", len(drawn[0].rows))
    for char in drawn:
        if len(char.rows) != height:
            reason = f"character {char.code} has {len(char.rows)} rows, the font {height}"
            raise FormatError(name, reason, line=char.line)
    first, last = min(chars), max(chars)
    ordered = [chars.get(code, _Char(code, 0)) for code in range(first, last + 1)]
    widths = [char.width for char in ordered]
    measured = {
        "max_char_width": max(widths),
        "max_cell_width": max(widths),
        "flags": FLAG_MONOSPACED if len(set(widths)) == 1 else 0,
        "form_width": (sum(widths) + 15) // 16 * 2,
    }
    values = {**dict.fromkeys(FIELDS, 0), **_DEFAULTS, **measured, **numbers}
    columns, total = values["form_width"] * 8, sum(widths)
    if columns < total or values["form_width"] % 2:
        raise FormatError(name, f"form_width {values['form_width']} does not hold {total} columns in whole words")
    bits = str.maketrans(".#", "01")
    rows = ["".join(char.rows[y] for char in ordered if char.rows).ljust(columns, ".") for y in range(height)]
    horizontal = None
    if any(char.offset for char in ordered):
        horizontal = bytes(value & 0xFF for char in ordered for value in char.offset or (0, 0))
    return GemFont(
        name=title,
        first=first,
        last=last,
        rows=tuple(int(row.translate(bits), 2) for row in rows),
        offsets=tuple(accumulate(widths, initial=0)),
        horizontal=horizontal,
        **values,
    )
