"""``gemport replay FILE``: show recorded games in a window, as pictures or as an animated GIF.

``gemport replay --solve NUMBER`` searches and shows a solution instead; ``--review`` prints the losing moves of the
recorded games.
"""

import json
import os
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from gemport.cards.boardtext import BoardText, clipped
from gemport.cards.challenge import number_fields, write_number
from gemport.cards.game import AnyGame
from gemport.cards.notation import NotationError, Record, parse_link, word_lines
from gemport.cli import arguments, registry
from gemport.cli.arguments import Job, UsageError
from gemport.cli.launch import Launch
from gemport.cli.sessions import player_store, window_title
from gemport.cli.solve import STATUS, described, solution, solvable, verdict_of
from gemport.cli.sources import read_file
from gemport.cli.terminal import Parser, print_error, print_out, raise_on_interrupt
from gemport.gem import Machine, Raster, keys
from gemport.hosts.desktop import DisplayError
from gemport.hosts.files import ANYWHERE, Outputs
from gemport.hosts.headless import write_shot
from gemport.play.recordings import PAUSE
from gemport.settings import Settings
from gemport.solver import Verdict
from gemport.store.recordings import MAX_BYTES, read_recording
from gemport.store.session import AnySession, Session
from gemport.store.sqlite import Store

MIN_SPEED, MAX_SPEED = 0.1, 100
_SAMPLE_MS = 60  # time between two pictures of a moving box in a GIF
_REVIEW_SECONDS = 10  # time limit per game for --review
_LINK = re.compile(r"(^|#)[A-Za-z]+/#?(ms)?-?[0-9]+(c[0-9])?(/[^/]*)?$")
"""Pattern for the end of an address with a game and its moves."""
_MAX_ECHOED_CHARS = 60
_LAST_FRAME_MS = 3000


_FILE = "a recording made with --record, a game of another program, or a link with moves"


def add(command: Parser) -> None:
    """Add the command's arguments."""
    command.add_argument("file", nargs="?", type=Path, metavar="FILE|LINK", help=_FILE)
    command.add_argument(
        "--solve", type=arguments.number, metavar="NUMBER", help="a solution of that game (default: the recording)"
    )
    games = ", ".join(solvable())
    command.add_argument(
        "--game", type=arguments.game, metavar="GAME", help=f"which game to solve: {games} (default: {solvable()[0]})"
    )
    window = "default: a window"
    ways = command.add_mutually_exclusive_group()
    ways.add_argument(
        "--shots", type=Path, metavar="DIR", help=f"a picture of the start and after each move ({window})"
    )
    ways.add_argument("--gif", type=Path, metavar="OUT.gif", help=f"an animated picture of the replay ({window})")
    review = f"print the losing moves of games of {registry.titles(registry.has_cells)} ({window})"
    ways.add_argument("--review", action="store_true", help=review)
    formats = "of --review: text for reading, or a line of JSON for each game (default: text)"
    command.add_argument("--format", choices=("text", "json"), help=formats)
    speed = partial(arguments.decimal, MIN_SPEED, MAX_SPEED, f"a speed from {MIN_SPEED} to {MAX_SPEED}")
    command.add_argument(
        "--speed", type=speed, metavar="X", help=f"speed factor, {MIN_SPEED} to {MAX_SPEED} (default: 1)"
    )
    arguments.add_options(command)
    command.set_defaults(run=partial(arguments.with_job, replay))
    command.epilog = """exit status of --solve:
  1 the game cannot be won (proven), 3 undecided

examples:
  gemport replay game.txt
  gemport replay game.txt --gif game.gif --speed 4
  gemport replay game.txt --review
  gemport replay 'vierfrei/42/1a2b4h'
  gemport replay --solve 5 --game grossfamilien"""
    command.late = partial(arguments.number_ranges, solvable())


def replay(
    job: Job,
    file: Path | None,
    solve: int | None,
    game: AnyGame | None,
    gif: Path | None,
    review: bool,
    speed: float | None,
    format: str | None,
) -> int:
    """Run the command; return the exit status."""
    if review:
        if solve is not None or speed is not None:
            raise UsageError("--review cannot be used with --solve or --speed")
        for recorded in _recorded(file, game):
            print_out(reviewed(recorded, format or "text"))
        return 0
    if format is not None:
        raise UsageError("--format can only be used with --review")
    if job.shots is not None and speed is not None:
        raise UsageError("--speed cannot be used with --shots")
    in_window = job.shots is None and gif is None
    if not in_window and not job.chosen.keys().isdisjoint(("scale", "fullscreen")):
        raise UsageError("--scale and --fullscreen cannot be used with --shots or --gif")
    if solve is None:
        games = _recorded(file, game)
    elif file is not None:
        raise UsageError(f"--solve NUMBER cannot be used with a recording ({file})")
    else:
        game = game or registry.find(solvable()[0])
        answer = solution(game, solve)
        if answer.words is None:
            print_error(f"{game.title} #{write_number(solve)}: {described(answer)}")
            return STATUS[answer.verdict]
        games = [Record(game.name, solve, tuple(answer.words))]
    played, number = registry.find(games[0].game), games[0].number
    with Store(None) as store, _launch(job, in_window) as run:
        session: AnySession = Session(played, store.records(played.name), Random(number), number)
        run.start_game(played, session, games, stepped=in_window)
        # When exporting pictures, a waiting box is detected by the absence of motion.
        run.looks.celebration = run.looks.celebration and in_window
        steps = sum(1 + len(recorded.words) for recorded in games) - 1
        outputs = job.sources.outputs(*filter(None, (file,)))
        try:
            if job.shots is not None:
                raise_on_interrupt()
                write_shots(run.machine, steps, job.shots, outputs)
            elif gif is not None:
                raise_on_interrupt()
                write_animation(run.machine, steps, gif, speed or 1.0, outputs)
            else:
                run.show(played.name, lambda: window_title(session), speed=speed or 1.0)
        except DisplayError as error:
            raise UsageError(f"{error.reason}; use --shots DIR or --gif FILE without a display") from None
    return 0


