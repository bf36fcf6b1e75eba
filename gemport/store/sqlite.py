"""The records of all games in one SQLite file in the player's folder.

Every change is one transaction, on disk when the call returns, at a cost independent of the length of the game. Several
processes can share the file: each locks a separate number until it ends, and marks its open games with that number.
Games marked by a dead process are free; the next process with its number clears the marks.
"""

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from gemport.store import records
from gemport.store.backup import copy_store, journal, make_backup, recover, remove
from gemport.store.codec import MAX_COUNTED, WORD, read_ended, read_row
from gemport.store.collection import Collection, Progress, Unfinished
from gemport.store.locks import Locks, primary_code
from gemport.store.rows import RecordsError
from gemport.store.schema import DamageError, RefusalError, connect, lines, transaction
from gemport.store.statistics import Ended

FILE_NAME = "gemport.sqlite3"
LOCK_SECONDS = 10.0  # default number of seconds to wait for another process's lock; use less while cards are moving

_OPENING_FACTOR = 10  # multiplier for the wait when opening the file, since it happens once and a failure is serious
_ATTEMPTS = 3  # number of copies to try: a copy can look damaged because of a concurrent write
_COLUMNS = (
    *("key", "game", "number", "attempt_of", "counted", *Progress._fields),
    *("played", "at", "help", "holder", "fault", "start"),
)
"""Columns of the games table: all fields except the words. A separate table stores the words."""
_NAMES = {"attempt": "attempt_of", "when": "at"}  # column names by field, where they differ
_NO_WORD = "?"  # placeholder for a damaged word, invalid in every game's notation


