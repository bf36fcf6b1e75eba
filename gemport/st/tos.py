"""GEMDOS, BIOS and XBIOS: traps 1, 13 and 14, and the tables of their calls.

A row has a call's number in hexadecimal, its name, and its arguments on the stack: ``w`` a word, ``l`` an unsigned long
word, ``n`` a signed long word, ``s`` the address of a path. The name in lower case is a constant answer or a method (of
:class:`Tos`, or of the program's :class:`~gemport.st.console.ConsoleCalls` or
:class:`~gemport.st.gemdos_files.GemdosFiles`). Calls with ``?`` are unknown here; the log shows their names.
"""

import errno
import struct
from collections.abc import Callable, Coroutine, Mapping
from datetime import timedelta
from typing import Any, Final, TypeAlias

from gemport.gem import keys
from gemport.st.calls import Steps, rows
from gemport.st.children import Children
from gemport.st.console import READY, ConsoleCalls
from gemport.st.drives import Error, Missing, MissingFolder
from gemport.st.gemdos_files import GemdosFiles, date_word, decoded_moment, time_word
from gemport.st.hardware import SCREEN_REGISTERS
from gemport.st.interrupts import FIRST_VECTOR, Interrupts
from gemport.st.processor import A0, BOTTOM, DRAWN_SCREEN, SYSTEM_VECTORS, TOP, End
from gemport.st.task import Task

GEMDOS, BIOS, XBIOS = 33, 45, 46  # vectors of the traps

_TABLES: Final = {
    GEMDOS: """
        00 Pterm0, 01 Cconin, 02 Cconout w, 03 Cauxin, 04 Cauxout, 05 Cprnout w, 06 Crawio w, 07 Crawcin, 08 Cnecin,
        09 Cconws l, 0A Cconrs l, 0B Cconis, 0E Dsetdrv w, 10 Cconos, 11 Cprnos, 12 Cauxis, 13 Cauxos, 14 Maddalt ?,
        19 Dgetdrv, 1A Fsetdta l, 20 Super l, 2A Tgetdate, 2B Tsetdate w, 2C Tgettime, 2D Tsettime w, 2F Fgetdta,
        30 Sversion, 31 Ptermres lw, 36 Dfree lw, 39 Dcreate s, 3A Ddelete s, 3B Dsetpath s, 3C Fcreate sw,
        3D Fopen sw, 3E Fclose w, 3F Fread wll, 40 Fwrite wll, 41 Fdelete s, 42 Fseek nww, 43 Fattrib sww,
        44 Mxalloc nw, 45 Fdup w, 46 Fforce ww, 47 Dgetpath lw, 48 Malloc n, 49 Mfree l, 4A Mshrink wll,
        4B Pexec wlll, 4C Pterm w, 4E Fsfirst sw, 4F Fsnext, 56 Frename wss, 57 Fdatime lww
    """,
    BIOS: """
        00 Getmpb l, 01 Bconstat w, 02 Bconin w, 03 Bconout ww, 04 Rwabs, 05 Setexc wl, 06 Tickcal, 07 Getbpb,
        08 Bcostat w, 09 Mediach w, 0A Drvmap, 0B Kbshift w
    """,
    XBIOS: """
        00 Initmouse, 01 Ssbrk, 02 Physbase, 03 Logbase, 04 Getrez, 05 Setscreen nnw, 06 Setpalette l, 07 Setcolor ww,
        08 Floprd, 09 Flopwr, 0A Flopfmt, 0B Getdsb ?, 0C Midiws, 0D Mfpint wl, 0E Iorec w, 0F Rsconf, 10 Keytbl lll,
        11 Random, 12 Protobt lnww, 13 Flopver, 14 Scrdmp, 15 Cursconf, 16 Settime l, 17 Gettime, 18 Bioskeys,
        19 Ikbdws, 1A Jdisint w, 1B Jenabint w, 1C Giaccess ww, 1D Offgibit w, 1E Ongibit w, 1F Xbtimer wwwl,
        20 Dosound l, 21 Setprt, 22 Kbdvbase, 23 Kbrate, 24 Prtblk, 25 Vsync, 26 Supexec l, 27 Puntaes, 40 Blitmode
    """,
}
_ROWS: Final = {vector: tuple(rows(table, base=16)) for vector, table in _TABLES.items()}
CALLS: Final = {
    vector: {row.number: row._replace(name=row.name.lower()) for row in table if row.comes != "?"}
    for vector, table in _ROWS.items()
}
NAMES: Final = {GEMDOS: "GEMDOS", BIOS: "BIOS", XBIOS: "XBIOS"}

