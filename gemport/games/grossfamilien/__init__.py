"""Großfamilien as a GEM program."""

from collections.abc import Callable

from gemport.cards.deals import NUMBERS
from gemport.cards.game import Finder, Game, Solution, Solver
from gemport.cards.grossfamilien import FamilyBoard, grossfamilien_deal


class FamilySolver(Solver):
    """The solver of Großfamilien; games are not reviewed, because the stock is hidden."""

    def solve(
        self,
        board: FamilyBoard,
        limit: int | None = None,
        has_time: Callable[[int], bool] | None = None,
        watch: Callable[[int], object] | None = None,
    ) -> Solution:
        from gemport.solver.grossfamilien import MAX_POSITIONS, solve

        result = solve(board, MAX_POSITIONS if limit is None else limit, watch)
        return Solution(result.verdict, None if result.plays is None else list(map(str, result.plays)), result.states)


GAME = Game(
    name="grossfamilien",
    title="Großfamilien",
    numbers=NUMBERS,
    # All these games have a known solution (docs/grossfamilien.md, Can it be won).
    daily=NUMBERS[:1000],
    board=FamilyBoard,
    deal=grossfamilien_deal,
    counts_losses=True,
    back="grossfamilien/back.img",
    solver=FamilySolver(),
    finder=Finder("FAMILIES", lambda row, place: 103 - 4 * row - place, (4, 4, 4, 4), "row"),
)
