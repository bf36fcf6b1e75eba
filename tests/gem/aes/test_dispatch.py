"""The processes of a Gem: starting, ending, pausing, failing (docs/machine.md 3.0, 3.1, B.5)."""

from collections.abc import Callable
from typing import Any

import pytest

from gemport.gem import Gem, GemError, GRect, Message, MouseNumber
from gemport.gem.aes.constants import LEFT, MU_KEYBD, MU_MESAG, MU_TIMER, RIGHT, Fmd, Kind, Msg, Update, Wf
from tests.gem.aes.desk import FULL, PLAIN, Desk, click, menu_tree, started
from tests.gem.aes.members import Member, grey_desktop, machine

CLOSED = Message(Msg.WM_CLOSED, 0, 0, 1, 100, 60, 200, 100)


async def key(gem: Gem) -> int:
    """A program that waits for a key."""
    return await gem.evnt_keybd()


def test_a_program_cannot_let_time_pass_by_itself() -> None:
    box = machine()

    async def impatient(gem: Gem) -> None:
        with pytest.raises(GemError, match="time"):
            box.advance(20)
        with pytest.raises(GemError, match="time"):
            box.settle()
        await gem.evnt_timer(20)

    box.start(impatient)
    box.advance(20)
    assert box.finished


def test_a_closed_machine_starts_nothing_and_waiting_calls_work_only_within_a_program(desk: Desk) -> None:
    with pytest.raises(GemError):
        desk.gem.evnt_multi(MU_KEYBD).send(None)
    desk.machine.close()
    with pytest.raises(GemError, match="closed"):
        desk.machine.start(key)


@pytest.mark.parametrize(
    ("before", "wait", "after"),
    [
        ("to 9/99", lambda gem: gem.form_do(menu_tree()), "wait 1"),
        ("to 9/99", lambda gem: gem.form_alert(1, "[1][Text][OK]"), "wait 1"),
        ("to 9/99", lambda gem: gem.graf_growbox(GRect(0, 20, 10, 10), FULL), "wait 1"),
        ("press 100/100", lambda gem: gem.graf_dragbox(20, 20, 90, 90, FULL), "wait 1"),
        ("to 9/99", lambda gem: gem.menu_bar(menu_tree(), True), "to 30/8"),
    ],
)
def test_a_gem_can_be_closed_whatever_its_program_waits_for(
    desk: Desk, before: str, wait: Callable[[Gem], Any], after: str
) -> None:
    """Coroutines that nobody closed would warn, and warnings are errors here."""
    desk.act(before)
    desk.call(lambda: wait(desk.gem))
    desk.act(after)
    for _ in range(2):
        desk.machine.close()
        assert desk.machine.finished
    desk.machine.mouse_to(300, 300)
    desk.machine.key(0x1C0D)
    desk.act("wait 1000")


# ---- pausing


def test_settling_lets_pauses_end_but_no_timer_and_gives_up_at_last(desk: Desk) -> None:
    pauses = desk.call(*[lambda: desk.gem.pause(14)] * 10)
    timer = desk.call(lambda: desk.gem.evnt_timer(1000))
    desk.machine.settle()
    assert (pauses.done, timer.done, desk.machine.next_wakeup()) == (True, False, 1000)

    async def restless(gem: Gem) -> None:
        while True:
            await gem.pause(1000)

    desk.machine.start(restless)
    desk.machine.settle()
    assert not desk.machine.finished


def test_a_press_on_a_frame_during_a_pause_counts_when_the_pause_is_over(desk: Desk) -> None:
    desk.open(100, 60, 200, 100)
    desk.call(lambda: desk.gem.pause(500))
    desk.act("press 105/65, release, wait 400")
    assert desk.take() == []
    desk.act("wait 100")
    assert desk.take() == [CLOSED]


# ---- programs that never wait


def test_a_program_that_never_waits_is_slowed_down_and_time_goes_on() -> None:
    rounds = [0]

    async def program(gem: Gem) -> None:
        # A ticking clock makes it no faster.
        gem.alarm(lambda: gem.now + 1)
        while True:
            await gem.evnt_multi(MU_TIMER | MU_MESAG, ms=0)
            rounds[0] += 1

    machine = started(program)
    assert rounds[0] < 1000
    machine.settle()
    machine.advance(1000)
    assert 10_000 < rounds[0] < 60_000
    assert machine.next_wakeup() is not None
    other = Member(machine, "OTHER.PRG")
    machine.key(0x1E61)
    machine.advance(100)
    assert other.keys == [0x1E61]


# ---- input


