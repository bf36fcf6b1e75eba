from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from gemport.hosts.events import parse_events
from gemport.hosts.headless import HeadlessPlayer
from tests.hosts.stub import StubMachine


def play(text: str, shots: Path | None = None) -> tuple[StubMachine, HeadlessPlayer]:
    machine = StubMachine()
    player = HeadlessPlayer(machine, shots)
    player.play(parse_events(text, "events.jsonl"))
    return machine, player


def test_events_reach_the_gem_in_order() -> None:
    machine, _ = play(
        '{"do": "move", "x": 1, "y": 2}\n{"do": "press", "button": "right"}\n{"do": "release", "button": "right"}\n'
        '{"do": "key", "key": "Shift+F2"}\n{"do": "text", "text": "ab"}'
    )
    assert machine.log == [
        ("to", 1, 2),
        ("button", 2, True),
        ("button", 2, False),
        ("key", "5500", 2),
        ("key", "1E61", 0),
        ("key", "3062", 0),
    ]


def test_a_double_click_leaves_no_time_between_the_clicks() -> None:
    machine = StubMachine()
    player = HeadlessPlayer(machine)
    machine.settle = lambda: machine.log.append(("settled",))  # type: ignore[method-assign]
    player.play(parse_events('{"do": "dclick", "x": 3, "y": 4}', "events.jsonl"))
    presses = [("button", 1, True), ("button", 1, False)] * 2
    assert machine.log == [("to", 3, 4), *presses, ("settled",)]


def test_after_each_line_the_gem_has_settled_and_its_bells_are_counted() -> None:
    machine, player = play('{"do": "key", "key": "F1"}\n{"do": "key", "key": "a"}')
    assert machine.log == [("key", "3B00", 0), ("rang",), ("key", "1E61", 0)]
    assert player.log == [(1, 1), (2, 0)]


def test_waiting_lets_virtual_time_pass() -> None:
    assert play('{"do": "wait", "ms": 12345}')[0].now == 12345


def test_a_shot_is_the_frame_in_one_bit_black_for_ink(tmp_path: Path) -> None:
    play('{"do": "shot", "file": "a/with.png"}\n{"do": "shot", "file": "b.png", "pointer": false}', tmp_path)
    with Image.open(tmp_path / "a" / "with.png") as picture:
        assert (picture.mode, picture.size) == ("1", (640, 400))
        assert [picture.getpixel((x, 0)) for x in (0, 7, 8, 15, 16)] == [255, 255, 0, 0, 255]
    with Image.open(tmp_path / "b.png") as picture:
        assert picture.getextrema() == (255, 255)


def test_a_shot_without_a_folder_is_refused() -> None:
    with pytest.raises(ValueError, match="line 1: a shot needs a folder"):
        play('{"do": "shot", "file": "a.png"}')


def test_after_the_program_has_ended_only_pictures_are_taken(tmp_path: Path) -> None:
    machine, _ = play(
        '{"do": "key", "key": "Esc"}\n{"do": "key", "key": "a"}\n{"do": "shot", "file": "a.png"}', tmp_path
    )
    assert machine.log == [("key", "011B", 0)]
    assert (tmp_path / "a.png").exists()


def test_what_the_program_raises_comes_out() -> None:
    with pytest.raises(RuntimeError, match="the program broke"):
        play('{"do": "key", "key": "F2"}')
