"""The logbook: numbers that a player has listed, with a note each, and what became of them; the last games besides.

A list is a plain text, a number and its note a line, as one would type it from paper::

    # from the summer of 1993
    123456 the long one
    freecell 617
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from gemport.cards.challenge import parse_number, write_number
from gemport.gem.errors import FormatError, clipped_text
from gemport.store.statistics import Ended, Outcome

MAX_ENTRIES = 10_000
LONGEST_NOTE = 100
LAST = 20
"""So many of the last games stand in a logbook by themselves."""
_COMMENT = "#"


class LogEntry(NamedTuple):
    """A number of the list, and what the player has noted of it."""

    number: int
    note: str = ""


class LogLine(NamedTuple):
    """A number with what became of its games.

    listed: the player has listed it
    wins: of its games that are counted; None where there is none
    moves, seconds: of the win with the fewest moves
    when: seconds since 1970 of the last of its games; None where that is not known
    """

    number: int
    note: str
    listed: bool
    wins: int | None = None
    moves: int | None = None
    seconds: int | None = None
    when: float | None = None


def written_number(text: str) -> int | None:
    """Return the number of a game that is written so; None where it is none."""
    try:
        return parse_number(text)
    except ValueError:
        return None


def parse_log(text: str, name: str, numbers: Mapping[str, Container[int]], game: str) -> dict[str, list[LogEntry]]:
    """Return the entries of a file's text by their games; ``game`` is that of lines which name none.

    name: the file's, for errors; numbers: those that each game has. Raises FormatError, which names the line.
    """
    found: dict[str, list[LogEntry]] = {}
    for place, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        words = line.split(maxsplit=1)
        if not words or words[0].startswith(_COMMENT):
            continue
        of_game = game
        if words[0].lower() in numbers:
            of_game, words = words[0].lower(), words[1].split(maxsplit=1) if len(words) > 1 else [""]
        number, note = words[0], words[1].strip() if len(words) > 1 else ""
        read = written_number(number)
        if read is None:
            raise FormatError(name, f"line {place}: {clipped_text(repr(number))} is not a game number")
        if read not in numbers[of_game]:
            raise FormatError(name, f"line {place}: {of_game} has no game {number}")
        if len(note) > LONGEST_NOTE or not note.isprintable():
            raise FormatError(name, f"line {place}: a note has at most {LONGEST_NOTE} characters of plain text")
        found.setdefault(of_game, []).append(LogEntry(read, note))
    if sum(map(len, found.values())) > MAX_ENTRIES:
        raise FormatError(name, f"more than {MAX_ENTRIES} numbers")
    return found


def write_entries(entries: Iterable[LogEntry]) -> str:
    """Return a list as it is kept, and as ``parse_log`` reads it."""
    return "".join(f"{write_number(entry.number)} {entry.note}".rstrip() + "\n" for entry in entries)


def read_entries(text: str) -> list[LogEntry]:
    """Return the list that ``write_entries`` has written; lines that are damaged are left out."""
    lines = (line.partition(" ") for line in text.splitlines())
    read = ((written_number(number), note) for number, _, note in lines)
    return [LogEntry(number, note) for number, note in read if number is not None]


def merged(here: Sequence[LogEntry], there: Iterable[LogEntry]) -> list[LogEntry]:
    """Return a list with the entries of another: notes of numbers that both have are the other's, if it has any."""
    entries = {entry.number: entry for entry in here}
    for entry in there:
        if entry.note or entry.number not in entries:
            entries[entry.number] = entry
    return list(entries.values())


def log_lines(entries: Sequence[LogEntry], ended: Sequence[Ended]) -> list[LogLine]:
    """Return the lines of a logbook: the list, then the last games that are not in it, the last one first."""
    by_number: dict[int, list[Ended]] = {}
    for end in ended:
        by_number.setdefault(end.number, []).append(end)
    last = list(dict.fromkeys(end.number for end in reversed(ended)))[:LAST]
    listed = {entry.number for entry in entries}
    lines = [_line(entry, True, by_number.get(entry.number, ())) for entry in entries]
    return lines + [_line(LogEntry(number), False, by_number[number]) for number in last if number not in listed]


def _line(entry: LogEntry, listed: bool, games: Sequence[Ended]) -> LogLine:
    wins = [game for game in games if game.outcome is Outcome.WON]
    best = min((game for game in wins if game.moves is not None), key=lambda game: game.moves or 0, default=None)
    moves, seconds = (None, None) if best is None else (best.moves, best.seconds)
    when = max((game.when for game in games if game.when is not None), default=None)
    return LogLine(*entry, listed, len(wins) if games else None, moves, seconds, when)
