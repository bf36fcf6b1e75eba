"""Registers of the hardware, asked and set by a program in supervisor mode."""

import struct

import pytest

from gemport.gem.aes.keys import F10
from tests.needs import needs_processor
from tests.st.code import Code
from tests.st.machine import AtariMachine

pytestmark = needs_processor

SUPEXEC = 38


def peek(at: int, size: int) -> bytes:
    """Code that reads a byte, a word or a long word: moveq #0,d0; move at,d0."""
    return struct.pack(">HHL", 0x7000, {1: 0x1039, 2: 0x3039, 4: 0x2039}[size], at)


def poke(at: int, size: int, value: int) -> bytes:
    """Code that writes one."""
    data = value.to_bytes(max(size, 2), "big")
    return struct.pack(">H", {1: 0x13FC, 2: 0x33FC, 4: 0x23FC}[size]) + data + at.to_bytes(4, "big")


@pytest.mark.parametrize(
    ("at", "size", "value"),
    [
        (0xFF8240, 2, 0x777),
        (0xFFFF8240, 4, 0x7770700),
        (0xFF8260, 1, 2),
        (0xFF820A, 1, 2),
        (0xFF8201, 1, 0x40),
        (0xFF8203, 1, 0),
        (0xFFFC00, 1, 2),
        (0xFFFC04, 1, 2),
        (0xFFFA01, 1, 0x7F),
        (0xFFFA06, 2, 0xFF00),
        # cartridge, ROM, disk and the place of the clock are quiet
        (0xFA0000, 4, -1),
        (0xFC0002, 2, 0x104),
        (0xFC0018, 4, 0x04061989),
        (0xFE1234, 1, 0),
        (0xFF8606, 2, 0),
        (0xFF8261, 1, 0xFF),
        (0xFFFC3B, 1, 0xFF),
        (0xFFFDFE, 2, 0xFFFF),
    ],
)
def test_registers_are_read(at: int, size: int, value: int, atari: AtariMachine) -> None:
    code = Code()
    code.trap(14, SUPEXEC, (code.code_at(peek(at, size)),))
    code.show()
    assert atari.answers(code) == [value]


@pytest.mark.parametrize(("at", "size", "value"), [(0xFF8242, 2, 0x123), (0xFFFA09, 1, 0x40), (0xFFFA13, 1, 0x21)])
def test_registers_keep_what_is_written(at: int, size: int, value: int, atari: AtariMachine) -> None:
    code = Code()
    code.trap(14, SUPEXEC, (code.code_at(poke(at, size, value) + peek(at, size)),))
    code.show()
    assert atari.answers(code) == [value]


def test_each_byte_of_the_registers_can_be_read_or_is_a_bus_error(atari: AtariMachine) -> None:
    code = Code()
    # move.l #skip,8; lea $FF8000,a1; moveq #0,d2; moveq #0,d1; move.b (a1)+,d1; addq.l #1,d2; cmpa.l #$1000000,a1; bne
    skip = code.put(bytes.fromhex("504F 4E73"))
    body = struct.pack(">HLH", 0x21FC, skip, 8) + bytes.fromhex(
        "43F9 00FF8000 7400 7200 1219 5282 B3FC 01000000 66F4 2002"
    )
    code.trap(14, SUPEXEC, (code.code_at(body),))
    code.show()
    assert atari.answers(code) == [0x8000]


@pytest.mark.parametrize("loop", ["4A39 00FFFA23 66F8", "0839 0001 00FFFC00 67F6", "4A39 00FF8209 67F8"])
def test_a_loop_that_waits_for_the_hardware_ends(loop: str, atari: AtariMachine) -> None:
    code = Code()
    code.trap(14, SUPEXEC, (code.code_at(bytes.fromhex(loop + "7007")),))
    code.show()
    assert atari.answers(code) == [7]
    assert atari.machine.now < 100


@pytest.mark.parametrize(
    "at", [0xFF8006, 0xFF8900, 0xFF8A00, 0xFF8E21, 0xFF9200, 0xFFFA40, 0xFFFE00, 0xFB0000, 0xFC0000]
)
def test_what_not_every_st_has_is_a_bus_error(at: int, atari: AtariMachine) -> None:
    code = Code()
    code.trap(14, SUPEXEC, (code.code_at(poke(at, 1, 0)),))
    atari.start(code.end(), "ABSENT.PRG")
    assert f"bus error at ${at:06X}" in atari.reports[0]


def test_the_beam_waits_at_the_screens_address_and_moves_a_word_in_four_cycles(atari: AtariMachine) -> None:
    code = Code()
    before, moved = code.put(bytes(4)), code.put(bytes(4))
    # It begins in the midst of a frame.
    code.gemdos("cconin")
    # Code of the vertical blank: the low byte at once, and when it moves.
    # movem.l d0,-(sp); the byte; loop: tst.b $FF8209; beq loop; the byte; movem.l (sp)+,d0; rte
    handler = bytes.fromhex("48E7 8000") + peek(0xFF8209, 1) + struct.pack(">HL", 0x23C0, before)
    handler += bytes.fromhex("4A39 00FF8209 67F8") + peek(0xFF8209, 1) + struct.pack(">HL", 0x23C0, moved)
    code.trap(13, 5, 28, (code.put(handler + bytes.fromhex("4CDF 0001 4E73")),))
    code.gemdos("cconin")
    code.show_long(before)
    code.show_long(moved)
    atari.start(code.end(), "BEAM.PRG")
    for ms in (9, 333):
        atari.machine.advance(ms)
        atari.machine.key(F10)
        atari.machine.settle()
    assert atari.finish() == 0
    first, later = atari.numbers()
    assert first == 0
    assert later in range(2, 22, 2)


@pytest.mark.parametrize("xbios", [False, True])
def test_colour_0_inverts_the_screen_until_the_program_ends(xbios: bool, atari: AtariMachine) -> None:
    code = Code()
    for color in (0, 0x777, 0x776):
        if xbios:
            code.trap(14, 7, 0, color)
        else:
            code.trap(14, SUPEXEC, (code.code_at(poke(0xFF8240, 2, color)),))
        code.gemdos("cconin")
    atari.start(code.end(), "INVERSE.PRG")
    pictures = []
    for _ in range(3):
        pictures.append((atari.machine.frame_key(), atari.machine.frame().rows[300] & 1))
        atari.machine.key(F10)
        atari.machine.settle()
    assert atari.finish() == 0
    before = atari.machine.screen.rows[300] & 1
    assert [bit for _, bit in pictures] == [1 - before, before, 1 - before]
    assert pictures[0][0] != pictures[1][0]
    assert atari.machine.frame().rows[300] & 1 == before


def test_setpalette_and_setcolor_tell_the_colours(atari: AtariMachine) -> None:
    code = Code()
    code.trap(14, 6, (code.words(*range(1, 32, 2)),))
    for number in (0, 5):
        code.trap(14, 7, number, -1)
        code.show()
    assert atari.answers(code) == [1, 11 & 0x777]
