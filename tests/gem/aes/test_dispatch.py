"""The processes of a Gem: starting, ending, pausing, failing (docs/machine.md 3.0, 3.1, B.5)."""

from __future__ import annotations

import gc
import warnings

import pytest

from gemport.gem.aes.constants import (
    LEFT,
    MU_BUTTON,
    MU_KEYBD,
    MU_MESAG,
    MU_TIMER,
    RIGHT,
    Kind,
    MouseNumber,
    Msg,
    Update,
    Wf,
)
from gemport.gem.aes.dispatch import GemError
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.gem.aes.process import Message, Process
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.objects import Object, ObType
from tests.gem.aes.desk import FULL, PLAIN, Desk, artwork, menu_tree, started


class ProgramError(Exception):
    """What a program raises in these tests."""


def test_a_program_runs_to_its_first_wait_and_ends_with_its_result() -> None:
    async def program(gem: Gem) -> int:
        return await gem.evnt_keybd()

    machine = started(program)
    assert not machine.finished
    machine.key(0x1C0D)
    assert machine.finished
    assert machine.result == 0x1C0D


def test_the_screen_shows_the_desktop_and_the_programs_name_before_the_program_does_anything() -> None:
    async def program(gem: Gem) -> None:
        await gem.evnt_mesag()

    machine = started(program)
    for y in range(19, 400):
        for x in range(640):
            assert machine.screen.get_pixel(x, y) == (x + y + 1) % 2
    assert all(machine.screen.get_pixel(x, 18) for x in range(640))
    assert any(machine.screen.rows[2:18])
    assert machine.frame() != machine.frame(pointer=False)


def test_what_a_program_raises_comes_out_of_the_call_that_let_it_run() -> None:
    async def program(gem: Gem) -> None:
        key = await gem.evnt_keybd()
        raise ProgramError(f"{key:04X}")

    machine = started(program)
    with pytest.raises(ProgramError, match="1C0D"):
        machine.key(0x1C0D)
    assert machine.finished
    machine.mouse_to(10, 10)
    machine.mouse_button(LEFT, True)
    machine.advance(1000)
    machine.settle()
    assert machine.result is None


def test_a_program_that_fails_at_once_fails_in_start() -> None:
    async def program(gem: Gem) -> None:
        raise ProgramError

    with pytest.raises(ProgramError):
        started(program)


def test_what_a_program_held_is_free_when_it_has_ended() -> None:
    async def holder(gem: Gem) -> None:
        await gem.wind_update(Update.BEG_UPDATE)
        await gem.wind_update(Update.BEG_MCTRL)
        await gem.wind_update(Update.BEG_MCTRL)
        raise ProgramError

    machine = Machine(artwork())
    with pytest.raises(ProgramError):
        machine.start(holder)

    dropped = []

    async def next_program(gem: Gem) -> None:
        gem.menu_bar(menu_tree(), True)
        dropped.append((await gem.evnt_mesag()).item)

    machine.start(next_program)
    machine.mouse_to(70, 8)
    machine.mouse_to(90, 25)
    machine.mouse_button(LEFT, True)
    machine.mouse_button(LEFT, False)
    assert dropped == [10]


def test_a_program_cannot_let_time_pass_by_itself() -> None:
    machine = Machine(artwork())

    async def impatient(gem: Gem) -> None:
        with pytest.raises(GemError, match="time"):
            machine.advance(20)
        with pytest.raises(GemError, match="time"):
            machine.settle()
        await gem.evnt_timer(20)

    machine.start(impatient)
    machine.advance(20)
    assert machine.finished


