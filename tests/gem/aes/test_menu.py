"""Menus: the bar, dropping down, choosing, and the calls (docs/machine.md 3.3, B.3)."""

from __future__ import annotations

import pytest

from gemport.gem.aes.constants import LEFT, RIGHT, MouseNumber, Msg, Update
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.objects import ObState, Tree
from tests.gem.aes.desk import Desk, area, changed, inverted, menu_tree

DESK_TITLE, FILE_TITLE, OFF_TITLE = (30, 8), (80, 8), (130, 8)
NEW, DASHES, OLD, QUIT = (100, 27), (100, 43), (100, 59), (100, 75)
ELSEWHERE = (400, 300)
FILE_MENU = GRect(64, 19, 120, 64)
SELECTED = Message(Msg.MN_SELECTED, 0, 0, 4, 10)


@pytest.fixture
def tree() -> Tree:
    return menu_tree()


@pytest.fixture
def desk(tree: Tree) -> Desk:
    desk = Desk()
    desk.do(lambda: desk.gem.menu_bar(tree, True))
    desk.to(600, 380)
    return desk


# ---- the bar


def test_the_bar_is_white_with_a_black_line_over_the_whole_width(desk: Desk) -> None:
    screen = desk.picture()
    assert screen.rows[18] == (1 << 640) - 1
    assert screen.rows[0] == screen.rows[17] == 0
    assert all(screen.get_pixel(x, 10) == 0 for x in range(200, 640))


def test_without_accessories_the_first_menu_has_only_its_first_entry(desk: Desk) -> None:
    before = desk.picture()
    desk.to(*DESK_TITLE)
    dropped = changed(before, desk.picture())
    assert dropped is not None
    assert (dropped.right, dropped.bottom) == (177, 36)


def test_taking_the_menu_out_of_use_leaves_the_strip_as_it_is(desk: Desk, tree: Tree) -> None:
    before = desk.picture()
    desk.do(lambda: desk.gem.menu_bar(tree, False))
    desk.to(*FILE_TITLE)
    assert desk.picture() == before


# ---- dropping down


def test_a_pointer_on_a_title_inverts_it_and_drops_its_menu(desk: Desk) -> None:
    before = desk.picture()
    desk.to(*FILE_TITLE)
    after = desk.picture()
    different = inverted(before, after)
    title = area(GRect(65, 1, 46, 17))
    assert {(x, y) for x, y in different if y < 18} == title
    assert all(GRect(63, 18, 122, 66).contains(x, y) for x, y in different if y >= 18)
    frame = area(GRect(63, 18, 122, 66)) - area(FILE_MENU)
    assert all(after.get_pixel(x, y) for x, y in frame)


def test_crossing_to_another_title_swaps_the_menus(desk: Desk) -> None:
    desk.to(*DESK_TITLE)
    first = desk.picture()
    desk.to(*FILE_TITLE)
    assert desk.picture() != first
    desk.to(*DESK_TITLE)
    assert desk.picture() == first


def test_a_disabled_title_closes_the_menu_and_opens_none(desk: Desk) -> None:
    before = desk.picture()
    desk.to(*FILE_TITLE)
    desk.to(*OFF_TITLE)
    assert desk.picture() == before
    desk.to(*ELSEWHERE)
    desk.click(*ELSEWHERE)
    assert desk.picture() == before


def test_a_jump_from_an_entry_to_another_title_leaves_nothing_chosen(desk: Desk, tree: Tree) -> None:
    before = desk.picture()
    desk.to(*DESK_TITLE)
    dropped = desk.picture()
    desk.to(*FILE_TITLE)
    desk.to(*NEW)
    desk.to(*DESK_TITLE)
    assert desk.picture() == dropped
    assert tree[10].ob_state == ObState.NORMAL
    desk.to(*FILE_TITLE)
    desk.to(*NEW)
    desk.to(*OFF_TITLE)
    desk.to(*ELSEWHERE)
    assert desk.picture() == before
    assert desk.take() == []


