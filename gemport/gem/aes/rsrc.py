"""The resource library (docs/machine.md 3.7): loading a resource as trees that can be drawn, and validating one.

:func:`~gemport.gem.formats.rsc.read_rsc` checks that a file is consistent; :func:`validate` that all of it can be
drawn. Further demands on a resource are the program's (:func:`~gemport.gem.aes.menu.menu_fault`, for example).
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias, TypeVar, cast

from gemport.gem.aes.draw import objc_draw
from gemport.gem.aes.objects import NIL, ObjectError, check_object, signed_border
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.screen import Screen
from gemport.gem.errors import FormatError
from gemport.gem.formats import objects
from gemport.gem.formats.artwork import SystemArtwork
from gemport.gem.formats.rsc import Resource

CELL_WIDTH, CELL_HEIGHT = 8, 16
"""Size of a resource's character unit in pixels: the cell of the system font."""


class RsrcType(IntEnum):
    """The parts of a resource that rsrc_gaddr finds."""

    R_TREE = 0
    R_OBJECT = 1
    R_TEDINFO = 2
    R_ICONBLK = 3
    R_BITBLK = 4
    R_STRING = 5
    R_IMAGEDATA = 6
    R_OBSPEC = 7
    R_TEPTEXT = 8
    R_TEPTMPLT = 9
    R_TEPVALID = 10
    R_IBPMASK = 11
    R_IBPDATA = 12
    R_IBPTEXT = 13
    R_BIPDATA = 14
    R_FRSTR = 15
    R_FRIMG = 16


Address: TypeAlias = objects.Tree | objects.Object | objects.Spec | bytes


_T = TypeVar("_T")


class RsrcError(ValueError):
    """A resource has no such part."""


@dataclass
class LoadedResource:
    """The parts of one loaded resource, its own copies: coordinates in pixels, lengths of texts counted.

    What the file shares between objects is shared here too. A program may change all of it. A number that is not there
    raises :class:`RsrcError`.
    """

    trees: list[objects.Tree]
    strings: list[str]
    images: list[objects.BitBlk]
    tedinfos: list[objects.TedInfo]
    iconblks: list[objects.IconBlk]
    bitblks: list[objects.BitBlk]

    def tree(self, index: int) -> objects.Tree:
        return _pick(self.trees, "tree", index)

    def string(self, index: int) -> str:
        return _pick(self.strings, "free string", index)

    def image(self, index: int) -> objects.BitBlk:
        return _pick(self.images, "free image", index)

    @property
    def objects(self) -> list[objects.Object]:
        return list({id(obj): obj for tree in self.trees for obj in tree}.values())


def rsrc_load(resource: Resource, screen_width: int = 640) -> LoadedResource:
    """Make a resource usable on a screen of ``screen_width`` pixels; the resource itself stays as it is."""
    copies: dict[int, Any] = {}

    def own(part: _T) -> _T:
        """Copy a structure once: what is shared stays shared."""
        if isinstance(part, str | int | None):
            return part
        if id(part) not in copies:
            copies[id(part)] = copy.copy(part)
        return cast(_T, copies[id(part)])

    loaded = LoadedResource(
        [*map(own, resource.trees)],
        resource.strings.copy(),
        [*map(own, resource.images)],
        [*map(own, resource.tedinfos)],
        [*map(own, resource.iconblks)],
        [*map(own, resource.bitblks)],
    )
    for tree in {id(tree): tree for tree in loaded.trees}.values():
        tree[:] = map(own, tree)
    live = loaded.objects
    for obj in live:
        obj.ob_spec = own(obj.ob_spec)
        if isinstance(obj.ob_spec, objects.CIconBlk):
            obj.ob_spec.mono = own(obj.ob_spec.mono)
    for number in range(len(live)):
        rsrc_obfix(live, number, screen_width)
    texts = {id(ted): ted for ted in (*loaded.tedinfos, *(o.ob_spec for o in live)) if isinstance(ted, objects.TedInfo)}
    for ted in texts.values():
        ted.te_txtlen, ted.te_tmplen = len(ted.te_ptext) + 1, len(ted.te_ptmplt) + 1
    return loaded


