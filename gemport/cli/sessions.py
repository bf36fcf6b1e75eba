"""Sessions of the player's records: which game is resumed, what is told of them, and the games of a machine by name."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cached_property, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from gemport.cards.boardtext import name_of
from gemport.cards.challenge import write_number
from gemport.cli import registry
from gemport.cli.arguments import UsageError
from gemport.cli.files import FolderError, user_folder
from gemport.cli.terminal import complain
from gemport.desktop.host import Openable, Tally
from gemport.gem import WCHAR, Gem, GemportError, Message, Msg
from gemport.hosts.files import STANDARD
from gemport.play.game import AnyGame, program_name
from gemport.play.loop import kit_of, make_program
from gemport.store.records import Backend, Records, RecordsError, moment
from gemport.store.session import AnySession, Change, Session
from gemport.store.statistics import summarize, with_cells

if TYPE_CHECKING:
    from gemport.cli.launch import Launch

    # Only what has a store loads it: not every host's Python has SQLite.
    from gemport.store.sqlite import Store

_PATIENCE = 0.2
"""Seconds that a move may be held up by another copy of the program; what is not kept then goes with the next move."""


def seed_of_the_moment() -> int:
    """Return a seed for chance, as in the original: a counter of 200 a second and the date."""
    return time.time_ns() // 5_000_000


@contextmanager
def player_store(make: bool = True) -> Iterator[Store]:
    """The player's store; where there can be none, games are played all the same, and nothing is kept.

    make: make one where there is none; else that is a case in which nothing is kept
    """
    from gemport.store.sqlite import FILE_NAME, Store

    try:
        store = kept_store(_PATIENCE) if make or (user_folder() / FILE_NAME).exists() else Store(None)
    except (RecordsError, FolderError) as error:
        complain(f"{error}; nothing will be kept")
        store = Store(None, instead_of=str(error))
    with store:
        tell_damage(store)
        yield store


def kept_store(patience: float | None = None) -> Store:
    """The player's store, with the host's clock; ``patience`` as in Store. Raises RecordsError."""
    from gemport.store.sqlite import Store

    return Store(user_folder(), time.time, calendar=partial(moment, zone=None), patience=patience)


def tell_damage(store: Store) -> None:
    """Say what of a store had to be put aside, and what came back."""
    if store.recovered is not None:
        made = None if store.recovered.backup is None else store.calendar(store.recovered.backup)
        source = "there was no backup" if made is None else f"the backup of {made:%Y-%m-%d %H:%M} is used"
        games = f"{store.recovered.counted} counted and {store.recovered.unfinished} unfinished games are left"
        where = f"{store.path}: the records are damaged"
        if store.set_aside is not None:
            where = f"the records were damaged: they are now called {store.set_aside}"
        complain(f"{where}; {source}, {games}")
    for game in store.left_out:
        complain(f"an unfinished game of {game} is damaged and left out")


def open_session(
    game: AnyGame,
    records: Records,
    seed: int,
    number: int | None = None,
    *,
    afresh: bool = False,
    start: str | None = None,
) -> AnySession:
    """Return a session with the game that was left: with steps, or without any after all others; else a new one.

    Without a number that is no older attempt at one that was won since.

    start: see Session
    """
    left = records.unplayed.left() if number is None and not afresh else None
    if left is not None and left in game.numbers:
        number, afresh = left, True
    return Session(game, records, Random(seed), number, afresh=afresh, waiting=number is not None, start=start)


def note_table(session: AnySession, afresh: bool = False) -> None:
    """Note from now on the game that lies on the table without a step, for the next start.

    afresh: it was dealt in spite of others; if one waits, that comes next
    """
    records = session.records
    waits = afresh and bool(records.unfinished())

    def note(session: AnySession, change: Change) -> None:
        nonlocal waits
        if change is Change.DEALT:
            records.unplayed.note(None if session.begun or waits else session.number)
            waits = False
        elif records.unplayed in records.store.dealt:
            records.unplayed.note(None)

    session.watch(note)


def tell_elsewhere(game: AnyGame, records: Records, asked: int, start: str | None = None) -> None:
    """Say that the game of a number, or of a position's text, is open in another window, if it is."""
    found = [one.elsewhere for one in records.unfinished() if one.number == asked]
    if (found and all(found)) or (not found and records.unplayed.is_elsewhere(asked)):
        name = f"#{write_number(asked)}" if start is None else name_of(start)
        complain(f"{game.title} {name} is open in another window; here its cards are dealt again")


def require_unfinished(game: AnyGame, records: Records, asked: int | None, start: str | None = None) -> None:
    """Raise UsageError where there is nothing to resume, RecordsError where that cannot be read."""
    wanted = [found for found in records.unfinished() if asked in (None, found.number)]
    if any(not found.elsewhere for found in wanted):
        return
    if records.failure not in (None, records.store.unusable):
        raise RecordsError(str(records.failure))
    which = "game" if asked is None else f"game #{write_number(asked)}" if start is None else f"game {name_of(start)}"
    if wanted:
        raise UsageError(f"the unfinished {which} of {game.title} is open in another window")
    raise UsageError(f"there is no unfinished {which} of {game.title}")