def test_only_the_two_buttons_of_the_mouse_are_known(desk: Desk) -> None:
    with pytest.raises(ValueError, match="mouse button 3"):
        desk.machine.mouse_button(3, True)
    for _ in range(2):
        desk.machine.mouse_button(RIGHT, True)
    assert desk.gem.graf_mkstate().buttons == RIGHT


def test_every_input_and_sound_is_told_the_host(desk: Desk) -> None:
    noted: list[tuple[object, ...]] = []
    machine = desk.machine
    machine.on_sound = lambda *pair: noted.append(pair)
    desk.gem.write_sound(8, 15)
    assert noted.pop() == (8, 15)
    desk.do(lambda: desk.gem.menu_bar(menu_tree(), True))
    machine.on_input = lambda *call: noted.append(call)
    calls: list[tuple[object, ...]] = [
        *(("mouse_to", 10, 100), ("mouse_button", RIGHT, True)),
        *(("key", 0x1E61, 1, False), ("shift", 4), ("wheel", 2), ("choose", 4, 10), ("advance", 30), ("settle",)),
        *(("resize", 320, 200), ("request_quit",)),
    ]
    for name, *values in calls:
        getattr(machine, str(name))(*values)
    assert noted == calls
    noted.clear()
    for button in (RIGHT, LEFT):
        machine.mouse_button(button, True)
        machine.take_mouse()
        machine.take_mouse()
    assert noted == [("mouse_button", button, down) for button in (RIGHT, LEFT) for down in (True, False)]


def test_a_program_that_ends_while_a_gadget_is_held_leaves_the_gem_usable() -> None:
    """The up arrow gives control to the program, and the program ends."""

    def until(type_: Msg, kind: Kind) -> Callable[[Gem], Any]:
        async def program(gem: Gem) -> None:
            gem.wind_open(gem.wind_create(kind, FULL), GRect(100, 60, 200, 100))
            while (await gem.evnt_mesag()).type != type_:
                pass
            await gem.wind_update(Update.BEG_UPDATE)

        return program

    machine = started(until(Msg.WM_ARROWED, Kind.UPARROW | Kind.NAME))
    machine.mouse_to(290, 85)
    machine.mouse_button(LEFT, True)
    assert machine.finished
    machine.advance(500)
    machine.mouse_button(LEFT, False)
    machine.start(until(Msg.WM_CLOSED, PLAIN))
    click(machine, 105, 65)
    assert machine.finished


def test_frame_keys_change_with_the_picture_alone(desk: Desk) -> None:
    keys = [desk.machine.frame_key()]
    desk.act("wait 1000")
    desk.machine.resize(640, 400)
    assert desk.machine.frame_key() == keys[0]
    changes: list[Callable[[], object]] = [
        lambda: desk.to(10, 100),
        lambda: desk.gem.graf_mouse(MouseNumber.POINT_HAND),
        lambda: desk.open(30, 30, 100, 100),
    ]
    for change in changes:
        change()
        keys.append(desk.machine.frame_key())
    assert len(set(keys)) == 4


@pytest.mark.parametrize(("busy", "room"), [(True, 64), (False, 8)])
def test_the_keyboard_keeps_more_keys_for_a_busy_program_than_for_one_that_wants_none(
    desk: Desk, busy: bool, room: int
) -> None:
    desk.call(lambda: desk.gem.pause(1000) if busy else desk.gem.evnt_timer(1000))
    keys = [desk.call(desk.gem.evnt_keybd) for _ in range(room + 1)]
    desk.keys(*range(room + 5))
    assert desk.machine.waiting_keys == room
    desk.act("wait 1000")
    assert [key.result for key in keys] == [*range(room), None]
    assert desk.machine.waiting_keys == 0


def test_a_press_elsewhere_brings_nobody_to_the_front_between_the_outlines_of_a_zoom_box() -> None:
    """Frames drawn over outlines on the screen would make them appear instead of vanish."""
    box = machine()
    desktop = Member(box, "DESKTOP.APP")
    desktop.set(0, Wf.WF_NEWDESK, grey_desktop(), 0)
    desktop.do(lambda: desktop.gem.form_dial(Fmd.FMD_FINISH, FULL, FULL))
    zooming = Member(box, "ZOOM.PRG")
    zooming.open(100, 60, 200, 100)
    zooming.call(lambda: zooming.gem.graf_growbox(GRect(90, 70, 19, 6), GRect(60, 50, 300, 150)))
    click(box, 620, 390)
    seen = box.frame(pointer=False)
    desktop.do(lambda: desktop.gem.form_dial(Fmd.FMD_FINISH, FULL, FULL))
    assert box.frame(pointer=False) == seen
    assert desktop.gem.wind_get(0, Wf.WF_TOP).x == 0, "it came to the front"
