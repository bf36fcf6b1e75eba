"""Answers that a real GEM gave to the same calls."""

import struct
from pathlib import Path

import pytest

from gemport.gem import RETURN, write_rsc
from tests.needs import needs_processor
from tests.st import mirror
from tests.st.code import BASE, BUFFER, Code
from tests.st.machine import AtariMachine

pytestmark = needs_processor

EDITABLE, DEFAULT, EXIT, SELECTABLE, LASTOB = 8, 2, 4, 1, 32
FORM_KEYBD, FORM_BUTTON, FORM_ERROR, MENU_REGISTER, RSRC_GADDR, GRAF_MKSTATE = 55, 56, 53, 35, 112, 79
FIELD, BUTTON = 2, 4
KEY_1, ESC = 0x0231, 0x011B


def form(code: Code) -> int:
    """Add a box with the fields 1 to 3 and the default exit button 4; return its address."""
    ted = struct.pack(">3L8h", code.put("____"), code.put("____"), code.put("9999"), 3, 6, 0, 0x1180, 0, 0, 5, 5)
    teds = [code.put(ted) for _ in range(3)]
    text, objects = code.put("OK"), struct.pack(">3h3HL4h", -1, 1, 4, 20, 0, 0, 0x1100, 50, 50, 200, 100)
    for number, at in enumerate(teds, 1):
        objects += struct.pack(">3h3HL4h", number + 1, -1, -1, 29, EDITABLE, 0, at, 8, 20 * number, 80, 16)
    flags = SELECTABLE | DEFAULT | EXIT | LASTOB
    return code.put(objects + struct.pack(">3h3HL4h", 0, -1, -1, 26, flags, 0, text, 100, 80, 60, 16))


@pytest.mark.parametrize(
    ("key", "following", "answer"),
    [
        (RETURN, 2, [0, BUTTON, 0]),
        (KEY_1, 2, [1, 2, KEY_1]),
        (ESC, 0, [1, 0, ESC]),
        (2, RETURN, [1, RETURN, 2]),
        (0x0F09, 7, [1, 3, 0]),
    ],
)
def test_form_keybd_has_the_key_before_the_next_object(
    key: int, following: int, answer: list[int], atari: AtariMachine
) -> None:
    code = Code()
    code.aes(FORM_KEYBD, (FIELD, key, following), (form(code),))
    for index in range(3):
        code.show_answer(index)
    assert atari.answers(code) == answer


@pytest.mark.parametrize("pressed", [True, False])
def test_form_button_without_a_button_held_ends_the_form(pressed: bool, atari: AtariMachine) -> None:
    code = Code()
    tree = form(code)
    if pressed:
        # The button is selected already, by Return; it is no longer selectable.
        code.aes(FORM_KEYBD, (FIELD, RETURN, FIELD), (tree,))
        code.code += struct.pack(">HHL", 0x33FC, DEFAULT | EXIT | LASTOB, tree + 24 * BUTTON + 8)
    code.aes(FORM_BUTTON, (BUTTON, 2), (tree,))
    for index in range(2):
        code.show_answer(index)
    assert atari.answers(code) == [0, BUTTON]


def test_form_error_answers_0(atari: AtariMachine) -> None:
    code = Code()
    code.aes(FORM_ERROR, (2,))
    code.show_answer()
    atari.start(code.end(), "ERROR.PRG")
    atari.machine.key(RETURN)
    assert atari.finish() == 0
    assert atari.numbers() == [0]


def test_nobody_registers_an_entry_for_no_application(atari: AtariMachine) -> None:
    code = Code()
    code.aes(MENU_REGISTER, (-1,), ("  Entry",))
    code.show_answer()
    assert atari.answers(code) == [-1]


def test_rsrc_gaddr_finds_parts_that_the_resource_has_none_of(atari: AtariMachine) -> None:
    (atari.folder / "DEMO.RSC").write_bytes(write_rsc(mirror.resource()))
    code = Code()
    code.gemdos("mshrink", 0, BASE, 0x340000)
    code.aes(110, (), ("DEMO.RSC",))
    kinds = [*range(1, 5), *range(7, 17), 17]
    for kind in kinds:
        code.aes(RSRC_GADDR, (kind, 0))
        code.show_answer()
    assert atari.answers(code) == [1] * (len(kinds) - 1) + [0]


def test_the_shells_buffer_is_kept(atari: AtariMachine) -> None:
    code = Code()
    code.aes(123, (4,), ("ABCD",))
    code.aes(122, (8,), (BUFFER,))
    code.show_answer()
    code.show_long(BUFFER)
    code.show_long(BUFFER + 4)
    assert atari.answers(code) == [1, 0x41424344, 0]


@pytest.mark.parametrize(
    ("source", "target", "after"), [(0, 0, [0, 1]), (1, 0, [1, 0]), (0, 1, [0, 1]), (1, None, [0]), (0, None, [1])]
)
def test_vr_trnfm_tells_the_format(source: int, target: int | None, after: list[int], atari: AtariMachine) -> None:
    code = Code()

    def mfdb(standard: int) -> int:
        return code.put(struct.pack(">L6h", BUFFER, 16, 4, 1, standard, 1, 0) + bytes(4))

    forms = [mfdb(source)] + ([mfdb(target)] if target is not None else [])
    contrl = code.put(struct.pack(">7h2L", 110, 0, 0, 0, 0, 0, 1, forms[0], forms[-1]) + bytes(4))
    code._gem(115, contrl, *[code.put(bytes(64))] * 4)
    for at in forms:
        code.show_word(at + 10)
    assert atari.answers(code) == after


def test_the_locator_in_sample_mode_moves_the_mouse_and_tells_no_point(atari: AtariMachine) -> None:
    code = Code()
    code.vdi(33, words=(1, 2))
    contrl = code.words(28, 1, 9, 0, 9, 0, 1, 0, 0, 0, 0, 0)
    code._gem(115, contrl, code.put(bytes(8)), code.words(123, 45), code.put(bytes(8)), code.put(bytes(8)))
    code.show_word(contrl + 4)
    code.aes(GRAF_MKSTATE)
    code.show_answer(1)
    code.show_answer(2)
    assert atari.answers(code) == [0, 123, 45]


def test_what_settles_goes_on_without_a_program_that_polls(tmp_path: Path) -> None:
    atari = AtariMachine(tmp_path, mhz=2)
    code = Code()
    code.aes(GRAF_MKSTATE)
    atari.start(code.again(), "POLL.PRG")
    atari.machine.settle()
    assert 3_000 <= atari.machine.now < 4_000
    atari.machine.settle()
    assert atari.reports == ["POLL.PRG looks for input without end: what waits for it to settle goes on"]


def test_what_settles_goes_on_without_a_program_that_counts_frames(atari: AtariMachine) -> None:
    code = Code()
    code.trap(14, 37)
    atari.start(code.again(), "FRAMES.PRG")
    atari.machine.settle()
    assert 3_000 <= atari.machine.now < 4_000
