"""The numbers in the games' shared resource; those of its trees are told from those of a game's own resource."""

from typing import Any

from gemport.play import games_rsc as resource


class SharedTree(int):
    """The number of a tree of the shared resource."""


_TREES = "GETNUM", "STATISTICS", "UNFINISHED", "WON", "WIND", "CALENDAR", "LOOKBACK", "SHOWING", "LOGBOOK", "ENTRY"


def __getattr__(name: str) -> Any:
    number = getattr(resource, name)
    return SharedTree(number) if name in _TREES else number
