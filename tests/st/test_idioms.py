"""What start-up codes of the time did to find out about themselves."""

from __future__ import annotations

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
