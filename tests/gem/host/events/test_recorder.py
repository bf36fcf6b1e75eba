"""The recorder: every input with its time, and read back it gives the same input at the same times."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from gemport.gem.aes.dispatch import GemError
from gemport.gem.aes.keys import key_press
from gemport.gem.errors import GemportError
from gemport.gem.host.events.parse import EventError, parse_events, parse_start
from gemport.gem.host.events.recorder import Recorder
from gemport.gem.host.headless import HeadlessPlayer
from tests.gem.host.stub import StubMachine


class TimedGem(StubMachine):
    """Notes the time of every input too."""

    def _note(self, *what: object) -> None:
        self.log.append((self.now, *what))


class Session:
    """A recorded machine, and what was written about it."""

    def __init__(self) -> None:
        self.machine = TimedGem()
        self.out = io.StringIO()
        self.recorder = Recorder(self.machine, lambda line: print(line, file=self.out), {"game": "none"})

    def text(self) -> str:
        return self.out.getvalue()

    def lines(self) -> list[dict[str, Any]]:
        """The lines behind the first."""
        return [json.loads(line) for line in self.text().splitlines()[1:]]


@pytest.fixture
def session() -> Session:
    return Session()


def press(recorder: Recorder, *states: bool, button: int = 1) -> None:
    for down in states:
        recorder.mouse_button(button, down)


def test_what_is_recorded_gives_the_same_input_at_the_same_times(session: Session) -> None:
    recorder = session.recorder
    recorder.mouse_to(10, 20)
    press(recorder, True)
    recorder.advance(7)
    recorder.mouse_to(11, 20)
    press(recorder, False)
    recorder.advance(100)
    press(recorder, True, False)
    recorder.shift(4)
    for name in ("F1", "Shift+F2", "Ctrl+c", "a", "Ü", "é", "Shift+Up", "Undo"):
        recorder.advance(13)
        recorder.key(*key_press(name))
    recorder.key(0x6737, 0)
    recorder.advance(5)
    press(recorder, True, False, button=2)
    recorder.request_quit()
    again = TimedGem()
    HeadlessPlayer(again, timed=True).play(parse_events(session.text(), "recording"))
    assert again.log == session.machine.log


def test_the_first_line_tells_what_the_run_depended_on(session: Session) -> None:
    session.recorder.mouse_to(1, 2)
    assert parse_start(session.text(), "recording") == {"do": "start", "game": "none"}


def test_where_nothing_is_done_nothing_is_written(session: Session) -> None:
    session.recorder.advance(1000)
    assert session.text() == ""


def test_a_pointer_that_stays_is_not_noted_again(session: Session) -> None:
    for _ in range(3):
        session.recorder.mouse_to(5, 5)
    assert session.lines() == [{"do": "move", "x": 5, "y": 5, "at": 0}]


def test_a_pointer_that_keys_have_moved_is_noted_where_it_comes_back_to(session: Session) -> None:
    session.recorder.mouse_to(5, 5)
    session.recorder.key(*key_press("Alt+Up"))
    session.recorder.mouse_to(5, 5)
    assert [line["do"] for line in session.lines()] == ["move", "word", "move"]


def test_a_key_without_a_name_is_noted_as_its_word(session: Session) -> None:
    session.recorder.key(0x6737, 1)
    assert session.lines() == [{"do": "word", "word": 0x6737, "shift": 1, "at": 0}]


def test_a_recorded_machine_is_not_settled(session: Session) -> None:
    with pytest.raises(GemError, match="its host lets time pass"):
        session.recorder.settle()


def test_a_shot_put_into_a_recording_shows_the_moment_of_the_line_before() -> None:
    machine = TimedGem()
    text = '{"do": "start"}\n{"do": "key", "key": "F1", "at": 10}\n{"do": "shot", "file": "a.png"}\n'
    player = HeadlessPlayer(machine, timed=True)
    with pytest.raises(GemportError, match="line 3: a shot needs a folder"):
        player.play(parse_events(text, "recording"))
    # The timer that F1 started is still running: nothing was settled.
    assert (machine.now, machine.bells) == (10, 0)


def test_times_that_go_back_are_refused_with_their_line() -> None:
    text = '{"do": "start"}\n{"do": "quit", "at": 10}\n{"do": "quit", "at": 9}\n'
    with pytest.raises(EventError, match='recording: line 3: "at" goes back, from 10 to 9'):
        parse_events(text, "recording")


def test_times_without_a_start_line_are_refused() -> None:
    with pytest.raises(GemportError, match='line 1: "at" needs a file that begins with a start line'):
        HeadlessPlayer(TimedGem()).play(parse_events('{"do": "quit", "at": 10}', "recording"))
