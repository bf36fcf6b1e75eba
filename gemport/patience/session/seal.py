"""A note of how a store was left, so that proving it again costs only reading it."""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path


class Seal:
    """The length and the sum of a proved store's bytes, in a file of its own.

    Whatever has changed the store since, were it one bit, it is another one. What can't be read or written is no seal:
    the store is proved in full then.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.held = False
        """Whether the store was found as it was proved last."""

    def holds(self, connection: sqlite3.Connection) -> bool:
        """Whether the store's bytes are those that were proved last."""
        try:
            self.held = self._path.read_text("ascii") == _sum(connection)
        except (OSError, ValueError, AttributeError, sqlite3.Error):
            self.held = False
        return self.held

    def set(self, connection: sqlite3.Connection) -> None:
        """The store as it is now is proved."""
        try:
            self._path.write_text(_sum(connection), "ascii")
        except (OSError, AttributeError, sqlite3.Error):
            # Not every SQLite gives its bytes. A store that can't be sealed is proved at each opening.
            return


def _sum(connection: sqlite3.Connection) -> str:
    # SQLite reads the file itself: whoever opened and closed it beside SQLite would end its locks.
    data = connection.serialize()
    return f"{len(data)} {zlib.crc32(data)}\n"
