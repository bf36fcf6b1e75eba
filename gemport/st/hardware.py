"""The hardware above a program's memory: the screen, the ROM's header, and harmless registers of an ST.

Palette, resolution, MFP, ACIAs and sound chip store written values, and read like an idle ST with a monochrome monitor.
They exist only in supervisor mode. Any other access is a bus error, so programs detect neither a blitter nor a floating
point unit.
"""

from collections.abc import Callable
from typing import Any, Final

from gemport.gem import Raster

SCREEN: Final = 0x400000  # address of the screen memory
PAGE: Final = 0xFF0000  # first address of the registers' page
_PALETTE: Final = 0xFF8240
_COLORS: Final = bytes.fromhex("0777 0700 0070 0770 0007 0707 0077 0555 0333 0733 0373 0773 0337 0737 0377 0000")
SCREEN_REGISTERS: Final = 0xFF8200  # the odd bytes are the high and middle bytes of the shown screen's address
_BEAM_REGISTERS: Final = (0xFF8205, 0xFF8207, 0xFF8209)  # registers with the bytes of the address of the monitor's beam
_CYCLES_PER_MS: Final = 8000
_READ_CYCLES: Final = 20  # cycles between two reads of the counter in a loop that waits for the beam
_LINE_CYCLES, _LINES = 224, 501  # cycles of a line of the monitor, and lines of a frame
SHOWN_LINES: Final = 400  # number of visible lines, the last of a frame
FRAME_US: Final = _LINE_CYCLES * _LINES * 1000 / _CYCLES_PER_MS  # duration of a frame in microseconds
_LINE_BYTES: Final = 80
_SOUND: Final = range(0xFF8800, 0xFF8900)
"""The sound chip: the register for selection and the selected value, mirrored every 4 bytes."""
_SOUND_REGISTERS: Final = 16
_VOLUMES: Final = range(8, 11)
_FIRST_PORT: Final = 14  # the ports follow the sound registers
_MFP_PORT: Final = 0xFFFA01
_TIMERS: Final = (0xFFFA1F, 0xFFFA21, 0xFFFA23, 0xFFFA25)
_NO_DEVICE_BYTE: Final = 0xFF
_QUIET_RANGES: Final = (
    range(0xFF8200, 0xFF8210),
    range(0xFF8240, 0xFF8280),
    range(0xFF8604, 0xFF8610),
    range(0xFFFA00, 0xFFFA40),
    range(0xFFFC00, 0xFFFE00),
)
"""Ranges without bus errors: video, disk, MFP and ACIAs; the byte at FF8001 is also accessible.

The clock of the Mega ST, after the ACIAs, is missing."""
_ROM: Final = 0xFC0000
_CARTRIDGE: Final = 0xFA0000
HANDLED_PAGES: Final = (*range(_CARTRIDGE, 0xFF0000, 0x10000), PAGE)
"""First addresses of the pages that this module handles."""
_FIRST_BYTES: Final = {
    0xFF8001: 0x0A,
    # The disk's controller never answers.
    **dict.fromkeys(range(0xFF8604, 0xFF8610), 0),
    0xFF8201: SCREEN >> 16,
    0xFF8203: 0,
    **dict.fromkeys(_BEAM_REGISTERS, 0),
    0xFF820A: 2,
    **{_PALETTE + i: byte for i, byte in enumerate(_COLORS)},
    0xFF8260: 2,
    **dict.fromkeys(range(_MFP_PORT, 0xFFFA30, 2), 0),
    # A monochrome monitor, and no device that sends.
    _MFP_PORT: 0x7F,
    0xFFFA2D: 0x80,
    # The 200 Hz timer and the keyboard are enabled.
    **{0xFFFA09: 0x60, 0xFFFA15: 0x60, 0xFFFA1D: 0x50, 0xFFFA23: 192},
    # Ready to send, nothing received.
    **{0xFFFC00: 2, 0xFFFC02: 0, 0xFFFC04: 2, 0xFFFC06: 0},
}
_READ_ONLY_REGISTERS: Final = frozenset((*_BEAM_REGISTERS, _MFP_PORT, 0xFFFA2D, 0xFFFC00, 0xFFFC02, 0xFFFC04, 0xFFFC06))


