"""The structures of a resource: objects and what they point at, under GEM's own names.

The AES works on these very structures: a tree is a list of :class:`Object`, coordinates then in pixels.
In a resource file they are in characters (low byte) and pixels (high byte); ``rsrc_obfix`` converts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any, NamedTuple, TypeAlias


class ObType(IntEnum):
    """Object types (the low byte of ob_type)."""

    G_BOX = 20
    G_TEXT = 21
    G_BOXTEXT = 22
    G_IMAGE = 23
    G_USERDEF = 24
    G_IBOX = 25
    G_BUTTON = 26
    G_BOXCHAR = 27
    G_STRING = 28
    G_FTEXT = 29
    G_FBOXTEXT = 30
    G_ICON = 31
    G_TITLE = 32
    G_CICON = 33
    """Later than GEM itself; drawn where the resource has the icon, see CIconBlk."""


class ObFlag(IntFlag):
    """Bits of ob_flags."""

    NONE = 0
    SELECTABLE = 0x01
    DEFAULT = 0x02
    EXIT = 0x04
    EDITABLE = 0x08
    RBUTTON = 0x10
    LASTOB = 0x20
    TOUCHEXIT = 0x40
    HIDETREE = 0x80
    INDIRECT = 0x100


class ObState(IntFlag):
    """Bits of ob_state."""

    NORMAL = 0
    SELECTED = 0x01
    CROSSED = 0x02
    CHECKED = 0x04
    DISABLED = 0x08
    OUTLINED = 0x10
    SHADOWED = 0x20


@dataclass(slots=True)
class BoxSpec:
    """The packed ob_spec of G_BOX, G_IBOX and G_BOXCHAR."""

    char: int = 0
    """Atari character code, 0 = none."""
    thickness: int = 0
    """Border: positive inside, negative outside, pixels (-128..127)."""
    color: int = 0x1100
    """Colour word: border 15-12, text 11-8, text mode 7, pattern 6-4, fill colour 3-0."""


@dataclass(slots=True)
class TedInfo:
    """TEDINFO: a text with its template, validation and looks. Strings in Unicode, without the final 0."""

    te_ptext: str = ""
    te_ptmplt: str = ""
    te_pvalid: str = ""
    te_font: int = 3
    te_fontid: int = 0
    te_just: int = 0
    """0 left, 1 right, 2 centred."""
    te_color: int = 0x1180
    te_fontsize: int = 0
    te_thickness: int = 0
    te_txtlen: int = 0
    """Room of te_ptext in bytes including the final 0."""
    te_tmplen: int = 0


@dataclass(slots=True)
class IconBlk:
    """ICONBLK: mask and data bitmaps (rows of whole words, big endian), letter and label."""

    ib_pmask: bytes = b""
    ib_pdata: bytes = b""
    ib_ptext: str = ""
    ib_char: int = 0x1000
    ib_xchar: int = 0
    ib_ychar: int = 0
    ib_xicon: int = 0
    ib_yicon: int = 0
    ib_wicon: int = 32
    ib_hicon: int = 32
    ib_xtext: int = 0
    ib_ytext: int = 32
    ib_wtext: int = 72
    ib_htext: int = 8


@dataclass(slots=True)
class CIconBlk:
    """CICONBLK: a colour icon, by its number among those of the resource; only its monochrome form is drawn."""

    number: int
    mono: IconBlk
    planes: tuple[int, ...] = ()
    """How many bit planes each of its colour forms has."""


@dataclass(slots=True)
class BitBlk:
    """BITBLK: a bitmap of bi_hl rows of bi_wb bytes (even), drawn in bi_color."""

    bi_pdata: bytes = b""
    bi_wb: int = 0
    bi_hl: int = 0
    bi_x: int = 0
    bi_y: int = 0
    bi_color: int = 1


class ParmBlk(NamedTuple):
    """What a G_USERDEF's code is given: PARMBLK. Rectangles are (x, y, w, h) in screen pixels."""

    pb_tree: Tree
    pb_obj: int
    pb_prevstate: ObState
    pb_currstate: ObState
    pb_rect: tuple[int, int, int, int]
    pb_clip: tuple[int, int, int, int]
    pb_parm: Any


@dataclass(slots=True)
class UserBlk:
    """USERBLK: code that draws an object; it returns the state bits that the AES is still to apply."""

    ub_code: Callable[[ParmBlk], int]
    ub_parm: Any = None


@dataclass(slots=True)
class RawSpec:
    """An ob_spec that only the program understands: G_USERDEF before its code is set, and types of its own."""

    value: int = 0


Spec: TypeAlias = BoxSpec | str | TedInfo | IconBlk | CIconBlk | BitBlk | UserBlk | RawSpec | None


@dataclass(slots=True)
class Object:
    """OBJECT: links within its tree (-1 = none), type, flags, state, what it shows, and its rectangle."""

    ob_next: int = -1
    ob_head: int = -1
    ob_tail: int = -1
    ob_type: int = ObType.G_IBOX
    """Type in the low byte (:class:`ObType`), the program's own in the high byte."""
    ob_flags: ObFlag = ObFlag.NONE
    ob_state: ObState = ObState.NORMAL
    ob_spec: Spec = field(default_factory=BoxSpec)
    """Box types: BoxSpec; text types: TedInfo; G_STRING, G_BUTTON, G_TITLE: str; None: nothing drawn."""
    ob_x: int = 0
    ob_y: int = 0
    ob_width: int = 0
    ob_height: int = 0


Tree: TypeAlias = list[Object]
