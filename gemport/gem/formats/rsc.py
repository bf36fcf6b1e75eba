"""GEM resource files, .RSC: reading and writing trees, free strings and free images (docs/machine.md 4.1).

The byte order applies to the header, all structures, and the words of the bitmaps.

In an extended resource (bit 2 of the version) colour icons follow the resource proper. First there is a list of longs
that ends with 0: the size of the entire file, the offset of the colour icons, and others, ignored here. At that
offset there is one long per icon (with an arbitrary value) and then -1, followed by the icons: an ICONBLK, the number
of its colour forms, the monochrome data and mask, 12 bytes of label, and the forms. The ob_spec of a G_CICON is the
number of an icon. A monochrome AES draws the monochrome form and ignores the rest.
"""

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias, TypeVar

from gemport.gem.errors import FormatError, GemportError
from gemport.gem.formats import SIGNS, ByteOrder, structures, swap_words
from gemport.gem.formats.charset import decode, encode

MAX_RSC_SIZE = 4 << 20
"""Maximum size of a resource file in bytes. The resource proper is at most 64 KiB; colour icons are additional."""
MAX_READ_BYTES = 4 * 0xFFFF
"""Maximum total of bytes of strings and bitmaps read from a file. Structures may share its 65535 bytes."""
EXTENDED_BIT = 4  # in the version word: colour icons follow the resource proper

HEADER_SIZE = 36
SECTIONS = ("strings", "images", "free strings", "bitblks", "free images", "iconblks", "tedinfos", "objects", "trees")
"""The parts of a file in the order that resource editors write; a file may use any other order."""
_HEADER_SECTIONS = (
    *("objects", "tedinfos", "iconblks", "bitblks", "free strings", "strings", "images", "free images", "trees"),
)
"""The parts in the order of their offsets in the header; offsets are from the start of the file."""
_ENTRY_SIZES = {
    **{"objects": 24, "trees": 4, "tedinfos": 28, "iconblks": 34, "bitblks": 14, "free strings": 4, "free images": 4}
}
"""Size in bytes of an entry of each table, in the order of the tables' counts in the header."""
_NIL_OFFSET = 0xFFFFFFFF
_LONG_LAYOUTS = ("2H17L", "H9L7HL")
"""Header layouts of resources with four-byte offsets: with four-byte counts and with two-byte counts."""
_PROBED_BYTES = 512
_MAX_LONGS = 16  # maximum number of longs read before the colour icons; known files have two or three

Structure: TypeAlias = structures.TedInfo | structures.IconBlk | structures.BitBlk
_T = TypeVar("_T")


@dataclass
class Resource:
    """A resource. Objects have the file's coordinates in characters and pixels.

    ``tedinfos``, ``iconblks`` and ``bitblks`` are the file's tables. They fix the order of structures and may contain
    unused ones. Structures missing from the tables but used by trees or free images are added when writing. Structures
    shared between objects in the file are also shared here (the same Python object).

    The names of trees (by number), objects (by tree and number) and free strings (by number) are read from the text
    form. A file has no names: only its text and the program use them.
    """

    trees: list[structures.Tree] = field(default_factory=list)
    strings: list[str] = field(default_factory=list)
    images: list[structures.BitBlk] = field(default_factory=list)
    version: int = 0
    tedinfos: list[structures.TedInfo] = field(default_factory=list)
    iconblks: list[structures.IconBlk] = field(default_factory=list)
    bitblks: list[structures.BitBlk] = field(default_factory=list)
    sections: tuple[str, ...] = SECTIONS
    """The order of the file's parts."""
    tail: bytes = b""
    """The bytes after the resource proper: in an extended resource the colour icons, with offsets relative to here."""
    order: ByteOrder = "motorola"
    tree_names: dict[int, str] = field(default_factory=dict)
    object_names: dict[tuple[int, int], str] = field(default_factory=dict)
    string_names: dict[int, str] = field(default_factory=dict)


# ---- reading


