"""68000 exceptions that the library does not raise, and their stack frames for the programs' handlers."""

import struct
from typing import Any, Final, NamedTuple

BUS_ERROR, ADDRESS_ERROR, TRACE_VECTOR, LINE_A_VECTOR = 2, 3, 9, 10
NAMES: Final = {
    **{BUS_ERROR: "bus error", ADDRESS_ERROR: "address error", 4: "illegal instruction", 6: "CHK instruction"},
    **{7: "TRAPV instruction", 8: "privilege violation", TRACE_VECTOR: "trace"},
    **{LINE_A_VECTOR: "Line-A instruction", 11: "Line-F instruction"},
}
"""Exceptions by vector that end a program without a handler."""
SUPERVISOR: Final = 0x2000  # bit of the status register for supervisor mode
A7: Final = 15  # number of the stack pointer's register
TRACE: Final = 0x8000  # bit of the status register that causes an exception after each instruction
_READ: Final = 0x10
_DATA, _PROGRAM, _SYSTEM = 1, 2, 4  # function codes: user data, user program, and the bit added in supervisor mode


class Access(NamedTuple):
    """A failed memory access."""

    vector: int
    at: int
    writing: bool
    context: Any  # state of the processor during the access

    def __str__(self) -> str:
        return f"{NAMES[self.vector]} at ${self.at & 0xFFFFFF:06X}"


def long_frame(cpu: Any, access: Access) -> bytes:
    """Return the 14 bytes that a bus or address error pushes on the stack."""
    pc, opcode = cpu.r_pc(), cpu.r_reg(30) & 0xFFFF
    # The word to fetch is just before the program counter.
    fetching = access.vector == ADDRESS_ERROR or (not access.writing and pc - access.at in (2, 4))
    code = (_PROGRAM if fetching else _DATA) + (_SYSTEM if cpu.r_sr() & SUPERVISOR else 0)
    return struct.pack(">HLH", code | (0 if access.writing else _READ), access.at, opcode) + short_frame(cpu, pc)


def short_frame(cpu: Any, pc: int) -> bytes:
    """Return the 6 bytes that any other exception pushes on the stack."""
    return struct.pack(">HL", cpu.r_sr(), pc)


def enter_supervisor(cpu: Any) -> int:
    """Switch to supervisor mode like an exception; return the stack pointer."""
    status = cpu.r_sr()
    if status & SUPERVISOR:
        cpu.w_sr(status & ~TRACE)
    else:
        user, system = cpu.r_reg(A7), cpu.r_isp()
        cpu.w_sr(status & ~TRACE | SUPERVISOR)
        cpu.w_usp(user)
        cpu.w_reg(A7, system)
    return int(cpu.r_reg(A7))
