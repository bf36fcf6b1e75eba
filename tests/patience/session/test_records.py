"""Statistics from outcomes, and records under a game that goes on when they fail."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.patience.session.records import (
    ForgivingRecords,
    Help,
    Outcome,
    Progress,
    RecordsError,
    Statistics,
    summarize,
)
from gemport.patience.session.store import Store
from tests.patience.sessions import Book, Saved


@pytest.mark.parametrize(
    ("games", "statistics", "percentage"),
    [
        ("", Statistics(), 0),
        ("W", Statistics(1, 0, 1, 1, 0), 100),
        ("L", Statistics(0, 1, -1, 0, 1), 0),
        ("WWLWWWLL", Statistics(5, 3, -2, 3, 2), 62),
        ("LLLLWL", Statistics(1, 5, -1, 1, 4), 16),
        ("W" * 199 + "L", Statistics(199, 1, -1, 199, 1), 99),
        # What the program has solved is as if it had not been played.
        ("WsWsLs", Statistics(2, 1, -1, 2, 1), 66),
        # A win with help makes no streak longer, and ends only one of losses.
        ("WhWLLh", Statistics(4, 2, 0, 2, 2, helped=2), 66),
        ("W?LhL", Statistics(3, 2, -1, 2, 1, helped=1, unknown=1), 60),
    ],
)
def test_statistics(games: str, statistics: Statistics, percentage: int) -> None:
    kinds = {
        **{"W": (Outcome.WON, Help.NONE), "h": (Outcome.WON, Help.HELPED), "?": (Outcome.WON, None)},
        **{"L": (Outcome.LOST, Help.HELPED), "s": (Outcome.SOLVED, Help.SOLVED)},
    }
    assert summarize(kinds[game] for game in games) == statistics
    assert statistics.percentage == percentage


@given(st.lists(st.sampled_from((Outcome.WON, Outcome.LOST))))
def test_streaks_are_the_longest_rows(outcomes: list[Outcome]) -> None:
    letters = "".join(outcome.value[0] for outcome in outcomes)
    statistics = summarize((outcome, Help.NONE) for outcome in outcomes)
    assert statistics.longest_won == max(map(len, letters.split("l")))
    assert statistics.longest_lost == max(map(len, letters.split("w")))
    assert (statistics.won, statistics.lost) == (letters.count("w"), letters.count("l"))
    assert abs(statistics.streak) == len(letters) - len(letters.rstrip(letters[-1:] or " "))


class Broken:
    """Records that can do nothing."""

    set_aside = None
    unusable = None

    def __getattr__(self, name: str) -> object:
        def fail(*_: object) -> None:
            raise RecordsError(f"{name} failed")

        return fail


def test_a_store_that_stands_in_for_another_is_a_failure_from_the_beginning() -> None:
    with Store(None, instead_of="no room") as store:
        assert ForgivingRecords(store.records("freecell")).failure == "no room"


def test_a_game_goes_on_where_nothing_can_be_kept() -> None:
    records = ForgivingRecords(Broken())  # type: ignore[arg-type]
    assert records.failure is None
    assert records.setting("messages", True) is True
    assert records.take_up() is None
    assert records.unfinished() == ()
    assert records.statistics() == Statistics()
    assert records.lost_before(1) is False
    assert records.begin(1, False, None, (), Progress(0)) is None
    assert not records.step(1, "1a", Progress(1))
    assert not records.move(1, Progress(0))
    assert not records.rewrite(1, 1, False, ("1a",), Progress(1))
    assert not records.count(1, Outcome.WON, Progress(1), 1)
    records.close(1)
    records.forget(1)
    records.change_setting("messages", False)
    records.clear()
    assert records.failure == "setting failed"


def test_records_that_work_are_passed_through() -> None:
    inner = Book("freecell")
    records = ForgivingRecords(inner)
    key = records.begin(1, False, None, ("1a",), Progress(1))
    assert key is not None
    assert records.step(key, "2b", Progress(2))
    assert records.move(key, Progress(1))
    assert records.count(1, Outcome.LOST, Progress(1), key)
    records.change_setting("messages", False)
    assert inner.outcomes == [(1, Outcome.LOST)]
    assert inner.setting("messages", True) is records.setting("messages", True) is False
    assert records.lost_before(1)
    assert inner.games == [Saved(1, ("1a",), counted=True)]
    assert [game.number for game in records.unfinished()] == [1]
    kept = records.take_up(1)
    assert kept is not None
    assert (kept.key, kept.words, kept.progress.made, kept.counted) == (key, ("1a", "2b"), 1, True)
    assert records.rewrite(key, 1, True, ("3c",), Progress(1))
    records.close(key)
    assert inner.games == [Saved(1, ("3c",), counted=True)]
    records.forget(key)
    assert inner.games == []
    assert records.statistics().lost == 1
    records.clear()
    assert inner.outcomes == []
    assert records.failure is None
