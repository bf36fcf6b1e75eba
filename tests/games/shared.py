"""The numbers of the resource shared by all games; the type of a tree's number distinguishes the two resources."""

from typing import Any

from gemport.play import games_rsc as resource


class SharedTree(int):
    """Number of a tree in the shared resource."""


_TREES = {"GETNUM", "STATISTICS", "UNFINISHED", "WON", "WIND", "CALENDAR"}
_TREES |= {"LOOKBACK", "SHOWING", "LOGBOOK", "ENTRY", "SEARCH"}


def __getattr__(name: str) -> Any:
    number = getattr(resource, name)
    return SharedTree(number) if name in _TREES else number
