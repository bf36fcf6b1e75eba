"""Store files that the first version made, that are damaged, or that can not be read: nothing is lost silently."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gemport.store.records import Progress, RecordsError
from gemport.store.schema import VERSION
from gemport.store.sqlite import FILE_NAME, Store
from gemport.store.statistics import Best, Ended, Outcome
from tests.games.sessions import Saved, outcomes_in, save, saved_games
from tests.store.filled import GAME, count, filled, sql


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        yield opened


# ---- the first version's tables

_FIRST_VERSION = (
    """CREATE TABLE outcomes (
        id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, number INTEGER NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('won', 'lost')))""",
    "CREATE INDEX outcomes_of_game ON outcomes (game, number)",
    """CREATE TABLE settings (
        game TEXT NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL CHECK (value IN (0, 1)),
        PRIMARY KEY (game, name))""",
    """CREATE TABLE progress (
        game TEXT NOT NULL, slot INTEGER NOT NULL, number INTEGER NOT NULL, moves TEXT NOT NULL,
        counted INTEGER NOT NULL CHECK (counted IN (0, 1)), kept INTEGER NOT NULL, PRIMARY KEY (game, slot))""",
    f"PRAGMA application_id = {0x47454D50}",
    "PRAGMA user_version = 1",
)


@pytest.fixture
def first_version(tmp_path: Path) -> Path:
    """A store as the first version made it."""
    sql(
        tmp_path,
        *_FIRST_VERSION,
        "INSERT INTO outcomes (game, number, outcome) VALUES ('freecell', 5, 'won'), ('freecell', 6, 'lost')",
        "INSERT INTO settings VALUES ('freecell', 'messages', 0)",
        "INSERT INTO progress VALUES ('vierfrei', 2, 42, '1a 2b', 0, 9), ('vierfrei', 7, 43, '4h', 0, 3)",
        "INSERT INTO progress VALUES ('freecell', 1, 7, '1a 26x3', 1, 2), ('grossfamilien', 1, 8, '', 0, 4)",
    )
    return tmp_path


def test_the_first_versions_store_is_taken_over(first_version: Path) -> None:
    for _ in range(2):
        with Store(first_version) as store:
            assert store.set_aside is None
            records = store.records("freecell")
            assert outcomes_in(store, "freecell") == [(5, Outcome.WON), (6, Outcome.LOST)]
            assert records.lost_before(6)
            assert not records.setting("messages", True)
            assert saved_games(store, "freecell") == [GAME]
            assert saved_games(store, "vierfrei") == [Saved(42, ("1a", "2b")), Saved(43, ("4h",))]
            # Restarted, so no step was left in it.
            assert saved_games(store, "grossfamilien") == [Saved(8)]
    with Store(first_version) as store:
        records = store.records("vierfrei")
        kept = records.resume(42)
        assert kept is not None
        assert (kept.words, kept.progress.made, kept.counted) == (("1a", "2b"), 2, False)
        records.step(kept.key, "3c", Progress(3))
        assert saved_games(store, "vierfrei")[0] == Saved(42, ("1a", "2b", "3c"))
        count(records, 42, Outcome.WON, kept.key)
        assert records.statistics().won == 1


# ---- the second version's tables

_SECOND_VERSION = (
    *_FIRST_VERSION[:3],
    "ALTER TABLE outcomes ADD COLUMN moves INTEGER",
    "ALTER TABLE outcomes ADD COLUMN undos INTEGER",
    "ALTER TABLE outcomes ADD COLUMN ended REAL",
    """CREATE TABLE games (
        key INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, number INTEGER NOT NULL,
        attempt_of INTEGER NOT NULL, counted INTEGER NOT NULL CHECK (counted IN (0, 1)),
        made INTEGER NOT NULL, home INTEGER NOT NULL, undos INTEGER NOT NULL,
        played INTEGER NOT NULL, at REAL NOT NULL, holder INTEGER)""",
    "CREATE INDEX games_by_play ON games (game, played)",
    "CREATE INDEX games_played ON games (played)",
    """CREATE TABLE words (
        key INTEGER NOT NULL, place INTEGER NOT NULL, word TEXT NOT NULL, PRIMARY KEY (key, place)) WITHOUT ROWID""",
    f"PRAGMA application_id = {0x47454D50}",
    "PRAGMA user_version = 2",
)


def test_the_second_versions_store_is_taken_over_and_learns_how_long_a_game_was_played(tmp_path: Path) -> None:
    sql(
        tmp_path,
        *_SECOND_VERSION,
        "INSERT INTO outcomes VALUES (1, 'freecell', 5, 'won', NULL, NULL, NULL)",
        "INSERT INTO outcomes VALUES (2, 'freecell', 5, 'won', 60, 2, 9.5)",
        "INSERT INTO games VALUES (4, 'freecell', 7, 4, 1, 1, 0, 3, 1, 8.5, 1)",
        "INSERT INTO words VALUES (4, 1, '1a'), (4, 2, '26x3')",
    )
    for _ in range(2):
        with Store(tmp_path) as store:
            assert store.set_aside is None
            records = store.records("freecell")
            assert records.best(5) == Best(60, 2, 0)
            assert records.ended() == [Ended(5, Outcome.WON), Ended(5, Outcome.WON, 60, 2, None, 9.5)]
            (game,) = records.unfinished()
            assert (game.number, game.progress, game.when) == (7, Progress(1, 0, 3, 0), 8.5)
    with Store(tmp_path) as store:
        records = store.records("freecell")
        kept = records.resume()
        assert kept is not None
        assert kept.words == ("1a", "26x3")
        records.step(kept.key, "2b", Progress(2, 0, 3, 65))
        assert records.unfinished()[0].progress.seconds == 65


# ---- files that are of no use


def test_a_later_versions_store_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    filled(tmp_path)
    sql(tmp_path, f"PRAGMA user_version = {VERSION + 1}")
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(RecordsError, match="later version of gemport"):
        Store(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_damage_found_later_is_an_error_not_a_loss(tmp_path: Path, store: Store) -> None:
    records = store.records("freecell")
    save(records, GAME)
    damaged = b"spoilt " * 4096
    (tmp_path / FILE_NAME).write_bytes(damaged)
    count(records, 1, Outcome.WON)
    assert FILE_NAME in str(records.failure)
    assert (tmp_path / FILE_NAME).read_bytes() == damaged


def test_a_folder_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordsError, match="file"):
        Store(tmp_path / "file" / "folder")
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(RecordsError, match=FILE_NAME):
        Store(tmp_path)


def test_of_a_store_that_can_not_be_read_no_connection_stays_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one in memory that was to hold a copy stayed open as long as the program."""
    opened: list[sqlite3.Connection] = []

    def connected(*given: Any, **named: Any) -> sqlite3.Connection:
        opened.append(connect(*given, **named))
        return opened[-1]

    connect = sqlite3.connect
    monkeypatch.setattr("sqlite3.connect", connected)
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(RecordsError, match=FILE_NAME):
        Store(tmp_path)
    assert opened
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


def test_a_store_without_a_folder_writes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Store(None) as store:
        save(store.records("freecell"), GAME)
        assert saved_games(store, "freecell") == [GAME]
    assert list(tmp_path.iterdir()) == []
