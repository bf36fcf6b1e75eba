"""The game of the day: a number that follows from the date alone, and is harder towards Sunday.

The manual states the rule for other programs as well (The game of the day): a change alters days that were
won.
"""

from collections.abc import Callable, Container, Sequence
from datetime import date
from typing import Final

from gemport.cards.card import ACE, Card, suit_of, value_of
from gemport.cards.deals import Deal

FIRST_MONDAY: Final = date(2000, 1, 3)
"""The weeks are counted from here; this one is week 0."""
STEP: Final = 627_619
"""From a number to the next one of the row. It meets them all, as neither 2 nor 5 divides it."""
A_WEEK: Final = 21
"""Numbers of the row for each week, so that they can be ordered by difficulty."""
CYCLE: Final = 1000
"""Days within which no number comes twice."""


def games_of_week(
    day: date, numbers: range, deal: Callable[[int], Deal], impossible: Container[int] = ()
) -> Sequence[int]:
    """Return the numbers of the week in which a day lies, Monday's first.

    numbers: those that the row goes through; nothing but 2 and 5 divides how many they are
    deal: deals a number; deals without columns are not ordered
    impossible: those that cannot be won, of which no week has more than two
    """
    week = (day.toordinal() - FIRST_MONDAY.toordinal()) // 7

    def row(first: int, count: int) -> list[int]:
        return [numbers[place * STEP % len(numbers)] for place in range(first, first + count)]

    if deal(numbers[0]).columns is None:
        return row(7 * week, 7)

    def rank(number: int) -> tuple[int, int]:
        return -1 if number in impossible else points(deal(number).columns or ()), number

    # The two easiest are no day's, and before them come those that cannot be won.
    return sorted(row(A_WEEK * week, A_WEEK), key=rank)[2::3]


def points(columns: Sequence[Sequence[Card]]) -> int:
    """Return a measure of a deal's difficulty that is simple to state, commonly 15 to 36.

    It is the number of cards that lie in a column on a lower card of their suit, and of those that lie on each ace.
    """
    total = 0
    for column in columns:
        lowest: dict[int, int] = {}
        for covered, card in enumerate(column, 1):
            suit, value = suit_of(card), value_of(card)
            total += lowest.get(suit, value) < value
            lowest[suit] = min(lowest.get(suit, value), value)
            if value == ACE:
                total += len(column) - covered
    return total
