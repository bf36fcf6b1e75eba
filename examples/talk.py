"""Two programs that talk to each other: a text typed into one window appears in the other.

``python examples/talk.py`` shows them in a window; ``--screenshot FILE`` writes the first picture and exits.
"""

from __future__ import annotations

import argparse
import sys
from enum import IntEnum
from pathlib import Path

try:
    import gemport  # noqa: F401
except ModuleNotFoundError:
    sys.exit("talk.py: this Python has no gemport; use .venv/bin/python, which tools/play.py makes")

from gemport.gem import Gem, GRect, Kind, Machine, Message
from gemport.hosts.desktop import run_window
from gemport.hosts.files import built_in_artwork
from gemport.hosts.headless import write_shot
from gemport.toolkit import App, Window

RETURN = 0x0D
LONGEST = 24
"""Maximum number of characters in a line."""


class Say(IntEnum):
    """Types of the program's own messages; GEM's types are smaller."""

    CHARACTER = 1000
    """The user has typed the character in word 3."""
    BYE = 1001


class Lines(Window):
    """A window with two lines: the text typed here and the text typed in the other program."""

    def __init__(self, gem: Gem, name: str, other: str) -> None:
        super().__init__(gem, name, Kind.NAME | Kind.CLOSER | Kind.MOVER)
        self.other = other
        self.mine, self.theirs = "", ""

    def paint(self, part: GRect) -> None:
        """Paint the work area."""
        ws, work = self.ws, self.work
        ws.vsf_interior(0)
        ws.vr_recfl(*work.corners())
        ws.v_gtext(work.x + 16, work.y + 32, f"I:    {self.mine}_")
        ws.v_gtext(work.x + 16, work.y + 64, f"{self.other}: {self.theirs}")


class Talk(App):
    """One of the two programs; its command tail names the other."""

    def __init__(self, gem: Gem) -> None:
        super().__init__(gem)
        command, self.other = gem.shel_read()
        self.name = command.split(".")[0]
        self.window = Lines(gem, self.name.title(), self.other.title())
        self.windows = [self.window]

    async def start(self) -> None:
        """Open the window, and start the other program if it is not running."""
        self.window.open(GRect(330 if self.other_is_there() else 20, 60, 290, 120))
        if not self.other_is_there():
            self.gem.shel_write(f"{self.other}.PRG", tail=self.name)

    def end(self) -> None:
        """Say goodbye to the other program."""
        self.write(Message(Say.BYE, self.gem.appl_init()))

    def other_is_there(self) -> bool:
        """Return whether the other program is running."""
        return self.gem.appl_find(self.other) >= 0

    def write(self, message: Message) -> None:
        """Send a message to the other program; without effect if that has ended."""
        self.gem.appl_write(self.gem.appl_find(self.other), message)

    async def key(self, word: int, shift: int) -> None:
        """Add a character here and in the other program; Return starts a new line."""
        character = word & 0xFF
        if character == RETURN or 0x20 <= character < 0x7F:
            self.window.mine = grown(self.window.mine, character)
            self.write(Message(Say.CHARACTER, self.gem.appl_init(), w3=character))
            await self.window.redraw()

    async def message(self, message: Message) -> None:
        """Handle a message of the other program; App handles the messages of the AES."""
        if message.type == Say.CHARACTER:
            self.window.theirs = grown(self.window.theirs, message.w3)
        elif message.type == Say.BYE:
            self.window.theirs = "(has gone)"
        else:
            await super().message(message)
            return
        await self.window.redraw()


def grown(line: str, character: int) -> str:
    """Return the line with another character; a full line and Return start a new one."""
    if character == RETURN:
        return ""
    return chr(character) if len(line) == LONGEST else line + chr(character)


async def talk(gem: Gem) -> None:
    """Run one of the two programs; both are the same under different names."""
    await Talk(gem).run()


def two_of_them() -> Machine:
    """Return a machine with both programs: the host starts the first, which starts the second."""
    machine = Machine(built_in_artwork())
    machine.programs["BERT.PRG"] = talk
    machine.start(talk, "ANNA.PRG", tail="BERT")
    return machine


def main(arguments: list[str] | None = None) -> None:
    """Run the programs in a window, or save their first picture."""
    parser = argparse.ArgumentParser(prog="talk.py", description="Two GEM programs that talk to each other.")
    parser.add_argument("--screenshot", type=Path, metavar="FILE", help="write the first picture as PNG and exit")
    screenshot = parser.parse_args(arguments).screenshot
    machine = two_of_them()
    if screenshot:
        machine.settle()
        write_shot(machine, screenshot)
    else:
        run_window(machine, "Talk")


if __name__ == "__main__":
    main()
