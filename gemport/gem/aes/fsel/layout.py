"""The file selector's box as an object tree, and what it shows at a time.

It is laid out as the machine's: title, path, selection line, at the left the list with closer, mask, arrows and
slider, at the right the buttons. The drives' buttons are not there; names have more room.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from gemport.gem.aes.constants import HBOX, HCHAR, WBOX, WCHAR
from gemport.gem.aes.fsel.folder import LONGEST_NAME, Entry
from gemport.gem.aes.objects.tree import objc_add
from gemport.gem.aes.objects.types import CENTRED, PLACE, tedinfo
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.windows.parts import Slider
from gemport.gem.formats.charset import CHARACTERS
from gemport.gem.formats.objects import BoxSpec, ObFlag, Object, ObState, ObType, Spec, TedInfo, Tree

ROWS = 9
"""Lines of the list."""
PATH_PLACES = 44
"""Characters of the path that there is room for."""


class Part(IntEnum):
    """Object numbers; the list's lines follow, ``ROW`` being the first."""

    BOX = 0
    TITLE = 1
    PATH_LABEL = 2
    PATH = 3
    NAME_LABEL = 4
    NAME = 5
    CLOSER = 6
    MASK = 7
    LIST = 8
    UP = 9
    DOWN = 10
    TRACK = 11
    ELEVATOR = 12
    OK = 13
    CANCEL = 14
    ROW = 15


_WHITE, _SYMBOL, _TRACK, _NAME_TOP = 0x1100, 0x1101, 0x1111, 0x11A1
_FIELD = 0x1180
_UP, _DOWN, _FOLDER, _CLOSER = 1, 2, 7, 5
_BORDER = 2
_EDGE = 2 * WCHAR
_WIDTH = PATH_PLACES * WCHAR
"""Between the edges, in pixels."""
_BUTTON = 8 * WCHAR
_LIST_W = _WIDTH - _BUTTON - 2 * WCHAR
_LIST_Y = 120
_ROWS_Y = _LIST_Y + HBOX - 1
_ROWS_H = ROWS * HCHAR + 2
_BAR_X = _EDGE + _LIST_W - WBOX
_TRACK_Y, _TRACK_H = _ROWS_Y + HBOX - 1, _ROWS_H - 2 * (HBOX - 1)
_HEIGHT = _ROWS_Y + _ROWS_H + _EDGE
_RIGHT = _EDGE + _WIDTH - _BUTTON
_TOUCH = ObFlag.TOUCHEXIT
_BUTTONS = ObFlag.SELECTABLE | ObFlag.EXIT


def build(title: str) -> Tree:
    """The box with empty fields and an empty list, in pixels."""
    box = _object(ObType.G_BOX, BoxSpec(0, _BORDER, _WHITE), GRect(0, 0, _WIDTH + 2 * _EDGE, _HEIGHT))
    box.ob_state = ObState.OUTLINED
    name_x = _EDGE + 11 * WCHAR
    tree: Tree = [
        box,
        _object(ObType.G_TEXT, TedInfo(title, te_just=CENTRED), GRect(_EDGE, 12, _WIDTH, HCHAR)),
        _object(ObType.G_STRING, "Directory:", GRect(_EDGE, 36, 10 * WCHAR, HCHAR)),
        _field(PATH_PLACES, _EDGE, 58),
        _object(ObType.G_STRING, "Selection:", GRect(_EDGE, 88, 10 * WCHAR, HCHAR)),
        _field(LONGEST_NAME, name_x, 88),
        _symbol(_CLOSER, GRect(_EDGE, _LIST_Y, WBOX, HBOX)),
        _object(
            ObType.G_BOXTEXT,
            TedInfo("", te_just=CENTRED, te_color=_NAME_TOP, te_thickness=1),
            GRect(_EDGE + WBOX, _LIST_Y, _LIST_W - WBOX, HBOX),
        ),
        _object(ObType.G_BOX, BoxSpec(0, 1, _WHITE), GRect(_EDGE, _ROWS_Y, _LIST_W - WBOX + 1, _ROWS_H)),
        _symbol(_UP, GRect(_BAR_X, _ROWS_Y, WBOX, HBOX)),
        _symbol(_DOWN, GRect(_BAR_X, _ROWS_Y + _ROWS_H - HBOX, WBOX, HBOX)),
        _object(ObType.G_BOX, BoxSpec(0, 1, _TRACK), GRect(_BAR_X, _TRACK_Y, WBOX, _TRACK_H), _TOUCH),
        _object(ObType.G_BOX, BoxSpec(0, 1, _WHITE), GRect(0, 0, WBOX, _TRACK_H), _TOUCH),
        _object(ObType.G_BUTTON, "OK", GRect(_RIGHT, _HEIGHT - 76, _BUTTON, 20), _BUTTONS | ObFlag.DEFAULT),
        _object(ObType.G_BUTTON, "Cancel", GRect(_RIGHT, _HEIGHT - 40, _BUTTON, 20), _BUTTONS),
    ]
    for part in range(1, len(tree)):
        objc_add(tree, Part.TRACK if part == Part.ELEVATOR else Part.BOX, part)
    row_w = tree[Part.LIST].ob_width - 2
    for row in range(ROWS):
        tree.append(_object(ObType.G_STRING, "", GRect(1, 1 + row * HCHAR, row_w, HCHAR), _TOUCH))
        objc_add(tree, Part.LIST, len(tree) - 1)
    return tree


def show_entries(tree: Tree, entries: Sequence[Entry], first: int, chosen: str) -> None:
    """Fill the list's lines from the entry number ``first`` on, and set the elevator; ``chosen`` is inverted."""
    for row in range(ROWS):
        line, at = tree[Part.ROW + row], first + row
        entry = entries[at] if at < len(entries) else None
        marker = CHARACTERS[_FOLDER] if entry is not None and entry.is_folder else " "
        line.ob_spec = f" {marker} {entry.name}" if entry is not None else ""
        inverted = entry is not None and entry == (chosen, False)
        line.ob_state = ObState.SELECTED if inverted else ObState.NORMAL
    hidden = max(len(entries) - ROWS, 0)
    slider = Slider(1000 * first // max(hidden, 1), 1000 * ROWS // max(len(entries), ROWS))
    tree[Part.ELEVATOR].ob_y, tree[Part.ELEVATOR].ob_height = slider.elevator(_TRACK_H, HBOX)


def set_text(tree: Tree, part: Part, text: str) -> None:
    """Give a field or the mask's bar another text."""
    tedinfo(tree[part]).te_ptext = text


def text(tree: Tree, part: Part) -> str:
    """What stands in a field."""
    return tedinfo(tree[part]).te_ptext


def _field(places: int, x: int, y: int) -> Object:
    spec = TedInfo("", PLACE * places, "X", te_color=_FIELD, te_txtlen=places + 1, te_tmplen=places + 1)
    return _object(ObType.G_FTEXT, spec, GRect(x, y, places * WCHAR, HCHAR), ObFlag.EDITABLE)


def _symbol(char: int, rect: GRect) -> Object:
    return _object(ObType.G_BOXCHAR, BoxSpec(char, 1, _SYMBOL), rect, _TOUCH)


def _object(ob_type: ObType, spec: Spec, rect: GRect, flags: ObFlag = ObFlag.NONE) -> Object:
    return Object(-1, -1, -1, ob_type, flags, ObState.NORMAL, spec, *rect)