def _recorded(file: Path | None, game: AnyGame | None) -> list[Record]:
    if file is None:
        raise UsageError("expected a recording, a link or --solve NUMBER")
    if game is not None:
        raise UsageError("--game can only be used with --solve")
    # Windows paths have backslashes.
    link = file.as_posix()
    if _LINK.search(link) and not file.exists():
        try:
            return [parse_link(link, registry.boards())]
        except NotationError as error:
            raise UsageError(f"{clipped(link, _MAX_ECHOED_CHARS)}: {error}") from None

    def read(data: bytes, name: str) -> list[Record]:
        return read_recording(data, name, registry.boards(), number_of=_number_of)

    return read_file(file, read, MAX_BYTES)


def _number_of(game: str, start: BoardText) -> int | None:
    return registry.find(game).number_of(start.columns, len(start.cells))


def reviewed(recorded: Record, form: str) -> str:
    """Return the review of a recorded game: a title, a sign for each position, and winning alternatives.

    ``form`` is text or json. The signs are ``+`` for winnable, ``-`` for lost, ``?`` for undecided. Raises UsageError.
    """
    game = registry.find(recorded.game)
    board = game.board.deal(recorded.number)
    boards = [board.copy()]
    for word in recorded.words:
        board.play_word(word)
        boards.append(board.copy())
    impossible = verdict_of(game, recorded.number) is Verdict.IMPOSSIBLE
    review = None if game.solver is None else game.solver.review(boards, impossible)
    if game.solver is None or review is None:
        raise UsageError(f"--review is not available for {game.name}")
    end = time.monotonic() + _REVIEW_SECONDS
    for _ in review.work():
        if time.monotonic() >= end:
            break
    can, lost, last = review.last_open, review.first_lost, len(boards) - 1
    signs = "+" * (can + 1) + "?" * (lost - can - 1) + "-" * (last + 1 - lost)
    better: Sequence[str] = []
    if review.solution and not board.won:
        better = game.solver.short_words(boards[can], review.solution)
    if form == "json":
        line = {"game": game.name, **number_fields(recorded.number), "moves": last, "won": board.won, "verdicts": signs}
        if review.done and not board.won:
            line["lost_by"] = lost if lost <= last else None
        if better:
            line |= {"winning": better, "after": can}
        return json.dumps(line, separators=(",", ":"))
    if board.won:
        title = "won"
    elif not review.done:
        title = "losing move not found"
    elif lost > last:
        title = "not lost"
    else:
        title = f"lost by move {lost}, {recorded.words[lost - 1]}" if lost else "cannot be won from the start"
    lines = [
        f"{game.title} #{write_number(recorded.number)}: {last} moves, {title}",
        signs,
    ]
    if better:
        lines += [f"Winning moves after move {can}:", *word_lines(better)]
    return "\n".join(lines)


def _launch(job: Job, in_window: bool) -> Launch:
    """Return a run that, in a window, has the control panel's appearance but not its screen and language."""
    if not in_window:
        return Launch(job)
    own = {"screen": Settings().screen, "language": arguments.system_language(os.environ)}
    with player_store() as store:
        return Launch(replace(job, chosen={**own, **job.chosen}), store, saves=False)


# ---- without a window


def write_shots(machine: Machine, steps: int, folder: Path, outputs: Outputs = ANYWHERE) -> None:
    """Write pictures of the start and after each step, without the pointer: 0000.png, 0001.png, ...

    Raises OSError and OutputError.
    """
    outputs = outputs.within(folder)
    folder.mkdir(parents=True, exist_ok=True)
    machine.settle()
    for step in range(steps + 1):
        if step:
            _step(machine)
            machine.settle()
        write_shot(machine, folder / f"{step:04}.png", pointer=False, outputs=outputs)


def write_animation(machine: Machine, steps: int, path: Path, speed: float = 1.0, outputs: Outputs = ANYWHERE) -> None:
    """Write an animated GIF of the start and all steps, including moving boxes.

    Raises OSError and OutputError.
    """
    # Imported here: it needs Pillow.
    from gemport.hosts.pictures import write_gif

    outputs.check(path)
    machine.settle()
    with outputs.writing(path) as out:
        write_gif(out, machine.width, machine.height, _frames(machine, steps, speed))


def _frames(machine: Machine, steps: int, speed: float) -> Iterator[tuple[Raster, float]]:
    """Yield the pictures of a GIF with their durations in milliseconds."""
    for _ in range(steps):
        yield machine.frame(pointer=False), PAUSE / speed
        _step(machine)
        while (wakeup := machine.next_wakeup()) is not None and wakeup < _SAMPLE_MS:
            yield machine.frame(pointer=False), _SAMPLE_MS / speed
            machine.advance(_SAMPLE_MS)
    yield machine.frame(pointer=False), _LAST_FRAME_MS


def _step(machine: Machine) -> None:
    """Advance the program to its next step; press Return first if a box is waiting."""
    if machine.next_wakeup() is None:
        machine.key(keys.RETURN)
        machine.settle()
    machine.advance(machine.next_wakeup() or 0)
