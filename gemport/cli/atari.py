"""Atari programs on a machine: programs and accessories of a folder, and their output."""

import sys
import time
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

from gemport import st
from gemport.cli.arguments import PROGRAM_SUFFIXES, UsageError
from gemport.cli.launch import Launch
from gemport.cli.sessions import seed_of_the_moment
from gemport.cli.sources import read_file
from gemport.cli.terminal import print_error, print_out
from gemport.desktop import desktop_rsc as rsc
from gemport.desktop.programs import Openable
from gemport.gem import Gem, GemportError, Machine, MouseNumber, Resource
from gemport.hosts.files import STANDARD
from gemport.toolkit.dialog import Dialog

OWN_DRIVE = "C"  # drive of a program
ACCESSORY_SUFFIX = ".acc"
_PARAMETER_SUFFIXES = (".ttp", ".gtp")
_MAX_ACCESSORIES = 6
_MAX_LINE_CHARS = 4096
_START_TIME = datetime(1993, 12, 21, 12)  # date and time at the start of a run without a window


def read_atari_program(path: Path) -> st.ProgramFile:
    """Read a program file and return it with its name on the machine. Raises GemportError."""
    name = "STDIN.PRG" if path == STANDARD else path.name.upper()
    return read_file(path, st.read_program, st.MAX_PROGRAM_SIZE)._replace(name=name)


class Console:
    """The output of programs: complete lines on standard output, if it exists, in addition to the screen."""

    def __init__(self) -> None:
        self._line = ""

    def write(self, text: str) -> None:
        """Write a text; a backspace removes the previous character."""
        if sys.stdout is None and sys.platform == "win32":
            return
        for char in text:
            if char == "\n":
                print_out(self._line)
                self._line = ""
            else:
                self._line = self._line + char if char != "\b" else self._line[:-1]
        if len(self._line) >= _MAX_LINE_CHARS:
            self.close()

    def close(self) -> None:
        if self._line:
            print_out(self._line)
        self._line = ""


def atari_system(
    run: Launch,
    folders: dict[str, Path],
    console: Console,
    mhz: float = st.MHZ,
    quota: int = st.DEFAULT_QUOTA_MB,
    trace: st.Trace | None = None,
    *,
    live: bool,
) -> st.System:
    """Return the environment of Atari programs, including MHz and MB.

    With ``live`` they get the host's date and random numbers, and calls cost them the time that they take, so that the
    host stays responsive; otherwise every run is the same.
    """
    texts, machine, window = run.sources.desktop(run.lang).strings, run.machine, run.window
    return st.System(
        st.Drives(folders, quota * st.MB),
        datetime.now if live else lambda: _START_TIME + timedelta(milliseconds=machine.now),
        Random(seed_of_the_moment() if live else 0),
        print_error,
        console.write,
        mhz,
        time.thread_time if live else float,
        texts[rsc.ATARI_CRASHED],
        texts[rsc.ATARI_COMPUTES],
        texts[rsc.ATARI_ANY_KEY],
        trace,
        # Without a window both raise an error.
        lambda text: window.copy(text),
        lambda: window.paste(),
    )


def _on_drive(drives: st.Drives, *suffixes: str) -> dict[str, Path]:
    try:
        paths = drives.folder_at(OWN_DRIVE, ()).children()
    except OSError:
        return {}
    return {name: path for name, path in paths.items() if path.suffix.lower() in suffixes and path.is_file()}


def add_programs(machine: Machine, system: st.System, boxes: Resource | None = None) -> list[str]:
    """Register the programs of the drive for shel_write, and return their names.

    An unreadable program is reported when it starts. ``boxes`` is the desktop's resource with the
    box for missing parameters.
    """
    paths = _on_drive(system.drives, *PROGRAM_SUFFIXES)
    machine.programs.update((name, partial(_run_file, path, system, boxes)) for name, path in paths.items())
    return list(paths)


async def _run_file(path: Path, system: st.System, boxes: Resource | None, gem: Gem) -> object:
    try:
        file = read_atari_program(path)
    except GemportError as error:
        print_error(str(error))
        return -1
    asks = boxes is not None and path.suffix.lower() in _PARAMETER_SUFFIXES and not gem.shel_read()[1]
    parameters = await _ask_parameters(gem, boxes, file.name) if asks and boxes is not None else ""
    if parameters is None:
        return 0
    return await st.gem_program(file, system, OWN_DRIVE, (), parameters)(gem)


async def _ask_parameters(gem: Gem, boxes: Resource, name: str) -> str | None:
    """Ask the user for a program's parameters; return None if cancelled."""
    gem.graf_mouse(MouseNumber.ARROW)
    dialog = Dialog(gem, gem.rsrc_load(boxes).tree(rsc.PARAMETERS), rsc.PARAMETERS_CANCEL)
    dialog.set_text(rsc.PARAMETERS_PROGRAM, name)
    dialog.set_text(rsc.PARAMETERS_FIELD, "")
    button = await dialog.show(rsc.PARAMETERS_FIELD)
    return dialog.text(rsc.PARAMETERS_FIELD) if button == rsc.PARAMETERS_OK else None


def add_folder(run: Launch, folder: Path, live: bool) -> list[Openable]:
    """Return the programs of a folder for the desktop, and if ``live`` start its accessories. Raises GemportError."""
    st.require_processor()
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a folder")
    # Write text line by line, without waiting for its end.
    machine, system = run.machine, atari_system(run, {OWN_DRIVE: folder}, Console(), live=live)
    machine.folder = system.drives.folder
    names = add_programs(machine, system, run.sources.desktop(run.lang))
    if live:
        start_accessories(machine, system)
    return [Openable(f"atari/{name}", name, name, range(0)) for name in names]


def start_accessories(machine: Machine, system: st.System) -> None:
    """Start the accessories of the drive; report and skip unreadable files."""
    for path in list(_on_drive(system.drives, ACCESSORY_SUFFIX).values())[:_MAX_ACCESSORIES]:
        try:
            file = read_atari_program(path)
        except GemportError as error:
            print_error(str(error))
            continue
        machine.start(st.gem_program(file, system, OWN_DRIVE), file.name)
