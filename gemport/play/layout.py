"""The layout of a table: the places of its piles in the window, their visible parts, and hit testing.

A game provides for the size of its window the place of each pile and the overlap of its cards (``Slot``). This is
enough to draw any board and to find the card at a point. All coordinates are pixels relative to the window's work area.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from gemport.cards.board import Board
from gemport.cards.cells import CELLS, COLUMNS
from gemport.cards.moves import FOUNDATIONS
from gemport.gem import HBOX, GRect
from gemport.play.cardwindow import MIN_WIDTH
from gemport.play.deck import BACK, CARD_HEIGHT, CARD_WIDTH, EMPTY_FINAL, EMPTY_FREE

_OUTLINE_INSET, _OUTLINE_WIDTH = 2, 60  # width of a dragged box: the drawn width of a card


@dataclass(frozen=True, slots=True)
class Spot:
    """A card on the board: its place, and its index there from the lowest card, 0."""

    place: int
    index: int


class Picture(NamedTuple):
    """A picture to draw: its number in the art, its corner, whether it is inverted, and its height."""

    picture: int
    x: int
    y: int
    inverted: bool = False
    height: int = CARD_HEIGHT


class Fan(NamedTuple):
    """The overlap of the cards of a pile, below each other or side by side.

    Cards are ``wide`` pixels apart, and closer in large piles, down to ``close``; if they still exceed ``room`` pixels,
    the lowest cards are hidden. With a ``room`` of 0 only the top card is visible.
    """

    room: int = 0
    wide: int = 0
    close: int = 1
    beside: bool = False

    def raised(self, step: int) -> Fan:
        """Return the fan with a larger distance between cards where there is space, unless they are side by side."""
        return self if self.beside or not self.room else self._replace(wide=max(self.wide, step))

    def step(self, count: int) -> int:
        """Return the distance between ``count`` cards in pixels."""
        last = min(count - 1, self.room // self.close)
        return min(self.wide, self.room // last) if last > 0 else self.wide

    def shown(self, count: int) -> int:
        """Return the number of visible cards of ``count``."""
        return min(count, self.room // self.close + 1)


class Slot(NamedTuple):
    """The place of a pile on the table."""

    x: int  # left edge of the first card
    y: int  # upper edge of the first card
    area: GRect  # the area repainted when its cards change
    empty: int | None = None  # the picture of the empty place, or None
    fan: Fan = Fan()  # the overlap of its cards; by default only the top card is visible
    drop: GRect | None = None  # the area for dropping a card on it; None for any of its cards or the empty place
    height: int = CARD_HEIGHT  # height of its cards in pixels
    face_down: bool = False  # whether the cards show their backs


Slots: TypeAlias = Mapping[int, Slot]  # the slots by the places of the board, in drawing order


class Layout:
    """The geometry of a table."""

    def __init__(self, slots: Slots) -> None:
        self.slots = slots

    def position(self, board: Board, spot: Spot) -> tuple[int, int]:
        """Return the corner of a card, or of the lowest visible card if it is hidden."""
        slot, count = self.slots[spot.place], len(board.piles[spot.place])
        pixels = max(spot.index - count + slot.fan.shown(count), 0) * slot.fan.step(count)
        return (slot.x + pixels, slot.y) if slot.fan.beside else (slot.x, slot.y + pixels)

    def end(self, board: Board, place: int) -> tuple[int, int]:
        """Return the corner of a place's open card, or of an empty place: the start of a moving box."""
        return self.position(board, Spot(place, len(board.piles[place]) - 1))

    def card(self, board: Board, place: int) -> GRect:
        """Return the rectangle of a place's open card, or of the empty place."""
        return GRect(*self.end(board, place), CARD_WIDTH, self.slots[place].height)

    def ground(self, board: Board, place: int) -> GRect:
        """Return the rectangle covered by the cards of a place."""
        slot, card = self.slots[place], self.card(board, place)
        return GRect(slot.x, slot.y, card.right - slot.x, card.bottom - slot.y)

    def outline(self, board: Board, spot: Spot) -> GRect:
        """Return the dragged box: from the card down to the open card of its place."""
        x, y = self.position(board, spot)
        _, last = self.end(board, spot.place)
        return GRect(x + _OUTLINE_INSET, y, _OUTLINE_WIDTH, last + CARD_HEIGHT - y)

    def hit(self, board: Board, x: int, y: int) -> Spot | None:
        """Return the card whose visible part contains the point, or None."""
        for place, slot in self.slots.items():
            count = len(board.piles.get(place, ()))
            if count and self.ground(board, place).contains(x, y):
                shown, step = slot.fan.shown(count), slot.fan.step(count)
                covering = (x - slot.x if slot.fan.beside else y - slot.y) // step if step else 0
                return Spot(place, count - shown + min(covering, shown - 1))
        return None

    def target(self, board: Board, x: int, y: int) -> int | None:
        """Return the place for a card dropped at a point; None in the gaps."""
        for place, slot in self.slots.items():
            # A closed cell of a challenge is not a pile.
            if place in board.piles and (slot.drop or self.ground(board, place)).contains(x, y):
                return place
        return None

    def most_covered(self, board: Board, box: GRect, fits: Callable[[int], bool]) -> int | None:
        """Return the fitting place that a box covers most, or None."""
        best, most = None, 0
        for place, slot in self.slots.items():
            if place in board.piles:
                common = box.intersection(slot.drop or self.ground(board, place))
                if not common.empty and common.w * common.h > most and fits(place):
                    best, most = place, common.w * common.h
        return best

    def pictures(
        self, board: Board, places: Iterable[int] | None = None, selected: Spot | None = None
    ) -> list[Picture]:
        """Return the pictures at some or all places, lowest first; ``selected`` and the cards on it are inverted."""
        pictures: list[Picture] = []
        for place in self.slots if places is None else places:
            x, y, _, empty, fan, _, height, face_down = self.slots[place]
            if place not in board.piles:
                continue
            cards = board.piles[place]
            if not cards:
                if empty is not None:
                    pictures.append(Picture(empty, x, y, False, height))
                continue
            count = len(cards)
            shown, step = fan.shown(count), fan.step(count)
            dx, dy = (step, 0) if fan.beside else (0, step)
            inverted = count if selected is None or selected.place != place else selected.index
            for index in range(count - shown, count):
                card = BACK if face_down else cards[index]
                pictures.append(Picture(card, x, y, index >= inverted, height))
                x += dx
                y += dy
        return pictures


