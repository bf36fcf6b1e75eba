"""Codec for finished and unfinished games, as dicts of plain values for JSON and SQLite.

Exports, browser storage, headers of recorded runs and the SQLite store use it. The readers raise ValueError with the
name of the invalid field.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from gemport.gem.errors import clipped_text
from gemport.store.collection import Progress, Unfinished
from gemport.store.logbook import MAX_NOTE_CHARS, LogEntry
from gemport.store.statistics import Ended, Help, Outcome

Line: TypeAlias = Mapping[str, Any]
T = TypeVar("T")

MAX_WHOLE = 2**53 - 1  # maximum integer to store: every JSON reader represents it exactly
MAX_COUNTED = 2**52
"""Limit for keys and ``played``: damaged rows can have larger ones, which new rows must not continue."""
MAX_TIME = 1e15  # limit for stored times, in seconds before or after 1970
WORD = re.compile(r"[!-~]{1,32}")  # one step in a game's notation

OUTCOMES: Mapping[str, Outcome] = {outcome.value: outcome for outcome in Outcome}
_WORDS: Mapping[Help | None, str] = {Help.NONE: "none", Help.HELPED: "helped", Help.SOLVED: "solved"}
_HELP: Mapping[str | int, Help] = {word: help_ for help_, word in _WORDS.items() if help_ is not None} | {
    # Integers: the form in SQLite.
    help_.value: help_
    for help_ in Help
}
_KINDS: Mapping[type[Any], str] = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}


# ---- finished games


def write_ended(end: Ended) -> dict[str, Any]:
    """Return a counted game as a dict."""
    return {**end._asdict(), "outcome": end.outcome.value, "help": _WORDS.get(end.help)}


def read_ended(line: Line, known: Mapping[str, Outcome] = OUTCOMES) -> Ended:
    """Parse a counted game, accepting only the outcomes in ``known``."""
    outcome = line.get("outcome")
    if not isinstance(outcome, str) or outcome not in known:
        raise ValueError(f"outcome is {clipped_text(repr(outcome))}, not {' or '.join(known)}")
    return Ended(
        number_in(line),
        known[outcome],
        _if_known(whole, line, "moves"),
        _if_known(whole, line, "undos"),
        _if_known(whole, line, "seconds"),
        _if_known(_time, line, "when"),
        _if_known(_help, line, "help"),
    )


# ---- unfinished games


def write_unfinished(game: Unfinished) -> dict[str, Any]:
    """Return an unfinished game as a dict, without its starting position."""
    return {
        **{"number": game.number, "words": " ".join(game.words), **game.progress._asdict()},
        **{"counted": game.counted, "when": game.when, "attempt": game.attempt, "help": _WORDS.get(game.help)},
    }


def read_unfinished(line: Line, words: tuple[str, ...] | None = None) -> Unfinished:
    """Parse an unfinished game; ``words`` are its steps if they are stored separately."""
    if words is None:
        words = tuple(field(line, "words", str).split())
        if not all(map(WORD.fullmatch, words)):
            raise ValueError("words are not moves")
    progress = Progress(whole(line, "made"), whole(line, "home"), whole(line, "undos"), whole(line, "seconds"))
    counted, help_ = field(line, "counted", bool), _if_known(_help, line, "help")
    number, when, attempt = number_in(line), _time(line, "when"), whole(line, "attempt")
    return Unfinished(number, words, progress, counted, when, attempt, help_)


def read_row(line: Line, words: tuple[str, ...] | None = None) -> Unfinished:
    """Parse an unfinished game, including the fields that only records set."""
    game, played = read_unfinished(line, words), line.get("played")
    if type(played) is not int or abs(played) > MAX_WHOLE:
        raise ValueError("played is not a whole number")
    return game._replace(
        key=whole(line, "key"),
        game=field(line, "game", str),
        played=played,
        holder=_if_known(whole, line, "holder"),
        fault=_if_known(_text, line, "fault"),
        start=_if_known(_text, line, "start"),
    )


# ---- logbook entries


def read_logged(line: Line) -> LogEntry:
    """Parse a logbook entry from a dict of LogEntry's fields."""
    note = field(line, "note", str)
    if len(note) > MAX_NOTE_CHARS or not note.isprintable():
        raise ValueError("note is not a line of plain text")
    return LogEntry(number_in(line), note)


# ---- fields


def field(line: Line, key: str, kind: type[T]) -> T:
    """Return the value of a field after checking its type."""
    value = line.get(key)
    if not isinstance(value, kind):
        raise _wrong(line, key, _KINDS[kind])
    return value


def whole(line: Line, key: str) -> int:
    """Return the value of a non-negative integer field."""
    value = line.get(key)
    if type(value) is not int or not 0 <= value <= MAX_WHOLE:
        raise _wrong(line, key, "a whole number")
    return value


def number_in(line: Line) -> int:
    """Return the number of the game; it can be negative."""
    value = line.get("number")
    if type(value) is not int or abs(value) > MAX_WHOLE:
        raise _wrong(line, "number", "a whole number")
    return value


def _time(line: Line, key: str) -> float:
    value: Any = line.get(key)
    if type(value) not in (int, float) or not -MAX_TIME <= value <= MAX_TIME:
        raise _wrong(line, key, "a time")
    return float(value)


def _text(line: Line, key: str) -> str:
    return field(line, key, str)


def _help(line: Line, key: str) -> Help:
    value = line[key]
    if not isinstance(value, str | int) or isinstance(value, bool) or value not in _HELP:
        raise ValueError(f"{key} is {clipped_text(repr(value))}, not {', '.join(_WORDS.values())} or null")
    return _HELP[value]


def _if_known(read: Callable[[Line, str], T], line: Line, key: str) -> T | None:
    return None if line.get(key) is None else read(line, key)


def _wrong(line: Line, key: str, what: str) -> ValueError:
    return ValueError(f"{key} is not {what}" if key in line else f"{key} is missing")
