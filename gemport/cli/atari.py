"""Programs of the Atari on a machine: those of a folder by name, its accessories, and what they write."""

from __future__ import annotations

import time
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random

from gemport.cli.arguments import UsageError
from gemport.cli.files import read_file
from gemport.cli.start import seed_of_the_moment
from gemport.cli.terminal import complain, say
from gemport.cli.window import Run
from gemport.desktop import resource as rsc
from gemport.desktop.host import Openable
from gemport.gem import Gem, GemportError, Machine
from gemport.hosts.files import STANDARD
from gemport.st import (
    MAX_PROGRAM_SIZE,
    MHZ,
    Drives,
    ProgramFile,
    System,
    can_be_seen,
    gem_program,
    read_program,
    require_processor,
)

OWN_DRIVE = "C"
"""The drive that a program lies on."""
ACCESSORY_SUFFIX = ".acc"
_PROGRAM_SUFFIXES = (".prg", ".app", ".tos", ".ttp", ".gtp")
_MAX_ACCESSORIES = 6
_LONGEST_LINE = 4096


def read_atari_program(path: Path) -> ProgramFile:
    """Read a program file; its name is that on the machine. Raises GemportError."""
    name = "STDIN.PRG" if path == STANDARD else path.name.upper()
    return read_file(path, read_program, MAX_PROGRAM_SIZE)._replace(name=name)


def atari_system(run: Run, folders: dict[str, Path], console: Console, mhz: float = MHZ, *, live: bool) -> System:
    """Return what Atari programs get of this host.

    live: they pay for the time that their calls take, so that the host stays at hand
    """
    texts = run.sources.desktop(run.lang).strings
    return System(
        Drives(folders),
        datetime.now,
        Random(seed_of_the_moment()),
        complain,
        console.write,
        mhz,
        time.thread_time if live else float,
        texts[rsc.ATARI_CRASHED],
        texts[rsc.ATARI_COMPUTES],
    )


def _in_folder(folder: Path, *suffixes: str) -> list[Path]:
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix.lower() in suffixes and path.is_file())
    except OSError:
        return []
    return [path for path in found if can_be_seen(path.name)]


def add_programs(machine: Machine, system: System, folder: Path) -> None:
    """Let shel_write start the programs of a folder; one that cannot be read is reported then."""
    for path in _in_folder(folder, *_PROGRAM_SUFFIXES):
        machine.programs[path.name.upper()] = partial(_run_file, path, system)


async def _run_file(path: Path, system: System, gem: Gem) -> object:
    try:
        file = read_atari_program(path)
    except GemportError as error:
        complain(str(error))
        return -1
    return await gem_program(file, system, OWN_DRIVE)(gem)


def add_folder(run: Run, folder: Path, live: bool) -> list[Openable]:
    """Let the desktop open the programs of a folder; ``live``, start its accessories. Raises GemportError."""
    require_processor()
    if not folder.is_dir():
        raise UsageError(f"{folder}: is no folder")
    # What is written as a text comes line by line; nobody waits for the end of one.
    machine, system = run.machine, atari_system(run, {OWN_DRIVE: folder}, Console(), live=live)
    machine.folder = system.drives.folder
    add_programs(machine, system, folder)
    if live:
        start_accessories(machine, system, folder)
    names = [path.name.upper() for path in _in_folder(folder, *_PROGRAM_SUFFIXES)]
    return [Openable(f"atari/{name}", name, name, range(0)) for name in names]


def start_accessories(machine: Machine, system: System, folder: Path) -> None:
    """Start the accessories of a folder; one that cannot be read is reported and left out."""
    for path in _in_folder(folder, ACCESSORY_SUFFIX)[:_MAX_ACCESSORIES]:
        try:
            file = read_atari_program(path)
        except GemportError as error:
            complain(str(error))
            continue
        machine.start(gem_program(file, system, OWN_DRIVE), file.name)


class Console:
    """The text that programs write: whole lines of standard output."""

    def __init__(self) -> None:
        self._line = ""

    def write(self, text: str) -> None:
        """Add a text, and print the lines that are complete."""
        *lines, self._line = (self._line + text).split("\n")
        for line in lines:
            say(line)
        if len(self._line) >= _LONGEST_LINE:
            self.close()

    def close(self) -> None:
        """Print what is left."""
        if self._line:
            say(self._line)
        self._line = ""
