"""``gemport stats [GAME]``: print what was won and lost; export it with the unfinished games, or import both."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from math import inf
from pathlib import Path
from typing import Any

from gemport.cli import arguments, registry
from gemport.cli.arguments import UsageError
from gemport.cli.files import Sources, decode, read_file
from gemport.cli.start import kept_store, tell_damage
from gemport.cli.terminal import complain, say
from gemport.games.game import AnyGame
from gemport.store import export
from gemport.store.records import Collection, Collections, news
from gemport.store.sqlite import Store
from gemport.store.statistics import Ended, Outcome, Statistics, summarize


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.add_argument("game", nargs="?", type=arguments.game, metavar="GAME", help=", ".join(registry.names()))
    command.add_argument("--format", choices=("text", "json"), default="text", help="how it is written (default: text)")
    files = command.add_mutually_exclusive_group()
    files.add_argument(
        "--export",
        type=Path,
        metavar="FILE",
        help="write statistics and unfinished games to a file, as JSON (default: print the statistics)",
    )
    files.add_argument(
        "--import",
        dest="import_",
        type=Path,
        metavar="FILE",
        help="add those of such a file that are not there yet (default: add nothing)",
    )
    command.epilog = """examples:
  gemport stats
  gemport stats freecell --format json
  gemport stats --export games.json
  gemport stats --import games.json"""
    command.set_defaults(run=lambda given: stats(given.game, given.format, given.export, given.import_))


def stats(game: AnyGame | None, form: str, to: Path | None, from_: Path | None) -> int:
    """Run the command, for all games if ``game`` is None; the exit status."""
    games = [registry.find(name) for name in registry.names()] if game is None else [game]
    with kept_store() as store:
        tell_damage(store)
        if from_ is not None:
            return _import(store, from_, games)
        kept = store.collections((each.name for each in games), words=to is not None)
        collections = {each.name: _of_the_game(each, kept[each.name]) for each in games}
        damaged = sum(store.count(name) - _size(collection) for name, collection in collections.items())
        if damaged:
            complain(f"{store.path}: {damaged} games are damaged and left out")
        if to is not None:
            _export(store, to, collections, damaged)
            return 0
    if form == "json":
        say(json.dumps({each.name: _fields(each, collections[each.name]) for each in games}, ensure_ascii=False))
    else:
        say(_text(games, collections, of_numbers=game is not None))
    return 0


def _of_the_game(game: AnyGame, collection: Collection) -> Collection:
    """A collection without the games of numbers that the game has not: the records may be damaged."""
    return Collection(
        [end for end in collection.ended if end.number in game.numbers],
        [begun for begun in collection.begun if begun.number in game.numbers],
    )


def _size(collection: Collection) -> int:
    return len(collection.ended) + len(collection.begun)


# ---- files


def _export(store: Store, path: Path, collections: Collections, damaged: int) -> None:
    """Write a file. Raises GemportError, and nothing is written then.

    After damage an older file that holds what is not kept any more is not replaced.
    """
    outputs = Sources().outputs()
    outputs.check(path)
    suspects = [store.path] if damaged or store.salvaged is not None else []
    suspects += store.damaged_files()
    if suspects and path.is_file():
        there = read_file(path, decode, export.LARGEST)
        older = export.read(there.removeprefix("\ufeff"), str(path), _numbers_of_all()).games
        lost = [_lost(collections.get(name, Collection()), collection) for name, collection in older.items()]
        counted, unfinished = (sum(len(more[place]) for more in lost) for place in (0, 1))
        if counted or unfinished:
            raise UsageError(
                f"{path}: not replaced, as {counted} counted and {unfinished} unfinished games of it are kept no more"
                f" ({suspects[-1]} is damaged); import it first, or write to another file"
            )
    outputs.write(path, export.write(collections).encode())


def _lost(here: Collection, there: Collection) -> Collection:
    """Return the part of an older collection that is not kept any more, and has not ended since."""
    more = news(here, there)
    ends = {end.number: end.when for end in here.ended if end.when is not None}
    return Collection(more.ended, [game for game in more.begun if ends.get(game.number, -inf) < game.when])


def _import(store: Store, path: Path, games: Iterable[AnyGame]) -> int:
    """Add what a file holds of some games; the exit status. Raises GemportError, and nothing is changed then."""
    text = read_file(path, decode, export.LARGEST)
    there = export.read(text.removeprefix("\ufeff"), str(path), _numbers_of_all())
    wanted = {game.name for game in games}
    added = store.add({name: collection for name, collection in there.games.items() if name in wanted})
    for name, more in added.items():
        title = registry.find(name).title
        say(f"{title}: {len(more.ended)} counted and {len(more.begun)} unfinished games added")
    if there.faults:
        complain(f"{path}: {len(there.faults)} damaged and left out, the first: {there.faults[0]}")
        return arguments.BAD_INPUT
    return 0


def _numbers_of_all() -> dict[str, range]:
    return {name: registry.find(name).numbers for name in registry.names()}


# ---- what is printed


def _fields(game: AnyGame, collection: Collection) -> dict[str, Any]:
    """A game's statistics as JSON has them; a game that counts no losses has none there."""
    tally = summarize(collection.ended)
    fields = _won_fields(tally)
    fields["solved"] = sum(end.outcome is Outcome.SOLVED for end in collection.ended)
    if game.counts_losses:
        fields |= {
            "lost": tally.lost,
            "percentage": tally.percentage,
            "streak": tally.streak,
            "longest_won": tally.longest_won,
            "longest_lost": tally.longest_lost,
        }
    fields["numbers"] = [
        {"number": number, **_won_fields(of_number), **({"lost": of_number.lost} if game.counts_losses else {})}
        for number, of_number in _numbers(collection)
    ]
    fields["unfinished"] = [
        {
            "number": begun.number,
            "moves": begun.progress.made,
            "home": begun.progress.home,
            "undos": begun.progress.undos,
            "seconds": begun.progress.seconds,
            "when": begun.when,
        }
        for begun in collection.begun
    ]
    return fields


