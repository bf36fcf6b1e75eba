"""The example program in a real window."""

import pytest

from tests.hosts.xvfb import Program

pytestmark = pytest.mark.window


def test_a_click_on_the_closer_ends_it_without_a_word(display: str) -> None:
    with Program.python(["examples/hello.py"], display, "Hello") as program:
        _, _, width, height = program.geometry()
        scale = width // 640
        assert (width, height) == (640 * scale, 400 * scale)
        program.click(89 * scale + 1, 69 * scale + 1)
        assert program.wait() == 0
        assert program.rest() == []
