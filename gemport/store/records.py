"""The records of a game from start to start: outcomes and statistics, settings, unfinished games.

All that is decided about them is decided here, once. A :class:`Backend` reads and writes rows, and says when it cannot:
the SQLite file of :mod:`gemport.store.sqlite` and the texts of :mod:`gemport.store.texts`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from datetime import UTC, datetime, tzinfo
from functools import partial, wraps
from types import MappingProxyType
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeAlias

from gemport.cards.boardtext import name_of
from gemport.cards.challenge import MAX_CELLS, cell_count, write_number
from gemport.gem.errors import GemportError
from gemport.store.logbook import LogEntry, LogLine, log_lines, read_entries, write_entries
from gemport.store.statistics import Best, Ended, Help, Outcome, Statistics, summarize, with_cells


class RecordsError(GemportError):
    """Something could not be read or stored; the message names the place and the reason."""


class _GoneError(RecordsError):
    """An unfinished game is not there any more, or another copy of the program has gone on with it."""


_LOG = "log."
"""Begins the name of a game's logbook among the texts."""
_ON, _OFF = "on", "off"
"""The texts of settings."""


# ---- dates


Calendar: TypeAlias = Callable[[float], datetime | None]
"""The date that the player's clock shows at a time in seconds since 1970; None for a time that no calendar has."""


def moment(seconds: float, zone: tzinfo | None) -> datetime | None:
    """Return the date in a zone at a time in seconds since 1970; None stands for the zone of the machine."""
    try:
        return datetime.fromtimestamp(seconds, zone)
    except (OverflowError, OSError, ValueError):
        return None


def universal(seconds: float) -> datetime | None:
    """Return the date in Greenwich in winter: the same on every machine."""
    return moment(seconds, UTC)


# ---- games


class Recovered(NamedTuple):
    """Numbers of counted and unfinished games that are left after damage.

    backup: seconds since 1970 of the backup that was taken; None if there was none
    """

    counted: int = 0
    unfinished: int = 0
    backup: float | None = None


class Progress(NamedTuple):
    """Progress of a game.

    made: number of its words that are played; the others can be made again
    home: cards where they belong in the end
    undos: number of steps taken back
    seconds: how long it was played
    """

    made: int
    home: int = 0
    undos: int = 0
    seconds: int = 0


class Unfinished(NamedTuple):
    """A game that was begun and not won.

    words: its steps as words that the game's own rules understand, those that can be made again at the end; none in a
        list of games
    counted: its outcome is in the statistics already, and it counts no more
    when: seconds since 1970 of the last step
    attempt: the key of the first attempt at it, the same for all of them, which count once; 0 for a game without others
    help: what the program did in it; None where that was not kept
    key: its key in the records; 0 before it has one
    start: the text of the position that it began with (:mod:`gemport.cards.boardtext`), from which the number follows;
        None for the deal of the number

    What only records know:

    game: the name of the game
    played: the greater, the later it was played
    holder: the mark of the copy of the program that has it open; None if none has
    fault: why it could not be resumed, and is not listed any more
    elsewhere: another copy of the program, or another window, has it open
    """

    number: int
    words: tuple[str, ...]
    progress: Progress
    counted: bool
    when: float = 0.0
    attempt: int = 0
    help: Help | None = None
    key: int = 0
    game: str = ""
    played: int = 0
    holder: int | None = None
    fault: str | None = None
    elsewhere: bool = False
    start: str | None = None

    @property
    def name(self) -> str:
        """The number, or the name of the position that the game began with."""
        return write_number(self.number) if self.start is None else name_of(self.start)


class Collection(NamedTuple):
    """All that is kept of one game.

    ended: counted games in the order of their ends
    begun: unfinished games, the one played last first
    settings: by name; where they are not asked for, none
    log: the numbers that the player has listed
    """

    ended: Sequence[Ended] = ()
    begun: Sequence[Unfinished] = ()
    settings: Mapping[str, bool] = MappingProxyType({})
    log: Sequence[LogEntry] = ()


Collections: TypeAlias = Mapping[str, Collection]
"""By the names of the games."""


