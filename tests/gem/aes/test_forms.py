"""Dialogs: form_center, form_dial, form_do and its single steps (docs/machine.md 3.5)."""

from __future__ import annotations

from functools import partial

import pytest

from gemport.gem.aes.constants import MU_MESAG, Fmd, Kind, Msg
from gemport.gem.aes.dispatch import Terminated
from gemport.gem.aes.forms import DOUBLE_CLICK
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.keys import ARROW_DOWN, ARROW_UP, BACKSPACE, BACKTAB, ENTER, ESCAPE, RETURN, TAB
from gemport.gem.aes.machine import Machine
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.objects import BoxSpec, ObFlag, Object, ObState, ObType, TedInfo, Tree
from tests.gem.aes.desk import Call, Desk, area, artwork, box, inverted, menu_tree, obj, tree_of

A, B, C = 0x1E61, 0x3062, 0x2E63
BUTTON = ObFlag.SELECTABLE | ObFlag.EXIT
RADIO = ObFlag.SELECTABLE | ObFlag.RBUTTON

FIRST, SECOND, THIRD = 1, 2, 3
OK, CANCEL, OPTION, RADIO_1, RADIO_2, RADIO_3, TOUCH, OFF, LABEL = 4, 5, 6, 7, 8, 9, 10, 11, 12
PLACES = {
    FIRST: (140, 108),
    SECOND: (140, 138),
    THIRD: (140, 168),
    OK: (130, 208),
    CANCEL: (230, 208),
    OPTION: (330, 108),
    RADIO_1: (330, 138),
    RADIO_2: (330, 158),
    RADIO_3: (330, 178),
    TOUCH: (330, 208),
    OFF: (430, 208),
    LABEL: (430, 108),
}
NOWHERE = (20, 300)


def field(y: int, state: ObState = ObState.NORMAL) -> Object:
    ted = TedInfo("", "________", "X", te_txtlen=9, te_tmplen=9)
    return obj(ObType.G_FTEXT, ted, (20, y, 64, 16), ObFlag.EDITABLE, state)


def button(text: str, x: int, y: int, flags: ObFlag, state: ObState = ObState.NORMAL) -> Object:
    return obj(ObType.G_BUTTON, text, (x, y, 60, 16), flags, state)


@pytest.fixture
def tree() -> Tree:
    return tree_of(
        box(100, 80, 420, 160),
        field(20),
        field(50, ObState.DISABLED),
        field(80),
        button("OK", 20, 120, BUTTON | ObFlag.DEFAULT),
        button("Cancel", 120, 120, BUTTON),
        button("Option", 220, 20, ObFlag.SELECTABLE),
        button("One", 220, 50, RADIO, ObState.SELECTED),
        button("Two", 220, 70, RADIO),
        button("Three", 220, 90, RADIO),
        button("Touch", 220, 120, ObFlag.TOUCHEXIT),
        button("Off", 320, 120, BUTTON, ObState.DISABLED),
        obj(ObType.G_STRING, "Label", (320, 20, 60, 16)),
    )


@pytest.fixture
def desk() -> Desk:
    return Desk()


def start(desk: Desk, tree: Tree, first: int = 0) -> Call:
    desk.do(lambda: desk.gem.objc_draw(tree, 0, 8, GRect(0, 0, 640, 400)))
    return desk.call(lambda: desk.gem.form_do(tree, first))


def text(tree: Tree, number: int) -> str:
    ted = tree[number].ob_spec
    assert isinstance(ted, TedInfo)
    return ted.te_ptext


# ---- form_center and form_dial


