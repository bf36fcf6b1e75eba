"""Applications built with the toolkit, on a machine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from gemport.gem import (
    Gem,
    GRect,
    Kind,
    Machine,
    Message,
    Msg,
    MultiEvent,
    Raster,
    Wf,
    keys,
    parse_rsc_text,
)
from gemport.toolkit import App, Command, Dialog, ListParts, Window
from tests.gem.aes.desk import artwork, click, menu_tree

ABOUT, NEW, OLD, QUIT = 8, 10, 12, 13
"""Entries of the menu tree."""
FILE_TITLE = 4
SCROLLING = Kind.NAME | Kind.CLOSER | Kind.MOVER | Kind.UPARROW | Kind.DNARROW | Kind.VSLIDE | Kind.INFO
OWN = 1000
"""A message type of the program."""
PLACE = GRect(80, 60, 320, 160)

DIALOG = """
tree 0 LIST
  0 G_BOX at 0,0 size 30,10 OUTLINED border 2
    1 G_BOX at 2,1 size 20,4 border 1
      2 G_STRING at 0,0 size 20,1 TOUCHEXIT ""
      3 G_STRING at 0,1 size 20,1 TOUCHEXIT ""
      4 G_STRING at 0,2 size 20,1 TOUCHEXIT ""
      5 G_STRING at 0,3 size 20,1 TOUCHEXIT ""
    6 G_BOXCHAR at 24,1 size 2,1 TOUCHEXIT char 65 border 1
    7 G_BOXCHAR at 24,4 size 2,1 TOUCHEXIT char 66 border 1
    8 G_BOX at 24,2 size 2,2 TOUCHEXIT border 1
      9 G_BOX at 0,0 size 2,1 TOUCHEXIT border 1
    10 G_BUTTON at 2,7 size 9,1 SELECTABLE EXIT "Cancel"
    11 G_BUTTON at 16,7 size 9,1 SELECTABLE DEFAULT EXIT LASTOB "OK"
"""
CANCEL, OK = 10, 11
PARTS = ListParts(box=1, row=2, rows=4, up=6, down=7, track=8, elevator=9)


class Paper(Window):
    """A window that draws numbered lines and records the keys it receives."""

    def __init__(self, gem: Gem, kind: Kind = Kind.NAME | Kind.CLOSER | Kind.MOVER) -> None:
        super().__init__(gem, "Paper", kind)
        self.keys: list[int] = []
        self.presses: list[tuple[int, int, int]] = []
        self.parts: list[GRect] = []

    def paint(self, part: GRect) -> None:
        self.parts.append(part)
        self.ws.vsf_interior(0)
        self.ws.vr_recfl(*self.work.corners())
        for line in range(self.top, self.top + self.rows):
            self.ws.v_gtext(self.work.x + 8, self.work.y + (line - self.top) * self.line_height + 13, f"Line {line}")

    async def key(self, word: int, shift: int) -> None:
        self.keys.append(word)

    async def press(self, event: MultiEvent) -> None:
        self.presses.append((event.x, event.y, event.clicks))


class Office(App):
    """A program with a window; ``job`` is the action of the entry New."""

    def __init__(self, gem: Gem, job: Callable[[Office], Awaitable[Any]] | None = None) -> None:
        super().__init__(gem, menu_tree())
        self.job = job
        self.usable = False
        self.result: Any = None
        self.paper = Paper(gem)
        self.windows = [self.paper]
        self.commands = {
            NEW: Command(self._new, keys.F1),
            OLD: Command(self._new, keys.F2, lambda: self.usable),
            QUIT: Command(self._quit, keys.F3),
        }
        self.messages: list[Message] = []

    async def start(self) -> None:
        self.paper.open(PLACE)

    async def message(self, message: Message) -> None:
        if message.type >= OWN:
            self.messages.append(message)
        else:
            await super().message(message)

    async def _new(self) -> None:
        self.result = await self.job(self) if self.job is not None else "new"

    async def _quit(self) -> None:
        self.quitting = True


class Desk:
    """A machine that runs an Office, with mouse and keyboard input."""

    def __init__(self, job: Callable[[Office], Awaitable[Any]] | None = None, machine: Machine | None = None) -> None:
        self.machine = Machine(artwork()) if machine is None else machine
        self.office: Office
        self._job = job
        self.machine.start(self._run, "OFFICE.PRG")
        self.machine.settle()

    async def _run(self, gem: Gem) -> None:
        self.office = Office(gem, self._job)
        await self.office.run()

    def keys(self, *names: str) -> None:
        for name in names:
            self.machine.key(*keys.key_press(name))
            self.machine.settle()

    def click(self, x: int, y: int, times: int = 1) -> None:
        click(self.machine, x, y, times=times)

    def tell(self, type_: Msg, *words: int) -> None:
        """Send a message to the window."""
        self.machine.send(Message(type_, 0, 0, self.office.paper.handle, *words), self.office.gem.appl_init())

    def picture(self) -> Raster:
        return self.machine.frame(pointer=False)

    def painted_again(self) -> Raster:
        gem, handle = self.machine.gem(), self.office.paper.handle
        work = gem.wind_get(handle, Wf.WF_WORKXYWH)
        gem.v_opnvwk().vr_recfl(*work.corners())
        self.machine.send(Message.redraw(handle, work), self.office.gem.appl_init())
        return self.picture()


def dialog(source: str = DIALOG) -> Desk:
    """Return a desk with a dialog as the action of New."""
    desk = Desk()
    tree = desk.machine.gem().rsrc_load(parse_rsc_text(source)).tree(0)
    desk.office.job = lambda office: Dialog(office.gem, tree).show()
    return desk
