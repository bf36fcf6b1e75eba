"""The programs of the sessions of several programs: BLATT with two windows, and the accessories ZETTEL and NOTIZ.

There are two kinds. In the plain kind a window shows a pattern, a text and marks; in the kind with all gadgets, a part
of a sheet of 60 lines. All programs write the events they receive to a shared log.
"""

from typing import NamedTuple

from gemport.gem import Gem, GRect, Message, MultiEvent, Tree, Workstation, parse_rsc_text
from gemport.gem.aes.constants import MU_BUTTON, MU_KEYBD, MU_MESAG, Kind, MouseNumber, Msg, Update, Wf

PLAIN = Kind.NAME | Kind.CLOSER | Kind.FULLER | Kind.MOVER | Kind.SIZER
MARKS, LETTERS = 8, 20
"""Maximum number of marks in a window, and of characters in the text of a sheet's info line."""
LINES, COLUMNS = 60, 100
"""Size of a sheet in characters."""
BACKSPACE, KEY_F = 8, 0x2166
ABOUT, BLATT_1, BLATT_2, FRAGE, HALT, ENDE = 7, 16, 17, 19, 20, 22
"""Entries of BLATT's menu."""
HALT_MS = 300
MENU = """
tree 0
  0 G_IBOX at 0,0 size 80,25
    1 G_BOX at 0,0 size 80,1+2
      2 G_IBOX at 2,0 size 14,1+3
        3 G_TITLE at 0,0 size 7,1+3 " Blatt "
        4 G_TITLE at 7,0 size 7,1+3 " Datei "
    5 G_IBOX at 0,1+3 size 80,19
      6 G_BOX at 2,0 size 20,8 border -1
        7 G_STRING at 0,0 size 20,1 "  About Blatt ...   "
        8 G_STRING at 0,1 size 20,1 DISABLED "--------------------"
        9 G_STRING at 0,2 size 20,1 "  1                 "
        10 G_STRING at 0,3 size 20,1 "  2                 "
        11 G_STRING at 0,4 size 20,1 "  3                 "
        12 G_STRING at 0,5 size 20,1 "  4                 "
        13 G_STRING at 0,6 size 20,1 "  5                 "
        14 G_STRING at 0,7 size 20,1 "  6                 "
      15 G_BOX at 9,0 size 20,7 border -1
        16 G_STRING at 0,0 size 20,1 "  Blatt 1           "
        17 G_STRING at 0,1 size 20,1 "  Blatt 2           "
        18 G_STRING at 0,2 size 20,1 DISABLED "--------------------"
        19 G_STRING at 0,3 size 20,1 "  Frage ...         "
        20 G_STRING at 0,4 size 20,1 "  Halt              "
        21 G_STRING at 0,5 size 20,1 DISABLED "--------------------"
        22 G_STRING at 0,6 size 20,1 LASTOB "  Ende         ^Q   "
"""
SLIDES = (Msg.WM_ARROWED, Msg.WM_HSLID, Msg.WM_VSLID)
"""Messages recorded only with words 3 and 4."""


class Look(NamedTuple):
    """Properties of a window: its name, its place, its pattern, and the seed of its lines."""

    name: str
    place: GRect
    style: int
    seed: int = 0


LOOKS = {
    BLATT_1: Look(" Blatt 1 ", GRect(120, 60, 320, 200), 1, 7),
    BLATT_2: Look(" Blatt 2 ", GRect(260, 160, 300, 180), 3, 13),
}
ZETTEL = Look(" Zettel ", GRect(60, 90, 260, 140), 2)
NOTIZ = Look(" Notiz ", GRect(330, 110, 240, 150), 5)
LINED_ZETTEL = Look(" Zettel ", GRect(60, 90, 260, 160), 2, 11)


