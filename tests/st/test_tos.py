"""GEMDOS, BIOS and XBIOS, asked by a program, and the log of its calls."""

import re
import struct
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest

from gemport.gem.aes.keys import RETURN
from gemport.gem.formats.rsc import write_rsc
from gemport.st import Trace
from gemport.st.cycles import vdi_cycles
from tests.st import mirror
from tests.st.code import BASE, BUFFER, Code
from tests.st.machine import AtariMachine

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


def test_tos_answers_a_program(atari: AtariMachine, tmp_path: Path) -> None:
    (tmp_path / "SUB").mkdir()
    (tmp_path / "ALPHA.TXT").write_text("twelve bytes")
    (tmp_path / "beta.txt").touch()
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


def test_a_program_sets_the_time_that_it_gets(atari: AtariMachine, code: Code) -> None:
    date, time = 3 << 9 | 2 << 5 | 28, 23 << 11 | 59 << 5 | 29
    for name, value in (("tsetdate", date), ("tsetdate", 30 << 5), ("tsettime", time), ("tsettime", 24 << 11)):
        code.ask(name, value)
    code.ask("tgetdate")
    code.ask("tgettime")
    code.ask_trap(14, 22, (DATE << 16 | TIME,))
    code.ask_trap(14, 23)
    assert atari.answers(code) == [0, -1, 0, -1, date, time, 0, DATE << 16 | TIME]


def test_protobt_fills_and_keeps_a_boot_sector(atari: AtariMachine, code: Code) -> None:
    at = code.put(bytes(512))
    for serial, disk, executable in ((0x123456, 3, 1), (-1, -1, -1), (-1, 0, 0)):
        code.trap(14, 18, (at,), (serial,), disk, executable)
        code.show_long(at + 8, at + 12, at + 16, at + 20, at + 24, at + 28)
        code.show_word(at + 510)
    # A serial number of more than 24 bits asks for a random one.
    code.trap(14, 18, (at,), (1 << 24,), -1, -1)
    code.show_long(at + 8)
    for disk in (1, 2):
        code.trap(14, 18, (at,), (-1,), disk, -1)
        code.show_long(at + 12, at + 16, at + 20, at + 24)
    double = [0x56341200, 0x02020100, 0x02700000 + 0xA0, 0x05F90500, 0x09000200, 0]
    single = [0x56341200, 0x02010100, 0x02400068, 0x01FC0200, 0x09000100, 0]
    words = [struct.unpack(">255H", bytes(8) + struct.pack(">6L", *longs) + bytes(478)) for longs in (double, single)]
    sums = [0x1234 - sum(words[0]) & 0xFFFF, 0x1235 - sum(words[1]) & 0xFFFF]
    executable, other = ((word ^ 0x8000) - 0x8000 for word in sums)
    *answers, serial = (found := atari.answers(code))[:22]
    assert answers == [*double, executable, *double, executable, *single, other]
    assert serial >> 8 != single[0] >> 8
    assert found[22:26] == [0x02020100, 0x027000D0, 0x02FD0200, 0x09000200]
    assert found[26:] == [0x02020100, 0x027000D0, 0x02F90500, 0x09000100]


def test_getmpb_tells_the_memory(atari: AtariMachine, code: Code) -> None:
    # An address has 24 bits.
    code.trap(13, 0, (0x41 << 24 | BUFFER,))
    code.show_long(BUFFER + 4)
    # move.l BUFFER,a0; then the block's start and length.
    for offset in (4, 8):
        code.ask_code(struct.pack(">HLHH", 0x2079, BUFFER, 0x2028, offset))
    assert atari.answers(code) == [0, 0x10000, 0x3F0000]


@pytest.mark.parametrize("jump", ["2078 0004 4ED0", "2078 04F2 4ED0", "2078 04F2 2068 0004 4ED0", "4EF9 00FC0000"])
def test_a_program_that_starts_the_machine_anew_ends(jump: str, atari: AtariMachine, code: Code) -> None:
    """By the vector at 4, by the header, by its address of the code, by the ROM."""
    code.trap(1, 0x20, (0,))
    code.code += bytes.fromhex(jump)
    atari.start(code.end(), "RESET.PRG")
    assert (atari.finish(), atari.reports) == (0, [])


