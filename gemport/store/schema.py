"""The tables of the store: made where there are none, brought up from earlier versions, and proved before use."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gemport.store.locks import primary_code
from gemport.store.records import RecordsError

VERSION = 6
"""Of the tables; PRAGMA user_version."""

_FARTHEST = 1000
"""No later version's tables have a greater number: it is damaged."""
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
    # Why a game is left out, which could not be resumed; NULL: it is all right.
    "ALTER TABLE games ADD COLUMN fault TEXT",
)
_HELP = (
    # SQLite changes no CHECK: the table is made again, with those outcomes that were not known before.
    "ALTER TABLE outcomes RENAME TO earlier_outcomes",
    """CREATE TABLE outcomes (
        id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, number INTEGER NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('won', 'lost', 'solved')),
        moves INTEGER, undos INTEGER, ended REAL, seconds INTEGER, help INTEGER CHECK (help IN (0, 1, 2)))""",
    """INSERT INTO outcomes (id, game, number, outcome, moves, undos, ended, seconds)
        SELECT id, game, number, outcome, moves, undos, ended, seconds FROM earlier_outcomes""",
    "DROP TABLE earlier_outcomes",
    "CREATE INDEX outcomes_of_game ON outcomes (game, number)",
    # What the program did for the player; NULL: that was not kept.
    "ALTER TABLE games ADD COLUMN help INTEGER CHECK (help IN (0, 1, 2))",
)
# The text of the position that a game began with; NULL: it was dealt by its number.
_START = ("ALTER TABLE games ADD COLUMN start TEXT",)
# Settings of games were a table of their own; they are texts by name, as all others.
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
"""SQLite's codes for a disk, folder or lock that refuses; what else goes wrong on opening is the contents' fault."""


class DamageError(Exception):
    """The file is not a database of this program, or its contents are damaged."""


class RefusalError(RecordsError):
    """A disk, a folder or another program's lock refuses, perhaps only for now."""


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """Return the proved database of a file, made if there is none. Raises DamageError, RefusalError, RecordsError.

    patience: seconds to wait for another copy's lock
    """
    connection: sqlite3.Connection | None = None
    try:
        connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
        # A damaged text must show as one, not fail the whole query.
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        # A game must outlive a failure of the machine, not only of the program.
        connection.execute("PRAGMA synchronous = EXTRA")
        _prepare(connection)
    except BaseException as error:
        if connection is not None:
            connection.close()
        # The module fails to read SQLite's own message where that quotes damaged text.
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
    """Commit at the end what is done in it, and take it back where something is raised."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


FIELDS = {"attempt_of": "attempt", "at": "when", "ended": "when"}
"""Columns that have other names than the fields of :mod:`gemport.store.codec`."""


def lines(rows: sqlite3.Cursor) -> Iterator[dict[str, Any]]:
    """Yield rows of outcomes or games as lines."""
    names = [FIELDS.get(name, name) for name, *_ in rows.description]
    for row in rows:
        line = dict(zip(names, row, strict=True))
        if "counted" in line:
            line["counted"] = line["counted"] == 1
        yield line


def check(connection: sqlite3.Connection) -> None:
    """Prove the contents. Raises DamageError, sqlite3.Error."""
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise DamageError(found)


def _prepare(connection: sqlite3.Connection) -> None:
    """Prove what is there, and bring it up; make the tables where nothing is."""
    if _is_new(connection):
        with transaction(connection):
            # Another copy may have been quicker.
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
                # From the tables of 0.1.0, which were the third version's.
                _execute(connection, _PREFERENCES)
                for since, statements in ((3, _SECONDS), (4, _HELP), (5, _START), (6, _TEXTS)):
                    if version < since:
                        _execute(connection, *statements)
                _execute(connection, *_HEAD)
            _prove_tables(connection)
    else:
        _prove_tables(connection)


def _version(connection: sqlite3.Connection) -> tuple[int, int]:
    """The tables' version, and the number of the program that made them."""
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
    """The tables by name, as they were declared; the space between words is not the same in all versions."""
    tables = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return {name: "".join(sql.split()) for name, sql in tables}


def _prove_tables(connection: sqlite3.Connection) -> None:
    """Raises DamageError unless the tables are declared as this version declares them."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        _execute(model, *_ALL)
        wanted = _columns(model)
    there = _columns(connection)
    wrong = sorted(name for name, declared in wanted.items() if there.get(name) != declared)
    if wrong:
        raise DamageError(f"tables are missing or damaged: {', '.join(wrong)}")
