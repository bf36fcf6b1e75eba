"""The desktop's menu and its boxes."""

import pytest

from gemport.desktop import desktop_rsc as rsc
from gemport.desktop.icons import TRASH
from gemport.gem import read_png
from tests.desktop.visitor import CLOCK, FILE, NOWHERE, ONE, OPTIONS, TWO, VIERFREI, VIEW, Visitor
from tests.gem.aes.desk import changed
from tests.places import RECORDED

NEED_A_SELECTION = {rsc.MENU_OPEN, rsc.MENU_INFO}


@pytest.fixture
def visitor() -> Visitor:
    return Visitor()


def line(visitor: Visitor, obj: int) -> str:
    return str(visitor.desktop.trees.tree(rsc.INFO_BOX)[obj].ob_spec)


def test_open_and_information_need_a_selected_icon(visitor: Visitor) -> None:
    assert visitor.disabled() == NEED_A_SELECTION
    visitor.click(visitor.on(VIERFREI))
    assert visitor.disabled() == set()
    visitor.click(NOWHERE)
    visitor.key("Ctrl+o", "Return")
    assert visitor.alive == {}


def test_select_all(visitor: Visitor) -> None:
    visitor.choose(FILE, rsc.MENU_SELECT_ALL)
    assert visitor.selected == [VIERFREI, CLOCK, TRASH]


def test_information_tells_of_a_program(visitor: Visitor) -> None:
    before = visitor.picture()
    visitor.key("Right", "Ctrl+i")
    texts = [line(visitor, obj) for obj in (rsc.INFO_BOX_TITLE, rsc.INFO_BOX_PROGRAM, rsc.INFO_BOX_NUMBERS)]
    assert texts == ["VIERFREI", "VIERFREI.PRG", "0 to 999999"]
    numbers = [line(visitor, obj) for obj in (rsc.INFO_BOX_UNFINISHED, rsc.INFO_BOX_WON, rsc.INFO_BOX_LOST)]
    assert numbers == ["3", "22", "11"]
    assert line(visitor, rsc.INFO_BOX_RUNNING) == "0"
    visitor.key("Return", "Esc")
    assert changed(before, visitor.picture()) is None


def test_information_counts_all_copies_that_run_whoever_has_started_them(visitor: Visitor) -> None:
    visitor.double_click(visitor.on(VIERFREI))
    visitor.machine.start(visitor.toys[ONE.command].run, ONE.command)
    visitor.machine.start(visitor.toys[TWO.command].run, TWO.command)
    visitor.click(NOWHERE)
    visitor.key("Right", "Ctrl+i")
    assert line(visitor, rsc.INFO_BOX_RUNNING) == "2"


def test_information_of_what_cannot_be_read_and_of_the_trash_is_an_alert(visitor: Visitor) -> None:
    before = visitor.picture()
    for steps in (["Right", "Right"], ["Right", "Right", "Right"]):
        visitor.key(*steps, "Ctrl+i")
        assert changed(before, visitor.picture()) is not None
        visitor.key("Return", "Esc")
        assert changed(before, visitor.picture()) is None


def test_small_icons_and_large_ones(visitor: Visitor) -> None:
    assert visitor.checked() == {rsc.MENU_LARGE, rsc.MENU_GRID, rsc.MENU_BOXES}
    before = visitor.rows()
    visitor.choose(VIEW, rsc.MENU_SMALL)
    assert visitor.checked() == {rsc.MENU_SMALL, rsc.MENU_GRID, rsc.MENU_BOXES}
    assert visitor.desktop.surface.picture(VIERFREI)[2:] == (16, 16)
    visitor.choose(VIEW, rsc.MENU_LARGE)
    visitor.choose(VIEW, rsc.MENU_LARGE)
    assert visitor.rows() == before


def test_options_are_checked_and_kept(visitor: Visitor) -> None:
    visitor.choose(OPTIONS, rsc.MENU_BOXES)
    visitor.choose(OPTIONS, rsc.MENU_GRID)
    assert visitor.checked() == Visitor(visitor.kept).checked() == {rsc.MENU_LARGE}


def test_about(visitor: Visitor) -> None:
    before = visitor.rows()
    visitor.choose(rsc.MENU_DESK_TITLE, rsc.MENU_ABOUT)
    assert visitor.rows() != before
    visitor.key("Return")
    assert visitor.rows() == before


def test_quit_and_the_host_end_the_desktop(visitor: Visitor) -> None:
    visitor.choose(FILE, rsc.MENU_QUIT)
    other = Visitor()
    other.machine.request_quit()
    assert (visitor.machine.finished, other.machine.finished) == (True, True)


@pytest.mark.parametrize("small", [False, True], ids=["large", "small"])
def test_the_desktop_looks_as_it_did_when_it_was_looked_at(visitor: Visitor, small: bool) -> None:
    if small:
        visitor.choose(VIEW, rsc.MENU_SMALL)
    visitor.key("Right")
    name = "small" if small else "large"
    looked_at = read_png((RECORDED / "desktop" / f"{name}.png").read_bytes())
    assert (looked_at.width, looked_at.height) == (640, 400)
    assert visitor.rows() == list(looked_at.rows)
