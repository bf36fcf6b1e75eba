"""Files on the disk: the built-in data, files that a user names, folders that programs may see.

A file that is read is an ordinary file, and is read no further than its format's largest size. ``-`` is standard input
or output.

A file is written complete or not at all, and never onto what the run reads or keeps: under a name of its own beside its
place, which it takes when it is complete. What stood there before stays until then, and for good if anything goes
wrong. Its mode and a symbolic link to it are respected; a device or a pipe, which nothing can replace, is written as it
is.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import gemport
from gemport.gem import GemportError, SystemArtwork, load_artwork

STANDARD = Path("-")
"""Standard input where a file is read, standard output where one is written."""
_DEVICES = {
    "CON",
    "PRN",
    "AUX",
    "NUL",
    "CONIN$",
    "CONOUT$",
    *(f"{kind}{n}" for kind in ("COM", "LPT") for n in "123456789¹²³"),
}
_NEVER = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
_ATTEMPTS, _PAUSE = 3, 0.2
"""So often a file is given its place, and so many seconds apart, where another program holds the one that has it."""


def data_folder() -> Path:
    """The built-in data: folders ``system``, and one a game."""
    package = Path(gemport.__file__).parent
    installed = package / "data"
    return installed if installed.is_dir() else package.parent / "data"


def built_in_artwork() -> SystemArtwork:
    """The project's own fonts, mouse forms and alert icons."""
    return load_artwork(data_folder() / "system")


