"""The records of all games in one SQLite file of the player's folder.

Every change is one transaction, on the disk when the call returns, and costs the same however long a game is. Several
copies of the program may use the file at once: each holds a number of its own by a lock that ends with its process, and
marks with it the games that it has open. A game marked with the number of a killed process is thereby known to be
nobody's; who gets that number next takes the marks away.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from gemport.store.locks import Lock, primary_code
from gemport.store.records import (
    WORD,
    Backend,
    Calendar,
    Collection,
    Progress,
    RecordsError,
    Salvaged,
    Unfinished,
    universal,
)
from gemport.store.salvage import salvage
from gemport.store.schema import SOUND, SOUND_END, DamageError, RefusalError, check, connect, seal, transaction
from gemport.store.statistics import Ended, Help, Outcome

FILE_NAME = "gemport.sqlite3"
PATIENCE = 10.0
"""Seconds until another copy's lock counts as a failure, where nobody waits for a card to move."""

_OPENING = 10
"""Factor by which the opening may wait longer: it comes once, and much depends on it."""
_ATTEMPTS = 3
"""Copies of a file that seem damaged, until it is not its writer who changed it meanwhile."""
_COLUMNS = (
    *("key", "game", "number", "attempt_of", "counted", *Progress._fields),
    *("played", "at", "help", "holder", "fault", "start"),
)
"""The columns of the games: their fields but for the words, which have a table of their own."""
_NAMES = {"attempt": "attempt_of", "when": "at"}
"""Columns that have other names than the fields."""
_IN_ORDER = "ORDER BY ended IS NOT NULL, ended, id"
"""Of the outcomes: those of earlier versions, which knew no time, first."""
_NO_WORD = "?"
"""Stands for a word that is damaged: no game's notation has it."""


