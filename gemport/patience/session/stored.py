"""The records of one game in the store: how they read and write its tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from gemport.patience.session.calendar import Moment
from gemport.patience.session.records import (
    LATEST,
    MOST,
    WORD,
    Best,
    Ended,
    Help,
    KeptGame,
    Outcome,
    Progress,
    RecordsError,
    Salvaged,
    Snapshot,
    Statistics,
    Unfinished,
    summarize,
)

if TYPE_CHECKING:
    from gemport.patience.session.export import Collection
    from gemport.patience.session.store import Store

_NEXT = "(SELECT 1 + ifnull(max(played), 0) FROM games)"
"""One more than that of the game played last."""
SOUND = " AND ".join(
    [
        *(
            f"typeof({name}) = 'integer' AND {name} BETWEEN 0 AND {MOST}"
            for name in ("number", "made", "home", "undos", "seconds", "attempt_of")
        ),
        f"typeof(played) = 'integer' AND played BETWEEN -{MOST} AND {MOST}",
        f"typeof(at) IN ('real', 'integer') AND at BETWEEN -{LATEST} AND {LATEST}",
        "typeof(holder) IN ('integer', 'null')",
        "(help IS NULL OR help IN (0, 1, 2))",
    ]
)
"""A condition: a row of the games holds the kinds of values that belong there, which SQLite does not see to."""
SOUND_END = " AND ".join(
    [
        f"typeof(number) = 'integer' AND number BETWEEN 0 AND {MOST}",
        f"outcome IN ({', '.join(repr(outcome.value) for outcome in Outcome)})",
        f"typeof(ended) IN ('real', 'integer', 'null') AND ifnull(ended, 0) BETWEEN -{LATEST} AND {LATEST}",
        *(
            f"typeof({name}) IN ('integer', 'null') AND ifnull({name}, 0) BETWEEN 0 AND {MOST}"
            for name in ("moves", "undos", "seconds")
        ),
        "(help IS NULL OR help IN (0, 1, 2))",
    ]
)
"""The same of the outcomes."""
_IN_ORDER = "ORDER BY ended IS NOT NULL, ended, id"
"""Of the outcomes: those of earlier versions, which knew no time, first."""
_OF_ATTEMPT = "attempt_of = ifnull((SELECT attempt_of FROM games WHERE key = :key), :key)"
"""A condition: a game is one of the attempts at the one of ``:key``."""
_OUTCOMES = {outcome.value: outcome for outcome in Outcome}
_DAMAGED = "?"
"""Stands for a word that is none: no game's notation has it."""


class _GoneError(RecordsError):
    """Another copy of the program has gone on with a game that could not be marked here."""


