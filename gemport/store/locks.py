"""Locks between processes, released when the holder exits, and SQLite result codes."""

import contextlib
import os
import sqlite3
import sys
from io import FileIO
from pathlib import Path


class Lock:
    """An exclusive lock on a separate SQLite file; the operating system releases it when the process ends."""

    def __init__(self, path: Path, patience: float) -> None:
        """Acquire the lock, waiting up to ``patience`` seconds.

        Raises sqlite3.Error if another process holds it or the file cannot be created.
        """
        try:
            self._connection = _exclusive(path, patience)
        except sqlite3.DatabaseError as error:
            if primary_code(error) not in _DAMAGED:
                raise
            # No process has locked a corrupt file. Truncate it in place: locks belong to the file, not to its name.
            try:
                os.truncate(path, 0)
            except OSError:
                raise error from None
            self._connection = _exclusive(path, patience)

    def release(self) -> None:
        self._connection.close()

    @staticmethod
    def is_held(path: Path) -> bool:
        """Return whether another process holds the lock. Raises sqlite3.Error if that cannot be determined."""
        if not path.exists():
            return False
        with contextlib.closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
            try:
                # Reading takes a shared lock, so a check is never mistaken for a holder.
                connection.execute("SELECT count(*) FROM sqlite_schema")
            except sqlite3.DatabaseError as error:
                if primary_code(error) == sqlite3.SQLITE_BUSY:
                    return True
                if primary_code(error) not in _DAMAGED:
                    raise
        return False


_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _exclusive(path: Path, patience: float) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def primary_code(error: sqlite3.Error) -> int:
    """Return the primary SQLite result code of an error, without its extension."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF


_FAR = 1 << 40
"""Offset of the byte to lock on Windows, beyond the end of any file: locked bytes cannot be read."""


def lock_file(file: FileIO) -> bool:
    """Lock a file; return False if another program holds the lock. Succeed on file systems without locks."""
    if sys.platform == "win32":
        import msvcrt

        place = file.tell()
        file.seek(_FAR)
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
