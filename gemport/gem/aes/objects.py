"""Object trees: their links, and the type, border, colours and text of an object (docs/machine.md 3.4).

The objects of a tree are linked as in a resource: a parent refers to its first and last child, each child to the next
one, and the last child back to its parent. The first child is drawn first, so the last child is topmost. INDIRECT needs
no handling here: ob_spec always refers to a structure, which objects may share and programs may change.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from gemport.gem.aes.rect import GRect
from gemport.gem.formats.charset import CHARACTERS
from gemport.gem.formats.structures import (
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

IBM = 3  # font code of the system font 8x16
SMALL = 5  # font code of the small font 6x6

LEFT_JUST, RIGHT_JUST, CENTRED = 0, 1, 2  # values of te_just

HOLLOW, SOLID = 0, 7  # first and last pattern number of a colour word; 1 to 6 are VDI patterns

OUTLINE = 3
"""Pixels that the frame of an OUTLINED object extends beyond its rectangle."""

PLACEHOLDER = "_"  # the placeholder in a template for a character of the text

FRAMED_TYPES = BOX_TYPES | {ObType.G_BUTTON, ObType.G_BOXTEXT, ObType.G_FBOXTEXT}


_T = TypeVar("_T")


class ObjectError(ValueError):
    """A tree lacks an object or has wrong links, or an object's content does not match its type."""


class Colors(NamedTuple):
    """The parts of a colour word. Colours: 0 white, all others black."""

    border: int
    text: int
    opaque: bool  # whether text is written in replace mode, otherwise in transparent mode
    pattern: int  # 0 hollow, 1 to 6, 7 solid
    fill: int


BUTTON_COLORS = Colors(border=1, text=1, opaque=False, pattern=HOLLOW, fill=0)
"""G_BUTTON has no colour word and is black on white."""


def crack_color(word: int) -> Colors:
    """Split a 16-bit colour word into its parts."""
    return Colors(word >> 12 & 15, word >> 8 & 15, bool(word & 0x80), word >> 4 & 7, word & 15)


def spec_of(obj: Object, needed: type[_T]) -> _T:
    """Return the spec of an object. Raises :class:`ObjectError` if it is not of the needed type."""
    if isinstance(obj.ob_spec, needed):
        return obj.ob_spec
    kind = object_type(obj)
    name = ObType(kind).name if kind in ObType._value2member_map_ else f"object of type {kind}"
    raise ObjectError(f"{name}: a {needed.__name__} is needed, not {type(obj.ob_spec).__name__}")


def tedinfo(obj: Object) -> TedInfo:
    """Return the TEDINFO of an object of a text type. Raises :class:`ObjectError` if its spec is something else."""
    return spec_of(obj, TedInfo)


def signed_border(thickness: int) -> int:
    """Return a TEDINFO's border with its sign: the first resource editors wrote 255 for -1."""
    return thickness - 256 if thickness > 128 else thickness


def thickness(obj: Object) -> int:
    """Return the border in pixels: positive inside the rectangle, negative outside, 0 without a border."""
    kind = object_type(obj)
    if obj.ob_spec is None:
        return 0
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
    """Return the colours of a box or text type; all other types are black on white."""
    kind = object_type(obj)
    if kind in BOX_TYPES:
        return crack_color(spec_of(obj, BoxSpec).color)
    if kind in TEXT_TYPES:
        return crack_color(tedinfo(obj).te_color)
    return BUTTON_COLORS


def shown_text(obj: Object) -> str:
    """Return the text of an object of a text type (with its template filled in) or of a G_BOXCHAR."""
    if object_type(obj) == ObType.G_BOXCHAR:
        code = spec_of(obj, BoxSpec).char & 0xFF
        return CHARACTERS[code] if code else ""
    ted = tedinfo(obj)
    return format_text(ted) if object_type(obj) in (ObType.G_FTEXT, ObType.G_FBOXTEXT) else ted.te_ptext


def raw_text(ted: TedInfo) -> str:
    """Return the typed text; a text starting with @, the filler of resource editors, counts as empty."""
    return "" if ted.te_ptext.startswith("@") else ted.te_ptext


def format_text(ted: TedInfo) -> str:
    """Return the template filled with the text, from the right if right-justified; empty places show ``_``."""
    step = -1 if ted.te_just == RIGHT_JUST else 1
    letters = iter(raw_text(ted)[::step])
    return "".join(next(letters, PLACEHOLDER) if mark == PLACEHOLDER else mark for mark in ted.te_ptmplt[::step])[
        ::step
    ]


ROOT = 0  # index of the root object
NIL = -1
"""No object."""
MAX_DEPTH = 8
"""The depth that programs pass for "the whole tree"; deeper levels are not drawn."""


def check_object(tree: Sequence[Object], obj: int) -> Object:
    """Return the object at index ``obj``. Raises :class:`ObjectError` if the index is out of range."""
    if not 0 <= obj < len(tree):
        raise ObjectError(f"object {obj}: the tree has objects 0 to {len(tree) - 1}")
    return tree[obj]


