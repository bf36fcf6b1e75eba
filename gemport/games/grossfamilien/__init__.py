"""Großfamilien as a GEM program."""

from collections.abc import Callable, Sequence

from gemport.cards.deals import NUMBERS
from gemport.cards.grossfamilien import FamilyBoard, grossfamilien_deal
from gemport.cards.moves import Move
from gemport.play.game import Finder, Game, Solution


class FamilySolver:
    """The solver of Großfamilien."""

    shortens = knows_fc_solve = False

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

    def review(self, boards: Sequence[FamilyBoard], impossible: bool) -> None:
        """Return None: games are not reviewed, because the stock is hidden."""

    def short_words(self, board: FamilyBoard, moves: Sequence[Move]) -> Sequence[str]:
        return list(map(str, moves))


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
