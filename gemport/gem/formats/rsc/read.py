"""Reading GEM resource files, .RSC, with everything checked that the AES would follow (docs/machine.md 4.1)."""

from __future__ import annotations

import struct
from typing import TypeVar

from gemport.gem.errors import FormatError
from gemport.gem.formats.charset import decode
from gemport.gem.formats.rsc.colour import moved, show_colour_icons
from gemport.gem.formats.rsc.header import SIGNS, read_header, swap_words
from gemport.gem.formats.rsc.objects import (
    BitBlk,
    BoxSpec,
    IconBlk,
    ObFlag,
    Object,
    ObState,
    ObType,
    RawSpec,
    Spec,
    TedInfo,
    Tree,
)
from gemport.gem.formats.rsc.resource import (
    BITBLK_SIZE,
    BOX_TYPES,
    EXTENDED,
    ICONBLK_SIZE,
    MOST_BYTES,
    NIL,
    OBJECT_SIZE,
    SECTIONS,
    STRING_TYPES,
    TEDINFO_SIZE,
    TEXT_TYPES,
    Resource,
    tree_fault,
)

_T = TypeVar("_T")


def read_rsc(data: bytes, name: str = "resource") -> Resource:
    """Read a resource file. ``name`` is for messages.

    Everything that the AES would follow is checked: a damaged file raises FormatError that names object and place.
    """
    return _Reader(data, name).read()