def children(tree: Sequence[Object], parent: int) -> Iterator[int]:
    """Yield the indices of the direct children, lowest first. Raises :class:`ObjectError` if the links are wrong."""
    child = check_object(tree, parent).ob_head
    for _ in tree:
        if child in (NIL, parent):
            return
        yield child
        child = check_object(tree, child).ob_next
    if child not in (NIL, parent):
        raise ObjectError(f"object {parent}: the list of its children has no end")


def get_parent(tree: Sequence[Object], obj: int) -> int:
    """Return the index of the parent, or ``NIL`` for the root and for unlinked objects."""
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
    """Yield the object itself, its parent, and so on up to the root. Raises :class:`ObjectError` for a cycle."""
    for _ in tree:
        yield obj
        obj = get_parent(tree, obj)
        if obj == NIL:
            return
    raise ObjectError(f"object {obj}: is its own ancestor")


def objc_offset(tree: Sequence[Object], obj: int) -> tuple[int, int]:
    """Return the screen position (x, y) of the object's top left pixel."""
    x = y = 0
    for level in ancestors(tree, obj):
        x += tree[level].ob_x
        y += tree[level].ob_y
    return x, y


def object_rect(tree: Sequence[Object], obj: int) -> GRect:
    """Return the object's rectangle on the screen, without drawing outside it (border, outline, shadow)."""
    x, y = objc_offset(tree, obj)
    return GRect(x, y, tree[obj].ob_width, tree[obj].ob_height)


def objc_find(tree: Sequence[Object], start: int, depth: int, x: int, y: int) -> int:
    """Return the topmost object at the screen pixel (x, y), from ``start`` down ``depth`` levels, or ``NIL``.

    A child is only found if its parent is also hit. Hidden subtrees are skipped.
    """
    check_object(tree, start)
    left, top = objc_offset(tree, start)
    return _find(tree, start, depth, x - left, y - top)


def _find(tree: Sequence[Object], obj: int, depth: int, x: int, y: int) -> int:
    target = tree[obj]
    if ObFlag.HIDETREE in target.ob_flags or not (0 <= x < target.ob_width and 0 <= y < target.ob_height):
        return NIL
    if depth > 0:
        for child in reversed(list(children(tree, obj))):
            hit = _find(tree, child, depth - 1, x - tree[child].ob_x, y - tree[child].ob_y)
            if hit != NIL:
                return hit
    return obj


def objc_add(tree: Tree, parent: int, child: int) -> None:
    """Append an unlinked object as the last (topmost) child. Raises :class:`ObjectError` if it is already linked."""
    check_object(tree, parent)
    below = [child]
    # The ob_next of an unlinked object may lead anywhere, so its ancestors are unknown.
    for obj in below:
        below += children(tree, obj)
        if len(below) > len(tree):
            raise ObjectError(f"object {obj}: is its own ancestor")
    if child == ROOT or parent in below:
        raise ObjectError(f"object {child}: cannot become a child of object {parent}")
    try:
        linked = get_parent(tree, child)
    except ObjectError:
        linked = NIL
    if linked != NIL and child in children(tree, linked):
        raise ObjectError(f"object {child}: is already a child of object {linked}")
    insert_object(tree, parent, child, tree[parent].ob_tail)


def objc_delete(tree: Tree, obj: int) -> None:
    """Unlink an object from its parent; its own children stay linked to it, and its ob_next stays as it is."""
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


def objc_order(tree: Tree, obj: int, position: int, outside: Object | None = None) -> None:
    """Move an object among its siblings: 0 is first (lowest); ``NIL`` or a high number is last (topmost).

    As in GEM, an only child is linked wrongly: moved to 0, it gets no ob_next, and its parent no ob_tail; otherwise its
    parent loses it, and it follows ``outside``, the object before the tree in memory.
    """
    parent = get_parent(tree, obj)
    objc_delete(tree, obj)
    siblings, above, moved = list(children(tree, parent)), tree[parent], tree[obj]
    if siblings:
        place = position if 0 <= position < len(siblings) else len(siblings)
        insert_object(tree, parent, obj, siblings[place - 1] if place else NIL)
    elif not position or outside is None:
        above.ob_head, moved.ob_next = NIL if position else obj, NIL
    else:
        moved.ob_next, outside.ob_next = outside.ob_next, obj
        if moved.ob_next == parent:
            above.ob_tail = obj


def insert_object(tree: Tree, parent: int, obj: int, before: int) -> None:
    """Link ``obj`` after its sibling ``before``, or as first child if that is ``NIL``."""
    above = tree[parent]
    if before == NIL:
        following, above.ob_head = above.ob_head, obj
    else:
        following, tree[before].ob_next = tree[before].ob_next, obj
    if above.ob_tail == before:
        above.ob_tail = obj
        following = parent
    tree[obj].ob_next = following
