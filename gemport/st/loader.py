"""Program files: reading .PRG, .TOS, .APP and .ACC, placing one in a space, and handing memory out there.

A file has a header of 28 bytes, the text, the data, symbols, and the list of the long words to which the program's
address is added: the offset of the first, then a byte for each further one, the distance; 1 stands for 254 bytes
without any, 0 ends the list. As on the machine, the end of the file ends it too.
"""

import struct
from bisect import bisect
from typing import Final, NamedTuple

from gemport.gem import FormatError
from gemport.st.processor import A0, BOTTOM, RETURN, SYSTEM_ROOM, TOP, Crash, Space, stub

MAX_PROGRAM_SIZE: Final = TOP
"""No program that fits is larger, in bytes."""
_MAGIC: Final = 0x601A
_HEADER: Final = struct.Struct(">HLLLLLLH")
_SKIP: Final = 254
_BASEPAGE_SIZE: Final = 0x100
LONGEST_TAIL: Final = 125
"""The most characters of a command line."""
_TEXT_AT, _DTA_AT, _ENVIRONMENT_AT, _SAVED_STACK_AT, _TAIL_AT = 0x08, 0x20, 0x2C, 0x7C, 0x80
"""Places in a basepage."""
_PARENT: Final = SYSTEM_ROOM.start
_PARENTS_STACK: Final = _PARENT + _BASEPAGE_SIZE
_PEXEC, _PEXEC_AT = 0x4B, 50
"""Pexec's number, and where it lies behind the registers that GEMDOS saves."""
_ACCESSORY_STACK: Final = 0x800
_SMALLEST_STACK: Final = 0x400
_MAX_BLOCKS: Final = 0x8000


class ProgramFile(NamedTuple):
    """A program as its file has it.

    text, data: the bytes, as for address 0
    bss: the number of zero bytes that follow them in memory
    fixups: the offsets of the long words to which the program's address is added
    """

    name: str
    text: bytes
    data: bytes
    bss: int
    fixups: tuple[int, ...]


def program_size(file: ProgramFile | None) -> int:
    """Return the bytes that a program needs with its basepage and a small stack, or any program."""
    sizes = (len(file.text), len(file.data), file.bss) if file is not None else ()
    return _BASEPAGE_SIZE + sum(sizes) + _SMALLEST_STACK


def read_program(data: bytes, name: str) -> ProgramFile:
    """Read a program file. Raises FormatError naming the place."""
    if len(data) < _HEADER.size:
        raise FormatError(name, f"{len(data)} bytes are too few for a program: its header alone has {_HEADER.size}")
    magic, text, rest, bss, symbols, _, _, absolute = _HEADER.unpack_from(data)
    if magic != _MAGIC:
        raise FormatError(name, f"is no program: it begins with {magic:04X}, not {_MAGIC:04X}", at=0)
    if text + rest + bss > TOP - BOTTOM - _BASEPAGE_SIZE - _SMALLEST_STACK:
        raise FormatError(name, f"needs {text + rest + bss} bytes; a program's memory has {TOP - BOTTOM}", at=2)
    end = _HEADER.size + text + rest
    # As on the machine, what the file has less of is no fault.
    image = data[_HEADER.size : end].ljust(text + rest, b"\0")
    fixups = () if absolute else _read_fixups(data, end + symbols, text + rest, name)
    return ProgramFile(name, image[:text], image[text:], bss, fixups)


def _read_fixups(data: bytes, at: int, size: int, name: str) -> tuple[int, ...]:
    # Some linkers leave the list out where it is empty, or write less than its first long word.
    offset = int.from_bytes(data[at : at + 4], "big") if len(data) >= at + 4 else 0
    if not offset:
        return ()
    found = []
    at += 4
    while True:
        if not 0 <= offset <= size - 4 or offset & 1:
            raise FormatError(name, f"the list of addresses names {offset}, which is none of the program's", at=at)
        found.append(offset)
        step = 1
        while step == 1:
            step = data[at] if at < len(data) else 0
            offset += _SKIP if step == 1 else step
            at += 1
        if not step:
            return tuple(found)


