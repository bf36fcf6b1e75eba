"""The menu entry Hint of Großfamilien: a box shows a good play, or an alert says what is known instead.

It is an extra: without the entry and its words in the resource there is none. The solver is loaded when the first hint
is asked for: the first picture need not wait for it.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from gemport.cards.board import Position
from gemport.cards.grossfamilien import FamilyBoard
from gemport.cards.moves import Move
from gemport.patience.grossfamilien import resource as rsc
from gemport.patience.kit.texts import Texts
from gemport.patience.kit.thinking.meanwhile import Meanwhile
from gemport.store.session import Change, Session
from gemport.store.statistics import Help

if TYPE_CHECKING:
    from gemport.patience.grossfamilien.program import Grossfamilien
    from gemport.solver.grossfamilien import Hint

_OK = 1


def think_of_hint(board: FamilyBoard) -> Generator[int, None, Hint]:
    """The solver's thought about a board."""
    from gemport.solver import grossfamilien

    return grossfamilien.think_of_hint(board)


class Hints:
    """Gives hints for a program's game. A way to win that was found is remembered as long as the number stays."""

    def __init__(self, program: Grossfamilien) -> None:
        self._program = program
        self._texts = Texts(program.trees)
        self._known: dict[Position, Move] = {}
        self._number: int | None = None
        program.session.watch(self._changed)

    def _changed(self, session: Session[FamilyBoard], change: Change) -> None:
        if change is Change.DEALT and session.number != self._number:
            self._number = session.number
            self._known.clear()

    async def show(self) -> None:
        """Show a good play with a box that goes there and back; the bell if the game is won or nothing can move."""
        program = self._program
        if program.board.won or program.board.lost:
            program.gem.bell()
            return
        known = self._known.get(program.board.position())
        if known is not None:
            await self._point_out(known)
            return
        hint = await Meanwhile(program, rsc.MENU_HINT).think(think_of_hint(program.board))
        if hint is not None and not program.quitting:
            await self._answer(hint)

    async def _answer(self, hint: Hint) -> None:
        from gemport.solver.grossfamilien import Reason

        self._remember(hint.way)
        if hint.play is not None:
            await self._point_out(hint.play)
        if hint.reason is Reason.LIKELY:
            await self._tell(rsc.HINT_LIKELY, states=hint.states)
        elif hint.reason is Reason.LOST:
            self._program.session.note_help(Help.HELPED)
            await self._tell(rsc.HINT_LOST)

    def _remember(self, way: tuple[Move, ...]) -> None:
        trial = self._program.board.bare_copy()
        for play in way:
            self._known[trial.position()] = play
            trial.move(play.source, play.target)

    async def _point_out(self, play: Move) -> None:
        self._program.session.note_help(Help.HELPED)
        await self._program.table.point_out(play.source, play.target)

    async def _tell(self, string: int, **words: object) -> None:
        await self._program.gem.form_alert(_OK, self._texts.say(string, **words))
