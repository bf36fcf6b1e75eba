"""The game of the day follows the rule in docs/daily.md, implemented here a second time from its text."""

import re
from collections.abc import Sequence
from datetime import date, timedelta

import pytest

from gemport.cards.card import card_names
from gemport.cards.daily import NUMBER_STEP, NUMBERS_PER_WEEK
from gemport.cli import registry
from gemport.cli.sources import Impossible
from tests.places import ROOT

RULE = (ROOT / "docs" / "daily.md").read_text(encoding="utf-8")
ROWS = {"vierfrei": (0, 1_000_000), "freecell": (1, 32_000), "grossfamilien": (0, 1_000)}
"""First number and count of numbers in the rule."""
RANKS = "A23456789TJQK"
IMPOSSIBLE = {
    "vierfrei": [int(number) for number in re.findall(r"\d+", RULE.split("in VIERFREI ")[1].split(". No week")[0])],
    "freecell": [11982],
    "grossfamilien": [],
}


def week_of(game: str, day: date) -> Sequence[int]:
    found = registry.find(game)
    return found.games_of_week(day, () if found.census is None else Impossible(found.census))


def number_of(game: str, day: date) -> int:
    return week_of(game, day)[day.weekday()]


def as_the_rule_says(game: str, day: date) -> int:
    """Return the number according to the text of the rule, from the names of the cards in the deal's columns."""
    (first, count), days = ROWS[game], (day - date(2000, 1, 3)).days
    week, weekday = days // 7, days % 7

    def at(place: int) -> int:
        return first + place * 627619 % count

    def score(number: int) -> int:
        deal = registry.find(game).deal(number)
        columns = [card_names(column) for column in deal.columns or ()]
        on_lower = sum(
            any(below[1] == card[1] and RANKS.index(below[0]) < RANKS.index(card[0]) for below in column[:place])
            for column in columns
            for place, card in enumerate(column)
        )
        on_aces = sum(
            len(column) - place - 1 for column in columns for place, card in enumerate(column) if card[0] == "A"
        )
        return on_lower + on_aces

    if game == "grossfamilien":
        return at(7 * week + weekday)
    numbers = [at(place) for place in range(21 * week, 21 * week + 21)]
    lost = [number for number in numbers if number in IMPOSSIBLE[game]]
    rest = sorted((score(number), number) for number in numbers if number not in lost)
    return [*lost, *(number for _, number in rest)][3 * weekday + 2]


@pytest.mark.parametrize("game", ROWS)
@pytest.mark.parametrize("first", [date(2026, 11, 19), date(1999, 12, 24), date(2040, 2, 25)])
def test_the_number_is_what_the_rule_says(game: str, first: date) -> None:
    days = [first + timedelta(days) for days in range(16)]
    assert [number_of(game, day) for day in days] == [as_the_rule_says(game, day) for day in days]


def test_the_examples_are_right() -> None:
    for game in ROWS:
        title = registry.find(game).title
        row = next(line for line in RULE.splitlines() if line.startswith(f"| {title} |"))
        assert [int(number) for number in re.findall(r"\d+", row)] == list(week_of(game, date(2026, 11, 22)))


@pytest.mark.parametrize("game", ROWS)
def test_a_thousand_days_have_a_thousand_numbers_that_can_be_won(game: str) -> None:
    numbers = [number for week in range(143) for number in week_of(game, date(2026, 11, 22) + timedelta(weeks=week))]
    assert len(set(numbers[:1000])) == 1000
    assert not set(numbers) & set(IMPOSSIBLE[game])
    if game == "grossfamilien":
        # The solver wins all these games; its census repeats that.
        assert max(numbers) < 1000


@pytest.mark.parametrize("game", ["vierfrei", "freecell"])
def test_no_week_has_more_impossible_numbers_than_it_leaves_out(game: str) -> None:
    """With three such numbers within one week's places, the third would be Monday's; the row of places is a ring."""
    first, count = ROWS[game]
    known = Impossible(registry.find(game).census or "")
    assert [number for number in range(first, first + count) if number in known] == IMPOSSIBLE[game]
    places = sorted((number - first) * pow(NUMBER_STEP, -1, count) % count for number in IMPOSSIBLE[game])
    after = [*places, *(place + count for place in places)]
    assert all(after[at + 2] - after[at] >= NUMBERS_PER_WEEK for at in range(len(places) if len(places) > 2 else 0))


def test_a_week_with_an_impossible_number_has_none_on_a_day() -> None:
    place = (11982 - 1) * pow(NUMBER_STEP, -1, 32_000) % 32_000
    monday = date(2000, 1, 3) + timedelta(weeks=place // NUMBERS_PER_WEEK)
    week = week_of("freecell", monday)
    assert 11982 not in week
    assert list(week) == [as_the_rule_says("freecell", monday + timedelta(days)) for days in range(7)]
    # Knowing the impossible number changes this week.
    assert week != registry.find("freecell").games_of_week(monday, ())