def read_rsc(data: bytes, name: str = "resource", cut_off: list[FormatError] | None = None) -> Resource:
    """Read a resource file; ``name`` is for messages.

    Every offset and link that the AES would follow is checked. Raises FormatError, naming object and place, if the file
    is damaged. With a list ``cut_off``, bitmaps, strings and colour icons can reach past the end of the file: the
    existing bytes are read, and an error for each is added to the list.
    """
    return _RscReader(data, name, cut_off).read()


class _RscReader:
    """A single pass over the bytes of a resource file."""

    def __init__(self, data: bytes, name: str, cut_off: list[FormatError] | None) -> None:
        orders = _possible_orders(data)
        kind = "" if orders else _other_kind(data)
        if kind:
            raise FormatError(name, kind)
        if len(data) < HEADER_SIZE:
            reason = f"{len(data)} bytes are too few for a resource's header of {HEADER_SIZE}"
            raise FormatError(name, reason, at=len(data))
        self.name, self.cut_off, self.order = name, cut_off, orders[0] if orders else "motorola"
        self.sign = SIGNS[self.order]
        self.version, self.start, self.count, size = _header(data, self.sign)
        if not HEADER_SIZE <= size <= len(data):
            if size < HEADER_SIZE:
                raise FormatError(name, f"a file size of {size} in the header is not possible", at=34)
            self._miss(FormatError(name, f"the file is cut off: {len(data)} bytes of {size}", at=len(data)))
        self.data, self.tail = data[:size], data[size:]
        self.teds: list[structures.TedInfo] = []
        self.icons: list[structures.IconBlk] = []
        self.bits: list[structures.BitBlk] = []
        self.taken = 0

    def read(self) -> Resource:
        """Return the resource. The order of the calls determines which damage is reported first."""
        self.teds = [self._tedinfo(at, f"TEDINFO {number}") for number, at in enumerate(self._entries("tedinfos"))]
        self.icons = [self._icon(at, f"ICONBLK {number}") for number, at in enumerate(self._entries("iconblks"))]
        self.bits = [self._bitblk(at, f"BITBLK {number}") for number, at in enumerate(self._entries("bitblks"))]
        trees = self._trees()
        texts = [self._text(at, f"free string {number}") for number, at in enumerate(self._longs("free strings"))]
        images = [
            self._at(self.bits, at, "bitblks", f"free image {number}")
            for number, at in enumerate(self._longs("free images"))
        ]
        resource = Resource(trees, texts, images, self.version, self.teds, self.icons, self.bits, order=self.order)
        extended = self.version & EXTENDED_BIT
        resource.tail = _moved_tail(self.tail, self.order, -len(self.data), self.name) if extended else self.tail
        try:
            show_colour_icons(resource, self.name)
        except FormatError as error:
            self._miss(error)
        orders = _orders(self.count)
        resource.sections = tuple(sorted(SECTIONS, key=lambda section: (self.start[section], orders[section])))
        return resource

    def _entries(self, section: str) -> range:
        start, count, size = self.start[section], self.count[section], _ENTRY_SIZES[section]
        # Editors leave arbitrary offsets in empty tables.
        if count and start + count * size > len(self.data):
            reason = f"{count} {section} of {size} bytes reach past the end of the file ({len(self.data)})"
            raise FormatError(self.name, reason, at=start)
        return range(start, start + count * size, size)

    def _longs(self, section: str) -> list[int]:
        return [self._unpack("L", at)[0] for at in self._entries(section)]

    def _unpack(self, layout: str, at: int) -> tuple[int, ...]:
        return struct.unpack_from(self.sign + layout, self.data, at)

    def _miss(self, error: FormatError) -> None:
        """Record that a part reaches past the end of the file, or raise the error."""
        if self.cut_off is None:
            raise error
        self.cut_off.append(error)

    def _take(self, size: int, what: str) -> None:
        """Count bytes read from the file and limit the total: no real file shares this much between structures."""
        self.taken += size
        if self.taken > MAX_READ_BYTES:
            raise FormatError(self.name, f"{what}: more than {MAX_READ_BYTES} bytes of strings and bitmaps by then")

    def _text(self, offset: int, what: str, empty: bool = False) -> str:
        """Return the string at an offset; with ``empty``, the offset need not be valid."""
        if offset == _NIL_OFFSET or (empty and offset >= len(self.data)):
            return ""
        end = self.data.find(b"\0", offset) if offset < len(self.data) else -1
        if end < 0:
            self._miss(FormatError(self.name, f"{what}: no string ends in the file from offset {offset} on", at=offset))
            offset, end = min(offset, len(self.data)), len(self.data)
        self._take(end - offset + 1, what)
        return decode(self.data[offset:end])

    def _bitmap(self, offset: int, row_bytes: int, rows: int, what: str) -> bytes:
        size = _bitmap_size(row_bytes, rows, what, self.name)
        if size and offset + size > len(self.data):
            reason = f"{what}: its bitmap of {size} bytes reaches past the end of the file"
            self._miss(FormatError(self.name, reason, at=offset))
        self._take(size, what)
        bits = self.data[offset : offset + size].ljust(size, b"\0")
        return swap_words(bits) if self.order == "intel" else bits

    def _tedinfo(self, at: int, what: str) -> structures.TedInfo:
        text, template, valid, *words, txtlen, tmplen = self._unpack("3L3hH4h", at)
        return structures.TedInfo(
            self._text(text, f"text of {what}", txtlen <= 1),
            self._text(template, f"template of {what}", tmplen <= 1),
            self._text(valid, f"validation of {what}", tmplen <= 1),
            *(*words, txtlen, tmplen),
        )

    def _icon(self, at: int, what: str) -> structures.IconBlk:
        mask, bits, text, char, *words = self._unpack("3LH10h", at)
        masked, drawn = (self._bitmap(offset, row_bytes(words[4]), words[5], what) for offset in (mask, bits))
        return structures.IconBlk(masked, drawn, self._text(text, f"text of {what}"), char, *words)

    def _bitblk(self, at: int, what: str) -> structures.BitBlk:
        offset, *words = self._unpack("L5h", at)
        return structures.BitBlk(self._bitmap(offset, words[0], words[1], what), *words)

    def _trees(self) -> list[structures.Tree]:
        """Return the trees in the order of the file's table. Each extends to the next root, so no object is lost."""
        places = list(self._entries("objects"))
        indices = range(len(places))
        roots = [self._at(indices, at, "objects", f"tree {number}") for number, at in enumerate(self._longs("trees"))]
        firsts = sorted(set(roots))
        ends = dict(zip(firsts, [*firsts[1:], len(places)], strict=False))
        trees: dict[int, structures.Tree] = {}
        for number, root in enumerate(roots):
            if root in trees:
                continue
            own = places[root : ends[root]]
            tree = trees[root] = [self._object(at, f"object {index} of tree {number}") for index, at in enumerate(own)]
            fault = structures.tree_fault(tree)
            if fault is not None:
                raise FormatError(self.name, f"object {fault[0]} of tree {number}: {fault[1]}", at=own[fault[0]])
        return [trees[root] for root in roots]

    def _object(self, at: int, what: str) -> structures.Object:
        following, head, tail, kind, flags, state, spec, x, y, w, h = self._unpack("3h3HL4H", at)
        shown = self._spec(kind & 0xFF, spec, what)
        return structures.Object(
            following, head, tail, kind, structures.ObFlag(flags), structures.ObState(state), shown, x, y, w, h
        )

    def _spec(self, kind: int, spec: int, what: str) -> structures.Spec:
        if spec == _NIL_OFFSET:
            return None
        if kind in structures.BOX_TYPES:
            thickness = spec >> 16 & 0xFF
            return structures.BoxSpec(spec >> 24, thickness - 256 if thickness > 127 else thickness, spec & 0xFFFF)
        if kind in structures.STRING_TYPES:
            return self._text(spec, what)
        if kind in structures.TEXT_TYPES:
            return self._at(self.teds, spec, "tedinfos", what)
        if kind == structures.ObType.G_ICON:
            return self._at(self.icons, spec, "iconblks", what)
        if kind == structures.ObType.G_IMAGE:
            return self._at(self.bits, spec, "bitblks", what)
        return spec

    def _at(self, table: Sequence[_T], offset: int, section: str, what: str) -> _T:
        start = self.start[section]
        index, rest = divmod(offset - start, _ENTRY_SIZES[section])
        if rest or not 0 <= index < len(table):
            reason = f"{what}: offset {offset} is none of the {len(table)} structures from {start} on"
            raise FormatError(self.name, reason, at=offset)
        return table[index]


