"""Programs in machine code, made call by call: a line of the console tells what each call answers."""

from __future__ import annotations

import struct

from gemport.st import aes, tos

_TEXT = 0x8100
_DATA = _TEXT + 0x8000
_INT_IN, _ADDR_IN, _OUT, _LINE = _DATA, _DATA + 0x40, _DATA + 0x60, _DATA + 0xC0
_CONTROL, _BLOCK, _TEXTS = _DATA + 0x100, _DATA + 0x120, _DATA + 0x200
BUFFER = 0x100000
"""An address of free memory."""
_SHOW = bytes.fromhex(
    f"2600 7807 41F9{_LINE:08X} E99B 3003 0240000F 06400030 0C400039 6F02 5E40 10C0 51CCFFE8 30BC0A00"
    f"4879{_LINE:08X} 3F3C0009 4E41 5C8F 4E75"
)
"""Write D0 as eight digits and the end of a line."""
_SIGNS = {"w": ">HH", "l": ">HL", "n": ">HL", "s": ">HL"}
_PUSH = {"w": 0x3F3C, "l": 0x2F3C, "n": 0x2F3C, "s": 0x2F3C}


class Code:
    """A program file that grows by a call at a time."""

    def __init__(self) -> None:
        self._code, self._texts = struct.pack(">HH", 0x6000, 2 + len(_SHOW)) + _SHOW, b""

    def text(self, text: str | bytes) -> int:
        """Return the address of a text."""
        at = _TEXTS + len(self._texts)
        data = (text.encode() if isinstance(text, str) else text) + b"\0"
        self._texts += data + bytes(len(data) % 2)
        return at

    def show(self) -> None:
        """Print what the last call has answered."""
        # A branch to the beginning's subroutine.
        self._code += struct.pack(">Hh", 0x6100, 4 - (len(self._code) + 2))

    def gemdos(self, name: str, *values: int | str, shown: bool = True) -> None:
        """Make a call of GEMDOS; a text stands for its address."""
        row = next(row for row in tos.CALLS[tos.GEMDOS].values() if row.name == name)
        for kind, value in reversed(list(zip(row.comes, values, strict=True))):
            number = value if isinstance(value, int) else self.text(value)
            self._code += struct.pack(_SIGNS[kind], _PUSH[kind], number)
        self._code += struct.pack(">3H", 0x3F3C, row.number, 0x4E41)
        # The stack is taken back: lea n(sp),sp.
        self._code += struct.pack(">2H", 0x4FEF, 2 + sum(2 if kind == "w" else 4 for kind in row.comes))
        if shown:
            self.show()

    def aes(self, name: str, words: tuple[int, ...], *addresses: int) -> None:
        """Make a call of the AES, and print int_out[0]."""
        opcode = next(number for number, call in aes.CALLS.items() if call.name == name)
        assert isinstance(opcode, int)
        head = (opcode, len(words), 1, len(addresses), 0)
        for start, numbers in ((_CONTROL, head), (_INT_IN, words)):
            for index, word in enumerate(numbers):
                self._code += struct.pack(">HHL", 0x33FC, word & 0xFFFF, start + 2 * index)
        blocks = (_CONTROL, _OUT + 0x20, _INT_IN, _OUT, _ADDR_IN, _OUT + 0x10)
        for start, numbers in ((_BLOCK, blocks), (_ADDR_IN, addresses)):
            for index, long in enumerate(numbers):
                self._code += struct.pack(">HLL", 0x23FC, long, start + 4 * index)
        self._code += struct.pack(">HLHLHHL", 0x203C, 200, 0x223C, _BLOCK, 0x4E42, 0x3039, _OUT) + b"\x48\xc0"
        self.show()

    def number(self, at: int) -> None:
        """Print the long word at an address."""
        self._code += struct.pack(">HL", 0x2039, at)
        self.show()

    def again(self, start: int) -> None:
        """Go back to a place that ``here`` has told, for ever."""
        self._code += struct.pack(">Hh", 0x6000, start - (len(self._code) + 2))

    @property
    def here(self) -> int:
        """The place of the next call."""
        return len(self._code)

    def file(self, code: int = 0) -> bytes:
        """Return the program file; it ends with a code."""
        self._code += struct.pack(">5H", 0x3F3C, code, 0x3F3C, 0x4C, 0x4E41)
        image = self._code.ljust(_DATA - _TEXT, b"\0")
        assert len(image) == _DATA - _TEXT
        image += bytes(_TEXTS - _DATA) + self._texts
        return struct.pack(">HLLLLLLH", 0x601A, len(image), 0, 0, 0, 0, 0, 1) + image


def shown(text: str) -> list[int]:
    """The answers in what a program has printed."""
    return [int.from_bytes(bytes.fromhex(line), "big", signed=True) for line in text.split("\n") if line]
