"""Thinks about the game of a session: whether it can be won from where it stands, and from where it once could.

What was found is kept as long as the number stays, so that nothing is thought about twice while the player follows a
way, takes moves back or begins again.
"""

from __future__ import annotations

from collections.abc import Container, Generator
from dataclasses import dataclass
from typing import Generic, TypeVar

from gemport.cards.cells import CellBoard
from gemport.cards.moves import Step
from gemport.patience.kit.thinking.knowledge import Knowledge, OneCard
from gemport.solver import Limits, Position, Verdict, search
from gemport.solver.judgement import counted_on
from gemport.store.session import Change, Session

B = TypeVar("B", bound=CellBoard)

ASKED = Limits(exhaustive=600_000)
"""For a player who asked, and waits: half a minute, at 90 megabytes."""
ON_THE_WAY = Limits(exhaustive=150_000)
"""For each of many positions, or for one that may be gone in a moment."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is known of a position.

    steps: to the end of the way that was found; None if none was
    states: how many positions were looked at to find out
    """

    verdict: Verdict
    steps: int | None = None
    states: int = 0


@dataclass(frozen=True, slots=True)
class WayBack:
    """The last position of a game that can be won.

    steps: how many steps have to be taken back; None if no such position was found
    proven: everything after it is lost; if ``steps`` is None, all is
    states: how many positions were looked at
    """

    steps: int | None
    proven: bool
    states: int


class Thinker(Generic[B]):
    """What is known of the game that a session plays, and how more is found out."""

    def __init__(self, session: Session[B], one_card: OneCard[B], impossible: Container[int] = ()) -> None:
        """``impossible``: the numbers of games that are known to be lost from the start."""
        self._session = session
        self._knowledge: Knowledge[B] = Knowledge(one_card)
        self._impossible = impossible
        self._number: int | None = None
        session.watch(self._changed)

    def _changed(self, session: Session[B], change: Change) -> None:
        if change is Change.DEALT and session.number != self._number:
            self._number = session.number
            self._knowledge.forget()

    def known(self, board: B | None = None) -> Finding | None:
        """What is known already of a position, by default the session's."""
        board = self._session.board if board is None else board
        steps = self._knowledge.steps_left(board)
        if steps is not None:
            return Finding(Verdict.WINNABLE, steps)
        return Finding(Verdict.IMPOSSIBLE) if self._lost(board) else None

    def _lost(self, board: B) -> bool:
        """Whether a position is known to be lost, or came from one that is."""
        if self._number in self._impossible:
            return True
        before = board.copy()
        while not self._knowledge.lost(before):
            if not before.can_undo:
                return False
            before.undo()
        return True

    def next_step(self) -> Step | None:
        """The next step of a known way to win, None if there is none."""
        return self._knowledge.next_step(self._session.board)

    def think(self, limits: Limits = ASKED, board: B | None = None) -> Generator[int, None, Finding]:
        """Find out whether a position, by default the session's, can be won.

        Yields the number of positions looked at, every few milliseconds.
        """
        board = (self._session.board if board is None else board).copy()
        known = self.known(board)
        if known is not None:
            return known
        judgement = yield from search(Position.on(board), limits)
        if judgement.moves is not None:
            self._knowledge.note_way(board, judgement.moves)
        elif judgement.verdict is Verdict.IMPOSSIBLE:
            self._knowledge.note_lost(board)
        return Finding(judgement.verdict, self._knowledge.steps_left(board), judgement.states)

    def way_back(self) -> Generator[int, None, WayBack]:
        """Find the last position of the game so far that can be won.

        From a position to which one of those that can be won is reached, the game can be won, too. So those that can
        come first, and the last of them is found by halving: after steps back that grow, as most mistakes are recent.
        Yields the number of positions looked at.
        """
        positions = _back(self._session.board.copy())
        states = 0
        lost, proven, size = -1, True, 1
        while True:
            at = min(lost + size, len(positions) - 1)
            finding = yield from counted_on(states, self.think(ON_THE_WAY, positions[at]))
            states += finding.states
            if finding.verdict is Verdict.WINNABLE:
                break
            lost, proven = at, finding.verdict is Verdict.IMPOSSIBLE
            if at == len(positions) - 1:
                return WayBack(None, proven, states)
            size *= 2
        winnable = at
        while winnable - lost > 1:
            at = (lost + winnable) // 2
            finding = yield from counted_on(states, self.think(ON_THE_WAY, positions[at]))
            states += finding.states
            if finding.verdict is Verdict.WINNABLE:
                winnable = at
            else:
                lost, proven = at, finding.verdict is Verdict.IMPOSSIBLE
        return WayBack(winnable, proven, states)


def _back(board: B) -> list[B]:
    """The positions of a game from the last to the first, a step apart, each with the steps that led to it."""
    positions = [board.copy()]
    while board.can_undo:
        board.undo()
        positions.append(board.copy())
    return positions
