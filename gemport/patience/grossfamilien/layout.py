"""The places of Großfamilien in their window (docs/grossfamilien.md, Screen).

From left to right: stock, turned card and waste below each other; the tableau, four rows of four; the families, one a
row. Columns and rows are spread evenly over the window. All coordinates are pixels relative to the corner of the
window's work area.
"""

from __future__ import annotations

from gemport.cards.grossfamilien import PILES, STOCK, TURNED, WASTE
from gemport.cards.moves import FOUNDATIONS
from gemport.gem.aes.rect import GRect
from gemport.patience.kit.art import CARD_HEIGHT, CARD_WIDTH, EMPTY_FINAL, EMPTY_FREE
from gemport.patience.kit.layout import Fan, Slot, Slots

ROWS = 4
COLUMNS = 4
MARGIN = 3
"""Between the cards and the window's edge in the narrowest window, and between the rows in the lowest."""
RANK_WIDTH = 11
"""So much is seen of a covered card where cards lie side by side: its rank. Those of a pile are of one suit."""
RANK_HEIGHT = 15
"""The same where cards lie below each other and there is room: rank and suit, and some of the picture."""
MIN_RANK_HEIGHT = 10
"""So much at least: rank and suit."""
COUNTER_WIDTH = 18
"""Room beside a card for a number of two digits."""
LABEL_WIDTH = 26
"""Room beside a family for what it waits for."""
MIN_COVERED = 2
"""So many covered cards of a pile are seen even in the narrowest window."""
MAX_COVERED = 12
"""More covered cards of a pile need not be seen."""
MAX_WIDTH = 1278
MAX_HEIGHT = 2 * MARGIN + ROWS * (CARD_HEIGHT + MAX_COVERED * RANK_HEIGHT) + (ROWS - 1) * MARGIN
"""The largest work area that is of any use."""
_NARROW = 638
"""From this width on the edges get wider too."""


def family_slots(width: int, height: int) -> Slots:
    """Lay the game out in a work area of ``width`` x ``height`` pixels.

    Where rows would overlap, cards are shown without their lower index, so that every pile lies by itself and none is
    taken for a card of a column.
    """
    edge = MARGIN + max(width - _NARROW, 0) // 24
    families = width - edge - LABEL_WIDTH - CARD_WIDTH
    pile_width = CARD_WIDTH + COUNTER_WIDTH
    column_pitch = max((families - edge) // (COLUMNS + 1), pile_width + MIN_COVERED * RANK_WIDTH)
    fan = Fan(min(column_pitch - pile_width, MAX_COVERED * RANK_WIDTH), RANK_WIDTH, RANK_WIDTH, beside=True)
    row_pitch = (height - 2 * MARGIN - CARD_HEIGHT) // (ROWS - 1)
    below = _below((height - 2 * MARGIN - ROWS * CARD_HEIGHT - (ROWS - 1) * MARGIN) // ROWS)
    # A few cards below each other, close above the next row, would look like the columns of another game.
    if below.room // below.close >= max(fan.room // fan.close, MIN_COVERED + 1):
        # All rows have the same pitch, so the last one has the room that is left below it.
        fan, row_pitch = below, CARD_HEIGHT + below.room + MARGIN
    rows = [MARGIN + row * row_pitch for row in range(ROWS)]
    low = min(CARD_HEIGHT, row_pitch - MARGIN)
    heights = [*[low] * (ROWS - 1), CARD_HEIGHT]

    slots: dict[int, Slot] = {}
    for y, place in zip(rows, (STOCK, TURNED), strict=False):
        area = GRect(edge, y, pile_width, low)
        slots[place] = Slot(edge, y, area, EMPTY_FREE, height=low, face_down=place == STOCK)
    y = rows[2]
    area, waste = GRect(edge, y, pile_width, height - y), _below(height - MARGIN - CARD_HEIGHT - y)
    slots[WASTE] = Slot(edge, y, area, EMPTY_FREE, waste)
    for place in PILES:
        row, column = divmod(place, COLUMNS)
        x, y = families - column_pitch * (COLUMNS - column), rows[row]
        area = GRect(x, y, column_pitch, max(row_pitch - MARGIN, heights[row]))
        slots[place] = Slot(x, y, area, EMPTY_FREE, fan, height=heights[row])
    for suit, place in enumerate(FOUNDATIONS):
        area = GRect(families, rows[suit], width - families, heights[suit])
        slots[place] = Slot(families, rows[suit], area, EMPTY_FINAL + suit, height=heights[suit])
    return slots


def _below(room: int) -> Fan:
    return Fan(room, RANK_HEIGHT, MIN_RANK_HEIGHT)
