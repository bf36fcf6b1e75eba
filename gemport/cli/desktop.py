"""``gemport desktop``: the GEM desktop in a window, or its first picture."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from gemport.cli.arguments import (
    SCREENSHOT,
    PictureOptions,
    UsageError,
    WindowOptions,
    add_window_options,
    png_file,
    taken,
)
from gemport.cli.start import GamePrograms, player_store, raise_fault, seed_of_the_moment
from gemport.cli.window import Run

NAME = "desktop"
"""The command, and what a script calls it."""
_TITLE = "gemport"


@dataclass(frozen=True)
class DesktopOptions(WindowOptions):
    """The command's options."""

    screenshot: Path | None
    programs: Path | None


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.add_argument("--screenshot", type=png_file, metavar="FILE.png", help=SCREENSHOT)
    programs = "a folder of Atari programs, to be opened as the games are (default: none)"
    command.add_argument("--programs", type=Path, metavar="DIR", help=programs)
    add_window_options(command)
    command.set_defaults(run=lambda given: desktop(taken(DesktopOptions, given)))
    command.epilog = """examples:
  gemport desktop
  gemport desktop --screen tt-high
  gemport desktop --programs ATARI"""


def refuse_resource(options: PictureOptions) -> None:
    """Raise UsageError for a resource: it would not say for which game."""
    if options.rsc is not None:
        raise UsageError("--rsc: the desktop opens several programs; name the game to which the resource belongs")


def desktop(options: DesktopOptions) -> int:
    """Run the command; the exit status."""
    # Imported here: most starts are those of a game.
    from gemport.cli.accessories import start_accessories, start_desktop

    refuse_resource(options)
    picture = options.screenshot
    if picture is not None:
        options.sources.outputs().check(picture)
    with player_store() as store:
        run = Run(store, options, picture is not None)
        programs = GamePrograms(run.machine, store, run.options, seed_of_the_moment)
        try:
            if picture is None:
                start_accessories(run.machine, run.options, programs, run.live_settings())
            if options.programs is not None:
                # Imported here: few have programs of the Atari.
                from gemport.cli.run import add_folder

                programs.others += add_folder(run.machine, options.programs, accessories=picture is None)
            start_desktop(run.machine, run.options, programs, store)
            if picture is None:
                run.show(_TITLE, programs.keep_time)
            else:
                run.write_picture(picture)
        finally:
            run.close()
        raise_fault(run.machine)
    return 0
