"""The game of the day: which game belongs to a day, which wins count for it, and the calendar box."""

from datetime import UTC, date, datetime
from functools import partial

import pytest

from gemport.games.vierfrei import GAME
from gemport.gem import ObFlag, ObState
from gemport.hosts.events import Event
from gemport.play.calendar import win_of_day
from gemport.store.collection import Progress
from gemport.store.records import moment
from gemport.store.statistics import Ended, Help, Outcome
from tests.games import shared
from tests.games.players import Familien, Game
from tests.games.sessions import Book

WEEK = {20: 890026, 21: 869074, 22: 283359}
"""Days of November 2026 with their games of VIERFREI."""


def seconds(year: int, month: int, day: int) -> float:
    """Return noon of a day in seconds since 1970."""
    return datetime(year, month, day, 12, tzinfo=UTC).timestamp()


def book(now: float) -> Book:
    kept = Book("vierfrei")
    kept.store.now = lambda: now
    kept.store.calendar = partial(moment, zone=UTC)
    return kept


def opened(kept: Book, lang: str = "en") -> Game:
    game = Game(42, records=kept, lang=lang)
    game.choose("today")
    game.move((639, 399))
    return game


def line(game: Game, obj: int = shared.CALENDAR_GAME) -> str:
    return game.said(shared.CALENDAR, obj)


def days(game: Game) -> dict[int, str]:
    """Return the days of the shown month with their marks."""
    cells = game.tree(shared.CALENDAR)[shared.CALENDAR_DAY : shared.CALENDAR_DAY + 42]
    return {int(text[:3]): text[3:].strip() for cell in cells if (text := str(cell.ob_spec))}


def test_in_german_and_in_grossfamilien() -> None:
    game = opened(book(seconds(2026, 3, 1)), "de")
    assert line(game).startswith("01.03.2026: Spiel ")
    assert [line(game, obj) for obj in (shared.CALENDAR_MONTH, shared.CALENDAR_STATE)] == [
        "März 2026",
        "Noch nicht gewonnen",
    ]
    kept = Book("grossfamilien")
    kept.store.now = lambda: seconds(2026, 11, 22)
    families = Familien(1, records=kept, lang="de")
    families.choose("today")
    assert families.said(shared.CALENDAR, shared.CALENDAR_TITLE) == "Großfamilien: Spiel des Tages"
    families.key("Return")
    assert families.session.number == 580


def test_keys_and_clicks_choose_a_day_but_none_to_come() -> None:
    game = opened(book(seconds(2026, 11, 22)))
    cell = shared.CALENDAR_DAY + 6 + 19
    acts: list[tuple[list[str], int, int]] = [(["Right", "Down"], 0, 22), (["Left"], 0, 21), ([], cell, 20)]
    for keys, clicked, day in (*acts, ([], cell + 7, 20)):
        game.key(*keys)
        if clicked:
            game.button(shared.CALENDAR, clicked)
        assert line(game) == f"2026-11-{day}: game {WEEK[day]}"
    month = game.tree(shared.CALENDAR)[shared.CALENDAR_DAY : shared.CALENDAR_DAY + 42]
    assert [str(obj.ob_spec).strip() for obj in month if ObState.SELECTED in obj.ob_state] == ["20"]
    frame, today = game.tree(shared.CALENDAR)[shared.CALENDAR_TODAY], month[6 + 21]
    assert (frame.ob_x, frame.ob_y, ObFlag.HIDETREE in frame.ob_flags) == (today.ob_x, today.ob_y, False)
    grey = [obj for obj in game.tree(shared.CALENDAR)[shared.CALENDAR_DAY :] if ObState.DISABLED in obj.ob_state]
    assert [str(obj.ob_spec).strip() for obj in grey] == [str(day) for day in range(23, 31)]
    game.key("Esc")
    assert game.session.number == 42


