"""The processor, a 68000 of the library machine68k, and the memory of each program.

The library has a single processor and memory. Each program therefore has a :class:`Space` with its memory and
registers. One space is *resident*; reading, writing or running another space makes that space resident first.

    000000  exception vectors and system variables
    000800  a stub for each vector: an instruction that stops the processor, then rte
    001000  system memory: strings, Line-A variables, the supervisor's stack
    010000  the program, up to the screen: no lower than below GEM in an ST
    400000  the screen
    FF8000  the registers of the hardware
"""

import struct
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Final, NamedTuple

from gemport.gem import GemportError, Raster
from gemport.st import exceptions
from gemport.st.hardware import HANDLED_PAGES, SCREEN, SCREEN_ROOM, Hardware, ScreenMemory

_PAGE: Final = 0x10000
_EMPTY_PAGE: Final = bytes(_PAGE)
TOP: Final = SCREEN  # first address after a program's memory
_KEPT: Final = SCREEN + _PAGE  # first address whose contents a space loses when another becomes resident
BOTTOM: Final = 0x10000  # first address of a program's memory
SYSTEM_ROOM: Final = range(0x1000, 0x6000)  # system memory with data whose addresses programs receive
LINE_A: Final = range(16)  # stops of the instructions A000 to A00F
RETURN: Final = 16  # stop reached when called code returns
_FAULT_STOP: Final = 17
VECTOR: Final = 16  # offset from a vector to its stop
_VECTORS: Final = 64
SYSTEM_VECTORS: Final = range(0x100, 0x103)  # vectors of the timer, of disk errors, and of a program's end
_STUBS: Final = 0x800
_SUPERVISOR_STACK: Final = 0x8000
_AUTOVECTORS: Final = range(25, 32)
_FRAME_VECTOR: Final = 28
_MFP_VECTORS: Final = range(64, 80)  # vectors of the MFP's interrupts; by default they do nothing
_FIRST_INTERRUPT, _LAST_INTERRUPT = 4 * _FRAME_VECTOR, 4 * _MFP_VECTORS.stop
_QUEUE, _QUEUE_SLOTS = 0x450, 0x4CE  # addresses of the vertical blank's variables and of its queue of eight addresses
_ADDRESS_MASK: Final = 0xFFFFFF
_NO_CHANGE: Final = 0xFFFFFFFF
_HZ_200, _FRAMES, DRIVE_BITS, DRAWN_SCREEN = 0x4BA, 0x466, 0x4C2, 0x44E
_ST_SCREEN, _ST_SCREEN_BYTES = (640, 400), 32000
_COOKIES_AT: Final = 0x740
_COOKIES: Final = struct.pack(">4sL4sL4sL4sLLL", b"_CPU", 0, b"_VDO", 0, b"_SND", 1, b"_MCH", 0, 0, 16)
"""The cookie jar of an ST, with space for 16 cookies, also of resident programs."""
# Initial system variables.
_VARIABLES: Final = {
    **{0x420: 0x752019F3, 0x42E: TOP, 0x432: BOTTOM, 0x436: TOP},  # memory
    **{0x44C: 0x02000000, DRAWN_SCREEN: SCREEN},  # resolution and screen address
    **{0x450: 1, 0x454: 0x00080000, 0x456: _QUEUE_SLOTS},  # vertical blank queue
    **{0x4EE: 0xFFFF0000, 0x4F2: 0x700, 0x5A0: _COOKIES_AT},  # no requested hardcopy, ROM header, cookies
}
_HEADER_AT: Final = 0x700
_SHIFT_KEYS, RUNNING, _RTS_AT = 0x7C0, 0x7C4, 0x7C8
"""Addresses of the state of the shift keys, of the pointer to the basepage, and of an rts."""
_PRESERVED_REGISTERS: Final = (3, 4, 5, 6, 7, 11, 12, 13, 14)  # registers that a trap preserves: D3 to D7, A3 to A6
_TRAP_END: Final = 0x7D0
_TRAP_END_CODE: Final = bytes.fromhex("4CDF 78F8 4E73")
"""Code that restores these registers and ends a trap: movem.l (sp)+,d3-d7/a3-a6; rte."""
_RESET_AT: Final = _HEADER_AT + 0x30
_ROM_COPY: Final = _SUPERVISOR_STACK.to_bytes(4, "big") + _RESET_AT.to_bytes(4, "big")
"""The first addresses, which a program can read but not write."""
_END_AT: Final = _STUBS + 4 * RETURN
_HEADER: Final = struct.pack(
    ">11L4xHL", 0x602E0104, _RESET_AT, _HEADER_AT, BOTTOM, 0, 0, 0x04061989, 0, 0, _SHIFT_KEYS, RUNNING, 0x4EF9, _END_AT
)
"""A header like in TOS 1.04. Its reset code ends the program: bra to a jmp after the header."""
D0, A0, PC, STATUS = 0, 8, 16, 17

