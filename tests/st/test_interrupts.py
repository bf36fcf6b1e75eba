"""Code of programs that runs as time passes: vertical blank, timers, the VDI's ticks, Supexec, and what GEM calls."""

import struct
from collections.abc import Callable
from dataclasses import replace

import pytest

from gemport.gem.aes.keys import F10
from tests.st.code import BUFFER, Code, poke
from tests.st.machine import AtariMachine
from tests.st.slow import USERDEF, tree

SETEXC, MFPINT, JDISINT, JENABINT, XBTIMER = 5, 13, 26, 27, 31
COUNT = bytes.fromhex("52B9") + BUFFER.to_bytes(4, "big")
"""addq.l #1,BUFFER."""
HARDWARE = bytes.fromhex("4A39 00FFFA13")
"""tst.b $FFFA13, a register that only supervisor mode reaches."""
RTE = bytes.fromhex("4E73")


def chained(code: Code, vector: int) -> int:
    """Add a counting interrupt handler that continues with the previous handler; return its address."""
    old = code.put(bytes(4))
    code.trap(13, SETEXC, vector, (-1,))
    code.code += struct.pack(">HL", 0x23C0, old)
    # move.l old,-(sp); rts
    return code.put(COUNT + struct.pack(">HLH", 0x2F39, old, 0x4E75))


def frame(code: Code) -> None:
    code.trap(13, SETEXC, 28, (chained(code, 28),))


def queued(code: Code) -> None:
    code.supexec(poke(0x4D2, 4, code.code_at(COUNT + HARDWARE)))


def system_timer(code: Code) -> None:
    code.trap(13, SETEXC, 69, (chained(code, 69),))


def timer_a(code: Code) -> None:
    """2457600 / 200 / 246: 50 times a second."""
    code.trap(14, XBTIMER, 0, 7, 246, (code.put(COUNT + RTE),))


def timer_b_by_registers(code: Code) -> None:
    """The same of timer B, in supervisor mode."""
    body = poke(0x120, 4, code.put(COUNT + RTE)) + poke(0xFFFA21, 1, 246) + poke(0xFFFA1B, 1, 7)
    body += poke(0xFFFA07, 1, 1) + poke(0xFFFA13, 1, 1)
    code.supexec(body)


def timer_b_by_lines(code: Code) -> None:
    """Count every 200 of the 400 visible lines of a frame."""
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
    install: Callable[[Code], None], hertz: int, atari: AtariMachine, code: Code
) -> None:
    install(code)
    code.gemdos("cconin")
    code.show_long(BUFFER)
    assert atari.answers(code, F10, waits=[1000])[-1] == pytest.approx(hertz, abs=2)


