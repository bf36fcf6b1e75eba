"""Calls of the AES and the VDI by a program: menus, trees, resources, keys, and wrong arguments."""

import struct
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from gemport.gem import GRect, Machine, load_artwork, rsrc_load
from gemport.gem.aes.constants import LEFT
from gemport.gem.aes.keys import F10
from gemport.gem.formats.rsc import Resource, read_rsc, write_rsc
from tests.conformance.jsontree import build_tree
from tests.gem.formats.resources import ICON, colour_icon, colour_tree, with_colour_icons
from tests.gem.own.steps import OWN
from tests.st import mirror
from tests.st.build import PROGRAMS, program_file
from tests.st.code import BASE, Code
from tests.st.machine import AtariMachine
from tests.st.script import Image, Script
from tests.st.slow import WAIT

TREE: list[dict[str, Any]] = [
    {"type": "BOX", "x": 0, "y": 0, "w": 200, "h": 100, "parent": -1},
    {"type": "STRING", "x": 8, "y": 8, "w": 80, "h": 16, "parent": 0, "text": "one entry"},
    {"type": "BUTTON", "x": 8, "y": 40, "w": 80, "h": 16, "parent": 0, "text": "OK", "flags": "SELECTABLE DEFAULT"},
    {"type": "BOX", "x": 100, "y": 40, "w": 80, "h": 50, "parent": 0},
    {"type": "BOX", "x": 4, "y": 4, "w": 20, "h": 20, "parent": 3},
]


def test_wrong_arguments_are_answered_by_0(atari: AtariMachine) -> None:
    script = Script(atari.folder)
    script.block(Image(build_tree(TREE)))
    calls = [(42, [9, 8, 0, 0, 9, 9]), (41, [0]), (40, [0, 0]), (31, [99, 1]), (104, [77, 4]), (105, [1, 99]), (99, [])]
    for number, words in calls:
        script.aes("", number, words)
    assert [words[0] for words in atari.replay(script)] == [0] * len(calls)
    assert atari.reports[-1] == "REPLAY.PRG: AES 99 is not known here, and is not answered"


def _menu() -> Image:
    return Image(Machine(load_artwork(OWN / "system")).gem().rsrc_load(mirror.resource()).tree(mirror.MENU))


@pytest.mark.parametrize(("obj", "following"), [(3, 3), (3, 999), (8, 500), (6, -2)])
def test_a_menu_that_its_program_spoils_is_taken_back(obj: int, following: int, atari: AtariMachine) -> None:
    script, menu, machine = Script(atari.folder), _menu(), atari.machine
    script.block(menu)
    script.aes("menu_bar", 30, [1])
    script.pause()
    menu.data[24 * obj : 24 * obj + 2] = struct.pack(">h", following)
    script.block(menu)
    script.pause()
    atari.replay(script)
    shown = machine.frame(pointer=False)
    machine.mouse_to(80, 8)
    machine.settle()
    assert machine.frame(pointer=False) != shown
    machine.mouse_to(400, 300)
    machine.mouse_button(LEFT, True)
    machine.mouse_button(LEFT, False)
    machine.key(F10)
    machine.settle()
    shown = machine.frame(pointer=False)
    for x in (80, 30, 80):
        machine.mouse_to(x, 8)
        machine.settle()
    assert machine.frame(pointer=False) == shown
    assert machine.faults == []


def test_a_menu_whose_texts_are_nowhere_is_shown_without_them(atari: AtariMachine) -> None:
    script, menu = Script(atari.folder), _menu()
    for number in range(3, 20):
        menu.data[24 * number + 12 : 24 * number + 16] = b"\0\xf0\0\0"
    menu.fixups = []
    script.block(menu)
    script.aes("menu_bar", 30, [1])
    script.pause()
    atari.replay(script)
    atari.machine.mouse_to(80, 8)
    atari.machine.settle()
    assert (atari.reports, atari.machine.faults, atari.machine.finished) == ([], [], False)


def test_vst_font_selects_the_size_again(atari: AtariMachine) -> None:
    script = Script(atari.folder)
    for name, number in (("vst_height", [0, 12]), ("vst_point", [18])):
        script.vdi(name, [number])
        script.vdi("vst_font", [[1]])
        script.vdi("vqt_attributes", [])
    attributes = atari.replay(script)[2::3]
    assert [words[6:] for words in attributes] == [[7, 13, 8, 16], [14, 13, 16, 16]]