@pytest.mark.parametrize(
    ("size", "state", "thickness", "place", "covered"),
    [
        ((200, 100), ObState.NORMAL, 1, (220, 159), (220, 159, 200, 100)),
        ((201, 101), ObState.NORMAL, 1, (219, 159), (219, 159, 201, 101)),
        ((200, 100), ObState.OUTLINED, 1, (220, 159), (217, 156, 206, 106)),
        ((200, 100), ObState.SHADOWED, 2, (220, 159), (220, 159, 204, 104)),
        ((200, 100), ObState.OUTLINED | ObState.SHADOWED, -2, (220, 159), (217, 156, 210, 110)),
        ((636, 100), ObState.OUTLINED, 1, (2, 159), (0, 156, 642, 106)),
    ],
)
def test_a_dialog_is_centred_below_the_strip(
    desk: Desk,
    size: tuple[int, int],
    state: ObState,
    thickness: int,
    place: tuple[int, int],
    covered: tuple[int, int, int, int],
) -> None:
    root = obj(ObType.G_BOX, BoxSpec(0, thickness, 0x1100), (7, 9, *size), state=state)
    assert desk.gem.form_center([root]) == covered
    assert (root.ob_x, root.ob_y) == place


def test_form_dial_finish_draws_all_in_the_rectangle_again(desk: Desk) -> None:
    before = desk.picture()
    desk.do(lambda: desk.gem.objc_draw(tree_of(box(100, 100, 50, 50)), 0, 8, GRect(0, 0, 640, 400)))
    handle = desk.open(140, 120, 100, 100)
    desk.do(lambda: desk.gem.wind_close(handle))
    crossing = desk.open(200, 60, 100, 60)
    nothing = GRect(0, 0, 0, 0)
    for flag in (Fmd.FMD_START, Fmd.FMD_FINISH):
        desk.do(partial(desk.gem.form_dial, flag, nothing, GRect(100, 100, 150, 50)))
    (message,) = desk.take()
    assert (message.type, message.rect) == (Msg.WM_REDRAW, (200, 100, 50, 22))
    desk.do(lambda: desk.gem.wind_delete(crossing))
    assert desk.picture() == before


def test_form_dial_grow_and_shrink_leave_nothing_behind(desk: Desk) -> None:
    before = desk.picture()
    small, big = GRect(10, 30, 20, 20), GRect(100, 60, 400, 250)
    for flag in (Fmd.FMD_GROW, Fmd.FMD_SHRINK):
        call = desk.call(partial(desk.gem.form_dial, flag, small, big))
        assert desk.picture() != before
        desk.machine.settle()
        assert call.done
        assert desk.picture() == before


# ---- keys


@pytest.mark.parametrize("key", [RETURN, ENTER])
def test_return_and_enter_use_the_default_object_which_stays_selected(desk: Desk, tree: Tree, key: int) -> None:
    call = start(desk, tree)
    before = desk.picture()
    desk.keys(key)
    assert call.result == OK
    assert ObState.SELECTED in tree[OK].ob_state
    cursor = area(GRect(120, 97, 1, 22))
    assert inverted(before, desk.picture()) == area(GRect(120, 200, 60, 16)) | cursor


@pytest.mark.parametrize("unusable", ["no default", "hidden", "disabled"])
def test_return_without_a_usable_default_is_ignored(desk: Desk, tree: Tree, unusable: str) -> None:
    if unusable == "no default":
        tree[OK].ob_flags &= ~ObFlag.DEFAULT
    elif unusable == "hidden":
        tree[OK].ob_flags |= ObFlag.HIDETREE
    else:
        tree[OK].ob_state |= ObState.DISABLED
    call = start(desk, tree)
    desk.keys(RETURN, A)
    assert not call.done
    assert text(tree, FIRST) == "a"


def test_typing_begins_in_the_first_field_that_can_be_used(desk: Desk, tree: Tree) -> None:
    start(desk, tree)
    desk.keys(A)
    assert (text(tree, FIRST), text(tree, THIRD)) == ("a", "")


def test_typing_begins_in_the_field_that_is_named(desk: Desk, tree: Tree) -> None:
    start(desk, tree, THIRD)
    desk.keys(A)
    assert text(tree, THIRD) == "a"


