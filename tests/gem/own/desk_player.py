"""Replay of recorded sessions: a program that makes the recorded calls, and a simulated user."""

from collections.abc import Awaitable
from typing import Any

from gemport.gem import Gem, GRect, Machine, Message, Raster, SystemArtwork, Tree
from gemport.gem.aes.constants import LEFT, MU_KEYBD, MU_MESAG, MouseNumber, Msg, Update, Wc, Wf
from gemport.gem.aes.keys import F10, key_word
from tests.conformance.jsontree import build_tree
from tests.gem.own.steps import HEIGHT, WIDTH, Answers, Step, Verdict, numbers
from tests.gem.own.vdi_player import arguments, bitmaps

CLICK_MS = 20
TOPS, REDRAWS = 1, 2
"""Bits of a step's ``react``: the program does what messages ask for; it paints its windows."""
OPCODES = {
    30: "menu_bar",
    50: "form_do",
    52: "form_alert",
    54: "form_center",
    70: "graf_rubberbox",
    71: "graf_dragbox",
    76: "graf_slidebox",
    78: "graf_mouse",
    100: "wind_create",
    101: "wind_open",
    102: "wind_close",
    103: "wind_delete",
    104: "wind_get",
    105: "wind_set",
    106: "wind_find",
    108: "wind_calc",
}
NO_ANSWER = {"menu_bar", "graf_mouse"}
"""Calls that always return 1 in GEM, and None here."""
STATUS_FIRST = {"wind_get", "wind_calc", "graf_dragbox", "graf_rubberbox", "form_center"}
"""Calls whose answer starts with a 1, omitted here."""


