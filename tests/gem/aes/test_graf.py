"""The graf calls: boxes that follow the mouse, animated boxes, the pointer (docs/machine.md 3.6)."""

import pytest

from gemport.gem import RIGHT, GRect, MouseNumber, ObState
from gemport.gem.aes.graf import growing, moving, shrinking
from tests.gem.aes.desk import Desk, box, menu_tree, tree_of

LIMIT = GRect(50, 50, 300, 200)


# ---- dragging


def test_an_outline_gripped_left_of_it_and_above_jumps_to_the_pointer(desk: Desk) -> None:
    desk.act("press 98/97")
    call = desk.call(lambda: desk.gem.graf_dragbox(40, 30, 100, 100, LIMIT))
    desk.act("to 198/157, release")
    assert call.result == (198, 157)


@pytest.mark.parametrize(
    ("name", "arguments", "result"),
    [("graf_dragbox", (40, 30, 100, 90, LIMIT), (100, 90)), ("graf_rubberbox", (100, 290, 12, 30), (201, 30))],
)
def test_without_a_button_nothing_is_dragged(
    desk: Desk, name: str, arguments: tuple[object, ...], result: tuple[int, int]
) -> None:
    desk.to(300, 300)
    assert desk.do(lambda: getattr(desk.gem, name)(*arguments)) == result


@pytest.mark.parametrize(("room", "result"), [(120, 150), (20, 0)])
def test_a_slide_box_tells_its_place_in_thousandths(desk: Desk, room: int, result: int) -> None:
    tree = tree_of(box(100, 100, room, room), box(0, 0, 20, 20))
    desk.act("press 110/110")
    call = desk.call(lambda: desk.gem.graf_slidebox(tree, 0, 1, True))
    desk.act("to 110/125, release")
    assert call.result == result


@pytest.mark.parametrize("released_inside", [True, False])
def test_a_watched_box_has_one_state_inside_and_another_outside(desk: Desk, released_inside: bool) -> None:
    tree = tree_of(box(100, 100, 40, 40))
    desk.press(110, 110)
    call = desk.call(lambda: desk.gem.graf_watchbox(tree, 0, ObState.SELECTED, ObState.CROSSED))
    assert tree[0].ob_state == ObState.SELECTED
    desk.to(300, 300)
    assert tree[0].ob_state == ObState.CROSSED
    if released_inside:
        desk.to(139, 139)
    desk.release()
    assert call.result is released_inside
    assert tree[0].ob_state == (ObState.SELECTED if released_inside else ObState.CROSSED)


def test_growing_and_shrinking_boxes_are_the_worked_example() -> None:
    small, large = GRect(310, 181, 19, 19), GRect(100, 60, 400, 250)
    outlines = [(310 - 4 * i, 181 - i, 19, 19) for i in range(5)]
    assert growing(small, large) == (
        outlines,
        [(291 - 23 * i, 176 - 14 * i, 19 + 46 * i, 19 + 28 * i) for i in range(9)],
    )
    corners = [(100 + 23 * i, 60 + 14 * i, 400 - 46 * i, 250 - 28 * i) for i in range(9)]
    assert shrinking(small, large) == (corners, [(291 + 4 * i, 176 + i, 19, 19) for i in range(5)])
    # An axis without movement counts as moving backwards.
    assert moving(9, 9, 50, 50, 90, 50)[5] == (90, 45, 9, 9)
    assert moving(9, 9, 50, 50, 50, 90)[5] == (45, 90, 9, 9)
    flat = GRect(310, 181, 19, 9)
    assert {rect[2:] for rect in (*growing(flat, large)[0], *shrinking(flat, large)[1])} == {(19, 9)}


# ---- the pointer


def test_hiding_the_pointer_nests_also_through_the_vdi(desk: Desk) -> None:
    gem, machine = desk.gem, desk.machine
    ws = gem.v_opnvwk()

    def shown() -> bool:
        return machine.frame() != machine.frame(pointer=False)

    for number in (MouseNumber.M_OFF, MouseNumber.M_OFF, MouseNumber.M_ON):
        gem.graf_mouse(number)
    assert not shown()
    gem.graf_mouse(MouseNumber.M_ON)
    assert shown()
    gem.graf_mouse(MouseNumber.M_OFF)
    assert not shown()
    # The AES counts for itself: it does not see that the VDI has shown the pointer.
    ws.v_show_c(False)
    gem.graf_mouse(MouseNumber.M_OFF)
    assert shown()


@pytest.mark.parametrize("drawn", ["to", "v_show_c", "graf_mouse", "menu_tnormal"])
def test_a_pointer_cleared_or_of_a_new_form_is_seen_when_it_is_drawn_anew(desk: Desk, drawn: str) -> None:
    gem, machine, tree = desk.gem, desk.machine, menu_tree()
    ws = gem.v_opnvwk()
    before = machine.frame()
    ws.vsc_form([0, 0, 1, 0, 1, *[0xFFFF] * 32])
    assert machine.frame() == before
    ws.v_clrwk()
    assert machine.frame() == machine.frame(pointer=False)
    match drawn:
        case "to":
            desk.to(9, 99)
        case "v_show_c":
            ws.v_show_c(False)
        case "graf_mouse":
            gem.graf_mouse(MouseNumber.BUSY_BEE)
        case _:
            gem.menu_tnormal(tree, 3, False)
    assert machine.frame() != machine.frame(pointer=False)


def test_mouse_and_shift_keys_are_told_without_waiting(desk: Desk) -> None:
    desk.to(-5, 4000)
    assert desk.gem.graf_mkstate()[:2] == (0, 399), "the pointer stays on the screen"
    desk.press(123, 45, RIGHT)
    desk.machine.shift(4)
    ws = desk.gem.v_opnvwk()
    assert (ws.vq_mouse(), ws.vq_key_s()) == ((RIGHT, 123, 45), 4)
    assert desk.gem.graf_mkstate() == (123, 45, RIGHT, 4)


def test_the_sizes_of_characters_and_boxes(desk: Desk) -> None:
    assert desk.gem.graf_handle() == (1, 8, 16, 19, 19)
