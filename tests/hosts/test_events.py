"""Event files: reading, recording, and playback without a display."""

import io
import json
from pathlib import Path

import pytest

from gemport.gem import FormatError, GemError, GemportError, Machine
from gemport.gem.aes.keys import Key, key_press
from gemport.hosts.events import Event, Recorder, parse_events
from gemport.hosts.files import built_in_artwork
from gemport.hosts.headless import HeadlessPlayer
from tests.hosts.stub import StubMachine


def one(line: str) -> Event:
    (event,) = parse_events(line, "events.jsonl")
    return event


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"do": "screen", "width": 500, "height": 0}', '"height" is 1 to 8192, not 0'),
        ('{"do": "key", "key": "Fx"}', "unknown key name 'Fx'"),
        ('{"do": "word", "word": 65536}', '"word" is a word, 0 to 65535, not 65536'),
        ('{"do": "text", "text": "a日"}', "character 2"),
        ('{"do": "jump"}', '"do" is one of move, press'),
        ('{"do": "move", "x": 1}', "'move' needs \"y\""),
        ('{"do": "click", "x": 1}', '"x" and "y" come together'),
        ('{"do": "move", "x": true, "y": 2}', '"x" is a whole number, not true'),
        ('{"do": "move", "x": 1, "y": 2, "z": 3}', "'move' has no field 'z'"),
        ('{"do": "press", "button": "middle"}', '"button" is "left" or "right"'),
        ('{"do": "wait", "ms": -1}', "cannot be negative"),
        ('{"do": "wheel", "steps": 101}', "at most 100 either way, not 101"),
        ('{"do": "shot", "file": "../a.png"}', "name of a .png file"),
        ('{"do": "shot", "file": "/a.png"}', "name of a .png file"),
        ('{"do": "shot", "file": "a.txt"}', "name of a .png file"),
        ('{"do": "shot", "file": "a\\u0000b.png"}', "name of a .png file"),
        ('{"do": "shot", "file": "a.png", "pointer": 1}', "true or false"),
        ('{"do": "wait", "ms": 1, "ms": 2}', "'ms' is given twice"),
        ("[1]", "an event is an object"),
        ("{", "not JSON"),
        ("[" * 51, "nested more than 50 deep"),
        ('{"do": "wait", "ms": ' + "9" * 5000 + "}", "JSON that cannot be read"),
        ('{"do": ["wait"], "ms": 1}', '"do" is one of'),
        ('{"do": "wait", "ms": 1e9}', "whole number"),
        ('{"do": "wait", "ms": 10000000000}', "too large"),
    ],
)
def test_a_bad_line_is_named_with_its_reason(line: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_events('{"do": "wait", "ms": 1}\n' + line, "events.jsonl")
    assert str(caught.value).startswith("events.jsonl: line 2: ")
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_only_a_line_feed_ends_a_line() -> None:
    with pytest.raises(FormatError, match=r"f: line 2: character 1 of '\\u2028'"):
        parse_events('{"do": "wait", "ms": 1}\r\n{"do": "text", "text": "\u2028"}', "f")
    assert one('{"do": "text", "text": "a"}\r') == Event(1, "text", keys=(Key(0x1E61, 0),))


class Session:
    def __init__(self) -> None:
        self.machine = Machine(built_in_artwork())
        self.out = io.StringIO()
        self.machine.on_input = Recorder(lambda line: print(line, file=self.out), {"game": "none"}).hear

    def text(self) -> str:
        return self.out.getvalue()


class Ear:
    """A wrapper that logs every input of a machine with its time."""

    def __init__(self, machine: Machine) -> None:
        self.log: list[tuple[object, ...]] = []
        self._now = 0
        self._next, machine.on_input = machine.on_input, self.hear

    def hear(self, method: str, *values: int) -> None:
        if method == "advance":
            self._now += values[0]
        else:
            self.log.append((self._now, method, *values))
        if self._next is not None:
            self._next(method, *values)


@pytest.fixture
def session() -> Session:
    return Session()


def press(machine: Machine, *states: bool, button: int = 1) -> None:
    for down in states:
        machine.mouse_button(button, down)


def test_a_recording_gives_the_same_input_at_the_same_times(session: Session) -> None:
    machine, heard = session.machine, Ear(session.machine)
    machine.mouse_to(10, 20)
    press(machine, True)
    machine.advance(7)
    machine.mouse_to(11, 20)
    press(machine, False)
    machine.advance(100)
    press(machine, True, False)
    machine.shift(4)
    for name in ("F1", "Shift+F2", "Ctrl+c", "a", "Ü", "é", "Shift+Up", "Undo", "Alt+Insert"):
        machine.advance(13)
        machine.key(*key_press(name))
    machine.key(0x6737, 0)
    for word in (0x0534, 0x6737):
        machine.key(word, 0, repeat=True)
    machine.advance(5)
    press(machine, True, False, button=2)
    machine.resize(500, 860)
    machine.mouse_to(11, 20)
    machine.choose(4, 10)
    machine.request_quit()
    again = Machine(built_in_artwork())
    heard_again = Ear(again)
    HeadlessPlayer(again, timed=True).play(parse_events(session.text(), "recording"))
    assert heard_again.log == heard.log
    assert len(heard.log) == 25


@pytest.mark.parametrize(
    ("acts", "noted"),
    [
        ("", ""),
        ("to5,5 to5,5", "start move"),
        # Keys have moved the pointer.
        ("to5,5 Alt+Up to5,5", "start move word move"),
        ("a keypad", "start key word"),
    ],
)
def test_an_input_is_noted_once(session: Session, acts: str, noted: str) -> None:
    session.machine.advance(1000)
    for act in acts.split():
        if act.startswith("to"):
            session.machine.mouse_to(*map(int, act[2:].split(",")))
        else:
            session.machine.key(*((0x6737, 1) if act == "keypad" else key_press(act)))
    lines = [json.loads(line) for line in session.text().splitlines()]
    assert [line["do"] for line in lines] == noted.split()
    assert not lines or (lines[0], lines[1]["at"]) == ({"do": "start", "game": "none"}, 1000)


def test_a_recorded_machine_is_not_settled(session: Session) -> None:
    with pytest.raises(GemError, match="its host lets time pass"):
        session.machine.settle()


def test_a_shot_added_to_a_recording_shows_the_line_before() -> None:
    machine = StubMachine()
    text = '{"do": "start"}\n{"do": "key", "key": "F1", "at": 10}\n{"do": "shot", "file": "a.png"}\n'
    player = HeadlessPlayer(machine, timed=True)
    with pytest.raises(GemportError, match="line 3: a shot needs a folder"):
        player.play(parse_events(text, "recording"))
    # The timer of F1 is still running: the machine did not settle.
    assert (machine.now, machine.bells) == (10, 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"do": "start"}\n{"do": "quit", "at": 10}\n{"do": "quit", "at": 9}', 'line 3: "at" goes back, from 10 to 9'),
        ('{"do": "quit", "at": 10}', 'line 1: "at" needs a file that begins with a start line'),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_line(text: str, reason: str) -> None:
    with pytest.raises(GemportError, match=reason):
        HeadlessPlayer(StubMachine()).play(parse_events(text, "recording"))


# ---- playback


def played(text: str, shots: Path | None = None) -> tuple[StubMachine, HeadlessPlayer]:
    machine = StubMachine()
    player = HeadlessPlayer(machine, shots)
    player.play(parse_events(text, "events.jsonl"))
    return machine, player


def test_a_double_click_leaves_no_time_between_the_clicks() -> None:
    machine = StubMachine()
    player = HeadlessPlayer(machine)
    machine.settle = lambda: machine.log.append(("settled",))  # type: ignore[method-assign]
    player.play(parse_events('{"do": "dclick", "x": 3, "y": 4}', "events.jsonl"))
    presses = [("button", 1, True), ("button", 1, False)] * 2
    assert machine.log == [("to", 3, 4), *presses, ("settled",)]


def test_after_the_program_has_ended_only_pictures_are_taken(tmp_path: Path) -> None:
    machine, _ = played(
        '{"do": "key", "key": "Esc"}\n{"do": "key", "key": "a"}\n{"do": "shot", "file": "a.png"}', tmp_path
    )
    assert machine.log == [("key", "011B", 0)]
    assert (tmp_path / "a.png").exists()
