"""A resource in a program's memory, in the layout of its file: rsrc_load, rsrc_gaddr and rsrc_saddr."""

from __future__ import annotations

import struct
from contextlib import suppress
from typing import Final

from gemport.gem import BOX_TYPES, Gem, ObFlag, ObType
from gemport.st.loader import Heap
from gemport.st.memory_objects import BITBLK_SIZE, ICONBLK_SIZE, OBJECT_SIZE, TEDINFO_SIZE, MemoryObject, tree_at
from gemport.st.processor import Crash, Space

(_OBJECT, _TEDINFO, _ICONBLK, _BITBLK, _FRSTR, _STRING, _IMDATA, _FRIMG, _TRINDEX) = range(1, 10)
(_NOBS, _NTREE, _NTED, _NIB, _NBB, _NSTRING, _NIMAGES, _RSSIZE) = range(10, 18)  # indexes of words in the header
_VERSION: Final = 0
_EXTENDED_BIT: Final = 4
_LABEL_SIZE, _FORM_SIZE = 12, 22
_PARTS: Final = {
    1: (_OBJECT, OBJECT_SIZE, 0, _NOBS),
    2: (_TEDINFO, TEDINFO_SIZE, 0, _NTED),
    3: (_ICONBLK, ICONBLK_SIZE, 0, _NIB),
    4: (_BITBLK, BITBLK_SIZE, 0, _NBB),
    7: (_OBJECT, OBJECT_SIZE, 12, _NOBS),
    8: (_TEDINFO, TEDINFO_SIZE, 0, _NTED),
    9: (_TEDINFO, TEDINFO_SIZE, 4, _NTED),
    10: (_TEDINFO, TEDINFO_SIZE, 8, _NTED),
    11: (_ICONBLK, ICONBLK_SIZE, 0, _NIB),
    12: (_ICONBLK, ICONBLK_SIZE, 4, _NIB),
    13: (_ICONBLK, ICONBLK_SIZE, 8, _NIB),
    14: (_BITBLK, BITBLK_SIZE, 0, _NBB),
    15: (_FRSTR, 4, 0, _NSTRING),
    16: (_FRIMG, 4, 0, _NIMAGES),
}
"""Parts by type of rsrc_gaddr: table in the header, size of an entry, offset in the entry, count."""
_CHECKED_COUNTS: Final = (_NOBS, _NTREE, _NTED)
_NO_COUNT: Final = 0
_POINTERS: Final = {0: (_TRINDEX, _NTREE), 5: (_FRSTR, _NSTRING), 6: (_FRIMG, _NIMAGES)}
"""Types whose addresses are in a table of pointers."""


_TREE_TYPE: Final = 0
_NIL_OFFSET: Final = 0xFFFFFFFF
_HEADER: Final = struct.Struct(">18H")
_ENTRY_SIZES: Final = {
    (_OBJECT, _NOBS): OBJECT_SIZE,
    (_TRINDEX, _NTREE): 4,
    (_TEDINFO, _NTED): TEDINFO_SIZE,
    (_ICONBLK, _NIB): ICONBLK_SIZE,
    (_BITBLK, _NBB): BITBLK_SIZE,
    (_FRSTR, _NSTRING): 4,
    (_FRIMG, _NIMAGES): 4,
}
"""Entry sizes of the tables in bytes, by the indexes of their offset and count in the header."""


def _has_tables(data: bytes) -> bool:
    """Return whether a resource file contains all tables listed in its header."""
    if len(data) < _HEADER.size:
        return False
    words = _HEADER.unpack_from(data)
    ends = [words[start] + words[count] * size for (start, count), size in _ENTRY_SIZES.items() if words[count]]
    return max(ends, default=0) <= len(data)


