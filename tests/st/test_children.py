"""Child programs, redirection, and other GEMDOS calls of shells and desktops."""

import os
import stat
import struct

import pytest

from gemport.gem.aes.keys import key_press
from tests.st.build import program_file
from tests.st.code import BASE, BUFFER, Code
from tests.st.machine import AtariMachine

PEXEC = 0x4B
EFILNF, EPTHNF, EIHNDL, ENSMEM, EPLFMT = -33, -34, -37, -39, -66
MEMORY = 0x20000


def child(atari: AtariMachine, name: str = "CHILD.PRG", hex_code: str = "", code: int = 7) -> None:
    """Write a program that runs position-independent instructions and ends with a code."""
    # ...; move.w #code,-(sp); move.w #$4C,-(sp); trap #1
    text = bytes.fromhex(hex_code) + struct.pack(">5H", 0x3F3C, code, 0x3F3C, 0x4C, 0x4E41)
    (atari.folder / name).write_bytes(program_file(text, bss=100))


def parent() -> Code:
    code = Code()
    # lea $2FF00,sp: the stack was at the end of memory.
    code.code += bytes.fromhex("4FF9 0002FF00")
    code.gemdos("mshrink", 0, BASE, MEMORY)
    return code


def test_a_child_runs_and_its_parent_goes_on(atari: AtariMachine) -> None:
    child(atari)
    code = parent()
    for _ in range(3):
        code.ask("malloc", -1)
        code.ask("pexec", 0, "CHILD.PRG", 0, 0)
    before, code_1, again, code_2, last, code_3 = atari.answers(code)
    assert (code_1, code_2, code_3) == (7, 7, 7)
    assert before == again == last > 3_000_000


def test_a_child_has_its_command_line_and_its_parents_path(atari: AtariMachine) -> None:
    # lea $81(a5) of its basepage: movea.l 4(sp),a5; pea $81(a5); Cconws; then its parent's path as Laser C finds it.
    tail = "2A6F0004 486D0081 3F3C0009 4E41 5C8F"
    path = "206D0024 2068007C 2F280036 3F3C0009 4E41 5C8F"
    child(atari, hex_code=tail + path)
    code = parent()
    code.ask("pexec", 0, "C:\\CHILD.PRG", "\3ABC", 0)
    atari.start(code.end(), "PARENT.PRG")
    assert atari.finish() == 0
    assert "".join(atari.written).startswith("ABCC:\\CHILD.PRG")


@pytest.mark.parametrize(("go", "freed"), [(4, False), (6, True)])
def test_a_program_is_loaded_then_started(go: int, freed: bool, atari: AtariMachine) -> None:
    child(atari, code=9)
    code = parent()
    code.gemdos("pexec", 3, "CHILD.PRG", 0, 0)
    # move.l d0,BUFFER; and it is the third argument of the second call.
    code.code += struct.pack(">HL", 0x23C0, BUFFER)
    code.code += struct.pack(">3H", 0x42A7, 0x2F39, BUFFER >> 16) + struct.pack(">H", BUFFER & 0xFFFF)
    code.ask_code(struct.pack(">6H", 0x42A7, 0x3F3C, go, 0x3F3C, PEXEC, 0x4E41) + bytes.fromhex("DEFC0010"))
    code.ask("malloc", -1)
    ended, largest = atari.answers(code)
    assert ended == 9
    assert (largest > 3_000_000) is freed


def test_mode_5_makes_a_basepage(atari: AtariMachine) -> None:
    code = parent()
    code.gemdos("pexec", 5, 0, "\2AB", 0)
    # movea.l d0,a0; move.l $80(a0),d0; then its parent.
    code.ask_code("2040 2C48 20280080")
    code.ask_code("202E0024")
    assert atari.answers(code) == [0x02414200, BASE]


