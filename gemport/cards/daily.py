"""The game of the day: a number derived from the date alone; games get harder towards Sunday.

The manual (The game of the day) states the rule for other programs. A change to it would alter days that players have
already won.
"""

from collections.abc import Callable, Container, Sequence
from datetime import date
from typing import Final

from gemport.cards.card import ACE, Card, suit_of, value_of
from gemport.cards.deals import Deal

_FIRST_DAY: Final = date(2000, 1, 3).toordinal()  # the Monday of week 0
NUMBER_STEP: Final = 627_619
"""Distance between consecutive numbers of the sequence. It visits all numbers, since 2 and 5 do not divide it."""
NUMBERS_PER_WEEK: Final = 21
"""A selection to be sorted by difficulty."""
CYCLE_DAYS: Final = 1000
"""No number repeats within it."""


def games_of_week(
    day: date, numbers: range, deal: Callable[[int], Deal], impossible: Container[int] = ()
) -> Sequence[int]:
    """Return the numbers for the week that contains ``day``, Monday's first.

    Args:
        numbers: all numbers of the sequence; their count has no prime factors except 2 and 5
        deal: function that deals a number; deals without columns are not sorted
        impossible: numbers that cannot be won, at most two in any week
    """
    week = (day.toordinal() - _FIRST_DAY) // 7

    def row(first: int, count: int) -> list[int]:
        return [numbers[place * NUMBER_STEP % len(numbers)] for place in range(first, first + count)]

    if deal(numbers[0]).columns is None:
        return row(7 * week, 7)

    def rank(number: int) -> tuple[int, int]:
        return -1 if number in impossible else points(deal(number).columns or ()), number

    # Skip the two easiest games; impossible games sort first, so they are skipped as well.
    return sorted(row(NUMBERS_PER_WEEK * week, NUMBERS_PER_WEEK), key=rank)[2::3]


def points(columns: Sequence[Sequence[Card]]) -> int:
    """Return a measure of a deal's difficulty that is easy to state, usually 15 to 36.

    It counts each card that covers a lower card of its suit in its column, and each card that covers an ace, once per
    ace.
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
