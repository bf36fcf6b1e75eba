"""Several programs on one machine, each doing what a test tells it, and drawing what it is asked to draw."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from gemport.gem.aes.constants import MU_BUTTON, MU_KEYBD, MU_MESAG, Kind, Msg, Update, Wf
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.rsc.objects import BoxSpec, ObType, Tree
from gemport.gem.vdi.workstation import Workstation
from tests.gem.aes.desk import GO_ON, PLAIN, artwork, obj


class Member:
    """One program: it notes messages, keys and presses, fills its windows with its own grey, and makes calls."""

    def __init__(self, machine: Machine, name: str, shade: int = 2, tail: str = "", listens: bool = True) -> None:
        self.machine = machine
        self.name = name
        self.messages: list[Message] = []
        self.keys: list[int] = []
        self.presses: list[tuple[int, int]] = []
        self.ended = False
        self.gem: Gem
        self._shade = shade
        self._listens = listens
        self._todo: list[Callable[[], Any]] = []
        self._results: list[Any] = []
        self._ws: Workstation
        self.ap_id = machine.start(self.run, name, tail)

    async def run(self, gem: Gem) -> str:
        self.gem, self._ws = gem, gem.v_opnvwk()
        gem.graf_mouse(0)
        wanted = MU_MESAG | MU_KEYBD | MU_BUTTON if self._listens else MU_MESAG
        while not self.ended:
            event = await gem.evnt_multi(wanted)
            if MU_KEYBD in event.events:
                self.keys.append(event.key)
            if MU_BUTTON in event.events:
                self.presses.append((event.x, event.y))
                await gem.evnt_button(1, 1, 0)
            if event.message is not None:
                await self._answer(event.message)
        return self.name

    async def _answer(self, message: Message) -> None:
        if message.type == GO_ON:
            while self._todo:
                result = self._todo.pop(0)()
                self._results.append(await result if isinstance(result, Awaitable) else result)
            return
        self.messages.append(message)
        if message.type == Msg.WM_REDRAW:
            await self._redraw(message)
        elif message.type == Msg.WM_TOPPED:
            self.gem.wind_set(message.handle, Wf.WF_TOP)
        elif message.type == Msg.WM_MOVED:
            self.gem.wind_set(message.handle, Wf.WF_CURRXYWH, message.rect)

    async def _redraw(self, message: Message) -> None:
        gem = self.gem
        await gem.wind_update(Update.BEG_UPDATE)
        rect = gem.wind_get(message.handle, Wf.WF_FIRSTXYWH)
        while not rect.empty:
            part = rect.intersection(message.rect)
            if not part.empty:
                self._paint(part)
            rect = gem.wind_get(message.handle, Wf.WF_NEXTXYWH)
        await gem.wind_update(Update.END_UPDATE)

    def _paint(self, part: GRect) -> None:
        self._ws.vs_clip(True, *part.corners())
        self._ws.vsf_interior(2)
        self._ws.vsf_style(self._shade)
        self._ws.vr_recfl(*part.corners())

    # ---- what a test tells it

    def begin(self, *calls: Callable[[], Any]) -> None:
        """Make calls, as far as they go without waiting for the user."""
        self._todo += calls
        self.machine.send(Message(GO_ON), self.ap_id)

    def do(self, call: Callable[[], Any]) -> Any:
        """Make a call and give its result."""
        self.begin(call)
        self.machine.settle()
        return self._results[-1]

    def open(self, x: int, y: int, w: int, h: int, kind: Kind = PLAIN) -> int:
        """A window on top."""
        handle = self.do(lambda: self.gem.wind_create(kind, GRect(0, 19, 640, 381)))
        self.do(lambda: self.gem.wind_open(handle, GRect(x, y, w, h)))
        return int(handle)

    def end(self) -> None:
        """Return from the program."""

        def finish() -> None:
            self.ended = True

        self.begin(finish)

    def fail(self, error: Exception) -> None:
        """Raise in the program."""

        def raise_it() -> None:
            raise error

        self.begin(raise_it)

    def take(self, *types: Msg) -> list[Message]:
        """The messages since the last time: all but redraws, or those of some types."""
        taken, self.messages[:] = list(self.messages), []
        return [m for m in taken if (m.type in types if types else m.type != Msg.WM_REDRAW)]


def machine(width: int = 640, height: int = 400) -> Machine:
    """A machine in the project's artwork."""
    return Machine(artwork(), width, height)


def click(machine: Machine, x: int, y: int) -> None:
    """A click of the left button."""
    machine.mouse_to(x, y)
    machine.mouse_button(1, True)
    machine.mouse_button(1, False)
    machine.settle()


# ---- two of them

A_WINDOW, B_WINDOW = GRect(20, 40, 300, 200), GRect(200, 120, 300, 200)
IN_A, IN_B, ON_DESKTOP = (60, 100), (400, 250), (600, 380)
A_CLOSER, B_CLOSER = (29, 49), (209, 129)
LETTER = 0x1E61


class Two:
    """Two programs with a window each, B's on top and over a part of A's."""

    def __init__(self, listen: bool = True) -> None:
        self.machine = machine()
        self.a, self.b = (
            Member(self.machine, name, shade, listens=listen) for name, shade in (("A.PRG", 2), ("B.PRG", 6))
        )
        self.wa, self.wb = self.a.open(*A_WINDOW), self.b.open(*B_WINDOW)
        self.a.take()
        self.b.take()


def grey_desktop() -> Tree:
    return [obj(ObType.G_BOX, BoxSpec(0, 0, 0x1121), (0, 0, 640, 400))]
