"""A feature: one thing that a player can do beyond playing cards, with its menu entries, keys and hooks.

A game is a table and a tuple of such classes (``gemport.play.loop.Kit``); of each there is one object a run. Only the
hooks that a class overrides are called. Features know the ``Play``, never the program that runs them.
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

    name: of its object in the resource, and of its key in a game's own keys
    key: the key word that stands for it where the game has no other
    enabled: returns whether it can be chosen now, None: always; while the window is small, or a recording is shown,
        none but Quit can
    text: where no game's resource has the entry: its free string in the shared resource, a | before its key
    below: that entry of the menu which it then stands below
    """

    name: str
    action: Callable[[], Awaitable[None]]
    key: int | None = None
    enabled: Callable[[], bool] | None = None
    text: int | None = None
    below: str = ""


class Feature(Generic[B]):
    """One feature in one run of a game.

    switches: the switches of the menu that it has, as they are at first
    keys: the key words of these
    needs_solver: it asks the solver, so a game without one cannot have it
    """

    needs_solver: ClassVar[bool] = False
    switches: ClassVar[Mapping[str, bool]] = {}
    keys: ClassVar[Mapping[str, int]] = {}

    def __init__(self, play: Play[B]) -> None:
        self.play = play

    def entries(self) -> Sequence[Entry]:
        """Return the entries of the menu; by default the switches."""
        return [Entry(name, partial(self.play.switch, name), self.keys.get(name)) for name in self.switches]

    # ---- hooks

    async def opened(self) -> None:
        """Act once, when the window is there."""

    async def before(self, event: MultiEvent) -> None:
        """Act on every event before it is answered."""

    async def after(self, event: MultiEvent, was_small: bool) -> None:
        """Act on every event when it is answered."""

    async def played(self) -> None:
        """Act after the player's moves; not where an alert about them has led to another game, or to Undo."""

    async def ended(self, outcome: Outcome) -> None:
        """Act when the game is won or lost."""

    def switched(self, name: str) -> None:
        """Act when a switch of the menu is on or off."""

    def due(self) -> int | None:
        """Return after how many milliseconds an event is wanted; asked before each event."""

    def work(self) -> Work[Any] | None:
        """Return work to do while the player thinks; the first feature that has any gets the time."""

    def line(self) -> str | None:
        """Return the words for the window's info line; None where it needs none."""

    # ---- long work, and pauses, of an entry: any key or press of the player's stops them

    async def think(self, name: str, steps: Generator[Any, None, T]) -> T | None:
        """Do long work for an entry of the menu under the bee: return its result, None if the player stopped it.

        A held key of the entry itself does not stop it. Choosing something from the menu, and all that ends the
        program, does, and is carried out.
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
        """Let time pass for an entry; return whether the player stopped it."""
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
