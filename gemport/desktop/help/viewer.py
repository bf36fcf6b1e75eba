"""The accessory *Help*: the manual in a window, in the Desk menu of every program.

AC_OPEN shows it: from the menu, or sent by a program (its id in word 1) that wants its own chapter to be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Template

from gemport.desktop import resource as rsc
from gemport.desktop.help.contents import CHAPTER, Entry, contents, shown_part
from gemport.desktop.help.drawing import MARGIN, CardPictures, Painter, ScreenPictures
from gemport.desktop.help.layout import LEAST_COLUMNS, Layout, Mark, lay_out
from gemport.desktop.help.pages import Section
from gemport.gem.aes import keys
from gemport.gem.aes.appl import Search
from gemport.gem.aes.constants import (
    DESKTOP,
    HCHAR,
    LEFT,
    MU_BUTTON,
    MU_KEYBD,
    MU_MESAG,
    MU_TIMER,
    WCHAR,
    Arrowed,
    Kind,
    MouseNumber,
    Msg,
    Update,
    Wc,
    Wf,
)
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.process import Message
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.rsrc import LoadedResource
from gemport.gem.formats import charset
from gemport.gem.formats.rsc import Resource

NAME = "HELP.ACC"
"""What a machine calls the accessory."""

KIND = (
    Kind.NAME
    | Kind.INFO
    | Kind.CLOSER
    | Kind.MOVER
    | Kind.FULLER
    | Kind.SIZER
    | Kind.UPARROW
    | Kind.DNARROW
    | Kind.VSLIDE
)
_FIRST_SIZE = 720, 640
"""Of the work area, in pixels, where the screen has room for that."""
_LEAST_WIDTH, _LEAST_HEIGHT = LEAST_COLUMNS * WCHAR + 2 * MARGIN, 4 * HCHAR
_CONTENTS_COLUMNS = 20
_CONTENTS_WIDTH = _CONTENTS_COLUMNS * WCHAR + 2 * MARGIN
_WITH_CONTENTS = _CONTENTS_WIDTH + 36 * WCHAR
"""A work area that is less wide shows the page alone."""
_WHOLE = 1000
"""What the AES divides a slider's track into."""

_NOTHING = GRect(0, 0, 0, 0)
_SHIFT_UP, _SHIFT_DOWN, _SHIFT_HOME = 0x4838, 0x5032, 0x4737
# The host's page keys are these keys of the keypad.
_PAGE_UP, _PAGE_DOWN = keys.keypad_word("("), keys.keypad_word(")")
_CONTROL_W = keys.control_word("w")


