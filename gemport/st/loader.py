"""Program files: reading .PRG, .TOS, .APP and .ACC, placing a program in a space, and allocating memory there.

A file has a header of 28 bytes, text, data, symbols, and the list of fixups: the long words to which the program's
address is added. The list has the offset of the first fixup, then the distance to each further fixup in a byte; 1 skips
254 bytes, 0 ends the list. The end of the file also ends it, as on the machine.
"""

import struct
from bisect import bisect
from collections.abc import Iterator
from itertools import accumulate, chain, compress
from typing import Final, NamedTuple

from gemport.gem import FormatError
from gemport.st.calls import Steps
from gemport.st.processor import A0, BOTTOM, RETURN, SYSTEM_ROOM, TOP, Crash, Space, stub

MAX_PROGRAM_SIZE: Final = TOP  # upper limit for the size in bytes of a program that fits in memory
_MAGIC: Final = 0x601A
_HEADER: Final = struct.Struct(">HLLLLLLH")
_SKIP: Final = 1  # byte of the list that moves on by 254 bytes without a fixup
_DISTANCES: Final = bytes((0, 254, *range(2, 256)))  # distance by byte of the list
_EVEN_DISTANCES: Final = bytes((_SKIP, *range(2, 256, 2)))
_STEP_FIXUPS: Final = 4096
_BASEPAGE_SIZE: Final = 0x100
MAX_TAIL_CHARS: Final = 125
_TEXT_AT, _DTA_AT, _ENVIRONMENT_AT, _SAVED_STACK_AT, _TAIL_AT = 0x08, 0x20, 0x2C, 0x7C, 0x80  # offsets in a basepage
_PARENT_BASEPAGE: Final = SYSTEM_ROOM.start
_PARENT_STACK: Final = _PARENT_BASEPAGE + _BASEPAGE_SIZE
_PEXEC, _PEXEC_AT = 0x4B, 50  # Pexec's number, and its offset on the stack after the registers that GEMDOS saves
_ACCESSORY_STACK: Final = 0x800
MIN_PROGRAM_SIZE: Final = _BASEPAGE_SIZE + 0x400  # basepage and a small stack
_MAX_BLOCKS: Final = 0x8000


class ProgramFile(NamedTuple):
    """The contents of a program file."""

    name: str
    text: bytes  # bytes for a program at address 0
    data: bytes  # bytes that follow the text
    bss: int  # number of zero bytes that follow them in memory
    first_fixup: int = 0  # offset of the first long word that gets the program's address added, or 0 for none
    more_fixups: bytes = b""  # rest of the list, without its end

    @property
    def fixups(self) -> Iterator[int]:
        """The offsets of the long words that get the program's address added, up to two million."""
        if not self.first_fixup:
            return iter(())
        offsets = accumulate(self.more_fixups.translate(_DISTANCES), initial=self.first_fixup)
        return compress(offsets, chain((True,), map(_SKIP.__ne__, self.more_fixups)))


def program_size(file: ProgramFile) -> int:
    """Return the memory in bytes for a program, including basepage and a small stack."""
    return MIN_PROGRAM_SIZE + len(file.text) + len(file.data) + file.bss


def read_program(data: bytes, name: str) -> ProgramFile:
    """Parse a program file. Raises FormatError with the position."""
    if len(data) < _HEADER.size:
        raise FormatError(name, f"{len(data)} bytes are too few for a program: its header alone has {_HEADER.size}")
    magic, text, rest, bss, symbols, _, _, absolute = _HEADER.unpack_from(data)
    if magic != _MAGIC:
        raise FormatError(name, f"is no program: it begins with {magic:04X}, not {_MAGIC:04X}", at=0)
    if text + rest + bss > TOP - BOTTOM - MIN_PROGRAM_SIZE:
        raise FormatError(name, f"needs {text + rest + bss} bytes; a program's memory has {TOP - BOTTOM}", at=2)
    end = _HEADER.size + text + rest
    # A file that is too short is valid, as on the machine.
    image = data[_HEADER.size : end].ljust(text + rest, b"\0")
    fixups = (0, b"") if absolute else _read_fixups(data, end + symbols, text + rest, name)
    return ProgramFile(name, image[:text], image[text:], bss, *fixups)


def _read_fixups(data: bytes, at: int, size: int, name: str) -> tuple[int, bytes]:
    """Return the first offset, or 0, and the bytes for further ones, checked without a slow loop."""
    # Some linkers omit an empty list, or write less than its first long word.
    first = int.from_bytes(data[at : at + 4], "big") if len(data) >= at + 4 else 0
    more = data[at + 4 :].partition(b"\0")[0].rstrip(bytes((_SKIP,))) if first else b""
    distances, limit = more.translate(_DISTANCES), size - 4
    if first and (first & 1 or first + sum(distances) > limit or more.translate(None, _EVEN_DISTANCES)):
        for count, (byte, offset) in enumerate(zip(b"\0" + more, accumulate(distances, initial=first), strict=True)):
            if byte != _SKIP and (offset & 1 or offset > limit):
                reason = f"the list of addresses names {offset}, which is none of the program's"
                raise FormatError(name, reason, at=at + 4 + count)
    return first, more