@pytest.mark.parametrize(("install", "hertz"), KINDS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_loop_sees_its_interrupts_count(install: Callable[[Code], None], hertz: int, atari: AtariMachine) -> None:
    code = Code()
    install(code)
    # cmp.l #50,BUFFER; blt
    code.code += struct.pack(">HLLH", 0x0CB9, 50, BUFFER, 0x6DF4)
    code.show_long(BUFFER)
    # Two may come between two looks.
    assert atari.answers(code)[-1] in (50, 51)
    assert atari.machine.now == pytest.approx(50_000 / hertz, abs=150)


def test_registers_and_flags_are_those_of_before(atari: AtariMachine, code: Code) -> None:
    # moveq #0,d3; clr flags, in the midst of a loop that adds by carry.
    code.trap(14, XBTIMER, 0, 1, 100, (code.put(COUNT + bytes.fromhex("7600 44FC001F") + RTE),))
    # move.l #200000,d4; moveq #0,d3; loop: addq.l #1,d3; subq.l #1,d4; bne loop; move.l d3,d0
    code.ask_code("283C 00030D40 7600 5283 5384 66FA 2003")
    code.show_long(BUFFER)
    total, count = atari.answers(code)
    assert (total, count > 5) == (200_000, True)


def test_the_supervisors_stack_may_lie_below_all_programs(atari: AtariMachine, code: Code) -> None:
    code.trap(1, 0x20, (0x1000,))
    code.trap(14, XBTIMER, 0, 7, 246, (code.put(COUNT + RTE),))
    code.code += struct.pack(">HLLH", 0x0CB9, 5, BUFFER, 0x6DF4)
    code.show_long(BUFFER)
    assert atari.answers(code) == [5]


@pytest.mark.parametrize("install", [None, frame, timer_a])
def test_an_interrupt_ends_a_stop(install: Callable[[Code], None] | None, atari: AtariMachine, code: Code) -> None:
    """Without a program's handler the system's vertical blank runs and preserves the registers."""
    if install is not None:
        install(code)
    # moveq #42,d5; three times: stop #$2300; then move.l d5,d0
    body = bytes.fromhex("7A2A") + 3 * bytes.fromhex("4E72 2300") + bytes.fromhex("2005")
    code.ask_supexec(body)
    code.show_long(BUFFER)
    stops, count = atari.answers(code)
    assert stops == 42
    assert 25 < atari.machine.now < 200
    assert count >= (0 if install is None else 3 if install is frame else 1)


@pytest.mark.parametrize("how", ["jdisint", "mask", "status"])
def test_interrupts_that_are_kept_out_do_not_come(how: str, atari: AtariMachine, code: Code) -> None:
    code.trap(14, MFPINT, 13, (code.put(COUNT + RTE),))
    code.supexec(poke(0xFFFA1F, 1, 246) + poke(0xFFFA19, 1, 7))
    if how == "jdisint":
        code.trap(14, JDISINT, 13)
    elif how == "mask":
        code.supexec(poke(0xFFFA13, 1, 0))
    else:
        code.trap(1, 0x20, (0,))
        code.code += bytes.fromhex("46FC 2700")
    code.gemdos("cconin")
    code.show_long(BUFFER)
    if how == "jdisint":
        code.trap(14, JENABINT, 13)
        code.gemdos("cconin")
        code.show_long(BUFFER)
    first, *later = atari.answers(code, *[F10] * (2 if how == "jdisint" else 1), waits=[500])
    assert first == 0
    assert [count > 20 for count in later] == ([True] if how == "jdisint" else [])


@pytest.mark.parametrize(
    ("handler", "reason"),
    [(bytes.fromhex("4AFC"), "illegal instruction"), (poke(0x456, 4, 0x500000) + RTE, "bus error at $500000")],
    ids=["code that fails", "a list that leads nowhere"],
)
def test_what_fails_ends_its_program_alone(handler: bytes, reason: str, atari: AtariMachine, code: Code) -> None:
    code.trap(14, XBTIMER, 0, 7, 246, (code.put(handler),))
    code.gemdos("cconin")
    atari.start(code.end(), "WRONG.PRG")
    atari.machine.advance(100)
    atari.machine.key(F10)
    atari.machine.settle()
    assert reason in atari.reports[0]


@pytest.mark.parametrize("queue", [False, True])
def test_code_that_does_not_return_is_left_alone(queue: bool, atari: AtariMachine, code: Code) -> None:
    # bra to itself
    endless = code.put(bytes.fromhex("60FE"))
    if queue:
        code.supexec(poke(0x4D2, 4, endless))
    else:
        code.trap(13, SETEXC, 28, (endless,))
    code.gemdos("cconin")
    assert atari.answers(code, F10, waits=[500]) == []


def test_nothing_comes_after_the_end_while_the_text_is_read(atari: AtariMachine, code: Code) -> None:
    atari.system = replace(atari.system, any_key="A key")
    frame(code)
    code.gemdos("cconws", "Read this")
    atari.start(code.end(), "TEXT.TOS")
    atari.machine.advance(500)
    assert not atari.machine.finished
    atari.machine.key(F10)
    assert atari.finish() == 0


def test_a_fast_timer_leaves_the_program_its_time(atari: AtariMachine, code: Code) -> None:
    code.trap(14, XBTIMER, 0, 1, 1, (code.put(COUNT + RTE),))
    code.ask_code("283C 00010000 5384 66FC 702A")
    assert atari.answers(code) == [42]


# ---- code that is handed over


def waiting(ticks: int) -> bytes:
    """Code that waits until _hz_200 has gone so far, and answers 42."""
    # move.l $4BA,d1; add.l #ticks,d1; cmp.l $4BA,d1; bhi; moveq #42,d0
    return bytes.fromhex("223804BA 0681") + struct.pack(">L", ticks) + bytes.fromhex("B2B804BA 62FA 702A")


def test_code_in_supexec_waits_for_a_key(atari: AtariMachine) -> None:
    code, inner = Code(), Code()
    inner.gemdos("cconin")
    code.ask_supexec(inner.code)
    assert atari.answers(code, F10) == [F10 << 8]


def test_supexec_within_supexec_keeps_registers(atari: AtariMachine) -> None:
    code, inner = Code(), Code()
    inner.trap(14, 38, (code.code_at(waiting(1)),))
    # moveq #5,d5; ...; add.l d0,d5; move.l d5,d0
    code.ask_supexec(bytes.fromhex("7A05") + inner.code + bytes.fromhex("DA80 2005"))
    assert atari.answers(code) == [47]


def test_a_call_in_a_userdef_cannot_wait(atari: AtariMachine, code: Code) -> None:
    inner = Code()
    inner._data = code._data
    inner.aes(20)
    code._data = inner._data
    # ...; move.l #42,BUFFER; moveq #0,d0
    draw = code.code_at(inner.code + struct.pack(">HLLH", 0x23FC, 42, BUFFER, 0x7000))
    code.aes(42, (0, 8, 0, 0, 640, 400), (code.put(tree(USERDEF, code.put(struct.pack(">2L", draw, 0)), 1)),))
    code.show_long(BUFFER)
    assert atari.answers(code) == [42]


def test_super_there_and_back_leaves_the_stack(atari: AtariMachine, code: Code) -> None:
    # move.l sp,d3; Super(0); move.l d0,-(sp); Super; addq.l #6,sp; move.l sp,d0; sub.l d3,d0
    code.code += bytes.fromhex("260F")
    code.trap(1, 0x20, (0,))
    code.ask_code("2F00 3F3C0020 4E41 5C8F 200F 9083")
    assert atari.answers(code) == [0]


def test_a_userdef_may_wait_for_the_clock(atari: AtariMachine, code: Code) -> None:
    # ...; move.l d0,BUFFER; moveq #0,d0
    draw = code.code_at(waiting(100) + struct.pack(">HLH", 0x23C0, BUFFER, 0x7000))
    objects = code.put(tree(USERDEF, code.put(struct.pack(">2L", draw, 0)), 1))
    code.aes(42, (0, 8, 0, 0, 640, 400), (objects,))
    code.show_long(BUFFER)
    assert atari.answers(code) == [42]
