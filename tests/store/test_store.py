"""The store across starts: atomic changes, several simultaneous processes, and no silent overwriting."""

import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from gemport.store import locks
from gemport.store.collection import Progress
from gemport.store.locks import Locks
from gemport.store.sqlite import FILE_NAME, Store
from gemport.store.statistics import Outcome
from tests.games.sessions import Saved, begin, outcomes_in, saved_games
from tests.places import ROOT
from tests.store.filled import filled

"""Maximum number of statements that are independent of the number of games."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        yield opened


# ---- several processes


def test_a_claim_ends_with_its_process_despite_a_successor(tmp_path: Path) -> None:
    """Otherwise the killed process's game would seem to be open in its successor."""
    with Store(tmp_path) as killed:
        begin(killed.records("vierfrei"), 1)
        number = killed.holder
    with Store(tmp_path) as successor, Store(tmp_path) as third:
        assert successor.holder == number
        assert [game.elsewhere for game in third.records("vierfrei").unfinished()] == [False]
        assert third.records("vierfrei").resume() is not None
        assert successor.records("vierfrei").resume() is None


def test_starts_without_a_step_leave_nothing(tmp_path: Path) -> None:
    """The store once grew by a row and a lock file at each start."""

    def size() -> tuple[list[str], list[tuple[int]]]:
        files = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file())
        with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
            tables = ("games", "words", "outcomes", "preferences")
            return files, [connection.execute(f"SELECT count(*) FROM {table}").fetchone() for table in tables]

    filled(tmp_path)
    before = size()
    for _ in range(50):
        with Store(tmp_path) as store:
            assert store.holder == 1
            for game in ("vierfrei", "freecell", "grossfamilien"):
                kept = store.records(game).resume()
                assert (kept is not None) == (game == "freecell")
    assert size() == before
    with Store(tmp_path) as one, Store(tmp_path) as two:
        one.close()
        with Store(tmp_path) as three:
            assert (one.holder, two.holder, three.holder) == (1, 2, 1)


EVERY = dict.fromkeys(map(str, range(1, 101)), sqlite3.SQLITE_BUSY)


@pytest.mark.parametrize(
    ("codes", "number", "works"),
    [
        ({}, 1, True),
        ({"1": sqlite3.SQLITE_BUSY, "2": sqlite3.SQLITE_BUSY}, 3, True),
        (EVERY, 0, True),
        ({name: code for name, code in EVERY.items() if name != "100"}, 100, True),
        # A file that nobody else can have locked is reported as locked: locks do not work here.
        ({**EVERY, "test": sqlite3.SQLITE_BUSY}, 0, False),
        ({"1": sqlite3.SQLITE_CANTOPEN}, 0, True),
        ({"1": sqlite3.SQLITE_BUSY, "2": sqlite3.SQLITE_CANTOPEN}, 0, True),
    ],
)
def test_a_process_takes_the_lowest_free_number_if_locks_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, codes: dict[str, int], number: int, works: bool
) -> None:
    tried: list[str] = []
    opened: list[sqlite3.Connection] = []

    def exclusive(path: Path, _patience: float) -> sqlite3.Connection:
        tried.append(path.name.split("-")[0])
        if tried[-1] in codes:
            error = sqlite3.OperationalError()
            error.sqlite_errorcode = codes[tried[-1]]
            raise error
        opened.append(sqlite3.connect(":memory:"))
        return opened[-1]

    monkeypatch.setattr(locks, "_exclusive", exclusive)
    monkeypatch.setattr(locks, "is_locked", lambda path: path.name in ("3", "7"))
    taken = Locks(tmp_path)
    assert (taken.number, taken.work) == (number, works)
    with taken.guard("body", 0):
        assert (tried[-1] == "body") is works
    assert [taken.is_running(other) for other in (None, 0, 3, 7, 8)] == [
        False,
        False,
        works and number != 3,
        works,
        False,
    ]
    count = len(tried)
    taken.take_number()
    assert (len(tried) > count) is (works and not number)
    for connection in opened:
        connection.close()


def test_a_file_system_without_locks_saves_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(tmp_path) as store:
        assert (store.locks_work, store.holder) == (True, 1)

    def refuse(*_: object) -> sqlite3.Connection:
        error = sqlite3.OperationalError()
        error.sqlite_errorcode = sqlite3.SQLITE_BUSY
        raise error

    monkeypatch.setattr(locks, "_exclusive", refuse)
    for held in ([], [Saved(7, ("1a",))]):
        with Store(tmp_path) as store:
            assert (store.locks_work, store.holder, saved_games(store, "freecell")) == (False, 0, held)
            begin(store.records("freecell"), 7)
    assert [path.name for path in (tmp_path / "locks").iterdir()] == ["1"]


def test_checking_a_lock_does_not_hold_it(tmp_path: Path) -> None:
    """Two processes may check at the same time whether a third one is still running."""
    filled(tmp_path)
    with Store(tmp_path) as one, Store(tmp_path) as two, Store(tmp_path) as three:
        gone = three.holder
        three.close()
        with closing(sqlite3.connect(tmp_path / "locks" / str(gone), timeout=0, isolation_level=None)) as looker:
            looker.execute("BEGIN")
            looker.execute("SELECT count(*) FROM sqlite_schema")
            assert not one.is_running(gone)
        assert one.is_running(two.holder)
        assert not one.is_running(one.holder)
        assert not one.is_running(99)