_CONSTANT_ANSWERS: Final[Mapping[str, int]] = {
    # Missing hardware, and an unchanged disk.
    **dict.fromkeys(("cauxin", "cauxout", "cauxis", "getbpb", "mediach", "midiws", "rsconf"), 0),
    **dict.fromkeys(("cursconf", "ikbdws", "setprt", "kbrate", "blitmode"), 0),
    # The mouse's mode is fixed, no memory is left above the screen, a printer is missing, and the AES is in the ROM.
    **dict.fromkeys(("initmouse", "ssbrk", "scrdmp", "prtblk", "puntaes"), 0),
    # Sectors of a disk.
    **dict.fromkeys(("rwabs", "floprd", "flopwr", "flopfmt", "flopver"), Error.EDRVNR),
    **dict.fromkeys(("bcostat", "cconos", "cprnos", "cauxos", "cprnout"), READY),
    **{"getrez": 2, "sversion": 0x1500, "tickcal": 20},
}
_ARGUMENT_SIZES: Final = {"w": 2, "l": 4, "n": 4, "s": 4}
_FOLDER_CALLS: Final = ("dsetpath", "fcreate", "dcreate", "ddelete", "frename")  # whose missing names are folders
_BOOT_SECTORS: Final = tuple(
    struct.pack("<HBHBHHB4H", 512, cluster, 1, 2, entries, sectors, media, table, 9, sides, 0)
    for cluster, entries, sectors, media, table, sides in (
        *((1, 64, 360, 0xFC, 2, 1), (2, 112, 720, 0xFD, 2, 2)),
        *((2, 112, 720, 0xF9, 5, 1), (2, 112, 1440, 0xF9, 5, 2)),
    )
)
"""Geometry in a boot sector by type of disk: 40 tracks, single and double sided, and the same with 80 tracks."""
_SERIAL_AT, _GEOMETRY_AT, _CHECKSUM_AT, _SECTOR_SIZE = 8, 11, 510, 512
_EXECUTABLE_SUM: Final = 0x1234
_KEYBOARD, _ASK_JOYSTICKS = 4, 0x16
_JOYSTICK_VECTOR: Final = 24  # offset in the keyboard's vectors
_PORT_A: Final = 14
_CENTRED_JOYSTICKS: Final = b"\xfd\0\0"
_BUFFER_RECORDS: Final = bytes(28)  # Iorec's records for receiving and sending, with empty buffers
_OTHER_SYSTEMS: Final = range(0xFF, 0x160)  # GEMDOS calls of MiNT, which programs use to detect it


def tos_name(vector: int, number: int) -> str:
    """Return the name of a GEMDOS, BIOS or XBIOS call, or its number if unknown."""
    return next((row.name for row in _ROWS[vector] if row.number == number), f"{NAMES[vector]} {number}")


Answer: TypeAlias = int | Steps[int] | Coroutine[Any, Any, int] | None
"""The value for D0, or a generator or coroutine that returns it; None leaves D0 unchanged."""