class Hardware:
    """One program's state of the registers."""

    def __init__(self, rom: bytes) -> None:
        """Create the registers in their initial state; ``rom`` is the start of the ROM."""
        self._rom = rom
        self.on_inverse: Callable[[bool], None] = lambda _inverse: None
        """Callback for colour 0 turning black (True) or white."""
        self.is_inverse = False
        self.on_sound: Callable[[int, int], None] = lambda _register, _value: None
        """Callback for writes to the sound chip, with register and value."""
        self.sound = bytearray(_SOUND_REGISTERS)
        self._selected = 0
        self._bytes = dict(_FIRST_BYTES)
        self._reads = 0
        self._cycles = 0  # time in cycles of an ST, including the reads of the counter since the clock was set

    def set_clock(self, ms: int) -> None:
        self._cycles = ms * _CYCLES_PER_MS

    def read(self, at: int, size: int, supervisor: bool = True) -> int | None:
        """Return the value at an address, or None for a bus error."""
        if at < _ROM:
            return (1 << 8 * size) - 1
        if at < PAGE:
            return int.from_bytes(self._rom[at - _ROM : at - _ROM + size].ljust(size, b"\0"), "big")
        if not (supervisor and _is_there(at, size)):
            return None
        return int.from_bytes(bytes(self._byte(place) for place in range(at, at + size)), "big")

    def write(self, at: int, size: int, value: int, supervisor: bool = True) -> bool:
        """Write a value; return False for a bus error."""
        if not (supervisor and at >= PAGE and _is_there(at, size)):
            return False
        for place, byte in enumerate((value & (1 << 8 * size) - 1).to_bytes(size, "big"), at):
            if place in _SOUND:
                self._write_sound(place, byte)
            elif place in self._bytes and place not in _READ_ONLY_REGISTERS:
                self._bytes[place] = byte
                if place == _PALETTE + 1 and byte & 1 == self.is_inverse:
                    self.is_inverse = not byte & 1
                    self.on_inverse(self.is_inverse)
        return True

    @property
    def screen(self) -> int:
        """Address of the screen that the monitor shows, a multiple of 256."""
        return self._bytes[SCREEN_REGISTERS + 1] << 16 | self._bytes[SCREEN_REGISTERS + 3] << 8

    def stored(self, at: int) -> int:
        return self._bytes[at]

    def set_color(self, number: int, color: int) -> int:
        """Set a colour of the palette unless ``color`` is negative; return the previous colour."""
        at = _PALETTE + 2 * (number & 15)
        before = self.read(at, 2) or 0
        if color >= 0:
            self.write(at, 2, color & 0x777)
        return before

    def _byte(self, at: int) -> int:
        if at in _SOUND:
            return _NO_DEVICE_BYTE if at & 3 else self.sound[self._selected]
        self._reads += 1
        if at in _BEAM_REGISTERS:
            self._cycles += _READ_CYCLES
            return self._beam() >> 8 * (2 - _BEAM_REGISTERS.index(at)) & 0xFF
        if at in _TIMERS:
            return -self._reads % ((self._bytes[at] or 0xFF) + 1)
        return self._bytes.get(at, _NO_DEVICE_BYTE)

    def _beam(self) -> int:
        """Return the address of the beam; before the first visible line it is the screen's address."""
        line, cycles = divmod(self._cycles % (_LINE_CYCLES * _LINES), _LINE_CYCLES)
        line -= _LINES - SHOWN_LINES
        if line < 0:
            return self.screen
        # The beam reads a word every four cycles until the end of the line.
        return self.screen + _LINE_BYTES * line + min(cycles // 4 * 2, _LINE_BYTES)

    def _write_sound(self, at: int, byte: int) -> None:
        match at & 3:
            case 0:
                self._selected = byte & _SOUND_REGISTERS - 1
            case 2:
                self.access_sound(self._selected, byte)

    def silence(self) -> None:
        """Set the volume of all sounding voices to 0."""
        for register in _VOLUMES:
            if self.sound[register]:
                self.access_sound(register, 0)

    def access_sound(self, register: int, value: int | None) -> int:
        """Write a register of the sound chip unless ``value`` is None; return its value."""
        register &= _SOUND_REGISTERS - 1
        if value is not None:
            self.sound[register] = value & 0xFF
            if register < _FIRST_PORT:
                self.on_sound(register, value & 0xFF)
        return self.sound[register]


def _is_there(at: int, size: int) -> bool:
    return all(
        even in _SOUND or even == 0xFF8000 or any(even in quiet for quiet in _QUIET_RANGES)
        for even in range(at & ~1, at + size, 2)
    )


# ---- the screen's memory


_MEMORY_STEP: Final = 0x8000
SCREEN_ROOM: Final = 0x100000  # maximum size of the screen's memory in bytes; rows below are not in the memory


class ScreenMemory:
    """A picture that is in a program's memory while the processor runs, and in a raster while GEM draws.

    Programs can use the rest of the last 32 KB after it; some have code there.
    """

    def __init__(self, raster: Raster, at: int = SCREEN) -> None:
        self.raster, self.at = raster, at
        self._version = -1
        self._rows: list[int] = []  # at the last copy
        self._data = b""

    def has(self, at: int, size: int) -> bool:
        """Return whether some bytes of a block belong to the picture."""
        return at < self.at + self._lines() * self.raster.stride // 8 and at + size > self.at

    @property
    def end(self) -> int:
        """First address after the memory of the screen at SCREEN."""
        return SCREEN - (-self._lines() * self.raster.stride // 8 // _MEMORY_STEP) * _MEMORY_STEP

    def _lines(self) -> int:
        return min(self.raster.height, SCREEN_ROOM * 8 // self.raster.stride)

    def store(self, memory: Any) -> None:
        """Write the rows changed by GEM to the memory."""
        raster, line = self.raster, self.raster.stride // 8
        if raster.version == self._version:
            return
        rows = raster.rows[: self._lines()]
        known = self._rows if len(self._rows) == len(rows) else [-1] * len(rows)
        for y, (row, before) in enumerate(zip(rows, known, strict=True)):
            if row != before:
                memory.w_block(self.at + y * line, row.to_bytes(line, "big"))
        self._note(rows, memory.r_block(self.at, len(rows) * line))

    def load(self, memory: Any) -> None:
        """Read the rows changed by the processor."""
        raster, line, before = self.raster, self.raster.stride // 8, self._data
        data = memory.r_block(self.at, self._lines() * line)
        if data == before:
            return
        inside = (1 << raster.stride) - (1 << raster.stride - raster.width)
        for y, at in enumerate(range(0, len(data), line)):
            if data[at : at + line] != before[at : at + line]:
                raster.rows[y] = int.from_bytes(data[at : at + line], "big") & inside
        raster.version += 1
        self._note(raster.rows[: self._lines()], data)

    def _note(self, rows: list[int], data: bytes) -> None:
        self._rows, self._data, self._version = rows, data, self.raster.version
