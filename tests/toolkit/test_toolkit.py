"""Applications made with the toolkit: what the user sees of menu, windows, dialogs, lists and alerts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from gemport.gem.aes import keys
from gemport.gem.aes.constants import Arrowed, Kind, Msg, Wf
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.machine import Machine
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.objects import ObState
from gemport.gem.formats.rsctext import parse_rsc_text
from gemport.toolkit import App, Command, Dialog, Line, ListBox, ListParts, Window, alert
from tests.gem.aes.desk import artwork, changed, menu_tree
from tests.places import ROOT

ABOUT, NEW, OLD, QUIT = 8, 10, 12, 13
"""Entries of the menu tree."""
FILE_TITLE = 4
OWN = 1000
"""A message type of the program's own."""
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
    """A window that remembers what it was asked to paint, and the keys that it got."""

    def __init__(self, gem: Gem, kind: Kind = Kind.NAME | Kind.CLOSER | Kind.MOVER) -> None:
        super().__init__(gem, "Paper", kind)
        self.keys: list[int] = []

    def paint(self, part: GRect) -> None:
        self.ws.vsf_interior(0)
        self.ws.vr_recfl(*self.work.corners())
        for line in range(self.top, self.top + self.rows):
            self.ws.v_gtext(self.work.x + 8, self.work.y + (line - self.top) * self.line_height + 13, f"Line {line}")

    async def key(self, word: int, shift: int) -> None:
        self.keys.append(word)


