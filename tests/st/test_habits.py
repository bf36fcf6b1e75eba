"""Habits of programs of the time, each in a small program that has it."""

from __future__ import annotations

import struct

from tests.needs import needs_processor
from tests.st.code import Code
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
