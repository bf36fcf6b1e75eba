"""Files on the disk: the built-in data, files that a user names, folders that programs can access.

Only ordinary files are read, up to the maximum size of their format. ``-`` is standard input or output.

A file is written completely or not at all, and never over a file that the run reads or saves. It is written under a
temporary name in the same folder, and renamed when it is complete; before that, and after an error, the previous file
stays. Its mode and a symbolic link to it are respected. A device or a pipe is written directly.
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
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TextIO

import gemport
from gemport.gem import FileError, GemportError, SystemArtwork, load_artwork

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

STANDARD = Path("-")  # the path that means standard input for reading and standard output for writing
_PORTS = (f"{kind}{n}" for kind in ("COM", "LPT") for n in "123456789¹²³")
_DEVICES = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", *_PORTS}
_FORBIDDEN_CHARS = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
_RENAME_ATTEMPTS, _PAUSE_SECONDS = 3, 0.2
"""Number of attempts to rename a file while another program has its target open, and seconds between them."""


def data_folder() -> Traversable | Path:
    """Return the folder of built-in data, with folders ``system`` and one per game; in a zipapp it is not a path."""
    package = Path(gemport.__file__).parent
    for folder in (package / "data", package.parent / "data"):
        if folder.is_dir():
            return folder
    # Imported here: slow, and only a zipapp needs it.
    from importlib.resources import files

    return files(gemport) / "data"


def built_in_artwork() -> SystemArtwork:
    """Return the built-in fonts, mouse forms and alert icons."""
    return load_artwork(data_folder() / "system")


def read_input(path: Path, largest: int) -> bytes:
    """Return a file's bytes. Raises GemportError if it is not a file or larger than ``largest`` bytes, and OSError.

    Pipes, devices and folders are not read, except standard input.
    """
    if path == STANDARD:
        return _standard_input(largest)
    # Never wait for data: a pipe without a writer would block forever.
    waiting = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    with os.fdopen(os.open(path, os.O_RDONLY | waiting), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise GemportError(f"{path}: is a pipe or a device, not a file")
        data = file.read(largest + 1)
    if len(data) > largest:
        raise GemportError(f"{path}: is too large: more than {largest} bytes, and no such file has so many")
    return data


@cache
def _standard_input(largest: int) -> bytes:
    """Return all of standard input, cached for further calls with this ``largest``. Raises GemportError."""
    if sys.stdin is None:
        raise GemportError("standard input: is closed")
    data = sys.stdin.buffer.read(largest + 1)
    if len(data) > largest:
        raise GemportError(f"standard input: is too large: more than {largest} bytes, and no such file has so many")
    return data


def windows_refusal(name: str) -> str | None:
    """Return the reason why Windows does not allow a file name, or None."""
    if name.split(".")[0].rstrip().upper() in _DEVICES:
        return "is the name of a device"
    if match := _FORBIDDEN_CHARS.search(name):
        return f"has {match[0]!r}, which no file's name may have"
    return "ends with a dot or a space, as no file's name may" if name.endswith((".", " ")) else None


def file_name(path: Path) -> str:
    """Return a file's name for messages."""
    return "standard input" if path == STANDARD else str(path)


@dataclass(frozen=True)
class Outputs:
    """The places where a run is allowed to write."""

    inputs: tuple[Path, ...] = ()  # files, and folders of files, that the run reads
    protected: tuple[Path, ...] = ()  # folders with the player's saved data; a run must not write there
    inside: Path | None = None  # the folder that must contain every file after links are followed

    def within(self, folder: Path) -> Outputs:
        """Return the same places limited to a folder, for file names from another source."""
        return Outputs(self.inputs, self.protected, folder)

    def check(self, path: Path) -> None:
        """Raise GemportError if the run is not allowed to write there."""
        if path == STANDARD:
            return
        if os.name == "nt" and (refusal := windows_refusal(path.name)):
            raise GemportError(f"{path}: {refusal}, so nothing is written to it")
        real = _real(path)
        if self.inside is not None and not real.is_relative_to(_real(self.inside)):
            raise GemportError(f"{path}: leads out of the folder {self.inside}, so nothing is written to it")
        for read in map(_real, self.inputs):
            same = real == read or (read.is_dir() and real.is_relative_to(read))
            # Also one file under two names.
            with suppress(OSError):
                same = same or real.samefile(read)
            if same:
                raise GemportError(f"{path}: is read by this run, so nothing is written to it")
        for folder in self.protected:
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
        """Open a file that replaces its target after the body. Raises GemportError and OSError, naming the file."""
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


