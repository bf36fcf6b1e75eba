"""Answers that a real GEM gave to the same calls, and the VDI's input devices."""

import struct
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from gemport.gem import RIGHT, Raster, write_rsc
from gemport.gem.aes.keys import RETURN
from gemport.hosts.events import parse_events
from gemport.hosts.headless import HeadlessPlayer
from gemport.st.memory_objects import Mfdb
from gemport.st.processor import Space
from tests.needs import needs_processor
from tests.st import mirror
from tests.st.code import BASE, BUFFER, Code
from tests.st.machine import AtariMachine

EDITABLE, DEFAULT, EXIT, SELECTABLE, LASTOB = 8, 2, 4, 1, 32
EVNT_BUTTON, FORM_KEYBD, FORM_BUTTON, FORM_ERROR, MENU_REGISTER, RSRC_GADDR, GRAF_MKSTATE = 21, 55, 56, 53, 35, 112, 79
PARTS = {number: (number, 0) for number in range(1, 5)} | {7: (1, 12), 8: (2, 0), 9: (2, 4), 10: (2, 8)}
PARTS |= {11: (3, 0), 12: (3, 4), 13: (3, 8), 14: (4, 0), 15: (5, 0), 16: (8, 0)}
"""By type of rsrc_gaddr: the word of a resource's header that locates a table, and the offset in its entry."""
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
    key: int, following: int, answer: list[int], atari: AtariMachine, code: Code
) -> None:
    code.aes(FORM_KEYBD, (FIELD, key, following), (form(code),))
    code.show_answer(*range(3))
    assert atari.answers(code) == answer


@pytest.mark.parametrize("pressed", [True, False])
def test_form_button_without_a_button_held_ends_the_form(pressed: bool, atari: AtariMachine, code: Code) -> None:
    tree = form(code)
    if pressed:
        # The button is selected already, by Return; it is no longer selectable.
        code.aes(FORM_KEYBD, (FIELD, RETURN, FIELD), (tree,))
        code.code += struct.pack(">HHL", 0x33FC, DEFAULT | EXIT | LASTOB, tree + 24 * BUTTON + 8)
    code.aes(FORM_BUTTON, (BUTTON, 2), (tree,))
    code.show_answer(*range(2))
    assert atari.answers(code) == [0, BUTTON]


def test_form_error_answers_0_and_nobody_registers_an_entry_for_no_application(atari: AtariMachine, code: Code) -> None:
    code.ask_aes(FORM_ERROR, (2,))
    code.ask_aes(MENU_REGISTER, (-1,), ("  Entry",))
    assert atari.answers(code, RETURN) == [0, -1]


def test_rsrc_gaddr_finds_parts_that_the_resource_has_none_of(atari: AtariMachine, code: Code) -> None:
    data = write_rsc(mirror.resource())
    (atari.folder / "DEMO.RSC").write_bytes(data)
    code.gemdos("mshrink", 0, BASE, 0x340000)
    code.aes(110, (), ("DEMO.RSC",))
    code.show_long(code.globals + 14)
    for kind in PARTS:
        code.aes(RSRC_GADDR, (kind, 0))
        code.show_address()
    code.ask_aes(RSRC_GADDR, (17, 0))
    header, *found, none = atari.answers(code)
    starts = struct.unpack(">18H", data[:36])
    assert [at - header for at in found] == [starts[table] + offset for table, offset in PARTS.values()]
    assert none == 0


def test_the_shells_buffer_is_kept(atari: AtariMachine, code: Code) -> None:
    code.aes(123, (4,), ("ABCD",))
    code.ask_aes(122, (8,), (BUFFER,))
    code.show_long(BUFFER, BUFFER + 4)
    assert atari.answers(code) == [1, 0x41424344, 0]


def test_the_locator_in_sample_mode_moves_the_mouse_and_tells_no_point(atari: AtariMachine, code: Code) -> None:
    code.vdi(33, words=(1, 2))
    contrl, button = code.words(28, 1, 9, 0, 9, 0, 1, 0, 0, 0, 0, 0), code.put(bytes(8))
    code._gem(115, contrl, code.put(bytes(8)), code.words(123, 45), button, code.put(bytes(8)))
    code.show_word(contrl + 4, button)
    code.aes(GRAF_MKSTATE)
    code.show_answer(1, 2)
    # Two clicks, or the left button up as it is already.
    code.aes(EVNT_BUTTON, (2, 1, 0))
    code.show_answer(*range(4))
    atari.machine.mouse_button(RIGHT, True)
    assert atari.answers(code) == [0, 0x21, 123, 45, 1, 123, 45, 2]


POLLS: dict[str, Callable[[Code], None]] = {
    "mouse": lambda code: code.aes(GRAF_MKSTATE),
    "keys": lambda code: code.gemdos("cconis"),
    "Kbshift": lambda code: code.trap(13, 11, -1),
    "vq_key_s": lambda code: code.vdi(128),
    "frames": lambda code: code.trap(14, 37),
    "Supexec": lambda code: code.trap(14, 38, (code.code_at(b""),)),
}
EVENTS = """{"do":"key","key":"a"}
{"do":"text","text":"ab"}
{"do":"shot","file":"a.png"}
{"do":"wait","ms":500}
{"do":"move","x":5,"y":5}"""


