from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.aes.keys import Key
from gemport.gem.host.events.parse import Event, EventError, parse_events


def one(line: str) -> Event:
    (event,) = parse_events(line, "events.jsonl")
    return event


def test_every_event_of_the_format_is_read() -> None:
    text = """
{"do": "move", "x": 5, "y": 7}
{"do": "press", "button": "right"}
{"do": "release", "button": "left"}

{"do": "click", "x": 1, "y": 2}
{"do": "dclick"}
{"do": "key", "key": "F1"}
{"do": "text", "text": "1ä"}
{"do": "wait", "ms": 200}
{"do": "shot", "file": "name.png", "pointer": false}
"""
    assert parse_events(text, "events.jsonl") == [
        Event(2, "move", 5, 7),
        Event(3, "press", button=2),
        Event(4, "release", button=1),
        Event(6, "click", 1, 2),
        Event(7, "dclick"),
        Event(8, "key", keys=(Key(0x3B00, 0),)),
        Event(9, "text", keys=(Key(0x0231, 0), Key(0x2884, 0))),
        Event(10, "wait", ms=200),
        Event(11, "shot", file="name.png", pointer=False),
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"do": "key", "key": "Fx"}', "unknown key name 'Fx'"),
        ('{"do": "key", "key": 1}', '"key" is a text, not 1'),
        ('{"do": "text", "text": "a日"}', "character 2"),
        ('{"do": "jump"}', '"do" is one of move, press'),
        ('{"x": 1}', "not null"),
        ('{"do": "move", "x": 1}', "'move' needs \"y\""),
        ('{"do": "click", "x": 1}', '"x" and "y" come together'),
        ('{"do": "move", "x": 1.5, "y": 2}', '"x" is a whole number, not 1.5'),
        ('{"do": "move", "x": true, "y": 2}', '"x" is a whole number, not true'),
        ('{"do": "move", "x": 1, "y": 2, "z": 3}', "'move' has no field 'z'"),
        ('{"do": "press"}', "'press' needs \"button\""),
        ('{"do": "press", "button": "middle"}', '"button" is "left" or "right"'),
        ('{"do": "wait", "ms": -1}', "cannot be negative"),
        ('{"do": "shot", "file": "../a.png"}', "name of a .png file"),
        ('{"do": "shot", "file": "/a.png"}', "name of a .png file"),
        ('{"do": "shot", "file": "a.txt"}', "name of a .png file"),
        ('{"do": "shot", "file": "a\\u0000b.png"}', "name of a .png file"),
        ('{"do": "shot", "file": "a\\ud800.png"}', "name of a .png file"),
        ('{"do": "shot", "file": "a.png", "pointer": 1}', "true or false"),
        ('{"do": "wait", "ms": 1, "ms": 2}', "'ms' is given twice"),
        ("[1]", "an event is an object"),
        ("{", "not JSON"),
        ("[" * 100000, "JSON that cannot be read"),
        ('{"do": "wait", "ms": ' + "9" * 5000 + "}", "JSON that cannot be read"),
        ('{"do": "wait", "ms": 1e9}', "whole number"),
        ('{"do": "wait", "ms": 10000000000}', "too large"),
    ],
)
def test_a_bad_line_is_named_with_its_reason(line: str, reason: str) -> None:
    with pytest.raises(EventError) as caught:
        parse_events('{"do": "wait", "ms": 1}\n' + line, "events.jsonl")
    assert str(caught.value).startswith("events.jsonl: line 2: ")
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_only_a_line_feed_ends_a_line() -> None:
    with pytest.raises(EventError, match=r"f: line 2: character 1 of '\\u2028'"):
        parse_events('{"do": "wait", "ms": 1}\r\n{"do": "text", "text": "\u2028"}', "f")
    assert one('{"do": "text", "text": "a"}\r') == Event(1, "text", keys=(Key(0x1E61, 0),))


@given(st.text(max_size=40) | st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5)).map(json.dumps))
def test_no_line_whatever_breaks_the_reader(line: str) -> None:
    with contextlib.suppress(EventError):
        parse_events(line, "f")
