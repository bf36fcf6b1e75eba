"""Mouse forms and alert icons as text that a person draws (see :mod:`gemport.gem.formats.blocks`).

Mouse forms (mouse.txt), eight of them: ``block 0 16x16`` .. ``block 7 16x16``, each with a line ``hot X Y`` (and, if
they are not 0 and 1, ``colors MASK DATA``) before its rows of ``.`` transparent, ``o`` white border (mask),
``#`` black (mask and data), ``+`` data without mask.

Alert icons (icons.txt): ``block 1 32x32`` note, ``block 2 32x32`` question, ``block 3 32x32`` stop, in ``.`` and ``#``.
"""

from __future__ import annotations

from collections.abc import Mapping

from gemport.gem.errors import FormatError
from gemport.gem.formats.blocks import ArtText, Block, needed_block, read_art, solid_block, two_numbers, write_art
from gemport.gem.formats.system.artwork import ICON_SIZE, ICONS, MOUSE_FORMS, MOUSE_SIZE, MouseForm


def read_mouse_text(text: str, name: str = "mouse.txt") -> tuple[MouseForm, ...]:
    """The eight mouse forms of a source; raises FormatError that names file and line."""
    art = read_art(text, name, ".#o+")
    return tuple(
        _mouse_form(needed_block(art, str(number), MOUSE_SIZE, MOUSE_SIZE), name) for number in range(MOUSE_FORMS)
    )


def write_mouse_text(forms: tuple[MouseForm, ...]) -> str:
    """The source of mouse forms."""
    blocks = {}
    for number, form in enumerate(forms):
        block = Block(str(number), MOUSE_SIZE, MOUSE_SIZE, 0)
        block.keys.append(("hot", f"{form.hot_x} {form.hot_y}", 0))
        if (form.mask_color, form.data_color) != (0, 1):
            block.keys.append(("colors", f"{form.mask_color} {form.data_color}", 0))
        block.rows = [_mouse_row(mask, data) for mask, data in zip(form.mask, form.data, strict=True)]
        blocks[block.name] = block
    return write_art(ArtText("mouse.txt", {}, {}, blocks))


def read_icons_text(text: str, name: str = "icons.txt") -> dict[int, tuple[int, ...]]:
    """The alert icons of a source; raises FormatError that names file and line."""
    art = read_art(text, name)
    return {number: needed_block(art, str(number), ICON_SIZE, ICON_SIZE).bits() for number in ICONS}


def write_icons_text(icons: Mapping[int, tuple[int, ...]]) -> str:
    """The source of alert icons."""
    blocks = {str(number): solid_block(str(number), rows, ICON_SIZE) for number, rows in icons.items()}
    return write_art(ArtText("icons.txt", {}, {}, blocks))


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


def _mouse_row(mask: int, data: int) -> str:
    return "".join(".o+#"[(mask >> bit & 1) + 2 * (data >> bit & 1)] for bit in range(MOUSE_SIZE - 1, -1, -1))
