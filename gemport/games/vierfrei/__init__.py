"""VIERFREI as a GEM program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gemport.cards.deals import NUMBERS
from gemport.cards.vierfrei import VierfreiBoard, vierfrei_deal
from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.gem.aes.keys import DELETE, F1, F2, F3, F4, F5, F10, UNDO
from gemport.play.game import Game
from gemport.play.solving import CellSolver, Finder

if TYPE_CHECKING:
    from gemport.cards.finding import Dealing


def _dealing() -> Dealing:
    from gemport.cards.finding import VIERFREI

    return VIERFREI


GAME = Game(
    name="vierfrei",
    title="VIERFREI",
    numbers=NUMBERS,
    daily=NUMBERS,
    board=VierfreiBoard,
    deal=vierfrei_deal,
    keys={
        "new": F1,
        "select": F2,
        "restart": F3,
        "about": F4,
        "statistics": F5,
        "remove": DELETE,
        "undo": UNDO,
        "quit": F10,
    },
    counts_losses=True,
    census="vierfrei",
    solver=CellSolver(),
    finder=Finder(_dealing, lambda column, row: 51 - 6 * column - min(column, 4) - row, (7, 7, 7, 7, 6, 6, 6, 6)),
    own_resources={"de": "VIERFREI.RSC", "en": "VIERFR_E.RSC"},
    # The original's resource has no more objects, and no free strings.
    original={rsc.MENU: 25, rsc.GETNUM: 5, rsc.GRAT: 5, rsc.ABOUT: 5, rsc.WIND: 1},
)
