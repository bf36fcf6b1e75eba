"""Locks between processes, released when the holder exits, and SQLite result codes."""

import contextlib
import os
import sqlite3
import sys
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

MAX_PROCESSES = 100  # maximum number of processes with a number
_ATTEMPTS = 3  # number of attempts to lock a new file before its file system counts as one without locks
_ATTEMPT_SECONDS = 0.1


class Locks:
    """The locks of one process in a folder of lock files.

    Attributes:
        number: number of this process, which no other running process has; 0 without one
        work: whether files in the folder can be locked, unlike in some network folders
    """

    def __init__(self, folder: Path) -> None:
        """Lock the lowest free number; go without if that is impossible."""
        self._folder = folder
        self._own: sqlite3.Connection | None = None
        self.number = 0
        self.work = True
        self.take_number()

    def take_number(self) -> None:
        """Lock the lowest free number unless this process has one."""
        for number in range(1, MAX_PROCESSES + 1) if self._own is None and self.work else ():
            try:
                self._own = lock(self._folder / str(number), 0)
            except sqlite3.Error as error:
                # A file system without locks reports each lock as taken.
                self.work = number > 1 or primary_code(error) != sqlite3.SQLITE_BUSY or self._can_lock()
                if not self.work or primary_code(error) != sqlite3.SQLITE_BUSY:
                    return
            else:
                self.number = number
                return

    def _can_lock(self) -> bool:
        """Return whether a file that no other process uses can be locked."""
        path = self._folder / f"test-{os.getpid()}"
        try:
            for _ in range(_ATTEMPTS):
                with contextlib.suppress(sqlite3.Error):
                    # Wait for a process with the same number on another machine.
                    lock(path, _ATTEMPT_SECONDS).close()
                    return True
            return False
        finally:
            path.unlink(missing_ok=True)

    def is_running(self, number: int | None) -> bool:
        """Return whether another running process has a number. Raises sqlite3.Error if that cannot be determined."""
        return bool(number) and number != self.number and self.work and is_locked(self._folder / str(number))

    @contextlib.contextmanager
    def guard(self, name: str, patience: float) -> Iterator[None]:
        """Run the body under a lock of this name, if locks work. Raises sqlite3.Error."""
        with contextlib.closing(lock(self._folder / name, patience)) if self.work else contextlib.nullcontext():
            yield

    def release(self) -> None:
        """Release the number."""
        if self._own is not None:
            self._own.close()


_DAMAGE_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def lock(path: Path, patience: float) -> sqlite3.Connection:
    """Lock a separate SQLite file exclusively, waiting up to ``patience`` seconds, until the connection is closed.

    The operating system releases the lock when the process ends. Raises sqlite3.Error if another process holds it or
    the file cannot be created.
    """
    try:
        return _exclusive(path, patience)
    except sqlite3.DatabaseError as error:
        if primary_code(error) not in _DAMAGE_CODES:
            raise
        # No process has locked a corrupt file. Truncate it in place: locks belong to the file, not to its name.
        with contextlib.suppress(OSError):
            os.truncate(path, 0)
        return _exclusive(path, patience)


def _exclusive(path: Path, patience: float) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def is_locked(path: Path) -> bool:
    """Return whether another process holds a lock. Raises sqlite3.Error if that cannot be determined."""
    if not path.exists():
        return False
    with contextlib.closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        try:
            # Reading takes a shared lock, so a check is never mistaken for a holder.
            connection.execute("SELECT count(*) FROM sqlite_schema")
        except sqlite3.DatabaseError as error:
            if primary_code(error) == sqlite3.SQLITE_BUSY:
                return True
            if primary_code(error) not in _DAMAGE_CODES:
                raise
    return False


def open_database(path: Path, patience: float, locks: bool) -> sqlite3.Connection:
    """Open a database with explicit transactions only. Raises sqlite3.Error.

    ``patience`` is the number of seconds to wait for another process's lock; without ``locks``, neither process waits.
    """
    place = path if locks else f"{path.absolute().as_uri()}?nolock=1"
    return sqlite3.connect(place, timeout=patience, isolation_level=None, uri=not locks)


def primary_code(error: sqlite3.Error) -> int:
    """Return the primary SQLite result code of an error, without its extension."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF


_LOCK_OFFSET = 1 << 40  # offset of the byte to lock on Windows, beyond the end of any file: locked bytes cannot be read


def lock_file(file: FileIO) -> bool:
    """Lock a file; return False if another program holds the lock. Succeed on file systems without locks."""
    if sys.platform == "win32":
        import msvcrt

        place = file.tell()
        file.seek(_LOCK_OFFSET)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(place)
    else:
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True
