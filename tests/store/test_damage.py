"""Store files of a later version, that are damaged, or that can not be read: nothing is lost silently."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gemport.store.records import RecordsError
from gemport.store.schema import VERSION
from gemport.store.sqlite import FILE_NAME, Store
from gemport.store.statistics import Outcome
from tests.games.sessions import save, saved_games
from tests.store.filled import GAME, count, filled, sql


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        yield opened


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
