"""``gemport solve GAME NUMBER...|--board FILE``: solve deals or a position."""

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Self

from gemport.cards.board import Board
from gemport.cards.card import card_name, suit_of
from gemport.cards.cells import CellBoard
from gemport.cards.challenge import MAX_CELLS, cell_count, deal_number, number_fields, split_number, write_number
from gemport.cards.deals import FORMATS
from gemport.cards.foreign import pysol_game
from gemport.cards.game import AnyGame, Solution, Solver
from gemport.cards.notation import word_lines
from gemport.cli import arguments, registry
from gemport.cli.arguments import UsageError, check_number, numbers_in
from gemport.cli.sources import Sources, census, read_board
from gemport.cli.terminal import INTERRUPTED, Parser, print_error, print_json, print_out
from gemport.play.deck import SUIT_SIGNS
from gemport.solver import Limits, Position, Verdict
from gemport.solver.blocked import blocking_cards, chain_text
from gemport.solver.ladder import Ladder, find_ladder
from gemport.solver.proof import proof_text
from gemport.solver.sliced_work import finish

STATUS = {Verdict.WINNABLE: 0, Verdict.IMPOSSIBLE: 1, Verdict.UNDECIDED: 3}  # the exit status for each verdict

_MAX_POSITIONS = 100_000_000
_DEFAULT_POSITIONS = 40_000  # searched for a shorter solution by default: a second
_MAX_DEFAULT_SECONDS, _SHORT_SECONDS = 30, 5  # most seconds for these positions, and the seconds with --short
_MAX_SECONDS = 86_400
_CHAIN_WORDS = "$card lies under $above", ", which needs $card", ", which lies under $above"
_PROGRESS_SECONDS = 1  # seconds before the line of progress, and between two of them


def add(command: Parser) -> None:
    """Add the command's arguments."""
    names = f"{', '.join(solvable())} (default: vierfrei)"
    command.add_argument("game", type=arguments.game, metavar="GAME", help=names)
    numbers = "game numbers, or ranges such as 1-1000"
    command.add_argument("numbers", nargs="*", type=arguments.number_or_range, metavar="NUMBER", help=numbers)
    games = registry.titles(registry.has_cells, "or")
    board = f"a deal or a position of {games}, - is standard input (default: the deal of NUMBER)"
    command.add_argument("--board", type=Path, metavar="FILE", help=board)
    formats = "text for reading, moves in the notation of FreeCell solvers, or a line of JSON (default: text)"
    command.add_argument("--format", choices=FORMATS, default="text", help=formats)
    limit = f"search at most N positions, 1 to {_MAX_POSITIONS} (default: some millions)"
    positions = partial(arguments.integer, 1, _MAX_POSITIONS, f"a number of positions from 1 to {_MAX_POSITIONS}")
    command.add_argument("--limit", type=positions, metavar="N", help=limit)
    shortened = registry.titles(lambda game: game.solver is not None and game.solver.shortens, "or")
    short = f"shorten the solution of {shortened} for {_SHORT_SECONDS} seconds (default: about one)"
    command.add_argument("--short", action="store_true", help=short)
    seconds = f"shorten the solution for N seconds, 1 to {_MAX_SECONDS}; Ctrl-C stops earlier (default: see --short)"
    duration = partial(arguments.integer, 1, _MAX_SECONDS, f"a number of seconds from 1 to {_MAX_SECONDS}")
    command.add_argument("--seconds", type=duration, metavar="N", help=seconds)
    proof = "write a proof for tools/check_proof.py, of one number of VIERFREI or FreeCell (default: no proof)"
    command.add_argument("--proof", type=Path, metavar="FILE", help=proof)
    pysolfc = "write the solution of one number of FreeCell as a saved game of PySolFC, where Redo makes the moves"
    command.add_argument("--pysolfc", type=Path, metavar="FILE", help=f"{pysolfc} (default: none)")
    ladder = "print the minimum number of free cells for a win of each number (default: a solution)"
    command.add_argument("--ladder", action="store_true", help=ladder)
    command.epilog = """exit status:
  0 the game can be won, 1 it cannot (proven), 3 undecided; of several numbers the highest of these

examples:
  gemport solve vierfrei 42
  gemport solve freecell 5 --short
  gemport solve 1-1000 --format json
  gemport solve freecell 11982 --format json
  gemport solve freecell --board board.txt
  gemport solve freecell 11982 --proof proof.txt
  gemport solve freecell 617 --pysolfc 617.pso
  gemport solve 1-20 --ladder"""
    command.intermixed = True
    command.late = partial(arguments.number_ranges, solvable())
    command.set_defaults(run=_run)


