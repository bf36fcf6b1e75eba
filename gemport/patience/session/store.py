"""What is kept from start to start, for all games, in one SQLite file of the user's folder.

Every change is one transaction, on the disk when the call returns. Several copies of the program may use the file at
once: each has a slot of its own for its game in progress, which it holds by a lock that ends with its process. The game
in the slot of a killed process is thereby known to be nobody's, and the next copy that is started takes it over.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from gemport.patience.session.records import Outcome, RecordsError, SavedGame, Statistics, summarize

FILE_NAME = "gemport.sqlite3"
VERSION = 1
"""Of the tables; PRAGMA user_version."""
PATIENCE = 10.0
"""Seconds until another copy's lock counts as a failure."""

_APPLICATION = 0x47454D50
_TABLES = (
    """CREATE TABLE outcomes (
        id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, number INTEGER NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('won', 'lost')))""",
    "CREATE INDEX outcomes_of_game ON outcomes (game, number)",
    """CREATE TABLE settings (
        game TEXT NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL CHECK (value IN (0, 1)),
        PRIMARY KEY (game, name))""",
    """CREATE TABLE progress (
        game TEXT NOT NULL, slot INTEGER NOT NULL, number INTEGER NOT NULL, moves TEXT NOT NULL,
        counted INTEGER NOT NULL CHECK (counted IN (0, 1)), kept INTEGER NOT NULL, PRIMARY KEY (game, slot))""",
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)


class _DamageError(Exception):
    """The file is no database of this program, or its contents are spoilt."""


class _Lock:
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


class Store:
    """The opened store of a folder. Close it, or use it in ``with``."""

    def __init__(self, folder: Path) -> None:
        """Open the store, making it where there is none.

        A damaged file is renamed to the first free of ``gemport-damaged-1.sqlite3``, ``-2``, ...; ``set_aside`` is then
        that name, and the store is empty. Raises RecordsError where nothing can be read or written, or where the file
        was written by a later version of the program; the file stays as it is.
        """
        self._path = folder / FILE_NAME
        self._locks = folder / "locks"
        self.set_aside: str | None = None
        """The name that a damaged file was given; None if all was well."""
        try:
            self._locks.mkdir(parents=True, exist_ok=True)
            # Only one copy at a time may find a file damaged and put a new one into its place.
            guard = _Lock(self._locks / "store", PATIENCE)
        except OSError as error:
            raise RecordsError(f"{error.filename or folder}: {error.strerror or error}") from None
        except sqlite3.Error as error:
            raise RecordsError(f"{folder}: {error}") from None
        try:
            self._connection = self._open()
        finally:
            guard.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file. Records of this store can't be used any more."""
        self._connection.close()

    def _open(self) -> sqlite3.Connection:
        try:
            return _connect(self._path)
        except _DamageError:
            self.set_aside = self._move_aside()
        try:
            return _connect(self._path)
        except _DamageError as error:
            raise RecordsError(f"{self._path}: {error}") from None

    def _move_aside(self) -> str:
        number = 1
        while (target := self._path.with_name(f"gemport-damaged-{number}.sqlite3")).exists():
            number += 1
        try:
            self._path.rename(target)
            journal = self._path.with_name(self._path.name + "-journal")
            if journal.exists():
                journal.rename(target.with_name(target.name + "-journal"))
        except OSError as error:
            raise RecordsError(f"{self._path}: damaged, and can't be set aside: {error.strerror or error}") from None
        return target.name

    def records(self, game: str, number: int | None = None, take_over: bool = True) -> StoredRecords:
        """The records of a game, with a slot for its game in progress.

        With ``take_over`` the game that an ended process left in progress is taken over, the one played last if there
        are several; with ``number`` only one of that number. Else the slot is a fresh one. Raises RecordsError.
        """
        with self.reading() as connection:
            rows = connection.execute("SELECT slot, number FROM progress WHERE game = ? ORDER BY kept DESC", (game,))
            slots = rows.fetchall()
        for slot, in_progress in slots:
            lock = self._lock(game, slot) if take_over and number in (None, in_progress) else None
            if lock is not None:
                return StoredRecords(self, game, slot, lock)
        taken = {slot for slot, _ in slots}
        slot = 0
        while True:
            slot += 1
            lock = self._lock(game, slot) if slot not in taken else None
            if lock is not None:
                return StoredRecords(self, game, slot, lock)

    def _lock(self, game: str, slot: int) -> _Lock | None:
        path = self._locks / f"{game}-{slot}"
        try:
            return _Lock(path, 0)
        except sqlite3.Error as error:
            if _primary(error) == sqlite3.SQLITE_BUSY:
                return None
            raise RecordsError(f"{path}: {error}") from None

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection; errors become RecordsError."""
        try:
            yield self._connection
        except sqlite3.Error as error:
            raise RecordsError(f"{self._path}: {error}") from None

    @contextlib.contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: committed at the end, taken back where something is raised."""
        with self.reading() as connection, _transaction(connection):
            yield connection


