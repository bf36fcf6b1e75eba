"""The layout of a table: where its piles lie in the window, what is drawn of them, and what lies at a point.

A game says for the size of its window where each pile lies and how its cards cover each other (``Slot``); this is
enough to draw any board and to find what was hit. All coordinates are pixels relative to the corner of the window's
work area.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from gemport.cards.board import Board
from gemport.cards.cells import CELLS, COLUMNS
from gemport.cards.moves import FOUNDATIONS
from gemport.gem import HBOX, Gem, GRect, Wc
from gemport.play.cardwindow import KIND, MAX_WIDTH, MIN_WIDTH
from gemport.play.deck import BACK, CARD_HEIGHT, CARD_WIDTH, EMPTY_FINAL, EMPTY_FREE

_OUTLINE_INSET, _OUTLINE_WIDTH = 2, 60
"""A dragged box is as wide as a card is drawn."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A card on the board: its place, and its index there from the lowest card, 0."""

    place: int
    index: int


class Picture(NamedTuple):
    """Something to draw: a picture number of the art, its corner, whether black and white are exchanged, its height."""

    picture: int
    x: int
    y: int
    inverted: bool = False
    height: int = CARD_HEIGHT


class Fan(NamedTuple):
    """The way in which the cards of a pile show from under those above: below each other or side by side.

    They lie ``wide`` pixels apart, and closer the more there are, down to ``close``; if that is not enough for
    ``room`` pixels, the lowest ones are not seen. Without room only the top card is.
    """

    room: int = 0
    wide: int = 0
    close: int = 1
    beside: bool = False

    def step(self, count: int) -> int:
        """Return how far apart ``count`` cards lie."""
        last = min(count - 1, self.room // self.close)
        return min(self.wide, self.room // last) if last > 0 else self.wide

    def shown(self, count: int) -> int:
        """Return how many of ``count`` cards are seen."""
        return min(count, self.room // self.close + 1)


SQUARED = Fan()
"""Only the top card is seen."""


class Slot(NamedTuple):
    """The place of a pile on the table.

    x, y: its corner, where the first card lies
    empty: the picture of the empty place; None for nothing
    area: what is painted again when its cards change
    drop: where a card is dropped for it; None: on any of its cards, or on the empty place
    height: of its cards in pixels
    face_down: the cards show their backs
    """

    x: int
    y: int
    area: GRect
    empty: int | None = None
    fan: Fan = SQUARED
    drop: GRect | None = None
    height: int = CARD_HEIGHT
    face_down: bool = False


Slots: TypeAlias = Mapping[int, Slot]
"""The slots by the places of the board, in drawing order."""


class Layout:
    """The geometry of a table."""

    def __init__(self, slots: Slots) -> None:
        self.slots = slots

    def position(self, board: Board, spot: Spot) -> tuple[int, int]:
        """Return the corner of a card; of one that is not seen, that of the lowest one seen."""
        slot, count = self.slots[spot.place], len(board.piles[spot.place])
        pixels = max(spot.index - count + slot.fan.shown(count), 0) * slot.fan.step(count)
        return (slot.x + pixels, slot.y) if slot.fan.beside else (slot.x, slot.y + pixels)

    def end(self, board: Board, place: int) -> tuple[int, int]:
        """Return the corner of a place's open card, or of the place when it is empty: where a moving box begins."""
        return self.position(board, Spot(place, len(board.piles[place]) - 1))

    def card(self, board: Board, place: int) -> GRect:
        """Return the rectangle of a place's open card, or of the empty place."""
        return GRect(*self.end(board, place), CARD_WIDTH, self.slots[place].height)

    def ground(self, board: Board, place: int) -> GRect:
        """Return the rectangle that the cards of a place cover together."""
        slot, card = self.slots[place], self.card(board, place)
        return GRect(slot.x, slot.y, card.right - slot.x, card.bottom - slot.y)

    def outline(self, board: Board, spot: Spot) -> GRect:
        """Return the box that is dragged: from the card down to the open one of its place."""
        x, y = self.position(board, spot)
        _, last = self.end(board, spot.place)
        return GRect(x + _OUTLINE_INSET, y, _OUTLINE_WIDTH, last + CARD_HEIGHT - y)

    def hit(self, board: Board, x: int, y: int) -> Spot | None:
        """Return the card whose visible part holds the point; None where no card is."""
        for place, slot in self.slots.items():
            count = len(board.piles.get(place, ()))
            if count and self.ground(board, place).contains(x, y):
                shown, step = slot.fan.shown(count), slot.fan.step(count)
                covering = (x - slot.x if slot.fan.beside else y - slot.y) // step if step else 0
                return Spot(place, count - shown + min(covering, shown - 1))
        return None

    def target(self, board: Board, x: int, y: int) -> int | None:
        """Return the place that a card dropped at the point goes to; None in the gaps."""
        for place, slot in self.slots.items():
            # A closed cell of a challenge is no pile.
            if place in board.piles and (slot.drop or self.ground(board, place)).contains(x, y):
                return place
        return None

    def most_covered(self, board: Board, box: GRect, fits: Callable[[int], bool]) -> int | None:
        """Return the place, of those that fit, of which a box covers most; None if it covers none of them."""
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
        """Return what is drawn at some places, or all, the lowest first; ``selected`` and the cards on it inverted."""
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

    In a narrow one the free and the final places lie above the columns, and all are closer together.

    max_step: how much lower each further card of a column lies at most
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
    """Lay a cell game out so that columns use the height there is: the taller, the more is seen of them."""
    step = (height - CARD_HEIGHT - COLUMN_Y) // (FULL_COLUMN - 1)
    return cell_slots(width, height, max(step, MAX_STEP))


def low_cell_slots(width: int, height: int) -> Slots:
    """Lay a cell game out as VIERFREI does: only on an upright screen columns use the height there is."""
    return tall_cell_slots(width, height) if height > width else cell_slots(width, height)


def tall_work_area(gem: Gem) -> tuple[int, int]:
    """Return the largest work area of use to such a game, in pixels."""
    desk = GRect(0, HBOX, gem.width, TALLEST_SCREEN - HBOX)
    return MAX_WIDTH, gem.wind_calc(Wc.WC_WORK, KIND, desk).h
