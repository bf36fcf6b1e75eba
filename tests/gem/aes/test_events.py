"""evnt_multi and related calls: reported events, their times, and waiting events (docs/machine.md 3.1)."""

import pytest

from gemport.gem import Gem, GRect, Message, MouseRect, MultiEvent
from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_KEYBD, MU_M1, MU_M2, MU_MESAG, MU_TIMER, RIGHT, Msg, Mu
from tests.gem.aes.desk import started

A = 0x1E61


class Waiter:
    """A program that repeatedly waits for the same events and records them with their times."""

    def __init__(self, flags: Mu, busy: int = 0, **wish: object) -> None:
        self.seen: list[MultiEvent] = []
        self.times: list[int] = []
        self._flags, self._wish, self._busy = flags, wish, busy
        self.now = 0
        self.gem: Gem
        self.machine = started(self._run)

    async def _run(self, gem: Gem) -> None:
        self.gem = gem
        if self._busy:
            await gem.pause(self._busy)
        while True:
            event = await gem.evnt_multi(self._flags, **self._wish)  # type: ignore[arg-type]
            self.seen.append(event)
            self.times.append(self.now)
            if event.events & MU_BUTTON:
                await gem.evnt_timer(20)

    def advance(self, ms: int) -> None:
        for _ in range(ms // 5):
            self.now += 5
            self.machine.advance(5)

    def button(self, bits: int) -> None:
        for button in (LEFT, RIGHT):
            self.machine.mouse_button(button, bool(bits & button))

    def act(self, acts: str) -> None:
        """Do actions in turn: + press, - release, 100 wait 100 ms, 3/4 move to that position."""
        for act in acts.split():
            if act in "+-":
                self.button(LEFT if act == "+" else 0)
            elif "/" in act:
                x, y = act.split("/")
                self.machine.mouse_to(int(x), int(y))
            else:
                self.advance(int(act))

    @property
    def clicks(self) -> list[tuple[int, int]]:
        """Buttons and clicks of all events."""
        return [(event.buttons, event.clicks) for event in self.seen]


def received(sent: list[Message], quits: bool = False) -> list[Message | None]:
    """Return the events that a program gets of those sent while it was busy."""
    waiter = Waiter(MU_MESAG, busy=100)
    for message in sent:
        waiter.machine.send(message)
    if quits:
        waiter.machine.request_quit()
    waiter.machine.advance(100)
    return [event.message for event in waiter.seen]


def test_events_that_are_true_at_the_same_moment_are_reported_together() -> None:
    here = GRect(300, 150, 50, 80)
    flags = MU_KEYBD | MU_M1 | MU_M2 | MU_MESAG | MU_TIMER
    waiter = Waiter(flags, busy=100, m1=MouseRect(False, here), m2=MouseRect(True, here), ms=0)
    waiter.machine.key(A, 4)
    waiter.machine.send(Message(1000))
    assert waiter.seen == []
    waiter.machine.advance(100)
    events = MU_KEYBD | MU_M1 | MU_MESAG | MU_TIMER
    assert waiter.seen[0] == MultiEvent(events, 319, 199, 0, 4, A, 0, Message(1000))


def test_eight_messages_wait_and_more_are_lost_but_not_that_the_program_shall_end() -> None:
    sent = [Message(1000 + number) for number in range(11)]
    assert received(sent) == sent[:8]
    assert received(sent, quits=True) == [*sent[:8], Message(Msg.AP_TERM)]


def test_a_redraw_is_merged_into_an_older_one_of_its_window_at_the_older_ones_place() -> None:
    first, other, late = GRect(10, 20, 30, 40), Message.redraw(2, GRect(0, 0, 5, 5)), GRect(100, 10, 10, 10)
    topped = Message(Msg.WM_TOPPED, 0, 0, 1)
    sent = [Message.redraw(1, first), other, topped, Message.redraw(1, late)]
    assert received(sent) == [Message.redraw(1, GRect(10, 10, 100, 50)), other, topped]


# ---- timers


def test_a_timer_waits_in_ticks_of_20_ms_and_at_least_one() -> None:
    times = []

    async def program(gem: Gem) -> None:
        for ms in (1, 20, 39, 0, 100):
            await gem.evnt_timer(ms)
            times.append(now)

    now = 0
    machine = started(program)
    while not machine.finished:
        now += 1
        machine.advance(1)
    assert times == [20, 40, 60, 80, 180]


# ---- buttons: masks and states


@pytest.mark.parametrize(
    ("clicks", "mask", "state", "met_by"),
    [
        (1, 1, 1, {1, 3}),
        (1, 2, 2, {2, 3}),
        (1, 3, 3, {3}),
        # A busy program sees the state before the last change too: the left button alone, before both.
        (1, 3, 1, {1, 3}),
        (1, 3, 0, {0}),
        (1, 1, 0, {0, 2}),
        (0x101, 3, 0, {1, 2, 3}),
        (0x101, 3, 3, {0, 1, 2, 3}),
        (1, 0, 0, {0, 1, 2, 3}),
    ],
)
def test_a_button_event_needs_all_masked_buttons_or_with_bit_8_not_all(
    clicks: int, mask: int, state: int, met_by: set[int]
) -> None:
    for bits in range(4):
        waiter = Waiter(MU_BUTTON, busy=100, clicks=clicks, mask=mask, state=state)
        waiter.button(bits)
        waiter.machine.advance(100)
        assert bool(waiter.seen) is (bits in met_by), bits


# ---- clicks


@pytest.mark.parametrize(
    ("asked", "acts", "clicks", "times"),
    [
        # immediately if no clicks are counted, else after the double-click time plus three ticks per further click
        (1, "+", [1], [0]),
        (0, "+", [0], [0]),
        (2, "+ - 600", [1], [220]),
        (3, "+ - + - + - 600", [3], [340]),
        (2, "+ - + - + - + - 600", [2], [400]),
        # two clicks too far apart are two single ones
        (2, "+ - 300 + - 300", [1, 1], [220, 520]),
        # a move of more than two pixels ends the counting; steps of two pixels add up without that
        (2, "100/100 + 102/102", [], []),
        (2, "100/100 + 103/100", [1], [0]),
        (2, "100/100 + 100/97", [1], [0]),
        (2, "100/100 + - 102/100 104/100 106/100 300", [1], [220]),
    ],
)
def test_clicks_are_counted(asked: int, acts: str, clicks: list[int], times: list[int]) -> None:
    waiter = Waiter(MU_BUTTON, clicks=asked)
    waiter.act(acts)
    assert waiter.clicks == [(LEFT, number) for number in clicks]
    assert waiter.times == times


@pytest.mark.parametrize(("acts", "place"), [("103/100", (100, 100)), ("102/100 104/100 300", (104, 100))])
def test_a_click_is_where_it_was_before_the_pointer_went_away(acts: str, place: tuple[int, int]) -> None:
    waiter = Waiter(MU_BUTTON, clicks=2)
    waiter.act(f"100/100 + {acts}")
    assert (waiter.seen[0].x, waiter.seen[0].y) == place


@pytest.mark.parametrize(("rate", "ms"), list(enumerate((440, 320, 260, 220, 160))))
def test_the_double_click_rate_can_be_chosen(rate: int, ms: int) -> None:
    """The times 450, 330, 275, 220 and 165 ms are counted in ticks of 20."""
    waiter = Waiter(MU_BUTTON, clicks=2)
    assert waiter.gem.evnt_dclick(0, False) == 3
    assert waiter.gem.evnt_dclick(rate, True) == rate
    waiter.act("+ 500")
    assert waiter.times[0] == ms
    assert waiter.gem.evnt_dclick(9, True) == 4
