"""The mouse over frames: who gets a press, gadgets, drags, repeats (spec: GEM 3.2, B.1, B.2)."""

from __future__ import annotations

import pytest

from gemport.aes.constants import LEFT, MU_BUTTON, MU_MESAG, MU_TIMER, RIGHT, Arrowed, Kind, Msg, Update, Wf
from gemport.aes.gem import Gem
from gemport.aes.message import Message
from gemport.aes.rect import GRect
from tests.aes.desk import ALL, FULL, PLAIN, Desk, area, changed, inverted, menu_tree, started

CLOSER, FULLER, NAME, SIZER = (109, 69), (490, 69), (300, 69), (490, 300)
UP, DOWN, LEFTWARDS, RIGHTWARDS = (490, 105), (490, 282), (109, 300), (472, 300)
WORK = (300, 200)
INFO = (300, 87)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def window(desk: Desk) -> int:
    """The window of the worked example: its vertical elevator at 481,174 size 19,40."""
    handle = desk.open(100, 60, 400, 250, ALL)
    desk.do(lambda: desk.gem.wind_set(handle, Wf.WF_VSLSIZE, 250))
    desk.do(lambda: desk.gem.wind_set(handle, Wf.WF_VSLIDE, 500))
    return handle


def message(type_: Msg, handle: int, *words: int) -> Message:
    return Message(type_, 0, 0, handle, *words)


# ---- who gets a press


class Watcher:
    """A program with two windows that notes button events and messages."""

    def __init__(self) -> None:
        self.log: list[object] = []
        self.gem = started(self._run)

    async def _run(self, gem: Gem) -> None:
        for rect in (GRect(50, 50, 200, 150), GRect(200, 100, 200, 150)):
            gem.wind_open(gem.wind_create(PLAIN | Kind.UPARROW, FULL), rect)
        while True:
            event = await gem.evnt_multi(MU_BUTTON | MU_MESAG, clicks=0x101, mask=3, state=0)
            if event.message is not None:
                self.log.append((event.message.type, event.message.handle))
            if MU_BUTTON in event.events:
                self.log.append((event.buttons, event.x, event.y))
                await gem.evnt_button(1, 3, 0)


@pytest.fixture
def watcher() -> Watcher:
    watcher = Watcher()
    watcher.log.clear()
    return watcher


def click(gem: Gem, x: int, y: int, button: int = LEFT) -> None:
    gem.mouse_to(x, y)
    gem.mouse_button(button, True)
    gem.mouse_button(button, False)


def test_presses_in_the_top_windows_work_area_are_the_programs(watcher: Watcher) -> None:
    click(watcher.gem, 300, 200)
    assert watcher.log == [(LEFT, 300, 200)]


def test_presses_on_the_desktop_are_the_programs(watcher: Watcher) -> None:
    click(watcher.gem, 600, 300)
    assert watcher.log == [(LEFT, 600, 300)]


@pytest.mark.parametrize("place", [(100, 60), (100, 150), (60, 55)])
def test_a_press_anywhere_on_a_lower_window_asks_to_top_it_and_is_no_button_event(
    watcher: Watcher, place: tuple[int, int]
) -> None:
    click(watcher.gem, *place)
    assert watcher.log == [(Msg.WM_TOPPED, 1)]


def test_presses_on_frames_and_in_the_strip_are_not_the_programs(watcher: Watcher) -> None:
    for place in ((300, 110), (300, 8), (200, 249)):
        click(watcher.gem, *place)
        watcher.gem.mouse_to(300, 200)
    assert watcher.log == [(Msg.WM_MOVED, 2)]


def test_a_shadow_belongs_to_what_is_below(watcher: Watcher) -> None:
    click(watcher.gem, 400, 200)
    assert watcher.log == [(LEFT, 400, 200)]


def test_the_right_button_does_nothing_on_a_frame_but_reaches_the_program(watcher: Watcher) -> None:
    click(watcher.gem, 205, 105, RIGHT)
    assert watcher.log == [(RIGHT, 205, 105)]


def test_the_left_button_after_the_right_one_stays_with_the_program(watcher: Watcher) -> None:
    gem = watcher.gem
    gem.mouse_to(205, 105)
    gem.mouse_button(RIGHT, True)
    gem.mouse_button(LEFT, True)
    gem.mouse_button(RIGHT, False)
    gem.mouse_button(LEFT, False)
    assert watcher.log == [(RIGHT, 205, 105)]
    click(gem, 205, 105)
    assert watcher.log[1:] == [(Msg.WM_CLOSED, 2)]


