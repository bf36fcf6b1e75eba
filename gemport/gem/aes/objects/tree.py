"""Object trees: walking, finding and relinking (objc_find, objc_offset, objc_add, objc_delete, objc_order).

The objects of a tree are linked as in a resource: a parent knows its first and last child, every child the next
one, the last child its parent again. The first child is drawn first, so the last one lies on top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gemport.gem.aes.rect import GRect
from gemport.gem.formats.objects import ObFlag, Object, Tree

ROOT = 0
"""Index of the object that all others of its tree belong to."""
NIL = -1
"""No object."""
MAX_DEPTH = 8
"""The depth that programs pass for "the whole tree"; deeper trees are drawn to this depth only."""


class TreeError(ValueError):
    """A tree is linked wrongly, or has no such object."""


def check_object(tree: Sequence[Object], obj: int) -> Object:
    """The object at index ``obj``; :class:`TreeError` if the tree has none there."""
    if not 0 <= obj < len(tree):
        raise TreeError(f"object {obj}: the tree has objects 0 to {len(tree) - 1}")
    return tree[obj]


def children(tree: Sequence[Object], parent: int) -> Iterator[int]:
    """Indices of the direct children, lowest first; :class:`TreeError` if the links do not lead back."""
    child = check_object(tree, parent).ob_head
    for _ in tree:
        if child in (NIL, parent):
            return
        yield child
        child = check_object(tree, child).ob_next
    if child not in (NIL, parent):
        raise TreeError(f"object {parent}: the list of its children has no end")


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
    raise TreeError(f"object {obj}: the list of its siblings has no end")


def ancestors(tree: Sequence[Object], obj: int) -> Iterator[int]:
    """The object itself, its parent, and so on up to the root."""
    for _ in tree:
        yield obj
        obj = get_parent(tree, obj)
        if obj == NIL:
            return
    raise TreeError(f"object {obj}: is its own ancestor")


def walk(tree: Sequence[Object], start: int, depth: int = MAX_DEPTH) -> Iterator[int]:
    """Indices in drawing order (parents before children) down to ``depth`` levels, hidden subtrees left out."""
    if ObFlag.HIDETREE in check_object(tree, start).ob_flags:
        return
    yield start
    if depth > 0:
        for child in children(tree, start):
            yield from walk(tree, child, depth - 1)


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
    found = check_object(tree, start)
    if ObFlag.HIDETREE in found.ob_flags or not object_rect(tree, start).contains(x, y):
        return NIL
    if depth > 0:
        for child in reversed(list(children(tree, start))):
            hit = objc_find(tree, child, depth - 1, x, y)
            if hit != NIL:
                return hit
    return start


def objc_add(tree: Tree, parent: int, child: int) -> None:
    """Append an unlinked object as the last (topmost) child; :class:`TreeError` if it is linked already."""
    check_object(tree, child)
    if child == ROOT or child in ancestors(tree, parent):
        raise TreeError(f"object {child}: cannot become a child of object {parent}")
    if get_parent(tree, child) != NIL:
        raise TreeError(f"object {child}: is already a child of object {get_parent(tree, child)}")
    _insert(tree, parent, child, tree[parent].ob_tail)


def objc_delete(tree: Tree, obj: int) -> None:
    """Take an object with all below it out of its parent; its own children stay linked to it."""
    parent = get_parent(tree, obj)
    if parent == NIL:
        raise TreeError(f"object {obj}: has no parent to be taken from")
    before = _sibling_before(tree, parent, obj)
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


def _sibling_before(tree: Sequence[Object], parent: int, obj: int) -> int:
    before = NIL
    for child in children(tree, parent):
        if child == obj:
            return before
        before = child
    raise TreeError(f"object {obj}: its parent {parent} does not list it")


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