class Store(Backend):
    """The records of all games in the SQLite file of a folder. Close it, or use it in ``with``."""

    def __init__(
        self,
        folder: Path | None,
        now: Callable[[], float] = lambda: 0.0,
        *,
        calendar: Calendar = universal,
        patience: float | None = None,
        instead_of: str | None = None,
    ) -> None:
        """Open the store, making it where there is none; without a folder it lasts as long as the object.

        now: seconds since 1970
        calendar: what the player's clock shows
        patience: seconds that a call may wait for other copies of the program; PATIENCE unless given. After one wait in
            vain the next calls do not wait at all, until one succeeds
        instead_of: why the player's own store can't be used, for whom this one stands in

        A damaged file is called by the first free name of ``gemport-damaged-1.sqlite3``, ``-2``, ... from then on;
        ``set_aside`` is that name, and the store holds what could be read of it. Where the file can't be written, for
        now or at all, it is read, and each change tries again to write. Raises RecordsError where nothing can be read,
        or where the file was written by a later version of the program; the file stays as it is.
        """
        super().__init__(now, calendar, instead_of)
        self.left_out: Sequence[str] = ()
        """The games of unfinished games that can't be read and are left out, though nothing of them is deleted."""
        self._held: Lock | None = None
        self._patience = PATIENCE if patience is None else patience
        self._opening = min(_OPENING * self._patience, PATIENCE)
        self._waits = True
        self._away = False
        """True if the connection can't write to the file, which must be opened again."""
        self._is_kept = folder is not None
        self._sealed = -1
        """Number of rows that had been changed when the file was sealed."""
        self.path = Path(":memory:") if folder is None else folder / FILE_NAME
        """The file."""
        self._locks = self.path.with_name("locks")
        self._seal = self._locks / "sealed"
        if folder is None:
            self._connection = connect(self.path, self._patience)
            return
        refusal: OSError | None = None
        try:
            self._locks.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            # Nothing can be written there, but perhaps there is something to read.
            refusal = error
        try:
            self._connection = self._open()
        except RefusalError:
            if refusal is not None:
                raise RecordsError(f"{refusal.filename or folder}: {refusal.strerror or refusal}") from None
            raise
        self._sealed = self._connection.total_changes
        try:
            self._hold()
            self._leave_out()
        except RecordsError:
            self.close()
            raise
        self._wait(True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file and of all games. Records of this store can't be used any more."""
        with contextlib.suppress(sqlite3.Error, DamageError):
            if self._is_kept and not self._away and self._connection.total_changes != self._sealed:
                # The next start need not prove it again, and what is damaged until then is noticed.
                self._wait(False)
                check(self._connection)
                seal(self._connection, self._seal)
        self._connection.close()
        if self._held is not None:
            self._held.release()

    def damaged_files(self) -> list[Path]:
        """The damaged stores that were set aside and are still there."""
        return sorted(self.path.parent.glob("gemport-damaged-*.sqlite3")) if self._is_kept else []

    def _hold(self) -> None:
        """Take the lowest number that no other copy has. What is marked with it was left by a process that is gone."""
        number = 0
        while self._held is None:
            number += 1
            try:
                self._held = Lock(self._locks / str(number), 0)
            except sqlite3.Error as error:
                if primary_code(error) != sqlite3.SQLITE_BUSY:
                    # Without a number a game can be played, though another copy may take it up, too.
                    return
        self.holder = number
        with self.reading() as connection:
            marked = connection.execute("SELECT count(*) FROM games WHERE holder = ?", (self.holder,)).fetchone()[0]
        if marked:
            # Where that can't be written now, those games are known to be nobody's all the same.
            with contextlib.suppress(RecordsError), self.changing() as connection:
                connection.execute("UPDATE games SET holder = NULL WHERE holder = ?", (self.holder,))

    def _leave_out(self) -> None:
        """Mark the unfinished games whose numbers are none."""
        with self.reading() as connection:
            faulty = connection.execute(f"SELECT key, game FROM games WHERE fault IS NULL AND NOT ({SOUND})").fetchall()
        self.left_out = tuple(str(game) for _, game in faulty)
        if faulty:
            with contextlib.suppress(RecordsError), self.changing() as connection:
                for key, _ in faulty:
                    connection.execute("UPDATE games SET fault = 'its numbers are damaged' WHERE key = ?", (key,))

    def held_elsewhere(self, holder: int | None) -> bool:
        """Return whether a game's mark is that of another copy of the program that is still running."""
        if not holder or holder == self.holder:
            return False
        path = self._locks / str(holder)
        try:
            return Lock.is_held(path)
        except sqlite3.Error as error:
            raise RecordsError(f"{path}: {error}") from None

    def _open(self) -> sqlite3.Connection:
        """The file's database; where that can't be had now, what the file holds, in memory."""
        try:
            return self._proved(self._opening)
        except RefusalError as refusal:
            self._away = True
            try:
                connection, self.salvaged = read_copy(self.path)
            except OSError:
                raise refusal from None
        return connection

    def _proved(self, patience: float) -> sqlite3.Connection:
        """The file's database, a damaged one replaced by what could be read of it. Raises RecordsError."""
        with contextlib.suppress(DamageError):
            return connect(self.path, patience, self._seal)
        try:
            # Only one copy at a time may replace a file.
            guard = Lock(self._locks / "store", patience)
        except sqlite3.Error as error:
            raise RefusalError(f"{self.path}: damaged, and can't be set aside: {error}") from None
        try:
            with contextlib.suppress(DamageError):
                return connect(self.path, patience, self._seal)
            self._replace()
            return connect(self.path, patience, self._seal)
        except DamageError as error:
            raise RecordsError(f"{self.path}: {error}") from None
        finally:
            guard.release()

    def _replace(self) -> None:
        """Give a damaged file another name, and put a new one with all that could be read of it into its place.

        Whenever that is interrupted, one of them has the store's name.
        """
        new = self.path.with_name("gemport-new.sqlite3")
        number = 1
        while (target := self.path.with_name(f"gemport-damaged-{number}.sqlite3")).exists():
            number += 1
        try:
            for left in (new, _journal(new)):
                left.unlink(missing_ok=True)
            with contextlib.closing(connect(new, self._patience)) as connection:
                self.salvaged = salvage(self.path.read_bytes(), connection)
            shutil.copy2(self.path, target)
            if _journal(self.path).exists():
                _journal(self.path).replace(_journal(target))
            new.replace(self.path)
        except (OSError, sqlite3.Error) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            raise RefusalError(f"{self.path}: damaged, and can't be set aside: {reason or error}") from None
        self.set_aside = target.name

    def _come_back(self) -> None:
        """Open the file again, after it could not be written to. Raises RecordsError."""
        try:
            connection = self._proved(self._patience if self._waits else 0)
        except RefusalError:
            self._wait(False)
            raise
        self._connection.close()
        self._connection, self._away, self._sealed = connection, False, -1
        self._wait(self._waits)
        if self._held is None:
            self._hold()

    def _wait(self, waits: bool) -> None:
        """Let calls wait from now on for another copy's lock, or not."""
        self._waits = waits
        self._connection.execute(f"PRAGMA busy_timeout = {round(1000 * self._patience) if waits else 0}")

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection; errors become RecordsError."""
        try:
            yield self._connection
        except sqlite3.Error as error:
            code = primary_code(error)
            if code == sqlite3.SQLITE_BUSY and self._waits:
                # One wait in vain is enough: nobody is to be held up by the same lock again and again.
                self._wait(False)
            self._away = self._away or code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
            raise RecordsError(f"{self.path}: {error}") from None

    @contextlib.contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: committed at the end, taken back where something is raised."""
        if self._away and self._is_kept:
            self._come_back()
        with self.reading() as connection, transaction(connection):
            yield connection
        if not self._waits:
            self._wait(True)

    # ---- rows

    def outcomes(self, game: str, number: int | None = None) -> list[Ended]:
        """Return counted games, all or of one number, in the order of their ends, those of unknown times first."""
        of_number = "" if number is None else "AND number = :number"
        rows = self._connection.execute(
            "SELECT number, outcome, moves, undos, seconds, ended, help FROM outcomes"
            f" WHERE game = :game {of_number} AND {SOUND_END} {_IN_ORDER}",
            {"game": game, "number": number},
        )
        return [
            Ended(number_, _OUTCOMES[outcome], moves, undos, seconds, when, _help(help_))
            for number_, outcome, moves, undos, seconds, when, help_ in rows
        ]

    def add_outcomes(self, game: str, ended: Sequence[Ended]) -> None:
        """Add counted games."""
        self._connection.executemany(
            "INSERT INTO outcomes (game, number, outcome, moves, undos, seconds, ended, help)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(game, end.number, end.outcome.value, *end[2:]) for end in ended],
        )

    def clear_outcomes(self, game: str) -> None:
        """Delete a game's outcomes."""
        self._connection.execute("DELETE FROM outcomes WHERE game = ?", (game,))

    def settings(self, game: str) -> Mapping[str, bool]:
        """Return a game's settings."""
        rows = self._connection.execute("SELECT name, value FROM settings WHERE game = ?", (game,))
        return {name: bool(value) for name, value in rows}

    def put_settings(self, game: str, settings: Mapping[str, bool]) -> None:
        """Keep some of a game's settings."""
        rows = [(game, name, value) for name, value in settings.items()]
        self._connection.executemany("REPLACE INTO settings (game, name, value) VALUES (?, ?, ?)", rows)

    def unfinished(self, game: str, words: bool = False, **equal: int) -> Iterator[Unfinished]:
        """Yield the unfinished games without a fault, the one played last first, with or without words."""
        equal = _columns(equal)
        conditions = "".join(f" AND {name} = :{name}" for name in equal)
        rows = self._connection.execute(
            "SELECT key, number, made, home, undos, seconds, counted, at, attempt_of, help, played, holder, start"
            f" FROM games WHERE game = :game{conditions} AND fault IS NULL AND {SOUND} ORDER BY played DESC",
            {"game": game, **equal},
        )
        for key, number, made, home, undos, seconds, counted, at, attempt, help_, played, holder, start in rows:
            of_game, progress = self._words(key) if words else (), Progress(made, home, undos, seconds)
            own = (key, game, played, holder)
            yield Unfinished(number, of_game, progress, bool(counted), at, attempt, _help(help_), *own, start=start)

    def _words(self, key: int) -> tuple[str, ...]:
        """Return a game's words up to the first that is missing; for one that is damaged ``?`` stands there."""
        words: list[str] = []
        rows = self._connection.execute("SELECT place, word FROM words WHERE key = ? ORDER BY place", (key,))
        for place, word in rows:
            if place != len(words) + 1:
                break
            words.append(word if isinstance(word, str) and WORD.fullmatch(word) else _NO_WORD)
        return tuple(words)

    def insert(self, games: Sequence[Unfinished]) -> None:
        """Add unfinished games, of new keys."""
        # All rows at once: a statement a game takes several times as long.
        self._connection.executemany(
            f"INSERT INTO games ({', '.join(_COLUMNS)}) VALUES (:{', :'.join(_COLUMNS)})",
            (_columns(game._asdict()) for game in games),
        )
        words = ((game.key, place, word) for game in games for place, word in enumerate(game.words, 1))
        self._connection.executemany("INSERT INTO words VALUES (?, ?, ?)", words)

    def update(self, key: int, **fields: Any) -> bool:
        """Change fields of an unfinished game but for its words; return False if there is no such game."""
        columns = _columns(fields)
        changes = ", ".join(f"{name} = :{name}" for name in columns)
        changed = self._connection.execute(f"UPDATE games SET {changes} WHERE key = :key", {"key": key, **columns})
        return changed.rowcount > 0

    def put_words(self, key: int, place: int, words: Sequence[str]) -> None:
        """Let a game's words end in these, the first of them at a place counted from 1."""
        self._connection.execute("DELETE FROM words WHERE key = ? AND place >= ?", (key, place))
        rows = [(key, at, word) for at, word in enumerate(words, place)]
        self._connection.executemany("INSERT INTO words VALUES (?, ?, ?)", rows)

    def delete(self, key: int) -> None:
        """Delete an unfinished game."""
        self._connection.execute("DELETE FROM words WHERE key = ?", (key,))
        self._connection.execute("DELETE FROM games WHERE key = ?", (key,))

    def next_key(self) -> int:
        """Return a key greater than any that a game has or had."""
        return 1 + self._number(
            "SELECT max(ifnull((SELECT CAST(seq AS INTEGER) FROM sqlite_sequence WHERE name = 'games'), 0),"
            " ifnull((SELECT max(key) FROM games), 0))"
        )

    def last_played(self) -> int:
        """Return ``played`` of the game played last."""
        return self._number("SELECT CAST(ifnull(max(played), 0) AS INTEGER) FROM games")

    def count(self, game: str) -> int:
        """Return how many counted and unfinished games of a game are kept, with those that are left out as damaged."""
        with self.reading():
            tables = "outcomes", "games"
            return sum(self._number(f"SELECT count(*) FROM {table} WHERE game = ?", game) for table in tables)

    def _number(self, query: str, *values: str) -> int:
        number: int = self._connection.execute(query, values).fetchone()[0]
        return number

    def collections(self, games: Iterable[str], words: bool = True) -> dict[str, Collection]:
        """Return all that is kept of some games at one moment but their settings."""
        with self.reading() as connection:
            connection.execute("BEGIN")
            try:
                return super().collections(games, words)
            finally:
                connection.execute("ROLLBACK")

    # ---- preferences

    def get(self, name: str) -> str | None:
        """Return a preference as it was set last; None if it never was. Raises RecordsError."""
        with self.reading() as connection:
            row = connection.execute("SELECT value FROM preferences WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set(self, name: str, text: str) -> None:
        """Keep a preference. Raises RecordsError."""
        with self.changing() as connection:
            connection.execute("REPLACE INTO preferences (name, value) VALUES (?, ?)", (name, text))


_OUTCOMES = {outcome.value: outcome for outcome in Outcome}


def _help(value: int | None) -> Help | None:
    return None if value is None else Help(value)


def _columns(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields of an unfinished game as the table has them."""
    columns = {_NAMES.get(name, name): value for name, value in fields.items()}
    progress = columns.pop("progress", None)
    return columns if progress is None else {**columns, **progress._asdict()}


def _journal(path: Path) -> Path:
    """Return the path of the journal, with which SQLite takes an unfinished change back."""
    return path.with_name(path.name + "-journal")


def read_copy(path: Path) -> tuple[sqlite3.Connection, Salvaged | None]:
    """Copy a file that can't be opened in its place into memory, where nothing can be changed.

    Return the copy, and how much of a damaged file could be read, None if all was well. Raises OSError.
    """
    store = connect(Path(":memory:"), 0)
    try:
        with tempfile.TemporaryDirectory(prefix="gemport-") as folder:
            salvaged = _copy(path, Path(folder, path.name), store)
        store.execute("PRAGMA query_only = ON")
    except BaseException:
        store.close()
        raise
    return store, salvaged


def _copy(path: Path, copy: Path, store: sqlite3.Connection) -> Salvaged | None:
    for _ in range(_ATTEMPTS):
        shutil.copyfile(path, copy)
        # With it SQLite takes back what the file's writer had not finished.
        _journal(copy).unlink(missing_ok=True)
        if _journal(path).exists():
            shutil.copyfile(_journal(path), _journal(copy))
        with contextlib.suppress(DamageError), contextlib.closing(connect(copy, 0)) as connection:
            connection.backup(store)
            return None
    return salvage(copy.read_bytes(), store)