class Tos:
    """A program's GEMDOS, BIOS and XBIOS calls, except file and console calls."""

    def __init__(self, task: Task, files: GemdosFiles, children: Children, interrupts: Interrupts) -> None:
        self._interrupts = interrupts
        self.dosound, self.pexec, self.setcolor = interrupts.dosound, children.pexec, task.space.hardware.set_color
        self._task, self._space, self._gem, self._files = task, task.space, task.gem, files
        self._console = ConsoleCalls(task)
        self._ahead = timedelta()  # of the host's clock, after the program has set the time

    def begin(self, vector: int) -> Answer:
        """Start the call whose number is on the stack; return its answer."""
        space, at = self._space, self._space.arguments
        number = space.word(at) & 0xFFFF
        row = CALLS[vector].get(number)
        if row is None and vector == GEMDOS and number in _OTHER_SYSTEMS:
            return Error.EINVFN
        if row is None:
            self._task.unknown(NAMES[vector], number)
            # Unknown BIOS and XBIOS calls return their number; programs use this to detect calls.
            return Error.EINVFN if vector == GEMDOS else number
        arguments: list[Any] = []
        at += 2
        for kind in row.comes:
            value = space.word(at) if kind == "w" else space.long(at)
            if kind == "n":
                value -= (value & 0x80000000) << 1
            arguments.append(self._files.text(value) if kind == "s" else value)
            at += _ARGUMENT_SIZES[kind]
        if row.name in _CONSTANT_ANSWERS:
            return _CONSTANT_ANSWERS[row.name]
        method: Callable[..., Any] = next(
            getattr(part, row.name) for part in (self, self._console, self._files) if hasattr(part, row.name)
        )
        try:
            answer: Answer = self._files.redirected(row.name, arguments) if vector == GEMDOS else None
            if answer is None:
                answer = method(*arguments)
        except MissingFolder:
            return Error.EPTHNF
        except Missing:
            return Error.EPTHNF if row.name in _FOLDER_CALLS else Error.EFILNF
        except OSError as error:
            return Error.EFILNF if error.errno == errno.ENOENT else Error.EACCDN
        return answer

    # ---- the program and its memory

    def pterm(self, code: int = 0) -> int:
        raise End(code)

    pterm0 = pterm

    def ptermres(self, size: int, code: int) -> int:
        """End, but stay resident in the parent's memory."""
        raise End(code, size)

    def malloc(self, size: int, _mode: int = 0) -> int:
        """Allocate a block and return its address or 0; for size -1, return the size of the largest free block."""
        heap = self._task.heap
        return heap.largest() if size == -1 else heap.malloc(size) if size > 0 else 0

    mxalloc = malloc  # only one kind of memory exists

    def mfree(self, at: int) -> int:
        return 0 if self._task.heap.mfree(at) else Error.EIMBA

    def mshrink(self, _zero: int, at: int, size: int) -> int:
        return 0 if self._task.heap.mshrink(at, size) else Error.EIMBA

    def super(self, stack: int) -> int:
        """Switch between user and supervisor mode (0 or a stack), or return the current mode (1)."""
        space = self._space
        supervisor = space.from_supervisor
        if stack == 1:
            return -1 if supervisor else 0
        before = space.register(15) + 6
        space.change_mode(stack or space.user_stack, not supervisor)
        return before

    def supexec(self, code: int) -> None:
        """Run code in supervisor mode within this trap; it may read the keyboard or the clock."""
        self._task.attend()
        self._space.call_in_trap(code)

    def setexc(self, number: int, at: int) -> int:
        """Exchange a vector, or only return it (-1)."""
        known = 0 <= number < 0x100 or number in SYSTEM_VECTORS
        return self._space.exchange_vector(number, at) if known else 0

    def iorec(self, _device: int) -> int:
        """Return the address of records of empty buffers."""
        return self._space.intern(_BUFFER_RECORDS)

    def giaccess(self, value: int, register: int) -> int:
        """Read a register of the sound chip, or write it if bit 7 of ``register`` is set."""
        return self._space.hardware.access_sound(register & 0x7F, value if register & 0x80 else None)

    def offgibit(self, bits: int) -> int:
        return self.giaccess(self.giaccess(0, _PORT_A) & bits, 0x80 | _PORT_A)

    def ongibit(self, bits: int) -> int:
        return self.giaccess(self.giaccess(0, _PORT_A) | bits, 0x80 | _PORT_A)

    # ---- interrupts

    def mfpint(self, number: int, code: int) -> int:
        self._space.exchange_vector(FIRST_VECTOR + (number & 15), code)
        return self.jenabint(number)

    def jdisint(self, number: int) -> int:
        self._interrupts.enable(number & 15, False)
        return 0

    def jenabint(self, number: int) -> int:
        self._interrupts.enable(number & 15, True)
        return 0

    def xbtimer(self, timer: int, control: int, data: int, code: int) -> int:
        self._interrupts.set_timer(timer & 3, control & 0xFF, data & 0xFF, code)
        return 0

    # ---- the keyboard

    def keytbl(self, *tables: int) -> int:
        """Set character tables by scancode, except -1; return the address of their pointers. Keys are unaffected."""
        own = [self._space.intern(table) for table in keys.key_tables()]
        at = self._space.intern(struct.pack(">3L", *own))
        for place, table in enumerate(tables):
            if table != 0xFFFFFFFF:
                self._space.put_long(at + 4 * place, table)
        return at

    def kbdvbase(self) -> int:
        """Return the address of the keyboard's vectors, each of an rts; only the joystick vector is ever called."""
        return self._space.intern(struct.pack(">9L", *[self._space.intern(b"\x4e\x75")] * 9))

    def bconout(self, device: int, char: int) -> int:
        """Write to a device; the keyboard processor reports centred joysticks on request."""
        if (device, char & 0xFF) == (_KEYBOARD, _ASK_JOYSTICKS):
            code, packet = self._space.long(self.kbdvbase() + _JOYSTICK_VECTOR), self._space.intern(_CENTRED_JOYSTICKS)
            self._task.call(code, _CENTRED_JOYSTICKS, (0,) * A0 + (packet,), supervisor=True)
        return self._console.bconout(device, char)

    def bioskeys(self) -> int:
        return self.keytbl(*map(self._space.intern, keys.key_tables()))

    def kbshift(self, _bits: int) -> int:
        self._task.attend()
        return self._gem.graf_mkstate().shift

    # ---- time and random numbers

    def tgetdate(self) -> int:
        return date_word(self._task.system.clock() + self._ahead)

    def tgettime(self) -> int:
        return time_word(self._task.system.clock() + self._ahead)

    def tsetdate(self, date: int) -> int:
        """Set the date that this program gets; return -1 if it is invalid."""
        return self.settime((date & 0xFFFF) << 16 | self.tgettime())

    def tsettime(self, time: int) -> int:
        return self.settime(self.tgetdate() << 16 | time & 0xFFFF)

    def settime(self, date_and_time: int) -> int:
        moment = decoded_moment(date_and_time & 0xFFFF, date_and_time >> 16)
        if moment is None:
            return -1
        self._ahead = moment - self._task.system.clock().replace(microsecond=0)
        return 0

    def gettime(self) -> int:
        return self.tgetdate() << 16 | self.tgettime()

    def random(self) -> int:
        return self._task.system.random.getrandbits(24)

    def physbase(self) -> int:
        return self._space.hardware.screen

    def logbase(self) -> int:
        return self._space.long(DRAWN_SCREEN)

    def setscreen(self, drawn: int, shown: int, _resolution: int) -> int:
        """Set the addresses of the screens for drawing and for showing, each unless it is negative."""
        if drawn >= 0:
            self._space.set_variable(DRAWN_SCREEN, drawn)
        if shown >= 0:
            self._space.hardware.write(SCREEN_REGISTERS, 4, shown & 0xFF0000 | shown >> 8 & 0xFF)
        return 0

    async def vsync(self) -> int:
        await self._gem.pause(14)  # a frame of the monitor, in ms
        return 0

    # ---- the screen and the drives

    def setpalette(self, at: int) -> None:
        for number, color in enumerate(self._space.words(at, 16)):
            self._space.hardware.set_color(number, color & 0x777)

    def protobt(self, at: int, serial: int, disk: int, executable: int) -> None:
        """Make a boot sector of a buffer: serial number, type of disk, and whether it is executable; -1 keeps each."""
        sector = bytearray(self._space.read(at, _SECTOR_SIZE))
        if serial >= 0:
            number = serial if serial < 1 << 24 else self.random()
            sector[_SERIAL_AT:_GEOMETRY_AT] = number.to_bytes(3, "little")
        if 0 <= disk < len(_BOOT_SECTORS):
            sector[_GEOMETRY_AT : _GEOMETRY_AT + len(_BOOT_SECTORS[disk])] = _BOOT_SECTORS[disk]
        words = struct.unpack(">256H", sector)
        if executable < 0:
            executable = sum(words) & 0xFFFF == _EXECUTABLE_SUM
        checksum = _EXECUTABLE_SUM + (not executable) - sum(words[:-1])
        sector[_CHECKSUM_AT:] = (checksum & 0xFFFF).to_bytes(2, "big")
        self._space.write(at, bytes(sector))

    def getmpb(self, at: int) -> None:
        """Write the pointers to the list of free memory, with one block, as at the system's start."""
        block = self._space.intern(struct.pack(">4L", 0, BOTTOM, TOP - BOTTOM, 0))
        self._space.write(at, struct.pack(">3L", block, 0, block))

    def drvmap(self) -> int:
        return self._task.system.drives.bits
