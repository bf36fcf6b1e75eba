"""``gemport deal GAME NUMBER...``: print numbered deals."""

import argparse
from collections.abc import Iterable
from functools import partial

from gemport.cards.challenge import MAX_CELLS, cell_count, write_number
from gemport.cards.deals import FORMATS, DealFormatError, deal_text
from gemport.cards.game import AnyGame
from gemport.cli import arguments, registry
from gemport.cli.arguments import UsageError, numbers_in
from gemport.cli.solve import verdict_of
from gemport.cli.terminal import Parser, print_json, print_out
from gemport.solver import Position, Verdict
from gemport.solver.difficulty import Difficulty, difficulty


def add(command: Parser) -> None:
    """Add the command's arguments."""
    names = f"{', '.join(registry.names())} (default: vierfrei)"
    command.add_argument("game", type=arguments.game, metavar="GAME", help=names)
    numbers = "game numbers, one or more, or ranges such as 1-20"
    command.add_argument("numbers", nargs="+", type=arguments.number_or_range, metavar="NUMBER", help=numbers)
    formats = "text, input for FreeCell solvers (a blank line between deals), or one line of JSON per deal"
    command.add_argument("--format", choices=FORMATS, default="text", help=f"{formats} (default: text)")
    kinds = ", ".join(kind.value for kind in Difficulty)
    difficult = f"print the difficulty of each ({kinds}; default: the deals themselves)"
    command.add_argument("--difficulty", action="store_true", help=difficult)
    command.epilog = """examples:
  gemport deal freecell 617
  gemport deal freecell 617 7 1941 --difficulty
  gemport deal vierfrei 1 2 3 --format json"""
    command.intermixed = True
    command.late = partial(arguments.number_ranges, registry.names())
    command.set_defaults(run=_run)


def _run(given: argparse.Namespace) -> int:
    numbers = numbers_in(given.game, given.numbers)
    return (difficulties if given.difficulty else deal)(given.game, numbers, given.format)


def deal(game: AnyGame, numbers: Iterable[int], form: str) -> int:
    """Run the command; return the exit status."""
    try:
        deals = [deal_text(game.name, game.title, game.deal(number), form) for number in numbers]
    except DealFormatError as error:
        raise UsageError(str(error)) from None
    # fc-solve reads one deal; a blank line ends it.
    print_out(("\n\n" if form == "fc-solve" else "\n").join(deals))
    return 0


def difficulties(game: AnyGame, numbers: Iterable[int], form: str) -> int:
    """Run the command with --difficulty; return the exit status."""
    if form == "fc-solve":
        raise UsageError("--difficulty cannot be used with --format fc-solve")
    for number in numbers:
        if cell_count(number) < MAX_CELLS:
            raise UsageError(f"--difficulty: only deals with {MAX_CELLS} cells are rated, not {write_number(number)}")
        columns = game.deal(number).columns
        if columns is None:
            raise UsageError(f"--difficulty is not available for {game.name}")
        verdict = verdict_of(game, number)
        impossible = None if verdict is None else verdict is Verdict.IMPOSSIBLE
        kind = difficulty(Position.of(columns), impossible).value
        if form == "json":
            print_json({"game": game.name, "number": number, "difficulty": kind})
        else:
            print_out(f"{game.title} #{number}: {kind}")
    return 0
