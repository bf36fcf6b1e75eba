"""Whatever the user does and whenever: nobody gets stuck, and afterwards all is as at the start."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_KEYBD, MU_M1, MU_MESAG, MU_TIMER, RIGHT, Kind, Msg, Update, Wf
from gemport.gem.aes.events import MouseRect, MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.objects import ObFlag, ObType
from tests.gem.aes.desk import ALL, artwork, box, many, menu_tree, obj, tree_of

WIDTH, HEIGHT = 224, 150
BIG, SMALL = GRect(20, 30, 120, 110), GRect(90, 50, 120, 60)
FREE = (5, 140)
RETURN, PING = 0x1C0D, 0x7777

Act = Callable[[Machine], None]


class Busy:
    """A program that does a bit of everything when it is asked to by key, button or message."""

    def __init__(self, clicks: int) -> None:
        self.clicks = clicks
        self.idle = False
        self.pings = 0
        self.windows: list[int] = []
        self.closed: list[int] = []
        self.tree = menu_tree()
        self.gem: Gem
        self.machine = Machine(artwork(), WIDTH, HEIGHT)
        self.machine.start(self._run)

    async def _run(self, gem: Gem) -> None:
        self.gem = gem
        gem.menu_bar(self.tree, True)
        for kind, rect in ((ALL, BIG), (Kind.NAME | Kind.CLOSER | Kind.MOVER, SMALL)):
            self.windows.append(gem.wind_create(kind, BIG))
            gem.wind_open(self.windows[-1], rect)
        while True:
            self.idle = True
            event = await gem.evnt_multi(
                MU_KEYBD | MU_BUTTON | MU_MESAG | MU_M1 | MU_TIMER,
                clicks=self.clicks,
                mask=3,
                state=0 if self.clicks & 0x100 else 1,
                m1=MouseRect(False, GRect(0, 100, 10, 10)),
                ms=500,
            )
            self.idle = False
            await self._answer(gem, event)

    async def _answer(self, gem: Gem, event: MultiEvent) -> None:
        if event.message is not None:
            await self._message(gem, event.message)
        if MU_KEYBD in event.events:
            await self._key(gem, event.key)
        if MU_BUTTON in event.events:
            await gem.graf_dragbox(20, 20, event.x - 5, event.y - 5, GRect(0, 19, WIDTH, HEIGHT - 19))
            await gem.evnt_button(1, 3, 0)
        if MU_M1 in event.events:
            await gem.evnt_timer(20)

    async def _key(self, gem: Gem, key: int) -> None:
        match key:
            case 1:
                await gem.form_alert(1, "[0][Hm][OK]")
            case 2:
                dialog = tree_of(
                    box(30, 30, 100, 60),
                    obj(ObType.G_BUTTON, "OK", (10, 10, 30, 16), ObFlag.SELECTABLE | ObFlag.EXIT | ObFlag.DEFAULT),
                    obj(ObType.G_BUTTON, "O", (50, 10, 30, 16), ObFlag.SELECTABLE),
                )
                gem.objc_draw(dialog, 0, 8, BIG)
                await gem.form_do(dialog)
                await gem.form_dial(3, BIG, GRect(30, 30, 100, 60))  # type: ignore[arg-type]
            case 3:
                await gem.graf_growbox(GRect(10, 30, 5, 5), BIG)
            case 4:
                await gem.wind_update(Update.BEG_UPDATE)
                await gem.evnt_timer(60)
                await gem.wind_update(Update.END_UPDATE)
            case 5:
                await gem.wind_update(Update.BEG_MCTRL)
                await gem.evnt_multi(MU_TIMER | MU_BUTTON, ms=100)
                await gem.wind_update(Update.END_MCTRL)
            case 6:
                await gem.pause(70)
            case 7:
                gem.wind_set(self.windows[0], Wf.WF_TOP)
            case _ if key == PING:
                self.pings += 1

    async def _message(self, gem: Gem, message: Message) -> None:
        match message.type:
            case Msg.WM_MOVED | Msg.WM_SIZED:
                gem.wind_set(message.handle, Wf.WF_CURRXYWH, message.rect)
            case Msg.WM_TOPPED:
                gem.wind_set(message.handle, Wf.WF_TOP)
            case Msg.WM_CLOSED:
                self.closed.append(message.handle)
                gem.wind_close(message.handle)
                gem.wind_open(message.handle, SMALL)
            case Msg.WM_ARROWED if message.w4 in (0, 1):
                await gem.form_alert(1, "[0][Page][OK]")
            case Msg.WM_ARROWED:
                await gem.evnt_timer(40)
            case Msg.MN_SELECTED:
                await gem.pause(30)
                gem.menu_tnormal(self.tree, message.title, True)


PLACES = st.one_of(
    st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1)),
    st.sampled_from([(30, 8), (80, 8), (80, 27), (80, 75), (130, 8), (95, 55), (150, 55), (25, 35)]),
    st.sampled_from([(130, 70), (130, 75), (130, 130), (25, 130), (5, 105), (131, 95), (60, 130), (150, 80)]),
)
ACTS: st.SearchStrategy[Act] = st.one_of(
    st.builds(lambda at: lambda machine: machine.mouse_to(*at), PLACES),
    st.builds(lambda at: lambda machine: (machine.mouse_to(*at), machine.mouse_button(LEFT, True))[1], PLACES),
    st.builds(lambda b: lambda machine: machine.mouse_button(b, True), st.sampled_from([LEFT, RIGHT])),
    st.builds(lambda b: lambda machine: machine.mouse_button(b, False), st.sampled_from([LEFT, RIGHT])),
    st.builds(lambda word: lambda machine: machine.key(word), st.integers(1, 7)),
    st.builds(lambda ms: lambda machine: machine.advance(ms), st.sampled_from([1, 14, 20, 60, 100, 230, 1000])),
    st.builds(lambda: lambda machine: machine.settle()),
    st.builds(lambda h: lambda machine: machine.send(Message(Msg.WM_TOPPED, 0, 0, h)), st.integers(1, 2)),
)


def calm_down(program: Busy) -> None:
    """The user lets go of everything, moves away, and answers what is asked."""
    machine = program.machine
    for button in (LEFT, RIGHT):
        machine.mouse_button(button, False)
    machine.settle()
    # A menu that is open closes with a click elsewhere; a dialog only rings.
    machine.mouse_to(*FREE)
    machine.mouse_button(LEFT, True)
    machine.mouse_button(LEFT, False)
    machine.mouse_to(200, 140)
    for _ in range(30):
        machine.settle()
        machine.advance(3000)
        if program.idle:
            return
        machine.key(RETURN)


@many
@given(st.sampled_from([1, 2, 0x101, 0x102]), st.lists(ACTS, max_size=25))
def test_no_input_leaves_anybody_stuck(clicks: int, acts: list[Act]) -> None:
    program = Busy(clicks)
    gem = program.gem
    machine = program.machine
    for act in acts:
        act(machine)
    calm_down(program)
    assert program.idle, "the program does not come back to its main loop"
    assert machine._libraries.dispatcher.lock_owner is None
    assert gem.graf_mkstate().buttons == 0
    before = program.pings
    machine.key(PING)
    machine.advance(1000)
    assert program.pings == before + 1, "keys do not reach the program"
    top = gem.wind_get(0, Wf.WF_TOP)[0]
    rect = gem.wind_get(top, Wf.WF_CURRXYWH)
    closed = len(program.closed)
    machine.mouse_to(rect.x + 9, rect.y + 9)
    machine.mouse_button(LEFT, True)
    machine.advance(500)
    machine.mouse_button(LEFT, False)
    machine.advance(500)
    if 0 <= rect.x + 9 < WIDTH and rect.y + 9 < HEIGHT:
        assert len(program.closed) == closed + 1, "the screen manager does not answer"
    machine.close()


@many
@given(st.lists(ACTS, max_size=25))
def test_the_same_input_gives_the_same_picture_and_time_may_pass_in_any_steps(acts: list[Act]) -> None:
    one, other = Busy(0x102), Busy(0x102)
    for act in acts:
        act(one.machine)
        act(other.machine)
    one.machine.advance(700)
    for ms in (1, 99, 200, 7, 393):
        other.machine.advance(ms)
    assert one.machine.frame() == other.machine.frame()
    assert one.idle is other.idle
    for program in (one, other):
        program.machine.close()
