"""Review of a VIERFREI or FreeCell game: the last winnable position, and the move that lost the game.

Each position leads to the next. So if a position is winnable, all earlier positions are winnable, and if it is lost,
all later positions are lost. The task is to find the last winnable position and to prove that its successor is lost.
"""

from collections.abc import Generator, Sequence

from gemport.cards.census import Verdict
from gemport.cards.moves import Move
from gemport.solver.judgement import Limits, search
from gemport.solver.position import Position
from gemport.solver.sliced_work import Executor, counted_on, run_here
from gemport.solver.weights import CAREFUL, QUICK

_SEARCH_LIMITS = Limits(((QUICK, 600), (CAREFUL, 1_000)), exhaustive=1_000)
"""Limits for each position of the binary search for the losing move."""
_PROOF_LIMITS = (Limits(exhaustive=20_000), Limits((), exhaustive=300_000), Limits((), exhaustive=3_000_000))
"""Successive limits for the first position that may be lost."""


class Review:
    """Knowledge about the positions of a game, extended by ``work``.

    Attributes:
        last_open: last position known to be winnable, or -1
        first_lost: first position known to be lost; the number of positions if none is known
        solution: single-card moves that win from ``last_open``; earlier positions reach it by the moves of the game
    """

    def __init__(self, positions: Sequence[Position], impossible: bool = False) -> None:
        """Start a review; each position must follow from the previous one.

        ``impossible`` is True if the first position is known to be lost.
        """
        self._positions = positions
        self.last_open = -1
        self.first_lost = 0 if impossible else len(positions)
        self.solution: tuple[Move, ...] = ()

    @property
    def done(self) -> bool:
        """Whether the review is complete: the move to ``first_lost``, if that exists, lost the game."""
        return self.first_lost == self.last_open + 1

    def work(self, run: Executor = run_here) -> Generator[int, None, None]:
        """Work in slices; yield the number of positions visited. ``run`` does the searches.

        The generator ends when the review is complete or the limits are exhausted.
        """
        visited = 0
        low, high = self.last_open, self.first_lost
        while high - low > 1:
            middle = (low + high) // 2
            verdict, visited = yield from self._look_at(middle, _SEARCH_LIMITS, visited, run)
            # An undecided position is probably lost.
            low, high = (middle, high) if verdict is Verdict.WINNABLE else (low, middle)
        for limits in _PROOF_LIMITS:
            verdict = Verdict.WINNABLE
            while not self.done and verdict is Verdict.WINNABLE:
                verdict, visited = yield from self._look_at(self.last_open + 1, limits, visited, run)

    def _look_at(
        self, index: int, limits: Limits, before: int, run: Executor
    ) -> Generator[int, None, tuple[Verdict, int]]:
        judgement = yield from counted_on(before, run(search, self._positions[index], limits))
        if judgement.moves is not None:
            self.last_open, self.solution = index, judgement.moves
        elif judgement.verdict is Verdict.IMPOSSIBLE:
            self.first_lost = index
        return judgement.verdict, before + judgement.states