@contextmanager
def standard_output() -> Iterator[TextIO]:
    """Write in the body; a closed pipe is not an error. Raises OSError that names standard output."""
    if sys.stdout is None:
        # If the caller closed it, Python has none, and print() would silently succeed.
        raise OSError(errno.EBADF, "is closed", "standard output")
    try:
        yield sys.stdout
    except OSError as error:
        abandon(sys.stdout)
        if not isinstance(error, BrokenPipeError):
            error.filename = "standard output"
            raise


def abandon(stream: TextIO) -> None:
    """Discard a stream's pending output; otherwise Python would retry at exit and print an error."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _write_standard_output(data: bytes) -> None:
    with standard_output() as out:
        out.buffer.write(data)
        out.buffer.flush()


ANYWHERE = Outputs()  # the places for runs that read no named files


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Add the file's name to an OSError in the body; the error of a full disk lacks it."""
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
    # Create, do not open: a file that already has the name must not be changed.
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
    for attempt in range(1, _RENAME_ATTEMPTS + 1):
        try:
            unfinished.replace(place)
            return
        except PermissionError:
            # On Windows a virus scanner may have the file open.
            if os.name != "nt" or attempt == _RENAME_ATTEMPTS:
                raise
            time.sleep(_PAUSE_SECONDS)


def _real(path: Path) -> Path:
    """Return the path after following links as far as possible."""
    # Not Path.resolve: some versions raise for circular links. A relative path has no target if the working folder
    # has been deleted.
    with naming(path):
        return Path(os.path.realpath(path))


class LinesFile:
    """A file of lines, each written to the disk immediately.

    The first line replaces an existing file. After a line that cannot be written, no more lines are written, and
    ``close`` reports the error.
    """

    def __init__(self, path: Path, outputs: Outputs) -> None:
        """Check the place. Raises GemportError or OSError if the file cannot be written."""
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
        """Append a line, passed without its line end."""
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
                    # On a nearly full disk only a part may fit.
                    data = data[self._out.write(data) :]
        except (OSError, ValueError) as error:
            self._failed = error

    def close(self) -> None:
        """Close the file. Raises the error of a line that could not be written."""
        if self._out is not None:
            self._out.close()
        if self._failed is not None:
            with naming(self._path):
                raise self._failed


class DiskFolder:
    """A folder that programs can access, for ``Machine.folder``, without hidden files and links to the outside."""

    def __init__(self, path: Path, top: Path | None = None) -> None:
        """``top`` is the folder that no path leaves, by default this folder."""
        self._path = path
        self._top = top or _real(path)

    def entries(self) -> Mapping[str, DiskFolder | None]:
        """Return the entries by name, None for a file. Raises OSError if the folder cannot be read."""
        inside = [child for child in self._path.iterdir() if child.name[0] != "." and self._contains(child)]
        return {child.name: DiskFolder(child, self._top) if os.path.isdir(child) else None for child in inside}

    def _contains(self, path: Path) -> bool:
        return _real(path).is_relative_to(self._top)


class Places(NamedTuple):
    """Several folders of the disk by displayed name, instead of the file selector's drives, without missing ones.

    ``first`` maps each mask of files to the initial path of the file selector.
    """

    folders: Mapping[str, Path]
    first: Mapping[str, str]

    def entries(self) -> Mapping[str, DiskFolder | None]:
        return {name: DiskFolder(path) for name, path in self.folders.items() if path.is_dir()}


def file_in(top: DiskFolder | Places, path: str, name: str) -> Path:
    """Return the path of a file from the file selector; the file need not exist.

    Raises GemportError if the folder does not exist or the name leaves it, OSError if it cannot be read.
    """
    # Imported here: a start opens no file selector.
    from gemport.gem.aes.fsel import find, parse_path, same_name

    folder = find(top, parse_path(path).folders)
    if not isinstance(folder, DiskFolder):
        raise FileError(name, "there is no such folder", errno.ENOTDIR)
    file = folder._path / same_name(name, folder.entries())
    if name in ("", "..") or Path(name).name != name or not folder._contains(file):
        raise FileError(name, "this is no name of a file in this folder", errno.EINVAL)
    return file
