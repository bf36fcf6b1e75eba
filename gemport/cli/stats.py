"""``gemport stats [GAME]``: print statistics; export or import them with the unfinished games."""

import argparse
import json
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Any

from gemport.cards.challenge import MAX_CELLS, cell_count, challenge_number, number_fields, write_number
from gemport.cards.game import AnyGame
from gemport.cli import arguments, registry
from gemport.cli.arguments import UsageError
from gemport.cli.sessions import open_store, report_damage
from gemport.cli.sources import Sources, decode, read_file
from gemport.cli.terminal import BAD_INPUT, print_error, print_out
from gemport.hosts.files import STANDARD, file_name
from gemport.store import export
from gemport.store.codec import write_unfinished
from gemport.store.collection import Collection, Collections, news
from gemport.store.sqlite import Store
from gemport.store.statistics import Ended, Outcome, Statistics, summarize, with_cells

_HEAD = ["", "won", "no help", "lost", "won %", "streak", "best", "average", "undos", "unfinished"]
_NUMBERS_HEAD = ["number", "won", "lost", "best", "undos", "time"]


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.add_argument("game", nargs="?", type=arguments.game, metavar="GAME", help=", ".join(registry.names()))
    command.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")
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
        help="add the missing records of such a file (default: add nothing)",
    )
    command.add_argument("--force", action="store_true", help="let --export replace a file (default: do not)")
    command.epilog = """examples:
  gemport stats
  gemport stats freecell --format json
  gemport stats --export games.json
  gemport stats --import games.json"""
    command.set_defaults(run=lambda given: stats(given.game, given.format, given.export, given.import_, given.force))


def stats(game: AnyGame | None, form: str, to: Path | None, from_: Path | None, force: bool) -> int:
    """Run the command, for all games if ``game`` is None; return the exit status."""
    if force and to is None:
        raise UsageError("--force can only be used with --export")
    games = registry.every(game)
    with open_store() as store:
        report_damage(store)
        if from_ is not None:
            return _import(store, from_, games)
        saved = store.collections((each.name for each in games), words=to is not None)
        collections, damaged = {}, 0
        for each in games:
            # Damaged records may have numbers outside the game's range: skip them.
            ended = [end for end in saved[each.name].ended if end.number in each.numbers]
            unfinished = [
                one for one in saved[each.name].unfinished if one.number in each.numbers or one.start is not None
            ]
            listed = [entry for entry in saved[each.name].log if entry.number in each.numbers]
            collections[each.name] = Collection(ended, unfinished, log=listed)
            damaged += store.count(each.name) - len(ended) - len(unfinished)
        if damaged:
            print_error(f"{store.path}: damaged games skipped: {damaged}")
        if to is not None:
            _export(store, to, collections, damaged, force)
            return 0
    by_number = game is not None or form == "json"
    fields = {each.name: _all_fields(each, collections[each.name], by_number) for each in games}
    if form == "json":
        print_out(json.dumps(fields, ensure_ascii=False))
        return 0
    tables = [[_HEAD, *(row for each in games for row in _rows(each.title, fields[each.name]))]]
    if game is not None:
        parts = [fields[game.name], *fields[game.name].get("challenges", {}).values()]
        numbers = [_number_row(line) for part in parts for line in part["numbers"]]
        tables += [[_NUMBERS_HEAD, *numbers]] if numbers else []
    print_out("\n\n".join(map(table, tables)))
    return 0


# ---- files


def _export(store: Store, path: Path, collections: Collections, damaged: int, force: bool) -> None:
    """Write a file, replacing an existing file only if ``force``. Raises GemportError before writing anything.

    After damage, an older file with lost records is not replaced.
    """
    outputs = Sources().outputs()
    outputs.check(path)
    if not force and path != STANDARD and path.is_file():
        raise UsageError(f"{path} already exists; --force replaces it")
    suspects = [store.path] if damaged or store.recovered is not None else []
    suspects += store.damaged_files()
    if suspects and path.is_file():
        older = _read(path).games
        lost = [_lost(collections.get(name, Collection()), collection) for name, collection in older.items()]
        counted, unfinished = (sum(len(more[place]) for more in lost) for place in (0, 1))
        if counted or unfinished:
            raise UsageError(
                f"{path} was not replaced: the records lack {counted} counted and {unfinished} unfinished games of it"
                f" ({suspects[-1]} is damaged); import it first, or export to another file"
            )
    outputs.write(path, export.write(collections).encode())