def _run(given: argparse.Namespace) -> int:
    seconds: int | None = _SHORT_SECONDS if given.short and given.seconds is None else given.seconds
    game: AnyGame = given.game
    numbers: Sequence[tuple[int, int]] = given.numbers
    form, limit = given.format, given.limit
    board, proof, pysolfc = given.board, given.proof, given.pysolfc
    if given.ladder:
        if board or proof or pysolfc or seconds is not None or form == "fc-solve":
            others = "--board, --proof, --pysolfc, --short, --seconds or --format fc-solve"
            raise UsageError(f"--ladder cannot be used with {others}")
        return ladder(game, numbers, form, limit)
    has_time = len(numbers) == 1 and numbers[0][0] == numbers[0][1]
    if (not numbers) == (board is None):
        raise UsageError("expected either NUMBER or --board FILE")
    solver = solver_of(game)
    if form == "fc-solve" and not solver.knows_fc_solve:
        raise UsageError(f"--format fc-solve is not available for {game.name}")
    if seconds is not None and not solver.shortens:
        raise UsageError(f"--short and --seconds are not available for {game.name}")
    if proof is not None:
        if not (has_time and registry.has_cells(game)):
            raise UsageError(f"--proof needs one number of {registry.titles(registry.has_cells, 'or')}")
        Sources().outputs().check(proof)
    if pysolfc is not None:
        if not has_time or game.name != "freecell" or numbers[0][0] < 1 or cell_count(numbers[0][0]) < MAX_CELLS:
            raise UsageError(f"--pysolfc needs one number of FreeCell with {MAX_CELLS} cells")
        Sources().outputs().check(pysolfc)
    if board is not None:
        name, position = read_board(game, board)
        with ProgressLine() as progress:
            answer = progress.result(
                lambda: solver.solve(game.board(*position), limit, time_for(limit, seconds), progress.watch)
            )
        _print_answer(game, {"board": name}, name, game.board(*position), answer, form)
        return INTERRUPTED if progress.interrupted else STATUS[answer.verdict]
    status, title = 0, ""
    for number in numbers_in(game, numbers):
        if title and form == "fc-solve":
            # As between deals.
            print_out("")
        title = f"#{write_number(number)}"
        known = "can be won, " if verdict_of(game, number) is Verdict.WINNABLE else ""
        with ProgressLine(f"{title}: {known}") as progress:
            answer = progress.result(partial(solution, game, number, limit, seconds, progress.watch, has_time))
        _print_answer(game, number_fields(number), title, game.board.deal(number), answer, form)
        if pysolfc is not None and answer.words is not None:
            Sources().outputs().write(pysolfc, pysol_game(number, game.board.deal(number), answer.words))
        if proof is not None and not progress.interrupted:
            return _write_proof(game, number, answer, proof)
        if progress.interrupted or (answer.stopped and not has_time):
            return INTERRUPTED
        status = max(status, STATUS[answer.verdict])
    return status


def _print_answer(
    game: AnyGame, fields: Mapping[str, object], name: str, board: Board, answer: Solution, form: str
) -> None:
    words = answer.words
    lost = answer.verdict is Verdict.IMPOSSIBLE and registry.has_cells(game)
    chain = blocking_cards(Position.on(board)) if lost and isinstance(board, CellBoard) else []
    if form == "json":
        line = {"game": game.name, **fields, "verdict": answer.verdict.value, "moves": words, "states": answer.states}
        if solver_of(game).shortens:
            line["at_least"] = answer.least
        if lost:
            line["blocking"] = [list(map(card_name, link)) for link in chain]
        print_json(line)
    elif form == "text":
        title = f"{game.title} {name}: {described(answer)}"
        if words is None:
            print_out(f"{title}, {answer.states} positions" if answer.states else title)
            if chain:
                print_out(chain_text(chain, _card_sign, *_CHAIN_WORDS))
            elif lost:
                print_out("no cards block each other, but all positions that can be reached were searched")
        else:
            print_out("\n".join([f"{title}, {len(words)} moves{answer.remark}", *word_lines(words)]))
    elif words is None:
        print_error(f"{game.title} {name}: {described(answer)}")
    else:
        print_out(answer.fc_solve)


def _card_sign(card: int) -> str:
    """Return a card such as ♣A, or its name if the output has no such signs."""
    sign = f"{SUIT_SIGNS[suit_of(card)]}{card_name(card)[0].replace('T', '10')}"
    try:
        sign.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return card_name(card)
    return sign


def _write_proof(game: AnyGame, number: int, answer: Solution, path: Path) -> int:
    """Write the proof of an answer; return the exit status."""
    if answer.verdict is Verdict.UNDECIDED or (answer.verdict is Verdict.WINNABLE and answer.words is None):
        print_error(f"--proof: {game.title} #{write_number(number)}: {described(answer)}, nothing was written")
        return STATUS[Verdict.UNDECIDED]
    moves = None if answer.words is None else answer.fc_solve.split()
    with ProgressLine("proof: ") as progress:
        board: CellBoard = game.board.deal(number)
        work = proof_text(game.name, deal_number(number), Position.on(board), moves)
        text = finish(work, progress.watch)
    if text is None:
        raise AssertionError("the search for the proof found a win")
    Sources().outputs().write(path, text.encode())
    return STATUS[answer.verdict]


