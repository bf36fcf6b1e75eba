"""``gemport desktop``: the GEM desktop in a window, or its first picture."""

import argparse
from functools import partial
from pathlib import Path

from gemport.cli.accessories import start_accessories, start_desktop
from gemport.cli.arguments import SCREENSHOT, Job, UsageError, add_options, png_file, with_job
from gemport.cli.launch import DESKTOP, Launch
from gemport.cli.sessions import GamePrograms, player_store, seed_of_the_moment


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.add_argument("--screenshot", type=png_file, metavar="FILE.png", help=SCREENSHOT)
    programs = "a folder of Atari programs to open from the desktop (default: none)"
    command.add_argument("--programs", dest="folder", type=Path, metavar="DIR", help=programs)
    add_options(command)
    command.set_defaults(run=partial(with_job, desktop))
    command.epilog = """examples:
  gemport desktop
  gemport desktop --screen tt-high
  gemport desktop --programs ATARI"""


def refuse_resource(job: Job) -> None:
    """Reject ``--rsc`` with a UsageError, because its game would be unknown."""
    if job.sources.rsc is not None:
        raise UsageError("--rsc can only be used with a game, such as gemport vierfrei")


def desktop(job: Job, folder: Path | None) -> int:
    """Run the command; return the exit status. ``folder`` has Atari programs."""
    refuse_resource(job)
    if job.screenshot is not None:
        job.sources.outputs().check(job.screenshot)
    with (
        player_store(make=job.screenshot is None) as store,
        Launch(job, store if job.screenshot is None else None) as run,
    ):
        programs = GamePrograms(run, store, seed_of_the_moment)
        # The games would reject damaged pictures only when they open.
        run.sources.cards(run.lang)
        if job.screenshot is None:
            run.use_folder()
            start_accessories(run, programs, run.live_settings(store))
        if folder is not None:
            # Imported here: few users have Atari programs.
            from gemport.cli.atari import add_folder

            programs.others += add_folder(run, folder, live=job.screenshot is None)
        start_desktop(run, programs, store)
        if job.screenshot is None:
            run.show(DESKTOP, programs.title, programs.save_time)
        else:
            run.write_picture(job.screenshot)
    return run.status
