"""Solver for VIERFREI and FreeCell, from the deal or from any later position.

``solve(Position.vierfrei(NUMBER))`` returns the judgement; ``search`` is the same as a generator that runs in slices.
"""

from gemport.cards.census import Verdict
from gemport.cards.moves import Move
from gemport.solver.judgement import QUICK_ONLY, Judgement, Limits, search, solve
from gemport.solver.position import Position, WrongPackError, played

__all__ = [
    "QUICK_ONLY",
    "Judgement",
    "Limits",
    "Move",
    "Position",
    "Verdict",
    "WrongPackError",
    "played",
    "search",
    "solve",
]