class MemoryResource:
    """A resource whose header is at an address."""

    def __init__(self, space: Space, at: int) -> None:
        self._space, self.at = space, at

    @classmethod
    def load(cls, gem: Gem, space: Space, heap: Heap, data: bytes) -> MemoryResource | None:
        """Load a resource file into a new block of memory; return None if it is damaged or memory is full.

        A file is damaged if tables are missing, or if links reached from a root are invalid.
        """
        at = heap.malloc(len(data)) if _has_tables(data) else 0
        if not at:
            return None
        space.write(at, data)
        resource = cls(space, at)
        resource._relocate(gem, at + len(data))
        if resource._has_trees():
            return resource
        heap.mfree(at)
        return None

    def _has_trees(self) -> bool:
        try:
            for number in range(self._word(_NTREE)):
                tree_at(self._space, self.address(_TREE_TYPE, number), lambda *_: 0)
        except (ValueError, Crash):
            return False
        return True

    def _word(self, number: int) -> int:
        return self._space.word(self.at + 2 * number) & 0xFFFF

    @property
    def size(self) -> int:
        return self._word(_RSSIZE)

    @property
    def trees(self) -> int:
        """Address of the table of trees."""
        return self.at + self._word(_TRINDEX)

    def _relocate(self, gem: Gem, end: int) -> None:
        space, entry = self._space, self._entry
        pointers = [entry(_TRINDEX, 4, i) for i in range(self._word(_NTREE))]
        pointers += [entry(_FRSTR, 4, i) for i in range(self._word(_NSTRING))]
        pointers += [entry(_FRIMG, 4, i) for i in range(self._word(_NIMAGES))]
        teds = [entry(_TEDINFO, TEDINFO_SIZE, i) for i in range(self._word(_NTED))]
        icons = [entry(_ICONBLK, ICONBLK_SIZE, i) for i in range(self._word(_NIB))]
        pointers += [at + offset for at in (*teds, *icons) for offset in (0, 4, 8)]
        pointers += [entry(_BITBLK, BITBLK_SIZE, i) for i in range(self._word(_NBB))]
        objects = [MemoryObject(space, entry(_OBJECT, OBJECT_SIZE, i)) for i in range(self._word(_NOBS))]
        kinds = [(o, o.ob_type & 0xFF) for o in objects]
        colour = [o.at + 12 for o, kind in kinds if kind == ObType.G_CICON and not o.ob_flags & ObFlag.INDIRECT]
        pointers += [o.at + 12 for o, kind in kinds if kind not in BOX_TYPES and o.at + 12 not in colour]
        for at in pointers:
            if space.long(at) != _NIL_OFFSET:
                space.put_long(at, space.long(at) + self.at)
        shown = self._place_colour_icons(end) if colour else []
        for at in colour:
            if space.long(at) < len(shown):
                space.put_long(at, shown[space.long(at)])
        for at in teds:
            for text, length in ((0, 24), (4, 26)):
                with suppress(Crash):
                    space.put_word(at + length, len(space.string(space.long(at + text))) + 1)
        for number in range(len(objects)):
            gem.rsrc_obfix([objects[number]], 0)

    def _place_colour_icons(self, end: int) -> list[int]:
        """Point the colour icons of an extended resource to their monochrome forms; return their addresses.

        The result is empty if an icon reaches past the end of the file.
        """
        space, header, icons = self._space, self.at + self.size, []
        if not self._word(_VERSION) & _EXTENDED_BIT or header + 8 > end:
            return []
        at = table = self.at + space.long(header + 4)
        while at + 4 <= end and space.long(at) != _NIL_OFFSET:
            at += 4
        count, at = (at - table) // 4, at + 4
        for _ in range(count):
            data = at + ICONBLK_SIZE + 4
            if data > end:
                return []
            width, height = space.words(at + 22, 2)
            size, forms = (width + 15) // 16 * 2 * height, space.long(data - 4)
            label = data + 2 * size
            if size < 0 or label + _LABEL_SIZE > end:
                return []
            # Colour forms are not supported.
            space.write(at, struct.pack(">3L", data + size, data, label))
            space.put_long(data - 4, 0)
            icons.append(at)
            at = label + _LABEL_SIZE
            while forms and at + _FORM_SIZE <= end:
                selected = space.long(at + 10)
                at += _FORM_SIZE + size * ((space.word(at) & 0xFFFF) + 1) * (2 if selected else 1)
                forms -= 1
        return icons if at <= end else []

    def _entry(self, start: int, size: int, index: int) -> int:
        return self.at + self._word(start) + size * index

    def address(self, kind: int, index: int) -> int:
        """Return the address of a part by type and number, or 0."""
        if kind in _POINTERS:
            start, count = _POINTERS[kind]
            return self._space.long(self._entry(start, 4, index)) if self._is_there(index, count) else 0
        start, size, offset, count = _PARTS.get(kind, (0, 0, 0, _NO_COUNT))
        return self._entry(start, size, index) + offset if self._is_there(index, count) else 0

    def _is_there(self, index: int, count: int) -> bool:
        # GEM does not check the other counts: programs expect an address even for missing parts.
        return 0 <= index < self._word(count) if count in _CHECKED_COUNTS else count != _NO_COUNT and index >= 0

    def set_address(self, kind: int, index: int, at: int) -> bool:
        """Set the pointer of a part; return False if the part does not exist."""
        if kind in _POINTERS:
            start, count = _POINTERS[kind]
            place = self._entry(start, 4, index) if self._is_there(index, count) else 0
        else:
            place = self.address(kind, index)
        if place:
            self._space.put_long(place, at)
        return bool(place)
