"""Backups of the store, and recovering a damaged store from its backup and from its readable rows."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import count as numbers
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from gemport.store.collection import Collection, Progress, Unfinished
from gemport.store.records import Recovered
from gemport.store.sqlite import FILE_NAME, Store
from gemport.store.statistics import Ended, Outcome
from tests.games.freecell.lines import WINS
from tests.games.sessions import Saved, begin, make, outcomes_in, save, saved_games
from tests.store.filled import GAME, count, filled, sit, sql, writer

WON, LOST = Outcome.WON, Outcome.LOST
PAGE = 4096


def backups(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("gemport-backup-*"))


def spoil(folder: Path) -> None:
    (folder / FILE_NAME).write_bytes(b"spoilt " * 1000)


def selected(path: Path, query: str) -> list[tuple[object, ...]]:
    """Return the rows that a query selects from a backup."""
    with closing(sqlite3.connect(path)) as backup:
        return backup.execute(query).fetchall()


# ---- making backups


def test_ends_of_games_and_of_the_program_make_three_backups(tmp_path: Path) -> None:
    clock = numbers(1_000)
    store = Store(tmp_path, lambda: float(next(clock)))
    session = sit(store, 1)
    words = WINS[1].split()
    make(session, *words[:-1])
    assert backups(tmp_path) == []
    make(session, words[-1])
    assert backups(tmp_path) == ["gemport-backup-1.sqlite3"]
    first = tmp_path / "gemport-backup-1.sqlite3"
    assert selected(first, "SELECT outcome, (SELECT count(*) FROM games) FROM outcomes") == [("won", 0)]
    session.leave()
    store.close()
    # No change, therefore no new backup.
    assert len(backups(tmp_path)) == 1
    for number in range(2, 6):
        with Store(tmp_path) as store:
            begin(store.records("freecell"), number)
    assert backups(tmp_path) == [f"gemport-backup-{number}.sqlite3" for number in (1, 2, 3)]
    for number, kept in ((1, 4), (2, 3), (3, 2)):
        found = selected(tmp_path / f"gemport-backup-{number}.sqlite3", "SELECT count(*) FROM games")
        assert found == [(kept,)]


def test_forfeiting_makes_a_backup(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        session = sit(store, 1)
        make(session, "8a")
        session.forfeit()
        assert backups(tmp_path) == ["gemport-backup-1.sqlite3"]


@pytest.mark.parametrize("how", ["EXCLUSIVE", "IMMEDIATE"])
def test_a_backup_does_not_wait_for_a_writer(tmp_path: Path, how: str) -> None:
    """Without a limit SQLite would try again forever."""
    store = Store(tmp_path, patience=0.01)
    begin(store.records("freecell"), 1)
    with writer(tmp_path, how) as stop:
        store.back_up()
        stop()
    store.close()
    assert backups(tmp_path) == ["gemport-backup-1.sqlite3"]


def test_an_unfinished_backup_is_replaced(tmp_path: Path) -> None:
    filled(tmp_path)
    for name in ("gemport-backup-new.sqlite3", "gemport-backup-new.sqlite3-journal"):
        (tmp_path / name).write_bytes(b"half a page")
    filled(tmp_path)
    assert backups(tmp_path) == ["gemport-backup-1.sqlite3", "gemport-backup-2.sqlite3"]


def test_damage_during_play_leaves_earlier_backups_alone(tmp_path: Path) -> None:
    filled(tmp_path)
    with Store(tmp_path) as store:
        spoil_row(tmp_path / FILE_NAME)
        # A change by another connection makes this process read the file again.
        sql(tmp_path, "INSERT INTO preferences VALUES ('by', 'another')")
        begin(store.records("vierfrei"), 1)
        store.back_up()
        begin(store.records("grossfamilien"), 1)
    # The last backup is damaged like the file, but the previous backup is from an earlier start.
    assert backups(tmp_path) == ["gemport-backup-1.sqlite3", "gemport-backup-2.sqlite3"]
    with Store(tmp_path) as store:
        # The newly started game is read from the damaged file.
        assert (store.set_aside, store.recovered) == ("gemport-damaged-1.sqlite3", Recovered(1, 3, 0.0))
        assert saved_games(store, "vierfrei") == [Saved(1, ("1a",))]
        assert outcomes_in(store, "freecell") == [(1, LOST)]


# ---- damaged files


Damage: TypeAlias = Callable[[Path], object]


def overwritten(start: int, data: bytes) -> Damage:
    def damage(path: Path) -> None:
        before = path.read_bytes()
        path.write_bytes(before[:start] + data + before[start + len(data) :])

    return damage


def replaced(old: bytes, new: bytes) -> Damage:
    return lambda path: path.write_bytes(path.read_bytes().replace(old, new))


def changed(statements: str) -> Damage:
    def damage(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(statements)

    return damage


def spoil_pages(path: Path) -> None:
    overwritten(PAGE, b"\xa5" * (path.stat().st_size - PAGE))(path)


def another_programs(path: Path) -> None:
    path.unlink()
    changed("CREATE TABLE addresses (name TEXT)")(path)


def spoil_row(path: Path) -> None:
    overwritten(path.read_bytes().rindex(b"lost"), b"lust")(path)


spoil_version = overwritten(60, b"\x80")
NOTHING, BOTH = Recovered(), Recovered(1, 1)
DAMAGES = {
    "header": (overwritten(0, b"hello, I am a text"), NOTHING),
    # The first page contains the header, the schema and the list of free pages.
    "first page": (overwritten(0, bytes(PAGE)), NOTHING),
    "pages": (spoil_pages, NOTHING),
    "another program's": (another_programs, NOTHING),
    "version": (spoil_version, BOTH),
    "without a table": (changed("DROP TABLE preferences"), BOTH),
    # A row that cannot be read must not replace the backup's.
    "outcome": (changed("UPDATE outcomes SET moves = 'x'; DROP TABLE preferences"), Recovered(0, 1)),
    "without the words": (changed("DROP TABLE words"), BOTH),
    # With this constraint no outcome could ever be added again.
    "another check": (replaced(b"('won', 'lost', 'solved')", b"('wan', 'last', 'salved')"), BOTH),
    "row": (spoil_row, Recovered(0, 1)),
    "missing column": (changed("ALTER TABLE games DROP COLUMN undos"), Recovered(1, 0)),
    # The table's name is not valid text, so the sqlite3 module cannot even report the error.
    "name": (replaced(b"tablepreferencespreferences", b"tablepr\xe9ferencespr\xe9ferences"), NOTHING),
}
"""Kinds of damage, and the data that remain readable without a backup."""


@pytest.mark.parametrize(("damage", "read"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_store_is_renamed_and_its_backup_restored(tmp_path: Path, damage: Damage, read: Recovered) -> None:
    for number, backed_up in ((1, False), (2, True)):
        name = f"gemport-damaged-{number}.sqlite3"
        (tmp_path / FILE_NAME).unlink(missing_ok=True)
        filled(tmp_path)
        if not backed_up:
            for backup in backups(tmp_path):
                (tmp_path / backup).unlink()
        good = (tmp_path / FILE_NAME).read_bytes()
        damage(tmp_path / FILE_NAME)
        damaged = (tmp_path / FILE_NAME).read_bytes()
        assert damaged != good
        # An interrupted start may have left this.
        (tmp_path / "gemport-new.sqlite3").write_bytes(b"unfinished")
        with Store(tmp_path) as store:
            recovered = Recovered(1, 1, 0.0) if backed_up else read
            assert (store.set_aside, store.recovered) == (name, recovered)
            records = store.records("freecell")
            assert (records.statistics().lost, len(records.unfinished())) == recovered[:2]
            make(sit(store, 1, afresh=True), "8a")
            assert [path.name for path in store.damaged_files()][number - 1 :] == [name]
        assert (tmp_path / name).read_bytes() == damaged
        with Store(tmp_path) as store:
            assert (store.set_aside, store.recovered) == (None, None)
            records = store.records("freecell")
            if backed_up:
                assert saved_games(store, "freecell")[1:] == [GAME]
                assert not records.setting("messages", True)
            count(records, 1, WON)
        assert list(tmp_path.glob("gemport-new*")) == []


def test_rows_newer_than_the_backup_come_from_the_damaged_file(tmp_path: Path) -> None:
    """A continued game is not duplicated, but a forfeited game is unfinished again."""
    with Store(tmp_path, lambda: 1000.0) as store:
        records = store.records("freecell")
        played, given_up = begin(records, 7, ("1a", "2b", "3c")), begin(records, 8)
        records.change_setting("messages", True)
    with Store(tmp_path) as store:
        records = store.records("freecell")
        records.change_setting("messages", False)
        records.step(played, "4d", Progress(2, undos=2))
        records.delete(given_up)
        count(records, 8, LOST)
        save(records, Saved(9, ("5a",)))
        (tmp_path / "gemport-backup-1.sqlite3").rename(tmp_path / "kept")
    (tmp_path / "kept").replace(tmp_path / "gemport-backup-1.sqlite3")
    spoil_version(tmp_path / FILE_NAME)
    with Store(tmp_path) as store:
        assert store.recovered == Recovered(1, 3, 1000.0)
        records = store.records("freecell")
        assert saved_games(store, "freecell") == [Saved(9, ("5a",)), Saved(7, ("1a", "4d")), Saved(8, ("1a",))]
        assert not records.setting("messages", True)
        assert outcomes_in(store, "freecell") == [(8, LOST)]
        assert begin(records, 10) > given_up + 1


def fill(folder: Path) -> Collection:
    """Create a store with several pages per table."""
    ended = [Ended(number, WON, 50, 2, 60, float(number)) for number in range(1, 600)]
    begun = [Unfinished(number, ("1a", "26x3") * 20, Progress(40), False, 5.0, number) for number in range(1, 60)]
    with Store(folder) as store:
        store.add({"freecell": Collection(ended, begun)})
    return Collection(ended, begun)


@pytest.mark.parametrize("seed", range(4))
def test_a_page_of_zeros_loses_little_and_nothing_with_a_backup(tmp_path: Path, seed: int) -> None:
    """Rows before the damage are read forwards from the first row, rows after it backwards from the last."""
    there = fill(tmp_path)
    data = bytearray((tmp_path / FILE_NAME).read_bytes())
    start = PAGE * Random(seed).randrange(2, len(data) // PAGE)
    data[start : start + PAGE] = bytes(PAGE)
    for folder in (tmp_path, tmp_path / "without"):
        folder.mkdir(exist_ok=True)
        (folder / FILE_NAME).write_bytes(data)
        with Store(folder) as store:
            assert store.set_aside is not None
            kept = store.collections(["freecell"])["freecell"]
            games, games_there = ({game[:5] for game in found.unfinished} for found in (kept, there))
            if folder == tmp_path:
                assert (list(kept.ended), games) == (there.ended, games_there)
            else:
                assert len(kept.ended) > 0.7 * len(there.ended)
                assert set(kept.ended) <= set(there.ended)
                assert {number for number, *_ in games} <= {number for number, *_ in games_there}


def test_a_damaged_read_only_store_is_read_from_its_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(tmp_path)
    spoil(tmp_path)

    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("shutil.copy2", refuse)
    with Store(tmp_path) as store:
        assert (store.set_aside, store.recovered) == (None, Recovered(1, 1, 0.0))
        assert saved_games(store, "freecell") == [GAME]
    assert (tmp_path / FILE_NAME).read_bytes() == b"spoilt " * 1000
