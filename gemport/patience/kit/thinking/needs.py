"""What the built-in resources have for thinking: entries of the menu, alerts, and words for the info line."""

from __future__ import annotations

from typing import Protocol

from gemport.patience.kit.check import Needs, alert, any_text, entry

ORACLE = "oracle"
"""The setting of a game that says whether the oracle is asked."""


class ThinkingNumbers(Protocol):
    """Entries of the menu, and free strings in which $words are put in by the program."""

    MENU: int
    MENU_HINT: int
    MENU_WINNABLE: int
    MENU_SOLUTION: int
    MENU_BACK: int
    MENU_ORACLE: int
    CAN_BE_WON: int
    """An alert: the position can be won, with $moves moves by the solution found."""
    CANNOT_BE_WON: int
    """An alert: the position is lost, which is proven."""
    NOT_KNOWN: int
    """An alert: it is not known after $states positions."""
    NO_MISTAKE: int
    """An alert: no move need be taken back, the position can be won."""
    TAKEN_BACK: int
    """An alert: $count moves were taken back, and now the game can be won."""
    TAKEN_BACK_FAR: int
    """The same, but fewer might have done."""
    NEVER_WINNABLE: int
    """An alert: the game could not be won from its start on."""
    NO_WAY_BACK: int
    """An alert: after $states positions no move is known before which the game could be won."""
    IMPOSSIBLE: int
    """An alert: the game $number cannot be won; button 1 plays it anyway."""
    ORACLE_YES: int
    ORACLE_NO: int
    ORACLE_OPEN: int
    ORACLE_THINKS: int


def thinking_needs(numbers: ThinkingNumbers) -> Needs:
    """All of it."""
    n = numbers
    entries = (n.MENU_HINT, n.MENU_WINNABLE, n.MENU_SOLUTION, n.MENU_BACK, n.MENU_ORACLE)
    alerts = (
        *(n.CAN_BE_WON, n.CANNOT_BE_WON, n.NOT_KNOWN, n.NO_MISTAKE, n.TAKEN_BACK, n.TAKEN_BACK_FAR),
        *(n.NEVER_WINNABLE, n.NO_WAY_BACK, n.IMPOSSIBLE),
    )
    words = (n.ORACLE_YES, n.ORACLE_NO, n.ORACLE_OPEN, n.ORACLE_THINKS)
    strings = {**dict.fromkeys(alerts, alert), **dict.fromkeys(words, any_text)}
    return Needs({n.MENU: dict.fromkeys(entries, entry)}, strings, n.MENU)
