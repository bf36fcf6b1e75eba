"""Look back: a game's moves as a ribbon, up to where it could be won; each position is shown, and what wins from it.

The mark above the ribbon is on the first column that is lost. Until the player chooses another one the position shown
is the last which can be won, as soon as it is known.
"""

from collections.abc import Generator
from typing import Any, Final

from gemport.cards.cells import CellBoard
from gemport.cards.moves import Step
from gemport.gem import WCHAR
from gemport.play import games_rsc as n
from gemport.play.analysis import ASKED, Analysis
from gemport.play.cellplay import CellPlay
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH
from gemport.play.ribbon import Ribbon
from gemport.solver.short import AT_ONCE

_NEXT: Final = 8
"""So many steps of a way are looked up at most."""


class LookBack(Ribbon[CellBoard]):
    """Look back: the game on the table, up to where it could be won."""

    def __init__(self, play: CellPlay[Any]) -> None:
        boards: list[CellBoard] = play.board.positions()
        self._analysis: Analysis[Any] = play.analysis
        review = play.session.game.solver.review(boards, self._analysis.never_winnable)
        buttons = n.LOOKBACK_PLAY, n.LOOKBACK_CLOSE
        super().__init__(play, play.shared.tree(n.LOOKBACK), buttons, boards, review)
        self._made: int = play.board.moves_made
        self._way: list[Step] = []
        """Steps that win from the position that is shown."""

    def _find_out(self) -> Generator[int, None, None]:
        learned = -1
        for looked in self._review.work():
            if self._review.last_open > learned:
                learned = self._review.last_open
                yield from self._analysis.learn(self._boards[learned], self._review.way, AT_ONCE)
            if looked >= ASKED.exhaustive:
                return
            yield looked
        if self._review.last_open > learned:
            yield from self._analysis.learn(self._boards[self._review.last_open], self._review.way, AT_ONCE)

    @property
    def _at(self) -> int:
        if self._chosen is not None:
            return self._chosen
        last_open = self._review.last_open
        return min(last_open, self._made) if self._review.done and last_open >= 0 else self._made

    def _next_steps(self) -> list[Step]:
        """Return steps that win from the position: first those that were made, as far as that goes."""
        at, last_open = self._at, self._review.last_open
        steps = [board.next_step for board in self._boards[at:last_open]]
        board = self._boards[last_open].copy()
        while len(steps) < _NEXT and (step := self._analysis.next_step(board)) is not None:
            steps.append(board.make(step))
        return steps[:_NEXT]

    def _state(self) -> object:
        self._way = self._next_steps() if self._at <= self._review.last_open else []
        move = self._way[0].moves[0] if self._way else None
        self.table.marks.hint = None if move is None else (move.source, move.target)
        return super()._state(), self._way

    async def _pressed(self) -> None:
        if self.table.marks.hint is not None:
            here, there = map(self.table.corner, self.table.marks.hint)
            await self.gem.graf_movebox(CARD_WIDTH, CARD_HEIGHT, *here, *there)

    def _text(self) -> str:
        at, review = self._at, self._review
        if at <= review.last_open:
            string = n.LOOKBACK_WON if self._boards[at].won else n.LOOKBACK_OPEN
        elif at < review.first_lost:
            string = n.LOOKBACK_UNKNOWN if self._work.done else n.LOOKBACK_SEARCHES
        elif at == 0:
            string = n.ORACLE_NEVER
        else:
            string = n.LOOKBACK_MISTAKE if review.done and at == review.first_lost else n.LOOKBACK_LOST
        text, way, board = self._say(string, way="").rstrip(), "", self._boards[at].copy()
        for step in self._way:
            way += f"{', ' if way else ''}{self._play.step_text(board, step)}"
            longer = self._say(string, way=way)
            if len(longer) > self.tree[n.LOOKBACK_TEXT].ob_width // WCHAR:
                break
            text = longer
            board.make(step)
        return text
