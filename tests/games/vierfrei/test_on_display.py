"""The game in its window shows what the same events give without one."""

import time
from pathlib import Path

import pytest

from tests.games.display import LEFT, Both, start
from tests.games.vierfrei.player import Game

pytestmark = pytest.mark.window


def test_drags_keys_and_menus_arrive_and_the_closer_ends_it_even_in_a_dialog(display: str, tmp_path: Path) -> None:
    with start(display, tmp_path, "VIERFREI", "vierfrei", "123456") as window:
        both = Both(window, Game(123456))
        both.move(133, 238)
        assert both.same()
        both.button(LEFT, True)
        both.move(207, 150)
        both.move(281, 180)
        assert both.same()
        both.button(LEFT, False)
        both.move(600, 390)
        assert both.same()
        both.keys("F2", "Esc", "4", "2")
        assert both.same()
        both.keys("Return")
        both.move(120, 8)
        assert both.same()
        both.move(130, 30)
        assert both.same()
        both.click(600, 390)
        assert both.same()
        # At rest it uses no processor time.
        time.sleep(0.5)
        window.idle(3)
        both.keys("F4")
        assert both.same()
        window.close()
        assert window.wait() == 0
        assert window.rest() == []
