"""Saved data of a game: outcomes and statistics, settings, unfinished games.

This module makes all decisions about the data. A :class:`Backend` only reads and writes rows and reports failures: the
SQLite file of :mod:`gemport.store.sqlite` or the texts of :mod:`gemport.store.texts`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import UTC, datetime, tzinfo
from functools import partial, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeAlias

from gemport.cards.challenge import MAX_CELLS, cell_count
from gemport.gem.errors import GemportError
from gemport.store.collection import Collection, Collections, Progress, Unfinished, news
from gemport.store.logbook import LogEntry, LogLine, log_lines, read_entries, write_entries
from gemport.store.statistics import Best, Ended, Help, Outcome, Statistics, summarize, with_cells


class RecordsError(GemportError):
    """Reading or saving failed; the message names the place and the reason."""


class _GoneError(RecordsError):
    """An unfinished game was deleted, or another process has continued it."""


_LOG = "log."
"""Prefix of the names of logbook texts."""
_ON, _OFF = "on", "off"
"""Saved values of a setting."""


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


class Backend(ABC):
    """Storage for the records of all games, and for named texts: settings and preferences.

    Unless noted otherwise, call methods only inside ``reading`` or ``changing``; they raise RecordsError.

    Attributes:
        unusable: reason why the data will be lost when the program ends, or None
        set_aside: new name of a damaged file or text, or None
        recovered: games recovered after damage, or None
        holder: number that marks this process's open games; 0 without one
        open: Records that have a game open, by key of the game
        dealt: numbers of games on the table without a step, by UnplayedGame
    """

    def __init__(self, now: Callable[[], float], calendar: Calendar, unusable: str | None) -> None:
        self.now = now
        self.calendar = calendar
        self.unusable = unusable
        self.set_aside: str | None = None
        self.recovered: Recovered | None = None
        self.holder = 0
        self.open: dict[int, Records] = {}
        self.dealt: dict[UnplayedGame, int] = {}

    def reading(self) -> AbstractContextManager[object]:
        """Convert errors in the body to RecordsError. By default, reading cannot fail."""
        return nullcontext()

    @abstractmethod
    def changing(self) -> AbstractContextManager[object]:
        """Save the changes made in the body permanently, or none of them if it raises an exception."""

    @abstractmethod
    def outcomes(self, game: str, number: int | None = None) -> list[Ended]:
        """Return the counted games, all or of one number, sorted by time; games without a time sort first."""

    @abstractmethod
    def add_outcomes(self, game: str, ended: Sequence[Ended]) -> None:
        """Add counted games."""

    @abstractmethod
    def clear_outcomes(self, game: str) -> None:
        """Delete all counted games."""

    @abstractmethod
    def texts(self, prefix: str) -> Mapping[str, str]:
        """Return the texts whose names start with ``prefix``."""

    @abstractmethod
    def put_text(self, name: str, text: str) -> None:
        """Save a text, replacing an earlier one of that name."""

    @abstractmethod
    def unfinished(self, game: str, words: bool = False, **equal: int) -> Iterator[Unfinished]:
        """Yield the unfinished games without a fault, last played first, with or without words.

        ``equal`` selects by key, number or attempt.
        """

    @abstractmethod
    def insert(self, games: Sequence[Unfinished]) -> None:
        """Add unfinished games under new keys."""

    @abstractmethod
    def update(self, key: int, **fields: Any) -> bool:
        """Update fields of an unfinished game, except its words; return False if it does not exist."""

    @abstractmethod
    def put_words(self, key: int, place: int, words: Sequence[str]) -> None:
        """Replace the words of a game from ``place`` on, counted from 1."""

    @abstractmethod
    def delete(self, key: int) -> None:
        """Delete an unfinished game."""

    @abstractmethod
    def next_key(self) -> int:
        """Return a key greater than all present and past keys."""

    @abstractmethod
    def last_played(self) -> int:
        """Return the highest ``played`` of all unfinished games."""

    def held_elsewhere(self, holder: int | None) -> bool:
        """Return whether ``holder`` is another process that is still running."""
        return False

    def get(self, name: str) -> str | None:
        """Return a saved text, or None. Raises RecordsError. Needs no ``reading``."""
        with self.reading():
            return self.texts(name).get(name)

    def set(self, name: str, text: str) -> None:
        """Save a text. Raises RecordsError. Needs no ``changing``."""
        with self.changing():
            self.put_text(name, text)

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

    def _collection(self, game: str, words: bool) -> Collection:
        begun = []
        for one in self.unfinished(game, words):
            # Words may have been lost to damage.
            made = min(one.progress.made, len(one.words)) if words else one.progress.made
            begun.append(one._replace(progress=one.progress._replace(made=made), holder=None))
        return Collection(self.outcomes(game), begun, log=self.log(game))

    def log(self, game: str) -> list[LogEntry]:
        """Return the list in the player's logbook."""
        return read_entries(self.texts(_LOG + game).get(_LOG + game, ""))

    def change_log(self, game: str, entries: Iterable[LogEntry]) -> None:
        """Replace the list in the player's logbook. Raises RecordsError. Needs no ``changing``."""
        self.set(_LOG + game, write_entries(entries))

    def add(self, games: Collections) -> Collections:
        """Import saved data in one transaction, skipping duplicates, and return the added entries.

        Imported unfinished games sort as played before all existing ones. Raises RecordsError. Needs no ``changing``.
        """
        added: dict[str, Collection] = {}
        with self.changing():
            for game, there in games.items():
                here = self._collection(game, words=True)
                more = added[game] = news(here, there)
                if more.ended:
                    self.add_outcomes(game, more.ended)
                key, played = self.next_key(), min((one.played for one in here.begun), default=1)
                first_attempts: dict[int, int] = {}
                begun = []
                for place, one in enumerate(more.begun):
                    first = first_attempts.setdefault(one.attempt, key + place)
                    begun.append(one._replace(key=key + place, game=game, attempt=first, played=played - 1 - place))
                self.insert(begun)
                if more.log:
                    self.put_text(_LOG + game, write_entries([*here.log, *more.log]))
        return added


