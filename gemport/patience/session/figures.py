"""What won games add up to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gemport.patience.session.records import Ended, Outcome


class Figures(NamedTuple):
    """Of won games: how many, and the moves and undos of those of which they are known.

    best, average: moves; None where they are known of no game. A game won with help is no best
    undos: steps taken back in all of them
    best_undos, best_seconds: of the game with the fewest moves, None where that is not known
    helped, unknown: so many of them were won with help, or may have been
    """

    won: int = 0
    best: int | None = None
    average: float | None = None
    undos: int = 0
    best_undos: int | None = None
    best_seconds: int | None = None
    helped: int = 0
    unknown: int = 0

    @property
    def unaided(self) -> int:
        """Games known to be won without help."""
        return self.won - self.helped - self.unknown


def figures(ended: Iterable[Ended]) -> Figures:
    """The figures of those of the games that were won."""
    won = [game for game in ended if game.outcome is Outcome.WON]
    moves = [game.moves for game in won if game.moves is not None]
    best = min(
        (game for game in won if game.moves is not None and not game.help),
        key=lambda game: game.moves or 0,
        default=None,
    )
    return Figures(
        len(won),
        None if best is None else best.moves,
        sum(moves) / len(moves) if moves else None,
        sum(game.undos or 0 for game in won),
        None if best is None else best.undos,
        None if best is None else best.seconds,
        sum(bool(game.help) for game in won),
        sum(game.help is None for game in won),
    )
