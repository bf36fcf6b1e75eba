"""Stores for the tests: a filled one, and SQL on its file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from gemport.patience.session.records import Outcome, Progress
from gemport.patience.session.store import FILE_NAME, Store
from gemport.patience.session.stored import StoredRecords
from tests.patience.sessions import Saved, save

GAME = Saved(7, ("1a", "26x3"), counted=True)


def count(records: StoredRecords, number: int, outcome: Outcome, key: int = 0) -> None:
    records.count(number, outcome, Progress(3, 4, 5), key)


def filled(folder: Path) -> None:
    """A store with a statistic, a setting and an unfinished game."""
    with Store(folder) as store:
        records = store.records("freecell")
        count(records, 1, Outcome.LOST)
        save(records, GAME)
        records.change_setting("messages", False)


def sql(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
