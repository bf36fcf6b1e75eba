"""Mouse forms and alert icons from text that a person draws (see :mod:`compilers.blocks`).

Mouse forms (mouse.txt), eight of them: ``block 0 16x16`` .. ``block 7 16x16``, each with a line ``hot X Y`` (and, if
they are not 0 and 1, ``colors MASK DATA``) before its rows of ``.`` transparent, ``o`` white border (mask),
``#`` black (mask and data), ``+`` data without mask.

Alert icons (icons.txt): ``block 1 32x32`` note, ``block 2 32x32`` question, ``block 3 32x32`` stop, in ``.`` and ``#``.
"""

from __future__ import annotations

from compilers.blocks import Block, read_blocks, two_numbers
from gemport.gem.errors import FormatError
from gemport.gem.formats.artwork import ICON_SIZE, ICONS, MOUSE_FORMS, MOUSE_SIZE, MouseForm


def read_mouse_text(text: str, name: str = "mouse.txt") -> tuple[MouseForm, ...]:
    """Return the eight mouse forms of a source; raises FormatError that names file and line."""
    blocks = read_blocks(text, name, ".#o+")
    return tuple(_mouse_form(blocks.needed(str(number), MOUSE_SIZE, MOUSE_SIZE), name) for number in range(MOUSE_FORMS))


def read_icons_text(text: str, name: str = "icons.txt") -> dict[int, tuple[int, ...]]:
    """Return the alert icons of a source; raises FormatError that names file and line."""
    blocks = read_blocks(text, name)
    return {number: blocks.needed(str(number), ICON_SIZE, ICON_SIZE).bits() for number in ICONS}


def _mouse_form(block: Block, name: str) -> MouseForm:
    values = {"hot": (-1, -1), "colors": (0, 1)}
    for key, value, line in block.keys:
        if key not in values:
            raise FormatError(name, f"{key!r} has no meaning for a mouse form (hot X Y, colors MASK DATA)", line=line)
        values[key] = two_numbers(value, key, name, line)
        if not all(0 <= number < MOUSE_SIZE for number in values[key]):
            raise FormatError(name, f"{key} must be two numbers 0..15", line=line)
    if values["hot"][0] < 0:
        raise FormatError(name, f"block {block.name} has no line hot X Y", line=block.line)
    return MouseForm(*values["hot"], block.bits("#o"), block.bits("#+"), *values["colors"])
