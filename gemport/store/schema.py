"""The tables of the store: creation, migration from earlier versions, and integrity checks."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gemport.store.locks import primary_code
from gemport.store.records import RecordsError

VERSION = 6
"""Version of the tables (PRAGMA user_version)."""

_FARTHEST = 1000
"""Highest plausible version; a higher number means damage."""
_APPLICATION = 0x47454D50
_OUTCOMES = (
    """CREATE TABLE outcomes (
        id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, number INTEGER NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('won', 'lost')))""",
    "CREATE INDEX outcomes_of_game ON outcomes (game, number)",
    """CREATE TABLE settings (
        game TEXT NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL CHECK (value IN (0, 1)),
        PRIMARY KEY (game, name))""",
)
_GAMES = (
    "ALTER TABLE outcomes ADD COLUMN moves INTEGER",
    "ALTER TABLE outcomes ADD COLUMN undos INTEGER",
    "ALTER TABLE outcomes ADD COLUMN ended REAL",
    """CREATE TABLE games (
        key INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, number INTEGER NOT NULL,
        attempt_of INTEGER NOT NULL, counted INTEGER NOT NULL CHECK (counted IN (0, 1)),
        made INTEGER NOT NULL, home INTEGER NOT NULL, undos INTEGER NOT NULL,
        played INTEGER NOT NULL, at REAL NOT NULL, holder INTEGER)""",
    "CREATE INDEX games_by_play ON games (game, played)",
    "CREATE INDEX games_played ON games (played)",
    """CREATE TABLE words (
        key INTEGER NOT NULL, place INTEGER NOT NULL, word TEXT NOT NULL, PRIMARY KEY (key, place)) WITHOUT ROWID""",
)
_PREFERENCES = "CREATE TABLE IF NOT EXISTS preferences (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"
_SECONDS = (
    "ALTER TABLE outcomes ADD COLUMN seconds INTEGER",
    "ALTER TABLE games ADD COLUMN seconds INTEGER NOT NULL DEFAULT 0",
    # Reason why a game cannot be resumed, or NULL.
    "ALTER TABLE games ADD COLUMN fault TEXT",
)
_HELP = (
    # SQLite cannot alter a CHECK: recreate the table with the new outcome.
    "ALTER TABLE outcomes RENAME TO earlier_outcomes",
    """CREATE TABLE outcomes (
        id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, number INTEGER NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('won', 'lost', 'solved')),
        moves INTEGER, undos INTEGER, ended REAL, seconds INTEGER, help INTEGER CHECK (help IN (0, 1, 2)))""",
    """INSERT INTO outcomes (id, game, number, outcome, moves, undos, ended, seconds)
        SELECT id, game, number, outcome, moves, undos, ended, seconds FROM earlier_outcomes""",
    "DROP TABLE earlier_outcomes",
    "CREATE INDEX outcomes_of_game ON outcomes (game, number)",
    # Help given by the program, or NULL if unknown.
    "ALTER TABLE games ADD COLUMN help INTEGER CHECK (help IN (0, 1, 2))",
)
# Text of the starting position, or NULL for a dealt game.
_START = ("ALTER TABLE games ADD COLUMN start TEXT",)
# Move the settings of games from a separate table to the named texts.
_TEXTS = (
    """INSERT OR IGNORE INTO preferences
        SELECT 'setting.' || game || '.' || name, CASE value WHEN 1 THEN 'on' ELSE 'off' END FROM settings""",
    "DROP TABLE settings",
)
_HEAD = (f"PRAGMA application_id = {_APPLICATION}", f"PRAGMA user_version = {VERSION}")
_ALL = (*_OUTCOMES, *_GAMES, _PREFERENCES, *_SECONDS, *_HELP, *_START, *_TEXTS)

_NOT_THE_FILES_FAULT = frozenset(
    {
        *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY),
        *(sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_NOMEM),
        *(sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOLFS),
    }
)
"""SQLite codes for failures of the disk, folder or lock; on opening, all other errors mean damaged contents."""


class DamageError(Exception):
    """The file is not a database of this program, or its contents are damaged."""


class RefusalError(RecordsError):
    """The disk, the folder or another program's lock denies access, perhaps temporarily."""


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """Open and check the database of a file, creating it if missing. Raises DamageError, RefusalError, RecordsError.

    ``patience`` is the number of seconds to wait for another process's lock.
    """
    connection: sqlite3.Connection | None = None
    try:
        connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
        # Mark damaged bytes in a text instead of failing the query.
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        # Saved games must survive a power failure, not only a crash of the program.
        connection.execute("PRAGMA synchronous = EXTRA")
        _prepare(connection)
    except BaseException as error:
        if connection is not None:
            connection.close()
        # sqlite3 cannot decode an SQLite message that quotes damaged text.
        if isinstance(error, UnicodeDecodeError):
            raise DamageError("its tables have damaged names") from None
        if isinstance(error, sqlite3.Error):
            if primary_code(error) in _NOT_THE_FILES_FAULT:
                raise RefusalError(f"{path}: {error}") from None
            raise DamageError(str(error)) from None
        raise
    return connection


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit the changes made in the body, or roll them back if it raises an exception."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


