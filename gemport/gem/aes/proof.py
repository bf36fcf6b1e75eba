"""Checking a resource that came from outside: what the AES would stumble over is found before a program uses it.

:func:`~gemport.gem.formats.rsc.read_rsc` sees to it that a file holds together; this, that all of it can be shown.
What a program needs of its resource besides (:func:`menu_fault` of its menu, say) only the program knows.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from gemport.gem.aes.objects.tree import NIL, children
from gemport.gem.aes.objects.types import ObjectError, object_type
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.aes.screen import Screen
from gemport.gem.errors import FormatError
from gemport.gem.formats.artwork import SystemArtwork
from gemport.gem.formats.objects import BitBlk, CIconBlk, IconBlk, ObFlag, Object, ObType, TedInfo, Tree, tree_fault
from gemport.gem.formats.rsc import Resource

LONGEST_TEXT = 1024
"""No object shows more characters; the widest screen has room for far fewer."""
THICKEST = 128
"""No border is thicker, in pixels; a box's has a signed byte for it."""
MOST_TITLES = 64
"""No menu bar has more titles; the widest screen has room for about as many."""

_WIDTH, _HEIGHT = 64, 32


def prove(resource: Resource, artwork: SystemArtwork, name: str = "resource") -> None:
    """Look whether everything in a resource can be shown, and draw each of its objects on a scratch screen.

    FormatError names ``name``, the tree and the object that cannot, and why. The resource stays as it is.
    """
    for number, tree in enumerate(resource.trees):
        broken = tree_fault(tree)
        if broken is not None:
            raise _error(name, number, *broken)
        for index, obj in enumerate(tree):
            fault = object_fault(obj)
            if fault is not None:
                raise _error(name, number, index, fault)
    for number, image in enumerate(resource.images):
        fault = _image_fault(image)
        if fault is not None:
            raise FormatError(name, f"free image {number}: {fault}")
    _draw(resource, artwork, name)


def _error(name: str, tree: int, obj: int, reason: str) -> FormatError:
    return FormatError(name, f"object {obj} of tree {tree}: {reason}")


# ---- one object


def object_fault(obj: Object) -> str | None:
    """Why an object cannot be shown or edited; None if it can."""
    spec = obj.ob_spec
    if ObFlag.EDITABLE in obj.ob_flags and not isinstance(spec, TedInfo):
        return "it is EDITABLE, but has no TEDINFO"
    if isinstance(spec, BitBlk):
        return _image_fault(spec)
    if isinstance(spec, CIconBlk):
        spec = spec.mono
    if isinstance(spec, IconBlk):
        words = (spec.ib_wicon + 15) // 16
        return _bitmap_fault(2 * words, spec.ib_hicon, spec.ib_pmask, spec.ib_pdata) or _text_fault(spec.ib_ptext)
    if isinstance(spec, TedInfo):
        if abs(spec.te_thickness) > THICKEST:
            return f"a border of {spec.te_thickness} pixels is too thick"
        return _text_fault(spec.te_ptext) or _text_fault(spec.te_ptmplt)
    return _text_fault(spec) if isinstance(spec, str) else None


def _image_fault(image: BitBlk) -> str | None:
    return _bitmap_fault(image.bi_wb, image.bi_hl, image.bi_pdata)


def _bitmap_fault(row_bytes: int, rows: int, *bitmaps: bytes) -> str | None:
    if row_bytes <= 0 or rows <= 0:
        return f"its picture of {rows} rows of {row_bytes} bytes is empty"
    if row_bytes % 2:
        return f"a row of its picture has {row_bytes} bytes, an odd number"
    size = row_bytes * rows
    short = next((len(bits) for bits in bitmaps if len(bits) < size), None)
    return None if short is None else f"its picture of {rows} rows of {row_bytes} bytes has {short} bytes"


def _text_fault(text: str) -> str | None:
    return f"its text of {len(text)} characters is too long" if len(text) > LONGEST_TEXT else None


# ---- drawing


def _draw(resource: Resource, artwork: SystemArtwork, name: str) -> None:
    """Draw every object by itself, wherever it stands: what is off the screen now may come onto it."""
    screen = Screen(_WIDTH, _HEIGHT, artwork)
    loaded = rsrc_load(resource, _WIDTH)
    for number, tree in enumerate(loaded.trees):
        for index, obj in enumerate(tree):
            alone = copy.copy(obj)
            alone.ob_next = alone.ob_head = alone.ob_tail = NIL
            alone.ob_flags &= ~ObFlag.HIDETREE
            alone.ob_x = alone.ob_y = 0
            try:
                screen.objc_draw([alone], 0, 0, GRect(0, 0, _WIDTH, _HEIGHT))
            except ObjectError as error:
                raise _error(name, number, index, str(error)) from None


# ---- menus


def menu_fault(tree: Tree) -> tuple[int, str] | None:
    """Why a tree cannot be used as a menu: (object, reason), or None.

    A menu's root has two children, the bar and the screen below it. In the bar stand the titles, one level down; the
    screen's children are the menus, one for each title in their order.
    """
    parts = list(children(tree, 0))
    if len(parts) != 2:
        return 0, f"a menu's root has two children, the bar and the menus, not {len(parts)}"
    bar, screen = parts
    active = tree[bar].ob_head
    titles = [] if active == NIL else list(children(tree, active))
    menus = list(children(tree, screen))
    if not titles:
        return bar, "this menu bar has no titles"
    wrong = next((title for title in titles if object_type(tree[title]) != ObType.G_TITLE), None)
    if wrong is not None:
        return wrong, "it stands among the titles of a menu, but is not a G_TITLE"
    if len(titles) > MOST_TITLES:
        return bar, f"a menu bar has room for {MOST_TITLES} titles, not {len(titles)}"
    if len(titles) != len(menus):
        return screen, f"there are {len(menus)} menus for {len(titles)} titles"
    return None


def menu_entries(tree: Tree) -> Iterator[tuple[int, int]]:
    """Each entry of a menu tree that can be chosen, with its title: (title, entry).

    Of the first menu that is the first entry alone, as menu_bar leaves it where there are no accessories.
    """
    bar, screen = children(tree, 0)
    titles = list(children(tree, tree[bar].ob_head))
    for title, menu in zip(titles, children(tree, screen), strict=False):
        entries = list(children(tree, menu))
        yield from ((title, entry) for entry in (entries[:1] if title == titles[0] else entries))
