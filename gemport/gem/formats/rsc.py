"""GEM resource files, .RSC: trees, free strings and free images, from bytes and back (docs/machine.md 4.1).

The byte order is that of the header, of all structures, and of the words of the bitmaps.

An extended resource (bit 2 of its version) has colour icons behind it. First longs, as many as there are before one
of 0: the size of the whole file, where the colour icons begin, and more that nobody here reads. At the icons stand
longs, one for each icon (their value means nothing) and one of -1; then the icons, each an ICONBLK, the number of its
colour forms, the monochrome data and mask, 12 bytes of label, and the forms. The ob_spec of a G_CICON is an icon's
number. A monochrome AES draws the monochrome form and leaves the rest alone.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, TypeVar

from gemport.gem.errors import FormatError
from gemport.gem.formats import SIGNS, ByteOrder, swap_words
from gemport.gem.formats.charset import CharsetError, decode, encode
from gemport.gem.formats.objects import (
    BOX_TYPES,
    STRING_TYPES,
    TEXT_TYPES,
    BitBlk,
    BoxSpec,
    CIconBlk,
    IconBlk,
    ObFlag,
    Object,
    ObState,
    ObType,
    RawSpec,
    Spec,
    TedInfo,
    Tree,
    object_type,
    tree_fault,
)

MAX_RSC_SIZE = 4 << 20
"""No resource file has more bytes: the resource proper ends at 64 KiB, colour icons come on top."""
MAX_SHARED = 4 * 0xFFFF
"""Bytes of strings and bitmaps that may come out of a file: its 65535 may be shared by many structures."""
EXTENDED = 4
"""Bit of the version word: colour icons follow the resource proper."""

HEADER_SIZE = 36
OBJECT_SIZE, TEDINFO_SIZE, ICONBLK_SIZE, BITBLK_SIZE = 24, 28, 34, 14
SECTIONS = ("strings", "images", "free strings", "bitblks", "free images", "iconblks", "tedinfos", "objects", "trees")
"""The parts of a file in the order that resource editors leave them in; a file may have them in any other."""
_NIL = 0xFFFFFFFF
"""The offset that stands for nothing (-1)."""
_MAX_LONGS = 16
"""The longs that are looked at before the colour icons; known files have two or three."""

Structure: TypeAlias = TedInfo | IconBlk | BitBlk
_T = TypeVar("_T")


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
    """A resource. Objects keep the file's coordinates (:func:`~gemport.gem.formats.objects.char_to_pixel`).

    ``tedinfos``, ``iconblks`` and ``bitblks`` are the file's tables. They need not name what trees and free images
    use (that is added when written), but fix its order, and keep what nothing uses. Structures that a file shares
    between objects are shared here too (the same Python object).
    """

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
    """The bytes that follow the resource proper: of an extended one colour icons, with offsets from here."""
    order: ByteOrder = "motorola"
    names: Names = field(default_factory=Names)
    """Only a resource from a text has any."""


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

    def possible(self, size: int) -> bool:
        """Return whether a file of this size has room for all tables."""
        tables = (
            (self.objects, self.object_count, OBJECT_SIZE),
            (self.tedinfos, self.ted_count, TEDINFO_SIZE),
            (self.iconblks, self.icon_count, ICONBLK_SIZE),
            (self.bitblks, self.bit_count, BITBLK_SIZE),
            (self.free_strings, self.string_count, 4),
            (self.free_images, self.image_count, 4),
            (self.trees, self.tree_count, 4),
        )
        return HEADER_SIZE <= self.size <= size and all(
            start >= HEADER_SIZE and start + count * of_each <= self.size for start, count, of_each in tables if count
        )


# ---- reading


def read_rsc(data: bytes, name: str = "resource") -> Resource:
    """Read a resource file. ``name`` is for messages.

    Everything that the AES would follow is checked: a damaged file raises FormatError that names object and place.
    """
    return _Reader(data, name).read()


class _Reader:
    """One pass over the bytes of a resource file."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        self.header, self.order = self._header(data)
        self.sign = SIGNS[self.order]
        self.data, self.tail = data[: self.header.size], data[self.header.size :]
        self.teds: list[TedInfo] = []
        self.icons: list[IconBlk] = []
        self.bits: list[BitBlk] = []
        self.taken = 0

    def read(self) -> Resource:
        """Return the resource; the order of the calls decides which damage is named first."""
        h = self.header
        self._check(h.tedinfos, h.ted_count, TEDINFO_SIZE, "TEDINFOs")
        self._check(h.iconblks, h.icon_count, ICONBLK_SIZE, "ICONBLKs")
        self._check(h.bitblks, h.bit_count, BITBLK_SIZE, "BITBLKs")
        self._check(h.objects, h.object_count, OBJECT_SIZE, "objects")
        self.teds = [self._tedinfo(index) for index in range(h.ted_count)]
        self.icons = [self._icon(index) for index in range(h.icon_count)]
        self.bits = [self._bitblk(index) for index in range(h.bit_count)]
        trees = self._trees()
        strings = self._longs(h.free_strings, h.string_count, "free strings")
        texts = [self._text(offset, f"free string {index}") for index, offset in enumerate(strings)]
        images = [
            self._at(self.bits, offset, h.bitblks, BITBLK_SIZE, f"free image {index}")
            for index, offset in enumerate(self._longs(h.free_images, h.image_count, "free images"))
        ]
        resource = Resource(trees, texts, images, h.version, self.teds, self.icons, self.bits, order=self.order)
        extended = h.version & EXTENDED
        resource.tail = _moved_tail(self.tail, self.order, -h.size, self.name) if extended else self.tail
        show_colour_icons(resource, self.name)
        resource.sections = self._section_order()
        return resource

    def _header(self, data: bytes) -> tuple[_Header, ByteOrder]:
        """Return the header and its order of bytes: the Motorola one, unless only the Intel one is possible."""
        if len(data) < HEADER_SIZE:
            raise FormatError(
                self.name, f"{len(data)} bytes are too few for a resource's header of {HEADER_SIZE}", at=len(data)
            )
        header, intel = (_Header(*struct.unpack_from(f"{sign}18H", data)) for sign in "><")
        if not header.possible(len(data)) and intel.possible(len(data)):
            return intel, "intel"
        if len(data) < header.size:
            raise FormatError(self.name, f"the file is cut off: {len(data)} bytes of {header.size}", at=len(data))
        if header.size < HEADER_SIZE:
            raise FormatError(self.name, f"a file size of {header.size} in the header is not possible", at=34)
        return header, "motorola"

    def _take(self, size: int, what: str) -> None:
        """Count the bytes that come out of the file: no real one lets its structures share so much."""
        self.taken += size
        if self.taken > MAX_SHARED:
            raise FormatError(self.name, f"{what}: more than {MAX_SHARED} bytes of strings and bitmaps by then")

    def _check(self, start: int, count: int, size: int, what: str) -> None:
        # Where nothing is, editors left any offset.
        if count and start + count * size > len(self.data):
            reason = f"{count} {what} of {size} bytes reach past the end of the file ({len(self.data)})"
            raise FormatError(self.name, reason, at=start)

    def _unpack(self, layout: str, at: int) -> tuple[int, ...]:
        return struct.unpack_from(self.sign + layout, self.data, at)

    def _longs(self, start: int, count: int, what: str) -> tuple[int, ...]:
        self._check(start, count, 4, what)
        return self._unpack(f"{count}L", start) if count else ()

    def _text(self, offset: int, what: str, empty: bool = False) -> str:
        """Return a string; where it is known to be empty the offset need not lead to one."""
        if offset == _NIL or (empty and offset >= len(self.data)):
            return ""
        end = self.data.find(b"\0", offset) if offset < len(self.data) else -1
        if end < 0:
            raise FormatError(self.name, f"{what}: no string ends in the file from offset {offset} on", at=offset)
        self._take(end - offset + 1, what)
        return decode(self.data[offset:end])

    def _bitmap(self, offset: int, row_bytes: int, rows: int, what: str) -> bytes:
        size = _bitmap_size(row_bytes, rows, what, self.name)
        if size and offset + size > len(self.data):
            reason = f"{what}: its bitmap of {size} bytes reaches past the end of the file"
            raise FormatError(self.name, reason, at=offset)
        self._take(size, what)
        bits = self.data[offset : offset + size]
        return swap_words(bits) if self.order == "intel" else bits

    def _tedinfo(self, index: int) -> TedInfo:
        at = self.header.tedinfos + index * TEDINFO_SIZE
        text, template, valid, *words, txtlen, tmplen = self._unpack("3L3hH4h", at)
        what = f"TEDINFO {index}"
        return TedInfo(
            self._text(text, f"text of {what}", txtlen <= 1),
            self._text(template, f"template of {what}", tmplen <= 1),
            self._text(valid, f"validation of {what}", tmplen <= 1),
            *(*words, txtlen, tmplen),
        )

    def _icon(self, index: int) -> IconBlk:
        at = self.header.iconblks + index * ICONBLK_SIZE
        mask, bits, text, char, *words = self._unpack("3LH10h", at)
        what = f"ICONBLK {index}"
        masked, drawn = (self._bitmap(offset, row_bytes(words[4]), words[5], what) for offset in (mask, bits))
        return IconBlk(masked, drawn, self._text(text, f"text of {what}"), char, *words)

    def _bitblk(self, index: int) -> BitBlk:
        offset, *words = self._unpack("L5h", self.header.bitblks + index * BITBLK_SIZE)
        return BitBlk(self._bitmap(offset, words[0], words[1], f"BITBLK {index}"), *words)

    def _trees(self) -> list[Tree]:
        """Return the trees in the order of the file's table; a tree reaches up to the next root, so nothing is lost."""
        h = self.header
        indices = list(range(h.object_count))
        roots = [
            self._at(indices, offset, h.objects, OBJECT_SIZE, f"tree {number}")
            for number, offset in enumerate(self._longs(h.trees, h.tree_count, "trees"))
        ]
        firsts = sorted(set(roots))
        ends = dict(zip(firsts, [*firsts[1:], len(indices)], strict=False))
        trees: dict[int, Tree] = {}
        for number, root in enumerate(roots):
            if root in trees:
                continue
            tree = trees[root] = [self._object(number, index - root, index) for index in range(root, ends[root])]
            fault = tree_fault(tree)
            if fault is not None:
                at = h.objects + (root + fault[0]) * OBJECT_SIZE
                raise FormatError(self.name, f"object {fault[0]} of tree {number}: {fault[1]}", at=at)
        return [trees[root] for root in roots]

    def _object(self, tree: int, index: int, file_index: int) -> Object:
        at = self.header.objects + file_index * OBJECT_SIZE
        following, head, tail, kind, flags, state, spec, x, y, w, h = self._unpack("3h3HL4H", at)
        shown = self._spec(kind & 0xFF, spec, f"object {index} of tree {tree}")
        return Object(following, head, tail, kind, ObFlag(flags), ObState(state), shown, x, y, w, h)

    def _spec(self, kind: int, spec: int, what: str) -> Spec:
        if spec == _NIL:
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
        """Return the entry of a table that an offset means."""
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


