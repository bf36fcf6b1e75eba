"""Time passes in code that programs hand over: by Supexec, and to GEM."""

import struct

from gemport.gem.aes.keys import F10
from tests.needs import needs_processor
from tests.st.code import BUFFER, Code
from tests.st.machine import AtariMachine
from tests.st.slow import USERDEF, tree

pytestmark = needs_processor

SUPEXEC = 38
OBJC_DRAW = 42


def waiting(ticks: int) -> bytes:
    """Code that waits until _hz_200 has gone so far, and answers 42."""
    # move.l $4BA,d1; add.l #ticks,d1; cmp.l $4BA,d1; bhi; moveq #42,d0
    return bytes.fromhex("223804BA 0681") + struct.pack(">L", ticks) + bytes.fromhex("B2B804BA 62FA 702A")


def test_supexec_may_wait_for_the_clock(atari: AtariMachine) -> None:
    code = Code()
    code.trap(14, SUPEXEC, (code.code_at(waiting(1000)),))
    code.show()
    assert atari.answers(code) == [42]
    assert atari.machine.now >= 5000


def test_code_in_supexec_waits_for_a_key(atari: AtariMachine) -> None:
    inner = Code()
    inner.gemdos("cconin")
    code = Code()
    code.trap(14, SUPEXEC, (code.code_at(inner.code),))
    code.show()
    atari.start(code.end(), "KEY.PRG")
    atari.machine.advance(50)
    assert not atari.machine.finished
    atari.machine.key(F10)
    assert atari.finish() == 0
    assert atari.numbers() == [F10 << 8]


def test_supexec_within_supexec_keeps_registers(atari: AtariMachine) -> None:
    code, inner = Code(), Code()
    inner.trap(14, SUPEXEC, (code.code_at(waiting(1)),))
    # moveq #5,d5; ...; add.l d0,d5; move.l d5,d0
    code.trap(14, SUPEXEC, (code.code_at(bytes.fromhex("7A05") + inner.code + bytes.fromhex("DA80 2005")),))
    code.show()
    assert atari.answers(code) == [47]


def test_a_userdef_may_wait_for_the_clock(atari: AtariMachine) -> None:
    code = Code()
    # ...; move.l d0,BUFFER; moveq #0,d0
    draw = code.code_at(waiting(100) + struct.pack(">HLH", 0x23C0, BUFFER, 0x7000))
    objects = code.put(tree(USERDEF, code.put(struct.pack(">2L", draw, 0)), 1))
    code.aes(OBJC_DRAW, (0, 8, 0, 0, 640, 400), (objects,))
    code.show_long(BUFFER)
    assert atari.answers(code) == [42]
    assert atari.reports == []