class Help:
    """One run of the accessory."""

    def __init__(
        self,
        gem: Gem,
        resource: Resource,
        sections: Sequence[Section],
        cards: CardPictures,
        screens: ScreenPictures,
        chapters: Mapping[str, str],
    ) -> None:
        """``chapters``: by a program's name, eight characters at most, the title of its chapter."""
        self._gem = gem
        self._trees: LoadedResource = gem.rsrc_load(resource)
        self._sections = sections
        self._chapters = chapters
        self._painter = Painter(gem.v_opnvwk(), cards, screens)
        self._window = 0
        self._waiting: list[Message] = []
        # Laid out for good when the window opens: until then no picture is read.
        self._layout: Layout = lay_out(sections, LEAST_COLUMNS, self._painter.card_lines)
        self._entries: Sequence[Entry] = ()
        self._chosen = 0
        """The section that was gone to; one near the end may not reach the upper edge."""
        self._chosen_top = 0
        self.top = 0
        """The line at the page's upper edge."""
        self.search = ""
        """What was typed to be found."""
        self._hits: list[tuple[Mark, ...]] = []
        self._hit = 0

    # ---- the loop

    async def run(self) -> None:
        """Wait in the Desk menu until the machine ends."""
        gem = self._gem
        gem.graf_mouse(MouseNumber.ARROW)
        gem.menu_register(gem.appl_init(), self._trees.string(rsc.HELP_ENTRY))
        while True:
            if self._waiting:
                message: Message | None = self._waiting.pop(0)
            else:
                wanted = MU_MESAG | MU_KEYBD | MU_BUTTON if self._window else MU_MESAG
                event = await gem.evnt_multi(wanted, mask=LEFT, state=LEFT)
                message = event.message
                await self._input(event)
            if message is not None:
                if message.type == Msg.AP_TERM:
                    return
                await self._message(message)

    async def _input(self, event: MultiEvent) -> None:
        if MU_KEYBD in event.events and self._window:
            await self._key(event.key)
        if MU_BUTTON in event.events and self._window:
            await self._press(event.x, event.y)
            await self._gem.evnt_button(1, LEFT, 0)

    async def _message(self, message: Message) -> None:
        if message.type == Msg.AC_OPEN:
            await self._open(message.sender)
        elif self._window and message.handle == self._window:
            await self._window_message(message)

    async def _window_message(self, message: Message) -> None:
        gem, window = self._gem, self._window
        match message.type:
            case Msg.WM_REDRAW:
                await self._redraw(message.rect)
            case Msg.WM_TOPPED:
                gem.wind_set(window, Wf.WF_TOP)
            case Msg.WM_MOVED:
                gem.wind_set(window, Wf.WF_CURRXYWH, message.rect)
            case Msg.WM_SIZED:
                await self._resize(message.rect)
            case Msg.WM_FULLED:
                full = self._fitting(gem.wind_get(window, Wf.WF_FULLXYWH))
                is_full = gem.wind_get(window, Wf.WF_CURRXYWH) == full
                await self._resize(gem.wind_get(window, Wf.WF_PREVXYWH) if is_full else full)
            case Msg.WM_ARROWED:
                await self._arrowed(message.w4)
            case Msg.WM_VSLID:
                await self.scroll_to(round(message.w4 * self._last_top / _WHOLE))
            case Msg.WM_CLOSED:
                self._close()

    # ---- the window

    async def _open(self, asker: int) -> None:
        """Show the window; at the chapter of the program that asks, or else of the one on top."""
        opened = not self._window
        if opened:
            asker = asker or self._top_program()
            self._open_window()
        else:
            self._gem.wind_set(self._window, Wf.WF_TOP)
        section = self._chapter_of(asker)
        if section is not None:
            await self.go(section)

    def _open_window(self) -> None:
        gem = self._gem
        desk = gem.wind_get(DESKTOP, Wf.WF_WORKXYWH)
        self._window = gem.wind_create(KIND, desk)
        if self._window < 0:
            self._window = 0
            return
        gem.wind_set(self._window, Wf.WF_NAME, self._trees.string(rsc.HELP_TITLE))
        around = gem.wind_calc(Wc.WC_BORDER, KIND, GRect(0, 0, *_FIRST_SIZE))
        width, height = min(around.w, desk.w), min(around.h, desk.h)
        place = GRect(desk.x + (desk.w - width) // 2, desk.y + (desk.h - height) // 2, width, height)
        self._show_info()
        gem.wind_open(self._window, self._fitting(place))
        self._lay()

    def _close(self) -> None:
        self._gem.wind_close(self._window)
        self._gem.wind_delete(self._window)
        self._window = 0
        self.search, self._hits = "", []

    def _fitting(self, outer: GRect) -> GRect:
        """An outer rectangle whose work area shows whole lines, and is not too small."""
        work = self._gem.wind_calc(Wc.WC_WORK, KIND, outer)
        width, height = max(work.w, _LEAST_WIDTH), max(work.h, _LEAST_HEIGHT) // HCHAR * HCHAR
        return self._gem.wind_calc(Wc.WC_BORDER, KIND, GRect(work.x, work.y, width, height))

    async def _resize(self, outer: GRect) -> None:
        """Give the window another size; what stood at the upper edge stays there as near as can be."""
        section = self._layout.section_at(self.top)
        into = self.top - self._layout.starts[section]
        self._gem.wind_set(self._window, Wf.WF_CURRXYWH, self._fitting(outer))
        self._lay()
        end = [*self._layout.starts, len(self._layout.lines)][section + 1]
        self.top = self._held(min(self._layout.starts[section] + into, end - 1))
        # What is broken at another place is found less often: the hit that was shown may be none any more.
        self._hits = self._layout.find(self.search)
        self._hit = min(self._hit, max(len(self._hits) - 1, 0))
        self._show_position()
        await self._redraw(self._work)

    def _lay(self) -> None:
        columns = (self._page_pane.w - 2 * MARGIN) // WCHAR
        self._layout = lay_out(self._sections, columns, self._painter.card_lines, self._painter.picture_size)
        self.top = self._held(self.top)
        self._show_position()

    @property
    def _work(self) -> GRect:
        return self._gem.wind_get(self._window, Wf.WF_WORKXYWH)

    @property
    def _contents_pane(self) -> GRect:
        work = self._work
        return GRect(work.x, work.y, _CONTENTS_WIDTH if work.w >= _WITH_CONTENTS else 0, work.h)

    @property
    def _page_pane(self) -> GRect:
        work, beside = self._work, self._contents_pane.w
        return GRect(work.x + beside, work.y, work.w - beside, work.h)

    def _top_program(self) -> int:
        """The id of whose window lies on top; -1 if none is open."""
        gem, owner = self._gem, -1
        handle = gem.wind_get(DESKTOP, Wf.WF_BOTTOM).x
        while handle != DESKTOP:
            words = gem.wind_get(handle, Wf.WF_OWNER)
            owner, handle = words.x, words.w
        return owner

    def _chapter_of(self, ap_id: int) -> int | None:
        """The section that belongs to a program; None if there is none."""
        title: str | None = None
        found = self._gem.appl_search(Search.APP_FIRST)
        while found is not None:
            if found.ap_id == ap_id:
                title = self._chapters.get(found.name.strip())
            found = self._gem.appl_search(Search.APP_NEXT)
        return next((number for number, section in enumerate(self._sections) if section.title == title), None)

    # ---- where one reads

    @property
    def _rows(self) -> int:
        """Whole lines in the window."""
        return self._work.h // HCHAR

    @property
    def _last_top(self) -> int:
        return max(len(self._layout.lines) - self._rows, 0)

    def _held(self, line: int) -> int:
        return min(max(line, 0), self._last_top)

    @property
    def section(self) -> int:
        """The number of the section that is read."""
        if self.top == self._chosen_top:
            return self._chosen
        # Of a section that ends with the first line nothing is read.
        return self._layout.section_at(self.top + 1)

    def _show_position(self) -> None:
        """Show in sliders and contents where one reads."""
        gem, lines = self._gem, len(self._layout.lines)
        gem.wind_set(self._window, Wf.WF_VSLSIZE, min(_WHOLE * self._rows // lines, _WHOLE))
        gem.wind_set(self._window, Wf.WF_VSLIDE, _WHOLE * self.top // max(self._last_top, 1))
        self._entries = shown_part(contents(self._sections, self.section, _CONTENTS_COLUMNS), self._rows)

    async def scroll_to(self, line: int) -> None:
        """Have a line at the upper edge; what can be seen before and after is moved, not drawn."""
        # What is still to be drawn must not be moved about.
        await self._redraw_what_is_asked()
        rows, before = self._held(line) - self.top, self._entries
        self.top += rows
        self._show_position()
        await self._paint(self._page_pane, lambda part: self._shift(part, rows * HCHAR))
        if self._entries != before:
            await self._redraw(self._contents_pane)

    async def go(self, section: int) -> None:
        """Go to a section."""
        self._chosen, self._chosen_top = section, self._held(self._layout.starts[section])
        await self.scroll_to(self._chosen_top)

    async def _arrowed(self, action: int) -> None:
        page = max(self._rows - 1, 1)
        steps = {Arrowed.WA_UPPAGE: -page, Arrowed.WA_DNPAGE: page, Arrowed.WA_UPLINE: -1, Arrowed.WA_DNLINE: 1}
        await self.scroll_to(self.top + steps.get(Arrowed(action), 0))

    # ---- the user

    async def _press(self, x: int, y: int) -> None:
        """A press on the contents goes to that section."""
        pane = self._contents_pane
        row = (y - pane.y) // HCHAR
        if self._gem.wind_find(x, y) == self._window and pane.contains(x, y) and row < len(self._entries):
            await self.go(self._entries[row].section)

    async def _key(self, word: int) -> None:
        page = max(self._rows - 1, 1)
        lines = {
            keys.ARROW_UP: self.top - 1,
            keys.ARROW_DOWN: self.top + 1,
            _SHIFT_UP: self.top - page,
            _PAGE_UP: self.top - page,
            _SHIFT_DOWN: self.top + page,
            _PAGE_DOWN: self.top + page,
            keys.CLR_HOME: 0,
            _SHIFT_HOME: self._last_top,
            keys.UNDO: self._last_top,
        }
        if word == keys.SPACE and not self.search:
            word = _PAGE_DOWN
        if word in lines:
            await self.scroll_to(lines[word])
        elif word in (keys.ARROW_LEFT, keys.ARROW_RIGHT):
            await self._next_chapter(1 if word == keys.ARROW_RIGHT else -1)
        elif word == _CONTROL_W:
            self._close()
        else:
            await self._search_key(word)

    async def _next_chapter(self, way: int) -> None:
        here = self.section
        ahead = [
            number
            for number, section in enumerate(self._sections)
            if section.level <= CHAPTER and (number - here) * way > 0
        ]
        if ahead:
            await self.go(min(ahead, key=lambda number: abs(number - here)))

    # ---- finding

    async def _search_key(self, word: int) -> None:
        character = word & 0xFF
        if word in (keys.RETURN, keys.ENTER):
            await self._next_hit()
        elif word == keys.ESCAPE:
            await self.find("")
        elif word == keys.BACKSPACE:
            await self.find(self.search[:-1])
        elif character >= ord(" ") and word != keys.DELETE:
            await self.find(self.search + charset.decode(bytes([character])))

    async def find(self, text: str) -> None:
        """Go to where a text stands next from here; one that stands nowhere rings the bell, and is not taken."""
        hits = self._layout.find(text)
        if text.strip() and not hits:
            self._gem.bell()
            return
        here = self._hits[self._hit][0] if self._hits else Mark(self.top, 0, 0)
        self.search, self._hits = text, hits
        self._hit = next((number for number, hit in enumerate(hits) if hit[0][:2] >= here[:2]), 0)
        await self._show_hit()

    async def _next_hit(self) -> None:
        if self._hits:
            self._hit = (self._hit + 1) % len(self._hits)
            await self._show_hit()

    async def _show_hit(self) -> None:
        self._show_info()
        if self._hits:
            line = self._hits[self._hit][0].line
            if not self.top <= line < self.top + self._rows - 1:
                self.top = self._held(line - self._rows // 3)
        self._show_position()
        await self._redraw(self._work)

    def _show_info(self) -> None:
        if self._hits:
            words = {"text": self.search, "number": self._hit + 1, "count": len(self._hits)}
            text = Template(self._trees.string(rsc.HELP_FOUND)).substitute(words)
        else:
            text = self._trees.string(rsc.HELP_HINT)
        self._gem.wind_set(self._window, Wf.WF_INFO, text)

    # ---- drawing

    async def _redraw(self, area: GRect) -> None:
        await self._paint(area, self._draw)

    async def _redraw_what_is_asked(self) -> None:
        """Answer the redraws that wait; other messages go on waiting, in their order."""
        while True:
            message = (await self._gem.evnt_multi(MU_MESAG | MU_TIMER, ms=0)).message
            if message is None:
                return
            if message.type == Msg.WM_REDRAW and message.handle == self._window:
                await self._redraw(message.rect)
            else:
                self._waiting.append(message)

    async def _paint(self, area: GRect, paint: Callable[[GRect], None]) -> None:
        """Have what can be seen of an area painted, rectangle by rectangle."""
        gem = self._gem
        area = area.intersection(gem.wind_get(DESKTOP, Wf.WF_WORKXYWH))
        await gem.wind_update(Update.BEG_UPDATE)
        rect = gem.wind_get(self._window, Wf.WF_FIRSTXYWH)
        while not rect.empty:
            part = rect.intersection(area)
            if not part.empty:
                paint(part)
            rect = gem.wind_get(self._window, Wf.WF_NEXTXYWH)
        await gem.wind_update(Update.END_UPDATE)

    def _draw(self, part: GRect) -> None:
        beside, page = self._contents_pane, self._page_pane
        if not (seen := part.intersection(beside)).empty:
            self._painter.contents(seen, beside, self._entries)
        if not (seen := part.intersection(page)).empty:
            marks = self._hits[self._hit] if self._hits else ()
            self._painter.page(seen, page, self._layout, self.top, marks)

    def _shift(self, part: GRect, dy: int) -> None:
        if dy:
            self._draw(self._painter.shift(part, dy))
