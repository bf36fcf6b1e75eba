"""Review of a played game of VIERFREI or FreeCell: until where it could be won, and which move lost it.

Each position of a game leads to the next one. So if one can be won, all before it can, and after one that is lost all
are. What remains to be found is the last that can be won, and a proof that the next one is lost.
"""

from collections.abc import Generator, Sequence

from gemport.cards.moves import Move
from gemport.solver.judgement import Limits, Verdict, search
from gemport.solver.position import Position
from gemport.solver.slices import counted_on
from gemport.solver.weights import CAREFUL, QUICK

_GLANCE = Limits(((QUICK, 600), (CAREFUL, 1_000)), exhaustive=1_000)
"""For each of the positions that are looked at to find about where the game was lost."""
_PROOFS = (Limits(exhaustive=20_000), Limits((), exhaustive=300_000), Limits((), exhaustive=3_000_000))
"""For the first position that may be lost, one after the other."""


class Review:
    """Knowledge of the positions of a game; ``work`` adds to it.

    last_open: the last position that can be won, as far as is known; -1 while none is known
    first_lost: the first position that is known to be lost; as many as there are positions while none is
    way: single-card moves that win from ``last_open``; from the positions before it the game itself leads there
    """

    def __init__(self, positions: Sequence[Position], impossible: bool = False) -> None:
        """``positions``: each reached from the one before; ``impossible``: the first is known to be lost."""
        self._positions = positions
        self.last_open = -1
        self.first_lost = 0 if impossible else len(positions)
        self.way: tuple[Move, ...] = ()

    @property
    def done(self) -> bool:
        """Nothing is unknown: the move to ``first_lost`` lost the game, if there is such a position."""
        return self.first_lost == self.last_open + 1

    def work(self) -> Generator[int, None, None]:
        """Work in slices: yields the number of positions looked at, every now and then; ends when it gives up."""
        looked = 0
        low, high = self.last_open, self.first_lost
        while high - low > 1:
            middle = (low + high) // 2
            verdict, looked = yield from self._look_at(middle, _GLANCE, looked)
            # What stays undecided is probably lost.
            low, high = (middle, high) if verdict is Verdict.WINNABLE else (low, middle)
        for limits in _PROOFS:
            verdict = Verdict.WINNABLE
            while not self.done and verdict is Verdict.WINNABLE:
                verdict, looked = yield from self._look_at(self.last_open + 1, limits, looked)

    def _look_at(self, index: int, limits: Limits, before: int) -> Generator[int, None, tuple[Verdict, int]]:
        judgement = yield from counted_on(before, search(self._positions[index], limits))
        if judgement.moves is not None:
            self.last_open, self.way = index, judgement.moves
        elif judgement.verdict is Verdict.IMPOSSIBLE:
            self.first_lost = index
        return judgement.verdict, before + judgement.states