class _Reader:
    """One pass over the bytes of a resource file."""

    def __init__(self, data: bytes, name: str) -> None:
        self.header, self.order = read_header(data, name)
        self.sign = SIGNS[self.order]
        self.data, self.name = data[: self.header.size], name
        self.teds: list[TedInfo] = []
        self.icons: list[IconBlk] = []
        self.bits: list[BitBlk] = []
        self.tail = data[self.header.size :]
        self.taken = 0

    def read(self) -> Resource:
        """The resource; the order of the calls decides which damage is named first."""
        h = self.header
        self._check(h.tedinfos, h.ted_count, TEDINFO_SIZE, "TEDINFOs")
        self._check(h.iconblks, h.icon_count, ICONBLK_SIZE, "ICONBLKs")
        self._check(h.bitblks, h.bit_count, BITBLK_SIZE, "BITBLKs")
        self._check(h.objects, h.object_count, OBJECT_SIZE, "objects")
        self.teds = [self._tedinfo(index) for index in range(h.ted_count)]
        self.icons = [self._icon(index) for index in range(h.icon_count)]
        self.bits = [self._bitblk(index) for index in range(h.bit_count)]
        resource = Resource(self._trees(), self._strings(), self._free_images(), h.version)
        resource.tedinfos, resource.iconblks, resource.bitblks = self.teds, self.icons, self.bits
        resource.order, resource.tail = self.order, self._moved_tail()
        show_colour_icons(resource, self.name)
        resource.sections = self._section_order()
        return resource

    def _moved_tail(self) -> bytes:
        if not self.header.version & EXTENDED:
            return self.tail
        try:
            return moved(self.tail, self.order, -self.header.size)
        except ValueError as error:
            raise FormatError(self.name, str(error), at=self.header.size) from None

    def _take(self, size: int, what: str) -> None:
        """Count what comes out of the file: no real one lets its structures share so much."""
        self.taken += size
        if self.taken > MOST_BYTES:
            raise FormatError(self.name, f"{what}: more than {MOST_BYTES} bytes of strings and bitmaps by then")

    def _check(self, start: int, count: int, size: int, what: str) -> None:
        # Where nothing is, editors left any offset.
        if count and start + count * size > len(self.data):
            reason = f"{count} {what} of {size} bytes reach past the end of the file ({len(self.data)})"
            raise FormatError(self.name, reason, at=start)

    def _text(self, offset: int, what: str, empty: bool = False) -> str:
        """A string; where it is known to be empty the offset need not lead to one."""
        if offset == NIL or (empty and offset >= len(self.data)):
            return ""
        end = self.data.find(b"\0", offset) if offset < len(self.data) else -1
        if end < 0:
            raise FormatError(self.name, f"{what}: no string ends in the file from offset {offset} on", at=offset)
        self._take(end - offset + 1, what)
        return decode(self.data[offset:end])

    def _bitmap(self, offset: int, row_bytes: int, rows: int, what: str) -> bytes:
        if row_bytes < 0 or rows < 0:
            raise FormatError(self.name, f"{what}: a bitmap of {row_bytes} bytes by {rows} rows is not possible")
        size = row_bytes * rows
        if size and offset + size > len(self.data):
            reason = f"{what}: its bitmap of {size} bytes reaches past the end of the file"
            raise FormatError(self.name, reason, at=offset)
        self._take(size, what)
        bits = self.data[offset : offset + size]
        return swap_words(bits) if self.order == "intel" else bits

    def _tedinfo(self, index: int) -> TedInfo:
        at = self.header.tedinfos + index * TEDINFO_SIZE
        text, template, valid, *words = struct.unpack_from(f"{self.sign}3L3hH4h", self.data, at)
        *_, txtlen, tmplen = words
        what = f"TEDINFO {index}"
        return TedInfo(
            self._text(text, f"text of {what}", txtlen <= 1),
            self._text(template, f"template of {what}", tmplen <= 1),
            self._text(valid, f"validation of {what}", tmplen <= 1),
            *words,
        )

    def _icon(self, index: int) -> IconBlk:
        at = self.header.iconblks + index * ICONBLK_SIZE
        mask, bits, text, char, *words = struct.unpack_from(f"{self.sign}3LH10h", self.data, at)
        what = f"ICONBLK {index}"
        row_bytes, rows = (words[4] + 15) // 16 * 2, words[5]
        return IconBlk(
            self._bitmap(mask, row_bytes, rows, what),
            self._bitmap(bits, row_bytes, rows, what),
            self._text(text, f"text of {what}"),
            char,
            *words,
        )

    def _bitblk(self, index: int) -> BitBlk:
        at = self.header.bitblks + index * BITBLK_SIZE
        offset, *words = struct.unpack_from(f"{self.sign}L5h", self.data, at)
        return BitBlk(self._bitmap(offset, words[0], words[1], f"BITBLK {index}"), *words)

    def _longs(self, start: int, count: int, what: str) -> tuple[int, ...]:
        self._check(start, count, 4, what)
        if not count:
            return ()
        return struct.unpack_from(f"{self.sign}{count}L", self.data, start)

    def _strings(self) -> list[str]:
        offsets = self._longs(self.header.free_strings, self.header.string_count, "free strings")
        return [self._text(offset, f"free string {index}") for index, offset in enumerate(offsets)]

    def _free_images(self) -> list[BitBlk]:
        offsets = self._longs(self.header.free_images, self.header.image_count, "free images")
        return [
            self._at(self.bits, offset, self.header.bitblks, BITBLK_SIZE, f"free image {index}")
            for index, offset in enumerate(offsets)
        ]

    def _trees(self) -> list[Tree]:
        """The trees in the order of the file's table; a tree reaches up to the next root, so nothing in it is lost."""
        offsets = self._longs(self.header.trees, self.header.tree_count, "trees")
        indices = list(range(self.header.object_count))
        roots = [
            self._at(indices, offset, self.header.objects, OBJECT_SIZE, f"tree {number}")
            for number, offset in enumerate(offsets)
        ]
        firsts = sorted(set(roots))
        ends = dict(zip(firsts, [*firsts[1:], len(indices)], strict=False))
        trees: dict[int, Tree] = {}
        for number, root in enumerate(roots):
            if root not in trees:
                trees[root] = self._tree(number, root, ends[root])
        return [trees[root] for root in roots]

    def _tree(self, number: int, root: int, end: int) -> Tree:
        tree = [self._object(number, index - root, index) for index in range(root, end)]
        fault = tree_fault(tree)
        if fault is not None:
            at = self.header.objects + (root + fault[0]) * OBJECT_SIZE
            raise FormatError(self.name, f"object {fault[0]} of tree {number}: {fault[1]}", at=at)
        return tree

    def _object(self, tree: int, index: int, file_index: int) -> Object:
        at = self.header.objects + file_index * OBJECT_SIZE
        following, head, tail, kind, flags, state, spec, x, y, w, h = struct.unpack_from(
            f"{self.sign}3h3HL4H", self.data, at
        )
        what = f"object {index} of tree {tree}"
        return Object(
            following, head, tail, kind, ObFlag(flags), ObState(state), self._spec(kind & 0xFF, spec, what), x, y, w, h
        )

    def _spec(self, kind: int, spec: int, what: str) -> Spec:
        if spec == NIL:
            return None
        if kind in BOX_TYPES:
            thickness = spec >> 16 & 0xFF
            return BoxSpec(spec >> 24, thickness - 256 if thickness > 127 else thickness, spec & 0xFFFF)
        if kind in STRING_TYPES:
            return self._text(spec, what)
        if kind in TEXT_TYPES:
            return self._at(self.teds, spec, self.header.tedinfos, TEDINFO_SIZE, what)
        if kind == ObType.G_ICON:
            return self._at(self.icons, spec, self.header.iconblks, ICONBLK_SIZE, what)
        if kind == ObType.G_IMAGE:
            return self._at(self.bits, spec, self.header.bitblks, BITBLK_SIZE, what)
        return RawSpec(spec)

    def _at(self, table: list[_T], offset: int, start: int, size: int, what: str) -> _T:
        """The entry of a table that an offset means."""
        index, rest = divmod(offset - start, size)
        if rest or not 0 <= index < len(table):
            reason = f"{what}: offset {offset} is none of the {len(table)} structures from {start} on"
            raise FormatError(self.name, reason, at=offset)
        return table[index]

    def _section_order(self) -> tuple[str, ...]:
        h = self.header
        places = (
            (h.strings, 1),
            (h.images, h.icon_count + h.bit_count),
            (h.free_strings, h.string_count),
            (h.bitblks, h.bit_count),
            (h.free_images, h.image_count),
            (h.iconblks, h.icon_count),
            (h.tedinfos, h.ted_count),
            (h.objects, h.object_count),
            (h.trees, h.tree_count),
        )
        # An empty part stands at the place where the next one begins: it comes first.
        keys = {section: (at, count > 0) for section, (at, count) in zip(SECTIONS, places, strict=True)}
        return tuple(sorted(SECTIONS, key=lambda section: keys[section]))
