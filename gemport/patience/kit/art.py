"""Card pictures on a raster, and how a card is put on the screen (docs/vierfrei.md 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from gemport.gem.vdi.modes import RasterOp
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.workstation import Workstation
from gemport.patience.kit.deck.dat import (
    CARD_HEIGHT,
    CARD_WIDTH,
    EMPTY_FINAL,
    EMPTY_FREE,
    MASK,
    CardData,
    Rows,
    assemble,
)

BACK = 58
"""Picture number of a card's back, where the art has one."""
_FOOT = 5
"""So many rows at a card's foot have its rounded corners."""


class CardArt:
    """The pictures of a deck: 0..51 the cards, EMPTY_FINAL + suit, EMPTY_FREE, and maybe BACK."""

    def __init__(self, cards: CardData, back: Rows | None = None) -> None:
        pictures = [*assemble(cards), *([back] if back is not None else [])]
        self._pictures: Sequence[Raster] = [Raster(CARD_WIDTH, CARD_HEIGHT, rows) for rows in pictures]
        whole = (1 << CARD_WIDTH) - 1
        self._shape = Raster(CARD_WIDTH, CARD_HEIGHT, [whole ^ row for row in pictures[MASK]])
        drawn = [rows for number, rows in enumerate(pictures) if number != MASK]
        self._drawn = [reduce(or_, rows) for rows in zip(self._shape.rows, *drawn, strict=True)]
        self._rows_seen: dict[int, int] = {}

    def rows_seen(self, overlap: int) -> int:
        """How many of a card's upper rows can be seen when another lies on it, that many pixels further down.

        The one on top hides what is beneath its own shape; round its corners the one beneath it shows.
        """
        if overlap not in self._rows_seen:
            self._rows_seen[overlap] = self._count_rows_seen(overlap)
        return self._rows_seen[overlap]

    def _count_rows_seen(self, overlap: int) -> int:
        if not 0 < overlap < CARD_HEIGHT:
            return CARD_HEIGHT
        beside = (row for row in range(overlap, CARD_HEIGHT) if self._drawn[row] & ~self._shape.rows[row - overlap])
        return max(beside, default=overlap - 1) + 1

    def draw(
        self, workstation: Workstation, picture: int, x: int, y: int, inverted: bool = False, rows: int = CARD_HEIGHT
    ) -> None:
        """Put a picture on the screen, its top left corner at (x, y) pixels; the background shows round its corners.

        ``inverted``: black and white exchanged, within the corners too. ``rows``: so many from the top, no more.
        """
        self._draw_rows(workstation, picture, range(rows), x, y, inverted)

    def draw_low(self, workstation: Workstation, picture: int, x: int, y: int, height: int) -> None:
        """Put a card on the screen that is only ``height`` pixels high: it ends sooner, with an empty card's foot."""
        cut = height - _FOOT
        self._draw_rows(workstation, picture, range(cut), x, y, False)
        self._draw_rows(workstation, EMPTY_FREE, range(CARD_HEIGHT - _FOOT, CARD_HEIGHT), x, y + cut, False)

    def invert(self, workstation: Workstation, x: int, y: int) -> None:
        """Exchange black and white in the shape of a card, its top left corner at (x, y); twice changes nothing."""
        corners = (0, 0, CARD_WIDTH - 1, CARD_HEIGHT - 1, x, y, x + CARD_WIDTH - 1, y + CARD_HEIGHT - 1)
        workstation.vro_cpyfm(RasterOp.S_XOR_D, corners, self._shape, None)

    def _draw_rows(self, workstation: Workstation, picture: int, rows: range, x: int, y: int, inverted: bool) -> None:
        corners = (0, rows[0], CARD_WIDTH - 1, rows[-1], x, y, x + CARD_WIDTH - 1, y + len(rows) - 1)
        workstation.vro_cpyfm(RasterOp.S_AND_D, corners, self._pictures[MASK], None)
        workstation.vro_cpyfm(RasterOp.S_OR_D, corners, self._pictures[picture], None)
        if inverted:
            workstation.vro_cpyfm(RasterOp.S_XOR_D, corners, self._shape, None)


__all__ = ["BACK", "CARD_HEIGHT", "CARD_WIDTH", "EMPTY_FINAL", "EMPTY_FREE", "CardArt"]
