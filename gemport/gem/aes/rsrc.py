"""The resource library (docs/machine.md 3.7): converting a resource to drawable trees, and validating it.

:func:`~gemport.gem.read_rsc` checks the consistency of a file, :func:`~gemport.gem.validate` whether it can be drawn.
Programs check further requirements, for example with :func:`~gemport.gem.menu_fault`.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias, TypeVar, cast

from gemport.gem.aes.constants import HCHAR, WCHAR
from gemport.gem.aes.draw import objc_draw
from gemport.gem.aes.objects import MAX_DEPTH, NIL, ROOT, ObjectError, check_object, signed_border
from gemport.gem.aes.screen import Screen
from gemport.gem.errors import FormatError
from gemport.gem.formats import structures
from gemport.gem.formats.artwork import SystemArtwork
from gemport.gem.formats.rsc import Resource


class RsrcType(IntEnum):
    """The types of parts for rsrc_gaddr."""

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


Address: TypeAlias = structures.Tree | structures.Object | structures.Spec | bytes


_T = TypeVar("_T")


class RsrcError(ValueError):
    """The resource does not have that part."""


@dataclass
class LoadedResource:
    """Copies of the parts of a loaded resource, with coordinates in pixels and computed text lengths.

    Parts shared between objects in the file are also shared here. A program may change everything. Methods raise
    :class:`RsrcError` if a number is out of range.
    """

    trees: list[structures.Tree]
    strings: list[str]
    images: list[structures.BitBlk]
    tedinfos: list[structures.TedInfo]
    iconblks: list[structures.IconBlk]
    bitblks: list[structures.BitBlk]

    def tree(self, index: int) -> structures.Tree:
        """Return a tree, counted from 0. Raises RsrcError."""
        return _pick(self.trees, "tree", index)

    def string(self, index: int) -> str:
        """Return a free string, counted from 0. Raises RsrcError."""
        return _pick(self.strings, "free string", index)

    def image(self, index: int) -> structures.BitBlk:
        """Return a free image, counted from 0. Raises RsrcError."""
        return _pick(self.images, "free image", index)

    @property
    def objects(self) -> list[structures.Object]:
        """All objects of all trees, each once."""
        return list({id(obj): obj for tree in self.trees for obj in tree}.values())


def rsrc_load(resource: Resource, screen_width: int = 640) -> LoadedResource:
    """Return a copy of a resource for a screen of ``screen_width`` pixels; the resource is unchanged."""
    copies: dict[int, Any] = {}

    def own(part: _T) -> _T:
        """Copy a structure once, so that shared structures stay shared."""
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
        if isinstance(obj.ob_spec, structures.CIconBlk):
            obj.ob_spec.mono = own(obj.ob_spec.mono)
    for number in range(len(live)):
        rsrc_obfix(live, number, screen_width)
    texts = {
        id(ted): ted for ted in (*loaded.tedinfos, *(o.ob_spec for o in live)) if isinstance(ted, structures.TedInfo)
    }
    for ted in texts.values():
        ted.te_txtlen, ted.te_tmplen = len(ted.te_ptext) + 1, len(ted.te_ptmplt) + 1
    return loaded


def rsrc_obfix(tree: structures.Tree, obj: int, screen_width: int = 640) -> None:
    """Convert an object's rectangle from characters and pixels to pixels; 80 characters are the screen's width."""
    target = check_object(tree, obj)
    target.ob_x = structures.char_to_pixel(target.ob_x, WCHAR)
    target.ob_y = structures.char_to_pixel(target.ob_y, HCHAR)
    wide = target.ob_width & 0xFF == 80
    width = structures.char_to_pixel(target.ob_width & 0xFF00 if wide else target.ob_width, WCHAR)
    target.ob_width = width + screen_width if wide else width
    target.ob_height = structures.char_to_pixel(target.ob_height, HCHAR)


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
"""For each type, the list of its parts in a loaded resource, the word for a part, and the attribute addressed."""
_SETTABLE = {"trees": list, "strings": str, "images": structures.BitBlk}


class ResourceLibrary:
    """The rsrc_ calls for the resource that a program has loaded."""

    def __init__(self, screen_width: int) -> None:
        self._screen_width = screen_width
        self._loaded: LoadedResource | None = None

    def rsrc_load(self, resource: Resource) -> LoadedResource:
        """Load a resource with coordinates in pixels; the other calls then refer to it.

        The host must find and read the file: see gemport.gem.formats.rsc.
        """
        self._loaded = rsrc_load(resource, self._screen_width)
        return self._loaded

    def rsrc_free(self) -> bool:
        """Drop the loaded resource; return whether one was loaded. The program's references to trees stay valid."""
        was, self._loaded = self._loaded, None
        return was is not None

    def rsrc_gaddr(self, kind: RsrcType | int, index: int) -> Address:
        """Return a part of the loaded resource by type and number.

        Strings and bitmaps are values, not memory: to change one, set it in its structure or list. Raises RsrcError if
        the part does not exist or no resource is loaded.
        """
        if kind not in _PARTS:
            raise RsrcError(f"resource part of type {kind}: types are 0 to 16")
        name, what, member = _PARTS[kind]
        part: Address = _pick(getattr(self._resource(), name), what, index)
        return getattr(part, member) if member else part

    def rsrc_saddr(self, kind: RsrcType | int, index: int, address: structures.Tree | str | structures.BitBlk) -> None:
        """Replace a tree, a free string or a free image. Raises RsrcError for other types or a wrong number."""
        name, what, member = _PARTS.get(kind, ("", "", ""))
        if member or not isinstance(address, _SETTABLE.get(name, ())):
            raise RsrcError(f"resource part of type {kind}: {type(address).__name__} cannot be set there")
        parts = getattr(self._resource(), name)
        _pick(parts, what, index)
        parts[index] = address

    def rsrc_obfix(self, tree: structures.Tree, obj: int) -> None:
        """Convert an object's rectangle from a file's characters and pixels to pixels."""
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

