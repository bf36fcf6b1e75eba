"""``gemport desktop``: the GEM desktop in a window, or its first picture."""

import argparse
from functools import partial
from pathlib import Path

from gemport.cli.accessories import start_accessories, start_desktop
from gemport.cli.arguments import SCREENSHOT, Options, UsageError, add_options, png_file, with_options
from gemport.cli.launch import DESKTOP, Launch
from gemport.cli.sessions import GamePrograms, player_store, seed_of_the_moment


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.add_argument("--screenshot", type=png_file, metavar="FILE.png", help=SCREENSHOT)
    programs = "a folder of Atari programs to open from the desktop (default: none)"
    command.add_argument("--programs", dest="folder", type=Path, metavar="DIR", help=programs)
    add_options(command)
    command.set_defaults(run=partial(with_options, desktop))
    command.epilog = """examples:
  gemport desktop
  gemport desktop --screen tt-high
  gemport desktop --programs ATARI"""


def refuse_resource(options: Options) -> None:
    """Reject ``--rsc`` with a UsageError, because its game would be unknown."""
    if options.sources.rsc is not None:
        raise UsageError("--rsc can only be used with a game, such as gemport vierfrei")


def desktop(options: Options, screenshot: Path | None, folder: Path | None) -> int:
    """Run the command; return the exit status. ``folder`` has Atari programs."""
    refuse_resource(options)
    if screenshot is not None:
        options.sources.outputs().check(screenshot)
    with (
        player_store(make=screenshot is None) as store,
        Launch(options, store if screenshot is None else None) as run,
    ):
        programs = GamePrograms(run, store, seed_of_the_moment)
        # The games would reject damaged pictures only when they open.
        run.sources.cards(run.lang)
        if screenshot is None:
            run.use_folder()
            start_accessories(run, programs, run.live_settings(store))
        if folder is not None:
            # Imported here: few users have Atari programs.
            from gemport.cli.atari import add_folder

            programs.others += add_folder(run, folder, live=screenshot is None)
        start_desktop(run, programs, store)
        if screenshot is None:
            run.show(DESKTOP, programs.title, programs.keep_time)
        else:
            run.write_picture(screenshot)
    return 0
