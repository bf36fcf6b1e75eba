"""The table of a card game: its window, its cards, and how they move (docs/vierfrei.md 5, 7)."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from gemport.cards.board import Board
from gemport.cards.card import Card
from gemport.gem import (
    HBOX,
    HCHAR,
    WCHAR,
    BoxSpec,
    FillInterior,
    Gem,
    GRect,
    LoadedResource,
    Message,
    Msg,
    Object,
    ObType,
    Tree,
    Update,
    WritingMode,
    objc_add,
    object_rect,
)
from gemport.play.cardwindow import GameWindow
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH, CardArt
from gemport.play.layout import Layout, Picture, Slots, Spot
from gemport.settings import Dragging, Looks
from gemport.store.session import Session

_FELT_PATTERN = 4
_FINGER_STEP = 32  # distance of cards in pixels for fingers, if a column has space
_MIN_CARDS_HEIGHT = 228  # minimum height in pixels of the part of the work area with the cards
HINT_EDGE = 5  # width in pixels of the frame of a hint's target
BESIDE = 2  # number of columns on each side of a card's picture outside the card
B = TypeVar("B", bound=Board)


class CardTable(GameWindow, Generic[B]):
    """A window with the cards of a session's board. Positions are pixels relative to its work area.

    Attributes:
        selected: the lowest of the selected cards, which are inverted
        revealed: a covered card that is fully shown
        marks: the temporary marks on the table
        past: a board shown instead of the session's board
        has_line: whether the table shows a line of text, in its foot or in the window's frame
        strip: height in pixels of the part at the lower edge that the cards leave free for a box
    """

    slots: Callable[[int, int], Slots]  # lays out the places for a work area of a width and a height
    upright = False  # true if the game has a layout for portrait screens
    max_finger_height = 10_000  # maximum height in pixels of the cards' part of an upright touch screen

    def __init__(
        self,
        gem: Gem,
        art: CardArt,
        icon: Tree,
        session: Session[B],
        trees: LoadedResource,
        looks: Looks | None,
    ) -> None:
        """``trees`` is the game's resource; ``looks`` are the player's settings, None with the original's resource."""
        super().__init__(gem, icon, self.upright and looks is not None)
        self.art = art
        self.session = session
        self.selected: Spot | None = None
        self.revealed: Spot | None = None
        self.marks = Marks(self)
        self.past: B | None = None
        self.has_line = False
        self.strip = 0
        self.trees = trees
        self.looks = looks or Looks()
        self.resized()

    @property
    def board(self) -> B:
        return self.session.board if self.past is None else self.past

    @property
    def drags_cards(self) -> bool:
        return self.looks.dragging is Dragging.CARD

    def resized(self) -> None:
        (width, height), foot = self.size, HBOX if self.has_line and self.has_foot else 0
        height = max(height - max(self.strip, foot), _MIN_CARDS_HEIGHT)
        slots = self.slots(width, min(height, self.max_finger_height) if self.looks.touch else height)
        if self.looks.touch:
            slots = {place: slot._replace(fan=slot.fan.raised(_FINGER_STEP)) for place, slot in slots.items()}
        self.layout = Layout(slots)

    @property
    def has_foot(self) -> bool:
        """True if the line of text is below the cards: an upright touch screen has space there."""
        return self.looks.touch and self.is_upright

    @property
    def _foot(self) -> GRect:
        work = self.work
        return GRect(work.x, work.bottom - HBOX, work.w, HBOX)

    def add_info(self, wanted: bool) -> None:
        self.has_line = wanted
        super().add_info(wanted and not self.has_foot)

    def inform(self, text: str) -> None:
        if not self.has_foot:
            super().inform(text)
        elif text != self._info:
            self._info = text
            own = self.gem.appl_init()
            self.gem.appl_write(own, Message(Msg.WM_REDRAW, own, 0, self.handle, *self._foot))

    async def fit_screen(self) -> None:
        if not self.small:
            self.add_info(self.has_line)
        await super().fit_screen()
        self.resized()
        self.marks.notice = None

    # ---- painting

    def paint(self, part: GRect) -> None:
        pictures = self.layout.pictures(self.board, selected=self.selected)
        if self.revealed is not None:
            card = self.board.piles[self.revealed.place][self.revealed.index]
            pictures.append(Picture(card, *self.layout.position(self.board, self.revealed)))
        self.paint_felt(part.corners())
        self.draw(part, pictures)
        self.marks.paint_hint(part)
        self.marks.paint_notice(part)
        self.ws.vs_clip(True, *part.corners())

    def paint_foot(self, part: GRect) -> None:
        """Paint the line of text below the cards, if it is shown."""
        if self.has_line and self.has_foot and self._foot.intersects(part):
            x, y, w, h = self._foot
            box = Object(ob_type=ObType.G_BOX, ob_spec=BoxSpec(0, 0), ob_x=x, ob_y=y, ob_width=w, ob_height=h)
            text = Object(ob_type=ObType.G_STRING, ob_spec=self._info, ob_y=1, ob_width=w, ob_height=HCHAR)
            tree = [box, text]
            objc_add(tree, 0, 1)
            self.gem.objc_draw(tree, 0, 1, part)

    def paint_felt(self, corners: tuple[int, int, int, int]) -> None:
        """Fill a rectangle with the games' background: pattern 4, every second pixel (docs/vierfrei.md 3)."""
        self.ws.vswr_mode(WritingMode.MD_REPLACE)
        self.ws.vsf_interior(FillInterior.FIS_PATTERN)
        self.ws.vsf_style(_FELT_PATTERN)
        self.ws.vsf_color(1)
        self.ws.vr_recfl(*corners)

    def draw(self, area: GRect, pictures: Sequence[Picture], work: GRect | None = None) -> None:
        """Draw the visible parts of pictures in a rectangle of the screen.

        ``work`` is the work area, if the caller already has it.
        """
        work = work or self.work
        left, top = area.x - work.x - CARD_WIDTH, area.y - work.y
        right, bottom = left + CARD_WIDTH + area.w, top + area.h
        for number, (picture, x, y, inverted, height) in enumerate(pictures, 1):
            if left < x < right and top - height < y < bottom:
                rows = CARD_HEIGHT
                if number < len(pictures) and pictures[number].x == x:
                    rows = self.art.rows_seen(pictures[number].y - y)
                if rows >= height < CARD_HEIGHT:
                    self.art.draw_low(self.ws, picture, work.x + x, work.y + y, height, inverted)
                else:
                    self.art.draw(self.ws, picture, work.x + x, work.y + y, inverted, rows=rows)

    async def repaint(self, *places: int) -> None:
        work = self.work
        for place in places:
            await self.redraw(self.layout.slots[place].area.moved(work.x, work.y))

    async def uncover(self, place: int) -> None:
        await self.repaint(place)

    async def cover(self, place: int) -> None:
        await self.repaint(place)

    async def select(self, spot: Spot | None) -> None:
        """Select a card and the cards on it, or nothing with None; hide a revealed card."""
        places = {old.place for old in (self.selected, self.revealed, spot) if old is not None}
        self.selected, self.revealed = spot, None
        await self.repaint(*sorted(places))

    async def reveal(self, spot: Spot | None) -> None:
        """Show a covered card fully; None hides it again."""
        places = {old.place for old in (self.revealed, spot) if old is not None}
        self.revealed = spot
        await self.repaint(*sorted(places))

    # ---- moving cards

    async def change(self, source: int, target: int, change: Callable[[], object]) -> None:
        change()
        await self.uncover(source)
        await self.cover(target)

    def corner(self, place: int) -> tuple[int, int]:
        """Return the screen position of a place's open card, or of the empty place."""
        (x, y), work = self.layout.end(self.board, place), self.work
        return work.x + x, work.y + y

    async def animate(self, source: int, target: int, change: Callable[[], object]) -> None:
        """Lift the card, move a box to the other place, and put the card down there."""
        here, there = self.corner(source), self.corner(target)
        await self.gem.wind_update(Update.BEG_UPDATE)
        change()
        await self.uncover(source)
        await self.gem.graf_movebox(CARD_WIDTH, CARD_HEIGHT, *here, *there)
        await self.cover(target)
        await self.gem.wind_update(Update.END_UPDATE)


