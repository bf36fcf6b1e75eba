"""Stores for the tests: a filled store, SQL statements on its file, and a second process that writes to it."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

from gemport.games.freecell import GAME as FREECELL
from gemport.store.collection import Progress
from gemport.store.records import Backend, Records
from gemport.store.session import AnySession, Session
from gemport.store.sqlite import FILE_NAME, Store
from gemport.store.statistics import Outcome
from tests.games.sessions import Saved, save

GAME = Saved(7, ("1a", "26x3"), counted=True)


def count(records: Records, number: int, outcome: Outcome, key: int = 0) -> None:
    records.count(number, outcome, Progress(3, 4, 5), key)


def filled(folder: Path) -> None:
    """Create a store with an outcome, a setting and an unfinished game."""
    with Store(folder) as store:
        records = store.records("freecell")
        count(records, 1, Outcome.LOST)
        save(records, GAME)
        records.change_setting("messages", False)


def sit(store: Backend, number: int | None = None, afresh: bool = False) -> AnySession:
    return Session(FREECELL, store.records("freecell"), Random(0), number, afresh=afresh)


def sql(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


_WRITER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN " + sys.argv[2])
# More than the cache holds: some of it stands in the file already.
connection.execute("CREATE TABLE more (text TEXT)")
if sys.argv[2] == "EXCLUSIVE":
    connection.executemany("INSERT INTO more VALUES (?)", [("x" * 3000,)] * 50)
print(flush=True)
sys.stdin.read()
"""


@contextmanager
def writer(folder: Path, how: str) -> Iterator[Callable[[], None]]:
    """Start a process that holds the write lock in mode ``how``; yield a function that kills the process."""
    command = [sys.executable, "-c", _WRITER, str(folder / FILE_NAME), how]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()

        def stop() -> None:
            process.kill()
            process.wait()

        yield stop
        stop()
