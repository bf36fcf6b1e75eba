"""The hardware behind a program's memory: the screen, the ROM's header, and registers of an ST that do no harm.

Palette, resolution, MFP, ACIAs and the sound chip remember what is written to them, and answer as on a machine with the
monochrome monitor where nothing happens. They are there in supervisor mode alone; all else is a bus error, so a program
that looks for a blitter or for a floating point unit finds none.
"""

from collections.abc import Callable
from typing import Final

from gemport.gem import Raster

SCREEN: Final = 0x400000
"""The address of the screen."""
PAGE: Final = 0xFF0000
"""The first address of the page that has the registers."""
_PALETTE: Final = 0xFF8240
_COLORS: Final = bytes.fromhex("0777 0700 0070 0770 0007 0707 0077 0555 0333 0733 0373 0773 0337 0737 0377 0000")
_COUNTER: Final = (0xFF8205, 0xFF8207, 0xFF8209)
"""The bytes of the address that the monitor's beam has come to."""
_CYCLES_PER_MS: Final = 8000
_READ_CYCLES: Final = 20
"""The time from one look at the counter to the next, in a loop that waits for it."""
_LINE_CYCLES, _LINES = 224, 501
"""A line of the monitor, and those of a frame."""
SHOWN_LINES: Final = 400
"""The last lines of a frame, in which pixels are shown."""
FRAME_US: Final = _LINE_CYCLES * _LINES * 1000 / _CYCLES_PER_MS
"""The microseconds of a frame."""
_LINE_BYTES: Final = 80
_SOUND: Final = range(0xFF8800, 0xFF8900)
"""The sound chip: selecting a register, and its value, again and again."""
_SOUND_REGISTERS: Final = 16
_VOLUMES: Final = range(8, 11)
_PORTS: Final = 14
"""The first of its registers that are no sound's."""
_INPUTS: Final = 0xFFFA01
_TIMERS: Final = (0xFFFA1F, 0xFFFA21, 0xFFFA23, 0xFFFA25)
_VOID: Final = 0xFF
_QUIET: Final = (
    range(0xFF8200, 0xFF8210),
    range(0xFF8240, 0xFF8280),
    range(0xFF8604, 0xFF8610),
    range(0xFFFA00, 0xFFFA40),
    range(0xFFFC00, 0xFFFE00),
)
"""Ranges in which no access is a bus error: video, disk, MFP and ACIAs; so it is with the byte at FF8001.

Behind the ACIAs lies the place of the clock of the Mega ST, which is not there."""
_ROM: Final = 0xFC0000
_CARTRIDGE: Final = 0xFA0000
OUTSIDE: Final = (*range(_CARTRIDGE, 0xFF0000, 0x10000), PAGE)
"""The first addresses of the pages that are answered here."""
_FIRST_BYTES: Final = {
    0xFF8001: 0x0A,
    # The disk's controller never answers.
    **dict.fromkeys(range(0xFF8604, 0xFF8610), 0),
    0xFF8201: SCREEN >> 16,
    0xFF8203: 0,
    **dict.fromkeys(_COUNTER, 0),
    0xFF820A: 2,
    **{_PALETTE + i: byte for i, byte in enumerate(_COLORS)},
    0xFF8260: 2,
    **dict.fromkeys(range(_INPUTS, 0xFFFA30, 2), 0),
    # A monochrome monitor, and nobody who sends.
    _INPUTS: 0x7F,
    0xFFFA2D: 0x80,
    # The timer of 200 Hz and the keyboard may interrupt.
    **{0xFFFA09: 0x60, 0xFFFA15: 0x60, 0xFFFA1D: 0x50, 0xFFFA23: 192},
    # Ready to send, nothing received.
    **{0xFFFC00: 2, 0xFFFC02: 0, 0xFFFC04: 2, 0xFFFC06: 0},
}
_FIXED: Final = frozenset((*_COUNTER, _INPUTS, 0xFFFA2D, 0xFFFC00, 0xFFFC02, 0xFFFC04, 0xFFFC06))
"""Registers that answer the same whatever is written to them."""


