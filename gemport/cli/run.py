"""``gemport run PROGRAM.PRG [FILES]``: an Atari program on this GEM, in a window."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from gemport.cli.arguments import SCREENSHOT, Options, UsageError, add_options, png_file, with_options
from gemport.cli.atari import (
    ACCESSORY_SUFFIX,
    OWN_DRIVE,
    Console,
    add_programs,
    atari_system,
    read_atari_program,
    start_accessories,
)
from gemport.cli.desktop import refuse_resource
from gemport.cli.launch import DESKTOP, Launch
from gemport.cli.sessions import player_store
from gemport.cli.terminal import raise_on_interrupt
from gemport.st import MAX_MHZ, MHZ, QUOTA, can_be_seen, gem_program, require_processor

_OTHER_DRIVES = "DEFGHIJKLMNOP"
_MAX_QUOTA = 2047
"""The largest number of MB whose bytes GEMDOS can count."""


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    program = "an Atari program (.PRG, .APP, .TOS); - is standard input, with this folder as its own"
    command.add_argument("program", type=Path, metavar="PROGRAM", help=program)
    files = "files that it opens: they stand in its command line (default: none)"
    command.add_argument("files", nargs="*", type=Path, metavar="FILE", help=files)
    drive = "a further drive, as D=FOLDER; the program's own folder is C (default: C, and those of the files)"
    command.add_argument("--drive", action="append", default=[], type=_drive, metavar="D=FOLDER", help=drive)
    speed = f"of the processor in MHz, 1 to {MAX_MHZ:g}, or max (default: {MHZ:g}, as the Atari ST)"
    command.add_argument("--speed", type=_speed, default=MHZ, metavar="MHZ", help=speed)
    room = f"that its programs may write in all, 0 to {_MAX_QUOTA} (default: {QUOTA})"
    command.add_argument("--quota", type=_quota, default=QUOTA, metavar="MB", help=room)
    command.add_argument("--screenshot", type=png_file, metavar="FILE.png", help=SCREENSHOT)
    add_options(command)
    command.set_defaults(run=partial(with_options, run))
    command.epilog = """exit status:
  1 the program crashed

examples:
  gemport run VIERFREI.PRG
  gemport run EDITOR.PRG LETTER.TXT --drive D=letters --speed max"""


def _drive(text: str) -> tuple[str, Path]:
    letter, sign, folder = text.partition("=")
    if letter.upper() not in _OTHER_DRIVES or len(letter) != 1 or not sign or not folder:
        raise argparse.ArgumentTypeError(f"{text!r} is no drive (a letter from D to P and its folder, as D=letters)")
    return letter.upper(), Path(folder)


def _speed(text: str) -> float:
    if text == "max":
        return MAX_MHZ
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", text) or not 1 <= float(text) <= MAX_MHZ:
        raise argparse.ArgumentTypeError(f"{text!r} is no speed (MHz from 1 to {MAX_MHZ:g}, or max)")
    return float(text)


def _quota(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text) or int(text) > _MAX_QUOTA:
        raise argparse.ArgumentTypeError(f"{text!r} is no quota (whole MB from 0 to {_MAX_QUOTA})")
    return int(text)


def run(
    options: Options,
    program: Path,
    files: list[Path],
    drive: list[tuple[str, Path]],
    speed: float,
    quota: int,
    screenshot: Path | None,
) -> int:
    """Run the command; return the exit status.

    drive: letters and folders of further drives
    speed: in MHz
    quota: the MB that programs may write
    """
    refuse_resource(options)
    require_processor()
    if program.suffix.lower() == ACCESSORY_SUFFIX:
        raise UsageError(f"{program}: is an accessory; those in a program's folder stand in its Desk menu")
    file = read_atari_program(program)
    folders, tail = _drives(program, files, dict(drive))
    if screenshot is not None:
        options.sources.outputs(program).check(screenshot)
    console = Console()
    with (
        closing(console),
        player_store(make=screenshot is None) as store,
        Launch(options, store if screenshot is None else None) as shown,
    ):
        system = atari_system(shown, folders, console, speed, quota, live=screenshot is None)
        machine = shown.machine
        machine.folder = system.drives.folder
        add_programs(machine, system)

        def start() -> None:
            raise_on_interrupt()
            start_accessories(machine, system)
            machine.start(gem_program(file, system, OWN_DRIVE, (), tail), file.name)

        if screenshot is None:
            # The window is there before the program has a say.
            shown.show(DESKTOP, lambda: f"{file.name} - gemport", on_shown=start)
        else:
            start()
            shown.write_picture(screenshot)
        result = machine.result
    return 1 if result == -1 else 0


def _drives(program: Path, files: Sequence[Path], folders: dict[str, Path]) -> tuple[dict[str, Path], str]:
    """Return the drives' folders, and the command line that names the files. Raises UsageError."""
    folders[OWN_DRIVE] = program.parent
    for letter, folder in folders.items():
        if not folder.is_dir():
            raise UsageError(f"{folder}: is no folder for the drive {letter}")
    named = []
    for file in files:
        if not file.is_file():
            raise UsageError(f"{file}: there is no such file")
        named.append(_path_on_drive(file, folders))
    return folders, " ".join(named)


def _path_on_drive(file: Path, folders: dict[str, Path]) -> str:
    """Return what a program calls a file. One outside of all drives gets another drive, which is its folder."""
    place = Path(os.path.realpath(file))
    for letter, folder in folders.items():
        top = Path(os.path.realpath(folder))
        if place.is_relative_to(top):
            names = place.relative_to(top).parts
            if not all(map(can_be_seen, names)):
                raise UsageError(f"{file}: an Atari program knows names of eight characters, a dot and three more")
            return f"{letter}:\\" + "\\".join(names).upper()
    free = next((letter for letter in _OTHER_DRIVES if letter not in folders), None)
    if free is None:
        raise UsageError(f"{file}: all drives have a folder already")
    folders[free] = file.parent
    return _path_on_drive(file, folders)
