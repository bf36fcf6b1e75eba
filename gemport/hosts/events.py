"""Reading and writing of event files, EVENTS.jsonl: one JSON object per line.

A handwritten file has one action per line; after each action the program settles. A recorded file starts with a
``start`` line that holds everything the run depended on, and every event has the machine's time in milliseconds,
``at``, at which it is played back.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from gemport.gem import LEFT, RIGHT, FormatError, GemError, GemportError, charset, keys
from gemport.gem.aes.keys import Key
from gemport.gem.errors import clipped_text
from gemport.gem.untrusted_json import read_json
from gemport.settings import MAX_SCREEN_SIZE

MAX_FILE_BYTES = 64 << 20
"""Maximum size of an event file in bytes: days of play."""
BUTTONS = {"left": LEFT, "right": RIGHT}
"""Bit of each mouse button."""
MAX_STEPS = 100
"""Maximum steps of the wheel in one event."""
_MAX_WORD = 0xFFFF
_FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "move": (("x", "y"), ()),
    "press": (("button",), ("x", "y")),
    "release": (("button",), ("x", "y")),
    "click": ((), ("x", "y", "button")),
    "dclick": ((), ("x", "y", "button")),
    "wheel": (("steps",), ("x", "y")),
    "key": (("key",), ("repeat",)),
    "text": (("text",), ()),
    "wait": (("ms",), ()),
    "shot": (("file",), ("pointer",)),
    "word": (("word",), ("shift", "repeat")),
    "shift": (("shift",), ()),
    "choose": (("title", "item"), ()),
    "quit": ((), ()),
    "screen": (("width", "height"), ()),
}
"""The required and the optional fields of each event."""


@dataclass(frozen=True, slots=True)
class Event:
    """A checked line of an event file. ``do`` determines which fields apply."""

    line: int  # line number, counted from 1
    do: str
    x: int | None = None
    y: int | None = None  # pointer position in screen pixels; None if the pointer does not move
    button: int = LEFT
    steps: int = 0  # steps of the wheel, down if positive
    keys: tuple[Key, ...] = ()  # the key of ``key``, or the keys of ``text``
    ms: int = 0
    file: str = ""
    pointer: bool = True
    repeat: bool = False  # true for a repeat of a held key
    word: int = 0
    shift: int = 0
    title: int = 0
    item: int = 0  # the objects of a menu's title and entry
    width: int = 0
    height: int = 0  # new size of the screen in pixels
    at: int | None = None  # milliseconds of the machine's clock; None to wait until the program settles


def parse_events(text: str, name: str) -> list[Event]:
    """Return the events of a text without ``start`` and empty lines. Raises FormatError with the file's ``name``."""
    lines = _lines(text)
    if parse_start(text, name) is not None:
        del lines[0]
    events: list[Event] = []
    now = 0
    for number, line in lines:
        try:
            event = _event(_object(line), number)
            if event.at is not None and event.at < now:
                raise GemportError(f'"at" goes back, from {now} to {event.at}')
        except (GemportError, keys.KeyNameError) as error:
            raise FormatError(name, str(error), line=number) from None
        now = event.at or now
        events.append(event)
    return events


def parse_start(text: str, name: str) -> Mapping[str, Any] | None:
    """Return the ``start`` line of a recorded file, or None. Raises FormatError."""
    number, line = next(iter(_lines(text)), (1, ""))
    if '"start"' not in line:
        return None
    try:
        value = _object(line)
    except GemportError as error:
        raise FormatError(name, str(error), line=number) from None
    return value if value.get("do") == "start" else None


def _lines(text: str) -> list[tuple[int, str]]:
    # Not splitlines: it also splits at characters that a text can contain.
    return [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]


def _object(line: str) -> dict[str, Any]:
    try:
        value = read_json(line, _pairs)
    except json.JSONDecodeError as error:
        raise GemportError(f"not JSON: {error.msg} at column {error.colno}") from None
    except GemportError:
        raise
    except ValueError as error:
        raise GemportError(f"JSON that cannot be read: {error}") from None
    if not isinstance(value, dict):
        raise GemportError("an event is an object in braces")
    return value


