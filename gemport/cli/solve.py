"""``gemport solve GAME NUMBER|--board FILE``: can a deal or a position be won, and how."""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from functools import cache, partial
from math import inf
from pathlib import Path

from gemport.cards.deals import FORMATS
from gemport.cards.grossfamilien import FamilyBoard
from gemport.cli import arguments
from gemport.cli.arguments import UsageError, checked
from gemport.cli.files import Sources, read_board
from gemport.cli.terminal import complain, say
from gemport.games.files import CENSUS
from gemport.games.game import AnyGame
from gemport.solver import Judgement, Limits, Position, Verdict
from gemport.solver import solve as solve_position
from gemport.solver.census import Census, parse_census
from gemport.solver.grossfamilien import LIMIT as FAMILY_LIMIT
from gemport.solver.grossfamilien import FamilyJudgement
from gemport.solver.grossfamilien import solve as solve_family
from gemport.solver.judgement import ROUNDS
from gemport.solver.short import AT_ONCE, SLICE, Shortening, price_of
from gemport.solver.solution import fc_solve_text, freecell_words, vierfrei_words

SOLVABLE = ("vierfrei", "freecell", "grossfamilien")
STATUS = {Verdict.WINNABLE: 0, Verdict.IMPOSSIBLE: 1, Verdict.UNDECIDED: 3}
"""The exit status for each verdict."""

_WORDS_A_LINE = 10
_MOST = 100_000_000
"""The largest limit."""
_SECONDS, _SHORT = 1, 5
"""Seconds that a short solution is looked for, and with --short."""
_LONGEST = 86_400
"""The most seconds."""


def add(command: arguments.Parser) -> None:
    """Add the command's arguments."""
    command.add_argument("game", type=arguments.game, metavar="GAME", help=", ".join(SOLVABLE))
    command.add_argument("number", nargs="?", type=arguments.number, metavar="NUMBER", help="a game number")
    board = "a deal or a position of VIERFREI or FreeCell, - is standard input (default: the deal of NUMBER)"
    command.add_argument("--board", type=Path, metavar="FILE", help=board)
    formats = "for reading, the moves alone as FreeCell solvers write them, or a line of JSON (default: text)"
    command.add_argument("--format", choices=FORMATS, default="text", help=formats)
    limit = f"look at no more than N positions, 1 to {_MOST} (default: some millions)"
    command.add_argument("--limit", type=_limit, metavar="N", help=limit)
    short = f"look for a short solution of VIERFREI or FreeCell for {_SHORT} seconds (default: for {_SECONDS})"
    command.add_argument("--short", action="store_true", help=short)
    seconds = f"look for one so long, 1 to {_LONGEST}; Ctrl-C ends it sooner (default: see --short)"
    command.add_argument("--seconds", type=_seconds, metavar="N", help=seconds)
    command.epilog = """exit status:
  0 the game can be won, 1 it cannot (proven), 3 undecided

examples:
  gemport solve vierfrei 42
  gemport solve freecell 5 --short
  gemport solve freecell 11982 --format json
  gemport solve freecell --board board.txt"""
    command.late = partial(arguments.number_ranges, SOLVABLE)
    command.set_defaults(run=_run)


def _run(given: argparse.Namespace) -> int:
    seconds = _SHORT if given.short and given.seconds is None else given.seconds
    return solve(given.game, given.number, given.format, given.limit, seconds, given.board)


def solve(
    game: AnyGame,
    number: int | None,
    form: str,
    limit: int | None,
    seconds: int | None = None,
    board: Path | None = None,
) -> int:
    """Run the command; the exit status.

    limit: the most positions to look at; None: the solver's own
    seconds: so long to look for a short solution; None: a second, with a limit a moment
    board: the file of a position, instead of a number
    """
    if (number is None) == (board is None):
        raise UsageError("which game? NUMBER, or --board FILE, but not both")
    if game.name == "grossfamilien":
        if form == "fc-solve":
            raise UsageError(f"--format fc-solve: there is no such notation for {game.name}")
        if seconds is not None:
            raise UsageError(f"--short, --seconds: no short solutions are looked for in {game.name}")
    name = f"#{number}"
    judgement: Judgement | FamilyJudgement
    if board is not None:
        name, position = read_board(game, board)
        judgement, words = _solved(game, Position.of(*position), limit, seconds)
    elif number is not None:
        judgement, words = solution(game, number, limit, seconds)
    if form == "json":
        line: dict[str, object] = {"game": game.name, **({"number": number} if board is None else {"board": name})}
        line |= {"verdict": judgement.verdict.value, "moves": words, "states": judgement.states}
        if isinstance(judgement, Judgement):
            line["at_least"] = judgement.least
        say(json.dumps(line, separators=(",", ":")))
    elif form == "text":
        title = f"{game.title} {name}: {in_words(judgement.verdict)}"
        if words is None:
            say(f"{title}, {judgement.states} positions" if judgement.states else title)
        else:
            lines = [" ".join(words[at : at + _WORDS_A_LINE]) for at in range(0, len(words), _WORDS_A_LINE)]
            title += f", {len(words)} moves"
            if isinstance(judgement, Judgement) and judgement.moves is not None:
                title += f", {price_of(judgement.moves)} of them not home (at least {judgement.least})"
            say("\n".join([title, *lines]))
    elif isinstance(judgement, FamilyJudgement) or judgement.moves is None:
        complain(f"{game.title} {name}: {judgement.verdict.value}")
    else:
        say(fc_solve_text(judgement.moves).rstrip("\n"))
    return STATUS[judgement.verdict]


