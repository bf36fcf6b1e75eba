"""Sessions on the player's records: the game to resume, messages about records, and a machine's games by name."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache, cached_property, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from gemport.cards.boardtext import name_of
from gemport.cards.challenge import write_number
from gemport.cards.game import AnyGame, program_name
from gemport.cli import registry
from gemport.cli.arguments import UsageError
from gemport.cli.sources import FolderError, user_folder
from gemport.cli.terminal import BAD_INPUT, print_error
from gemport.desktop.programs import Openable, Tally
from gemport.gem import WCHAR, Gem, GemportError, Message, Msg
from gemport.hosts.files import STANDARD
from gemport.play.loop import CardProgram, kit_of
from gemport.store.records import Backend, Records, moment
from gemport.store.rows import RecordsError
from gemport.store.session import AnySession, Change, Session
from gemport.store.statistics import summarize, with_cells
from gemport.toolkit.dialog import alert

if TYPE_CHECKING:
    from gemport.cli.launch import Launch

    # Loaded only with a store: not every host's Python has SQLite.
    from gemport.store.sqlite import Store

_MAX_LOCK_SECONDS = 0.2
"""Maximum seconds that another process can delay a move; unsaved changes are saved with the next move."""


def seed_of_the_moment() -> int:
    """Return a seed for random numbers as in the original: a 200 Hz counter and the date."""
    return time.time_ns() // 5_000_000


@contextmanager
def player_store(make: bool = True) -> Iterator[Store]:
    """Return the player's store, or a temporary one that saves nothing if the store is unavailable.

    With ``make`` a missing store is created; otherwise a missing store is unavailable.
    """
    from gemport.store.sqlite import FILE_NAME, Store

    try:
        store = open_store(_MAX_LOCK_SECONDS) if make or (user_folder() / FILE_NAME).exists() else Store(None)
    except (RecordsError, FolderError) as error:
        print_error(f"{error}; nothing will be saved")
        store = Store(None, instead_of=str(error))
    with store:
        report_damage(store)
        yield store


def open_store(patience: float | None = None) -> Store:
    """Return the player's store with the host's clock; ``patience`` is described at Store. Raises RecordsError."""
    from gemport.store.sqlite import Store

    return Store(user_folder(), time.time, calendar=partial(moment, zone=None), patience=patience)


def report_damage(store: Store) -> None:
    """Report the damage of a store and its recovery."""
    if store.recovered is not None:
        made = None if store.recovered.backup is None else store.calendar(store.recovered.backup)
        source = "no backup exists" if made is None else f"the backup of {made:%Y-%m-%d %H:%M} was restored"
        games = f"{store.recovered.counted} counted and {store.recovered.unfinished} unfinished games remain"
        where = f"{store.path}: the records are damaged"
        if store.set_aside is not None:
            where = f"the records were damaged and renamed to {store.set_aside}"
        print_error(f"{where}; {source}, {games}")
    if not store.locks_work:
        print_error(
            f"{store.path.parent}: files cannot be locked there; only one gemport at a time can use the records"
        )
    for game in store.left_out:
        print_error(f"an unfinished game of {game} is damaged and was skipped")


def open_session(
    game: AnyGame,
    records: Records,
    seed: int,
    number: int | None = None,
    *,
    new: bool = False,
    start: str | None = None,
) -> AnySession:
    """Return a session with the last game: as dealt if it has no steps, else unfinished, else a new game.

    Without a number, older attempts at a number won since are skipped. ``start`` is described at Session.
    """
    left = records.claims.left_on_table() if number is None and not new else None
    if left is not None and left in game.numbers:
        number, new = left, True
    return Session(game, records, Random(seed), number, afresh=new, waiting=number is not None, start=start)


def note_table(session: AnySession, new: bool = False) -> None:
    """Watch a session, and save the number of a game without steps for the next start.

    ``new`` means that it was dealt despite unfinished games; then the next start resumes one of these.
    """
    records = session.records
    waits = new and bool(records.unfinished())

    def note(session: AnySession, change: Change) -> None:
        nonlocal waits
        if change is Change.DEALT:
            records.claims.put_on_table(None if session.started or waits else session.number)
            waits = False
        elif records.claims.has_dealt:
            records.claims.put_on_table(None)

    session.watch(note)


def report_elsewhere(game: AnyGame, records: Records, asked: int, start: str | None = None) -> None:
    """Report if the game of a number or a starting position is open in another window."""
    open_elsewhere = [one.elsewhere for one in records.unfinished() if one.number == asked]
    if all(open_elsewhere) if open_elsewhere else records.claims.is_on_table_elsewhere(asked):
        name = f"#{write_number(asked)}" if start is None else name_of(start)
        print_error(f"{game.title} {name} is open in another window; its cards are dealt again here")


def require_unfinished(game: AnyGame, records: Records, asked: int | None, start: str | None = None) -> None:
    """Raise UsageError without a game to resume, RecordsError if the records are unreadable."""
    wanted = [one for one in records.unfinished() if asked in (None, one.number)]
    if any(not one.elsewhere for one in wanted):
        return
    if records.failure not in (None, records.store.unusable):
        raise RecordsError(str(records.failure))
    which = "game" if asked is None else f"game #{write_number(asked)}" if start is None else f"game {name_of(start)}"
    if wanted:
        raise UsageError(f"the unfinished {which} of {game.title} is open in another window")
    raise UsageError(f"there is no unfinished {which} of {game.title}")


@contextmanager
def recording(path: Path | None, session: AnySession) -> Iterator[None]:
    """Record the games of a session to a file, if given; the place has already been checked.

    Raises RecordingError if the file is not a recording, and OSError on leaving if it could not be written.
    """
    if path is None:
        yield
        return
    if path == STANDARD:
        raise UsageError("--record needs a file, not standard output, because undone moves are removed from it")
    # Imported here: few starts record.
    from gemport.store.recordings import RecordingFile

    with closing(RecordingFile(path, session.game.name, registry.boards())) as file:
        session.watch(file.watch)
        yield


def report_failure(session: AnySession) -> int:
    """Report failures of saving and resuming after the session; return the exit status."""
    records, saved = session.records, True
    if records.failure is not None and records.failure != records.store.unusable:
        saved = session.whole and records.settle()
        print_error(f"{records.failure}; {'it was saved later' if saved else 'not everything was saved'}")
    if session.resume_error is not None:
        name = f"{'#' if session.resume_error.start is None else ''}{session.resume_error.name}"
        print_error(f"the unfinished game {name} of {session.game.title} could only be restored in part")
    return 0 if saved else BAD_INPUT


def window_title(session: AnySession) -> str:
    """Return the title of the host's window while it shows a game."""
    return f"{session.title} - gemport"


