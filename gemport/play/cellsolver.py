"""The solver for cell games as the command line uses it. Its modules are loaded when it is first used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from gemport.cards.cells import AutoplayBoard, CellBoard
from gemport.cards.game import Solution, Solver
from gemport.cards.moves import Move

if TYPE_CHECKING:
    from gemport.solver import Judgement, Position
    from gemport.solver.review import Review


class CellSolver(Solver):
    """The solver for cell games with columns of alternating colours."""

    shortens = knows_fc_solve = True

    def solve(
        self,
        board: CellBoard,
        limit: int | None = None,
        has_time: Callable[[int], bool] | None = None,
        watch: Callable[[int], object] | None = None,
    ) -> Solution:
        from gemport.cards.notation import word_lines
        from gemport.solver import Position
        from gemport.solver.short import price_of

        position = Position.on(board)
        judgement = _judge(position, limit, watch)
        if judgement.moves is None:
            return Solution(judgement.verdict, None, judgement.states, judgement.least)
        judgement, stopped = _shorten(position, judgement, limit, has_time, watch)
        moves = judgement.moves or ()
        return Solution(
            judgement.verdict,
            self._words(board, moves),
            judgement.states,
            judgement.least,
            f", {price_of(moves)} of them not home (at least {judgement.least})",
            # As in ``fc-solve -snx``, a word without a number moves one card to an empty column.
            "\n".join(word_lines(list(map(str, moves)))),
            stopped,
        )

    def review(self, boards: Sequence[CellBoard], impossible: bool) -> Review:
        from gemport.solver import Position
        from gemport.solver.review import Review

        return Review([Position.on(board) for board in boards], impossible)

    def short_words(self, board: CellBoard, moves: Sequence[Move]) -> Sequence[str]:
        from gemport.solver import Position
        from gemport.solver.short import INSTANT_POSITIONS, Shortening
        from gemport.solver.sliced_work import finish

        shortening = Shortening(Position.on(board), moves)
        finish(shortening.work(INSTANT_POSITIONS))
        return self._words(board, shortening.moves)

    @staticmethod
    def _words(board: CellBoard, moves: Sequence[Move]) -> list[str]:
        from gemport.solver import Position
        from gemport.solver.solution import freecell_words

        by_itself = isinstance(board, AutoplayBoard)
        return freecell_words(Position.on(board), moves) if by_itself else list(map(str, moves))


def _judge(position: Position, limit: int | None, watch: Callable[[int], object] | None) -> Judgement:
    from gemport.solver.judgement import DEFAULT_LIMITS, Limits, solve

    return solve(position, DEFAULT_LIMITS if limit is None else Limits.of(limit), watch)


def _shorten(
    position: Position,
    judgement: Judgement,
    limit: int | None,
    has_time: Callable[[int], bool] | None,
    watch: Callable[[int], object] | None,
) -> tuple[Judgement, bool]:
    """Shorten a solution while there is time, or until Ctrl-C, with at most ``limit`` positions in total.

    Also return whether Ctrl-C was pressed.
    """
    from gemport.solver.short import INSTANT_POSITIONS, LIMIT_STEP, Shortening

    assert judgement.moves is not None
    shortening = Shortening(position, judgement.moves)
    most = inf if has_time is not None else INSTANT_POSITIONS
    if limit is not None:
        most = min(most, limit - judgement.states)
    states, stopped = judgement.states, False
    try:
        for looked in shortening.work(most - LIMIT_STEP + 1):
            states = judgement.states + looked
            if watch is not None:
                watch(states)
            if has_time is not None and not has_time(looked):
                break
    except KeyboardInterrupt:
        # The player has waited long enough: use the best solution so far.
        stopped = True
    return replace(judgement, moves=shortening.moves, states=states, least=shortening.least), stopped
