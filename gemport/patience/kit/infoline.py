"""Move counter and clock in the info line of a game's window: an extra, off until the player wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gemport.gem.aes.constants import MU_TIMER, TICK, Mu
from gemport.patience.kit.check import has
from gemport.patience.kit.needs import counter_needs
from gemport.patience.session.clock import clock_text

if TYPE_CHECKING:
    from gemport.patience.kit.program import CardProgram

_SETTING = "counter"
_SECOND = 1000


class InfoLine:
    """The line of a program's window. Where the resource has no words for it, it is never there."""

    def __init__(self, program: CardProgram[Any]) -> None:
        self._program = program
        self._session = program.session
        possible = has(program.trees, counter_needs(program.numbers))
        self.on = possible and self._session.records.setting(_SETTING, False)
        """Whether the line is there."""

    def begin(self) -> None:
        """Give the window its line before it opens, if the player wants it."""
        if self.on:
            self._show()

    async def switch(self) -> None:
        """Show the line, or take it away; it stays so from start to start."""
        self.on = not self.on
        self._session.records.change_setting(_SETTING, self.on)
        self._show()

    def _show(self) -> None:
        table = self._program.table
        table.window.add_info(self.on)
        table.resized()
        self.update()
        self._program.enable_items()
        self._program.gem.menu_icheck(self._program.menu, self._program.numbers.MENU_COUNTER, self.on)

    def update(self) -> None:
        """Write what there is to say now; and let the time run while the player sees the game."""
        window = self._program.table.window
        self._session.clock.see(window.topmost and not window.small)
        if self.on:
            window.inform(self._program.info_text())

    def words(self) -> dict[str, object]:
        """What the $words of the line stand for."""
        return {"moves": self._session.board.moves_made, "time": clock_text(self._session.clock.seconds)}

    def next_tick(self) -> tuple[Mu, int]:
        """What evnt_multi is to wait for besides, and how many milliseconds: the clock's next second, or nothing."""
        clock = self._session.clock
        if not self.on or not clock.running:
            return Mu(0), 0
        left = _SECOND - clock.ms % _SECOND
        return MU_TIMER, -(-left // TICK) * TICK
