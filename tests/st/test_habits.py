"""Habits of programs of the time and of their start-up codes, each in a small program that has it."""

import struct

from gemport.st.hardware import SCREEN
from tests.st.code import BUFFER, Code
from tests.st.machine import AtariMachine

_TREES = 10
"""The offset of ap_ptree, the address of the table of trees, in the array global."""


def set_long(code: Code, at: int, long: int) -> None:
    """Write a long word: move.l #long,at."""
    code.code += struct.pack(">HLL", 0x23FC, long & 0xFFFFFFFF, at)


def test_rsrc_gaddr_finds_trees_that_a_program_has_in_itself(atari: AtariMachine, code: Code) -> None:
    code.ask_aes(112, (0, 1))
    set_long(code, code.globals + _TREES, code.put(struct.pack(">2L", 0x23456, 0x34568)))
    for index in (0, 1):
        code.ask_aes(112, (0, index))
        code.show_address()
    assert atari.answers(code) == [0, 1, 0x23456, 1, 0x34568]


def test_the_cookie_jar_is_walked_without_asking_whether_there_is_one(atari: AtariMachine, code: Code) -> None:
    # movea.l $5A0,a0; loop: move.l (a0)+,d0; cmp.l #"_MCH",d0; beq found; tst.l d0; addq.l #4,a0; bne loop
    code.code += bytes.fromhex("207805A0 2018 0C805F4D4348 6706 4A80 5848 66F0")
    # found: move.l (a0)+,d0; and of the last one: move.l 4(a0),d0
    for last in ("2018", "20280004"):
        code.code += bytes.fromhex(last)
        code.ask_code("2F08")
        code.code += bytes.fromhex("205F")
    assert atari.answers(code) == [0, 16]


def test_a_picture_is_read_around_the_screens_start_and_over_its_end(atari: AtariMachine, code: Code) -> None:
    picture = bytes(range(34)) + b"\xff" * 32_000 + b"0123"
    (atari.folder / "TITLE.PI3").write_bytes(picture)
    code.ask("fopen", "TITLE.PI3", 0)
    code.ask("fread", 6, 40_000, SCREEN - 34)
    for at in (SCREEN - 4, SCREEN, SCREEN + 32_000):
        code.show_long(at)
    assert atari.answers(code) == [6, len(picture), 0x1E1F2021, -1, 0x30313233]


def test_code_behind_the_screens_pixels_runs(atari: AtariMachine, code: Code) -> None:
    # moveq #42,d0; rts
    set_long(code, SCREEN + 32_700, 0x702A4E75)
    code.ask_code(struct.pack(">HL", 0x4EB9, SCREEN + 32_700))
    assert atari.answers(code) == [42]


def test_the_keyboard_tells_where_the_joysticks_stand(atari: AtariMachine, code: Code) -> None:
    code.trap(14, 34)
    # movea.l d0,a0; move.l #code,24(a0); the code keeps the packet that A0 leads to: move.l (a0),BUFFER
    code.code += struct.pack(">2HLH", 0x2040, 0x217C, code.code_at(struct.pack(">HL", 0x23D0, BUFFER)), 24)
    code.trap(13, 3, 4, 0x16)
    code.show_long(BUFFER)
    assert [word & 0xFFFFFFFF for word in atari.answers(code)] == [0xFD000000]


def test_a_program_ends_as_cp_m_ones_do(atari: AtariMachine, code: Code) -> None:
    # moveq #0,d0; trap #2
    code.code += bytes.fromhex("70004E42")
    code.gemdos("pterm", 1)
    atari.start(code.file(), "KERMIT.PRG")
    assert atari.finish() == 0
    assert atari.reports == []


def test_a_program_that_unpacks_below_itself_goes_on(atari: AtariMachine, code: Code) -> None:
    # On a machine GEM is there: the words are illegal instructions.
    code.fill_memory(0x8000, 0x4AFC4AFC, 0x2000)
    code.ask_code("702A")
    assert atari.answers(code) == [42]


CCONWS = 9


def test_a_program_finds_its_path_on_its_parents_stack(atari: AtariMachine, code: Code) -> None:
    # movea.l 4(sp),a0; movea.l $24(a0),a0; movea.l $7C(a0),a0; move.l 54(a0),-(sp); Cconws
    code.code += bytes.fromhex("206F0004 20680024 2068007C 2F280036") + struct.pack(">3H", 0x3F3C, CCONWS, 0x4E41)
    atari.start(code.end(), "LASER.PRG")
    assert atari.finish() == 0
    assert "".join(atari.written) == "C:\\LASER.PRG"


def test_an_accessory_allocates_and_loads_without_mshrink(atari: AtariMachine, code: Code) -> None:
    code.ask("malloc", 100_000)
    code.ask("malloc", -1)
    code.aes(23, (), (code.put(bytes(16)),))
    atari.start(code.file(bss=0), "MEMORY.ACC")
    atari.machine.advance(500)
    block, largest = atari.numbers()
    assert block > 0x10000
    assert largest > 3_000_000


def test_a_program_asks_for_mint_in_silence(atari: AtariMachine, code: Code) -> None:
    for number in (0xFF, 0x10D, 0x12A, 0x15F):
        code.ask_trap(1, number)
    assert atari.answers(code) == [-32] * 4


def test_trap_2_tells_the_vdis_address_and_that_there_is_no_gdos(atari: AtariMachine, code: Code) -> None:
    for ask in (-2, 201):
        # move.l #ask,d0; trap #2
        code.ask_code(struct.pack(">HlH", 0x203C, ask, 0x4E42))
    # vqt_width of an A answers the character first.
    contrl, out, points = code.words(117, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0), code.put(bytes(16)), code.put(bytes(16))
    block = code.put(struct.pack(">5L", contrl, code.words(65), points, out, points))
    # moveq #-1,d0; trap #2; movea.l d0,a0; move.l #block,d1; jsr (a0)
    code.code += bytes.fromhex("70FF 4E42 2040 223C") + struct.pack(">LH", block, 0x4E90)
    code.show_word(out)
    assert atari.answers(code) == [-2, 201, 65]
