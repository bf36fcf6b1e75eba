"""The tables of the store: creation and integrity checks."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gemport.gem.errors import clipped_text
from gemport.store.locks import open_database, primary_code
from gemport.store.rows import RecordsError

VERSION = 6  # version of the tables (PRAGMA user_version)

_MAX_VERSION = 1000  # highest plausible version; a higher number means damage
_APPLICATION = 0x47454D50
_TABLES = (
    """CREATE TABLE outcomes (
        id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, number INTEGER NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('won', 'lost', 'solved')),
        moves INTEGER, undos INTEGER, ended REAL, seconds INTEGER, help INTEGER CHECK (help IN (0, 1, 2)))""",
    "CREATE INDEX outcomes_of_game ON outcomes (game, number)",
    # fault: reason why a game cannot be resumed, or NULL; help: help given by the program, or NULL if unknown;
    # start: text of the starting position, or NULL for a dealt game.
    """CREATE TABLE games (
        key INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, number INTEGER NOT NULL,
        attempt_of INTEGER NOT NULL, counted INTEGER NOT NULL CHECK (counted IN (0, 1)),
        made INTEGER NOT NULL, home INTEGER NOT NULL, undos INTEGER NOT NULL,
        played INTEGER NOT NULL, at REAL NOT NULL, holder INTEGER, seconds INTEGER NOT NULL DEFAULT 0,
        fault TEXT, help INTEGER CHECK (help IN (0, 1, 2)), start TEXT)""",
    "CREATE INDEX games_by_play ON games (game, played)",
    "CREATE INDEX games_played ON games (played)",
    """CREATE TABLE words (
        key INTEGER NOT NULL, place INTEGER NOT NULL, word TEXT NOT NULL, PRIMARY KEY (key, place)) WITHOUT ROWID""",
    "CREATE TABLE preferences (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
)

_ACCESS_CODES = frozenset(
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


def connect(path: Path, patience: float, locks: bool = True) -> sqlite3.Connection:
    """Open and check the database of a file, creating it if missing. Raises DamageError, RefusalError, RecordsError.

    ``patience`` and ``locks`` are described at ``open_database``.
    """
    connection: sqlite3.Connection | None = None
    try:
        connection = open_database(path, patience, locks)
        # Mark damaged bytes in a text instead of failing the query.
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        # Saved games must survive a power failure, not only a crash of the program.
        connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute("PRAGMA trusted_schema = OFF")
        _prepare(connection)
    except BaseException as error:
        if connection is not None:
            connection.close()
        # sqlite3 cannot decode an SQLite message that quotes damaged text.
        if isinstance(error, UnicodeDecodeError):
            raise DamageError("its tables have damaged names") from None
        if isinstance(error, sqlite3.Error):
            if primary_code(error) in _ACCESS_CODES:
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


def _prepare(connection: sqlite3.Connection) -> None:
    """Create the tables in a new file, or check the tables of an existing file."""
    if _is_new(connection):
        with transaction(connection):
            # Another process may have created them first.
            if _is_new(connection):
                _create(connection)
    version, application = _version(connection)
    if application != _APPLICATION or not 1 <= version <= _MAX_VERSION:
        raise DamageError("it is not a store of gemport")
    if version != VERSION:
        age = "a later" if version > VERSION else "an earlier"
        raise _refused(connection, f"written by {age} version of gemport (tables {version}, {VERSION} known)")
    _check_objects(connection)
    result = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if result != "ok":
        raise DamageError(result)


def _version(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return the version of the tables and the application id."""
    queries = ("PRAGMA user_version", "PRAGMA application_id")
    version, application = (connection.execute(query).fetchone()[0] for query in queries)
    return version, application


def _is_new(connection: sqlite3.Connection) -> bool:
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    return (tables, *_version(connection)) == (0, 0, 0)


def _create(connection: sqlite3.Connection) -> None:
    for statement in _TABLES:
        connection.execute(statement)


def _refused(connection: sqlite3.Connection, reason: str) -> RecordsError:
    return RecordsError(f"{connection.execute('PRAGMA database_list').fetchone()[2]}: {reason}")


def _declared(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """Return the declarations of tables and other objects by type and name, without white space."""
    objects = connection.execute("SELECT type, name, sql FROM sqlite_schema")
    # SQLite reserves the prefix for its own tables and indices.
    own = {("table", "sqlite_"), ("index", "sqlite_")}
    return {(kind, name): "".join(str(sql).split()) for kind, name, sql in objects if (kind, name[:7]) not in own}


def _check_objects(connection: sqlite3.Connection) -> None:
    """Raise DamageError unless all tables are declared as above, and RecordsError if others added to the file.

    The code of a trigger, a view or an index could hang or change any query: none is run before this check.
    """
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        _create(model)
        wanted = _declared(model)
    there = _declared(connection)
    wrong = sorted(name for (kind, name), sql in wanted.items() if there.get((kind, name)) != sql)
    others = sorted(f"{kind} {name}" for kind, name in there.keys() - wanted.keys())
    if others and (not wrong or any(other.startswith(("trigger", "view")) for other in others)):
        raise _refused(connection, f"contains what gemport did not create: {clipped_text(', '.join(others))}")
    if wrong:
        raise DamageError(f"tables are missing or damaged: {', '.join(wrong)}")
