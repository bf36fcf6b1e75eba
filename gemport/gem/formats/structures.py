"""The structures of a resource: objects and the data that they refer to, under GEM's names (docs/machine.md 4.1).

The AES works directly on these structures: a tree is a list of :class:`Object`, with coordinates in pixels. In a
resource file coordinates are in characters (low byte) and pixels (high byte); ``rsrc_obfix`` converts them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from itertools import chain
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
    """A colour icon, introduced after GEM; drawn if the resource contains the icon (see CIconBlk)."""


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


BOX_TYPES = frozenset({ObType.G_BOX, ObType.G_IBOX, ObType.G_BOXCHAR})
"""Types whose ``ob_spec`` is a :class:`BoxSpec`."""
TEXT_TYPES = frozenset({ObType.G_TEXT, ObType.G_BOXTEXT, ObType.G_FTEXT, ObType.G_FBOXTEXT})
"""Types whose ``ob_spec`` is a :class:`TedInfo`."""
STRING_TYPES = frozenset({ObType.G_STRING, ObType.G_BUTTON, ObType.G_TITLE})
"""Types whose ``ob_spec`` is a text."""
MAX_TREE_DEPTH = 64  # maximum depth of an object in its tree; dialogs are two or three levels deep


@dataclass(slots=True)
class BoxSpec:
    """The packed ob_spec of G_BOX, G_IBOX and G_BOXCHAR."""

    char: int = 0
    """Atari character code, 0 for none."""
    thickness: int = 0
    """Border in pixels (-128..127): positive inside, negative outside."""
    color: int = 0x1100
    """Colour word: border 15-12, text 11-8, text mode 7, pattern 6-4, fill colour 3-0."""


@dataclass(slots=True)
class TedInfo:
    """TEDINFO: a text with its template, validation and appearance. The strings are Unicode, without the final 0."""

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
    """Capacity of te_ptext in bytes, including the final 0."""
    te_tmplen: int = 0


@dataclass(slots=True)
class IconBlk:
    """ICONBLK: mask and data bitmaps (rows of 16-bit words, big endian), character and label."""

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
    """CICONBLK: a colour icon, by its number among the resource's colour icons. Only its monochrome form is drawn."""

    number: int
    mono: IconBlk


@dataclass(slots=True)
class BitBlk:
    """BITBLK: a bitmap of bi_hl rows of bi_wb bytes (even), drawn in colour bi_color."""

    bi_pdata: bytes = b""
    bi_wb: int = 0
    bi_hl: int = 0
    bi_x: int = 0
    bi_y: int = 0
    bi_color: int = 1


class ParmBlk(NamedTuple):
    """PARMBLK: the argument of a G_USERDEF's code. Rectangles are (x, y, w, h) in screen pixels."""

    pb_tree: Tree
    pb_obj: int
    pb_prevstate: ObState
    pb_currstate: ObState
    pb_rect: tuple[int, int, int, int]
    pb_clip: tuple[int, int, int, int]
    pb_parm: Any


@dataclass(slots=True)
class UserBlk:
    """USERBLK: code that draws an object and returns the state bits that the AES must still apply."""

    ub_code: Callable[[ParmBlk], int]
    ub_parm: Any = None


Spec: TypeAlias = BoxSpec | str | TedInfo | IconBlk | CIconBlk | BitBlk | UserBlk | int | None
"""The content of an object, or None for no content. An int has a meaning only for the program: of a G_USERDEF before
its code is set, of an unknown type, or of a G_CICON whose icon is missing from the resource."""


@dataclass(slots=True)
class Object:
    """OBJECT: links within its tree (-1 = none), type, flags, state, content, and rectangle."""

    ob_next: int = -1
    ob_head: int = -1
    ob_tail: int = -1
    ob_type: int = ObType.G_IBOX
    """Type in the low byte (:class:`ObType`), the program's extended type in the high byte."""
    ob_flags: ObFlag = ObFlag.NONE
    ob_state: ObState = ObState.NORMAL
    ob_spec: Spec = field(default_factory=BoxSpec)
    """Box types: BoxSpec; text types: TedInfo; G_STRING, G_BUTTON, G_TITLE: str; None for no content."""
    ob_x: int = 0
    ob_y: int = 0
    ob_width: int = 0
    ob_height: int = 0

    def __copy__(self) -> Object:
        # Programs load hundreds of objects at start; the copy module would take three times as long.
        place = self.ob_x, self.ob_y, self.ob_width, self.ob_height
        links = self.ob_next, self.ob_head, self.ob_tail
        return Object(*links, self.ob_type, self.ob_flags, self.ob_state, self.ob_spec, *place)


Tree: TypeAlias = list[Object]
"""The objects of a tree, the root first."""


def object_type(ob: Object) -> int:
    """Return the type without the program's extended type in the high byte."""
    return ob.ob_type & 0xFF


# ---- coordinates


def char_to_pixel(raw: int, cell: int) -> int:
    """Convert a file's coordinate word to pixels: low byte characters of ``cell`` pixels, high byte signed pixels.

    A high byte of 128 counts as +128; greater values are negative.
    """
    extra = raw >> 8 & 0xFF
    return (raw & 0xFF) * cell + (extra - 256 if extra > 128 else extra)


# ---- valid trees


def tree_fault(tree: Tree) -> tuple[int, str] | None:
    """Return the first fault in a tree's links as (object, reason), or None if the tree is valid.

    In a valid tree every link is -1 or the index of an object; each chain of children leads from head to tail and back
    to the parent, or, as objc_order leaves an only child, ends with -1 if the parent has no tail; no object appears
    twice or is deeper than MAX_TREE_DEPTH; the root has no sibling.
    """
    if not tree:
        return 0, "there is no root object"
    links = [(ob.ob_next, ob.ob_head, ob.ob_tail) for ob in tree]
    for index, link in enumerate(chain.from_iterable(links)):
        if not -1 <= link < len(tree):
            name = ("ob_next", "ob_head", "ob_tail")[index % 3]
            return index // 3, f"{name} is {link}, the tree has {len(tree)} objects"
    if links[0][0] != -1:
        return 0, f"the root's ob_next is {links[0][0]}, not -1"
    seen = {0}
    parents = [(0, 0)]
    while parents:
        parent, depth = parents.pop()
        last, (_, child, tail) = -1, links[parent]
        while child not in (-1, parent):
            if child in seen:
                return child, "the links lead to it twice"
            if depth == MAX_TREE_DEPTH:
                return child, f"it lies more than {MAX_TREE_DEPTH} levels deep"
            seen.add(child)
            parents.append((child, depth + 1))
            last, child = child, links[child][0]
        if last == -1 and child == parent:
            return parent, "it is its own child"
        if last != -1 and child == -1 and tail != -1:
            return last, f"its ob_next is -1, though its parent is {parent}"
        if last != -1 and child == parent and tail != last:
            return parent, f"its ob_tail is {tail}, its last child {last}"
    return None