class Store(records.Backend):
    """The records of all games in the SQLite file of a folder; a context manager that closes the file."""

    def __init__(
        self,
        folder: Path | None,
        now: Callable[[], float] = lambda: 0.0,
        *,
        calendar: records.Calendar = records.universal,
        patience: float | None = None,
        instead_of: str | None = None,
    ) -> None:
        """Open the store, creating it if missing. Without a folder it is in memory.

        A damaged file is renamed to the first free name of ``gemport-damaged-1.sqlite3``, ``-2``, ..., reported in
        ``set_aside``, and replaced with its backup plus the rows that are still readable. A file that cannot be written
        is copied into memory, and each change tries to reopen it. Raises RecordsError if the file cannot be read, or
        was written by a later version of the program; it is then left unchanged.

        Args:
            now: returns the time in seconds since 1970
            patience: seconds to wait for other processes, by default LOCK_SECONDS; after a timeout, calls do not wait
                until one succeeds
            instead_of: reason why this store replaces the player's own store, or None
        """
        super().__init__(now, calendar, instead_of)
        self.left_out: Sequence[str] = ()
        """Name of the game for each unreadable unfinished game; these are skipped, not deleted."""
        self._patience = LOCK_SECONDS if patience is None else patience
        self._opening = min(_OPENING_FACTOR * self._patience, LOCK_SECONDS)
        self._waits = True
        self._away = False  # true if the connection cannot write to the file and must be reopened
        self._locks: Locks | None = None
        self._has_backup = False
        self._backed_up = -1  # value of ``total_changes`` at the last backup, plus later changes that need no backup
        self.path = Path(":memory:") if folder is None else folder / FILE_NAME
        if folder is None:
            self._connection = connect(self.path, self._patience)
            return
        refusal: OSError | None = None
        locks = self.path.with_name("locks")
        try:
            locks.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            # The folder is not writable, but the file may be readable.
            refusal = error
        self._locks = Locks(locks)
        try:
            self._connection = self._open()
        except RecordsError as error:
            self._locks.release()
            if refusal is not None and isinstance(error, RefusalError):
                raise RecordsError(f"{refusal.filename or folder}: {refusal.strerror or refusal}") from None
            raise
        try:
            self._clear_claims()
            self._leave_out()
        except RecordsError:
            self.close()
            raise
        self._backed_up = self._connection.total_changes
        self._wait(True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Back up and close the file, and release all games. Records of this store become unusable."""
        self.back_up()
        self._connection.close()
        if self._locks is not None:
            self._locks.release()

    def back_up(self) -> None:
        with contextlib.suppress(sqlite3.Error, OSError, DamageError):
            changes = self._connection.total_changes
            if self._locks is None or self._away or changes == self._backed_up:
                return
            with self._locks.guard("backup", self._patience):
                # Rotate once per run: backups of earlier runs predate any damage done during this one.
                rotate, locks = not self._has_backup, self._locks.work
                make_backup(self._connection, self.path, self.now(), rotate, locks)
                self._backed_up, self._has_backup = changes, True

    def damaged_files(self) -> list[Path]:
        """Return the damaged stores that were set aside and still exist."""
        return sorted(self.path.parent.glob("gemport-damaged-*.sqlite3")) if self._locks is not None else []

    @property
    def locks_work(self) -> bool:
        """Whether the folder's file system can lock files, so that several processes can use the store."""
        return self._locks is None or self._locks.work

    def _clear_claims(self) -> None:
        """Clear the claims of an ended process that had this process's number."""
        self.holder = 0 if self._locks is None else self._locks.number
        with self.reading() as connection:
            claims = connection.execute("SELECT count(*) FROM games WHERE holder = ?", (self.holder,)).fetchone()[0]
        if claims:
            # A failure is harmless: the games count as free anyway.
            with contextlib.suppress(RecordsError), self.changing() as connection:
                connection.execute("UPDATE games SET holder = NULL WHERE holder = ?", (self.holder,))

    def _leave_out(self) -> None:
        """Mark unreadable unfinished games with their fault."""
        faulty = []
        with self.reading() as connection:
            for line in lines(connection.execute("SELECT * FROM games WHERE fault IS NULL")):
                try:
                    read_row(line, ())
                except ValueError as error:
                    faulty.append((str(line["game"]), str(error), line["key"]))
        self.left_out = tuple(game for game, *_ in faulty)
        if faulty:
            with contextlib.suppress(RecordsError), self.changing() as connection:
                connection.executemany("UPDATE games SET fault = ? WHERE key = ?", [fault for _, *fault in faulty])

    def is_running(self, holder: int | None) -> bool:
        try:
            return self._locks is not None and self._locks.is_running(holder)
        except sqlite3.Error as error:
            raise RecordsError(f"{self.path.parent}: {error}") from None

    def _open(self) -> sqlite3.Connection:
        """Open the file, or copy it into memory if access is denied."""
        try:
            return self._proved(self._opening)
        except RefusalError as refusal:
            self._away = True
            try:
                connection, self.recovered = read_copy(self.path)
            except OSError:
                raise refusal from None
        return connection

    def _proved(self, patience: float) -> sqlite3.Connection:
        """Open and check the file, replacing a damaged one with its backup. Raises RecordsError."""
        assert self._locks is not None
        with contextlib.suppress(DamageError):
            return connect(self.path, patience, self._locks.work)
        try:
            # Only one process at a time may replace the file.
            with self._locks.guard("store", patience):
                with contextlib.suppress(DamageError):
                    return connect(self.path, patience, self._locks.work)
                self._replace(self._locks.work)
                return connect(self.path, patience, self._locks.work)
        except sqlite3.Error as error:
            raise RefusalError(f"{self.path}: damaged, and cannot be renamed: {error}") from None
        except DamageError as error:
            raise RecordsError(f"{self.path}: {error}") from None

    def _replace(self, locks: bool) -> None:
        """Rename the damaged file, and replace it with its backup plus the rows that are still readable.

        If interrupted at any point, one of the two files has the store's name.
        """
        new = self.path.with_name("gemport-new.sqlite3")
        number = 1
        while (target := self.path.with_name(f"gemport-damaged-{number}.sqlite3")).exists():
            number += 1
        try:
            remove(new)
            with contextlib.closing(connect(new, self._patience, locks)) as connection:
                self.recovered = recover(self.path, connection)
            shutil.copy2(self.path, target)
            if journal(self.path).exists():
                journal(self.path).replace(journal(target))
            new.replace(self.path)
        except (OSError, sqlite3.Error) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            raise RefusalError(f"{self.path}: damaged, and cannot be renamed: {reason or error}") from None
        self.set_aside = target.name

    def _come_back(self) -> None:
        """Reopen a file that was not writable. Raises RecordsError."""
        try:
            connection = self._proved(self._patience if self._waits else 0)
        except RefusalError:
            self._wait(False)
            raise
        self._connection.close()
        self._connection, self._away, self._backed_up = connection, False, -1
        self._wait(self._waits)
        if self._locks is not None and not self._locks.number:
            self._locks.take_number()
            self._clear_claims()

    def _wait(self, waits: bool) -> None:
        self._waits = waits
        self._connection.execute(f"PRAGMA busy_timeout = {round(1000 * self._patience) if waits else 0}")

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._connection
        except sqlite3.Error as error:
            code = primary_code(error)
            if code == sqlite3.SQLITE_BUSY and self._waits:
                # After a timeout stop waiting: one lock must not delay the player repeatedly.
                self._wait(False)
            self._away = self._away or code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
            raise RecordsError(f"{self.path}: {error}") from None

    @contextlib.contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        if self._away and self._locks is not None:
            self._come_back()
        with self.reading() as connection, transaction(connection):
            yield connection
        if not self._waits:
            self._wait(True)

    # ---- rows; invalid ones are skipped

    def outcomes(self, game: str, number: int | None = None) -> list[Ended]:
        rows = "NOT INDEXED WHERE" if number is None else "WHERE number = :number AND"
        query = f"SELECT * FROM outcomes {rows} game = :game ORDER BY ended IS NOT NULL, ended, id"
        ended = []
        for line in lines(self._connection.execute(query, {"game": game, "number": number})):
            with contextlib.suppress(ValueError):
                ended.append(read_ended(line))
        return ended

    def add_outcomes(self, game: str, ended: Sequence[Ended]) -> None:
        self._connection.executemany(
            "INSERT INTO outcomes (game, number, outcome, moves, undos, seconds, ended, help)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(game, end.number, end.outcome.value, *end[2:]) for end in ended],
        )

    def clear_outcomes(self, game: str) -> None:
        self._connection.execute("DELETE FROM outcomes WHERE game = ?", (game,))

    def unfinished(self, game: str, words: bool = False, **equal: int) -> Iterator[Unfinished]:
        conditions = "".join(f" AND {name} = :{name}" for name in _columns(equal))
        query = f"SELECT * FROM games WHERE game = :game{conditions} AND fault IS NULL ORDER BY played DESC"
        for line in lines(self._connection.execute(query, {"game": game, **_columns(equal)})):
            with contextlib.suppress(ValueError):
                yield read_row(line, self._words(line["key"]) if words else ())

    def _words(self, key: int) -> tuple[str, ...]:
        """Return the words of a game up to the first gap, with ``?`` for damaged words."""
        words: list[str] = []
        rows = self._connection.execute("SELECT place, word FROM words WHERE key = ? ORDER BY place", (key,))
        for place, word in rows:
            if place != len(words) + 1:
                break
            words.append(word if isinstance(word, str) and WORD.fullmatch(word) else _NO_WORD)
        return tuple(words)

    def insert(self, games: Sequence[Unfinished]) -> None:
        # executemany is several times faster than one statement per game.
        self._connection.executemany(
            f"INSERT INTO games ({', '.join(_COLUMNS)}) VALUES (:{', :'.join(_COLUMNS)})",
            (_columns(game._asdict()) for game in games),
        )
        words = ((game.key, place, word) for game in games for place, word in enumerate(game.words, 1))
        self._connection.executemany("INSERT INTO words VALUES (?, ?, ?)", words)

    def update(self, key: int, **fields: Any) -> bool:
        columns = _columns(fields)
        changes = ", ".join(f"{name} = :{name}" for name in columns)
        changed = self._connection.execute(f"UPDATE games SET {changes} WHERE key = :key", {"key": key, **columns})
        if fields.keys() == {"holder"}:
            self._backed_up += changed.rowcount
        return changed.rowcount > 0

    def put_words(self, key: int, place: int, words: Sequence[str]) -> None:
        self._connection.execute("DELETE FROM words WHERE key = ? AND place >= ?", (key, place))
        rows = [(key, at, word) for at, word in enumerate(words, place)]
        self._connection.executemany("INSERT INTO words VALUES (?, ?, ?)", rows)

    def delete(self, key: int) -> None:
        self._connection.execute("DELETE FROM words WHERE key = ?", (key,))
        self._connection.execute("DELETE FROM games WHERE key = ?", (key,))

    def next_key(self) -> int:
        return 1 + self._number(
            "SELECT max(ifnull((SELECT max(key) FROM games WHERE key < :most), 0), ifnull((SELECT CAST(seq AS INTEGER)"
            " FROM sqlite_sequence WHERE name = 'games' AND seq < :most), 0))",
            most=MAX_COUNTED,
        )

    def last_played(self) -> int:
        query = "SELECT CAST(ifnull(max(played), 0) AS INTEGER) FROM games WHERE played BETWEEN -:most AND :most"
        return self._number(query, most=MAX_COUNTED)

    def count(self, game: str) -> int:
        """Return the number of saved games of a game: counted and unfinished, including damaged ones."""
        with self.reading():
            tables = "outcomes", "games"
            return sum(self._number(f"SELECT count(*) FROM {table} WHERE game = :game", game=game) for table in tables)

    def _number(self, query: str, **values: str | int) -> int:
        number: int = self._connection.execute(query, values).fetchone()[0]
        return number

    def collections(self, games: Iterable[str], words: bool = True) -> dict[str, Collection]:
        with self.reading() as connection:
            connection.execute("BEGIN")
            try:
                return super().collections(games, words)
            finally:
                connection.execute("ROLLBACK")

    # ---- named texts

    def texts(self, prefix: str) -> Mapping[str, str]:
        query = "SELECT name, value FROM preferences WHERE substr(name, 1, ?) = ?"
        return {name: str(value) for name, value in self._connection.execute(query, (len(prefix), prefix))}

    def put_text(self, name: str, text: str) -> None:
        changed = self._connection.execute("REPLACE INTO preferences (name, value) VALUES (?, ?)", (name, text))
        self._backed_up += changed.rowcount


def _columns(fields: Mapping[str, Any]) -> dict[str, Any]:
    columns = {_NAMES.get(name, name): value for name, value in fields.items()}
    progress = columns.pop("progress", None)
    return columns if progress is None else {**columns, **progress._asdict()}


def read_copy(path: Path) -> tuple[sqlite3.Connection, records.Recovered | None]:
    """Copy an inaccessible file into a database in memory.

    Return the copy and, if the file is damaged, the numbers of recovered games, else None. Raises OSError.
    """
    store = connect(Path(":memory:"), 0)
    try:
        return store, None if _is_copied(path, store) else recover(path, store)
    except BaseException:
        store.close()
        raise


def _is_copied(path: Path, store: sqlite3.Connection) -> bool:
    with tempfile.TemporaryDirectory(prefix="gemport-") as folder:
        copy = Path(folder, path.name)
        for _ in range(_ATTEMPTS):
            copy_store(path, copy)
            with contextlib.suppress(DamageError), contextlib.closing(connect(copy, 0)) as connection:
                connection.backup(store)
                return True
    return False
