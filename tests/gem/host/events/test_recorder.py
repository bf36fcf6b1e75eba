from __future__ import annotations

import io

import pytest

from gemport.gem.aes.keys import key_press
from gemport.gem.host.events.parse import parse_events
from gemport.gem.host.events.recorder import Recorder
from gemport.gem.host.headless import HeadlessPlayer
from tests.gem.host.stub import StubGem


class Session:
    """A recorded gem, and what was written about it."""

    def __init__(self) -> None:
        self.gem = StubGem()
        self.out = io.StringIO()
        self.recorder = Recorder(self.gem, self.out)

    def lines(self) -> list[str]:
        self.recorder.close()
        return self.out.getvalue().splitlines()


@pytest.fixture
def session() -> Session:
    return Session()


def press(recorder: Recorder, *states: bool, button: int = 1) -> None:
    for down in states:
        recorder.mouse_button(button, down)


def test_what_is_recorded_gives_the_same_input_again(session: Session) -> None:
    recorder = session.recorder
    recorder.mouse_to(10, 20)
    press(recorder, True)
    recorder.mouse_to(30, 40)
    press(recorder, False)
    press(recorder, True, False, button=2)
    for name in ("F1", "Shift+F2", "Ctrl+c", "a", "Ü", "é", "Shift+Up", "Undo"):
        recorder.key(*key_press(name))
    again = StubGem()
    HeadlessPlayer(again).play(parse_events("\n".join(session.lines()), "recording"))
    inputs = [entry for entry in again.log if entry != ("rang",)]
    assert inputs == session.gem.log


def test_a_quick_pair_of_clicks_stays_a_double_click(session: Session) -> None:
    press(session.recorder, True, False)
    session.recorder.advance(100)
    press(session.recorder, True, False)
    assert session.lines() == ['{"do": "dclick", "button": "left"}']


def test_slow_clicks_stay_two(session: Session) -> None:
    press(session.recorder, True, False)
    session.recorder.advance(500)
    press(session.recorder, True, False)
    click = ['{"do": "press", "button": "left"}', '{"do": "release", "button": "left"}']
    assert session.lines() == [*click, '{"do": "wait", "ms": 500}', *click]


def test_the_left_button_with_the_right_one_held_keeps_its_order(session: Session) -> None:
    press(session.recorder, True, button=2)
    press(session.recorder, True, False)
    press(session.recorder, False, button=2)
    assert [line.split('"')[3] + line.split('"')[7] for line in session.lines()] == [
        "pressright",
        "pressleft",
        "releaseleft",
        "releaseright",
    ]


def test_a_pointer_that_stays_is_not_noted_again(session: Session) -> None:
    for _ in range(3):
        session.recorder.mouse_to(5, 5)
    assert len(session.lines()) == 1


def test_keypad_digits_are_noted_as_what_they_type(session: Session) -> None:
    session.recorder.key(0x6737, 0)
    assert session.lines() == ['{"do": "text", "text": "7"}']
