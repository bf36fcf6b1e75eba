"""Saved data of a game: outcomes and statistics, settings, unfinished games.

This module makes all decisions about the data. A :class:`Backend` only reads and writes rows and reports failures: the
SQLite file of :mod:`gemport.store.sqlite` or the texts of :mod:`gemport.store.texts`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, tzinfo
from functools import partial, wraps
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

from gemport.cards.challenge import MAX_CELLS, cell_count
from gemport.store.claims import Claims, LostClaimError
from gemport.store.collection import Collection, Collections, Progress, Unfinished, news
from gemport.store.logbook import LogEntry, LogLine, log_lines, read_entries, write_entries
from gemport.store.rows import RecordsError, Rows
from gemport.store.statistics import Best, Ended, Help, Outcome, Statistics, summarize, with_cells

_LOG = "log."  # prefix of the names of logbook texts
_DEAL = re.compile(r"-?[0-9]{1,20}")
_LEAST_CELLS = "least_cells."  # before the name of a game: the cells that its deals need
_SWITCHES: Final = {"on": True, "off": False}  # saved by version 1.0


# ---- dates


Calendar: TypeAlias = Callable[[float], datetime | None]
"""A function from seconds since 1970 to the player's local date, or to None if the time is out of range."""


def moment(seconds: float, zone: tzinfo | None) -> datetime | None:
    """Return the date for seconds since 1970, or None if out of range; the default zone is the machine's."""
    try:
        return datetime.fromtimestamp(seconds, zone)
    except (OverflowError, OSError, ValueError):
        return None


def universal(seconds: float) -> datetime | None:
    """Return the date in UTC, the same on every machine."""
    return moment(seconds, UTC)


# ---- backends


class Recovered(NamedTuple):
    """Numbers of games left after damage.

    ``backup`` is the time of the backup used, in seconds since 1970, or None.
    """

    counted: int = 0
    unfinished: int = 0
    backup: float | None = None


class Backend(Rows):
    """A storage with the records of all games.

    Attributes:
        unusable: reason why the data will be lost when the program ends, or None
        set_aside: new name of a damaged file or text, or None
        has_files: whether the player can find a file by that name
        recovered: games recovered after damage, or None
    """

    has_files = True

    def __init__(self, now: Callable[[], float], calendar: Calendar, unusable: str | None) -> None:
        super().__init__()
        self.now = now
        self.calendar = calendar
        self.unusable = unusable
        self.set_aside: str | None = None
        self.recovered: Recovered | None = None

    def back_up(self) -> None:
        """Back up the data if the backend supports it, ignoring errors."""
        return

    def records(self, game: str) -> Records:
        """Return new Records of a game; other Records treat its open games as open elsewhere."""
        return Records(self, game)

    def collections(self, games: Iterable[str], words: bool = True) -> dict[str, Collection]:
        """Return the saved data of games without settings; ``words`` includes the steps of unfinished games."""
        with self.reading():
            return {game: self._collection(game, words) for game in games}

    def _collection(self, game: str, words: bool = True) -> Collection:
        unfinished = []
        for one in self.unfinished(game, words):
            # Words may have been lost to damage.
            made = min(one.progress.made, len(one.words)) if words else one.progress.made
            unfinished.append(one._replace(progress=one.progress._replace(made=made), holder=None))
        return Collection(self.outcomes(game), unfinished, log=self.log(game))

    def log(self, game: str) -> list[LogEntry]:
        """Return the list in the player's logbook."""
        return read_entries(str(self.values(_LOG + game).get(_LOG + game, "")))

    def change_log(self, game: str, entries: Iterable[LogEntry]) -> None:
        """Replace the list in the player's logbook. Raises RecordsError. Needs no ``changing``."""
        self.set(_LOG + game, write_entries(entries))

    def least_cells(self, game: str) -> dict[int, int]:
        """Return the saved numbers of cells that deals need, by number of the deal."""
        saved = self.get(_LEAST_CELLS + game)
        pairs = saved.items() if isinstance(saved, dict) else ()
        return {int(deal): cells for deal, cells in pairs if _DEAL.fullmatch(deal) and cells in range(MAX_CELLS + 1)}

    def save_least_cells(self, game: str, deal: int, cells: int) -> None:
        """Save the number of cells that a deal needs. Raises RecordsError. Needs no ``changing``."""
        self.set(_LEAST_CELLS + game, {**self.least_cells(game), deal: cells})

    def add(self, games: Collections) -> Collections:
        """Import saved data in one transaction, skipping duplicates, and return the added entries.

        Imported unfinished games sort as played before all existing ones. Raises RecordsError. Needs no ``changing``.
        """
        added: dict[str, Collection] = {}
        with self.changing():
            for game, there in games.items():
                here = self._collection(game)
                more = added[game] = news(here, there)
                if more.ended:
                    self.add_outcomes(game, more.ended)
                key, played = self.next_key(), min((one.played for one in here.unfinished), default=1)
                first_attempts: dict[int, int] = {}
                imported = []
                for place, one in enumerate(more.unfinished):
                    first = first_attempts.setdefault(one.attempt, key + place)
                    imported.append(one._replace(key=key + place, game=game, attempt=first, played=played - 1 - place))
                self.insert(imported)
                if more.log:
                    self.put_value(_LOG + game, write_entries([*here.log, *more.log]))
        return added


