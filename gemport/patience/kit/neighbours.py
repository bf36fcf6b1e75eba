"""Where the other windows on the screen are, so that a game's window or icon does not hide them without need."""

from __future__ import annotations

from collections.abc import Iterator

from gemport.gem.aes.constants import DESKTOP, Wf
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect

_ICON_GAP = 8


def neighbours(gem: Gem, own: int | None = None) -> list[GRect]:
    """The outer rectangles of all open windows but one's own."""
    found, handle = [], gem.wind_get(DESKTOP, Wf.WF_BOTTOM).x
    while handle != DESKTOP:
        if handle != own:
            found.append(gem.wind_get(handle, Wf.WF_CURRXYWH))
        handle = gem.wind_get(handle, Wf.WF_OWNER).w
    return found


def free_place(wanted: GRect, others: list[GRect], desk: GRect) -> GRect:
    """The place for a window: as wanted, else the first beside or below that is free; as wanted if there is none."""
    places = _steps(wanted, desk, 0)
    return next((place for place in places if not any(place.intersects(other) for other in others)), wanted)


def free_icon_place(wanted: GRect, others: list[GRect], widest: int, desk: GRect) -> GRect:
    """The place for a shrunk window: as wanted unless another shrunk one, no wider than ``widest``, is in the way."""
    shrunk = [other for other in others if other.w <= widest]
    if not any(wanted.intersects(other) for other in shrunk):
        return wanted
    places = _steps(wanted, desk, _ICON_GAP)
    return next((place for place in places if not any(place.intersects(other) for other in shrunk)), wanted)


def _steps(first: GRect, desk: GRect, gap: int) -> Iterator[GRect]:
    """The place itself, and those right of it and then below that lie wholly on the desktop."""
    yield first
    for y in range(first.y, desk.bottom - first.h + 1, first.h + gap):
        for x in range(first.x, desk.right - first.w + 1, first.w + gap):
            yield GRect(x, y, first.w, first.h)
