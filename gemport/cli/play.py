"""``gemport vierfrei|freecell|grossfamilien [NUMBER]``: play a game in a window, or take its first picture."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from gemport.cli import registry
from gemport.cli.arguments import (
    RECORD,
    SCREENSHOT,
    UsageError,
    WindowOptions,
    add_window_options,
    checked,
    number,
    numbers_of,
    png_file,
)
from gemport.cli.hint import full_screen_hint
from gemport.cli.interrupt import raise_on_interrupt
from gemport.cli.programs import GamePrograms
from gemport.cli.settings import RunSettings, WindowHost
from gemport.cli.start import (
    player_store,
    raise_fault,
    recording,
    require_unfinished,
    seed_of_the_moment,
    start,
    tell_failure,
)
from gemport.desktop.board import Board
from gemport.gem.aes.machine import Machine
from gemport.gem.host.anymachine import AnyMachine
from gemport.gem.host.display.show import run_window
from gemport.patience.game import AnyGame
from gemport.store.records import Snapshot
from gemport.store.session import AnySession, Session
from gemport.store.sqlite import Store

if TYPE_CHECKING:
    from gemport.cli.beginning import Beginning


@dataclass(frozen=True)
class PlayOptions(WindowOptions):
    """What the command is told.

    new: deal afresh even if there is an unfinished game
    resume: only resume an unfinished game
    """

    number: int | None
    new: bool
    resume: bool
    screenshot: Path | None
    events: Path | None
    record: Path | None


def add(command: argparse.ArgumentParser, name: str, language: str) -> None:
    """The command's arguments."""
    game = registry.find(name)
    command.description = f"Play {game.title}."
    which = f"the game's number, {numbers_of(game)} (default: the unfinished game played last, else a new one)"
    command.add_argument("number", nargs="?", type=number, metavar="NUMBER", help=which)
    begin = command.add_mutually_exclusive_group()
    begin.add_argument("--new", action="store_true", help="deal afresh (default: an unfinished game is resumed)")
    resume = "resume the unfinished game played last, or that of the number; fail if there is none (default: deal)"
    begin.add_argument("--continue", dest="resume", action="store_true", help=resume)
    command.add_argument("--screenshot", type=png_file, metavar="FILE.png", help=SCREENSHOT)
    events = "record what you do, for gemport script (default: nothing is recorded)"
    command.add_argument("--events", type=Path, metavar="FILE", help=events)
    command.add_argument("--record", type=Path, metavar="FILE", help=RECORD)
    add_window_options(command, language)
    command.set_defaults(lang=None, screen=None)

    def run(namespace: argparse.Namespace) -> int:
        given = {key: value for key, value in vars(namespace).items() if key != "run"}
        return play(game, PlayOptions(**given), language)

    command.set_defaults(run=run)
    first = game.numbers[0]
    command.epilog = f"""examples:
  gemport {name}
  gemport {name} {first + 41} --new
  gemport {name} {first + 41} --record game.txt
  gemport {name} {first + 41} --lang de --screenshot picture.png"""


def play(game: AnyGame, options: PlayOptions, language: str) -> int:
    """Run the command; ``language`` is the one to speak if nothing else says so. The exit status."""
    if options.number is not None:
        checked(game, options.number)
    if options.events is not None and options.screenshot is not None:
        raise UsageError("--events: a screenshot records no events")
    _check_outputs(options)
    with player_store() as store:
        records = store.records(game.name)
        if options.resume:
            require_unfinished(game, records, options.number)
        shown = options.screenshot is None
        settings = RunSettings.read(store, options) if shown else RunSettings.plain(options)
        options = settings.complete(options, language)
        host = settings.host(partial(full_screen_hint, options))
        seed = seed_of_the_moment()
        snapshot = None if options.events is None else records.snapshot()
        session = Session(game, records, Random(seed), options.number, afresh=options.new)
        begun = None if snapshot is None else _beginning(game, options, seed, snapshot, session)
        with recording(options.record, session, options.sources):
            machine = Machine(options.sources.artwork(), *options.screen)
            try:
                if not shown or options.events is not None:
                    # Alone, and as fast as the machine: so scripts will have it.
                    start(machine, game, options, session)
                    _show(machine, game, options, session, begun, host)
                else:
                    board = settings.board(machine, host, store)
                    programs = GamePrograms(machine, store, options, seed_of_the_moment)
                    company = _start_in_company(machine, game, options, session, store, board, programs)
                    run_window(machine, game.title, controls=host.window, on_shown=company, keep=programs.keep_time)
                    raise_fault(machine)
            finally:
                machine.close()
                settings.keep(store, host)
                tell_failure(session)
    return 0


def _beginning(game: AnyGame, options: PlayOptions, seed: int, snapshot: Snapshot, session: AnySession) -> Beginning:
    # Late, as all that most starts do without.
    from gemport.cli.beginning import beginning

    return beginning(game, options, seed, snapshot, session)


def _check_outputs(options: PlayOptions) -> None:
    """Raises OutputError, before anything is begun, where the run may not write."""
    written = [path for path in (options.screenshot, options.record, options.events) if path is not None]
    for before, path in enumerate(written):
        options.sources.outputs(*written[:before]).check(path)


def _start_in_company(
    machine: Machine,
    game: AnyGame,
    options: PlayOptions,
    session: AnySession,
    store: Store,
    board: Board,
    programs: GamePrograms,
) -> Callable[[], None]:
    """Start the game; what is given starts the desktop and the accessories, which nobody sees in the first picture."""
    if not start(machine, game, options, session, around=programs.open):
        board.be_original()
    raise_fault(machine)

    def company() -> None:
        from gemport.cli.company import start_accessories, start_desktop

        raise_on_interrupt()
        if not machine.finished:
            start_accessories(machine, options, programs, board)
            programs.last_of_all = start_desktop(machine, options, programs, store, behind=True)

    return company


def _show(
    machine: Machine,
    game: AnyGame,
    options: PlayOptions,
    session: AnySession,
    begun: Beginning | None,
    host: WindowHost,
) -> None:
    if options.screenshot is not None:
        from gemport.gem.host.headless import write_shot

        raise_on_interrupt()
        machine.settle()
        write_shot(machine, options.screenshot, outputs=options.sources.outputs())
        return
    with _noting(machine, options, begun) as shown:
        run_window(shown, game.title, controls=host.window, on_shown=raise_on_interrupt, keep=session.keep_time)
    raise_fault(machine)


@contextmanager
def _noting(machine: Machine, options: PlayOptions, begun: Beginning | None) -> Iterator[AnyMachine]:
    """Write down what is done on a machine, if that is wanted: a line is in the file when it has happened."""
    if options.events is None or begun is None:
        yield machine
        return
    from gemport.gem.host.events.recorder import Recorder
    from gemport.gem.host.output.lines import LinesFile

    with closing(LinesFile(options.events, options.sources.outputs())) as file:
        yield Recorder(machine, file.add, begun.line())
