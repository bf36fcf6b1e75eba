"""Dates for the player: where the player is, and what the clock shows there, only the host knows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from typing import NamedTuple, TypeAlias


class Moment(NamedTuple):
    """A date and a time of day."""

    year: int
    month: int
    day: int
    hour: int
    minute: int


Calendar: TypeAlias = Callable[[float], Moment | None]
"""What a clock shows at a time in seconds since 1970; None for a time that no calendar has."""


def moment(seconds: float, zone: tzinfo | None) -> Moment | None:
    """What clocks in a zone show; None stands for the zone of the machine."""
    try:
        there = datetime.fromtimestamp(seconds, zone)
    except (OverflowError, OSError, ValueError):
        return None
    return Moment(there.year, there.month, there.day, there.hour, there.minute)


def universal(seconds: float) -> Moment | None:
    """What clocks show in Greenwich in winter: the same on every machine."""
    return moment(seconds, UTC)
