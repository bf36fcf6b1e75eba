"""Where the cards of Großfamilien lie in their window, and what lies at a point (docs/grossfamilien.md, Screen).

From left to right: talon, turned card and waste below each other; the tableau, four rows of four; the families, one a
row. Columns and rows are spread evenly over the window. All coordinates are pixels relative to the corner of the
window's work area.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gemport.cards.grossfamilien.board import FAMILIES, PILES, TALON, TURNED, WASTE, FamilyBoard
from gemport.cards.pack import Card
from gemport.gem.aes.rect import GRect
from gemport.patience.kit.art import BACK, CARD_HEIGHT, CARD_WIDTH, EMPTY_FINAL, EMPTY_FREE
from gemport.patience.kit.table import Picture

ROWS = 4
COLUMNS = 4
MARGIN = 3
"""Between the cards and the window's edge in the narrowest window, and between the rows in the lowest."""
RANK_WIDTH = 11
"""So much is seen of a covered card where cards lie side by side: its rank. Those of a pile are of one suit."""
RANK_HEIGHT = 15
"""The same where cards lie below each other and there is room: rank and suit, and some of the picture."""
LEAST_RANK_HEIGHT = 10
"""So much at least: rank and suit."""
COUNTER_WIDTH = 18
"""Room beside a card for a number of two digits."""
LABEL_WIDTH = 26
"""Room beside a family for what it waits for."""
FEW_COVERED = 2
"""So many covered cards of a pile are seen even in the narrowest window."""
MOST_COVERED = 12
"""More covered cards of a pile need not be seen."""
MOST_WIDTH = 1278
MOST_HEIGHT = 2 * MARGIN + ROWS * (CARD_HEIGHT + MOST_COVERED * RANK_HEIGHT) + (ROWS - 1) * MARGIN
"""The largest work area that is of any use."""
_NARROW = 638
"""From this width on the edges get wider too."""
_OUTLINE_INSET = 2
_OUTLINE_WIDTH = 60
_STOCK = (TALON, TURNED, WASTE)
_PLACES: tuple[int, ...] = (*PILES, *FAMILIES, *_STOCK)


