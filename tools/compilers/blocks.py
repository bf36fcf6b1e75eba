"""Pictures drawn as text in an editor: the building blocks of the sources of artwork and decks.

A source is UTF-8 text. Empty lines and lines that start with ``;`` are comments.

    ; a comment
    block NAME 64x47     a picture: its name (no blanks), width x height in pixels
    key value            optional lines about this picture (a key may be repeated)
    ....####....         then exactly `height` rows of exactly `width` characters

Rows contain only these characters: ``.`` (white or transparent), ``#`` (black) and, in some sources, ``o`` (opaque
white: mask without data) and ``+`` (data without mask). A line of such characters only is a row.

Fonts have a different format with the same rows, see :mod:`compilers.fonts`. For mouse forms and icons see
:mod:`compilers.artwork`, for cards :mod:`compilers.decks`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from gemport.gem.errors import FormatError

_MAX_SIZE = 4096


@dataclass
class Block:
    """A picture: its rows of characters, and the key lines before them."""

    name: str
    width: int
    height: int
    line: int = 0
    """Line number of the heading in the source, for messages."""
    rows: list[str] = field(default_factory=list)
    keys: list[tuple[str, str, int]] = field(default_factory=list)
    """Tuples (key, value, line) in the order of the source."""

    def bits(self, signs: str = "#") -> tuple[int, ...]:
        """Return each row as an integer of ``width`` bits, leftmost pixel highest; ``signs`` are 1."""
        return tuple(int("0" + "".join("1" if sign in signs else "0" for sign in row), 2) for row in self.rows)


class Blocks(dict[str, Block]):
    """The pictures of a source by name, in the order of the source."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        """Name of the source, for messages."""

    def needed(self, block_name: str, width: int, height: int) -> Block:
        """Return a block by name. Raises FormatError if it is missing or has another size."""
        block = self.get(block_name)
        if block is None:
            raise FormatError(self.name, f"there is no block {block_name} {width}x{height}")
        if (block.width, block.height) != (width, height):
            reason = f"block {block_name} is {block.width}x{block.height}, not {width}x{height}"
            raise FormatError(self.name, reason, line=block.line)
        return block


def source_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number and the stripped text of every line that is neither empty nor a comment."""
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = raw.strip()
        if line and not line.startswith(";"):
            yield number, line


def is_row(line: str) -> bool:
    """Return whether the line is a row of a picture."""
    return set(line) <= set(".#o+")


def read_blocks(text: str, name: str, signs: str = ".#") -> Blocks:
    """Parse the pictures of a source; ``signs`` are the valid characters in rows.

    Raises FormatError with file and line if the format is wrong.
    """
    blocks = Blocks(name)
    block: Block | None = None
    for number, line in source_lines(text):
        key, _, value = line.partition(" ")
        if key == "block":
            _check_complete(block, name)
            block = _read_heading(value.split(), name, number)
            if block.name in blocks:
                raise FormatError(name, f"block {block.name} appears twice", line=number)
            blocks[block.name] = block
        elif block is None:
            raise FormatError(name, f"{line[:40]!r} stands before the first block", line=number)
        elif is_row(line):
            _add_row(block, line, name, number, signs)
        elif block.rows:
            raise FormatError(name, f"{line[:40]!r} is not a row of block {block.name}", line=number)
        else:
            block.keys.append((key, value.strip(), number))
    _check_complete(block, name)
    return blocks


def write_blocks(blocks: Iterable[Block]) -> str:
    """Return the text of a source: the inverse of :func:`read_blocks`, except for comments and spacing."""
    lines: list[str] = []
    for block in blocks:
        lines += ["", f"block {block.name} {block.width}x{block.height}"]
        lines += [f"{key} {value}".rstrip() for key, value, _ in block.keys]
        lines += block.rows
    return "\n".join(lines) + "\n"


def number_value(value: str, what: str, name: str, line: int) -> int:
    """Parse an integer in decimal or 0x hex. Raises FormatError."""
    try:
        return int(value, 0)
    except ValueError:
        raise FormatError(name, f"{what} must be a number, not {value!r}", line=line) from None


def two_numbers(value: str, what: str, name: str, line: int) -> tuple[int, int]:
    """Parse two integers. Raises FormatError."""
    words = value.split()
    if len(words) != 2:
        raise FormatError(name, f"{what} must be followed by two numbers", line=line)
    return number_value(words[0], what, name, line), number_value(words[1], what, name, line)


def _read_heading(words: list[str], name: str, number: int) -> Block:
    if len(words) != 2:
        raise FormatError(name, "block needs a name and a size: block NAME WIDTHxHEIGHT", line=number)
    size = words[1].split("x")
    if len(size) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 6 for part in size):
        raise FormatError(name, f"{words[1]!r} is not a size (WIDTHxHEIGHT)", line=number)
    width, height = int(size[0]), int(size[1])
    if not (0 < width <= _MAX_SIZE and 0 < height <= _MAX_SIZE):
        raise FormatError(name, f"a block of {words[1]} is not possible", line=number)
    return Block(words[0], width, height, number)


def _add_row(block: Block, line: str, name: str, number: int, signs: str) -> None:
    if len(line) != block.width:
        reason = f"a row of {len(line)} characters in block {block.name}, {block.width} wide"
        raise FormatError(name, reason, line=number)
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
