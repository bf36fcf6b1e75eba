"""The sound chip: registers that programs write, Dosound, and silence at a program's end."""

import struct

import pytest

from gemport.gem.aes.keys import F10
from tests.needs import needs_processor
from tests.st.code import Code
from tests.st.machine import AtariMachine
from tests.st.test_hardware import SUPEXEC, peek, poke

pytestmark = needs_processor

GIACCESS, DOSOUND = 28, 32
SELECT, VALUE = 0xFF8800, 0xFF8802

Writes = list[tuple[int, int, int]]


@pytest.fixture
def writes(atari: AtariMachine) -> Writes:
    """What the host is told: ms, register, value."""
    found: Writes = []
    atari.machine.on_sound = lambda register, value: found.append((atari.machine.now, register, value))
    return found


def test_writes_to_the_chip_reach_the_host_and_are_silenced_at_the_end(atari: AtariMachine, writes: Writes) -> None:
    code = Code()
    body = b"".join(poke(SELECT, 1, at) + poke(VALUE, 1, value) for at, value in ((7, 0x3E), (8, 15)))
    # move.w #$0134,$FF8800 selects a register by the upper byte, movep would write both in one go.
    body += struct.pack(">HLL", 0x23FC, 0x00003400, SELECT)
    code.trap(14, SUPEXEC, (code.code_at(body + peek(SELECT, 1)),))
    code.show()
    code.gemdos("cconin")
    atari.start(code.end(), "SOUND.PRG")
    assert [write[1:] for write in writes] == [(7, 0x3E), (8, 15), (0, 0x34)]
    atari.machine.key(F10)
    assert atari.finish() == 0
    assert atari.numbers() == [0x34]
    assert [write[1:] for write in writes[3:]] == [(8, 0)]


def test_giaccess_writes_and_reads_and_the_ports_make_no_sound(atari: AtariMachine, writes: Writes) -> None:
    code = Code()
    for value, register in ((0x55, 0x80 | 2), (0, 2), (0x27, 0x80 | 14), (0, 14)):
        code.trap(14, GIACCESS, value, register)
        code.show()
    code.trap(14, 30, 0x08)
    code.trap(14, 29, 0xFE)
    code.trap(14, GIACCESS, 0, 14)
    code.show()
    assert atari.answers(code) == [0x55, 0x55, 0x27, 0x27, 0x2E]
    assert [write[1:] for write in writes] == [(2, 0x55)]


def test_dosound_plays_its_list_50_times_a_second_while_the_program_waits(atari: AtariMachine, writes: Writes) -> None:
    code = Code()
    # A tone; 3 ticks; volumes from 10 to 13; the end.
    commands = bytes([7, 0x3E, 0, 100, 0x82, 3, 0x80, 9, 0x81, 8, 1, 13, 0xFF, 0])
    at = code.put(commands)
    code.trap(14, DOSOUND, (at,))
    code.show()
    code.trap(14, DOSOUND, (-1,))
    code.show()
    code.gemdos("cconin")
    code.trap(14, DOSOUND, (-1,))
    code.show()
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
def test_a_list_without_an_end_does_no_harm(commands: bytes, atari: AtariMachine) -> None:
    code = Code()
    code.trap(14, DOSOUND, (code.put(commands),))
    code.gemdos("cconin")
    atari.start(code.end(), "ENDLESS.PRG")
    atari.machine.advance(2000)
    atari.machine.key(F10)
    assert atari.finish() == 0
