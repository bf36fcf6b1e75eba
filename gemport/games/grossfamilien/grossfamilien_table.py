"""The table of Großfamilien: cards, counters next to them, and the families' labels."""

from gemport.cards.grossfamilien import PILES, STOCK, TURNED, WASTE, FamilyBoard, awaited_value, is_rising
from gemport.cards.moves import FOUNDATIONS
from gemport.games.grossfamilien import grossfamilien_rsc as rsc
from gemport.gem import FillInterior, GRect, WritingMode
from gemport.play.cardwindow import MIN_WIDTH
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH, EMPTY_FINAL, EMPTY_FREE
from gemport.play.layout import Fan, Layout, Picture, Slot, Slots
from gemport.play.table import CardTable

PILE_ROWS = 4
PILE_COLUMNS = 4
MARGIN = 3  # space between cards and window edge at minimum width, and between rows at minimum height
RANK_WIDTH = 11
"""Visible width of a covered card in a horizontal fan: the rank suffices, since a pile has only one suit."""
RANK_HEIGHT = 15
"""Visible height of a covered card in a vertical fan with enough space: rank, suit, and part of the picture."""
MIN_RANK_HEIGHT = 10  # minimum visible height of a covered card: rank and suit
COUNTER_WIDTH = 18  # width of a two-digit counter next to a card
LABEL_WIDTH = 26  # width of a label next to a family
MIN_COVERED = 2  # number of covered cards of a pile that are visible even at minimum width
INDEX_WIDTH = 22  # visible width of a card in the view of a heap: rank and suit
HEAP_EDGE = 8  # space between the cards and the frame of the view
COMFORTABLE_COVERED = 6
"""Number of covered cards at full distance in each pile at maximum height; half as many more are closer together."""
MAX_WIDTH = 758
MAX_HEIGHT = 2 * MARGIN + PILE_ROWS * (CARD_HEIGHT + COMFORTABLE_COVERED * RANK_HEIGHT) + (PILE_ROWS - 1) * MARGIN
"""Maximum work area: a larger one would leave wide gaps between the piles."""
_NARROW_WIDTH = 638  # width above which the outer margins grow as well