def _won_fields(won: Statistics) -> dict[str, Any]:
    return {
        "won": won.won,
        "without_help": won.unaided,
        "help_unknown": won.unknown,
        "best": won.best,
        "best_undos": won.best_undos,
        "best_seconds": won.best_seconds,
        "average": won.average,
        "undos": won.undos,
    }


def _numbers(collection: Collection) -> list[tuple[int, Statistics]]:
    """By number the statistics of its games."""
    by_number: dict[int, list[Ended]] = {}
    for end in collection.ended:
        if end.outcome is Outcome.SOLVED:
            continue
        by_number.setdefault(end.number, []).append(end)
    return [(number, summarize(ended)) for number, ended in sorted(by_number.items())]


def _text(games: Sequence[AnyGame], collections: Collections, of_numbers: bool) -> str:
    head = ["", "won", "no help", "lost", "won %", "streak", "best", "average", "undos", "unfinished"]
    rows = [head, *(_row(game, collections[game.name]) for game in games)]
    parts = [_table(rows)]
    if of_numbers:
        (game,) = games
        numbers = _numbers(collections[game.name])
        if numbers:
            parts.append(_table([["number", "won", "lost", "best", "undos", "time"], *map(_number_row, numbers)]))
    return "\n\n".join(parts)


def _row(game: AnyGame, collection: Collection) -> list[str]:
    tally = summarize(collection.ended)
    losses = (
        [str(tally.lost), f"{tally.percentage}", f"{tally.streak:+}" if tally.streak else "0"]
        if game.counts_losses
        else ["-", "-", "-"]
    )
    average = "-" if tally.average is None else f"{tally.average:.1f}"
    unaided = f"{tally.unaided} (+{tally.unknown} ?)" if tally.unknown else str(tally.unaided)
    ended = [game.title, str(tally.won), unaided, *losses]
    return [*ended, _known(tally.best), average, str(tally.undos), str(len(collection.begun))]


def _number_row(line: tuple[int, Statistics]) -> list[str]:
    number, tally = line
    seconds = tally.best_seconds
    time = "-" if seconds is None else f"{seconds // 60}:{seconds % 60:02}"
    return [str(number), str(tally.won), str(tally.lost), _known(tally.best), _known(tally.best_undos), time]


def _known(figure: int | None) -> str:
    return "-" if figure is None else str(figure)


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Columns side by side: the first one begins at the left, the others end at the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
