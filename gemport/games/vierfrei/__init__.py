"""VIERFREI as a GEM program."""

from gemport.cards.deals import NUMBERS, VIERFREI_NUMBERS
from gemport.cards.game import Finder, Game
from gemport.cards.vierfrei import VierfreiBoard, vierfrei_deal
from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.play.cellsolver import CellSolver

GAME = Game(
    name="vierfrei",
    title="VIERFREI",
    numbers=VIERFREI_NUMBERS,
    daily=NUMBERS,
    board=VierfreiBoard,
    deal=vierfrei_deal,
    counts_losses=True,
    census="vierfrei",
    solver=CellSolver(),
    finder=Finder("VIERFREI", lambda column, row: 51 - 6 * column - min(column, 4) - row, (7, 7, 7, 7, 6, 6, 6, 6)),
    own_resources={"de": "VIERFREI.RSC", "en": "VIERFR_E.RSC"},
    # The original's resource has no other objects and no free strings.
    original={rsc.MENU: 25, rsc.GETNUM: 5, rsc.GRAT: 5, rsc.ABOUT: 5, rsc.WIND: 1},
)
