"""``gemport script GAME EVENTS.jsonl --number N --shots DIR``: play a file of events without a display."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from gemport.cli import arguments, registry
from gemport.cli.accessories import start_desktop
from gemport.cli.arguments import PictureOptions, UsageError, add_picture_options, checked, taken, with_defaults
from gemport.cli.desktop import NAME, refuse_resource
from gemport.cli.files import decode, read_file
from gemport.cli.header import RunHeader, digest, read_header
from gemport.cli.start import (
    GamePrograms,
    player_store,
    raise_fault,
    recording,
    require_unfinished,
    start,
    tell_failure,
)
from gemport.cli.terminal import say
from gemport.games.game import AnyGame
from gemport.gem.aes.machine import Machine
from gemport.gem.errors import cut
from gemport.hosts.events import LARGEST, parse_events, parse_start
from gemport.hosts.headless import HeadlessPlayer
from gemport.store.session import Session
from gemport.store.sqlite import Store

_OF_GAMES = (("--number", "number"), ("--record", "record"), ("--continue", "resume"))


@dataclass(frozen=True)
class ScriptOptions(PictureOptions):
    """The command's options.

    game: None for the desktop
    resume: resume the unfinished game of the number instead of dealing it afresh
    """

    game: AnyGame | None
    events: Path
    number: int | None
    shots: Path
    record: Path | None
    resume: bool


def add(command: arguments.Parser) -> None:
    """Add the command's arguments; what they leave out is as the header of a recorded file says."""
    games = ", ".join((*registry.names(), NAME))
    command.add_argument("game", type=arguments.game_or(NAME), metavar="GAME", help=games)
    command.add_argument("events", type=Path, metavar="EVENTS.jsonl", help="one event a line")
    number = "the game's number (default: the one that a recorded file tells)"
    command.add_argument("--number", type=arguments.number, metavar="N", help=number)
    command.add_argument(
        "--shots", type=Path, required=True, metavar="DIR", help="the folder for the pictures; required"
    )
    command.add_argument("--record", type=Path, metavar="FILE", help=arguments.RECORD)
    resume = "resume the unfinished game of the number, where GEMPORT_HOME is set (default: deal)"
    command.add_argument("--continue", dest="resume", action="store_true", help=resume)
    add_picture_options(command)
    command.epilog = """examples:
  gemport script vierfrei events.jsonl --number 42 --shots pictures
  gemport script desktop events.jsonl --shots pictures"""
    command.late = partial(arguments.number_ranges, registry.names())
    command.set_defaults(run=lambda given: script(taken(ScriptOptions, given)))


def script(options: ScriptOptions) -> int:
    """Run the command; the exit status."""
    name = str(options.events)
    text = read_file(options.events, decode, LARGEST)
    line, events = parse_start(text, name), parse_events(text, name)
    outputs = options.sources.outputs(options.events)
    if options.game is None:
        if line is not None:
            raise UsageError(f"{name}: was recorded in a game, not on the desktop")
        shown = _desktop(options)
    else:
        header = None if line is None else read_header(line, name)
        shown = _game(_completed(options, options.game, header), options.game, header)
    with shown as machine:
        player = HeadlessPlayer(machine, options.shots, timed=line is not None, outputs=outputs)
        player.play(events)
    for at, bells in player.log:
        for _ in range(bells):
            say(f"line {at}: bell")
    return 0


@contextmanager
def _game(options: ScriptOptions, game: AnyGame, header: RunHeader | None) -> Iterator[Machine]:
    """Start the game alone: as the recorded file tells, else the numbered one."""
    # A script leaves the player's own records alone, unless a folder was named for it.
    named = header is None and os.environ.get("GEMPORT_HOME")
    with player_store() if named else Store(None) as store:
        records = store.records(game.name)
        if header is not None:
            records.restore(header.snapshot, header.kept)
        elif options.resume:
            require_unfinished(game, records, options.number)
        seed, resume = (options.number, options.resume) if header is None else (header.seed, header.kept is not None)
        session = Session(game, records, Random(seed), options.number, afresh=not resume)
        with recording(options.record, session, options.sources, options.events):
            machine = Machine(options.sources.artwork(), *options.screen)
            start(machine, game, options, session)
            yield machine
            tell_failure(session)


@contextmanager
def _desktop(options: ScriptOptions) -> Iterator[Machine]:
    """Start the desktop: without accessories, and with the same games each time."""
    unused = next((name for name, key in _OF_GAMES if getattr(options, key) not in (None, False)), None)
    if unused is not None:
        raise UsageError(f"{unused}: the desktop is no game")
    refuse_resource(options)
    options = with_defaults(options)
    with player_store() if os.environ.get("GEMPORT_HOME") else Store(None) as store:
        machine = Machine(options.sources.artwork(), *options.screen)
        programs = GamePrograms(machine, store, options, count().__next__)
        try:
            start_desktop(machine, options, programs, store)
            yield machine
        finally:
            machine.close()
        raise_fault(machine)


def _completed(options: ScriptOptions, game: AnyGame, header: RunHeader | None) -> ScriptOptions:
    """Return the options with what the header or nobody says. Raises UsageError where they contradict the header."""
    number = options.number if options.number is not None or header is None else header.number
    if number is None:
        raise UsageError("--number N is needed: only a recorded file names the game itself")
    options = replace(options, number=checked(game, number))
    if header is None:
        return with_defaults(options)
    options = with_defaults(options, header.screen, header.lang)
    if (header.game, header.number) != (game.name, number):
        raise UsageError(f"{options.events}: was recorded in game #{header.number} of {cut(header.game)}")
    if header.files != digest(game, options):
        raise UsageError(f"{options.events}: was recorded with other card pictures, resources or fonts")
    return options
