"""What a player can ask for: a hint, whether the game can be won, how, and the way back before the mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from gemport.cards.cells import CellBoard
from gemport.patience.kit.texts import Texts
from gemport.patience.kit.thinking.meanwhile import Meanwhile
from gemport.patience.kit.thinking.needs import ThinkingNumbers
from gemport.patience.kit.thinking.thinker import Finding, Thinker
from gemport.solver import Verdict
from gemport.store.statistics import Help

if TYPE_CHECKING:
    from gemport.patience.kit.program import CardProgram

B = TypeVar("B", bound=CellBoard)

PAUSE = 300
"""Milliseconds between the moves of a solution that is shown."""
BOXES = 12
"""So many steps are taken back with moving boxes; more at once."""


class Advice(Generic[B]):
    """The commands. Each answers with what it shows, or with an alert; the bell rings where the game is won."""

    def __init__(self, program: CardProgram[B], thinker: Thinker[B], texts: Texts, numbers: ThinkingNumbers) -> None:
        self._program = program
        self._thinker = thinker
        self._texts = texts
        self._numbers = numbers

    async def hint(self) -> None:
        """Show the next move of a way to win."""
        if await self._way_is_known(self._numbers.MENU_HINT):
            step = self._thinker.next_step()
            if step is not None:
                await self._program.table.point_out(step.moves[0].source, step.moves[0].target)

    async def winnable(self) -> None:
        """Say whether the game can be won from here."""
        finding = await self._find(self._numbers.MENU_WINNABLE)
        if finding is None:
            return
        if finding.verdict is Verdict.WINNABLE:
            await self._tell(self._numbers.CAN_BE_WON, moves=finding.steps)
        else:
            await self._tell_no_way(finding)

    async def solution(self) -> None:
        """Play a way to win, step by step, until a key or a press."""
        item = self._numbers.MENU_SOLUTION
        if not await self._way_is_known(item):
            return
        program, meanwhile = self._program, Meanwhile(self._program, item)
        program.session.note_help(Help.SOLVED)
        while (step := self._thinker.next_step()) is not None:
            await program.make(step)
            if program.quitting or program.board.won or await meanwhile.rest(PAUSE):
                return

    async def back(self) -> None:
        """Take back as many moves as needed for the game to be winnable again."""
        numbers = self._numbers
        meanwhile = Meanwhile(self._program, numbers.MENU_BACK)
        if not await self._can_think():
            return
        way = await meanwhile.think(self._thinker.way_back())
        if way is None or self._program.quitting:
            return
        if way.steps is not None or way.proven:
            self._program.session.note_help(Help.HELPED)
        if way.steps is None:
            await self._tell(numbers.NEVER_WINNABLE if way.proven else numbers.NO_WAY_BACK, states=way.states)
        elif not way.steps:
            await self._tell(numbers.NO_MISTAKE)
        elif await self._take_back(way.steps, meanwhile):
            await self._tell(numbers.TAKEN_BACK if way.proven else numbers.TAKEN_BACK_FAR, count=way.steps)

    async def _take_back(self, steps: int, meanwhile: Meanwhile) -> bool:
        """Take steps back; whether it was not stopped."""
        if steps <= BOXES:
            for left in range(steps, 0, -1):
                await self._program.take_back()
                if left > 1 and await meanwhile.rest(0):
                    return False
            return True
        session = self._program.session
        for _ in range(steps):
            for _ in session.board.last_step.moves:
                session.pull()
        await self._program.table.window.redraw()
        self._program.enable_items()
        return True

    # ---- finding out

    async def _can_think(self) -> bool:
        """Whether there is something to think about; nothing is selected then."""
        if self._program.board.won:
            self._program.gem.bell()
            return False
        await self._program.let_go()
        return True

    async def _find(self, item: int) -> Finding | None:
        """What is known of the position, after some thought if need be; None if that was stopped."""
        if not await self._can_think():
            return None
        finding = self._thinker.known() or await Meanwhile(self._program, item).think(self._thinker.think())
        if finding is not None and finding.verdict is not Verdict.UNDECIDED:
            self._program.session.note_help(Help.HELPED)
        return finding

    async def _way_is_known(self, item: int) -> bool:
        """Whether a way to win is known; else it has been told, if the player did not stop it."""
        finding = await self._find(item)
        if finding is None:
            return False
        if finding.verdict is not Verdict.WINNABLE:
            await self._tell_no_way(finding)
        return finding.verdict is Verdict.WINNABLE

    async def _tell_no_way(self, finding: Finding) -> None:
        lost = finding.verdict is Verdict.IMPOSSIBLE
        await self._tell(self._numbers.CANNOT_BE_WON if lost else self._numbers.NOT_KNOWN, states=finding.states)

    async def _tell(self, string: int, **words: object) -> None:
        await self._program.gem.form_alert(1, self._texts.say(string, **words))