FIELDS = {"attempt_of": "attempt", "at": "when", "ended": "when"}
"""Field names of :mod:`gemport.store.codec` by column, where they differ."""


def lines(rows: sqlite3.Cursor) -> Iterator[dict[str, Any]]:
    """Yield rows of outcomes or games as dicts for :mod:`gemport.store.codec`."""
    names = [FIELDS.get(name, name) for name, *_ in rows.description]
    for row in rows:
        line = dict(zip(names, row, strict=True))
        if "counted" in line:
            line["counted"] = line["counted"] == 1
        yield line


def check(connection: sqlite3.Connection) -> None:
    """Check the integrity of the file. Raises DamageError, sqlite3.Error."""
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise DamageError(found)


def _prepare(connection: sqlite3.Connection) -> None:
    """Create the tables in a new file; check and migrate the tables of an existing file."""
    if _is_new(connection):
        with transaction(connection):
            # Another process may have created them first.
            if _is_new(connection):
                _execute(connection, *_ALL, *_HEAD)
    version, application = _version(connection)
    if application != _APPLICATION or not 1 <= version <= _FARTHEST:
        raise DamageError("it is not a store of gemport")
    if version > VERSION:
        path = connection.execute("PRAGMA database_list").fetchone()[2]
        raise RecordsError(f"{path}: written by a later version of gemport (tables {version}, {VERSION} known)")
    check(connection)
    if version < VERSION:
        with transaction(connection):
            version = _version(connection)[0]
            if version < VERSION:
                # The oldest release, 0.1.0, has version 3.
                _execute(connection, _PREFERENCES)
                for since, statements in ((3, _SECONDS), (4, _HELP), (5, _START), (6, _TEXTS)):
                    if version < since:
                        _execute(connection, *statements)
                _execute(connection, *_HEAD)
            _prove_tables(connection)
    else:
        _prove_tables(connection)


def _version(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return the version of the tables and the application id."""
    queries = ("PRAGMA user_version", "PRAGMA application_id")
    version, application = (connection.execute(query).fetchone()[0] for query in queries)
    return version, application


def _is_new(connection: sqlite3.Connection) -> bool:
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    return (tables, *_version(connection)) == (0, 0, 0)


def _execute(connection: sqlite3.Connection, *statements: str) -> None:
    for statement in statements:
        connection.execute(statement)


def _columns(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the declarations of the tables by name, without white space, which differs between versions."""
    tables = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return {name: "".join(sql.split()) for name, sql in tables}


def _prove_tables(connection: sqlite3.Connection) -> None:
    """Raise DamageError unless the tables are declared as in this version."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        _execute(model, *_ALL)
        wanted = _columns(model)
    there = _columns(connection)
    wrong = sorted(name for name, declared in wanted.items() if there.get(name) != declared)
    if wrong:
        raise DamageError(f"tables are missing or damaged: {', '.join(wrong)}")
