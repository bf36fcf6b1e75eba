"""Object trees: their links, and the type, border, colours and text of one object (docs/machine.md 3.4).

The objects of a tree are linked as in a resource: a parent knows its first and last child, every child the next one,
the last child its parent again. The first child is drawn first, so the last one lies on top. INDIRECT needs no
handling here: ob_spec refers to a structure already, which objects may share and programs may change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from gemport.gem.aes.rect import GRect
from gemport.gem.formats.charset import CHARACTERS
from gemport.gem.formats.objects import (
    BOX_TYPES,
    TEXT_TYPES,
    BoxSpec,
    ObFlag,
    Object,
    ObType,
    TedInfo,
    Tree,
    object_type,
)

IBM = 3
"""Font code of the system font 8x16."""
SMALL = 5
"""Font code of the small font 6x6."""

LEFT_JUST, RIGHT_JUST, CENTRED = 0, 1, 2
"""Values of te_just."""

HOLLOW, SOLID = 0, 7
"""First and last pattern number of a colour word; 1 to 6 are the VDI's patterns."""

OUTLINE = 3
"""Pixels by which an OUTLINED object's frame extends beyond its rectangle."""

PLACE = "_"
"""Marks in a template where a character of the text goes."""

FORMATTED_TYPES = frozenset((ObType.G_FTEXT, ObType.G_FBOXTEXT))
ICON_TYPES = frozenset((ObType.G_ICON, ObType.G_CICON))
FRAMED_TYPES = BOX_TYPES | {ObType.G_BUTTON, ObType.G_BOXTEXT, ObType.G_FBOXTEXT}


_T = TypeVar("_T")


class ObjectError(ValueError):
    """A tree has no such object or is linked wrongly, or an object shows something that does not belong to its type."""


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
    """Split a colour word of 16 bits into its parts."""
    return Colors(word >> 12 & 15, word >> 8 & 15, bool(word & 0x80), word >> 4 & 7, word & 15)


def spec_of(obj: Object, needed: type[_T]) -> _T:
    """The spec of an object; :class:`ObjectError` if it is not of the type that is needed."""
    if isinstance(obj.ob_spec, needed):
        return obj.ob_spec
    kind = object_type(obj)
    name = ObType(kind).name if kind in ObType._value2member_map_ else f"object of type {kind}"
    raise ObjectError(f"{name}: a {needed.__name__} is needed, not {type(obj.ob_spec).__name__}")


def tedinfo(obj: Object) -> TedInfo:
    """The TEDINFO of a text type; :class:`ObjectError` if the object holds something else."""
    return spec_of(obj, TedInfo)


def signed_border(thickness: int) -> int:
    """Return a TEDINFO's border with its sign: the first resource editors have 255 for -1."""
    return thickness - 256 if thickness > 128 else thickness


def thickness(obj: Object) -> int:
    """Border in pixels: positive inside the rectangle, negative outside, 0 none."""
    if obj.ob_spec is None:
        return 0
    kind = object_type(obj)
    if kind in BOX_TYPES:
        return spec_of(obj, BoxSpec).thickness
    if kind in TEXT_TYPES:
        return signed_border(tedinfo(obj).te_thickness)
    if kind == ObType.G_TITLE:
        return 1
    if kind == ObType.G_BUTTON:
        return -1 - (ObFlag.EXIT in obj.ob_flags) - (ObFlag.DEFAULT in obj.ob_flags)
    return 0


def colors(obj: Object) -> Colors:
    """The colour word of a box or text type; black on white for all others."""
    kind = object_type(obj)
    if kind in BOX_TYPES:
        return crack_color(spec_of(obj, BoxSpec).color)
    if kind in TEXT_TYPES:
        return crack_color(tedinfo(obj).te_color)
    return BUTTON_COLORS


def shown_text(obj: Object) -> str:
    """The text that an object of a text type or a G_BOXCHAR shows, the template filled in."""
    if object_type(obj) == ObType.G_BOXCHAR:
        code = spec_of(obj, BoxSpec).char & 0xFF
        return CHARACTERS[code] if code else ""
    ted = tedinfo(obj)
    return format_text(ted) if object_type(obj) in FORMATTED_TYPES else ted.te_ptext


def raw_text(ted: TedInfo) -> str:
    """The typed text alone: empty if it begins with @, with which resource editors fill texts."""
    return "" if ted.te_ptext.startswith("@") else ted.te_ptext


def format_text(ted: TedInfo) -> str:
    """The template with the text in its places, from the right when justified right; free places show ``_``."""
    step = -1 if ted.te_just == RIGHT_JUST else 1
    letters = iter(raw_text(ted)[::step])
    return "".join(next(letters, PLACE) if mark == PLACE else mark for mark in ted.te_ptmplt[::step])[::step]


ROOT = 0
"""Index of the object that all others of its tree belong to."""
NIL = -1
MAX_DEPTH = 8
"""The depth that programs pass for "the whole tree"; deeper trees are drawn to this depth only."""


