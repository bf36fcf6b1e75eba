"""``gemport desktop``: the GEM desktop in a window, or its first picture."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from gemport.cli.arguments import SCREENSHOT, PictureOptions, UsageError, WindowOptions, add_window_options, png_file
from gemport.cli.hint import full_screen_hint
from gemport.cli.interrupt import raise_on_interrupt
from gemport.cli.programs import GamePrograms
from gemport.cli.settings import RunSettings
from gemport.cli.start import player_store, raise_fault, seed_of_the_moment
from gemport.gem.aes.machine import Machine
from gemport.gem.host.display.show import run_window
from gemport.store.sqlite import Store

NAME = "desktop"
"""The command, and what a script calls it."""
_TITLE = "gemport"


@dataclass(frozen=True)
class DesktopOptions(WindowOptions):
    """What the command is told."""

    screenshot: Path | None


def add(command: argparse.ArgumentParser, language: str) -> None:
    """The command's arguments."""
    command.add_argument("--screenshot", type=png_file, metavar="FILE.png", help=SCREENSHOT)
    add_window_options(command, language)
    command.set_defaults(lang=None, screen=None)

    def run(namespace: argparse.Namespace) -> int:
        given = {key: value for key, value in vars(namespace).items() if key != "run"}
        return desktop(DesktopOptions(**given), language)

    command.set_defaults(run=run)
    command.epilog = """examples:
  gemport desktop
  gemport desktop --screen tt-high"""


def refuse_resource(options: PictureOptions) -> None:
    """Raises UsageError for a resource: nobody could tell whose it is."""
    if options.rsc is not None:
        raise UsageError("--rsc: the desktop opens several programs; name the game to which the resource belongs")


def desktop(options: DesktopOptions, language: str) -> int:
    """Run the command; ``language`` is the one to speak if nothing else says so. The exit status."""
    # Late: most starts are those of a game.
    from gemport.cli.company import start_accessories, start_desktop

    refuse_resource(options)
    if options.screenshot is not None:
        options.sources.outputs().check(options.screenshot)
    with player_store() as store:
        shown = options.screenshot is None
        settings = RunSettings.read(store, options) if shown else RunSettings.plain(options)
        options = settings.complete(options, language)
        machine = Machine(options.sources.artwork(), *options.screen)
        programs = GamePrograms(machine, store, options, seed_of_the_moment)
        host = settings.host(partial(full_screen_hint, options))
        try:
            if shown:
                start_accessories(machine, options, programs, settings.board(machine, host, store))
            start_desktop(machine, options, programs, store)
            if options.screenshot is not None:
                from gemport.gem.host.headless import write_shot

                raise_on_interrupt()
                machine.settle()
                write_shot(machine, options.screenshot, outputs=options.sources.outputs())
            else:
                run_window(machine, _TITLE, controls=host.window, on_shown=raise_on_interrupt, keep=programs.keep_time)
        finally:
            machine.close()
            settings.keep(store, host)
        raise_fault(machine)
    return 0


@contextmanager
def scripted(options: PictureOptions) -> Iterator[Machine]:
    """A machine with the desktop, as scripts have it: without accessories, the same games each time.

    The player's own records stay as they are, unless GEMPORT_HOME names a folder for them.
    """
    from gemport.cli.company import start_desktop

    refuse_resource(options)
    with player_store() if os.environ.get("GEMPORT_HOME") else Store(None) as store:
        machine = Machine(options.sources.artwork(), *options.screen)
        programs = GamePrograms(machine, store, options, count().__next__)
        try:
            start_desktop(machine, options, programs, store)
            yield machine
        finally:
            machine.close()
        raise_fault(machine)
