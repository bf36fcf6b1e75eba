"""``gemport solve GAME NUMBER|--board FILE``: solve a deal or a position."""

import argparse
import json
import time
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from gemport.cards.census import Census
from gemport.cards.challenge import MAX_CELLS, number_fields, split_number, write_number
from gemport.cards.deals import FORMATS
from gemport.cards.notation import word_lines
from gemport.cli import arguments, registry
from gemport.cli.arguments import UsageError, check_number
from gemport.cli.sources import Sources, read_board
from gemport.cli.terminal import Parser, print_error, print_out
from gemport.play.game import AnyGame, Solution, Solver
from gemport.solver import Verdict

STATUS = {Verdict.WINNABLE: 0, Verdict.IMPOSSIBLE: 1, Verdict.UNDECIDED: 3}  # the exit status for each verdict

_MAX_POSITIONS = 100_000_000
_DEFAULT_SECONDS, _SHORT_SECONDS = 1, 5  # seconds for shortening a solution, by default and with --short
_MAX_SECONDS = 86_400


def add(command: Parser) -> None:
    """Add the command's arguments."""
    command.add_argument("game", type=arguments.game, metavar="GAME", help=", ".join(solvable()))
    command.add_argument("number", nargs="?", type=arguments.number, metavar="NUMBER", help="a game number")
    games = registry.titles(registry.has_cells, "or")
    board = f"a deal or a position of {games}, - is standard input (default: the deal of NUMBER)"
    command.add_argument("--board", type=Path, metavar="FILE", help=board)
    formats = "text for reading, moves in the notation of FreeCell solvers, or a line of JSON (default: text)"
    command.add_argument("--format", choices=FORMATS, default="text", help=formats)
    limit = f"search at most N positions, 1 to {_MAX_POSITIONS} (default: some millions)"
    positions = partial(arguments.integer, 1, _MAX_POSITIONS, f"a number of positions from 1 to {_MAX_POSITIONS}")
    command.add_argument("--limit", type=positions, metavar="N", help=limit)
    shortened = registry.titles(lambda game: game.solver is not None and game.solver.shortens, "or")
    short = f"shorten the solution of {shortened} for {_SHORT_SECONDS} seconds (default: {_DEFAULT_SECONDS})"
    command.add_argument("--short", action="store_true", help=short)
    seconds = f"shorten the solution for N seconds, 1 to {_MAX_SECONDS}; Ctrl-C stops earlier (default: see --short)"
    duration = partial(arguments.integer, 1, _MAX_SECONDS, f"a number of seconds from 1 to {_MAX_SECONDS}")
    command.add_argument("--seconds", type=duration, metavar="N", help=seconds)
    command.epilog = """exit status:
  0 the game can be won, 1 it cannot (proven), 3 undecided

examples:
  gemport solve vierfrei 42
  gemport solve freecell 5 --short
  gemport solve freecell 11982 --format json
  gemport solve freecell --board board.txt"""
    command.late = partial(arguments.number_ranges, solvable())
    command.set_defaults(run=_run)


def _run(given: argparse.Namespace) -> int:
    seconds = _SHORT_SECONDS if given.short and given.seconds is None else given.seconds
    return solve(given.game, given.number, given.format, given.limit, seconds, given.board)


def solve(
    game: AnyGame,
    number: int | None,
    form: str,
    limit: int | None,
    seconds: int | None = None,
    board: Path | None = None,
) -> int:
    """Run the command; return the exit status.

    Args:
        form: output format
        limit: maximum number of positions; None for the solver's default
        seconds: time for shortening the solution; None for one second, or for a fixed effort if ``limit`` is set
        board: file of a position instead of a number
    """
    if (number is None) == (board is None):
        raise UsageError("expected either NUMBER or --board FILE")
    solver = solver_of(game)
    if form == "fc-solve" and not solver.knows_fc_solve:
        raise UsageError(f"--format fc-solve is not available for {game.name}")
    if seconds is not None and not solver.shortens:
        raise UsageError(f"--short and --seconds are not available for {game.name}")
    if board is not None:
        name, position = read_board(game, board)
        answer = solver.solve(game.board(*position), limit, time_for(limit, seconds))
    elif number is not None:
        name, answer = f"#{write_number(number)}", solution(game, number, limit, seconds)
    words = answer.words
    if form == "json":
        line: dict[str, object] = {"game": game.name, **({"board": name} if number is None else number_fields(number))}
        line |= {"verdict": answer.verdict.value, "moves": words, "states": answer.states}
        if solver.shortens:
            line["at_least"] = answer.least
        print_out(json.dumps(line, separators=(",", ":")))
    elif form == "text":
        title = f"{game.title} {name}: {described(answer)}"
        if words is None:
            print_out(f"{title}, {answer.states} positions" if answer.states else title)
        else:
            print_out("\n".join([f"{title}, {len(words)} moves{answer.remark}", *word_lines(words)]))
    elif words is None:
        print_error(f"{game.title} {name}: {described(answer)}")
    else:
        print_out(answer.fc_solve)
    return STATUS[answer.verdict]


def solution(game: AnyGame, number: int, limit: int | None = None, seconds: int | None = None) -> Solution:
    """Return the solution of a numbered deal. Raises UsageError.

    A number that the census lists as impossible is not searched. The census also decides after a search without result.
    """
    solver, board = solver_of(game), game.board.deal(check_number(game, number))
    known = verdict_of(game, number)
    if known is Verdict.IMPOSSIBLE:
        return Solution(Verdict.IMPOSSIBLE, None, 0)
    answer = solver.solve(board, limit, time_for(limit, seconds))
    return answer._replace(verdict=known) if known and answer.verdict is Verdict.UNDECIDED else answer


def time_for(limit: int | None, seconds: int | None) -> Callable[[], bool] | None:
    """Return a function that reports whether time is left for shortening, counted from its first call.

    Returns None with only a limit, so that the result is always the same.
    """
    if seconds is None and limit is not None:
        return None
    end: float | None = None

    def has_time() -> bool:
        nonlocal end
        end = end or time.monotonic() + (seconds or _DEFAULT_SECONDS)
        return time.monotonic() < end

    return has_time


def verdict_of(game: AnyGame, number: int) -> Verdict | None:
    """Return the built-in census's verdict on a number, or None.

    For a challenge it is known only if the deal is impossible.
    """
    deal, cells = split_number(number)
    verdict = None if game.census is None else _census()[game.census].verdict(deal)
    return verdict if cells == MAX_CELLS or verdict is Verdict.IMPOSSIBLE else None


@cache
def _census() -> dict[str, Census]:
    return Sources(builtin=True).census()


def solver_of(game: AnyGame) -> Solver:
    """Return a game's solver. Raises UsageError."""
    if game.solver is None:
        raise UsageError(f"{game.name} cannot be solved ({', '.join(solvable())} can)")
    return game.solver


@cache
def solvable() -> tuple[str, ...]:
    """Return the names of the games with a solver."""
    return tuple(name for name in registry.names() if registry.find(name).solver is not None)


def described(answer: Solution) -> str:
    """Return the text of an answer about a game, without its moves."""
    unsolved = answer.verdict is Verdict.WINNABLE and answer.words is None
    return f"{in_words(answer.verdict)}{', no solution found' if unsolved else ''}"


def in_words(verdict: Verdict) -> str:
    """Return the text of a verdict about a game."""
    return {Verdict.WINNABLE: "can be won", Verdict.IMPOSSIBLE: "cannot be won"}.get(verdict, "undecided")
