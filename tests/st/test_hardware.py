"""Registers of the hardware, asked and set by a program in supervisor mode, and the sound chip's."""

import struct
from pathlib import Path

import pytest

from gemport.gem import Raster
from gemport.gem.aes.keys import F10
from gemport.st.hardware import SCREEN
from gemport.st.processor import Space
from tests.needs import needs_processor
from tests.st.code import BUFFER, Code, peek, poke
from tests.st.machine import AtariMachine


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (peek(0xFF8240, 2), 0x777),
        (peek(0xFFFF8240, 4), 0x7770700),
        (peek(0xFF8260, 1), 2),
        (peek(0xFF820A, 1), 2),
        (peek(0xFF8201, 1), 0x40),
        (peek(0xFF8203, 1), 0),
        (peek(0xFFFC00, 1), 2),
        (peek(0xFFFC04, 1), 2),
        (peek(0xFFFA01, 1), 0x7F),
        (peek(0xFFFA06, 2), 0xFF00),
        # cartridge, ROM, disk and the place of the clock are quiet
        (peek(0xFA0000, 4), -1),
        (peek(0xFC0002, 2), 0x104),
        (peek(0xFC0018, 4), 0x04061989),
        (peek(0xFE1234, 1), 0),
        (peek(0xFF8606, 2), 0),
        (peek(0xFF8261, 1), 0xFF),
        (peek(0xFFFC3B, 1), 0xFF),
        (peek(0xFFFDFE, 2), 0xFFFF),
        # no hardcopy is requested
        (peek(0x4EE, 2), 0xFFFF),
        # written values are stored
        (poke(0xFF8242, 2, 0x123) + peek(0xFF8242, 2), 0x123),
        (poke(0xFFFA09, 1, 0x40) + peek(0xFFFA09, 1), 0x40),
        (poke(0xFFFA13, 1, 0x21) + peek(0xFFFA13, 1), 0x21),
        # a loop that waits for the hardware ends
        (bytes.fromhex("4A39 00FFFA23 66F8 7007"), 7),
        (bytes.fromhex("0839 0001 00FFFC00 67F6 7007"), 7),
        (bytes.fromhex("4A39 00FF8209 67F8 7007"), 7),
    ],
)
def test_registers_answer_at_once(body: bytes, value: int, atari: AtariMachine, code: Code) -> None:
    code.ask_supexec(body)
    assert atari.answers(code) == [value]
    assert atari.machine.now < 100


def test_each_byte_of_the_registers_can_be_read_or_is_a_bus_error(atari: AtariMachine, code: Code) -> None:
    # move.l #skip,8; lea $FF8000,a1; moveq #0,d2; moveq #0,d1; move.b (a1)+,d1; addq.l #1,d2; cmpa.l #$1000000,a1; bne
    skip = code.put(bytes.fromhex("504F 4E73"))
    body = bytes.fromhex("43F9 00FF8000 7400 7200 1219 5282 B3FC 01000000 66F4 2002")
    code.ask_supexec(struct.pack(">HLH", 0x21FC, skip, 8) + body)
    assert atari.answers(code) == [0x8000]


@pytest.mark.parametrize(
    "at", [0xFF8006, 0xFF8900, 0xFF8A00, 0xFF8E21, 0xFF9200, 0xFFFA40, 0xFFFE00, 0xFB0000, 0xFC0000]
)
def test_what_not_every_st_has_is_a_bus_error(at: int, atari: AtariMachine, code: Code) -> None:
    code.supexec(poke(at, 1, 0))
    atari.start(code.end(), "ABSENT.PRG")
    assert f"bus error at ${at:06X}" in atari.reports[0]