# ---- cell games (docs/vierfrei.md 3)

PITCH = CARD_WIDTH + 10  # horizontal distance between columns in pixels
TOP_Y = 3
COLUMN_Y = 102  # upper edge of the first card of a column
MAX_STEP = 15  # maximum vertical distance between the cards of a column in VIERFREI
_MARGIN = 10
TALL_HEIGHT = 512 - 2 * HBOX
"""Maximum height of a work area with tall columns: the tallest screen mode of the FreeCell guide has 512 rows."""
FULL_COLUMN = 13  # number of cards of a column that use the full height on tall screens


def cell_slots(width: int, height: int, max_step: int = MAX_STEP) -> Slots:
    """Lay out a cell game in a work area of ``width`` x ``height`` pixels; columns extend to its lower edge.

    In a narrow area the free and the final places are directly above the columns, and all are closer together.
    ``max_step`` is the maximum vertical distance between the cards of a column.
    """
    pitch = min(PITCH, (width - CARD_WIDTH) // (len(COLUMNS) - 1))
    left = (width - CARD_WIDTH - (len(COLUMNS) - 1) * pitch) // 2
    free, final = _MARGIN, width - len(FOUNDATIONS) * pitch
    if width < MIN_WIDTH:
        free, final = left, left + len(CELLS) * pitch
    slots: dict[int, Slot] = {}
    for number, place in enumerate(CELLS):
        x = free + pitch * number
        slots[place] = Slot(x, TOP_Y, GRect(x, TOP_Y, CARD_WIDTH, CARD_HEIGHT), EMPTY_FREE)
    for suit, place in enumerate(FOUNDATIONS):
        x = final + pitch * suit
        slots[place] = Slot(x, TOP_Y, GRect(x, TOP_Y, CARD_WIDTH, CARD_HEIGHT), EMPTY_FINAL + suit)
    fan = Fan(height - CARD_HEIGHT - COLUMN_Y, max_step)
    for place in COLUMNS:
        x = left + pitch * place
        area = GRect(x, COLUMN_Y, CARD_WIDTH, height - COLUMN_Y)
        slots[place] = Slot(x, COLUMN_Y, area, fan=fan, drop=area)
    return slots


def tall_cell_slots(width: int, height: int) -> Slots:
    """Lay out a cell game with columns that use the full height."""
    step = (height - CARD_HEIGHT - COLUMN_Y) // (FULL_COLUMN - 1)
    return cell_slots(width, height, max(step, MAX_STEP))


def low_cell_slots(width: int, height: int) -> Slots:
    """Lay out a cell game like VIERFREI: columns use the full height only on an upright screen."""
    return tall_cell_slots(width, height) if height > width else cell_slots(width, height)