def test_leaving_the_bar_before_a_menu_dropped_ends_it(desk: Desk) -> None:
    desk.to(*OFF_TITLE)
    desk.to(*ELSEWHERE)
    keys = []

    async def key() -> None:
        keys.append(await desk.gem.evnt_keybd())

    desk.call(key)
    desk.keys(0x1C0D)
    assert keys == [0x1C0D]


def test_a_held_button_drops_no_menu(desk: Desk) -> None:
    before = desk.picture()
    desk.press(*ELSEWHERE)
    desk.to(*FILE_TITLE)
    assert desk.picture() == before


def test_an_entry_under_the_pointer_is_inverted_in_full(desk: Desk) -> None:
    desk.to(*FILE_TITLE)
    dropped = desk.picture()
    desk.to(*NEW)
    assert inverted(dropped, desk.picture()) == area(GRect(64, 19, 120, 16))
    desk.to(*QUIT)
    assert inverted(dropped, desk.picture()) == area(GRect(64, 67, 120, 16))


@pytest.mark.parametrize("place", [DASHES, OLD, ELSEWHERE, FILE_TITLE])
def test_nothing_is_inverted_elsewhere_and_the_menu_stays(desk: Desk, place: tuple[int, int]) -> None:
    desk.to(*FILE_TITLE)
    dropped = desk.picture()
    desk.to(*NEW)
    desk.to(*place)
    assert desk.picture() == dropped


# ---- choosing


def test_a_press_on_an_entry_chooses_it_and_the_title_stays_inverted(desk: Desk, tree: Tree) -> None:
    before = desk.picture()
    desk.to(*FILE_TITLE)
    desk.press(*NEW)
    title = area(GRect(65, 1, 46, 17))
    assert inverted(before, desk.picture()) == title
    desk.release()
    assert desk.take() == [SELECTED]
    assert inverted(before, desk.picture()) == title
    assert tree[10].ob_state == ObState.NORMAL
    desk.do(lambda: desk.gem.menu_tnormal(tree, 4, True))
    assert desk.picture() == before


def test_an_entry_acts_on_the_press_and_the_screen_is_free_for_the_program(desk: Desk) -> None:
    desk.to(*FILE_TITLE)
    desk.to(*NEW)
    desk.press(*NEW)
    assert desk.take() == [SELECTED]
    assert desk.do(lambda: desk.gem.wind_update(Update.BEG_UPDATE)) is None


def test_the_press_that_chose_an_entry_is_no_press_for_the_dialog_that_follows(desk: Desk) -> None:
    desk.to(*FILE_TITLE)
    desk.to(*NEW)
    desk.press(*NEW)
    alert = desk.call(lambda: desk.gem.form_alert(0, "[0][Text][Button]"))
    desk.machine.settle()
    desk.release()
    desk.machine.settle()
    assert (desk.machine.bells, alert.done) == (0, False)
    # The next press is the dialog's, and then the mouse is everybody's again.
    desk.click(320, 225)
    assert alert.result == 1
    desk.to(*FILE_TITLE)
    desk.to(*NEW)
    desk.take()
    desk.click(*NEW)
    assert desk.take() == [SELECTED]


def test_press_on_the_title_drag_and_release_chooses(desk: Desk) -> None:
    desk.to(*FILE_TITLE)
    desk.press(*FILE_TITLE)
    desk.to(*NEW)
    assert desk.take() == []
    desk.release()
    assert desk.take() == [SELECTED]


def test_a_click_on_a_title_is_ignored(desk: Desk) -> None:
    desk.to(*FILE_TITLE)
    dropped = desk.picture()
    desk.press(*FILE_TITLE)
    desk.release()
    assert desk.picture() == dropped
    desk.press(*NEW)
    desk.release()
    assert desk.take() == [SELECTED]


@pytest.mark.parametrize("place", [DASHES, OLD, ELSEWHERE])
def test_a_press_elsewhere_or_on_a_disabled_entry_closes_without_choice(desk: Desk, place: tuple[int, int]) -> None:
    before = desk.picture()
    desk.to(*FILE_TITLE)
    desk.click(*place)
    assert desk.picture() == before
    assert desk.take() == []


def test_the_right_button_does_not_count(desk: Desk) -> None:
    desk.to(*FILE_TITLE)
    desk.press(*NEW, RIGHT)
    desk.release(RIGHT)
    assert desk.take() == []
    desk.press(*NEW)
    desk.release()
    assert desk.take() == [SELECTED]