def rsrc_obfix(tree: objects.Tree, obj: int, screen_width: int = 640) -> None:
    """Turn one object's rectangle from the file's characters and pixels into pixels; 80 characters are the screen."""
    target = check_object(tree, obj)
    target.ob_x = objects.char_to_pixel(target.ob_x, CELL_WIDTH)
    target.ob_y = objects.char_to_pixel(target.ob_y, CELL_HEIGHT)
    target.ob_width = objects.width_to_pixel(target.ob_width, CELL_WIDTH, screen_width)
    target.ob_height = objects.char_to_pixel(target.ob_height, CELL_HEIGHT)


_PARTS: dict[int, tuple[str, str, str]] = {
    RsrcType.R_TREE: ("trees", "tree", ""),
    RsrcType.R_OBJECT: ("objects", "object", ""),
    RsrcType.R_TEDINFO: ("tedinfos", "TEDINFO", ""),
    RsrcType.R_ICONBLK: ("iconblks", "ICONBLK", ""),
    RsrcType.R_BITBLK: ("bitblks", "BITBLK", ""),
    RsrcType.R_STRING: ("strings", "free string", ""),
    RsrcType.R_IMAGEDATA: ("images", "free image", ""),
    RsrcType.R_OBSPEC: ("objects", "object", "ob_spec"),
    RsrcType.R_TEPTEXT: ("tedinfos", "TEDINFO", "te_ptext"),
    RsrcType.R_TEPTMPLT: ("tedinfos", "TEDINFO", "te_ptmplt"),
    RsrcType.R_TEPVALID: ("tedinfos", "TEDINFO", "te_pvalid"),
    RsrcType.R_IBPMASK: ("iconblks", "ICONBLK", "ib_pmask"),
    RsrcType.R_IBPDATA: ("iconblks", "ICONBLK", "ib_pdata"),
    RsrcType.R_IBPTEXT: ("iconblks", "ICONBLK", "ib_ptext"),
    RsrcType.R_BIPDATA: ("bitblks", "BITBLK", "bi_pdata"),
    RsrcType.R_FRSTR: ("strings", "free string", ""),
    RsrcType.R_FRIMG: ("images", "free image", ""),
}
"""The place of a type's parts in a loaded resource, the word for one, and the member of it that is meant."""
_SETTABLE = {"trees": list, "strings": str, "images": objects.BitBlk}


class ResourceLibrary:
    """The rsrc_ calls with the one resource that a program has loaded."""

    def __init__(self, screen_width: int) -> None:
        self._screen_width = screen_width
        self._loaded: LoadedResource | None = None

    def rsrc_load(self, resource: Resource) -> LoadedResource:
        """Make a resource usable, its coordinates in pixels; the other calls refer to it from then on.

        Finding and reading the file is the host's business: see gemport.gem.formats.rsc.
        """
        self._loaded = rsrc_load(resource, self._screen_width)
        return self._loaded

    def rsrc_free(self) -> bool:
        """Forget the loaded resource; False if there is none. Trees that the program still has stay usable."""
        was, self._loaded = self._loaded, None
        return was is not None

    def rsrc_gaddr(self, kind: RsrcType | int, index: int) -> Address:
        """A part of the loaded resource by type and number; RsrcError if there is none, or no resource.

        Strings and bitmaps are values, not memory: to change one, set it in the structure or list that holds it.
        """
        if kind not in _PARTS:
            raise RsrcError(f"resource part of type {kind}: types are 0 to 16")
        name, what, member = _PARTS[kind]
        part: Address = _pick(getattr(self._resource(), name), what, index)
        return getattr(part, member) if member else part

    def rsrc_saddr(self, kind: RsrcType | int, index: int, address: objects.Tree | str | objects.BitBlk) -> None:
        """Put a tree, a free string or a free image into the place of one; RsrcError for other types."""
        name, what, member = _PARTS.get(kind, ("", "", ""))
        if member or not isinstance(address, _SETTABLE.get(name, ())):
            raise RsrcError(f"resource part of type {kind}: {type(address).__name__} cannot be set there")
        parts = getattr(self._resource(), name)
        _pick(parts, what, index)
        parts[index] = address

    def rsrc_obfix(self, tree: objects.Tree, obj: int) -> None:
        """Turn one object's rectangle from a file's characters and pixels into pixels."""
        rsrc_obfix(tree, obj, self._screen_width)

    def _resource(self) -> LoadedResource:
        if self._loaded is None:
            raise RsrcError("no resource is loaded")
        return self._loaded


