"""``gemport replay FILE``: show recorded games in a window, as pictures or as an animated GIF.

``gemport replay --solve NUMBER`` shows a solution instead, which is found first.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from gemport.cards.notation import Record
from gemport.cli import registry
from gemport.cli.arguments import (
    Parser,
    UsageError,
    WindowOptions,
    add_window_options,
    game,
    number,
    number_ranges,
    taken,
    with_defaults,
)
from gemport.cli.files import read_file
from gemport.cli.solve import SOLVABLE, STATUS, in_words, solution
from gemport.cli.start import no_records, player_store, start
from gemport.cli.terminal import complain, raise_on_interrupt
from gemport.cli.window import RunSettings, full_screen_hint
from gemport.games.game import AnyGame
from gemport.games.program import PAUSE
from gemport.games.victory import VARIABLE
from gemport.gem.aes.keys import RETURN
from gemport.gem.aes.machine import Machine
from gemport.hosts.desktop import DisplayError, run_window
from gemport.hosts.files import ANYWHERE, Outputs
from gemport.solver import Verdict
from gemport.store.recordings import LARGEST, read_recording
from gemport.store.session import Session

SLOWEST, FASTEST = 0.1, 100
_SAMPLE = 60
"""Milliseconds between two pictures of a moving box in a GIF."""
_CALM = {VARIABLE: "off"}
"""Of the machine's environment: a box that waits for its OK is known by that nothing moves."""
_LAST = 3000
"""Milliseconds that a GIF's last picture stays before it begins again."""


@dataclass(frozen=True)
class ReplayOptions(WindowOptions):
    """The command's options."""

    file: Path | None
    solve: int | None
    game: AnyGame | None
    shots: Path | None
    gif: Path | None
    speed: float | None


def add(command: Parser) -> None:
    """Add the command's arguments."""
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
    add_window_options(command)
    command.set_defaults(run=lambda given: replay(with_defaults(taken(ReplayOptions, given))))
    command.epilog = """exit status of --solve:
  1 the game cannot be won (proven), 3 undecided

examples:
  gemport replay game.txt
  gemport replay game.txt --gif game.gif --speed 4
  gemport replay --solve 5 --game grossfamilien"""
    command.late = partial(number_ranges, SOLVABLE)


def speed(text: str) -> float:
    """Read a factor of the speed."""
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", text) or not SLOWEST <= float(text) <= FASTEST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a speed (a number from {SLOWEST} to {FASTEST})")
    return float(text)


def replay(options: ReplayOptions) -> int:
    """Run the command; the exit status."""
    if options.shots is not None and options.speed is not None:
        raise UsageError("--speed: single pictures have no speed")
    if (options.scale is not None or options.fullscreen) and (options.shots is not None or options.gif is not None):
        raise UsageError("--scale and --fullscreen: without a window there is nothing to scale")
    pace = options.speed or 1.0
    games = _games(options)
    if isinstance(games, Verdict):
        return STATUS[games]
    played = registry.find(games[0].game)
    with no_records(played) as records:
        session = Session(played, records, Random(games[0].number), games[0].number)
        machine = Machine(options.sources.artwork(), *options.screen)
        start(machine, played, options, session, games)
        steps = sum(1 + len(recorded.words) for recorded in games) - 1
        try:
            _show(machine, played.title, steps, pace, options)
        finally:
            machine.close()
    return 0


def _games(options: ReplayOptions) -> list[Record] | Verdict:
    """Return the games of the recording, or the solution; where there is none, the verdict."""
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
    return [Record(of.name, options.solve, tuple(words))]


def _show(machine: Machine, title: str, steps: int, pace: float, options: ReplayOptions) -> None:
    if options.shots is not None or options.gif is not None:
        outputs = options.sources.outputs(*filter(None, (options.file,)))
        raise_on_interrupt()
        if options.shots is not None:
            write_shots(machine, steps, options.shots, outputs)
        elif options.gif is not None:
            write_gif(machine, steps, options.gif, pace, outputs)
        return
    with player_store() as store:
        settings = RunSettings.read(store, options)
    try:
        window = settings.window(partial(full_screen_hint, options))
        run_window(machine, title, controls=window, on_shown=raise_on_interrupt, speed=pace)
    except DisplayError as error:
        raise UsageError(f"{error.reason}; --shots DIR or --gif FILE shows it without a display") from None


# ---- without a window


def write_shots(machine: Machine, steps: int, folder: Path, outputs: Outputs = ANYWHERE) -> None:
    """Write a picture of the start and one after each of so many steps: 0000.png, 0001.png, ...

    Without the pointer, which nobody moves. Raises OSError, and OutputError.
    """
    # Imported here: a window does without Pillow.
    from gemport.hosts.headless import write_shot

    outputs = outputs.within(folder)
    folder.mkdir(parents=True, exist_ok=True)
    machine.environment.update(_CALM)
    machine.settle()
    for step in range(steps + 1):
        if step:
            _step(machine, machine.settle)
        write_shot(machine, folder / f"{step:04}.png", pointer=False, outputs=outputs)


def write_gif(machine: Machine, steps: int, path: Path, speed: float = 1.0, outputs: Outputs = ANYWHERE) -> None:
    """Write an animated GIF of the start and so many steps, moving boxes included.

    Raises OSError, and OutputError.
    """
    from gemport.hosts.pictures import GifWriter

    outputs.check(path)
    machine.environment.update(_CALM)
    machine.settle()
    with outputs.writing(path) as out:
        gif = GifWriter(out, machine.width, machine.height)

        def watch() -> None:
            while _moving(machine):
                gif.add(machine.frame(pointer=False), _SAMPLE / speed)
                machine.advance(_SAMPLE)

        for _ in range(steps):
            gif.add(machine.frame(pointer=False), PAUSE / speed)
            _step(machine, watch)
        gif.add(machine.frame(pointer=False), _LAST)
        gif.close()


def _step(machine: Machine, until_settled: Callable[[], None]) -> None:
    """Let the program make its next step. A box that waits for its OK gets it first."""
    if machine.next_wakeup() is None:
        machine.key(RETURN)
        machine.settle()
    machine.advance(machine.next_wakeup() or 0)
    until_settled()


def _moving(machine: Machine) -> bool:
    wakeup = machine.next_wakeup()
    return wakeup is not None and wakeup < _SAMPLE