class Office(App):
    """A program with a window; ``job`` is what New does."""

    def __init__(self, gem: Gem, job: Callable[[Office], Awaitable[Any]] | None = None) -> None:
        super().__init__(gem, menu_tree())
        self.job = job
        self.result: Any = None
        self.paper = Paper(gem)
        self.windows = [self.paper]
        self.commands = {
            NEW: Command(self._new, keys.F1),
            OLD: Command(self._new, keys.F2, lambda: False),
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


def started(
    job: Callable[[Office], Awaitable[Any]] | None = None, machine: Machine | None = None
) -> tuple[Machine, Office]:
    machine = Machine(artwork()) if machine is None else machine
    offices: list[Office] = []

    async def main(gem: Gem) -> None:
        offices.append(Office(gem, job))
        await offices[0].run()

    machine.start(main, "OFFICE.PRG")
    machine.settle()
    return machine, offices[0]


def press(machine: Machine, x: int, y: int, times: int = 1) -> None:
    machine.mouse_to(x, y)
    for _ in range(times):
        machine.mouse_button(1, True)
        machine.mouse_button(1, False)
    machine.settle()


def type_keys(machine: Machine, *words: int) -> None:
    for word in words:
        machine.key(word)
        machine.settle()


# ---- App


def test_an_entry_is_carried_out_by_its_key_and_a_disabled_one_rings() -> None:
    machine, office = started()
    type_keys(machine, keys.F2)
    assert (office.result, machine.bells) == (None, 1)
    assert ObState.DISABLED in menu_of(office)[OLD].ob_state
    type_keys(machine, keys.F1)
    assert office.result == "new"
    assert office.paper.keys == []
    type_keys(machine, keys.F10)
    assert office.paper.keys == [keys.F10]


def menu_of(office: Office) -> Any:
    assert office.menu is not None
    return office.menu


@pytest.mark.parametrize("way", ["key", "mouse"])
def test_the_title_is_inverted_while_an_entry_is_carried_out(way: str) -> None:
    machine, office = started(lambda office: alert(office.gem, "[0][Wait.][ OK ]"))
    before = machine.frame(pointer=False)
    if way == "key":
        type_keys(machine, keys.F1)
    else:
        machine.mouse_to(80, 8)
        press(machine, 100, 19 + 8)
    assert ObState.SELECTED in menu_of(office)[FILE_TITLE].ob_state
    type_keys(machine, keys.RETURN)
    assert office.result == 1
    machine.mouse_to(600, 300)
    assert machine.frame(pointer=False) == before


def test_an_entry_without_a_command_leaves_its_title_normal() -> None:
    machine, _ = started()
    before = machine.frame(pointer=False)
    machine.mouse_to(40, 8)
    press(machine, 60, 19 + 8)
    machine.mouse_to(600, 300)
    assert machine.frame(pointer=False) == before


def test_a_program_ends_with_its_last_window_and_leaves_none() -> None:
    machine, office = started()
    machine.send(Message(Msg.WM_CLOSED, 0, 0, office.paper.handle))
    assert machine.finished
    machine, office = started()
    machine.request_quit()
    assert machine.finished
    assert not office.paper.is_open


@pytest.mark.parametrize("late", [False, True])
def test_an_accessory_outlives_its_window_and_shows_it_again(late: bool) -> None:
    machine, _ = started()
    accessories: list[App] = []

    class Clock(App):
        async def open(self, sender: int) -> None:
            self.windows[0].open(PLACE.moved(100, 100))

    async def main(gem: Gem) -> None:
        clock = Clock(gem, entry="  Clock")
        clock.windows = [Paper(gem)]
        accessories.append(clock)
        await clock.run(await gem.evnt_mesag() if late else None)

    ap_id = machine.start(main, "CLOCK.ACC")
    empty = machine.frame(pointer=False)
    pictures = []
    for _ in range(2):
        machine.send(Message(Msg.AC_OPEN), ap_id)
        pictures.append(machine.frame(pointer=False))
        machine.send(Message(Msg.WM_CLOSED, 0, 0, accessories[0].windows[0].handle), ap_id)
        assert machine.frame(pointer=False) == empty
    assert pictures[0] == pictures[1]
    assert changed(empty, pictures[0]) is not None


# ---- Window


def scroller() -> tuple[Machine, Office]:
    """A program whose window shows 8 of 40 lines."""
    machine, office = started()

    async def widen(office: Office) -> None:
        office.paper.lines = 40
        work = GRect(100, 100, 200, 8 * 16)
        office.paper.kind |= Kind.UPARROW | Kind.DNARROW | Kind.VSLIDE
        office.paper.replace(office.paper.kind, office.paper.border(work))
        office.paper.show_position()

    office.job = widen
    type_keys(machine, keys.F1)
    return machine, office


def test_scrolling_shows_what_painting_would() -> None:
    machine, office = scroller()
    handle = office.paper.handle
    for action, top in [
        (Arrowed.WA_DNLINE, 1),
        (Arrowed.WA_DNPAGE, 8),
        (Arrowed.WA_UPLINE, 7),
        (Arrowed.WA_UPPAGE, 0),
        (Arrowed.WA_UPLINE, 0),
    ]:
        machine.send(Message(Msg.WM_ARROWED, 0, 0, handle, action))
        assert office.paper.top == top
        assert machine.frame(pointer=False) == painted_again(machine, office), action
    machine.send(Message(Msg.WM_VSLID, 0, 0, handle, 1000))
    assert office.paper.top == 32
    assert machine.gem().wind_get(handle, Wf.WF_VSLIDE).x == 1000
    assert machine.frame(pointer=False) == painted_again(machine, office)


def painted_again(machine: Machine, office: Office) -> Any:
    work = machine.gem().wind_get(office.paper.handle, Wf.WF_WORKXYWH)
    machine.gem().v_opnvwk().vr_recfl(*work.corners())
    machine.send(Message.redraw(office.paper.handle, work))
    return machine.frame(pointer=False)


def test_a_taller_window_shows_no_lines_beyond_the_last() -> None:
    machine, office = scroller()
    machine.send(Message(Msg.WM_VSLID, 0, 0, office.paper.handle, 1000))
    outer = office.paper.outer
    machine.send(Message(Msg.WM_SIZED, 0, 0, office.paper.handle, outer.x, outer.y, outer.w, outer.h + 40))
    assert office.paper.rows == 10
    assert office.paper.work.h == 160
    assert office.paper.top == 30
    assert machine.frame(pointer=False) == painted_again(machine, office)


def test_what_waits_while_a_window_scrolls_is_painted_first_and_nothing_is_lost() -> None:
    machine, office = scroller()
    work = office.paper.work

    async def scroll(office: Office) -> None:
        office.gem.v_opnvwk().vr_recfl(*work.corners())
        for message in (Message(OWN), Message.redraw(office.paper.handle, work), Message(OWN + 1)):
            office.gem.appl_write(office.gem.appl_init(), message)
        await office.paper.scroll_to(3)

    office.job = scroll
    type_keys(machine, keys.F1)
    assert [message.type for message in office.messages] == [OWN, OWN + 1]
    assert machine.frame(pointer=False) == painted_again(machine, office)


def test_the_handbooks_listing_scrolls() -> None:
    handbook = (ROOT / "docs" / "gem.md").read_text(encoding="utf-8")
    source = next(block.split("```")[0] for block in handbook.split("```python\n") if block.startswith("class Listing"))
    names: dict[str, Any] = {"Window": Window, "Gem": Gem, "GRect": GRect, "Kind": Kind}
    exec("from __future__ import annotations\n" + source, names)
    machine, listings = Machine(artwork()), []

    async def main(gem: Gem) -> None:
        app = App(gem)
        listings.append(names["Listing"](gem, [f"Line {number}" for number in range(40)]))
        app.windows = listings
        listings[0].open(PLACE)
        await app.run()

    machine.start(main, "LISTING.PRG")
    machine.send(Message(Msg.WM_ARROWED, 0, 0, listings[0].handle, Arrowed.WA_DNLINE))
    assert listings[0].top == 1
    scrolled = machine.frame(pointer=False)
    machine.send(Message.redraw(listings[0].handle, PLACE))
    assert machine.frame(pointer=False) == scrolled


# ---- alerts and dialogs


def test_a_reason_in_an_alert_is_wrapped_and_divides_nothing() -> None:
    shown: list[str] = []

    async def job(office: Office) -> None:
        async def form_alert(default: int, text: str, do: object = None) -> int:
            assert do is not None, "the keys are the toolkit's"
            shown.append(text)
            return default

        office.gem.form_alert = form_alert
        reason = "the file a|b[c].txt " + "could not be written because the disk is full " * 5
        await alert(office.gem, "[3][$name is not kept:|$reason][ OK ]", reason=reason, name="x]|y")
        await alert(office.gem, "[3][$reason][ OK ]", reason=reason, size=(28, 5))

    machine, _ = started(job)
    type_keys(machine, keys.F1)
    lines = shown[0].removeprefix("[3][").removesuffix("][ OK ]").split("|")
    assert lines[0] == "x)/y is not kept:"
    assert lines[1].startswith("the file a/b(c).txt could")
    assert len(lines) == 4
    assert 28 < max(map(len, lines)) <= 36
    narrow = shown[1].removeprefix("[3][").removesuffix("][ OK ]").split("|")
    assert len(narrow) == 5
    assert max(map(len, narrow)) <= 28


def test_a_dialog_can_be_shown_twice_and_leaves_no_trace() -> None:
    machine, office = started()
    tree = machine.gem().rsrc_load(parse_rsc_text(DIALOG)).tree(0)
    office.job = lambda office: Dialog(office.gem, tree).show()
    before, pictures = machine.frame(pointer=False), []
    for _ in range(2):
        type_keys(machine, keys.F1)
        pictures.append(machine.frame(pointer=False))
        type_keys(machine, keys.RETURN)
        assert office.result == OK
        assert machine.frame(pointer=False) == before
    assert pictures[0] == pictures[1]
    _, other = started(machine=machine)
    type_keys(machine, keys.F10)
    assert other.paper.keys == [keys.F10], "the dialog has given the keys back"


def test_a_program_can_be_ended_in_a_dialog_with_the_screen_free_again() -> None:
    machine, office = started()
    tree = machine.gem().rsrc_load(parse_rsc_text(DIALOG)).tree(0)
    office.job = lambda office: Dialog(office.gem, tree).show()
    type_keys(machine, keys.F1)
    machine.request_quit()
    assert machine.finished
    _, other = started(machine=machine)
    type_keys(machine, keys.F10)
    assert other.paper.keys == [keys.F10]


# ---- lists


class Chooser:
    """A program that shows a list of 20 lines, of which the fourth cannot be chosen."""

    def __init__(self) -> None:
        self.fillings: list[list[Line]] = [[Line(f"line {number}", number != 3) for number in range(20)]]
        self.chosen: list[int | None] = []
        self.machine, self.office = started(self._ask)
        type_keys(self.machine, keys.F1)

    async def _ask(self, office: Office) -> int:
        tree = office.gem.rsrc_load(parse_rsc_text(DIALOG)).tree(0)
        async with Dialog(office.gem, tree) as dialog:
            self.dialog = dialog
            self.box = ListBox(dialog, PARTS)
            for lines in self.fillings:
                self.box.fill(lines, "nothing")
                self.chosen.append(self.box.chosen)
                dialog.draw()
                button = await self.box.do({keys.ESCAPE: CANCEL})
        return button

    def shown(self) -> list[str]:
        return [self.dialog.text(row) for row in range(PARTS.row, PARTS.row + PARTS.rows)]

    def at(self, obj: int) -> tuple[int, int]:
        x, y = self.office.gem.objc_offset(self.dialog.tree, obj)
        return x + 6, y + 8


def test_keys_go_through_a_list_and_past_what_cannot_be_chosen() -> None:
    chooser = Chooser()
    type_keys(chooser.machine, *[keys.ARROW_DOWN] * 3)
    assert chooser.box.chosen == 4
    assert chooser.shown() == ["line 1", "line 2", "line 3", "line 4"]
    type_keys(chooser.machine, keys.ARROW_UP)
    assert chooser.box.chosen == 2
    type_keys(chooser.machine, 0x4737)
    assert chooser.box.chosen == 19
    type_keys(chooser.machine, keys.CLR_HOME, keys.ESCAPE)
    assert (chooser.box.chosen, chooser.office.result) == (0, CANCEL)


def test_a_click_chooses_a_line_and_a_double_click_is_ok() -> None:
    chooser = Chooser()
    press(chooser.machine, *chooser.at(PARTS.row + 3))
    assert chooser.box.chosen == 0, "a grey line"
    press(chooser.machine, *chooser.at(PARTS.row + 2))
    assert chooser.box.chosen == 2
    press(chooser.machine, *chooser.at(PARTS.down))
    assert chooser.shown()[0] == "line 1"
    press(chooser.machine, *chooser.at(PARTS.row + 1), times=2)
    assert (chooser.box.chosen, chooser.office.result) == (2, OK)


def test_a_list_keeps_its_place_when_a_line_goes() -> None:
    chooser = Chooser()
    chooser.fillings += [[Line(str(number), number != 12) for number in range(20)], [Line("0")], []]
    type_keys(chooser.machine, *[keys.ARROW_DOWN] * 11, *[keys.RETURN] * 3)
    assert chooser.chosen == [0, 13, 0, None]
    assert chooser.shown() == ["nothing", "", "", ""]