def news(here: Collection, there: Collection) -> Collection:
    """Return what of another collection this one lacks, so that adding it makes no duplicates.

    A counted game is there already if one is the same in everything but help, which earlier versions do not know; of
    several that are the same, as many are added as there are fewer here. An unfinished game is there already if one of
    the number began with the same words. Of the logbook all numbers are news that are not in the one here.
    """
    counted = Counter(game[:-1] for game in here.ended)
    ended = []
    for game in there.ended:
        counted[game[:-1]] -= 1
        if counted[game[:-1]] < 0:
            ended.append(game)
    begun: list[Unfinished] = []
    known: dict[int, list[tuple[str, ...]]] = {}
    for kept in here.begun:
        known.setdefault(kept.number, []).append(kept.words)
    for other in there.begun:
        of_number = known.setdefault(other.number, [])
        if not any(words[: len(other.words)] == other.words for words in of_number):
            begun.append(other)
            of_number.append(other.words)
    listed = {entry.number for entry in here.log}
    return Collection(ended, begun, log=[entry for entry in there.log if entry.number not in listed])


# ---- backends


class Backend(ABC):
    """The place of the records of all games, and of texts by name: settings and preferences.

    unusable: why nothing of what is kept here will be there at the next start; None if all will
    set_aside: the name that something damaged was given; None if all was well
    recovered: how much is there after damage; None if all was well
    holder: what this copy of the program marks its open games with; 0 where it has no mark
    open: by the keys of games the records of this backend that have them open
    dealt: the numbers of the games that the records of this backend have on the table without a step

    All calls but for ``reading`` and ``changing`` themselves are made within one of these, and raise RecordsError.
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
        """Turn the errors of what is read in it into RecordsError; here nothing can fail."""
        return nullcontext()

    @abstractmethod
    def changing(self) -> AbstractContextManager[object]:
        """Keep all that is changed in it, for good, or nothing of it where something is raised."""

    @abstractmethod
    def outcomes(self, game: str, number: int | None = None) -> list[Ended]:
        """Return counted games, all or of one number, in the order of their ends, those of unknown times first."""

    @abstractmethod
    def add_outcomes(self, game: str, ended: Sequence[Ended]) -> None:
        """Add counted games."""

    @abstractmethod
    def clear_outcomes(self, game: str) -> None:
        """Delete a game's outcomes."""

    @abstractmethod
    def texts(self, prefix: str) -> Mapping[str, str]:
        """Return the texts whose names begin so."""

    @abstractmethod
    def put_text(self, name: str, text: str) -> None:
        """Keep a text, in the place of what it was before."""

    @abstractmethod
    def unfinished(self, game: str, words: bool = False, **equal: int) -> Iterator[Unfinished]:
        """Yield the unfinished games without a fault, the one played last first, with or without words.

        equal: the key, the number or the attempt that they must have
        """

    @abstractmethod
    def insert(self, games: Sequence[Unfinished]) -> None:
        """Add unfinished games, of new keys."""

    @abstractmethod
    def update(self, key: int, **fields: Any) -> bool:
        """Change fields of an unfinished game but for its words; return False if there is no such game."""

    @abstractmethod
    def put_words(self, key: int, place: int, words: Sequence[str]) -> None:
        """Let a game's words end in these, the first of them at a place counted from 1."""

    @abstractmethod
    def delete(self, key: int) -> None:
        """Delete an unfinished game."""

    @abstractmethod
    def next_key(self) -> int:
        """Return a key greater than any that a game has or had."""

    @abstractmethod
    def last_played(self) -> int:
        """Return ``played`` of the game played last."""

    def held_elsewhere(self, holder: int | None) -> bool:
        """Return whether a game's mark is that of another copy of the program that is still running."""
        return False

    def get(self, name: str) -> str | None:
        """Return a text as it was set last; None if it never was. Raises RecordsError; needs no ``reading``."""
        with self.reading():
            return self.texts(name).get(name)

    def set(self, name: str, text: str) -> None:
        """Keep a text. Raises RecordsError; needs no ``changing``."""
        with self.changing():
            self.put_text(name, text)

    def back_up(self) -> None:
        """Make a backup of what is kept, where there is a place for it; to fail is no failure."""
        return

    def records(self, game: str) -> Records:
        """Return records of a game; all that they open is elsewhere for other records."""
        return Records(self, game)

    def collections(self, games: Iterable[str], words: bool = True) -> dict[str, Collection]:
        """Return all that is kept of some games but their settings, with or without the words of unfinished ones."""
        with self.reading():
            return {game: self._collection(game, words) for game in games}

    def _collection(self, game: str, words: bool) -> Collection:
        begun = []
        for one in self.unfinished(game, words):
            # Words may be lost by damage.
            made = min(one.progress.made, len(one.words)) if words else one.progress.made
            begun.append(one._replace(progress=one.progress._replace(made=made), holder=None))
        return Collection(self.outcomes(game), begun, log=self.log(game))

    def log(self, game: str) -> list[LogEntry]:
        """Return the numbers that the player has listed in the logbook."""
        return read_entries(self.texts(_LOG + game).get(_LOG + game, ""))

    def change_log(self, game: str, entries: Iterable[LogEntry]) -> None:
        """Replace the numbers of the logbook. Raises RecordsError; needs no ``changing``."""
        self.set(_LOG + game, write_entries(entries))

    def add(self, games: Collections) -> Collections:
        """Add what is not there yet of what was kept elsewhere, all or nothing, and return it.

        Unfinished games count as played before all others. Raises RecordsError.
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
    """The game that lies on the table without a step, of which nothing else is kept.

    It is noted for the next start, with those of others, by the marks of those who dealt them, the last one last.
    """

    def __init__(self, store: Backend, game: str) -> None:
        self._store, self._game = store, game

    def note(self, number: int | None) -> None:
        """Note that a game lies on the table without a step; None: what lies there has one.

        What others left on their tables is forgotten by that. Where it cannot be noted, it is not.
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
        """Return the number of the game that was dealt after all that are kept, and left without a step; else None."""
        with suppress(RecordsError):
            found = self._noted()
            return found[-1][1] if found and not found[-1][2] else None
        return None

    def is_elsewhere(self, number: int) -> bool:
        """Return whether another copy of the program, or other records, have a game on the table without a step."""
        with suppress(RecordsError):
            return any(elsewhere for _, dealt, elsewhere in self._noted() if dealt == number)
        return False

    def _noted(self) -> list[tuple[int, int, bool]]:
        """Return who dealt what, and if it still lies there."""
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
    """Let a method be a change that is written now, or owed; return whether all that was owed is written.

    The method returns the key of a game that is closed by that, if one is.
    """

    @wraps(change)
    def write(self: Records, /, *args: P.args, **named: P.kwargs) -> bool:
        self._owed.append(partial(change, self, *args, **named))
        return self.settle()

    return write


