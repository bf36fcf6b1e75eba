"""Habits of programs of the time and of their start-up codes, each in a small program that has it."""

import struct
from collections.abc import Callable

import pytest

from gemport.gem import LEFT, ObFlag, Object, ObType, Resource, write_rsc
from gemport.gem.aes.keys import RETURN
from gemport.st.hardware import SCREEN
from tests.st.code import BASE, BUFFER, Code
from tests.st.machine import AtariMachine
from tests.st.slow import BOX, tree

_TREES = 10
"""The offset of ap_ptree, the address of the table of trees, in the array global."""


def set_long(code: Code, at: int, long: int) -> None:
    """Write a long word: move.l #long,at."""
    code.code += struct.pack(">HLL", 0x23FC, long & 0xFFFFFFFF, at)


def test_rsrc_gaddr_finds_trees_that_a_program_has_in_itself(atari: AtariMachine, code: Code) -> None:
    code.ask_aes(112, (0, 1))
    set_long(code, code.globals + _TREES, code.put(struct.pack(">2L", 0x23456, 0x34568)))
    for index in (0, 1):
        code.ask_aes(112, (0, index))
        code.show_address()
    code.ask_aes(113, (0, 1), (0x45678,))
    code.aes(112, (0, 1))
    code.show_address()
    assert atari.answers(code) == [0, 1, 0x23456, 1, 0x34568, 1, 0x45678]


def save_resource(atari: AtariMachine, name: str, width: int, kind: ObType = ObType.G_BOX, spec: int = -1) -> None:
    tree = [Object(-1, -1, -1, kind, ObFlag.LASTOB, ob_spec=spec & 0xFFFFFFFF, ob_width=width, ob_height=1)]
    (atari.folder / name).write_bytes(write_rsc(Resource(trees=[tree])))


def ask_width(code: Code) -> None:
    """Print the width of the root of the first tree that rsrc_gaddr finds."""
    code.aes(112, (0, 0))
    code.show_behind(20)


def test_a_second_resource_leaves_the_first_which_its_own_global_tells_of(atari: AtariMachine, code: Code) -> None:
    save_resource(atari, "ONE.RSC", 1)
    save_resource(atari, "TWO.RSC", 2)
    code.gemdos("mshrink", 0, BASE, 0x340000)
    one, two = code.globals, code.put(bytes(32))
    code.ask_aes(110, (), ("ONE.RSC",))
    code.aes(112, (0, 0))
    code.show_behind(20)
    first = code._addresses
    code.ask_aes(110, (), ("NONE.RSC",))
    ask_width(code)
    # The second resource, loaded with the same global and with another one: the first tree is where it was.
    for code.globals in (one, two):
        code.ask_aes(110, (), ("TWO.RSC",))
        ask_width(code)
    # movea.l first,a0; move.w 20(a0),d0; ext.l d0
    code.ask_code(struct.pack(">HLHHH", 0x2079, first, 0x3028, 20, 0x48C0))
    for code.globals in (one, two, two):
        code.ask_aes(111)
    assert atari.answers(code) == [1, 8, 0, 8, 1, 16, 1, 16, 8, 1, 1, 0]


def test_a_program_exchanges_the_words_of_global_to_work_with_two_resources(atari: AtariMachine, code: Code) -> None:
    save_resource(atari, "ONE.RSC", 1)
    save_resource(atari, "TWO.RSC", 2)
    code.gemdos("mshrink", 0, BASE, 0x340000)
    kept = code.globals + _TREES
    code.aes(110, (), ("ONE.RSC",))
    for step in range(3):
        # move.l (kept+4*step),BUFFER+4*step
        code.code += struct.pack(">HLL", 0x23F9, kept + 4 * step, BUFFER + 4 * step)
    code.aes(110, (), ("TWO.RSC",))
    ask_width(code)
    for step in range(3):
        code.code += struct.pack(">HLL", 0x23F9, BUFFER + 4 * step, kept + 4 * step)
    ask_width(code)
    code.ask_aes(113, (7, 0), (0x1234,))
    code.aes(112, (0, 0))
    code.show_behind(14)
    assert atari.answers(code) == [16, 8, 1, 0x1234]


@pytest.mark.parametrize(
    ("kind", "spec", "address"),
    [(ObType.G_USERDEF, 4, True), (ObType.G_USERDEF, -1, False), (40, 4, True), (ObType.G_IBOX, 4, False)],
)
def test_all_but_boxes_have_an_address_after_loading(
    kind: ObType, spec: int, address: bool, atari: AtariMachine, code: Code
) -> None:
    save_resource(atari, "ONE.RSC", 1, kind, spec)
    code.gemdos("mshrink", 0, BASE, 0x340000)
    code.aes(110, (), ("ONE.RSC",))
    code.show_long(code.globals + 14)
    code.aes(112, (7, 0))
    # movea.l addrout,a0; move.l (a0),d0
    code.ask_code(struct.pack(">HLH", 0x2079, code._addresses, 0x2010))
    at, shown = atari.answers(code)
    assert shown == spec + (at if address else 0)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("[1]Text][OK]", ["Text", "OK"]),
        ("[x][Text][OK]", ["Text", "OK"]),
        ("[1][Text][OK", ["Text", "OK"]),
        ("[1][Text]OK]", ["Text", "OK"]),
        ("[0][Text][]", ["Text"]),
        ("[1][Text]\r\n[OK]", ["Text", "[OK"]),
        ("no alert", ["alert"]),
    ],
)
def test_an_alert_shows_its_box_whatever_its_text_is(
    text: str, seen: list[str], atari: AtariMachine, code: Code
) -> None:
    code.ask_aes(52, (1,), (text,))
    atari.start(code.end(), "ALERT.PRG")
    atari.machine.settle()
    assert [word for word in seen if not atari.sees(word)] == []
    atari.machine.key(RETURN)
    assert (atari.finish(), atari.numbers()) == (0, [1])


