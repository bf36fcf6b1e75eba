"""What happens while the program thinks for the player or plays for him: he may stop it, and the rest is answered."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, TypeVar

from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_KEYBD, MU_MESAG, MU_TIMER, MU_WORK, MouseNumber, Msg
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.process import Work

if TYPE_CHECKING:
    from gemport.patience.kit.program import CardProgram

T = TypeVar("T")

_STOPS = MU_KEYBD | MU_BUTTON | MU_MESAG


class Meanwhile:
    """Beside one command of the menu. Any key or press stops what goes on, and does nothing else.

    A held key of the command itself does not. Choosing something from the menu, and all that ends the program, stops it
    and is carried out.
    """

    def __init__(self, program: CardProgram[Any], item: int) -> None:
        self._program = program
        self._key = program.commands[item].key

    async def think(self, steps: Generator[Any, None, T]) -> T | None:
        """Do long work under the bee: what it led to, None if it was stopped."""
        work, gem = Work(steps), self._program.gem
        gem.graf_mouse(MouseNumber.BUSY_BEE)
        try:
            while not work.done:
                event = await gem.evnt_multi(_STOPS | MU_WORK, work=work)
                if await self._stopped(event):
                    return None
            return work.result
        finally:
            work.close()
            gem.graf_mouse(MouseNumber.ARROW)

    async def rest(self, ms: int) -> bool:
        """Let time pass; whether it was stopped."""
        while True:
            event = await self._program.gem.evnt_multi(_STOPS | MU_TIMER, ms=ms)
            if await self._stopped(event):
                return True
            if MU_TIMER in event.events:
                return False

    async def _stopped(self, event: MultiEvent) -> bool:
        program, stopped = self._program, False
        if event.message is not None:
            stopped = event.message.type == Msg.MN_SELECTED
            if stopped:
                program.gem.graf_mouse(MouseNumber.ARROW)
            await program.answer(event._replace(events=MU_MESAG))
            stopped = stopped or program.quitting or program.table.window.small
        if MU_BUTTON in event.events:
            await program.gem.evnt_button(1, LEFT, 0)
            stopped = True
        if MU_KEYBD in event.events and event.key != self._key:
            item = program.item_of(event.key)
            if item is not None and program.commands[item].always:
                await program.choose(item)
            stopped = True
        return stopped