class Pane:
    """A window with a pattern, a text, a line from corner to corner, and marks at the clicked positions."""

    kind = PLAIN
    letters = COLUMNS
    falling = False
    """Whether the line falls from left to right."""

    def __init__(self, gem: Gem, ws: Workstation, look: Look) -> None:
        self.gem, self.ws, self.look = gem, ws, look
        self.text = ""
        self.marks: list[tuple[int, int]] = []
        self.handle = 0
        """0 while closed; the contents remain."""
        self.full = False

    @property
    def work(self) -> GRect:
        return self.gem.wind_get(self.handle, Wf.WF_WORKXYWH)

    async def open(self) -> None:
        """Open the window at its initial position."""
        self.handle = self.gem.wind_create(self.kind, self.gem.wind_get(0, Wf.WF_WORKXYWH))
        self.gem.wind_set(self.handle, Wf.WF_NAME, self.look.name)
        await self.text_changed()
        self.gem.wind_open(self.handle, self.look.place)
        self.full = False

    def close(self) -> None:
        self.gem.wind_close(self.handle)
        self.gem.wind_delete(self.handle)
        self.handle = 0

    async def redraw(self, area: GRect | None = None) -> None:
        """Draw a part of the work area, or all of it, by the list of rectangles."""
        gem, area = self.gem, area or self.work
        await gem.wind_update(Update.BEG_UPDATE)
        rect = gem.wind_get(self.handle, Wf.WF_FIRSTXYWH)
        while not rect.empty:
            part = rect.intersection(area)
            if not part.empty:
                self.ws.vs_clip(True, *part.corners())
                self.draw(self.work)
                self._draw_marks()
            rect = gem.wind_get(self.handle, Wf.WF_NEXTXYWH)
        await gem.wind_update(Update.END_UPDATE)

    def draw(self, work: GRect) -> None:
        """Draw the contents of the window, without its marks."""
        ws, (x1, y1, x2, y2) = self.ws, work.corners()
        ws.vsf_interior(2)
        ws.vsf_style(self.look.style)
        ws.vr_recfl(x1, y1, x2, y2)
        ws.vsf_interior(0)
        ws.vr_recfl(x1 + 10, y1 + 10, x1 + 329, y1 + 27)
        ws.v_gtext(x1 + 10, y1 + 24, self.text)
        ws.v_pline([(x1, y1), (x2, y2)] if self.falling else [(x1, y2), (x2, y1)])

    def _draw_marks(self) -> None:
        self.ws.vsf_interior(1)
        left, top = self.origin()
        for x, y in self.marks:
            self.ws.vr_recfl(left + x - 3, top + y - 3, left + x + 3, top + y + 3)

    def origin(self) -> tuple[int, int]:
        """The screen position that marks are relative to."""
        return self.work.x, self.work.y

    async def typed(self, character: str) -> None:
        """Append a character to the text, or remove the last character."""
        self.text = self.text[:-1] if ord(character) == BACKSPACE else (self.text + character)[: self.letters]
        await self.text_changed()

    async def text_changed(self) -> None:
        """Show the text; the window may still be closed."""
        await self.redraw()

    async def clicked(self, x: int, y: int) -> None:
        """Set a mark."""
        if len(self.marks) < MARKS:
            left, top = self.origin()
            self.marks.append((x - left, y - top))
            await self.redraw()

    async def told(self, message: Message) -> None:
        """Act on a message, except closing."""
        gem, handle = self.gem, self.handle
        match message.type:
            case Msg.WM_REDRAW:
                await self.redraw(message.rect)
            case Msg.WM_TOPPED:
                gem.wind_set(handle, Wf.WF_TOP)
            case Msg.WM_MOVED | Msg.WM_SIZED:
                gem.wind_set(handle, Wf.WF_CURRXYWH, message.rect)
            case Msg.WM_FULLED:
                self.full = not self.full
                place = gem.wind_get(handle, Wf.WF_FULLXYWH if self.full else Wf.WF_PREVXYWH)
                gem.wind_set(handle, Wf.WF_CURRXYWH, place)