def test_the_next_program_finds_no_windows_no_menu_no_keys_and_the_bee() -> None:
    async def first(gem: Gem) -> None:
        gem.menu_bar(menu_tree(), True)
        gem.wind_open(gem.wind_create(PLAIN, FULL), GRect(30, 40, 200, 100))
        gem.graf_mouse(MouseNumber.M_OFF)

    handles = []

    async def second(gem: Gem) -> None:
        handles.append(gem.wind_create(PLAIN, FULL))
        await gem.evnt_keybd()

    machine = started(first)
    machine.key(0x1C0D)
    machine.start(second)
    assert handles == [1]
    assert not machine.finished
    plain = Machine(artwork())
    plain.start(second)
    assert machine.frame() == plain.frame()
    machine.mouse_to(70, 8)
    assert machine.frame(pointer=False) == plain.frame(pointer=False)


def test_a_closed_machine_starts_nothing() -> None:
    async def program(gem: Gem) -> None:
        await gem.evnt_keybd()

    machine = started(program)
    machine.close()
    with pytest.raises(GemError, match="closed"):
        machine.start(program)


def test_waiting_calls_work_only_within_a_program() -> None:
    gems: list[Gem] = []

    async def program(gem: Gem) -> None:
        gems.append(gem)
        await gem.evnt_keybd()

    started(program)
    gem = gems[0]
    with pytest.raises(GemError):
        gem.evnt_multi(MU_KEYBD).send(None)


@pytest.mark.parametrize("waiting", ["form_do", "form_alert", "graf_growbox", "graf_dragbox", "menu"])
def test_a_gem_can_be_closed_whatever_its_program_waits_for(waiting: str) -> None:
    desk = Desk()
    gem = desk.gem
    machine = desk.machine
    tree = menu_tree()
    if waiting == "form_do":
        desk.call(lambda: gem.form_do(tree))
    elif waiting == "form_alert":
        desk.call(lambda: gem.form_alert(1, "[1][Text][OK]"))
    elif waiting == "graf_growbox":
        desk.call(lambda: gem.graf_growbox(GRect(0, 20, 10, 10), FULL))
    elif waiting == "graf_dragbox":
        desk.press(100, 100)
        desk.call(lambda: gem.graf_dragbox(20, 20, 90, 90, FULL))
    else:
        desk.do(lambda: gem.menu_bar(tree, True))
        desk.to(30, 8)
    machine.close()
    assert machine.finished
    machine.close()
    machine.mouse_to(300, 300)
    machine.key(0x1C0D)
    machine.advance(1000)


def test_a_gem_that_never_starts_leaves_nothing_behind() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Machine(artwork()).close()
        gc.collect()


# ---- pausing


def test_while_a_program_pauses_time_is_all_that_helps() -> None:
    times = []

    async def program(gem: Gem) -> None:
        await gem.pause(50)
        times.append(1)
        await gem.evnt_keybd()

    machine = started(program)
    machine.key(0x1C0D)
    machine.advance(49)
    assert times == []
    assert machine.next_wakeup() == 1
    machine.advance(1)
    assert times == [1]
    assert machine.finished


def test_settling_lets_a_pause_end_but_no_timer() -> None:
    async def program(gem: Gem) -> None:
        for _ in range(10):
            await gem.pause(14)
        await gem.evnt_timer(1000)

    machine = started(program)
    machine.settle()
    assert not machine.finished
    assert machine.next_wakeup() == 1000


def test_settling_gives_up_on_a_program_that_never_comes_to_rest() -> None:
    async def program(gem: Gem) -> None:
        while True:
            await gem.pause(1000)

    machine = started(program)
    machine.settle()
    assert not machine.finished


def test_a_press_on_a_frame_during_a_pause_counts_when_the_pause_is_over() -> None:
    desk = Desk()
    handle = desk.open(100, 60, 200, 100)
    desk.call(lambda: desk.gem.pause(500))
    desk.press(105, 65)
    desk.release()
    desk.machine.advance(400)
    assert desk.take() == []
    desk.machine.advance(100)
    assert desk.take() == [Message(Msg.WM_CLOSED, 0, 0, handle, 100, 60, 200, 100)]