class StoredRecords:
    """The records of one game in a store; see ``gemport.patience.session.records.Records``."""

    def __init__(self, store: Store, game: str, slot: int, lock: _Lock) -> None:
        self._store = store
        self._game = game
        self._slot = slot
        self._lock = lock

    def close(self) -> None:
        """Give the slot back; its game in progress, if any, is anybody's then."""
        self._lock.release()

    @property
    def set_aside(self) -> str | None:
        """The name that a damaged store was given when these records were begun anew; None if all was well."""
        return self._store.set_aside

    def statistics(self) -> Statistics:
        """What the counted games add up to."""
        with self._store.reading() as connection:
            rows = connection.execute("SELECT outcome FROM outcomes WHERE game = ? ORDER BY id", (self._game,))
            return summarize(Outcome(outcome) for (outcome,) in rows)

    def lost_before(self, number: int) -> bool:
        """Whether a game of this number was counted as lost since the statistics were cleared last."""
        with self._store.reading() as connection:
            found = connection.execute(
                "SELECT 1 FROM outcomes WHERE game = ? AND number = ? AND outcome = ? LIMIT 1",
                (self._game, number, Outcome.LOST.value),
            )
            return found.fetchone() is not None

    def clear(self) -> None:
        """Forget all outcomes. Settings and the game in progress stay."""
        with self._store.changing() as connection:
            connection.execute("DELETE FROM outcomes WHERE game = ?", (self._game,))

    def setting(self, name: str, default: bool) -> bool:
        """A setting as it was changed last, ``default`` if it never was."""
        with self._store.reading() as connection:
            found = connection.execute("SELECT value FROM settings WHERE game = ? AND name = ?", (self._game, name))
            row = found.fetchone()
        return default if row is None else bool(row[0])

    def change_setting(self, name: str, value: bool) -> None:
        """Keep a setting."""
        with self._store.changing() as connection:
            connection.execute("REPLACE INTO settings (game, name, value) VALUES (?, ?, ?)", (self._game, name, value))

    def game_in_progress(self) -> SavedGame | None:
        """The game in this copy's slot; None if there is none."""
        with self._store.reading() as connection:
            found = connection.execute(
                "SELECT number, moves, counted FROM progress WHERE game = ? AND slot = ?", (self._game, self._slot)
            )
            row = found.fetchone()
        return None if row is None else SavedGame(row[0], tuple(row[1].split()), bool(row[2]))

    def keep(self, game: SavedGame | None) -> None:
        """Keep the game in progress in place of the one kept before; None: there is none any more."""
        with self._store.changing() as connection:
            self._keep(connection, game)

    def count(self, number: int, outcome: Outcome, game: SavedGame | None) -> None:
        """Add an outcome to the statistics and keep the game in progress, both or neither."""
        with self._store.changing() as connection:
            connection.execute(
                "INSERT INTO outcomes (game, number, outcome) VALUES (?, ?, ?)", (self._game, number, outcome.value)
            )
            self._keep(connection, game)

    def _keep(self, connection: sqlite3.Connection, game: SavedGame | None) -> None:
        connection.execute("DELETE FROM progress WHERE game = ? AND slot = ?", (self._game, self._slot))
        if game is not None:
            connection.execute(
                "INSERT INTO progress (game, slot, number, moves, counted, kept)"
                " SELECT ?, ?, ?, ?, ?, 1 + ifnull(max(kept), 0) FROM progress",
                (self._game, self._slot, game.number, " ".join(game.moves), game.counted),
            )


def _connect(path: Path) -> sqlite3.Connection:
    """The checked database of a file, made if there is none. Raises _DamageError, RecordsError."""
    connection: sqlite3.Connection | None = None
    try:
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        # A game must outlive a failure of the machine, not only of the program.
        connection.execute("PRAGMA synchronous = EXTRA")
        _prepare(connection)
    except BaseException as error:
        if connection is not None:
            connection.close()
        if isinstance(error, sqlite3.Error):
            if _primary(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                raise _DamageError(str(error)) from None
            raise RecordsError(f"{path}: {error}") from None
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    """Check what is there; make the tables where nothing is."""
    path, version, application = (
        connection.execute(query).fetchone()[at]
        for query, at in (("PRAGMA database_list", 2), ("PRAGMA user_version", 0), ("PRAGMA application_id", 0))
    )
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if (tables, version, application) == (0, 0, 0):
        with _transaction(connection):
            for statement in _TABLES:
                connection.execute(statement)
        return
    if application != _APPLICATION or version < 1:
        raise _DamageError("it is no store of gemport")
    if version > VERSION:
        raise RecordsError(f"{path}: written by a later version of gemport (tables {version}, {VERSION} known)")
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise _DamageError(found)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not names >= {"outcomes", "settings", "progress"}:
        raise _DamageError("tables are missing")


@contextlib.contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _primary(error: sqlite3.Error) -> int:
    """SQLite's result code of an error, without the extension."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code & 0xFF