def row_bytes(pixels: int) -> int:
    """Return the bytes in a row of a bitmap: whole words."""
    return (pixels + 15) // 16 * 2


def _bitmap_size(row_bytes: int, rows: int, what: str, name: str) -> int:
    if row_bytes < 0 or rows < 0:
        raise FormatError(name, f"{what}: a bitmap of {row_bytes} bytes by {rows} rows is not possible")
    return row_bytes * rows


# ---- colour icons


def show_colour_icons(resource: Resource, name: str) -> None:
    """Let each G_CICON of a resource show its icon. Where there are no icons at all they stay numbers.

    Raises FormatError for a damaged tail, or an icon that is not there.
    """
    objects = [
        (f"object {index} of tree {number}", ob)
        for number, tree in enumerate(resource.trees)
        for index, ob in enumerate(tree)
        if object_type(ob) == ObType.G_CICON
    ]
    if not objects or not resource.version & EXTENDED or not resource.tail:
        return
    icons = _ColourIcons(resource.tail, resource.order, name).read()
    for what, ob in objects:
        # An object of a shared tree comes more than once.
        if isinstance(ob.ob_spec, RawSpec):
            if ob.ob_spec.value >= len(icons):
                raise FormatError(name, f"{what}: there is no colour icon {ob.ob_spec.value}, there are {len(icons)}")
            ob.ob_spec = icons[ob.ob_spec.value]


