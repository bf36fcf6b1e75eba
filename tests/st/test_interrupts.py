"""Code of programs that runs by itself as time passes: the vertical blank, the timers, and the VDI's ticks."""

import struct
from collections.abc import Callable
from dataclasses import replace

import pytest

from gemport.gem.aes.keys import F10
from tests.needs import needs_processor
from tests.st.code import BUFFER, Code
from tests.st.machine import AtariMachine
from tests.st.test_hardware import SUPEXEC, poke

pytestmark = needs_processor

SETEXC, MFPINT, JDISINT, JENABINT, XBTIMER = 5, 13, 26, 27, 31
COUNT = bytes.fromhex("52B9") + BUFFER.to_bytes(4, "big")
"""addq.l #1,BUFFER."""
HARDWARE = bytes.fromhex("4A39 00FFFA13")
"""tst.b $FFFA13, which is there for the supervisor alone."""
RTE = bytes.fromhex("4E73")


def chained(code: Code, vector: int) -> int:
    """Add code for an interrupt that counts, and goes on with the code that stood at the vector; its address."""
    old = code.put(bytes(4))
    code.trap(13, SETEXC, vector, (-1,))
    code.code += struct.pack(">HL", 0x23C0, old)
    # move.l old,-(sp); rts
    return code.put(COUNT + struct.pack(">HLH", 0x2F39, old, 0x4E75))


def frame(code: Code) -> None:
    code.trap(13, SETEXC, 28, (chained(code, 28),))


def queued(code: Code) -> None:
    code.trap(14, SUPEXEC, (code.code_at(poke(0x4D2, 4, code.code_at(COUNT + HARDWARE))),))


def system_timer(code: Code) -> None:
    code.trap(13, SETEXC, 69, (chained(code, 69),))


def timer_a(code: Code) -> None:
    """2457600 / 200 / 246: 50 times a second."""
    code.trap(14, XBTIMER, 0, 7, 246, (code.put(COUNT + RTE),))


def timer_b_by_registers(code: Code) -> None:
    """The same of timer B, in supervisor mode."""
    body = poke(0x120, 4, code.put(COUNT + RTE)) + poke(0xFFFA21, 1, 246) + poke(0xFFFA1B, 1, 7)
    body += poke(0xFFFA07, 1, 1) + poke(0xFFFA13, 1, 1)
    code.trap(14, SUPEXEC, (code.code_at(body),))


def timer_b_by_lines(code: Code) -> None:
    """Each 200 of the 400 lines that are shown of a frame."""
    code.trap(14, XBTIMER, 1, 8, 200, (code.put(COUNT + RTE),))


def tick(code: Code) -> None:
    code.vex(118, code.code_at(COUNT + HARDWARE))


def system_tick(code: Code) -> None:
    """At 400, with the ms on the stack: cmpi.w #20,4(sp), and counting only then."""
    code.trap(13, SETEXC, 0x100, (code.code_at(bytes.fromhex("0C6F 0014 0004 6606") + COUNT + HARDWARE),))


KINDS: list[tuple[Callable[[Code], None], int]] = [
    (frame, 71),
    (queued, 71),
    (system_timer, 200),
    (timer_a, 50),
    (timer_b_by_registers, 50),
    (timer_b_by_lines, 143),
    (tick, 50),
    (system_tick, 50),
]


@pytest.mark.parametrize(("install", "hertz"), KINDS, ids=lambda value: getattr(value, "__name__", ""))
def test_interrupts_come_while_the_program_waits_for_a_key(
    install: Callable[[Code], None], hertz: int, atari: AtariMachine
) -> None:
    code = Code()
    install(code)
    code.gemdos("cconin")
    code.show_long(BUFFER)
    atari.start(code.end(), "COUNT.PRG")
    atari.machine.advance(1000)
    atari.machine.key(F10)
    assert atari.finish() == 0
    assert atari.numbers()[-1] == pytest.approx(hertz, abs=2)
    assert atari.reports == []


