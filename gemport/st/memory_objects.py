"""GEM structures in a program's memory: object trees that the AES uses in place, and forms for raster copies.

A tree is a list of :class:`MemoryObject`, whose fields access the words in memory. The program and the AES see each
other's changes immediately, also in the menu bar.
"""

import struct
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from typing import Any, Final, TypeAlias

from gemport import gem
from gemport.st.calls import Steps
from gemport.st.processor import BOTTOM, Crash, Space

OBJECT_SIZE, TEDINFO_SIZE, ICONBLK_SIZE, BITBLK_SIZE = 24, 28, 34, 14  # sizes of the structures in bytes
_MAX_OBJECTS: Final = 4096
_MAX_FORM_BYTES: Final = 1 << 20
_MAX_STEP_WORDS: Final = 8192  # vr_trnfm converts them at a time
_MAX_TEXT_BYTES: Final = 512
_MAX_UNLINKED_OBJECTS: Final = 64
_TYPES: Final = frozenset(gem.ObType)

_flags = lru_cache(maxsize=None)(gem.ObFlag)
_state = lru_cache(maxsize=None)(gem.ObState)

UserCode: TypeAlias = Callable[[int, int, gem.ParmBlk], int]
"""A function that calls a G_USERDEF's code, with the addresses of code and tree and the arguments."""


def text_at(space: Space, at: int, longest: int = _MAX_TEXT_BYTES) -> str:
    """Return the text at an address, empty for address 0."""
    return gem.charset.decode(space.string(at, longest)) if at else ""


def _word(offset: int, convert: Callable[[int], Any] = int) -> Any:
    def get(self: Any) -> Any:
        return convert(self.space.word(self.at + offset))

    def put(self: Any, value: int) -> None:
        self.space.put_word(self.at + offset, int(value))

    return property(get, put)


def _text(offset: int) -> Any:
    def get(self: Any) -> str:
        return text_at(self.space, self.space.long(self.at + offset))

    def put(self: Any, text: str) -> None:
        at = self.space.long(self.at + offset)
        room = max(self.te_txtlen - 1, len(self.space.string(at)))
        self.space.put_string(at, gem.charset.encode(text, "replace")[:room])

    return property(get, put)


class MemoryTedInfo(gem.TedInfo):
    """A TEDINFO in memory."""

    __slots__ = ("at", "space")

    def __init__(self, space: Space, at: int) -> None:
        self.space, self.at = space, at

    te_ptext, te_ptmplt, te_pvalid = _text(0), _text(4), _text(8)
    te_font, te_fontid, te_just, te_color = _word(12), _word(14), _word(16), _word(18)
    te_fontsize, te_thickness, te_txtlen, te_tmplen = _word(20), _word(22), _word(24), _word(26)


class MemoryObject(gem.Object):
    """An object in memory."""

    __slots__ = ("_entry", "at", "space", "tree_at", "user_code")

    def __init__(self, space: Space, at: int, tree_at: int = 0, user_code: UserCode = lambda *_: 0) -> None:
        self.space, self.at, self.tree_at, self.user_code = space, at, tree_at, user_code
        self._entry: str | None = None

    ob_next, ob_head, ob_tail, ob_type = _word(0), _word(2), _word(4), _word(6)
    ob_flags, ob_state = _word(8, _flags), _word(10, _state)
    ob_x, ob_y, ob_width, ob_height = _word(16), _word(18), _word(20), _word(22)

    @property
    def links(self) -> tuple[int, ...]:
        """ob_next, ob_head and ob_tail."""
        return self.space.words(self.at, 3)

    @property
    def spec_at(self) -> int:
        """Address of ob_spec, or the address in ob_spec if the object is INDIRECT."""
        return self.space.long(self.at + 12) if self.ob_flags & gem.ObFlag.INDIRECT else self.at + 12

    @property
    def ob_spec(self) -> Any:
        """Contents of an object: texts in place, copies of bitmaps, an empty value for an invalid address."""
        kind = self.ob_type & 0xFF
        try:
            return self._spec(kind, self.space.long(self.spec_at))
        except Crash:
            # Other programs read it too and must not crash.
            return _EMPTY_SPECS.get(kind, lambda: None)()

    @ob_spec.setter
    def ob_spec(self, text: Any) -> None:
        # Only the AES sets this: an accessory's entry in the Desk menu, which is not in the program's memory.
        self._entry = text

    def _spec(self, kind: int, spec: int) -> Any:
        space = self.space
        if kind in gem.BOX_TYPES:
            thickness = spec >> 16 & 0xFF
            return gem.BoxSpec(spec >> 24, thickness - 256 if thickness > 127 else thickness, spec & 0xFFFF)
        if kind in gem.STRING_TYPES:
            return text_at(space, spec) if self._entry is None else self._entry
        if kind in gem.TEXT_TYPES:
            return _tedinfo(space, spec)
        if kind == gem.ObType.G_IMAGE:
            return _bitblk(space, spec)
        if kind == gem.ObType.G_ICON:
            return _iconblk(space, spec)
        if kind == gem.ObType.G_CICON and spec >= BOTTOM:
            # Below BOTTOM it is the number of an icon that the resource does not have.
            return gem.CIconBlk(0, _iconblk(space, spec))
        if kind == gem.ObType.G_USERDEF:
            code, parm = space.long(spec), space.long(spec + 4)
            return gem.UserBlk(lambda block: self.user_code(code, self.tree_at, block), parm)
        return None