def ladder(game: AnyGame, numbers: Sequence[tuple[int, int]], form: str, limit: int | None) -> int:
    """Print the minimum number of free cells for each number, and save it if proven; return the exit status."""
    # Imported here: few searches need the records.
    from gemport.cli.sessions import player_store

    if not numbers or not registry.has_cells(game):
        raise UsageError(f"--ladder needs a number of {registry.titles(registry.has_cells, 'or')}")
    limits, status = Limits() if limit is None else Limits(exhaustive=limit), 0
    with player_store() as store:
        saved = store.least_cells(game.name)
        for number in dict.fromkeys(map(deal_number, numbers_in(game, numbers))):
            board: CellBoard = game.board.deal(number)
            if number in saved:
                found = Ladder(saved[number], saved[number] - 1)
            elif verdict_of(game, number) is Verdict.IMPOSSIBLE:
                found = Ladder(None, MAX_CELLS)
            else:
                with ProgressLine(f"#{number}: ") as progress:
                    try:
                        found = finish(find_ladder(Position.on(board), limits), progress.watch)
                    except KeyboardInterrupt:
                        return INTERRUPTED
                if found.proven and found.winnable is not None:
                    store.save_least_cells(game.name, number, found.winnable)
            if form == "json":
                least = {"least_cells": found.winnable, "proven": found.proven}
                print_json({"game": game.name, "number": number, **least})
            else:
                print_out(f"{game.title} #{number}: {_ladder_text(found)}")
            verdict = Verdict.IMPOSSIBLE if found.winnable is None else Verdict.WINNABLE
            status = max(status, STATUS[verdict if found.proven else Verdict.UNDECIDED])
    return status


def _ladder_text(found: Ladder) -> str:
    count = f"{found.winnable} free cell{'s' if found.winnable != 1 else ''}"
    if found.winnable is None:
        return f"cannot be won with {found.lost} free cells (proven)" if found.proven else "undecided"
    if found.proven:
        return f"needs {count} (proven)"
    return f"can be won with {count}; undecided with fewer"


class ProgressLine:
    """The progress of a search: a line on a terminal after a second, and the answer at Ctrl-C.

    Attributes:
        interrupted: whether Ctrl-C ended the search
    """

    def __init__(self, name: str = "") -> None:
        self._name = name
        self._states = 0
        self._line = sys.stderr is not None and sys.stderr.isatty()
        self._start = self._shown = time.monotonic() if self._line else 0.0
        self.interrupted = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._shown > self._start:
            self._write("")

    def result(self, search: Callable[[], Solution]) -> Solution:
        """Return the result of a search, undecided after Ctrl-C."""
        try:
            return search()
        except KeyboardInterrupt:
            self.interrupted = True
            return Solution(Verdict.UNDECIDED, None, self._states)

    def watch(self, states: int) -> None:
        """Note the number of positions searched."""
        self._states = states
        if self._line and (now := time.monotonic()) >= self._shown + _PROGRESS_SECONDS:
            self._shown = now
            rate = states / (now - self._start)
            memory = f", {used} MB" if (used := peak_memory()) else ""
            self._write(f"{self._name}{states:,} positions, {rate:,.0f} per second{memory}")

    def _write(self, text: str) -> None:
        print(f"\r{text}\x1b[K" if text else "\r\x1b[K\r", end="", file=sys.stderr, flush=True)


def peak_memory() -> int:
    """Return the maximum memory of this process so far in megabytes; 0 on Windows, which reports none."""
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> (20 if sys.platform == "darwin" else 10)


def solution(
    game: AnyGame,
    number: int,
    limit: int | None = None,
    seconds: int | None = None,
    watch: Callable[[int], object] | None = None,
    timed: bool = True,
) -> Solution:
    """Return the solution of a numbered deal. Raises UsageError.

    Without ``seconds`` and ``timed`` the time for shortening is a fixed number of positions. A number that the census
    lists as impossible is not searched. The census also decides after a search without result.
    """
    solver, board = solver_of(game), game.board.deal(check_number(game, number))
    known = verdict_of(game, number)
    if known is Verdict.IMPOSSIBLE:
        return Solution(Verdict.IMPOSSIBLE, None, 0)
    has_time = time_for(limit, seconds) if timed or seconds is not None else None
    answer = solver.solve(board, limit, has_time, watch)
    return answer._replace(verdict=known) if known and answer.verdict is Verdict.UNDECIDED else answer


def time_for(limit: int | None, seconds: int | None) -> Callable[[int], bool] | None:
    """Return a function of the positions searched for a shorter solution: whether to continue, since its first call.

    Without ``seconds``, however busy the machine is, the number of positions alone decides. Returns None with only a
    limit.
    """
    if seconds is None and limit is not None:
        return None
    end: float | None = None

    def has_time(looked: int) -> bool:
        nonlocal end
        end = end or time.monotonic() + (seconds or _MAX_DEFAULT_SECONDS)
        return time.monotonic() < end and (seconds is not None or looked < _DEFAULT_POSITIONS)

    return has_time


def verdict_of(game: AnyGame, number: int) -> Verdict | None:
    """Return the built-in census's verdict on a number, or None.

    For a challenge it is known only if the deal is impossible.
    """
    deal, cells = split_number(number)
    verdict = None if game.census is None else census()[game.census].verdict(deal)
    return verdict if cells == MAX_CELLS or verdict is Verdict.IMPOSSIBLE else None


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
