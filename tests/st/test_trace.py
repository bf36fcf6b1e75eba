"""The log of calls: names, arguments, answers and the machine's time."""

from __future__ import annotations

from dataclasses import replace

from gemport.gem.aes.keys import RETURN
from gemport.st import Trace
from gemport.st.tos import CALLS, NAMES
from gemport.st.trace import tos_name
from tests.needs import needs_processor
from tests.st.code import Code
from tests.st.machine import AtariMachine

NOT_CALLED_SO = {"gettime", "physbase", "no_disk", "nothing", "bcostat", "cconos", "pterm"}
"""Methods that several calls share."""


def test_the_numbers_of_calls_have_their_names() -> None:
    differ = {
        (row.name, tos_name(NAMES[vector], number))
        for vector, rows in CALLS.items()
        for number, row in rows.items()
        if isinstance(number, int) and tos_name(NAMES[vector], number).lower() != row.name
    }
    assert {row for row, _ in differ} <= NOT_CALLED_SO, differ
    assert [tos_name("GEMDOS", number) for number in (0x0C, 0x57, 0x58)] == ["GEMDOS 12", "Fdatime", "GEMDOS 88"]
    assert tos_name("XBIOS", 64) == "XBIOS 64"


@needs_processor
def test_each_call_is_a_line_and_one_that_waits_has_two(atari: AtariMachine) -> None:
    lines: list[str] = []
    trace = Trace(lines.append)
    atari.system = replace(atari.system, trace=trace)
    code = Code()
    code.gemdos("fopen", "C:\\NONE.TXT", 0)
    code.aes(10)
    code.aes(104, (0, 4))
    code.aes(25, (0x31, 0, 0, 0, 0, *[0] * 9, 20, 0), (0x100000,))
    code.gemdos("crawcin")
    code.vdi(8, points=(10, 20), words=b"Hi")
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
        "        0.000 CALLS.PRG    AES     wind_get(0, WF_WORKXYWH) = 1 0 19 640 381",
        "        0.000 CALLS.PRG    AES     evnt_multi(MU_KEYBD|MU_MESAG|MU_TIMER, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,"
        " 0, 0, 20, $100000) ...",
        "        0.020 CALLS.PRG    AES     ... evnt_multi = MU_TIMER 319 199 0 0 0 0",
        "        0.020 CALLS.PRG    GEMDOS  Crawcin() ...",
        "        1.000 CALLS.PRG    GEMDOS  ... Crawcin = $1C000D",
        "        1.000 CALLS.PRG    VDI     v_gtext(1, 10, 20, 'Hi')",
        "        1.000 CALLS.PRG    VDI     vq_color(1, 1, 0) = 1 0 0 0",
        "        1.000 CALLS.PRG    GEMDOS  Cconws('text\\x1bE\\r\\n') = 8",
        "        1.000 CALLS.PRG    BIOS    BIOS 99() = 99",
        "        1.000 CALLS.PRG    Line-A  init",
        "        1.000 CALLS.PRG    GEMDOS  Pterm0() ...",
        "        1.000 CALLS.PRG            ends with 0",
    ]