@pytest.mark.parametrize("down", [TAB, ARROW_DOWN])
@pytest.mark.parametrize("up", [BACKTAB, ARROW_UP])
def test_tab_and_the_arrows_change_the_field_without_wrapping_round(desk: Desk, tree: Tree, down: int, up: int) -> None:
    start(desk, tree)
    desk.keys(A, up, B, down, C, down, A, up, C)
    assert (text(tree, FIRST), text(tree, SECOND), text(tree, THIRD)) == ("abc", "", "ca")


def test_the_cursor_is_at_the_end_of_the_field(desk: Desk, tree: Tree) -> None:
    ted = tree[FIRST].ob_spec
    assert isinstance(ted, TedInfo)
    ted.te_ptext = "abc"
    start(desk, tree)
    screen = desk.picture()
    desk.keys(ARROW_DOWN)
    assert area(GRect(120 + 24, 97, 1, 22)) <= inverted(screen, desk.picture())


def test_other_keys_edit_the_field(desk: Desk, tree: Tree) -> None:
    start(desk, tree)
    desk.keys(A, B, C, BACKSPACE, ESCAPE, B)
    assert text(tree, FIRST) == "b"


def test_keys_typed_before_the_dialog_are_thrown_away(desk: Desk, tree: Tree) -> None:
    desk.keys(RETURN, A)
    call = start(desk, tree)
    assert not call.done
    assert text(tree, FIRST) == ""


def test_keys_without_a_field_do_nothing(desk: Desk) -> None:
    tree = tree_of(box(100, 80, 200, 100), button("OK", 20, 20, BUTTON | ObFlag.DEFAULT))
    call = start(desk, tree)
    desk.keys(A, TAB, ARROW_UP, ESCAPE)
    assert not call.done
    desk.keys(RETURN)
    assert call.result == 1


# ---- the mouse


def test_an_exit_button_ends_the_form_when_released_inside(desk: Desk, tree: Tree) -> None:
    call = start(desk, tree)
    desk.press(*PLACES[CANCEL])
    desk.machine.settle()
    before = desk.picture()
    desk.to(*NOWHERE)
    inside = area(GRect(220, 200, 60, 16))
    assert inverted(before, desk.picture()) == inside
    desk.to(*PLACES[CANCEL])
    assert desk.picture() == before
    assert not call.done
    desk.release()
    assert call.result == CANCEL
    assert tree[CANCEL].ob_state == ObState.SELECTED


def test_an_exit_button_released_outside_is_as_it_was(desk: Desk, tree: Tree) -> None:
    call = start(desk, tree)
    before = desk.picture()
    desk.press(*PLACES[CANCEL])
    desk.to(*NOWHERE)
    desk.release()
    desk.machine.settle()
    assert not call.done
    assert desk.picture() == before


def test_a_click_reacts_after_the_double_click_time(desk: Desk, tree: Tree) -> None:
    call = start(desk, tree)
    desk.press(*PLACES[CANCEL])
    desk.release()
    desk.machine.advance(219)
    assert not call.done
    desk.machine.advance(1)
    assert call.result == CANCEL


def test_a_click_whose_pointer_went_on_quickly_still_counts(desk: Desk, tree: Tree) -> None:
    call = start(desk, tree)
    desk.press(*PLACES[CANCEL])
    desk.release()
    desk.to(*NOWHERE)
    assert call.result == CANCEL


def test_an_option_toggles(desk: Desk, tree: Tree) -> None:
    call = start(desk, tree)
    before = desk.picture()
    desk.click(*PLACES[OPTION])
    assert tree[OPTION].ob_state == ObState.SELECTED
    assert inverted(before, desk.picture()) == area(GRect(320, 100, 60, 16))
    desk.click(*PLACES[OPTION])
    assert tree[OPTION].ob_state == ObState.NORMAL
    assert desk.picture() == before
    assert not call.done