@pytest.mark.parametrize("atari", [{"width": 1280, "height": 960}], indirect=True)
def test_the_table_of_v_opnvwk(atari: AtariMachine) -> None:
    script = Script(atari.folder)
    script.vdi("vq_extnd", [[0]])
    script.vdi("vq_extnd", [[1]])
    script.vdi("vqt_name", [[1]])
    table, extended, name = atari.replay(script)
    workstation = atari.machine.gem().v_opnvwk()
    assert (table[:57], table[:2]) == (workstation.work_out, [1279, 959])
    assert extended[:57] == workstation.vq_extnd(1)
    assert (name[0], bytes(name[1:]).rstrip(b"\0").decode()) == workstation.vqt_name(1)


# ---- resources and trees


def test_a_resource_lies_in_memory_with_its_lengths(atari: AtariMachine, code: Code) -> None:
    data = bytearray(write_rsc(mirror.resource()))
    # Real resources leave the lengths of a TEDINFO's texts to rsrc_load.
    ted = int.from_bytes(data[4:6], "big")
    data[ted + 24 : ted + 28] = bytes(4)
    (atari.folder / "DEMO.RSC").write_bytes(data)
    # Memory for the resource.
    code.gemdos("mshrink", 0, BASE, 0x340000)
    for name in ("NONE.RSC", "C:\\SUB\\DEMO.RSC"):
        code.ask_aes(110, (), (name,))
    for kind, index in ((0, 2), (3, 0), (99, 0), (0, mirror.ASK), (2, 0)):
        code.ask_aes(112, (kind, index))
    for offset in (24, 26):
        code.show_behind(offset)
    code.aes(112, (0, mirror.ASK))
    # Its last object but one, a button of 9 x 1 characters at 8, 6 + 6: type and rectangle.
    for offset in (6, 16, 18, 20, 22):
        code.show_behind(24 * 4 + offset)
    for index in (0, 2):
        code.ask_aes(113, (0, index), (0x1234,))
    code.aes(112, (0, 0))
    code.show_address()
    for _ in range(2):
        code.ask_aes(111)
    found, gaddr, lengths, button = [0, 1], [0, 1, 0, 1, 1], [22, 27], [26, 64, 96, 72, 16]
    assert atari.answers(code) == [*found, *gaddr, *lengths, *button, 1, 0, 0x1234, 1, 0]


@pytest.mark.parametrize(
    ("links", "drawn"),
    [
        ((-1, 1, 1, 0, -1, -1), 1),
        ((-1, 1, 1, 5, -1, -1), 0),
        ((-1, 1, 9000, 0, -1, -1), 0),
        ((7, -1, -1), 0),
    ],
)
def test_unsound_trees_are_not_drawn(links: tuple[int, ...], drawn: int, atari: AtariMachine, code: Code) -> None:
    objects = b"".join(struct.pack(">3h", *links[at : at + 3]) + bytes(18) for at in range(0, len(links), 3))
    code.ask_aes(42, (0, 8, 0, 0, 640, 400), (code.put(objects + bytes(24 * 8)),))
    atari.start(code.end(), "DRAW.PRG")
    assert (atari.finish(), atari.numbers(), len(atari.reports)) == (0, [drawn], 1 - drawn)


@pytest.mark.parametrize("length", [4, 0])
def test_texts_are_written_within_their_room(length: int, atari: AtariMachine) -> None:
    field = {"type": "FTEXT", "x": 0, "y": 0, "w": 80, "h": 16, "parent": 0, "flags": "EDITABLE", "font": 3}
    image = Image(
        build_tree([TREE[0], {**field, "tmplt": "______", "valid": "XXXXXX", "text": "abc", "txtlen": length}])
    )
    script, (place, _) = Script(atari.folder), image.texts[1]
    script.block(image)
    for number, words in ((46, [1, 0, 0, 1]), *((46, [1, ord(char), index + 3, 2]) for index, char in enumerate("de"))):
        script.aes("", number, words)
    script.tell("", place, 6)
    assert atari.replay(script)[-1][3:] == image.data[place + 3 : place + 6]


# ---- Line-A, keys and the screen


