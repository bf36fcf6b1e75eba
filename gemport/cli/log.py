"""``gemport log [FILE | --print]``: add numbers with notes to the logbook, or print it with its results."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from gemport.cards.challenge import number_fields, write_number
from gemport.cards.game import AnyGame
from gemport.cli import arguments, registry
from gemport.cli.arguments import UsageError
from gemport.cli.sessions import open_store, report_damage
from gemport.cli.sources import decode, read_file
from gemport.cli.stats import table
from gemport.cli.terminal import print_out
from gemport.store.logbook import LogLine, log_lines, merged, parse_log
from gemport.store.records import Calendar
from gemport.store.session import clock_text

MAX_LOG_BYTES = 1 << 20
_HEAD = ["won", "moves", "time", "last played"]


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.add_argument(
        "file", nargs="?", type=Path, metavar="FILE", help="a text with one number and note per line (default: none)"
    )
    command.add_argument(
        "--print", dest="print_", action="store_true", help="print the logbook (default: only without FILE)"
    )
    command.add_argument(
        "--game",
        type=arguments.game,
        metavar="GAME",
        help=f"print only this game, or the game for lines in FILE without one (default: {registry.names()[0]})",
    )
    formats = "print text for reading, or a line of JSON for each number (default: text)"
    command.add_argument("--format", choices=("text", "json"), default="text", help=formats)
    command.epilog = """A number with a * is not in the logbook: it is one of the last games played.

examples:
  gemport log numbers.txt
  gemport log --print --game freecell"""
    command.set_defaults(run=lambda given: log(given.file, given.print_, given.game, given.format))


def log(file: Path | None, print_: bool, game: AnyGame | None, form: str = "text") -> int:
    """Run the command; return the exit status. A file with an error adds nothing."""
    if file is not None and print_:
        raise UsageError("--print cannot be used with FILE")
    names = [game.name] if game is not None else registry.names()
    with open_store() as store:
        report_damage(store)
        if file is None:
            with store.reading():
                logs = {name: log_lines(store.log(name), store.outcomes(name)) for name in names}
            if form == "json":
                for name, lines in logs.items():
                    for line in lines:
                        print_out(_json(name, line, store.calendar))
                return 0
            tables = [_table(name, lines, store.calendar) for name, lines in logs.items()]
            print_out("\n\n".join(filter(None, tables)) or "the logbook is empty")
            return 0
        default = names[0]
        imported = read_file(
            file,
            lambda data, name: parse_log(decode(data, name), name, registry.numbers(), registry.boards(), default),
            MAX_LOG_BYTES,
        )
        with store.reading():
            lists = {name: merged(store.log(name), entries) for name, entries in imported.items()}
        for name, entries in lists.items():
            store.change_log(name, entries)
            count = len(imported[name])
            counted = f"{count} number{'s' if count != 1 else ''} imported"
            print_out(f"{registry.find(name).title}: {counted}, {len(entries)} in the logbook")
        if not lists:
            print_out(f"{file}: 0 numbers imported")
    return 0


def _table(name: str, lines: Sequence[LogLine], calendar: Calendar) -> str:
    if not lines:
        return ""
    head, *rows = table([[registry.find(name).title, *_HEAD], *(_row(line, calendar) for line in lines)]).splitlines()
    width = max(map(len, rows))
    noted = (f"{row:{width}}  {line.note}".rstrip() for row, line in zip(rows, lines, strict=True))
    return "\n".join([f"{head:{width}}  note", *noted])


def _json(name: str, line: LogLine, calendar: Calendar) -> str:
    moment = None if line.when is None else calendar(line.when)
    figures = {"wins": line.wins, "moves": line.moves, "seconds": line.seconds}
    fields = {"game": name, **number_fields(line.number), "note": line.note, "listed": line.listed, **figures}
    return json.dumps({**fields, "played": moment and moment.isoformat()}, separators=(",", ":"), ensure_ascii=False)


def _row(line: LogLine, calendar: Calendar) -> list[str]:
    moment = None if line.when is None else calendar(line.when)
    return [
        f"{write_number(line.number)}{'' if line.listed else ' *'}",
        "" if line.wins is None else str(line.wins),
        "" if line.moves is None else str(line.moves),
        "" if line.seconds is None else clock_text(line.seconds),
        "" if moment is None else f"{moment:%Y-%m-%d}",
    ]
