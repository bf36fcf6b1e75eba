"""Several records of one game in one store, and what is kept for no game in particular."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gemport.patience.session.preferences import StoredPreferences
from gemport.patience.session.records import Progress, RecordsError
from gemport.patience.session.store import FILE_NAME, Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        yield opened


def test_a_game_open_in_one_is_elsewhere_for_the_other(store: Store) -> None:
    one, two = store.records("vierfrei"), store.records("vierfrei")
    one.begin(1, False, None, ("1a",), Progress(1))
    assert [game.elsewhere for game in one.unfinished()] == [False]
    assert [game.elsewhere for game in two.unfinished()] == [True]
    assert two.take_up() is None
    assert one.take_up() is not None


def test_released_games_are_there_for_whoever_comes_next(store: Store) -> None:
    one, two = store.records("vierfrei"), store.records("vierfrei")
    first = one.begin(1, False, None, ("1a",), Progress(1))
    second = one.begin(2, False, None, ("1a",), Progress(1))
    one.release()
    assert [game.elsewhere for game in two.unfinished()] == [False, False]
    kept = two.take_up()
    assert kept is not None
    assert kept.key == second
    two.close(second)
    two.forget(first)
    assert [game.elsewhere for game in one.unfinished()] == [False]


def test_preferences_are_kept(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        preferences = StoredPreferences(store)
        assert preferences.get("a") is None
        preferences.set("a", "one")
        preferences.set("b", "zwölf")
        preferences.set("a", "two")
    with Store(tmp_path) as store:
        preferences = StoredPreferences(store)
        assert (preferences.get("a"), preferences.get("b")) == ("two", "zwölf")


def test_a_store_from_before_there_were_preferences_gets_them(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.records("vierfrei").begin(1, False, None, ("1a",), Progress(1))
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute("DROP TABLE preferences")
        connection.commit()
    with Store(tmp_path) as store:
        assert store.set_aside is None
        StoredPreferences(store).set("a", "one")
        assert StoredPreferences(store).get("a") == "one"
        assert len(store.records("vierfrei").unfinished()) == 1


def test_what_fails_is_an_error_of_the_records(store: Store) -> None:
    preferences = StoredPreferences(store)
    with store.changing() as connection:
        connection.execute("DROP TABLE preferences")
    with pytest.raises(RecordsError):
        preferences.get("a")
    with pytest.raises(RecordsError):
        preferences.set("a", "one")
