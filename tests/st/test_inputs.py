"""Input devices of the VDI, asked by a program."""

from tests.needs import needs_processor
from tests.st.code import Code
from tests.st.machine import AtariMachine

pytestmark = needs_processor

LOCATOR, STRING = 1, 4
REQUEST, SAMPLE = 1, 2
VSIN_MODE, VQIN_MODE = 33, 115


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
