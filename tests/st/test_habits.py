"""Habits of programs of the time, each in a small program that has it."""

import struct

from gemport.st.hardware import SCREEN
from tests.needs import needs_processor
from tests.st.code import BUFFER, Code
from tests.st.machine import AtariMachine

pytestmark = needs_processor

_TREES = 10
"""The offset of ap_ptree, the address of the table of trees, in the array global."""


def set_long(code: Code, at: int, long: int) -> None:
    """Write a long word: move.l #long,at."""
    code.code += struct.pack(">HLL", 0x23FC, long & 0xFFFFFFFF, at)


def test_rsrc_gaddr_finds_trees_that_a_program_has_in_itself(atari: AtariMachine) -> None:
    code = Code()
    code.aes(112, (0, 1))
    code.show_answer()
    set_long(code, code.globals + _TREES, code.put(struct.pack(">2L", 0x23456, 0x34568)))
    for index in (0, 1):
        code.aes(112, (0, index))
        code.show_answer()
        code.show_address()
    assert atari.answers(code) == [0, 1, 0x23456, 1, 0x34568]


def test_the_cookie_jar_is_walked_without_asking_whether_there_is_one(atari: AtariMachine) -> None:
    code = Code()
    # movea.l $5A0,a0; loop: move.l (a0)+,d0; cmp.l #"_MCH",d0; beq found; tst.l d0; addq.l #4,a0; bne loop
    code.code += bytes.fromhex("207805A0 2018 0C805F4D4348 6706 4A80 5848 66F0")
    # found: move.l (a0)+,d0; and of the last one: move.l 4(a0),d0
    for last in ("2018", "20280004"):
        code.code += bytes.fromhex(last)
        code.code += bytes.fromhex("2F08")
        code.show()
        code.code += bytes.fromhex("205F")
    assert atari.answers(code) == [0, 16]


def test_a_picture_is_read_around_the_screens_start_and_over_its_end(atari: AtariMachine) -> None:
    picture = bytes(range(34)) + b"\xff" * 32_000 + b"0123"
    (atari.folder / "TITLE.PI3").write_bytes(picture)
    code = Code()
    code.ask("fopen", "TITLE.PI3", 0)
    code.ask("fread", 6, 40_000, SCREEN - 34)
    for at in (SCREEN - 4, SCREEN, SCREEN + 32_000):
        code.show_long(at)
    assert atari.answers(code) == [6, len(picture), 0x1E1F2021, -1, 0x30313233]


def test_code_behind_the_screens_pixels_runs(atari: AtariMachine) -> None:
    code = Code()
    # moveq #42,d0; rts
    set_long(code, SCREEN + 32_700, 0x702A4E75)
    code.code += struct.pack(">HL", 0x4EB9, SCREEN + 32_700)
    code.show()
    assert atari.answers(code) == [42]


def test_the_keyboard_tells_where_the_joysticks_stand(atari: AtariMachine) -> None:
    code = Code()
    code.trap(14, 34)
    # movea.l d0,a0; move.l #code,24(a0); the code keeps the packet that A0 leads to: move.l (a0),BUFFER
    code.code += struct.pack(">2HLH", 0x2040, 0x217C, code.code_at(struct.pack(">HL", 0x23D0, BUFFER)), 24)
    code.trap(13, 3, 4, 0x16)
    code.show_long(BUFFER)
    assert [word & 0xFFFFFFFF for word in atari.answers(code)] == [0xFD000000]


def test_a_program_ends_as_cp_m_ones_do(atari: AtariMachine) -> None:
    code = Code()
    # moveq #0,d0; trap #2
    code.code += bytes.fromhex("70004E42")
    code.gemdos("pterm", 1)
    atari.start(code.file(), "KERMIT.PRG")
    assert atari.finish() == 0
    assert atari.reports == []


def test_a_program_that_unpacks_below_itself_goes_on(atari: AtariMachine) -> None:
    code = Code()
    # On a machine GEM is there: the words are illegal instructions.
    code.fill_memory(0x8000, 0x4AFC4AFC, 0x2000)
    code.code += bytes.fromhex("702A")
    code.show()
    assert atari.answers(code) == [42]