@contextmanager
def recording(path: Path | None, session: AnySession) -> Iterator[None]:
    """Write the games of a session down, if that is wanted; where the run may write is checked by then.

    Raises RecordingError for a file that is no recording, OSError in the end if it could not be written.
    """
    if path is None:
        yield
        return
    if path == STANDARD:
        raise UsageError(
            "--record: a move that is taken back is taken out of the file again, which standard output is not"
        )
    from gemport.store.recordings import RecordingFile

    with closing(RecordingFile(path, session.game.name, registry.GameBoards())) as file:
        session.watch(file.watch)
        yield


def tell_failure(session: AnySession) -> None:
    """Say at the end that something could not be kept."""
    records = session.records
    if records.failure is not None and records.failure != records.store.unusable:
        whole = session.whole and records.settle()
        complain(f"{records.failure}; {'it was made up for later' if whole else 'not everything was kept'}")
    if session.resume_error is not None:
        complain(
            f"only the first moves of the unfinished game #{session.resume_error} of {session.game.title} were possible"
        )


def window_title(session: AnySession) -> str:
    """Return the title of the host's window while it shows a game."""
    return f"{session.title} - gemport"


class GamePrograms:
    """The games that a machine can start, and those that run; see :class:`gemport.desktop.host.Programs`."""

    def __init__(self, run: Launch, store: Backend, seed: Callable[[], int]) -> None:
        """``seed``: of the chance that a session begins with, asked at each start."""
        self._store = store
        # One game's resource is not another's.
        self._sources, self._lang = run.sources._replace(rsc=None), run.lang
        self._host = run
        self._seed = seed
        self._running: dict[int, AnySession] = {}
        self.others: list[Openable] = []
        """Programs that are no games: those of the Atari in a folder that the player has named."""
        self._machine = run.machine
        self._title = ""
        """The title of the game that was in front last."""
        self.last_of_all: int | None = None
        """The application that is to end when the last game has ended; None if none is."""
        for name in registry.names():
            run.machine.programs[program_name(name)] = partial(self._run, name)

    @cached_property
    def openable(self) -> Sequence[Openable]:
        found = [Openable(game.name, game.title, game.program_name, game.numbers) for game in registry.every()]
        return [*found, *self.others]

    def running(self) -> Mapping[int, str]:
        return {ap_id: session.title for ap_id, session in self._running.items()}

    def place(self, ap_id: int) -> str | None:
        """Return the address of an application's game, as ``vierfrei/123456``; None if it is no game."""
        session = self._running.get(ap_id)
        if session is None:
            return None
        return session.game.name if session.start is not None else f"{session.game.name}/{session.name}"

    def entries(self, ap_id: int | None) -> Mapping[str, int]:
        """Return the objects of an application's menu entries by their names; none if it is no game."""
        session = self._running.get(ap_id or 0)
        entries: Mapping[str, int] = {} if session is None else kit_of(registry.find(session.game.name)).names.ENTRIES
        return entries

    def tally(self, name: str) -> Tally:
        """Return how many games are kept, none for what is no game. Raises RecordsError."""
        if name not in registry.names():
            return Tally(0, 0, 0)
        kept = self._store.collections([name], words=False)[name]
        statistics = summarize(with_cells(kept.ended))
        return Tally(len(kept.begun), statistics.won, statistics.lost)

    def title(self) -> str:
        """Return the title of the host's window: the game in front, also below an accessory."""
        active = self._machine.active
        if active in self._running:
            self._title = window_title(self._running[active])
        return self._title if self._running else "gemport"

    def keep_time(self) -> bool:
        """Keep how long the games that run were played; return whether one is still being played."""
        playing = [session.keep_time() for session in self._running.values()]
        return any(playing)

    @contextmanager
    def open(self, gem: Gem, session: AnySession) -> Iterator[None]:
        """Count a game among those that run."""
        self._running[gem.appl_init()] = session
        try:
            yield
        finally:
            del self._running[gem.appl_init()]
            if not self._running and self.last_of_all is not None:
                gem.appl_write(self.last_of_all, Message(Msg.AP_TERM))

    async def _run(self, name: str, gem: Gem) -> None:
        """Run a game that was started by name; an alert shows an error that the user can cause."""
        game = registry.find(name)
        records = self._store.records(game.name)
        try:
            files = self._sources.load(game, self._lang)
            session = open_session(game, records, self._seed())
            note_table(session)
            program = make_program(game, gem, files, session, self._host.looks, self._host.exchange)
        except GemportError as error:
            records.release()
            # Imported here: rarely needed.
            from gemport.toolkit.dialog import alert

            # Beside its text an alert with an icon takes 96 pixels.
            await alert(gem, "[3][$reason][ OK ]", reason=str(error), size=(min(40, (gem.width - 96) // WCHAR), 5))
            return
        try:
            with self.open(gem, session):
                await program.run()
        finally:
            records.release()
            tell_failure(session)