class UnlinkedObject(MemoryObject):
    """An object without links to it, whose links are ignored."""

    __slots__ = ()
    ob_next = ob_head = ob_tail = property(lambda _self: -1, lambda _self, _link: None)


_EMPTY_SPECS: Final[Mapping[int, Callable[[], Any]]] = {
    **dict.fromkeys(gem.BOX_TYPES, gem.BoxSpec),
    **dict.fromkeys(gem.STRING_TYPES, str),
    **dict.fromkeys(gem.TEXT_TYPES, gem.TedInfo),
    gem.ObType.G_IMAGE: gem.BitBlk,
    gem.ObType.G_ICON: gem.IconBlk,
    gem.ObType.G_USERDEF: lambda: gem.UserBlk(lambda _block: 0),
}


def _tedinfo(space: Space, at: int) -> gem.TedInfo:
    # Read the structure and its texts once, to raise Crash here for invalid addresses.
    for text in struct.unpack_from(">3L", space.read(at, TEDINFO_SIZE)):
        space.string(text, 1)
    return MemoryTedInfo(space, at)


def _bitblk(space: Space, at: int) -> gem.BitBlk:
    wb, hl, x, y, color = space.words(at + 4, 5)
    # bi_hl rows are drawn from row bi_y on.
    return gem.BitBlk(_bits(space, space.long(at), wb, hl + max(y, 0)), wb, hl, x, y, color)


def _iconblk(space: Space, at: int) -> gem.IconBlk:
    words = space.words(at + 12, 11)
    wb, height = (words[5] + 15) // 16 * 2, words[6]
    mask, data = (_bits(space, space.long(at + offset), wb, height) for offset in (0, 4))
    return gem.IconBlk(mask, data, text_at(space, space.long(at + 8)), *words)


def _words_of(data: bytes) -> list[bytes]:
    return [data[at : at + 2] for at in range(0, len(data), 2)]


def _bits(space: Space, at: int, wb: int, height: int) -> bytes:
    if not 0 <= wb * height <= _MAX_FORM_BYTES:
        raise Crash(f"a bitmap of {wb} x {height} bytes")
    return space.read(at, wb * height)


def tree_at(space: Space, at: int, user_code: UserCode) -> gem.Tree:
    """Return the tree at an address. Raises ValueError if links reached from its root are invalid."""

    def object_at(number: int) -> MemoryObject:
        return MemoryObject(space, at + OBJECT_SIZE * number, at, user_code)

    try:
        tree = _whole_tree(object_at)
        if gem.tree_fault(tree) is None:
            return tree
    except (ValueError, Crash):
        pass
    # The fault may be in an unlinked object.
    linked = _linked(object_at)
    tree = [object_at(number) for number in range(max(linked) + 1)]
    for number in set(range(len(tree))) - linked:
        tree[number] = UnlinkedObject(space, at + OBJECT_SIZE * number, at, user_code)
    fault = gem.tree_fault(tree)
    if fault is not None:
        raise ValueError(f"the object tree at ${at:06X} is unsound: object {fault[0]}: {fault[1]}")
    return tree


def _whole_tree(object_at: Callable[[int], MemoryObject]) -> gem.Tree:
    """Return all objects up to the highest link of any of them; LASTOB is often missing."""
    tree: gem.Tree = []
    wanted = 1
    while len(tree) < wanted:
        obj = object_at(len(tree))
        wanted = max(wanted, 1 + max(obj.links))
        tree.append(obj)
        if wanted > _MAX_OBJECTS:
            raise ValueError(f"more than {_MAX_OBJECTS} objects")
    return tree + (_unlinked(object_at, len(tree)) if not tree[-1].ob_flags & gem.ObFlag.LASTOB else [])