class Hardware:
    """The registers as one program has set them."""

    def __init__(self, rom: bytes) -> None:
        """``rom``: what the ROM begins with."""
        self._rom = rom
        self.on_inverse: Callable[[bool], None] = lambda _inverse: None
        """Called when colour 0 becomes black (True) or white."""
        self.is_inverse = False
        self.on_sound: Callable[[int, int], None] = lambda _register, _value: None
        """Called with a register of the sound chip, and what is written to it."""
        self.sound = bytearray(_SOUND_REGISTERS)
        self._selected = 0
        self._bytes = dict(_FIRST_BYTES)
        self._reads = 0
        self._cycles = 0
        """The time, in cycles of an ST, and of what has looked at the counter since it was told."""

    def set_clock(self, ms: int) -> None:
        self._cycles = ms * _CYCLES_PER_MS

    def read(self, at: int, size: int, supervisor: bool = True) -> int | None:
        """Return the value at an address; None where nothing is there."""
        if at < _ROM:
            return (1 << 8 * size) - 1
        if at < PAGE:
            return int.from_bytes(self._rom[at - _ROM : at - _ROM + size].ljust(size, b"\0"), "big")
        if not (supervisor and _is_there(at, size)):
            return None
        return int.from_bytes(bytes(self._byte(place) for place in range(at, at + size)), "big")

    def write(self, at: int, size: int, value: int, supervisor: bool = True) -> bool:
        """Write a value; return whether there is something that takes it."""
        if not (supervisor and at >= PAGE and _is_there(at, size)):
            return False
        for place, byte in enumerate((value & (1 << 8 * size) - 1).to_bytes(size, "big"), at):
            if place in _SOUND:
                self._write_sound(place, byte)
            elif place in self._bytes and place not in _FIXED:
                self._bytes[place] = byte
                if place == _PALETTE + 1 and byte & 1 == self.is_inverse:
                    self.is_inverse = not byte & 1
                    self.on_inverse(self.is_inverse)
        return True

    def kept(self, at: int) -> int:
        """Return what was written to a register of one byte."""
        return self._bytes[at]

    def set_color(self, number: int, color: int) -> int:
        """Set a colour of the palette, unless it is negative; return the one before."""
        at = _PALETTE + 2 * (number & 15)
        before = self.read(at, 2) or 0
        if color >= 0:
            self.write(at, 2, color & 0x777)
        return before

    def _byte(self, at: int) -> int:
        if at in _SOUND:
            return _VOID if at & 3 else self.sound[self._selected]
        self._reads += 1
        if at in _COUNTER:
            self._cycles += _READ_CYCLES
            return self._beam() >> 8 * (2 - _COUNTER.index(at)) & 0xFF
        if at in _TIMERS:
            return -self._reads % ((self._bytes[at] or 0xFF) + 1)
        return self._bytes.get(at, _VOID)

    def _beam(self) -> int:
        """Return the address that the beam has come to: before the first line it waits at the screen's."""
        line, cycles = divmod(self._cycles % (_LINE_CYCLES * _LINES), _LINE_CYCLES)
        line -= _LINES - SHOWN_LINES
        if line < 0:
            return SCREEN
        # A word each four cycles, until the line's end.
        return SCREEN + _LINE_BYTES * line + min(cycles // 4 * 2, _LINE_BYTES)

    def _write_sound(self, at: int, byte: int) -> None:
        match at & 3:
            case 0:
                self._selected = byte & _SOUND_REGISTERS - 1
            case 2:
                self.access_sound(self._selected, byte)

    def silence(self) -> None:
        """Turn down what sounds."""
        for register in _VOLUMES:
            if self.sound[register]:
                self.access_sound(register, 0)

    def access_sound(self, register: int, value: int | None) -> int:
        """Return a register of the sound chip, after writing it unless there is no value."""
        register &= _SOUND_REGISTERS - 1
        if value is not None:
            self.sound[register] = value & 0xFF
            if register < _PORTS:
                self.on_sound(register, value & 0xFF)
        return self.sound[register]


def _is_there(at: int, size: int) -> bool:
    return all(
        even in _SOUND or even == 0xFF8000 or any(even in quiet for quiet in _QUIET)
        for even in range(at & ~1, at + size, 2)
    )


# ---- the screen's memory


_SCREEN_PART: Final = 0x8000


class ScreenMemory:
    """The screen's pixels, and the bytes behind them up to 32 KB, in which programs keep code and data."""

    def __init__(self, raster: Raster) -> None:
        self.raster = raster
        self._line = raster.stride // 8
        self._end = self._line * raster.height
        self._behind = bytearray(-self._end % _SCREEN_PART)
        self.size = self._end + len(self._behind)

    def peek(self, offset: int, size: int) -> bytes:
        """Return bytes; fewer at the end of the memory."""
        data = b""
        if offset < self._end:
            first, x = divmod(offset, self._line)
            rows = self.raster.rows[first : (offset + size - 1) // self._line + 1]
            data = b"".join(row.to_bytes(self._line, "big") for row in rows)[x : x + size]
        start = max(offset - self._end, 0)
        return data + self._behind[start : start + size - len(data)] if len(data) < size else data

    def poke(self, offset: int, data: bytes) -> None:
        """Write bytes; what lies behind the end of the memory is lost."""
        raster, line = self.raster, self._line
        inside = (1 << raster.stride) - (1 << raster.stride - raster.width)
        while data:
            y, x = divmod(offset, line)
            if y >= raster.height:
                start = offset - self._end
                part = data[: max(len(self._behind) - start, 0)]
                self._behind[start : start + len(part)] = part
                break
            part = data[: line - x]
            shift = 8 * (line - x - len(part))
            mask = (1 << 8 * len(part)) - 1 << shift
            raster.rows[y] = (raster.rows[y] & ~mask | int.from_bytes(part, "big") << shift) & inside
            data, offset = data[len(part) :], offset + len(part)
        raster.version += 1
