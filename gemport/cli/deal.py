"""``gemport deal GAME NUMBER...``: print numbered deals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from gemport.cards.deals import FORMATS, DealFormatError, deal_text
from gemport.cli import arguments, registry
from gemport.cli.arguments import UsageError, checked
from gemport.cli.output import say
from gemport.patience.game import AnyGame


@dataclass(frozen=True)
class DealOptions:
    """What the command is told."""

    game: AnyGame
    numbers: list[int]
    format: str


def add(command: arguments.Parser, _language: str) -> None:
    """The command's arguments."""
    command.add_argument("game", type=arguments.game, metavar="GAME", help=", ".join(registry.names()))
    command.add_argument(
        "numbers", nargs="+", type=arguments.number, metavar="NUMBER", help="game numbers, one or more"
    )
    formats = "for reading, for FreeCell solvers, or a line of JSON a deal (default: text)"
    command.add_argument("--format", choices=FORMATS, default="text", help=formats)
    command.epilog = """examples:
  gemport deal freecell 617
  gemport deal vierfrei 1 2 3 --format json"""
    command.late = partial(arguments.number_ranges, registry.names())
    command.set_defaults(run=lambda given: deal(DealOptions(given.game, given.numbers, given.format)))


def deal(options: DealOptions) -> int:
    """Run the command; the exit status."""
    game = options.game
    try:
        for number in options.numbers:
            say(deal_text(game.name, game.title, game.deal(checked(game, number)), options.format))
    except DealFormatError as error:
        raise UsageError(str(error)) from None
    return 0
