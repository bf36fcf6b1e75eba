"""The mouse over frames: gadgets, who gets a press, and the lock (docs/machine.md 3.2, B.1, B.2)."""

import pytest

from gemport.gem import Gem, GRect, Message
from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_MESAG, RIGHT, Arrowed, Kind, Msg, Update, Wf
from tests.gem.aes.desk import (
    CLOSER,
    FULL,
    FULLER,
    NAME,
    PLAIN,
    Desk,
    message,
    started,
    worked_example,
)

PLACES = {
    "CLOSER": CLOSER,
    "FULLER": FULLER,
    "NAME": NAME,
    "INFO": (300, 87),
    "SIZER": (490, 300),
    "UP": (490, 105),
    "ELEVATOR": (490, 194),
    "WORK": (300, 200),
    "FILE": (80, 8),
}


@pytest.fixture
def desk() -> Desk:
    return Desk(PLACES)


@pytest.fixture
def window(desk: Desk) -> int:
    return worked_example(desk)


# ---- arrows, tracks, elevators


def test_a_held_arrow_repeats_after_the_double_click_time_on_every_other_tick(desk: Desk, window: int) -> None:
    told = []
    for acts in (
        "press UP, wait 219",
        "wait 1",
        "wait 400",
        "to WORK, wait 400",
        "to UP, wait 80",
        "release, wait 400",
    ):
        desk.act(acts)
        told.append(len(desk.take()))
    assert told == [1, 1, 10, 0, 2, 0]


def test_the_wheel_moves_by_three_lines_the_window_under_the_pointer_that_has_arrows(desk: Desk, window: int) -> None:
    plain = desk.open(300, 150, 100, 100)
    for place, steps, told in (
        ("INFO", 2, [(window, Arrowed.WA_DNLINE)] * 6),
        ("SIZER", -1, [(window, Arrowed.WA_UPLINE)] * 3),
        ("WORK", 1, []),
        ("20/380", 1, []),
    ):
        desk.act(f"to {place}")
        desk.machine.wheel(steps)
        assert [(m.handle, m.w4) for m in desk.take(Msg.WM_ARROWED)] == told
    assert desk.gem.wind_get(0, Wf.WF_TOP).x == plain


@pytest.mark.parametrize(
    ("ms", "acts", "told"),
    [
        # no second step comes before the first was fetched
        (1000, "press UP, wait 900, release, wait 200", [Msg.WM_ARROWED]),
        # the first step is sent even if other messages wait
        (100, "click UP, wait 100", [1000, Msg.WM_ARROWED]),
    ],
)
def test_steps_for_a_program_that_is_busy(desk: Desk, window: int, ms: int, acts: str, told: list[int]) -> None:
    desk.call(lambda: desk.gem.evnt_timer(ms))
    if 1000 in told:
        desk.machine.send(Message(1000))
    desk.act(acts)
    assert [m.type for m in desk.take()] == told


def test_a_window_may_go_while_its_arrow_is_held(desk: Desk, window: int) -> None:
    gem = desk.gem
    desk.call(lambda: gem.evnt_mesag(), lambda: gem.wind_close(window), lambda: gem.wind_delete(window))
    desk.act("press UP, wait 1000, release, wait 100")
    assert desk.take() == []


PRESSES = {
    "LOWER": (100, 60),
    "LOWERS_WORK": (100, 150),
    "LOWERS_CLOSER": (60, 55),
    "TITLE": (300, 110),
    "STRIP": (300, 8),
    "BOTTOM_EDGE": (200, 249),
    "CLOSER": (205, 105),
    "WORK": (300, 200),
    "SHADOW": (400, 200),
    "DESKTOP": (600, 300),
}


# ---- who gets a press


class Watcher(Desk):
    """A program with two windows, 1 at the left and 2 over it, that notes button events and messages."""

    def __init__(self) -> None:
        self.places = PRESSES
        self.log: list[object] = []
        self.machine = started(self._watch)
        self.log.clear()

    async def _watch(self, gem: Gem) -> None:
        for rect in (GRect(50, 50, 200, 150), GRect(200, 100, 200, 150)):
            gem.wind_open(gem.wind_create(PLAIN | Kind.UPARROW, FULL), rect)
        while True:
            event = await gem.evnt_multi(MU_BUTTON | MU_MESAG, clicks=0x101, mask=3, state=0)
            if event.message is not None:
                self.log.append((event.message.type, event.message.handle))
            if MU_BUTTON in event.events:
                self.log.append((event.buttons, event.x, event.y))
                await gem.evnt_button(1, 3, 0)


TOPPED = [(Msg.WM_UNTOPPED, 2), (Msg.WM_TOPPED, 1)]


@pytest.mark.parametrize(
    ("acts", "log"),
    [
        # in the topped window's work area and on the desktop they are the program's; a shadow is what lies below it
        ("click WORK", [(LEFT, 300, 200)]),
        ("click DESKTOP", [(LEFT, 600, 300)]),
        ("click SHADOW", [(LEFT, 400, 200)]),
        # anywhere on a lower window they ask to top it
        *((f"click {place}", TOPPED) for place in ("LOWER", "LOWERS_WORK", "LOWERS_CLOSER")),
        # on frames and in the strip they are not the program's
        ("click TITLE, to WORK, click STRIP, to WORK, click BOTTOM_EDGE, to WORK", [(Msg.WM_MOVED, 2)]),
        # the right button does nothing on a frame but reaches the program, and the left one after it stays there
        ("press right CLOSER, release right", [(RIGHT, 205, 105)]),
        (
            "press right CLOSER, press CLOSER, release right, release, click CLOSER",
            [(RIGHT, 205, 105), (Msg.WM_CLOSED, 2)],
        ),
        # the owner of a press stays the same until all buttons are up
        ("press CLOSER, press right CLOSER, to WORK, release, to DESKTOP", []),
        ("press CLOSER, press right CLOSER, to WORK, release, to DESKTOP, release right", []),
        (
            "press CLOSER, press right CLOSER, to WORK, release, to DESKTOP, release right, click DESKTOP",
            [(LEFT, 600, 300)],
        ),
        # a button that outlasts the screen manager's work is not the program's
        ("press LOWER, press right LOWER, release, to WORK", TOPPED),
        (
            "press LOWER, press right LOWER, release, to WORK, release right, press right WORK, release right",
            [*TOPPED, (RIGHT, 300, 200)],
        ),
        # a drag out of the work area stays with the program
        ("press WORK, to CLOSER, release", [(LEFT, 300, 200)]),
    ],
)
def test_a_press_has_one_owner(acts: str, log: list[object]) -> None:
    watcher = Watcher()
    watcher.act(acts)
    assert watcher.log == log


def closed(window: int) -> object:
    return message(Msg.WM_CLOSED, window, 100, 60, 400, 250)


# ---- the lock


def test_gadgets_wait_while_the_program_has_the_screen_and_the_press_keeps_its_place(desk: Desk, window: int) -> None:
    gem = desk.gem
    desk.call(
        lambda: gem.wind_update(Update.BEG_UPDATE),
        lambda: gem.wind_update(Update.BEG_UPDATE),
        lambda: gem.evnt_timer(100),
        lambda: gem.wind_update(Update.END_UPDATE),
        lambda: gem.evnt_timer(100),
        lambda: gem.wind_update(Update.END_UPDATE),
    )
    before = desk.picture()
    for acts, told in (("press CLOSER, release, to 20/300, wait 180", []), ("wait 20", [closed(window)])):
        desk.act(acts)
        assert (desk.take(), desk.picture() == before) == (told, True)
