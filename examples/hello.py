"""A window, a menu, a dialog and an alert: a whole GEM program to begin with.

``python examples/hello.py`` shows it in a window, ``--screenshot FILE`` writes its first picture and ends.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from gemport.gem import (
    LEFT,
    MU_BUTTON,
    MU_KEYBD,
    MU_MESAG,
    Fmd,
    Gem,
    GRect,
    Kind,
    Machine,
    Message,
    MouseNumber,
    Msg,
    ObState,
    TedInfo,
    Update,
    Wf,
    built_in_artwork,
    parse_rsc_text,
    run_window,
    write_shot,
)

# A resource as text (see gemport.gem.formats.rsctext); places and sizes are in characters, +n adds pixels. A text that
# begins with @ counts as empty; its length is the room of the field. Your own program may load a .RSC file instead:
# gem.rsrc_load(read_rsc(path.read_bytes())).
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
FIELD, OK = 1, 3
CONTROL_G, CONTROL_Q = 0x2207, 0x1011

KIND = Kind.NAME | Kind.CLOSER | Kind.FULLER | Kind.MOVER | Kind.SIZER


class Hello:
    """One run of the program."""

    def __init__(self, gem: Gem) -> None:
        self.gem = gem
        self.ws = gem.v_opnvwk()
        loaded = gem.rsrc_load(parse_rsc_text(RESOURCE))
        self.menu, self.dialog = loaded.tree(MENU), loaded.tree(GREET)
        self.desk = gem.wind_get(0, Wf.WF_WORKXYWH)
        self.window = gem.wind_create(KIND, self.desk)
        self.name = "world"
        self.x, self.y = 24, 40
        self.done = False

    async def run(self) -> None:
        """Show the window, then answer events until the user has had enough."""
        gem = self.gem
        gem.graf_mouse(MouseNumber.ARROW)
        gem.menu_bar(self.menu, True)
        gem.wind_set(self.window, Wf.WF_NAME, " Hello ")
        gem.wind_open(self.window, GRect(80, 60, 320, 160))
        while not self.done:
            event = await gem.evnt_multi(MU_MESAG | MU_KEYBD | MU_BUTTON, mask=LEFT, state=LEFT)
            if event.message is not None:
                await self.on_message(event.message)
            if MU_KEYBD in event.events:
                await self.on_key(event.key)
            if MU_BUTTON in event.events:
                await self.on_press(event.x, event.y)
        gem.wind_close(self.window)
        gem.wind_delete(self.window)

    async def on_message(self, message: Message) -> None:
        """What the screen manager tells: it asks, and the program does it."""
        gem, window = self.gem, self.window
        match message.type:
            case Msg.WM_REDRAW:
                await self.redraw(message.rect)
            case Msg.WM_TOPPED:
                gem.wind_set(window, Wf.WF_TOP)
            case Msg.WM_MOVED | Msg.WM_SIZED:
                gem.wind_set(window, Wf.WF_CURRXYWH, message.rect)
            case Msg.WM_FULLED:
                full = gem.wind_get(window, Wf.WF_FULLXYWH)
                is_full = gem.wind_get(window, Wf.WF_CURRXYWH) == full
                gem.wind_set(window, Wf.WF_CURRXYWH, gem.wind_get(window, Wf.WF_PREVXYWH) if is_full else full)
            case Msg.WM_CLOSED | Msg.AP_TERM:
                self.done = True
            case Msg.MN_SELECTED:
                await self.on_menu(message.item)
                # The title stays inverted until the program says it is done.
                gem.menu_tnormal(self.menu, message.title, True)

    async def on_menu(self, item: int) -> None:
        """An entry of the menu was chosen."""
        if item == ABOUT:
            await self.gem.form_alert(1, "[1][Hello, a GEM program.|Click into its window.][ OK ]")
        elif item == ASK:
            await self.greet()
        elif item == QUIT:
            self.done = await self.gem.form_alert(2, "[2][Enough for today?][ Yes | No ]") == 1

    async def on_key(self, key: int) -> None:
        """Keys stand for entries of the menu."""
        entry = {CONTROL_G: ASK, CONTROL_Q: QUIT}.get(key)
        if entry is not None:
            await self.on_menu(entry)

    async def on_press(self, x: int, y: int) -> None:
        """A press in the work area: the greeting moves there."""
        work = self.gem.wind_get(self.window, Wf.WF_WORKXYWH)
        if work.contains(x, y):
            self.x, self.y = x - work.x, y - work.y
            await self.redraw(work)
        # The event is true as long as the button is down.
        await self.gem.evnt_button(1, LEFT, 0)

    async def greet(self) -> None:
        """The dialog: centre, grow, draw, let the user work, shrink, have everything under it drawn again."""
        gem, dialog = self.gem, self.dialog
        field = dialog[FIELD].ob_spec
        assert isinstance(field, TedInfo)
        field.te_ptext = self.name
        rect = gem.form_center(dialog)
        small = GRect(rect.x + rect.w // 2, rect.y + rect.h // 2, 1, 1)
        await gem.form_dial(Fmd.FMD_GROW, small, rect)
        gem.objc_draw(dialog, 0, 8, rect)
        button = await gem.form_do(dialog, FIELD)
        await gem.form_dial(Fmd.FMD_SHRINK, small, rect)
        await gem.form_dial(Fmd.FMD_FINISH, small, rect)
        # The button that ended the dialog stays selected.
        dialog[button].ob_state &= ~ObState.SELECTED
        if button == OK and field.te_ptext:
            self.name = field.te_ptext
            await self.redraw(gem.wind_get(self.window, Wf.WF_WORKXYWH))

    async def redraw(self, area: GRect) -> None:
        """Draw what can be seen of an area: the loop that every GEM program has."""
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
        """Draw a part of the work area, all of which the program has to paint."""
        ws, work = self.ws, self.gem.wind_get(self.window, Wf.WF_WORKXYWH)
        ws.vs_clip(True, *part.corners())
        ws.vsf_interior(0)
        ws.vr_recfl(*work.corners())
        ws.v_gtext(work.x + self.x, work.y + self.y, f"Hello, {self.name}!")


async def hello(gem: Gem) -> None:
    """The program, as Machine.start takes it."""
    await Hello(gem).run()


def main(arguments: list[str] | None = None) -> None:
    """Run the program in a window, or take its picture."""
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
