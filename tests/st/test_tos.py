"""GEMDOS, BIOS and XBIOS, asked by a program."""

import struct
from pathlib import Path

import pytest

from tests.needs import needs_processor
from tests.st.code import BUFFER, Code
from tests.st.machine import AtariMachine
from tests.st.test_hardware import SUPEXEC, peek

pytestmark = needs_processor
DATE, TIME = 9 << 9 | 11 << 5 | 9, 18 << 11 | 57 << 5 | 15


def answers(data: bytes, wanted: list[int | str]) -> list[int | str]:
    """The program's answers: numbers, and texts after their lengths."""
    found: list[int | str] = []
    for answer in wanted:
        (number,) = struct.unpack_from(">l", data)
        size = number if isinstance(answer, str) else 0
        found.append(data[4 : 4 + size].decode() if isinstance(answer, str) else number)
        data = data[4 + size :]
    assert data == b""
    return found


MEMORY: list[int | str] = [1000, 2002, -40, 0, 0, -40, 0, 0, 1]
FILES: list[int | str] = [
    *(7, 10, 6, 4, "6789", -64, 0, -37),
    *(-33, -33, -34, 0, 0),
    *(1, 0, "ALPHA.TXT", 12, 0, "BETA.TXT", -49, 0, "OTHER.DAT", -33, 0, -33),
]
FOLDERS: list[int | str] = [2, 4, 4, 0, -36, 0, 0, "\\MADE", 0, 0, "", -34, 0, 0, 0]
OTHER: list[int | str] = [DATE, TIME, 0x1500, 1, 2, 1, 4, 0, 0, 0, 1, 1, 0, -1, 1, 0, -32, 0xA5]


def test_tos_answers_a_program(tmp_path: Path) -> None:
    (tmp_path / "SUB").mkdir()
    (tmp_path / "ALPHA.TXT").write_text("twelve bytes")
    (tmp_path / "beta.txt").touch()
    atari = AtariMachine(tmp_path)
    atari.start_built("TOSCALLS.PRG", "C:\\ALPHA.TXT")
    assert atari.finish() == 42
    wanted = ["C:\\ALPHA.TXT", *MEMORY, *FILES, *FOLDERS, *OTHER]
    assert answers((tmp_path / "ANSWERS.BIN").read_bytes(), wanted) == wanted
    assert "".join(atari.written) == "ABC\nD"
    assert atari.machine.bells == 1
    assert atari.machine.screen.rows[0] >> 632 == 0xA5
    assert atari.reports == ["TOSCALLS.PRG: GEMDOS 30583 is not known here, and is not answered"]
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != "home") == [
        "ALPHA.TXT",
        "ANSWERS.BIN",
        "beta.txt",
    ]


@pytest.mark.parametrize(("vector", "number"), [(13, 99), (14, 44)])
def test_unknown_calls_of_bios_and_xbios_answer_their_number(vector: int, number: int, atari: AtariMachine) -> None:
    """Programs find out by Bconmap (44) whether the machine has further interfaces."""
    code = Code()
    code.trap(vector, number, 0)
    code.show()
    assert atari.answers(code) == [number]


@pytest.mark.parametrize(
    ("vector", "number", "answer"),
    [
        *((13, 4, -2), (14, 8, -2), (14, 9, -2), (14, 10, -2), (14, 19, -2)),
        *((13, 7, 0), (14, 12, 0), (14, 25, 0), (14, 33, 0), (1, 3, 0), (1, 4, 0)),
    ],
)
def test_sectors_are_not_read_and_interfaces_are_calm(
    vector: int, number: int, answer: int, atari: AtariMachine
) -> None:
    code = Code()
    code.trap(vector, number, *[0] * 10)
    code.show()
    assert (atari.answers(code), atari.reports) == ([answer], [])


@pytest.mark.parametrize("jump", ["2078 0004 4ED0", "2078 04F2 4ED0", "2078 04F2 2068 0004 4ED0", "4EF9 00FC0000"])
def test_a_program_that_starts_the_machine_anew_ends(jump: str, atari: AtariMachine) -> None:
    """By the vector at 4, by the header, by its address of the code, by the ROM."""
    code = Code()
    code.trap(1, 0x20, (0,))
    code.code += bytes.fromhex(jump)
    atari.start(code.end(), "RESET.PRG")
    assert (atari.finish(), atari.reports) == (0, [])


def test_supexec_keeps_the_registers_that_traps_keep(atari: AtariMachine) -> None:
    code = Code()
    values = code.put(struct.pack(">9L", *range(101, 110)))
    # movem.l values,d3-d7/a3-a6; the code does the same with zeros.
    load = struct.pack(">HHL", 0x4CF9, 0x78F8, values)
    code.code += load
    code.trap(14, SUPEXEC, (code.code_at(struct.pack(">HHL", 0x4CF9, 0x78F8, code.put(bytes(36)))),))
    code.code += struct.pack(">HHL", 0x48F9, 0x78F8, BUFFER)
    for offset in range(0, 36, 4):
        code.show_long(BUFFER + offset)
    assert atari.answers(code) == list(range(101, 110))


def test_no_hardcopy_is_asked_for(atari: AtariMachine) -> None:
    code = Code()
    code.trap(14, SUPEXEC, (code.code_at(peek(0x4EE, 2)),))
    code.show()
    assert atari.answers(code) == [0xFFFF]
