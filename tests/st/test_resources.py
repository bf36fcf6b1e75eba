"""Resources and trees with damaged objects: only those that a root leads to count."""

import struct
from collections.abc import Callable
from dataclasses import replace

import pytest

from gemport.gem import GRect, Machine, Resource, load_artwork, read_rsc, rsrc_load, write_rsc
from tests.gem.formats.resources import ICON, colour_icon, colour_tree, with_colour_icons
from tests.gem.own.steps import OWN
from tests.needs import needs_processor
from tests.st import mirror
from tests.st.code import BASE, Code
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
    code.gemdos("mshrink", 0, BASE, 0x340000)
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


def _load_colour_icon(code: Code) -> None:
    code.gemdos("mshrink", 0, BASE, 0x340000)
    code.aes(110, (), ("ICON.RSC",))
    code.aes(112, (0, 0))


def test_a_colour_icon_is_drawn_as_its_monochrome_form(atari: AtariMachine) -> None:
    icons = [colour_icon(replace(ICON, ib_pdata=ICON.ib_pmask)), colour_icon()]
    (atari.folder / "ICON.RSC").write_bytes(with_colour_icons(Resource([colour_tree(1)]), icons))
    asking = Code()
    _load_colour_icon(asking)
    asking.show_address()
    (tree,) = atari.answers(asking)
    drawing = Code()
    _load_colour_icon(drawing)
    drawing.aes(42, (0, 8, 0, 0, 640, 400), (tree,))
    atari.answers(drawing)
    expected = Machine(load_artwork(OWN / "system"))
    icon = read_rsc((atari.folder / "ICON.RSC").read_bytes())
    expected.gem().objc_draw(rsrc_load(icon).tree(0), 0, 8, GRect(0, 0, 640, 400))
    shown, wanted = (
        [row >> 640 - 160 for row in screen.rows[:80]] for screen in (atari.machine.screen, expected.screen)
    )
    assert shown == wanted


@pytest.mark.parametrize("size", [12, 60, 200])
def test_icons_that_are_cut_off_stay_numbers(size: int, atari: AtariMachine) -> None:
    data = with_colour_icons(Resource([colour_tree()]), [colour_icon()])
    plain = len(write_rsc(Resource([colour_tree()])))
    (atari.folder / "ICON.RSC").write_bytes(data[: plain + size])
    code = Code()
    _load_colour_icon(code)
    code.show_behind(24 + 12)
    code.show_behind(24 + 14)
    assert atari.answers(code) == [0, 0]
