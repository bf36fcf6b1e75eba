"""Pictures as text that a person draws in an editor: what all art sources of the project are made of.

A source is UTF-8 text, read line by line. Empty lines and lines that begin with ``;`` are comments anywhere.

    ; a comment
    key value            header lines, before the first picture; a key is one word, the value the rest of the line
    block NAME 64x47     a picture: its name (no blanks), width x height in pixels
    key value            lines that belong to this picture, if any (a key may come several times)
    ....####....         then exactly `height` rows of exactly `width` characters

Rows hold only these characters: ``.`` (white, or transparent) and ``#`` (black); where a source says so also ``o``
(white that covers, i.e. mask without data) and ``+`` (data without mask). A line of nothing else is a row.

Fonts use the same, with ``char CODE [LABEL]`` for a picture, see :mod:`gemport.gem.formats.font.source`;
what mouse forms and icons look like is told in :mod:`gemport.gem.formats.system.source`, what cards look like in
:mod:`gemport.patience.kit.deck.source`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gemport.gem.errors import FormatError

ROW_SIGNS = frozenset(".#o+")
_LARGEST = 4096


@dataclass
class Block:
    """One picture: rows of characters as they were drawn, and the key lines that came with it."""

    name: str
    width: int
    height: int
    line: int
    """Line of its heading in the source, for messages."""
    rows: list[str] = field(default_factory=list)
    keys: list[tuple[str, str, int]] = field(default_factory=list)
    """(key, value, line) in the order of the source."""

    def bits(self, signs: str = "#") -> tuple[int, ...]:
        """A row an integer of ``width`` bits, leftmost pixel highest; a bit is 1 where one of ``signs`` is."""
        return tuple(int("0" + "".join("1" if sign in signs else "0" for sign in row), 2) for row in self.rows)

    def value(self, key: str, default: str | None = None) -> str | None:
        """The last value given for ``key``."""
        return next((value for name, value, _ in reversed(self.keys) if name == key), default)


@dataclass
class ArtText:
    """A whole source: its header and its pictures by name, both in the order of the source."""

    name: str
    header: dict[str, str]
    header_lines: dict[str, int]
    blocks: dict[str, Block]


def source_lines(text: str) -> Iterator[tuple[int, str]]:
    """(line number, line without blanks around it) of every line that is neither empty nor a comment."""
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = raw.strip()
        if line and not line.startswith(";"):
            yield number, line


def is_row(line: str) -> bool:
    """Whether the line is a row of a picture."""
    return bool(line) and ROW_SIGNS.issuperset(line)


def read_art(text: str, name: str, signs: str = ".#") -> ArtText:
    """Read a source of ``block`` pictures. ``signs`` are the characters that its rows may hold.

    Raises FormatError, naming file and line, for anything that is not as the module says.
    """
    art = ArtText(name, {}, {}, {})
    block: Block | None = None
    for number, line in source_lines(text):
        key, _, value = line.partition(" ")
        if key == "block":
            _check_complete(block, name)
            block = _read_heading(value.split(), name, number)
            if block.name in art.blocks:
                raise FormatError(name, f"block {block.name} appears twice", line=number)
            art.blocks[block.name] = block
        elif block is not None and is_row(line):
            _add_row(block, line, name, number, signs)
        elif block is None:
            if key in art.header:
                raise FormatError(name, f"{key} is given twice", line=number)
            art.header[key] = value.strip()
            art.header_lines[key] = number
        elif block.rows:
            raise FormatError(name, f"{line[:40]!r} is not a row of block {block.name}", line=number)
        else:
            block.keys.append((key, value.strip(), number))
    _check_complete(block, name)
    return art


def write_art(art: ArtText) -> str:
    """The text of a source: the inverse of :func:`read_art` but for comments and spacing."""
    lines = [f"{key} {value}".rstrip() for key, value in art.header.items()]
    for block in art.blocks.values():
        lines += ["", f"block {block.name} {block.width}x{block.height}"]
        lines += [f"{key} {value}".rstrip() for key, value, _ in block.keys]
        lines += block.rows
    return "\n".join(lines) + "\n"


def bit_rows(rows: tuple[int, ...] | list[int], width: int) -> list[str]:
    """Rows of ``.`` and ``#`` for integers of ``width`` bits."""
    return [format(row, f"0{width}b").replace("0", ".").replace("1", "#") if width else "" for row in rows]


def number_value(value: str, what: str, name: str, line: int) -> int:
    """A whole number in decimal or 0x hex."""
    try:
        return int(value, 0)
    except ValueError:
        raise FormatError(name, f"{what} must be a number, not {value!r}", line=line) from None


def _read_heading(words: list[str], name: str, number: int) -> Block:
    if len(words) != 2:
        raise FormatError(name, "block needs a name and a size: block NAME WIDTHxHEIGHT", line=number)
    size = words[1].split("x")
    if len(size) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 6 for part in size):
        raise FormatError(name, f"{words[1]!r} is not a size (WIDTHxHEIGHT)", line=number)
    width, height = int(size[0]), int(size[1])
    if not (0 < width <= _LARGEST and 0 < height <= _LARGEST):
        raise FormatError(name, f"a block of {words[1]} is not possible", line=number)
    return Block(words[0], width, height, number)


def _add_row(block: Block, line: str, name: str, number: int, signs: str) -> None:
    if len(line) != block.width:
        raise FormatError(
            name, f"a row of {len(line)} characters in block {block.name}, {block.width} wide", line=number
        )
    wrong = next((sign for sign in line if sign not in signs), None)
    if wrong is not None:
        raise FormatError(name, f"{wrong!r} means nothing in this file (characters are {' '.join(signs)})", line=number)
    if len(block.rows) == block.height:
        raise FormatError(name, f"more rows than the {block.height} of block {block.name}", line=number)
    block.rows.append(line)


def _check_complete(block: Block | None, name: str) -> None:
    if block is not None and len(block.rows) != block.height:
        reason = f"block {block.name} has {len(block.rows)} rows, not {block.height}"
        raise FormatError(name, reason, line=block.line)


def needed_block(art: ArtText, block_name: str, width: int, height: int) -> Block:
    """A block by name and size; raises FormatError that says what is missing."""
    block = art.blocks.get(block_name)
    if block is None:
        raise FormatError(art.name, f"there is no block {block_name} {width}x{height}")
    if (block.width, block.height) != (width, height):
        reason = f"block {block_name} is {block.width}x{block.height}, not {width}x{height}"
        raise FormatError(art.name, reason, line=block.line)
    return block


def solid_block(name: str, rows: tuple[int, ...], width: int) -> Block:
    """A block of rows in ``.`` and ``#``."""
    return Block(name, width, len(rows), 0, bit_rows(rows, width))


def two_numbers(value: str, what: str, name: str, line: int) -> tuple[int, int]:
    """The two whole numbers of a value; raises FormatError."""
    words = value.split()
    if len(words) != 2:
        raise FormatError(name, f"{what} must be followed by two numbers", line=line)
    return number_value(words[0], what, name, line), number_value(words[1], what, name, line)