def test_line_a_tells_the_screen_and_hides_the_mouse(atari: AtariMachine, code: Code) -> None:
    for offset in (-602, -600, -12, -4, -2, 0, 2):
        # Line-A; move.w offset(a0),d0; ext.l d0.
        code.ask_code(struct.pack(">HHhH", 0xA000, 0x3028, offset, 0x48C0))
    for instruction in (0xA00A, 0xA009):
        code.code += instruction.to_bytes(2, "big")
        code.gemdos("cconin")
    atari.start(code.end(), "LOOK.PRG")
    for pointer in (False, True):
        atari.machine.settle()
        assert (atari.machine.frame() != atari.machine.frame(pointer=False)) is pointer
        atari.machine.key(F10)
    assert atari.finish() == 0
    assert atari.numbers() == [319, 199, 640, 400, 80, 1, 80]
    assert atari.reports == []


def test_line_a_shows_the_mouse_to_a_program_that_only_looks(atari: AtariMachine) -> None:
    # Line-A; cmpi.w #600,-602(a0); bne back to it; clr.w -(sp); trap #1.
    atari.start(program_file(bytes.fromhex("A000 0C680258FDA6 66F8 4267 4E41")), "LOOK.PRG")
    atari.machine.advance(100)
    assert not atari.machine.finished
    atari.machine.mouse_to(600, 100)
    atari.machine.advance(100)
    assert atari.machine.finished


def test_keytbl_tells_the_character_of_each_key(atari: AtariMachine) -> None:
    keys = {0x1E: "aAA", 0x03: "2@2", 0x48: "\0008\0", 1: 3 * "\33"}
    code, unchanged = Code(), [(-1,)] * 3
    for scancode in keys:
        for table in range(3):
            code.trap(14, 16, *unchanged)
            # move.l d0,a0; move.l 4*table(a0),a0; moveq #0,d0; move.b scancode(a0),d0.
            code.ask_code(struct.pack(">4H2H", 0x2040, 0x2068, 4 * table, 0x7000, 0x1028, scancode))
    for table, calls in ((-1, ()), (0x9000, ()), (-1, (24,))):
        for number in calls:
            code.trap(14, number)
        code.trap(14, 16, (table,), (-1,), (-1,))
        # move.l d0,a0; move.l (a0),d0.
        code.ask_code("2040 2010")
    *characters, own, exchanged, again = atari.answers(code)
    assert "".join(map(chr, characters)) == "".join(keys.values())
    assert (exchanged, again) == (0x9000, own)


# ---- code that is called for the mouse


def test_code_for_buttons_movements_and_ticks_is_called(atari: AtariMachine) -> None:
    # v_opnvwk, then vex_butv, vex_motv and vex_timv with code that stores its registers, then evnt_keybd for ever.
    atari.start_built("VECTORS.PRG")
    atari.machine.settle()
    atari.machine.mouse_to(123, 45)
    atari.machine.mouse_button(LEFT, True)
    atari.machine.advance(100)
    atari.machine.key(F10)
    atari.machine.settle()
    assert atari.finish() == 0
    data = (atari.folder / "ANSWERS.BIN").read_bytes()
    x, y, buttons, ticks, before = struct.unpack(">5h", data)
    assert (x, y, buttons, before) == (123, 45, 1, 1)
    assert ticks == 5


def test_arrays_of_which_no_words_are_counted_are_not_looked_for(atari: AtariMachine, code: Code) -> None:
    # wind_new of Lattice C.
    block = code.put(struct.pack(">6L", code.words(109, 0, 0, 0, 0), code.globals, *[0xFFFFFFFF] * 4))
    code.code += struct.pack(">HLHLH", 0x203C, 200, 0x223C, block, 0x4E42)
    atari.start(code.end(), "NEW.PRG")
    assert (atari.finish(), atari.reports) == (0, [])


def test_code_for_the_mouse_is_not_called_for_what_was_before(atari: AtariMachine, code: Code) -> None:
    """The call returns the previous code's address, so that programs can continue with that code."""
    code.gemdos("cconin")
    for number in (125, 126):
        code.vex(number, 0xF00000)
        code.vex(number, 0)
    atari.start(code.end(), "LATE.PRG")
    atari.machine.settle()
    atari.machine.mouse_to(123, 45)
    atari.machine.mouse_button(LEFT, True)
    atari.machine.key(F10)
    assert (atari.finish(), atari.reports) == (0, [])