def _header(data: bytes, sign: str) -> tuple[int, dict[str, int], dict[str, int], int]:
    """Return version, offsets of the parts, numbers of table entries, and file size."""
    version, *words, size = struct.unpack_from(f"{sign}18H", data)
    start = dict(zip(_HEADER_SECTIONS, words[:9], strict=True))
    return version, start, dict(zip(_ENTRY_SIZES, words[9:], strict=True)), size


def _orders(count: dict[str, int]) -> dict[str, tuple[bool, int]]:
    """Return the order of parts with the same offset: empty parts first, then the order of SECTIONS."""
    filled = {**count, "strings": 1, "images": count["iconblks"] + count["bitblks"]}
    return {section: (filled[section] > 0, number) for number, section in enumerate(SECTIONS)}


def _possible_orders(data: bytes) -> list[ByteOrder]:
    """Return the byte orders that place all tables inside the file, Motorola first."""
    possible: list[ByteOrder] = []
    for order, sign in SIGNS.items() if len(data) >= HEADER_SIZE else ():
        _, start, count, size = _header(data, sign)
        tables = [(start[section], count[section] * each) for section, each in _ENTRY_SIZES.items() if count[section]]
        inside = all(HEADER_SIZE <= first <= size - length for first, length in tables)
        if HEADER_SIZE <= size <= len(data) and inside:
            possible.append(order)
    return possible


