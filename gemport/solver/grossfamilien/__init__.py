"""Can a game of Großfamilien be won, with the talon's order known, and what is a good next play?

``solve(FamilyBoard.deal(NUMBER))`` answers; ``search`` and ``think_of_hint`` are generators that can be run in slices.
"""

from gemport.solver.grossfamilien.hints import Hint, Reason, hint, think_of_hint
from gemport.solver.grossfamilien.searching import LIMIT, FamilyJudgement, search, solve

__all__ = ["LIMIT", "FamilyJudgement", "Hint", "Reason", "hint", "search", "solve", "think_of_hint"]