class UnplayedGame:
    """The dealt game on the table that has no step yet; only its number is saved, for the next start.

    The saved text has one entry per process with such a game, the latest last.
    """

    def __init__(self, store: Backend, game: str) -> None:
        self._store, self._game = store, game

    def note(self, number: int | None) -> None:
        """Save the number of the game on the table, or remove it with None once the game has a step.

        Entries of processes that have ended are dropped. Errors are ignored.
        """
        with suppress(RecordsError):
            open_ = [(holder, dealt) for holder, dealt, elsewhere in self._noted() if elsewhere]
            if number is None:
                self._store.dealt.pop(self, None)
            else:
                self._store.dealt[self] = number
                open_.append((self._store.holder, number))
            self._store.set(f"table.{self._game}", " ".join(f"{holder}:{dealt}" for holder, dealt in open_))

    def left(self) -> int | None:
        """Return the number of the latest game if it was left without a step, or None."""
        with suppress(RecordsError):
            found = self._noted()
            return found[-1][1] if found and not found[-1][2] else None
        return None

    def is_elsewhere(self, number: int) -> bool:
        """Return whether another process or window has a game on its table without a step."""
        with suppress(RecordsError):
            return any(elsewhere for _, dealt, elsewhere in self._noted() if dealt == number)
        return False

    def _noted(self) -> list[tuple[int, int, bool]]:
        """Return the saved entries: the holder, the number, and whether the game is open elsewhere."""
        own = {number for other, number in self._store.dealt.items() if other is not self}
        found = []
        for entry in re.finditer(r"(?a)(\d{1,9}):(-?\d{1,15})", self._store.get(f"table.{self._game}") or ""):
            holder, number = int(entry[1]), int(entry[2])
            with self._store.reading():
                elsewhere = self._store.held_elsewhere(holder)
            found.append((holder, number, elsewhere or (holder == self._store.holder and number in own)))
        return found


P = ParamSpec("P")


