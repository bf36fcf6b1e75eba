"""The one way to write a file: complete or not at all, and never onto what the run reads or keeps.

A file is written under a name of its own beside its place, and takes its place when it is complete. What stood there
before stays until then, and for good if anything goes wrong. Its mode and a symbolic link to it are respected; a device
or a pipe, which nothing can replace, is written as it is.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from gemport.gem.errors import GemportError


class OutputError(GemportError):
    """A file may not be written there; the message names it and says why."""


@dataclass(frozen=True)
class Outputs:
    """Where a run may write.

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
        """Raises OutputError for a place where the run may not write."""
        real = _real(path)
        if self.inside is not None and not real.is_relative_to(_real(self.inside)):
            raise OutputError(f"{path}: leads out of the folder {self.inside}, so nothing is written to it")
        for read in map(_real, self.inputs):
            if real == read or _same(real, read) or (read.is_dir() and real.is_relative_to(read)):
                raise OutputError(f"{path}: is read by this run, so nothing is written to it")
        for folder in self.kept:
            if real.parent == _real(folder):
                raise OutputError(f"{path}: lies in the folder of your games and settings, so nothing is written to it")

    def write(self, path: Path, data: bytes) -> None:
        """Write a file. Raises OutputError, and OSError that names the file."""
        with self.writing(path) as out:
            out.write(data)

    @contextmanager
    def writing(self, path: Path) -> Iterator[BinaryIO]:
        """A stream into a file that takes its place at the end. Raises OutputError, and OSError that names the file."""
        self.check(path)
        with naming(path):
            place = _real(path)
            try:
                there: os.stat_result | None = place.stat()
            except FileNotFoundError:
                there = None
            if there is None or stat.S_ISREG(there.st_mode):
                with _replacing(place, there) as out:
                    yield out
            else:
                with place.open("wb") as out:
                    yield out


ANYWHERE = Outputs()
"""For runs that read nothing by name."""


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """An OSError from within names the file; that the disk is full does not say so by itself."""
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
    # Made, not opened: whatever already has the name is nobody's to write to.
    out = os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666), "wb")
    try:
        with out:
            if there is not None:
                unfinished.chmod(stat.S_IMODE(there.st_mode))
            yield out
        unfinished.replace(place)
    except BaseException:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise


def _real(path: Path) -> Path:
    """Where a path leads, links followed as far as they go."""
    # A relative one leads nowhere where the working folder has been deleted.
    with naming(path):
        return Path(os.path.realpath(path))


def _same(path: Path, other: Path) -> bool:
    """Whether both are one file under two names."""
    try:
        return path.samefile(other)
    except OSError:
        return False