def _pick(parts: list[_T], what: str, index: int) -> _T:
    if not 0 <= index < len(parts):
        raise RsrcError(f"{what} {index}: the resource has {len(parts)} of them")
    return parts[index]


# ---- validation

MAX_TEXT = 1024
"""Characters of an object's text; the widest screen has room for far fewer."""
MAX_THICKNESS = 128
"""Pixels of a border; a box's has a signed byte for it."""

_WIDTH, _HEIGHT = 64, 32


def validate(resource: Resource, artwork: SystemArtwork, name: str = "resource") -> None:
    """Check that everything in a resource can be drawn, each of its objects on a scratch screen.

    FormatError names ``name``, the tree, the object and the reason. The resource is not changed.
    """
    for number, tree in enumerate(resource.trees):
        broken = objects.tree_fault(tree)
        if broken is not None:
            raise _error(name, number, *broken)
        for index, obj in enumerate(tree):
            fault = object_fault(obj)
            if fault is not None:
                raise _error(name, number, index, fault)
    for number, image in enumerate(resource.images):
        fault = _bitmap_fault(image.bi_wb, image.bi_hl, image.bi_pdata)
        if fault is not None:
            raise FormatError(name, f"free image {number}: {fault}")
    # Every object by itself, wherever it is: one that is off the screen now may come onto it.
    screen = Screen(_WIDTH, _HEIGHT, artwork)
    for number, tree in enumerate(rsrc_load(resource, _WIDTH).trees):
        for index, obj in enumerate(tree):
            alone = copy.copy(obj)
            alone.ob_next = alone.ob_head = alone.ob_tail = NIL
            alone.ob_flags &= ~objects.ObFlag.HIDETREE
            alone.ob_x = alone.ob_y = 0
            try:
                objc_draw(screen.pen, [alone], 0, 0, GRect(0, 0, _WIDTH, _HEIGHT))
            except ObjectError as error:
                raise _error(name, number, index, str(error)) from None


def _error(name: str, tree: int, obj: int, reason: str) -> FormatError:
    return FormatError(name, f"object {obj} of tree {tree}: {reason}")


def object_fault(obj: objects.Object) -> str | None:
    """The reason why an object cannot be drawn or edited; None if it can."""
    spec = obj.ob_spec
    if objects.ObFlag.EDITABLE in obj.ob_flags and not isinstance(spec, objects.TedInfo):
        return "it is EDITABLE, but has no TEDINFO"
    if isinstance(spec, objects.BitBlk):
        return _bitmap_fault(spec.bi_wb, spec.bi_hl, spec.bi_pdata)
    if isinstance(spec, objects.CIconBlk):
        spec = spec.mono
    if isinstance(spec, objects.IconBlk):
        words = (spec.ib_wicon + 15) // 16
        return _bitmap_fault(2 * words, spec.ib_hicon, spec.ib_pmask, spec.ib_pdata) or _text_fault(spec.ib_ptext)
    if isinstance(spec, objects.TedInfo):
        if abs(signed_border(spec.te_thickness)) > MAX_THICKNESS:
            return f"a border of {spec.te_thickness} pixels is too thick"
        return _text_fault(spec.te_ptext) or _text_fault(spec.te_ptmplt)
    return _text_fault(spec) if isinstance(spec, str) else None


def _bitmap_fault(row_bytes: int, rows: int, *bitmaps: bytes) -> str | None:
    if row_bytes <= 0 or rows <= 0:
        return f"its picture of {rows} rows of {row_bytes} bytes is empty"
    if row_bytes % 2:
        return f"a row of its picture has {row_bytes} bytes, an odd number"
    size = row_bytes * rows
    short = next((len(bits) for bits in bitmaps if len(bits) < size), None)
    return None if short is None else f"its picture of {rows} rows of {row_bytes} bytes has {short} bytes"


def _text_fault(text: str) -> str | None:
    return f"its text of {len(text)} characters is too long" if len(text) > MAX_TEXT else None