_NO_LIBRARY: Final = (
    "a 68000 is missing, the library machine68k: pip install machine68k builds it with a C compiler "
    "(on Windows the Build Tools for Visual Studio, on macOS xcode-select --install); "
    "only gemport installed with pip finds it"
)
"""The library has no binary packages, so the message has the build command."""


class Crash(Exception):  # noqa: N818 - the program's, which an alert reports
    """The program cannot continue; the message is a short reason."""


class End(Exception):  # noqa: N818 - how a program ends
    """The program ends with an exit code."""

    def __init__(self, code: int, kept: int | None = None) -> None:
        """Create the exception; ``kept`` is the number of bytes that stay resident, or None."""
        self.code, self.kept = code, kept


class Stop(NamedTuple):
    """The reason why the processor stopped."""

    code: int  # number of the stop
    pc: int  # address of the instruction


class Space:
    """The memory and registers of one program.

    Addresses have 24 bits; methods raise Crash for invalid addresses.
    """

    def __init__(self, raster: Raster) -> None:
        """Create a resident space with the screen ``raster``. Raises GemportError if the library is missing."""
        self.screen = ScreenMemory(raster)  # GEM draws here
        self._shown: ScreenMemory | None = None  # another displayed screen, if any
        self.on_show: Callable[[Raster | None], None] = lambda _raster: None  # None shows GEM's own screen
        self.hardware = Hardware(_HEADER)
        self.on_put_away: Callable[[], object] = lambda: None  # called before another space becomes resident
        self._memory: list[bytes] | None = None  # pages while another space is resident
        self._context: Any = None
        self._interned: dict[bytes, int] = {}
        self._room = SYSTEM_ROOM.start + 0x800
        self._board = _board()
        self._board.install(self)

    # ---- memory

    def read(self, at: int, size: int) -> bytes:
        at &= _ADDRESS_MASK
        if 0 <= size <= self.screen.end - at:
            memory = self._mine().mem
            if self.screen.has(at, size):
                self.screen.store(memory)
            data: bytes = memory.r_block(at, size)
            return data
        raise Crash(f"bus error at ${at:06X}")

    def write(self, at: int, data: bytes) -> None:
        """Write a block. Raises Crash for the vectors and stubs, which calls must not change."""
        at &= _ADDRESS_MASK
        if not self.has(at, len(data)):
            raise Crash(f"bus error at ${at:06X}")
        memory, on_screen = self._mine().mem, self.screen.has(at, len(data))
        if on_screen:
            self.screen.store(memory)
        memory.w_block(at, bytes(data))
        if on_screen:
            # Now: GEM or another program may draw before this one runs again.
            self.screen.load(memory)

    def has(self, at: int, size: int) -> bool:
        """Return whether a block is readable and writable."""
        return SYSTEM_ROOM.start <= at & _ADDRESS_MASK <= self.screen.end - size

    def word(self, at: int) -> int:
        """Return a signed word."""
        at &= _ADDRESS_MASK
        if at > TOP - 2:
            return int.from_bytes(self.read(at, 2), "big", signed=True)
        word: int = self._mine().mem.r16s(at)
        return (word & 0xFFFF ^ 0x8000) - 0x8000

    def long(self, at: int) -> int:
        """Return an unsigned long word."""
        at &= _ADDRESS_MASK
        if at > TOP - 4:
            return int.from_bytes(self.read(at, 4), "big")
        return int(self._mine().mem.r32(at))

    def words(self, at: int, count: int) -> tuple[int, ...]:
        """Return signed words."""
        return struct.unpack(f">{count}h", self.read(at, 2 * count))

    def put_word(self, at: int, word: int) -> None:
        self.write(at, (word & 0xFFFF).to_bytes(2, "big"))

    def put_long(self, at: int, long: int) -> None:
        self.write(at, (long & 0xFFFFFFFF).to_bytes(4, "big"))

    def string(self, at: int, longest: int = 0x1000, end: bytes = b"\0") -> bytes:
        """Return the string before an end mark, at most ``longest`` bytes."""
        at &= _ADDRESS_MASK
        text, size = b"", 64
        while len(text) < longest and end not in text:
            text += self.read(at + len(text), max(min(size, TOP - at - len(text)), 1))
            size *= 2
        return text.partition(end)[0][:longest]

    def put_string(self, at: int, text: bytes) -> None:
        self.write(at, text + b"\0")

    def intern(self, text: bytes) -> int:
        """Store bytes in system memory; return their address, the same for equal bytes, or 0 if the memory is full."""
        if text not in self._interned:
            at, after = self._room, self._room + len(text) + 2 & ~1
            if after > SYSTEM_ROOM.stop:
                return 0
            self.put_string(at, text)
            self._interned[text], self._room = at, after
        return self._interned[text]

    def exchange_vector(self, number: int, at: int) -> int:
        """Set a vector unless ``at`` is -1; return the previous address."""
        mem = self._mine().mem
        before: int = mem.r32(4 * number)
        if at != _NO_CHANGE:
            mem.w32(4 * number, at)
        return before

    def set_variable(self, at: int, long: int) -> None:
        """Set a system variable, a long word."""
        self._mine().mem.w32(at, long)

    def set_clock(self, ms: int, shift: int = 0) -> None:
        """Set the 200 Hz counter, the frame counter and the state of the shift keys."""
        mem = self._mine().mem
        mem.w8(_SHIFT_KEYS, shift & 0xFF)
        mem.w32(_HZ_200, ms // 5)
        mem.w32(_FRAMES, ms // 14)
        self.hardware.set_clock(ms)

    # ---- registers

    def register(self, number: int) -> int:
        """Return D0 to D7 (0 to 7), A0 to A7 (8 to 15), PC or STATUS."""
        return int(self._mine().cpu.r_reg(number))

    def set_register(self, number: int, value: int) -> None:
        self._mine().cpu.w_reg(number, value & 0xFFFFFFFF)

    @property
    def user_stack(self) -> int:
        """User stack pointer while the processor is in a trap."""
        return int(self._mine().cpu.r_usp())

    @property
    def in_supervisor_mode(self) -> bool:
        return bool(self._mine().cpu.r_sr() & exceptions.SUPERVISOR)

    @property
    def from_supervisor(self) -> bool:
        """True if the current trap was called in supervisor mode."""
        return bool(self.word(self.register(exceptions.A7)) & exceptions.SUPERVISOR)

    @property
    def arguments(self) -> int:
        """Address of a trap's arguments on the stack."""
        return self.register(exceptions.A7) + 6 if self.from_supervisor else self.user_stack

    def change_mode(self, stack: int, supervisor: bool) -> None:
        """Make the current trap return in the other mode, with the supervisor stack at ``stack`` (Super)."""
        frame = self.register(exceptions.A7)
        status, pc = self.word(frame) & ~exceptions.SUPERVISOR, self.long(frame + 2)
        if not supervisor:
            self._mine().cpu.w_usp(frame + 6 & 0xFFFFFFFF)
        self._push(stack - 6, struct.pack(">HL", status & 0xFFFF | (exceptions.SUPERVISOR if supervisor else 0), pc))
        self.set_register(exceptions.A7, stack - 6)

    @property
    def is_resident(self) -> bool:
        return self._board.resident is self

    @property
    def is_stopped(self) -> bool:
        """True if the processor waits for an interrupt in the instruction stop."""
        board = self._mine()
        pc: int = board.cpu.r_pc()
        return pc & 1 == 0 and BOTTOM + 4 <= pc < TOP and bool(board.mem.r16(pc - 4) == 0x4E72)

    def go_on(self) -> None:
        """Continue after the instruction stop, like an interrupt."""
        cpu = self._mine().cpu
        registers, status, pc, user = [cpu.r_reg(n) for n in range(16)], cpu.r_sr(), cpu.r_pc(), cpu.r_usp()
        # Only a reset ends the stop; the first execution after it only spends the reset's cycles.
        cpu.pulse_reset()
        cpu.execute(1)
        cpu.w_sr(status)
        cpu.w_usp(user)
        for number, value in enumerate(registers):
            cpu.w_reg(number, value)
        cpu.w_pc(pc)

    def push_interrupt(self, vector: int) -> Any:
        """Enter the program's interrupt handler, which ends at RETURN; return the processor's previous state."""
        cpu = self._mine().cpu
        before = cpu.get_cpu_context()
        # Enter supervisor mode first, so that the handler also returns to it.
        exceptions.enter_supervisor(cpu)
        self._push_frame(vector, exceptions.short_frame(cpu, stub(RETURN)))
        return before

    def call_in_trap(self, pc: int) -> None:
        """Run code inside a trap, in its mode; the code returns to the trap's end, which restores the registers."""
        cpu = self._mine().cpu
        registers = [cpu.r_reg(number) for number in _PRESERVED_REGISTERS]
        stack = self.register(exceptions.A7) - 4 - 4 * len(registers)
        self._push(stack, struct.pack(f">{1 + len(registers)}L", _TRAP_END, *registers))
        cpu.w_reg(exceptions.A7, stack)
        cpu.w_pc(pc & _ADDRESS_MASK)

    @property
    def context(self) -> Any:
        """The state of the processor, without memory."""
        return self._mine().cpu.get_cpu_context()

    @context.setter
    def context(self, before: Any) -> None:
        self._mine().cpu.set_cpu_context(before)

    def begin(self, pc: int, stack: int) -> None:
        """Start code in user mode; the supervisor stack keeps its contents."""
        cpu = self._mine().cpu
        self._enter_user_mode(cpu.r_reg(exceptions.A7), stack)
        cpu.w_pc(pc)

    def push_call(self, pc: int, block: bytes, registers: tuple[int, ...], supervisor: bool, words: bytes = b"") -> Any:
        """Set the processor to a call of code that returns to RETURN; return the previous context.

        Args:
            block: bytes on the stack whose address is the first parameter, unless empty
            registers: values of D0 and the following registers
            words: further parameters
        """
        cpu = self._mine().cpu
        before = cpu.get_cpu_context()
        if supervisor:
            exceptions.enter_supervisor(cpu)
        elif self.in_supervisor_mode and not self.from_supervisor:
            self._enter_user_mode(cpu.r_reg(exceptions.A7), cpu.r_usp())
        at = (self.register(exceptions.A7) & ~1) - (len(block) + 1 & ~1)
        frame = stub(RETURN).to_bytes(4, "big") + (at.to_bytes(4, "big") if block else b"") + words
        stack = at - len(frame)
        self._push(stack, frame + block)
        for number, value in enumerate(registers):
            cpu.w_reg(number, value & 0xFFFFFFFF)
        cpu.w_reg(exceptions.A7, stack)
        cpu.w_pc(pc & _ADDRESS_MASK)
        return before

    def run(self, cycles: int) -> tuple[Stop | None, int]:
        """Run for at most ``cycles``; return the stop, or None, and the cycles used. Raises Crash."""
        memory = self._mine().mem
        self.screen.store(memory)
        try:
            return self._execute(cycles)
        finally:
            self._load_screens(memory)

    def _load_screens(self, memory: Any) -> None:
        """Read the program's drawing, and follow the addresses of the drawn and the displayed screen."""
        raster, before, asked = self.screen.raster, self._shown, (memory.r32(DRAWN_SCREEN), self.hardware.screen)
        # Programs reserve the size of an ST's screen.
        last = TOP - _ST_SCREEN_BYTES if (raster.width, raster.height) == _ST_SCREEN else 0
        drawn, shown = (at if BOTTOM <= at <= last else SCREEN for at in asked)
        if drawn != self.screen.at:
            self.screen = ScreenMemory(raster, drawn)
        self.screen.load(memory)
        if shown == drawn:
            self._shown = None
        elif before is None or shown != before.at:
            self._shown = ScreenMemory(Raster(raster.width, raster.height), shown)
        if self._shown is not None:
            self._shown.load(memory)
        if self._shown is not before:
            self.on_show(None if self._shown is None else self._shown.raster)

    def show_drawn(self) -> None:
        """Show GEM's own screen until the program continues."""
        self._shown = None
        self.on_show(None)

    def _execute(self, cycles: int) -> tuple[Stop | None, int]:
        board = self._mine()
        cpu = board.cpu
        if cpu.r_pc() & 1:
            self._enter_handler(exceptions.Access(exceptions.ADDRESS_ERROR, cpu.r_pc(), False, cpu.get_cpu_context()))
        used, traces = 0, board.mem.r32(4 * exceptions.TRACE_VECTOR) != _NO_TRACE
        while True:
            # The library has no trace mode: single-step a program that has a trace handler.
            traced = traces and cpu.r_sr() & exceptions.TRACE
            result = cpu.execute(1 if traces else cycles)
            used += max(result.cycles, 1)
            if board.mem.r_block(0, len(_ROM_COPY)) != _ROM_COPY:
                # Only the ROM is at these addresses; the write is noticed when the processor stops.
                board.mem.w_block(0, _ROM_COPY)
                board.fault = board.fault or exceptions.Access(exceptions.BUS_ERROR, 0, True, cpu.get_cpu_context())
                break
            if result.was_trap:
                break
            if traced:
                self._push_frame(exceptions.TRACE_VECTOR, exceptions.short_frame(cpu, cpu.r_pc()))
            if not traces or used >= cycles:
                return None, used
        if board.fault is not None:
            fault, board.fault = board.fault, None
            self._enter_handler(fault)
            return None, used
        return board.traps.call(), used

    def has_handler(self, vector: int) -> bool:
        """Return whether the program has installed a handler for an exception."""
        if vector in SYSTEM_VECTORS:
            own = _RTS_AT
        else:
            own = _NO_INTERRUPT if vector in _MFP_VECTORS else stub(VECTOR + vector)
        return self.exchange_vector(vector, _NO_CHANGE) & _ADDRESS_MASK != own

    def has_interrupts(self) -> bool:
        """Return whether the program may have installed interrupt handlers."""
        board = self._mine()
        return any(board.mem.r_block(at, len(initial)) != initial for at, initial in board.interrupts)

    def enter_handler(self, vector: int, pc: int) -> None:
        """Enter the program's handler for an exception at ``pc``."""
        self._push_frame(vector, exceptions.short_frame(self._mine().cpu, pc))

    def _enter_handler(self, access: exceptions.Access) -> None:
        if not self.has_handler(access.vector):
            raise Crash(str(access))
        cpu = self._mine().cpu
        cpu.set_cpu_context(access.context)
        self._push_frame(access.vector, exceptions.long_frame(cpu, access))

    def _push_frame(self, vector: int, frame: bytes) -> None:
        cpu = self._mine().cpu
        stack = exceptions.enter_supervisor(cpu) - len(frame)
        cpu.w_reg(exceptions.A7, stack & 0xFFFFFFFF)
        self._push(stack, frame)
        cpu.w_pc(self.exchange_vector(vector, _NO_CHANGE) & _ADDRESS_MASK)

    def _push(self, at: int, data: bytes) -> None:
        """Write to a stack; the supervisor stack may be below the addresses that ``write`` accepts."""
        if 0 <= at <= TOP - len(data):
            self._mine().mem.w_block(at, data)
        else:
            self.write(at, data)

    def pass_over(self) -> None:
        """Make an exception return after the one-word instruction that caused it."""
        frame = self.register(exceptions.A7)
        self._push(frame + 2, struct.pack(">L", self.long(frame + 2) + 2 & 0xFFFFFFFF))

    def release(self) -> None:
        """Free the memory; the space becomes unusable."""
        board = _board()
        self._memory = self._context = None
        if board.resident is self:
            board.resident = None

    def _enter_user_mode(self, supervisor_stack: int, user_stack: int) -> None:
        # Unlike an instruction, setting the status does not switch the stack pointers.
        cpu = self._mine().cpu
        cpu.w_sr(0x0300)
        cpu.w_isp(supervisor_stack)
        cpu.w_reg(exceptions.A7, user_stack)

    def _mine(self) -> "_Board":
        board = self._board
        if board.resident is not self:
            board.switch(self)
        return board


class _Board:
    """The library's machine, one per process."""

    def __init__(self) -> None:
        try:
            import machine68k
        except ImportError:
            raise GemportError(_NO_LIBRARY) from None
        # The library does not check the end of a long word, so add a page without memory.
        end = SCREEN + SCREEN_ROOM
        machine = machine68k.Machine(machine68k.CPUType.M68000, (end + _PAGE) // 1024)
        self.cpu, self.mem, self.traps = machine.cpu, machine.mem, machine.traps
        self._machine = machine
        self.resident: Space | None = None
        self.fault: exceptions.Access | None = None  # first failed access; its instruction may have made others since
        # The library holds no references to its callbacks.
        self._stops = [self._stop(code) for code in range(VECTOR + _VECTORS)]
        numbers = [self.traps.alloc(stop) for stop in self._stops]
        assert numbers == list(range(len(numbers))), "the library numbers its traps from 0"
        self.mem.set_invalid_func(_invalid)
        self._accesses = [(width, partial(_read, 1 << width), partial(_write, 1 << width)) for width in range(3)]
        for page in (end, *HANDLED_PAGES):
            for width, read, write in self._accesses:
                self.mem.set_special_range_read_func(page, width, read)
                self.mem.set_special_range_write_func(page, width, write)
        self._blank = self._first_memory()
        places = ((_FIRST_INTERRUPT, _LAST_INTERRUPT), (_QUEUE, _QUEUE + 10), (_QUEUE_SLOTS, _QUEUE_SLOTS + 32))
        self.interrupts = [(at, self._blank[at:end]) for at, end in places]
        """Address and initial contents of the memory where programs install interrupt handlers."""

    @staticmethod
    def _stop(code: int) -> Callable[[int, int], Stop]:
        own = Stop(code, stub(code))
        return lambda _opcode, pc: own if pc == own.pc else Stop(code, pc)

    @staticmethod
    def _first_memory() -> bytes:
        memory = bytearray(BOTTOM)
        memory[0 : len(_ROM_COPY)] = _ROM_COPY
        for vector in range(_VECTORS):
            at = stub(VECTOR + vector)
            if vector > 1:
                memory[4 * vector : 4 * vector + 4] = at.to_bytes(4, "big")
            # A program continues after a division by zero, as on the machine.
            code = 0x4E71 if vector == 5 or vector in _AUTOVECTORS else 0xA000 | VECTOR + vector
            memory[at : at + 4] = code.to_bytes(2, "big") + b"\x4e\x73"
        memory[_COOKIES_AT : _COOKIES_AT + len(_COOKIES)] = _COOKIES
        for at, long in _VARIABLES.items():
            memory[at : at + 4] = long.to_bytes(4, "big")
        memory[_HEADER_AT : _HEADER_AT + len(_HEADER)] = _HEADER
        for vector in _MFP_VECTORS:
            memory[4 * vector : 4 * vector + 4] = _NO_INTERRUPT.to_bytes(4, "big")
        memory[_RTS_AT : _RTS_AT + 2] = b"\x4e\x75"
        memory[_TRAP_END : _TRAP_END + len(_TRAP_END_CODE)] = _TRAP_END_CODE
        for vector in SYSTEM_VECTORS:
            memory[4 * vector : 4 * vector + 4] = _RTS_AT.to_bytes(4, "big")
        return bytes(memory)

    def install(self, space: Space) -> None:
        """Make a new space resident, with cleared memory and a reset processor."""
        self._put_away()
        self.resident = space
        self.mem.clear_block(0, SCREEN + SCREEN_ROOM, 0)
        self.mem.w_block(0, self._blank)
        self.cpu.pulse_reset()
        self.cpu.execute(1)

    def switch(self, space: Space) -> None:
        """Make an earlier space resident again."""
        assert space._memory is not None, "the space was released"
        # Most pages of both are empty, and stay.
        for page, (old, new) in enumerate(zip(self._put_away(), space._memory, strict=True)):
            if new is not old:
                self.mem.w_block(page * _PAGE, new)
        space.screen = ScreenMemory(space.screen.raster, space.screen.at)
        self.cpu.set_cpu_context(space._context)
        self.resident, space._memory, space._context = space, None, None

    def _put_away(self) -> Sequence[bytes | None]:
        """Store the resident space in itself; return the pages now in memory, or None for unknown pages."""
        before = self.resident
        if before is None:
            return (None,) * (_KEPT // _PAGE)
        before.on_put_away()
        # Drop each empty page before the next is read: 64 pages held together take ten times as long.
        before._memory = [
            _EMPTY_PAGE if (page := self.mem.r_block(at, _PAGE)) == _EMPTY_PAGE else page
            for at in range(0, _KEPT, _PAGE)
        ]
        before._context = self.cpu.get_cpu_context()
        return before._memory


_board = cache(_Board)


def require_processor() -> None:
    """Load the library. Raises GemportError if it is missing."""
    _board()


def stub(code: int) -> int:
    """Return the address of the system's instruction for a stop."""
    return _STUBS + 4 * code


_NO_INTERRUPT: Final = stub(VECTOR + _FRAME_VECTOR)
_NO_TRACE: Final = stub(VECTOR + exceptions.TRACE_VECTOR)


def is_stub(stop: Stop) -> bool:
    """Return whether a stop is from the system's stubs and not from an instruction of the program."""
    return stop.pc & _ADDRESS_MASK == stub(stop.code)


# ---- addresses outside the memory


def _fault(at: int, writing: bool) -> int:
    """Record a failed access and stop after its instruction; return 0 as the value read."""
    board = _board()
    if board.fault is None:
        board.fault = exceptions.Access(exceptions.BUS_ERROR, at, writing, board.cpu.get_cpu_context())
        board.traps.trigger(0xA000 | _FAULT_STOP, at)
    return 0


def _invalid(mode: str, _width: int, at: int) -> None:
    _fault(at, mode == "W")


def _read(size: int, at: int) -> int:
    space = _resident()
    value = space.hardware.read(at, size, space.in_supervisor_mode) if at >= HANDLED_PAGES[0] else None
    return _fault(at, False) if value is None else value


def _write(size: int, at: int, value: int) -> None:
    space = _resident()
    if at < HANDLED_PAGES[0] or not space.hardware.write(at, size, value, space.in_supervisor_mode):
        _fault(at, True)


def _resident() -> Space:
    space = _board().resident
    assert space is not None
    return space
