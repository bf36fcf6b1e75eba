"""Reading GEM resource files, .RSC, with everything checked that the AES would follow (docs/machine.md 4.1)."""

from __future__ import annotations

import struct
from itertools import pairwise
from typing import NamedTuple, TypeVar

from gemport.gem.errors import FormatError
from gemport.gem.formats.charset import decode
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
    HEADER_SIZE,
    ICONBLK_SIZE,
    NIL,
    OBJECT_SIZE,
    SECTIONS,
    STRING_ORDERS,
    STRING_TYPES,
    TEDINFO_SIZE,
    TEXT_TYPES,
    Layout,
    Resource,
    StringOwner,
    string_owners,
    tree_fault,
)

_T = TypeVar("_T")


class _Header(NamedTuple):
    """The 18 words of a file's header; offsets are from the start of the file."""

    version: int
    objects: int
    tedinfos: int
    iconblks: int
    bitblks: int
    free_strings: int
    strings: int
    images: int
    free_images: int
    trees: int
    object_count: int
    tree_count: int
    ted_count: int
    icon_count: int
    bit_count: int
    string_count: int
    image_count: int
    size: int


def read_rsc(data: bytes, name: str = "resource") -> Resource:
    """Read a resource file. ``name`` is for messages.

    Everything that the AES would follow is checked: a damaged file raises FormatError that names object and place.
    """
    return _Reader(data, name).read()


class _Reader:
    """One pass over the bytes of a resource file."""

    def __init__(self, data: bytes, name: str) -> None:
        if len(data) < HEADER_SIZE:
            raise FormatError(name, f"{len(data)} bytes are too few for a resource's header of 36", at=len(data))
        self.header = _Header(*struct.unpack_from(">18H", data, 0))
        if len(data) < self.header.size:
            reason = f"the file is cut off: {len(data)} bytes of {self.header.size}"
            raise FormatError(name, reason, at=len(data))
        if self.header.size < HEADER_SIZE:
            raise FormatError(name, f"a file size of {self.header.size} in the header is not possible", at=34)
        self.data, self.name = data[: self.header.size], name
        self.teds: list[TedInfo] = []
        self.icons: list[IconBlk] = []
        self.bits: list[BitBlk] = []
        self.tail = data[self.header.size :]
        self.places: dict[StringOwner, int] = {}

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
        resource.tail = self.tail
        resource.layout = Layout(self._section_order(), self._string_order(resource))
        return resource

    def _check(self, start: int, count: int, size: int, what: str) -> None:
        # Where nothing is, editors left any offset.
        if count and start + count * size > len(self.data):
            reason = f"{count} {what} of {size} bytes reach past the end of the file ({len(self.data)})"
            raise FormatError(self.name, reason, at=start)

    def _text(self, offset: int, what: str) -> str:
        if offset == NIL:
            return ""
        end = self.data.find(b"\0", offset) if offset < len(self.data) else -1
        if end < 0:
            raise FormatError(self.name, f"{what}: no string ends in the file from offset {offset} on", at=offset)
        return decode(self.data[offset:end])

    def _bitmap(self, offset: int, row_bytes: int, rows: int, what: str) -> bytes:
        if row_bytes < 0 or rows < 0:
            raise FormatError(self.name, f"{what}: a bitmap of {row_bytes} bytes by {rows} rows is not possible")
        size = row_bytes * rows
        if size and offset + size > len(self.data):
            reason = f"{what}: its bitmap of {size} bytes reaches past the end of the file"
            raise FormatError(self.name, reason, at=offset)
        return self.data[offset : offset + size]

    def _tedinfo(self, index: int) -> TedInfo:
        at = self.header.tedinfos + index * TEDINFO_SIZE
        text, template, valid, *words = struct.unpack_from(">3L3hH4h", self.data, at)
        for part, offset in enumerate((text, template, valid)):
            self.places["ted", index, part] = offset
        what = f"TEDINFO {index}"
        return TedInfo(
            self._text(text, f"text of {what}"),
            self._text(template, f"template of {what}"),
            self._text(valid, f"validation of {what}"),
            *words,
        )

    def _icon(self, index: int) -> IconBlk:
        at = self.header.iconblks + index * ICONBLK_SIZE
        mask, bits, text, char, *words = struct.unpack_from(">3LH10h", self.data, at)
        what = f"ICONBLK {index}"
        row_bytes, rows = (words[4] + 15) // 16 * 2, words[5]
        self.places["icon", index, 0] = text
        return IconBlk(
            self._bitmap(mask, row_bytes, rows, what),
            self._bitmap(bits, row_bytes, rows, what),
            self._text(text, f"text of {what}"),
            char,
            *words,
        )

    def _bitblk(self, index: int) -> BitBlk:
        at = self.header.bitblks + index * BITBLK_SIZE
        offset, *words = struct.unpack_from(">L5h", self.data, at)
        return BitBlk(self._bitmap(offset, words[0], words[1], f"BITBLK {index}"), *words)

    def _longs(self, start: int, count: int, what: str) -> tuple[int, ...]:
        self._check(start, count, 4, what)
        if not count:
            return ()
        return struct.unpack_from(f">{count}L", self.data, start)

    def _strings(self) -> list[str]:
        offsets = self._longs(self.header.free_strings, self.header.string_count, "free strings")
        self.places.update({("free", index, 0): offset for index, offset in enumerate(offsets)})
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
        following, head, tail, kind, flags, state, spec, x, y, w, h = struct.unpack_from(">3h3HL4H", self.data, at)
        if spec != NIL and kind & 0xFF in STRING_TYPES:
            self.places["object", tree, index] = spec
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

    def _string_order(self, resource: Resource) -> str:
        for order in STRING_ORDERS:
            places = [self.places[owner] for owner in string_owners(resource, order) if owner in self.places]
            if all(a <= b for a, b in pairwise(places)):
                return order
        return STRING_ORDERS[0]