def _pairs(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise GemportError(f"{key!r} is given twice")
        result[key] = value
    return result


def _event(value: dict[str, Any], number: int) -> Event:
    do = value.pop("do", None)
    if not isinstance(do, str) or do not in _FIELDS:
        raise GemportError(f'"do" is one of {", ".join(_FIELDS)}, not {_shown(do)}')
    needed, optional = _FIELDS[do]
    optional = (*optional, "at")
    for field in needed:
        if field not in value:
            raise GemportError(f'{do!r} needs "{field}"')
    fields: dict[str, Any] = {}
    for field, given in value.items():
        if field not in (*needed, *optional):
            raise GemportError(f"{do!r} has no field {field!r}")
        fields["keys" if field in ("key", "text") else field] = _checked(field, given)
    if ("x" in fields) is not ("y" in fields):
        raise GemportError('"x" and "y" come together')
    return Event(number, do, **fields)


def _shown(given: object) -> str:
    return clipped_text(json.dumps(given))


def _checked(field: str, given: object) -> Any:
    """Return the value of a field in the form of Event. Raises GemportError and KeyNameError."""
    if field in ("x", "y", "steps", "ms", "at", "word", "shift", "title", "item", "width", "height"):
        if not isinstance(given, int) or isinstance(given, bool):
            raise GemportError(f'"{field}" is a whole number, not {_shown(given)}')
        if abs(given) > 1_000_000_000:
            raise GemportError(f'"{field}" is too large: {_shown(given)}')
        if field == "steps" and abs(given) > MAX_STEPS:
            raise GemportError(f'"{field}" is at most {MAX_STEPS} either way, not {given}')
        if field in ("ms", "at") and given < 0:
            raise GemportError(f'"{field}" cannot be negative: {given}')
        if field in ("width", "height") and not 0 < given <= MAX_SCREEN_SIZE:
            raise GemportError(f'"{field}" is 1 to {MAX_SCREEN_SIZE}, not {given}')
        if field in ("word", "shift") and not 0 <= given <= _MAX_WORD:
            raise GemportError(f'"{field}" is a word, 0 to {_MAX_WORD}, not {given}')
        return given
    if field in ("pointer", "repeat"):
        if not isinstance(given, bool):
            raise GemportError(f'"{field}" is true or false, not {_shown(given)}')
        return given
    if field == "button":
        if not isinstance(given, str) or given not in BUTTONS:
            raise GemportError(f'"{field}" is "left" or "right", not {_shown(given)}')
        return BUTTONS[given]
    if not isinstance(given, str) or not given:
        raise GemportError(f'"{field}" is a text, not {_shown(given)}')
    if field == "key":
        return (keys.key_press(given),)
    if field == "text":
        charset.encode(given)  # names the place in the full text
        return tuple(Key(keys.character_word(character), 0) for character in given)
    path = PurePosixPath(given)
    # Reject names that some system does not allow, where the script would fail halfway.
    is_safe = given.isprintable() and not any(character in given for character in "\\:")
    if not is_safe or path.is_absolute() or ".." in path.parts or path.suffix != ".png":
        raise GemportError(f'"{field}" is the name of a .png file in the folder for shots, not {_shown(given)}')
    return str(path)


class Recorder:
    """A recorder of a machine's input with times, as an event file that reproduces the pictures without a window.

    ``hear`` is for ``Machine.on_input``; each line goes to ``add``. ``start`` holds everything the run depends on; it
    is written as the first line, together with the second.
    """

    def __init__(self, add: Callable[[str], None], start: Mapping[str, Any]) -> None:
        self._add = add
        self._start: Mapping[str, Any] | None = start
        self._at: tuple[int, int] | None = None
        self._shift = 0
        self._now = 0

    def hear(self, method: str, *values: int) -> None:
        """Record an input or the passing of time. Raises GemError for settling, whose time is unknown."""
        match method, values:
            case "advance", (ms,):
                self._now += ms
            case "mouse_to", (x, y):
                if (x, y) != self._at:
                    self._at = x, y
                    self._note(do="move", x=x, y=y)
            case "mouse_button", (button, down):
                self._note(do="press" if down else "release", button="left" if button == LEFT else "right")
            case "wheel", (steps,):
                self._note(do="wheel", steps=steps)
            case "key", (word, shift, repeat):
                name = keys.key_name(word, shift)
                held = {"repeat": True} if repeat else {}
                if name is not None and keys.key_press(name) == (word, shift):
                    self._note(do="key", key=name, **held)
                else:
                    self._note(do="word", word=word, shift=shift, **held)
                if keys.pointer_step(word, shift) is not None:
                    self._at = None
                self._shift = shift
            case "shift", (bits,):
                if bits != self._shift:
                    self._shift = bits
                    self._note(do="shift", shift=bits)
            case "choose", (title, item):
                self._note(do="choose", title=title, item=item)
            case "resize", (width, height):
                # The pointer stays inside the new screen.
                self._at = None
                self._note(do="screen", width=width, height=height)
            case "request_quit", ():
                self._note(do="quit")
            case "settle", ():
                raise GemError("a recorded machine is not settled, its host lets time pass")

    def _note(self, **event: object) -> None:
        if self._start is not None:
            self._write({"do": "start", **self._start})
            self._start = None
        self._write({**event, "at": self._now})

    def _write(self, line: Mapping[str, object]) -> None:
        self._add(json.dumps(line, ensure_ascii=False))
