"""Where the cards of a cell game lie in their window, and what lies at a place (docs/vierfrei.md 3).

All coordinates are pixels relative to the corner of the window's work area.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gemport.cards.cells.board import CellBoard
from gemport.cards.moves import CELLS, COLUMNS, FINALS
from gemport.gem.aes.rect import GRect
from gemport.patience.kit.art import CARD_HEIGHT, CARD_WIDTH, EMPTY_FINAL, EMPTY_FREE
from gemport.patience.kit.table import Picture

PITCH = CARD_WIDTH + 10
"""From one card to the one beside it."""
TOP_Y = 3
COLUMN_Y = 102
"""The first card of a column."""
MOST_STEP = 15
"""VIERFREI: how much lower each further card of a column lies at most."""
_MARGIN = 10
_OUTLINE_INSET = 2
_OUTLINE_WIDTH = 60


@dataclass(frozen=True, slots=True)
class Spot:
    """A card on the board: its place, and its index there from the top of the column (0 elsewhere)."""

    place: int
    index: int


class CellLayout:
    """The geometry for a work area of ``width`` x ``height`` pixels.

    most_step: how much lower each further card of a column lies at most
    """

    def __init__(self, width: int, height: int, most_step: int = MOST_STEP) -> None:
        self.width = width
        self.height = height
        self.most_step = most_step
        self._left = (width - 8 * CARD_WIDTH - 7 * 10) // 2

    def corner(self, place: int) -> tuple[int, int]:
        """The corner of a place; of a column, of its first card."""
        if place in CELLS:
            return _MARGIN + PITCH * (place - CELLS[0]), TOP_Y
        if place in FINALS:
            return max(self.width - 4 * PITCH, self._left) + PITCH * (place - FINALS[0]), TOP_Y
        return self._left + PITCH * place, COLUMN_Y

    def step(self, count: int) -> int:
        """How much lower each further card of a column of ``count`` cards lies."""
        if count < 2:
            return self.most_step
        return min(self.most_step, (self.height - CARD_HEIGHT - COLUMN_Y) // (count - 1))

    def position(self, board: CellBoard, spot: Spot) -> tuple[int, int]:
        """The corner of a card."""
        x, y = self.corner(spot.place)
        if spot.place in COLUMNS:
            y += spot.index * self.step(len(board.columns[spot.place]))
        return x, y

    def end(self, board: CellBoard, place: int) -> tuple[int, int]:
        """Where a box moves to or from: the place's last card, or its corner when it is empty."""
        count = len(board.columns[place]) if place in COLUMNS else 0
        return self.position(board, Spot(place, max(count - 1, 0)))

    def area(self, place: int) -> GRect:
        """What a place covers: one card, or a column down to the window's lower edge."""
        x, y = self.corner(place)
        return GRect(x, y, CARD_WIDTH, self.height - y if place in COLUMNS else CARD_HEIGHT)

    def outline(self, board: CellBoard, spot: Spot) -> GRect:
        """The box that is dragged: from the card down to the column's end, as wide as a card is drawn."""
        x, y = self.position(board, spot)
        _, last = self.end(board, spot.place)
        return GRect(x + _OUTLINE_INSET, y, _OUTLINE_WIDTH, last + CARD_HEIGHT - y)

    def hit(self, board: CellBoard, x: int, y: int) -> Spot | None:
        """The card whose visible part holds the point; None where no card is."""
        for place in (*COLUMNS, *FINALS, *CELLS):
            left, top = self.corner(place)
            if not left <= x < left + CARD_WIDTH or y < top:
                continue
            spot = self._hit_column(board, place, y - top) if place in COLUMNS else None
            if place not in COLUMNS and y < top + CARD_HEIGHT and board.top(place) is not None:
                spot = Spot(place, 0)
            if spot is not None:
                return spot
        return None

    def _hit_column(self, board: CellBoard, place: int, y: int) -> Spot | None:
        count = len(board.columns[place])
        if not count:
            return None
        step = self.step(count)
        index = min(y // step, count - 1)
        return Spot(place, index) if y < (count - 1) * step + CARD_HEIGHT else None

    def target(self, x: int, y: int) -> int | None:
        """The place that a card dropped at the point goes to; None in the gaps."""
        places: Sequence[int] = COLUMNS if y >= COLUMN_Y else (*FINALS, *CELLS)
        for place in places:
            left, top = self.corner(place)
            within = place in COLUMNS or top <= y < top + CARD_HEIGHT
            if within and left <= x < left + CARD_WIDTH:
                return place
        return None

    def pictures(self, board: CellBoard, selected: Spot | None = None) -> Iterator[Picture]:
        """Everything on the board, in drawing order; ``selected`` and the cards below it inverted."""
        for place in (*CELLS, *FINALS, *COLUMNS):
            yield from self.place_pictures(board, place, selected)

    def place_pictures(self, board: CellBoard, place: int, selected: Spot | None = None) -> Iterator[Picture]:
        """What lies at one place, lowest first; an empty free or final place has a picture, too."""
        first = selected.index if selected is not None and place == selected.place else None
        x, y = self.corner(place)
        if place in COLUMNS:
            cards = list(board.columns[place])
        else:
            card = board.top(place)
            empty = EMPTY_FREE if place in CELLS else EMPTY_FINAL + place - FINALS[0]
            cards = [empty if card is None else card]
        step = self.step(len(cards))
        for index, card in enumerate(cards):
            yield Picture(card, x, y + index * step, first is not None and index >= first)
