"""Accessories: entries in every program's first menu, AC_OPEN and AC_CLOSE (docs/machine.md 3.1, 3.3)."""

import pytest

from gemport.gem import DESKTOP, LEFT, MU_BUTTON, Message, Msg, ObType, Tree, Wf
from tests.gem.aes.desk import Member, click, grey_desktop, machine, menu_tree, obj

DESK_TITLE = (30, 8)
LETTER = 0x1E61


def entry(place: int) -> tuple[int, int]:
    """An entry of the first menu, the program's own being 0."""
    return 60, 19 + 16 * place + 8


def whole_menu_tree() -> Tree:
    """The menu tree with all eight places in its first menu."""
    tree = menu_tree()
    first = len(tree)
    for place in range(6):
        tree.append(obj(ObType.G_STRING, f"  Place {place}", (0, 32 + 16 * place, 160, 16)))
    last = tree[7].ob_tail
    for number in range(first, len(tree)):
        tree[last].ob_next, tree[number].ob_next, last = number, 7, number
    tree[7].ob_tail = last
    return tree


class Desk:
    """A program with a menu and an accessory with an entry."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.machine = machine()
        self.accessory = Member(self.machine, "CLOCK.ACC")
        self.menu_id = self.accessory.do(lambda: self.accessory.gem.menu_register(self.accessory.ap_id, "  Clock"))
        self.program = Member(self.machine, "PROGRAM.PRG", 5)
        self.program.do(lambda: self.program.gem.menu_bar(tree, True))

    def choose(self, place: int) -> None:
        self.machine.mouse_to(*DESK_TITLE)
        click(self.machine, *entry(place))


@pytest.fixture(params=[menu_tree, whole_menu_tree], ids=["too few places", "eight places"])
def desk(request: pytest.FixtureRequest) -> Desk:
    return Desk(request.param())


def test_the_programs_own_entry_stays_its_own_and_the_line_is_nobodys(desk: Desk) -> None:
    desk.choose(0)
    desk.choose(1)
    assert desk.program.take() == [Message(Msg.MN_SELECTED, 0, 0, 3, 8)]
    assert desk.accessory.take() == []


def test_entries_come_and_go_with_their_accessories_in_every_bar(desk: Desk) -> None:
    other = Member(desk.machine, "OTHER.ACC")
    second = other.do(lambda: other.gem.menu_register(other.ap_id, "  Other"))
    assert (desk.menu_id, second) == (0, 1)
    desk.choose(3)
    assert other.take() == [Message(Msg.AC_OPEN, 0, 0, 3, 1)]
    desk.accessory.end()
    desk.choose(2)
    assert other.take() == [Message(Msg.AC_OPEN, 0, 0, 3, 1)]
    other.end()
    assert desk.tree[7].ob_height == 16, "without accessories only the program's entry remains"
    desk.choose(1)
    assert desk.program.take() == []


def test_six_entries_are_the_most(desk: Desk) -> None:
    gem = desk.accessory.gem
    assert [desk.accessory.do(lambda: gem.menu_register(0, "  More")) for _ in range(6)] == [1, 2, 3, 4, 5, -1]
    desk.choose(7)
    assert desk.accessory.take() == [Message(Msg.AC_OPEN, 0, 0, 3, 5)]


def test_a_menu_shown_again_has_the_entries_still(desk: Desk) -> None:
    size = len(desk.tree)
    for show in (False, True, False, True):
        desk.program.do(lambda show=show: desk.program.gem.menu_bar(desk.tree, show))  # type: ignore[misc]
    assert len(desk.tree) == size
    desk.choose(2)
    assert [m.type for m in desk.accessory.take()] == [Msg.AC_OPEN]


def test_an_accessory_neither_begins_in_front_nor_keeps_a_machine_going() -> None:
    box = machine()
    accessory = Member(box, "ALONE.ACC")
    box.key(LETTER)
    assert accessory.keys == []
    assert not box.finished
    program = Member(box, "PROGRAM.PRG")
    program.end()
    assert box.finished
    assert box.result == "PROGRAM.PRG"


def test_accessories_are_told_when_the_last_program_has_ended_and_see_the_next_one(desk: Desk) -> None:
    second = Member(desk.machine, "SECOND.PRG")
    second.end()
    assert desk.accessory.take() == []
    handle = desk.accessory.open(100, 100, 200, 100)
    desk.program.end()
    assert desk.accessory.take(Msg.AC_CLOSE) == [Message(Msg.AC_CLOSE, 0, 0, desk.menu_id)]
    desk.accessory.do(lambda: desk.accessory.gem.wind_delete(handle))
    again, fresh = Member(desk.machine, "AGAIN.PRG"), machine()
    Member(fresh, "AGAIN.PRG")
    assert desk.machine.frame(pointer=False) == fresh.frame(pointer=False)
    again.do(lambda: again.gem.menu_bar(menu_tree(), True))
    desk.choose(2)
    assert [m.type for m in desk.accessory.take()] == [Msg.AC_OPEN]


def test_a_press_on_the_desktop_reaches_nobody_when_the_last_program_has_ended() -> None:
    box = machine()
    accessory, program = Member(box, "CLOCK.ACC", listens=False), Member(box, "PROGRAM.PRG")
    handle = accessory.open(100, 100, 200, 100)
    box.mouse_to(150, 150)
    box.mouse_button(LEFT, True)
    accessory.close(handle)
    program.set(DESKTOP, Wf.WF_NEWDESK, grey_desktop(), 0)
    program.set(DESKTOP, Wf.WF_TOP)
    program.end()
    box.mouse_button(LEFT, False)
    press = accessory.call(lambda: accessory.gem.evnt_multi(MU_BUTTON))
    click(box, 500, 300)
    assert not press.done, "the mouse stayed with the one that was pressed before"