def test_a_double_click_plays_the_game_of_a_day() -> None:
    game = opened(book(seconds(2026, 11, 22)))
    x, y = game.gem.objc_offset(game.tree(shared.CALENDAR), shared.CALENDAR_DAY + 6 + 18)
    game.do(Event(0, "dclick", x + 8, y + 8))
    assert game.session.number == GAME.games_of_week(date(2026, 11, 19), ())[3]


@pytest.mark.parametrize(("now", "keys"), [((9999, 12, 31), ("Down", "Right")), ((1, 1, 2), ("Up", "Left", "Left"))])
def test_the_calendar_ends_where_dates_end(now: tuple[int, int, int], keys: tuple[str, ...]) -> None:
    game = opened(book(seconds(*now)))
    game.key(*keys, "Shift+Up", "Shift+Down", "Return")
    assert game.session.number in GAME.numbers


def test_months_are_leafed_through_to_the_present_one() -> None:
    game = opened(book(seconds(2026, 3, 31)))
    assert ObState.DISABLED in game.tree(shared.CALENDAR)[shared.CALENDAR_NEXT].ob_state
    game.button(shared.CALENDAR, shared.CALENDAR_PREVIOUS)
    # February has no 31st.
    assert line(game).startswith("2026-02-28")
    assert len(days(game)) == 28
    assert ObFlag.HIDETREE in game.tree(shared.CALENDAR)[shared.CALENDAR_TODAY].ob_flags
    game.key("Shift+Up", "Shift+Up")
    assert line(game).startswith("2025-12-28")
    game.do(Event(0, "wheel", steps=5))
    assert line(game).startswith("2026-03-28")
    game = opened(book(seconds(2026, 3, 5)))
    game.key("Shift+Up", "Down", "Shift+Down")
    assert line(game).startswith("2026-03-05"), "the 12th is to come"


def test_wins_are_marked_as_the_statistics_have_them() -> None:
    kept = book(seconds(2026, 11, 22))
    kept.count(WEEK[20], Outcome.WON, Progress(90), 0)
    kept.count(WEEK[21], Outcome.WON, Progress(90), 0, Help.HELPED)
    kept.count(WEEK[22], Outcome.LOST, Progress(90), 0)
    game = opened(kept)
    assert {day: mark for day, mark in days(game).items() if mark} == {20: "\u2713", 21: "+"}
    said = []
    for _ in range(4):
        said.append(line(game, shared.CALENDAR_STATE))
        game.key("Left")
    assert said == ["No longer counts: it was lost, or solved", "Won with help", "Won without help", "Not won yet"]


@pytest.mark.parametrize(
    ("won", "help_", "expected"),
    [
        (datetime(2026, 11, 19, 9, 59, tzinfo=UTC), Help.NONE, None),
        (datetime(2026, 11, 19, 10, 0, tzinfo=UTC), Help.NONE, Help.NONE),
        (datetime(2026, 12, 24, tzinfo=UTC), Help.NONE, Help.NONE),
        (datetime(2026, 12, 24, tzinfo=UTC), None, Help.HELPED),
        (None, Help.NONE, None),
    ],
)
def test_a_win_counts_from_the_days_first_moment_on_earth(
    won: datetime | None, help_: Help | None, expected: Help | None
) -> None:
    when = None if won is None else won.timestamp()
    ended = [Ended(7, Outcome.LOST, when=when), Ended(8, Outcome.WON, when=when, help=Help.NONE)]
    assert win_of_day(ended, 7, date(2026, 11, 20)) is None
    ended.append(Ended(7, Outcome.WON, 90, 0, 60, when, help_))
    assert win_of_day(ended, 7, date(2026, 11, 20)) is expected


def test_a_clock_without_a_date_rings_the_bell() -> None:
    kept = book(1e18)
    game = Game(42, records=kept)
    before = game.picture()
    game.choose("today")
    assert game.machine.bells == 1
    game.move((639, 399))
    assert game.picture() == before


def test_without_numbers_for_it_the_entry_is_disabled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "today" not in Game(42).disabled()
    monkeypatch.setattr(Game, "game", GAME._replace(daily=None))
    assert "today" in Game(42).disabled()