@pytest.mark.parametrize(
    ("environment", "copy"), [("A=B\0C=D\0", b"A=B\0C=D\0\0"), ("\0C=D", bytes(2)), (0, b"PATH=;C:\\\0")]
)
def test_a_child_has_a_copy_of_the_environment(
    environment: str | int, copy: bytes, atari: AtariMachine, code: Code
) -> None:
    code.code = parent().code
    code.gemdos("pexec", 5, 0, 0, environment)
    # movea.l d0,a0; movea.l $2C(a0),a6; then its bytes.
    code.code += bytes.fromhex("2040 2C68002C")
    for at in range(len(copy)):
        code.ask_code(struct.pack(">3H", 0x7000, 0x102E, at))
    assert bytes(atari.answers(code)) == copy


@pytest.mark.parametrize(
    ("path", "answer"), [("NONE.PRG", EFILNF), ("NONE\\X.PRG", EPTHNF), ("TEXT.PRG", EPLFMT), ("BIG.PRG", ENSMEM)]
)
def test_what_cannot_be_started_is_an_error(path: str, answer: int, atari: AtariMachine) -> None:
    (atari.folder / "TEXT.PRG").write_text("no program")
    (atari.folder / "BIG.PRG").write_bytes(program_file(bytes(8), bss=0x3E0000))
    code = parent()
    code.ask("pexec", 0, path, 0, 0)
    assert atari.answers(code) == [answer]


def test_a_child_that_stays_keeps_its_memory(atari: AtariMachine) -> None:
    # clr.w -(sp); move.l #$1000,-(sp); Ptermres
    child(atari, hex_code="4267 2F3C00001000 3F3C0031 4E41")
    code = parent()
    for _ in range(2):
        code.ask("pexec", 0, "CHILD.PRG", 0, 0)
        code.ask("malloc", -1)
    first, before, second, after = atari.answers(code)
    assert (first, second) == (0, 0)
    assert 0x1000 <= before - after < 0x1200


def test_a_child_writes_where_its_parent_has_led_it(atari: AtariMachine) -> None:
    # pea text(pc); Cconws; clean up; ...
    child(atari, hex_code="487A 000C 3F3C0009 4E41 5C8F 6008 4845 4C4C 4F0D 0A00")
    code = parent()
    code.ask("fdup", 1)
    code.ask("fcreate", "OUT.TXT", 0)
    code.ask("fforce", 1, 7)
    code.gemdos("pexec", 0, "CHILD.PRG", 0, 0)
    code.gemdos("fforce", 1, 6)
    code.gemdos("fwrite", 6, 3, code.put("and"))
    code.gemdos("fclose", 7)
    code.gemdos("cconws", code.put("back"))
    atari.start(code.end(), "SHELL.PRG")
    assert atari.finish() == 0
    assert "HELLO" in (atari.folder / "OUT.TXT").read_text()
    assert "andback" in "".join(atari.written)
    assert "HELLO" not in "".join(atari.written)


def test_input_comes_from_a_file_and_handles_of_nothing_are_refused(atari: AtariMachine, code: Code) -> None:
    (atari.folder / "IN.TXT").write_text("AB")
    code.ask("fopen", "IN.TXT", 0)
    code.ask("fdup", 9)
    for handles in ((1, 9), (7, 1), (0, 6)):
        code.ask("fforce", *handles)
    for call in ("cconis", *["cconin"] * 3):
        code.ask(call)
    assert atari.answers(code) == [6, *[EIHNDL] * 3, 0, -1, 65, 66, 0x1A]


def test_attributes_and_dates_are_set(atari: AtariMachine, code: Code) -> None:
    file = atari.folder / "OLD.TXT"
    file.write_text("old")
    code.ask("fopen", "OLD.TXT", 0)
    time, date = 12 << 11 | 34 << 5 | 28, 9 << 9 | 11 << 5 | 9
    code.ask("fdatime", code.words(time, date), 6, 1)
    code.gemdos("fdatime", BUFFER, 6, 0)
    code.show_long(BUFFER)
    code.ask("fattrib", "OLD.TXT", 1, 1)
    opened, done, moment, attributes = atari.answers(code)
    assert (opened, done, attributes) == (6, 0, 1)
    # Windows sets the time of no open file.
    assert moment & 0xFFFFFFFF == time << 16 | date or os.name == "nt"
    assert not file.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)


