"""A card game that plays recorded games by itself."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeAlias

from gemport.cards.notation import AnyBoard, Record
from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_KEYBD, MU_MESAG, MU_TIMER, Mu
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.kernel.events import MultiEvent
from gemport.gem.aes.rsrc import LoadedResource
from gemport.patience.kit.program import CardProgram

PAUSE = 600
"""Milliseconds between the moves of a recorded game."""

Watch: TypeAlias = Callable[[AnyBoard], None]
"""Told of every change of a board; a board it has not seen before is a new game."""


class Replayable(CardProgram):
    """A card game whose moves can be watched, and given as words of the game's notation."""

    def __init__(self, gem: Gem, trees: LoadedResource, watch: Watch | None) -> None:
        super().__init__(gem, trees)
        self._watch = watch

    @abstractmethod
    async def deal(self, number: int) -> None:
        """Begin another game."""

    @abstractmethod
    async def play_word(self, word: str) -> None:
        """Make a move and show it with moving boxes."""

    def changed(self, board: AnyBoard) -> None:
        """Tell who watches that the board has changed, or is another one."""
        if self._watch is not None:
            self._watch(board)


class Replay(Replayable):
    """Plays recorded games, a move every PAUSE milliseconds, and is then the ordinary game again.

    Until then the player can only quit, and move or shrink the window; while it is small, or a button held, the games
    stand still. A mixin: the game's class stands behind it.
    """

    _todo: tuple[int | str, ...] = ()
    """The moves still to be made; a number where another game begins."""

    def follow(self, games: Sequence[Record]) -> None:
        """Play these games; the first one's number is dealt already. Their moves are legal, or the program breaks."""
        steps: list[int | str] = []
        for game in games:
            steps += [game.number, *(word.text for word in game.words)]
        self._todo = tuple(steps[1:])

    def enabled(self, item: int) -> bool:
        """While it replays, only what ends the program."""
        return super().enabled(item) and (not self._todo or self.commands[item].always)

    async def wait(self) -> MultiEvent:
        """The time for the next move counts as an event too."""
        if not self._todo:
            return await super().wait()
        return await self.gem.evnt_multi(MU_KEYBD | MU_BUTTON | MU_MESAG | MU_TIMER, ms=PAUSE)

    async def answer(self, event: MultiEvent) -> None:
        """Play on when it is time; presses and keys that would play are not heard."""
        if not self._todo:
            await super().answer(event)
            return
        await super().answer(event._replace(events=event.events & ~self._unheard(event)))
        if MU_BUTTON in event.events:
            await self.gem.evnt_button(1, LEFT, 0)
        if MU_TIMER in event.events and not self.quitting and not self.table.window.small:
            await self._step()

    def _unheard(self, event: MultiEvent) -> Mu:
        item = self.item_of(event.key)
        ends = MU_KEYBD in event.events and item is not None and self.commands[item].always
        return MU_BUTTON if ends else MU_BUTTON | MU_KEYBD

    async def _step(self) -> None:
        step, *_ = self._todo
        self._todo = self._todo[1:]
        await (self.deal(step) if isinstance(step, int) else self.play_word(step))
        if not self._todo:
            self.enable_items()