class Records:
    """The records of one game over a backend. What is kept is kept for good when a call returns, whole or not at all.

    A game goes on where nothing can be read or written: ``failure`` is then the first reason. What could not be written
    of steps goes with the game's next ``rewrite``; all else is owed, and done in its order by ``settle``.

    Games resumed or begun by these records are open here; for every other records of the backend they are elsewhere.
    """

    def __init__(self, store: Backend, game: str) -> None:
        self.store = store
        self.failure = store.unusable
        self.unplayed = UnplayedGame(store, game)
        self._game = game
        self._owed: list[Callable[[], int | None]] = []
        self._unmarked: dict[int, int] = {}
        """By the keys of own games that could not be marked when they were resumed: their ``played`` of then."""

    # ---- what is kept of ended games, and settings

    def statistics(self, cells: int = MAX_CELLS) -> Statistics:
        """Return the figures that the counted games add up to, of games with so many cells; none if unreadable."""
        return summarize(with_cells(self.ended(), cells))

    def ended(self, number: int | None = None) -> Sequence[Ended]:
        """Return counted games, all or of one number, in the order of their ends; none where they cannot be read."""
        with self._noting(), self.store.reading():
            return self.store.outcomes(self._game, number)
        return ()

    def log(self) -> Sequence[LogLine]:
        """Return the lines of the logbook; none where they cannot be read."""
        with self._noting(), self.store.reading():
            return log_lines(self.store.log(self._game), self.store.outcomes(self._game))
        return ()

    def next_listed(self, number: int) -> int | None:
        """Return the number after one of the logbook's list that is not won; None if that is none of it, or the last.

        Those before it come after the last one.
        """
        listed = [line for line in self.log() if line.listed]
        at = next((at for at, line in enumerate(listed) if line.number == number), None)
        if at is None:
            return None
        return next((line.number for line in (*listed[at + 1 :], *listed[:at]) if not line.wins), None)

    @_owe
    def write_down(self, entry: LogEntry) -> None:
        """Put a number on the logbook's list, or give the listed one this note in place of its own."""
        entries = {here.number: here for here in self.store.log(self._game)} | {entry.number: entry}
        self.store.put_text(_LOG + self._game, write_entries(entries.values()))

    @_owe
    def strike_out(self, number: int) -> None:
        """Take a number off the logbook's list."""
        left = [entry for entry in self.store.log(self._game) if entry.number != number]
        self.store.put_text(_LOG + self._game, write_entries(left))

    def lost_before(self, number: int) -> bool:
        """Return whether a game of this number was counted as lost or solved since the statistics were cleared last."""
        return any(end.outcome is not Outcome.WON for end in self.ended(number))

    def best(self, number: int) -> Best | None:
        """Return the win of a number in the fewest moves; None if there was none, or if that is not known."""
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
        """Add an outcome to the statistics, and note it with the game and its other attempts."""
        when = self.store.now()
        ended = Ended(number, outcome, progress.made, progress.undos, progress.seconds, when, help_)
        self.store.add_outcomes(self._game, [ended])
        for game in self._attempts(key):
            self.store.update(game.key, counted=True)

    @_owe
    def clear(self, cells: int = MAX_CELLS) -> None:
        """Delete all outcomes of games with so many cells. Settings and unfinished games stay."""
        left = [end for end in self.store.outcomes(self._game) if cell_count(end.number) != cells]
        self.store.clear_outcomes(self._game)
        self.store.add_outcomes(self._game, left)

    def setting(self, name: str, default: bool) -> bool:
        """Return a setting as it was changed last, ``default`` if it never was or cannot be read."""
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
        """Return settings and outcomes as they are now. Raises RecordsError."""
        prefix = self._setting("")
        with self.store.reading():
            settings = {name.removeprefix(prefix): text == _ON for name, text in self.store.texts(prefix).items()}
            return Collection(self.store.outcomes(self._game), settings=settings)

    def restore(self, snapshot: Collection, kept: Unfinished | None) -> None:
        """Add what a snapshot holds, and an unfinished game, which is not open then. Raises RecordsError."""
        with self.store.changing():
            for name, value in snapshot.settings.items():
                self.store.put_text(self._setting(name), _ON if value else _OFF)
            self.store.add_outcomes(self._game, snapshot.ended)
            if kept is not None:
                self._insert(kept._replace(attempt=0), None)

    # ---- unfinished games

    def unfinished(self) -> Sequence[Unfinished]:
        """Return the unfinished games without words, the one played last first; none where they cannot be read."""
        with self._noting(), self.store.reading():
            games = self.store.unfinished(self._game)
            return [game._replace(holder=None, elsewhere=self._is_elsewhere(game)) for game in games]
        return []

    def _is_elsewhere(self, game: Unfinished) -> bool:
        owner = self.store.open.get(game.key)
        return owner is not self if owner is not None else self.store.held_elsewhere(game.holder)

    def resume(self, number: int | None = None, key: int | None = None, *, waiting: bool = True) -> Unfinished | None:
        """Open the unfinished game played last, of a number or a key if one is given; return None if there is none.

        waiting: also one that ``let_wait`` has set aside

        A game that another copy of the program has open is not. Where nothing can be written, it is resumed all the
        same; if another copy went on with it before the next change could be written, that begins a game of its own.
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
        """Set the unfinished games of a number aside, which was won, until they are played on: see ``resume``.

        Where that cannot be noted, it is not.
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
        """Keep a game from now on, open here, with the steps that it has already; return its key, None if that failed.

        Its attempt is the key of any attempt at it; the outcome of one counts for all, and so does help.
        """
        with self._noting():
            with self.store.changing():
                key = self._insert(game, self.store.holder)
            self.store.open[key] = self
            return key
        return None

    def _insert(self, game: Unfinished, holder: int | None) -> int:
        key, played = self.store.next_key(), self.store.last_played() + 1
        # An attempt at an attempt is one at the first game.
        first = self._first_attempt(game.attempt) if game.attempt else key
        game = game._replace(key=key, game=self._game, attempt=first)
        self.store.insert([game._replace(when=self.store.now(), played=played, holder=holder)])
        return key

    def _first_attempt(self, key: int) -> int:
        """Return the key of the first attempt at a game, which itself may be there no longer."""
        return next((game.attempt for game in self.store.unfinished(self._game, key=key)), key)

    def _attempts(self, key: int) -> list[Unfinished]:
        return list(self.store.unfinished(self._game, attempt=self._first_attempt(key)))

    def step(self, key: int, word: str | None, progress: Progress) -> bool:
        """Keep a step, the last one of ``progress``, and delete those that could be made again before it.

        Without a word, keep that steps were taken back, or made again.
        """
        with self._noting(), self._changing(key):
            if word is not None:
                self.store.put_words(key, progress.made, [word])
            self._play(key, progress)
            return True
        return False

    def rewrite(self, game: Unfinished) -> int | None:
        """Keep all of a game's steps, after some that could not be kept; return its key, None if that failed.

        It differs if another process has continued the game: it is another attempt at it then.
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
            raise _GoneError(f"game {key} is not kept any more")

    def keep_time(self, key: int, progress: Progress) -> bool:
        """Keep how long a game was played, without another step. To fail is no failure: the next step brings it."""
        with suppress(RecordsError), self._changing(key):
            self.store.update(key, progress=progress)
            return True
        return False

    @_owe
    def note_help(self, key: int, help_: Help) -> None:
        """Keep with a game and its other attempts the most that the program has helped."""
        for game in self._attempts(key):
            if (game.help or Help.NONE) < help_:
                self.store.update(game.key, help=help_)

    def close(self, key: int) -> None:
        """Let others resume an unfinished game."""
        # Where that cannot be written nothing is lost: the mark ends with the program.
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
        """Take a game that cannot be resumed off the list, for a reason; nothing of it is deleted."""
        with self._noting():
            with self._changing(key):
                self.store.update(key, fault=fault, holder=None)
            self._closed(key)
            return True
        return False

    @_owe
    def delete(self, key: int) -> int:
        """Delete a game that is over, or not to be kept any more."""
        # A game that another process has continued is that one's.
        with suppress(_GoneError):
            self._claim(key)
            self.store.delete(key)
        return key

    def _closed(self, key: int) -> None:
        self.store.open.pop(key, None)
        self._unmarked.pop(key, None)

    # ---- what cannot be read or written

    @contextmanager
    def _noting(self) -> Iterator[None]:
        """Note the reason if the body, or the commit at its end, fails, and go on behind it."""
        try:
            yield
        except RecordsError as error:
            self.failure = self.failure or str(error)

    @contextmanager
    def _changing(self, key: int) -> Iterator[None]:
        """Change an own game. Raises RecordsError where that cannot be, and _GoneError as ``_claim``."""
        with self.store.changing():
            self._claim(key)
            yield
        self._unmarked.pop(key, None)

    def _claim(self, key: int) -> None:
        """Mark an own game that could not be marked when it was resumed.

        Raises _GoneError if another process has continued it meanwhile.
        """
        if key in self._unmarked:
            game = next(self.store.unfinished(self._game, key=key), None)
            if game is None or game.played != self._unmarked[key] or self.store.held_elsewhere(game.holder):
                raise _GoneError("another process has continued the game")
            self.store.update(key, holder=self.store.holder)

    def settle(self) -> bool:
        """Write in its order what could not be written before; return whether all is written."""
        with self._noting():
            while self._owed:
                with self.store.changing():
                    closed = self._owed[0]()
                if closed is not None:
                    self._closed(closed)
                del self._owed[0]
        return not self._owed


def _mark(game: Unfinished) -> str:
    """Return a mark that only this game has, until it is played on."""
    return f"{game.key}:{game.played}"
