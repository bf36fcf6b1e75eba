"""Records behave the same on every backend: SQLite and the texts of a browser."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gemport.cards.challenge import challenge_number
from gemport.store.collection import Collection, Progress, Unfinished, news
from gemport.store.logbook import LogEntry
from gemport.store.records import Backend, Records, Recovered, universal
from gemport.store.rows import RecordsError
from gemport.store.sqlite import FILE_NAME, Store
from gemport.store.statistics import Best, Ended, Help, Outcome, Statistics, summarize
from gemport.store.texts import TextStore
from tests.games.sessions import Saved, begin, save, tally
from tests.store.filled import GAME, count

GAMES = "freecell", "vierfrei"
HELPS = None, *Help
NUMBERS = -1, 1, 2, challenge_number(1, 2), challenge_number(3, 0)


class Texts(dict[str, str]):
    """A browser storage that holds only ``room`` more texts."""

    room = 1000

    def __setitem__(self, name: str, text: str) -> None:
        self.room -= 1
        if self.room < 0:
            raise OSError("exceeded the quota")
        super().__setitem__(name, text)


class Place:
    """A storage that can be reopened like at a new start of the program, and filled up like a full disk."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.texts = Texts()
        self.now = 1000.0
        self.backend: Backend | None = None

    def start(self) -> Backend:
        """Start the program again, with no game open."""
        self.end()
        if self.folder is None:
            self.backend = TextStore(self.texts, lambda: self.now)
        else:
            self.backend = Store(self.folder, lambda: self.now)
        return self.backend

    def twice(self) -> Iterator[Backend]:
        """Yield the backend now and after the next start."""
        assert self.backend is not None
        yield self.backend
        yield self.start()

    def end(self) -> None:
        if isinstance(self.backend, Store):
            self.backend.close()

    def fill(self) -> None:
        """Fill the storage so that the second write of a change fails."""
        self.texts.room = 1
        self._sql("CREATE TRIGGER full_{0}_{1} BEFORE {1} ON {0} BEGIN SELECT RAISE(ABORT, 'exceeded the quota'); END")

    def empty(self) -> None:
        self.texts.room = 1000
        self._sql("DROP TRIGGER full_{0}_{1}")

    def _sql(self, statement: str) -> None:
        if self.folder is not None:
            with closing(sqlite3.connect(self.folder / FILE_NAME, isolation_level=None)) as connection:
                for table, act in (("games", "UPDATE"), ("games", "INSERT"), ("preferences", "INSERT")):
                    connection.execute(statement.format(table, act))


