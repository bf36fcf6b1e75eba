"""Programs that the desktop opens: beside each other, ended, broken, and what is left then."""

import pytest

from gemport.desktop import desktop_rsc as rsc
from gemport.desktop.icons import TRASH
from gemport.gem import Message, Msg
from tests.desktop.visitor import BREAK, CLOCK, FILE, NOWHERE, ONE, OPTIONS, TWO, VIERFREI, Visitor

CLOSER = (29, 49)
"""Of the first program's window."""


@pytest.fixture
def visitor() -> Visitor:
    return Visitor()


def commands(visitor: Visitor) -> list[str]:
    return sorted(visitor.alive.values())


def test_a_double_click_opens_a_program(visitor: Visitor) -> None:
    visitor.double_click(visitor.on(VIERFREI))
    assert commands(visitor) == [ONE.command]
    assert visitor.machine.screen.rows[100] != Visitor().machine.screen.rows[100]


@pytest.mark.parametrize("way", ["menu", "Ctrl+o", "Return"])
def test_what_is_selected_is_opened_by_menu_and_keys(visitor: Visitor, way: str) -> None:
    visitor.click(visitor.on(VIERFREI))
    visitor.click(visitor.on(CLOCK), shift=True)
    if way == "menu":
        visitor.choose(FILE, rsc.MENU_OPEN)
    else:
        visitor.key(way)
    assert commands(visitor) == [TWO.command, ONE.command]


def test_a_box_grows_out_of_the_icon_unless_that_is_switched_off(visitor: Visitor) -> None:
    def moments() -> int:
        x, y = visitor.on(VIERFREI)
        visitor.machine.mouse_to(x, y)
        for _ in range(2):
            visitor.machine.mouse_button(1, True)
            visitor.machine.mouse_button(1, False)
        count = 0
        while not visitor.alive:
            visitor.machine.advance(1)
            count += 1
        return count

    grown = moments()
    visitor.machine.send(Message(Msg.WM_CLOSED), next(iter(visitor.alive)))
    visitor.machine.settle()
    visitor.choose(OPTIONS, rsc.MENU_BOXES)
    assert moments() < grown - 100


def test_when_a_program_ends_the_desktop_is_there_as_before(visitor: Visitor) -> None:
    visitor.click(visitor.on(VIERFREI))
    before = visitor.rows()
    visitor.key("Return")
    assert visitor.rows() != before
    visitor.click(CLOSER)
    assert visitor.alive == {}
    assert not visitor.machine.finished
    assert visitor.rows() == before
    visitor.key("Return")
    assert commands(visitor) == [ONE.command]


def test_a_program_can_be_opened_twice(visitor: Visitor) -> None:
    visitor.double_click(visitor.on(VIERFREI))
    visitor.double_click(visitor.on(VIERFREI))
    assert commands(visitor) == [ONE.command, ONE.command]


def test_a_program_that_breaks_takes_nothing_along_and_an_alert_says_so(visitor: Visitor) -> None:
    before = visitor.rows()
    visitor.double_click(visitor.on(VIERFREI))
    visitor.machine.send(Message(BREAK), next(iter(visitor.alive)))
    visitor.machine.settle()
    assert [fault.name for fault in visitor.machine.faults] == [ONE.command]
    assert visitor.rows() != before
    visitor.key("Return")
    visitor.click(NOWHERE)
    assert visitor.rows() == before


def test_quitting_asks_while_programs_run_and_takes_them_along(visitor: Visitor) -> None:
    visitor.double_click(visitor.on(CLOCK))
    visitor.click(NOWHERE)
    quiet = visitor.rows()
    visitor.key("Ctrl+q")
    assert visitor.rows() != quiet
    assert not visitor.machine.finished
    visitor.key("Return")
    assert visitor.alive == {}
    assert visitor.machine.finished


def test_a_double_click_on_the_trash_is_an_alert(visitor: Visitor) -> None:
    visitor.double_click(visitor.on(TRASH))
    visitor.key("Return")
    assert visitor.alive == {}
    assert visitor.selected == [TRASH]


def test_a_command_that_is_gone_opens_nothing(visitor: Visitor) -> None:
    del visitor.machine.programs[ONE.command]
    visitor.double_click(visitor.on(VIERFREI))
    visitor.double_click(visitor.on(CLOCK))
    assert commands(visitor) == [TWO.command]