def check_object(tree: Sequence[Object], obj: int) -> Object:
    """The object at index ``obj``; :class:`ObjectError` if the tree has none there."""
    if not 0 <= obj < len(tree):
        raise ObjectError(f"object {obj}: the tree has objects 0 to {len(tree) - 1}")
    return tree[obj]


def children(tree: Sequence[Object], parent: int) -> Iterator[int]:
    """Indices of the direct children, lowest first; :class:`ObjectError` if the links do not lead back."""
    child = check_object(tree, parent).ob_head
    for _ in tree:
        if child in (NIL, parent):
            return
        yield child
        child = check_object(tree, child).ob_next
    if child not in (NIL, parent):
        raise ObjectError(f"object {parent}: the list of its children has no end")


def get_parent(tree: Sequence[Object], obj: int) -> int:
    """Index of the parent; ``NIL`` for the root and for an object that is not linked in."""
    check_object(tree, obj)
    if obj == ROOT:
        return NIL
    last = obj
    for _ in tree:
        following = tree[last].ob_next
        if following == NIL or check_object(tree, following).ob_tail == last:
            return following
        last = following
    raise ObjectError(f"object {obj}: the list of its siblings has no end")


def ancestors(tree: Sequence[Object], obj: int) -> Iterator[int]:
    """The object itself, its parent, and so on up to the root."""
    for _ in tree:
        yield obj
        obj = get_parent(tree, obj)
        if obj == NIL:
            return
    raise ObjectError(f"object {obj}: is its own ancestor")


def objc_offset(tree: Sequence[Object], obj: int) -> tuple[int, int]:
    """Screen position (x, y) of the object's top left pixel."""
    x = y = 0
    for level in ancestors(tree, obj):
        x += tree[level].ob_x
        y += tree[level].ob_y
    return x, y


def object_rect(tree: Sequence[Object], obj: int) -> GRect:
    """The object's rectangle on the screen, without what is drawn outside of it (border, outline, shadow)."""
    x, y = objc_offset(tree, obj)
    return GRect(x, y, tree[obj].ob_width, tree[obj].ob_height)


def objc_find(tree: Sequence[Object], start: int, depth: int, x: int, y: int) -> int:
    """The topmost object under the screen pixel (x, y), ``start`` and ``depth`` levels below it; ``NIL`` if none.

    A child is looked at only where its parent is hit too. Hidden subtrees are left out.
    """
    if ObFlag.HIDETREE in check_object(tree, start).ob_flags:
        return NIL
    left, top = objc_offset(tree, start)
    return _find(tree, start, depth, x - left, y - top)


def _find(tree: Sequence[Object], obj: int, depth: int, x: int, y: int) -> int:
    found = tree[obj]
    if ObFlag.HIDETREE in found.ob_flags or not (0 <= x < found.ob_width and 0 <= y < found.ob_height):
        return NIL
    if depth > 0:
        for child in reversed(list(children(tree, obj))):
            hit = _find(tree, child, depth - 1, x - tree[child].ob_x, y - tree[child].ob_y)
            if hit != NIL:
                return hit
    return obj


def objc_add(tree: Tree, parent: int, child: int) -> None:
    """Append an unlinked object as the last (topmost) child; :class:`ObjectError` if it is linked already."""
    check_object(tree, child)
    if child == ROOT or child in ancestors(tree, parent):
        raise ObjectError(f"object {child}: cannot become a child of object {parent}")
    if get_parent(tree, child) != NIL:
        raise ObjectError(f"object {child}: is already a child of object {get_parent(tree, child)}")
    _insert(tree, parent, child, tree[parent].ob_tail)


def objc_delete(tree: Tree, obj: int) -> None:
    """Take an object with all below it out of its parent; its own children stay linked to it."""
    parent = get_parent(tree, obj)
    if parent == NIL:
        raise ObjectError(f"object {obj}: has no parent to be taken from")
    siblings = list(children(tree, parent))
    if obj not in siblings:
        raise ObjectError(f"object {obj}: its parent {parent} does not list it")
    at = siblings.index(obj)
    before = siblings[at - 1] if at else NIL
    above = tree[parent]
    if above.ob_tail == obj:
        above.ob_tail = before
    following = tree[obj].ob_next
    if before != NIL:
        tree[before].ob_next = following
    else:
        above.ob_head = NIL if following == parent else following
    tree[obj].ob_next = NIL


def objc_order(tree: Tree, obj: int, position: int) -> None:
    """Move an object among its siblings: 0 = first (lowest), ``NIL`` or beyond the last = last (topmost)."""
    parent = get_parent(tree, obj)
    objc_delete(tree, obj)
    siblings = list(children(tree, parent))
    if not 0 <= position < len(siblings):
        position = len(siblings)
    _insert(tree, parent, obj, siblings[position - 1] if position else NIL)


def _insert(tree: Tree, parent: int, obj: int, before: int) -> None:
    """Link ``obj`` after its new sibling ``before``, or as first child when that is ``NIL``."""
    above = tree[parent]
    if before == NIL:
        following, above.ob_head = above.ob_head, obj
    else:
        following, tree[before].ob_next = tree[before].ob_next, obj
    if above.ob_tail == before:
        above.ob_tail = obj
        following = parent
    tree[obj].ob_next = following
