"""The gadgets of a window: pressed, dragged, held (docs/machine.md 3.2, B.2)."""

from __future__ import annotations

import pytest

from gemport.gem.aes.constants import Arrowed, Kind, Msg, Update, Wf
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.objects import ObState
from tests.gem.aes.desk import (
    ALL,
    CLOSER,
    DOWN,
    FULLER,
    INFO,
    LEFTWARDS,
    NAME,
    RIGHTWARDS,
    SIZER,
    UP,
    Desk,
    area,
    changed,
    inverted,
    menu_tree,
    message,
    worked_example,
)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def window(desk: Desk) -> int:
    return worked_example(desk)


# ---- closer and fuller


@pytest.mark.parametrize(("place", "type_"), [(CLOSER, Msg.WM_CLOSED), (FULLER, Msg.WM_FULLED)])
def test_a_box_is_inverted_while_the_pointer_is_on_it_and_sends_its_message_on_release(
    desk: Desk, window: int, place: tuple[int, int], type_: Msg
) -> None:
    before = desk.picture()
    desk.press(*place)
    box = area(GRect(place[0] - 9 + 1, 61, 17, 17))
    assert inverted(before, desk.picture()) == box
    desk.to(300, 200)
    assert desk.picture() == before
    desk.to(*place)
    assert inverted(before, desk.picture()) == box
    assert desk.take() == []
    desk.release()
    assert desk.picture() == before
    assert desk.take() == [message(type_, window, 100, 60, 400, 250)]


def test_a_box_released_elsewhere_sends_nothing(desk: Desk, window: int) -> None:
    before = desk.picture()
    desk.press(*CLOSER)
    desk.to(300, 200)
    desk.release()
    assert desk.take() == []
    assert desk.picture() == before


def test_a_lower_windows_closer_is_not_there(desk: Desk, window: int) -> None:
    top = desk.open(10, 330, 50, 40)
    desk.click(*CLOSER)
    assert desk.take() == [message(Msg.WM_UNTOPPED, top), message(Msg.WM_TOPPED, window)]


# ---- moving and sizing


def test_the_name_drags_an_outline_and_asks_to_move(desk: Desk, window: int) -> None:
    before = desk.picture()
    desk.press(*NAME)
    desk.to(330, 109)
    outline = changed(before, desk.picture())
    assert outline is not None
    assert outline.intersection(GRect(130, 100, 400, 250)) == outline
    desk.release()
    assert desk.picture() == before
    assert desk.take() == [message(Msg.WM_MOVED, window, 130, 100, 400, 250)]
    assert desk.gem.wind_get(window, Wf.WF_CURRXYWH) == (100, 60, 400, 250)


def test_a_move_that_goes_nowhere_is_told_too(desk: Desk, window: int) -> None:
    desk.click(*NAME)
    assert desk.take() == [message(Msg.WM_MOVED, window, 100, 60, 400, 250)]


@pytest.mark.parametrize(
    ("to", "corner"), [((0, 0), (0, 19)), ((639, 399), (439, 390)), ((639, 0), (439, 19)), ((0, 399), (0, 390))]
)
def test_a_dragged_window_stays_right_of_the_left_edge_and_below_the_strip(
    desk: Desk, window: int, to: tuple[int, int], corner: tuple[int, int]
) -> None:
    desk.press(*NAME)
    desk.to(*to)
    desk.release()
    assert desk.take()[0][4:6] == corner


def test_at_least_25_pixels_of_a_window_stay_at_the_right(desk: Desk) -> None:
    desk.open(100, 60, 200, 100)
    desk.press(119, 69)
    desk.to(639, 69)
    desk.release()
    assert desk.take()[0].rect == (640 - 25, 60, 200, 100)


def test_without_a_mover_the_name_does_nothing(desk: Desk) -> None:
    desk.open(100, 60, 200, 100, Kind.NAME)
    desk.click(200, 69)
    assert desk.take() == []


def test_the_sizer_brings_the_corner_to_the_pointer_wherever_it_was_gripped(desk: Desk, window: int) -> None:
    before = desk.picture()
    desk.press(*SIZER)
    desk.to(SIZER[0] + 20, SIZER[1] - 30)
    box = changed(before, desk.picture())
    assert box is not None
    assert (box.right, box.bottom) == (SIZER[0] + 21, SIZER[1] - 29)
    desk.release()
    assert desk.picture() == before
    assert desk.take() == [message(Msg.WM_SIZED, window, 100, 60, 411, 211)]


def test_the_sizer_lies_over_the_ends_of_the_arrows(desk: Desk, window: int) -> None:
    desk.click(490, 291)
    assert desk.take() == [message(Msg.WM_SIZED, window, 100, 60, 391, 232)]