def _other_kind(data: bytes) -> str:
    """Return the reason why a file of another kind cannot be read; an empty text for an unknown kind."""
    begin = data[:_PROBED_BYTES]
    if begin and not any(byte < 0x20 and byte not in b"\t\n\f\r\x1a" for byte in begin):
        return "it is a text, not a resource"
    for layout in _LONG_LAYOUTS:
        for sign in SIGNS.values():
            header = struct.calcsize(sign + layout)
            if len(data) >= header:
                *words, size = struct.unpack_from(sign + layout, data)
                places = words[-16:-7]
                inside = all(header <= place <= size for place in places if place)
                if header <= size <= len(data) and inside and any(places):
                    return "it is a 32-bit resource: only those with offsets of two bytes can be read"
    return ""


def row_bytes(pixels: int) -> int:
    """Return the number of bytes per row of a bitmap ``pixels`` wide, padded to 16-bit words."""
    return (pixels + 15) // 16 * 2


def _bitmap_size(row_bytes: int, rows: int, what: str, name: str) -> int:
    if row_bytes < 0 or rows < 0:
        raise FormatError(name, f"{what}: a bitmap of {row_bytes} bytes by {rows} rows is not possible")
    return row_bytes * rows


# ---- colour icons


def show_colour_icons(resource: Resource, name: str) -> None:
    """Replace the numbers in a resource's G_CICON objects by the icons. Without any icons, the numbers stay.

    Raises FormatError if the tail is damaged or an icon is missing.
    """
    colour = [
        (f"object {index} of tree {number}", ob)
        for number, tree in enumerate(resource.trees)
        for index, ob in enumerate(tree)
        if structures.object_type(ob) == structures.ObType.G_CICON
    ]
    if not colour or not resource.version & EXTENDED_BIT or not resource.tail:
        return
    icons = _colour_icons(resource.tail, resource.order, name)
    for what, ob in colour:
        # An object of a shared tree appears more than once.
        if isinstance(ob.ob_spec, int):
            if ob.ob_spec >= len(icons):
                raise FormatError(name, f"{what}: there is no colour icon {ob.ob_spec}, there are {len(icons)}")
            ob.ob_spec = icons[ob.ob_spec]


