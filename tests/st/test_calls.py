"""Calls of the AES and the VDI that a program makes, and the same from Python: the same answers, the same memory."""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gemport.gem import LEFT, Gem, GRect, Kind, Machine, Message, ObFlag, ObState, Wc, Wf, load_artwork, write_rsc
from gemport.gem.aes.keys import F10
from gemport.gem.formats.charset import encode
from gemport.st import gem_program, read_program
from gemport.st.program import AtariProgram
from tests.conformance.jsontree import build_tree
from tests.gem.own.steps import OWN, numbers
from tests.needs import needs_processor
from tests.st import mirror
from tests.st.build import PROGRAMS
from tests.st.machine import AtariMachine, inside
from tests.st.script import Image, Script

pytestmark = needs_processor

KIND = Kind(0xFEF)
TREE: list[dict[str, Any]] = [
    {"type": "BOX", "x": 0, "y": 0, "w": 200, "h": 100, "parent": -1},
    {"type": "STRING", "x": 8, "y": 8, "w": 80, "h": 16, "parent": 0, "text": "one entry"},
    {"type": "BUTTON", "x": 8, "y": 40, "w": 80, "h": 16, "parent": 0, "text": "OK", "flags": "SELECTABLE DEFAULT"},
    {"type": "BOX", "x": 100, "y": 40, "w": 80, "h": 50, "parent": 0},
    {"type": "BOX", "x": 4, "y": 4, "w": 20, "h": 20, "parent": 3},
]


