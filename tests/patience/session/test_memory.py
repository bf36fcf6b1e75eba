"""The store of texts keeps what the SQLite store keeps, and reads it again at the next start."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from gemport.patience.session.memory import MemoryRecords, MemoryStore
from gemport.patience.session.records import Ended, Help, KeptGame, Outcome, Progress, RecordsError
from gemport.patience.session.store import Store
from gemport.patience.session.stored import StoredRecords

GAMES = "freecell", "vierfrei"
HELPS = None, *Help


class Clock:
    """Seconds that pass when it is told so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Both:
    """Two copies of everything, one in each kind of store; the same is done to both, and must give the same."""

    def __init__(self, texts: dict[str, str], sqlite: Store, clock: Clock) -> None:
        self.texts = texts
        self.clock = clock
        self._sqlite = sqlite
        self.start()

    def start(self) -> None:
        """Another start of the program: nobody has a game open."""
        self.memory = MemoryStore(self.texts, self.clock)
        self.pairs: list[tuple[MemoryRecords, StoredRecords]] = [
            (self.memory.records(game), self._sqlite.records(game)) for game in (*GAMES, *GAMES)
        ]
        for _, stored in getattr(self, "before", []):
            stored.release()
        self.before = self.pairs

    def done(self, pair: int, act: str, *values: object) -> Any:
        """Have both records do the same; what both give."""
        given, other = (getattr(records, act)(*values) for records in self.pairs[pair])
        assert given == other
        return given

    def compare(self) -> None:
        for one, other in self.pairs:
            assert one.unfinished() == other.unfinished()
            assert one.ended() == other.ended()
            assert one.statistics() == other.statistics()
            assert [one.best(number) for number in range(4)] == [other.best(number) for number in range(4)]
            assert [one.lost_before(number) for number in range(4)] == [
                other.lost_before(number) for number in range(4)
            ]
            assert [one.setting(name, True) for name in "ab"] == [other.setting(name, True) for name in "ab"]
        for ours, theirs in zip(
            *(store.collections(GAMES).values() for store in (self.memory, self._sqlite)), strict=True
        ):
            assert ours == theirs


@pytest.fixture
def both() -> Iterator[Both]:
    clock = Clock()
    with Store(None, clock) as store:
        yield Both({}, store, clock)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_done_both_stores_keep_the_same(both: Both, seed: int) -> None:
    chance = Random(seed)
    open_games: dict[int, list[int]] = {pair: [] for pair in range(4)}
    for _ in range(120):
        both.clock.now += chance.choice([0.0, 1.5])
        pair, number = chance.randrange(4), chance.randrange(4)
        keys = open_games[pair]
        progress = Progress(chance.randint(1, 3), number, 2, chance.randrange(9))
        words = ("1a", "2b", "3c")
        act = chance.choice(
            ["begin", "begin", "step", "move", "rewrite", "close", "forget", "count", "take", "set", "help"]
        )
        if act == "begin":
            first = chance.choice([None, *keys])
            keys.append(both.done(pair, "begin", number, False, first, words, progress, chance.choice(HELPS)))
        elif act == "take":
            kept = both.done(pair, "take_up", number)
            if isinstance(kept, KeptGame) and kept.key not in keys:
                keys.append(kept.key)
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
            kept = both.memory.game(key)
            assert kept is not None
            # A step follows those that there are, or takes the place of one.
            progress = progress._replace(made=chance.randint(1, len(kept.words) + (act == "step")))
            if act == "step":
                both.done(pair, "step", key, "9d", progress)
            elif act == "move":
                both.done(pair, "move", key, progress)
            elif act == "rewrite":
                both.done(pair, "rewrite", key, 1, False, words, progress._replace(made=chance.randint(1, len(words))))
            elif act == "close":
                both.done(pair, "close", key)
                keys.remove(key)
            elif act == "forget":
                both.done(pair, "forget", key)
                keys.remove(key)
        both.compare()
        if chance.random() < 0.05:
            both.start()
            open_games = {pair: [] for pair in range(4)}
            both.compare()


def test_clearing_and_leaving_out(both: Both) -> None:
    key = both.done(0, "begin", 3, False, None, ("1a",), Progress(1))
    both.done(0, "count", 3, Outcome.LOST, Progress(1), key)
    both.done(0, "leave_out", key, "its moves are impossible")
    both.done(0, "clear")
    both.compare()
    both.start()
    both.compare()
    assert any("impossible" in text for text in both.texts.values())


