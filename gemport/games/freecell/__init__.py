"""FreeCell as a GEM program."""

from gemport.cards.deals import ALL_MICROSOFT_NUMBERS, MICROSOFT_MILLION, MICROSOFT_NUMBERS
from gemport.cards.freecell import FreeCellBoard, freecell_deal
from gemport.cards.game import Finder, Game
from gemport.play.cellsolver import CellSolver

GAME = Game(
    name="freecell",
    title="FreeCell",
    numbers=ALL_MICROSOFT_NUMBERS,
    new=MICROSOFT_NUMBERS,
    more=MICROSOFT_MILLION,
    daily=MICROSOFT_NUMBERS,
    board=FreeCellBoard,
    deal=freecell_deal,
    counts_losses=True,
    census="microsoft",
    solver=CellSolver(),
    finder=Finder("MICROSOFT", lambda column, row: 8 * row + column, (7, 7, 7, 7, 6, 6, 6, 6)),
)
