"""What is kept from start to start: whole or not at all, by several copies at once, and never silently overwritten."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gemport.patience.session.records import Outcome, RecordsError, SavedGame, Statistics
from gemport.patience.session.store import FILE_NAME, VERSION, Store, StoredRecords
from tests.places import ROOT

GAME = SavedGame(7, ("1a", "26x3"), counted=True)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        yield opened


def filled(folder: Path) -> None:
    """A store with a statistic, a setting and a game in progress."""
    with Store(folder) as store, closing(store.records("freecell")) as records:
        records.count(1, Outcome.LOST, GAME)
        records.change_setting("messages", False)


def sql(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_all_is_there_again_at_the_next_start(tmp_path: Path) -> None:
    filled(tmp_path)
    with Store(tmp_path) as store, closing(store.records("freecell")) as records:
        assert store.set_aside is None
        assert records.statistics() == Statistics(lost=1, streak=-1, longest_lost=1)
        assert records.lost_before(1)
        assert not records.lost_before(2)
        assert records.setting("messages", True) is False
        assert records.setting("count_columns", True) is True
        assert records.game_in_progress() == GAME


def test_games_know_nothing_of_each_other(store: Store) -> None:
    with closing(store.records("freecell")) as one, closing(store.records("grossfamilien")) as other:
        one.count(1, Outcome.WON, GAME)
        one.change_setting("messages", False)
        other.count(1, Outcome.LOST, None)
        assert one.statistics() == Statistics(won=1, streak=1, longest_won=1)
        assert not one.lost_before(1)
        assert other.game_in_progress() is None
        assert other.setting("messages", True)
        other.clear()
        assert other.statistics() == Statistics()
        assert one.statistics().won == 1


def test_clearing_leaves_settings_and_the_game_in_progress(store: Store) -> None:
    with closing(store.records("freecell")) as records:
        records.count(1, Outcome.LOST, GAME)
        records.change_setting("messages", False)
        records.clear()
        assert records.statistics() == Statistics()
        assert not records.lost_before(1)
        assert records.game_in_progress() == GAME
        assert not records.setting("messages", True)


def test_outcome_and_game_are_kept_both_or_neither(tmp_path: Path, store: Store) -> None:
    with closing(store.records("freecell")) as records:
        records.keep(GAME)
        sql(tmp_path, "CREATE TRIGGER full BEFORE INSERT ON progress BEGIN SELECT RAISE(ABORT, 'disk full'); END")
        with pytest.raises(RecordsError, match="disk full"):
            records.count(8, Outcome.WON, SavedGame(8))
        assert records.statistics() == Statistics()
        assert records.game_in_progress() == GAME
        sql(tmp_path, "DROP TRIGGER full")
        records.count(8, Outcome.WON, SavedGame(8))
        assert (records.statistics().won, records.game_in_progress()) == (1, SavedGame(8))


# ---- several copies


def test_two_copies_have_a_game_in_progress_each(tmp_path: Path) -> None:
    with Store(tmp_path) as one, Store(tmp_path) as two:
        first, second = one.records("freecell"), two.records("freecell")
        first.keep(SavedGame(1, ("1a",)))
        assert second.game_in_progress() is None
        second.keep(SavedGame(2, ("2a",)))
        assert first.game_in_progress() == SavedGame(1, ("1a",))
        first.close()
        second.close()


def test_the_game_of_an_ended_copy_is_taken_over_the_latest_first(tmp_path: Path) -> None:
    with Store(tmp_path) as one, Store(tmp_path) as two, Store(tmp_path) as three:
        first, second = one.records("freecell"), two.records("freecell")
        for records, game in ((first, SavedGame(1)), (second, SavedGame(2)), (first, SavedGame(1, ("1a",)))):
            records.keep(game)
        first.close()
        second.close()
        with closing(three.records("freecell")) as third, closing(three.records("freecell")) as fourth:
            assert third.game_in_progress() == SavedGame(1, ("1a",))
            assert fourth.game_in_progress() == SavedGame(2)


def test_with_a_number_only_a_game_of_that_number_is_taken_over(tmp_path: Path, store: Store) -> None:
    filled(tmp_path)
    with closing(store.records("freecell", 8)) as other, closing(store.records("freecell", 7)) as same:
        assert other.game_in_progress() is None
        other.keep(None)
        assert same.game_in_progress() == GAME


_COUNT = """
import sys
from pathlib import Path
from gemport.patience.session.records import Outcome, SavedGame
from gemport.patience.session.store import Store
with Store(Path(sys.argv[1])) as store:
    records = store.records("freecell")
    for i in range(60):
        records.count(i, Outcome.WON if sys.argv[2] == "won" else Outcome.LOST, SavedGame(i, ("1a",)))
        records.change_setting("messages", i % 2 == 0)
