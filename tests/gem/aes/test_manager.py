"""The mouse over frames: who gets a press, and the lock (docs/machine.md 3.2, B.1, B.2)."""

import pytest

from gemport.gem import LEFT, MU_BUTTON, MU_MESAG, MU_TIMER, RIGHT, Gem, GRect, Kind, Msg, Update
from tests.gem.aes.desk import CLOSER, FULL, NAME, PLAIN, Desk, menu_tree, message, started, worked_example

PLACES = {
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


@pytest.fixture
def desk() -> Desk:
    return Desk({"CLOSER": CLOSER, "NAME": NAME})


@pytest.fixture
def window(desk: Desk) -> int:
    return worked_example(desk)


# ---- who gets a press


class Watcher(Desk):
    """A program with two windows, 1 at the left and 2 over it, that notes button events and messages."""

    def __init__(self) -> None:
        self.places = PLACES
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
        # a press keeps its owner until all buttons are up
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
    desk.act("click CLOSER, click 70/8, click 50/300")
    assert seen == [CLOSER, (70, 8), (50, 300)]
    assert (call.done, desk.picture() == bar) == (True, True)
    desk.act("click CLOSER")
    assert desk.take() == [closed(window)]


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


def test_an_end_without_its_begin_does_nothing(desk: Desk, window: int) -> None:
    for code in (Update.END_UPDATE, Update.END_MCTRL):
        desk.do(lambda code=code: desk.gem.wind_update(code))  # type: ignore[misc]
    desk.act("click CLOSER")
    assert desk.take() == [closed(window)]


def test_the_program_waits_for_the_screen_while_a_gadget_is_held(desk: Desk, window: int) -> None:
    timers = [desk.call(lambda: desk.gem.evnt_timer(100)) for _ in range(2)]
    desk.act("press NAME, to 320/100, wait 1000")
    assert not timers[0].done
    desk.release()
    assert [timer.done for timer in timers] == [True, False]


def test_a_program_that_counts_clicks_makes_gadgets_wait_for_the_double_click_time(desk: Desk, window: int) -> None:
    desk.call(lambda: desk.gem.evnt_multi(MU_BUTTON | MU_TIMER, clicks=2, ms=2000))
    before = desk.picture()
    desk.act("press CLOSER, wait 219")
    assert desk.picture() == before
    desk.act("wait 1")
    assert desk.picture() != before
