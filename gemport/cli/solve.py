"""``gemport solve GAME NUMBER|--board FILE``: can a deal or a position be won, and how."""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from pathlib import Path

from gemport.cards.boardtext import BoardTextError, parse_board
from gemport.cards.deals import FORMATS
from gemport.cards.grossfamilien import FamilyBoard
from gemport.cli import arguments
from gemport.cli.arguments import UsageError, checked
from gemport.cli.files import decode, read_file
from gemport.cli.terminal import complain, say
from gemport.games.game import AnyGame
from gemport.gem.errors import FormatError
from gemport.solver import Judgement, Limits, Position, Verdict, search
from gemport.solver.grossfamilien import LIMIT as FAMILY_LIMIT
from gemport.solver.grossfamilien import FamilyJudgement
from gemport.solver.grossfamilien import solve as solve_family
from gemport.solver.solution import fc_solve_text, freecell_words, vierfrei_words

SOLVABLE = ("vierfrei", "freecell", "grossfamilien")
STATUS = {Verdict.WINNABLE: 0, Verdict.IMPOSSIBLE: 1, Verdict.UNDECIDED: 3}
"""The exit status for each verdict."""

_WORDS_A_LINE = 10
_LARGEST_BOARD = 1 << 16
"""Bytes; a board has a few hundred."""
_MOST = 100_000_000
"""The largest limit."""


def add(command: arguments.Parser) -> None:
    """Add the command's arguments."""
    command.add_argument("game", type=arguments.game, metavar="GAME", help=", ".join(SOLVABLE))
    command.add_argument("number", nargs="?", type=arguments.number, metavar="NUMBER", help="a game number")
    board = "a deal or a position of VIERFREI or FreeCell, - is standard input (default: the deal of NUMBER)"
    command.add_argument("--board", type=Path, metavar="FILE", help=board)
    formats = "for reading, the moves alone as FreeCell solvers write them, or a line of JSON (default: text)"
    command.add_argument("--format", choices=FORMATS, default="text", help=formats)
    limit = f"give up after about N positions, 1 to {_MOST} (default: after some millions)"
    command.add_argument("--limit", type=_limit, metavar="N", help=limit)
    command.epilog = """exit status:
  0 the game can be won, 1 it cannot (proven), 3 undecided

examples:
  gemport solve vierfrei 42
  gemport solve freecell 11982 --format json
  gemport solve freecell --board board.txt"""
    command.late = partial(arguments.number_ranges, SOLVABLE)
    command.set_defaults(run=lambda given: solve(given.game, given.number, given.format, given.limit, given.board))


def solve(game: AnyGame, number: int | None, form: str, limit: int | None, board: Path | None = None) -> int:
    """Run the command; the exit status.

    limit: about how many positions to look at; None: the solver's own
    board: the file of a position, instead of a number
    """
    if form == "fc-solve" and game.name == "grossfamilien":
        raise UsageError(f"--format fc-solve: there is no such notation for {game.name}")
    if (number is None) == (board is None):
        raise UsageError("which game? NUMBER, or --board FILE, but not both")
    name = f"#{number}"
    judgement: Judgement | FamilyJudgement
    if board is not None:
        name = "standard input" if str(board) == "-" else board.name
        judgement, words = _solved(game, read_board(game, board), limit)
    elif number is not None:
        judgement, words = solution(game, number, limit)
    if form == "json":
        of = {"number": number} if board is None else {"board": name}
        line = {"game": game.name, **of, "verdict": judgement.verdict.value}
        say(json.dumps({**line, "moves": words, "states": judgement.states}, separators=(",", ":")))
    elif form == "text":
        title = f"{game.title} {name}: {in_words(judgement.verdict)}"
        if words is None:
            say(f"{title}, {judgement.states} positions")
        else:
            lines = [" ".join(words[at : at + _WORDS_A_LINE]) for at in range(0, len(words), _WORDS_A_LINE)]
            say("\n".join([f"{title}, {len(words)} moves", *lines]))
    elif isinstance(judgement, FamilyJudgement) or judgement.moves is None:
        complain(f"{game.title} {name}: {judgement.verdict.value}")
    else:
        say(fc_solve_text(judgement.moves).rstrip("\n"))
    return STATUS[judgement.verdict]


def solution(
    game: AnyGame, number: int, limit: int | None = None
) -> tuple[Judgement | FamilyJudgement, list[str] | None]:
    """Return the judgement of a numbered deal, and the moves to win it in the game's notation. Raises UsageError."""
    if game.name == "grossfamilien":
        found = solve_family(FamilyBoard.deal(checked(game, number)), FAMILY_LIMIT if limit is None else limit)
        return found, None if found.plays is None else list(map(str, found.plays))
    columns = game.deal(checked(game, number)).columns
    if game.name not in SOLVABLE or columns is None:
        raise UsageError(f"{game.name} cannot be solved ({', '.join(SOLVABLE)} can)")
    return _solved(game, Position.of(columns), limit)


def read_board(game: AnyGame, path: Path) -> Position:
    """Read the position in a file; ``-`` is standard input. Raises GemportError."""
    if game.name not in ("vierfrei", "freecell"):
        raise UsageError(f"--board: {game.name} has no boards (vierfrei and freecell have)")
    if str(path) == "-":
        name, text = "standard input", decode(sys.stdin.buffer.read(_LARGEST_BOARD), "standard input")
    else:
        name, text = str(path), read_file(path, decode, _LARGEST_BOARD)
    try:
        return Position.of(*parse_board(text))
    except BoardTextError as error:
        raise FormatError(name, str(error)) from None


def _solved(game: AnyGame, position: Position, limit: int | None) -> tuple[Judgement, list[str] | None]:
    judgement = judge(position, limit)
    if judgement.moves is None:
        return judgement, None
    by_itself = game.name == "freecell"
    return judgement, freecell_words(position, judgement.moves) if by_itself else vierfrei_words(judgement.moves)


def judge(position: Position, limit: int | None) -> Judgement:
    """Think about a position until it is decided, or more than ``limit`` positions have been looked at."""
    thinking = search(position, Limits() if limit is None else Limits(exhaustive=limit))
    try:
        states = next(thinking)
        while limit is None or states <= limit:
            states = next(thinking)
    except StopIteration as end:
        judgement: Judgement = end.value
        return judgement
    thinking.close()
    return Judgement(Verdict.UNDECIDED, None, states)


def in_words(verdict: Verdict) -> str:
    """Return a verdict as it is said of a game."""
    return {Verdict.WINNABLE: "can be won", Verdict.IMPOSSIBLE: "cannot be won"}.get(verdict, "undecided")


def _limit(text: str) -> int:
    """Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= _MOST):
        raise argparse.ArgumentTypeError(f"{text!r} is not a limit, 1 to {_MOST} positions")
    return int(text)