class StoredRecords:
    """The records of one game in a store; see ``gemport.patience.session.records.Records``.

    Each has the games that were taken up or begun by it; for every other one of the store they are open elsewhere.
    """

    def __init__(self, store: Store, game: str) -> None:
        self._store = store
        self._game = game
        self._own: set[int] = set()
        self._unmarked: dict[int, int] = {}
        """When the own games were played last that could not be marked yet when they were taken up."""

    @property
    def set_aside(self) -> str | None:
        """The name that a damaged store was given when these records were begun anew; None if all was well."""
        return self._store.set_aside

    @property
    def salvaged(self) -> Salvaged | None:
        """How much of a damaged store could be read; None if all was well."""
        return self._store.salvaged

    @property
    def unusable(self) -> str | None:
        """Why nothing will be there at the next start; None if all will."""
        return self._store.unusable

    def statistics(self) -> Statistics:
        """What the counted games add up to."""
        with self._store.reading() as connection:
            rows = connection.execute(
                f"SELECT outcome, help FROM outcomes WHERE game = ? AND {SOUND_END} {_IN_ORDER}", (self._game,)
            )
            return summarize((_OUTCOMES[outcome], _help(help_)) for outcome, help_ in rows)

    def lost_before(self, number: int) -> bool:
        """Whether a game of this number was counted as lost or solved since the statistics were cleared last."""
        with self._store.reading() as connection:
            found = connection.execute(
                "SELECT 1 FROM outcomes WHERE game = ? AND number = ? AND outcome IN (?, ?) LIMIT 1",
                (self._game, number, Outcome.LOST.value, Outcome.SOLVED.value),
            )
            return found.fetchone() is not None

    def best(self, number: int) -> Best | None:
        """The fewest moves in which this number was won; None if it was not, or if that is not known."""
        with self._store.reading() as connection:
            found = connection.execute(
                "SELECT moves, ifnull(undos, 0), ifnull(seconds, 0), ifnull(help, 0) FROM outcomes"
                f" WHERE game = ? AND number = ? AND outcome = ? AND typeof(moves) = 'integer' AND {SOUND_END}"
                " ORDER BY ifnull(help, 0), moves, id LIMIT 1",
                (self._game, number, Outcome.WON.value),
            ).fetchone()
        if found is None:
            return None
        moves, undos, seconds, help_ = found
        return Best(moves, undos, seconds, help_ > 0)

    def ended(self) -> Sequence[Ended]:
        """The counted games, in the order in which they ended."""
        with self._store.reading() as connection:
            rows = connection.execute(
                "SELECT number, outcome, moves, undos, seconds, ended, help FROM outcomes"
                f" WHERE game = ? AND {SOUND_END} {_IN_ORDER}",
                (self._game,),
            ).fetchall()
        return [
            Ended(number, _OUTCOMES[outcome], moves, undos, seconds, when, _help(help_))
            for number, outcome, moves, undos, seconds, when, help_ in rows
        ]

    def moment(self, seconds: float) -> Moment | None:
        """What the player's clock and calendar say of a time in seconds since 1970; None if they know no such time."""
        return self._store.calendar(seconds)

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
        return Snapshot({name: bool(value) for name, value in settings}, self.ended())

    def collection(self, words: bool = True) -> Collection:
        """All that is kept of the game but its settings; without ``words`` no steps of unfinished games are."""
        # Late: only what is taken elsewhere needs it.
        from gemport.patience.session.export import Begun, Collection

        with self._store.reading() as connection:
            rows = connection.execute(
                "SELECT key, number, made, home, undos, seconds, counted, at, attempt_of, help FROM games"
                f" WHERE game = ? AND fault IS NULL AND {SOUND} ORDER BY played DESC",
                (self._game,),
            ).fetchall()
            begun = []
            for key, number, made, *progress, counted, at, attempt, help_ in rows:
                steps = _words(connection, key) if words else ()
                reached = Progress(min(made, len(steps)) if words else made, *progress)
                begun.append(Begun(number, steps, reached, bool(counted), at, attempt, _help(help_)))
        return Collection(self.ended(), begun)

    def all_kept(self) -> int:
        """How many counted and unfinished games are kept, with those that are left out as they are damaged."""
        with self._store.reading() as connection:
            counts = [
                connection.execute(f"SELECT count(*) FROM {table} WHERE game = ?", (self._game,)).fetchone()[0]
                for table in ("outcomes", "games")
            ]
        return sum(counts)

    def add(self, connection: sqlite3.Connection, more: Collection) -> None:
        """Add counted and unfinished games within a transaction; those unfinished count as played before all others."""
        connection.executemany(
            "INSERT INTO outcomes (game, number, outcome, moves, undos, seconds, ended, help)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (self._game, end.number, end.outcome.value, end.moves, end.undos, end.seconds, end.when, end.help)
                for end in more.ended
            ],
        )
        key, played = connection.execute(
            "SELECT ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'games'), 0),"
            " ifnull((SELECT min(played) FROM games), 1)"
        ).fetchone()
        first_attempts: dict[int, int] = {}
        games = []
        for place, game in enumerate(more.begun, 1):
            first = first_attempts.setdefault(game.attempt, key + place)
            fields = (game.number, first, game.counted, *game.progress, played - place, game.when, game.help)
            games.append((key + place, self._game, *fields))
        # All rows at once: a statement a game takes several times as long.
        connection.executemany(
            "INSERT INTO games (key, game, number, attempt_of, counted, made, home, undos, seconds, played, at, help)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            games,
        )
        connection.executemany(
            "INSERT INTO words VALUES (?, ?, ?)",
            (
                (key + place, at, word)
                for place, game in enumerate(more.begun, 1)
                for at, word in enumerate(game.words, 1)
            ),
        )

    def restore(self, snapshot: Snapshot, kept: KeptGame | None) -> None:
        """Add what a snapshot holds, and an unfinished game, which nobody has open then. Raises RecordsError."""
        with self._store.changing() as connection:
            connection.executemany(
                "REPLACE INTO settings (game, name, value) VALUES (?, ?, ?)",
                [(self._game, name, value) for name, value in snapshot.settings.items()],
            )
            connection.executemany(
                "INSERT INTO outcomes (game, number, outcome, moves, undos, seconds, help)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (self._game, game.number, game.outcome.value, game.moves, game.undos, game.seconds, game.help)
                    for game in snapshot.outcomes
                ],
            )
            if kept is None:
                return
            key = self._add(connection, kept.number, kept.counted, None, None, kept.help)
            self._write(connection, key, kept.words, kept.progress)

    def unfinished(self) -> Sequence[Unfinished]:
        """The unfinished games, the one played last first."""
        with self._store.reading() as connection:
            rows = connection.execute(
                "SELECT key, number, made, home, undos, seconds, at, counted, attempt_of, help, holder FROM games"
                f" WHERE game = ? AND fault IS NULL AND {SOUND} ORDER BY played DESC",
                (self._game,),
            ).fetchall()
        return [
            Unfinished(
                *(key, number, Progress(*progress), at, self._is_elsewhere(key, holder)),
                *(bool(counted), attempt, _help(help_)),
            )
            for key, number, *progress, at, counted, attempt, help_, holder in rows
        ]

    def take_up(self, number: int | None = None, key: int | None = None) -> KeptGame | None:
        """Open the unfinished game played last, of a number or a key if one is given; None if there is none.

        Where the store can only be read it is opened, too, and marked with the first change that can be kept.
        """
        try:
            with self._store.changing() as connection:
                found = self._find(connection, number, key)
                if found is not None:
                    self._mark(connection, found[0].key)
        except RecordsError:
            with self._store.reading() as connection:
                found = self._find(connection, number, key)
            if found is not None:
                self._unmarked[found[0].key] = found[1]
        if found is None:
            return None
        self._opened(found[0].key)
        return found[0]

    def _find(self, connection: sqlite3.Connection, number: int | None, key: int | None) -> tuple[KeptGame, int] | None:
        """The game that is to be taken up, and when it was played last."""
        rows = connection.execute(
            "SELECT key, number, made, home, undos, seconds, counted, help, holder, played FROM games"
            " WHERE game = :game AND (:number IS NULL OR number = :number) AND (:key IS NULL OR key = :key)"
            f" AND fault IS NULL AND {SOUND} ORDER BY played DESC",
            {"game": self._game, "number": number, "key": key},
        )
        for found, number_, *progress, counted, help_, holder, played in rows:
            if not self._is_elsewhere(found, holder):
                words = _words(connection, found)
                return KeptGame(found, number_, words, Progress(*progress), bool(counted), _help(help_)), played
        return None

    def _mark(self, connection: sqlite3.Connection, key: int) -> None:
        connection.execute("UPDATE games SET holder = ? WHERE key = ?", (self._store.holder, key))

    def _opened(self, key: int) -> None:
        self._own.add(key)
        self._store.open.add(key)

    def _closed(self, key: int) -> None:
        self._own.discard(key)
        self._store.open.discard(key)
        self._unmarked.pop(key, None)

    @contextmanager
    def _changing(self, key: int) -> Iterator[sqlite3.Connection]:
        """Change an own game, which is marked before if it could not be when it was taken up.

        Raises RecordsError where that can't be, and _GoneError where somebody else has gone on with the game meanwhile.
        """
        with self._store.changing() as connection:
            if key in self._unmarked:
                row = connection.execute("SELECT played, holder FROM games WHERE key = ?", (key,)).fetchone()
                if row is None or row[0] != self._unmarked[key] or self._store.held_elsewhere(row[1]):
                    raise _GoneError("somebody else has gone on with the game")
                self._mark(connection, key)
            yield connection
        self._unmarked.pop(key, None)

    def leave_out(self, key: int, fault: str) -> None:
        """A game cannot be taken up, for a reason: it is not listed any more, though nothing of it is deleted."""
        with self._changing(key) as connection:
            connection.execute("UPDATE games SET fault = ?, holder = NULL WHERE key = ?", (fault, key))
        self._closed(key)

    def begin(
        self,
        number: int,
        counted: bool,
        attempt_of: int | None,
        words: Sequence[str],
        progress: Progress,
        help_: Help | None = Help.NONE,
    ) -> int:
        """Keep a game from now on, open here, with the steps that it has already; its key."""
        with self._store.changing() as connection:
            key = self._add(connection, number, counted, attempt_of, self._store.holder, help_)
            self._write(connection, key, words, progress)
        self._opened(key)
        return key

    def _is_elsewhere(self, key: int, holder: int | None) -> bool:
        """Whether somebody else has a game open: another copy of the program, or other records of this store."""
        if key in self._store.open:
            return key not in self._own
        return self._store.held_elsewhere(holder)

    def release(self) -> None:
        """Leave all games that are open here to whoever takes them up next."""
        for key in tuple(self._own):
            # What can't be written now is nobody's when the program ends.
            with suppress(RecordsError):
                self.close(key)
            self._closed(key)

    def rewrite(self, key: int, number: int, counted: bool, words: Sequence[str], progress: Progress) -> int:
        """All of a game's steps anew, after some that could not be kept; its key, another one if somebody went on."""
        try:
            with self._changing(key) as connection:
                connection.execute("DELETE FROM words WHERE key = ?", (key,))
                self._write(connection, key, words, progress)
        except _GoneError:
            again = self.begin(number, counted, key, words, progress)
            self._closed(key)
            return again
        return key

    def _write(self, connection: sqlite3.Connection, key: int, words: Sequence[str], progress: Progress) -> None:
        rows = [(key, place, word) for place, word in enumerate(words, 1)]
        connection.executemany("INSERT INTO words VALUES (?, ?, ?)", rows)
        self._played(connection, key, progress)

    def _add(
        self,
        connection: sqlite3.Connection,
        number: int,
        counted: bool,
        attempt_of: int | None,
        holder: int | None,
        help_: Help | None,
    ) -> int:
        # An attempt at an attempt is one at the first game.
        cursor = connection.execute(
            "INSERT INTO games (game, number, attempt_of, counted, made, home, undos, played, at, holder, help)"
            " VALUES (:game, :number, ifnull((SELECT attempt_of FROM games WHERE key = :before), :before), :counted,"
            f" 0, 0, 0, {_NEXT}, :at, :holder, :help)",
            {
                "game": self._game,
                "number": number,
                "before": attempt_of or 0,
                "counted": counted,
                "at": self._store.now(),
                "holder": holder,
                "help": help_,
            },
        )
        key = cursor.lastrowid or 0
        if attempt_of is None:
            connection.execute("UPDATE games SET attempt_of = key WHERE key = ?", (key,))
        return key

    def step(self, key: int, word: str, progress: Progress) -> None:
        """A step was made, the last one of ``progress``; what could be made again before it is forgotten."""
        with self._changing(key) as connection:
            connection.execute("DELETE FROM words WHERE key = ? AND place >= ?", (key, progress.made))
            connection.execute("INSERT INTO words VALUES (?, ?, ?)", (key, progress.made, word))
            self._played(connection, key, progress)

    def move(self, key: int, progress: Progress) -> None:
        """Steps were taken back, or made again."""
        with self._changing(key) as connection:
            self._played(connection, key, progress)

    def _played(self, connection: sqlite3.Connection, key: int, progress: Progress) -> None:
        connection.execute(
            f"UPDATE games SET made = ?, home = ?, undos = ?, seconds = ?, played = {_NEXT}, at = ? WHERE key = ?",
            (progress.made, progress.home, progress.undos, progress.seconds, self._store.now(), key),
        )

    def keep_time(self, key: int, seconds: int) -> None:
        """A game was played for so long by now, without another step."""
        with self._changing(key) as connection:
            connection.execute("UPDATE games SET seconds = ? WHERE key = ?", (seconds, key))

    def close(self, key: int) -> None:
        """Leave an unfinished game to whoever takes it up next."""
        if key not in self._unmarked:
            with self._store.changing() as connection:
                connection.execute("UPDATE games SET holder = NULL WHERE key = ?", (key,))
        self._closed(key)

    def forget(self, key: int) -> None:
        """The game is over, or not to be kept any more."""
        # What somebody else has gone on with is theirs.
        with suppress(_GoneError), self._changing(key) as connection:
            connection.execute("DELETE FROM words WHERE key = ?", (key,))
            connection.execute("DELETE FROM games WHERE key = ?", (key,))
        self._closed(key)

    def note_help(self, key: int, help_: Help) -> None:
        """Keep with a game and its other attempts that the program has helped, if it had not helped as much before."""
        with self._store.changing() as connection:
            connection.execute(
                f"UPDATE games SET help = :help WHERE {_OF_ATTEMPT} AND ifnull(help, 0) < :help",
                {"key": key, "help": help_},
            )

    def count(
        self, number: int, outcome: Outcome, progress: Progress, key: int, help_: Help | None = Help.NONE
    ) -> None:
        """Add an outcome to the statistics; the game and its other attempts are counted then."""
        with self._store.changing() as connection:
            connection.execute(
                "INSERT INTO outcomes (game, number, outcome, moves, undos, seconds, ended, help)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(self._game, number, outcome.value),
                    *(progress.made, progress.undos, progress.seconds, self._store.now(), help_),
                ),
            )
            connection.execute(f"UPDATE games SET counted = 1 WHERE {_OF_ATTEMPT}", {"key": key})


def _help(value: int | None) -> Help | None:
    return None if value is None else Help(value)


def _words(connection: sqlite3.Connection, key: int) -> tuple[str, ...]:
    """A game's words up to the first that is missing; for one that is no text of one line ``?`` stands there."""
    words: list[str] = []
    for place, word in connection.execute("SELECT place, word FROM words WHERE key = ? ORDER BY place", (key,)):
        if place != len(words) + 1:
            break
        words.append(word if isinstance(word, str) and WORD.fullmatch(word) else _DAMAGED)
    return tuple(words)
