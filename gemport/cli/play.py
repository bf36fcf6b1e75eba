"""``gemport vierfrei|freecell|grossfamilien [NUMBER]``: play a game in a window, or take its first picture."""

from __future__ import annotations

import argparse
from contextlib import closing
from dataclasses import dataclass
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
    taken,
)
from gemport.cli.start import (
    GamePrograms,
    player_store,
    raise_fault,
    recording,
    require_unfinished,
    seed_of_the_moment,
    start,
    tell_failure,
)
from gemport.cli.terminal import raise_on_interrupt
from gemport.cli.window import Run
from gemport.games.game import AnyGame
from gemport.store.session import AnySession, Session
from gemport.store.sqlite import Store

if TYPE_CHECKING:
    from gemport.cli.header import RunHeader


@dataclass(frozen=True)
class PlayOptions(WindowOptions):
    """The command's options.

    new: deal afresh even if there is an unfinished game
    resume: only resume an unfinished game
    """

    number: int | None
    new: bool
    resume: bool
    screenshot: Path | None
    events: Path | None
    record: Path | None


def add(command: argparse.ArgumentParser, name: str) -> None:
    """Add the command's arguments."""
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
    add_window_options(command)
    command.set_defaults(run=lambda given: play(game, taken(PlayOptions, given)))
    first = game.numbers[0]
    command.epilog = f"""examples:
  gemport {name}
  gemport {name} {first + 41} --new
  gemport {name} {first + 41} --record game.txt
  gemport {name} {first + 41} --lang de --screenshot picture.png"""


def play(game: AnyGame, options: PlayOptions) -> int:
    """Run the command; the exit status."""
    if options.number is not None:
        checked(game, options.number)
    if options.events is not None and options.screenshot is not None:
        raise UsageError("--events: a screenshot records no events")
    written = [path for path in (options.screenshot, options.record, options.events) if path is not None]
    for before, path in enumerate(written):
        options.sources.outputs(*written[:before]).check(path)
    with player_store() as store:
        records = store.records(game.name)
        if options.resume:
            require_unfinished(game, records, options.number)
        run = Run(store, options, options.screenshot is not None)
        seed = seed_of_the_moment()
        snapshot = None if options.events is None else records.snapshot()
        session = Session(game, records, Random(seed), options.number, afresh=options.new)
        header = None
        if snapshot is not None:
            from gemport.cli.header import run_header

            header = run_header(game, run.options, seed, snapshot, session)
        with recording(options.record, session, options.sources):
            try:
                if options.screenshot is not None:
                    start(run.machine, game, run.options, session)
                    run.write_picture(options.screenshot)
                elif header is not None and options.events is not None:
                    _play_recorded(run, game, session, header, options.events)
                else:
                    _play(run, game, session, store)
            finally:
                run.close()
                tell_failure(session)
    return 0


def _play(run: Run[PlayOptions], game: AnyGame, session: AnySession, store: Store) -> None:
    """Play with the desktop and the accessories, which start after the first picture, where nobody sees them yet."""
    machine, options, settings = run.machine, run.options, run.live_settings()
    programs = GamePrograms(machine, store, options, seed_of_the_moment)
    if not start(machine, game, options, session, around=programs.open):
        settings.be_original()
    raise_fault(machine)

    def start_others() -> None:
        from gemport.cli.accessories import start_accessories, start_desktop

        raise_on_interrupt()
        if not machine.finished:
            start_accessories(machine, options, programs, settings)
            programs.last_of_all = start_desktop(machine, options, programs, store, behind=True)

    run.show(game.title, programs.keep_time, start_others)
    raise_fault(machine)


def _play_recorded(run: Run[PlayOptions], game: AnyGame, session: AnySession, header: RunHeader, events: Path) -> None:
    """Play alone, and as fast as the machine, so that scripts can do the same; a line is written when it happened."""
    from gemport.hosts.events import Recorder
    from gemport.hosts.files import LinesFile

    start(run.machine, game, run.options, session)
    with closing(LinesFile(events, run.options.sources.outputs())) as file:
        run.machine.on_input = Recorder(file.add, header.line()).hear
        run.show(game.title, session.keep_time)
    raise_fault(run.machine)
