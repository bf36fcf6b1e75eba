"""What the games say about what is kept: free strings of their resources, with numbers and names put in."""

from __future__ import annotations

from enum import IntEnum
from string import Template

from gemport.gem.aes.rsrc import LoadedResource


class KeptText(IntEnum):
    """Free strings that stand in this order in a resource. $words are put in by the program."""

    LOST = 0
    """An alert: the game $number is lost; button 1 deals it again."""
    ASK_CLEAR = 1
    """An alert: button 1 clears the statistics."""
    SET_ASIDE = 2
    """An alert: damaged records are now called $file."""
    NOT_KEPT = 3
    """An alert: nothing can be stored, for a $reason of up to three lines."""
    NOT_RESUMED = 4
    """An alert: the game $number could be resumed only in part."""
    NO_STREAK = 5
    STREAK_WON = 6
    """$count games won in a row."""
    STREAK_LOST = 7


class KeptTexts:
    """The strings of a loaded resource, the first of them being free string number ``first``."""

    def __init__(self, trees: LoadedResource, first: int) -> None:
        """Raises RsrcError where strings are missing, as in another program's resource."""
        self._trees = trees
        self._first = first
        trees.string(first + max(KeptText))

    def say(self, text: KeptText, **words: object) -> str:
        """A string with what its $words stand for."""
        return Template(self._trees.string(self._first + text)).safe_substitute(words)