def test_a_gadget_is_found_only_within_its_bar(desk: Desk) -> None:
    """In a window too low for its arrows the lower one hangs out of its bar, over the fuller."""
    handle = desk.open(447, 61, 44, 46, Kind(495))
    desk.click(481, 70)
    assert desk.take() == [message(Msg.WM_FULLED, handle, 447, 61, 44, 46)]


def test_the_sizer_has_a_smallest_window(desk: Desk, window: int) -> None:
    desk.press(*SIZER)
    desk.to(110, 70)
    desk.release()
    assert desk.take() == [message(Msg.WM_SIZED, window, 100, 60, 76, 114)]


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        (Kind.SIZER, (11, 16)),
        (Kind.SIZER | Kind.INFO, (11, 16)),
        (Kind.SIZER | Kind.MOVER, (76, 16)),
        (Kind.SIZER | Kind.HSLIDE, (76, 16)),
        (Kind.SIZER | Kind.VSLIDE, (11, 114)),
    ],
)
def test_the_smallest_window_depends_on_its_parts(desk: Desk, kind: Kind, size: tuple[int, int]) -> None:
    handle = desk.open(100, 60, 300, 200, kind | Kind.UPARROW if kind & Kind.VSLIDE else kind)
    work = desk.gem.wind_get(handle, Wf.WF_CURRXYWH)
    desk.press(work.right - 9, work.bottom - 9)
    desk.to(110, 70)
    desk.release()
    assert [tuple(m.rect)[2:] for m in desk.take()] == [size]


def test_the_corner_without_a_sizer_does_nothing(desk: Desk) -> None:
    desk.open(100, 60, 400, 250, ALL & ~Kind.SIZER)
    desk.click(*SIZER)
    assert desk.take() == []


def test_the_info_line_does_nothing(desk: Desk, window: int) -> None:
    desk.click(*INFO)
    assert desk.take() == []


# ---- arrows, tracks, elevators


@pytest.mark.parametrize(
    ("place", "action"),
    [
        (UP, Arrowed.WA_UPLINE),
        (DOWN, Arrowed.WA_DNLINE),
        (LEFTWARDS, Arrowed.WA_LFLINE),
        (RIGHTWARDS, Arrowed.WA_RTLINE),
        ((490, 120), Arrowed.WA_UPPAGE),
        ((490, 260), Arrowed.WA_DNPAGE),
        ((400, 300), Arrowed.WA_RTPAGE),
    ],
)
def test_arrows_and_tracks_tell_once_a_click(desk: Desk, window: int, place: tuple[int, int], action: Arrowed) -> None:
    desk.press(*place)
    assert desk.take() == [message(Msg.WM_ARROWED, window, action)]
    desk.machine.advance(200)
    desk.release()
    desk.machine.advance(1000)
    assert desk.take() == []


def test_the_track_left_of_the_elevator_is_a_page_left(desk: Desk, window: int) -> None:
    desk.do(lambda: desk.gem.wind_set(window, Wf.WF_HSLIDE, 1000))
    desk.click(200, 300)
    assert desk.take() == [message(Msg.WM_ARROWED, window, Arrowed.WA_LFPAGE)]


def test_a_held_arrow_repeats_after_the_double_click_time(desk: Desk, window: int) -> None:
    desk.press(*UP)
    desk.machine.advance(219)
    assert len(desk.take()) == 1
    desk.machine.advance(1)
    assert len(desk.take()) == 1
    desk.machine.advance(400)
    assert len(desk.take()) == 10
    desk.to(300, 200)
    desk.machine.advance(400)
    assert desk.take() == []
    desk.to(*UP)
    desk.machine.advance(80)
    assert len(desk.take()) == 2
    desk.release()
    desk.machine.advance(400)
    assert desk.take() == []


def test_a_held_track_pages_until_the_elevator_is_under_the_pointer(desk: Desk, window: int) -> None:
    """The program moves the elevator with each message, as it should."""
    gem = desk.gem
    machine = desk.machine
    pages = []

    async def scroll() -> None:
        position = 1000
        gem.wind_set(window, Wf.WF_VSLIDE, position)
        while True:
            await gem.evnt_mesag()
            await gem.wind_update(Update.BEG_UPDATE)
            position -= 200
            pages.append(position)
            gem.wind_set(window, Wf.WF_VSLIDE, position)
            await gem.wind_update(Update.END_UPDATE)

    desk.call(scroll)
    desk.press(490, 190)
    machine.advance(2000)
    assert pages == [800, 600]


def test_no_second_step_comes_before_the_first_was_fetched(desk: Desk, window: int) -> None:
    async def work() -> None:
        await desk.gem.evnt_timer(1000)

    desk.call(work)
    desk.press(*UP)
    desk.machine.advance(900)
    desk.release()
    desk.machine.advance(200)
    assert len(desk.take()) == 1