def test_a_menu_does_not_drop_during_a_pause() -> None:
    desk = Desk()
    desk.do(lambda: desk.gem.menu_bar(menu_tree(), True))
    desk.call(lambda: desk.gem.pause(500))
    bar = desk.picture()
    desk.to(70, 8)
    assert desk.picture() == bar
    desk.machine.advance(500)
    assert desk.picture() != bar


# ---- programs that never wait


def test_a_program_that_never_waits_is_slowed_down_and_time_goes_on() -> None:
    rounds = [0]

    async def program(gem: Gem) -> None:
        while rounds[0] >= 0:
            await gem.evnt_multi(MU_TIMER | MU_MESAG, ms=0)
            rounds[0] += 1

    machine = started(program)
    assert rounds[0] < 1000
    machine.settle()
    machine.advance(1000)
    assert 10_000 < rounds[0] < 60_000
    assert machine.next_wakeup() is not None


def test_input_reaches_a_program_that_never_waits() -> None:
    seen = []

    async def program(gem: Gem) -> None:
        while True:
            event = await gem.evnt_multi(MU_TIMER | MU_KEYBD | MU_BUTTON, mask=1, state=1, ms=0)
            if event.events != MU_TIMER:
                seen.append(event.events)
                await gem.evnt_timer(40)

    machine = started(program)
    machine.mouse_button(LEFT, True)
    machine.mouse_button(LEFT, False)
    machine.advance(60)
    machine.key(0x1C0D)
    assert seen == [MU_BUTTON | MU_TIMER, MU_KEYBD | MU_TIMER]


# ---- buttons


def test_only_the_two_buttons_of_the_mouse_are_known() -> None:
    desk = Desk()
    with pytest.raises(ValueError, match="mouse button 3"):
        desk.machine.mouse_button(3, True)
    desk.machine.mouse_button(RIGHT, True)
    desk.machine.mouse_button(RIGHT, True)
    assert desk.gem.graf_mkstate().buttons == RIGHT


def test_a_message_for_an_ended_program_is_lost() -> None:
    async def program(gem: Gem) -> None:
        return None

    machine = started(program)
    machine.send(Message(1000))
    machine.request_quit()
    assert machine.finished


def test_the_host_asks_a_program_to_quit_by_message() -> None:
    desk = Desk()
    desk.machine.request_quit()
    assert desk.take() == [Message(Msg.AP_TERM)]


def test_a_program_that_ends_while_a_gadget_is_held_leaves_the_gem_usable() -> None:
    """The up arrow leaves the screen to the program, which ends then."""

    async def program(gem: Gem) -> None:
        handle = gem.wind_create(Kind.UPARROW | Kind.NAME, FULL)
        gem.wind_open(handle, GRect(100, 60, 200, 100))
        while (await gem.evnt_mesag()).type != Msg.WM_ARROWED:
            pass
        await gem.wind_update(Update.BEG_UPDATE)

    machine = started(program)
    machine.mouse_to(290, 85)
    machine.mouse_button(LEFT, True)
    assert machine.finished
    machine.advance(500)
    machine.mouse_button(LEFT, False)

    async def another(gem: Gem) -> None:
        gem.wind_open(gem.wind_create(PLAIN, FULL), GRect(100, 60, 200, 100))
        while (await gem.evnt_mesag()).type != Msg.WM_CLOSED:
            pass

    machine.start(another)
    machine.mouse_to(105, 65)
    machine.mouse_button(LEFT, True)
    machine.mouse_button(LEFT, False)
    assert machine.finished


def test_frame_keys_change_with_the_picture_alone() -> None:
    desk = Desk()
    key = desk.machine.frame_key()
    desk.machine.advance(1000)
    assert desk.machine.frame_key() == key
    desk.to(10, 100)
    moved = desk.machine.frame_key()
    assert moved != key
    desk.do(lambda: desk.gem.graf_mouse(MouseNumber.POINT_HAND))
    assert desk.machine.frame_key() != moved
    hand = desk.machine.frame_key()
    desk.open(30, 30, 100, 100)
    assert desk.machine.frame_key() != hand
    assert desk.gem.wind_get(0, Wf.WF_TOP).x == 1