class Desk:
    """What both programs did: the answers of REPLAY, and those of Python."""

    def __init__(self, folder: Path) -> None:
        self.script = Script(folder)
        self._tree = build_tree(TREE)
        self._image = Image(self._tree)
        self._wanted: list[tuple[str, list[int] | bytes]] = []
        self._atari = AtariMachine(folder)
        self._python = Machine(load_artwork(OWN / "system"))
        self._gem: list[Gem] = []
        self._calls: list[Callable[[Gem], Any]] = []
        self.script.block(self._image)

    def text(self, text: str) -> int:
        """The place of a text in the block; call it before the first call."""
        place = len(self._image.data)
        self._image.data += encode(text) + b"\0" + bytes(64)
        self._image.data += bytes(len(self._image.data) % 2)
        return place

    def both(self, name: str, opcode: int, words: list[int], call: Callable[[Gem, Any], Any], first: int = 0) -> None:
        """Make a call of the AES, its tree being at the block's beginning; ``first``: where its answer begins."""
        self.script.aes(name, opcode, words)
        self._calls.append(lambda gem: (first, numbers(call(gem, self._tree))))

    def compare(self) -> None:
        """Run both, and compare answers and the tree."""
        self.script.tell("tree", 0, 24 * len(TREE))
        self.script.save()
        found: list[tuple[int, list[int]]] = []

        async def run(gem: Gem) -> None:
            found.extend(call(gem) for call in self._calls)

        self._atari.start_built("REPLAY.PRG")
        self._python.start(run, "REPLAY.PRG")
        self._atari.machine.settle()
        assert self._atari.machine.finished
        *answers, (_, memory) = self.script.answers()
        for (name, words), (first, wanted) in zip(answers, found, strict=True):
            assert words[first : first + len(wanted)] == wanted, name
        after = Image(self._tree).data
        for number in range(len(TREE)):
            place = slice(24 * number, 24 * number + 12)
            assert memory[place] == after[place], number


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Both programs, which have done nothing yet."""
    return Desk(tmp_path)


def test_windows(desk: Desk) -> None:
    outer = GRect(30, 40, 200, 150)
    desk.both("wind_create", 100, [0xFEF, 0, 19, 640, 381], lambda g, _: g.wind_create(KIND, GRect(0, 19, 640, 381)))
    desk.both("wind_open", 101, [1, *outer], lambda g, _: g.wind_open(1, outer))
    for field in (4, 5, 6, 7, 10, 11, 12, 15, 16, 8, 9):
        desk.both(f"wind_get {field}", 104, [1, field], partial(_window_field, Wf(field)), first=1)
    desk.both("wind_get 0", 104, [0, 4], lambda g, _: g.wind_get(0, Wf.WF_WORKXYWH), first=1)
    desk.both("wind_set", 105, [1, 8, 500], lambda g, _: g.wind_set(1, Wf.WF_HSLIDE, 500))
    desk.both("wind_get 8", 104, [1, 8], lambda g, _: g.wind_get(1, Wf.WF_HSLIDE), first=1)
    desk.both("wind_set", 105, [1, 5, 50, 60, 100, 120], lambda g, _: g.wind_set(1, Wf.WF_CURRXYWH, 50, 60, 100, 120))
    desk.both("wind_calc", 108, [1, 0xFEF, *outer], lambda g, _: g.wind_calc(Wc.WC_WORK, 0xFEF, outer), first=1)
    desk.both("wind_find", 106, [60, 70], lambda g, _: g.wind_find(60, 70))
    desk.both("wind_find", 106, [-5, 70], lambda g, _: g.wind_find(-5, 70))
    desk.both("wind_close", 102, [1], lambda g, _: g.wind_close(1))
    desk.both("wind_close", 102, [1], lambda g, _: g.wind_close(1))
    desk.both("wind_delete", 103, [1], lambda g, _: g.wind_delete(1))
    desk.compare()


def _window_field(field: Wf, gem: Gem, _tree: Any) -> GRect:
    return gem.wind_get(1, field)


def test_objects(desk: Desk) -> None:
    desk.both("objc_order", 45, [1, -1], lambda g, t: g.objc_order(t, 1, -1))
    desk.both("objc_delete", 41, [4], lambda g, t: g.objc_delete(t, 4))
    desk.both("objc_add", 40, [0, 4], lambda g, t: g.objc_add(t, 0, 4))
    desk.both("objc_find", 43, [0, 8, 10, 10], lambda g, t: g.objc_find(t, 0, 8, 10, 10))
    desk.both("objc_offset", 44, [4], lambda g, t: g.objc_offset(t, 4), first=1)
    desk.both("form_center", 54, [0], lambda g, t: g.form_center(t), first=1)
    desk.both("form_keybd", 55, [1, 0, 0x1C0D], lambda g, t: g.form_keybd(t, 1, 0x1C0D))
    desk.both("menu_icheck", 31, [1, 1], lambda g, t: g.menu_icheck(t, 1, True))
    desk.both("menu_ienable", 32, [3, 0], lambda g, t: g.menu_ienable(t, 3, False))
    desk.both("objc_change", 47, [2, 0, 0, 0, 640, 400, 1, 0], lambda g, t: _change(g, t))
    desk.compare()


def _change(gem: Gem, tree: Any) -> None:
    gem.objc_change(tree, 2, GRect(0, 0, 640, 400), ObState.SELECTED, False)


def test_the_mouse_and_applications(desk: Desk) -> None:
    desk.both("graf_handle", 77, [], lambda g, _: g.graf_handle())
    desk.both("graf_mkstate", 79, [], lambda g, _: g.graf_mkstate(), first=1)
    desk.both("evnt_dclick", 26, [1, 1], lambda g, _: g.evnt_dclick(1, True))
    desk.both("evnt_dclick", 26, [0, 0], lambda g, _: g.evnt_dclick(0, False))
    desk.both("appl_write", 12, [7, 16], lambda g, _: g.appl_write(7, Message(1)))
    desk.compare()


def test_wrong_arguments_are_answered_by_0(tmp_path: Path) -> None:
    script = Script(tmp_path)
    script.block(Image(build_tree(TREE)))
    calls = {"objc_draw": (42, [9, 8, 0, 0, 9, 9]), "objc_delete": (41, [0]), "objc_add": (40, [0, 0])}
    calls |= {"menu_icheck": (31, [99, 1]), "wind_get": (104, [77, 4]), "wind_set": (105, [1, 99]), "none": (99, [])}
    for name, (opcode, words) in calls.items():
        script.aes(name, opcode, words)
    script.save()
    atari = AtariMachine(tmp_path)
    atari.start_built("REPLAY.PRG")
    atari.machine.settle()
    assert [words[0] for _, words in script.answers()] == [0] * len(calls)
    assert atari.reports == ["REPLAY.PRG: AES 99 is not known here, and is not answered"]


def _menu() -> Image:
    return Image(Machine(load_artwork(OWN / "system")).gem().rsrc_load(mirror.resource()).tree(mirror.MENU))


@pytest.mark.parametrize(("obj", "following"), [(3, 3), (3, 999), (8, 500), (6, -2)])
def test_a_menu_that_its_program_spoils_is_taken_back(obj: int, following: int, tmp_path: Path) -> None:
    script, menu = Script(tmp_path), _menu()
    script.block(menu)
    script.aes("menu_bar", 30, [1])
    script.pause()
    menu.data[24 * obj : 24 * obj + 2] = struct.pack(">h", following)
    script.block(menu)
    script.pause()
    script.save()
    atari = AtariMachine(tmp_path)
    machine = atari.machine
    atari.start_built("REPLAY.PRG")
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


def test_a_menu_whose_texts_are_nowhere_is_shown_without_them(tmp_path: Path) -> None:
    script, menu = Script(tmp_path), _menu()
    for number in range(3, 20):
        menu.data[24 * number + 12 : 24 * number + 16] = b"\0\xf0\0\0"
    menu.fixups = []
    script.block(menu)
    script.aes("menu_bar", 30, [1])
    script.pause()
    script.save()
    atari = AtariMachine(tmp_path)
    atari.start_built("REPLAY.PRG")
    atari.machine.mouse_to(80, 8)
    atari.machine.settle()
    assert (atari.reports, atari.machine.faults, atari.machine.finished) == ([], [], False)


@pytest.mark.parametrize(
    ("name", "parameters", "answer"),
    [
        ("vql_attributes", [], [1, 1, 1, 0, 0, 1, 0]),
        ("vqf_attributes", [], [1, 1, 2, 1, 1]),
        ("vqt_attributes", [], [1, 1, 0, 0, 0, 1, 7, 13, 8, 16]),
        ("vqt_width", [[65]], [65, 8, 0, 0, 0, 0, 0]),
        ("v_get_pixel", [[700, 0]], [0, 0]),
        ("vq_key_s", [[]], [0]),
        ("vq_mouse", [[]], [0, 319, 199]),
    ],
)
def test_inquiries_of_the_vdi(name: str, parameters: list[Any], answer: list[int], tmp_path: Path) -> None:
    script = Script(tmp_path)
    script.vdi(name, parameters)
    script.save()
    atari = AtariMachine(tmp_path)
    atari.start_built("REPLAY.PRG")
    atari.machine.settle()
    ((_, words),) = script.answers()
    assert words == answer


def test_the_table_of_v_opnvwk(tmp_path: Path) -> None:
    script = Script(tmp_path)
    script.vdi("vq_extnd", [[0]])
    script.vdi("vq_extnd", [[1]])
    script.vdi("vqt_name", [[1]])
    script.save()
    atari = AtariMachine(tmp_path, width=1280, height=960)
    atari.start_built("REPLAY.PRG")
    atari.machine.settle()
    table, extended, name = (words for _, words in script.answers())
    workstation = atari.machine.gem().v_opnvwk()
    assert (table[:57], table[:2]) == (workstation.work_out, [1279, 959])
    assert extended[:57] == workstation.vq_extnd(1)
    assert (name[0], bytes(name[1:]).rstrip(b"\0").decode()) == workstation.vqt_name(1)


# ---- inside of a program that does not run yet


def test_a_resource_lies_in_memory_as_in_its_file(tmp_path: Path) -> None:
    data = write_rsc(mirror.resource())
    (tmp_path / "DEMO.RSC").write_bytes(data)

    def look(program: AtariProgram) -> None:
        aes, space = program.aes, program.space
        aes._global = program.heap.malloc(32)
        assert aes.rsrc_load("NONE.RSC") == 0
        assert aes.rsrc_load("C:\\SUB\\DEMO.RSC") == 1
        loaded = program.gem.rsrc_load(mirror.resource())
        for number, wanted in enumerate(loaded.trees):
            done, at = aes.rsrc_gaddr(0, number)
            tree = program.tree(at)
            assert (done, len(tree)) == (1, len(wanted))
            for mine, theirs in zip(tree, wanted, strict=True):
                for name in ("ob_next", "ob_head", "ob_tail", "ob_type", "ob_flags", "ob_state"):
                    assert getattr(mine, name) == getattr(theirs, name)
                assert (mine.ob_x, mine.ob_y, mine.ob_width) == (theirs.ob_x, theirs.ob_y, theirs.ob_width)
        _, ask = aes.rsrc_gaddr(0, mirror.ASK)
        field: Any = program.tree(ask)[mirror.FIELD].ob_spec
        assert (field.te_txtlen, field.te_ptmplt, field.te_pvalid[:2]) == (22, "What: ____________________", "X")
        assert aes.rsrc_gaddr(2, 0)[1] == field.at
        assert space.long(aes.rsrc_gaddr(9, 0)[1]) == space.long(field.at + 4)
        assert aes.rsrc_gaddr(0, 2) == aes.rsrc_gaddr(3, 0) == aes.rsrc_gaddr(99, 0) == (0,)
        assert aes.rsrc_saddr(0, 1, 0x1234) == 1
        assert (aes.rsrc_gaddr(0, 1), aes.rsrc_saddr(0, 9, 0)) == ((1, 0x1234), 0)
        free = program.heap.largest()
        assert (aes.rsrc_free(), aes.rsrc_free(), program.heap.largest() > free) == (1, 0, True)

    inside(tmp_path, look)


def test_line_a_tells_the_screen_and_hides_the_mouse(tmp_path: Path) -> None:
    def look(program: AtariProgram) -> None:
        program._tos.line_a(0)
        at = program.space.register(8)
        assert (program.space.register(0), program.space.words(at - 12, 1), program.space.words(at - 4, 4)) == (
            at,
            (640,),
            (400, 80, 1, 80),
        )
        assert program.space.words(at - 602, 2) == (319, 199)
        hidden = program.vdi.physical.pointer.hidden
        program._tos.line_a(10)
        assert program.vdi.physical.pointer.hidden == hidden + 1
        program._tos.line_a(9)
        assert program.vdi.physical.pointer.hidden == 0
        program._tos.line_a(3)

    assert inside(tmp_path, look).reports == ["PROBE.PRG: Line-A A003 is not known here, and is not answered"]


def test_line_a_shows_the_mouse_to_a_program_that_only_looks(tmp_path: Path) -> None:
    # Line-A; cmpi.w #600,-602(a0); bne back to it; clr.w -(sp); trap #1.
    code = bytes.fromhex("A000 0C680258FDA6 66F8 4267 4E41")
    atari = AtariMachine(tmp_path)
    atari.start(struct.pack(">HLLLLLLH", 0x601A, len(code), 0, 0, 0, 0, 0, 1) + code, "LOOK.PRG")
    atari.machine.advance(100)
    assert not atari.machine.finished
    atari.machine.mouse_to(600, 100)
    atari.machine.advance(100)
    assert atari.machine.finished


def test_keytbl_tells_the_character_of_each_key(tmp_path: Path) -> None:
    keys = {
        "a": (0x1E, "a", "A", "A"),
        "2": (0x03, "2", "@", "2"),
        "Up": (0x48, "\0", "8", "\0"),
        "Esc": (1, *3 * "\33"),
    }

    def look(program: AtariProgram) -> None:
        tos, space = program._tos, program.space
        at = tos.keytbl(*3 * [0xFFFFFFFF])
        own = struct.unpack(">3L", space.read(at, 12))
        for scancode, *characters in keys.values():
            assert [space.read(table + scancode, 1).decode() for table in own] == characters
        assert tos.keytbl(0x9000, 0xFFFFFFFF, 0xFFFFFFFF) == at
        assert (space.long(at), space.long(at + 4)) == (0x9000, own[1])
        tos.bioskeys()
        assert space.long(at) == own[0]

    inside(tmp_path, look)


def test_the_screen_is_the_raster(tmp_path: Path) -> None:
    def look(program: AtariProgram) -> None:
        space, raster = program.space, program.vdi.physical.raster
        space.write(0x400000 + 80, b"\x81" + bytes(77) + b"\x42\x18\xff")
        assert (raster.rows[1] >> 632, raster.rows[1] & 0xFFFF, raster.rows[2] >> 632) == (0x81, 0x4218, 0xFF)
        assert space.read(0x400000 + 158, 3) == b"\x42\x18\xff"

    inside(tmp_path, look)


def test_texts_are_written_within_their_room(tmp_path: Path) -> None:
    def look(program: AtariProgram) -> None:
        image = Image(build_tree([{**TREE[0]}, {**_FIELD, "text": "abc", "txtlen": 4}]))
        at = program.heap.malloc(len(image.data))
        for place, _ in image.fixups:
            image.data[place : place + 4] = (int.from_bytes(image.data[place : place + 4], "big") + at).to_bytes(
                4, "big"
            )
        program.space.write(at, bytes(image.data))
        field: Any = program.tree(at)[1].ob_spec
        field.te_ptext = "longer than that"
        assert field.te_ptext == "lon"
        assert program.tree(at)[1].ob_flags == ObFlag.EDITABLE | ObFlag.LASTOB

    inside(tmp_path, look)


_FIELD = {
    "type": "FTEXT",
    "x": 0,
    "y": 0,
    "w": 80,
    "h": 16,
    "parent": 0,
    "flags": "EDITABLE",
    "font": 3,
    "tmplt": "___",
    "valid": "XXX",
}


@pytest.mark.parametrize(
    ("links", "reason"),
    [((-1, 1, 1, 5, -1, -1), "unsound"), ((-1, 1, 9000, 0, -1, -1), "more than"), ((7, -1, -1), "unsound")],
)
def test_unsound_trees_are_refused(links: tuple[int, ...], reason: str, tmp_path: Path) -> None:
    def look(program: AtariProgram) -> None:
        at = program.heap.malloc(24 * 8)
        for number in range(0, len(links), 3):
            program.space.write(at + 8 * number, struct.pack(">3h", *links[number : number + 3]) + bytes(18))
        with pytest.raises(ValueError, match=reason):
            program.tree(at)

    inside(tmp_path, look)


# ---- code that is called for the mouse


def test_code_for_buttons_movements_and_ticks_is_called(tmp_path: Path) -> None:
    # v_opnvwk, then vex_butv, vex_motv and vex_timv with code that stores its registers, then evnt_keybd for ever.
    atari = AtariMachine(tmp_path)
    atari.start_built("VECTORS.PRG")
    atari.machine.settle()
    atari.machine.mouse_to(123, 45)
    atari.machine.mouse_button(LEFT, True)
    atari.machine.advance(100)
    atari.machine.key(F10)
    atari.machine.settle()
    assert atari.finish() == 0
    data = (tmp_path / "ANSWERS.BIN").read_bytes()
    x, y, buttons, ticks, before = struct.unpack(">5h", data)
    assert (x, y, buttons, before) == (123, 45, 1, 1)
    assert ticks == 5


# ---- starting and ending


def test_a_request_to_end_ends_a_program_that_waits(tmp_path: Path) -> None:
    atari = AtariMachine(tmp_path)
    atari.start_built("HELLO.PRG")
    atari.machine.request_quit()
    assert (atari.machine.finished, atari.machine.result, atari.machine.faults) == (True, 0, [])


def test_a_program_that_knows_ap_term_gets_it(tmp_path: Path) -> None:
    script, image = Script(tmp_path), Image([])
    image.data += bytes(16)
    script.block(image)
    script.aes("shel_write", 121, [9, 0, 0], [0, 0])
    script.aes("evnt_mesag", 23, [])
    script.tell("message", 0, 16)
    script.save()
    atari = AtariMachine(tmp_path)
    atari.start_built("REPLAY.PRG")
    atari.machine.request_quit()
    assert atari.machine.finished
    assert struct.unpack(">h", script.answers()[-1][1][:2]) == (50,)


def test_a_program_starts_another_one_with_a_command_line(tmp_path: Path) -> None:
    script, image = Script(tmp_path), Image([])
    command, tail = image.add_text("C:\\TOSCALLS.PRG"), image.add_text("\x03ABCDEF")
    script.block(image)
    script.aes("shel_write", 121, [1, 1, 0], [command, tail])
    script.pause()
    script.save()
    atari = AtariMachine(tmp_path)
    other = read_program((PROGRAMS / "TOSCALLS.PRG").read_bytes(), "TOSCALLS.PRG")
    atari.machine.programs["TOSCALLS.PRG"] = gem_program(other, atari.system, "C")
    atari.start_built("REPLAY.PRG")
    atari.machine.settle()
    # Both write ANSWERS.BIN: the other one begins with its command line.
    assert (tmp_path / "ANSWERS.BIN").read_bytes()[4:7] == b"ABC"


def test_programs_send_each_other_messages(tmp_path: Path) -> None:
    heard: list[Message] = []

    async def listen(gem: Gem) -> None:
        heard.append(await gem.evnt_mesag())

    script, image = Script(tmp_path), Image([])
    image.data += struct.pack(">8h", 77, 0, 0, 1, -2, 3, 4, 5)
    script.block(image)
    script.aes("appl_write", 12, [0, 16])
    script.pause()
    script.save()
    atari = AtariMachine(tmp_path)
    atari.machine.start(listen, "LISTEN.PRG")
    atari.start_built("REPLAY.PRG")
    assert heard == [Message(77, 0, 0, 1, -2, 3, 4, 5)]


def test_looking_at_the_mouse_without_end_lets_it_move(tmp_path: Path) -> None:
    script = Script(tmp_path)
    for _ in range(300):
        script.vdi("vq_mouse", [[]])
    script.save()
    atari = AtariMachine(tmp_path, mhz=8)
    atari.start_built("REPLAY.PRG")
    assert not atari.machine.finished
    for _ in range(100):
        atari.machine.advance(10)
        atari.machine.mouse_to(5, 6)
    answers = [words for _, words in script.answers()]
    assert (atari.machine.finished, answers[0], answers[-1]) == (True, [0, 319, 199], [0, 5, 6])
