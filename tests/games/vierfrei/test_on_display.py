"""The game in its window shows what the same events give without one."""

import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.test_interrupt import catches_interrupts
from tests.games.display import LEFT, Both, start
from tests.games.vierfrei.player import Game
from tests.hosts.xvfb import Program, wait_for

pytestmark = pytest.mark.window


@pytest.fixture
def window(display: str, tmp_path: Path) -> Iterator[Program]:
    with start(display, tmp_path, "VIERFREI", "vierfrei", "123456") as program:
        yield program


@pytest.fixture
def both(window: Program) -> Both:
    return Both(window, Game(123456))


def test_a_card_is_dragged_in_the_window_as_in_a_script(both: Both) -> None:
    both.move(133, 238)
    assert both.same()
    both.button(LEFT, True)
    both.move(207, 150)
    both.move(281, 180)
    assert both.same()
    both.button(LEFT, False)
    both.move(600, 390)
    assert both.same()


def test_menu_keys_and_typed_numbers_arrive(both: Both) -> None:
    both.move(600, 390)
    both.keys("F2", "Esc", "4", "2")
    assert both.same()
    both.keys("Return")
    assert both.same()


def test_a_menu_drops_down_under_the_pointer(both: Both) -> None:
    both.move(120, 8)
    assert both.same()
    both.move(130, 30)
    assert both.same()


def test_quitting_by_key_ends_the_program(window: Program) -> None:
    window.keys("F10")
    assert window.wait() == 0
    assert window.rest() == []


def test_the_hosts_closer_ends_the_program_even_in_a_dialog(window: Program) -> None:
    window.keys("F4")
    time.sleep(0.3)
    window.close()
    assert window.wait() == 0
    assert window.rest() == []


def test_an_interrupt_ends_the_program_without_a_traceback(window: Program) -> None:
    wait_for(lambda: catches_interrupts(window.process.pid), "interrupts are not heard")
    window.process.send_signal(signal.SIGINT)
    assert window.wait() == 130
    assert window.rest() == []


def test_the_game_at_rest_uses_no_processor_time(both: Both) -> None:
    both.move(600, 390)
    both.keys("F4", "Return")
    assert both.same()
    time.sleep(0.5)
    both.window.idle(3)