@pytest.mark.parametrize(("busy", "room"), [(True, 64), (False, 8)])
def test_the_keyboard_keeps_more_keys_for_a_busy_program_than_for_one_that_wants_none(busy: bool, room: int) -> None:
    async def program(gem: Gem) -> None:
        if busy:
            await gem.pause(1000)
        else:
            await gem.evnt_timer(1000)
        for _ in range(room):
            got.append(await gem.evnt_keybd())
        await gem.evnt_keybd()

    got: list[int] = []
    machine = started(program)
    for number in range(room + 5):
        machine.key(number)
    assert machine.waiting_keys == room
    machine.advance(1000)
    assert got == list(range(room))
    assert machine.waiting_keys == 0
    assert not machine.finished


def test_a_press_elsewhere_brings_nobody_to_the_front_between_the_outlines_of_a_zoom_box() -> None:
    """He would be drawn while outlines stand on the screen: they would not vanish there, but appear."""

    async def desktop(gem: Gem) -> None:
        gem.wind_set(0, Wf.WF_NEWDESK, [Object(ob_type=ObType.G_BOX, ob_y=19, ob_width=640, ob_height=381)], 0)
        await gem.evnt_mesag()

    async def zooming(gem: Gem) -> None:
        await gem.graf_growbox(GRect(150, 66, 20, 6), GRect(130, 64, 200, 100))
        await gem.evnt_mesag()

    machine = Machine(artwork())
    machine.start(desktop, "DESKTOP.APP")
    machine.settle()
    bare = list(machine.screen.rows[19:])
    machine.start(zooming, "ZOOM.PRG")
    came, come = [], machine._dispatcher.on_press

    def watched(process: Process) -> None:
        came.append(machine.screen.rows[19:] == bare)
        come(process)

    machine._dispatcher.on_press = watched
    assert machine.screen.rows[19:] != bare
    machine.mouse_to(620, 390)
    machine.mouse_button(LEFT, True)
    machine.settle()
    assert came == [True]


# ---- a press while its program is busy


def click(machine: Machine, x: int, y: int) -> None:
    machine.mouse_to(x, y)
    machine.mouse_button(LEFT, True)
    machine.mouse_button(LEFT, False)


def busy_then(answers: list[MultiEvent | None], alert: bool = False) -> Machine:
    """A program that is busy for 100 ms, and then waits for two presses, half a second each."""
    machine = Machine(artwork())

    async def main(gem: Gem) -> None:
        await gem.pause(100)
        if alert:
            await gem.form_alert(1, "[0][Well?][ OK ]")
        for _ in range(2):
            event = await gem.evnt_multi(MU_BUTTON | 0x20, mask=LEFT, state=LEFT, ms=500)
            answers.append(event if MU_BUTTON in event.events else None)

    machine.start(main)
    return machine


def test_it_is_reported_with_its_place_when_the_program_asks() -> None:
    answers: list[MultiEvent | None] = []
    machine = busy_then(answers)
    click(machine, 100, 200)
    machine.mouse_to(300, 300)
    machine.advance(2000)
    first, second = answers
    assert first is not None
    assert (first.x, first.y, first.buttons, first.clicks) == (100, 200, LEFT, 1)
    assert second is None


def test_of_several_presses_only_the_first_is_kept() -> None:
    answers: list[MultiEvent | None] = []
    machine = busy_then(answers)
    click(machine, 100, 200)
    click(machine, 150, 250)
    machine.advance(2000)
    first, second = answers
    assert first is not None
    assert (first.x, first.y) == (100, 200)
    assert second is None


def test_a_dialog_begins_without_it() -> None:
    answers: list[MultiEvent | None] = []
    machine = busy_then(answers, alert=True)
    click(machine, 320, 210)
    machine.advance(1000)
    assert not machine.finished
    machine.key(0x1C0D)
    machine.advance(2000)
    assert answers == [None, None]
