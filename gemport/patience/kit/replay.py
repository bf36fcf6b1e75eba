"""Recorded games, shown by the program that plays them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_KEYBD, MU_MESAG, MU_TIMER, Mu
from gemport.gem.aes.events import MultiEvent
from gemport.store.statistics import Help

if TYPE_CHECKING:
    from gemport.cards.notation import Record
    from gemport.patience.kit.program import CardProgram

PAUSE = 600
"""Milliseconds between the moves of a recorded game."""


class Replay:
    """Plays recorded games on a program, a step every PAUSE milliseconds.

    Meanwhile the player can only quit, and move or shrink the window; while it is small, or a button held, the games
    stand still. The first game's number is dealt already; all moves are legal, or the program breaks.
    """

    def __init__(self, program: CardProgram[Any], games: Sequence[Record]) -> None:
        self._program = program
        steps: list[int | str] = []
        for game in games:
            steps += [game.number, *(word.text for word in game.words)]
        self._todo = steps[:0:-1]
        """The steps still to be made, the next one last; a number where another game begins."""

    @property
    def playing(self) -> bool:
        """Whether there is still something to show."""
        return bool(self._todo)

    async def wait(self) -> MultiEvent:
        """What happens next; the time for the next step counts as an event too."""
        return await self._program.gem.evnt_multi(MU_KEYBD | MU_BUTTON | MU_MESAG | MU_TIMER, ms=PAUSE)

    async def answer(self, event: MultiEvent) -> None:
        """Play on when it is time; presses and keys that would play are not heard."""
        program = self._program
        await program.answer(event._replace(events=event.events & ~self._unheard(event)))
        if MU_BUTTON in event.events:
            await program.gem.evnt_button(1, LEFT, 0)
        if MU_TIMER in event.events and not program.quitting and not program.table.window.small:
            await self._step()

    def _unheard(self, event: MultiEvent) -> Mu:
        item = self._program.item_of(event.key)
        ends = MU_KEYBD in event.events and item is not None and self._program.commands[item].always
        return MU_BUTTON if ends else MU_BUTTON | MU_KEYBD

    async def _step(self) -> None:
        step = self._todo.pop()
        if isinstance(step, int):
            await self._program.deal(step)
        else:
            self._program.session.note_help(Help.SOLVED)
            await self._program.play_word(step)
        if not self._todo:
            self._program.enable_items()
