"""The margin of a game's moves: the share of all moves possible before each of them that still won.

A possible move takes a card from one place to another, in FreeCell as many cards as fit. Moves that lead to the same
position count once; the order of columns and cells is irrelevant.
"""

from collections.abc import Generator, Sequence
from contextlib import suppress
from itertools import product
from typing import Any, Final, NamedTuple

from gemport.cards.cells import CellBoard
from gemport.cards.moves import IllegalMove
from gemport.play.analysis import Analysis, Key, key_of
from gemport.solver import Limits
from gemport.solver.review import Review
from gemport.solver.weights import CAREFUL, QUICK

_LIMITS: Final = (
    Limits(((QUICK, 600), (CAREFUL, 1_000)), exhaustive=1_000),
    Limits((), exhaustive=20_000),
    Limits((), exhaustive=150_000),
)
"""Successive limits for the position after each move: some seconds for most games, 20 for hard ones."""
_SOURCES, _TARGETS = "12345678abcd", "12345678abcdh"


class Margin(NamedTuple):
    """The number of moves that were possible before a move, of those known to win, and of the undecided ones."""

    moves: int
    won: int
    open: int


class Margins:
    """The margins of a game's moves, extended by ``work``.

    Attributes:
        of: for each move the margin, or None if it is not known yet
    """

    def __init__(self, boards: Sequence[CellBoard], review: Review, analysis: Analysis[Any]) -> None:
        self._boards, self._review, self._analysis = boards, review, analysis
        self.of: list[Margin | None] = [None] * (len(boards) - 1)

    def work(self) -> Generator[int, None, None]:
        """Work in slices after the review has ended; yield the number of positions visited by the current search."""
        undecided: dict[int, dict[Key, CellBoard]] = {}
        for at in range(len(self.of)):
            undecided[at] = yield from self._begin(at)
        for limits in _LIMITS:
            # Start before the mistake, where players look first.
            for at in reversed(range(min(self._review.last_open + 1, len(self.of)))):
                for key, board in list(undecided[at].items()):
                    yield from self._analysis.judge(board, limits)
                    wins, margin = self._analysis.wins(key), self.of[at]
                    if wins is not None and margin is not None:
                        del undecided[at][key]
                        self.of[at] = margin._replace(won=margin.won + wins, open=margin.open - 1)

    def _begin(self, at: int) -> Generator[int, None, dict[Key, CellBoard]]:
        """Find the possible moves from a position; return the positions after undecided moves."""
        board, own, review = self._boards[at], self._boards[at + 1], self._review
        own_key, word = key_of(own), board.next_step.word
        # The player may have turned the automatic moves off, and moved fewer cards to an empty column.
        autoplay = word[-1] if word[-1] in "!+" else ""
        after, reversible = {own_key: own}, set[Key]()
        for source, target in product(_SOURCES, _TARGETS):
            yield 0
            with suppress(IllegalMove):
                step = board.read_word(source + target + autoplay)
                there = board.bare_copy()
                move, *others = there.make(step).moves
                key = key_of(there)
                after.setdefault(key, there)
                if not others and there.refusal(move.target, move.source) is None:
                    reversible.add(key)
        after.pop(key_of(board), None)
        wins = {key: self._analysis.wins(key) for key in after}
        if at <= review.last_open:
            # A move that can be reversed loses nothing.
            wins.update(dict.fromkeys(reversible & wins.keys(), True))
        if own_key in wins and not review.last_open <= at < review.first_lost - 1:
            wins[own_key] = at < review.last_open
        if at >= review.first_lost:
            wins = dict.fromkeys(wins, False)
        undecided = {key: after[key] for key, won in wins.items() if won is None}
        self.of[at] = Margin(len(wins), sum(map(bool, wins.values())), len(undecided))
        return undecided