def test_supexec_keeps_the_registers_that_traps_keep(atari: AtariMachine, code: Code) -> None:
    values = code.put(struct.pack(">9L", *range(101, 110)))
    # movem.l values,d3-d7/a3-a6; the code does the same with zeros.
    load = struct.pack(">HHL", 0x4CF9, 0x78F8, values)
    code.code += load
    code.supexec(struct.pack(">HHL", 0x4CF9, 0x78F8, code.put(bytes(36))))
    code.code += struct.pack(">HHL", 0x48F9, 0x78F8, BUFFER)
    code.show_long(*range(BUFFER, BUFFER + 36, 4))
    assert atari.answers(code) == list(range(101, 110))


# ---- the log of calls: names, arguments, answers and the machine's time


def test_each_call_is_a_line_and_one_that_waits_has_two(atari: AtariMachine, code: Code) -> None:
    lines: list[str] = []
    trace = Trace(lines.append)
    atari.system = replace(atari.system, trace=trace)
    code.gemdos("fopen", "C:\\NONE.TXT", 0)
    code.aes(10)
    code.aes(25, (0x31, 0, 0, 0, 0, *[0] * 9, 20, 0), (0x100000,))
    code.gemdos("crawcin")
    code.vdi(26, words=(1, 0))
    code.gemdos("cconws", "text\33E\r\n")
    code.trap(13, 99)
    code.code += bytes.fromhex("A000")
    atari.start(code.end(), "CALLS.PRG")
    atari.machine.advance(1000)
    atari.machine.key(RETURN)
    atari.machine.settle()
    trace.close()
    assert lines == [
        "        0.000 CALLS.PRG            begins",
        "        0.000 CALLS.PRG    GEMDOS  Fopen('C:\\\\NONE.TXT', 0) = -33 EFILNF",
        "        0.000 CALLS.PRG    AES     appl_init() = 0",
        "        0.000 CALLS.PRG    AES     evnt_multi(MU_KEYBD|MU_MESAG|MU_TIMER, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,"
        " 0, 0, 20, $100000) ...",
        "        0.020 CALLS.PRG    AES     ... evnt_multi = MU_TIMER 319 199 0 0 0 0",
        "        0.020 CALLS.PRG    GEMDOS  Crawcin() ...",
        "        1.000 CALLS.PRG    GEMDOS  ... Crawcin = $1C000D",
        "        1.000 CALLS.PRG    VDI     vq_color(1, 1, 0) = 1 1000 1000 1000",
        "        1.000 CALLS.PRG    GEMDOS  Cconws('text\\x1bE\\r\\n') = 0",
        "        1.000 CALLS.PRG    BIOS    BIOS 99() = 99",
        "        1.000 CALLS.PRG    Line-A  init",
        "        1.000 CALLS.PRG    GEMDOS  Pterm0() ...",
        "        1.000 CALLS.PRG            ends with 0",
    ]


