"""What the kit uses of a game's resource: the names that the game's module of constants must have, and what they name.

The trees serve in every game as in VIERFREI's resource (docs/vierfrei.md 8); their numbers are the game's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from gemport.patience.kit.check import Needs, alert, any_text, anything, button, entry, line, number_field


class BoxNumbers(Protocol):
    """Menu, boxes and icon, which every game has."""

    MENU: int
    GETNUM: int
    GETNUM_FIELD: int
    GETNUM_CANCEL: int
    GETNUM_OK: int
    GRAT: int
    GRAT_OK: int
    GRAT_MOVES: int
    ABOUT: int
    ABOUT_OK: int
    WIND: int


class KeptNumbers(Protocol):
    """Free strings about what is kept. $words are put in by the program."""

    LOST: int
    """An alert: the game $number is lost; button 1 deals it again."""
    ASK_CLEAR: int
    """An alert: button 1 clears the statistics."""
    SET_ASIDE: int
    """An alert: damaged records are now called $file."""
    NOT_KEPT: int
    """An alert: nothing can be stored, for a $reason of up to three lines."""
    NOT_RESUMED: int
    """An alert: the game $number could be resumed only in part."""
    NO_STREAK: int
    STREAK_WON: int
    """$count games won in a row."""
    STREAK_LOST: int


class StatisticsNumbers(Protocol):
    """The statistics as a dialog."""

    STATISTICS: int
    STATISTICS_WON: int
    STATISTICS_LOST: int
    STATISTICS_PERCENTAGE: int
    STATISTICS_STREAK: int
    STATISTICS_LONGEST_WON: int
    STATISTICS_LONGEST_LOST: int
    STATISTICS_CLEAR: int
    STATISTICS_OK: int


def box_needs(numbers: BoxNumbers, entries: Iterable[int], games: range) -> Needs:
    """A menu with these entries, and the boxes; no number beyond those of the games can be typed by its length."""
    n = numbers
    return Needs(
        objects={
            n.MENU: dict.fromkeys(entries, entry),
            n.GETNUM: {
                n.GETNUM_FIELD: number_field(len(str(games[-1]))),
                n.GETNUM_CANCEL: anything,
                n.GETNUM_OK: anything,
            },
            n.GRAT: {n.GRAT_OK: anything, n.GRAT_MOVES: number_field()},
            n.ABOUT: {n.ABOUT_OK: anything},
            n.WIND: {0: anything},
        },
        menu=n.MENU,
    )


def kept_needs(numbers: KeptNumbers) -> Needs:
    """What is said about what is kept."""
    n = numbers
    alerts = dict.fromkeys((n.LOST, n.ASK_CLEAR, n.SET_ASIDE, n.NOT_KEPT, n.NOT_RESUMED), alert)
    return Needs(strings={**alerts, **dict.fromkeys((n.NO_STREAK, n.STREAK_WON, n.STREAK_LOST), any_text)})


def statistics_needs(numbers: StatisticsNumbers) -> Needs:
    """The dialog with the statistics."""
    n = numbers
    shown = (
        *(n.STATISTICS_WON, n.STATISTICS_LOST, n.STATISTICS_PERCENTAGE),
        *(n.STATISTICS_STREAK, n.STATISTICS_LONGEST_WON, n.STATISTICS_LONGEST_LOST),
    )
    buttons = dict.fromkeys((n.STATISTICS_CLEAR, n.STATISTICS_OK), button)
    return Needs(objects={n.STATISTICS: {**dict.fromkeys(shown, line), **buttons}})
