"""How a game is started on a machine, with the player's records and whoever watches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from gemport.cli.arguments import PictureOptions, UsageError
from gemport.cli.files import FolderError, user_folder
from gemport.cli.output import complain
from gemport.cli.registry import GameBoards
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.patience.game import AnyGame
from gemport.store.records import Records, RecordsError, moment
from gemport.store.session import AnySession

if TYPE_CHECKING:
    # Only what has a store loads it: not every host's Python has SQLite.
    from gemport.store.sqlite import Store

_PATIENCE = 0.2
"""Seconds that a move may be held up by another copy of the program; what is not kept then goes with the next move."""

if TYPE_CHECKING:
    from gemport.cards.notation import Record
    from gemport.cli.files import Sources


def seed_of_the_moment() -> int:
    """What chance begins with, as in the original: a counter of 200 a second and the date."""
    return time.time_ns() // 5_000_000


def start(
    machine: Machine,
    game: AnyGame,
    options: PictureOptions,
    session: AnySession,
    games: Sequence[Record] = (),
    around: Callable[[Gem, AnySession], AbstractContextManager[None]] | None = None,
) -> bool:
    """Start a game's program; with ``games`` it shows these first. Raises GemportError for unusable files.

    around: what is entered and left with the program

    Whether it is more than the original.
    """
    files = game.files(options.sources, options.lang)
    extras = True

    async def main(gem: Gem) -> None:
        nonlocal extras
        program = game.program(gem, files, session)
        extras = program.extras
        if games:
            program.follow(games)
        with nullcontext() if around is None else around(gem, session):
            await program.run()

    machine.start(main, game.program_name)
    return extras


@contextmanager
def player_store() -> Iterator[Store]:
    """The player's store; where there can be none, games are played all the same, and nothing is kept."""
    from gemport.store.sqlite import Store

    try:
        store = kept_store(_PATIENCE)
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
    """Say what of a store had to be put aside, and what of it could be read."""
    if store.salvaged is not None:
        read = (
            f"{store.salvaged.counted} counted and {store.salvaged.unfinished} unfinished games of them could be read"
        )
        if store.set_aside is None:
            complain(f"{store.path}: the records are damaged; {read}")
        else:
            complain(f"the records were damaged: they are now called {store.set_aside}; {read} and are kept")
    for game in store.left_out:
        complain(f"an unfinished game of {game} is damaged and left out")


@contextmanager
def player_records(game: AnyGame) -> Iterator[Records]:
    """The player's records of a game."""
    with player_store() as store:
        yield store.records(game.name)


@contextmanager
def no_records(game: AnyGame) -> Iterator[Records]:
    """Records that nobody else sees, and that are gone at the end."""
    from gemport.store.sqlite import Store

    with Store(None) as store:
        yield store.records(game.name)


def require_unfinished(game: AnyGame, records: Records, asked: int | None) -> None:
    """Raise UsageError where there is nothing to resume, RecordsError where that cannot be read."""
    wanted = [found for found in records.unfinished() if asked in (None, found.number)]
    if any(not found.elsewhere for found in wanted):
        return
    if records.failure not in (None, records.store.unusable):
        raise RecordsError(str(records.failure))
    which = "game" if asked is None else f"game #{asked}"
    if wanted:
        raise UsageError(f"the unfinished {which} of {game.title} is open in another window")
    raise UsageError(f"there is no unfinished {which} of {game.title}")


@contextmanager
def recording(path: Path | None, session: AnySession, sources: Sources, *inputs: Path) -> Iterator[None]:
    """Write the games of a session down, if that is wanted. Raises OSError in the end if that was not possible.

    sources, inputs: what the run reads

    Raises OutputError where the run may not write, RecordingError for a file that is no recording.
    """
    if path is None:
        yield
        return
    from gemport.store.recordings import RecordingFile

    sources.outputs(*inputs).check(path)
    with closing(RecordingFile(path, session.game.name, GameBoards())) as file:
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


def raise_fault(machine: Machine) -> None:
    """Raise what a program has raised while others went on, if one did."""
    if machine.faults:
        raise machine.faults[0].error
