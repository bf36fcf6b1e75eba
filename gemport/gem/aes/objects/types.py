"""What the drawing rules know of one object: type, thickness, colour word and text (docs/machine.md 3.4).

INDIRECT has nothing to do here: ob_spec refers to a structure already, which objects may share and programs may change.
"""

from __future__ import annotations

from typing import NamedTuple

from gemport.gem.formats.charset import CHARACTERS
from gemport.gem.formats.objects import BoxSpec, ObFlag, Object, ObType, TedInfo

IBM = 3
"""Font code of the system font 8x16."""
SMALL = 5
"""Font code of the small font 6x6."""

LEFT_JUST, RIGHT_JUST, CENTRED = 0, 1, 2
"""Values of te_just."""

HOLLOW, SOLID = 0, 7
"""First and last pattern number of a colour word; 1 to 6 are the VDI's patterns."""

OUTLINE = 3
"""How far an OUTLINED object's frame reaches beyond its rectangle, in pixels."""

PLACE = "_"
"""Marks in a template where a character of the text goes."""

BOX_TYPES = frozenset((ObType.G_BOX, ObType.G_IBOX, ObType.G_BOXCHAR))
TEXT_TYPES = frozenset((ObType.G_TEXT, ObType.G_BOXTEXT, ObType.G_FTEXT, ObType.G_FBOXTEXT))
FORMATTED_TYPES = frozenset((ObType.G_FTEXT, ObType.G_FBOXTEXT))
STRING_TYPES = frozenset((ObType.G_STRING, ObType.G_TITLE, ObType.G_BUTTON))
ICON_TYPES = frozenset((ObType.G_ICON, ObType.G_CICON))
FRAMED_TYPES = BOX_TYPES | {ObType.G_BUTTON, ObType.G_BOXTEXT, ObType.G_FBOXTEXT}


class ObjectError(ValueError):
    """An object shows something that does not belong to its type."""


class Colors(NamedTuple):
    """The parts of a colour word. Colours: 0 white, everything else black."""

    border: int
    text: int
    opaque: bool
    """The text is written in replace mode, not transparently."""
    pattern: int
    """0 hollow, 1 to 6, 7 solid."""
    fill: int


BUTTON_COLORS = Colors(border=1, text=1, opaque=False, pattern=HOLLOW, fill=0)
"""G_BUTTON has no colour word: black on white."""


def crack_color(word: int) -> Colors:
    """Take a colour word of 16 bits apart."""
    return Colors(word >> 12 & 15, word >> 8 & 15, bool(word & 0x80), word >> 4 & 7, word & 15)


def object_type(obj: Object) -> int:
    """The GEM type, without the program's own high byte."""
    return obj.ob_type & 0xFF


def box_spec(obj: Object) -> BoxSpec:
    """The packed spec of a box type; :class:`ObjectError` if the object holds something else."""
    if isinstance(obj.ob_spec, BoxSpec):
        return obj.ob_spec
    raise ObjectError(f"{_name(obj)}: a BoxSpec is needed, not {type(obj.ob_spec).__name__}")


def tedinfo(obj: Object) -> TedInfo:
    """The TEDINFO of a text type; :class:`ObjectError` if the object holds something else."""
    if isinstance(obj.ob_spec, TedInfo):
        return obj.ob_spec
    raise ObjectError(f"{_name(obj)}: a TedInfo is needed, not {type(obj.ob_spec).__name__}")


def string(obj: Object) -> str:
    """The text of a G_STRING, G_BUTTON or G_TITLE; :class:`ObjectError` if the object holds something else."""
    if isinstance(obj.ob_spec, str):
        return obj.ob_spec
    raise ObjectError(f"{_name(obj)}: a text is needed, not {type(obj.ob_spec).__name__}")


def thickness(obj: Object) -> int:
    """Border in pixels: positive inside the rectangle, negative outside, 0 none."""
    if obj.ob_spec is None:
        return 0
    kind = object_type(obj)
    if kind in BOX_TYPES:
        return box_spec(obj).thickness
    if kind in TEXT_TYPES:
        return tedinfo(obj).te_thickness
    if kind == ObType.G_TITLE:
        return 1
    if kind == ObType.G_BUTTON:
        return -1 - (ObFlag.EXIT in obj.ob_flags) - (ObFlag.DEFAULT in obj.ob_flags)
    return 0


def colors(obj: Object) -> Colors:
    """The colour word of a box or text type; black on white for all others."""
    kind = object_type(obj)
    if kind in BOX_TYPES:
        return crack_color(box_spec(obj).color)
    if kind in TEXT_TYPES:
        return crack_color(tedinfo(obj).te_color)
    return BUTTON_COLORS


def shown_text(obj: Object) -> str:
    """The text that an object of a text type or a G_BOXCHAR shows, the template filled in."""
    if object_type(obj) == ObType.G_BOXCHAR:
        code = box_spec(obj).char & 0xFF
        return CHARACTERS[code] if code else ""
    ted = tedinfo(obj)
    return format_text(ted) if object_type(obj) in FORMATTED_TYPES else ted.te_ptext


def raw_text(ted: TedInfo) -> str:
    """The typed text alone: empty if it begins with the @ that resource editors fill texts with."""
    return "" if ted.te_ptext.startswith("@") else ted.te_ptext


def format_text(ted: TedInfo) -> str:
    """The template with the text in its places, from the right when justified right; free places show ``_``."""
    letters = iter(raw_text(ted) if ted.te_just != RIGHT_JUST else raw_text(ted)[::-1])
    template = ted.te_ptmplt if ted.te_just != RIGHT_JUST else ted.te_ptmplt[::-1]
    shown = "".join(next(letters, PLACE) if mark == PLACE else mark for mark in template)
    return shown if ted.te_just != RIGHT_JUST else shown[::-1]


def _name(obj: Object) -> str:
    kind = object_type(obj)
    return ObType(kind).name if kind in ObType._value2member_map_ else f"object of type {kind}"
