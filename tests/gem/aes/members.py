"""Several programs on one machine, controlled by tests."""

from gemport.gem import BoxSpec, Gem, GRect, Machine, Message, ObType, Tree, Workstation
from gemport.gem.aes.constants import MU_BUTTON, MU_KEYBD, MU_MESAG, Msg, Wf
from gemport.toolkit import redraw
from tests.gem.aes.desk import GO_ON, Caller, artwork, obj

A_WINDOW, B_WINDOW = GRect(20, 40, 300, 200), GRect(200, 120, 300, 200)
IN_A, IN_B, ON_DESKTOP = (60, 100), (400, 250), (600, 380)
B_CLOSER = (209, 129)
LETTER = 0x1E61


class Member(Caller):
    """A program that records messages, keys and presses, fills its windows with a grey, and makes calls."""

    def __init__(self, machine: Machine, name: str, shade: int = 2, tail: str = "", listens: bool = True) -> None:
        super().__init__()
        self.machine = machine
        self.name = name
        self.keys: list[int] = []
        self.presses: list[tuple[int, int]] = []
        self.ended = False
        self._shade = shade
        self._listens = listens
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
            await self.make_calls()
            return
        self.messages.append(message)
        if message.type == Msg.WM_REDRAW:
            await redraw(self.gem, message.handle, message.rect, self._paint)
        elif message.type == Msg.WM_TOPPED:
            self.gem.wind_set(message.handle, Wf.WF_TOP)
        elif message.type == Msg.WM_MOVED:
            self.gem.wind_set(message.handle, Wf.WF_CURRXYWH, message.rect)

    def _paint(self, part: GRect) -> None:
        self._ws.vs_clip(True, *part.corners())
        self._ws.vsf_interior(2)
        self._ws.vsf_style(self._shade)
        self._ws.vr_recfl(*part.corners())

    def end(self) -> None:
        """Return from the program."""

        def finish() -> None:
            self.ended = True

        self.call(finish)

    def fail(self, error: Exception) -> None:
        """Raise in the program."""

        def raise_it() -> None:
            raise error

        self.call(raise_it)

    def take(self, *types: Msg) -> list[Message]:
        """Return the messages since the last call: all except redraws, or only the given types."""
        taken, self.messages[:] = list(self.messages), []
        return [m for m in taken if (m.type in types if types else m.type != Msg.WM_REDRAW)]


def machine(width: int = 640, height: int = 400) -> Machine:
    """Return a machine in the project's artwork."""
    return Machine(artwork(), width, height)


class Two:
    """Two programs with one window each; B's is on top and covers a part of A's."""

    def __init__(self, listen: bool = True) -> None:
        self.machine = machine()
        self.a, self.b = (
            Member(self.machine, name, shade, listens=listen) for name, shade in (("A.PRG", 2), ("B.PRG", 6))
        )
        self.wa, self.wb = self.a.open(*A_WINDOW), self.b.open(*B_WINDOW)
        self.a.take()
        self.b.take()

    def press(self, x: int, y: int) -> None:
        self.machine.mouse_to(x, y)
        self.machine.mouse_button(1, True)


def grey_desktop() -> Tree:
    return [obj(ObType.G_BOX, BoxSpec(0, 0, 0x1121), (0, 0, 640, 400))]
