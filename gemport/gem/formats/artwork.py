"""System artwork: a GEM's fonts, mouse forms and alert icons, in a folder of files.

``8x16.fnt``, ``8x8.fnt`` and ``6x6.fnt`` are GEM fonts; ``mouse.json`` contains
``{"forms": {"0": {"hot": [x, y], "bg": 0, "fg": 1, "mask": [16 hex words], "data": [16 hex words]}, ... "7": ...}}``,
with bit 15 leftmost; ``icons.json`` contains ``{"icons": {"1": [32 hex words of 32 bits], "2": .., "3": ..}}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gemport.gem.errors import FormatError
from gemport.gem.formats.fnt import GemFont, read_fnt
from gemport.gem.untrusted_json import read_json

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MOUSE_FILE = "mouse.json"
ICONS_FILE = "icons.json"
_FONT_HEIGHTS = {"8x16.fnt": 16, "8x8.fnt": 8, "6x6.fnt": 6}
ARTWORK_FILES = (*_FONT_HEIGHTS, MOUSE_FILE, ICONS_FILE)

MOUSE_FORMS = 8
MOUSE_SIZE = 16
ICONS = (1, 2, 3)
ICON_SIZE = 32


class MouseForm(NamedTuple):
    """A mouse form of 16x16 pixels: mask bits are drawn in ``mask_color``, then data bits in ``data_color``.

    Colours: 0 white, 1 black. Rows are 16-bit integers, bit 15 leftmost. The pixel (hot_x, hot_y) is drawn at the
    position of the mouse.
    """

    hot_x: int
    hot_y: int
    mask: tuple[int, ...]
    data: tuple[int, ...]
    mask_color: int = 0
    data_color: int = 1


class SystemArtwork(NamedTuple):
    """The fonts, mouse forms and alert icons of a GEM.

    ``icons`` maps 1 (note), 2 (question) and 3 (stop) to 32 rows of 32 bits each.
    """

    font_8x16: GemFont
    font_8x8: GemFont
    font_6x6: GemFont
    mouse: tuple[MouseForm, ...]
    icons: dict[int, tuple[int, ...]]


def read_artwork(fetch: Callable[[str], bytes]) -> SystemArtwork:
    """Read artwork, calling ``fetch`` with each file's name.

    Raises FormatError, naming the file, if one is damaged or ``fetch`` raises KeyError or OSError.
    """
    files: dict[str, bytes] = {}
    for name in ARTWORK_FILES:
        try:
            files[name] = fetch(name)
        except (KeyError, FileNotFoundError):
            raise FormatError(name, "system artwork is missing this file") from None
        except OSError as error:
            raise FormatError(name, error.strerror or str(error)) from None
    fonts = []
    for name, height in _FONT_HEIGHTS.items():
        font = read_fnt(files[name], name)
        if font.form_height != height:
            raise FormatError(name, f"its characters are {font.form_height} high, not {height}", at=82)
        fonts.append(font)
    return SystemArtwork(fonts[0], fonts[1], fonts[2], read_mouse(files[MOUSE_FILE]), read_icons(files[ICONS_FILE]))


def load_artwork(folder: Traversable | Path) -> SystemArtwork:
    """Read artwork from a folder (a path or package data). Raises FormatError as :func:`read_artwork` does."""
    return read_artwork(lambda name: folder.joinpath(name).read_bytes())


def read_mouse(data: bytes, name: str = MOUSE_FILE) -> tuple[MouseForm, ...]:
    """Return the eight mouse forms of a mouse.json. Raises FormatError."""
    forms = _member(_json(data, name), "forms", name)
    return tuple(_mouse_form(_member(forms, str(number), name), number, name) for number in range(MOUSE_FORMS))


def read_icons(data: bytes, name: str = ICONS_FILE) -> dict[int, tuple[int, ...]]:
    """Return the alert icons 1..3 of an icons.json. Raises FormatError."""
    icons = _member(_json(data, name), "icons", name)
    return {number: _rows(_member(icons, str(number), name), ICON_SIZE, 32, f"icon {number}", name) for number in ICONS}


def _json(data: bytes, name: str) -> Any:
    try:
        return read_json(data)
    except ValueError as error:
        raise FormatError(name, f"not JSON: {error}") from None


def _member(table: Any, key: str, name: str) -> Any:
    if not isinstance(table, dict) or key not in table:
        raise FormatError(name, f"there is no {key!r} where one is needed")
    return table[key]


def _mouse_form(table: Any, number: int, name: str) -> MouseForm:
    what = f"mouse form {number}"
    hot = _member(table, "hot", name)
    if not isinstance(hot, list) or len(hot) != 2 or not all(_is_number(part, MOUSE_SIZE) for part in hot):
        raise FormatError(name, f"the hot spot of {what} must be two numbers 0..15")
    mask = _rows(_member(table, "mask", name), MOUSE_SIZE, 16, f"mask of {what}", name)
    data = _rows(_member(table, "data", name), MOUSE_SIZE, 16, f"data of {what}", name)
    colors = table.get("bg", 0), table.get("fg", 1)
    if not all(_is_number(color, 16) for color in colors):
        raise FormatError(name, f"bg and fg of {what} must be colours 0..15")
    return MouseForm(hot[0], hot[1], mask, data, *colors)


def _rows(rows: Any, count: int, bits: int, what: str, name: str) -> tuple[int, ...]:
    if not isinstance(rows, list) or len(rows) != count:
        raise FormatError(name, f"{what} must be a list of {count} rows")
    for index, row in enumerate(rows):
        if not isinstance(row, str) or re.fullmatch(f"[0-9a-fA-F]{{{bits // 4}}}", row) is None:
            raise FormatError(name, f"row {index} of {what} must be {bits // 4} hex digits, not {row!r}")
    return tuple(int(row, 16) for row in rows)


def _is_number(value: Any, limit: int) -> bool:
    return type(value) is int and 0 <= value < limit