class DeskPlayer:
    """A machine with the program of the recorded sessions.

    forms: the bitmaps that its raster copies name
    """

    def __init__(self, artwork: SystemArtwork, name: str = "DRV.PRG", forms: dict[str, Any] | None = None) -> None:
        self.machine = Machine(artwork)
        self.answers: Answers = []
        self.messages: list[list[int]] = []
        """All that came, words 0 and 3 to 7; of one step the same WM_ARROWED in a row only once."""
        self.rects: list[list[int]] = []
        """Answers of WF_FIRSTXYWH and WF_NEXTXYWH when windows were painted."""
        self._handles: list[int] = []
        """Those of the windows made, which calls name reg0, reg1..."""
        self._forms = bitmaps(forms or {})
        self._before = 0
        """Number of messages before the current step."""
        self._calls: list[list[Any]] = []
        self._react = 0
        self._tree: Tree = []
        self.machine.start(self._run, name)
        self.machine.settle()

    def play(self, step: Step) -> Raster:
        """Make a step's calls and input; return the screen with its pointer."""
        machine = self.machine
        self._before = len(self.messages)
        self._react = step.get("react", 0)
        if step["calls"]:
            self.begin(step["calls"])
            machine.settle()
        for action, *words in step["actions"]:
            self._act(action, *words)
            machine.settle()
        if step["mouse"] is not None:
            machine.mouse_to(*step["mouse"])
            machine.settle()
        return machine.frame()

    def finish(self) -> None:
        """Called when all steps have been played."""

    def begin(self, calls: list[Any]) -> None:
        """Start a program's calls; return at the first wait."""
        self._calls = list(calls)
        self.machine.key(F10)

    def _act(self, action: str, *words: Any) -> None:
        machine = self.machine
        match action:
            case "move":
                machine.mouse_to(*words)
            case "press" | "release":
                machine.mouse_button(LEFT, action == "press")
            case "click":
                machine.mouse_to(*words)
                machine.settle()
                machine.mouse_button(LEFT, True)
                machine.advance(CLICK_MS)
                machine.mouse_button(LEFT, False)
            case "key":
                machine.key(key_word(*words))
            case "calls":
                self.begin(list(words))

    # ---- the program

    async def _run(self, gem: Gem) -> None:
        self._ws = gem.v_opnvwk()
        while True:
            event = await gem.evnt_multi(MU_KEYBD | MU_MESAG)
            if event.message is not None:
                await self._message(gem, event.message)
            if MU_KEYBD in event.events and event.key == F10:
                for name, *words in self._calls:
                    self.answers.append((name, await self._call(gem, name, words)))

    async def _message(self, gem: Gem, message: Message) -> None:
        words = [int(word) for word in (message.type, *message[3:])]
        if words[0] != Msg.WM_ARROWED or self.messages[self._before :][-1:] != [words]:
            self.messages.append(words)
        handle = message.handle
        if self._react & REDRAWS and message.type == Msg.WM_REDRAW:
            await self._paint(gem, handle, message.rect)
        if self._react & TOPS:
            match message.type:
                case Msg.WM_TOPPED:
                    gem.wind_set(handle, Wf.WF_TOP)
                case Msg.WM_SIZED | Msg.WM_MOVED:
                    gem.wind_set(handle, Wf.WF_CURRXYWH, message.rect)
                case Msg.WM_HSLID:
                    gem.wind_set(handle, Wf.WF_HSLIDE, message.w4)
                case Msg.WM_VSLID:
                    gem.wind_set(handle, Wf.WF_VSLIDE, message.w4)

    async def _paint(self, gem: Gem, handle: int, area: GRect) -> None:
        ws = gem.v_opnvwk()
        await gem.wind_update(Update.BEG_UPDATE)
        gem.graf_mouse(MouseNumber.M_OFF)
        ws.vs_clip(True, 0, 0, WIDTH - 1, HEIGHT - 1)
        ws.vsf_interior(2)
        ws.vsf_style(handle % 7 + 9)
        rect = gem.wind_get(handle, Wf.WF_FIRSTXYWH)
        while not rect.empty:
            self.rects.append(list(rect))
            part = rect.intersection(area)
            if not part.empty:
                ws.vr_recfl(*part.corners())
            rect = gem.wind_get(handle, Wf.WF_NEXTXYWH)
        gem.graf_mouse(MouseNumber.M_ON)
        await gem.wind_update(Update.END_UPDATE)

    async def _call(self, gem: Gem, name: str, words: list[Any]) -> list[int]:
        if name.startswith("v"):
            return numbers(getattr(self._ws, name)(*arguments(name, words, self._forms)))
        if words and isinstance(words[-1], list):
            *words, entries = words
            self._tree = build_tree(entries)
        words = [self._handles[int(word[3:])] if str(word).startswith("reg") else word for word in words]
        result = getattr(gem, name)(*self._arguments(name, words))
        answer = numbers(await result if isinstance(result, Awaitable) else result)
        if name == "wind_create":
            self._handles += answer
        if name in NO_ANSWER:
            return [1]
        return [1, *answer] if name in STATUS_FIRST else answer

    def _arguments(self, name: str, words: list[Any]) -> list[Any]:
        """Return the arguments of the port's method."""
        match name:
            case "wind_create" | "wind_open":
                return [words[0], GRect(*words[1:5])]
            case "wind_get":
                return [words[0], Wf(words[1])]
            case "wind_calc":
                return [Wc(words[0]), words[1], GRect(*words[2:6])]
            case "wind_set":
                handle, field, *values = words
                used = {Wf.WF_NAME: values[2:3], Wf.WF_INFO: values[2:3], Wf.WF_CURRXYWH: values}
                return [handle, Wf(field), *used.get(Wf(field), values[:1])]
            case "graf_dragbox":
                return [*words[:4], GRect(*words[4:8])]
            case "menu_bar":
                return [self._tree, bool(words[0])]
            case "menu_tnormal" | "menu_icheck" | "menu_ienable":
                return [self._tree, words[0], bool(words[1])]
            case "form_center" | "form_do":
                return [self._tree, *words]
            case "objc_draw":
                return [self._tree, *words[:2], GRect(*words[2:6])]
            case "graf_growbox" | "graf_shrinkbox":
                return [GRect(*words[:4]), GRect(*words[4:8])]
            case "graf_slidebox":
                return [self._tree, words[0], words[1], bool(words[2])]
        return words


def replay(steps: list[Step], artwork: SystemArtwork, found: Verdict) -> None:
    """Replay a session and judge it."""
    judge(steps, DeskPlayer(artwork), found)


def judge(steps: list[Step], player: DeskPlayer, found: Verdict) -> None:
    """Judge a session's screens; answers, messages and rectangles when it is over."""
    for number, step in enumerate(steps):
        found.screen(step, number, player.play(step))
    player.finish()
    wanted = [(OPCODES[code], words) for step in steps for code, words in step["returns"]]
    names = {name for name, _ in wanted}
    answers = [answer for answer in player.answers if answer[0] in names]
    given = [(name, words[: len(real)]) for (name, words), (_, real) in zip(answers, wanted, strict=False)]
    last = len(steps) - 1
    found.equal(steps[0], last, "answers", (len(answers), given), (len(wanted), wanted))
    if "messages" in steps[0]:
        found.equal(
            steps[0], last, "messages", player.messages, [words for step in steps for words in step["messages"]]
        )
    found.equal(steps[0], last, "rectangles", player.rects, [rect for step in steps for rect in step.get("rects", [])])