class Heap:
    """The memory of a program: what Malloc, Mfree and Mshrink hand out and take back."""

    def __init__(self, start: int, end: int) -> None:
        self._blocks: dict[int, int] = {}
        self._gaps = [(start, end)]
        """The free parts in their order, each with its end."""

    @property
    def blocks(self) -> frozenset[int]:
        """The addresses of the blocks that are handed out."""
        return frozenset(self._blocks)

    def largest(self) -> int:
        return max((end - start for start, end in self._gaps), default=0)

    def malloc(self, size: int) -> int:
        """Return the address of a block of so many bytes; 0 if there is none."""
        size = max(size + 1 & ~1, 2)
        if len(self._blocks) >= _MAX_BLOCKS:
            return 0
        for place, (start, end) in enumerate(self._gaps):
            if end - start >= size:
                self._gaps[place] = start + size, end
                self._blocks[start] = size
                return start
        return 0

    def mfree(self, at: int) -> bool:
        """Take a block back; False if it is none."""
        size = self._blocks.pop(at, None)
        if size is None:
            return False
        self._free(at, at + size)
        return True

    def _free(self, start: int, end: int) -> None:
        """Add a free part, as one with its neighbours."""
        first = last = bisect(self._gaps, (start, end))
        if first and self._gaps[first - 1][1] == start:
            first, start = first - 1, self._gaps[first - 1][0]
        if last < len(self._gaps) and self._gaps[last][0] == end:
            last, end = last + 1, self._gaps[last][1]
        self._gaps[first:last] = [(start, end)]

    def mshrink(self, at: int, size: int) -> bool:
        """Make a block smaller; False if it is none, or smaller already."""
        size = max(size + 1 & ~1, 2)
        before = self._blocks.get(at, 0)
        if size > before:
            return False
        self._blocks[at] = size
        if size < before:
            self._free(at + size, at + before)
        return True


def place_parent(space: Space, path: int, tail: int, environment: int) -> None:
    """Put the basepage of the program's parent into memory: the desktop's, in the midst of its Pexec.

    Programs of Laser C find their own path on the stack that it has saved there.
    """
    basepage = struct.pack(">2L", _PARENT, TOP).ljust(_ENVIRONMENT_AT, b"\0") + struct.pack(">L", environment)
    space.write(_PARENT, basepage.ljust(_SAVED_STACK_AT, b"\0") + struct.pack(">L", _PARENTS_STACK))
    pexec = struct.pack(">2H3L", _PEXEC, 0, path, tail, environment)
    space.write(_PARENTS_STACK, bytes(_PEXEC_AT) + pexec)


def set_saved_stack(space: Space, base: int, pexec: int) -> None:
    """Let a basepage lead to the stack of its program, where its call of Pexec lies."""
    space.put_long(base + _SAVED_STACK_AT, pexec - _PEXEC_AT)


def place_program(space: Space, heap: Heap, file: ProgramFile, tail: bytes, environment: int, accessory: bool) -> int:
    """Put a program into its memory, ready to begin; return the address of its basepage.

    tail: its command line, as the basepage has it
    environment: the address of its environment
    accessory: it finds its basepage in A0 and none on the stack, and has no memory but that
    """
    own = _BASEPAGE_SIZE + len(file.text) + len(file.data) + file.bss
    size = own + _ACCESSORY_STACK & ~1 if accessory else heap.largest()
    base = heap.malloc(size)
    if not base or size < own:
        raise Crash("not enough memory")
    # Some programs tell by their parent that they are no accessory.
    place_basepage(space, base, size, tail, environment, 0 if accessory else _PARENT)
    place_image(space, base, file)
    begin_program(space, base, accessory)
    space.set_register(A0, base if accessory else 0)
    return base


def begin_program(space: Space, base: int, accessory: bool = False) -> None:
    """Have a program run next that lies behind its basepage."""
    stack = space.long(base + 4) - 12
    space.write(stack, struct.pack(">3L", stub(RETURN), 0 if accessory else base, 0))
    space.begin(space.long(base + _TEXT_AT), stack)


def place_basepage(space: Space, base: int, size: int, tail: bytes, environment: int, parent: int) -> None:
    """Put the basepage of a program that has so much memory at an address."""
    # Mode 5 of Pexec leaves it to the program to tell where its text lies.
    places = struct.pack(">3L", base, base + size, base + _BASEPAGE_SIZE).ljust(_DTA_AT, b"\0")
    places += struct.pack(">4L", base + _TAIL_AT, parent, 0, environment)
    tail = tail[:LONGEST_TAIL]
    space.write(
        base, places.ljust(_TAIL_AT, b"\0") + (bytes([len(tail)]) + tail).ljust(_BASEPAGE_SIZE - _TAIL_AT, b"\0")
    )


def place_image(space: Space, base: int, file: ProgramFile) -> None:
    """Put a program behind its basepage, and tell that where its parts lie."""
    text = base + _BASEPAGE_SIZE
    data, bss = text + len(file.text), text + len(file.text) + len(file.data)
    image = bytearray(file.text + file.data)
    for at in file.fixups:
        image[at : at + 4] = (int.from_bytes(image[at : at + 4], "big") + text & 0xFFFFFFFF).to_bytes(4, "big")
    space.write(base + _TEXT_AT, struct.pack(">6L", text, len(file.text), data, len(file.data), bss, file.bss))
    space.write(text, bytes(image))
