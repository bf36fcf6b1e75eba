"""``gemport today [GAME]``: print the numbers of the games of the day."""

import argparse
import re
import time
from datetime import date

from gemport.cli import arguments, registry
from gemport.cli.arguments import UsageError
from gemport.cli.sources import Impossible
from gemport.cli.terminal import print_json, print_out
from gemport.store.records import moment


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.add_argument("game", nargs="?", type=arguments.game, metavar="GAME", help=", ".join(registry.names()))
    command.add_argument("--date", type=_date, metavar="YYYY-MM-DD", help="another day (default: today)")
    command.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    command.epilog = """examples:
  gemport today
  gemport today freecell --date 2026-12-24"""
    command.set_defaults(run=_run)


def _run(given: argparse.Namespace) -> int:
    day = given.date
    if day is None:
        now = moment(time.time(), None)
        if now is None:
            raise UsageError("the system clock has no valid date; use --date")
        day = now.date()
    for game in registry.every(given.game):
        games = game.games_of_week(day, () if game.census is None else Impossible(game.census))
        if not games:
            if given.game is not None:
                raise UsageError(f"{game.name} has no game of the day")
            continue
        number = games[day.weekday()]
        if given.format == "json":
            print_json({"game": game.name, "date": str(day), "number": number})
        else:
            print_out(f"{day} {game.title} #{number}")
    return 0


def _date(text: str) -> date:
    try:
        # This also parses other forms of ISO 8601: 20261224, 2026-W52-4.
        if re.fullmatch(r"[0-9]{4}(-[0-9]{2}){2}", text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"expected a date such as 2026-12-24, got {text!r}")
