"""Rectangle lists: what of a window can be seen (docs/machine.md 3.2)."""

from __future__ import annotations

from collections.abc import Iterable

from gemport.gem.aes.rect import GRect


def cut(rect: GRect, cutter: GRect) -> list[GRect]:
    """What is left of a rectangle under another: above (full width), left, right, below (full width)."""
    common = rect.intersection(cutter)
    if common.empty:
        return [rect]
    pieces = (
        GRect(rect.x, rect.y, rect.w, common.y - rect.y),
        GRect(rect.x, common.y, common.x - rect.x, common.h),
        GRect(common.right, common.y, rect.right - common.right, common.h),
        GRect(rect.x, common.bottom, rect.w, rect.bottom - common.bottom),
    )
    return [piece for piece in pieces if not piece.empty]


def visible(rect: GRect, above: Iterable[GRect]) -> list[GRect]:
    """What is left of a rectangle when those above it, bottom to top, have each cut it; in the AES's order."""
    rects = [rect]
    for cutter in above:
        rects = [piece for part in rects for piece in cut(part, cutter)]
    return rects


def clipped(rects: Iterable[GRect], clip: GRect) -> list[GRect]:
    """The rectangles cut with another, the empty ones left out."""
    cuts = (rect.intersection(clip) for rect in rects)
    return [rect for rect in cuts if not rect.empty]


def bounds(rects: Iterable[GRect]) -> GRect:
    """The bounding box, an empty rectangle if there is none."""
    box: GRect | None = None
    for rect in rects:
        box = rect if box is None else box.union(rect)
    return box or GRect(0, 0, 0, 0)
