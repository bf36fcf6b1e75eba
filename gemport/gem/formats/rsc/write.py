"""Writing GEM resource files, .RSC (docs/machine.md 4.1)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import accumulate

from gemport.gem.errors import FormatError
from gemport.gem.formats.charset import CharsetError, encode
from gemport.gem.formats.rsc.colour import moved
from gemport.gem.formats.rsc.header import SIGNS, swap_words
from gemport.gem.formats.rsc.objects import BitBlk, BoxSpec, CIconBlk, IconBlk, Object, RawSpec, TedInfo, Tree
from gemport.gem.formats.rsc.resource import (
    BITBLK_SIZE,
    EXTENDED,
    HEADER_SIZE,
    ICONBLK_SIZE,
    NIL,
    OBJECT_SIZE,
    SECTIONS,
    TEDINFO_SIZE,
    Resource,
    structures_of,
    tree_fault,
)

_LARGEST = 0xFFFF


def write_rsc(resource: Resource, name: str = "resource") -> bytes:
    """The file of a resource, its parts in the order of ``resource.sections``. ``name`` is for messages.

    Raises FormatError for what a file cannot hold: unsound trees, characters that the Atari lacks, bitmaps of
    another size than their structure says, UserBlk code, more than 65535 bytes.
    """
    return _Writer(resource, name).write()


class _Writer:
    """One resource on its way to bytes: first all places are worked out, then the parts are filled in."""

    def __init__(self, resource: Resource, name: str) -> None:
        if sorted(resource.sections) != sorted(SECTIONS):
            raise FormatError(name, "the sections do not name every part once")
        self.resource, self.name = resource, name
        self.sign = SIGNS[resource.order]
        self.teds, self.icons, self.bits = structures_of(resource)
        self.blocks = list({id(tree): tree for tree in resource.trees}.values())
        self.text_at: dict[tuple[str, int, int], int] = {}
        self.image_at: list[int] = []
        self.start: dict[str, int] = {}
        self.structure_at: dict[int, int] = {}
        self.tree_at: dict[int, int] = {}

    def write(self) -> bytes:
        """The bytes of the file."""
        for number, tree in enumerate(self.resource.trees):
            fault = tree_fault(tree)
            if fault is not None:
                raise FormatError(self.name, f"object {fault[0]} of tree {number}: {fault[1]}")
        parts = {"strings": self._string_data(), "images": self._image_data()}
        total = self._place({**self._sizes(), **{section: len(part) for section, part in parts.items()}})
        parts |= self._tables()
        data = bytearray(self._header(total))
        for section in self.resource.sections:
            data = data.ljust(self.start[section], b"\0") + parts[section]
        return bytes(data) + self._moved_tail(total)

    def _sizes(self) -> dict[str, int]:
        return {
            "free strings": 4 * len(self.resource.strings),
            "bitblks": BITBLK_SIZE * len(self.bits),
            "free images": 4 * len(self.resource.images),
            "iconblks": ICONBLK_SIZE * len(self.icons),
            "tedinfos": TEDINFO_SIZE * len(self.teds),
            "objects": OBJECT_SIZE * sum(len(tree) for tree in self.blocks),
            "trees": 4 * len(self.resource.trees),
        }

    def _place(self, sizes: dict[str, int]) -> int:
        """Give every part, structure and tree its offset; returns the file's size."""
        at = HEADER_SIZE
        for section in self.resource.sections:
            at += at % 2
            self.start[section] = at
            at += sizes[section]
        if at > _LARGEST:
            raise FormatError(self.name, f"{at} bytes are more than a resource can have ({_LARGEST})")
        tables = (("tedinfos", self.teds, TEDINFO_SIZE), ("iconblks", self.icons, ICONBLK_SIZE))
        for section, table, size in (*tables, ("bitblks", self.bits, BITBLK_SIZE)):
            for index, structure in enumerate(table):
                self.structure_at[id(structure)] = self.start[section] + index * size
        firsts = accumulate((len(tree) for tree in self.blocks), initial=0)
        for tree, first in zip(self.blocks, firsts, strict=False):
            self.tree_at[id(tree)] = self.start["objects"] + first * OBJECT_SIZE
        return at

    def _header(self, total: int) -> bytes:
        sections = ("objects", "tedinfos", "iconblks", "bitblks", "free strings", "strings", "images", "free images")
        offsets = [self.start[section] for section in (*sections, "trees")]
        counts = [sum(len(tree) for tree in self.blocks), len(self.resource.trees), len(self.teds), len(self.icons)]
        counts += [len(self.bits), len(self.resource.strings), len(self.resource.images)]
        return self._pack("18H", "header", self.resource.version, *offsets, *counts, total)

    def _moved_tail(self, total: int) -> bytes:
        tail = self.resource.tail
        if not self.resource.version & EXTENDED:
            return tail
        try:
            return moved(tail, self.resource.order, total)
        except ValueError as error:
            raise FormatError(self.name, str(error)) from None

    def _string_data(self) -> bytes:
        """The string data; remembers where each string lies in it."""
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
        """Each string as (owner, text, room in bytes): free ones, those of the objects in their order, the rest."""
        for index, text in enumerate(self.resource.strings):
            yield ("free", index, 0), text, 0
        specs = [(number, index, ob.ob_spec) for number, tree in self._first_numbers() for index, ob in enumerate(tree)]
        teds = {id(ted): index for index, ted in enumerate(self.teds)}
        icons = {id(icon): index for index, icon in enumerate(self.icons)}
        for number, index, spec in (*specs, *((0, 0, structure) for structure in (*self.teds, *self.icons))):
            if isinstance(spec, str):
                yield ("object", number, index), spec, 0
            elif isinstance(spec, IconBlk):
                yield ("icon", icons[id(spec)], 0), spec.ib_ptext, 0
            elif isinstance(spec, TedInfo):
                ted = teds[id(spec)]
                # The AES writes into a TEDINFO's text.
                yield ("ted", ted, 0), spec.te_ptext, spec.te_txtlen
                yield ("ted", ted, 1), spec.te_ptmplt, 0
                yield ("ted", ted, 2), spec.te_pvalid, 0

    def _image_data(self) -> bytes:
        """The bitmaps, each at an even place: masks and data of the icons, then the images."""
        bitmaps: list[bytes] = []
        for index, icon in enumerate(self.icons):
            size = (icon.ib_wicon + 15) // 16 * 2 * icon.ib_hicon
            bitmaps += [self._bitmap(bits, size, f"ICONBLK {index}") for bits in (icon.ib_pmask, icon.ib_pdata)]
        bitmaps += [self._bitmap(bit.bi_pdata, bit.bi_wb * bit.bi_hl, f"BITBLK {i}") for i, bit in enumerate(self.bits)]
        data = b""
        for bitmap in bitmaps:
            self.image_at.append(len(data))
            data += (swap_words(bitmap) if self.resource.order == "intel" else bitmap) + b"\0" * (len(bitmap) % 2)
        return data

    def _bitmap(self, data: bytes, size: int, what: str) -> bytes:
        if len(data) != size:
            raise FormatError(self.name, f"{what}: its bitmap has {len(data)} bytes, its size says {size}")
        return data

    def _tables(self) -> dict[str, bytes]:
        images = [self.start["images"] + at for at in self.image_at]
        icon_images, bit_images = images[: 2 * len(self.icons)], images[2 * len(self.icons) :]
        free = [self.start["strings"] + self.text_at["free", i, 0] for i in range(len(self.resource.strings))]
        return {
            "free strings": struct.pack(f"{self.sign}{len(free)}L", *free),
            "bitblks": b"".join(self._bitblk(bit, at) for bit, at in zip(self.bits, bit_images, strict=True)),
            "free images": b"".join(self._long(self.structure_at[id(image)]) for image in self.resource.images),
            "iconblks": b"".join(self._icon(i, *icon_images[2 * i : 2 * i + 2]) for i in range(len(self.icons))),
            "tedinfos": b"".join(self._tedinfo(i) for i in range(len(self.teds))),
            "objects": b"".join(
                self._object(ob, number, index)
                for number, tree in self._first_numbers()
                for index, ob in enumerate(tree)
            ),
            "trees": b"".join(self._long(self.tree_at[id(tree)]) for tree in self.resource.trees),
        }

    def _first_numbers(self) -> list[tuple[int, Tree]]:
        """Each tree once, with the first number it has (the one its strings are filed under)."""
        numbers: dict[int, int] = {}
        for number, tree in enumerate(self.resource.trees):
            numbers.setdefault(id(tree), number)
        return [(numbers[id(tree)], tree) for tree in self.blocks]

    def _tedinfo(self, index: int) -> bytes:
        ted = self.teds[index]
        texts = [self.start["strings"] + self.text_at["ted", index, part] for part in range(3)]
        words = (ted.te_font, ted.te_fontid, ted.te_just, ted.te_color, ted.te_fontsize, ted.te_thickness)
        return self._pack("3L3hH4h", f"TEDINFO {index}", *texts, *words, ted.te_txtlen, ted.te_tmplen)

    def _icon(self, index: int, mask_at: int, data_at: int) -> bytes:
        icon = self.icons[index]
        text_at = self.start["strings"] + self.text_at["icon", index, 0]
        words = [icon.ib_char, icon.ib_xchar, icon.ib_ychar, icon.ib_xicon, icon.ib_yicon, icon.ib_wicon]
        words += [icon.ib_hicon, icon.ib_xtext, icon.ib_ytext, icon.ib_wtext, icon.ib_htext]
        return self._pack("3LH10h", f"ICONBLK {index}", mask_at, data_at, text_at, *words)

    def _bitblk(self, bit: BitBlk, at: int) -> bytes:
        return self._pack("L5h", "BITBLK", at, bit.bi_wb, bit.bi_hl, bit.bi_x, bit.bi_y, bit.bi_color)

    def _object(self, ob: Object, tree: int, index: int) -> bytes:
        what = f"object {index} of tree {tree}"
        links = (ob.ob_next, ob.ob_head, ob.ob_tail, ob.ob_type, int(ob.ob_flags), int(ob.ob_state))
        place = (ob.ob_x, ob.ob_y, ob.ob_width, ob.ob_height)
        return self._pack("3h3HL4H", what, *links, self._spec(ob, tree, index, what), *place)

    def _spec(self, ob: Object, tree: int, index: int, what: str) -> int:
        spec = ob.ob_spec
        if spec is None:
            return NIL
        if isinstance(spec, BoxSpec):
            packed = struct.unpack(">L", self._pack("BbH", what, spec.char, spec.thickness, spec.color, sign=">"))
            return int(packed[0])
        if isinstance(spec, str):
            return self.start["strings"] + self.text_at["object", tree, index]
        if isinstance(spec, RawSpec):
            return spec.value
        if isinstance(spec, CIconBlk):
            return spec.number
        if isinstance(spec, TedInfo | IconBlk | BitBlk):
            return self.structure_at[id(spec)]
        raise FormatError(self.name, f"{what}: code of a program cannot be written to a file")

    def _long(self, value: int) -> bytes:
        return struct.pack(f"{self.sign}L", value)

    def _pack(self, layout: str, what: str, *values: int, sign: str | None = None) -> bytes:
        try:
            return struct.pack((sign or self.sign) + layout, *values)
        except struct.error as error:
            raise FormatError(self.name, f"{what}: a value does not fit its field ({error})") from None