def _longs_of(tail: bytes, order: ByteOrder) -> list[int]:
    longs = struct.unpack_from(f"{SIGNS[order]}{min(len(tail) // 4, _MAX_LONGS)}L", tail)
    return list(longs[: longs.index(0)] if 0 in longs else longs)


def _moved_tail(tail: bytes, order: ByteOrder, by: int, name: str) -> bytes:
    """Return a tail with all offsets moved by ``by``. Raises FormatError if one would become 0, the end of the list."""
    longs = _longs_of(tail, order)
    changed = [offset if offset == _NIL_OFFSET else (offset + by) % (1 << 32) for offset in longs]
    if 0 in changed:
        raise FormatError(name, "an offset of the extended header leads to the header itself")
    return struct.pack(f"{SIGNS[order]}{len(longs)}L", *changed) + tail[4 * len(longs) :]


def _colour_icons(tail: bytes, order: ByteOrder, name: str) -> list[structures.CIconBlk]:
    longs = _longs_of(tail, order)
    if len(longs) < 2 or longs[1] == _NIL_OFFSET:
        return []
    at = longs[1]

    def take(layout: str, what: str) -> tuple[Any, ...]:
        nonlocal at
        begin, layout = at, SIGNS[order] + layout
        at += struct.calcsize(layout)
        if at > len(tail):
            raise FormatError(name, f"{what} reaches past the end of the file")
        return struct.unpack_from(layout, tail, begin)

    count = 0
    while take("L", "table of colour icons") != (_NIL_OFFSET,):
        count += 1
    icons = []
    for number in range(count):
        what = f"colour icon {number}"
        _, _, _, char, *words, forms = take("3LH10hL", what)
        size = _bitmap_size(row_bytes(words[4]), words[5], what, name)
        data, mask, label = take(f"{size}s{size}s12s", what)
        if order == "intel":
            data, mask = swap_words(data), swap_words(mask)
        for _ in range(forms):
            planes, _, _, selected, _, _ = take("H5L", what)
            take(f"{size * (planes + 1) * (2 if selected else 1)}x", what)
        icons.append(
            structures.CIconBlk(number, structures.IconBlk(mask, data, decode(label.split(b"\0")[0]), char, *words))
        )
    return icons


# ---- writing


def write_rsc(resource: Resource, name: str = "resource") -> bytes:
    """Return the resource as a file, with its parts in the order of ``resource.sections``; ``name`` is for messages.

    Raises FormatError if the resource does not fit the format: invalid trees, characters outside the Atari set, bitmaps
    whose size differs from their structure's, UserBlk code, or more than 65535 bytes.
    """
    if sorted(resource.sections) != sorted(SECTIONS):
        raise FormatError(name, "the sections do not name every part once")
    for number, tree in enumerate(resource.trees):
        fault = structures.tree_fault(tree)
        if fault is not None:
            raise FormatError(name, f"object {fault[0]} of tree {number}: {fault[1]}")
    return _RscWriter(resource, name).write()