class Sheet(Pane):
    """A window with every gadget, showing a part of a sheet from line ``top`` and column ``left``."""

    kind = Kind(0xFFF)
    letters = LETTERS

    def __init__(self, gem: Gem, ws: Workstation, look: Look) -> None:
        super().__init__(gem, ws, look)
        self.top = self.left = 0

    async def open(self) -> None:
        await super().open()
        await self._measure()

    def draw(self, work: GRect) -> None:
        ws = self.ws
        ws.vsf_interior(0)
        ws.vr_recfl(*work.corners())
        last = min(COLUMNS, self.left + (work.w + 7) // 8)
        for row in range(min((work.h + 15) // 16, LINES - self.top)):
            ws.v_gtext(work.x, work.y + 16 * row + 13, self._line(self.top + row)[self.left : last])

    def _line(self, number: int) -> str:
        seed = self.look.seed
        return f"{number:02} " + "".join(chr(33 + (number * seed + j) % 90) for j in range(3, COLUMNS))

    def origin(self) -> tuple[int, int]:
        return self.work.x - 8 * self.left, self.work.y - 16 * self.top

    async def text_changed(self) -> None:
        self._show_info()

    def _show_info(self) -> None:
        self.gem.wind_set(self.handle, Wf.WF_INFO, f" Z {self.top} S {self.left} {self.text}")

    def _limits(self) -> tuple[int, int]:
        """Return the maximum first line and column."""
        return max(0, LINES - self.work.h // 16), max(0, COLUMNS - self.work.w // 8)

    def _slide(self) -> None:
        lines, columns = self._limits()
        self.gem.wind_set(self.handle, Wf.WF_VSLIDE, self.top * 1000 // lines if lines else 0)
        self.gem.wind_set(self.handle, Wf.WF_HSLIDE, self.left * 1000 // columns if columns else 0)

    async def _measure(self) -> None:
        """Set the sliders' sizes for the work area, and stay within the sheet."""
        self.gem.wind_set(self.handle, Wf.WF_VSLSIZE, min(1000, self.work.h // 16 * 1000 // LINES))
        self.gem.wind_set(self.handle, Wf.WF_HSLSIZE, min(1000, self.work.w // 8 * 1000 // COLUMNS))
        if self._limit(self.top, self.left):
            self._show_info()
            await self.redraw()
        self._slide()

    def _limit(self, top: int, left: int) -> bool:
        """Set the first line and column within the sheet; return False if both are unchanged."""
        lines, columns = self._limits()
        before = self.top, self.left
        self.top, self.left = max(0, min(top, lines)), max(0, min(left, columns))
        return (self.top, self.left) != before

    async def _go(self, top: int, left: int) -> None:
        if self._limit(top, left):
            self._slide()
            self._show_info()
            await self.redraw()

    async def told(self, message: Message) -> None:
        await super().told(message)
        top, left = self.top, self.left
        match message.type:
            case Msg.WM_SIZED | Msg.WM_FULLED:
                await self._measure()
            case Msg.WM_ARROWED:
                rows, columns = self.work.h // 16, self.work.w // 8
                by = (-rows, rows, -1, 1, -columns, columns, -1, 1)[message.w4]
                await (self._go(top + by, left) if message.w4 < 4 else self._go(top, left + by))
            case Msg.WM_VSLID:
                await self._go((message.w4 * self._limits()[0] + 500) // 1000, left)
                self._slide()
            case Msg.WM_HSLID:
                await self._go(top, (message.w4 * self._limits()[1] + 500) // 1000)
                self._slide()


class Falling(Pane):
    """The plain window of an accessory."""

    falling = True


class Talker:
    """One of the programs. ``letter`` starts its lines in the log; ``form`` makes it call graf_mouse."""

    def __init__(self, letter: str, log: list[str], pane: type[Pane], form: bool = True) -> None:
        self.letter, self.log, self.pane = letter, log, pane
        self.form = form
        self.panes: list[Pane] = []
        self.running = True
        self.gem: Gem
        self.ws: Workstation

    def note(self, line: str) -> None:
        """Write a line to the log; repetitions of an arrow are written once."""
        line = f"{self.letter} {line}"
        if not line.startswith(f"{self.letter} msg {Msg.WM_ARROWED}:") or self.log[-1:] != [line]:
            self.log.append(line)

    async def run(self, gem: Gem) -> None:
        """Run the program."""
        self.gem, self.ws = gem, gem.v_opnvwk()
        if self.form:
            gem.graf_mouse(MouseNumber.ARROW)
        await self.begin()
        while self.running:
            event = await gem.evnt_multi(MU_KEYBD | MU_BUTTON | MU_MESAG)
            if event.message is not None:
                words = event.message[3:5] if event.message.type in SLIDES else event.message[3:]
                self.note(f"msg {event.message.type:d}: {' '.join(f'{word:d}' for word in words)}")
                await self.told(event.message)
            if MU_KEYBD in event.events:
                self.note(f"key {event.key:x}")
                await self.key(event.key)
            if MU_BUTTON in event.events:
                self.note(f"button {event.x} {event.y} {event.buttons}")
                await self._press(event)

    async def begin(self) -> None:
        """Show the initial contents."""

    async def open(self, look: Look) -> None:
        """Open a window, or top it."""
        pane = next((pane for pane in self.panes if pane.look == look), None)
        if pane is None:
            pane = self.pane(self.gem, self.ws, look)
            self.panes.append(pane)
        if pane.handle:
            self.gem.wind_set(pane.handle, Wf.WF_TOP)
        else:
            await pane.open()

    async def told(self, message: Message) -> None:
        """Act on a message."""
        pane = self._pane(message.handle)
        if pane is not None and message.type == Msg.WM_CLOSED:
            pane.close()
        elif pane is not None:
            await pane.told(message)

    def _pane(self, handle: int) -> Pane | None:
        return next((pane for pane in self.panes if pane.handle == handle), None) if handle else None

    def top_pane(self) -> Pane | None:
        """Return the program's top window."""
        return self._pane(self.gem.wind_get(0, Wf.WF_TOP)[0])

    async def key(self, key: int) -> None:
        """Type into a window."""
        pane, character = self.typed_into(), chr(key & 0xFF)
        if pane is not None and (character >= " " or ord(character) == BACKSPACE):
            await pane.typed(character)

    def typed_into(self) -> Pane | None:
        """Return the window that receives keys."""
        return self.top_pane()

    async def _press(self, event: MultiEvent) -> None:
        pane = self.top_pane()
        if pane is not None and pane.work.contains(event.x, event.y):
            await pane.clicked(event.x, event.y)
        await self.gem.evnt_button(1, 1, 0)


class Accessory(Talker):
    """ZETTEL; with ``asks`` NOTIZ, which asks a question after the key f."""

    def __init__(self, letter: str, log: list[str], pane: type[Pane], look: Look, form: bool = True) -> None:
        super().__init__(letter, log, pane, form)
        self.look = look

    async def begin(self) -> None:
        entry = self.gem.menu_register(self.gem.appl_init(), f"  {self.look.name.strip()}")
        self.note(f"start register {entry}")

    async def told(self, message: Message) -> None:
        if message.type == Msg.AC_OPEN:
            await self.open(self.look)
        elif message.type == Msg.AC_CLOSE:
            for pane in self.panes:
                pane.handle = 0
        else:
            await super().told(message)

    def typed_into(self) -> Pane | None:
        return next((pane for pane in self.panes if pane.handle), None)

    async def key(self, key: int) -> None:
        if self.look is NOTIZ and key == KEY_F:
            answer = await self.gem.form_alert(1, "[3][Notiz fragt:|Geht es weiter?][Ja|Nein]")
            self.note(f"alert {answer}")
        else:
            await super().key(key)


class Blatt(Talker):
    """The program, with a menu."""

    menu: Tree

    async def begin(self) -> None:
        # There a program's id is 0 regardless of earlier accessories.
        self.note("start 0")
        self.menu = self.gem.rsrc_load(parse_rsc_text(MENU)).tree(0)
        self.gem.menu_bar(self.menu, True)
        await self.open(LOOKS[BLATT_1])

    async def told(self, message: Message) -> None:
        if message.type == Msg.MN_SELECTED:
            await self._selected(message.w4)
            self.gem.menu_tnormal(self.menu, message.title, True)
        else:
            await super().told(message)

    async def _selected(self, entry: int) -> None:
        gem = self.gem
        match entry:
            case _ if entry in LOOKS:
                await self.open(LOOKS[entry])
            case _ if entry == ABOUT:
                await gem.form_alert(1, "[1][Blatt: eine Probe|mit zwei Fenstern][ OK ]")
            case _ if entry == FRAGE:
                self.note(f"alert {await gem.form_alert(2, '[2][Was nun?][Ja|Nein|Weiter]')}")
            case _ if entry == HALT:
                await gem.wind_update(Update.BEG_UPDATE)
                await gem.evnt_timer(HALT_MS)
                await gem.wind_update(Update.END_UPDATE)
            case _ if entry == ENDE:
                self.running = False

    async def run(self, gem: Gem) -> None:
        await super().run(gem)
        for pane in self.panes:
            if pane.handle:
                pane.close()
        gem.menu_bar(self.menu, False)
        gem.appl_exit()
        self.note("end")
