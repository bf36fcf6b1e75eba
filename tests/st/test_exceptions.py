"""Exceptions go to the program's own code for them, with the frames of a 68000 on the stack."""

import struct

import pytest

from tests.needs import needs_processor
from tests.st.code import BUFFER, Code
from tests.st.machine import AtariMachine

pytestmark = needs_processor

SUPEXEC = 38
FPU = "4A78 FA42"
"""tst.w $FFFFFA42: programs of Turbo C and Pure C look for a floating point unit at their start."""
PALETTE = "31FC 0000 8240"
"""move.w #0,$FFFF8240."""
ABSENT = "4239 00F00000"
"""clr.b $F00000: there is nothing."""
RESUME = "504F 4E73"
"""addq.l #8,sp; rte: behind the word that the frame has first."""


def handled(code: Code, vector: int, instructions: str, frame: int) -> int:
    """Add code that sets a vector, runs instructions and stores the frame they make; return its address.

    It answers 0 where the vector was used.
    """
    at = 4 * vector
    # move.l vector,d1; move.l sp,a0; lea handler(pc),a1; move.l a1,vector; moveq #0,d0; ...; moveq #1,d0
    body = bytes.fromhex(instructions) + b"\x70\x01"
    # move.l a0,sp; move.l d1,vector; rts
    back = struct.pack(">HHHH", 0x2E48, 0x21C1, at, 0x4E75)
    # lea BUFFER,a1; move.w (sp)+,(a1)+ ...; bra back
    store = struct.pack(">HL", 0x43F9, BUFFER) + b"\x32\xdf" * (frame // 2)
    store += struct.pack(">Hh", 0x6000, -(len(store) + len(back) + 2))
    head = struct.pack(">HHHHH", 0x2238, at, 0x204F, 0x43FA, 2 + 4 + 2 + len(body) + len(back))
    return code.put(head + struct.pack(">HHH", 0x21C9, at, 0x7000) + body + back + store)


@pytest.mark.parametrize(
    ("instruction", "status", "address"),
    [(FPU, 0x15, 0xFFFA42), (ABSENT, 5, 0xF00000), ("4EF9 00E00000", 0x16, 0xE00000)],
)
def test_bus_errors_go_to_the_programs_own_vector(
    instruction: str, status: int, address: int, atari: AtariMachine
) -> None:
    code = Code()
    at = handled(code, 2, instruction, 14)
    code.trap(14, SUPEXEC, (at,))
    code.show()
    for offset in range(0, 12, 4):
        code.show_long(BUFFER + offset)
    code.show_word(BUFFER + 12)
    answer, *found = atari.answers(code)
    frame = struct.pack(">lllh", *found)
    word, place, opcode, sr, pc = struct.unpack(">HLHHL", frame)
    assert (answer, word & 0x1F, place, sr & 0x2000) == (0, status, address, 0x2000)
    if not status & 2:
        length = len(bytes.fromhex(instruction))
        assert (opcode, pc) == (int(instruction[:4], 16), at + 16 + length)
    assert atari.reports == []


def test_a_jump_to_an_odd_address_is_an_address_error(atari: AtariMachine) -> None:
    code = Code()
    code.trap(14, SUPEXEC, (handled(code, 3, "4EB9 00123457", 14),))
    code.show()
    # The library goes on for some time from there.
    code.show_long(BUFFER + 2)
    answer, address = atari.answers(code)
    assert (answer, address & 1, address > 0x123456) == (0, 1, True)


@pytest.mark.parametrize(
    ("vector", "instruction", "following"),
    [
        (4, "4AFC", False),
        (5, "80FC 0000", True),
        (6, "41BC FFFF", True),
        (7, "44FC 0002 4E76", True),
        (10, "A0FF", False),
        (10, "A000", False),
        (11, "F200", False),
    ],
)
def test_other_exceptions_leave_six_bytes(vector: int, instruction: str, following: bool, atari: AtariMachine) -> None:
    code = Code()
    at = handled(code, vector, instruction, 6)
    code.trap(14, SUPEXEC, (at,))
    code.show()
    code.show_long(BUFFER + 2)
    length = len(bytes.fromhex(instruction))
    assert atari.answers(code) == [0, at + 16 + (length if following else 0)]


def test_each_instruction_can_be_traced(atari: AtariMachine) -> None:
    """As debuggers do, and programs that unpack themselves so."""
    code = Code()
    # addq.l #1,BUFFER; rte.
    handler = code.put(bytes.fromhex("52B9") + BUFFER.to_bytes(4, "big") + bytes.fromhex("4E73"))
    code.trap(13, 5, 9, (handler,))
    # ori #8000,sr; five instructions, a loop among them; andi #7fff,sr, which is traced itself.
    body = bytes.fromhex("007C8000 7003 4E71 51C8FFFC 4E71 027C7FFF")
    code.trap(14, SUPEXEC, (code.code_at(body),))
    code.show_long(BUFFER)
    assert atari.answers(code) == [1 + 4 * 2 + 1 + 1]


def test_a_privilege_violation_goes_to_the_programs_own_vector(atari: AtariMachine) -> None:
    code = Code()
    # addq.l #2,2(sp); moveq #7,d0; rte: behind the instruction.
    code.trap(13, 5, 8, (code.put(bytes.fromhex("54AF0002 7007 4E73")),))
    # ori #0,sr is longer than two bytes: rte is not.
    code.code += bytes.fromhex("4E73")
    code.show()
    assert atari.answers(code) == [7]


def test_a_program_goes_on_behind_an_access_that_fails(atari: AtariMachine) -> None:
    code = Code()
    # moveq #5,d0 stands behind the access; the handler only drops the frame's first words.
    code.trap(13, 5, 2, (code.put(bytes.fromhex(RESUME)),))
    code.code += bytes.fromhex(ABSENT) + bytes.fromhex("7005")
    code.show()
    assert atari.answers(code) == [5]


def test_a_handler_may_pass_a_bus_error_on(atari: AtariMachine) -> None:
    code = Code()
    # move.l old,-(sp); rts
    old = code.put(bytes(4))
    code.trap(13, 5, 2, (code.put(struct.pack(">HLH", 0x2F39, old, 0x4E75)),))
    code.code += struct.pack(">HL", 0x23C0, old) + bytes.fromhex(ABSENT)
    atari.start(code.end(), "CHAIN.PRG")
    assert atari.reports[0].startswith("CHAIN.PRG: bus error at $F00000")


def test_a_handler_that_fails_itself_ends_the_program(atari: AtariMachine) -> None:
    code = Code()
    code.trap(13, 5, 2, (0xE00000,))
    code.code += bytes.fromhex(ABSENT)
    atari.start(code.end(), "AGAIN.PRG")
    atari.machine.settle()
    assert "bus error at $" in atari.reports[0]


def test_hardware_is_there_for_the_supervisor_alone(atari: AtariMachine) -> None:
    code = Code()
    code.code += bytes.fromhex(PALETTE)
    atari.start(code.end(), "USER.PRG")
    assert "bus error at $FF8240" in atari.reports[0]
