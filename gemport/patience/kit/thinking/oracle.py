"""The oracle: says in the window's info line after each move whether the game can still be won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from gemport.cards.board import Position
from gemport.cards.cells import CellBoard
from gemport.gem.aes.process import Work
from gemport.patience.kit.texts import Texts
from gemport.patience.kit.thinking.needs import ORACLE, ThinkingNumbers
from gemport.patience.kit.thinking.thinker import ON_THE_WAY, Finding, Thinker
from gemport.solver import Verdict
from gemport.store.statistics import Help

if TYPE_CHECKING:
    from gemport.patience.kit.program import CardProgram

B = TypeVar("B", bound=CellBoard)


class Oracle(Generic[B]):
    """Thinks while the player does, and gives a thought up when he moves on; off until he wants it."""

    def __init__(self, program: CardProgram[B], thinker: Thinker[B], texts: Texts, numbers: ThinkingNumbers) -> None:
        self._program = program
        self._thinker = thinker
        self._texts = texts
        self._numbers = numbers
        self.on = program.session.records.setting(ORACLE, False)
        self.work: Work[Finding] | None = None
        self._about: Position | None = None
        """The position that is thought about, or was last."""
        self._finding: Finding | None = None
        program.gem.menu_icheck(program.menu, numbers.MENU_ORACLE, self.on)

    async def switch(self) -> None:
        """Ask it, or ask it no more; it stays so from start to start."""
        self.on = not self.on
        program = self._program
        program.session.records.change_setting(ORACLE, self.on)
        program.gem.menu_icheck(program.menu, self._numbers.MENU_ORACLE, self.on)
        program.info.show()

    def attend(self) -> None:
        """Think about the position that is there now."""
        replay = self._program.replay
        if not self.on or (replay is not None and replay.playing):
            self._give_up()
            return
        if self.work is not None and self.work.done:
            self._finding, self.work = self.work.result, None
        position = self._program.board.position()
        if position != self._about:
            self._give_up()
            self._about, self._finding = position, self._thinker.known()
            if self._finding is None:
                self.work = Work(self._thinker.think(ON_THE_WAY))
        known = self._finding is not None and self._finding.verdict is not Verdict.UNDECIDED
        if known and not self._program.board.won:
            self._program.session.note_help(Help.HELPED)

    def _give_up(self) -> None:
        if self.work is not None:
            self.work.close()
        self.work = self._about = None

    def text(self) -> str:
        """What is known of the position."""
        n = self._numbers
        if self._program.board.won or self._about is None:
            return ""
        if self._finding is None:
            return self._texts.say(n.ORACLE_THINKS)
        verdicts = {Verdict.WINNABLE: n.ORACLE_YES, Verdict.IMPOSSIBLE: n.ORACLE_NO, Verdict.UNDECIDED: n.ORACLE_OPEN}
        return self._texts.say(verdicts[self._finding.verdict])