def test_a_press_keeps_its_owner_until_all_buttons_are_up(watcher: Watcher) -> None:
    gem = watcher.gem
    gem.mouse_to(205, 105)
    gem.mouse_button(LEFT, True)
    gem.mouse_button(RIGHT, True)
    gem.mouse_to(300, 200)
    gem.mouse_button(LEFT, False)
    gem.mouse_to(500, 300)
    assert watcher.log == []
    gem.mouse_button(RIGHT, False)
    assert watcher.log == []
    click(gem, 500, 300)
    assert watcher.log == [(LEFT, 500, 300)]


def test_a_drag_out_of_the_work_area_stays_with_the_program(watcher: Watcher) -> None:
    gem = watcher.gem
    gem.mouse_to(300, 200)
    gem.mouse_button(LEFT, True)
    gem.mouse_to(205, 105)
    gem.mouse_button(LEFT, False)
    assert watcher.log == [(LEFT, 300, 200)]


def test_mctrl_gives_the_program_every_press(desk: Desk, window: int) -> None:
    gem = desk.gem
    seen = []

    async def grab() -> None:
        await gem.wind_update(Update.BEG_MCTRL)
        for _ in range(3):
            event = await gem.evnt_button(1, 3, LEFT)
            seen.append((event.x, event.y))
            await gem.evnt_button(1, 3, 0)
        await gem.wind_update(Update.END_MCTRL)

    desk.do(lambda: gem.menu_bar(menu_tree(), True))
    call = desk.call(grab)
    bar = desk.picture()
    for place in (CLOSER, (70, 8), (50, 300)):
        desk.click(*place)
    assert seen == [CLOSER, (70, 8), (50, 300)]
    assert call.done
    assert desk.picture() == bar
    desk.click(*CLOSER)
    assert desk.take() == [message(Msg.WM_CLOSED, window)]


# ---- the lock


def test_gadgets_wait_while_the_program_has_the_screen_and_the_press_keeps_its_place(
    desk: Desk, window: int
) -> None:
    gem = desk.gem

    async def draw() -> None:
        await gem.wind_update(Update.BEG_UPDATE)
        await gem.wind_update(Update.BEG_UPDATE)
        await gem.evnt_timer(100)
        await gem.wind_update(Update.END_UPDATE)
        await gem.evnt_timer(100)
        await gem.wind_update(Update.END_UPDATE)

    desk.call(draw)
    before = desk.picture()
    desk.press(*CLOSER)
    desk.release()
    desk.to(20, 300)
    gem.advance(180)
    assert desk.picture() == before
    assert desk.take() == []
    gem.advance(20)
    assert desk.take() == [message(Msg.WM_CLOSED, window)]
    assert desk.picture() == before


def test_an_end_without_its_begin_does_nothing(desk: Desk, window: int) -> None:
    desk.do(lambda: desk.gem.wind_update(Update.END_UPDATE))
    desk.do(lambda: desk.gem.wind_update(Update.END_MCTRL))
    desk.click(*CLOSER)
    assert desk.take() == [message(Msg.WM_CLOSED, window)]


def test_the_program_waits_for_the_screen_while_a_gadget_is_held(desk: Desk, window: int) -> None:
    times = []

    async def clock() -> None:
        while len(times) < 3:
            await desk.gem.evnt_timer(100)
            times.append(1)

    desk.call(clock)
    desk.press(*NAME)
    desk.to(320, 100)
    desk.gem.advance(1000)
    assert times == []
    desk.release()
    assert len(times) == 1


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
    assert desk.take() == [message(type_, window)]


def test_a_box_released_elsewhere_sends_nothing(desk: Desk, window: int) -> None:
    before = desk.picture()
    desk.press(*CLOSER)
    desk.to(300, 200)
    desk.release()
    assert desk.take() == []
    assert desk.picture() == before


def test_a_lower_windows_closer_is_not_there(desk: Desk, window: int) -> None:
    desk.open(10, 330, 50, 40)
    desk.click(*CLOSER)
    assert desk.take() == [message(Msg.WM_TOPPED, window)]


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


def test_the_sizer_keeps_the_corner_under_the_pointer(desk: Desk, window: int) -> None:
    before = desk.picture()
    desk.press(*SIZER)
    desk.to(SIZER[0] + 20, SIZER[1] - 30)
    box = changed(before, desk.picture())
    assert box is not None
    assert (box.right, box.bottom) == (520, 280)
    desk.release()
    assert desk.picture() == before
    assert desk.take() == [message(Msg.WM_SIZED, window, 100, 60, 420, 220)]