class Heap:
    """The memory that Malloc, Mfree and Mshrink manage."""

    def __init__(self, start: int, end: int) -> None:
        self._blocks: dict[int, int] = {}
        self._gaps = [(start, end)]  # start and end of the free parts, in order

    @property
    def blocks(self) -> frozenset[int]:
        """Addresses of the allocated blocks."""
        return frozenset(self._blocks)

    def largest(self) -> int:
        return max((end - start for start, end in self._gaps), default=0)

    def malloc(self, size: int) -> int:
        """Allocate a block; return its address, or 0 if no free part is large enough."""
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
        """Free a block; return False if there is no block at ``at``."""
        size = self._blocks.pop(at, None)
        if size is None:
            return False
        self._free(at, at + size)
        return True

    def _free(self, start: int, end: int) -> None:
        """Add a free part and merge it with its neighbours."""
        first = last = bisect(self._gaps, (start, end))
        if first and self._gaps[first - 1][1] == start:
            first, start = first - 1, self._gaps[first - 1][0]
        if last < len(self._gaps) and self._gaps[last][0] == end:
            last, end = last + 1, self._gaps[last][1]
        self._gaps[first:last] = [(start, end)]

    def mshrink(self, at: int, size: int) -> bool:
        """Shrink a block; return False if it does not exist or is smaller."""
        size = max(size + 1 & ~1, 2)
        before = self._blocks.get(at, 0)
        if size > before:
            return False
        self._blocks[at] = size
        if size < before:
            self._free(at + size, at + before)
        return True


def place_parent(space: Space, path: int, tail: int, environment: int) -> None:
    """Place the basepage and stack of the program's parent, the desktop during its Pexec.

    Laser C programs read their path from that stack.
    """
    basepage = struct.pack(">2L", _PARENT_BASEPAGE, TOP).ljust(_ENVIRONMENT_AT, b"\0") + struct.pack(">L", environment)
    space.write(_PARENT_BASEPAGE, basepage.ljust(_SAVED_STACK_AT, b"\0") + struct.pack(">L", _PARENT_STACK))
    pexec = struct.pack(">2H3L", _PEXEC, 0, path, tail, environment)
    space.write(_PARENT_STACK, bytes(_PEXEC_AT) + pexec)


def set_saved_stack(space: Space, base: int, pexec: int) -> None:
    """Store a program's stack pointer in its basepage; ``pexec`` is the address of its call of Pexec."""
    space.put_long(base + _SAVED_STACK_AT, pexec - _PEXEC_AT)


def place_program(space: Space, heap: Heap, file: ProgramFile, tail: bytes, environment: int, accessory: bool) -> int:
    """Prepare a program's memory, except for its image; return the address of its basepage. Raises Crash.

    ``environment`` is an address. An ``accessory`` gets its basepage in A0 instead of on the stack, and a small fixed
    block of memory.
    """
    own = _BASEPAGE_SIZE + len(file.text) + len(file.data) + file.bss
    size = own + _ACCESSORY_STACK & ~1 if accessory else heap.largest()
    base = heap.malloc(size)
    if not base or size < own:
        raise Crash("not enough memory")
    # Some programs check for a parent to detect that they are not an accessory.
    place_basepage(space, base, size, tail, environment, 0 if accessory else _PARENT_BASEPAGE)
    begin_program(space, base, accessory)
    space.set_register(A0, base if accessory else 0)
    return base


def begin_program(space: Space, base: int, accessory: bool = False) -> None:
    """Set the processor to the start of the program at a basepage."""
    stack = space.long(base + 4) - 12
    space.write(stack, struct.pack(">3L", stub(RETURN), 0 if accessory else base, 0))
    space.begin(space.long(base + _TEXT_AT), stack)


def place_basepage(space: Space, base: int, size: int, tail: bytes, environment: int, parent: int) -> None:
    """Place a basepage at ``base`` for a program with ``size`` bytes of memory."""
    # After mode 5 of Pexec, the program itself fills in the address of its text.
    places = struct.pack(">3L", base, base + size, base + _BASEPAGE_SIZE).ljust(_DTA_AT, b"\0")
    places += struct.pack(">4L", base + _TAIL_AT, parent, 0, environment)
    tail = tail[:MAX_TAIL_CHARS]
    space.write(
        base, places.ljust(_TAIL_AT, b"\0") + (bytes([len(tail)]) + tail).ljust(_BASEPAGE_SIZE - _TAIL_AT, b"\0")
    )


def place_image(space: Space, base: int, file: ProgramFile) -> Steps[None]:
    """Place a program after its basepage, and store the addresses of its parts there."""
    text = base + _BASEPAGE_SIZE
    data, bss = text + len(file.text), text + len(file.text) + len(file.data)
    image = bytearray(file.text + file.data)
    for number, at in enumerate(file.fixups, 1):
        image[at : at + 4] = (int.from_bytes(image[at : at + 4], "big") + text & 0xFFFFFFFF).to_bytes(4, "big")
        if not number % _STEP_FIXUPS:
            yield
    space.write(base + _TEXT_AT, struct.pack(">6L", text, len(file.text), data, len(file.data), bss, file.bss))
    space.write(text, bytes(image))