def test_the_beam_waits_at_the_screens_address_and_moves_a_word_in_four_cycles(atari: AtariMachine, code: Code) -> None:
    before, moved = code.put(bytes(4)), code.put(bytes(4))
    # It begins in the midst of a frame.
    code.gemdos("cconin")
    # Code of the vertical blank: the low byte immediately, and when it moves.
    # movem.l d0,-(sp); the byte; loop: tst.b $FF8209; beq loop; the byte; movem.l (sp)+,d0; rte
    handler = bytes.fromhex("48E7 8000") + peek(0xFF8209, 1) + struct.pack(">HL", 0x23C0, before)
    handler += bytes.fromhex("4A39 00FF8209 67F8") + peek(0xFF8209, 1) + struct.pack(">HL", 0x23C0, moved)
    code.trap(13, 5, 28, (code.put(handler + bytes.fromhex("4CDF 0001 4E73")),))
    code.gemdos("cconin")
    code.show_long(before, moved)
    first, later = atari.answers(code, F10, F10, waits=[9, 333])
    assert (first, later in range(2, 22, 2)) == (0, True)


@pytest.mark.parametrize("xbios", [False, True])
def test_colour_0_inverts_the_screen_until_the_program_ends(xbios: bool, atari: AtariMachine, code: Code) -> None:
    for color in (0, 0x777, 0x776):
        if xbios:
            code.trap(14, 7, 0, color)
        else:
            code.supexec(poke(0xFF8240, 2, color))
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


@pytest.mark.parametrize("registers", [False, True])
def test_a_program_draws_on_one_screen_and_shows_another(registers: bool, atari: AtariMachine, code: Code) -> None:
    page, lines = BUFFER + 0x100, (300, 310)
    code.trap(14, 5, (page,), (-1,), -1)
    for base in (0x400000, page):
        code.supexec(poke(base + 80 * lines[0], 4, base))
    code.vdi(6, points=(0, lines[1], 99, lines[1]))
    for base in (page, 0x400000):
        code.gemdos("cconin")
        if registers:
            code.supexec(poke(0xFF8201, 1, base >> 16) + poke(0xFF8203, 1, base >> 8 & 0xFF))
        else:
            code.trap(14, 5, (-1,), (base,), -1)
    code.gemdos("cconin")
    for number in (2, 3):
        code.ask_trap(14, number)
    atari.start(code.end(), "PAGES.PRG")
    pictures = []
    for _ in range(3):
        pictures.append([atari.machine.frame().rows[line] >> 608 for line in lines])
        atari.machine.key(F10)
        atari.machine.settle()
    desktop = [0x400000, pictures[0][1]]
    assert pictures == [desktop, [page, 0xFFFFFFFF], desktop]
    assert desktop[1] != 0xFFFFFFFF
    assert (atari.finish(), atari.numbers()) == (0, [0x400000, page])


@needs_processor
def test_what_a_call_writes_to_the_screen_is_drawn_immediately() -> None:
    """Otherwise it was lost if GEM or another program drew before the program ran again."""
    raster = Raster(640, 400)
    space = Space(raster)
    space.write(SCREEN + 800, b"\xa5" * 80)
    assert raster.rows[10] == int.from_bytes(b"\xa5" * 80, "big")
    raster.rows[10:12] = [0, 1]
    raster.version += 1
    space.write(SCREEN + 880, b"\xff")
    assert raster.rows[10:12] == [0, 0xFF << 632 | 1]
    raster.rows[12] = 1
    raster.version += 1
    assert space.read(SCREEN + 960, 80) == bytes(79) + b"\1"
    space.release()


@needs_processor
def test_a_screen_of_another_size_has_a_fixed_address(tmp_path: Path, code: Code) -> None:
    atari = AtariMachine(tmp_path, width=640, height=480)
    code.trap(14, 5, (0,), (0,), -1)
    code.vdi(6, points=(0, 300, 99, 300))
    code.ask_trap(14, 4)
    atari.start(code.end(), "ZERO.PRG")
    assert (atari.machine.frame().rows[300] >> 540, atari.finish(), atari.numbers()) == ((1 << 100) - 1, 0, [2])


def test_the_alert_of_a_crash_is_shown_whatever_screen_a_program_shows(atari: AtariMachine, code: Code) -> None:
    code.trap(14, 5, (-1,), (BUFFER,), -1)
    code.code += bytes.fromhex("4AFC")
    atari.start(code.end(), "CRASH.PRG")
    atari.machine.settle()
    assert atari.machine.frame(pointer=False) == atari.machine.screen