@pytest.mark.parametrize(("number", "words"), [(109, (3,)), (121, (1, 1, 0))])
@pytest.mark.parametrize(("planes", "drawn"), [(1, 1), (2, 0), (4, 0)])
def test_forms_of_several_planes_are_not_copied_to_the_screen(
    number: int, words: tuple[int, ...], planes: int, drawn: int, atari: AtariMachine, code: Code
) -> None:
    form, screen = code.put(b"\xff" * 128), code.put(bytes(20))
    forms = code.put(struct.pack(">L6h4x", form, 16, 16, 1, 0, planes, 0)), screen
    code.vdi(3)
    contrl = code.put(struct.pack(">7h2L2x", number, 4, 0, len(words), 0, 0, 1, *forms))
    points = code.words(0, 0, 15, 15, 100, 100, 115, 115)
    code._gem(115, contrl, code.words(*words), points, *[code.put(bytes(64))] * 2)
    code.vdi(GET_PIXEL, points=(105, 105))
    code.show_answer()
    assert atari.answers(code) == [drawn]


@pytest.mark.parametrize(("source", "target"), [((0, 1), (2, 2)), ((2, 2), (0, 1))])
def test_overlapping_forms_of_different_widths_are_copied(
    source: tuple[int, int], target: tuple[int, int], atari: AtariMachine, code: Code
) -> None:
    """Each form has its first word and the words per row; of its four rows, the two in the middle are copied."""
    at = code.words(*range(16))
    forms = [code.put(struct.pack(">L6h4x", at + 2 * first, 16 * n, 4, n, 0, 1, 0)) for first, n in (source, target)]
    contrl = code.put(struct.pack(">7h2L2x", 109, 4, 0, 1, 0, 0, 1, *forms))
    points = code.words(0, 1, 15, 2, 0, 1, 15, 2)
    code._gem(115, contrl, code.words(3), points, *[code.put(bytes(64))] * 2)
    code.show_word(*range(at, at + 32, 2))
    expected = list(range(16))
    for row in (1, 2):
        expected[target[0] + target[1] * row] = source[0] + source[1] * row
    assert atari.answers(code) == expected


@pytest.mark.parametrize("atari", [{"mhz": 8}], indirect=True)
def test_keys_typed_while_a_program_computes_are_kept(atari: AtariMachine, code: Code) -> None:
    code.code += WAIT * 25
    for _ in range(24):
        code.gemdos("crawcin")
        code.show()
    atari.start(code.end(), "KEYS.PRG")
    for number in range(24):
        atari.machine.key(0x6100 + number)
        atari.machine.advance(20)
    assert (atari.finish(), [key & 0xFF for key in atari.numbers()]) == (0, list(range(24)))


# ---- starting and ending


def test_a_request_to_end_ends_a_program_that_waits(atari: AtariMachine) -> None:
    atari.start_built("HELLO.PRG")
    atari.machine.request_quit()
    assert (atari.machine.finished, atari.machine.result, atari.machine.faults) == (True, 0, [])


def test_a_program_that_knows_ap_term_gets_it(atari: AtariMachine) -> None:
    script, image = Script(atari.folder), Image([])
    image.data += bytes(16)
    script.block(image)
    script.aes("shel_write", 121, [9, 0, 0], [0, 0])
    script.aes("evnt_mesag", 23, [])
    script.tell("message", 0, 16)
    atari.replay(script)
    atari.machine.request_quit()
    assert atari.machine.finished
    assert struct.unpack(">h", script.answers()[-1][1][:2]) == (50,)


def test_a_program_starts_another_one_with_a_command_line(atari: AtariMachine) -> None:
    script, image = Script(atari.folder), Image([])
    command, tail = image.add_text("C:\\TOSCALLS.PRG"), image.add_text("\x03ABCDEF")
    script.block(image)
    script.aes("shel_write", 121, [1, 1, 0], [command, tail])
    script.pause()
    other = (PROGRAMS / "TOSCALLS.PRG").read_bytes()
    atari.machine.programs["TOSCALLS.PRG"] = atari.program(other, "TOSCALLS.PRG")
    atari.replay(script)
    # Both write ANSWERS.BIN; the started program's file starts with its command line.
    assert (atari.folder / "ANSWERS.BIN").read_bytes()[4:7] == b"ABC"


