"""The *Help* accessory in every Desk menu: shows the manual in a window.

AC_OPEN opens the window. It comes from the menu, or from a program (its id in word 1) that shows its chapter.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import PurePosixPath
from string import Template

from gemport import gem as api
from gemport.desktop import desktop_rsc as rsc
from gemport.desktop import pages
from gemport.gem import charset, keys
from gemport.gem.aes.objects import HOLLOW
from gemport.gem.aes.screen import Pen
from gemport.play.deck import CARD_WIDTH, EMPTY_FREE, CardArt
from gemport.toolkit.app import App
from gemport.toolkit.window import Window, applications, open_windows

NAME = "HELP.ACC"  # file name of the accessory

_WINDOW_KIND = (
    api.Kind.NAME
    | api.Kind.INFO
    | api.Kind.CLOSER
    | api.Kind.MOVER
    | api.Kind.FULLER
    | api.Kind.SIZER
    | api.Kind.UPARROW
    | api.Kind.DNARROW
    | api.Kind.VSLIDE
)
_INITIAL_SIZE = 720, 640  # initial size of the work area in pixels, limited by the desktop
_MARGIN = api.WCHAR  # margin left and right of the page and of the contents, in pixels
_CONTENTS_COLUMNS = 20
_CONTENTS_WIDTH = _CONTENTS_COLUMNS * api.WCHAR + 2 * _MARGIN
_MIN_WIDTH_WITH_CONTENTS = _CONTENTS_WIDTH + 36 * api.WCHAR
"""Minimum width of a work area that shows the contents next to the page."""
_CARD_GAP = 8
_EFFECTS = {
    pages.Style.PLAIN: api.TextEffect.TXT_NORMAL,
    pages.Style.BOLD: api.TextEffect.TXT_THICKENED,
    pages.Style.EMPHASIS: api.TextEffect.TXT_UNDERLINED,
    # In bold, lower-case letters would touch each other.
    pages.Style.CODE: api.TextEffect.TXT_NORMAL,
}


# The host's page keys arrive as these keys of the keypad.
_PAGE_UP, _PAGE_DOWN = keys.keypad_word("("), keys.keypad_word(")")


class Screens:
    """The manual's screenshots by their paths in the manual; each is unpacked when it is first displayed."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        self._read = read
        self._picture = cache(self._read_picture)

    def cells(self, source: str) -> tuple[int, int]:
        """Return the number of columns and lines that a picture occupies."""
        name = picture_file(source)
        width, height = api.read_img_size(self._read(name), name)
        return -(-width // api.WCHAR), -(-height // api.HCHAR)

    def draw(self, workstation: api.Workstation, source: str, x: int, y: int) -> None:
        """Draw a picture with its top left corner at (x, y), in pixels."""
        picture = self._picture(source)
        rect = api.GRect(0, 0, picture.width, picture.height)
        corners = (*rect.corners(), *rect.moved(x, y).corners())
        workstation.vro_cpyfm(api.RasterOp.S_ONLY, corners, picture, None)

    def _read_picture(self, source: str) -> api.Raster:
        name = picture_file(source)
        image = api.read_img(self._read(name), name)
        raster = api.Raster(image.width, image.height)
        # The rows of a raster are multiples of 16 bits, with the picture on the left.
        raster.rows = [row << (raster.stride - image.width) for row in image.rows]
        return raster


def picture_file(source: str) -> str:
    """Return the path below the data folder of the built-in file for a picture in the manual."""
    return str(PurePosixPath("desktop", source).with_suffix(".img"))


def contents_pane(work: api.GRect) -> api.GRect:
    """Return the part of the work area for the contents; empty if the window is too narrow."""
    return api.GRect(work.x, work.y, _CONTENTS_WIDTH if work.w >= _MIN_WIDTH_WITH_CONTENTS else 0, work.h)


def _columns(work: api.GRect) -> int:
    return (work.w - contents_pane(work).w - 2 * _MARGIN) // api.WCHAR


class Painter:
    """Paints parts of the page and of the contents."""

    def __init__(self, ws: api.Workstation, cards: CardArt, screens: Screens) -> None:
        self._ws, self._pen, self._cards, self._screens = ws, Pen(ws), cards, screens

    def page(
        self, layout: pages.PageLayout, top: int, marks: Iterable[pages.Mark], part: api.GRect, pane: api.GRect
    ) -> None:
        """Paint a part of the page; line ``top`` is at the upper edge of its pane."""
        self._clear(part)
        first = top + max(part.y - pane.y, 0) // api.HCHAR
        last = top + (part.bottom - 1 - pane.y) // api.HCHAR
        for number in range(first, min(last + 1, len(layout.lines))):
            self._line(layout.lines[number], part, pane, pane.y + (number - top) * api.HCHAR)
        for mark in marks:
            x, y = pane.x + _MARGIN + mark.first * api.WCHAR, pane.y + (mark.line - top) * api.HCHAR
            self._pen.invert(api.GRect(x, y, (mark.end - mark.first) * api.WCHAR, api.HCHAR))

    def contents(self, entries: Iterable[pages.ContentsEntry], part: api.GRect, pane: api.GRect) -> None:
        self._clear(part)
        for row, entry in enumerate(entries):
            y = pane.y + row * api.HCHAR
            self._pen.text(pane.x + _MARGIN, y, entry.text)
            if entry.current:
                self._pen.invert(api.GRect(pane.x, y, pane.w - 1, api.HCHAR))
        self._pen.fill(api.GRect(pane.right - 1, pane.y, 1, pane.h))

    def _clear(self, part: api.GRect) -> None:
        self._pen.see_all()
        self._pen.clip(part)
        self._pen.fill(part, HOLLOW)

    def _line(self, line: pages.PageLine, part: api.GRect, pane: api.GRect, y: int) -> None:
        left = pane.x + _MARGIN
        for run in line.runs:
            self._ws.vst_effects(_EFFECTS[run.style])
            self._pen.text(left + run.column * api.WCHAR, y, run.text)
        self._ws.vst_effects(api.TextEffect.TXT_NORMAL)
        if line.rule == pages.LineRule.BELOW:
            self._pen.fill(api.GRect(left, y + api.HCHAR - 1, pane.w - 2 * _MARGIN, 1))
        elif line.rule == pages.LineRule.LEFT:
            self._pen.fill(api.GRect(left + api.WCHAR // 2, y, 2, api.HCHAR))
        if line.strip is not None:
            strip = api.GRect(pane.x, y, pane.w, api.HCHAR).intersection(part)
            if not strip.empty:
                self._pen.clip(strip)
                block, above = line.strip
                if isinstance(block, pages.Screenshot):
                    self._screens.draw(self._ws, block.source, left, y - above * api.HCHAR)
                else:
                    self._columns(block, left, y - above * api.HCHAR, pane.w - 2 * _MARGIN)
                self._pen.clip(part)

    def _columns(self, block: pages.Cards, left: int, y: int, width: int) -> None:
        """Draw columns of cards side by side; they overlap if the page is too narrow."""
        step, others = CARD_WIDTH + _CARD_GAP, len(block.columns) - 1
        if others:
            step = min(step, (width - CARD_WIDTH) // others)
        for number, column in enumerate(block.columns):
            for row, card in enumerate(column or (EMPTY_FREE,)):
                self._cards.draw(self._ws, card, left + number * step, y + row * api.HCHAR)


class Manual(Window):
    """The window of the manual: the page, next to it the contents if they fit, and a text search."""

    min_size = pages.MIN_COLUMNS * api.WCHAR + 2 * _MARGIN, 4 * api.HCHAR

    def __init__(
        self,
        gem: api.Gem,
        resource: api.Resource,
        sections: Sequence[pages.Section],
        cards: CardArt,
        screens: Screens,
    ) -> None:
        self.trees = gem.rsrc_load(resource)
        super().__init__(gem, self.trees.string(rsc.HELP_TITLE).strip(), _WINDOW_KIND)
        self.sections = sections
        self._screens = screens
        self._painter = Painter(self.ws, cards, screens)
        # Lay out the manual only when the window opens: its width is unknown before, and the pictures need not be read.
        self._layout = pages.PageLayout(0, screens.cells)
        self._entries: Sequence[pages.ContentsEntry] = ()
        self._chosen = 0  # the section last jumped to; a section near the end may not reach the upper edge
        self._chosen_top = 0
        self.search = ""  # the search text typed so far
        self._hits: list[tuple[pages.Mark, ...]] = []
        self._hit = 0

    # ---- window

    async def show(self, section: int | None) -> bool:
        """Open or raise the window at a section; return False if the AES has no free window."""
        if self.is_open:
            self.raise_()
            if section is not None:
                await self.go(section)
            return True
        self._show_info()
        # Set this before opening, so that the window is drawn only once.
        self.lines = len(self._layout.lines)
        if section is not None:
            self.top = self._layout.starts[section]
        opened = self.open(self._first_place())
        # A slow host may show the frame first.
        await self.gem.pause(0)
        if opened:
            self._lay()
            if section is not None:
                self._choose(section)
            self.top = self.held(self.top)
            self.show_position()
        return opened

    def _first_place(self) -> api.GRect:
        desk = self.gem.wind_get(api.DESKTOP, api.Wf.WF_WORKXYWH)
        around = self.border(api.GRect(*desk[:2], *_INITIAL_SIZE))
        width, height = min(around.w, desk.w), min(around.h, desk.h)
        return self.fit(api.GRect(desk.x + (desk.w - width) // 2, desk.y + (desk.h - height) // 2, width, height))

    async def fit_screen(self) -> None:
        await self.resize(self._first_place())

    def close(self) -> None:
        super().close()
        self.search, self._hits = "", []

    async def resize(self, outer: api.GRect) -> None:
        """Resize the window, leaving the text at the upper edge in place as far as possible."""
        section = self._layout.section_at(self.top)
        into = self.top - self._layout.starts[section]
        self.gem.wind_set(self.handle, api.Wf.WF_CURRXYWH, self.fit(outer))
        self._lay()
        end = [*self._layout.starts, len(self._layout.lines)][section + 1]
        self.top = self.held(min(self._layout.starts[section] + into, end - 1))
        # A line break inside a long word hides a match, so the current match may be gone.
        self._hits = self._layout.find(self.search)
        if self._hits:
            self._hit = min(self._hit, len(self._hits) - 1)
        self.show_position()
        await self.redraw()

    async def prepare(self) -> None:
        """Lay out the manual for the window about to open, in slices, since this takes noticeably long."""
        columns = _columns(self.gem.wind_calc(api.Wc.WC_WORK, self.kind, self._first_place()))
        if self._layout.columns != columns:
            layout = pages.PageLayout(columns, self._screens.cells)
            await self.gem.work(layout.fill(self.sections))
            self._layout = layout

    def _lay(self) -> None:
        columns = _columns(self.work)
        if self._layout.columns != columns:
            self._layout = pages.PageLayout(columns, self._screens.cells)
            for _ in self._layout.fill(self.sections):
                pass
        self.lines = len(self._layout.lines)

    @property
    def scroll_area(self) -> api.GRect:
        work, beside = self.work, contents_pane(self.work).w
        return api.GRect(work.x + beside, work.y, work.w - beside, work.h)

    # ---- painting

    def paint(self, part: api.GRect) -> None:
        beside, page = contents_pane(self.work), self.scroll_area
        if not (seen := part.intersection(beside)).empty:
            self._painter.contents(self._entries, seen, beside)
        if not (seen := part.intersection(page)).empty:
            self._painter.page(self._layout, self.top, self._hits[self._hit] if self._hits else (), seen, page)

    # ---- position in the text

    @property
    def section(self) -> int:
        if self.top == self._chosen_top:
            return self._chosen
        # A section that ends on the first line is not being read.
        return self._layout.section_at(self.top + 1)

    def show_position(self) -> None:
        super().show_position()
        self._entries = pages.shown_part(pages.contents(self.sections, self.section, _CONTENTS_COLUMNS), self.rows)

    async def scroll_to(self, line: int) -> None:
        before, top = self._entries, self.top
        await super().scroll_to(line)
        self.say_lines(before=range(top, top + self.rows))
        if self._entries != before:
            await self.redraw(contents_pane(self.work))

    async def go(self, section: int) -> None:
        self._choose(section)
        await self.scroll_to(self._chosen_top)

    def _choose(self, section: int) -> None:
        self._chosen, self._chosen_top = section, self.held(self._layout.starts[section])

    def say_lines(self, before: Collection[int] = ()) -> None:
        """Speak the visible lines, except those in ``before``."""
        if self.gem.speech.heard:
            seen = (line for line in range(self.top, min(self.top + self.rows, self.lines)) if line not in before)
            self.gem.speech.say(" ".join(run.text for line in seen for run in self._layout.lines[line].runs))

    # ---- input

    async def press(self, event: api.MultiEvent) -> None:
        pane = contents_pane(self.work)
        row = (event.y - pane.y) // api.HCHAR
        if pane.contains(event.x, event.y) and row < len(self._entries):
            await self.go(self._entries[row].section)

    async def key(self, word: int, shift: int) -> None:
        page = self.rows - 1
        lines = {
            **{keys.ARROW_UP: self.top - 1, keys.ARROW_DOWN: self.top + 1},
            **dict.fromkeys((keys.SHIFT_UP, _PAGE_UP), self.top - page),
            **dict.fromkeys((keys.SHIFT_DOWN, _PAGE_DOWN), self.top + page),
            **{keys.CLR_HOME: 0, keys.SHIFT_HOME: self.last_top, keys.UNDO: self.last_top},
        }
        if word == keys.SPACE and not self.search:
            word = _PAGE_DOWN
        character = word & 0xFF
        if word in lines:
            await self.scroll_to(lines[word])
        elif word in (keys.ARROW_LEFT, keys.ARROW_RIGHT):
            chapters = [n for n, section in enumerate(self.sections) if section.level <= pages.CHAPTER_LEVEL]
            before, after = [n for n in chapters if n < self.section], [n for n in chapters if n > self.section]
            ahead = after[:1] if word == keys.ARROW_RIGHT else before[-1:]
            if ahead:
                await self.go(*ahead)
        elif word == keys.control_word("w"):
            self.close()
        elif word in (keys.RETURN, keys.ENTER):
            if self._hits:
                await self.find(self.search, onwards=True)
        elif word == keys.ESCAPE:
            await self.find("")
        elif word == keys.BACKSPACE:
            await self.find(self.search[:-1])
        elif character >= ord(" ") and word != keys.DELETE:
            await self.find(self.search + charset.decode(bytes([character])))

    # ---- search

    async def find(self, text: str, onwards: bool = False) -> None:
        """Jump to the next match, with ``onwards`` to one after the current match; ring the bell without a match."""
        hits = self._layout.find(text)
        if text.strip() and not hits:
            self.gem.bell()
            return
        here = self._hits[self._hit][0][:2] if self._hits else (self.top, 0)
        self.search, self._hits = text, hits
        if onwards:
            self._hit = (self._hit + 1) % len(hits)
        else:
            self._hit = next((number for number, hit in enumerate(hits) if hit[0][:2] >= here), 0)
        self._show_info()
        if hits:
            line = hits[self._hit][0].line
            if not self.top <= line < self.top + self.rows - 1:
                self.top = self.held(line - self.rows // 3)
            if self.gem.speech.heard:
                self.gem.speech.say(" ".join(run.text for run in self._layout.lines[line].runs))
        self.show_position()
        await self.redraw()

    def _show_info(self) -> None:
        if self._hits:
            words = {"text": self.search, "number": self._hit + 1, "count": len(self._hits)}
            self.info = Template(self.trees.string(rsc.HELP_FOUND)).substitute(words)
        else:
            self.info = self.trees.string(rsc.HELP_HINT)


class HelpAccessory(App):
    """A running instance of the accessory."""

    def __init__(self, gem: api.Gem, manual: Manual, chapters: Mapping[str, str]) -> None:
        """``chapters`` maps program names of at most eight characters to the titles of their chapters."""
        super().__init__(gem, entry=manual.trees.string(rsc.HELP_ENTRY))
        self._chapters = chapters
        self.manual = manual
        self.windows = [manual]

    async def open(self, sender: int) -> None:
        """Show the window at the chapter of the requesting program; from the menu, of the topmost program."""
        program = sender
        if not (sender or self.manual.is_open):
            # Use the owner of the topmost window.
            program = next((owner for _, owner in reversed(open_windows(self.gem))), api.NIL)
        section = self._chapter_of(program)
        if not self.manual.is_open:
            await self.manual.prepare()
            await self.gem.pause(0)
        if await self.manual.show(section):
            self.gem.speech.hush()
            self.manual.say_lines()

    def _chapter_of(self, ap_id: int) -> int | None:
        """Return the section about a program, or None."""
        name = next((application.name for application in applications(self.gem) if application.ap_id == ap_id), "")
        title = self._chapters.get(name.strip())
        return next((number for number, section in enumerate(self.manual.sections) if section.title == title), None)