def _longs_of(tail: bytes, order: ByteOrder) -> list[int]:
    longs = struct.unpack_from(f"{SIGNS[order]}{min(len(tail) // 4, _MAX_LONGS)}L", tail)
    return list(longs[: longs.index(0)] if 0 in longs else longs)


def _moved_tail(tail: bytes, order: ByteOrder, by: int, name: str) -> bytes:
    """Return a tail with another beginning: all offsets changed. Raises FormatError if one would then mean none."""
    longs = _longs_of(tail, order)
    changed = [offset if offset == _NIL else (offset + by) % (1 << 32) for offset in longs]
    if 0 in changed:
        raise FormatError(name, "an offset of the extended header leads to the header itself")
    return struct.pack(f"{SIGNS[order]}{len(longs)}L", *changed) + tail[4 * len(longs) :]


class _ColourIcons:
    """One pass over the colour icons in a tail."""

    def __init__(self, tail: bytes, order: ByteOrder, name: str) -> None:
        self.tail, self.order, self.name = tail, order, name
        self.at = 0

    def read(self) -> list[CIconBlk]:
        """Return the icons in the order of their numbers."""
        longs = _longs_of(self.tail, self.order)
        if len(longs) < 2 or longs[1] == _NIL:
            return []
        self.at = longs[1]
        count = 0
        while self._words("L", "table of colour icons") != (_NIL,):
            count += 1
        return [self._icon(number) for number in range(count)]

    def _icon(self, number: int) -> CIconBlk:
        what = f"colour icon {number}"
        _, _, _, char, *words = self._words("3LH10h", what)
        [forms] = self._words("L", what)
        size = _bitmap_size(row_bytes(words[4]), words[5], what, self.name)
        data, mask = self._bytes(size, what), self._bytes(size, what)
        if self.order == "intel":
            data, mask = swap_words(data), swap_words(mask)
        label = decode(self._bytes(12, what).split(b"\0")[0])
        planes = []
        for _ in range(forms):
            depth, _, _, selected, _, _ = self._words("H5L", what)
            planes.append(depth)
            self._bytes((size * depth + size) * (2 if selected else 1), what)
        return CIconBlk(number, IconBlk(mask, data, label, char, *words), tuple(planes))

    def _words(self, layout: str, what: str) -> tuple[int, ...]:
        layout = SIGNS[self.order] + layout
        return struct.unpack(layout, self._bytes(struct.calcsize(layout), what))

    def _bytes(self, count: int, what: str) -> bytes:
        if self.at + count > len(self.tail):
            raise FormatError(self.name, f"{what} reaches past the end of the file")
        self.at += count
        return self.tail[self.at - count : self.at]