class Marks:
    """Temporary marks on a table: a hint and a notice.

    Attributes:
        hint: the source and the target of a hint; the source's open card is inverted, the target framed
        notice: a box at the lower edge with the result of an action
        cards: cards whose visible parts are inverted
    """

    def __init__(self, table: CardTable[Any]) -> None:
        self._table = table
        self.hint: tuple[int, int] | None = None
        self.notice: Tree | None = None
        self.cards: Sequence[Card] = ()

    async def mark(self, cards: Sequence[Card]) -> None:
        """Invert the visible parts of cards until the hint ends."""
        self.cards = cards
        await self._table.repaint(*self._places())

    def _places(self) -> list[int]:
        return sorted({self._table.board.find(card)[0] for card in self.cards})

    async def point_out(self, source: int, target: int) -> None:
        """Show a move without making it: mark both places until the hint ends, and move a box."""
        table = self._table
        here, there = table.corner(source), table.corner(target)
        await table.gem.wind_update(Update.BEG_UPDATE)
        self.hint = source, target
        await table.repaint(source, target)
        await table.gem.graf_movebox(CARD_WIDTH, CARD_HEIGHT, *here, *there)
        await table.gem.wind_update(Update.END_UPDATE)

    async def note(self, text: str) -> None:
        """Show a text, possibly long, at the lower edge of the table until the hint ends."""
        table = self._table
        seen = table.work.intersection(GRect(0, 0, table.gem.width, table.gem.height))
        lines = textwrap.wrap(text, max(seen.w // WCHAR - 6, 20), break_on_hyphens=False)
        w, h = WCHAR * (max(map(len, lines)) + 2), HCHAR * (len(lines) + 1)
        box = Object(ob_type=ObType.G_BOX, ob_spec=BoxSpec(0, 1), ob_width=w, ob_height=h)
        box.ob_x, box.ob_y = seen.x + (seen.w - w) // 2, seen.bottom - h - HCHAR // 2
        self.notice = [box]
        for row, line in enumerate(lines):
            string = Object(ob_type=ObType.G_STRING, ob_spec=line, ob_x=WCHAR, ob_y=HCHAR // 2 + HCHAR * row)
            string.ob_width, string.ob_height = WCHAR * len(line), HCHAR
            self.notice.append(string)
            objc_add(self.notice, 0, row + 1)
        await table.redraw(object_rect(self.notice, 0))

    async def end(self) -> None:
        if self.notice is not None:
            notice, self.notice = self.notice, None
            await self._table.redraw(object_rect(notice, 0))
        places, self.hint, self.cards = (*(self.hint or ()), *self._places()), None, ()
        await self._table.repaint(*places)

    def paint_notice(self, part: GRect) -> None:
        self._table.paint_foot(part)
        if self.notice is not None:
            self._table.gem.objc_draw(self.notice, 0, 1, part)
            self._table.ws.vs_clip(True, *part.corners())
            for line in range(1, len(self.notice)):
                place = object_rect(self.notice, line)
                self._table.art.draw_signs(self._table.ws, str(self.notice[line].ob_spec), place.x, place.y)

    def paint_hint(self, part: GRect) -> None:
        """Invert the open card of a hint and the frame of its target inside a painted part."""
        table, work = self._table, self._table.work
        for end, place in enumerate(self.hint or ()):
            card = table.layout.card(table.board, place).moved(work.x, work.y)
            seen = card.intersection(table.layout.slots[place].area.moved(work.x, work.y)).intersection(part)
            if seen.empty:
                continue
            table.ws.vs_clip(True, *seen.corners())
            table.art.invert(table.ws, card.x, card.y, card.h)
            if end == 1:
                x, y, w, h = card.inset(HINT_EDGE)
                self._invert(GRect(x + BESIDE, y, w - 2 * BESIDE, h))
        for marked in self.cards:
            self._invert_visible(marked, part)

    def _invert_visible(self, card: Card, part: GRect) -> None:
        table, work = self._table, self._table.work
        place, index = table.board.find(card)
        count, slot = len(table.board.piles[place]), table.layout.slots[place]
        x, y = table.layout.position(table.board, Spot(place, index))
        height = slot.height if index == count - 1 else slot.fan.step(count)
        seen = GRect(work.x + x, work.y + y, CARD_WIDTH, height).intersection(part)
        if not seen.empty:
            table.ws.vs_clip(True, *seen.corners())
            self._invert(seen)

    def _invert(self, rect: GRect) -> None:
        ws = self._table.ws
        ws.vswr_mode(WritingMode.MD_XOR)
        ws.vsf_interior(FillInterior.FIS_SOLID)
        ws.vsf_color(1)
        ws.vr_recfl(*rect.corners())
        ws.vswr_mode(WritingMode.MD_REPLACE)