def test_the_sizer_has_a_smallest_window(desk: Desk, window: int) -> None:
    desk.press(*SIZER)
    desk.to(110, 70)
    desk.release()
    assert desk.take() == [message(Msg.WM_SIZED, window, 100, 60, 76, 114)]


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
def test_arrows_and_tracks_tell_once_a_click(
    desk: Desk, window: int, place: tuple[int, int], action: Arrowed
) -> None:
    desk.press(*place)
    assert desk.take() == [message(Msg.WM_ARROWED, window, action)]
    desk.gem.advance(200)
    desk.release()
    desk.gem.advance(1000)
    assert desk.take() == []


def test_the_track_left_of_the_elevator_is_a_page_left(desk: Desk, window: int) -> None:
    desk.do(lambda: desk.gem.wind_set(window, Wf.WF_HSLIDE, 1000))
    desk.click(200, 300)
    assert desk.take() == [message(Msg.WM_ARROWED, window, Arrowed.WA_LFPAGE)]


def test_a_held_arrow_repeats_after_the_double_click_time(desk: Desk, window: int) -> None:
    desk.press(*UP)
    desk.gem.advance(219)
    assert len(desk.take()) == 1
    desk.gem.advance(1)
    assert len(desk.take()) == 1
    desk.gem.advance(400)
    assert len(desk.take()) == 10
    desk.to(300, 200)
    desk.gem.advance(400)
    assert desk.take() == []
    desk.to(*UP)
    desk.gem.advance(80)
    assert len(desk.take()) == 2
    desk.release()
    desk.gem.advance(400)
    assert desk.take() == []


def test_a_held_track_pages_until_the_elevator_is_under_the_pointer(desk: Desk, window: int) -> None:
    """The program moves the elevator with each message, as it should."""
    gem = desk.gem
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
    gem.advance(2000)
    assert pages == [800, 600]


def test_no_second_step_comes_before_the_first_was_fetched(desk: Desk, window: int) -> None:
    async def work() -> None:
        await desk.gem.evnt_timer(1000)

    desk.call(work)
    desk.press(*UP)
    desk.gem.advance(900)
    desk.release()
    desk.gem.advance(200)
    assert len(desk.take()) == 1


def test_a_first_step_is_told_even_if_other_messages_wait(desk: Desk, window: int) -> None:
    async def work() -> None:
        await desk.gem.evnt_timer(100)

    desk.call(work)
    desk.gem.send(Message(1000))
    desk.click(*UP)
    desk.gem.advance(100)
    assert [m.type for m in desk.take()] == [1000, Msg.WM_ARROWED]


def test_a_program_may_show_an_alert_while_an_arrow_is_held(desk: Desk, window: int) -> None:
    gem = desk.gem

    async def warn() -> int:
        await gem.evnt_mesag()
        return await gem.form_alert(1, "[1][Stop it][OK]")

    call = desk.call(warn)
    desk.press(*UP)
    gem.advance(1000)
    desk.release()
    gem.advance(300)
    gem.key(0x1C0D)
    assert call.result == 1
    desk.click(*CLOSER)
    assert desk.take() == [message(Msg.WM_CLOSED, window)]


def test_a_window_may_go_while_its_arrow_is_held(desk: Desk, window: int) -> None:
    gem = desk.gem

    async def close() -> None:
        await gem.evnt_mesag()
        gem.wind_close(window)
        gem.wind_delete(window)

    desk.call(close)
    desk.press(*UP)
    gem.advance(1000)
    assert desk.take() == []
    desk.release()
    gem.advance(100)
    assert desk.take() == []


@pytest.mark.parametrize(
    ("to", "position"), [((490, 194), 500), ((490, 0), 0), ((490, 399), 1000), ((300, 224), 750), ((490, 195), 508)]
)
def test_an_elevator_is_dragged_in_its_track(
    desk: Desk, window: int, to: tuple[int, int], position: int
) -> None:
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


# ---- waiting programs


def test_a_program_that_counts_clicks_makes_gadgets_wait_for_the_double_click_time(desk: Desk, window: int) -> None:
    async def count() -> None:
        await desk.gem.evnt_multi(MU_BUTTON | MU_TIMER, clicks=2, ms=2000)

    desk.call(count)
    before = desk.picture()
    desk.press(*CLOSER)
    desk.gem.advance(219)
    assert desk.picture() == before
    desk.gem.advance(1)
    assert desk.picture() != before