def _lost(here: Collection, there: Collection) -> Collection:
    """Return the records of an older collection that are missing now and have not ended since."""
    more = news(here, there)
    ends = {end.number: end.when for end in here.ended if end.when is not None}
    return Collection(more.ended, [game for game in more.unfinished if ends.get(game.number, -inf) < game.when])


def _import(store: Store, path: Path, games: Iterable[AnyGame]) -> int:
    """Import a file's records of some games; return the exit status. Raises GemportError before changing anything."""
    there = _read(path)
    wanted = {game.name for game in games}
    added = store.add({name: collection for name, collection in there.games.items() if name in wanted})
    for name, more in added.items():
        title = registry.find(name).title
        print_out(f"{title}: {len(more.ended)} counted and {len(more.unfinished)} unfinished games added")
    if there.faults:
        print_error(f"{file_name(path)}: {len(there.faults)} damaged and skipped, the first: {there.faults[0]}")
        return BAD_INPUT
    return 0


def _read(path: Path) -> export.Export:
    text = read_file(path, decode, export.MAX_BYTES).removeprefix("\ufeff")
    return export.read(text, file_name(path), registry.numbers())


# ---- output


def _all_fields(game: AnyGame, collection: Collection, by_number: bool) -> dict[str, Any]:
    """Return a game's statistics for JSON, with challenges separate by number of cells."""
    parts: dict[int, Collection] = {}
    for cells in range(MAX_CELLS, -1, -1):
        unfinished = [one for one in collection.unfinished if cell_count(one.number) == cells]
        parts[cells] = Collection([*with_cells(collection.ended, cells)], unfinished)
    fields = _fields(game, parts.pop(MAX_CELLS), by_number)
    challenges = {
        str(cells): _fields(game, part, by_number) for cells, part in parts.items() if part.ended or part.unfinished
    }
    return {**fields, **({"challenges": challenges} if challenges else {})}


def _fields(game: AnyGame, collection: Collection, by_number: bool) -> dict[str, Any]:
    """Return statistics, without losses if the game does not count them."""
    tally = summarize(collection.ended)
    losses = {
        "lost": tally.lost,
        "percentage": tally.percentage,
        "streak": tally.streak,
        "longest_won": tally.longest_won,
        "longest_lost": tally.longest_lost,
    }
    numbers: dict[int, list[Ended]] = {}
    for end in collection.ended if by_number else ():
        if end.outcome is not Outcome.SOLVED:
            numbers.setdefault(end.number, []).append(end)
    return {
        **_won_fields(tally),
        "solved": tally.solved,
        **(losses if game.counts_losses else {}),
        "numbers": [
            {
                **number_fields(number),
                **_won_fields(of_number),
                **({"lost": of_number.lost} if game.counts_losses else {}),
            }
            for number, of_number in ((number, summarize(ends)) for number, ends in sorted(numbers.items()))
        ],
        "unfinished": [
            {
                **(number_fields(one.number) if one.start is None else {"board": one.name}),
                "moves": one.progress.made,
                **{key: line[key] for key in ("home", "undos", "seconds", "when")},
            }
            for one, line in ((one, write_unfinished(one)) for one in collection.unfinished)
        ],
    }


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


def _rows(title: str, fields: Mapping[str, Any]) -> list[list[str]]:
    challenges = fields.get("challenges", {})
    return [_row(title, fields), *(_row(f"{title}, {cells} cells", part) for cells, part in challenges.items())]


def _row(title: str, fields: Mapping[str, Any]) -> list[str]:
    unaided = f"{fields['without_help']} (+{fields['help_unknown']} ?)" if fields["help_unknown"] else None
    streak, average = fields.get("streak"), fields["average"]
    return [
        title,
        str(fields["won"]),
        unaided or str(fields["without_help"]),
        _known(fields.get("lost")),
        _known(fields.get("percentage")),
        f"{streak:+}" if streak else _known(streak),
        _known(fields["best"]),
        "-" if average is None else f"{average:.1f}",
        str(fields["undos"]),
        str(len(fields["unfinished"])),
    ]


def _number_row(fields: Mapping[str, Any]) -> list[str]:
    number = write_number(challenge_number(fields["number"], fields.get("cells", MAX_CELLS)))
    names = ("won", "lost", "best", "best_undos")
    seconds = fields["best_seconds"]
    time = "-" if seconds is None else f"{seconds // 60}:{seconds % 60:02}"
    return [number, *(_known(fields.get(name)) for name in names), time]


def _known(figure: object) -> str:
    return "-" if figure is None else str(figure)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as lines of columns, the first left-aligned, the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