@pytest.mark.parametrize("atari", [{"mhz": 2}], indirect=True)
@pytest.mark.parametrize("polled", POLLS)
def test_a_polling_program_gets_a_second_per_input(polled: str, atari: AtariMachine, tmp_path: Path) -> None:
    code, times = Code(), []
    POLLS[polled](code)
    atari.start(code.again(), "POLL.PRG")
    player = HeadlessPlayer(atari.machine, tmp_path)
    for event in parse_events(EVENTS, "events.jsonl"):
        times.append(atari.machine.now)
        player.play([event])
    passed = [after - before for before, after in pairwise([0, *times, atari.machine.now])]
    assert passed == pytest.approx([1000, 1000, 2000, 0, 500, 1000], abs=20)
    assert atari.reports == ["POLL.PRG polls for input: each event without a time lets it run for a second"]


def test_a_computing_program_settles_when_it_asks_again(atari: AtariMachine, code: Code) -> None:
    code.aes(GRAF_MKSTATE)
    # move.l #$2000000,d0; subq.l #1,d0; bne.s
    code.code += bytes.fromhex("203C02000000 5380 66FC")
    atari.start(code.again(), "SLOW.PRG")
    atari.machine.settle()
    assert atari.machine.now > 4000


# ---- input devices of the VDI


STRING, SAMPLE, VSIN_MODE = 4, 2, 33
A, B = 0x1E61, 0x3062
V_CELLARRAY, VQ_CELLARRAY, V_VALUATOR, V_CHOICE, V_STRING = 10, 27, 29, 30, 31


def test_calls_that_tos_leaves_out_answer_nothing_and_are_no_news_and_the_choice_is_1(
    atari: AtariMachine, code: Code
) -> None:
    for number in (V_CELLARRAY, VQ_CELLARRAY, V_VALUATOR, V_CHOICE):
        code.vdi(number, points=(0, 0, 1, 1), words=(1, 0, 1, 1))
        code.show_count()
    code.show_answer()
    assert atari.answers(code) == [0, 0, 0, 1, 1]


@pytest.mark.parametrize(
    ("most", "keys", "answer"),
    [(8, (A, B, RETURN), [2, ord("a"), ord("b")]), (1, (A,), [1, ord("a"), 0]), (-2, (A, B), [2, A, B])],
)
def test_a_string_is_the_keys_until_return_or_so_many(
    most: int, keys: tuple[int, ...], answer: list[int], atari: AtariMachine, code: Code
) -> None:
    code.vdi(V_STRING, points=(0, 0), words=(most, 0))
    code.show_count()
    code.show_answer(*range(2))
    assert atari.answers(code, *keys) == answer


def test_a_sampled_string_is_the_keys_that_wait(atari: AtariMachine, code: Code) -> None:
    code.vdi(VSIN_MODE, words=(STRING, SAMPLE))
    code.vdi(V_STRING, points=(0, 0), words=(8, 0))
    code.show_count()
    # GEMDOS sees a key but does not read it.
    code.gemdos("cnecin")
    start = len(code.code)
    code.gemdos("cconis")
    code.code += bytes.fromhex("4A80 67") + (start - len(code.code) - 4 & 0xFF).to_bytes(1, "big")
    code.vdi(V_STRING, points=(0, 0), words=(8, 0))
    code.show_count()
    code.show_answer()
    atari.start(code.end(), "SAMPLE.PRG")
    for key in (B, A):
        atari.machine.advance(100)
        atari.machine.key(key)
    assert atari.finish() == 0
    assert atari.numbers() == [0, 1, ord("a")]


@needs_processor
@pytest.mark.parametrize("planes", [1, 2, 4])
def test_vr_trnfm_interleaves_the_planes_of_a_large_form(planes: int) -> None:
    space, words, height = Space(Raster(640, 400)), 40, 300
    size, here, there = words * height, 0x100000, 0x200000
    random = Random(planes)
    standard = [[random.randrange(0x10000) for _ in range(planes)] for _ in range(size)]
    mixed = [word for place in standard for word in place]
    apart = [place[plane] for plane in range(planes) for place in standard]
    for is_standard, before, after in ((1, apart, mixed), (0, mixed, apart)):
        for at, mfdb in ((here, 0x80000), (there, 0x80100)):
            space.write(mfdb, struct.pack(">L6h", at, 16 * words, height, words, is_standard, planes, 0))
        space.write(here, struct.pack(f">{size * planes}H", *before))
        for _ in Mfdb(space, 0x80100).transform(Mfdb(space, 0x80000)):
            pass
        assert space.read(there, 2 * size * planes) == struct.pack(f">{size * planes}H", *after)
    space.release()
