"""Scripted input: EVENTS.jsonl, one JSON object a line.

A file written by hand has what a person does, a line an act; after each the program comes to rest. A recorded one
begins with a ``start`` line, which tells what the run depended on, and has the machine's time in milliseconds, ``at``,
with every event: it is played back moment by moment.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from gemport.gem.aes.keys import Key, KeyNameError, character_word, key_press
from gemport.gem.errors import GemportError, cut
from gemport.gem.formats import charset
from gemport.gem.host.anymachine import LEFT, RIGHT

LARGEST = 64 << 20
"""The most bytes that a file of events has: days of play."""
BUTTONS = {"left": LEFT, "right": RIGHT}
_WORD = 0xFFFF
_FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "move": (("x", "y"), ()),
    "press": (("button",), ("x", "y")),
    "release": (("button",), ("x", "y")),
    "click": ((), ("x", "y", "button")),
    "dclick": ((), ("x", "y", "button")),
    "key": (("key",), ()),
    "text": (("text",), ()),
    "wait": (("ms",), ()),
    "shot": (("file",), ("pointer",)),
    "word": (("word",), ("shift",)),
    "shift": (("shift",), ()),
    "quit": ((), ()),
}
"""What each event must have and may have."""


class EventError(GemportError):
    """A line of an events file cannot be played; the message names file, line and reason."""

    def __init__(self, name: str, line: int, reason: str) -> None:
        self.name = name
        self.line = line
        self.reason = reason
        super().__init__(f"{name}: line {line}: {reason}")


@dataclass(frozen=True, slots=True)
class Event:
    """One line of an events file, checked. ``do`` tells which of the fields mean something."""

    line: int
    """Counted from 1."""
    do: str
    x: int | None = None
    y: int | None = None
    """Screen pixels; None: the pointer stays where it is."""
    button: int = LEFT
    keys: tuple[Key, ...] = ()
    """The key of ``key``, or those of ``text``."""
    ms: int = 0
    file: str = ""
    pointer: bool = True
    word: int = 0
    shift: int = 0
    at: int | None = None
    """Milliseconds of the machine's clock; None: when the program has come to rest."""


def parse_events(text: str, name: str) -> list[Event]:
    """The events of a file's text without its ``start`` line; ``name`` is the file's, for errors.

    Empty lines mean nothing. Raises EventError.
    """
    lines = _lines(text)
    if parse_start(text, name) is not None:
        del lines[0]
    events = [_parse_line(line, name, number) for number, line in lines]
    now = 0
    for event in events:
        if event.at is not None and event.at < now:
            raise EventError(name, event.line, f'"at" goes back, from {now} to {event.at}')
        now = event.at or now
    return events


def parse_start(text: str, name: str) -> Mapping[str, Any] | None:
    """What the ``start`` line of a recorded file says, None for a file that has none. Raises EventError."""
    number, line = next(iter(_lines(text)), (1, ""))
    if '"start"' not in line:
        return None
    try:
        value = _object(line)
    except _LineError as error:
        raise EventError(name, number, str(error)) from None
    return value if value.get("do") == "start" else None


def _lines(text: str) -> list[tuple[int, str]]:
    # Not splitlines: a text may hold characters that it takes for the end of a line.
    return [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]


def _parse_line(line: str, name: str, number: int) -> Event:
    try:
        return _event(_object(line), number)
    except (_LineError, KeyNameError, charset.CharsetError) as error:
        raise EventError(name, number, str(error)) from None


class _LineError(ValueError):
    """What is wrong with a line, still without its place."""


def _object(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line, object_pairs_hook=_pairs)
    except json.JSONDecodeError as error:
        raise _LineError(f"not JSON: {error.msg} at column {error.colno}") from None
    except _LineError:
        raise
    except (RecursionError, ValueError):
        raise _LineError("JSON that cannot be read: nested too deeply, or a number too long") from None
    if not isinstance(value, dict):
        raise _LineError("an event is an object in braces")
    return value


def _pairs(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise _LineError(f"{key!r} is given twice")
        result[key] = value
    return result


def _event(value: dict[str, Any], number: int) -> Event:
    do = value.pop("do", None)
    if not isinstance(do, str) or do not in _FIELDS:
        raise _LineError(f'"do" is one of {", ".join(_FIELDS)}, not {_shown(do)}')
    needed, optional = _FIELDS[do]
    optional = (*optional, "at")
    for field in needed:
        if field not in value:
            raise _LineError(f'{do!r} needs "{field}"')
    fields: dict[str, Any] = {}
    for field, given in value.items():
        if field not in (*needed, *optional):
            raise _LineError(f"{do!r} has no field {field!r}")
        target, check = _CHECKS[field]
        fields[target] = check(field, given)
    if ("x" in fields) is not ("y" in fields):
        raise _LineError('"x" and "y" come together')
    return Event(number, do, **fields)


def _shown(given: object) -> str:
    return cut(json.dumps(given))


def _integer(field: str, given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool):
        raise _LineError(f'"{field}" is a whole number, not {_shown(given)}')
    if abs(given) > 1_000_000_000:
        raise _LineError(f'"{field}" is too large: {_shown(given)}')
    return given


def _duration(field: str, given: object) -> int:
    ms = _integer(field, given)
    if ms < 0:
        raise _LineError(f'"{field}" cannot be negative: {ms}')
    return ms


def _bits(field: str, given: object) -> int:
    bits = _integer(field, given)
    if not 0 <= bits <= _WORD:
        raise _LineError(f'"{field}" is a word, 0 to {_WORD}, not {bits}')
    return bits


def _button(field: str, given: object) -> int:
    if not isinstance(given, str) or given not in BUTTONS:
        raise _LineError(f'"{field}" is "left" or "right", not {_shown(given)}')
    return BUTTONS[given]


def _string(field: str, given: object) -> str:
    if not isinstance(given, str) or not given:
        raise _LineError(f'"{field}" is a text, not {_shown(given)}')
    return given


def _key(field: str, given: object) -> tuple[Key, ...]:
    return (key_press(_string(field, given)),)


def _text(field: str, given: object) -> tuple[Key, ...]:
    text = _string(field, given)
    charset.encode(text)  # names the place in the whole text
    return tuple(Key(character_word(character), 0) for character in text)


def _file(field: str, given: object) -> str:
    name = _string(field, given)
    path = PurePosixPath(name)
    # Some names are none on other systems, or on none: there the script would end in the middle.
    sound = name.isprintable() and not any(character in name for character in "\\:")
    if not sound or path.is_absolute() or ".." in path.parts or path.suffix != ".png":
        raise _LineError(f'"{field}" is the name of a .png file in the folder for shots, not {_shown(given)}')
    return str(path)


def _flag(field: str, given: object) -> bool:
    if not isinstance(given, bool):
        raise _LineError(f'"{field}" is true or false, not {_shown(given)}')
    return given


_CHECKS: dict[str, tuple[str, Callable[[str, object], Any]]] = {
    "x": ("x", _integer),
    "y": ("y", _integer),
    "button": ("button", _button),
    "key": ("keys", _key),
    "text": ("keys", _text),
    "ms": ("ms", _duration),
    "file": ("file", _file),
    "pointer": ("pointer", _flag),
    "word": ("word", _bits),
    "shift": ("shift", _bits),
    "at": ("at", _duration),
}
"""Each field of a line: the attribute it becomes, and its check."""
