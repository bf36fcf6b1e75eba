"""What is kept from start to start, for all games, in one SQLite file of the player's folder.

Every change is one transaction, on the disk when the call returns, and costs the same however long a game is. Several
copies of the program may use the file at once: each holds a number of its own by a lock that ends with its process, and
marks with it the games that it has open. A game marked with the number of a killed process is thereby known to be
nobody's; who gets that number next takes the marks away.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from gemport.patience.session.calendar import Calendar, universal
from gemport.patience.session.lock import Lock, primary_code
from gemport.patience.session.records import RecordsError
from gemport.patience.session.schema import DamageError, connect, transaction
from gemport.patience.session.stored import SOUND, StoredRecords

if TYPE_CHECKING:
    from gemport.patience.session.export import Collection, Collections

FILE_NAME = "gemport.sqlite3"
PATIENCE = 10.0
"""Seconds until another copy's lock counts as a failure, where nobody waits for a card to move."""

_OPENING = 10
"""How many times as long the opening may wait: it comes once, and much depends on it."""


class Store:
    """The opened store of a folder. Close it, or use it in ``with``."""

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

        A damaged file is renamed to the first free of ``gemport-damaged-1.sqlite3``, ``-2``, ...; ``set_aside`` is then
        that name, and the store is empty. Raises RecordsError where nothing can be read or written, or where the file
        was written by a later version of the program; the file stays as it is.
        """
        self.now = now
        self.calendar = calendar
        self.unusable = instead_of
        """Why nothing of what is kept here will be there at the next start; None if all will."""
        self.set_aside: str | None = None
        """The name that a damaged file was given; None if all was well."""
        self.left_out: Sequence[str] = ()
        """The games of unfinished games that can't be read and are left out, though nothing of them is deleted."""
        self.holder = 0
        """What this copy of the program marks its open games with."""
        self._held: Lock | None = None
        self._patience = PATIENCE if patience is None else patience
        self._opening = min(_OPENING * self._patience, PATIENCE)
        self._waits = True
        if folder is None:
            self._path = Path(":memory:")
            self._connection = connect(self._path, self._patience)
            return
        self._path = folder / FILE_NAME
        self._locks = folder / "locks"
        try:
            self._locks.mkdir(parents=True, exist_ok=True)
            # Only one copy at a time may find a file damaged and put a new one into its place.
            guard = Lock(self._locks / "store", self._opening)
        except OSError as error:
            raise RecordsError(f"{error.filename or folder}: {error.strerror or error}") from None
        except sqlite3.Error as error:
            raise RecordsError(f"{folder}: {error}") from None
        try:
            self._connection = self._open()
            try:
                self._hold()
                self._leave_out()
            except RecordsError:
                self.close()
                raise
        finally:
            guard.release()
        self._wait(True)

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

    def collections(self, games: Iterable[str]) -> dict[str, Collection]:
        """All that is kept of some games, of one moment."""
        with self.reading() as connection:
            connection.execute("BEGIN")
            try:
                return {game: self.records(game).collection() for game in games}
            finally:
                connection.execute("ROLLBACK")

    def add(self, games: Collections) -> Collections:
        """Add what is not there yet of what was kept elsewhere, all of it or nothing; what that is."""
        from gemport.patience.session.export import news

        with self.changing() as connection:
            added = {game: news(self.records(game).collection(), more) for game, more in games.items()}
            for game, more in added.items():
                self.records(game).add(connection, more)
        return added

    def _hold(self) -> None:
        """Take the lowest number that no other copy has. What is marked with it was left by a process that is gone."""
        while self._held is None:
            self.holder += 1
            self._held = self._lock(self.holder)
        with self.reading() as connection:
            marked = connection.execute("SELECT count(*) FROM games WHERE holder = ?", (self.holder,)).fetchone()[0]
        if marked:
            # Where that can't be written now, those games count as open elsewhere: no reason to play without a store.
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
            return connect(self._path, self._opening)
        except DamageError:
            self.set_aside = self._move_aside()
        try:
            return connect(self._path, self._opening)
        except DamageError as error:
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

    def _wait(self, waits: bool) -> None:
        """Whether calls wait from now on for another copy's lock."""
        self._waits = waits
        self._connection.execute(f"PRAGMA busy_timeout = {round(1000 * self._patience) if waits else 0}")

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection; errors become RecordsError."""
        try:
            yield self._connection
        except sqlite3.Error as error:
            if primary_code(error) == sqlite3.SQLITE_BUSY and self._waits:
                # One wait in vain is enough: nobody is to be held up by the same lock again and again.
                self._wait(False)
            raise RecordsError(f"{self._path}: {error}") from None

    @contextlib.contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: committed at the end, taken back where something is raised."""
        with self.reading() as connection, transaction(connection):
            yield connection
        if not self._waits:
            self._wait(True)
