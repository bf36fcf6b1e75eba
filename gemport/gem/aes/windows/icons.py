"""Iconified windows: what becomes of one, and where they stand, in rows from the lower left corner (AES 4)."""

from __future__ import annotations

from collections.abc import Sequence

from gemport.gem.aes.constants import Wf
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.windows.parts import ICON_KIND, WindowState

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


def turn(window: WindowState, field: Wf, rect: GRect | None, place: GRect) -> bool:
    """Make an icon of a window (WF_ICONIFY) or a window of an icon, or note where to (WF_UNICONIFYXYWH); False if not.

    Without a rectangle an icon goes to ``place``, and a window to where it was.
    """
    wanted = None if rect is None or rect.empty else rect
    if field == Wf.WF_ICONIFY and window.large is None:
        window.large, window.kind = (window.kind, window.curr), ICON_KIND
        window.prev, window.curr = window.curr, wanted or place
        return True
    if field == Wf.WF_UNICONIFY and window.large is not None:
        window.kind, before = window.large
        window.prev, window.curr = window.curr, wanted or before
        window.large = None
        return True
    if field == Wf.WF_UNICONIFYXYWH and window.large is not None and wanted is not None:
        window.large = window.large[0], wanted
        return True
    return False
