"""Helpers for the AES's tests: a Gem in the project's artwork, programs controlled by tests, pictures as text."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

from gemport.gem import Gem, GRect, Machine, Message, Program, Raster, Workstation, objc_add
from gemport.gem.aes.constants import LEFT, MU_MESAG, RIGHT, Kind, Msg, Wf
from gemport.gem.aes.draw import objc_draw
from gemport.gem.aes.keys import key_press
from gemport.gem.aes.screen import Pen
from gemport.gem.formats.artwork import SystemArtwork, load_artwork
from gemport.gem.formats.structures import BoxSpec, ObFlag, Object, ObState, ObType, Spec, Tree
from gemport.gem.vdi.font import Font
from tests.gem.vdi.pictures import font_of, show
from tests.gem.vdi.pictures import pixels as vdi_pixels
from tests.places import DATA

GO_ON = 0x4000
ALL = Kind(0xFFF)
PLAIN = Kind.NAME | Kind.CLOSER | Kind.FULLER | Kind.MOVER
FULL = GRect(0, 19, 640, 381)


@cache
def artwork() -> SystemArtwork:
    return load_artwork(DATA / "system")


def started(program: Program, width: int = 640, height: int = 400) -> Machine:
    """Return a machine with a program at its first wait."""
    machine = Machine(artwork(), width, height)
    machine.start(program, "TEST.PRG")
    return machine


def message(type_: Msg, handle: int, *words: int) -> Message:
    return Message(type_, 0, 0, handle, *words)


def redraw(handle: int, *rect: int) -> Message:
    return Message.redraw(handle, GRect(*rect))


class ProgramError(Exception):
    """The error that test programs raise."""


class Call:
    """A call made by the program, perhaps a long one."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make
        self.done = False
        self.result: Any = None


class Caller:
    """A program that makes the calls a test requests, and records its messages."""

    gem: Gem
    machine: Machine
    ap_id = 0

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self._todo: list[Call] = []

    async def make_calls(self) -> None:
        while self._todo:
            call = self._todo.pop(0)
            result = call.make()
            call.result = await result if isinstance(result, Awaitable) else result
            call.done = True

    def call(self, *makes: Callable[[], Any]) -> Call:
        """Make calls in the program (awaiting them if necessary) up to its first wait; return the last call."""
        self._todo += [Call(make) for make in makes]
        last = self._todo[-1]
        self.machine.send(Message(GO_ON), self.ap_id)
        return last

    def do(self, make: Callable[[], Any]) -> Any:
        """Make a call in the program and let the machine settle; return the result."""
        call = self.call(make)
        self.machine.settle()
        assert call.done
        return call.result

    def open(self, x: int, y: int, w: int, h: int, kind: Kind = PLAIN) -> int:
        """Open a window on top and return its handle."""
        handle = self.do(lambda: self.gem.wind_create(kind, FULL))
        assert self.set(handle, Wf.WF_NAME, " Name ")
        assert self.do(lambda: self.gem.wind_open(handle, GRect(x, y, w, h)))
        return int(handle)

    def set(self, handle: int, field: Wf, *values: Any) -> bool:
        """Call wind_set in the program."""
        return bool(self.do(lambda: self.gem.wind_set(handle, field, *values)))

    def close(self, handle: int) -> bool:
        return bool(self.do(lambda: self.gem.wind_close(handle)))


class Desk(Caller):
    """One program, and the user's actions. ``places`` are positions by name for ``act``."""

    def __init__(self, places: Mapping[str, tuple[int, int]] | None = None) -> None:
        super().__init__()
        self.places = dict(places or {})
        self.machine = started(self._run)

    async def _run(self, gem: Gem) -> None:
        self.gem = gem
        gem.graf_mouse(0)
        while True:
            await self.make_calls()
            message = (await gem.evnt_multi(MU_MESAG)).message
            if message is not None and message.type != GO_ON:
                self.messages.append(message)

    def open(self, x: int, y: int, w: int, h: int, kind: Kind = PLAIN) -> int:
        """Open a window on top, discarding its messages so far."""
        handle = super().open(x, y, w, h, kind)
        self.messages.clear()
        return handle

    def place(self, handle: int, *rect: int) -> None:
        """Set the outer rectangle of a window."""
        assert self.set(handle, Wf.WF_CURRXYWH, *rect)

    # ---- the user

    def act(self, phrases: str) -> None:
        """Perform actions: "to FILE, press 9/20, press right OK, release, click OK, double OK, key a, wait 9"."""
        for phrase in phrases.split(", "):
            verb, *words = phrase.split(" ")
            button = RIGHT if words[:1] == ["right"] else LEFT
            match verb:
                case "to":
                    self.to(*self.at(words[-1]))
                case "press":
                    self.press(*self.at(words[-1]), button)
                case "release":
                    self.release(button)
                case "click":
                    self.click(*self.at(words[-1]))
                case "double":
                    self.double_click(*self.at(words[-1]))
                case "wait":
                    self.machine.advance(int(words[0]))
                case "key":
                    for name in words:
                        self.machine.key(*((int(name, 16),) if name.startswith("0x") else key_press(name)))
                        self.machine.settle()
                case _:
                    raise ValueError(phrase)

    def at(self, name: str) -> tuple[int, int]:
        """Return a position by name or coordinates."""
        if name in self.places:
            return self.places[name]
        x, y = name.split("/")
        return int(x), int(y)

    def to(self, x: int, y: int) -> None:
        self.machine.mouse_to(x, y)

    def press(self, x: int, y: int, button: int = LEFT) -> None:
        self.machine.mouse_to(x, y)
        self.machine.mouse_button(button, True)

    def release(self, button: int = LEFT) -> None:
        self.machine.mouse_button(button, False)

    def click(self, x: int, y: int, times: int = 1) -> None:
        for _ in range(times):
            self.press(x, y)
            self.release()
        self.machine.settle()

    def double_click(self, x: int, y: int) -> None:
        self.click(x, y, times=2)

    def keys(self, *words: int) -> None:
        for word in words:
            self.machine.key(word)

    # ---- visible results

    def take(self, type_: Msg | None = None) -> list[Message]:
        """Return the messages since the last call, all or of one type."""
        taken, self.messages[:] = list(self.messages), []
        return [message for message in taken if type_ in (None, message.type)]

    def picture(self) -> Raster:
        return self.machine.frame(pointer=False)


