"""Baker's Game as a GEM program."""

from __future__ import annotations

from gemport.cards.bakersgame import BakersBoard, bakers_deal

from gemport.cards.deals import MICROSOFT_NUMBERS
from gemport.gem.aes.keys import F1, F2, F3, F4, F5, F6, F7, F10, UNDO
from gemport.play.game import Game
from gemport.play.solving import Finder, Solution


def _dealing() -> object:
    from gemport.cards.finding import MICROSOFT

    return MICROSOFT


class BakersSolver:
    """Plays what goes home, and knows no more."""

    shortens = knows_fc_solve = False

    def solve(self, board, limit=None, seconds=None) -> Solution:
        from gemport.solver import Verdict

        return Solution(Verdict.UNDECIDED, None, 1)

    def review(self, boards):
        return None

    def short_words(self, board, moves):
        return []


GAME = Game(
    name="bakersgame",
    title="Baker's Game",
    numbers=MICROSOFT_NUMBERS,
    board=BakersBoard,
    deal=bakers_deal,
    keys={
        **{"about": F1, "new": F2, "select": F3, "statistics": F4, "restart": F5, "messages": F6},
        **{"count columns": F7, "undo": UNDO, "quit": F10},
    },
    counts_losses=True,
    daily=MICROSOFT_NUMBERS,
    finder=Finder(_dealing, lambda column, row: 8 * row + column, (7, 7, 7, 7, 6, 6, 6, 6)),
    solver=BakersSolver(),
)