def test_a_read_only_file_is_neither_written_nor_deleted(atari: AtariMachine, code: Code) -> None:
    file = atari.folder / "OLD.TXT"
    file.write_text("old")
    code.gemdos("fattrib", "OLD.TXT", 1, 1)
    code.ask("fcreate", "OLD.TXT", 0)
    code.ask("fopen", "OLD.TXT", 2)
    code.ask("fdelete", "OLD.TXT")
    code.ask("fattrib", "OLD.TXT", 0, 0)
    code.ask("fopen", "OLD.TXT", 0)
    assert atari.answers(code) == [-36, -36, -36, 1, 6]
    assert file.read_text() == "old"


def test_named_devices_are_no_errors(atari: AtariMachine, code: Code) -> None:
    for call in ("fopen", "fcreate"):
        for name in ("CON:", "aux:", "PRN:"):
            code.ask(call, name, 0)
    code.ask("fwrite", 0xFFFF, 2, code.put("ab"))
    code.ask("fclose", 0xFFFF)
    start = "0000FFFF 0000FFFE 0000FFFD " * 2
    atari.start(code.end(), "NAMED.PRG")
    assert (atari.finish(), " ".join("".join(atari.written).split())) == (0, f"{start}ab00000002 00000000")


def test_system_variables_lead_somewhere(atari: AtariMachine, code: Code) -> None:
    for vector in (0x100, 0x101, 0x102):
        code.trap(13, 5, vector, (-1,))
        # movea.l d0,a0; moveq #3,d0; jsr (a0)
        code.ask_code("2040 7003 4E90")
    code.ask_trap(13, 5, 0x103, (-1,))
    for offset in (0x24, 0x28):
        # movea.l $4F2,a0; movea.l offset(a0),a0; move.l (a0),d0
        code.ask_code(struct.pack(">2H2H", 0x2078, 0x4F2, 0x2068, offset) + bytes.fromhex("2010"))
    code.show_word(0x454)
    code.show_long(0x456)
    assert atari.answers(code) == [3, 3, 3, 0, 0, BASE, 8, 0x4CE]


def test_devices_of_tos_answer_calmly(atari: AtariMachine, code: Code) -> None:
    for number in (0x11, 0x12, 0x13):
        code.ask_trap(1, number)
    code.trap(14, 28, 0x3F, 0x87)
    code.ask_trap(14, 28, 0, 7)
    code.trap(14, 31, 0, 0, 0, (0,))
    code.trap(14, 14, 1)
    # movea.l d0,a0; moveq #0,d0; move.w 6(a0),d0
    code.ask_code("2040 7000 30280006")
    assert atari.answers(code) == [-1, 0, -1, 0x3F, 0]


@pytest.mark.parametrize(
    ("hex_code", "reason"), [("4AFC", "illegal instruction"), ("4279 00600000", "bus error at $600000")]
)
def test_a_child_that_crashes_ends_alone(hex_code: str, reason: str, atari: AtariMachine) -> None:
    """Its parent gets -1 after an alert, its memory again, and may start another."""
    child(atari, hex_code=hex_code)
    child(atari, "OTHER.PRG")
    code = parent()
    code.ask("malloc", -1)
    for name in ("CHILD.PRG", "OTHER.PRG"):
        code.ask("pexec", 0, name, 0, 0)
    code.ask("malloc", -1)
    atari.start(code.end(), "PARENT.PRG")
    atari.machine.settle()
    assert not atari.machine.finished
    assert reason in atari.reports[0]
    atari.machine.key(*key_press("Return"))
    assert atari.finish() == 0
    before, crashed, ended, after = atari.numbers()
    assert (crashed, ended, before) == (0xFFFF, 7, after)
    assert len(atari.reports) == 1
