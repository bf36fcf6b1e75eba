"""Colour icons of an extended resource: what follows the resource proper where its version has bit 2.

First longs, as many as there are before one of 0: the size of the whole file, where the colour icons begin, and more
that nobody here reads. At the icons stand longs, one for each icon (their value means nothing) and one of -1; then the
icons, each an ICONBLK, the number of its colour forms, the monochrome data and mask, 12 bytes of label, and the forms.
The ob_spec of a G_CICON is an icon's number.

A :class:`~gemport.gem.formats.rsc.resource.Resource` keeps all of it as ``tail``, with offsets from its own beginning:
so it fits behind whatever is written before it. A monochrome AES draws the monochrome form and leaves the rest alone.
"""

from __future__ import annotations

import struct

from gemport.gem.errors import FormatError
from gemport.gem.formats.charset import decode
from gemport.gem.formats.rsc.header import SIGNS, ByteOrder, swap_words
from gemport.gem.formats.rsc.objects import CIconBlk, IconBlk, Object, ObType, RawSpec
from gemport.gem.formats.rsc.resource import EXTENDED, NIL, Resource, object_type

_LONGS = 16
"""So many longs are looked at; known files have two or three."""
_LABEL = 12


def moved(tail: bytes, order: ByteOrder, by: int) -> bytes:
    """A tail with another beginning: all offsets changed by so much. Raises ValueError if one would then mean none."""
    longs = _longs(tail, order)
    changed = [offset if offset == NIL else (offset + by) % (1 << 32) for offset in longs]
    if 0 in changed:
        raise ValueError("an offset of the extended header leads to the header itself")
    return struct.pack(f"{SIGNS[order]}{len(longs)}L", *changed) + tail[4 * len(longs) :]


def show_colour_icons(resource: Resource, name: str) -> None:
    """Let each G_CICON of a resource show its icon. Where there are no icons at all they stay numbers.

    Raises FormatError for a damaged tail, or an icon that is not there.
    """
    objects = {
        id(ob): (ob, number, index)
        for number, tree in enumerate(resource.trees)
        for index, ob in enumerate(tree)
        if object_type(ob) == ObType.G_CICON and isinstance(ob.ob_spec, RawSpec)
    }
    if not objects or not resource.version & EXTENDED or not resource.tail:
        return
    icons = _Reader(resource.tail, resource.order, name).icons()
    for ob, number, index in objects.values():
        _show(ob, icons, f"object {index} of tree {number}", name)


def _show(ob: Object, icons: list[CIconBlk], what: str, name: str) -> None:
    if isinstance(ob.ob_spec, RawSpec):
        if ob.ob_spec.value >= len(icons):
            raise FormatError(name, f"{what}: there is no colour icon {ob.ob_spec.value}, there are {len(icons)}")
        ob.ob_spec = icons[ob.ob_spec.value]


def _longs(tail: bytes, order: ByteOrder) -> list[int]:
    longs = struct.unpack_from(f"{SIGNS[order]}{min(len(tail) // 4, _LONGS)}L", tail)
    return list(longs[: longs.index(0)] if 0 in longs else longs)


class _Reader:
    """One pass over a tail."""

    def __init__(self, tail: bytes, order: ByteOrder, name: str) -> None:
        self.tail, self.order, self.name = tail, order, name
        self.at = 0

    def icons(self) -> list[CIconBlk]:
        """The icons in the order of their numbers."""
        longs = _longs(self.tail, self.order)
        if len(longs) < 2 or longs[1] == NIL:
            return []
        self.at = longs[1]
        count = 0
        while self._long("table of colour icons") != NIL:
            count += 1
        return [self._icon(number) for number in range(count)]

    def _icon(self, number: int) -> CIconBlk:
        what = f"colour icon {number}"
        _, _, _, char, *words = self._words("3LH10h", what)
        forms = self._long(what)
        row_bytes, rows = (words[4] + 15) // 16 * 2, words[5]
        if row_bytes < 0 or rows < 0:
            raise FormatError(self.name, f"{what}: a bitmap of {row_bytes} bytes by {rows} rows is not possible")
        size = row_bytes * rows
        data, mask = self._bitmap(size, what), self._bitmap(size, what)
        label = decode(self._bytes(_LABEL, what).split(b"\0")[0])
        planes = []
        for _ in range(forms):
            depth, _, _, selected, _, _ = self._words("H5L", what)
            planes.append(depth)
            self._bytes((size * depth + size) * (2 if selected else 1), what)
        return CIconBlk(number, IconBlk(mask, data, label, char, *words), tuple(planes))

    def _bitmap(self, size: int, what: str) -> bytes:
        data = self._bytes(size, what)
        return swap_words(data) if self.order == "intel" else data

    def _long(self, what: str) -> int:
        value: int = self._words("L", what)[0]
        return value

    def _words(self, layout: str, what: str) -> tuple[int, ...]:
        layout = SIGNS[self.order] + layout
        return struct.unpack(layout, self._bytes(struct.calcsize(layout), what))

    def _bytes(self, count: int, what: str) -> bytes:
        if self.at + count > len(self.tail):
            raise FormatError(self.name, f"{what} reaches past the end of the file")
        self.at += count
        return self.tail[self.at - count : self.at]
