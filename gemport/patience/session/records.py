"""What a game keeps from start to start, as programs see it: outcomes and statistics, settings, unfinished games.

A program is given its :class:`Records` and knows nothing of where they lie.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import Enum, IntEnum
from typing import NamedTuple, Protocol, TypeVar

from gemport.gem.errors import GemportError
from gemport.patience.session.calendar import Moment

T = TypeVar("T")


class RecordsError(GemportError):
    """Something could not be read or stored; the message names the place and the reason."""


MOST = 2**53 - 1
"""The largest whole number that is kept, and that every reader of JSON understands."""
LATEST = 1e15
"""Seconds since 1970 of the farthest time that is kept, and before 1970 of the earliest."""
WORD = re.compile(r"[!-~]{1,32}")
"""A step in a game's notation."""


class Salvaged(NamedTuple):
    """How many counted and unfinished games could be read of a damaged store."""

    counted: int = 0
    unfinished: int = 0


class Outcome(Enum):
    """How a game ended. The values are what is stored."""

    WON = "won"
    LOST = "lost"
    SOLVED = "solved"
    """The program has played a solution: neither won nor lost."""


class Help(IntEnum):
    """The most that the program did for the player in a game. The values are what is stored; unknown is None."""

    NONE = 0
    HELPED = 1
    """Hints, the oracle, the way back before a mistake."""
    SOLVED = 2
    """The program has played moves of a solution, or of a recording."""


class Statistics(NamedTuple):
    """Counted games: how many, and how many in a row.

    streak: the present one, > 0 so many won, < 0 so many lost, 0 before the first game; wins with help make none longer
    helped: games won with help
    unknown: games won of which that was not kept; for streaks they count as won without
    """

    won: int = 0
    lost: int = 0
    streak: int = 0
    longest_won: int = 0
    longest_lost: int = 0
    helped: int = 0
    unknown: int = 0

    @property
    def unaided(self) -> int:
        """Games known to be won without help."""
        return self.won - self.helped - self.unknown

    @property
    def played(self) -> int:
        """Games counted."""
        return self.won + self.lost

    @property
    def percentage(self) -> int:
        """Games won of a hundred, rounded down, so that 100 means all; 0 before the first game."""
        return 100 * self.won // self.played if self.played else 0

    def after(self, outcome: Outcome, help_: Help | None = Help.NONE) -> Statistics:
        """The statistics with one more game."""
        if outcome is Outcome.SOLVED:
            return self
        if outcome is Outcome.LOST:
            streak = min(self.streak, 0) - 1
            return self._replace(lost=self.lost + 1, streak=streak, longest_lost=max(self.longest_lost, -streak))
        helped = bool(help_)
        streak = max(self.streak, 0) + (not helped)
        return self._replace(
            won=self.won + 1,
            streak=streak,
            longest_won=max(self.longest_won, streak),
            helped=self.helped + helped,
            unknown=self.unknown + (help_ is None),
        )


def summarize(games: Iterable[tuple[Outcome, Help | None]]) -> Statistics:
    """The statistics of games in the order in which they ended."""
    statistics = Statistics()
    for outcome, help_ in games:
        statistics = statistics.after(outcome, help_)
    return statistics


class Progress(NamedTuple):
    """How far a game has come.

    made: how many of its words are played, the others can be made again
    home: cards where they belong in the end
    undos: how often a step was taken back
    seconds: how long it was played
    """

    made: int
    home: int = 0
    undos: int = 0
    seconds: int = 0


class Best(NamedTuple):
    """The shortest of the games of a number that were won; undos and seconds are 0 where they were not kept.

    helped: it was won with help, and none was won without
    """

    moves: int
    undos: int
    seconds: int
    helped: bool = False


class Ended(NamedTuple):
    """A counted game.

    moves, undos, seconds: what it took; None where that was not kept
    when: seconds since 1970 of its end; None where that was not kept
    help: what the program did in it; None where that was not kept
    """

    number: int
    outcome: Outcome
    moves: int | None = None
    undos: int | None = None
    seconds: int | None = None
    when: float | None = None
    help: Help | None = None


class Unfinished(NamedTuple):
    """A game that was begun and not won, as a list of such games shows it.

    key: what the records call it
    when: seconds since 1970 of the last step
    elsewhere: another copy of the program has it open
    counted: its outcome is in the statistics already
    attempt: the key of the first attempt at it, the same for all of them
    help: what the program did in it; None where that was not kept
    """

    key: int
    number: int
    progress: Progress
    when: float
    elsewhere: bool
    counted: bool
    attempt: int
    help: Help | None