def test_after_a_choice_the_next_press_is_the_programs(desk: Desk) -> None:
    desk.to(*FILE_TITLE)
    desk.click(*NEW)
    presses = []

    async def press() -> None:
        event = await desk.gem.evnt_button(1, LEFT, LEFT)
        presses.append((event.x, event.y))

    desk.call(press)
    desk.press(*ELSEWHERE)
    assert presses == [ELSEWHERE]


def test_a_choice_waits_until_the_program_asks(desk: Desk) -> None:
    async def busy() -> None:
        await desk.gem.evnt_timer(500)

    desk.to(*ELSEWHERE)
    desk.call(busy)
    desk.to(*FILE_TITLE)
    desk.click(*NEW)
    assert desk.take() == []
    desk.machine.advance(500)
    assert desk.take() == [SELECTED]


def test_a_menu_taken_away_while_it_is_open_ends_as_usual(desk: Desk, tree: Tree) -> None:
    before = desk.picture()
    desk.to(*FILE_TITLE)
    desk.gem.menu_bar(tree, False)
    desk.click(*ELSEWHERE)
    assert desk.picture() == before
    desk.to(*FILE_TITLE)
    assert desk.picture() == before


def test_a_menu_closes_when_the_host_wants_the_program_to_end(desk: Desk) -> None:
    before = desk.picture()
    desk.to(*FILE_TITLE)
    desk.to(*NEW)
    desk.machine.request_quit()
    assert desk.picture() == before
    assert desk.take() == [Message(Msg.AP_TERM)]
    desk.to(*FILE_TITLE)
    desk.click(*NEW)
    assert desk.take() == [SELECTED]


# ---- what others get meanwhile


def test_keys_are_held_back_while_a_menu_is_open(desk: Desk) -> None:
    keys = []

    async def key() -> None:
        keys.append(await desk.gem.evnt_keybd())

    desk.call(key)
    desk.to(*FILE_TITLE)
    desk.keys(0x1C0D)
    assert keys == []
    desk.click(*ELSEWHERE)
    assert keys == [0x1C0D]


def test_timers_and_messages_wait_while_a_menu_is_open(desk: Desk) -> None:
    seen = []

    async def wait() -> None:
        await desk.gem.evnt_timer(100)
        seen.append("timer")

    desk.call(wait)
    desk.to(*FILE_TITLE)
    desk.machine.send(Message(1000))
    desk.machine.advance(1000)
    assert seen == []
    assert desk.machine.next_wakeup() is None
    desk.click(*ELSEWHERE)
    assert seen == ["timer"]
    assert desk.take() == [Message(1000)]


def test_no_menu_drops_while_the_program_has_the_screen(desk: Desk) -> None:
    gem = desk.gem
    machine = desk.machine

    async def draw() -> None:
        await gem.wind_update(Update.BEG_UPDATE)
        await gem.evnt_timer(100)
        await gem.wind_update(Update.END_UPDATE)

    before = desk.picture()
    desk.call(draw)
    desk.to(*FILE_TITLE)
    machine.advance(80)
    assert desk.picture() == before
    machine.advance(20)
    assert desk.picture() != before


def test_a_pointer_that_left_the_titles_before_the_screen_was_free_drops_nothing(desk: Desk) -> None:
    gem = desk.gem
    crossed = []

    async def draw() -> None:
        await gem.wind_update(Update.BEG_UPDATE)
        event = await gem.evnt_mouse(False, GRect(390, 290, 20, 20))
        crossed.append((event.x, event.y))
        await gem.evnt_button(1, LEFT, LEFT)
        await gem.wind_update(Update.END_UPDATE)
        event = await gem.evnt_mouse(False, GRect(40, 200, 10, 10))
        crossed.append((event.x, event.y))

    before = desk.picture()
    desk.call(draw)
    desk.to(*FILE_TITLE)
    desk.press(*ELSEWHERE)
    assert crossed == [ELSEWHERE]
    desk.to(*FILE_TITLE)
    assert desk.picture() == before
    desk.to(45, 205)
    assert crossed == [ELSEWHERE, (45, 205)]