"""


def test_two_processes_at_once_lose_nothing(tmp_path: Path) -> None:
    commands = [[sys.executable, "-c", _COUNT, str(tmp_path), outcome] for outcome in ("won", "lost")]
    processes = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) for command in commands]
    assert [process.communicate()[1] for process in processes] == ["", ""]
    with Store(tmp_path) as store, closing(store.records("freecell")) as records:
        statistics = records.statistics()
        assert (statistics.won, statistics.lost) == (60, 60)
        assert statistics.longest_won <= 60
        assert records.game_in_progress() == SavedGame(59, ("1a",))


def test_a_copy_waits_for_anothers_transaction(tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gemport.patience.session.store.PATIENCE", 0.05)
    with (
        closing(store.records("freecell")) as records,
        closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other,
        Store(tmp_path) as hasty,
        closing(hasty.records("freecell")) as impatient,
    ):
        records.keep(GAME)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(RecordsError, match="locked"):
            impatient.keep(GAME)
        other.execute("ROLLBACK")
        impatient.keep(GAME)


# ---- damage


def spoil_header(path: Path) -> None:
    path.write_bytes(b"hello, I am a text" + path.read_bytes()[18:])


def spoil_pages(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:4096] + b"\xa5" * (len(data) - 4096))


def spoil_end(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4096])


def spoil_row(path: Path) -> None:
    data = path.read_bytes()
    at = data.rindex(b"lost")
    path.write_bytes(data[:at] + b"lust" + data[at + 4 :])


def another_programs(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE addresses (name TEXT)")


def without_a_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE settings")


DAMAGES = [spoil_header, spoil_pages, spoil_end, spoil_row, another_programs, without_a_table]


@pytest.mark.parametrize("spoil", DAMAGES, ids=lambda spoil: spoil.__name__)
def test_a_damaged_store_is_set_aside_as_it_is_and_a_fresh_one_begun(
    tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    for name in ("gemport-damaged-1.sqlite3", "gemport-damaged-2.sqlite3"):
        filled(tmp_path)
        spoil(tmp_path / FILE_NAME)
        damaged = (tmp_path / FILE_NAME).read_bytes()
        with Store(tmp_path) as store, closing(store.records("freecell")) as records:
            assert (store.set_aside, records.set_aside) == (name, name)
            assert records.statistics() == Statistics()
            assert records.game_in_progress() is None
            records.count(1, Outcome.WON, None)
        assert (tmp_path / name).read_bytes() == damaged
        with Store(tmp_path) as store:
            assert store.set_aside is None


def test_a_later_versions_store_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    filled(tmp_path)
    sql(tmp_path, f"PRAGMA user_version = {VERSION + 1}")
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(RecordsError, match="later version of gemport"):
        Store(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_damage_found_later_is_an_error_not_a_loss(tmp_path: Path, store: Store) -> None:
    with closing(store.records("freecell")) as records:
        records.keep(GAME)
        damaged = b"spoilt " * 4096
        (tmp_path / FILE_NAME).write_bytes(damaged)
        with pytest.raises(RecordsError, match=FILE_NAME):
            records.count(1, Outcome.WON, None)
        assert (tmp_path / FILE_NAME).read_bytes() == damaged


def test_a_folder_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordsError, match="file"):
        Store(tmp_path / "file" / "folder")
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(RecordsError, match=FILE_NAME):
        Store(tmp_path)


def test_a_store_says_what_is_wrong_in_one_line(tmp_path: Path, store: Store) -> None:
    records = store.records("freecell")
    records.close()
    store.close()
    with pytest.raises(RecordsError) as caught:
        records.keep(GAME)
    assert "\n" not in str(caught.value)
    assert isinstance(records, StoredRecords)
