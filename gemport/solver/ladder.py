"""The ladder of a deal: the minimum number of free cells for a win."""

from collections.abc import Generator
from typing import NamedTuple

from gemport.cards.cells import CELLS
from gemport.cards.census import Verdict
from gemport.cards.challenge import MAX_CELLS
from gemport.solver.judgement import Judgement, Limits, search
from gemport.solver.position import Position
from gemport.solver.sliced_work import counted_on


class Ladder(NamedTuple):
    """The numbers of free cells for a win and for a loss.

    Attributes:
        winnable: minimum number of cells with a known solution, or None without one
        lost: maximum number of cells for which a solution is proven impossible, or -1
        states: number of positions searched
    """

    winnable: int | None
    lost: int
    states: int = 0

    @property
    def proven(self) -> bool:
        """Whether no number of cells is open."""
        return self.lost + 1 == (MAX_CELLS + 1 if self.winnable is None else self.winnable)


def find_ladder(deal: Position, limits: Limits) -> Generator[int, None, Ladder]:
    """Search a deal with ever fewer cells, until it cannot be won; yield the number of positions.

    More cells never make a deal harder, so two numbers decide: one that wins, and the next lower one, which does not.
    """
    winnable: int | None = None
    lost, states, cells = -1, 0, MAX_CELLS
    while cells > lost:
        position = Position.of(deal.columns, (None,) * cells)
        judgement = yield from counted_on(states, search(position, limits))
        states += judgement.states
        if judgement.verdict is Verdict.WINNABLE:
            winnable = _cells_used(judgement)
            cells = winnable - 1
        elif judgement.verdict is Verdict.IMPOSSIBLE:
            lost = cells
        else:
            # Fewer cells are decided sooner.
            cells -= 1
    return Ladder(winnable, lost, states)


def _cells_used(judgement: Judgement) -> int:
    """Return the maximum number of cells that a solution uses together."""
    used = most = 0
    for move in judgement.moves or ():
        used += (move.target in CELLS) - (move.source in CELLS)
        most = max(most, used)
    return most
