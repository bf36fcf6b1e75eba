"""Exceptions: programs' handlers, and crashes, which show an alert while other programs continue."""

import struct
from collections.abc import Callable

import pytest

from gemport.gem import Gem, Workstation
from gemport.gem.aes.keys import RETURN
from tests.st.code import BUFFER, Code
from tests.st.machine import AtariMachine
from tests.st.slow import PROGRAMS, relinking

FPU = "4A78 FA42"
"""tst.w $FFFFFA42: programs of Turbo C and Pure C look for a floating point unit at their start."""
ABSENT = "4239 00F00000"
"""clr.b $F00000: there is nothing."""
RESUME = "504F 4E73"
"""addq.l #8,sp; rte: skip the frame's first words."""


def handled(code: Code, vector: int, instructions: str, frame: int) -> int:
    """Add code that sets a vector, runs instructions and stores the frame they make; return its address.

    It answers 0 if the vector was used.
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
    instruction: str, status: int, address: int, atari: AtariMachine, code: Code
) -> None:
    at = handled(code, 2, instruction, 14)
    code.ask_trap(14, 38, (at,))
    code.show_long(*range(BUFFER, BUFFER + 12, 4))
    code.show_word(BUFFER + 12)
    answer, *found = atari.answers(code)
    frame = struct.pack(">lllh", *found)
    word, place, opcode, sr, pc = struct.unpack(">HLHHL", frame)
    assert (answer, word & 0x1F, place, sr & 0x2000) == (0, status, address, 0x2000)
    if not status & 2:
        length = len(bytes.fromhex(instruction))
        assert (opcode, pc) == (int(instruction[:4], 16), at + 16 + length)


def test_a_jump_to_an_odd_address_is_an_address_error(atari: AtariMachine, code: Code) -> None:
    code.ask_trap(14, 38, (handled(code, 3, "4EB9 00123457", 14),))
    # The library continues from there for some time.
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
    code.ask_trap(14, 38, (at,))
    code.show_long(BUFFER + 2)
    length = len(bytes.fromhex(instruction))
    assert atari.answers(code) == [0, at + 16 + (length if following else 0)]


def test_each_instruction_can_be_traced(atari: AtariMachine, code: Code) -> None:
    """Debuggers and self-unpacking programs use the trace exception."""
    # addq.l #1,BUFFER; rte.
    handler = code.put(bytes.fromhex("52B9") + BUFFER.to_bytes(4, "big") + bytes.fromhex("4E73"))
    code.trap(13, 5, 9, (handler,))
    # ori #8000,sr; five instructions including a loop; andi #7fff,sr, also traced.
    body = bytes.fromhex("007C8000 7003 4E71 51C8FFFC 4E71 027C7FFF")
    code.supexec(body)
    code.show_long(BUFFER)
    assert atari.answers(code) == [1 + 4 * 2 + 1 + 1]


def test_a_privilege_violation_goes_to_the_programs_own_vector(atari: AtariMachine, code: Code) -> None:
    # addq.l #2,2(sp); moveq #7,d0; rte: skip the instruction.
    code.trap(13, 5, 8, (code.put(bytes.fromhex("54AF0002 7007 4E73")),))
    # ori #0,sr is longer than two bytes: rte is not.
    code.ask_code("4E73")
    assert atari.answers(code) == [7]


def test_a_program_goes_on_behind_an_access_that_fails(atari: AtariMachine, code: Code) -> None:
    # moveq #5,d0 follows the access; the handler only drops the frame's first words.
    code.trap(13, 5, 2, (code.put(bytes.fromhex(RESUME)),))
    code.ask_code(ABSENT + "7005")
    # moveq #7,d0; move.l $F00000,d0: the access changes no register.
    code.ask_code("7007 2039 00F00000")
    assert atari.answers(code) == [5, 7]


def test_a_handler_may_pass_a_bus_error_on(atari: AtariMachine, code: Code) -> None:
    # move.l old,-(sp); rts
    old = code.put(bytes(4))
    code.trap(13, 5, 2, (code.put(struct.pack(">HLH", 0x2F39, old, 0x4E75)),))
    code.code += struct.pack(">HL", 0x23C0, old) + bytes.fromhex(ABSENT)
    atari.start(code.end(), "CHAIN.PRG")
    assert atari.reports[0].startswith("CHAIN.PRG: bus error at $F00000")


@pytest.mark.parametrize("hex_code", ["42B80000", "42780006", "11FC00010007"])
def test_a_write_to_the_first_addresses_is_a_bus_error(hex_code: str, atari: AtariMachine, code: Code) -> None:
    code.code += bytes.fromhex(hex_code)
    atari.start(code.end(), "ZERO.PRG")
    atari.machine.settle()
    assert "bus error at $000000" in atari.reports[0]


def test_a_handler_that_fails_itself_ends_the_program(atari: AtariMachine, code: Code) -> None:
    code.trap(13, 5, 2, (0xE00000,))
    code.code += bytes.fromhex(ABSENT)
    atari.start(code.end(), "AGAIN.PRG")
    atari.machine.settle()
    # Each failure pushes 14 bytes, until the stack is below the first address.
    assert "bus error at $FFFFF4" in atari.reports[0]


# ---- programs that crash


async def _other(gem: Gem) -> None:
    while True:
        await gem.evnt_keybd()


def check_ended(atari: AtariMachine, reason: str) -> None:
    """Check that the last report names the reason, and that the other program continues after the alert."""
    assert reason in atari.reports[-1]
    atari.machine.key(RETURN)
    atari.machine.settle()
    assert (atari.machine.result, atari.machine.finished, atari.machine.faults) == (-1, False, [])


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("a", "bus error at $F00000"),
        ("b", "bus error at $FF8240"),
        ("c", "illegal instruction at $"),
        ("d", "address error at $"),
        ("e", "bus error at $E00000"),
        ("g", "privilege violation at $"),
        ("h", "Line-F instruction at $"),
        ("i", "bus error at $4FFFF"),
        ("k", "bus error at $"),
        ("l", "bus error at $500000"),
    ],
)
def test_a_crash_ends_the_program_alone(way: str, reason: str, atari: AtariMachine) -> None:
    atari.machine.start(_other, "OTHER.PRG")
    before = atari.machine.frame(pointer=False)
    atari.start_built("CRASH.PRG", way)
    atari.machine.settle()
    assert atari.machine.frame(pointer=False) != before
    check_ended(atari, reason)


def _as_desktop(code: Code, at: int) -> None:
    code.aes(105, (0, 14, at >> 16, at & 0xFFFF, 0, 0))
    code.aes(51, (3, 0, 0, 0, 0, 0, 0, 640, 400))


@pytest.mark.parametrize("atari", [{"mhz": 8}], indirect=True)
@pytest.mark.parametrize("draw", [lambda code, at: code.aes(42, (0, 0x7FFF, 0, 0, 640, 400), (at,)), _as_desktop])
def test_a_tree_that_its_own_code_relinks_ends_the_program_alone(
    draw: Callable[[Code, int], None], atari: AtariMachine
) -> None:
    atari.machine.start(_other, "OTHER.PRG")
    atari.start(relinking(draw), "RELINK.PRG")
    for _ in range(20):
        atari.machine.advance(100)
    check_ended(atari, "spoils its tree")


def test_an_exception_of_a_call_ends_the_program_alone(atari: AtariMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workstation, "v_ellipse", lambda *_: 1 // 0)
    atari.machine.start(_other, "OTHER.PRG")
    atari.start(PROGRAMS["ELLIPSE"], "BROKEN.PRG")
    atari.machine.settle()
    check_ended(atari, "ZeroDivisionError")


@pytest.mark.parametrize("atari", [{"mhz": 1}], indirect=True)
def test_an_endless_loop_leaves_the_host_alone_and_is_asked_for(atari: AtariMachine) -> None:
    atari.start_built("CRASH.PRG", "f")
    computing = atari.machine.frame(pointer=False)
    for _ in range(598):
        atari.machine.advance(100)
    assert atari.machine.frame(pointer=False) == computing
    atari.machine.advance(400)
    assert atari.machine.frame(pointer=False) != computing
    atari.machine.key(RETURN)
    for _ in range(1100):
        atari.machine.advance(100)
    assert atari.machine.frame(pointer=False) == computing
    atari.machine.advance(20_000)
    assert atari.machine.frame(pointer=False) != computing