def _linked(object_at: Callable[[int], MemoryObject]) -> set[int]:
    """Return the numbers of the objects reached by links from the root."""
    linked, ahead = {0}, [0]
    while ahead:
        obj = object_at(ahead.pop())
        for link in obj.links:
            if 0 <= link < _MAX_OBJECTS and link not in linked:
                linked.add(link)
                ahead.append(link)
    return linked


def _unlinked(object_at: Callable[[int], MemoryObject], first: int) -> gem.Tree:
    """Return unlinked objects from ``first`` to LASTOB; empty if the memory there has no plausible objects."""
    tree: gem.Tree = []
    with suppress(Crash):
        for number in range(first, first + _MAX_UNLINKED_OBJECTS):
            obj = object_at(number)
            if obj.ob_type & 0xFF not in _TYPES or max(obj.links) >= _MAX_OBJECTS:
                break
            tree.append(obj)
            if obj.ob_flags & gem.ObFlag.LASTOB:
                return tree
    return []


_ROW_FORMATS: Final = {2: "H", 4: "L", 8: "Q"}  # struct format by bytes per row


class Mfdb:
    """A form for raster copies, described by an MFDB; the screen has no raster."""

    def __init__(self, space: Space, mfdb: int) -> None:
        """Read the MFDB. Raises ValueError for a form without a size."""
        self._space, self._mfdb = space, mfdb
        self.at = space.long(mfdb) & 0xFFFFFF if mfdb else 0
        self.raster: gem.Raster | None = None
        self._first = 0
        self.planes = 1
        self.plane = 0  # the plane that load and write_back take
        if self.at in (0, space.screen.at):
            self.at = self.line = self.height = 0
            return
        _, self.height, words = space.words(mfdb + 4, 3)
        self.planes = space.word(mfdb + 12)
        self.line = 2 * words * self.planes
        if min(words, self.planes, self.height) <= 0:
            raise ValueError("a form without a size")

    def overlaps(self, other: "Mfdb") -> bool:
        """Return whether two forms in memory share bytes."""
        ends = [form.at + form.line * form.height for form in (self, other)]
        return self.at < ends[1] and other.at < ends[0]

    def load(self, first: int = 0, last: int = _MAX_FORM_BYTES) -> int:
        """Read the rows from ``first`` to ``last`` into the raster; return the first row read."""
        if not self.at:
            return 0
        self._first = first = max(min(first, self.height - 1), 0)
        height, line = max(min(last, self.height - 1), first) - first + 1, self.line
        data = _bits(self._space, self.at + first * line, line, height)
        if self.planes > 1:
            data = b"".join(_words_of(data)[self.plane :: self.planes])
            line //= self.planes
        if line in _ROW_FORMATS:
            rows = struct.unpack(f">{height}{_ROW_FORMATS[line]}", data)
        else:
            rows = tuple(int.from_bytes(data[at : at + line], "big") for at in range(0, len(data), line))
        self.raster = gem.Raster(8 * line, height, rows)
        return first

    @property
    def is_standard(self) -> bool:
        """True if its MFDB has the flag for the standard format."""
        return bool(self._mfdb and self._space.word(self._mfdb + 10))

    @is_standard.setter
    def is_standard(self, standard: bool) -> None:
        if self._mfdb:
            self._space.put_word(self._mfdb + 10, standard)

    def write_back(self) -> None:
        if self.raster is None:
            return
        data, at = self.raster.to_bytes(), self.at + self._first * self.line
        if self.planes > 1:
            words = _words_of(self._space.read(at, len(data) * self.planes))
            words[self.plane :: self.planes] = _words_of(data)
            data = b"".join(words)
        self._space.write(at, data)

    def transform(self, source: "Mfdb") -> Steps[None]:
        """Convert another form to this one, from the standard format with one plane after the other, or to it."""
        planes, from_standard = source.planes, source.is_standard
        size = source.height * source.line // 2 // planes
        data, part = _bits(self._space, source.at, 2 * planes, size), max(_MAX_STEP_WORDS // planes, 1)
        for first in range(0, size, part):
            end = min(first + part, size)
            if from_standard:
                rows = [
                    _words_of(data[2 * (plane * size + first) : 2 * (plane * size + end)]) for plane in range(planes)
                ]
                mixed = b"".join(chain.from_iterable(zip(*rows, strict=True)))
                self._space.write(self.at + 2 * first * planes, mixed)
            else:
                words = _words_of(data[2 * first * planes : 2 * end * planes])
                for plane in range(planes):
                    self._space.write(self.at + 2 * (plane * size + first), b"".join(words[plane::planes]))
            yield
