"""All that is kept of games as one text, to be taken elsewhere: statistics and unfinished games (docs/export.md).

Nothing here reads or writes files: the store and the command line do.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from gemport.cards.boardtext import number_of, parse_board
from gemport.gem.errors import FormatError, cut
from gemport.gem.jsontext import read_json
from gemport.store.records import LATEST, MOST, WORD, Collection, Collections, Progress, Unfinished
from gemport.store.statistics import Ended, Help, Outcome

FORMAT = "gemport-records"
VERSION = 1
LARGEST = 64 << 20
"""Bytes of a text that is read; 100,000 games have 30 MiB."""

_HELP_WORDS: Mapping[Help | None, str] = {Help.NONE: "none", Help.HELPED: "helped", Help.SOLVED: "solved"}

T = TypeVar("T")


class Export(NamedTuple):
    """Contents of an export. ``faults``: of each entry that is damaged the place and what is wrong with it."""

    games: Collections
    faults: Sequence[str] = ()


def write(games: Collections) -> str:
    """Return the text of an export, one line a game that is in it."""
    texts: list[str] = []
    for name, collection in games.items():
        ended = [
            {**game._asdict(), "outcome": game.outcome.value, "help": _HELP_WORDS.get(game.help)}
            for game in collection.ended
        ]
        lists = {
            "ended": [game for game in ended if game["outcome"] != Outcome.SOLVED.value],
            "unfinished": [_begun_fields(game) for game in collection.begun if game.start is None],
            # What earlier versions would count as won, or could not deal, stands apart, where they do not look.
            "solved": [game for game in ended if game["outcome"] == Outcome.SOLVED.value],
            "boards": [_begun_fields(game) | {"start": game.start} for game in collection.begun if game.start],
        }
        parts = (f'"{key}": [\n' + ",\n".join(map(_json, lines)) + "\n]" for key, lines in lists.items())
        texts.append(f"{_json(name)}: {{" + ", ".join(parts) + "}")
    head = f'{{"format": {_json(FORMAT)}, "version": {VERSION}, "games": {{'
    return head + "\n" + ",\n".join(texts) + "\n}}\n"


def read(text: str, name: str, numbers: Mapping[str, range]) -> Export:
    """Read an export; ``name`` is the file's, for errors. ``numbers``: those that each game has.

    Raises FormatError for a text that is none as a whole.
    """
    try:
        whole = read_json(text)
    except ValueError as error:
        raise FormatError(name, f"is not an export of gemport ({error})") from None
    faults: list[str] = []
    try:
        if not isinstance(whole, dict) or whole.get("format") != FORMAT:
            raise ValueError("is not an export of gemport")
        version = _whole(whole, "version")
        if version != VERSION:
            raise ValueError(f"version {version} of the format, only {VERSION} is known")
        games = _field(whole, "games", dict)
    except ValueError as error:
        raise FormatError(name, str(error)) from None
    found: dict[str, Collection] = {}
    for game, fields in games.items():
        if game not in numbers:
            faults.append(f"{game!r} is no game ({', '.join(numbers)})")
        elif not isinstance(fields, dict):
            faults.append(f"{game}: is no object")
        else:
            found[game] = _collection(game, fields, numbers[game], faults)
    return Export(found, faults)


# ---- writing


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _begun_fields(game: Unfinished) -> dict[str, object]:
    return {
        **{"number": game.number, "words": " ".join(game.words), **game.progress._asdict()},
        **{"counted": game.counted, "when": game.when, "attempt": game.attempt, "help": _HELP_WORDS.get(game.help)},
    }


# ---- reading: what is wrong is a ValueError that names the place


def _collection(game: str, fields: Mapping[str, Any], numbers: range, faults: list[str]) -> Collection:
    def numbered(line: Mapping[str, Any]) -> int:
        number = _whole(line, "number")
        if number not in numbers:
            raise ValueError(f"there is no game {number}")
        return number

    ended = [*_each(game, fields, "ended", lambda line: _ended(numbered(line), line), faults)]
    begun = [*_each(game, fields, "unfinished", lambda line: _begun(numbered(line), line), faults)]
    if "boards" in fields:
        begun += _each(game, fields, "boards", _begun_board, faults)
    if "solved" in fields:
        ended += _each(game, fields, "solved", lambda line: _ended(numbered(line), line, solved=True), faults)
    return Collection(tuple(ended), tuple(begun))


def _each(
    game: str, fields: Mapping[str, Any], key: str, make: Callable[[Mapping[str, Any]], T], faults: list[str]
) -> Iterator[T]:
    try:
        lines = _field(fields, key, list)
    except ValueError as error:
        faults.append(f"{game}: {error}")
        return
    for place, line in enumerate(lines, 1):
        try:
            if not isinstance(line, dict):
                raise ValueError("is no object")
            yield make(line)
        except ValueError as error:
            faults.append(f"{game}, {key} {place}: {error}")


def _ended(number: int, line: Mapping[str, Any], *, solved: bool = False) -> Ended:
    outcome, known = line.get("outcome"), ["solved"] if solved else ["won", "lost"]
    if outcome not in known:
        raise ValueError(f"outcome is {cut(repr(outcome))}, not {' or '.join(known)}")
    help_ = Help.SOLVED if solved else _help(line)
    if help_ is Help.SOLVED and not solved:
        raise ValueError(f"help is {cut(repr(line.get('help')))}, but the outcome is {outcome}")
    moves, undos, seconds = (
        None if line.get(key) is None else _whole(line, key) for key in ("moves", "undos", "seconds")
    )
    when = None if line.get("when") is None else _time(line)
    return Ended(number, Outcome(outcome), moves, undos, seconds, when, help_)


def _begun(number: int, line: Mapping[str, Any]) -> Unfinished:
    words = tuple(_field(line, "words", str).split())
    if not all(map(WORD.fullmatch, words)):
        raise ValueError("words are no moves")
    progress = Progress(*(_whole(line, key) for key in ("made", "home", "undos", "seconds")))
    if progress.made > len(words):
        raise ValueError(f"made is {progress.made}, but there are {len(words)} words")
    counted, when, attempt = _field(line, "counted", bool), _time(line), _whole(line, "attempt")
    return Unfinished(number, words, progress, counted, when, attempt, _help(line))


def _begun_board(line: Mapping[str, Any]) -> Unfinished:
    """Return an unfinished game that began with a position; the number follows from that."""
    start = _field(line, "start", str)
    parse_board(start)
    return _begun(number_of(start), line)._replace(start=start)


def _field(line: Mapping[str, Any], key: str, kind: type[T]) -> T:
    value = line.get(key)
    if not isinstance(value, kind):
        raise ValueError(f"{key} is missing" if key not in line else f"{key} is no {_KINDS[kind]}")
    return value


_KINDS: Mapping[type[Any], str] = {dict: "object", list: "list", str: "text", bool: "truth value"}


def _whole(line: Mapping[str, Any], key: str) -> int:
    value = line.get(key)
    if type(value) is not int or not 0 <= value <= MOST:
        raise ValueError(f"{key} is missing" if key not in line else f"{key} is no whole number")
    return value


def _help(line: Mapping[str, Any]) -> Help | None:
    word = line.get("help")
    if word is not None and word not in _HELP_WORDS.values():
        raise ValueError(f"help is {word!r}, not {', '.join(_HELP_WORDS.values())} or null")
    return next((help_ for help_, known in _HELP_WORDS.items() if known == word), None)


def _time(line: Mapping[str, Any]) -> float:
    value: Any = line.get("when")
    if type(value) not in (int, float) or not -LATEST <= value <= LATEST:
        raise ValueError("when is missing" if "when" not in line else "when is no time")
    return float(value)
