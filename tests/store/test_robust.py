"""A store that is locked, full, read-only or damaged: play continues, and existing data stays."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from gemport.store.rows import RecordsError
from gemport.store.sqlite import FILE_NAME, Store
from gemport.store.statistics import Outcome
from tests.games.sessions import Saved, begin, make, save, saved_games
from tests.store.filled import GAME, count, filled, sit, sql, writer

WAIT = 0.2


# ---- writing fails temporarily


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold an exclusive lock from another connection."""
    with closing(sqlite3.connect(folder / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def test_a_lock_delays_the_player_only_once(tmp_path: Path) -> None:
    """Each move once waited ten seconds."""

    def waits(store: Store) -> int:
        with store.reading() as connection:
            (ms,) = connection.execute("PRAGMA busy_timeout").fetchone()
        return int(ms)

    with Store(tmp_path) as store:
        assert waits(store) == 10_000
    with Store(tmp_path, patience=WAIT) as store:
        session = sit(store, 1, afresh=True)
        make(session, "8a")
        assert waits(store) == 1000 * WAIT
        with locked(tmp_path):
            make(session, "7b")
            assert waits(store) == 0
            make(session, "5c", "Undo")
            session.records.statistics()
            session.records.unfinished()
            assert waits(store) == 0
        make(session, "5c")
        assert waits(store) == 1000 * WAIT


@pytest.mark.parametrize("how", ["EXCLUSIVE", "IMMEDIATE"])
def test_a_start_during_a_write_resumes_and_saves_later(tmp_path: Path, how: str) -> None:
    """It once started a second game, listed before the unfinished game, and saved nothing while it ran."""
    with Store(tmp_path) as store:
        session = sit(store, 1, afresh=True)
        make(session, "8a", "7b")
        session.leave()
    with writer(tmp_path, how) as stop, Store(tmp_path, patience=0.001) as store:
        assert [game.number for game in store.records("freecell").unfinished()] == [1]
        session = sit(store)
        assert session.board.words() == ["8a", "7b"]
        assert session.records.failure is None
        make(session, "5c")
        assert not session.whole
        stop()
        make(session, "6d")
        assert session.whole
        # Also with the second change after the claim is written.
        make(session, "Undo", "6d")
        assert saved_games(store, "freecell") == [Saved(1, ("8a", "7b", "5c", "6d"))]
        with Store(tmp_path) as another:
            assert [game.elsewhere for game in another.records("freecell").unfinished()] == [True]


def test_a_file_that_was_not_writable_is_opened_again(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        session = sit(store, 1, afresh=True)
        make(session, "8a")
        store._connection.execute("PRAGMA query_only = 1")
        make(session, "7b")
        assert not session.whole
        make(session, "5c")
        assert session.whole
        assert saved_games(store, "freecell") == [Saved(1, ("8a", "7b", "5c"))]
        connection = store._connection
        make(session, "Undo")
        assert store._connection is connection


def test_a_game_continued_by_two_processes_is_saved_twice(tmp_path: Path) -> None:
    """The processes could not mark the game as open, but no move is lost, and the two attempts count once."""
    with Store(tmp_path) as store:
        session = sit(store, 1, afresh=True)
        make(session, "8a", "7b")
        session.leave()
    with (
        writer(tmp_path, "IMMEDIATE") as stop,
        Store(tmp_path, patience=0.001) as one,
        Store(tmp_path, patience=0.001) as two,
    ):
        here = sit(one)
        there = sit(two)
        stop()
        make(here, "5c")
        make(there, "6d")
        make(there, "5c")
        make(here, "6d")
        assert saved_games(one, "freecell") == [
            Saved(1, ("8a", "7b", "5c", "6d")),
            Saved(1, ("8a", "7b", "6d", "5c")),
        ]
        assert len({begun.attempt for begun in one.collections(["freecell"])["freecell"].unfinished}) == 1
        assert (here.whole, there.whole) == (True, True)
        assert [len(store.opened) for store in (one, two)] == [1, 1]
        make(there, "Undo")
        make(here, "Undo", "Undo")
        assert saved_games(one, "freecell") == [Saved(1, ("8a", "7b")), Saved(1, ("8a", "7b", "6d"))]


# ---- damage to the file


@pytest.mark.parametrize("name", ["store", "1", "2"])
@pytest.mark.parametrize("garbage", [b"garbage " * 4096, b"\xa5", b"SQLite format 3\x00" + b"\xff" * 4080])
def test_garbage_in_a_lock_file_locks_nobody(tmp_path: Path, name: str, garbage: bytes) -> None:
    filled(tmp_path)
    (tmp_path / "locks").mkdir(exist_ok=True)
    (tmp_path / "locks" / name).write_bytes(garbage)
    with Store(tmp_path) as one:
        assert not one.is_running(2)
        with Store(tmp_path) as two:
            assert (one.holder, two.holder) == (1, 2)
            assert one.is_running(2)
            assert two.is_running(1)
            assert saved_games(two, "freecell") == [GAME]


# ---- damage to one game


@pytest.mark.parametrize(
    "damage",
    [
        *(f"UPDATE words SET word = {bad} WHERE place = 3" for bad in ("x'00ff'", "x'e9'", "CAST(x'e9' AS TEXT)")),
        *(f"UPDATE words SET word = {bad} WHERE place = 3" for bad in ("17.5", "''", "'7b 5c'", "'7\n'")),
        "DELETE FROM words WHERE place = 3",
    ],
)
def test_a_damaged_word_keeps_the_steps_before_it(tmp_path: Path, damage: str) -> None:
    with Store(tmp_path) as store:
        begin(store.records("freecell"), 1, ("8a", "7b", "5c", "6d"))
    sql(tmp_path, damage)
    with Store(tmp_path) as store:
        session = sit(store)
        assert (session.resume_error and session.resume_error.name, session.board.words()) == ("1", ["8a", "7b"])
        make(session, "5c")
        assert saved_games(store, "freecell")[0] == Saved(1, ("8a", "7b", "5c"))


@pytest.mark.parametrize(
    ("column", "value"),
    [
        *(
            (column, value)
            for column in ("number", "made", "home", "undos", "seconds")
            for value in ("x'00'", "'many'")
        ),
        *(("played", value) for value in ("'many'", f"{2**53}", f"-{2**53}")),
        *(("number", f"-{2**53}"), ("made", "-3"), ("at", "x'00'"), ("at", "9e999"), ("holder", "'../../x'")),
    ],
)
def test_a_damaged_game_is_skipped_and_stays_in_the_file(tmp_path: Path, column: str, value: str) -> None:
    filled(tmp_path)
    with Store(tmp_path) as store:
        key = begin(store.records("freecell"), 2)
    sql(tmp_path, f"UPDATE games SET {column} = {value} WHERE key = {key}")
    for named in (["freecell"], []):
        with Store(tmp_path) as store:
            assert (store.set_aside, list(store.left_out)) == (None, named)
            records = store.records("freecell")
            assert [game.number for game in records.unfinished()] == [7]
            assert len(store.collections(["freecell"])["freecell"].unfinished) == 1
            assert (store.count("freecell"), store.count("vierfrei")) == (3, 0)
            assert records.resume() is not None
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        assert connection.execute("SELECT word FROM words WHERE key = ?", (key,)).fetchone() == ("1a",)


@pytest.mark.parametrize(("column", "value"), [("number", "x'00'"), ("moves", "1.5"), ("ended", "9e999")])
def test_outcomes_with_an_invalid_value_are_skipped(tmp_path: Path, column: str, value: str) -> None:
    filled(tmp_path)
    insert = "INSERT INTO outcomes (game, number, outcome, moves) VALUES ('freecell', 3, 'won', 50)"
    sql(tmp_path, insert, f"UPDATE outcomes SET {column} = {value} WHERE number = 3", insert)
    with Store(tmp_path) as store:
        records = store.records("freecell")
        assert sorted(end.number for end in records.ended()) == [1, 3]
        assert (records.statistics().won, records.statistics().lost) == (1, 1)


# ---- stores that cannot be opened


_OUTCOMES = """CREATE VIEW outcomes AS
    WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids)
    SELECT id, 'freecell' AS game, 1 AS number, 'won' AS outcome, 1 AS moves, 1 AS undos, 1 AS ended FROM ids"""


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        (["PRAGMA user_version = 5"], "written by an earlier version of gemport (tables 5, 6 known)"),
        (["PRAGMA user_version = 7"], "written by a later version of gemport (tables 7, 6 known)"),
        (["DROP TABLE outcomes", _OUTCOMES], "contains what gemport did not create: view outcomes"),
        (
            ["CREATE TRIGGER theirs BEFORE INSERT ON preferences BEGIN DELETE FROM games; END"],
            "contains what gemport did not create: trigger theirs",
        ),
        (["CREATE INDEX theirs ON games (hex(game))"], "contains what gemport did not create: index theirs"),
    ],
    ids=("earlier", "later", "view", "trigger", "index"),
)
def test_a_store_that_gemport_did_not_write_is_refused(tmp_path: Path, statements: list[str], reason: str) -> None:
    filled(tmp_path)
    sql(tmp_path, *statements)
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(RecordsError) as caught:
        Store(tmp_path)
    assert str(caught.value) == f"{tmp_path / FILE_NAME}: {reason}"
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_damage_found_later_changes_no_file(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        records = store.records("freecell")
        save(records, GAME)
        damaged = b"spoilt " * 4096
        (tmp_path / FILE_NAME).write_bytes(damaged)
        count(records, 1, Outcome.WON)
        assert FILE_NAME in str(records.failure)
    assert (tmp_path / FILE_NAME).read_bytes() == damaged


def test_an_impossible_folder_is_named_and_leaves_nothing_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection to the substitute store in memory once stayed open until the program ended."""
    opened: list[sqlite3.Connection] = []

    def connected(*given: Any, **named: Any) -> sqlite3.Connection:
        opened.append(connect(*given, **named))
        return opened[-1]

    connect = sqlite3.connect
    monkeypatch.setattr("sqlite3.connect", connected)
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordsError, match="file"):
        Store(tmp_path / "file" / "folder")
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(RecordsError, match=FILE_NAME):
        Store(tmp_path)
    assert opened
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


def test_a_store_without_a_folder_writes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    damaged = tmp_path / "gemport-damaged-1.sqlite3"
    damaged.touch()
    with Store(None) as store:
        save(store.records("freecell"), GAME)
        assert (saved_games(store, "freecell"), store.damaged_files(), store.locks_work) == ([GAME], [], True)
    assert list(tmp_path.iterdir()) == [damaged]