# ---- writing


def write_rsc(resource: Resource, name: str = "resource") -> bytes:
    """Return the file of a resource, its parts in the order of ``resource.sections``. ``name`` is for messages.

    Raises FormatError for anything that a file cannot hold: unsound trees, characters that the Atari lacks, bitmaps of
    another size than their structure says, UserBlk code, more than 65535 bytes.
    """
    if sorted(resource.sections) != sorted(SECTIONS):
        raise FormatError(name, "the sections do not name every part once")
    for number, tree in enumerate(resource.trees):
        fault = tree_fault(tree)
        if fault is not None:
            raise FormatError(name, f"object {fault[0]} of tree {number}: {fault[1]}")
    return _Writer(resource, name).write()


class _Writer:
    """One resource on its way to bytes: first all places are worked out, then the parts are filled in."""

    def __init__(self, resource: Resource, name: str) -> None:
        self.resource, self.name = resource, name
        self.sign = SIGNS[resource.order]
        self.teds, self.icons, self.bits = _structures_of(resource)
        # Each tree once, with the first number it has.
        numbered = {id(tree): (number, tree) for number, tree in reversed(list(enumerate(resource.trees)))}
        self.blocks = sorted(numbered.values(), key=lambda block: block[0])
        self.start: dict[str, int] = {}
        """Offsets of the parts of the file."""
        self.text_at: dict[tuple[str, int, int], int] = {}
        """Places of the strings in the string data, by their owners."""
        self.image_at: list[int] = []
        """Places of the bitmaps in the image data: masks and data of the icons, then the images."""
        self.address: dict[int, int] = {}
        """Offsets of structures and trees in the file, by their id."""

    def write(self) -> bytes:
        """Return the bytes of the file."""
        parts = {"strings": self._string_data(), "images": self._image_data()}
        total = self._place(len(parts["strings"]), len(parts["images"]))
        parts |= self._tables()
        sections = ("objects", "tedinfos", "iconblks", "bitblks", "free strings", "strings", "images", "free images")
        offsets = [self.start[section] for section in (*sections, "trees")]
        counts = [sum(len(tree) for _, tree in self.blocks), len(self.resource.trees), len(self.teds)]
        counts += [len(self.icons), len(self.bits), len(self.resource.strings), len(self.resource.images)]
        data = bytearray(self._pack("18H", "header", self.resource.version, *offsets, *counts, total))
        for section in self.resource.sections:
            data = data.ljust(self.start[section], b"\0") + parts[section]
        tail, order = self.resource.tail, self.resource.order
        return bytes(data) + (_moved_tail(tail, order, total, self.name) if self.resource.version & EXTENDED else tail)

    def _place(self, string_size: int, image_size: int) -> int:
        """Give every part, structure and tree its offset; returns the file's size."""
        sizes = {
            "strings": string_size,
            "images": image_size,
            "free strings": 4 * len(self.resource.strings),
            "bitblks": BITBLK_SIZE * len(self.bits),
            "free images": 4 * len(self.resource.images),
            "iconblks": ICONBLK_SIZE * len(self.icons),
            "tedinfos": TEDINFO_SIZE * len(self.teds),
            "objects": OBJECT_SIZE * sum(len(tree) for _, tree in self.blocks),
            "trees": 4 * len(self.resource.trees),
        }
        at = HEADER_SIZE
        for section in self.resource.sections:
            at += at % 2
            self.start[section] = at
            at += sizes[section]
        if at > 0xFFFF:
            raise FormatError(self.name, f"{at} bytes are more than a resource can have ({0xFFFF})")
        for section, size, table in (
            ("tedinfos", TEDINFO_SIZE, self.teds),
            ("iconblks", ICONBLK_SIZE, self.icons),
            ("bitblks", BITBLK_SIZE, self.bits),
        ):
            self.address |= {id(item): self.start[section] + index * size for index, item in enumerate(table)}
        first = self.start["objects"]
        for _, tree in self.blocks:
            self.address[id(tree)] = first
            first += len(tree) * OBJECT_SIZE
        return at

    def _string_data(self) -> bytes:
        """Return the string data, and remember where each string lies in it."""
        data = b""
        for owner, text, room in self._strings():
            if owner in self.text_at:
                continue
            self.text_at[owner] = len(data)
            what = "string of {} {} {}".format(*owner)
            try:
                codes = encode(text)
            except CharsetError as error:
                raise FormatError(self.name, f"{what}: {error}") from None
            if 0 in codes:
                raise FormatError(self.name, f"{what}: a character of code 0 would end it")
            data += (codes + b"\0").ljust(room, b"\0")
        return data

    def _strings(self) -> Iterator[tuple[tuple[str, int, int], str, int]]:
        """Yield each string as (owner, text, room in bytes): free ones, those of the objects in their order, others."""
        for index, text in enumerate(self.resource.strings):
            yield ("free", index, 0), text, 0
        teds = {id(ted): index for index, ted in enumerate(self.teds)}
        icons = {id(icon): index for index, icon in enumerate(self.icons)}
        specs = [(number, index, ob.ob_spec) for number, tree in self.blocks for index, ob in enumerate(tree)]
        for number, index, spec in (*specs, *((0, 0, structure) for structure in (*self.teds, *self.icons))):
            if isinstance(spec, str):
                yield ("object", number, index), spec, 0
            elif isinstance(spec, IconBlk):
                yield ("icon", icons[id(spec)], 0), spec.ib_ptext, 0
            elif isinstance(spec, TedInfo):
                # The AES writes into a TEDINFO's text.
                texts = ((spec.te_ptext, spec.te_txtlen), (spec.te_ptmplt, 0), (spec.te_pvalid, 0))
                yield from ((("ted", teds[id(spec)], part), text, room) for part, (text, room) in enumerate(texts))

    def _image_data(self) -> bytes:
        """Return the bitmaps, each at an even place, and remember where each lies."""
        bitmaps: list[tuple[bytes, int, str]] = []
        for index, icon in enumerate(self.icons):
            size = row_bytes(icon.ib_wicon) * icon.ib_hicon
            bitmaps += [(bits, size, f"ICONBLK {index}") for bits in (icon.ib_pmask, icon.ib_pdata)]
        bitmaps += [(bit.bi_pdata, bit.bi_wb * bit.bi_hl, f"BITBLK {i}") for i, bit in enumerate(self.bits)]
        data = b""
        for bits, size, what in bitmaps:
            if len(bits) != size:
                raise FormatError(self.name, f"{what}: its bitmap has {len(bits)} bytes, its size says {size}")
            self.image_at.append(len(data))
            data += (swap_words(bits) if self.resource.order == "intel" else bits) + b"\0" * (len(bits) % 2)
        return data

    def _tables(self) -> dict[str, bytes]:
        images = [self.start["images"] + at for at in self.image_at]
        bit_images = images[2 * len(self.icons) :]
        objects = [self._object(ob, number, index) for number, tree in self.blocks for index, ob in enumerate(tree)]
        return {
            "free strings": b"".join(self._long(self._text("free", i)) for i in range(len(self.resource.strings))),
            "bitblks": b"".join(self._bitblk(bit, at) for bit, at in zip(self.bits, bit_images, strict=True)),
            "free images": b"".join(self._long(self.address[id(image)]) for image in self.resource.images),
            "iconblks": b"".join(self._icon(i, *images[2 * i : 2 * i + 2]) for i in range(len(self.icons))),
            "tedinfos": b"".join(self._tedinfo(i) for i in range(len(self.teds))),
            "objects": b"".join(objects),
            "trees": b"".join(self._long(self.address[id(tree)]) for tree in self.resource.trees),
        }

    def _text(self, owner: str, number: int, part: int = 0) -> int:
        return self.start["strings"] + self.text_at[owner, number, part]

    def _tedinfo(self, index: int) -> bytes:
        ted = self.teds[index]
        texts = [self._text("ted", index, part) for part in range(3)]
        words = (ted.te_font, ted.te_fontid, ted.te_just, ted.te_color, ted.te_fontsize, ted.te_thickness)
        return self._pack("3L3hH4h", f"TEDINFO {index}", *texts, *words, ted.te_txtlen, ted.te_tmplen)

    def _icon(self, index: int, mask_at: int, data_at: int) -> bytes:
        icon = self.icons[index]
        words = [icon.ib_char, icon.ib_xchar, icon.ib_ychar, icon.ib_xicon, icon.ib_yicon, icon.ib_wicon]
        words += [icon.ib_hicon, icon.ib_xtext, icon.ib_ytext, icon.ib_wtext, icon.ib_htext]
        return self._pack("3LH10h", f"ICONBLK {index}", mask_at, data_at, self._text("icon", index), *words)

    def _bitblk(self, bit: BitBlk, at: int) -> bytes:
        return self._pack("L5h", "BITBLK", at, bit.bi_wb, bit.bi_hl, bit.bi_x, bit.bi_y, bit.bi_color)

    def _object(self, ob: Object, tree: int, index: int) -> bytes:
        what = f"object {index} of tree {tree}"
        spec = ob.ob_spec
        if spec is None:
            shown = _NIL
        elif isinstance(spec, BoxSpec):
            shown = int.from_bytes(self._pack("BbH", what, spec.char, spec.thickness, spec.color, sign=">"), "big")
        elif isinstance(spec, str):
            shown = self._text("object", tree, index)
        elif isinstance(spec, RawSpec):
            shown = spec.value
        elif isinstance(spec, CIconBlk):
            shown = spec.number
        elif isinstance(spec, TedInfo | IconBlk | BitBlk):
            shown = self.address[id(spec)]
        else:
            raise FormatError(self.name, f"{what}: code of a program cannot be written to a file")
        links = (ob.ob_next, ob.ob_head, ob.ob_tail, ob.ob_type, int(ob.ob_flags), int(ob.ob_state))
        return self._pack("3h3HL4H", what, *links, shown, ob.ob_x, ob.ob_y, ob.ob_width, ob.ob_height)

    def _long(self, value: int) -> bytes:
        return struct.pack(f"{self.sign}L", value)

    def _pack(self, layout: str, what: str, *values: int, sign: str | None = None) -> bytes:
        try:
            return struct.pack((sign or self.sign) + layout, *values)
        except struct.error as error:
            raise FormatError(self.name, f"{what}: a value does not fit its field ({error})") from None


def _structures_of(resource: Resource) -> tuple[list[TedInfo], list[IconBlk], list[BitBlk]]:
    """Return all structures as they are written: the tables, then those that trees and free images use besides."""
    teds, icons, bits = list(resource.tedinfos), list(resource.iconblks), list(resource.bitblks)
    known = {id(structure) for structure in (*teds, *icons, *bits)}
    for spec in (*(ob.ob_spec for tree in resource.trees for ob in tree), *resource.images):
        if id(spec) in known:
            continue
        known.add(id(spec))
        if isinstance(spec, TedInfo):
            teds.append(spec)
        elif isinstance(spec, IconBlk):
            icons.append(spec)
        elif isinstance(spec, BitBlk):
            bits.append(spec)
    return teds, icons, bits