def test_arguments_and_answers_of_all_kinds_are_shown(atari: AtariMachine, code: Code) -> None:
    lines: list[str] = []
    trace = Trace(lines.append)
    atari.system = replace(atari.system, trace=trace)
    (atari.folder / "DEMO.RSC").write_bytes(write_rsc(mirror.resource()))
    message, text = code.words(20, 0, 0, 1, -2, 3, 4, 5), code.put("DEMO.RSC" + "\0" * 100)
    form = code.put(struct.pack(">L6h4x", BUFFER, 16, 16, 1, 0, 1, 0))
    code.gemdos("mshrink", 0, BASE, 0x340000)
    aes: list[tuple[int, Sequence[int], Sequence[int | str]]] = [
        (10, (), ()),
        *((18, (mode,), (BUFFER,)) for mode in (0, 1, 1)),
        (12, (0, 16), (message,)),
        (11, (0, 16), (BUFFER,)),
        (12, (0, 9), (message,)),
        (23, (), (BUFFER,)),
        (12, (0, 16), (code.words(77, *range(7)),)),
        (25, (0x10,), (BUFFER,)),
        *((22, words, ()) for words in ((0, 300, 190, 50, 50), (1, 0, 0, 9, 9))),
        (30, (1,), (BUFFER,)),
        (13, (), ("CODE    ",)),
        (108, (0, 0xFEF, 10, 20, 300, 200), ()),
        *((114, (obj,), (BUFFER,)) for obj in (-1, 0)),
        *((105, (0, 14, address >> 16, address & 0xFFFF, 5), ()) for address in (0, BUFFER)),
        *((124, (), (name,)) for name in (text, code.put("NONE.RSC" + "\0" * 100))),
        (110, (), ("DEMO.RSC",)),
        (112, (0, mirror.ASK), ()),
    ]
    for number, words, addresses in aes:
        code.aes(number, words, addresses)
    for number, points, given in (
        (6, range(4), b""),
        (6, range(50), b""),
        *((number, (100, 50), (1, 2)) for number in (28, 33, 28, 124)),
        (116, (), b"Hello"),
        (117, (), b"A"),
        *((number, (), b"") for number in (35, 36, 37, 38, 128)),
        (19, (0, 40), b""),
        (105, (700, 0), b""),
        (129, (0, 0, 9, 9), (1,)),
        (8, (1, 2), b"x" * 81),
        (8, (), b"x"),
    ):
        code.vdi(number, points=points, words=given)
    contrl = code.put(struct.pack(">7h2L2x", 109, 4, 0, 1, 0, 0, 1, form, code.put(bytes(20))))
    code._gem(115, contrl, code.words(3), code.words(0, 0, 15, 15, 100, 100, 115, 115), *[code.put(bytes(64))] * 2)
    for written in ("crawio", 65), ("cconws", "y" * 81), ("cconws", 0x7FFFFF):
        code.gemdos(*written)
    atari.start(code.end(), "CODE.PRG")
    atari.machine.settle()
    trace.close()
    assert [re.sub(r"\$(01|35)....", "$DATA", line[27:]) for line in lines] == [
        "        begins",
        "GEMDOS  Mshrink(0, $10000, $340000) = 0",
        "AES     appl_init() = 0",
        "AES     appl_search(0, $100000) = 1 1 1",
        "AES     appl_search(1, $100000) = 1 2 0",
        "AES     appl_search(1, $100000) = 0 0 0",
        "AES     appl_write(0, 16, $DATA) = 1",
        "AES     appl_read(0, 16, $100000) = 1: WM_REDRAW 0 0 1 -2 3 4 5",
        "AES     appl_write(0, 9, $DATA) = 1",
        "AES     evnt_mesag($100000) = 1: WM_REDRAW 0 0 1 -256 0 0 0",
        "AES     appl_write(0, 16, $DATA) = 1",
        "AES     evnt_multi(MU_MESAG, $100000) = MU_MESAG 319 199 0 0 0 0: 77 0 1 2 3 4 5 6",
        "AES     evnt_mouse(0, 300, 190, 50, 50) = 1 319 199 0 0",
        "AES     evnt_mouse(1, 0, 0, 9, 9) = 1 319 199 0 0",
        "AES     menu_bar(1, $100000) = 0",
        "AES     appl_find('CODE    ') = 0",
        "AES     wind_calc(WC_BORDER, 4079, 10, 20, 300, 200) = 1 9 1 320 238",
        "AES     rsrc_obfix($100000, -1) = 0",
        "AES     rsrc_obfix($100000, 0) = 1",
        "AES     wind_set(0, WF_NEWDESK, 0, 14, 0, 0, 5) = 1",
        "AES     wind_set(0, WF_NEWDESK, 0, 14, 16, 0, 5) = 0",
        "AES     shel_find($DATA) = 1",
        "AES     shel_find($DATA) = 0",
        "AES     rsrc_load('DEMO.RSC') = 1",
        "AES     rsrc_gaddr(0, 1) = 1 $DATA",
        "VDI     v_pline(1, 0,1, 2,3)",
        "VDI     v_pline(1, " + ", ".join(f"{2 * at},{2 * at + 1}" for at in range(24)) + ")",
        "VDI     v_locator(1, 100, 50) = 0 / 319 199",
        "VDI     vsin_mode(1, 1, 2) = 2",
        "VDI     v_locator(1, 100, 50)",
        "VDI     vq_mouse(1) = 0 / 100 50",
        "VDI     vqt_extent(1, 'Hello') = 0 0 40 0 40 16 0 16",
        "VDI     vqt_width(1, 65) = 65 / 8 0 0 0 0 0",
        "VDI     vql_attributes(1) = 1 1 1 / 1 0",
        "VDI     vqm_attributes(1) = 0 1 1 / 0 11",
        "VDI     vqf_attributes(1) = 1 1 2 1 1",
        "VDI     vqt_attributes(1) = 1 1 0 0 0 1 / 7 13 8 16",
        "VDI     vq_key_s(1) = 0",
        "VDI     vsm_height(1, 40) = 60 44",
        "VDI     v_get_pixel(1, 700, 0) = 0 0",
        "VDI     vs_clip(1, 1, 0, 0, 9, 9)",
        f"VDI     v_gtext(1, 1, 2, '{'x' * 80}'...)",
        "VDI     v_gtext(1, ?, 'x')",
        "VDI     vro_cpyfm(1, 3, 0, 0, 15, 15, 100, 100, 115, 115, $100000, screen)",
        "GEMDOS  Crawio(65) = 1",
        f"GEMDOS  Cconws('{'y' * 80}'...) = 0",
        "GEMDOS  Cconws('') ...",
        "        bus error at $7FFFFF",
    ]