def test_what_was_kept_elsewhere_is_added_once(both: Both) -> None:
    both.done(0, "begin", 3, True, None, ("1a", "2b"), Progress(2, 1, 0, 5))
    both.done(1, "count", 2, Outcome.WON, Progress(40, 52, 1, 99), 0)
    there = both.memory.collections(GAMES)
    here = MemoryStore({})
    here.records("freecell").begin(1, False, None, ("7h",), Progress(1))
    added = here.add(there)
    assert [(len(more.ended), len(more.begun)) for more in added.values()] == [(0, 1), (1, 0)]
    assert [game.number for game in here.records("freecell").unfinished()] == [1, 3]
    assert here.records("vierfrei").ended() == there["vierfrei"].ended
    assert all(more.ended == more.begun == [] for more in here.add(there).values())


def test_preferences_are_kept() -> None:
    texts: dict[str, str] = {}
    MemoryStore(texts).set("panel.scale", "2")
    assert (MemoryStore(texts).get("panel.scale"), MemoryStore(texts).get("other")) == ("2", None)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("gemport.game.1", "{"),
        ("gemport.game.one", "{}"),
        ("gemport.game.2", '{"game": "freecell"}'),
        ("gemport.outcomes.freecell", '[{"number": 1, "outcome": "drawn"}]'),
        ("gemport.settings.freecell", "7"),
        ("gemport.preferences", "[]"),
        ("gemport.last", "{}"),
    ],
)
def test_a_damaged_text_is_put_aside_and_said(name: str, text: str) -> None:
    texts = {name: text, "theirs": "{"}
    store = MemoryStore(texts)
    assert store.set_aside is not None
    assert texts == {store.set_aside: text, "theirs": "{"}
    assert store.records("freecell").set_aside == store.set_aside
    assert MemoryStore(texts).set_aside is None


class Full(dict[str, str]):
    """A storage without room."""

    def __setitem__(self, name: str, text: str) -> None:
        raise OSError("exceeded the quota")


def test_what_cannot_be_kept_is_said_and_leaves_all_as_it_was() -> None:
    records = MemoryStore(Full()).records("freecell")
    with pytest.raises(RecordsError, match="quota"):
        records.begin(7, False, None, ("1a",), Progress(1))
    with pytest.raises(RecordsError, match="quota"):
        records.count(7, Outcome.WON, Progress(1), 0)
    with pytest.raises(RecordsError, match="quota"):
        records.change_setting("a", False)
    assert (records.unfinished(), records.ended(), records.setting("a", True)) == ([], [], True)


def test_no_key_is_given_twice() -> None:
    texts: dict[str, str] = {}
    records = MemoryStore(texts).records("freecell")
    first = records.begin(7, False, None, ("1a",), Progress(1))
    records.forget(first)
    assert MemoryStore(texts).records("freecell").begin(8, False, None, (), Progress(0)) != first


def test_a_move_writes_one_text() -> None:
    texts: dict[str, str] = {}
    records = MemoryStore(texts).records("freecell")
    keys = [records.begin(number, False, None, ("1a",), Progress(1)) for number in range(5)]
    before = dict(texts)
    records.step(keys[2], "2b", Progress(2))
    assert {name for name in texts if texts[name] != before.get(name)} == {f"gemport.game.{keys[2]}"}


def test_texts_of_earlier_versions_are_read_and_nobody_knows_of_help_in_them() -> None:
    kept = {"game": "freecell", "number": 7, "attempt_of": 1, "counted": False, "played": 1, "when": 5.0, "fault": None}
    kept |= {"progress": {"made": 1, "home": 0, "undos": 0, "seconds": 9}, "words": ["1a"]}
    end = {"number": 5, "outcome": "won", "moves": 60, "undos": 2, "seconds": 70, "when": 9.5}
    texts = {"gemport.game.1": json.dumps(kept), "gemport.outcomes.freecell": json.dumps([end])}
    store = MemoryStore(texts)
    records = store.records("freecell")
    assert (store.set_aside, records.ended()) == (None, [Ended(5, Outcome.WON, 60, 2, 70, 9.5, None)])
    assert [game.help for game in records.unfinished()] == [None]
    records.note_help(1, Help.SOLVED)
    assert [game.help for game in MemoryStore(texts).records("freecell").unfinished()] == [Help.SOLVED]
