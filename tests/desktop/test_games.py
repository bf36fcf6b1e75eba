"""The accessory Games: goes to programs that run, starts others."""

import pytest

from gemport.gem import DESKTOP, GRect, Msg, Wf
from tests.desktop.visitor import CLOCK, NOWHERE, ONE, TWO, VIERFREI, Visitor

PITCH = 24


@pytest.fixture
def visitor() -> Visitor:
    return Visitor(accessory=True)


def button(rows: int, row: int, right: bool) -> tuple[int, int]:
    """A button of the dialog with so many rows, as it stands in the middle of the screen."""
    height = 120 + (rows - 1) * PITCH
    top = 19 + (381 - height) // 2
    left = (640 - 46 * 8) // 2
    return left + (26 if right else 2) * 8 + 40, top + 64 + row * PITCH + 8


def top_window(visitor: Visitor) -> GRect:
    gem = visitor.desktop.gem
    return gem.wind_get(gem.wind_get(DESKTOP, Wf.WF_TOP).x, Wf.WF_CURRXYWH)


def test_it_starts_a_program(visitor: Visitor) -> None:
    before = visitor.rows()
    visitor.open_games()
    assert visitor.rows() != before
    visitor.click(button(2, 1, right=True))
    assert list(visitor.alive.values()) == [TWO.command]


def test_it_brings_a_program_up_and_has_it_blown_up(visitor: Visitor) -> None:
    visitor.double_click(visitor.on(VIERFREI))
    visitor.double_click(visitor.on(CLOCK))
    assert top_window(visitor) == visitor.toys[TWO.command].place
    visitor.click(NOWHERE)
    visitor.open_games()
    visitor.click(button(3, 1, right=False))
    assert top_window(visitor) == visitor.toys[ONE.command].place
    assert visitor.toys[ONE.command].messages[-1] == Msg.WM_UNICONIFY
    assert Msg.WM_UNICONIFY not in visitor.toys[TWO.command].messages


def test_it_goes_to_the_desktop_and_has_the_windows_shrunk(visitor: Visitor) -> None:
    visitor.double_click(visitor.on(VIERFREI))
    visitor.key("Ctrl+q")
    assert visitor.alive, "the keys are the program's"
    visitor.open_games()
    visitor.click(button(2, 0, right=False))
    assert Msg.WM_ICONIFY in visitor.toys[ONE.command].messages
    visitor.key("Right")
    assert visitor.selected == [CLOCK], "the keys are the desktop's again"


def test_cancel_does_nothing(visitor: Visitor) -> None:
    before = visitor.rows()
    visitor.open_games()
    visitor.key("Return")
    assert visitor.rows() == before
    assert visitor.alive == {}


def test_it_ends_with_the_machine_and_does_not_keep_it(visitor: Visitor) -> None:
    visitor.key("Ctrl+q")
    assert visitor.machine.finished
