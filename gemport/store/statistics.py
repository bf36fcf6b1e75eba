"""Outcomes of games, and statistics computed from them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, IntEnum
from typing import NamedTuple

from gemport.cards.challenge import MAX_CELLS, cell_count


class Outcome(Enum):
    """The outcome of a game. The values are stored in the records."""

    WON = "won"
    LOST = "lost"
    SOLVED = "solved"  # the program played a solution: neither won nor lost


class Help(IntEnum):
    """The highest level of help given in a game, None if unknown. The values are stored in the records."""

    NONE = 0
    HELPED = 1  # hints, the oracle, or going back to before a mistake
    SOLVED = 2  # the program played moves of a solution or of a recording


class Ended(NamedTuple):
    """A counted game. ``when`` is its end in seconds since 1970; optional fields are None if unknown."""

    number: int
    outcome: Outcome
    moves: int | None = None
    undos: int | None = None
    seconds: int | None = None
    when: float | None = None
    help: Help | None = None


class Best(NamedTuple):
    """The best win of a number, with 0 for unknown undos and seconds.

    ``helped`` means that the number was never won without help.
    """

    moves: int
    undos: int
    seconds: int
    helped: bool = False


class Statistics(NamedTuple):
    """Statistics of counted games.

    Attributes:
        streak: current streak: consecutive wins, or losses as a negative number; wins with help do not add to it
        helped: wins with help
        unknown: wins with unknown help; they add to streaks
        best, average: moves per win, None if unknown; the best excludes wins with help
        undos: undos in all wins
        best_undos, best_seconds: figures of the win with the fewest moves, None if unknown
        fastest, average_seconds: seconds per win, with the rules of ``best`` and ``average``
        solved: games solved by the program, which count nowhere else
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
    solved: int = 0

    @property
    def unaided(self) -> int:
        """Number of wins known to be without help."""
        return self.won - self.helped - self.unknown

    @property
    def percentage(self) -> int:
        """Percentage of games won, rounded down so that 100 means all of them; 0 without games."""
        return 100 * self.won // (self.won + self.lost or 1)


def with_cells(ended: Iterable[Ended], cells: int = MAX_CELLS) -> Iterator[Ended]:
    """Yield the games played with ``cells`` cells: challenges have separate statistics."""
    return (game for game in ended if cell_count(game.number) == cells)


def summarize(ended: Iterable[Ended]) -> Statistics:
    """Return the statistics of games, oldest first."""
    wins, course, solved = [], "", 0
    for game in ended:
        if game.outcome is Outcome.SOLVED:
            solved += 1
        elif game.outcome is Outcome.LOST:
            course += "L"
        else:
            course += "h" if game.help else "W"
            wins.append(game)
    # The letters are W for a win, h for a win with help, L for a loss.
    winning, losing = course.split("L"), re.split("[Wh]+", course)
    unaided = [game for game in wins if not game.help]
    best = min((game for game in unaided if game.moves is not None), key=lambda game: game.moves or 0, default=None)
    return Statistics(
        len(wins),
        len(course) - len(wins),
        -len(losing[-1]) or winning[-1].count("W"),
        max(run.count("W") for run in winning),
        max(map(len, losing)),
        len(wins) - len(unaided),
        sum(game.help is None for game in wins),
        best and best.moves,
        _mean([game.moves for game in wins if game.moves is not None]),
        sum(game.undos or 0 for game in wins),
        best and best.undos,
        best and best.seconds,
        min((game.seconds for game in unaided if game.seconds is not None), default=None),
        _mean([game.seconds for game in wins if game.seconds is not None]),
        solved,
    )


def _mean(values: Sequence[int]) -> float | None:
    return sum(values) / len(values) if values else None