class GamePrograms:
    """The games that a machine can start, and its running games; see :class:`gemport.desktop.programs.Programs`."""

    def __init__(self, run: Launch, store: Backend, seed: Callable[[], int]) -> None:
        """``seed`` returns the random seed of a session at each start."""
        self._store = store
        # A resource belongs to one game.
        self._sources, self._lang = run.sources._replace(rsc=None), run.lang
        self._host = run
        self._seed = seed
        self._running: dict[int, AnySession] = {}
        self.others: list[Openable] = []  # programs other than games: Atari programs in the player's folder
        self._machine = run.machine
        self._title = ""  # title of the game that was last in front
        self.last_of_all: int | None = None  # the application that ends with the last game, or None
        for name in registry.names():
            run.machine.programs[program_name(name)] = partial(self._run, name)

    @cached_property
    def openable(self) -> Sequence[Openable]:
        games = [Openable(game.name, game.title, game.program_name, game.numbers) for game in registry.every()]
        return [*games, *self.others]

    def running(self) -> Mapping[int, str]:
        return {ap_id: session.title for ap_id, session in self._running.items()}

    def place(self, ap_id: int) -> str | None:
        """Return the address of an application's game, such as ``vierfrei/123456``, or None."""
        session = self._running.get(ap_id)
        if session is None:
            return None
        return session.game.name if session.start is not None else f"{session.game.name}/{session.name}"

    def entries(self, ap_id: int | None) -> Mapping[str, int]:
        """Return the objects of a game's menu entries by label; empty for other applications."""
        return _entries(self._running[ap_id].game.name) if ap_id in self._running else {}

    def tally(self, name: str) -> Tally:
        """Return the numbers of unfinished, won and lost games, 0 for other programs. Raises RecordsError."""
        if name not in registry.names():
            return Tally(0, 0, 0)
        with self._store.reading():
            statistics = summarize(with_cells(self._store.outcomes(name)))
            return Tally(sum(1 for _ in self._store.unfinished(name)), statistics.won, statistics.lost)

    def title(self) -> str:
        """Return the title of the host's window: the front game, even below an accessory."""
        active = self._machine.active
        if active in self._running:
            self._title = window_title(self._running[active])
        return self._title if self._running else "gemport"

    def save_time(self) -> bool:
        """Save the playing time of the running games; return whether one is still in play."""
        playing = [session.save_time() for session in self._running.values()]
        return any(playing)

    @contextmanager
    def open(self, gem: Gem, session: AnySession) -> Iterator[None]:
        """Add a game to the running games."""
        self._running[gem.appl_init()] = session
        try:
            yield
        finally:
            del self._running[gem.appl_init()]
            if not self._running and self.last_of_all is not None:
                gem.appl_write(self.last_of_all, Message(Msg.AP_TERM))

    async def _run(self, name: str, gem: Gem) -> None:
        """Run a game started by name; an alert shows errors that the user can cause."""
        game = registry.find(name)
        records = self._store.records(game.name)
        try:
            files = self._sources.load(game, self._lang)
            session = open_session(game, records, self._seed())
            note_table(session)
            program = CardProgram(gem, files, session, self._host.looks, self._host.exchange)
        except GemportError as error:
            records.claims.release()
            # An alert with an icon is 96 pixels wider than its text.
            await alert(gem, "[3][$reason][ OK ]", reason=str(error), size=(min(40, (gem.width - 96) // WCHAR), 5))
            return
        try:
            with self.open(gem, session):
                await program.run()
        finally:
            records.claims.release()
            self._host.status = max(self._host.status, report_failure(session))


@cache
def _entries(game: str) -> Mapping[str, int]:
    return {item.label: obj for item, obj in kit_of(registry.find(game)).items().items()}