@pytest.mark.parametrize(("install", "hertz"), KINDS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_loop_sees_its_interrupts_count(install: Callable[[Code], None], hertz: int, atari: AtariMachine) -> None:
    code = Code()
    install(code)
    # cmp.l #50,BUFFER; blt
    code.code += struct.pack(">HLLH", 0x0CB9, 50, BUFFER, 0x6DF4)
    code.show_long(BUFFER)
    atari.start(code.end(), "LOOP.PRG")
    assert atari.finish() == 0
    # Two may come between two looks.
    assert atari.numbers()[-1] in (50, 51)
    assert atari.machine.now == pytest.approx(50_000 / hertz, abs=150)


def test_registers_and_flags_are_those_of_before(atari: AtariMachine) -> None:
    code = Code()
    # moveq #0,d3; clr flags, in the midst of a loop that adds by carry.
    code.trap(14, XBTIMER, 0, 1, 100, (code.put(COUNT + bytes.fromhex("7600 44FC001F") + RTE),))
    # move.l #200000,d4; moveq #0,d3; loop: addq.l #1,d3; subq.l #1,d4; bne loop; move.l d3,d0
    code.code += bytes.fromhex("283C 00030D40 7600 5283 5384 66FA 2003")
    code.show()
    code.show_long(BUFFER)
    atari.start(code.end(), "KEEP.PRG")
    assert atari.finish() == 0
    sum_, count = atari.numbers()
    assert sum_ == 200_000
    assert count > 5


def test_the_supervisors_stack_may_lie_below_all_programs(atari: AtariMachine) -> None:
    code = Code()
    code.trap(1, 0x20, (0x1000,))
    code.trap(14, XBTIMER, 0, 7, 246, (code.put(COUNT + RTE),))
    code.code += struct.pack(">HLLH", 0x0CB9, 5, BUFFER, 0x6DF4)
    code.show_long(BUFFER)
    assert atari.answers(code) == [5]


@pytest.mark.parametrize("install", [None, frame, timer_a])
def test_an_interrupt_ends_a_stop(install: Callable[[Code], None] | None, atari: AtariMachine) -> None:
    """Without code of the program's own it is the system's vertical blank; registers stay what they are."""
    code = Code()
    if install is not None:
        install(code)
    # moveq #42,d5; three times: stop #$2300; then move.l d5,d0
    body = bytes.fromhex("7A2A") + 3 * bytes.fromhex("4E72 2300") + bytes.fromhex("2005")
    code.trap(14, SUPEXEC, (code.code_at(body),))
    code.show()
    code.show_long(BUFFER)
    atari.start(code.end(), "STOP.PRG")
    assert atari.finish() == 0
    stops, count = atari.numbers()
    assert stops == 42
    assert 25 < atari.machine.now < 200
    assert count >= (0 if install is None else 3 if install is frame else 1)


@pytest.mark.parametrize("how", ["jdisint", "mask", "status"])
def test_interrupts_that_are_kept_out_do_not_come(how: str, atari: AtariMachine) -> None:
    code = Code()
    code.trap(14, MFPINT, 13, (code.put(COUNT + RTE),))
    code.trap(14, SUPEXEC, (code.code_at(poke(0xFFFA1F, 1, 246) + poke(0xFFFA19, 1, 7)),))
    if how == "jdisint":
        code.trap(14, JDISINT, 13)
    elif how == "mask":
        code.trap(14, SUPEXEC, (code.code_at(poke(0xFFFA13, 1, 0)),))
    else:
        code.trap(1, 0x20, (0,))
        code.code += bytes.fromhex("46FC 2700")
    code.gemdos("cconin")
    code.show_long(BUFFER)
    if how == "jdisint":
        code.trap(14, JENABINT, 13)
        code.gemdos("cconin")
        code.show_long(BUFFER)
    atari.start(code.end(), "MASKED.PRG")
    for _ in range(2):
        atari.machine.advance(500)
        atari.machine.key(F10)
    assert atari.finish() == 0
    first, *later = atari.numbers()
    assert first == 0
    assert [count > 20 for count in later] == ([True] if how == "jdisint" else [])


def test_a_handler_that_fails_ends_its_program_alone(atari: AtariMachine) -> None:
    code = Code()
    code.trap(14, XBTIMER, 0, 7, 246, (code.put(bytes.fromhex("4AFC")),))
    code.gemdos("cconin")
    atari.start(code.end(), "WRONG.PRG")
    atari.machine.advance(100)
    atari.machine.key(F10)
    atari.machine.settle()
    assert "illegal instruction" in atari.reports[0]


def test_a_list_that_leads_nowhere_ends_its_program_alone(atari: AtariMachine) -> None:
    code = Code()
    lead_astray = poke(0x456, 4, 0x500000)
    code.trap(14, XBTIMER, 0, 7, 246, (code.put(lead_astray + RTE),))
    code.gemdos("cconin")
    atari.start(code.end(), "ASTRAY.PRG")
    atari.machine.advance(100)
    atari.machine.key(F10)
    atari.machine.settle()
    assert "bus error at $500000" in atari.reports[0]


@pytest.mark.parametrize("queue", [False, True])
def test_code_that_does_not_return_is_left_alone(queue: bool, atari: AtariMachine) -> None:
    code = Code()
    # bra to itself
    endless = code.put(bytes.fromhex("60FE"))
    if queue:
        code.trap(14, SUPEXEC, (code.code_at(poke(0x4D2, 4, endless)),))
    else:
        code.trap(13, SETEXC, 28, (endless,))
    code.gemdos("cconin")
    atari.start(code.end(), "JUMP.PRG")
    atari.machine.advance(500)
    atari.machine.key(F10)
    assert atari.finish() == 0
    assert atari.reports == []


def test_nothing_comes_after_the_end_while_the_text_is_read(atari: AtariMachine) -> None:
    atari.system = replace(atari.system, any_key="A key")
    code = Code()
    frame(code)
    code.gemdos("cconws", "Read this")
    atari.start(code.end(), "TEXT.TOS")
    atari.machine.advance(500)
    assert not atari.machine.finished
    atari.machine.key(F10)
    assert atari.finish() == 0


def test_a_fast_timer_leaves_the_program_its_time(atari: AtariMachine) -> None:
    code = Code()
    code.trap(14, XBTIMER, 0, 1, 1, (code.put(COUNT + RTE),))
    code.code += bytes.fromhex("283C 00010000 5384 66FC 702A")
    code.show()
    atari.start(code.end(), "FAST.PRG")
    assert atari.finish() == 0
    assert atari.numbers() == [42]
