"""``gemport script GAME EVENTS.jsonl --number N --shots DIR``: play a file of events without a display."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from gemport.cli import arguments, desktop, registry
from gemport.cli.arguments import PictureOptions, UsageError, add_picture_options, checked
from gemport.cli.beginning import Beginning, digest, read_beginning
from gemport.cli.files import decode, read_file
from gemport.cli.output import say
from gemport.cli.start import no_records, player_records, recording, require_unfinished, start, tell_failure
from gemport.desktop.controls import SCREENS
from gemport.gem.aes.machine import Machine
from gemport.gem.errors import cut
from gemport.gem.host.events.parse import LARGEST, parse_events, parse_start
from gemport.gem.host.headless import HeadlessPlayer
from gemport.patience.game import AnyGame
from gemport.store.session import AnySession, Session

_OF_GAMES = (("--number", "number"), ("--record", "record"), ("--continue", "resume"))


@dataclass(frozen=True)
class ScriptOptions(PictureOptions):
    """What the command is told. ``resume``: take up the unfinished game of the number instead of dealing it afresh."""

    game: AnyGame
    events: Path
    number: int | None
    shots: Path
    record: Path | None
    resume: bool


def add(command: arguments.Parser, language: str) -> None:
    """The command's arguments. What a recorded file tells of its beginning counts unless it is said otherwise here."""
    games = ", ".join((*registry.names(), desktop.NAME))
    command.add_argument("game", type=arguments.game_or(desktop.NAME), metavar="GAME", help=games)
    command.add_argument("events", type=Path, metavar="EVENTS.jsonl", help="one event a line")
    number = "the game's number (default: the one that a recorded file tells)"
    command.add_argument("--number", type=arguments.number, metavar="N", help=number)
    command.add_argument(
        "--shots", type=Path, required=True, metavar="DIR", help="the folder for the pictures; required"
    )
    command.add_argument("--record", type=Path, metavar="FILE", help=arguments.RECORD)
    resume = "resume the unfinished game of the number, where GEMPORT_HOME is set (default: deal)"
    command.add_argument("--continue", dest="resume", action="store_true", help=resume)
    add_picture_options(command, language)
    command.set_defaults(lang=None, screen=None)
    command.epilog = """examples:
  gemport script vierfrei events.jsonl --number 42 --shots pictures
  gemport script desktop events.jsonl --shots pictures"""
    command.late = partial(arguments.number_ranges, registry.names())

    def run(namespace: argparse.Namespace) -> int:
        given = {key: value for key, value in vars(namespace).items() if key != "run"}
        if namespace.game is None:
            return _script_desktop(given, language)
        return script(ScriptOptions(**given), language)

    command.set_defaults(run=run)


def script(options: ScriptOptions, language: str) -> int:
    """Run the command; ``language`` is the one to speak if nothing else says so. The exit status."""
    name = str(options.events)
    text = read_file(options.events, decode, LARGEST)
    line, events = parse_start(text, name), parse_events(text, name)
    begun = None if line is None else read_beginning(line, name)
    options = _completed(options, begun, language)
    outputs = options.sources.outputs(options.events)
    with _session(options, begun) as session, recording(options.record, session, options.sources, options.events):
        machine = Machine(options.sources.artwork(), *options.screen)
        start(machine, options.game, options, session)
        player = HeadlessPlayer(machine, options.shots, timed=begun is not None, outputs=outputs)
        player.play(events)
        tell_failure(session)
    _tell_bells(player)
    return 0


def _script_desktop(given: Mapping[str, Any], language: str) -> int:
    """The same with the desktop instead of a game; the exit status."""
    unused = next((name for name, key in _OF_GAMES if given[key] not in (None, False)), None)
    if unused is not None:
        raise UsageError(f"{unused}: the desktop is no game")
    name = str(given["events"])
    text = read_file(given["events"], decode, LARGEST)
    if parse_start(text, name) is not None:
        raise UsageError(f"{name}: was recorded in a game, not on the desktop")
    chosen = {field.name: given[field.name] for field in fields(PictureOptions)}
    chosen.update(lang=given["lang"] or language, screen=given["screen"] or SCREENS["st-high"])
    options = PictureOptions(**chosen)
    with desktop.scripted(options) as machine:
        player = HeadlessPlayer(machine, given["shots"], outputs=options.sources.outputs(given["events"]))
        player.play(parse_events(text, name))
    _tell_bells(player)
    return 0


def _tell_bells(player: HeadlessPlayer) -> None:
    for at, bells in player.log:
        for _ in range(bells):
            say(f"line {at}: bell")


def _completed(options: ScriptOptions, begun: Beginning | None, language: str) -> ScriptOptions:
    """The options with what the recorded file or nobody says. Raises UsageError where they contradict the file."""
    lang = options.lang or (begun.lang if begun else language)
    screen = options.screen or (begun.screen if begun else SCREENS["st-high"])
    number = options.number if options.number is not None or begun is None else begun.number
    if number is None:
        raise UsageError("--number N is needed: only a recorded file names the game itself")
    options = replace(options, lang=lang, screen=screen, number=checked(options.game, number))
    if begun is not None:
        if (begun.game, begun.number) != (options.game.name, number):
            raise UsageError(f"{options.events}: was recorded in game #{begun.number} of {cut(begun.game)}")
        if begun.files != digest(options.game, options):
            raise UsageError(f"{options.events}: was recorded with other card pictures, resources or fonts")
    return options


@contextmanager
def _session(options: ScriptOptions, begun: Beginning | None) -> Iterator[AnySession]:
    """The session that is played: as the recorded file tells, else the numbered game."""
    game = options.game
    if begun is not None:
        with no_records(game) as records:
            records.restore(begun.snapshot, begun.kept)
            yield Session(game, records, Random(begun.seed), options.number, afresh=begun.kept is None)
        return
    # A script leaves the player's own records alone, unless a folder was named for it.
    with (player_records if os.environ.get("GEMPORT_HOME") else no_records)(game) as records:
        if options.resume:
            require_unfinished(game, records, options.number)
        yield Session(game, records, Random(options.number), options.number, afresh=not options.resume)
