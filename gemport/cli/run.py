"""``gemport run PROGRAM.PRG [FILES]``: an Atari program on this GEM, in a window."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random

from gemport.cli.arguments import SCREENSHOT, Options, UsageError, add_options, png_file, with_options
from gemport.cli.desktop import refuse_resource
from gemport.cli.files import read_file
from gemport.cli.start import player_store, raise_fault, seed_of_the_moment
from gemport.cli.terminal import complain, say
from gemport.cli.window import Run
from gemport.desktop.host import Openable
from gemport.gem import Gem, GemportError, Machine
from gemport.st import (
    MAX_MHZ,
    MAX_PROGRAM_SIZE,
    MHZ,
    Drives,
    System,
    can_be_seen,
    gem_program,
    read_program,
    require_processor,
)

PROGRAM_SUFFIXES = (".prg", ".app", ".tos", ".ttp", ".gtp")
ACCESSORY_SUFFIX = ".acc"
_MAX_ACCESSORIES = 6
_OWN_DRIVE = "C"
_OTHER_DRIVES = "DEFGHIJKLMNOP"


def add(command: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    command.add_argument("program", type=Path, metavar="PROGRAM", help="an Atari program (.PRG, .APP, .TOS)")
    files = "files that it opens: they stand in its command line (default: none)"
    command.add_argument("files", nargs="*", type=Path, metavar="FILE", help=files)
    drive = "a further drive, as D=FOLDER; the program's own folder is C (default: C, and those of the files)"
    command.add_argument("--drive", action="append", default=[], type=_drive, metavar="D=FOLDER", help=drive)
    speed = f"of the processor in MHz, 1 to {MAX_MHZ:g}, or max (default: {MHZ:g}, as the Atari ST)"
    command.add_argument("--speed", type=_speed, default=MHZ, metavar="MHZ", help=speed)
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


def run(
    options: Options,
    program: Path,
    files: list[Path],
    drive: list[tuple[str, Path]],
    speed: float,
    screenshot: Path | None,
) -> int:
    """Run the command; the exit status.

    drive: letters and folders of further drives
    speed: in MHz
    """
    refuse_resource(options)
    require_processor()
    if program.suffix.lower() == ACCESSORY_SUFFIX:
        raise UsageError(f"{program}: is an accessory; those in a program's folder stand in its Desk menu")
    file = read_file(program, read_program, MAX_PROGRAM_SIZE)._replace(name=program.name.upper())
    folders, tail = _drives(program, files, dict(drive))
    if screenshot is not None:
        options.sources.outputs(program).check(screenshot)
    console = Console()
    system = atari_system(folders, console, speed)
    with player_store() as store:
        shown = Run(options, store if screenshot is None else None)
        machine = shown.machine
        machine.folder = system.drives.folder
        add_programs(machine, system, folders[_OWN_DRIVE])
        try:
            start_accessories(machine, system, folders[_OWN_DRIVE])
            machine.start(gem_program(file, system, _OWN_DRIVE, (), tail), file.name)
            if screenshot is None:
                shown.show(file.name)
            else:
                shown.write_picture(screenshot)
            result = machine.result
        finally:
            shown.close()
            console.close()
        raise_fault(machine)
    return 1 if result == -1 else 0


def _drives(program: Path, files: Sequence[Path], folders: dict[str, Path]) -> tuple[dict[str, Path], str]:
    """Return the drives' folders, and the command line that names the files. Raises UsageError."""
    folders[_OWN_DRIVE] = program.parent
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


def atari_system(folders: dict[str, Path], console: Console, mhz: float = MHZ) -> System:
    """Return what Atari programs get of this host."""
    return System(Drives(folders), datetime.now, Random(seed_of_the_moment()), complain, console.write, mhz)


def _in_folder(folder: Path, *suffixes: str) -> list[Path]:
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix.lower() in suffixes and path.is_file())
    except OSError:
        return []
    return [path for path in found if can_be_seen(path.name)]


def add_programs(machine: Machine, system: System, folder: Path) -> None:
    """Let shel_write start the programs of a folder; one that cannot be read is reported then."""
    for path in _in_folder(folder, *PROGRAM_SUFFIXES):
        machine.programs[path.name.upper()] = partial(_run_file, path, system)


async def _run_file(path: Path, system: System, gem: Gem) -> object:
    try:
        file = read_file(path, read_program, MAX_PROGRAM_SIZE)._replace(name=path.name.upper())
    except GemportError as error:
        complain(str(error))
        return -1
    return await gem_program(file, system, _OWN_DRIVE)(gem)


def add_folder(machine: Machine, folder: Path, accessories: bool) -> list[Openable]:
    """Let the desktop open the programs of a folder, and start its accessories. Raises GemportError."""
    require_processor()
    if not folder.is_dir():
        raise UsageError(f"{folder}: is no folder")
    # What is written as a text comes line by line; nobody waits for the end of one.
    system = atari_system({_OWN_DRIVE: folder}, Console())
    machine.folder = system.drives.folder
    add_programs(machine, system, folder)
    if accessories:
        start_accessories(machine, system, folder)
    names = [path.name.upper() for path in _in_folder(folder, *PROGRAM_SUFFIXES)]
    return [Openable(f"atari/{name}", name, name, range(0)) for name in names]


def start_accessories(machine: Machine, system: System, folder: Path) -> None:
    """Start the accessories of a folder; one that cannot be read is reported and left out."""
    for path in _in_folder(folder, ACCESSORY_SUFFIX)[:_MAX_ACCESSORIES]:
        try:
            file = read_file(path, read_program, MAX_PROGRAM_SIZE)._replace(name=path.name.upper())
        except GemportError as error:
            complain(str(error))
            continue
        machine.start(gem_program(file, system, _OWN_DRIVE), file.name)


class Console:
    """What programs write as a text: whole lines of standard output."""

    def __init__(self) -> None:
        self._line = ""

    def write(self, text: str) -> None:
        """Add a text, and print the lines that are complete."""
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            say(line)

    def close(self) -> None:
        """Print what is left."""
        if self._line:
            say(self._line)
        self._line = ""