def test_a_press_on_a_frame_counts_even_if_the_pointer_came_over_the_titles(desk: Desk) -> None:
    gem = desk.gem
    machine = desk.machine
    handle = desk.open(100, 60, 200, 100)

    async def draw() -> None:
        await gem.wind_update(Update.BEG_UPDATE)
        await gem.evnt_timer(100)
        await gem.wind_update(Update.END_UPDATE)

    desk.call(draw)
    desk.to(*FILE_TITLE)
    desk.press(105, 65)
    machine.advance(100)
    desk.release()
    assert desk.take() == [Message(Msg.WM_CLOSED, 0, 0, handle, 100, 60, 200, 100)]


def test_menus_show_the_arrow_and_give_the_form_and_its_hiding_back(desk: Desk) -> None:
    gem = desk.gem
    machine = desk.machine

    def hide() -> None:
        gem.graf_mouse(MouseNumber.FLAT_HAND)
        gem.graf_mouse(MouseNumber.M_OFF)

    desk.do(hide)
    assert machine.frame() == machine.frame(pointer=False)
    desk.to(*FILE_TITLE)
    assert machine.frame() != machine.frame(pointer=False)
    arrow = machine.frame()
    desk.click(*ELSEWHERE)
    assert machine.frame() == machine.frame(pointer=False)
    desk.do(lambda: gem.graf_mouse(MouseNumber.M_ON))
    hand = machine.frame()
    desk.do(lambda: gem.graf_mouse(MouseNumber.ARROW))
    assert hand != machine.frame() != arrow


# ---- calls


def test_a_check_mark_is_set_without_drawing(desk: Desk, tree: Tree) -> None:
    before = desk.picture()
    desk.do(lambda: desk.gem.menu_icheck(tree, 10, True))
    assert desk.picture() == before
    assert tree[10].ob_state == ObState.CHECKED
    desk.do(lambda: desk.gem.menu_icheck(tree, 10, False))
    assert tree[10].ob_state == ObState.NORMAL


def test_an_entry_can_be_disabled_and_enabled(desk: Desk, tree: Tree) -> None:
    desk.do(lambda: desk.gem.menu_ienable(tree, 10, False))
    desk.to(*FILE_TITLE)
    desk.click(*NEW)
    assert desk.take() == []
    desk.do(lambda: desk.gem.menu_ienable(tree, 10, True))
    desk.to(*FILE_TITLE)
    desk.click(*NEW)
    assert desk.take() == [SELECTED]


def test_a_title_is_disabled_and_drawn_at_once_with_bit_15(desk: Desk, tree: Tree) -> None:
    before = desk.picture()
    desk.do(lambda: desk.gem.menu_ienable(tree, 4, False))
    assert desk.picture() == before
    desk.do(lambda: desk.gem.menu_ienable(tree, 4 | 0x8000, False))
    greyed = inverted(before, desk.picture())
    assert greyed
    assert all(GRect(64, 0, 48, 19).contains(x, y) and (x + y) % 2 == 0 for x, y in greyed)
    desk.do(lambda: desk.gem.menu_ienable(tree, 4 | 0x8000, True))
    assert desk.picture() == before


def test_an_entry_can_have_another_text(desk: Desk, tree: Tree) -> None:
    desk.to(*FILE_TITLE)
    old = desk.picture()
    desk.click(*ELSEWHERE)
    desk.do(lambda: desk.gem.menu_text(tree, 10, "  Brand new"))
    desk.to(*FILE_TITLE)
    box = changed(old, desk.picture())
    assert box is not None
    assert box.intersection(GRect(64, 19, 120, 16)) == box


def test_a_title_is_inverted_and_normal_by_call(desk: Desk, tree: Tree) -> None:
    before = desk.picture()
    desk.do(lambda: desk.gem.menu_tnormal(tree, 3, False))
    assert inverted(before, desk.picture()) == area(GRect(17, 1, 46, 17))
    desk.do(lambda: desk.gem.menu_tnormal(tree, 3, False))
    desk.do(lambda: desk.gem.menu_tnormal(tree, 3, True))
    assert desk.picture() == before