def test_of_radio_buttons_one_is_selected_at_once(desk: Desk, tree: Tree) -> None:
    start(desk, tree)
    desk.press(*PLACES[RADIO_2])
    desk.machine.settle()
    assert [tree[i].ob_state for i in (RADIO_1, RADIO_2, RADIO_3)] == [0, ObState.SELECTED, 0]
    desk.to(*NOWHERE)
    desk.release()
    desk.click(*PLACES[RADIO_2])
    assert [tree[i].ob_state for i in (RADIO_1, RADIO_2, RADIO_3)] == [0, ObState.SELECTED, 0]
    assert tree[OPTION].ob_state == ObState.NORMAL


def test_radio_buttons_of_another_parent_are_another_group(desk: Desk) -> None:
    tree = tree_of(
        box(100, 80, 400, 200),
        box(10, 10, 100, 100),
        box(120, 10, 100, 100),
        button("a", 10, 10, RADIO),
        button("b", 10, 40, RADIO),
        button("c", 10, 10, RADIO, ObState.SELECTED),
        parents={3: 1, 4: 1, 5: 2},
    )
    start(desk, tree)
    desk.click(130, 105)
    desk.click(130, 135)
    assert [tree[i].ob_state for i in (3, 4, 5)] == [0, 1, 1]


def test_a_touchexit_object_ends_the_form_while_the_button_is_down(desk: Desk, tree: Tree) -> None:
    call = start(desk, tree)
    desk.press(*PLACES[TOUCH])
    desk.machine.settle()
    assert call.result == TOUCH
    assert tree[TOUCH].ob_state == ObState.NORMAL


def test_a_double_click_on_a_touchexit_object_sets_bit_15(desk: Desk, tree: Tree) -> None:
    call = start(desk, tree)
    desk.double_click(*PLACES[TOUCH])
    assert call.result == TOUCH | DOUBLE_CLICK


def test_a_double_click_elsewhere_is_one_click(desk: Desk, tree: Tree) -> None:
    start(desk, tree)
    desk.double_click(*PLACES[OPTION])
    assert tree[OPTION].ob_state == ObState.SELECTED


@pytest.mark.parametrize("flags", [RADIO | ObFlag.TOUCHEXIT, ObFlag.SELECTABLE | ObFlag.TOUCHEXIT])
def test_a_selectable_touchexit_object_is_selected_as_it_ends_the_form(desk: Desk, tree: Tree, flags: ObFlag) -> None:
    tree[RADIO_3].ob_flags = flags
    call = start(desk, tree)
    desk.press(*PLACES[RADIO_3])
    desk.machine.settle()
    assert call.result == RADIO_3
    assert tree[RADIO_3].ob_state == ObState.SELECTED
    assert (tree[RADIO_1].ob_state == ObState.NORMAL) is (ObFlag.RBUTTON in flags)


@pytest.mark.parametrize("number", [OFF, LABEL])
def test_disabled_objects_and_others_do_nothing(desk: Desk, tree: Tree, number: int) -> None:
    call = start(desk, tree)
    before = desk.picture()
    desk.click(*PLACES[number])
    assert desk.picture() == before
    assert not call.done
    assert desk.machine.bells == 0


def test_a_click_outside_rings_the_bell(desk: Desk, tree: Tree) -> None:
    rung = []
    desk.machine.on_bell = lambda: rung.append(1)
    call = start(desk, tree)
    desk.click(*NOWHERE)
    desk.click(300, 8)
    assert desk.machine.bells == 2
    assert rung == [1, 1]
    desk.press(*NOWHERE)
    desk.machine.advance(2000)
    assert desk.machine.bells == 3
    assert not call.done


def test_a_click_into_a_field_moves_the_cursor_there(desk: Desk, tree: Tree) -> None:
    start(desk, tree)
    desk.keys(A)
    desk.click(*PLACES[THIRD])
    desk.keys(B)
    desk.click(*PLACES[FIRST])
    desk.keys(C)
    assert (text(tree, FIRST), text(tree, THIRD)) == ("ac", "b")