class KeptGame(NamedTuple):
    """An unfinished game taken up: its steps as words that the game's own rules understand.

    counted: its outcome is in the statistics already; whatever comes of it now counts no more
    """

    key: int
    number: int
    words: tuple[str, ...]
    progress: Progress
    counted: bool
    help: Help | None = Help.NONE


class Snapshot(NamedTuple):
    """What a game's records hold beside its unfinished games: settings by name, and the outcomes in their order."""

    settings: Mapping[str, bool]
    outcomes: Sequence[Ended]


class Records(Protocol):
    """The records of one game. What is kept is kept for good when the call returns, whole or not at all.

    Every call raises RecordsError if that fails.
    """

    @property
    def set_aside(self) -> str | None:
        """The name that a damaged store was given when these records were begun anew; None if all was well."""

    @property
    def salvaged(self) -> Salvaged | None:
        """How much of a damaged store could be read; None if all was well."""

    @property
    def unusable(self) -> str | None:
        """Why nothing will be there at the next start; None if all will."""

    def statistics(self) -> Statistics:
        """What the counted games add up to."""

    def lost_before(self, number: int) -> bool:
        """Whether a game of this number was counted as lost or solved since the statistics were cleared last."""

    def best(self, number: int) -> Best | None:
        """The fewest moves in which this number was won; None if it was not, or if that is not known."""

    def ended(self) -> Sequence[Ended]:
        """The counted games, in the order in which they ended."""

    def moment(self, seconds: float) -> Moment | None:
        """What the player's clock and calendar say of a time in seconds since 1970; None if they know no such time."""

    def clear(self) -> None:
        """Forget all outcomes. Settings and unfinished games stay."""

    def setting(self, name: str, default: bool) -> bool:
        """A setting as it was changed last, ``default`` if it never was."""

    def change_setting(self, name: str, value: bool) -> None:
        """Keep a setting."""

    def unfinished(self) -> Sequence[Unfinished]:
        """The unfinished games, the one played last first."""

    def take_up(self, number: int | None = None, key: int | None = None) -> KeptGame | None:
        """Open the unfinished game played last, of a number or a key if one is given; None if there is none.

        A game that another copy of the program has open is not. Where nothing can be written, it is taken up all the
        same; if another copy went on with it before the next change could be written, that begins a game of its own.
        """

    def begin(
        self,
        number: int,
        counted: bool,
        attempt_of: int | None,
        words: Sequence[str],
        progress: Progress,
        help_: Help | None = Help.NONE,
    ) -> int:
        """Keep a game from now on, open here, with the steps that it has already; its key.

        attempt_of: the game of which this is another attempt; the outcome of one counts for all, and so does help
        """

    def rewrite(self, key: int, number: int, counted: bool, words: Sequence[str], progress: Progress) -> int:
        """All of a game's steps anew, after some that could not be kept; its key.

        That is another one where somebody else has gone on with the game: it is another attempt at it then.
        """

    def note_help(self, key: int, help_: Help) -> None:
        """Keep with a game and its other attempts that the program has helped, if it had not helped as much before."""

    def step(self, key: int, word: str, progress: Progress) -> None:
        """A step was made, the last one of ``progress``; what could be made again before it is forgotten."""

    def move(self, key: int, progress: Progress) -> None:
        """Steps were taken back, or made again."""

    def keep_time(self, key: int, seconds: int) -> None:
        """A game was played for so long by now, without another step."""

    def close(self, key: int) -> None:
        """Leave an unfinished game to whoever takes it up next."""

    def leave_out(self, key: int, fault: str) -> None:
        """A game cannot be taken up, for a reason: it is not listed any more, though nothing of it is deleted."""

    def forget(self, key: int) -> None:
        """The game is over, or not to be kept any more."""

    def count(
        self, number: int, outcome: Outcome, progress: Progress, key: int, help_: Help | None = Help.NONE
    ) -> None:
        """Add an outcome to the statistics; the game and its other attempts are counted then."""


class HeldRecords(Records, Protocol):
    """Records that know which games were opened by them."""

    def release(self) -> None:
        """Leave all games that are open here to whoever takes them up next."""


class AnyStore(Protocol):
    """Where the records of all games lie."""

    def records(self, game: str) -> HeldRecords:
        """The records of a game."""