class Fan(NamedTuple):
    """How covered cards show from under those above: side by side or below each other, in so many pixels.

    They lie ``wide`` pixels apart, and closer the more there are, down to ``close``; if that is not enough, the lowest
    ones are not seen.
    """

    beside: bool
    room: int
    wide: int
    close: int

    @property
    def most(self) -> int:
        """How many covered cards can be seen."""
        return self.room // self.close

    def shown(self, count: int) -> int:
        """How many of ``count`` cards are seen."""
        return min(count, self.most + 1)

    def offset(self, count: int, index: int = -1) -> tuple[int, int]:
        """Where one of the cards seen (by default the top one) lies, from the corner of the lowest one seen."""
        last = max(self.shown(count) - 1, 0)
        pixels = (last if index < 0 else index) * (min(self.wide, self.room // last) if last else 0)
        return (pixels, 0) if self.beside else (0, pixels)


def _beside(room: int) -> Fan:
    return Fan(True, room, RANK_WIDTH, RANK_WIDTH)


def _below(room: int) -> Fan:
    return Fan(False, room, RANK_HEIGHT, LEAST_RANK_HEIGHT)


class PileLayout:
    """The geometry for a work area of ``width`` x ``height`` pixels.

    row_pitch: from row to row
    card_height: of the cards in all rows but the last; where rows would overlap, cards are shown without their lower
        index, so that every pile lies by itself and none is taken for a card of a column
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        edge = MARGIN + max(width - _NARROW, 0) // 24
        self._edge = edge
        self._families = width - edge - LABEL_WIDTH - CARD_WIDTH
        even = (self._families - edge) // (COLUMNS + 1)
        pile = CARD_WIDTH + COUNTER_WIDTH
        self._column_pitch = max(even, pile + FEW_COVERED * RANK_WIDTH)
        beside = _beside(min(self._column_pitch - pile, MOST_COVERED * RANK_WIDTH))
        below = _below((height - 2 * MARGIN - ROWS * CARD_HEIGHT - (ROWS - 1) * MARGIN) // ROWS)
        # A few cards below each other, close above the next row, would look like the columns of another game.
        if below.most >= beside.most and below.most > FEW_COVERED:
            # All rows have the same pitch, so the last one has the room that is left below it.
            self._fan = below
            self.row_pitch = CARD_HEIGHT + below.room + MARGIN
        else:
            self._fan = beside
            self.row_pitch = (height - 2 * MARGIN - CARD_HEIGHT) // (ROWS - 1)
        self.card_height = min(CARD_HEIGHT, self.row_pitch - MARGIN)
        self._waste_fan = _below(height - MARGIN - CARD_HEIGHT - self._row(2))

    def _row(self, row: int) -> int:
        return MARGIN + row * self.row_pitch

    # ---- where things lie

    def corner(self, place: int) -> tuple[int, int]:
        """The corner of a place, where its card lies if it is the only one."""
        if place in PILES:
            column, row = place % COLUMNS, place // COLUMNS
            return self._families - self._column_pitch * (COLUMNS - column), self._row(row)
        if place in FAMILIES:
            return self._families, self._row(place - FAMILIES[0])
        return self._edge, self._row(_STOCK.index(place))

    def _height(self, place: int) -> int:
        """How high the cards of a place are. The waste has all the room below it."""
        whole = place == WASTE or (place in PILES and place // COLUMNS == ROWS - 1) or place == FAMILIES[-1]
        return CARD_HEIGHT if whole else self.card_height

    def _fanned(self, board: FamilyBoard, place: int) -> tuple[Fan, Sequence[Card]]:
        if place in PILES:
            return self._fan, board.piles[place]
        return self._waste_fan, board.waste if place == WASTE else ()

    def end(self, board: FamilyBoard, place: int) -> tuple[int, int]:
        """The corner of the top card, or of the place when it is empty."""
        x, y = self.corner(place)
        fan, cards = self._fanned(board, place)
        dx, dy = fan.offset(len(cards))
        return x + dx, y + dy

    def card(self, board: FamilyBoard, place: int) -> GRect:
        """The top card, or an empty place's frame."""
        return GRect(*self.end(board, place), CARD_WIDTH, self._height(place))

    def area(self, place: int) -> GRect:
        """What has to be painted again when the cards of a place change, with its counter or label."""
        x, y = self.corner(place)
        if place in PILES:
            return GRect(x, y, self._column_pitch, max(self.row_pitch - MARGIN, self._height(place)))
        if place in FAMILIES:
            return GRect(x, y, self.width - x, self._height(place))
        return GRect(x, y, CARD_WIDTH + COUNTER_WIDTH, self.height - y if place == WASTE else self._height(place))

    def outline(self, board: FamilyBoard, place: int) -> GRect:
        """The box that is dragged: a whole card, as wide as it is drawn."""
        x, y = self.end(board, place)
        return GRect(x + _OUTLINE_INSET, y, _OUTLINE_WIDTH, CARD_HEIGHT)

    # ---- what lies where

    def hit(self, board: FamilyBoard, x: int, y: int) -> int | None:
        """The place whose top card, talon included, is seen at the point; of talon and waste the empty frame too."""
        for place in _PLACES:
            filled = board.top(place) is not None or place in (TALON, WASTE)
            if filled and self.card(board, place).contains(x, y):
                return place
        return None

    def target(self, board: FamilyBoard, x: int, y: int) -> int | None:
        """The place that a card dropped at the point goes to; None between the places."""
        for place in _PLACES:
            if self.ground(board, place).contains(x, y):
                return place
        return None

    def ground(self, board: FamilyBoard, place: int) -> GRect:
        """Where a card is dropped for a place: on any of its cards."""
        x, y = self.corner(place)
        card = self.card(board, place)
        return GRect(x, y, card.right - x, card.bottom - y)

    # ---- what is seen

    def pictures(self, board: FamilyBoard) -> Iterator[Picture]:
        """Everything on the table, in drawing order."""
        yield self._picture(TALON, BACK if board.talon else EMPTY_FREE)
        yield self._picture(TURNED, EMPTY_FREE if board.turned is None else board.turned)
        for place in (WASTE, *PILES):
            yield from self._stack(board, place)
        for suit, place in enumerate(FAMILIES):
            card = board.top(place)
            yield self._picture(place, EMPTY_FINAL + suit if card is None else card)

    def _picture(self, place: int, picture: int, dx: int = 0, dy: int = 0) -> Picture:
        """A picture at a place, moved from its corner."""
        x, y = self.corner(place)
        return Picture(picture, x + dx, y + dy, height=self._height(place))

    def _stack(self, board: FamilyBoard, place: int) -> Iterator[Picture]:
        fan, cards = self._fanned(board, place)
        if not cards:
            yield self._picture(place, EMPTY_FREE)
        for index, card in enumerate(cards[len(cards) - fan.shown(len(cards)) :]):
            yield self._picture(place, card, *fan.offset(len(cards), index))

    def counter(self, board: FamilyBoard, place: int) -> tuple[int, int]:
        """The left lower corner of the number beside a place's top card: the last pixel of the card that is seen."""
        card = self.card(board, place)
        return card.right, card.bottom - 1

    def label(self, place: int) -> GRect:
        """Where it is said what a family waits for."""
        x, y = self.corner(place)
        return GRect(x + CARD_WIDTH + 2, y + (self._height(place) - 40) // 2, LABEL_WIDTH - 4, 40)
