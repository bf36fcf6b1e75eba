"""Where the cards of Großfamilien lie in their window, and what lies at a point (docs/grossfamilien.md, Screen).

From left to right: talon, turned card and waste below each other; the tableau, four rows of four; the families, one a
row. All coordinates are pixels relative to the corner of the window's work area.
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
MARGIN = 3
"""Between the cards and the window's edge."""
RANK_WIDTH = 11
"""So much is seen of a covered card where cards lie side by side: its rank. Those of a pile are of one suit."""
RANK_HEIGHT = 15
"""The same where cards lie below each other: rank and suit."""
COUNTER_WIDTH = 18
"""Room beside a card for a number of two digits."""
LABEL_WIDTH = 26
"""Room beside a family for what it waits for."""
MOST_COVERED = 12
"""More covered cards of a pile are never shown."""
MOST_WIDTH = 638
MOST_HEIGHT = 2 * MARGIN + ROWS * (CARD_HEIGHT + MOST_COVERED * RANK_HEIGHT) + (ROWS - 1) * MARGIN
"""The largest work area that is of any use."""
_OUTLINE_INSET = 2
_OUTLINE_WIDTH = 60
_STOCK = (TALON, TURNED, WASTE)
_PLACES: tuple[int, ...] = (*PILES, *FAMILIES, *_STOCK)


class Fan(NamedTuple):
    """How covered cards show from under those above: the step from card to card, and how many of them show at most."""

    dx: int
    dy: int
    most: int

    def shown(self, count: int) -> int:
        """How many of ``count`` cards are seen."""
        return min(count, self.most + 1)

    def offset(self, count: int) -> tuple[int, int]:
        """Where the top one of ``count`` cards lies, from the corner of the lowest one seen."""
        steps = max(self.shown(count) - 1, 0)
        return steps * self.dx, steps * self.dy


class PileLayout:
    """The geometry for a work area of ``width`` x ``height`` pixels."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        left = MARGIN + CARD_WIDTH + COUNTER_WIDTH
        self._families = width - MARGIN - LABEL_WIDTH - CARD_WIDTH
        self._column_pitch = (self._families - left) // ROWS
        self._left = left + (self._families - left) % ROWS
        beside = (self._column_pitch - CARD_WIDTH - COUNTER_WIDTH) // RANK_WIDTH
        # All rows have the same pitch, so the last one has the room that is left below it.
        below = (height - 2 * MARGIN - ROWS * CARD_HEIGHT - (ROWS - 1) * MARGIN) // ROWS // RANK_HEIGHT
        if below > beside:
            self._fan = Fan(0, RANK_HEIGHT, below)
            self.row_pitch = CARD_HEIGHT + below * RANK_HEIGHT + MARGIN
        else:
            self._fan = Fan(RANK_WIDTH, 0, beside)
            self.row_pitch = (height - 2 * MARGIN - CARD_HEIGHT) // (ROWS - 1)
        self._waste_fan = Fan(0, RANK_HEIGHT, (height - MARGIN - CARD_HEIGHT - self._row(2)) // RANK_HEIGHT)

    def _row(self, row: int) -> int:
        return MARGIN + row * self.row_pitch

    # ---- where things lie

    def corner(self, place: int) -> tuple[int, int]:
        """The corner of a place, where its card lies if it is the only one."""
        if place in PILES:
            return self._left + self._column_pitch * (place % ROWS), self._row(place // ROWS)
        if place in FAMILIES:
            return self._families, self._row(place - FAMILIES[0])
        return MARGIN, self._row(_STOCK.index(place))

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
        """What is seen of the top card, or of an empty place's frame: the row below may lie over its lower edge."""
        x, y = self.end(board, place)
        lowest = place in PILES and place // ROWS == ROWS - 1
        return GRect(x, y, CARD_WIDTH, CARD_HEIGHT if lowest else min(CARD_HEIGHT, self.row_pitch))

    def area(self, place: int) -> GRect:
        """What has to be painted again when the cards of a place change, with its counter or label."""
        x, y = self.corner(place)
        if place in PILES:
            return GRect(x, y, self._column_pitch, max(self.row_pitch, CARD_HEIGHT))
        if place in FAMILIES:
            return GRect(x, y, self.width - x, CARD_HEIGHT)
        return GRect(x, y, CARD_WIDTH + COUNTER_WIDTH, self.height - y if place == WASTE else CARD_HEIGHT)

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
            if self._ground(board, place).contains(x, y):
                return place
        return None

    def _ground(self, board: FamilyBoard, place: int) -> GRect:
        """Where a card is dropped for a place: on any of its cards."""
        x, y = self.corner(place)
        card = self.card(board, place)
        return GRect(x, y, card.right - x, card.bottom - y)

    # ---- what is seen

    def pictures(self, board: FamilyBoard) -> Iterator[Picture]:
        """Everything on the table, in drawing order."""
        yield Picture(BACK if board.talon else EMPTY_FREE, *self.corner(TALON))
        yield Picture(EMPTY_FREE if board.turned is None else board.turned, *self.corner(TURNED))
        for place in (WASTE, *PILES):
            yield from self._stack(board, place)
        for suit, place in enumerate(FAMILIES):
            card = board.top(place)
            yield Picture(EMPTY_FINAL + suit if card is None else card, *self.corner(place))

    def _stack(self, board: FamilyBoard, place: int) -> Iterator[Picture]:
        x, y = self.corner(place)
        fan, cards = self._fanned(board, place)
        if not cards:
            yield Picture(EMPTY_FREE, x, y)
        for step, card in enumerate(cards[len(cards) - fan.shown(len(cards)) :]):
            yield Picture(card, x + step * fan.dx, y + step * fan.dy)

    def counter(self, board: FamilyBoard, place: int) -> tuple[int, int]:
        """The left lower corner of the number beside a place's top card: the last pixel of the card that is seen."""
        card = self.card(board, place)
        return card.right, card.bottom - 1

    def label(self, place: int) -> GRect:
        """Where it is said what a family waits for."""
        x, y = self.corner(place)
        return GRect(x + CARD_WIDTH + 2, y + (min(CARD_HEIGHT, self.row_pitch) - 40) // 2, LABEL_WIDTH - 4, 40)
