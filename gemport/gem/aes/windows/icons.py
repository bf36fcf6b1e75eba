"""Where iconified windows stand: in rows from the lower left corner (AES 4)."""

from __future__ import annotations

from collections.abc import Sequence

from gemport.gem.aes.rect import GRect

ICON_SIZE = 72
"""Side of an iconified window, outside, in pixels."""
_STEP = ICON_SIZE + 2


def icon_place(taken: Sequence[GRect], desk: GRect) -> GRect:
    """The first free place; when all are taken, the first one again."""
    across, up = max(desk.w // _STEP, 1), max(desk.h // _STEP, 1)
    places = [
        GRect(desk.x + column * _STEP, desk.bottom - (row + 1) * _STEP, ICON_SIZE, ICON_SIZE)
        for row in range(up)
        for column in range(across)
    ]
    return next((place for place in places if not any(place.intersects(rect) for rect in taken)), places[0])
