"""A Gem in the project's artwork with a program that does what a test tells it, and the user's hands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from gemport.gem.aes.constants import LEFT, MU_MESAG, Kind, Msg, Wf
from gemport.gem.aes.gem import Gem, Program
from gemport.gem.aes.machine import Machine
from gemport.gem.aes.objects import objc_add
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.rsc.objects import BoxSpec, ObFlag, Object, ObState, ObType, Spec, Tree
from gemport.gem.formats.system.artwork import SystemArtwork, load_artwork
from gemport.gem.vdi.raster import Raster
from tests.places import DATA

GO_ON = 0x4000
ALL = Kind(0xFFF)
PLAIN = Kind.NAME | Kind.CLOSER | Kind.FULLER | Kind.MOVER
FULL = GRect(0, 19, 640, 381)


@cache
def artwork() -> SystemArtwork:
    return load_artwork(DATA / "system")


def started(program: Program, width: int = 640, height: int = 400) -> Machine:
    """A machine that runs a program, which is at its first wait."""
    machine = Machine(artwork(), width, height)
    machine.start(program, "TEST.PRG")
    return machine


def message(type_: Msg, handle: int, *words: int) -> Message:
    return Message(type_, 0, 0, handle, *words)


def redraw(handle: int, *rect: int) -> Message:
    return Message.redraw(handle, GRect(*rect))


class Call:
    """A call that the program makes, maybe for a long time."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make
        self.done = False
        self.result: Any = None


class Desk:
    """The program collects its messages and makes the calls that a test asks for."""

    def __init__(self, width: int = 640, height: int = 400) -> None:
        self.messages: list[Message] = []
        self._todo: list[Call] = []
        self.machine = started(self._run, width, height)

    async def _run(self, gem: Gem) -> None:
        self.gem = gem
        gem.graf_mouse(0)
        while True:
            while self._todo:
                call = self._todo.pop(0)
                result = call.make()
                call.result = await result if isinstance(result, Awaitable) else result
                call.done = True
            message = (await gem.evnt_multi(MU_MESAG)).message
            if message is not None and message.type != GO_ON:
                self.messages.append(message)

    def call(self, make: Callable[[], Any]) -> Call:
        """The program makes a call (awaits it, if it must) up to its first wait."""
        call = Call(make)
        self._todo.append(call)
        self.machine.send(Message(GO_ON))
        return call

    def do(self, make: Callable[[], Any]) -> Any:
        """The program makes a call that is over when nothing moves any more; its result."""
        call = self.call(make)
        self.machine.settle()
        assert call.done
        return call.result

    def open(self, x: int, y: int, w: int, h: int, kind: Kind = PLAIN) -> int:
        """A window on top; its messages so far are forgotten."""
        handle = self.do(lambda: self.gem.wind_create(kind, FULL))
        self.do(lambda: self.gem.wind_set(handle, Wf.WF_NAME, " Name "))
        self.do(lambda: self.gem.wind_open(handle, GRect(x, y, w, h)))
        self.messages.clear()
        return int(handle)

    def place(self, handle: int, *rect: int) -> None:
        """Give a window another outer rectangle."""
        self.do(lambda: self.gem.wind_set(handle, Wf.WF_CURRXYWH, *rect))

    # ---- the user

    def to(self, x: int, y: int) -> None:
        self.machine.mouse_to(x, y)

    def press(self, x: int, y: int, button: int = LEFT) -> None:
        self.machine.mouse_to(x, y)
        self.machine.mouse_button(button, True)

    def release(self, button: int = LEFT) -> None:
        self.machine.mouse_button(button, False)

    def click(self, x: int, y: int) -> None:
        self.press(x, y)
        self.release()
        self.machine.settle()

    def double_click(self, x: int, y: int) -> None:
        self.press(x, y)
        self.release()
        self.press(x, y)
        self.release()
        self.machine.settle()

    def keys(self, *words: int) -> None:
        for word in words:
            self.machine.key(word)

    # ---- what there is to see

    def take(self, type_: Msg | None = None) -> list[Message]:
        """The messages since the last time, all or those of one type."""
        taken, self.messages[:] = list(self.messages), []
        return [message for message in taken if type_ in (None, message.type)]

    def picture(self) -> Raster:
        return self.machine.frame(pointer=False)


# ---- a window of the worked examples, and the middles of its parts

CLOSER, FULLER, NAME, SIZER = (109, 69), (490, 69), (300, 69), (490, 300)
UP, DOWN, LEFTWARDS, RIGHTWARDS = (490, 105), (490, 282), (109, 300), (472, 300)
INFO = (300, 87)