MAX_TEXT_CHARS = 1024  # far fewer fit the widest screen
MAX_THICKNESS = 128  # of a border in pixels; a box stores it as a signed byte

_WIDTH, _HEIGHT = 64, 32


def validate(resource: Resource, artwork: SystemArtwork, name: str = "resource") -> None:
    """Check that everything in a resource can be drawn, by drawing each object on a scratch screen.

    The resource is unchanged. Raises FormatError with ``name``, tree, object and reason if something cannot be drawn.
    """
    for number, tree in enumerate(resource.trees):
        broken = structures.tree_fault(tree)
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
    # Draw each object alone, even off the screen, since it may move onto it later.
    screen = Screen(_WIDTH, _HEIGHT, artwork)
    for number, tree in enumerate(rsrc_load(resource, _WIDTH).trees):
        for index, obj in enumerate(tree):
            alone = copy.copy(obj)
            alone.ob_next = alone.ob_head = alone.ob_tail = NIL
            alone.ob_flags &= ~structures.ObFlag.HIDETREE
            alone.ob_x = alone.ob_y = 0
            try:
                objc_draw(screen.pen, [alone], ROOT, MAX_DEPTH, screen.rect)
            except ObjectError as error:
                raise _error(name, number, index, str(error)) from None


def _error(name: str, tree: int, obj: int, reason: str) -> FormatError:
    return FormatError(name, f"object {obj} of tree {tree}: {reason}")


def object_fault(obj: structures.Object) -> str | None:
    """Return the reason why an object cannot be drawn or edited, or None."""
    spec = obj.ob_spec
    if structures.ObFlag.EDITABLE in obj.ob_flags and not isinstance(spec, structures.TedInfo):
        return "it is EDITABLE, but has no TEDINFO"
    if isinstance(spec, structures.BitBlk):
        return _bitmap_fault(spec.bi_wb, spec.bi_hl, spec.bi_pdata)
    if isinstance(spec, structures.CIconBlk):
        spec = spec.mono
    if isinstance(spec, structures.IconBlk):
        words = (spec.ib_wicon + 15) // 16
        return _bitmap_fault(2 * words, spec.ib_hicon, spec.ib_pmask, spec.ib_pdata) or _text_fault(spec.ib_ptext)
    if isinstance(spec, structures.TedInfo):
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
    return f"its text of {len(text)} characters is too long" if len(text) > MAX_TEXT_CHARS else None
