"""Machine code programs, assembled call by call; they print each answer as a line on the console."""

import struct
from collections.abc import Sequence
from typing import Final

from gemport.st.tos import CALLS, GEMDOS
from tests.st.build import program_file

BASE: Final = 0x10000
"""The address of the basepage."""
_TEXT: Final = BASE + 0x100
_DATA: Final = BASE + 0x8000
ROOM: Final = 3_000_000
BUFFER: Final = 0x100000
"""Address and size of free memory."""
_RTS: Final = bytes.fromhex("4E75")
_SHOW: Final = (
    "2600 7807 41F9{0:08X} E99B 3003 0240000F 06400030 0C400039 6F02 5E40 10C0 51CCFFE8 30BC0A00"
    "4879{0:08X} 3F3C0009 4E41 5C8F"
)
"""Write eight digits of D0 and the end of a line at an address, and print them by Cconws."""


def peek(at: int, size: int) -> bytes:
    """Code that reads a byte, a word or a long word: moveq #0,d0; move at,d0."""
    return struct.pack(">HHL", 0x7000, {1: 0x1039, 2: 0x3039, 4: 0x2039}[size], at)


def poke(at: int, size: int, value: int) -> bytes:
    """Code that writes one."""
    data = value.to_bytes(max(size, 2), "big")
    return struct.pack(">H", {1: 0x13FC, 2: 0x33FC, 4: 0x23FC}[size]) + data + at.to_bytes(4, "big")


