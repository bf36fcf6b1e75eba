"""``gemport replay FILE``: show recorded games in a window, as pictures or as an animated GIF.

``gemport replay --solve NUMBER`` shows a solution instead, which is found first.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from gemport.cards.notation import Record, Word
from gemport.cli import registry
from gemport.cli.arguments import Parser, UsageError, WindowOptions, add_window_options, game, number, number_ranges
from gemport.cli.files import read_file
from gemport.cli.hint import full_screen_hint
from gemport.cli.interrupt import raise_on_interrupt
from gemport.cli.output import complain
from gemport.cli.settings import RunSettings
from gemport.cli.solve import SOLVABLE, STATUS, in_words, solution
from gemport.cli.start import no_records, player_store, start
from gemport.gem.host.display.controls import WindowControls
from gemport.gem.host.display.show import DisplayError, run_window
from gemport.gem.host.paced import PacedMachine
from gemport.patience.game import AnyGame
from gemport.solver import Verdict
from gemport.store.recordings import LARGEST, read_recording
from gemport.store.session import Session

SLOWEST, FASTEST = 0.1, 100


@dataclass(frozen=True)
class ReplayOptions(WindowOptions):
    """What the command is told."""

    file: Path | None
    solve: int | None
    game: AnyGame | None
    shots: Path | None
    gif: Path | None
    speed: float | None


def add(command: Parser, language: str) -> None:
    """The command's arguments."""
    command.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a recording made with --record")
    command.add_argument(
        "--solve", type=number, metavar="NUMBER", help="a solution of that game (default: the recording)"
    )
    games = ", ".join(SOLVABLE)
    command.add_argument(
        "--game", type=game, metavar="GAME", help=f"which game to solve: {games} (default: {SOLVABLE[0]})"
    )
    window = "default: a window"
    ways = command.add_mutually_exclusive_group()
    ways.add_argument(
        "--shots", type=Path, metavar="DIR", help=f"a picture of the start and after each move ({window})"
    )
    ways.add_argument("--gif", type=Path, metavar="OUT.gif", help=f"an animated picture of everything ({window})")
    command.add_argument(
        "--speed", type=speed, metavar="X", help=f"how many times as fast, {SLOWEST} to {FASTEST} (default: 1)"
    )
    add_window_options(command, language)

    def run(namespace: argparse.Namespace) -> int:
        given = {key: value for key, value in vars(namespace).items() if key != "run"}
        return replay(ReplayOptions(**given))

    command.set_defaults(run=run)
    command.epilog = """exit status of --solve:
  1 the game cannot be won (proven), 3 undecided

examples:
  gemport replay game.txt
  gemport replay game.txt --gif game.gif --speed 4
  gemport replay --solve 5 --game grossfamilien"""
    command.late = partial(number_ranges, SOLVABLE)


def speed(text: str) -> float:
    """How many times as fast."""
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", text) or not SLOWEST <= float(text) <= FASTEST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a speed (a number from {SLOWEST} to {FASTEST})")
    return float(text)


def replay(options: ReplayOptions) -> int:
    """Run the command; the exit status."""
    if options.shots is not None and options.speed is not None:
        raise UsageError("--speed: single pictures have no speed")
    if options.scale is not None or options.fullscreen:
        _require_window(options)
    pace = options.speed or 1.0
    games = _games(options)
    if isinstance(games, Verdict):
        return STATUS[games]
    played = registry.find(games[0].game)
    with no_records(played) as records:
        session = Session(played, records, Random(games[0].number), games[0].number)
        machine = PacedMachine(options.sources.artwork(), *options.screen)
        start(machine, played, options, session, games)
        steps = sum(1 + len(recorded.words) for recorded in games) - 1
        try:
            _show(machine, played.title, steps, pace, options)
        finally:
            machine.close()
    return 0


def _games(options: ReplayOptions) -> list[Record] | Verdict:
    """What is to be shown: a recording's games or a solution; where there is none, what is known instead."""
    if options.solve is None:
        if options.file is None:
            raise UsageError("what is to be shown? FILE, a recording, or --solve NUMBER")
        if options.game is not None:
            raise UsageError("--game: a recording says itself which game it is of")
        return read_file(options.file, lambda data, name: read_recording(data, name, registry.GameBoards()), LARGEST)
    if options.file is not None:
        raise UsageError(f"{options.file}: there is nothing to solve in a recording (--solve NUMBER stands alone)")
    of = options.game or registry.find(SOLVABLE[0])
    judgement, words = solution(of, options.solve)
    if words is None:
        complain(f"{of.title} #{options.solve}: {in_words(judgement.verdict)}")
        return judgement.verdict
    return [Record(of.name, options.solve, tuple(map(Word, words)))]


def _require_window(options: ReplayOptions) -> None:
    if options.shots is not None or options.gif is not None:
        raise UsageError("--scale and --fullscreen: without a window there is nothing to scale")


def _show(machine: PacedMachine, title: str, steps: int, pace: float, options: ReplayOptions) -> None:
    if options.shots is not None or options.gif is not None:
        outputs = options.sources.outputs(*filter(None, (options.file,)))
        # Late: Pillow takes a moment to load that a window does not need.
        from gemport.cli.animation import write_gif, write_shots

        raise_on_interrupt()
        if options.shots is not None:
            write_shots(machine, steps, options.shots, outputs)
        elif options.gif is not None:
            write_gif(machine, steps, options.gif, pace, outputs)
        return
    machine.pace(pace)
    try:
        run_window(machine, title, controls=_looks(options), on_shown=raise_on_interrupt)
    except DisplayError as error:
        raise UsageError(f"{error.reason}; --shots DIR or --gif FILE shows it without a display") from None


def _looks(options: ReplayOptions) -> WindowControls:
    """The window and the bell as the control panel was left, but for the options."""
    with player_store() as store:
        settings = RunSettings.read(store, options)
        return settings.host(partial(full_screen_hint, options)).window
