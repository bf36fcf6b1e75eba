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


class ExtraNumbers(BoxNumbers, Protocol):
    """What only the built-in resources have in every game. $words are put in by the program."""

    MENU_NEW: int
    MENU_SELECT: int
    MENU_RESTART: int
    MENU_UNDO: int
    MENU_COUNTER: int
    GETNUM_RANGE: int
    ABOUT_VERSION: int
    """A line with a $version."""
    WON: int
    """The box that says more of a victory than GRAT, and offers more."""
    WON_TITLE: int
    WON_MOVES: int
    WON_UNDOS: int
    WON_TIME: int
    WON_BEST: int
    WON_NEXT: int
    WON_SELECT: int
    WON_AGAIN: int
    WON_OK: int
    FIRST_WIN: int
    NEW_BEST: int
    """The best so far was $moves."""
    EQUAL_BEST: int
    NOT_BEST: int
    """The best is $moves."""
    FIRST_UNAIDED: int
    """The number was won before, but never without help."""
    WITH_HELP: int
    SOLVED: int
    """The title where the program has played a solution."""
    REPLAYED: int
    """The title at the end of a recording."""
    SOLVED_LINE: int
    """Neither counts."""
    NO_NUMBER: int
    """An alert: the field of the number box is empty."""
    COUNTER_LINE: int
    """$moves and $time in the window's info line."""


class KeptNumbers(Protocol):
    """Free strings about what is kept. $words are put in by the program."""

    LOST: int
    """An alert: the game $number is lost; button 1 deals it again."""
    ASK_CLEAR: int
    """An alert: button 1 clears the statistics."""
    SET_ASIDE: int
    """An alert: damaged records are now called $file; $counted and $unfinished games of them could be read."""
    NOT_KEPT: int
    """An alert: nothing can be stored, for a $reason of up to three lines."""
    NOT_RESUMED: int
    """An alert: the game $number could be resumed only in part."""
    NO_STREAK: int
    STREAK_WON: int
    """$count games won in a row."""
    STREAK_LOST: int
    HELP_UNKNOWN: int
    """$count games won without help, and $unknown of which that is not known."""


class StatisticsNumbers(Protocol):
    """The statistics as a dialog."""

    STATISTICS: int
    STATISTICS_WON: int
    STATISTICS_UNAIDED: int
    """Of these without help."""
    STATISTICS_LOST: int
    STATISTICS_PERCENTAGE: int
    STATISTICS_STREAK: int
    STATISTICS_LONGEST_WON: int
    STATISTICS_LONGEST_LOST: int
    STATISTICS_CLEAR: int
    STATISTICS_OK: int


class UnfinishedNumbers(Protocol):
    """The list of the unfinished games as a dialog, and what is said about them. $words are put in by the program."""

    UNFINISHED: int
    UNFINISHED_LIST: int
    UNFINISHED_ROW: int
    """The first of ``LIST_ROWS`` lines, one after the other."""
    UNFINISHED_UP: int
    UNFINISHED_DOWN: int
    UNFINISHED_TRACK: int
    UNFINISHED_ELEVATOR: int
    UNFINISHED_TAKE_UP: int
    UNFINISHED_FORGET: int
    UNFINISHED_CANCEL: int
    NO_GAMES: int
    """Stands in the list where it is empty."""
    WHEN: int
    """How $day, $month, $year, $hour and $minute are written."""
    ASK_TAKE_UP: int
    """An alert: game $number has been begun, with $moves; button 1 takes it up, button 2 begins anew."""
    ASK_FORGET: int
    """An alert: button 1 forgets game $number."""
    ASK_GIVE_UP: int
    """The same where it counts as lost by that."""


LIST_ROWS = 8
"""Lines of the list of unfinished games."""


class ForfeitNumbers(Protocol):
    """What is asked where losses count."""

    ASK_FORFEIT: int
    """An alert: game $number is not finished; button 1 keeps it, button 2 forfeits it."""


class MovesNumbers(StatisticsNumbers, Protocol):
    """The statistics as a dialog that shows moves too, in all and of the number on the table."""

    STATISTICS_BEST: int
    STATISTICS_AVERAGE: int
    STATISTICS_UNDOS: int
    STATISTICS_NUMBER: int
    STATISTICS_NUMBER_WON: int
    STATISTICS_NUMBER_UNAIDED: int
    STATISTICS_NUMBER_BEST: int
    STATISTICS_NUMBER_UNDOS: int
    NUMBER_LINE: int
    """What stands before the figures of game $number."""
    UNKNOWN: int
    """Stands for a figure that there is none of."""


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