_COUNT = """
import sys
from pathlib import Path
from gemport.store.collection import Progress, Unfinished
from gemport.store.statistics import Outcome
from gemport.store.sqlite import Store
with Store(Path(sys.argv[1])) as store:
    records = store.records("freecell")
    for i in range(20):
        key = records.start(Unfinished(i, (), Progress(0), False))
        records.step(key, "1a", Progress(1))
        records.count(i, Outcome.WON if sys.argv[2] == "won" else Outcome.LOST, Progress(1), key)
        records.change_setting("messages", i % 2 == 0)
        store.back_up()
        if i < 19:
            records.delete(key)
"""


def test_five_processes_at_once_lose_nothing(tmp_path: Path) -> None:
    """The processes also make backups, and none of them is damaged."""
    ends = ["won", "lost", "won", "lost", "won"]
    commands = [[sys.executable, "-c", _COUNT, str(tmp_path), outcome] for outcome in ends]
    processes = [subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) for command in commands]
    assert [process.communicate()[1] for process in processes] == [""] * 5
    with Store(tmp_path) as store:
        statistics = store.records("freecell").statistics()
        assert (statistics.won, statistics.lost) == (60, 40)
        assert saved_games(store, "freecell") == [Saved(19, ("1a",), counted=True)] * 5
        counted = Counter(outcomes_in(store, "freecell"))
        assert counted == {(number, Outcome(end)): ends.count(end) for number in range(20) for end in ends}
    backups = list(tmp_path.glob("gemport-backup-*"))
    assert 1 <= len(backups) <= 3
    for path in backups:
        with closing(sqlite3.connect(path)) as backup:
            assert backup.execute("PRAGMA integrity_check").fetchone() == ("ok",)


_TAKE = """
import sys
from pathlib import Path
from gemport.store.sqlite import Store
with Store(Path(sys.argv[1])) as store:
    kept = store.records("freecell").resume()
    print(None if kept is None else kept.number, flush=True)
    sys.stdin.read()
"""


def test_a_process_claims_a_game_until_it_is_killed(tmp_path: Path, store: Store) -> None:
    filled(tmp_path)
    records = store.records("freecell")
    command = [sys.executable, "-c", _TAKE, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "7\n"
        assert [game.elsewhere for game in records.unfinished()] == [True]
        assert records.resume() is None
        process.kill()
        process.wait()
        assert [game.elsewhere for game in records.unfinished()] == [False]
        assert records.resume() is not None


def test_a_deleted_game_leaves_no_words(store: Store) -> None:
    records = store.records("vierfrei")
    records.delete(begin(records, 7, ["1a", "2b"]))
    with store.reading() as connection:
        assert connection.execute("SELECT count(*) FROM words").fetchone() == (0,)


# ---- the cost of changes


@contextmanager
def work(store: Store, costs: list[tuple[int, int]]) -> Iterator[None]:
    """Record the number of statements in the body and of changed rows; neither depends on the machine."""
    with store.reading() as connection:
        statements: list[str] = []
        before = connection.total_changes
        connection.set_trace_callback(statements.append)
        yield
        connection.set_trace_callback(None)
        costs.append((len(statements), connection.total_changes - before))


def costs_of_changes(store: Store, length: int) -> list[tuple[int, int]]:
    """Return the costs of a step, Undo, Redo and leaving in a game with ``length`` steps."""
    records = store.records("vierfrei")
    key = begin(records, 7, ["1a"] * length)
    costs: list[tuple[int, int]] = []
    steps: list[tuple[str | None, int]] = [("2b", length + 1), (None, length), (None, length + 1)]
    for word, made in steps:
        with work(store, costs):
            records.step(key, word, Progress(made))
    with work(store, costs):
        records.claims.close(key)
    return costs


def test_the_cost_of_a_change_ignores_the_length_of_the_game(store: Store) -> None:
    costs = costs_of_changes(store, 1)
    assert costs_of_changes(store, 1000) == costs
    assert max(rows for _, rows in costs) <= 2


def test_a_step_scans_no_table(store: Store) -> None:
    with store.reading() as connection:
        statements: list[str] = []
        records = store.records("vierfrei")
        key = begin(records, 7, ["1a"] * 5)
        connection.set_trace_callback(statements.append)
        records.step(key, "2b", Progress(6))
        records.step(key, None, Progress(5))
        connection.set_trace_callback(None)
        made = [statement for statement in statements if not statement.startswith(("BEGIN", "COMMIT"))]
        plans = [plan[-1] for statement in made for plan in connection.execute(f"EXPLAIN QUERY PLAN {statement}")]
    assert len(plans) >= 3
    # max() of an index only reads its last entry, although SQLite calls that a search without a term.
    assert [plan for plan in plans if plan.startswith("SCAN") and "CONSTANT" not in plan] == []
