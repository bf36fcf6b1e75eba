"""The logbook: lists of numbers with notes, what became of them, and what is taken elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gemport.gem.errors import FormatError
from gemport.store import export
from gemport.store.logbook import LAST, LogEntry, LogLine, log_lines, merged, parse_log, read_entries, write_entries
from gemport.store.records import Backend, Collection, news
from gemport.store.sqlite import Store
from gemport.store.statistics import Ended, Outcome
from gemport.store.texts import TextStore

NUMBERS = {"vierfrei": range(1_000_000), "freecell": range(1, 32_001)}
LIST = [LogEntry(123456, "the long one"), LogEntry(7)]


def test_a_list_typed_from_paper_is_read_with_its_games_and_notes() -> None:
    text = "\ufeff# summer of 1993\n\n 123456  the long one \n7\nFreeCell 617 # 3 tries\nfreecell 1\n"
    assert parse_log(text, "list", NUMBERS, "vierfrei") == {
        "vierfrei": LIST,
        "freecell": [LogEntry(617, "# 3 tries"), LogEntry(1)],
    }
    assert read_entries(write_entries(LIST)) == LIST


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("7\nseven\n", "list: line 2: 'seven' is not a game number"),
        ("7 a\nfreecell\n", "list: line 2: '' is not a game number"),
        ("freecell 0\n", "list: line 1: freecell has no game 0"),
        ("1000000\n", "list: line 1: vierfrei has no game 1000000"),
        ("7 " + "x" * 101, "list: line 1: a note has at most 100 characters"),
        ("7 a\x1bb", "list: line 1: a note has at most 100 characters of plain text"),
        ("7\n" * 10_001, "list: more than 10000 numbers"),
    ],
)
def test_a_list_that_is_wrong_is_refused_with_the_line(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=re.escape(message)):
        parse_log(text, "list", NUMBERS, "vierfrei")


def test_of_a_list_that_comes_again_notes_are_renewed_and_new_numbers_added() -> None:
    again = [LogEntry(7, "won at last"), LogEntry(123456), LogEntry(8)]
    assert merged(LIST, again) == [LogEntry(123456, "the long one"), LogEntry(7, "won at last"), LogEntry(8)]


def test_a_line_has_the_wins_the_best_of_them_and_the_last_day() -> None:
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


def test_the_last_twenty_games_stand_in_it_once_and_the_last_one_first() -> None:
    ended = [Ended(number, Outcome.LOST) for number in (*range(40), 30)]
    numbers = [line.number for line in log_lines([], ended)]
    assert (len(numbers), numbers[:3]) == (LAST, [30, 39, 38])


@pytest.fixture(params=["sqlite", "texts"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    if request.param == "texts":
        yield TextStore({})
        return
    with Store(tmp_path) as store:
        yield store


def test_it_is_kept_struck_out_and_goes_through_the_list(store: Backend) -> None:
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


def test_an_export_takes_it_along_and_notes_here_stay(store: Backend) -> None:
    text = export.write({"vierfrei": Collection(log=LIST), "freecell": Collection()})
    there = export.read(text, "all.json", NUMBERS)
    assert (there.games["vierfrei"].log, there.faults) == (tuple(LIST), [])
    assert '"log"' not in export.write({"freecell": Collection()})
    store.change_log("vierfrei", [LogEntry(7, "mine")])
    added = store.add(there.games)
    assert list(added["vierfrei"].log) == [LIST[0]]
    assert store.collections(["vierfrei"])["vierfrei"].log == [LogEntry(7, "mine"), LIST[0]]
    assert news(Collection(log=LIST), there.games["vierfrei"]).log == []


@pytest.mark.parametrize("line", ['{"number": 7}', '{"number": 7, "note": 5}', '{"number": -1, "note": ""}', "5"])
def test_a_damaged_entry_of_an_export_is_left_out_and_named(line: str) -> None:
    text = export.write({"vierfrei": Collection(log=[LogEntry(8)])}).replace('{"number": 8, "note": ""}', line)
    there = export.read(text, "all.json", NUMBERS)
    assert there.games["vierfrei"].log == ()
    assert len(there.faults) == 1
    assert there.faults[0].startswith("vierfrei, log 1: ")