def _owe(change: Callable[Concatenate[Records, P], int | None]) -> Callable[Concatenate[Records, P], bool]:
    """Make a method a queued write: a call queues it, tries to write the queue, and returns whether the queue is empty.

    The method must return the key of the game that the write closes, or None.
    """

    @wraps(change)
    def write(self: Records, /, *args: P.args, **named: P.kwargs) -> bool:
        self._owed.append(partial(change, self, *args, **named))
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
        self.unplayed = UnplayedGame(store, game)
        self._game = game
        self._owed: list[Callable[[], int | None]] = []
        self._unmarked: dict[int, int] = {}
        """``played`` at the time of resuming, by key, of own games that could not be marked as open."""

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

    @_owe
    def write_down(self, entry: LogEntry) -> None:
        """Add a number to the logbook's list, or replace the note of a listed number."""
        entries = {here.number: here for here in self.store.log(self._game)} | {entry.number: entry}
        self.store.put_text(_LOG + self._game, write_entries(entries.values()))

    @_owe
    def strike_out(self, number: int) -> None:
        """Remove a number from the logbook's list."""
        left = [entry for entry in self.store.log(self._game) if entry.number != number]
        self.store.put_text(_LOG + self._game, write_entries(left))

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

    @_owe
    def count(
        self, number: int, outcome: Outcome, progress: Progress, key: int, help_: Help | None = Help.NONE
    ) -> None:
        """Add an outcome to the statistics, and mark all attempts at the game as counted."""
        when = self.store.now()
        ended = Ended(number, outcome, progress.made, progress.undos, progress.seconds, when, help_)
        self.store.add_outcomes(self._game, [ended])
        for game in self._attempts(key):
            self.store.update(game.key, counted=True)

    @_owe
    def clear(self, cells: int = MAX_CELLS) -> None:
        """Delete the outcomes of games with ``cells`` cells. Settings and unfinished games remain."""
        left = [end for end in self.store.outcomes(self._game) if cell_count(end.number) != cells]
        self.store.clear_outcomes(self._game)
        self.store.add_outcomes(self._game, left)

    def setting(self, name: str, default: bool) -> bool:
        """Return a saved setting, or ``default`` if it was never changed or cannot be read."""
        with self._noting(), self.store.reading():
            text = self.store.texts(self._setting(name)).get(self._setting(name))
            return default if text is None else text == _ON
        return default

    @_owe
    def change_setting(self, name: str, value: bool) -> None:
        self.store.put_text(self._setting(name), _ON if value else _OFF)

    def _setting(self, name: str) -> str:
        return f"setting.{self._game}.{name}"

    def snapshot(self) -> Collection:
        """Return the current settings and outcomes. Raises RecordsError."""
        prefix = self._setting("")
        with self.store.reading():
            settings = {name.removeprefix(prefix): text == _ON for name, text in self.store.texts(prefix).items()}
            return Collection(self.store.outcomes(self._game), settings=settings)

    def restore(self, snapshot: Collection, kept: Unfinished | None) -> None:
        """Add the contents of a snapshot, and an unfinished game without opening it. Raises RecordsError."""
        with self.store.changing():
            for name, value in snapshot.settings.items():
                self.store.put_text(self._setting(name), _ON if value else _OFF)
            self.store.add_outcomes(self._game, snapshot.ended)
            if kept is not None:
                self._insert(kept._replace(attempt=0), None)

    # ---- unfinished games

    def unfinished(self) -> Sequence[Unfinished]:
        """Return the unfinished games without words, last played first; empty if unreadable."""
        with self._noting(), self.store.reading():
            games = self.store.unfinished(self._game)
            return [game._replace(holder=None, elsewhere=self._is_elsewhere(game)) for game in games]
        return []

    def _is_elsewhere(self, game: Unfinished) -> bool:
        owner = self.store.open.get(game.key)
        return owner is not self if owner is not None else self.store.held_elsewhere(game.holder)

    def resume(self, number: int | None = None, key: int | None = None, *, waiting: bool = True) -> Unfinished | None:
        """Open the last played unfinished game, optionally by number or key; return it, or None if not found.

        Games that are open in another process or window are skipped. ``waiting`` includes games that ``let_wait`` has
        set aside. If the mark cannot be written, the game is resumed anyway; if another process continues it before the
        next successful write, that write saves a separate attempt.
        """
        found = None
        try:
            with self.store.changing():
                found = self._find(number, key, waiting)
                if found is not None:
                    self.store.update(found.key, holder=self.store.holder)
        except RecordsError:
            with self._noting(), self.store.reading():
                found = self._find(number, key, waiting)
                if found is not None:
                    self._unmarked[found.key] = found.played
        if found is None:
            return None
        self.store.open[found.key] = self
        return found._replace(holder=None)

    def _find(self, number: int | None, key: int | None, waiting: bool) -> Unfinished | None:
        equal = {name: value for name, value in (("number", number), ("key", key)) if value is not None}
        games = self.store.unfinished(self._game, words=True, **equal)
        passed = set() if waiting else self._waiting()
        return next((game for game in games if _mark(game) not in passed and not self._is_elsewhere(game)), None)

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

    def begin(self, game: Unfinished) -> int | None:
        """Save a new game with its steps so far and open it; return its key, or None on failure.

        ``game.attempt`` is the key of any other attempt at it, or 0; outcome and help apply to all attempts.
        """
        with self._noting():
            with self.store.changing():
                key = self._insert(game, self.store.holder)
            self.store.open[key] = self
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
        with self._noting(), self._changing(key):
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
                with self._changing(game.key):
                    self.store.put_words(game.key, 1, game.words)
                    self._play(game.key, game.progress)
            except _GoneError:
                again = self.begin(game._replace(attempt=game.key))
                if again is not None:
                    self._closed(game.key)
                return again
            return game.key
        return None

    def _play(self, key: int, progress: Progress) -> None:
        if not self.store.update(key, progress=progress, played=self.store.last_played() + 1, when=self.store.now()):
            raise _GoneError(f"game {key} is no longer saved")

    def keep_time(self, key: int, progress: Progress) -> bool:
        """Save the playing time between steps; return whether that succeeded. The next step makes up for a failure."""
        with suppress(RecordsError), self._changing(key):
            self.store.update(key, progress=progress)
            return True
        return False

    @_owe
    def note_help(self, key: int, help_: Help) -> None:
        """Raise the recorded help of a game and its other attempts to at least ``help_``."""
        for game in self._attempts(key):
            if (game.help or Help.NONE) < help_:
                self.store.update(game.key, help=help_)

    def close(self, key: int) -> None:
        """Close an unfinished game, so that others can resume it."""
        # A failure is harmless: the mark expires with the process.
        with suppress(RecordsError):
            if key not in self._unmarked:
                with self.store.changing():
                    self.store.update(key, holder=None)
            self._closed(key)

    def release(self) -> None:
        self.store.dealt.pop(self.unplayed, None)
        for key in [key for key, owner in self.store.open.items() if owner is self]:
            self.close(key)
            self._closed(key)

    def quarantine(self, key: int, fault: str) -> bool:
        """Remove a game that cannot be resumed from the list without deleting it; return whether that succeeded."""
        with self._noting():
            with self._changing(key):
                self.store.update(key, fault=fault, holder=None)
            self._closed(key)
            return True
        return False

    @_owe
    def delete(self, key: int) -> int:
        """Delete an unfinished game, unless another process has continued it."""
        with suppress(_GoneError):
            self._claim(key)
            self.store.delete(key)
        return key

    def _closed(self, key: int) -> None:
        self.store.open.pop(key, None)
        self._unmarked.pop(key, None)

    # ---- failures

    @contextmanager
    def _noting(self) -> Iterator[None]:
        """Suppress a RecordsError in the body or its commit, and store the first message in ``failure``."""
        try:
            yield
        except RecordsError as error:
            self.failure = self.failure or str(error)

    @contextmanager
    def _changing(self, key: int) -> Iterator[None]:
        """Change an own game in a transaction. Raises RecordsError, and _GoneError as ``_claim`` does."""
        with self.store.changing():
            self._claim(key)
            yield
        self._unmarked.pop(key, None)

    def _claim(self, key: int) -> None:
        """Mark an own game as open if that failed when it was resumed.

        Raises _GoneError if another process has continued it since.
        """
        if key in self._unmarked:
            game = next(self.store.unfinished(self._game, key=key), None)
            if game is None or game.played != self._unmarked[key] or self.store.held_elsewhere(game.holder):
                raise _GoneError("another process has continued the game")
            self.store.update(key, holder=self.store.holder)

    def settle(self) -> bool:
        """Write the queued changes in order; return whether the queue is empty."""
        with self._noting():
            while self._owed:
                with self.store.changing():
                    closed = self._owed[0]()
                if closed is not None:
                    self._closed(closed)
                del self._owed[0]
        return not self._owed


def _mark(game: Unfinished) -> str:
    """Return a mark that identifies a game until it is played again."""
    return f"{game.key}:{game.played}"
