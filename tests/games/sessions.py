"""Sessions and in-memory records for the tests, and functions that read the contents of a store."""

import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from sqlite3 import Connection
from typing import ClassVar, TypeVar

from gemport.cards.board import Board
from gemport.cards.game import Game
from gemport.store.collection import Progress, Unfinished
from gemport.store.records import Records
from gemport.store.rows import RecordsError
from gemport.store.session import AnySession, Session
from gemport.store.sqlite import Store
from gemport.store.statistics import Help, Outcome, Statistics

B = TypeVar("B", bound=Board)


@dataclass(frozen=True)
class Saved:
    """An unfinished game in a store; ``words`` are the steps made, without undone steps."""

    number: int
    words: tuple[str, ...] = ()
    counted: bool = False


def saved_games(store: Store, game: str) -> list[Saved]:
    games = []
    with store.reading() as connection:
        query = "SELECT key, number, made, counted FROM games WHERE game = ? ORDER BY played DESC"
        for key, number, made, counted in connection.execute(query, (game,)).fetchall():
            query = "SELECT word FROM words WHERE key = ? AND place <= ? ORDER BY place"
            words = tuple(word for (word,) in connection.execute(query, (key, made)))
            assert len(words) == made
            games.append(Saved(number, words, bool(counted)))
    return games


def outcomes_in(store: Store, game: str) -> list[tuple[int, Outcome]]:
    """Return the counted games in order."""
    with store.reading() as connection:
        rows = connection.execute("SELECT number, outcome FROM outcomes WHERE game = ? ORDER BY id", (game,))
        return [(number, Outcome(outcome)) for number, outcome in rows]


def tally(records: Records) -> Statistics:
    """Return the statistics without moves, undos and times."""
    return Statistics(*records.statistics()[:7])


def begin(
    records: Records,
    number: int,
    words: Sequence[str] = ("1a",),
    progress: Progress | None = None,
    attempt_of: int = 0,
    counted: bool = False,
) -> int:
    """Save a game with some steps as an open game, and return its key."""
    progress = progress or Progress(len(words))
    key = records.start(Unfinished(number, tuple(words), progress, counted, attempt=attempt_of, help=Help.NONE))
    assert key is not None
    return key


def save(records: Records, game: Saved) -> int:
    """Save an unfinished game that is not open, and return its key."""
    key = begin(records, game.number, game.words, counted=game.counted)
    records.claims.close(key)
    return key


class BookStore(Store):
    """A store in memory that fails to write with the message ``refusal`` if that is not empty."""

    refusal = ""

    @contextmanager
    def changing(self) -> Iterator[Connection]:
        if self.refusal:
            raise RecordsError(self.refusal)
        with super().changing() as connection:
            yield connection


class Book(Records):
    """Records of a game in a store in memory.

    The store of a deleted Book is closed when the next Book is created: the finalizer may run in any thread, but SQLite
    wants the thread that opened the store.
    """

    _left: ClassVar[list[BookStore]] = []

    def __init__(self, game: str, outcomes: Iterable[tuple[int, Outcome]] = (), saved: Saved | None = None) -> None:
        self.store: BookStore
        super().__init__(BookStore(None), game)
        while self._left:
            self._left.pop().close()
        weakref.finalize(self, self._left.append, self.store)
        for number, outcome in outcomes:
            self.count(number, outcome, Progress(0), 0)
        if saved is not None:
            save(Records(self.store, game), saved)

    @property
    def outcomes(self) -> list[tuple[int, Outcome]]:
        """Counted games in order."""
        return outcomes_in(self.store, self._game)

    @property
    def games(self) -> list[Saved]:
        """Unfinished games, last played first."""
        return saved_games(self.store, self._game)


def session_of(
    game: Game[B],
    number: int | None = None,
    records: Records | None = None,
    chance: int = 0,
    afresh: bool = False,
    start: str | None = None,
) -> Session[B]:
    """Return a session of a game, by default with new records."""
    records = Book(game.name) if records is None else records
    return Session(game, records, Random(chance), number, afresh=afresh, start=start)


def make(session: AnySession, *words: str) -> None:
    """Make steps, or ``Undo``, ``Redo`` or ``Restart``, and count the outcome after each step like the program."""
    for word in words:
        if word == "Undo":
            for _ in session.board.last_step.moves:
                session.pull()
        elif word == "Restart":
            session.restart()
        else:
            step = session.board.next_step if word == "Redo" else session.board.read_word(word)
            session.begin(step)
            for move in step.moves:
                session.board.push(move.source, move.target)
            session.outcome()