@pytest.mark.parametrize("number", [10, 79, 24, 199])
def test_d0_is_0_after_a_call_of_the_aes(number: int, atari: AtariMachine, code: Code) -> None:
    code.aes(number)
    code.show()
    atari.start(code.end(), "CODE.PRG")
    assert (atari.finish(), atari.numbers()) == (0, [0])


def test_the_name_of_a_window_is_read_when_it_is_drawn(atari: AtariMachine, code: Code) -> None:
    code.aes(10)
    code.aes(100, (0x11, 0, 19, 320, 200))
    name, info = code.put("Old name"), code.put("Old info")
    for field, at in ((2, name), (3, info)):
        code.aes(105, (1, field, at >> 16, at & 0xFFFF))
    code.aes(101, (1, 8, 32, 320, 160))
    code.aes(20)
    # A move draws the frame of the window again.
    set_long(code, name, int.from_bytes(b"New ", "big"))
    set_long(code, info, int.from_bytes(b"New ", "big"))
    code.aes(105, (1, 5, 16, 48, 320, 160))
    code.aes(20)
    atari.start(code.end(), "NAMES.PRG")
    atari.machine.settle()
    assert atari.sees("Old name")
    atari.machine.key(RETURN)
    atari.machine.settle()
    assert [atari.sees(text) for text in ("New name", "New info", "Old ")] == [True, True, False]


@pytest.mark.parametrize(
    ("words", "corners", "after"),
    [
        # Wide to narrow at the same address: the rows go from below, and overwrite one another.
        ((2, 1), (0, 15, 3, 0), "0446456789"),
        # From the second column on the source begins higher than the target: from above, and all of it arrives.
        ((2, 1), (16, 31, 3, 0), "1357456789"),
        # Narrow to wide, which from below is the right way.
        ((1, 2), (0, 15, 3, 0), "0113253789"),
        # The second row begins a word before its source and goes from right to left: its last word becomes both.
        ((3, 2), (0, 31, 2, 0), "0166676789"),
        # From above, from left to right: the third row begins a word after its source.
        ((3, 4), (16, 47, 2, 0), "1223456777"),
    ],
)
def test_a_form_is_copied_over_itself_with_another_width_row_by_row(
    words: tuple[int, int], corners: tuple[int, int, int, int], after: str, atari: AtariMachine, code: Code
) -> None:
    data = code.words(*range(10))
    forms = [code.put(struct.pack(">L8h", data, 16 * wide, 4, wide, 0, 1, 0, 0, 0)) for wide in words]
    x, right, below, to_x = corners
    points = code.words(x, 0, right, below, to_x, 0, to_x + right - x, below)
    contrl = code.put(struct.pack(">7h2L", 109, 4, 0, 1, 0, 0, 1, *forms) + bytes(4))
    code._gem(115, contrl, code.words(3), points, code.put(bytes(64)), code.put(bytes(64)))
    code.show_word(*range(data, data + 20, 2))
    assert "".join(map(str, atari.answers(code))) == after


def test_the_cookie_jar_is_walked_without_asking_whether_there_is_one(atari: AtariMachine, code: Code) -> None:
    # movea.l $5A0,a0; loop: move.l (a0)+,d0; cmp.l #"_MCH",d0; beq found; tst.l d0; addq.l #4,a0; bne loop
    code.code += bytes.fromhex("207805A0 2018 0C805F4D4348 6706 4A80 5848 66F0")
    # found: move.l (a0)+,d0; and of the last one: move.l 4(a0),d0
    for last in ("2018", "20280004"):
        code.code += bytes.fromhex(last)
        code.ask_code("2F08")
        code.code += bytes.fromhex("205F")
    assert atari.answers(code) == [0, 16]


def test_code_and_objects_may_lie_behind_the_screens_pixels(atari: AtariMachine, code: Code) -> None:
    # moveq #42,d0; rts
    set_long(code, SCREEN + 32_700, 0x702A4E75)
    code.ask_code(struct.pack(">HL", 0x4EB9, SCREEN + 32_700))
    # A box at 7, 8, for objc_offset.
    for at, long in enumerate(struct.unpack(">6L", struct.pack(">3h3HL4h", -1, -1, -1, 20, 32, 0, 0, 7, 8, 9, 9))):
        set_long(code, SCREEN + 32_704 + 4 * at, long)
    code.aes(44, (0,), (SCREEN + 32_704,))
    code.show_answer(0, 1, 2)
    assert atari.answers(code) == [42, 1, 7, 8]