class _RscWriter:
    """Writes one resource: first strings and bitmaps, which determine all offsets, then the tables."""

    def __init__(self, resource: Resource, name: str) -> None:
        self.resource, self.name = resource, name
        self.sign = SIGNS[resource.order]
        self.teds, self.icons, self.bits = _structures_of(resource)
        self.trees: dict[int, structures.Tree] = {}  # trees without duplicates, by id
        self.objects: list[tuple[str, structures.Object]] = []  # the objects of these trees, with names for messages
        for number, tree in enumerate(resource.trees):
            if id(tree) not in self.trees:
                self.trees[id(tree)] = tree
                self.objects += [(f"object {index} of tree {number}", ob) for index, ob in enumerate(tree)]
        self.start: dict[str, int] = {}  # offsets of the parts in the file
        self.strings, self.images = b"", b""
        self.free_texts: list[int] = []  # offsets of the free strings in the string data
        self.texts: dict[int, list[int]] = {}
        """Offsets of strings in the string data, by id of their object or structure."""
        self.bitmaps: dict[int, list[int]] = {}  # offsets of bitmaps in the image data, by id of their structure
        self.address: dict[int, int] = {}  # offsets of structures and trees in the file, by id

    def write(self) -> bytes:
        self._store_strings()
        self._store_images()
        counts = [len(self.objects), len(self.resource.trees), len(self.teds), len(self.icons), len(self.bits)]
        counts += [len(self.resource.strings), len(self.resource.images)]
        total = self._place(dict(zip(_ENTRY_SIZES, counts, strict=True)))
        parts = self._parts()
        offsets = [self.start[section] for section in _HEADER_SECTIONS]
        data = bytearray(self._pack("18H", "header", self.resource.version, *offsets, *counts, total))
        for section in self.resource.sections:
            data = data.ljust(self.start[section], b"\0") + parts[section]
        tail, order = self.resource.tail, self.resource.order
        return bytes(data) + (
            _moved_tail(tail, order, total, self.name) if self.resource.version & EXTENDED_BIT else tail
        )

    def _place(self, counts: dict[str, int]) -> int:
        """Assign an offset to every part, structure and tree; return the file's size."""
        sizes = {"strings": len(self.strings), "images": len(self.images)}
        sizes |= {section: count * _ENTRY_SIZES[section] for section, count in counts.items()}
        at, orders, before = HEADER_SIZE, _orders(counts), (False, -1)
        begin = at
        for section in self.resource.sections:
            at += at % 2
            # At the same offset the reader would exchange the two.
            if at == begin and orders[section] < before:
                at += 2
            self.start[section] = begin = at
            before = orders[section]
            at += sizes[section]
        if at > 0xFFFF:
            raise FormatError(self.name, f"{at} bytes are more than a resource can have ({0xFFFF})")
        for section, table in (("tedinfos", self.teds), ("iconblks", self.icons), ("bitblks", self.bits)):
            first, size = self.start[section], _ENTRY_SIZES[section]
            self.address |= {id(item): first + index * size for index, item in enumerate(table)}
        first = self.start["objects"]
        for tree in self.trees.values():
            self.address[id(tree)] = first
            first += len(tree) * _ENTRY_SIZES["objects"]
        return at

    def _store_strings(self) -> None:
        """Store the strings: free strings, then strings of objects in order, then strings of unused structures."""
        self.free_texts = [
            self._store(text, f"free string {number}") for number, text in enumerate(self.resource.strings)
        ]
        rest = (("a structure that no object shows", item) for item in (*self.teds, *self.icons))
        for what, item in (*self.objects, *rest):
            spec = item.ob_spec if isinstance(item, structures.Object) else item
            if isinstance(spec, str):
                self.texts[id(item)] = [self._store(spec, what)]
            elif isinstance(spec, structures.IconBlk) and id(spec) not in self.texts:
                self.texts[id(spec)] = [self._store(spec.ib_ptext, what)]
            elif isinstance(spec, structures.TedInfo) and id(spec) not in self.texts:
                # Reserve te_txtlen bytes, because the AES writes into a TEDINFO's text.
                texts = ((spec.te_ptext, spec.te_txtlen), (spec.te_ptmplt, 0), (spec.te_pvalid, 0))
                self.texts[id(spec)] = [self._store(text, what, room) for text, room in texts]

    def _store(self, text: str, what: str, room: int = 0) -> int:
        """Add a string, padded to at least ``room`` bytes; return its offset."""
        try:
            codes = encode(text)
        except GemportError as error:
            raise FormatError(self.name, f"{what}: {error}") from None
        if 0 in codes:
            raise FormatError(self.name, f"{what}: a character of code 0 would end it")
        self.strings += (codes + b"\0").ljust(room, b"\0")
        return len(self.strings) - max(len(codes) + 1, room)

    def _store_images(self) -> None:
        """Store the bitmaps at even offsets: masks and data of the icons, then the images."""
        for number, icon in enumerate(self.icons):
            size = row_bytes(icon.ib_wicon) * icon.ib_hicon
            self._store_image(icon, (icon.ib_pmask, icon.ib_pdata), size, f"ICONBLK {number}")
        for number, bit in enumerate(self.bits):
            self._store_image(bit, (bit.bi_pdata,), bit.bi_wb * bit.bi_hl, f"BITBLK {number}")

    def _store_image(self, item: Structure, bitmaps: Iterable[bytes], size: int, what: str) -> None:
        self.bitmaps[id(item)] = []
        for bits in bitmaps:
            if len(bits) != size:
                raise FormatError(self.name, f"{what}: its bitmap has {len(bits)} bytes, its size says {size}")
            self.bitmaps[id(item)].append(len(self.images))
            self.images += (swap_words(bits) if self.resource.order == "intel" else bits) + b"\0" * (len(bits) % 2)

    def _parts(self) -> dict[str, bytes]:
        strings = self.start["strings"]
        return {
            "strings": self.strings,
            "images": self.images,
            "free strings": self._longs(strings + place for place in self.free_texts),
            "bitblks": b"".join(self._structure("L5h", bit, 1) for bit in self.bits),
            "free images": self._longs(self.address[id(image)] for image in self.resource.images),
            "iconblks": b"".join(self._structure("3LH10h", icon, 3) for icon in self.icons),
            "tedinfos": b"".join(self._structure("3L3hH4h", ted, 3) for ted in self.teds),
            "objects": b"".join(self._object(ob, what) for what, ob in self.objects),
            "trees": self._longs(self.address[id(tree)] for tree in self.resource.trees),
        }

    def _structure(self, layout: str, item: Structure, pointers: int) -> bytes:
        """Return the bytes of a structure: ``pointers`` offsets of bitmaps and strings, then its words in order."""
        places = [self.start["images"] + place for place in self.bitmaps.get(id(item), ())]
        places += [self.start["strings"] + place for place in self.texts.get(id(item), ())]
        words = [getattr(item, attribute.name) for attribute in fields(item)[pointers:]]
        return self._pack(layout, type(item).__name__.upper(), *places, *words)

    def _object(self, ob: structures.Object, what: str) -> bytes:
        spec = ob.ob_spec
        if spec is None:
            shown = _NIL_OFFSET
        elif isinstance(spec, structures.BoxSpec):
            shown = int.from_bytes(self._pack("BbH", what, spec.char, spec.thickness, spec.color, sign=">"), "big")
        elif isinstance(spec, str):
            shown = self.start["strings"] + self.texts[id(ob)][0]
        elif isinstance(spec, int):
            shown = spec
        elif isinstance(spec, structures.CIconBlk):
            shown = spec.number
        elif isinstance(spec, structures.TedInfo | structures.IconBlk | structures.BitBlk):
            shown = self.address[id(spec)]
        else:
            raise FormatError(self.name, f"{what}: code of a program cannot be written to a file")
        links = (ob.ob_next, ob.ob_head, ob.ob_tail, ob.ob_type, int(ob.ob_flags), int(ob.ob_state))
        return self._pack("3h3HL4H", what, *links, shown, ob.ob_x, ob.ob_y, ob.ob_width, ob.ob_height)

    def _longs(self, values: Iterable[int]) -> bytes:
        return b"".join(struct.pack(f"{self.sign}L", value) for value in values)

    def _pack(self, layout: str, what: str, *values: int, sign: str | None = None) -> bytes:
        try:
            return struct.pack((sign or self.sign) + layout, *values)
        except struct.error as error:
            raise FormatError(self.name, f"{what}: a value does not fit its field ({error})") from None


def _structures_of(
    resource: Resource,
) -> tuple[list[structures.TedInfo], list[structures.IconBlk], list[structures.BitBlk]]:
    """Return all structures in file order: the tables, then the structures that only trees and free images use."""
    teds, icons, bits = list(resource.tedinfos), list(resource.iconblks), list(resource.bitblks)
    known = {id(structure) for structure in (*teds, *icons, *bits)}
    for spec in (*(ob.ob_spec for tree in resource.trees for ob in tree), *resource.images):
        if id(spec) in known:
            continue
        known.add(id(spec))
        if isinstance(spec, structures.TedInfo):
            teds.append(spec)
        elif isinstance(spec, structures.IconBlk):
            icons.append(spec)
        elif isinstance(spec, structures.BitBlk):
            bits.append(spec)
    return teds, icons, bits
