"""What start-up codes of the time did to find out about themselves."""

import struct

from tests.needs import needs_processor
from tests.st.code import Code
from tests.st.machine import AtariMachine

pytestmark = needs_processor

CCONWS = 9


def test_a_program_finds_its_path_on_its_parents_stack(atari: AtariMachine) -> None:
    code = Code()
    # movea.l 4(sp),a0; movea.l $24(a0),a0; movea.l $7C(a0),a0; move.l 54(a0),-(sp); Cconws
    code.code += bytes.fromhex("206F0004 20680024 2068007C 2F280036") + struct.pack(">3H", 0x3F3C, CCONWS, 0x4E41)
    atari.start(code.end(), "LASER.PRG")
    assert atari.finish() == 0
    assert "".join(atari.written) == "C:\\LASER.PRG"


def test_an_accessory_allocates_and_loads_without_mshrink(atari: AtariMachine) -> None:
    code = Code()
    code.ask("malloc", 100_000)
    code.gemdos("malloc", -1)
    code.show()
    code.aes(23, (), (code.put(bytes(16)),))
    atari.start(code.file(bss=0), "MEMORY.ACC")
    atari.machine.advance(500)
    block, largest = atari.numbers()
    assert block > 0x10000
    assert largest > 3_000_000


def test_a_program_asks_for_mint_in_silence(atari: AtariMachine) -> None:
    code = Code()
    for number in (0xFF, 0x10D, 0x12A, 0x15F):
        code.trap(1, number)
        code.show()
    assert atari.answers(code) == [-32] * 4
    assert atari.reports == []


def test_trap_2_tells_the_vdis_address_and_that_there_is_no_gdos(atari: AtariMachine) -> None:
    code = Code()
    for ask in (-2, 201):
        # move.l #ask,d0; trap #2
        code.code += struct.pack(">HlH", 0x203C, ask, 0x4E42)
        code.show()
    # vqt_width of an A answers the character first.
    contrl, out, points = code.words(117, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0), code.put(bytes(16)), code.put(bytes(16))
    block = code.put(struct.pack(">5L", contrl, code.words(65), points, out, points))
    # moveq #-1,d0; trap #2; movea.l d0,a0; move.l #block,d1; jsr (a0)
    code.code += bytes.fromhex("70FF 4E42 2040 223C") + struct.pack(">LH", block, 0x4E90)
    code.show_word(out)
    assert atari.answers(code) == [-2, 201, 65]
    assert atari.reports == []