# ---- a window of the worked examples, and the centres of its parts

CLOSER, FULLER, NAME = (109, 69), (490, 69), (300, 69)


def worked_example(desk: Desk) -> int:
    """Open a window with all parts at 100,60 size 400,250; its vertical elevator is at 481,174 size 19,40."""
    handle = desk.open(100, 60, 400, 250, ALL)
    desk.do(lambda: desk.gem.wind_set(handle, Wf.WF_VSLSIZE, 250))
    desk.do(lambda: desk.gem.wind_set(handle, Wf.WF_VSLIDE, 500))
    return handle


# ---- pixels


def changed(before: Raster, after: Raster) -> GRect | None:
    """Return the bounding box of the changed pixels, or None."""
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
    """Return the changed pixels."""
    different = [one ^ other for one, other in zip(before.rows, after.rows, strict=True)]
    return {
        (x, y)
        for y, row in enumerate(different)
        if row
        for x in range(before.width)
        if row >> before.stride - 1 - x & 1
    }


def area(rect: GRect) -> set[tuple[int, int]]:
    """Return the pixels of a rectangle."""
    return {(x, y) for y in range(rect.y, rect.bottom) for x in range(rect.x, rect.right)}


def dotted(*points: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the dots of a line through points: pixels with odd x + y that it passes once."""
    passed = Counter(
        pixel
        for (x1, y1), (x2, y2) in pairwise(points)
        for pixel in pixels(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    )
    return {(x, y) for (x, y), times in passed.items() if times % 2 and (x + y) % 2}


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
    """Return a tree in which all objects are children of the root, or of the given parents."""
    tree = [root, *others]
    for index in range(1, len(tree)):
        objc_add(tree, (parents or {}).get(index, 0), index)
    return tree


def box(x: int, y: int, w: int, h: int, flags: ObFlag = ObFlag.NONE, state: ObState = ObState.NORMAL) -> Object:
    return obj(ObType.G_BOX, BoxSpec(0, 1, 0x1100), (x, y, w, h), flags, state)


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


def click(machine: Machine, x: int, y: int, button: int = LEFT, times: int = 1) -> None:
    machine.mouse_to(x, y)
    for _ in range(times):
        machine.mouse_button(button, True)
        machine.mouse_button(button, False)
    machine.settle()


# ---- a screen of any size with generated fonts, and pictures of it as text


BLACK_FRAME = 0x1000
"""Colour word: black border, white text, transparent, hollow."""


def block_font(width: int, height: int, top: int) -> Font:
    """Return a font whose characters are blocks without the cell's outermost pixels; the blank is empty."""
    edge, middle = "." * width, "." + "#" * (width - 2) + "."
    block, empty = "\n".join([edge, *[middle] * (height - 2), edge]), "\n".join([edge] * height)
    return font_of({chr(code): empty if code == 0x20 else block for code in range(256)}, top)


FONTS = (block_font(6, 6, 4), block_font(8, 16, 13))


def blank(width: int, height: int) -> Pen:
    """Return a pen on a white screen."""
    return Pen(Workstation(Raster(width, height), FONTS))


def picture(pen: Pen) -> str:
    """Return the screen as text, one line per row: # black, . white."""
    return show(pen.workstation.raster)


def black(pen: Pen) -> set[tuple[int, int]]:
    """Return all black pixels."""
    return vdi_pixels(pen.workstation.raster)


def pixels(x1: int, y1: int, x2: int, y2: int) -> set[tuple[int, int]]:
    """Return all pixels of a rectangle, corners included."""
    return area(GRect(x1, y1, x2 - x1 + 1, y2 - y1 + 1))


def framed(x: int, y: int, w: int, h: int, thickness: int = 1, color: int = BLACK_FRAME) -> Object:
    """Return a G_BOX with a black border."""
    return obj(ObType.G_BOX, BoxSpec(0, thickness, color), (x, y, w, h))


def draw(pen: Pen, tree: Tree, start: int = 0, depth: int = 8) -> None:
    objc_draw(pen, tree, start, depth, pen.screen)