def test_the_keyboard_tells_where_the_joysticks_stand(atari: AtariMachine, code: Code) -> None:
    code.trap(14, 34)
    # movea.l d0,a0; move.l #code,24(a0); the code keeps the packet that A0 leads to: move.l (a0),BUFFER
    code.code += struct.pack(">2HLH", 0x2040, 0x217C, code.code_at(struct.pack(">HL", 0x23D0, BUFFER)), 24)
    code.trap(13, 3, 4, 0x16)
    code.show_long(BUFFER)
    assert [word & 0xFFFFFFFF for word in atari.answers(code)] == [0xFD000000]


def test_a_program_ends_as_cp_m_ones_do(atari: AtariMachine, code: Code) -> None:
    # moveq #0,d0; trap #2
    code.code += bytes.fromhex("70004E42")
    code.gemdos("pterm", 1)
    atari.start(code.file(), "KERMIT.PRG")
    assert atari.finish() == 0
    assert atari.reports == []


def test_a_program_that_unpacks_below_itself_goes_on(atari: AtariMachine, code: Code) -> None:
    # On a real machine the words are illegal instructions.
    code.fill_memory(0x8000, 0x4AFC4AFC, 0x2000)
    code.ask_code("702A")
    assert atari.answers(code) == [42]


CCONWS = 9


def test_a_program_finds_its_path_on_its_parents_stack(atari: AtariMachine, code: Code) -> None:
    # movea.l 4(sp),a0; movea.l $24(a0),a0; movea.l $7C(a0),a0; move.l 54(a0),-(sp); Cconws
    code.code += bytes.fromhex("206F0004 20680024 2068007C 2F280036") + struct.pack(">3H", 0x3F3C, CCONWS, 0x4E41)
    atari.start(code.end(), "LASER.PRG")
    assert atari.finish() == 0
    assert "".join(atari.written) == "C:\\LASER.PRG"


def test_an_accessory_allocates_and_loads_without_mshrink(atari: AtariMachine, code: Code) -> None:
    code.ask("malloc", 100_000)
    code.ask("malloc", -1)
    code.aes(23, (), (code.put(bytes(16)),))
    atari.start(code.file(bss=0), "MEMORY.ACC")
    atari.machine.advance(500)
    block, largest = atari.numbers()
    assert block > 0x10000
    assert largest > 3_000_000


def test_a_program_asks_for_mint_in_silence(atari: AtariMachine, code: Code) -> None:
    for number in (0xFF, 0x10D, 0x12A, 0x15F):
        code.ask_trap(1, number)
    assert atari.answers(code) == [-32] * 4


def test_trap_2_tells_the_vdis_address_and_that_there_is_no_gdos(atari: AtariMachine, code: Code) -> None:
    for ask in (-2, 201):
        # move.l #ask,d0; trap #2
        code.ask_code(struct.pack(">HlH", 0x203C, ask, 0x4E42))
    # vqt_width of an A answers the character first.
    contrl, out, points = code.words(117, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0), code.put(bytes(16)), code.put(bytes(16))
    block = code.put(struct.pack(">5L", contrl, code.words(65), points, out, points))
    # moveq #-1,d0; trap #2; movea.l d0,a0; move.l #block,d1; jsr (a0)
    code.code += bytes.fromhex("70FF 4E42 2040 223C") + struct.pack(">LH", block, 0x4E90)
    code.show_word(out)
    assert atari.answers(code) == [-2, 0, 65]


def _lines_of_text(code: Code) -> None:
    for line in range(24):
        code.vdi(8, 0, (0, 16 * line + 13), [65] * 80)


def _boxes(code: Code) -> None:
    for _ in range(5):
        code.vdi(11, 1, (0, 0, 639, 399))


def _objects(code: Code) -> None:
    code.aes(42, (0, 8, 0, 0, 640, 400), (code.put(tree(BOX, 0xFF1173, 150)),))


@pytest.mark.parametrize("atari", [{"mhz": 8}], indirect=True)
@pytest.mark.parametrize("page", [_lines_of_text, _boxes, _objects])
def test_a_click_counts_once_while_a_program_draws_a_page(
    atari: AtariMachine, code: Code, page: Callable[[Code], None]
) -> None:
    code.vdi(124)
    code.code += struct.pack(">HLHH", 0x4A79, code._out, 0x6700, 0)
    branch = len(code.code)
    page(code)
    code.trap(1, 2, ord("."))
    data = bytearray(code.again())
    struct.pack_into(">h", data, 28 + branch - 2, 2 - branch)
    atari.start(bytes(data), "PAGES.PRG")
    for down in (True, False):
        atari.machine.mouse_button(LEFT, down)
        atari.machine.advance(100)
    atari.machine.advance(300)
    atari.machine.close()
    assert "".join(atari.written) == "."
