"""A complete GEM program to start with: a window, a menu, a dialog and an alert.

``python examples/hello.py`` shows it in a window; ``--screenshot FILE`` writes its first picture and exits.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

try:
    import gemport  # noqa: F401
except ModuleNotFoundError:
    sys.exit("hello.py: this Python has no gemport; use .venv/bin/python, which tools/play.py makes")

from gemport.gem import Gem, GRect, Kind, Machine, MultiEvent, keys, parse_rsc_text
from gemport.hosts.desktop import run_window
from gemport.hosts.files import built_in_artwork
from gemport.hosts.headless import write_shot
from gemport.toolkit import App, Command, Dialog, Window, alert

# A resource as text (see gemport.gem.formats.rsctext); positions and sizes are in characters, +n adds pixels. A text
# that starts with @ counts as empty; its length is the size of the field. Your own program may load a .RSC file
# instead: gem.rsrc_load(read_rsc(path.read_bytes())).
RESOURCE = """
tree 0 MENU
  0 G_IBOX at 0,0 size 80,25
    1 G_BOX at 0,0 size 80,1+2
      2 G_IBOX at 2,0 size 13,1+3
        3 G_TITLE at 0,0 size 7,1+3 " Hello "
        4 G_TITLE at 7,0 size 6,1+3 " File "
    5 G_IBOX at 0,1+3 size 80,19
      6 G_BOX at 2,0 size 20,1 border -1
        7 G_STRING at 0,0 size 20,1 "  About Hello ...   "
      8 G_BOX at 9,0 size 20,3 border -1
        9 G_STRING at 0,0 size 20,1 "  Greet ...     ^G  "
        10 G_STRING at 0,1 size 20,1 DISABLED "--------------------"
        11 G_STRING at 0,2 size 20,1 LASTOB "  Quit          ^Q  "

tree 1 GREET
  0 G_BOX at 0,0 size 34,6 OUTLINED border 2
    1 G_FTEXT at 2,1+8 size 30,1 EDITABLE tedinfo
          text "@23456789012345"
          template "Whom to greet: _______________"
          valid "X"
    2 G_BUTTON at 6,3+12 size 9,1 SELECTABLE EXIT "Cancel"
    3 G_BUTTON at 19,3+12 size 9,1 SELECTABLE DEFAULT EXIT LASTOB "OK"
"""
MENU, GREET = 0, 1
ABOUT, ASK, QUIT = 7, 9, 11
FIELD, CANCEL, OK = 1, 2, 3


class Greeting(Window):
    """A window that shows the greeting at the position of the last click."""

    def __init__(self, gem: Gem) -> None:
        super().__init__(gem, "Hello", Kind.NAME | Kind.CLOSER | Kind.FULLER | Kind.MOVER | Kind.SIZER)
        self.name = "world"
        self.x, self.y = 24, 40

    def paint(self, part: GRect) -> None:
        """Paint the work area; the program must paint all of it."""
        ws, work = self.ws, self.work
        ws.vsf_interior(0)
        ws.vr_recfl(*work.corners())
        ws.v_gtext(work.x + self.x, work.y + self.y, f"Hello, {self.name}!")

    async def press(self, event: MultiEvent) -> None:
        """Move the greeting to the pointer."""
        self.x, self.y = event.x - self.work.x, event.y - self.work.y
        await self.redraw()


class Hello(App):
    """The program with its window and its menu."""

    def __init__(self, gem: Gem) -> None:
        resource = gem.rsrc_load(parse_rsc_text(RESOURCE))
        super().__init__(gem, resource.tree(MENU))
        self.dialog = Dialog(gem, resource.tree(GREET), CANCEL)
        self.window = Greeting(gem)
        self.windows = [self.window]
        self.commands = {
            ABOUT: Command(self.about),
            ASK: Command(self.greet, keys.control_word("g")),
            QUIT: Command(self.quit, keys.control_word("q")),
        }

    async def start(self) -> None:
        """Open the window."""
        self.window.open(GRect(80, 60, 320, 160))

    async def about(self) -> None:
        """Show information about the program."""
        await alert(self.gem, "[1][Hello, a GEM program.|Click into its window.][ OK ]")

    async def greet(self) -> None:
        """Ask for a name and greet it."""
        self.dialog.set_text(FIELD, self.window.name)
        if await self.dialog.show(FIELD) == OK and self.dialog.text(FIELD):
            self.window.name = self.dialog.text(FIELD)
            await self.window.redraw()

    async def quit(self) -> None:
        """Ask the user to confirm, and end the program."""
        self.quitting = await alert(self.gem, "[2][Enough for today?][ Yes | No ]", 2) == 1


async def hello(gem: Gem) -> None:
    """Run the program; the function to pass to Machine.start."""
    await Hello(gem).run()


def main(arguments: list[str] | None = None) -> None:
    """Run the program in a window, or save its first picture."""
    parser = argparse.ArgumentParser(prog="hello.py", description="A GEM program.")
    parser.add_argument("--screenshot", type=Path, metavar="FILE", help="write the first picture as PNG and exit")
    screenshot = parser.parse_args(arguments).screenshot
    machine = Machine(built_in_artwork())
    machine.start(hello, "HELLO.PRG")
    if screenshot:
        machine.settle()
        write_shot(machine, screenshot)
    else:
        run_window(machine, "Hello")


if __name__ == "__main__":
    main()