def won_needs(numbers: ExtraNumbers) -> Needs:
    """The box about a victory, with its words."""
    n = numbers
    lines = dict.fromkeys((n.WON_TITLE, n.WON_MOVES, n.WON_UNDOS, n.WON_TIME, n.WON_BEST), line)
    buttons = dict.fromkeys((n.WON_NEXT, n.WON_SELECT, n.WON_AGAIN, n.WON_OK), button)
    ratings = n.FIRST_WIN, n.NEW_BEST, n.EQUAL_BEST, n.NOT_BEST, n.FIRST_UNAIDED, n.WITH_HELP
    texts = dict.fromkeys((*ratings, n.SOLVED, n.REPLAYED, n.SOLVED_LINE), any_text)
    return Needs({n.WON: {**lines, **buttons}}, texts)


def range_needs(numbers: ExtraNumbers) -> Needs:
    """The line of the number box that says which numbers there are, and what is said of an empty field."""
    return Needs({numbers.GETNUM: {numbers.GETNUM_RANGE: line}}, {numbers.NO_NUMBER: alert})


def counter_needs(numbers: ExtraNumbers) -> Needs:
    """The entry and the text of the window's info line."""
    return Needs({numbers.MENU: {numbers.MENU_COUNTER: entry}}, {numbers.COUNTER_LINE: any_text})


def kept_needs(numbers: KeptNumbers) -> Needs:
    """What is said about what is kept."""
    n = numbers
    alerts = dict.fromkeys((n.LOST, n.ASK_CLEAR, n.SET_ASIDE, n.NOT_KEPT, n.NOT_RESUMED), alert)
    words = n.NO_STREAK, n.STREAK_WON, n.STREAK_LOST, n.HELP_UNKNOWN
    return Needs(strings={**alerts, **dict.fromkeys(words, any_text)})


def statistics_needs(numbers: StatisticsNumbers) -> Needs:
    """The dialog with the statistics."""
    n = numbers
    shown = (
        *(n.STATISTICS_WON, n.STATISTICS_LOST, n.STATISTICS_PERCENTAGE),
        *(n.STATISTICS_STREAK, n.STATISTICS_LONGEST_WON, n.STATISTICS_LONGEST_LOST, n.STATISTICS_UNAIDED),
    )
    buttons = dict.fromkeys((n.STATISTICS_CLEAR, n.STATISTICS_OK), button)
    return Needs(objects={n.STATISTICS: {**dict.fromkeys(shown, line), **buttons}})


def unfinished_needs(numbers: UnfinishedNumbers) -> Needs:
    """The list of the unfinished games, and what is said about them."""
    n = numbers
    rows = range(n.UNFINISHED_ROW, n.UNFINISHED_ROW + LIST_ROWS)
    boxes = (n.UNFINISHED_LIST, n.UNFINISHED_UP, n.UNFINISHED_DOWN, n.UNFINISHED_TRACK, n.UNFINISHED_ELEVATOR)
    buttons = (n.UNFINISHED_TAKE_UP, n.UNFINISHED_FORGET, n.UNFINISHED_CANCEL)
    return Needs(
        objects={
            n.UNFINISHED: {
                **dict.fromkeys(boxes, anything),
                **dict.fromkeys(rows, line),
                **dict.fromkeys(buttons, button),
            }
        },
        strings={
            **dict.fromkeys((n.NO_GAMES, n.WHEN), any_text),
            **dict.fromkeys((n.ASK_TAKE_UP, n.ASK_FORGET, n.ASK_GIVE_UP), alert),
        },
    )


def forfeit_needs(numbers: ForfeitNumbers) -> Needs:
    """What is asked where losses count."""
    return Needs(strings={numbers.ASK_FORFEIT: alert})


def moves_needs(numbers: MovesNumbers) -> Needs:
    """The dialog with the statistics that shows moves too."""
    n = numbers
    shown = (
        *(n.STATISTICS_BEST, n.STATISTICS_AVERAGE, n.STATISTICS_UNDOS, n.STATISTICS_NUMBER, n.STATISTICS_NUMBER_WON),
        *(n.STATISTICS_NUMBER_UNAIDED, n.STATISTICS_NUMBER_BEST, n.STATISTICS_NUMBER_UNDOS),
    )
    texts = dict.fromkeys((n.NUMBER_LINE, n.UNKNOWN), any_text)
    return statistics_needs(numbers) | Needs({n.STATISTICS: dict.fromkeys(shown, line)}, texts)
