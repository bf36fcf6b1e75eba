"""What a game keeps from start to start, as programs see it: outcomes and statistics, settings, the game in progress.

A program is given its :class:`Records` and knows nothing of where they lie. :class:`MemoryRecords` forgets all at the
end; what lasts is the host's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, TypeVar

T = TypeVar("T")


class RecordsError(ValueError):
    """Something could not be read or stored; the message names the place and the reason."""


class Outcome(Enum):
    """How a game ended. The values are what is stored."""

    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Statistics:
    """Counted games: how many, and how many in a row.

    streak: the present one, > 0 so many won, < 0 so many lost, 0 before the first game
    """

    won: int = 0
    lost: int = 0
    streak: int = 0
    longest_won: int = 0
    longest_lost: int = 0

    @property
    def played(self) -> int:
        """Games counted."""
        return self.won + self.lost

    @property
    def percentage(self) -> int:
        """Games won of a hundred, rounded down, so that 100 means all; 0 before the first game."""
        return 100 * self.won // self.played if self.played else 0

    def after(self, outcome: Outcome) -> Statistics:
        """The statistics with one more game."""
        if outcome is Outcome.WON:
            streak = max(self.streak, 0) + 1
            return Statistics(self.won + 1, self.lost, streak, max(self.longest_won, streak), self.longest_lost)
        streak = min(self.streak, 0) - 1
        return Statistics(self.won, self.lost + 1, streak, self.longest_won, max(self.longest_lost, -streak))


def summarize(outcomes: Iterable[Outcome]) -> Statistics:
    """The statistics of games in the order in which they ended."""
    statistics = Statistics()
    for outcome in outcomes:
        statistics = statistics.after(outcome)
    return statistics


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game in progress: its number and its moves, as words that the game's own rules understand.

    counted: its outcome is in the statistics already; whatever comes of it now counts no more
    """

    number: int
    moves: tuple[str, ...] = ()
    counted: bool = False


class Records(Protocol):
    """The records of one game. What is kept is kept for good when the call returns, whole or not at all.

    Every call raises RecordsError if that fails.
    """

    @property
    def set_aside(self) -> str | None:
        """The name that a damaged store was given when these records were begun anew; None if all was well."""

    def statistics(self) -> Statistics:
        """What the counted games add up to."""

    def lost_before(self, number: int) -> bool:
        """Whether a game of this number was counted as lost since the statistics were cleared last."""

    def clear(self) -> None:
        """Forget all outcomes. Settings and the game in progress stay."""

    def setting(self, name: str, default: bool) -> bool:
        """A setting as it was changed last, ``default`` if it never was."""

    def change_setting(self, name: str, value: bool) -> None:
        """Keep a setting."""

    def game_in_progress(self) -> SavedGame | None:
        """The game that was in progress when these records were opened or kept last; None if there is none."""

    def keep(self, game: SavedGame | None) -> None:
        """Keep the game in progress in place of the one kept before; None: there is none any more."""

    def count(self, number: int, outcome: Outcome, game: SavedGame | None) -> None:
        """Add an outcome to the statistics and keep the game in progress, both or neither."""


class MemoryRecords:
    """Records that last as long as the object."""

    def __init__(self, outcomes: Iterable[tuple[int, Outcome]] = (), game: SavedGame | None = None) -> None:
        self.outcomes: list[tuple[int, Outcome]] = list(outcomes)
        """Number and outcome of the counted games, in order."""
        self.settings: dict[str, bool] = {}
        self.set_aside: str | None = None
        self._game = game

    def statistics(self) -> Statistics:
        """What the counted games add up to."""
        return summarize(outcome for _, outcome in self.outcomes)

    def lost_before(self, number: int) -> bool:
        """Whether a game of this number was counted as lost since the statistics were cleared last."""
        return (number, Outcome.LOST) in self.outcomes

    def clear(self) -> None:
        """Forget all outcomes. Settings and the game in progress stay."""
        self.outcomes.clear()

    def setting(self, name: str, default: bool) -> bool:
        """A setting as it was changed last, ``default`` if it never was."""
        return self.settings.get(name, default)

    def change_setting(self, name: str, value: bool) -> None:
        """Keep a setting."""
        self.settings[name] = value

    def game_in_progress(self) -> SavedGame | None:
        """The game kept last; None if there is none."""
        return self._game

    def keep(self, game: SavedGame | None) -> None:
        """Keep the game in progress in place of the one kept before; None: there is none any more."""
        self._game = game

    def count(self, number: int, outcome: Outcome, game: SavedGame | None) -> None:
        """Add an outcome to the statistics and keep the game in progress."""
        self.outcomes.append((number, outcome))
        self._game = game


class ForgivingRecords:
    """Records under a game that goes on when nothing can be read or stored; ``failure`` is then the first reason."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self.failure: str | None = None

    def _try(self, call: Callable[[], T], otherwise: T) -> T:
        try:
            return call()
        except RecordsError as error:
            self.failure = self.failure or str(error)
            return otherwise

    @property
    def set_aside(self) -> str | None:
        """The name that a damaged store was given when these records were begun anew; None if all was well."""
        return self._records.set_aside

    def statistics(self) -> Statistics:
        """What the counted games add up to; none where that can't be read."""
        return self._try(self._records.statistics, Statistics())

    def lost_before(self, number: int) -> bool:
        """Whether a game of this number was counted as lost since the statistics were cleared last."""
        return self._try(lambda: self._records.lost_before(number), False)

    def clear(self) -> None:
        """Forget all outcomes. Settings and the game in progress stay."""
        self._try(self._records.clear, None)

    def setting(self, name: str, default: bool) -> bool:
        """A setting as it was changed last, ``default`` if it never was or can't be read."""
        return self._try(lambda: self._records.setting(name, default), default)

    def change_setting(self, name: str, value: bool) -> None:
        """Keep a setting."""
        self._try(lambda: self._records.change_setting(name, value), None)

    def game_in_progress(self) -> SavedGame | None:
        """The game kept last; None if there is none, or it can't be read."""
        return self._try(self._records.game_in_progress, None)

    def keep(self, game: SavedGame | None) -> None:
        """Keep the game in progress in place of the one kept before; None: there is none any more."""
        self._try(lambda: self._records.keep(game), None)

    def count(self, number: int, outcome: Outcome, game: SavedGame | None) -> None:
        """Add an outcome to the statistics and keep the game in progress, both or neither."""
        self._try(lambda: self._records.count(number, outcome, game), None)
