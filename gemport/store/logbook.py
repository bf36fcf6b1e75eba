"""The logbook: game numbers listed by the player, with notes and results, and the last games played.

A list is plain text with one number and its note per line, as typed from paper notes::

    # from the summer of 1993
    123456 the long one
    freecell #617

A line that begins with ``#`` is a comment unless a digit follows.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gemport.cards.challenge import fold_name, parse_number, write_number
from gemport.gem.errors import FormatError, clipped_text
from gemport.store.statistics import Ended, Outcome

if TYPE_CHECKING:
    from gemport.cards.notation import Boards

MAX_ENTRIES = 10_000
MAX_NOTE_CHARS = 100
MAX_RECENT_GAMES = 20  # number of recent games shown in addition to the list
_COMMENT = re.compile(r"#(?![0-9+-])")


class LogEntry(NamedTuple):
    """A game number on the list, with the player's note."""

    number: int
    note: str = ""


class LogLine(NamedTuple):
    """A game number with its results.

    Attributes:
        listed: whether the number is on the player's list
        wins: number of wins; None without a counted game
        moves, seconds: figures of the win with the fewest moves
        when: end of the last counted game in seconds since 1970; None if unknown
    """

    number: int
    note: str
    listed: bool
    wins: int | None = None
    moves: int | None = None
    seconds: int | None = None
    when: float | None = None


def written_number(text: str) -> int | None:
    """Parse a game number; return None if the text is not one."""
    try:
        return parse_number(text)
    except ValueError:
        return None


def parse_log(
    text: str, name: str, numbers: Mapping[str, Container[int]], boards: Boards, game: str
) -> dict[str, list[LogEntry]]:
    """Parse a list and return its entries by game.

    Args:
        name: name of the file, for errors
        numbers: valid numbers by game
        boards: boards by game; they determine whether a number can be written like ms617
        game: game for lines that do not name one

    Raises FormatError with the line number.
    """
    entries: dict[str, list[LogEntry]] = {}
    for place, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        words = line.split(maxsplit=1)
        if not words or _COMMENT.match(words[0]):
            continue
        of_game = game
        if (named := fold_name(words[0])) in numbers:
            of_game, words = named, words[1].split(maxsplit=1) if len(words) > 1 else [""]
        number, note = words[0], words[1].strip() if len(words) > 1 else ""
        try:
            parsed = parse_number(number, boards[of_game].microsoft)
        except ValueError:
            raise FormatError(name, f"line {place}: {clipped_text(repr(number))} is not a game number") from None
        if parsed not in numbers[of_game]:
            raise FormatError(name, f"line {place}: {of_game} has no game {number}")
        if len(note) > MAX_NOTE_CHARS or not note.isprintable():
            raise FormatError(name, f"line {place}: a note has at most {MAX_NOTE_CHARS} characters of plain text")
        entries.setdefault(of_game, []).append(LogEntry(parsed, note))
    if sum(map(len, entries.values())) > MAX_ENTRIES:
        raise FormatError(name, f"more than {MAX_ENTRIES} numbers")
    return entries


def write_entries(entries: Iterable[LogEntry]) -> str:
    """Return a list in its saved form; ``parse_log`` also accepts it."""
    return "".join(f"{write_number(entry.number)} {entry.note}".rstrip() + "\n" for entry in entries)


def read_entries(text: str) -> list[LogEntry]:
    """Parse a list written by ``write_entries``, skipping damaged lines."""
    lines = (line.partition(" ") for line in text.splitlines())
    read = ((written_number(number), note) for number, _, note in lines)
    return [LogEntry(number, note) for number, note in read if number is not None]


def merged(here: Sequence[LogEntry], there: Iterable[LogEntry]) -> list[LogEntry]:
    """Merge two lists; for a number on both, a note in ``there`` replaces the one in ``here``."""
    entries = {entry.number: entry for entry in here}
    for entry in there:
        if entry.note or entry.number not in entries:
            entries[entry.number] = entry
    return list(entries.values())


def log_lines(entries: Sequence[LogEntry], ended: Sequence[Ended]) -> list[LogLine]:
    """Return the lines of a logbook: the list, then the last games not on it, newest first."""
    by_number: dict[int, list[Ended]] = {}
    for end in ended:
        by_number.setdefault(end.number, []).append(end)
    last = list(dict.fromkeys(end.number for end in reversed(ended)))[:MAX_RECENT_GAMES]
    listed = {entry.number for entry in entries}
    lines = [_line(entry, True, by_number.get(entry.number, ())) for entry in entries]
    return lines + [_line(LogEntry(number), False, by_number[number]) for number in last if number not in listed]


def _line(entry: LogEntry, listed: bool, games: Sequence[Ended]) -> LogLine:
    wins = [game for game in games if game.outcome is Outcome.WON]
    best = min((game for game in wins if game.moves is not None), key=lambda game: game.moves or 0, default=None)
    moves, seconds = (None, None) if best is None else (best.moves, best.seconds)
    when = max((game.when for game in games if game.when is not None), default=None)
    return LogLine(*entry, listed, len(wins) if games else None, moves, seconds, when)