P = ParamSpec("P")
T = TypeVar("T")


def _queued(change: Callable[Concatenate[Records, P], int | None]) -> Callable[Concatenate[Records, P], bool]:
    """Make a method a queued write: a call queues it, tries to write the queue, and returns whether the queue is empty.

    The method must return the key of the game that the write closes, or None.
    """

    @wraps(change)
    def write(self: Records, /, *args: P.args, **named: P.kwargs) -> bool:
        self._queue.append(partial(change, self, *args, **named))
        return self.settle()

    return write


class Records:
    """The records of one game in a backend. Each change is atomic and permanent when the call returns.

    Play continues if reading or writing fails; ``failure`` is then the first reason. Steps that could not be saved are
    saved by the game's next ``rewrite``; all other changes are queued and written in order by ``settle``.

    A game that these records resume or start is open here, and open elsewhere for all other Records of the backend.
    """

    def __init__(self, store: Backend, game: str) -> None:
        self.store = store
        self.failure = store.unusable
        self.claims = Claims(store, game)
        self._game = game
        self._queue: list[Callable[[], int | None]] = []

    # ---- finished games, logbook and settings

    def statistics(self, cells: int = MAX_CELLS) -> Statistics:
        """Return the statistics of the counted games with ``cells`` cells; empty if unreadable."""
        return summarize(with_cells(self.ended(), cells))

    def ended(self, number: int | None = None) -> Sequence[Ended]:
        """Return the counted games, all or of one number, oldest first; empty if unreadable."""
        with self._noting(), self.store.reading():
            return self.store.outcomes(self._game, number)
        return ()

    def log(self) -> Sequence[LogLine]:
        """Return the lines of the logbook; empty if unreadable."""
        with self._noting(), self.store.reading():
            return log_lines(self.store.log(self._game), self.store.outcomes(self._game))
        return ()

    def next_listed(self, number: int) -> int | None:
        """Return the next number on the logbook's list that has not been won, wrapping around to the start.

        Return None if ``number`` is not on the list or all other numbers have been won.
        """
        listed = [line for line in self.log() if line.listed]
        at = next((at for at, line in enumerate(listed) if line.number == number), None)
        if at is None:
            return None
        return next((line.number for line in (*listed[at + 1 :], *listed[:at]) if not line.wins), None)

    @_queued
    def write_down(self, entry: LogEntry) -> None:
        """Add a number to the logbook's list, or replace the note of a listed number."""
        entries = {here.number: here for here in self.store.log(self._game)} | {entry.number: entry}
        self.store.put_value(_LOG + self._game, write_entries(entries.values()))

    @_queued
    def strike_out(self, number: int) -> None:
        """Remove a number from the logbook's list."""
        left = [entry for entry in self.store.log(self._game) if entry.number != number]
        self.store.put_value(_LOG + self._game, write_entries(left))

    def lost_before(self, number: int) -> bool:
        """Return whether the statistics have a game of this number that was lost or solved."""
        return any(end.outcome is not Outcome.WON for end in self.ended(number))

    def best(self, number: int) -> Best | None:
        """Return the best win of a number, preferring unaided wins and then fewer moves, or None."""
        won = (
            Best(end.moves, end.undos or 0, end.seconds or 0, bool(end.help))
            for end in self.ended(number)
            if end.outcome is Outcome.WON and end.moves is not None
        )
        return min(won, key=lambda best: (best.helped, best.moves), default=None)

    @_queued
    def count(
        self, number: int, outcome: Outcome, progress: Progress, key: int, help_: Help | None = Help.NONE
    ) -> None:
        """Add an outcome to the statistics, and mark all attempts at the game as counted."""
        when = self.store.now()
        ended = Ended(number, outcome, progress.made, progress.undos, progress.seconds, when, help_)
        self.store.add_outcomes(self._game, [ended])
        for game in self._attempts(key):
            self.store.update(game.key, counted=True)

    @_queued
    def clear(self, cells: int = MAX_CELLS) -> None:
        """Delete the outcomes of games with ``cells`` cells. Settings and unfinished games remain."""
        left = [end for end in self.store.outcomes(self._game) if cell_count(end.number) != cells]
        self.store.clear_outcomes(self._game)
        self.store.add_outcomes(self._game, left)

    def setting(self, name: str, default: T) -> T:
        """Return a saved setting, or ``default`` if it was never changed, cannot be read or has another type."""
        with self._noting(), self.store.reading():
            value = self._settings(name).get(name)
            return value if isinstance(value, type(default)) else default
        return default

    @_queued
    def change_setting(self, name: str, value: Any) -> None:
        self.store.put_value(self._setting(name), value)

    def _settings(self, name: str) -> dict[str, Any]:
        """Return the settings whose names start with ``name``."""
        values, prefix = self.store.values(self._setting(name)), self._setting("")
        read = {key: _SWITCHES.get(value, value) if isinstance(value, str) else value for key, value in values.items()}
        return {key.removeprefix(prefix): value for key, value in read.items()}

    def _setting(self, name: str) -> str:
        return f"setting.{self._game}.{name}"

    def snapshot(self) -> Collection:
        """Return the current settings and outcomes. Raises RecordsError."""
        with self.store.reading():
            return Collection(self.store.outcomes(self._game), settings=self._settings(""))

    def restore(self, snapshot: Collection, unfinished: Unfinished | None) -> None:
        """Add the contents of a snapshot, and an unfinished game without opening it. Raises RecordsError."""
        with self.store.changing():
            for name, value in snapshot.settings.items():
                self.store.put_value(self._setting(name), value)
            self.store.add_outcomes(self._game, snapshot.ended)
            if unfinished is not None:
                self._insert(unfinished._replace(attempt=0), None)

    # ---- unfinished games

    def unfinished(self) -> Sequence[Unfinished]:
        """Return the unfinished games without words, last played first; empty if unreadable."""
        with self._noting(), self.store.reading():
            games = self.store.unfinished(self._game)
            return [game._replace(holder=None, elsewhere=self.claims.is_elsewhere(game)) for game in games]
        return []

    def resume(self, number: int | None = None, key: int | None = None, *, waiting: bool = True) -> Unfinished | None:
        """Open the last played unfinished game, optionally by number or key; return it, or None if not found.

        Games that are open in another process or window are skipped. ``waiting`` includes games that ``let_wait`` has
        set aside. If the claim cannot be written, the game is resumed anyway; if another process continues it before
        the next successful write, that write saves a separate attempt.
        """
        with self._noting():
            game = self.claims.open(lambda: self._find(number, key, waiting))
            return game and game._replace(holder=None)
        return None

    def _find(self, number: int | None, key: int | None, waiting: bool) -> Unfinished | None:
        equal = {name: value for name, value in (("number", number), ("key", key)) if value is not None}
        games = self.store.unfinished(self._game, words=True, **equal)
        passed = set() if waiting else self._waiting()
        return next((game for game in games if _mark(game) not in passed and not self.claims.is_elsewhere(game)), None)

    def let_wait(self, number: int) -> None:
        """Exclude the unfinished games of a number from ``resume`` after a win, until they are played again.

        Errors are ignored.
        """
        with suppress(RecordsError):
            before = self._waiting()
            with self.store.reading():
                games = [(game.number, _mark(game)) for game in self.store.unfinished(self._game)]
            marks = (mark for of_number, mark in games if of_number == number or mark in before)
            self.store.set(f"waiting.{self._game}", " ".join(marks))

    def _waiting(self) -> set[str]:
        return set((self.store.get(f"waiting.{self._game}") or "").split())

    def start(self, game: Unfinished) -> int | None:
        """Save a new game with its steps so far and open it; return its key, or None on failure.

        ``game.attempt`` is the key of any other attempt at it, or 0; outcome and help apply to all attempts.
        """
        with self._noting():
            with self.store.changing():
                key = self._insert(game, self.store.holder)
            self.claims.take(key)
            return key
        return None

    def _insert(self, game: Unfinished, holder: int | None) -> int:
        key, played = self.store.next_key(), self.store.last_played() + 1
        # All attempts refer to the first attempt.
        first = self._first_attempt(game.attempt) if game.attempt else key
        game = game._replace(key=key, game=self._game, attempt=first)
        self.store.insert([game._replace(when=self.store.now(), played=played, holder=holder)])
        return key

    def _first_attempt(self, key: int) -> int:
        """Return the key of the first attempt at a game, even if that attempt has been deleted."""
        return next((game.attempt for game in self.store.unfinished(self._game, key=key)), key)

    def _attempts(self, key: int) -> list[Unfinished]:
        return list(self.store.unfinished(self._game, attempt=self._first_attempt(key)))

    def step(self, key: int, word: str | None, progress: Progress) -> bool:
        """Save the last step of ``progress`` and delete all steps to redo; return whether that succeeded.

        Without a word, save only the progress, after an undo or redo.
        """
        with self._noting(), self.claims.changing(key):
            if word is not None:
                self.store.put_words(key, progress.made, [word])
            self._play(key, progress)
            return True
        return False

    def rewrite(self, game: Unfinished) -> int | None:
        """Save all steps of a game after a failed ``step``; return its key, or None on failure.

        If another process has continued the game, save it as a new attempt with a new key.
        """
        with self._noting():
            try:
                with self.claims.changing(game.key):
                    self.store.put_words(game.key, 1, game.words)
                    self._play(game.key, game.progress)
            except LostClaimError:
                again = self.start(game._replace(attempt=game.key))
                if again is not None:
                    self.claims.drop(game.key)
                return again
            return game.key
        return None

    def _play(self, key: int, progress: Progress) -> None:
        if not self.store.update(key, progress=progress, played=self.store.last_played() + 1, when=self.store.now()):
            raise LostClaimError(f"game {key} is no longer saved")

    def save_time(self, key: int, progress: Progress) -> bool:
        """Save the playing time between steps; return whether that succeeded. The next step makes up for a failure."""
        with suppress(RecordsError), self.claims.changing(key):
            self.store.update(key, progress=progress)
            return True
        return False

    @_queued
    def note_help(self, key: int, help_: Help) -> None:
        """Raise the recorded help of a game and its other attempts to at least ``help_``."""
        for game in self._attempts(key):
            if (game.help or Help.NONE) < help_:
                self.store.update(game.key, help=help_)

    def quarantine(self, key: int, fault: str) -> bool:
        """Remove a game that cannot be resumed from the list without deleting it; return whether that succeeded."""
        with self._noting():
            with self.claims.changing(key):
                self.store.update(key, fault=fault, holder=None)
            self.claims.drop(key)
            return True
        return False

    @_queued
    def delete(self, key: int) -> int:
        """Delete an unfinished game, unless another process has continued it."""
        with suppress(LostClaimError):
            self.claims.confirm(key)
            self.store.delete(key)
        return key

    def solution(self) -> Any:
        """Return the solution saved last, or None."""
        with self._noting():
            return self.store.get(f"solution.{self._game}")
        return None

    @_queued
    def save_solution(self, solution: Any) -> None:
        self.store.put_value(f"solution.{self._game}", solution)

    # ---- failures

    @contextmanager
    def _noting(self) -> Iterator[None]:
        """Suppress a RecordsError in the body or its commit, and store the first message in ``failure``."""
        try:
            yield
        except RecordsError as error:
            self.failure = self.failure or str(error)

    def settle(self) -> bool:
        """Write the queued changes in order; return whether the queue is empty."""
        with self._noting():
            while self._queue:
                with self.store.changing():
                    closed = self._queue[0]()
                if closed is not None:
                    self.claims.drop(closed)
                del self._queue[0]
        return not self._queue


def _mark(game: Unfinished) -> str:
    """Return a mark that identifies a game until it is played again."""
    return f"{game.key}:{game.played}"