def test_setpalette_and_setcolor_tell_the_colours(atari: AtariMachine, code: Code) -> None:
    code.trap(14, 6, (code.words(*range(1, 32, 2)),))
    for number in (0, 5):
        code.ask_trap(14, 7, number, -1)
    assert atari.answers(code) == [1, 11 & 0x777]


# ---- the sound chip: registers that programs write, Dosound, and silence at a program's end


GIACCESS, DOSOUND = 28, 32
SELECT, VALUE = 0xFF8800, 0xFF8802

Writes = list[tuple[int, int, int]]


@pytest.fixture
def writes(atari: AtariMachine) -> Writes:
    """Return the host's log: ms, register, value."""
    found: Writes = []
    atari.machine.on_sound = lambda register, value: found.append((atari.machine.now, register, value))
    return found


def test_writes_to_the_chip_reach_the_host_and_are_silenced_at_the_end(atari: AtariMachine, writes: Writes) -> None:
    code = Code()
    body = b"".join(poke(SELECT, 1, at) + poke(VALUE, 1, value) for at, value in ((7, 0x3E), (8, 15)))
    # move.w #$0134,$FF8800 selects a register by the upper byte, movep would write both in one go.
    body += struct.pack(">HLL", 0x23FC, 0x00003400, SELECT)
    code.ask_supexec(body + peek(SELECT, 1))
    code.gemdos("cconin")
    atari.start(code.end(), "SOUND.PRG")
    assert [write[1:] for write in writes] == [(7, 0x3E), (8, 15), (0, 0x34)]
    atari.machine.key(F10)
    assert atari.finish() == 0
    assert atari.numbers() == [0x34]
    assert [write[1:] for write in writes[3:]] == [(8, 0)]


def test_giaccess_writes_and_reads_and_the_ports_make_no_sound(atari: AtariMachine, code: Code, writes: Writes) -> None:
    for value, register in ((0x55, 0x80 | 2), (0, 2), (0x27, 0x80 | 14), (0, 14)):
        code.ask_trap(14, GIACCESS, value, register)
    code.trap(14, 30, 0x08)
    code.trap(14, 29, 0xFE)
    code.ask_trap(14, GIACCESS, 0, 14)
    assert atari.answers(code) == [0x55, 0x55, 0x27, 0x27, 0x2E]
    assert [write[1:] for write in writes] == [(2, 0x55)]


def test_dosound_plays_its_list_50_times_a_second_while_the_program_waits(atari: AtariMachine, writes: Writes) -> None:
    code = Code()
    # A tone; 3 ticks; volumes from 10 to 13; the end.
    at = code.put(bytes([7, 0x3E, 0, 100, 0x82, 3, 0x80, 9, 0x81, 8, 1, 13, 0xFF, 0]))
    code.ask_trap(14, DOSOUND, (at,))
    code.ask_trap(14, DOSOUND, (-1,))
    code.gemdos("cconin")
    code.ask_trap(14, DOSOUND, (-1,))
    atari.start(code.end(), "DOSOUND.PRG")
    atari.machine.advance(400)
    begin = writes[0][0]
    assert [(ms - begin, register, value) for ms, register, value in writes] == [
        (0, 7, 0x3E),
        (0, 0, 100),
        *((80 + 20 * number, 8, 10 + number) for number in range(4)),
    ]
    assert 0 < begin <= 40
    atari.machine.key(F10)
    assert atari.finish() == 0
    assert atari.numbers() == [0, at, 0]


@pytest.mark.parametrize("commands", [bytes([1, 1] * 2000), b"\x80\1\x81\7\0\2" + bytes(9)])
def test_a_list_without_an_end_does_no_harm(commands: bytes, atari: AtariMachine, code: Code) -> None:
    code.trap(14, DOSOUND, (code.put(commands),))
    code.gemdos("cconin")
    assert atari.answers(code, F10, waits=[2000]) == []