class Code:
    """Instructions, and data that they name by its address."""

    def __init__(self) -> None:
        self.code = b""
        self._data = b""
        self.globals = self.put(bytes(32))
        """The address of the AES's array global."""
        self._show = self.code_at(bytes.fromhex(_SHOW.format(self.put(bytes(12)))))
        self._out = self._addresses = self._contrl = 0

    # ---- data

    def put(self, data: bytes | str) -> int:
        """Add data, a text with the 0 at its end; its address."""
        at, data = _DATA + len(self._data), data.encode() + b"\0" if isinstance(data, str) else data
        self._data += data + bytes(len(data) % 2)
        return at

    def words(self, *words: int) -> int:
        return self.put(struct.pack(f">{len(words)}H", *(word & 0xFFFF for word in words)))

    def code_at(self, code: bytes) -> int:
        return self.put(code + _RTS)

    # ---- calls

    def trap(self, vector: int, number: int, *arguments: int | str | tuple[int]) -> None:
        """Call GEMDOS (1), BIOS (13) or XBIOS (14): a number is a word, one in brackets a long word, a text a place."""
        size = 2
        for value in reversed(arguments):
            if isinstance(value, int):
                self.code += struct.pack(">HH", 0x3F3C, value & 0xFFFF)
            else:
                long = self.put(value) if isinstance(value, str) else value[0]
                self.code += struct.pack(">HL", 0x2F3C, long & 0xFFFFFFFF)
            size += 2 if isinstance(value, int) else 4
        self.code += struct.pack(">5H", 0x3F3C, number, 0x4E40 | vector, 0xDEFC, size)

    def ask_trap(self, vector: int, number: int, *arguments: int | str | tuple[int]) -> None:
        """Make such a call, and print its answer."""
        self.trap(vector, number, *arguments)
        self.show()

    def supexec(self, code: bytes) -> None:
        self.trap(14, 38, (self.code_at(code),))

    def ask_supexec(self, code: bytes) -> None:
        self.supexec(code)
        self.show()

    def ask_code(self, code: bytes | str) -> None:
        """Run instructions, bytes or their hex digits, and print D0."""
        self.code += bytes.fromhex(code) if isinstance(code, str) else code
        self.show()

    def gemdos(self, name: str, *arguments: int | str) -> None:
        number, row = next((number, row) for number, row in CALLS[GEMDOS].items() if row.name == name)
        assert isinstance(number, int)
        values: list[int | str | tuple[int]] = []
        for kind, value in zip(row.comes, arguments, strict=True):
            values.append((value,) if isinstance(value, int) and kind != "w" else value)
        self.trap(1, number, *values)

    def ask(self, name: str, *arguments: int | str) -> None:
        self.gemdos(name, *arguments)
        self.show()

    def vdi(self, number: int, sub: int = 0, points: Sequence[int] = (), words: Sequence[int] = ()) -> None:
        self._contrl = self.words(number, len(points) // 2, 0, len(words), 0, sub, 1, 0, 0, 0, 0, 0)
        self._out = self.put(bytes(256))
        self._gem(115, self._contrl, self.words(*words), self.words(*points), self._out, self.put(bytes(256)))

    def vex(self, number: int, code: int) -> None:
        """Install code for mouse events or ticks of the VDI."""
        contrl = self.words(number, 0, 0, 0, 0, 0, 1, code >> 16, code & 0xFFFF, 0, 0, 0)
        self._gem(115, contrl, *[self.put(bytes(16))] * 4)

    def aes(self, number: int, words: Sequence[int] = (), addresses: Sequence[int | str] = ()) -> None:
        """Call the AES; a text stands for its address."""
        control = self.words(number, len(words), 1, len(addresses), 0)
        numbers = (self.put(value) if isinstance(value, str) else value for value in addresses)
        longs = self.put(struct.pack(f">{len(addresses)}L", *numbers))
        padded = self.words(*words, *[0] * (16 - len(words)))
        self._out, self._addresses = self.put(bytes(32)), self.put(bytes(16))
        self._gem(200, control, self.globals, padded, self._out, longs, self._addresses)

    def ask_aes(self, number: int, words: Sequence[int] = (), addresses: Sequence[int | str] = ()) -> None:
        """Call the AES, and print the first word of its answer."""
        self.aes(number, words, addresses)
        self.show_answer()

    def _gem(self, which: int, *arrays: int) -> None:
        block = self.put(struct.pack(f">{len(arrays)}L", *arrays))
        self.code += struct.pack(">HLHLH", 0x203C, which, 0x223C, block, 0x4E42)

    def fill_memory(self, at: int, long: int, count: int) -> None:
        self.code += struct.pack(">HLHL", 0x207C, at, 0x203C, count)
        self.code += struct.pack(">HLHH", 0x20FC, long, 0x5380, 0x66F6)

    # ---- printing

    def show(self) -> None:
        """Print D0, where GEMDOS answers."""
        self.code += struct.pack(">HL", 0x4EB9, self._show)

    def show_long(self, *places: int) -> None:
        for at in places:
            self.code += struct.pack(">HL", 0x2039, at)
            self.show()

    def show_word(self, *places: int) -> None:
        """Print the words at some addresses, with their signs."""
        for at in places:
            self.code += struct.pack(">HLH", 0x3039, at, 0x48C0)
            self.show()

    def show_answer(self, *indexes: int) -> None:
        """Print the first or selected words of the last call's int_out or intout."""
        self.show_word(*(self._out + 2 * index for index in indexes or (0,)))

    def show_count(self) -> None:
        """Print the number of intout words that the last VDI call returned."""
        self.show_word(self._contrl + 8)

    def show_address(self) -> None:
        """Print the address that the last call of the AES has answered."""
        self.show_long(self._addresses)

    def show_behind(self, *offsets: int) -> None:
        """Print words at offsets from the address that the last AES call returned."""
        for offset in offsets:
            self.code += struct.pack(">HLHhH", 0x2079, self._addresses, 0x3028, offset, 0x48C0)
            self.show()

    # ---- the file

    def again(self, start: int = 0) -> bytes:
        """Loop forever from an instruction on; return the program file."""
        self.code += struct.pack(">Hh", 0x6000, start - len(self.code) - 2)
        return self.file()

    def end(self) -> bytes:
        self.trap(1, 0)
        return self.file()

    def file(self, bss: int = ROOM) -> bytes:
        assert len(self.code) <= _DATA - _TEXT
        return program_file(self.code.ljust(_DATA - _TEXT, b"\0") + self._data, bss=bss, absolute=1)


def shown(written: str) -> list[int]:
    return [int.from_bytes(bytes.fromhex(line), "big", signed=True) for line in written.split()]