TosCall: TypeAlias = tuple[int, *tuple[int | str | tuple[int], ...]]
XBIOS_CALLS: tuple[TosCall, ...] = (
    *((number,) for number in (*range(5), *range(8, 11), 12, 15, 19, 20, 21, 23, 25, 33, 35, 36, 39, 64)),
    *((13, 2, (0x12345,)), (13, 2, (0,)), (26, 2), (27, 2), (27, 18), (31, 0, 4, 246, (0,))),
    *((7, 1, 0x123), (7, 1, -1), (28, 0x55, 0x82), (28, 0, 2), (29, 0xF7), (30, 8), (44,)),
)
BIOS_CALLS: tuple[TosCall, ...] = (
    *((1, device) for device in range(6)),
    *((3, 1, 65), (4,), (6,), (7,), (8, 2), (9, 2), (10,), (11, -1), (11, 3), (11, -1), (12,)),
)
GEMDOS_CALLS: tuple[TosCall, ...] = (
    *((number,) for number in (3, 4, 0x0B, 0x10, 0x11, 0x12, 0x13, 0x19, 0x30, 0x4F)),
    *((0x0E, 2), (0x0E, 9), (0x36, (BUFFER,), 0), (0x36, (BUFFER,), 9), (0x47, (BUFFER,), 0), (0x47, (BUFFER,), 26)),
    *((0x39, "A"), (0x39, "A"), (0x3B, "A"), (0x3B, "B"), (0x47, (BUFFER,), 3), (0x3B, "\\"), (0x3A, "B"), (0x3A, "A")),
    *((0x3C, "F", 0), (0x40, 6, (3,), (BUFFER,)), (0x42, (1,), 6, 0), (0x42, (9,), 6, 1), (0x42, (-9,), 6, 2)),
    *(
        (0x57, (BUFFER,), 6, 0),
        (0x57, (BUFFER,), 9, 0),
        (0x45, 1),
        (0x46, 3, 6),
        (0x46, 9, 6),
        (0x3E, 7),
        (0x3E, 6),
        (0x3E, 6),
    ),
    *((0x43, "F", 0, 0), (0x43, "F", 1, 1), (0x3D, "F", 2), (0x41, "F"), (0x43, "F", 1, 0), (0x56, 0, "F", "G")),
    *((0x4E, "*", 0), (0x4F,), (0x41, "G"), (0x41, "G"), (0x48, (-1,)), (0x48, (10,)), (0x49, (BUFFER,)), (0x99,)),
)