class ForgivingRecords:
    """Records under a game that goes on when nothing can be read or stored; ``failure`` is then the first reason."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self.failure: str | None = records.unusable
        self._owed: list[Callable[[], None]] = []

    def _try(self, call: Callable[[], T], otherwise: T) -> T:
        try:
            return call()
        except RecordsError as error:
            self.failure = self.failure or str(error)
            return otherwise

    def _owe(self, call: Callable[[], None]) -> bool:
        """Do something now, or when ``settle`` can; whether it is done."""
        self._owed.append(call)
        return self.settle()

    def _done(self, call: Callable[[], None]) -> bool:
        def done() -> bool:
            call()
            return True

        return self._try(done, False)

    @property
    def set_aside(self) -> str | None:
        """The name that a damaged store was given when these records were begun anew; None if all was well."""
        return self._records.set_aside

    @property
    def salvaged(self) -> Salvaged | None:
        """How much of a damaged store could be read; None if all was well."""
        return self._records.salvaged

    @property
    def unusable(self) -> str | None:
        """Why nothing will be there at the next start; None if all will."""
        return self._records.unusable

    def statistics(self) -> Statistics:
        """What the counted games add up to; nothing where that can't be read."""
        return self._try(self._records.statistics, Statistics())

    def lost_before(self, number: int) -> bool:
        """Whether a game of this number was counted as lost or solved since the statistics were cleared last."""
        return self._try(lambda: self._records.lost_before(number), False)

    def best(self, number: int) -> Best | None:
        """The fewest moves in which this number was won; None if it was not, or if that is not known."""
        return self._try(lambda: self._records.best(number), None)

    def ended(self) -> Sequence[Ended]:
        """The counted games, in the order in which they ended; none where they can't be read."""
        return self._try(self._records.ended, ())

    def moment(self, seconds: float) -> Moment | None:
        """What the player's clock and calendar say of a time in seconds since 1970; None if they know no such time."""
        return self._records.moment(seconds)

    def clear(self) -> None:
        """Forget all outcomes. Settings and unfinished games stay."""
        self._owe(self._records.clear)

    def setting(self, name: str, default: bool) -> bool:
        """A setting as it was changed last, ``default`` if it never was or can't be read."""
        return self._try(lambda: self._records.setting(name, default), default)

    def change_setting(self, name: str, value: bool) -> None:
        """Keep a setting."""
        self._owe(lambda: self._records.change_setting(name, value))

    def unfinished(self) -> Sequence[Unfinished]:
        """The unfinished games, the one played last first; none where they can't be read."""
        return self._try(self._records.unfinished, ())

    def take_up(self, number: int | None = None, key: int | None = None) -> KeptGame | None:
        """Open the unfinished game played last, of a number or a key if one is given; None if there is none."""
        return self._try(lambda: self._records.take_up(number, key), None)

    def begin(
        self,
        number: int,
        counted: bool,
        attempt_of: int | None,
        words: Sequence[str],
        progress: Progress,
        help_: Help | None = Help.NONE,
    ) -> int | None:
        """Keep a game from now on; its key, None if it can't be kept."""
        return self._try(lambda: self._records.begin(number, counted, attempt_of, words, progress, help_), None)

    def rewrite(self, key: int, number: int, counted: bool, words: Sequence[str], progress: Progress) -> int | None:
        """All of a game's steps anew; its key, None if they can't be kept."""
        return self._try(lambda: self._records.rewrite(key, number, counted, words, progress), None)

    def step(self, key: int, word: str, progress: Progress) -> bool:
        """A step was made; whether it is kept."""
        return self._done(lambda: self._records.step(key, word, progress))

    def move(self, key: int, progress: Progress) -> bool:
        """Steps were taken back, or made again; whether that is kept."""
        return self._done(lambda: self._records.move(key, progress))

    def keep_time(self, key: int, seconds: int) -> bool:
        """A game was played for so long by now; whether that is kept. No failure if not: the next step brings it."""
        try:
            self._records.keep_time(key, seconds)
        except RecordsError:
            return False
        return True

    def close(self, key: int) -> None:
        """Leave an unfinished game to whoever takes it up next."""
        with suppress(RecordsError):
            # Nothing is lost: the mark ends with the program.
            self._records.close(key)

    def leave_out(self, key: int, fault: str) -> bool:
        """A game cannot be taken up, for a reason: it is not listed any more; whether that is so."""
        return self._done(lambda: self._records.leave_out(key, fault))

    def forget(self, key: int) -> None:
        """The game is over, or not to be kept any more."""
        self._owe(lambda: self._records.forget(key))

    def note_help(self, key: int, help_: Help) -> bool:
        """Keep with a game that the program has helped; whether that is kept. If not, ``settle`` will keep it."""
        return self._owe(lambda: self._records.note_help(key, help_))

    def count(
        self, number: int, outcome: Outcome, progress: Progress, key: int, help_: Help | None = Help.NONE
    ) -> bool:
        """Add an outcome to the statistics; whether it is there. If not, ``settle`` will add it."""
        return self._owe(lambda: self._records.count(number, outcome, progress, key, help_))

    def settle(self) -> bool:
        """Do in its order what could not be done before; whether all is done."""
        while self._owed and self._done(self._owed[0]):
            del self._owed[0]
        return not self._owed
