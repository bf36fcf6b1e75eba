"""``gemport vierfrei|freecell|grossfamilien [NUMBER]``: play a game in a window, or take its first picture."""

import argparse
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

from gemport.cards.boardtext import board_text, named, number_of
from gemport.cards.cells import CellBoard
from gemport.cards.game import AnyGame
from gemport.cli import arguments, registry, sessions
from gemport.cli.arguments import Job, UsageError, check_number
from gemport.cli.launch import Launch
from gemport.cli.sources import read_board
from gemport.cli.terminal import raise_on_interrupt
from gemport.hosts.files import LinesFile
from gemport.store.collection import Collection
from gemport.store.session import AnySession, Session
from gemport.store.sqlite import Store


def add(command: argparse.ArgumentParser, name: str) -> None:
    """Add the command's arguments."""
    game = registry.find(name)
    command.description = f"Play {game.title}."
    numbers = arguments.numbers_of(game)
    which = f"the game's number, {numbers} (default: the unfinished game played last, or a new game)"
    command.add_argument("number", nargs="?", type=arguments.number, metavar="NUMBER", help=which)
    has_boards = issubclass(game.board, CellBoard)
    board = "start with a position in the format of FreeCell solvers, - is standard input (default: a number)"
    command.add_argument("--board", type=Path, metavar="FILE", help=board if has_boards else argparse.SUPPRESS)
    otherwise = "default: resume, or deal a new game"
    begin = command.add_mutually_exclusive_group()
    begin.add_argument("--new", action="store_true", help=f"deal a new game even if one is unfinished ({otherwise})")
    resume = f"only resume the unfinished game played last, or with the number ({otherwise})"
    begin.add_argument("--continue", dest="resume", action="store_true", help=resume)
    command.add_argument("--screenshot", type=arguments.png_file, metavar="FILE.png", help=arguments.SCREENSHOT)
    events = "record your input for gemport script (default: no recording)"
    command.add_argument("--events", type=Path, metavar="FILE", help=events)
    command.add_argument("--record", type=Path, metavar="FILE", help=arguments.RECORD)
    arguments.add_options(command)
    command.set_defaults(run=partial(arguments.with_job, partial(play, game)))
    number = (game.new or game.numbers)[41]
    command.epilog = f"""examples:
  gemport {name}
  gemport {name} {number} --new
  gemport {name} {number} --record game.txt
  gemport {name} {number} --lang de --screenshot picture.png"""


def play(game: AnyGame, job: Job) -> int:
    """Run the command; return the exit status."""
    number, begin = job.number, None
    if job.board is not None:
        for option, given in {"NUMBER": number, "--record": job.record}.items():
            if given is not None:
                raise UsageError(f"--board cannot be used with {option}")
        name, position = read_board(game, job.board)
        number = game.number_of(position.columns, len(position.cells))
        if number is None:
            begin = named(name, board_text(*position))
            number = number_of(begin)
    elif number is not None:
        check_number(game, number)
    if job.events is not None and job.screenshot is not None:
        raise UsageError("--events cannot be used with --screenshot")
    written = [path for path in (job.screenshot, job.record, job.events) if path is not None]
    for before, path in enumerate(written):
        job.sources.outputs(*written[:before]).check(path)
    with sessions.player_store(make=job.screenshot is None) as store:
        records = store.records(game.name)
        if job.resume:
            sessions.require_unfinished(game, records, number, begin)
        elif number is not None and not job.new:
            sessions.report_elsewhere(game, records, number, begin)
        seed = sessions.seed_of_the_moment()
        snapshot = None if job.events is None else records.snapshot()
        if job.resume:
            session: AnySession = Session(game, records, Random(seed), number, start=begin)
        else:
            session = sessions.open_session(game, records, seed, number, new=job.new, start=begin)
        with sessions.recording(job.record, session):
            try:
                with Launch(job, store if job.screenshot is None else None) as run:
                    if job.screenshot is not None:
                        run.start_game(game, session)
                        run.write_picture(job.screenshot)
                    elif job.events is not None and snapshot is not None:
                        sessions.note_table(session, job.new)
                        _play_recorded(run, game, session, seed, snapshot, job.events)
                    else:
                        _play(run, game, session, store, job.new)
            finally:
                status = sessions.report_failure(session)
    return max(status, run.status)


def _play(run: Launch, game: AnyGame, session: AnySession, store: Store, new: bool) -> None:
    """Play with the desktop and the accessories, which start invisibly after the first picture."""
    # Read now, to reject a damaged file: the desktop, which shows it, starts later.
    run.sources.icon()
    run.use_folder()
    settings, programs = run.live_settings(store), sessions.GamePrograms(run, store, sessions.seed_of_the_moment)
    if not run.start_game(game, session, around=programs.open):
        settings.be_original()
    run.raise_fault()

    def start_others() -> None:
        from gemport.cli.accessories import start_accessories, start_desktop

        raise_on_interrupt()
        sessions.note_table(session, new)
        if not run.machine.finished:
            start_accessories(run, programs, settings)
            programs.last_of_all = start_desktop(run, programs, store, below=True)

    run.show(game.name, programs.title, programs.save_time, start_others)


def _play_recorded(
    run: Launch, game: AnyGame, session: AnySession, seed: int, snapshot: Collection, events: Path
) -> None:
    """Play without the desktop, so that a script can repeat the run; write each event immediately."""
    # Imported here: few starts record.
    from gemport.cli.header import run_header
    from gemport.hosts.events import Recorder

    header = run_header(run, game, seed, snapshot, session)
    header.follow_clock(session.records.store, run.machine)
    run.start_game(game, session)
    with closing(LinesFile(events, run.sources.outputs())) as file:
        run.machine.on_input = Recorder(file.add, header.line()).hear
        run.show(game.name, lambda: sessions.window_title(session), session.save_time)
