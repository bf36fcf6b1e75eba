"""``gemport script GAME EVENTS.jsonl --number N --shots DIR``: play a file of events without a display."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from pathlib import Path
from random import Random

from gemport.cli import arguments, registry
from gemport.cli.arguments import PictureOptions, add_picture_options, checked
from gemport.cli.files import decode, read_file
from gemport.cli.output import say
from gemport.cli.start import no_records, player_records, recording, start, tell_failure
from gemport.gem.aes.gem import Gem
from gemport.gem.host.events.parse import parse_events
from gemport.gem.host.headless import HeadlessPlayer
from gemport.patience.game import AnyGame
from gemport.patience.session.session import Session


@dataclass(frozen=True)
class ScriptOptions(PictureOptions):
    """What the command is told. ``resume``: take up the unfinished game of the number instead of dealing it afresh."""

    game: AnyGame
    events: Path
    number: int
    shots: Path
    record: Path | None
    resume: bool


def add(command: argparse.ArgumentParser, language: str) -> None:
    """The command's arguments."""
    command.add_argument("game", type=arguments.game, metavar="GAME", help=", ".join(registry.names()))
    command.add_argument("events", type=Path, metavar="EVENTS.jsonl", help="one event a line")
    command.add_argument("--number", type=arguments.number, required=True, metavar="N", help="the game's number")
    command.add_argument("--shots", type=Path, required=True, metavar="DIR", help="where pictures go")
    command.add_argument("--record", type=Path, metavar="FILE", help="write down the games as text, behind those there")
    resume = "take up the unfinished game of the number (only where GEMPORT_HOME is set)"
    command.add_argument("--continue", dest="resume", action="store_true", help=resume)
    add_picture_options(command, language)

    def run(namespace: argparse.Namespace) -> int:
        given = {key: value for key, value in vars(namespace).items() if key != "run"}
        return script(ScriptOptions(**given))

    command.set_defaults(run=run)


def script(options: ScriptOptions) -> int:
    """Run the command; the exit status."""
    game = options.game
    events = parse_events(read_file(options.events, decode), str(options.events))
    checked(game, options.number)
    # A script leaves the player's own records alone, unless a folder was named for it.
    with (player_records if os.environ.get("GEMPORT_HOME") else no_records)(game) as records:
        session = Session(game, records, Random(options.number), options.number, afresh=not options.resume)
        with recording(options.record, session):
            gem = Gem(options.sources.artwork(), *options.screen)
            start(gem, game, options, session)
            player = HeadlessPlayer(gem, options.shots)
            player.play(events)
            tell_failure(session)
    for line, bells in player.log:
        for _ in range(bells):
            say(f"line {line}: bell")
    return 0