def test_menus_and_gadgets_are_off_during_a_dialog(desk: Desk, tree: Tree) -> None:
    menu = menu_tree()
    desk.do(lambda: desk.gem.menu_bar(menu, True))
    desk.open(10, 250, 80, 80)
    call = start(desk, tree)
    before = desk.picture()
    desk.to(80, 8)
    desk.click(20, 258)
    assert desk.picture() == before
    desk.keys(RETURN)
    assert call.result == OK
    assert desk.take() == []
    desk.to(81, 8)
    assert desk.picture() != before


def test_nothing_is_drawn_into_the_menu_strip(desk: Desk) -> None:
    tree = tree_of(box(100, 5, 200, 60), button("OK", 120, 5, ObFlag.SELECTABLE), field(2))
    strip = desk.picture().rows[:19]
    desk.call(lambda: desk.gem.form_do(tree))
    desk.keys(A)
    desk.click(230, 22)
    assert tree[1].ob_state == ObState.SELECTED
    assert text(tree, 2) == "a"
    assert desk.picture().rows[:19] == strip


# ---- single steps


def test_form_keybd_tells_what_a_key_means(desk: Desk, tree: Tree) -> None:
    keybd = desk.gem.form_keybd
    assert keybd(tree, FIRST, TAB) == (True, THIRD, 0)
    assert keybd(tree, THIRD, ARROW_UP) == (True, FIRST, 0)
    assert keybd(tree, FIRST, A) == (True, FIRST, A)
    assert keybd(tree, FIRST, RETURN) == (False, OK, 0)


def test_form_button_tells_what_a_click_means(desk: Desk, tree: Tree) -> None:
    button = desk.gem.form_button
    assert desk.do(lambda: button(tree, LABEL, 1)) == (True, 0, 0)
    assert desk.do(lambda: button(tree, THIRD, 1)) == (True, THIRD, 0)
    assert desk.do(lambda: button(tree, OPTION, 1)) == (True, 0, 0)
    assert desk.do(lambda: button(tree, TOUCH, 2)) == (False, TOUCH | DOUBLE_CLICK, 0)
    assert desk.do(lambda: button(tree, CANCEL, 1)) == (False, CANCEL, 0)


# ---- a program that is asked to end in a dialog


ALERT = "[1][A question.][ Yes | No ]"


def test_an_alert_that_is_up_ends_with_its_program() -> None:
    machine, steps = Machine(artwork()), list[str]()

    async def main(gem: Gem) -> None:
        try:
            await gem.form_alert(1, ALERT)
            steps.append("answered")
        finally:
            steps.append("left")

    machine.start(main)
    machine.settle()
    machine.request_quit()
    machine.settle()
    assert (steps, machine.finished, machine.faults) == (["left"], True, [])


def test_a_program_may_do_something_before_it_ends() -> None:
    machine, steps = Machine(artwork()), list[str]()

    async def main(gem: Gem) -> None:
        try:
            await gem.form_alert(1, ALERT)
        except Terminated:
            await gem.evnt_timer(40)
            steps.append("tidy")

    machine.start(main)
    machine.settle()
    machine.request_quit()
    machine.advance(100)
    assert (steps, machine.finished) == (["tidy"], True)


def test_the_alert_of_a_program_that_ends_is_gone_from_the_others_windows() -> None:
    machine = Machine(artwork())

    async def stays(gem: Gem) -> None:
        window = gem.wind_create(Kind.NAME, GRect(0, 19, 640, 381))
        gem.wind_open(window, GRect(0, 19, 640, 381))
        while (await gem.evnt_multi(MU_MESAG)).message is not None:
            pass

    machine.start(stays)
    machine.settle()
    before = machine.frame(pointer=False).to_bytes()
    program = machine.start(_alert)
    machine.settle()
    assert machine.frame(pointer=False).to_bytes() != before
    machine.send(Message(Msg.AP_TERM), program)
    machine.settle()
    assert not machine.finished
    assert machine.frame(pointer=False).to_bytes() == before


async def _alert(gem: Gem) -> None:
    await gem.form_alert(1, ALERT)
