"""What is kept from start to start, for all games, in one SQLite file of the player's folder.

Every change is one transaction, on the disk when the call returns, and costs the same however long a game is. Several
copies of the program may use the file at once: each holds a number of its own by a lock that ends with its process, and
marks with it the games that it has open. A game marked with the number of a killed process is thereby known to be
nobody's; who gets that number next takes the marks away.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Self

from gemport.patience.session.lock import Lock, primary_code
from gemport.patience.session.records import (
    KeptGame,
    Outcome,
    Progress,
    RecordsError,
    Snapshot,
    Statistics,
    Unfinished,
    summarize,
)

FILE_NAME = "gemport.sqlite3"
VERSION = 2
"""Of the tables; PRAGMA user_version."""
PATIENCE = 10.0
"""Seconds until another copy's lock counts as a failure."""

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
_HEAD = (f"PRAGMA application_id = {_APPLICATION}", f"PRAGMA user_version = {VERSION}")
_NEXT = "(SELECT 1 + ifnull(max(played), 0) FROM games)"
"""One more than that of the game played last."""


class _DamageError(Exception):
    """The file is not a database of this program, or its contents are damaged."""


class Store:
    """The opened store of a folder. Close it, or use it in ``with``."""

    def __init__(self, folder: Path | None, now: Callable[[], float] = lambda: 0.0) -> None:
        """Open the store, making it where there is none; without a folder it lasts as long as the object.

        now: seconds since 1970. A damaged file is renamed to the first free of ``gemport-damaged-1.sqlite3``, ``-2``,
        ...; ``set_aside`` is then that name, and the store is empty. Raises RecordsError where nothing can be read or
        written, or where the file was written by a later version of the program; the file stays as it is.
        """
        self.now = now
        self.set_aside: str | None = None
        """The name that a damaged file was given; None if all was well."""
        self.holder = 0
        """What this copy of the program marks its open games with."""
        self._held: Lock | None = None
        if folder is None:
            self._path = Path(":memory:")
            self._connection = _connect(self._path)
            return
        self._path = folder / FILE_NAME
        self._locks = folder / "locks"
        try:
            self._locks.mkdir(parents=True, exist_ok=True)
            # Only one copy at a time may find a file damaged and put a new one into its place.
            guard = Lock(self._locks / "store", PATIENCE)
        except OSError as error:
            raise RecordsError(f"{error.filename or folder}: {error.strerror or error}") from None
        except sqlite3.Error as error:
            raise RecordsError(f"{folder}: {error}") from None
        try:
            self._connection = self._open()
            try:
                self._hold()
            except RecordsError:
                self.close()
                raise
        finally:
            guard.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file and of all games. Records of this store can't be used any more."""
        self._connection.close()
        if self._held is not None:
            self._held.release()

    def records(self, game: str) -> StoredRecords:
        """The records of a game."""
        return StoredRecords(self, game)

    def _hold(self) -> None:
        """Take the lowest number that no other copy has. What is marked with it was left by a process that is gone."""
        while self._held is None:
            self.holder += 1
            self._held = self._lock(self.holder)
        with self.reading() as connection:
            marked = connection.execute("SELECT count(*) FROM games WHERE holder = ?", (self.holder,)).fetchone()[0]
        if marked:
            with self.changing() as connection:
                connection.execute("UPDATE games SET holder = NULL WHERE holder = ?", (self.holder,))

    def held_elsewhere(self, holder: int | None) -> bool:
        """Whether a game's mark is that of another copy that is still running."""
        if holder is None or holder == self.holder:
            return False
        path = self._locks / str(holder)
        try:
            return Lock.is_held(path)
        except sqlite3.Error as error:
            raise RecordsError(f"{path}: {error}") from None

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

    def _lock(self, holder: int) -> Lock | None:
        path = self._locks / str(holder)
        try:
            return Lock(path, 0)
        except sqlite3.Error as error:
            if primary_code(error) == sqlite3.SQLITE_BUSY:
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
    """The records of one game in a store; see ``gemport.patience.session.records.Records``.

    Each has the games that were taken up or begun by it; for every other one of the store they are open elsewhere.
    """

    def __init__(self, store: Store, game: str) -> None:
        self._store = store
        self._game = game
        self._own: set[int] = set()

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
        """Forget all outcomes. Settings and unfinished games stay."""
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

    def snapshot(self) -> Snapshot:
        """Settings and outcomes as they are now. Raises RecordsError."""
        with self._store.reading() as connection:
            settings = connection.execute("SELECT name, value FROM settings WHERE game = ?", (self._game,)).fetchall()
            outcomes = connection.execute(
                "SELECT number, outcome FROM outcomes WHERE game = ? ORDER BY id", (self._game,)
            ).fetchall()
        return Snapshot(
            {name: bool(value) for name, value in settings},
            [(number, Outcome(outcome)) for number, outcome in outcomes],
        )

    def restore(self, snapshot: Snapshot, kept: KeptGame | None) -> None:
        """Add what a snapshot holds, and an unfinished game, which nobody has open then. Raises RecordsError."""
        with self._store.changing() as connection:
            connection.executemany(
                "REPLACE INTO settings (game, name, value) VALUES (?, ?, ?)",
                [(self._game, name, value) for name, value in snapshot.settings.items()],
            )
            connection.executemany(
                "INSERT INTO outcomes (game, number, outcome) VALUES (?, ?, ?)",
                [(self._game, number, outcome.value) for number, outcome in snapshot.outcomes],
            )
            if kept is None:
                return
            key = self._add(connection, kept.number, kept.counted, None, None)
            self._write(connection, key, kept.words, kept.progress)

    def unfinished(self) -> Sequence[Unfinished]:
        """The unfinished games, the one played last first."""
        with self._store.reading() as connection:
            rows = connection.execute(
                "SELECT key, number, made, home, undos, at, holder FROM games WHERE game = ? ORDER BY played DESC",
                (self._game,),
            ).fetchall()
        return [
            Unfinished(key, number, Progress(made, home, undos), at, self._is_elsewhere(key, holder))
            for key, number, made, home, undos, at, holder in rows
        ]

    def take_up(self, number: int | None = None, key: int | None = None) -> KeptGame | None:
        """Open the unfinished game played last, of a number or a key if one is given; None if there is none."""
        with self._store.changing() as connection:
            rows = connection.execute(
                "SELECT key, number, made, home, undos, counted, holder FROM games"
                " WHERE game = :game AND (:number IS NULL OR number = :number) AND (:key IS NULL OR key = :key)"
                " ORDER BY played DESC",
                {"game": self._game, "number": number, "key": key},
            )
            free = (row for row in rows.fetchall() if not self._is_elsewhere(row[0], row[-1]))
            found = next(free, None)
            if found is None:
                return None
            key, number, made, home, undos, counted, _ = found
            connection.execute("UPDATE games SET holder = ? WHERE key = ?", (self._store.holder, key))
            self._own.add(key)
            words = connection.execute("SELECT word FROM words WHERE key = ? ORDER BY place", (key,))
            return KeptGame(key, number, tuple(word for (word,) in words), Progress(made, home, undos), bool(counted))

    def begin(
        self, number: int, counted: bool, attempt_of: int | None, words: Sequence[str], progress: Progress
    ) -> int:
        """Keep a game from now on, open here, with the steps that it has already; its key."""
        with self._store.changing() as connection:
            key = self._add(connection, number, counted, attempt_of, self._store.holder)
            self._write(connection, key, words, progress)
        self._own.add(key)
        return key

    def _is_elsewhere(self, key: int, holder: int | None) -> bool:
        """Whether somebody else has a game open: another copy of the program, or other records of this store."""
        if holder == self._store.holder:
            return key not in self._own
        return self._store.held_elsewhere(holder)

    def release(self) -> None:
        """Leave all games that are open here to whoever takes them up next."""
        for key in tuple(self._own):
            self.close(key)

    def rewrite(self, key: int, words: Sequence[str], progress: Progress) -> None:
        """All of a game's steps anew, after some that could not be kept."""
        with self._store.changing() as connection:
            connection.execute("DELETE FROM words WHERE key = ?", (key,))
            self._write(connection, key, words, progress)

    def _write(self, connection: sqlite3.Connection, key: int, words: Sequence[str], progress: Progress) -> None:
        rows = [(key, place, word) for place, word in enumerate(words, 1)]
        connection.executemany("INSERT INTO words VALUES (?, ?, ?)", rows)
        self._played(connection, key, progress)

    def _add(
        self, connection: sqlite3.Connection, number: int, counted: bool, attempt_of: int | None, holder: int | None
    ) -> int:
        # An attempt at an attempt is one at the first game.
        cursor = connection.execute(
            "INSERT INTO games (game, number, attempt_of, counted, made, home, undos, played, at, holder)"
            " VALUES (:game, :number, ifnull((SELECT attempt_of FROM games WHERE key = :before), :before), :counted,"
            f" 0, 0, 0, {_NEXT}, :at, :holder)",
            {
                "game": self._game,
                "number": number,
                "before": attempt_of or 0,
                "counted": counted,
                "at": self._store.now(),
                "holder": holder,
            },
        )
        key = cursor.lastrowid or 0
        if attempt_of is None:
            connection.execute("UPDATE games SET attempt_of = key WHERE key = ?", (key,))
        return key

    def step(self, key: int, word: str, progress: Progress) -> None:
        """A step was made, the last one of ``progress``; what could be made again before it is forgotten."""
        with self._store.changing() as connection:
            connection.execute("DELETE FROM words WHERE key = ? AND place >= ?", (key, progress.made))
            connection.execute("INSERT INTO words VALUES (?, ?, ?)", (key, progress.made, word))
            self._played(connection, key, progress)

    def move(self, key: int, progress: Progress) -> None:
        """Steps were taken back, or made again."""
        with self._store.changing() as connection:
            self._played(connection, key, progress)

    def _played(self, connection: sqlite3.Connection, key: int, progress: Progress) -> None:
        connection.execute(
            f"UPDATE games SET made = ?, home = ?, undos = ?, played = {_NEXT}, at = ? WHERE key = ?",
            (*_values(progress), self._store.now(), key),
        )

    def close(self, key: int) -> None:
        """Leave an unfinished game to whoever takes it up next."""
        with self._store.changing() as connection:
            connection.execute("UPDATE games SET holder = NULL WHERE key = ?", (key,))
        self._own.discard(key)

    def forget(self, key: int) -> None:
        """The game is over, or not to be kept any more."""
        with self._store.changing() as connection:
            connection.execute("DELETE FROM words WHERE key = ?", (key,))
            connection.execute("DELETE FROM games WHERE key = ?", (key,))
        self._own.discard(key)

    def count(self, number: int, outcome: Outcome, progress: Progress, key: int) -> None:
        """Add an outcome to the statistics; the game and its other attempts are counted then."""
        with self._store.changing() as connection:
            connection.execute(
                "INSERT INTO outcomes (game, number, outcome, moves, undos, ended) VALUES (?, ?, ?, ?, ?, ?)",
                (self._game, number, outcome.value, progress.made, progress.undos, self._store.now()),
            )
            connection.execute(
                "UPDATE games SET counted = 1"
                " WHERE attempt_of = ifnull((SELECT attempt_of FROM games WHERE key = :key), :key)",
                {"key": key},
            )


