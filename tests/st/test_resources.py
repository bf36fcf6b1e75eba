"""Resources and trees with damaged objects: only those that a root leads to count."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest

from gemport.gem import write_rsc
from tests.needs import needs_processor
from tests.st import mirror
from tests.st.code import Code
from tests.st.machine import AtariMachine

pytestmark = needs_processor

NOBS, RSSIZE = 10, 17


def _word(data: bytes, number: int) -> int:
    return int.from_bytes(data[2 * number : 2 * number + 2], "big")


def _unlinked(data: bytes) -> bytes:
    """Move the objects behind the file, with one more that no link leads to and nothing is right in."""
    start, count = _word(data, 1), _word(data, NOBS)
    objects = data[start : start + 24 * count] + struct.pack(">6hL4h", 99, 20000, 7, 28, 0, 0, 0xFFFFF0, 1, 1, 1, 1)
    moved = bytearray(data + objects)
    struct.pack_into(">H", moved, 2, len(data))
    struct.pack_into(">H", moved, 2 * NOBS, count + 1)
    struct.pack_into(">H", moved, 2 * RSSIZE, len(moved))
    trees = _word(data, 9)
    for number in range(_word(data, 11)):
        place = int.from_bytes(data[trees + 4 * number : trees + 4 * number + 4], "big")
        struct.pack_into(">L", moved, trees + 4 * number, place - start + len(data))
    return bytes(moved)


def _linked(data: bytes) -> bytes:
    damaged = bytearray(data)
    struct.pack_into(">h", damaged, _word(data, 1) + 2, 20000)
    return bytes(damaged)


def _cut_off(data: bytes) -> bytes:
    return data[: _word(data, 1) + 24]


@pytest.mark.parametrize(("damage", "answer"), [(_unlinked, 1), (_linked, 0), (_cut_off, 0)])
def test_only_what_a_root_leads_to_is_checked(
    damage: Callable[[bytes], bytes], answer: int, atari: AtariMachine
) -> None:
    (atari.folder / "DEMO.RSC").write_bytes(damage(write_rsc(mirror.resource())))
    code = Code()
    code.gemdos("mshrink", 0, 0x8000, 0x340000)
    code.aes(110, (), ("DEMO.RSC",))
    code.show_answer()
    assert atari.answers(code) == [answer]
    assert atari.reports == []


def test_a_tree_is_drawn_whose_unlinked_objects_are_damaged(atari: AtariMachine) -> None:
    code = Code()
    box = struct.pack(">3h3HL4h", -1, 2, 2, 20, 0, 0, 0x1101, 50, 50, 100, 100)
    damaged = struct.pack(">3h3HL4h", 20000, 1, 1, 20, 0, 0, 0, 0, 0, 10, 10)
    child = struct.pack(">3h3HL4h", 0, -1, -1, 20, 32, 0, 0x1171, 10, 10, 20, 20)
    code.aes(42, (0, 8, 0, 0, 640, 400), (code.put(box + damaged + child),))
    code.show_answer()
    assert atari.answers(code) == [1]
    assert atari.machine.screen.rows[70] >> (639 - 65) & 1