def test_calls_of_tos_answer_like_an_idle_st(atari: AtariMachine, code: Code) -> None:
    lines: list[str] = []
    atari.system = replace(atari.system, trace=Trace(lines.append))
    code.gemdos("mshrink", 0, BASE, 0x340000)
    for trap, calls in ((14, XBIOS_CALLS), (13, BIOS_CALLS), (1, GEMDOS_CALLS)):
        for number, *arguments in calls:
            code.trap(trap, number, *arguments)
    atari.start(code.end(), "CALLS.PRG")
    atari.machine.advance(100)
    assert atari.machine.finished
    answers = [line.rpartition(" = ")[2].split()[-1] for line in lines[2:-2]]
    assert " ".join(answers[:33]) == (
        "0 0 $400000 $400000 2 -2 -2 -2 0 0 -2 0 0 $1369972F 0 0 0 0 0 0 0 0 0 0 0 0 1792 291 85 85 0 8 44"
    )
    assert " ".join(answers[33:50]) == "0 0 0 0 0 0 1 -2 20 0 -1 0 4 0 0 0 12"
    assert " ".join(answers[50:]) == (
        "0 0 0 -1 -1 0 -1 2 5376 ENMFIL 4 4 0 EDRIVE 0 EDRIVE 0 EACCDN 0 EPTHNF 0 0 EPTHNF 0 6 3 1 ERANGE ERANGE 0 "
        "EIHNDL 7 0 EIHNDL 0 0 EIHNDL 0 1 EACCDN EACCDN 0 0 0 ENMFIL 0 EFILNF $B0000 $350000 EIMBA EINVFN"
    )


def test_a_program_learns_its_name_and_command_line(atari: AtariMachine, code: Code) -> None:
    code.aes(120, (), (BUFFER, BUFFER + 16))
    code.show_long(*range(BUFFER, BUFFER + 20, 4))
    atari.start(code.end(), "CODE.PRG", "AB")
    assert atari.finish() == 0
    assert b"".join(long.to_bytes(4, "big") for long in atari.numbers()) == b"CODE.PRG".ljust(16, b"\0") + b"\2AB\0"


def test_an_unknown_trap_of_gem_is_reported(atari: AtariMachine, code: Code) -> None:
    code._gem(300)
    atari.start(code.end(), "CODE.PRG")
    assert (atari.finish(), len(atari.reports)) == (0, 1)
    assert "trap 2 300" in atari.reports[0]


@pytest.mark.parametrize(
    ("name", "points", "cycles"),
    [
        ("vsf_color", (), 1500),
        ("v_gtext", (0, 0), 1500 + 3 * 700),
        ("v_justified", (0, 0, 99, 0), 1500 + 3 * 700),
        ("v_pmarker", (0, 0, 9, 9), 1500),
        ("v_bar", (0, 0), 1500),
        # Words of 16 pixels in the clipped area.
        *((name, (31, 0, 16, 9), 1500 + 24 * 10) for name in ("v_bar", "vr_recfl", "v_rfbox")),
        ("v_fillarea", (40, 5, 15, 0, 20, 9), 1500 + 24 * 3 * 10),
        ("v_bar", (630, 395, 700, 500), 1500 + 24 * 5),
        ("v_bar", (-20, -20, -10, -10), 1500),
        ("vro_cpyfm", (0, 0, 15, 15, 100, 100, 115, 115), 1500 + 40 * 16),
        ("vrt_cpyfm", (0, 0, 16, 0, 100, 100, 116, 100), 1500 + 40 * 2),
        ("v_circle", (47, 50, 0, 0, 2, 0), 1500 + 20_000 + 24 * 2 * 5),
        ("v_arc", (47, 50, 0, 0, 0, 0, 2, 0), 1500 + 20_000 + 24 * 2 * 5),
        ("v_ellipse", (47, 50, 2, 9), 1500 + 20_000 + 24 * 2 * 5),
        ("v_circle", (50, 50, 2, 9), 1500),
        # The longer side of each line, at most the longer side of the screen.
        ("v_pline", (0, 0, 10, 3, 10, 30), 1500 + 60 * (10 + 27)),
        ("v_rbox", (5, 5, 9999, 5), 1500 + 60 * 639),
    ],
)
def test_calls_of_the_vdi_cost_what_they_draw(name: str, points: tuple[int, ...], cycles: int) -> None:
    assert vdi_cycles(name, points, 3, (0, 0, 639, 399)) == cycles