def _values(progress: Progress) -> tuple[int, int, int]:
    return progress.made, progress.home, progress.undos


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
            if primary_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
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
            for statement in (*_OUTCOMES, *_GAMES, _PREFERENCES, *_HEAD):
                connection.execute(statement)
        return
    if application != _APPLICATION or version < 1:
        raise _DamageError("it is not a store of gemport")
    if version > VERSION:
        raise RecordsError(f"{path}: written by a later version of gemport (tables {version}, {VERSION} known)")
    found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise _DamageError(found)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not names >= {"outcomes", "settings", *(("progress",) if version == 1 else ("games", "words"))}:
        raise _DamageError("tables are missing")
    if version == 1:
        _bring_up(connection)
    if "preferences" not in names:
        connection.execute(_PREFERENCES)


def _bring_up(connection: sqlite3.Connection) -> None:
    """Take over what the first version kept: a game in progress as one text."""
    with _transaction(connection):
        for statement in _GAMES:
            connection.execute(statement)
        rows = connection.execute("SELECT game, number, moves, counted, kept FROM progress ORDER BY kept").fetchall()
        for key, (game, number, moves, counted, kept) in enumerate(rows, 1):
            words = moves.split()
            connection.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, 0, 0, ?, 0, NULL)",
                (key, game, number, key, counted, len(words), kept),
            )
            connection.executemany(
                "INSERT INTO words VALUES (?, ?, ?)", [(key, place, word) for place, word in enumerate(words, 1)]
            )
        connection.execute("DROP TABLE progress")
        for statement in _HEAD:
            connection.execute(statement)


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
