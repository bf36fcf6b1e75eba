"""The file of an export: whatever is kept is read again, whatever is damaged is named and left out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.cli import registry
from gemport.gem.errors import FormatError
from gemport.store.export import read, write
from gemport.store.logbook import LogEntry
from gemport.store.records import Collection, Progress, Unfinished, news
from gemport.store.statistics import Ended, Help, Outcome

WON, LOST = Outcome.WON, Outcome.LOST
NUMBERS = {"vierfrei": range(1_000_000), "freecell": range(1, 32_001)}


def whole(**fields: object) -> dict[str, Any]:
    """An export with a game that was won and one that is unfinished, in this order; ``fields`` are of the whole."""
    ended = {"number": 1, "outcome": "won", "moves": 3, "undos": 0, "seconds": 1, "when": 5.0, "help": "none"}
    begun = {"number": 1, "words": "1a", "made": 1, "home": 0, "undos": 0, "seconds": 0}
    begun |= {"counted": False, "when": 1.0, "attempt": 1}
    games = {"freecell": {"ended": [ended], "unfinished": [begun]}}
    return {"format": "gemport-records", "version": 1, "games": games, **fields}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (json.dumps(whole())[:-40], "is not an export of gemport"),
        ("[]", "is not an export of gemport"),
        ("[" * 200_000, "is not an export of gemport"),
        (json.dumps(whole(format="records")), "is not an export of gemport"),
        (json.dumps(whole(version=2)), "version 2 of the format, only 1 is known"),
        (json.dumps(whole(games=[])), "games is no object"),
    ],
)
def test_of_what_is_no_export_nothing_is_read(text: str, said: str) -> None:
    with pytest.raises(FormatError, match=f"^x: {said}"):
        read(text, "x", NUMBERS)


@pytest.mark.parametrize(
    ("key", "fields", "said"),
    [
        ("ended", {"outcome": "lust"}, "outcome is 'lust', not won or lost"),
        ("ended", {"moves": "60"}, "moves is no whole number"),
        ("ended", {"moves": True}, "moves is no whole number"),
        ("ended", {"when": float("nan")}, "when is no time"),
        ("ended", {"when": 2e15}, "when is no time"),
        ("ended", {"number": 32_001}, "there is no game 32001"),
        ("ended", {"help": "much"}, "help is 'much', not none, helped, solved or null"),
        ("ended", {"help": "solved"}, "help is 'solved', but the outcome is won"),
        ("ended", {"outcome": "solved"}, "outcome is 'solved', not won or lost"),
        ("solved", {"number": 1, "outcome": "won"}, "outcome is 'won', not solved"),
        ("unfinished", {"number": 0}, "there is no game 0"),
        ("unfinished", {"made": 2}, "made is 2, but there are 1 words"),
        ("unfinished", {"counted": 0}, "counted is no truth value"),
        ("unfinished", {"words": 6}, "words is no text"),
        ("unfinished", {"words": None}, "words is no text"),
        ("unfinished", {"words": "6\0"}, "words are no moves"),
        ("unfinished", {"words": "6\u00e4"}, "words are no moves"),
    ],
)
def test_a_damaged_entry_is_named_and_the_others_are_read(key: str, fields: dict[str, Any], said: str) -> None:
    there = whole()
    game = there["games"]["freecell"]
    good = game.get(key, [])
    game[key] = [*good, {**(good[0] if good else {}), **fields}]
    found = read(json.dumps(there), "x", NUMBERS)
    assert found.faults == [f"freecell, {key} {len(good) + 1}: {said}"]
    assert (len(found.games["freecell"].ended), len(found.games["freecell"].begun)) == (1, 1)


def test_what_is_missing_and_what_is_no_game_is_named() -> None:
    there = whole()
    del there["games"]["freecell"]["unfinished"]
    del there["games"]["freecell"]["ended"][0]["number"]
    there["games"]["freecell"]["ended"].append(7)
    there["games"] |= {"freezell": {}, "vierfrei": []}
    assert read(json.dumps(there), "x", NUMBERS).faults == [
        "freecell, ended 1: number is missing",
        "freecell, ended 2: is no object",
        "freecell: unfinished is missing",
        "'freezell' is no game (vierfrei, freecell)",
        "vierfrei: is no object",
    ]


_counts = st.integers(0, 2**53 - 1)
_times = st.floats(0, 1e12)
_ended = st.builds(
    Ended,
    st.integers(1, 32_000),
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
def test_what_is_written_is_read_again(collection: Collection) -> None:
    games = {"freecell": collection, "vierfrei": Collection()}
    assert read(write(games), "x", NUMBERS) == ({"freecell": collection, "vierfrei": Collection()}, [])


@given(_collections, _collections)
def test_what_was_added_is_there(here: Collection, there: Collection) -> None:
    more = news(here, there)
    merged = Collection((*here.ended, *more.ended), (*here.begun, *more.begun), log=(*here.log, *more.log))
    assert news(merged, there) == Collection([], [], log=[])
    assert news(merged, here) == Collection([], [], log=[])


def test_games_whose_numbers_have_a_sign_are_read_again() -> None:
    ended = [Ended(-1, Outcome.LOST, 5, 0, 10, 1e9, Help.NONE)]
    begun = [Unfinished(-2, ("5a",), Progress(1), False, help=Help.NONE)]
    text = write({"freecell": Collection(ended, begun)})
    found = read(text, "file", registry.numbers())
    read_again = found.games["freecell"]
    assert (list(read_again.ended), list(read_again.begun), found.faults) == (ended, begun, [])
    # Only where the game has them.
    assert len(read(text.replace("freecell", "vierfrei"), "file", registry.numbers()).faults) == 2