def worked_example(desk: Desk) -> int:
    """All parts, on top at 100,60 size 400,250; its vertical elevator at 481,174 size 19,40."""
    handle = desk.open(100, 60, 400, 250, ALL)
    desk.do(lambda: desk.gem.wind_set(handle, Wf.WF_VSLSIZE, 250))
    desk.do(lambda: desk.gem.wind_set(handle, Wf.WF_VSLIDE, 500))
    return handle


# ---- pixels


def changed(before: Raster, after: Raster) -> GRect | None:
    """The bounding box of the pixels that differ."""
    rows = [y for y in range(before.height) if before.rows[y] != after.rows[y]]
    if not rows:
        return None
    bits = 0
    for y in rows:
        bits |= before.rows[y] ^ after.rows[y]
    left = before.stride - bits.bit_length()
    right = before.stride - (bits & -bits).bit_length()
    return GRect(left, rows[0], right - left + 1, rows[-1] - rows[0] + 1)


def inverted(before: Raster, after: Raster) -> set[tuple[int, int]]:
    """The pixels that differ."""
    return {
        (x, y)
        for y in range(before.height)
        if before.rows[y] != after.rows[y]
        for x in range(before.width)
        if (before.rows[y] ^ after.rows[y]) >> (before.stride - 1 - x) & 1
    }


def area(rect: GRect) -> set[tuple[int, int]]:
    """The pixels of a rectangle."""
    return {(x, y) for y in range(rect.y, rect.bottom) for x in range(rect.x, rect.right)}


# ---- trees built in pixels


def obj(
    kind: ObType,
    spec: Spec,
    rect: tuple[int, int, int, int],
    flags: ObFlag = ObFlag.NONE,
    state: ObState = ObState.NORMAL,
) -> Object:
    return Object(-1, -1, -1, kind, flags, state, spec, *rect)


def tree_of(root: Object, *others: Object, parents: dict[int, int] | None = None) -> Tree:
    """A tree whose objects are all children of the root, or of the parents named."""
    tree = [root, *others]
    for index in range(1, len(tree)):
        objc_add(tree, (parents or {}).get(index, 0), index)
    return tree


def box(x: int, y: int, w: int, h: int, flags: ObFlag = ObFlag.NONE, state: ObState = ObState.NORMAL) -> Object:
    return obj(ObType.G_BOX, BoxSpec(0, 1, 0x1100), (x, y, w, h), flags, state)


TITLES = (3, 4, 5)
ENTRIES = {1: (8,), 2: (10, 11, 12, 13), 3: (15,)}


def menu_tree() -> Tree:
    """Titles 3 Desk, 4 File, 5 (disabled) Off; entries 8 | 10 New, 11 dashes, 12 Old (disabled), 13 Quit | 15."""
    disabled = ObState.DISABLED
    tree = [
        obj(ObType.G_IBOX, BoxSpec(), (0, 0, 640, 400)),
        obj(ObType.G_BOX, BoxSpec(0, 0, 0x1100), (0, 0, 640, 18)),
        obj(ObType.G_IBOX, BoxSpec(), (16, 0, 48 + 48 + 40, 19)),
        obj(ObType.G_TITLE, " Desk ", (0, 0, 48, 19)),
        obj(ObType.G_TITLE, " File ", (48, 0, 48, 19)),
        obj(ObType.G_TITLE, " Off ", (96, 0, 40, 19), state=disabled),
        obj(ObType.G_IBOX, BoxSpec(), (0, 19, 640, 381)),
        obj(ObType.G_BOX, BoxSpec(0, -1, 0x1100), (16, 0, 160, 128)),
        obj(ObType.G_STRING, "  About            ", (0, 0, 160, 16)),
        obj(ObType.G_BOX, BoxSpec(0, -1, 0x1100), (64, 0, 120, 64)),
        obj(ObType.G_STRING, "  New", (0, 0, 120, 16)),
        obj(ObType.G_STRING, "---------------", (0, 16, 120, 16), state=disabled),
        obj(ObType.G_STRING, "  Old", (0, 32, 120, 16), state=disabled),
        obj(ObType.G_STRING, "  Quit", (0, 48, 120, 16)),
        obj(ObType.G_BOX, BoxSpec(0, -1, 0x1100), (112, 0, 100, 16)),
        obj(ObType.G_STRING, "  Never", (0, 0, 100, 16)),
        obj(ObType.G_STRING, "  Accessory        ", (0, 16, 160, 16)),
    ]
    for child, parent in enumerate((0, 1, 2, 2, 2, 0, 6, 7, 6, 9, 9, 9, 9, 6, 14, 7), start=1):
        objc_add(tree, parent, child)
    return tree
