"""Windows as icons, the way AES 4 has them: the gadget, the messages, and the fields of wind_set."""

import pytest

from gemport.gem import GRect, Kind, Machine, Message, Msg, Wf
from gemport.gem.aes.frames import Part, WindowState, part_rects
from tests.gem.aes.desk import PLAIN, Member, artwork, click, machine

RECT = GRect(100, 60, 300, 200)
GADGET, FULLER = (100 + 300 - 19 - 10, 69), (390, 69)
FIRST = GRect(0, 400 - 74, 72, 72)
IN_ICON = (30, 370)


class Shrinker(Member):
    """A program that does with its window what the messages ask for."""

    def iconify(self, handle: int) -> None:
        self.set(handle, Wf.WF_ICONIFY, *self.take(Msg.WM_ICONIFY)[0].rect)


@pytest.fixture
def program() -> Shrinker:
    return Shrinker(machine(), "A.PRG")


@pytest.fixture
def window(program: Shrinker) -> int:
    handle = program.open(*RECT, PLAIN | Kind.SMALLER)
    program.take()
    return handle


def test_the_gadget_stands_left_of_the_fuller_and_only_on_top() -> None:
    state = WindowState(1, PLAIN | Kind.SMALLER, RECT, RECT)
    rects = part_rects(state, True)
    assert rects[Part.SMALLER] == GRect(362, 60, 19, 19)
    assert rects[Part.FULLER] == GRect(381, 60, 19, 19)
    assert rects[Part.NAME] == GRect(119, 60, 243, 19)
    assert Part.SMALLER not in part_rects(state, False)
    assert part_rects(WindowState(1, PLAIN, RECT, RECT), True)[Part.NAME] == GRect(119, 60, 262, 19)


def test_the_gadget_asks_with_a_place_and_does_nothing_itself(program: Shrinker, window: int) -> None:
    before = program.machine.screen.copy()
    click(program.machine, *GADGET)
    assert program.take() == [Message(Msg.WM_ICONIFY, 0, 0, window, *FIRST)]
    assert program.machine.screen == before
    click(program.machine, *FULLER)
    assert [m.type for m in program.take()] == [Msg.WM_FULLED]


def test_an_icon_has_a_name_to_drag_it_by_and_no_gadgets(program: Shrinker, window: int) -> None:
    gem = program.gem
    click(program.machine, *GADGET)
    program.iconify(window)
    assert gem.wind_get(window, Wf.WF_CURRXYWH) == FIRST
    assert gem.wind_get(window, Wf.WF_WORKXYWH) == GRect(1, FIRST.y + 19, 70, 52)
    assert gem.wind_get(window, Wf.WF_ICONIFY) == (1, 70, 52, 0)
    assert gem.wind_get(window, Wf.WF_UNICONIFY) == RECT
    program.machine.mouse_to(30, FIRST.y + 9)
    program.machine.mouse_button(1, True)
    program.machine.mouse_to(130, FIRST.y - 91)
    program.machine.mouse_button(1, False)
    assert gem.wind_get(window, Wf.WF_CURRXYWH) == FIRST.moved(100, -100)


def test_two_clicks_on_an_icon_ask_for_the_window_again_and_one_does_nothing(program: Shrinker, window: int) -> None:
    before = program.machine.screen.copy()
    click(program.machine, *GADGET)
    program.iconify(window)
    click(program.machine, *IN_ICON)
    program.machine.advance(1000)
    assert program.take() == []
    assert program.presses == []
    click(program.machine, *IN_ICON, times=2)
    assert program.take() == [Message(Msg.WM_UNICONIFY, 0, 0, window, *RECT)]
    program.do(lambda: program.gem.wind_set(window, Wf.WF_UNICONIFY, RECT))
    program.do(lambda: None)
    assert program.machine.screen == before
    click(program.machine, *FULLER)
    assert [m.type for m in program.take()] == [Msg.WM_FULLED]


def test_one_click_on_an_icon_below_tops_it(program: Shrinker, window: int) -> None:
    click(program.machine, *GADGET)
    program.iconify(window)
    program.open(50, 300, 300, 90)
    click(program.machine, *IN_ICON)
    untopped, topped = program.take()
    assert (untopped.type, topped) == (Msg.WM_UNTOPPED, Message(Msg.WM_TOPPED, 0, 0, window))


def test_the_place_to_come_back_to_can_be_changed(program: Shrinker, window: int) -> None:
    elsewhere = (0, 20, 180, 120)
    assert not program.set(window, Wf.WF_UNICONIFYXYWH, 0, 20, 80, 80), "it is no icon yet"
    fields = (Wf.WF_UNICONIFY, Wf.WF_ICONIFY, Wf.WF_ICONIFY)
    assert [program.set(window, field) for field in fields] == [False, True, False]
    assert program.gem.wind_get(window, Wf.WF_CURRXYWH) == FIRST
    assert program.set(window, Wf.WF_UNICONIFYXYWH, *elsewhere)
    assert program.set(window, Wf.WF_UNICONIFY)
    assert program.gem.wind_get(window, Wf.WF_CURRXYWH) == elsewhere


def test_icons_of_all_programs_stand_beside_each_other(program: Shrinker, window: int) -> None:
    program.do(lambda: program.gem.wind_set(window, Wf.WF_ICONIFY))
    other = Shrinker(program.machine, "B.PRG")
    handle = other.open(*RECT, PLAIN | Kind.SMALLER)
    click(program.machine, *GADGET)
    assert other.take(Msg.WM_ICONIFY) == [Message(Msg.WM_ICONIFY, 0, 0, handle, *FIRST.moved(74, 0))]


def test_places_fill_a_row_then_the_one_above_and_begin_again() -> None:
    gem = Machine(artwork(), 160, 179).gem()
    handles = [gem.wind_create(PLAIN, GRect(0, 19, 160, 160)) for _ in range(5)]
    assert all(gem.wind_set(handle, Wf.WF_ICONIFY) for handle in handles)
    corners = [(0, 105), (74, 105), (0, 31), (74, 31), (0, 105)]
    assert [gem.wind_get(handle, Wf.WF_CURRXYWH) for handle in handles] == [GRect(*at, 72, 72) for at in corners]
