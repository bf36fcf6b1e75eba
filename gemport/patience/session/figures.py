"""What won games add up to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gemport.patience.session.records import Ended, Outcome


class Figures(NamedTuple):
    """Of won games: how many, and the moves and undos of those of which they are known.

    best, average: moves; None where they are known of no game
    undos: steps taken back in all of them
    best_undos, best_seconds: of the game with the fewest moves, None where that is not known
    """

    won: int = 0
    best: int | None = None
    average: float | None = None
    undos: int = 0
    best_undos: int | None = None
    best_seconds: int | None = None


def figures(ended: Iterable[Ended]) -> Figures:
    """The figures of those of the games that were won."""
    won = [game for game in ended if game.outcome is Outcome.WON]
    moves = [game.moves for game in won if game.moves is not None]
    undos = sum(game.undos or 0 for game in won)
    if not moves:
        return Figures(len(won), undos=undos)
    least = min(moves)
    best = next(game for game in won if game.moves == least)
    return Figures(len(won), least, sum(moves) / len(moves), undos, best.undos, best.seconds)