@pytest.fixture(params=["sqlite", "texts"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    there = Place(tmp_path if request.param == "sqlite" else None)
    there.start()
    yield there
    there.end()


@pytest.fixture
def backend(place: Place) -> Backend:
    assert place.backend is not None
    return place.backend


@pytest.fixture
def records(backend: Backend) -> Records:
    return backend.records("freecell")


def kept(backend: Backend, game: str = "freecell") -> list[Saved]:
    """Return the unfinished games, last played first."""
    begun = backend.collections([game])[game].unfinished
    return [Saved(one.number, one.words[: one.progress.made], one.counted) for one in begun]


def resumed(records: Records, number: int | None = None) -> Unfinished:
    game = records.resume(number)
    assert game is not None
    return game


# ---- statistics


@pytest.mark.parametrize(
    ("games", "statistics", "percentage"),
    [
        ("", Statistics(), 0),
        ("W", Statistics(1, 0, 1, 1, 0), 100),
        ("L", Statistics(0, 1, -1, 0, 1), 0),
        ("WWLWWWLL", Statistics(5, 3, -2, 3, 2), 62),
        ("LLLLWL", Statistics(1, 5, -1, 1, 4), 16),
        ("W" * 199 + "L", Statistics(199, 1, -1, 199, 1), 99),
        # A game that the program has solved is ignored.
        ("WsWsLs", Statistics(2, 1, -1, 2, 1, solved=3), 66),
        # A win with help ends a losing streak, but does not extend a winning streak.
        ("WhWLLh", Statistics(4, 2, 0, 2, 2, helped=2), 66),
        ("W?LhL", Statistics(3, 2, -1, 2, 1, helped=1, unknown=1), 60),
    ],
)
def test_statistics(games: str, statistics: Statistics, percentage: int) -> None:
    kinds = {
        **{"W": (Outcome.WON, Help.NONE), "h": (Outcome.WON, Help.HELPED), "?": (Outcome.WON, None)},
        **{"L": (Outcome.LOST, Help.HELPED), "s": (Outcome.SOLVED, Help.SOLVED)},
    }
    ended = [Ended(1, outcome, help=help_) for outcome, help_ in map(kinds.__getitem__, games)]
    assert summarize(ended) == statistics
    assert (statistics.percentage, statistics.unaided) == (percentage, games.count("W"))


def test_the_best_win_is_unaided_and_has_the_fewest_moves(backend: Backend, records: Records) -> None:
    for number, outcome, progress, help_ in (
        (1, Outcome.WON, Progress(60, 52, 3, 400), Help.NONE),
        (1, Outcome.WON, Progress(55, 52, 9, 500), None),
        (1, Outcome.WON, Progress(55, 52, 0, 300), Help.NONE),
        (1, Outcome.WON, Progress(50), Help.HELPED),
        (1, Outcome.LOST, Progress(3, 0, 0, 5), Help.NONE),
        (2, Outcome.LOST, Progress(4), Help.NONE),
    ):
        records.count(number, outcome, progress, 0, help_)
    backend.records("vierfrei").count(1, Outcome.WON, Progress(50), 0)
    assert records.best(1) == Best(55, 9, 500)
    assert records.best(2) is None
    statistics = records.statistics()
    assert (statistics.average, statistics.average_seconds, statistics.best) == (55, 300, 55)
    assert [(end.number, end.moves, end.seconds) for end in records.ended()][:2] == [(1, 60, 400), (1, 55, 500)]


def test_times_of_all_ages_have_dates_if_there_are_any() -> None:
    assert universal(86_399.5) == datetime(1970, 1, 1, 23, 59, 59, 500_000, UTC)
    assert [universal(seconds) for seconds in (1e15, -1e15)] == [None, None]


# ---- saved data


def test_records_of_different_games_are_separate(backend: Backend, records: Records) -> None:
    other = backend.records("grossfamilien")
    count(records, 1, Outcome.WON)
    save(records, GAME)
    records.change_setting("messages", False)
    count(other, 1, Outcome.LOST)
    assert tally(records) == Statistics(won=1, streak=1, longest_won=1)
    assert not records.lost_before(1)
    assert (other.resume(), other.unfinished(), other.setting("messages", True)) == (None, [], True)
    other.clear()
    assert (tally(other), records.statistics().won) == (Statistics(), 1)


def test_solutions_and_the_cells_of_deals_are_saved(place: Place, records: Records) -> None:
    assert (records.solution(), records.store.least_cells("freecell")) == (None, {})
    records.save_solution([7, "1a"])
    records.save_solution([8, "2b"])
    for deal, cells in ((7, 2), (-2, 0), (7, 4)):
        records.store.save_least_cells("freecell", deal, cells)
    for backend in place.twice():
        found = [(backend.records(game).solution(), backend.least_cells(game)) for game in GAMES]
        assert found == [([8, "2b"], {7: 4, -2: 0}), (None, {})]
    backend.set("least_cells.freecell", {"--5": 1, "²": 1, "617": "many", "8": 5, "9": -1, "7": 2})
    backend.set("least_cells.vierfrei", [7])
    assert [backend.least_cells(game) for game in GAMES] == [{7: 2}, {}]


def test_a_snapshot_is_restored_with_an_open_game(records: Records) -> None:
    there = TextStore({}, lambda: 5.0).records("freecell")
    count(there, 1, Outcome.LOST)
    there.change_setting("messages", False)
    there.store.records("vierfrei").change_setting("messages", True)
    begin(there, 9)
    snapshot = there.snapshot()
    assert snapshot == Collection(there.ended(), settings={"messages": False})
    begin(records, 3)
    records.restore(snapshot, Unfinished(7, ("1a", "2b"), Progress(1, 2, 3, 4), True, attempt=1))
    assert records.snapshot() == snapshot
    game = records.unfinished()[0]
    assert (game.number, game.attempt, game.progress, game.counted) == (7, game.key, (1, 2, 3, 4), True)
    assert not game.elsewhere
    assert resumed(records.store.records("freecell")) == game._replace(words=("1a", "2b"))
    records.restore(Collection(), None)
    assert len(records.unfinished()) == 2


def test_records_of_another_store_are_added_once(place: Place, records: Records) -> None:
    there = TextStore({}, lambda: 5.0)
    begin(there.records("freecell"), 3, ("1a", "2b"), Progress(2, 1, 0, 5), counted=True)
    begin(there.records("freecell"), 3, ("2b",), attempt_of=1)
    there.records("vierfrei").count(2, Outcome.WON, Progress(40, 52, 1, 99), 0)
    there.change_log("freecell", [LogEntry(5, "there"), LogEntry(6)])
    collections = there.collections(GAMES)
    begin(records, 1, ["7h"])
    records.store.change_log("freecell", [LogEntry(5, "here")])
    added = records.store.add(collections)
    lengths = [(len(more.ended), len(more.unfinished), len(more.log)) for more in added.values()]
    assert lengths == [(0, 2, 1), (1, 0, 0)]
    backend = place.start()
    games = backend.records("freecell").unfinished()
    assert [game.number for game in games] == [1, 3, 3]
    assert games[0].attempt != games[1].attempt == games[2].attempt
    assert backend.records("vierfrei").ended() == collections["vierfrei"].ended
    assert backend.log("freecell") == [LogEntry(5, "here"), LogEntry(6)]
    assert all(more == Collection([], [], log=[]) for more in backend.add(collections).values())


@pytest.mark.parametrize(
    ("here", "there", "added"), [("1a 2b", "1a", 0), ("1a", "1a", 0), ("1a", "1a 2b", 1), ("1a", "2b", 1)]
)
def test_an_earlier_state_of_a_game_is_not_added(here: str, there: str, added: int) -> None:
    def begun(words: str) -> Collection:
        steps = tuple(words.split())
        return Collection((), (Unfinished(7, steps, Progress(len(steps)), False),))

    assert len(news(begun(here), begun(there)).unfinished) == added


# ---- several Records of one game


def test_an_open_game_is_elsewhere_until_it_is_released(backend: Backend, records: Records) -> None:
    other = backend.records("freecell")
    first, second = begin(records, 1), begin(records, 2)
    for one, elsewhere in ((records, False), (other, True)):
        assert [game.elsewhere for game in one.unfinished()] == [elsewhere] * 2
        assert (one.resume() is None) is elsewhere
    records.claims.release()
    assert [game.elsewhere for game in other.unfinished()] == [False, False]
    assert resumed(other).key == second
    other.claims.close(second)
    other.delete(first)
    assert [game.elsewhere for game in records.unfinished()] == [False]


def test_a_dealt_game_is_elsewhere_until_it_is_released(backend: Backend) -> None:
    claims, other = backend.records("freecell").claims, backend.records("freecell").claims
    for number, has_dealt in ((4, True), (None, False), (5, True)):
        claims.put_on_table(number)
        assert (claims.has_dealt, other.left_on_table(), claims.is_on_table_elsewhere(5)) == (has_dealt, None, False)
    assert (other.left_on_table(), other.is_on_table_elsewhere(5), other.is_on_table_elsewhere(6)) == (
        None,
        True,
        False,
    )
    third = backend.records("freecell").claims
    third.put_on_table(6)
    claims.release()
    assert (other.left_on_table(), other.is_on_table_elsewhere(5)) == (None, False), "the latest is elsewhere"
    third.release()
    assert (other.left_on_table(), other.is_on_table_elsewhere(6)) == (6, False)
    other.put_on_table(None)
    assert claims.left_on_table() is None


def test_games_of_a_won_number_wait_until_played_again(records: Records) -> None:
    for number in (1, 2):
        save(records, Saved(number, ("1a",)))
    records.let_wait(2)
    first = records.resume(waiting=False)
    assert first is not None
    assert first.number == 1
    records.let_wait(1)
    assert records.resume(waiting=False) is None
    second = resumed(records, 2)
    records.step(second.key, "2b", Progress(2))
    records.claims.release()
    again = records.resume(waiting=False)
    assert again is not None
    assert again.number == 2


# ---- failures


@pytest.mark.parametrize("act", ["step", "start", "rewrite", "count"])
def test_a_change_is_atomic(place: Place, records: Records, act: str) -> None:
    """Each change writes twice: words and a game, a game and the last key, or an outcome and a game."""
    key = begin(records, 8)
    acts: dict[str, Callable[[], object]] = {
        "step": lambda: records.step(key, "3b", Progress(2)),
        "start": lambda: records.start(Unfinished(9, ("1a",), Progress(1), False)),
        "rewrite": lambda: records.rewrite(Unfinished(8, ("3b",), Progress(1), False, key=key)),
        "count": lambda: records.count(8, Outcome.WON, Progress(3), key),
    }
    place.fill()
    if place.folder is None and act in ("step", "rewrite"):
        # In texts these changes write only once.
        place.texts.room = 0
    assert not acts[act]()
    assert "exceeded the quota" in str(records.failure)
    place.empty()
    for backend in place.twice():
        assert kept(backend) == [Saved(8, ("1a",))]
        assert tally(backend.records("freecell")) == Statistics()


def test_queued_changes_are_written_in_order_later(place: Place, records: Records) -> None:
    key = begin(records, 7)
    place.fill()
    place.texts.room = 0
    records.change_setting("messages", True)
    records.change_setting("messages", False)
    assert not records.count(7, Outcome.LOST, Progress(1), key)
    assert not records.note_help(key, Help.HELPED)
    records.delete(key)
    assert not records.settle()
    assert (records.setting("messages", True), len(records.unfinished()), records.ended()) == (True, 1, [])
    place.empty()
    assert records.settle()
    assert records.store.opened == {}
    assert not records.setting("messages", True)
    assert (records.unfinished(), records.statistics().lost) == ([], 1)
    assert "exceeded the quota" in str(records.failure)


def test_a_deleted_open_game_becomes_another_attempt(backend: Backend, records: Records) -> None:
    """The steps were once added to a deleted game and lost."""
    key = begin(records, 7)
    other = backend.records("freecell")
    other.delete(key)
    assert not records.step(key, "2b", Progress(2))
    again = records.rewrite(Unfinished(7, ("1a", "2b"), Progress(2), False, help=Help.HELPED, key=key))
    assert again not in (None, key)
    assert [*records.store.opened] == [again]
    assert [game.help for game in records.unfinished()] == [Help.HELPED]
    assert kept(backend) == [Saved(7, ("1a", "2b"))]


def test_unreadable_records_count_as_empty(tmp_path: Path) -> None:
    """Only SQLite can fail here: texts are read once, at start."""
    backend = Store(tmp_path)
    records = backend.records("freecell")
    backend.close()
    assert (records.setting("messages", True), records.resume(), records.unfinished()) == (True, None, [])
    assert (tally(records), records.best(1), records.lost_before(1)) == (Statistics(), None, False)
    assert records.start(Unfinished(1, (), Progress(0), False)) is None
    assert not records.step(1, None, Progress(0))
    assert not records.save_time(1, Progress(0, seconds=5))
    assert not records.quarantine(1, "nothing")
    records.claims.close(1)
    records.claims.put_on_table(1)
    assert (records.claims.left_on_table(), records.claims.is_on_table_elsewhere(1)) == (None, False)
    assert (records.log(), records.solution(), records.next_listed(1)) == ((), None, None)
    records.clear()
    assert "closed" in str(records.failure)
    assert "\n" not in str(records.failure)
    calls = records.snapshot, lambda: backend.collections(["freecell"]), lambda: backend.get("a")
    for call in (*calls, lambda: backend.set("a", "one")):
        with pytest.raises(RecordsError, match="closed"):
            call()


# ---- texts only


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gemport.game.1", "{"),
        ("gemport.game.one", "{}"),
        ("gemport.game.2", '{"game": "freecell"}'),
        ("gemport.outcomes.freecell", '[{"number": 1, "outcome": "drawn"}]'),
        ("gemport.preferences", "[]"),
        ("gemport.last", "{}"),
    ],
)
def test_a_damaged_text_is_renamed(name: str, text: str) -> None:
    texts = {name: text, "theirs": "{"}
    store = TextStore(texts)
    assert store.set_aside is not None
    assert texts == {store.set_aside: text, "theirs": "{"}
    again = TextStore(texts)
    assert (store.recovered, again.set_aside, again.recovered) == (Recovered(), None, None)


def test_a_move_writes_one_text() -> None:
    texts: dict[str, str] = {}
    records = TextStore(texts).records("freecell")
    keys = [begin(records, number) for number in range(5)]
    before = dict(texts)
    records.step(keys[2], "2b", Progress(2))
    assert {name for name in texts if texts[name] != before.get(name)} == {f"gemport.game.{keys[2]}"}


# ---- both backends compared


class Both:
    """The same records in both kinds of store; each action must have the same result in both."""

    def __init__(self, folder: Path) -> None:
        self._places = Place(None), Place(folder)
        self.start()

    def wait(self, seconds: float) -> None:
        for place in self._places:
            place.now += seconds

    def start(self) -> None:
        """Start the program again, with no game open."""
        self.stores = [place.start() for place in self._places]
        self.pairs = [[store.records(game) for store in self.stores] for game in (*GAMES, *GAMES)]

    def end(self) -> None:
        for place in self._places:
            place.end()

    def done(self, pair: int, act: str, *values: object) -> Any:
        """Call a method of both Records, compare the results and return one of them."""
        given, other = (getattr(records, act)(*values) for records in self.pairs[pair])
        assert given == other
        return given

    def compare(self) -> None:
        for pair in range(len(self.pairs)):
            for look in ("unfinished", "ended"):
                self.done(pair, look)
            for cells in range(5):
                self.done(pair, "statistics", cells)
            for number in NUMBERS:
                self.done(pair, "best", number)
                self.done(pair, "lost_before", number)
            for name in "ab":
                self.done(pair, "setting", name, True)
        one, other = (store.collections(GAMES) for store in self.stores)
        assert one == other

    def words_of(self, key: int) -> int:
        (text,) = (text for name, text in self._places[0].texts.items() if name == f"gemport.game.{key}")
        return len(json.loads(text)["words"].split())


@pytest.mark.parametrize("seed", range(12))
def test_both_stores_save_the_same_after_any_changes(tmp_path: Path, seed: int) -> None:
    chance = Random(seed)
    both = Both(tmp_path)
    open_games: dict[int, list[int]] = {pair: [] for pair in range(4)}
    for _ in range(120):
        both.wait(chance.choice([0.0, 1.5]))
        pair, number = chance.randrange(4), chance.choice(NUMBERS)
        keys = open_games[pair]
        progress = Progress(chance.randint(1, 3), chance.randrange(4), 2, chance.randrange(9))
        words = ("1a", "2b", "3c")
        act = chance.choice(
            ["start", "start", "step", "move", "rewrite", "close", "delete", "count", "take", "set", "help", "time"]
        )
        if act == "start":
            first = chance.choice([0, *keys])
            begun = Unfinished(number, words, progress, False, attempt=first, help=chance.choice(HELPS))
            keys.append(both.done(pair, "start", begun))
        elif act == "take":
            game = both.done(pair, "resume", number)
            if game is not None and game.key not in keys:
                keys.append(game.key)
        elif act == "set":
            both.done(pair, "change_setting", "ab"[number % 2], number > 1)
        elif act == "count":
            outcome = chance.choice(list(Outcome))
            of = chance.choice([0, *keys])
            both.done(pair, "count", number, outcome, progress, of, chance.choice(HELPS))
        elif act == "help":
            both.done(pair, "note_help", chance.choice([0, *keys]), chance.choice([Help.HELPED, Help.SOLVED]))
        elif keys:
            key = chance.choice(keys)
            # A step follows the existing steps or replaces one of them.
            progress = progress._replace(made=chance.randint(1, both.words_of(key) + (act == "step")))
            if act == "step":
                both.done(pair, "step", key, "9d", progress)
            elif act == "move":
                both.done(pair, "step", key, None, progress)
            elif act == "time":
                both.done(pair, "save_time", key, progress)
            elif act == "rewrite":
                progress = progress._replace(made=chance.randint(1, len(words)))
                both.done(pair, "rewrite", Unfinished(1, words, progress, False, key=key))
            elif act == "delete":
                both.done(pair, "delete", key)
                keys.remove(key)
            else:
                for records in both.pairs[pair]:
                    records.claims.close(key)
                keys.remove(key)
        # Differences persist, so occasional comparisons are enough.
        if chance.random() < 0.2:
            both.compare()
        if chance.random() < 0.05:
            both.compare()
            both.start()
            open_games = {pair: [] for pair in range(4)}
            both.compare()
    both.compare()
    assert [records.failure for pair in both.pairs for records in pair] == [None] * 8
    both.end()