def read_input(path: Path, largest: int) -> bytes:
    """A file's bytes, at most ``largest``. Raises GemportError for what is no file or too large, and OSError.

    A pipe, a device or a folder is never waited for or read, but for standard input.
    """
    if path == STANDARD:
        return _standard_input(largest)
    # Never wait for data: a pipe without a writer would block for ever.
    waiting = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    if not stat.S_ISREG(path.stat().st_mode):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        raise GemportError(f"{path}: is a pipe or a device, not a file")
    with os.fdopen(os.open(path, os.O_RDONLY | waiting), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise GemportError(f"{path}: is not a file any more")
        data = file.read(largest + 1)
    if len(data) > largest:
        raise GemportError(f"{path}: is too large: more than {largest} bytes, and no such file has so many")
    return data


@cache
def _standard_input(largest: int) -> bytes:
    """Return all of standard input, the same again at each call with this ``largest``. Raises GemportError."""
    if sys.stdin is None:
        raise GemportError("standard input: is closed")
    data = sys.stdin.buffer.read(largest + 1)
    if len(data) > largest:
        raise GemportError(f"standard input: is too large: more than {largest} bytes, and no such file has so many")
    return data


def windows_refusal(name: str) -> str | None:
    """Return why Windows has no file of a name; None if it may."""
    if name.split(".")[0].rstrip().upper() in _DEVICES:
        return "is the name of a device"
    if found := _NEVER.search(name):
        return f"has {found[0]!r}, which no file's name may have"
    return "ends with a dot or a space, as no file's name may" if name.endswith((".", " ")) else None


def file_name(path: Path) -> str:
    """Return a file's name, for errors."""
    return "standard input" if path == STANDARD else str(path)


@dataclass(frozen=True)
class Outputs:
    """The places where a run may write.

    inputs: files, and folders of files, that the run reads
    kept: folders to whose files nothing is written or added, as what the program keeps for the player is there
    inside: the folder that everything has to stay in, whatever links lie in it; None: anywhere
    """

    inputs: tuple[Path, ...] = ()
    kept: tuple[Path, ...] = ()
    inside: Path | None = None

    def within(self, folder: Path) -> Outputs:
        """The same, for files whose names come from elsewhere than their folder: they stay in it."""
        return Outputs(self.inputs, self.kept, folder)

    def check(self, path: Path) -> None:
        """Raises GemportError for a place where the run may not write."""
        if path == STANDARD:
            return
        if os.name == "nt" and (refusal := windows_refusal(path.name)):
            raise GemportError(f"{path}: {refusal}, so nothing is written to it")
        real = _real(path)
        if self.inside is not None and not real.is_relative_to(_real(self.inside)):
            raise GemportError(f"{path}: leads out of the folder {self.inside}, so nothing is written to it")
        for read in map(_real, self.inputs):
            same = real == read or (read.is_dir() and real.is_relative_to(read))
            # Or one file under two names.
            with suppress(OSError):
                same = same or real.samefile(read)
            if same:
                raise GemportError(f"{path}: is read by this run, so nothing is written to it")
        for folder in self.kept:
            if real.parent == _real(folder):
                raise GemportError(
                    f"{path}: lies in the folder of your games and settings, so nothing is written to it"
                )

    def write(self, path: Path, data: bytes) -> None:
        """Write a file. Raises GemportError, and OSError that names the file."""
        with self.writing(path) as out:
            out.write(data)

    @contextmanager
    def writing(self, path: Path) -> Iterator[BinaryIO]:
        """Open a file that takes its place when all is written. Raises GemportError and OSError, naming the file."""
        self.check(path)
        if path == STANDARD:
            whole = BytesIO()
            yield whole
            _write_standard_output(whole.getvalue())
            return
        with naming(path):
            place = _real(path)
            there: os.stat_result | None = None
            with suppress(FileNotFoundError):
                there = place.stat()
            if there is None or stat.S_ISREG(there.st_mode):
                with _replacing(place, there) as out:
                    yield out
            else:
                with place.open("wb") as out:
                    yield out


def _write_standard_output(data: bytes) -> None:
    """Raises OSError that names it; a closed pipe is no error."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "is closed", "standard output")
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as error:
        # Or Python would try again, and complain, at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            error.filename = "standard output"
            raise


ANYWHERE = Outputs()
"""For runs that read nothing by name."""


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Make an OSError from within name the file: that of a full disk does not."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


@contextmanager
def _replacing(place: Path, there: os.stat_result | None) -> Iterator[BinaryIO]:
    if there is not None and not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    unfinished = place.with_name(f".{place.name[:64]}.{os.urandom(8).hex()}")
    # Made, not opened: a file that already has the name must not be written to.
    out = os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666), "wb")
    try:
        with out:
            if there is not None:
                unfinished.chmod(stat.S_IMODE(there.st_mode))
            yield out
        _take_place(unfinished, place)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise


def _take_place(unfinished: Path, place: Path) -> None:
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            unfinished.replace(place)
            return
        except PermissionError:
            # On Windows a virus scanner may be looking at the file.
            if os.name != "nt" or attempt == _ATTEMPTS:
                raise
            time.sleep(_PAUSE)


def _real(path: Path) -> Path:
    """Return where a path leads, links followed as far as they go."""
    # Not Path.resolve: some versions of it raise where links lead in circles. A relative path leads nowhere where the
    # working folder has been deleted.
    with naming(path):
        return Path(os.path.realpath(path))


class LinesFile:
    """A file of lines, each on the disk as soon as it is added.

    The first line replaces a file of that name, which until then stays as it is. A line that cannot be written ends the
    file, which only ``close`` reports.
    """

    def __init__(self, path: Path, outputs: Outputs) -> None:
        """Raises GemportError or OSError where the file can never be written."""
        self._path = path
        self._outputs = outputs
        self._out: BinaryIO | None = None
        self._failed: Exception | None = None
        outputs.check(path)
        with naming(path):
            if path.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            path.parent.stat()

    def add(self, line: str) -> None:
        """Append a line, which is given without its end."""
        if self._failed is not None:
            return
        try:
            data = line.encode() + b"\n"
            if self._path == STANDARD:
                _write_standard_output(data)
            elif self._out is None:
                self._outputs.write(self._path, data)
                self._out = self._path.open("ab", buffering=0)
            else:
                while data:
                    # On a disk that gets full only a part may find room.
                    data = data[self._out.write(data) :]
        except (OSError, ValueError) as error:
            self._failed = error

    def close(self) -> None:
        """Close the file. Raises the error that kept a line from being written."""
        if self._out is not None:
            self._out.close()
        if self._failed is not None:
            with naming(self._path):
                raise self._failed


class DiskFolder:
    """A folder that programs may see, for ``Machine.folder``, without hidden files and links that lead out of it."""

    def __init__(self, path: Path, top: Path | None = None) -> None:
        """``top``: the folder that nothing leads out of; by default this one."""
        self._path = path
        self._top = top or _real(path)

    def entries(self) -> Mapping[str, DiskFolder | None]:
        """Return all that lies in it, by name: None for a file. OSError if it cannot be read."""
        inside = [child for child in self._path.iterdir() if child.name[0] != "." and self._contains(child)]
        return {child.name: DiskFolder(child, self._top) if child.is_dir() else None for child in inside}

    def file(self, path: str, name: str) -> Path:
        """Return the path of the file that the file selector returned, which need not exist.

        GemportError if there is no such folder, or the name leads out of it. OSError if it cannot be read.
        """
        return _file_in(self, path, name)

    def child(self, name: str) -> Path:
        """Return the path of a file in it, which need not exist. GemportError if the name leads out of it."""
        # Imported here: a start reads files and opens no file selector.
        from gemport.gem import same_name

        child = self._path / same_name(name, self.entries())
        if name in ("", "..") or Path(name).name != name or not self._contains(child):
            raise GemportError(f"{name!r} is no name of a file in this folder")
        return child

    def _contains(self, path: Path) -> bool:
        return _real(path).is_relative_to(self._top)


class Places:
    """Folders of the disk side by side, each with all below it, where the machine's file selector has its drives.

    first: the path that the file selector begins with, by the mask of the files
    """

    def __init__(self, folders: Mapping[str, Path], first: Mapping[str, str]) -> None:
        """``folders``: by the names that are shown; those that are missing are left out."""
        self._folders = folders
        self.first = first

    def entries(self) -> Mapping[str, DiskFolder | None]:
        return {name: DiskFolder(path) for name, path in self._folders.items() if path.is_dir()}

    def file(self, path: str, name: str) -> Path:
        """Return the path of the file that the file selector returned; raises as DiskFolder's."""
        return _file_in(self, path, name)


def _file_in(top: DiskFolder | Places, path: str, name: str) -> Path:
    from gemport.gem import find, parse_path

    folder = find(top, parse_path(path).folders)
    if not isinstance(folder, DiskFolder):
        raise GemportError(f"{path}: there is no such folder")
    return folder.child(name)
