"""``gemport script GAME|PROGRAM.PRG EVENTS.jsonl --shots DIR``: play a file of events without a display."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from gemport.cards.challenge import write_number
from gemport.cards.game import AnyGame
from gemport.cli import arguments, registry, sessions
from gemport.cli.accessories import start_desktop
from gemport.cli.arguments import PROGRAM_SUFFIXES, Job, UsageError, check_number
from gemport.cli.desktop import refuse_resource
from gemport.cli.header import RunHeader, digest, read_events, read_header
from gemport.cli.launch import DESKTOP, Launch, silent_launch
from gemport.cli.run import run as run_program
from gemport.cli.terminal import BAD_INPUT, Parser
from gemport.gem.errors import clipped_text
from gemport.hosts.files import file_name
from gemport.store.session import Session
from gemport.store.sqlite import Store


def add(command: Parser) -> None:
    """Add the command's arguments; the header of a recorded file supplies missing values."""
    games = f"{', '.join((*registry.names(), DESKTOP))}, or an Atari program (.PRG, .APP, .TOS, .TTP)"
    command.add_argument("game", type=_game_or_program, metavar="GAME", help=games)
    command.add_argument("events", type=Path, metavar="EVENTS.jsonl", help="one event per line")
    number = "the game's number (default: from a recorded file)"
    command.add_argument("--number", type=arguments.number, metavar="N", help=number)
    command.add_argument(
        "--shots", type=Path, required=True, metavar="DIR", help="the folder for the pictures; required"
    )
    command.add_argument("--record", type=Path, metavar="FILE", help=arguments.RECORD)
    resume = "resume the unfinished game with the number if GEMPORT_HOME is set (default: deal it)"
    command.add_argument("--continue", dest="resume", action="store_true", help=resume)
    arguments.add_options(command, window=False)
    command.epilog = """examples:
  gemport script vierfrei events.jsonl --number 42 --shots pictures
  gemport script desktop events.jsonl --shots pictures
  gemport script PAINT.PRG events.jsonl --shots pictures"""
    command.late = partial(arguments.number_ranges, registry.names())
    command.set_defaults(run=partial(arguments.with_job, script))


def _game_or_program(text: str) -> AnyGame | Path | None:
    """Return a game, the path of a program, or None for the desktop."""
    if Path(text).suffix.lower() in PROGRAM_SUFFIXES:
        return Path(text)
    return None if text == DESKTOP else arguments.game(text)


def script(job: Job, game: AnyGame | Path | None) -> int:
    """Run the command; return the exit status.

    ``game`` is a game, the path of an Atari program, or None for the desktop.
    """
    of_games = {"--number": job.number is not None, "--record": job.record is not None, "--continue": job.resume}
    for option, given in of_games.items():
        if given and (game is None or isinstance(game, Path)):
            raise UsageError(f"{option}: {'the desktop' if game is None else game} is not a game")
    if isinstance(game, Path):
        return run_program(job, game)
    assert job.events is not None
    name = file_name(job.events)
    events, start_line = read_events(job.events)
    outputs = job.sources.outputs(job.events)
    if game is None:
        if start_line is not None:
            raise UsageError(f"{name}: was recorded in a game, not on the desktop")
        refuse_resource(job)
        shown = _desktop(job)
    else:
        header = None if start_line is None else read_header(start_line, name)
        number = job.number if header is None or job.number is not None else header.number
        if number is None:
            raise UsageError("--number N is required: only a recorded file contains the number")
        if header is None or header.start is None:
            check_number(game, number)
        if header is not None:
            job = _as_recorded(job, game, number, header, name)
        if job.record is not None:
            outputs.check(job.record)
        shown = _game(job, game, number, header)
    with shown as run:
        run.play_events(events, start_line is not None, outputs)
    return run.status


def _as_recorded(job: Job, game: AnyGame, number: int, header: RunHeader, name: str) -> Job:
    """Return the job completed from the header. Raises UsageError if they contradict each other."""
    job = replace(job, chosen={"screen": header.screen, "language": header.lang, **job.chosen})
    if (header.game, header.number) != (game.name, number):
        raise UsageError(f"{name}: was recorded in game #{write_number(header.number)} of {clipped_text(header.game)}")
    if header.files != digest(game, job.sources, job.chosen["language"]):
        raise UsageError(f"{name}: was recorded with other card pictures, resources or fonts")
    return job


def _store() -> AbstractContextManager[Store]:
    """Return the player's store if its folder was named; otherwise scripts do not use it."""
    return sessions.player_store() if os.environ.get("GEMPORT_HOME") else Store(None)


@contextmanager
def _game(job: Job, game: AnyGame, number: int, header: RunHeader | None) -> Iterator[Launch]:
    """Start the game without the desktop, from the recorded header or by number."""
    with _store() if header is None else Store(None) as store:
        records = store.records(game.name)
        if header is not None:
            records.restore(header.snapshot, header.unfinished)
            seed, afresh, begin = header.seed, header.unfinished is None, header.start
        else:
            if job.resume:
                sessions.require_unfinished(game, records, number)
            seed, afresh, begin = number, not job.resume, None
        session = Session(game, records, Random(seed), number, afresh=afresh, start=begin)
        if header is not None:
            session.chosen = header.chosen
        with sessions.recording(job.record, session):
            run = silent_launch(job)
            if header is not None:
                header.follow_clock(store, run.machine)
            if header is None and os.environ.get("GEMPORT_HOME"):
                run.use_folder()
            run.start_game(game, session)
            yield run
            run.status = sessions.report_failure(session) if store.unusable is None else BAD_INPUT


@contextmanager
def _desktop(job: Job) -> Iterator[Launch]:
    with _store() as store, silent_launch(job) as run:
        if os.environ.get("GEMPORT_HOME"):
            run.use_folder()
        programs = sessions.GamePrograms(run, store, count().__next__)
        run.sources.cards(run.lang)
        start_desktop(run, programs, store)
        run.status = 0 if store.unusable is None else BAD_INPUT
        yield run
