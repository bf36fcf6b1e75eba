"""Two programs at once that talk to each other: what is typed into one window appears in the other.

``python examples/talk.py`` shows them in a window, ``--screenshot FILE`` writes the first picture and ends.
"""

from __future__ import annotations

import argparse
from enum import IntEnum
from pathlib import Path

from gemport.gem import (
    MU_KEYBD,
    MU_MESAG,
    Gem,
    GRect,
    Kind,
    Machine,
    Message,
    MouseNumber,
    Msg,
    Update,
    Wf,
    built_in_artwork,
    run_window,
    write_shot,
)

RETURN = 0x0D
LONGEST = 24
"""Characters of a line."""


class Say(IntEnum):
    """Types of messages of one's own; GEM's are smaller."""

    CHARACTER = 1000
    """Word 3 is one that was typed."""
    BYE = 1001


class Talk:
    """One of the two; the host's tail says with whom it talks."""

    def __init__(self, gem: Gem) -> None:
        self.gem = gem
        self.ws = gem.v_opnvwk()
        command, self.other = gem.shel_read()
        self.name = command.split(".")[0]
        self.mine, self.theirs = "", ""
        self.done = False

    async def run(self) -> None:
        """See to it that the other one is there, then pass on what is typed until the window is closed."""
        gem = self.gem
        gem.graf_mouse(MouseNumber.ARROW)
        place = GRect(330 if self.other_is_there() else 20, 60, 290, 120)
        self.window = gem.wind_create(Kind.NAME | Kind.CLOSER | Kind.MOVER, place)
        gem.wind_set(self.window, Wf.WF_NAME, f" {self.name.title()} ")
        gem.wind_open(self.window, place)
        if not self.other_is_there():
            gem.shel_write(f"{self.other}.PRG", tail=self.name)
        while not self.done:
            event = await gem.evnt_multi(MU_KEYBD | MU_MESAG)
            if MU_KEYBD in event.events:
                await self.on_key(event.key & 0xFF)
            if event.message is not None:
                await self.on_message(event.message)
        self.write(Message(Say.BYE, gem.appl_init()))

    def other_is_there(self) -> bool:
        """Whether the other program runs."""
        return self.gem.appl_find(self.other) >= 0

    def write(self, message: Message) -> None:
        """Send a message to the other program; nobody minds if it has gone."""
        self.gem.appl_write(self.gem.appl_find(self.other), message)

    async def on_key(self, character: int) -> None:
        """A character goes to the other one as well; Return begins a new line."""
        if character == RETURN or 0x20 <= character < 0x7F:
            self.mine = grown(self.mine, character)
            self.write(Message(Say.CHARACTER, self.gem.appl_init(), w3=character))
            await self.redraw(self.gem.wind_get(self.window, Wf.WF_WORKXYWH))

    async def on_message(self, message: Message) -> None:
        """Messages of the AES, and of the other program."""
        gem = self.gem
        match message.type:
            case Msg.WM_REDRAW:
                await self.redraw(message.rect)
            case Msg.WM_TOPPED:
                gem.wind_set(self.window, Wf.WF_TOP)
            case Msg.WM_MOVED:
                gem.wind_set(self.window, Wf.WF_CURRXYWH, message.rect)
            case Msg.WM_CLOSED | Msg.AP_TERM:
                self.done = True
            case Say.CHARACTER:
                self.theirs = grown(self.theirs, message.w3)
                await self.redraw(gem.wind_get(self.window, Wf.WF_WORKXYWH))
            case Say.BYE:
                self.theirs = "(has gone)"
                await self.redraw(gem.wind_get(self.window, Wf.WF_WORKXYWH))

    async def redraw(self, area: GRect) -> None:
        """Draw what can be seen of an area."""
        gem = self.gem
        await gem.wind_update(Update.BEG_UPDATE)
        rect = gem.wind_get(self.window, Wf.WF_FIRSTXYWH)
        while not rect.empty:
            part = rect.intersection(area)
            if not part.empty:
                self.draw(part)
            rect = gem.wind_get(self.window, Wf.WF_NEXTXYWH)
        await gem.wind_update(Update.END_UPDATE)

    def draw(self, part: GRect) -> None:
        """Draw a part of the work area."""
        ws, work = self.ws, self.gem.wind_get(self.window, Wf.WF_WORKXYWH)
        ws.vs_clip(True, *part.corners())
        ws.vsf_interior(0)
        ws.vr_recfl(*work.corners())
        ws.v_gtext(work.x + 16, work.y + 32, f"I:    {self.mine}_")
        ws.v_gtext(work.x + 16, work.y + 64, f"{self.other.title()}: {self.theirs}")


def grown(line: str, character: int) -> str:
    """A line with a character more; a full one, and Return, begin a new one."""
    if character == RETURN:
        return ""
    return chr(character) if len(line) == LONGEST else line + chr(character)


async def talk(gem: Gem) -> None:
    """The program; both are the same one under two names."""
    await Talk(gem).run()


def two_of_them() -> Machine:
    """A machine on which both run: the host starts one, and that one the other."""
    machine = Machine(built_in_artwork())
    machine.programs["BERT.PRG"] = talk
    machine.start(talk, "ANNA.PRG", tail="BERT")
    return machine


def main(arguments: list[str] | None = None) -> None:
    """Run the programs in a window, or take their picture."""
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
