"""A good next play, and why it is one.

Never wrong are, by an argument:

- the only play there is
- what Delete would do first (the argument stands in ``gemport.cards.grossfamilien.removal``)
- the first play of a way that wins, once one has been found

If no way is found within the limit, the first play towards the best position that was seen is a likely one. If all has
been tried and nothing wins, no play is better than another.
"""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum, auto
from typing import NamedTuple

from gemport.cards.grossfamilien import FamilyBoard, removals
from gemport.cards.moves import Move
from gemport.solver.grossfamilien.searching import search
from gemport.solver.judgement import Verdict

LIMIT = 40_000
"""So many positions are looked at for a hint, if no other limit is given: a few seconds."""


class Reason(Enum):
    """What is known of the play that a hint names."""

    NEVER_WRONG = auto()
    """Whatever can be won without it can be won with it."""
    WINS = auto()
    """A way to win begins with it."""
    LIKELY = auto()
    """It looks well; no way to win was found."""
    LOST = auto()
    """There is no play that wins (proven), or none at all, or the game is won: no play is named."""


class Hint(NamedTuple):
    """A play and what is known of it.

    states: how many positions were looked at
    way: the plays that win, this one first, if they are known; else none
    """

    play: Move | None
    reason: Reason
    states: int
    way: tuple[Move, ...] = ()


def think_of_hint(board: FamilyBoard, limit: int = LIMIT) -> Generator[int, None, Hint]:
    """Think of a play in slices, as ``search`` does. Returns the hint."""
    plays = [] if board.won else board.legal_moves()
    if not plays:
        return Hint(None, Reason.LOST, 0)
    certain = plays if len(plays) == 1 else removals(board)
    if certain:
        return Hint(certain[0], Reason.NEVER_WRONG, 0)
    judgement = yield from search(board, limit)
    if judgement.plays:
        return Hint(judgement.plays[0], Reason.WINS, judgement.states, judgement.plays)
    if judgement.verdict is Verdict.IMPOSSIBLE:
        return Hint(None, Reason.LOST, judgement.states)
    return Hint((judgement.furthest or plays)[0], Reason.LIKELY, judgement.states)


def hint(board: FamilyBoard, limit: int = LIMIT) -> Hint:
    """Think of a play to the end: the hint."""
    thinking = think_of_hint(board, limit)
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            found: Hint = end.value
            return found