def family_slots(width: int, height: int) -> Slots:
    """Return the layout for a work area of ``width`` x ``height`` pixels.

    If rows would overlap, cards are shown without their lower index, so that the piles remain separate and do not look
    like columns. A narrow work area has no space for horizontal fans.
    """
    edge = MARGIN + max(width - _NARROW_WIDTH, 0) // 24
    families = width - edge - LABEL_WIDTH - CARD_WIDTH
    pile_width = CARD_WIDTH + COUNTER_WIDTH
    column_pitch, room = (families - edge) // (PILE_COLUMNS + 1), 0
    if width >= MIN_WIDTH:
        column_pitch = max(column_pitch, pile_width + MIN_COVERED * RANK_WIDTH)
        room = column_pitch - pile_width
    fan = Fan(room, RANK_WIDTH, RANK_WIDTH, beside=True)
    row_pitch = (height - 2 * MARGIN - CARD_HEIGHT) // (PILE_ROWS - 1)
    below = _below((height - 2 * MARGIN - PILE_ROWS * CARD_HEIGHT - (PILE_ROWS - 1) * MARGIN) // PILE_ROWS)
    # A few cards in a vertical fan just above the next row would look like the columns of another game.
    if below.room // below.close >= max(fan.room // fan.close, MIN_COVERED + 1):
        # All rows have the same pitch, so the last row uses the space below it.
        fan, row_pitch = below, CARD_HEIGHT + below.room + MARGIN
    rows = [MARGIN + row * row_pitch for row in range(PILE_ROWS)]
    low = min(CARD_HEIGHT, row_pitch - MARGIN)
    heights = [*[low] * (PILE_ROWS - 1), CARD_HEIGHT]

    slots: dict[int, Slot] = {}
    for y, place in zip(rows, (STOCK, TURNED), strict=False):
        area = GRect(edge, y, pile_width, low)
        slots[place] = Slot(edge, y, area, EMPTY_FREE, height=low, face_down=place == STOCK)
    y = rows[2]
    area, waste = GRect(edge, y, pile_width, height - y), _below(height - MARGIN - CARD_HEIGHT - y)
    slots[WASTE] = Slot(edge, y, area, EMPTY_FREE, waste)
    for place in PILES:
        row, column = divmod(place, PILE_COLUMNS)
        x, y = families - column_pitch * (PILE_COLUMNS - column), rows[row]
        area = GRect(x, y, column_pitch, max(row_pitch - MARGIN, heights[row]))
        slots[place] = Slot(x, y, area, EMPTY_FREE, fan, height=heights[row])
    for suit, place in enumerate(FOUNDATIONS):
        area = GRect(families, rows[suit], width - families, heights[suit])
        slots[place] = Slot(families, rows[suit], area, EMPTY_FINAL + suit, height=heights[suit])
    return slots


def _below(room: int) -> Fan:
    return Fan(room, RANK_HEIGHT, MIN_RANK_HEIGHT)


# ---- painting

UP, DOWN, DONE = b"\x01", b"\x02", b"\x08"  # arrows and a check mark of the system font
_SMALL_FONT_HEIGHT = 6  # height of the 8x8 font, from base line to top
_LEFT, _CENTRE = 0, 1  # text alignments
_TOP = 5

_LABEL_HEIGHT = 40


class FamilyTable(CardTable[FamilyBoard]):
    """The table with counters next to the piles and labels next to the families."""

    slots = staticmethod(family_slots)
    max_size = MAX_WIDTH, MAX_HEIGHT
    max_finger_height = MAX_HEIGHT
    upright = True
    heap: int | None = None  # the place whose heap is in view, or None

    def paint(self, part: GRect) -> None:
        super().paint(part)
        work = self.work
        for place, slot in self.layout.slots.items():
            if slot.area.moved(work.x, work.y).intersects(part):
                (self._paint_label if place in FOUNDATIONS else self._paint_count)(place)
        if self.heap is not None:
            self._paint_heap(part, self.heap)
        self.marks.paint_notice(part)

    # ---- views of heaps

    async def show_heap(self, place: int | None) -> None:
        """Show all cards of a place side by side in front of the table, or close the view with None."""
        before, self.heap = self.heap, place
        for changed in (before, place):
            if changed is not None:
                frame, _ = heap_pictures(self.layout, self.board, changed, self.size)
                await self.redraw(frame.moved(self.work.x, self.work.y))

    def _paint_heap(self, part: GRect, place: int) -> None:
        """Paint the view of a heap on a separate background of felt, with a white frame inside a black one."""
        frame, pictures = heap_pictures(self.layout, self.board, place, self.size)
        frame = frame.moved(self.work.x, self.work.y)
        seen = frame.intersection(part)
        if seen.empty:
            return
        self.ws.vswr_mode(WritingMode.MD_REPLACE)
        for inset, interior in ((0, FillInterior.FIS_SOLID), (1, FillInterior.FIS_HOLLOW), (3, FillInterior.FIS_SOLID)):
            self.ws.vsf_interior(interior)
            self.ws.vr_recfl(*frame.inset(inset).corners())
        self.paint_felt(frame.inset(4).corners())
        self.draw(seen, pictures)

    # ---- counters and labels

    def _paint_count(self, place: int) -> None:
        count = len(self.board.piles[place])
        if not count or place == TURNED:
            return
        work, card = self.work, self.layout.card(self.board, place)
        plate = GRect(work.x + card.right, work.y + card.bottom - 10, 8 * len(str(count)) + 1, 10)
        self._plate(plate, _SMALL_FONT_HEIGHT, _LEFT)
        self.ws.v_gtext(plate.x + 1, plate.y + 1, str(count))

    def _paint_label(self, place: int) -> None:
        count, work = len(self.board.piles[place]), self.work
        value = awaited_value(count)
        plate = label(self.layout, place).moved(work.x, work.y)
        self._plate(plate, self.ws.fonts[-1].top, _CENTRE)
        middle = plate.x + plate.w // 2
        if value is None:
            self.ws.v_gtext(middle, plate.y + 12, DONE)
            return
        self.ws.v_gtext(middle, plate.y + 3, UP if is_rising(count) else DOWN)
        self.ws.v_gtext(middle, plate.y + 21, self.trees.string(rsc.RANK + value))

    def _plate(self, rect: GRect, height: int, alignment: int) -> None:
        self.ws.vswr_mode(WritingMode.MD_REPLACE)
        self.ws.vsf_interior(FillInterior.FIS_HOLLOW)
        self.ws.vr_recfl(*rect.corners())
        self.ws.vst_color(1)
        self.ws.vswr_mode(WritingMode.MD_TRANS)
        self.ws.vst_height(height)
        self.ws.vst_alignment(alignment, _TOP)


def heap_pictures(layout: Layout, board: FamilyBoard, place: int, size: tuple[int, int]) -> tuple[GRect, list[Picture]]:
    """Return a frame near a place and the pictures of its cards in it, bottom card first, with rank and suit visible.

    The cards are side by side, in several rows if a single row is too wide. Rows overlap if they would be too high
    together. ``size`` is the size of the work area, which contains the frame; all coordinates are relative to it.
    """
    (width, height), cards, slot = size, board.piles[place], layout.slots[place]
    in_row = min(len(cards), (width - 2 * HEAP_EDGE - CARD_WIDTH) // INDEX_WIDTH + 1)
    rows = -(-len(cards) // in_row)
    pitch = min((height - 2 * HEAP_EDGE - CARD_HEIGHT) // max(rows - 1, 1), CARD_HEIGHT + MARGIN)
    frame_width = 2 * HEAP_EDGE + CARD_WIDTH + (in_row - 1) * INDEX_WIDTH
    frame_height = 2 * HEAP_EDGE + CARD_HEIGHT + (rows - 1) * pitch
    x = max(min(slot.x - HEAP_EDGE, width - frame_width), 0)
    y = max(min(slot.y - HEAP_EDGE, height - frame_height), 0)
    places = (divmod(number, in_row) for number in range(len(cards)))
    corners = ((x + HEAP_EDGE + column * INDEX_WIDTH, y + HEAP_EDGE + row * pitch) for row, column in places)
    pictures = [Picture(card, *corner) for card, corner in zip(cards, corners, strict=True)]
    return GRect(x, y, frame_width, frame_height), pictures


def label(layout: Layout, place: int) -> GRect:
    """Return the rectangle of a family's label relative to the work area."""
    slot = layout.slots[place]
    y = slot.y + (slot.height - _LABEL_HEIGHT) // 2
    return GRect(slot.x + CARD_WIDTH + 2, y, LABEL_WIDTH - 4, _LABEL_HEIGHT)
