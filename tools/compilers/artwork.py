"""Mouse forms and alert icons: hand-drawn source text (see :mod:`compilers.blocks`) and the JSON files built from it.

Mouse forms (mouse.txt): eight blocks ``block 0 16x16`` .. ``block 7 16x16``. Before the rows, each has a line ``hot X
Y`` and, if the colours are not 0 and 1, ``colors MASK DATA``. Characters: ``.`` transparent, ``o`` white border (mask),
``#`` black (mask and data), ``+`` data without mask.

Alert icons (icons.txt): ``block 1 32x32`` note, ``block 2 32x32`` question, ``block 3 32x32`` stop, in ``.`` and ``#``.
"""

import json
from collections.abc import Mapping
from typing import Any

from compilers.blocks import Block, read_blocks, two_numbers
from gemport.gem import FormatError, MouseForm
from gemport.gem.formats.artwork import ICON_SIZE, ICONS, MOUSE_FORMS, MOUSE_SIZE


def read_mouse_text(text: str, name: str = "mouse.txt") -> tuple[MouseForm, ...]:
    """Parse the eight mouse forms of a source. Raises FormatError with file and line."""
    blocks = read_blocks(text, name, ".#o+")
    return tuple(_mouse_form(blocks.needed(str(number), MOUSE_SIZE, MOUSE_SIZE), name) for number in range(MOUSE_FORMS))


def read_icons_text(text: str, name: str = "icons.txt") -> dict[int, tuple[int, ...]]:
    """Parse the alert icons of a source. Raises FormatError with file and line."""
    blocks = read_blocks(text, name)
    return {number: blocks.needed(str(number), ICON_SIZE, ICON_SIZE).bits() for number in ICONS}


def write_mouse(forms: tuple[MouseForm, ...]) -> bytes:
    """Return the contents of mouse.json for eight mouse forms."""
    table = {
        str(number): {
            "hot": [form.hot_x, form.hot_y],
            "bg": form.mask_color,
            "fg": form.data_color,
            "mask": [f"{row:04x}" for row in form.mask],
            "data": [f"{row:04x}" for row in form.data],
        }
        for number, form in enumerate(forms)
    }
    return _dump({"about": "mouse forms: rows are 16-bit hex words, bit 15 = leftmost pixel", "forms": table})


def write_icons(icons: Mapping[int, tuple[int, ...]]) -> bytes:
    """Return the contents of icons.json for the alert icons."""
    table = {str(number): [f"{row:08x}" for row in rows] for number, rows in sorted(icons.items())}
    return _dump({"about": "32x32 alert icons: a row a 32-bit hex word, bit 31 = leftmost pixel", "icons": table})


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


def _dump(table: dict[str, Any]) -> bytes:
    return (json.dumps(table, indent=1) + "\n").encode()