# ---- damaged objects matter only if a root links to them


NOBS, RSSIZE = 10, 17


def _word(data: bytes, number: int) -> int:
    return int.from_bytes(data[2 * number : 2 * number + 2], "big")


def _unlinked(data: bytes) -> bytes:
    """Move the objects to the end of the file, and add an unlinked, invalid object."""
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
    damage: Callable[[bytes], bytes], answer: int, atari: AtariMachine, code: Code
) -> None:
    (atari.folder / "DEMO.RSC").write_bytes(damage(write_rsc(mirror.resource())))
    code.gemdos("mshrink", 0, BASE, 0x340000)
    code.ask("malloc", -1)
    code.ask_aes(110, (), ("DEMO.RSC",))
    code.ask("malloc", -1)
    before, loaded, after = atari.answers(code)
    assert (loaded, after < before) == (answer, bool(answer)), "a damaged resource takes no memory"


def test_a_tree_is_drawn_whose_unlinked_objects_are_damaged(atari: AtariMachine, code: Code) -> None:
    box = struct.pack(">3h3HL4h", -1, 2, 2, 20, 0, 0, 0x1101, 50, 50, 100, 100)
    damaged = struct.pack(">3h3HL4h", 20000, 1, 1, 20, 0, 0, 0, 0, 0, 10, 10)
    child = struct.pack(">3h3HL4h", 0, -1, -1, 20, 32, 0, 0x1171, 10, 10, 20, 20)
    code.ask_aes(42, (0, 8, 0, 0, 640, 400), (code.put(box + damaged + child),))
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
def test_icons_that_are_cut_off_stay_numbers(size: int, atari: AtariMachine, code: Code) -> None:
    data = with_colour_icons(Resource([colour_tree()]), [colour_icon()])
    plain = len(write_rsc(Resource([colour_tree()])))
    (atari.folder / "ICON.RSC").write_bytes(data[: plain + size])
    _load_colour_icon(code)
    code.show_behind(24 + 12, 24 + 14)
    assert atari.answers(code) == [0, 0]


# ---- clips and wrong arguments

V_CLIP, V_BAR, GET_PIXEL = 129, 11, 105


def test_vs_clip_needs_no_points_to_stop_clipping(atari: AtariMachine, code: Code) -> None:
    code.vdi(3)
    code.vdi(23, words=(1,))
    code.vdi(V_CLIP, points=(0, 0, 9, 9), words=(1,))
    code.vdi(V_CLIP, words=(0,))
    code.vdi(V_BAR, 1, points=(100, 100, 120, 120))
    code.vdi(GET_PIXEL, points=(110, 110))
    code.show_answer()
    assert atari.answers(code) == [1]


def test_intin_is_read_beyond_the_words_counted(atari: AtariMachine, code: Code) -> None:
    contrl, out = code.words(32, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0), code.put(bytes(8))
    code._gem(115, contrl, code.words(3), *[out] * 3)
    code.show_word(out)
    assert atari.answers(code) == [3]


def test_calls_with_wrong_arguments_are_reported_once(atari: AtariMachine, code: Code) -> None:
    for _ in range(2):
        code.vdi(V_BAR, 1)
        code.vdi(111, words=(1, 2, 3))
        code.aes(41, (0,))
        code.vdi(99)
        code.vdi(11, 99)
    atari.start(code.end(), "WRONG.PRG")
    assert (atari.finish(), atari.reports) == (
        0,
        [
            f"WRONG.PRG: {call} does nothing, because its arguments are wrong"
            for call in ("VDI v_bar", "VDI vsc_form", "AES objc_delete")
        ]
        + [f"WRONG.PRG: VDI {number} is not known here, and is not answered" for number in ("99", "11, 99")],
    )


def test_form_do_edits_the_first_field_from_a_negative_start(atari: AtariMachine, code: Code) -> None:
    exit_box = struct.pack(">6hL4h", -1, -1, -1, 20, 0x27, 0, 0x00001171, 300, 200, 50, 50)
    code.ask_aes(50, (-1,), (code.put(exit_box),))
    atari.start(code.end(), "FORM.PRG")
    atari.machine.settle()
    assert not atari.machine.finished
    atari.type("return")
    assert (atari.finish(), atari.numbers()) == (0, [0])
