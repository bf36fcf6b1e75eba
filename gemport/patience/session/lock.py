"""Locks between processes, and the codes of SQLite's errors."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path


class Lock:
    """A lock between processes that the operating system ends with its holder: that of an SQLite file of its own."""

    def __init__(self, path: Path, patience: float) -> None:
        """Take the lock. Raises sqlite3.OperationalError where another holds it, or the file cannot be made."""
        self._connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
        try:
            self._connection.execute("PRAGMA journal_mode = OFF")
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            self._connection.close()
            raise

    def release(self) -> None:
        """Let another have it."""
        self._connection.close()

    @staticmethod
    def is_held(path: Path) -> bool:
        """Whether somebody has the lock. Raises sqlite3.Error where that can't be found out."""
        if not path.exists():
            return False
        with contextlib.closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
            try:
                # Reading takes a lock that several may have: who only looks is not taken for a holder.
                connection.execute("SELECT count(*) FROM sqlite_schema")
            except sqlite3.OperationalError as error:
                if primary_code(error) == sqlite3.SQLITE_BUSY:
                    return True
                raise
        return False


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's result code of an error, without the extension."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF
