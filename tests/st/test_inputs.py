"""Input devices of the VDI, asked by a program."""

import pytest

from gemport.gem import RETURN
from tests.needs import needs_processor
from tests.st.code import Code
from tests.st.machine import AtariMachine

pytestmark = needs_processor

LOCATOR, STRING = 1, 4
REQUEST, SAMPLE = 1, 2
VSIN_MODE, VQIN_MODE = 33, 115
A, B = 0x1E61, 0x3062
V_CELLARRAY, VQ_CELLARRAY, V_VALUATOR, V_CHOICE, V_STRING = 10, 27, 29, 30, 31


def test_each_device_has_the_mode_that_was_set(atari: AtariMachine) -> None:
    code = Code()
    for mode in (SAMPLE, REQUEST):
        for device in (LOCATOR, STRING):
            code.vdi(VQIN_MODE, words=(device,))
            code.show_answer()
        code.vdi(VSIN_MODE, words=(STRING, mode))
        code.show_answer()
    code.vdi(VQIN_MODE, words=(STRING,))
    code.show_answer()
    assert atari.answers(code) == [REQUEST, REQUEST, SAMPLE, REQUEST, SAMPLE, REQUEST, REQUEST]


@pytest.mark.parametrize("number", [V_CELLARRAY, VQ_CELLARRAY, V_VALUATOR])
def test_calls_that_tos_leaves_out_answer_nothing_and_are_no_news(number: int, atari: AtariMachine) -> None:
    code = Code()
    code.vdi(number, points=(0, 0, 1, 1), words=(1, 0, 1, 1))
    code.show_count()
    assert atari.answers(code) == [0]
    assert atari.reports == []


def test_the_choice_is_1(atari: AtariMachine) -> None:
    code = Code()
    code.vdi(V_CHOICE, words=(1,))
    code.show_count()
    code.show_answer()
    assert atari.answers(code) == [1, 1]


@pytest.mark.parametrize(
    ("most", "keys", "answer"),
    [(8, (A, B, RETURN), [2, ord("a"), ord("b")]), (1, (A,), [1, ord("a"), 0]), (-2, (A, B), [2, A, B])],
)
def test_a_string_is_the_keys_until_return_or_so_many(
    most: int, keys: tuple[int, ...], answer: list[int], atari: AtariMachine
) -> None:
    code = Code()
    code.vdi(V_STRING, points=(0, 0), words=(most, 0))
    code.show_count()
    for index in range(2):
        code.show_answer(index)
    atari.start(code.end(), "STRING.PRG")
    for key in keys:
        atari.machine.settle()
        assert not atari.machine.finished
        atari.machine.key(key)
    assert atari.finish() == 0
    assert atari.numbers() == answer


def test_a_sampled_string_is_the_keys_that_wait(atari: AtariMachine) -> None:
    code = Code()
    code.vdi(VSIN_MODE, words=(STRING, SAMPLE))
    code.vdi(V_STRING, points=(0, 0), words=(8, 0))
    code.show_count()
    # A key is looked at, and waits.
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
