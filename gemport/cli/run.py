"""``gemport run PROGRAM.PRG [FILES]``: an Atari program on this GEM, in a window."""

import argparse
import os
from collections.abc import Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

from gemport.cli import arguments, atari
from gemport.cli.arguments import Job, UsageError
from gemport.cli.desktop import refuse_resource
from gemport.cli.header import read_events
from gemport.cli.launch import DESKTOP, Launch, silent_launch
from gemport.cli.sessions import player_store
from gemport.cli.sources import user_folder
from gemport.cli.terminal import raise_on_interrupt, visible
from gemport.gem import charset
from gemport.hosts.files import LinesFile
from gemport.st import (
    DEFAULT_QUOTA_MB,
    MAX_MHZ,
    MAX_TAIL_CHARS,
    MHZ,
    Trace,
    can_be_seen,
    gem_program,
    require_processor,
)

_OTHER_DRIVES = "DEFGHIJKLMNOP"
_MAX_QUOTA = 2047  # maximum number of MB whose bytes GEMDOS can count


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    program = "an Atari program (.PRG, .APP, .TOS, .TTP); - is standard input, with the current folder as its drive"
    command.add_argument("program", type=Path, metavar="PROGRAM", help=program)
    files = "files for its command line (default: none)"
    command.add_argument("files", nargs="*", type=Path, metavar="FILE", help=files)
    command.add_argument(
        "--args", default="", metavar="TEXT", help="arguments passed to the program before the files (default: none)"
    )
    drive = "another drive, as D=FOLDER; C is the program's folder (default: C and the folders of the files)"
    command.add_argument("--drive", action="append", default=[], type=_drive, metavar="D=FOLDER", help=drive)
    speed = f"speed of the processor in MHz, 1 to {MAX_MHZ:g}, or max (default: {MHZ:g}, as the Atari ST)"
    command.add_argument("--speed", type=_speed, default=MHZ, metavar="MHZ", help=speed)
    room = f"maximum MB that programs can write, 0 to {_MAX_QUOTA} (default: {DEFAULT_QUOTA_MB})"
    quota = partial(arguments.integer, 0, _MAX_QUOTA, f"whole MB from 0 to {_MAX_QUOTA}")
    command.add_argument("--quota", type=quota, default=DEFAULT_QUOTA_MB, metavar="MB", help=room)
    jail = "let the kernel refuse writes outside the drives, outputs and the user folder (Linux; default: no limit)"
    command.add_argument("--jail", action="store_true", help=jail)
    log = "log each call of programs, one per line (default: no log)"
    command.add_argument("--trace", type=Path, metavar="FILE", help=log)
    events = "play a file of events without a display (default: a window)"
    command.add_argument("--events", type=Path, metavar="EVENTS.jsonl", help=events)
    pictures = "the folder for the pictures of --events (default: no pictures)"
    command.add_argument("--shots", type=Path, metavar="DIR", help=pictures)
    command.add_argument("--screenshot", type=arguments.png_file, metavar="FILE.png", help=arguments.SCREENSHOT)
    arguments.add_options(command)
    command.set_defaults(run=partial(arguments.with_job, run))
    command.epilog = """exit status:
  1 the program crashed

examples:
  gemport run VIERFREI.PRG
  gemport run EDITOR.PRG LETTER.TXT --drive D=letters --speed max
  gemport run PACK.TTP --args "-x FILES.ARC"
  gemport run PAINT.PRG --events test.jsonl --shots pictures --trace calls.txt"""


def _drive(text: str) -> tuple[str, Path]:
    letter, sign, folder = text.partition("=")
    if letter.upper() not in _OTHER_DRIVES or len(letter) != 1 or not sign or not folder:
        raise argparse.ArgumentTypeError(f"expected a letter from D to P and a folder, such as D=letters, got {text!r}")
    return letter.upper(), Path(folder)


def _speed(text: str) -> float:
    what = f"MHz from 1 to {MAX_MHZ:g}, or max"
    return MAX_MHZ if text == "max" else arguments.decimal(1, MAX_MHZ, what, text)