def test_a_first_step_is_told_even_if_other_messages_wait(desk: Desk, window: int) -> None:
    async def work() -> None:
        await desk.gem.evnt_timer(100)

    desk.call(work)
    desk.machine.send(Message(1000))
    desk.click(*UP)
    desk.machine.advance(100)
    assert [m.type for m in desk.take()] == [1000, Msg.WM_ARROWED]


def test_a_program_may_show_an_alert_while_an_arrow_is_held(desk: Desk, window: int) -> None:
    gem = desk.gem
    machine = desk.machine

    async def warn() -> int:
        await gem.evnt_mesag()
        return await gem.form_alert(1, "[1][Stop it][OK]")

    call = desk.call(warn)
    desk.press(*UP)
    machine.advance(1000)
    desk.release()
    machine.advance(300)
    machine.key(0x1C0D)
    assert call.result == 1
    desk.click(*CLOSER)
    assert desk.take() == [message(Msg.WM_CLOSED, window, 100, 60, 400, 250)]


def test_keys_are_held_back_while_an_arrow_is_held(desk: Desk, window: int) -> None:
    keys = []

    async def key() -> None:
        keys.append(await desk.gem.evnt_keybd())

    desk.call(key)
    desk.press(*UP)
    desk.keys(0x1C0D)
    desk.machine.advance(100)
    assert keys == []
    desk.release()
    assert keys == [0x1C0D]


def test_a_window_may_go_while_its_arrow_is_held(desk: Desk, window: int) -> None:
    gem = desk.gem
    machine = desk.machine

    async def close() -> None:
        await gem.evnt_mesag()
        gem.wind_close(window)
        gem.wind_delete(window)

    desk.call(close)
    desk.press(*UP)
    machine.advance(1000)
    assert desk.take() == []
    desk.release()
    machine.advance(100)
    assert desk.take() == []


@pytest.mark.parametrize(
    ("to", "position"), [((490, 194), 500), ((490, 0), 0), ((490, 399), 1000), ((300, 224), 750), ((490, 195), 508)]
)
def test_an_elevator_is_dragged_in_its_track(desk: Desk, window: int, to: tuple[int, int], position: int) -> None:
    before = desk.picture()
    desk.press(490, 194)
    desk.to(*to)
    desk.release()
    assert desk.take() == [message(Msg.WM_VSLID, window, position)]
    assert desk.picture() == before


def test_an_elevator_without_room_is_at_0(desk: Desk, window: int) -> None:
    desk.do(lambda: desk.gem.wind_set(window, Wf.WF_HSLSIZE, 1000))
    desk.press(300, 300)
    desk.to(400, 300)
    desk.release()
    assert desk.take() == [message(Msg.WM_HSLID, window, 0)]


def test_a_horizontal_elevator_tells_its_position(desk: Desk, window: int) -> None:
    desk.do(lambda: desk.gem.wind_set(window, Wf.WF_HSLSIZE, 500))
    desk.press(150, 300)
    desk.to(236, 300)
    desk.release()
    (slid,) = desk.take()
    assert slid == message(Msg.WM_HSLID, window, round(1000 * 86 / 173))


def test_a_program_that_closes_a_window_whose_elevator_is_held_waits_until_it_is_let_go(
    desk: Desk, window: int
) -> None:
    gem = desk.gem
    machine = desk.machine
    background = Desk().picture()

    async def close_soon() -> None:
        await gem.evnt_timer(100)
        gem.wind_close(window)
        gem.wind_delete(window)

    desk.call(close_soon)
    desk.press(490, 194)
    machine.advance(500)
    desk.to(490, 220)
    assert gem.wind_find(300, 200) == window
    desk.release()
    assert gem.wind_find(300, 200) == 0
    assert desk.picture() == background
    assert desk.take() == [message(Msg.WM_VSLID, window, 717)]


@pytest.mark.parametrize("part", [NAME, CLOSER, FULLER])
def test_a_gadget_let_go_over_a_title_drops_the_menu_at_once(desk: Desk, window: int, part: tuple[int, int]) -> None:
    tree = menu_tree()
    desk.do(lambda: desk.gem.menu_bar(tree, True))
    desk.press(*part)
    desk.to(80, 8)
    assert ObState.SELECTED not in tree[4].ob_state
    desk.release()
    assert ObState.SELECTED in tree[4].ob_state


def test_what_the_program_drags_over_a_title_drops_no_menu(desk: Desk, window: int) -> None:
    tree = menu_tree()
    desk.do(lambda: desk.gem.menu_bar(tree, True))
    desk.press(200, 200)
    desk.call(lambda: desk.gem.graf_dragbox(40, 30, 190, 190, GRect(0, 0, 640, 400)))
    desk.to(80, 8)
    desk.release()
    assert ObState.SELECTED not in tree[4].ob_state
    desk.to(81, 8)
    assert ObState.SELECTED in tree[4].ob_state
