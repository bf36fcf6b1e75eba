"""The places of a cell game in its window (docs/vierfrei.md 3)."""

from __future__ import annotations

from gemport.cards.cells import CELLS, COLUMNS
from gemport.cards.moves import FOUNDATIONS
from gemport.gem.aes.constants import HBOX, Wc
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.patience.kit.art import CARD_HEIGHT, CARD_WIDTH, EMPTY_FINAL, EMPTY_FREE
from gemport.patience.kit.layout import Fan, Slot, Slots
from gemport.patience.kit.window import KIND, MOST_WIDTH

PITCH = CARD_WIDTH + 10
"""From one card to the one beside it."""
TOP_Y = 3
COLUMN_Y = 102
"""The first card of a column."""
MAX_STEP = 15
"""VIERFREI: how much lower each further card of a column lies at most."""
_MARGIN = 10
TALLEST_SCREEN = 512
"""The tallest of the FreeCell guide's screen modes; on taller screens the window stays as it is on this one."""
FULL_COLUMN = 13
"""On tall screens so many cards of a column lie as far apart as there is height for."""


def cell_slots(width: int, height: int, max_step: int = MAX_STEP) -> Slots:
    """Lay a cell game out in a work area of ``width`` x ``height`` pixels; columns use it down to its lower edge.

    max_step: how much lower each further card of a column lies at most
    """
    left = (width - 8 * CARD_WIDTH - 7 * 10) // 2
    right = max(width - 4 * PITCH, left)
    slots: dict[int, Slot] = {}
    for number, place in enumerate(CELLS):
        x = _MARGIN + PITCH * number
        slots[place] = Slot(x, TOP_Y, GRect(x, TOP_Y, CARD_WIDTH, CARD_HEIGHT), EMPTY_FREE)
    for suit, place in enumerate(FOUNDATIONS):
        x = right + PITCH * suit
        slots[place] = Slot(x, TOP_Y, GRect(x, TOP_Y, CARD_WIDTH, CARD_HEIGHT), EMPTY_FINAL + suit)
    fan = Fan(height - CARD_HEIGHT - COLUMN_Y, max_step)
    for place in COLUMNS:
        x = left + PITCH * place
        area = GRect(x, COLUMN_Y, CARD_WIDTH, height - COLUMN_Y)
        slots[place] = Slot(x, COLUMN_Y, area, fan=fan, drop=area)
    return slots


def tall_cell_slots(width: int, height: int) -> Slots:
    """Lay a cell game out so that columns use the height there is: the taller, the more is seen of them."""
    step = (height - CARD_HEIGHT - COLUMN_Y) // (FULL_COLUMN - 1)
    return cell_slots(width, height, max(step, MAX_STEP))


def tall_work_area(gem: Gem) -> tuple[int, int]:
    """Return the largest work area of use to such a game, in pixels."""
    desk = GRect(0, HBOX, gem.width, TALLEST_SCREEN - HBOX)
    return MOST_WIDTH, gem.wind_calc(Wc.WC_WORK, KIND, desk).h
