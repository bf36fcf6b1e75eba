"""Features: things that a player can do in addition to moving cards, with their menu entries, keys and hooks.

A game is a table and a tuple of feature classes (``gemport.play.loop.Kit``), with one object per class and run. Only
overridden hooks are called. Features depend on the ``Play``, never on the program that runs them.
"""

from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from gemport.cards.board import Board
from gemport.gem import LEFT, MU_BUTTON, MU_KEYBD, MU_MESAG, MU_TIMER, MU_WORK, MouseNumber, Msg, MultiEvent, Work
from gemport.play.play import Play
from gemport.store.statistics import Outcome

B = TypeVar("B", bound=Board)
T = TypeVar("T")
_STOPS = MU_KEYBD | MU_BUTTON | MU_MESAG


class Entry(NamedTuple):
    """An entry of the menu.

    Attributes:
        name: name of its object in the resource, and of its key in a game's own keys
        action: the coroutine that it starts
        key: default key word
        enabled: returns whether it can be chosen; None for always. While the window is small or a recording is shown,
            only Quit can be chosen
        text: if no game's resource has the entry, its free string in the shared resource, with its key after a |
        below: the entry above it in that case
    """

    name: str
    action: Callable[[], Awaitable[None]]
    key: int | None = None
    enabled: Callable[[], bool] | None = None
    text: int | None = None
    below: str = ""


class Feature(Generic[B]):
    """A feature in one run of a game.

    Attributes:
        switches: its menu switches with their default values
        keys: the key words of the switches
        needs_solver: whether it uses the solver, so that games without a solver cannot have it
    """

    needs_solver: ClassVar[bool] = False
    switches: ClassVar[Mapping[str, bool]] = {}
    keys: ClassVar[Mapping[str, int]] = {}

    def __init__(self, play: Play[B]) -> None:
        self.play = play

    def entries(self) -> Sequence[Entry]:
        """Return its menu entries, by default the switches."""
        return [Entry(name, partial(self.play.switch, name), self.keys.get(name)) for name in self.switches]

    # ---- hooks

    async def opened(self) -> None:
        """Act once after the window has opened."""

    async def before(self, event: MultiEvent) -> None:
        """Act on every event before it is handled."""

    async def after(self, event: MultiEvent, was_small: bool) -> None:
        """Act on every event after it is handled."""

    async def played(self) -> None:
        """Act after the player's moves, unless an alert about them led to another game or to Undo."""

    async def ended(self, outcome: Outcome) -> None:
        """Act when the game is won or lost."""

    def switched(self, name: str) -> None:
        """Act after a menu switch was turned on or off."""

    def due(self) -> int | None:
        """Return the milliseconds until the next event is needed, or None; called before each event."""

    def work(self) -> Work[Any] | None:
        """Return work for idle time, or None; the first feature with work gets the time."""

    def line(self) -> str | None:
        """Return the text for the window's info line, or None."""

    # ---- long work and pauses of an entry, stopped by any key or press

    async def think(self, name: str, steps: Generator[Any, None, T]) -> T | None:
        """Do long work for a menu entry under the bee; return its result, or None if the player stopped it.

        A held key of the entry itself does not stop it. Choosing a menu entry or quitting stops it, and is carried out.
        """
        work, gem = Work(steps), self.play.gem
        gem.graf_mouse(MouseNumber.BUSY_BEE)
        try:
            while not work.done:
                event = await gem.evnt_multi(_STOPS | MU_WORK, work=work)
                if await self._stopped(name, event):
                    return None
            return work.result
        finally:
            work.close()
            gem.graf_mouse(MouseNumber.ARROW)

    async def rest(self, name: str, ms: int) -> bool:
        """Pause for an entry; return whether the player stopped the pause."""
        while True:
            event = await self.play.gem.evnt_multi(_STOPS | MU_TIMER, ms=ms)
            if await self._stopped(name, event):
                return True
            if MU_TIMER in event.events:
                return False

    async def _stopped(self, name: str, event: MultiEvent) -> bool:
        play, app, stopped = self.play, self.play.app, False
        if event.message is not None:
            stopped = event.message.type == Msg.MN_SELECTED
            if stopped:
                play.gem.graf_mouse(MouseNumber.ARROW)
            await app.message(event.message)
            stopped = stopped or app.quitting or play.table.small
        if MU_BUTTON in event.events:
            await play.gem.evnt_button(1, LEFT, 0)
            stopped = True
        if MU_KEYBD in event.events and (item := app.item_of(event.key)) != play.items[name]:
            if item is not None and play.quits(item):
                await app.choose(item)
            stopped = True
        return stopped