def solution(
    game: AnyGame, number: int, limit: int | None = None, seconds: int | None = None
) -> tuple[Judgement | FamilyJudgement, list[str] | None]:
    """Return the judgement of a numbered deal, and the moves to win it in the game's notation. Raises UsageError.

    A number that the census knows to be impossible is not looked at.
    """
    if game.name == "grossfamilien":
        found = solve_family(FamilyBoard.deal(checked(game, number)), FAMILY_LIMIT if limit is None else limit)
        return found, None if found.plays is None else list(map(str, found.plays))
    columns = game.deal(checked(game, number)).columns
    if game.name not in SOLVABLE or columns is None:
        raise UsageError(f"{game.name} cannot be solved ({', '.join(SOLVABLE)} can)")
    if verdict_of(game, number) is Verdict.IMPOSSIBLE:
        return Judgement(Verdict.IMPOSSIBLE, None, 0), None
    return _solved(game, Position.of(columns), limit, seconds)


def verdict_of(game: AnyGame, number: int) -> Verdict | None:
    """Return what the built-in census knows of a number; None if that is nothing."""
    return None if game.census is None else _census()[game.census].verdict(number)


@cache
def _census() -> dict[str, Census]:
    return parse_census(Sources(builtin=True).built_in(CENSUS).decode())


def _solved(
    game: AnyGame, position: Position, limit: int | None, seconds: int | None
) -> tuple[Judgement, list[str] | None]:
    judgement = judge(position, limit)
    if judgement.moves is None:
        return judgement, None
    judgement = shorten(position, judgement, limit, seconds)
    assert judgement.moves is not None
    by_itself = game.name == "freecell"
    return judgement, freecell_words(position, judgement.moves) if by_itself else vierfrei_words(judgement.moves)


def judge(position: Position, limit: int | None) -> Judgement:
    """Think about a position until it is decided, or until ``limit`` positions have been looked at."""
    if limit is None:
        return solve_position(position)
    rounds, left = [], limit
    for weights, most in ROUNDS:
        rounds.append((weights, min(most, left)))
        left -= min(most, left)
    # The last search keeps at least as many positions as it looks at.
    return solve_position(position, Limits(tuple(rounds), left))


def shorten(position: Position, judgement: Judgement, limit: int | None, seconds: int | None) -> Judgement:
    """Make a solution shorter, for so many seconds or until Ctrl-C, looking at ``limit`` positions in all at most.

    With a limit and no seconds it takes a moment, measured in positions, so that the same limit gives the same.
    """
    assert judgement.moves is not None
    shortening = Shortening(position, judgement.moves)
    end, most = inf, inf
    if seconds is not None or limit is None:
        end = time.monotonic() + (seconds or _SECONDS)
    else:
        most = AT_ONCE
    if limit is not None:
        most = min(most, limit - judgement.states)
    looked = 0
    try:
        for looked in shortening.work():
            if looked + SLICE > most or time.monotonic() >= end:
                break
    except KeyboardInterrupt:
        # The player has waited long enough: what has been found is printed.
        pass
    return replace(judgement, moves=shortening.moves, states=judgement.states + looked, least=shortening.least)


def in_words(verdict: Verdict) -> str:
    """Return a verdict as it is said of a game."""
    return {Verdict.WINNABLE: "can be won", Verdict.IMPOSSIBLE: "cannot be won"}.get(verdict, "undecided")


def _seconds(text: str) -> int:
    """Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 0 < int(text) <= _LONGEST):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, 1 to {_LONGEST}")
    return int(text)


def _limit(text: str) -> int:
    """Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= _MOST):
        raise argparse.ArgumentTypeError(f"{text!r} is not a limit, 1 to {_MOST} positions")
    return int(text)
