"""The info line of a game's window: move counter and clock, and what others say there. An extra, off at first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from gemport.gem.aes.constants import MU_TIMER, TICK, Mu
from gemport.gem.aes.process import Work
from gemport.patience.kit.check import has
from gemport.patience.kit.needs import counter_needs
from gemport.store.session import clock_text

if TYPE_CHECKING:
    from gemport.patience.kit.program import CardProgram

_SETTING = "counter"
_SECOND = 1000
_GAP = "    "


class Remark(Protocol):
    """Something else that is said in the line while it is ``on``."""

    on: bool
    work: Work[Any] | None
    """What is to be worked on meanwhile."""

    def attend(self) -> None:
        """Look at what the game has come to."""

    def text(self) -> str:
        """What there is to say now."""


class InfoLine:
    """The line of a program's window. Where the resource has no words for it, it is never there."""

    def __init__(self, program: CardProgram[Any]) -> None:
        self._program = program
        self._session = program.session
        possible = has(program.trees, counter_needs(program.numbers))
        self.on = possible and self._session.records.setting(_SETTING, False)
        """Whether moves and time are counted there."""
        self._remark: Remark | None = None

    def add(self, remark: Remark) -> None:
        """Say something else there, too."""
        self._remark = remark

    @property
    def there(self) -> bool:
        """Whether there is such a line."""
        return self.on or (self._remark is not None and self._remark.on)

    @property
    def work(self) -> Work[Any] | None:
        """What evnt_multi is to work on besides."""
        return None if self._remark is None else self._remark.work

    def begin(self) -> None:
        """Give the window its line before it opens, if the player wants it."""
        if self.there:
            self.show()

    async def switch(self) -> None:
        """Show the line, or take it away; it stays so from start to start."""
        self.on = not self.on
        self._session.records.change_setting(_SETTING, self.on)
        self.show()

    def show(self) -> None:
        """Have the line there if something is to be said in it."""
        table = self._program.table
        table.window.add_info(self.there)
        table.resized()
        self.update()
        self._program.enable_items()
        self._program.gem.menu_icheck(self._program.menu, self._program.numbers.MENU_COUNTER, self.on)

    def update(self) -> None:
        """Write what there is to say now; and let the time run while the player sees the game."""
        window = self._program.table.window
        self._session.clock.see(window.topmost and not window.small)
        if self._remark is not None:
            self._remark.attend()
        if self.there:
            window.inform(self._text())

    def _text(self) -> str:
        remark = self._remark.text() if self._remark is not None and self._remark.on else ""
        if not self.on:
            return f" {remark}"
        counted = self._program.info_text()
        return f"{counted}{_GAP}{remark}" if remark else counted

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
