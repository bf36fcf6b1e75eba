"""Backups of the store, and recovery of damaged stores.

SQLite writes the backups to the store's folder: ``gemport-backup-1.sqlite3`` is the newest.
"""

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from gemport.store.codec import WORD, read_ended, read_row
from gemport.store.locks import open_database
from gemport.store.records import Recovered
from gemport.store.rows import RecordsError
from gemport.store.schema import FIELDS, DamageError, connect, lines, transaction

MAX_BACKUPS = 3  # maximum number of backups
_BACKUP_TIME = "backup.made"  # name of the preference that holds a backup's time, in seconds since 1970


def journal(path: Path) -> Path:
    """Return the path of SQLite's rollback journal."""
    return path.with_name(path.name + "-journal")


def remove(path: Path) -> None:
    """Delete a store and its journal. Raises OSError."""
    for left in (path, journal(path)):
        left.unlink(missing_ok=True)


def copy_store(path: Path, copy: Path) -> None:
    """Copy a store and its journal. Raises OSError."""
    shutil.copyfile(path, copy)
    journal(copy).unlink(missing_ok=True)
    if journal(path).exists():
        shutil.copyfile(journal(path), journal(copy))


def _path(store: Path, number: int) -> Path:
    return store.with_name(f"gemport-backup-{number}.sqlite3")


def make_backup(connection: sqlite3.Connection, store: Path, now: float, rotate: bool, locks: bool) -> None:
    """Back up a store. ``rotate`` renumbers the older backups; without it the newest one is overwritten.

    Raises OSError, sqlite3.Error.
    """
    new = store.with_name("gemport-backup-new.sqlite3")
    remove(new)
    try:
        with contextlib.closing(open_database(new, 0, locks)) as copy:
            connection.execute("BEGIN")
            try:
                # Take the lock or raise here: backup() would wait for the lock forever.
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
                connection.backup(copy)
            finally:
                connection.execute("ROLLBACK")
            copy.execute("REPLACE INTO preferences (name, value) VALUES (?, ?)", (_BACKUP_TIME, str(now)))
        for number in range(MAX_BACKUPS - 1, 0, -1):
            if rotate and _path(store, number).exists():
                _path(store, number).replace(_path(store, number + 1))
        new.replace(_path(store, 1))
    finally:
        remove(new)


def recover(store: Path, target: sqlite3.Connection) -> Recovered:
    """Fill an empty store from a damaged one's newest valid backup and from its rows that are still readable.

    Raises OSError, sqlite3.Error.
    """
    with tempfile.TemporaryDirectory(prefix="gemport-") as folder:
        copy = Path(folder, "copy.sqlite3")
        made = None
        for number in range(1, MAX_BACKUPS + 1):
            # Skip backups that are missing, damaged or from a later version.
            with contextlib.suppress(FileNotFoundError, DamageError, RecordsError):
                copy_store(_path(store, number), copy)
                with contextlib.closing(connect(copy, 0)) as backup:
                    backup.backup(target)
                    query = "SELECT max(CAST(value AS REAL)) FROM preferences WHERE name = ?"
                    made = backup.execute(query, (_BACKUP_TIME,)).fetchone()[0] or 0.0
                break
        copy_store(store, copy)
        with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as damaged, transaction(target):
            damaged.text_factory = target.text_factory
            _add(damaged, target)
            target.execute("UPDATE games SET holder = NULL")
            # Never reuse a key that an attempt refers to.
            target.execute(
                "UPDATE sqlite_sequence SET seq = max(seq, (SELECT max(attempt_of) FROM games))"
                " WHERE name = 'games' AND EXISTS (SELECT 1 FROM games)"
            )
            counted, unfinished = (
                target.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in ("outcomes", "games WHERE fault IS NULL")
            )
    return Recovered(counted, unfinished, made)


def _add(damaged: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Copy the readable rows of a damaged file into a store, replacing the older rows of its backup."""
    for line in _rows(damaged, "preferences", "name"):
        if isinstance(line["name"], str) and isinstance(line["value"], str):
            _put(target, "preferences", line)
    for line in _rows(damaged, "outcomes", "id"):
        # An unreadable row would replace the one of the backup.
        with contextlib.suppress(ValueError):
            read_ended(line)
            _put(target, "outcomes", line)
    words: dict[Any, dict[Any, str]] = {}
    for line in _rows(damaged, "words", "key", "place"):
        if WORD.fullmatch(str(line["word"])):
            words.setdefault(line["key"], {})[line["place"]] = line["word"]
    for line in _rows(damaged, "games", "key"):
        key, there = line["key"], words.get(line["key"], {})
        with contextlib.suppress(ValueError):
            made = read_row(line, ()).progress.made
            steps = list(takewhile(bool, (there.get(place) for place in count(1))))
            if len(steps) >= made or not target.execute("SELECT 1 FROM games WHERE key = ?", (key,)).fetchone():
                _put(target, "games", line)
                target.execute("DELETE FROM words WHERE key = ?", (key,))
                target.executemany(
                    "INSERT INTO words VALUES (?, ?, ?)", [(key, at, word) for at, word in enumerate(steps, 1)]
                )


def _rows(damaged: sqlite3.Connection, table: str, *key: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table, forwards up to the damage and then backwards from the end to the damage."""
    for direction in ("", " DESC"):
        order = ", ".join(name + direction for name in key)
        try:
            # The query of a view may never end.
            if damaged.execute("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", (table,)).fetchone():
                yield from lines(damaged.execute(f"SELECT * FROM {table} ORDER BY {order}"))
        except (sqlite3.Error, UnicodeDecodeError):
            continue
        return


def _put(target: sqlite3.Connection, table: str, line: Mapping[str, Any]) -> None:
    """Insert or replace a row, limited to the table's columns; skip rows that violate its constraints."""
    names = [name for _, name, *_ in target.execute(f"PRAGMA table_info({table})") if FIELDS.get(name, name) in line]
    with contextlib.suppress(sqlite3.IntegrityError):
        target.execute(
            f"REPLACE INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
            [line[FIELDS.get(name, name)] for name in names],
        )
