"""What a GEM resource file holds, its coordinates, and what makes a tree of objects sound (docs/machine.md 4.1).

Objects keep the file's coordinates: characters in the low byte, signed pixels in the high byte of each word
(:func:`char_to_pixel`). Structures that a file shares between objects are shared here too (the same Python object).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from gemport.gem.formats.rsc.objects import BitBlk, IconBlk, Object, ObType, Spec, TedInfo, Tree

HEADER_SIZE = 36
OBJECT_SIZE, TEDINFO_SIZE, ICONBLK_SIZE, BITBLK_SIZE = 24, 28, 34, 14
MOST_BYTES = 4 * 0xFFFF
"""Of strings and bitmaps that come out of a file, which has 65535 bytes but may let many structures share them."""
DEEPEST = 64
"""No object lies deeper in its tree; those of dialogs lie two or three deep."""
EXTENDED = 4
"""Bit of the version word: colour icons follow the resource proper."""
NIL = 0xFFFFFFFF
"""The offset that stands for nothing (-1)."""

BOX_TYPES = frozenset({ObType.G_BOX, ObType.G_IBOX, ObType.G_BOXCHAR})
TEXT_TYPES = frozenset({ObType.G_TEXT, ObType.G_BOXTEXT, ObType.G_FTEXT, ObType.G_FBOXTEXT})
STRING_TYPES = frozenset({ObType.G_STRING, ObType.G_BUTTON, ObType.G_TITLE})

SECTIONS = ("strings", "images", "free strings", "bitblks", "free images", "iconblks", "tedinfos", "objects", "trees")
"""The parts of a file in the order that resource editors leave them in; a file may have them in any other."""

Structure: TypeAlias = TedInfo | IconBlk | BitBlk


@dataclass
class Names:
    """The names of trees (by number), objects (by tree and number) and free strings (by number), where they have any.

    A file has none: its text and the program share them.
    """

    trees: dict[int, str] = field(default_factory=dict)
    objects: dict[tuple[int, int], str] = field(default_factory=dict)
    strings: dict[int, str] = field(default_factory=dict)


@dataclass
class Resource:
    """A resource. ``tedinfos``, ``iconblks`` and ``bitblks`` are the file's tables: they need not name what trees and
    free images use (that is added when written), but fix its order, and keep what nothing uses."""

    trees: list[Tree] = field(default_factory=list)
    strings: list[str] = field(default_factory=list)
    images: list[BitBlk] = field(default_factory=list)
    version: int = 0
    tedinfos: list[TedInfo] = field(default_factory=list)
    iconblks: list[IconBlk] = field(default_factory=list)
    bitblks: list[BitBlk] = field(default_factory=list)
    sections: tuple[str, ...] = SECTIONS
    """The order of the file's parts."""
    tail: bytes = b""
    """What follows the resource proper in the file: of an extended one colour icons, with offsets from here."""
    order: Literal["motorola", "intel"] = "motorola"
    """In which order the file has the bytes of its words."""
    names: Names = field(default_factory=Names)
    """Only a resource from a text has any."""


def char_to_pixel(raw: int, cell: int) -> int:
    """Pixels of a coordinate word of the file: low byte in characters of ``cell`` pixels, high byte signed pixels.

    A high byte of 128 counts as +128, greater ones are negative. For widths see :func:`width_to_pixel`.
    """
    extra = raw >> 8 & 0xFF
    return (raw & 0xFF) * cell + (extra - 256 if extra > 128 else extra)


def width_to_pixel(raw: int, cell: int, screen_width: int) -> int:
    """Pixels of a width: as :func:`char_to_pixel`, but 80 characters are the whole screen."""
    if raw & 0xFF == 80:
        return screen_width + char_to_pixel(raw & 0xFF00, cell)
    return char_to_pixel(raw, cell)


def pixel_to_char(pixels: int, cell: int) -> int:
    """The coordinate word for a distance in pixels, whole characters as far as they go; the inverse of
    :func:`char_to_pixel`. Raises ValueError outside -127 .. 255 * cell + 128."""
    chars = min(max(pixels // cell, 0), 255)
    extra = pixels - chars * cell
    if not -127 <= extra <= 128:
        raise ValueError(f"{pixels} pixels do not fit a resource coordinate")
    return (extra & 0xFF) << 8 | chars


def object_type(ob: Object) -> int:
    """The type proper, without the program's own high byte."""
    return ob.ob_type & 0xFF


def structures_of(resource: Resource) -> tuple[list[TedInfo], list[IconBlk], list[BitBlk]]:
    """All structures in the order they are written: the tables, then whatever trees and free images use besides."""
    teds, icons, bits = list(resource.tedinfos), list(resource.iconblks), list(resource.bitblks)
    known = {id(structure) for table in (teds, icons, bits) for structure in table}
    specs: list[Spec] = [ob.ob_spec for tree in resource.trees for ob in tree]
    specs += resource.images
    for spec in specs:
        if id(spec) in known or not isinstance(spec, TedInfo | IconBlk | BitBlk):
            continue
        known.add(id(spec))
        if isinstance(spec, TedInfo):
            teds.append(spec)
        elif isinstance(spec, IconBlk):
            icons.append(spec)
        else:
            bits.append(spec)
    return teds, icons, bits


def tree_fault(tree: Tree) -> tuple[int, str] | None:
    """What is wrong with a tree's links: (object, reason), or None for a sound tree.

    Sound: every link is -1 or an object of the tree; each chain of children leads from head to tail and back to
    its parent; no object comes twice, or lies deeper than DEEPEST; the root has no sibling.
    """
    if not tree:
        return 0, "there is no root object"
    for index, ob in enumerate(tree):
        for what, link in (("ob_next", ob.ob_next), ("ob_head", ob.ob_head), ("ob_tail", ob.ob_tail)):
            if not -1 <= link < len(tree):
                return index, f"{what} is {link}, the tree has {len(tree)} objects"
    if tree[0].ob_next != -1:
        return 0, f"the root's ob_next is {tree[0].ob_next}, not -1"
    seen = {0}
    parents = [(0, 0)]
    while parents:
        parent, depth = parents.pop()
        children, fault = _children(tree, parent, seen)
        if fault is not None:
            return fault
        if children and depth == DEEPEST:
            return children[0], f"it lies more than {DEEPEST} levels deep"
        parents += [(child, depth + 1) for child in children]
    return None


def _children(tree: Tree, parent: int, seen: set[int]) -> tuple[list[int], tuple[int, str] | None]:
    """The children of one object, added to ``seen``, or what is wrong with their chain."""
    children: list[int] = []
    child = tree[parent].ob_head
    if child == -1:
        if tree[parent].ob_tail != -1:
            return [], (parent, "it has an ob_tail but no ob_head")
        return [], None
    while child != parent:
        if child == -1:
            return [], (children[-1], f"its ob_next is -1, though its parent is {parent}")
        if child in seen:
            return [], (child, "the links lead to it twice")
        seen.add(child)
        children.append(child)
        child = tree[child].ob_next
    if not children:
        return [], (parent, "it is its own child")
    if tree[parent].ob_tail != children[-1]:
        return [], (parent, f"its ob_tail is {tree[parent].ob_tail}, its last child {children[-1]}")
    return children, None
