"""Outcomes of games, and figures that they add up to."""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, IntEnum
from typing import NamedTuple

from gemport.cards.challenge import MAX_CELLS, cell_count


class Outcome(Enum):
    """End of a game. The values are what is stored."""

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


class Best(NamedTuple):
    """The shortest of the games of a number that were won; undos and seconds are 0 where they were not kept.

    helped: it was won with help, and none was won without
    """

    moves: int
    undos: int
    seconds: int
    helped: bool = False


class Statistics(NamedTuple):
    """Figures of counted games.

    streak: the present one, > 0 so many won, < 0 so many lost, 0 before the first game; wins with help make none longer
    helped: games won with help
    unknown: games won of which that was not kept; for streaks they count as won without
    best, average: moves of games won; None where they are known of none. A game won with help is no best
    undos: steps taken back in all games won
    best_undos, best_seconds: of the game with the fewest moves, None where that is not known
    fastest, average_seconds: time of games won, as best and average moves
    """

    won: int = 0
    lost: int = 0
    streak: int = 0
    longest_won: int = 0
    longest_lost: int = 0
    helped: int = 0
    unknown: int = 0
    best: int | None = None
    average: float | None = None
    undos: int = 0
    best_undos: int | None = None
    best_seconds: int | None = None
    fastest: int | None = None
    average_seconds: float | None = None

    @property
    def unaided(self) -> int:
        """Number of games known to be won without help."""
        return self.won - self.helped - self.unknown

    @property
    def percentage(self) -> int:
        """Percentage of games won, rounded down, so that 100 means all; 0 before the first game."""
        return 100 * self.won // (self.won + self.lost or 1)


def with_cells(ended: Iterable[Ended], cells: int = MAX_CELLS) -> Iterator[Ended]:
    """Yield those of the games that were played with so many cells: challenges are counted apart."""
    return (game for game in ended if cell_count(game.number) == cells)


def summarize(ended: Iterable[Ended]) -> Statistics:
    """Return the statistics of games in the order in which they ended; those that the program solved do not count."""
    won = lost = streak = longest_won = longest_lost = helped = unknown = undos = 0
    moves: list[int] = []
    times: list[int] = []
    fastest: int | None = None
    best = Ended(0, Outcome.WON)
    for game in ended:
        if game.outcome is Outcome.LOST:
            lost += 1
            streak = min(streak, 0) - 1
            longest_lost = max(longest_lost, -streak)
        elif game.outcome is Outcome.WON:
            won += 1
            streak = max(streak, 0) + (not game.help)
            longest_won = max(longest_won, streak)
            helped += bool(game.help)
            unknown += game.help is None
            undos += game.undos or 0
            if game.moves is not None:
                moves.append(game.moves)
                if not game.help and (best.moves is None or game.moves < best.moves):
                    best = game
            if game.seconds is not None:
                times.append(game.seconds)
                if not game.help:
                    fastest = game.seconds if fastest is None else min(game.seconds, fastest)
    tally = (won, lost, streak, longest_won, longest_lost, helped, unknown)
    of_best = best.undos, best.seconds, fastest, _mean(times)
    return Statistics(*tally, best.moves, _mean(moves), undos, *of_best)


def _mean(values: Sequence[int]) -> float | None:
    return sum(values) / len(values) if values else None
