"""Locks between processes that end with their holders, and the codes of SQLite's errors."""

import contextlib
import os
import sqlite3
import sys
from io import FileIO
from pathlib import Path


class Lock:
    """A lock between processes that the operating system ends with its holder: that of an SQLite file of its own."""

    def __init__(self, path: Path, patience: float) -> None:
        """Take the lock. Raises sqlite3.Error where another holds it, or the file cannot be made.

        patience: seconds to wait for another holder
        """
        try:
            self._connection = _exclusive(path, patience)
        except sqlite3.DatabaseError as error:
            if primary_code(error) not in _DAMAGED:
                raise
            # An unreadable file holds no lock. It stays the same file, as locks are of files, not of names.
            try:
                os.truncate(path, 0)
            except OSError:
                raise error from None
            self._connection = _exclusive(path, patience)

    def release(self) -> None:
        self._connection.close()

    @staticmethod
    def is_held(path: Path) -> bool:
        """Return whether another holds the lock. Raises sqlite3.Error where that can't be found out."""
        if not path.exists():
            return False
        with contextlib.closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
            try:
                # Reading takes a lock that several may have: who only looks is not taken for a holder.
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
    """SQLite's result code of an error, without the extension."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF


_FAR = 1 << 40
"""The byte that is locked where the lock also keeps others from reading: no file is so long."""


def lock_file(file: FileIO) -> bool:
    """Take the lock, if no other program has it; return whether that is so. Some file systems know no locks."""
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
