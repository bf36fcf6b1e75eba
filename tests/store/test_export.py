"""Exports and the logbook's lists: damaged entries are named and skipped."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.cli import registry
from gemport.gem.errors import FormatError
from gemport.store.collection import Collection, Progress, Unfinished, news
from gemport.store.export import read, write
from gemport.store.logbook import (
    LogEntry,
    LogLine,
    log_lines,
    merged,
    parse_log,
    read_entries,
    write_entries,
)
from gemport.store.records import Backend
from gemport.store.sqlite import Store
from gemport.store.statistics import Ended, Help, Outcome
from gemport.store.texts import TextStore

WON, LOST = Outcome.WON, Outcome.LOST
NUMBERS = {"vierfrei": range(1_000_000), "freecell": range(1, 32_001)}


def whole(**fields: object) -> dict[str, Any]:
    """Return the data of an export with one won and one unfinished game; ``fields`` replace top-level fields."""
    ended = {"number": 1, "outcome": "won", "moves": 3, "undos": 0, "seconds": 1, "when": 5.0, "help": "none"}
    begun = {"number": 1, "words": "1a", "made": 1, "home": 0, "undos": 0, "seconds": 0}
    begun |= {"counted": False, "when": 1.0, "attempt": 1}
    games = {"freecell": {"ended": [ended], "unfinished": [begun]}}
    return {"format": "gemport-records", "version": 1, "games": games, **fields}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (json.dumps(whole())[:-40], "not an export of gemport"),
        ("[]", "not an export of gemport"),
        ("[" * 200_000, "not an export of gemport"),
        (json.dumps(whole(format="records")), "not an export of gemport"),
        (json.dumps(whole(version=2)), "format version 2 is unknown, expected 1"),
        (json.dumps(whole(games=[])), "games is not an object"),
    ],
)
def test_a_text_that_is_not_an_export_is_refused(text: str, said: str) -> None:
    with pytest.raises(FormatError, match=f"^x: {said}"):
        read(text, "x", NUMBERS)


@pytest.mark.parametrize(
    ("key", "fields", "said"),
    [
        ("ended", {"outcome": "lust"}, "outcome is 'lust', not won or lost"),
        ("ended", {"moves": "60"}, "moves is not a whole number"),
        ("ended", {"moves": True}, "moves is not a whole number"),
        ("ended", {"when": float("nan")}, "when is not a time"),
        ("ended", {"when": 2e15}, "when is not a time"),
        ("ended", {"number": 32_001}, "game 32001 does not exist"),
        ("ended", {"help": "much"}, "help is 'much', not none, helped, solved or null"),
        ("ended", {"help": "solved"}, "help is 'solved', but the outcome is won"),
        ("ended", {"outcome": "solved"}, "outcome is 'solved', not won or lost"),
        ("solved", {"number": 1, "outcome": "won"}, "outcome is 'won', not solved"),
        ("unfinished", {"number": 0}, "game 0 does not exist"),
        ("unfinished", {"made": 2}, "made is 2, but there are 1 words"),
        ("unfinished", {"counted": 0}, "counted is not true or false"),
        ("unfinished", {"words": 6}, "words is not a text"),
        ("unfinished", {"words": None}, "words is not a text"),
        ("unfinished", {"words": "6\0"}, "words are not moves"),
        ("unfinished", {"words": "6\u00e4"}, "words are not moves"),
        ("log", {"number": 7}, "note is missing"),
        ("log", {"number": -1, "note": ""}, "game -1 does not exist"),
        ("log", {"number": 7, "note": "x" * 101}, "note is not a line of plain text"),
        ("log", {"number": 7, "note": "\x1b"}, "note is not a line of plain text"),
    ],
)
def test_a_damaged_entry_is_reported_and_skipped(key: str, fields: dict[str, Any], said: str) -> None:
    there = whole()
    game = there["games"]["freecell"]
    good = game.get(key, [])
    game[key] = [*good, {**(good[0] if good else {}), **fields}]
    found = read(json.dumps(there), "x", NUMBERS)
    assert found.faults == [f"freecell, {key} {len(good) + 1}: {said}"]
    assert (len(found.games["freecell"].ended), len(found.games["freecell"].unfinished)) == (1, 1)


def test_missing_fields_and_unknown_games_are_reported() -> None:
    there = whole()
    del there["games"]["freecell"]["unfinished"]
    del there["games"]["freecell"]["ended"][0]["number"]
    there["games"]["freecell"]["ended"].append(7)
    there["games"] |= {"freezell": {}, "vierfrei": []}
    assert read(json.dumps(there), "x", NUMBERS).faults == [
        "freecell, ended 1: number is missing",
        "freecell, ended 2: not an object",
        "freecell: unfinished is missing",
        "'freezell' is not a game (vierfrei, freecell)",
        "vierfrei is not an object",
    ]


_counts = st.integers(0, 2**53 - 1)
_times = st.floats(0, 1e12)
_ended = st.builds(
    Ended,
    st.integers(1, 32_000) | st.sampled_from((-2, -1)),
    st.sampled_from((WON, LOST)),
    st.none() | _counts,
    st.none() | _counts,
    st.none() | _counts,
    st.none() | _times,
    st.sampled_from((None, Help.NONE, Help.HELPED)),
)
_solved = _ended.map(lambda end: end._replace(outcome=Outcome.SOLVED, help=Help.SOLVED))


_helps = st.sampled_from((None, *Help))
_words = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=6)


@st.composite
def _begun(draw: st.DrawFn) -> Unfinished:
    words = tuple(draw(st.lists(_words, max_size=6)))
    progress = Progress(draw(st.integers(0, len(words))), draw(_counts), draw(_counts), draw(_counts))
    number = draw(st.integers(1, 5))
    return Unfinished(number, words, progress, draw(st.booleans()), draw(_times), draw(st.integers(0, 9)), draw(_helps))


_ends = st.tuples(st.lists(_ended, max_size=6), st.lists(_solved, max_size=3)).map(lambda both: (*both[0], *both[1]))
_noted = st.builds(LogEntry, st.sampled_from(range(1, 32_001)), st.sampled_from(["", "hard", "von Onkel Heinz"]))
_log = st.lists(_noted, max_size=4, unique_by=lambda entry: entry.number).map(tuple)
_collections = st.builds(Collection, _ends, st.lists(_begun(), max_size=6).map(tuple), st.just({}), _log)


@given(_collections)
def test_an_export_is_read_as_it_was_written(collection: Collection) -> None:
    games = {"freecell": collection, "vierfrei": Collection()}
    assert read(write(games), "x", registry.numbers()) == (games, [])


@given(_collections, _collections)
def test_an_import_adds_each_entry_once(here: Collection, there: Collection) -> None:
    more = news(here, there)
    merged = Collection((*here.ended, *more.ended), (*here.unfinished, *more.unfinished), log=(*here.log, *more.log))
    assert news(merged, there) == Collection([], [], log=[])
    assert news(merged, here) == Collection([], [], log=[])


# ---- the logbook


LIST = [LogEntry(123456, "the long one"), LogEntry(7)]


def test_a_typed_list_is_read_with_games_and_notes() -> None:
    text = "\ufeff# summer of 1993\n\n 123456  the long one \n7\nFreeCell 617 # 3 tries\nfreecell ms1\n"
    assert parse_log(text, "list", NUMBERS, registry.boards(), "vierfrei") == {
        "vierfrei": LIST,
        "freecell": [LogEntry(617, "# 3 tries"), LogEntry(1)],
    }
    assert read_entries(f"seven\n{write_entries(LIST)}\n") == LIST
    # Importing a list again replaces notes and adds new numbers.
    again = [LogEntry(7, "won at last"), LogEntry(123456), LogEntry(8)]
    assert merged(LIST, again) == [LogEntry(123456, "the long one"), LogEntry(7, "won at last"), LogEntry(8)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7\nseven\n", "list: line 2: 'seven' is not a game number"),
        ("7 a\nfreecell\n", "list: line 2: '' is not a game number"),
        ("ms7\n", "list: line 1: 'ms7' is not a game number"),
        ("freecell 0\n", "list: line 1: freecell has no game 0"),
        ("1000000\n", "list: line 1: vierfrei has no game 1000000"),
        ("7 " + "x" * 101, "list: line 1: a note has at most 100 characters"),
        ("7 a\x1bb", "list: line 1: a note has at most 100 characters of plain text"),
        ("7\n" * 10_001, "list: more than 10000 numbers"),
    ],
)
def test_an_invalid_list_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=re.escape(message)):
        parse_log(text, "list", NUMBERS, registry.boards(), "vierfrei")


def test_a_log_line_has_wins_best_and_last_time() -> None:
    ended = [
        Ended(7, Outcome.WON, 90, 0, 300, 1000.0),
        Ended(7, Outcome.WON, 80, 0, 400, 2000.0),
        Ended(7, Outcome.LOST, 10, 0, 4, 3000.0),
        Ended(9, Outcome.LOST),
    ]
    assert log_lines(LIST, ended) == [
        LogLine(123456, "the long one", True),
        LogLine(7, "", True, 2, 80, 400, 3000.0),
        LogLine(9, "", False, 0),
    ]
    # Each of the last twenty games is listed once, latest first.
    ended = [Ended(number, Outcome.LOST) for number in (*range(40), 30)]
    numbers = [line.number for line in log_lines([], ended)]
    assert numbers == [30, *range(39, 30, -1), *range(29, 19, -1)]


@pytest.fixture(params=["sqlite", "texts"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    if request.param == "texts":
        yield TextStore({})
        return
    with Store(tmp_path) as store:
        yield store


def test_listed_numbers_are_saved_struck_out_and_followed(store: Backend) -> None:
    records = store.records("vierfrei")
    store.change_log("vierfrei", [*LIST, LogEntry(8)])
    assert [line.number for line in records.log()] == [123456, 7, 8]
    assert store.records("freecell").log() == []
    with store.changing():
        store.add_outcomes("vierfrei", [Ended(8, Outcome.WON, 80)])
    assert records.next_listed(123456) == 7
    assert records.next_listed(5) is None
    assert records.next_listed(8) == 123456
    records.strike_out(7)
    assert [line.number for line in records.log() if line.listed] == [123456, 8]
    records.write_down(LogEntry(8, "again"))
    assert store.log("vierfrei") == [LIST[0], LogEntry(8, "again")]
