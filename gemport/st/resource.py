"""A resource in a program's memory, in the layout of its file: rsrc_load, rsrc_gaddr and rsrc_saddr."""

import struct
from contextlib import suppress
from itertools import chain
from typing import Final, Self

from gemport.gem import BOX_TYPES, Gem, ObFlag, ObType
from gemport.st.calls import Steps
from gemport.st.loader import Heap
from gemport.st.memory_objects import BITBLK_SIZE, ICONBLK_SIZE, OBJECT_SIZE, TEDINFO_SIZE, MemoryObject, tree_at
from gemport.st.processor import Crash, Space

(_OBJECT, _TEDINFO, _ICONBLK, _BITBLK, _FRSTR, _STRING, _IMDATA, _FRIMG, _TRINDEX) = range(1, 10)
(_NOBS, _NTREE, _NTED, _NIB, _NBB, _NSTRING, _NIMAGES, _RSSIZE) = range(10, 18)  # indexes of words in the header
_VERSION: Final = 0
_EXTENDED_BIT: Final = 4
_LABEL_SIZE, _FORM_SIZE = 12, 22
_TABLES: Final = {
    _OBJECT: (_NOBS, OBJECT_SIZE),
    _TRINDEX: (_NTREE, 4),
    _TEDINFO: (_NTED, TEDINFO_SIZE),
    _ICONBLK: (_NIB, ICONBLK_SIZE),
    _BITBLK: (_NBB, BITBLK_SIZE),
    _FRSTR: (_NSTRING, 4),
    _FRIMG: (_NIMAGES, 4),
}
"""Tables by the index of their offset in the header: index of their count, size of an entry in bytes."""
_PARTS: Final = {
    **{1: (_OBJECT, 0), 2: (_TEDINFO, 0), 3: (_ICONBLK, 0), 4: (_BITBLK, 0), 7: (_OBJECT, 12)},
    **{8: (_TEDINFO, 0), 9: (_TEDINFO, 4), 10: (_TEDINFO, 8), 11: (_ICONBLK, 0), 12: (_ICONBLK, 4)},
    **{13: (_ICONBLK, 8), 14: (_BITBLK, 0), 15: (_FRSTR, 0), 16: (_FRIMG, 0)},
}
"""Parts by type of rsrc_gaddr: table, offset in the entry."""
_POINTERS: Final = {0: _TRINDEX, 5: _FRSTR, 6: _FRIMG}  # tables of pointers by type of rsrc_gaddr
_CHECKED_TABLES: Final = (_OBJECT, _TRINDEX, _TEDINFO)
_TREE_TYPE: Final = 0
_NIL_OFFSET: Final = 0xFFFFFFFF
_HEADER: Final = struct.Struct(">18H")


def _has_tables(data: bytes) -> bool:
    """Return whether a resource file contains all tables listed in its header."""
    if len(data) < _HEADER.size:
        return False
    words = _HEADER.unpack_from(data)
    ends = [words[start] + words[count] * size for start, (count, size) in _TABLES.items() if words[count]]
    return max(ends, default=0) <= len(data)


class MemoryResource:
    """A resource whose header is at an address."""

    def __init__(self, space: Space, at: int) -> None:
        self._space, self.at = space, at

    @classmethod
    def load(cls, gem: Gem, space: Space, heap: Heap, data: bytes) -> Steps[Self | None]:
        """Load a resource file into a new block of memory; return None if it is damaged or memory is full.

        A file is damaged if tables are missing, or if links reached from a root are invalid.
        """
        at = heap.malloc(len(data)) if _has_tables(data) else 0
        if not at:
            return None
        space.write(at, data)
        resource = cls(space, at)
        yield from resource._relocate(gem, at + len(data))
        if (yield from resource._has_trees()):
            return resource
        heap.mfree(at)
        return None

    def _has_trees(self) -> Steps[bool]:
        checked = set()
        try:
            for number in range(self._word(_NTREE)):
                root = self.address(_TREE_TYPE, number)
                if root not in checked:
                    tree_at(self._space, root, lambda *_: 0)
                    checked.add(root)
                yield
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

    def _relocate(self, gem: Gem, end: int) -> Steps[None]:
        space = self._space
        entries = {
            table: range(self._entry(table, 0), self._entry(table, self._word(count)), size)
            for table, (count, size) in _TABLES.items()
        }
        teds, objects = entries[_TEDINFO], entries[_OBJECT]
        specs, colour = [], []
        for at in objects:
            obj = MemoryObject(space, at)
            kind = obj.ob_type & 0xFF
            if kind == ObType.G_CICON and not obj.ob_flags & ObFlag.INDIRECT:
                colour.append(at + 12)
            elif kind not in BOX_TYPES:
                specs.append(at + 12)
            yield
        parts = (at + offset for at in chain(teds, entries[_ICONBLK]) for offset in (0, 4, 8))
        tables = (entries[table] for table in (_TRINDEX, _FRSTR, _FRIMG, _BITBLK))
        for at in chain(*tables, parts, specs):
            if space.long(at) != _NIL_OFFSET:
                space.put_long(at, space.long(at) + self.at)
            yield
        shown = (yield from self._place_colour_icons(end)) if colour else []
        for at in colour:
            if space.long(at) < len(shown):
                space.put_long(at, shown[space.long(at)])
            yield
        for at in teds:
            for text, length in ((0, 24), (4, 26)):
                with suppress(Crash):
                    space.put_word(at + length, len(space.string(space.long(at + text))) + 1)
            yield
        for at in objects:
            gem.rsrc_obfix([MemoryObject(space, at)], 0)
            yield

    def _place_colour_icons(self, end: int) -> Steps[list[int]]:
        """Point the colour icons of an extended resource to their monochrome forms; return their addresses.

        The result is empty if an icon reaches past the end of the file.
        """
        space, header, icons = self._space, self.at + self.size, []
        if not self._word(_VERSION) & _EXTENDED_BIT or header + 8 > end:
            return []
        at = table = self.at + space.long(header + 4)
        while at + 4 <= end and space.long(at) != _NIL_OFFSET:
            at += 4
            yield
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
                yield
            yield
        return icons if at <= end else []

    def _entry(self, table: int, index: int) -> int:
        return self.at + self._word(table) + _TABLES[table][1] * index

    def address(self, kind: int, index: int) -> int:
        """Return the address of a part by type and number, or 0."""
        place = self._place(kind, index)
        return self._space.long(place) if place and kind in _POINTERS else place

    def _place(self, kind: int, index: int) -> int:
        """Return the address of a part, or of the pointer to it, or 0."""
        table, offset = (_POINTERS[kind], 0) if kind in _POINTERS else _PARTS.get(kind, (0, 0))
        # GEM does not check the other counts: programs expect an address even for missing parts.
        if not table or index < 0 or (table in _CHECKED_TABLES and index >= self._word(_TABLES[table][0])):
            return 0
        return self._entry(table, index) + offset

    def set_address(self, kind: int, index: int, at: int) -> bool:
        """Set the pointer of a part; return False if the part does not exist."""
        place = self._place(kind, index)
        if place:
            self._space.put_long(place, at)
        return bool(place)