def run(
    job: Job,
    program: Path,
    files: Sequence[Path] = (),
    args: str = "",
    drive: Sequence[tuple[str, Path]] = (),
    speed: float = MHZ,
    quota: int = DEFAULT_QUOTA_MB,
    jail: bool = False,
    trace: Path | None = None,
) -> int:
    """Run the command, whose help describes the other arguments; return the exit status."""
    refuse_resource(job)
    require_processor()
    if program.suffix.lower() == atari.ACCESSORY_SUFFIX:
        raise UsageError(f"{program} is an accessory; run a program in its folder, and open it from the Desk menu")
    file = atari.read_atari_program(program)
    folders, names = _drives(program, files, dict(drive))
    tail = _command_line(args, names)
    outputs = job.sources.outputs(program, *files, *filter(None, (job.events,)))
    for path in (job.screenshot, trace):
        if path is not None:
            outputs.check(path)
    events, start_line = ([], None) if job.events is None else read_events(job.events)
    if job.shots is not None and job.events is None:
        raise UsageError("--shots can only be used with --events")
    live = job.screenshot is None and job.events is None
    with ExitStack() as stack:
        console = stack.enter_context(closing(atari.Console()))
        log = None if trace is None else stack.enter_context(closing(LinesFile(trace, outputs)))
        calls = None if log is None else stack.enter_context(closing(Trace(lambda line: log.add(visible(line)))))
        store = stack.enter_context(player_store()) if live else None
        if jail:
            from gemport.cli.jail import confine

            written = [path.absolute().parent for path in (trace, job.screenshot, job.shots) if path is not None]
            written += [user_folder()] if live and user_folder().is_dir() else []
            confine([*folders.values(), *written])
        shown = stack.enter_context(Launch(job, store) if live else silent_launch(job))
        system = atari.atari_system(shown, folders, console, speed, quota, calls, live=live)
        machine = shown.machine
        machine.folder = system.drives.folder
        atari.add_programs(machine, system)

        def start() -> None:
            raise_on_interrupt()
            atari.start_accessories(machine, system)
            machine.start(gem_program(file, system, atari.OWN_DRIVE, (), tail), file.name)

        if live:
            # Show the window before the program runs.
            shown.show(DESKTOP, lambda: f"{file.name} - gemport", on_shown=start)
        else:
            start()
            if job.events is not None:
                shown.play_events(events, start_line is not None, outputs)
            if job.screenshot is not None:
                shown.write_picture(job.screenshot)
        result = machine.result
    return 1 if result == -1 else 0


def _command_line(args: str, names: Sequence[str]) -> str:
    """Return the command line from texts and files. Raises GemportError if it is too long or not encodable."""
    tail = " ".join(filter(None, (args, *names)))
    if len(charset.encode(tail)) > MAX_TAIL_CHARS:
        raise UsageError(f"--args: with the files {len(tail)} characters, the maximum is {MAX_TAIL_CHARS}")
    return tail


def _drives(program: Path, files: Sequence[Path], folders: dict[str, Path]) -> tuple[dict[str, Path], list[str]]:
    """Return the drives' folders, and the files' names for programs. Raises UsageError."""
    folders[atari.OWN_DRIVE] = program.parent
    for letter, folder in folders.items():
        if not folder.is_dir():
            raise UsageError(f"drive {letter}: {folder} is not a folder")
    named = []
    for file in files:
        if not file.is_file():
            raise UsageError(f"{file} is not a file")
        named.append(_path_on_drive(file, folders))
    return folders, named


def _path_on_drive(file: Path, folders: dict[str, Path]) -> str:
    """Return a file's name for programs; the folder of a file outside all drives becomes another drive."""
    place = Path(os.path.realpath(file))
    for letter, folder in folders.items():
        top = Path(os.path.realpath(folder))
        if place.is_relative_to(top):
            names = place.relative_to(top).parts
            if not all(map(can_be_seen, names)):
                raise UsageError(f"{file}: Atari names have at most eight characters, and three after a dot")
            return f"{letter}:\\" + "\\".join(names).upper()
    free = next((letter for letter in _OTHER_DRIVES if letter not in folders), None)
    if free is None:
        raise UsageError(f"{file}: all drive letters are in use")
    folders[free] = file.parent
    return _path_on_drive(file, folders)
