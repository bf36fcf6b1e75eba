"""Export and import of all saved game data as one text: statistics and unfinished games (docs/export.md).

This module does no file I/O; the store and the command line do.
"""

import json
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from gemport.cards.boardtext import number_of, parse_board
from gemport.gem.errors import FormatError, clipped_text
from gemport.gem.untrusted_json import read_json
from gemport.store import codec
from gemport.store.collection import Collection, Collections, Unfinished
from gemport.store.statistics import Ended, Help, Outcome

FORMAT = "gemport-records"
VERSION = 1
MAX_BYTES = 64 << 20  # maximum size of a text to read, in bytes; 100,000 games take 30 MiB

T = TypeVar("T")


class Export(NamedTuple):
    """Contents of an export, with one message in ``faults`` per damaged entry."""

    games: Collections
    faults: Sequence[str] = ()


def write(games: Collections) -> str:
    """Return the text of an export, with one line per game."""
    texts: list[str] = []
    for name, collection in games.items():
        lists = {
            "ended": [codec.write_ended(end) for end in collection.ended if end.outcome is not Outcome.SOLVED],
            "unfinished": [codec.write_unfinished(game) for game in collection.unfinished if game.start is None],
            "solved": [codec.write_ended(end) for end in collection.ended if end.outcome is Outcome.SOLVED],
            "boards": [
                codec.write_unfinished(game) | {"start": game.start} for game in collection.unfinished if game.start
            ],
        }
        if collection.log:
            lists["log"] = [entry._asdict() for entry in collection.log]
        parts = (f'"{key}": [\n' + ",\n".join(map(_json, lines)) + "\n]" for key, lines in lists.items())
        texts.append(f"{_json(name)}: {{" + ", ".join(parts) + "}")
    head = f'{{"format": {_json(FORMAT)}, "version": {VERSION}, "games": {{'
    return head + "\n" + ",\n".join(texts) + "\n}}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def read(text: str, name: str, numbers: Mapping[str, Container[int]]) -> Export:
    """Parse an export; ``name`` is the file's, for errors, and ``numbers`` holds each game's valid numbers.

    A damaged entry is skipped and reported in ``faults``. Raises FormatError if the text is not an export at all.
    """
    try:
        given = read_json(text)
    except ValueError as error:
        raise FormatError(name, f"not an export of gemport ({error})") from None
    faults: list[str] = []
    try:
        if not isinstance(given, dict) or given.get("format") != FORMAT:
            raise ValueError("not an export of gemport")
        version = codec.whole(given, "version")
        if version != VERSION:
            raise ValueError(f"format version {version} is unknown, expected {VERSION}")
        games = codec.field(given, "games", dict)
    except ValueError as error:
        raise FormatError(name, str(error)) from None
    collections: dict[str, Collection] = {}
    for game, fields in games.items():
        if game not in numbers:
            faults.append(f"{game!r} is not a game ({', '.join(numbers)})")
        elif not isinstance(fields, dict):
            faults.append(f"{game} is not an object")
        else:
            collections[game] = _collection(game, fields, numbers[game], faults)
    return Export(collections, faults)


# ---- entries; invalid ones raise ValueError


def _collection(game: str, fields: codec.Line, numbers: Container[int], faults: list[str]) -> Collection:
    def each(key: str, make: Callable[[codec.Line], T], required: bool = False) -> list[T]:
        """Return the entries of a list, without the damaged ones."""
        read: list[T] = []
        try:
            lines: list[Any] = codec.field(fields, key, list) if required or key in fields else []
        except ValueError as error:
            faults.append(f"{game}: {error}")
            return []
        for place, line in enumerate(lines, 1):
            try:
                if not isinstance(line, dict):
                    raise ValueError("not an object")
                if make is not _board and (number := codec.number_in(line)) not in numbers:
                    raise ValueError(f"game {number} does not exist")
                read.append(make(line))
            except ValueError as error:
                faults.append(f"{game}, {key} {place}: {error}")
        return read

    return Collection(
        (*each("ended", _ended, required=True), *each("solved", _solved)),
        (*each("unfinished", _unfinished, required=True), *each("boards", _board)),
        log=(*each("log", codec.read_logged),),
    )


def _ended(line: codec.Line) -> Ended:
    end = codec.read_ended(line, {outcome.value: outcome for outcome in (Outcome.WON, Outcome.LOST)})
    if end.help is Help.SOLVED:
        raise ValueError(f"help is {clipped_text(repr(line['help']))}, but the outcome is {end.outcome.value}")
    return end


def _solved(line: codec.Line) -> Ended:
    return codec.read_ended({**line, "help": Help.SOLVED}, {Outcome.SOLVED.value: Outcome.SOLVED})


def _unfinished(line: codec.Line) -> Unfinished:
    game = codec.read_unfinished(line)
    if game.progress.made > len(game.words):
        raise ValueError(f"made is {game.progress.made}, but there are {len(game.words)} words")
    return game


def _board(line: codec.Line) -> Unfinished:
    """Parse an unfinished game that started from a position, and derive its number from the position."""
    start = codec.field(line, "start", str)
    parse_board(start)
    return _unfinished({**line, "number": number_of(start)})._replace(start=start)
