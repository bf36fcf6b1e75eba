"""Card pictures on a raster, and how a card is put on the screen (docs/vierfrei.md 4)."""

from __future__ import annotations

from collections.abc import Sequence

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

_EDGES = (0, 0, CARD_WIDTH - 1, CARD_HEIGHT - 1)


class CardArt:
    """The pictures of a deck: 0..51 the cards, EMPTY_FINAL + suit, EMPTY_FREE, and maybe BACK."""

    def __init__(self, cards: CardData, back: Rows | None = None) -> None:
        pictures = [*assemble(cards), *([back] if back is not None else [])]
        self._pictures: Sequence[Raster] = [Raster(CARD_WIDTH, CARD_HEIGHT, rows) for rows in pictures]
        whole = (1 << CARD_WIDTH) - 1
        self._shape = Raster(CARD_WIDTH, CARD_HEIGHT, [whole ^ row for row in pictures[MASK]])

    def draw(self, workstation: Workstation, picture: int, x: int, y: int, inverted: bool = False) -> None:
        """Put a picture on the screen, its top left corner at (x, y) pixels; the background shows round its corners.

        ``inverted``: black and white exchanged, within the corners too.
        """
        corners = (*_EDGES, x, y, x + CARD_WIDTH - 1, y + CARD_HEIGHT - 1)
        workstation.vro_cpyfm(RasterOp.S_AND_D, corners, self._pictures[MASK], None)
        workstation.vro_cpyfm(RasterOp.S_OR_D, corners, self._pictures[picture], None)
        if inverted:
            workstation.vro_cpyfm(RasterOp.S_XOR_D, corners, self._shape, None)


__all__ = ["BACK", "CARD_HEIGHT", "CARD_WIDTH", "EMPTY_FINAL", "EMPTY_FREE", "CardArt"]
