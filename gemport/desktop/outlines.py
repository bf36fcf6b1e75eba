"""Outlines that follow the mouse: icons that are dragged, and the box that is drawn around icons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeAlias

from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_M1, Update
from gemport.gem.aes.events import MouseRect
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.vdi.modes import LineType, WritingMode
from gemport.gem.vdi.workstation import Workstation

Shape: TypeAlias = Sequence[tuple[int, int]]
"""The corners of a closed outline, in screen pixels."""

_DOTS = 0x5555


def box_shape(rect: GRect) -> Shape:
    """The outline of a rectangle."""
    x1, y1, x2, y2 = rect.corners()
    return (x1, y1), (x2, y1), (x2, y2), (x1, y2)


def icon_shape(picture: GRect, label: GRect) -> Shape:
    """The outline of a picture with its text below it, or to the right of it where it is not below."""
    px1, py1, px2, py2 = picture.corners()
    lx1, ly1, lx2, ly2 = label.corners()
    if label.y >= picture.bottom:
        return (px1, py1), (px2, py1), (px2, ly1), (lx2, ly1), (lx2, ly2), (lx1, ly2), (lx1, ly1), (px1, ly1)
    return (px1, py1), (px2, py1), (px2, ly1), (lx2, ly1), (lx2, ly2), (px2, ly2), (px2, py2), (px1, py2)


def moved(shape: Shape, dx: int, dy: int) -> Shape:
    """A shape somewhere else."""
    return [(x + dx, y + dy) for x, y in shape]


async def follow(
    gem: Gem, ws: Workstation, clip: GRect, shapes: Callable[[int, int], Sequence[Shape]]
) -> tuple[int, int]:
    """Show the shapes that belong to the pointer's place until the left button is up; where the pointer was then."""
    await gem.wind_update(Update.BEG_MCTRL)
    try:
        state = gem.graf_mkstate()
        x, y, held = state.x, state.y, bool(state.buttons & LEFT)
        ws.vs_clip(True, *clip.corners())
        while held:
            shown = shapes(x, y)
            _turn_over(ws, shown)
            here = MouseRect(True, GRect(x, y, 1, 1))
            event = await gem.evnt_multi(MU_BUTTON | MU_M1, mask=LEFT, state=0, m1=here)
            _turn_over(ws, shown)
            x, y, held = event.x, event.y, MU_BUTTON not in event.events
    finally:
        await gem.wind_update(Update.END_MCTRL)
    return x, y


def _turn_over(ws: Workstation, shapes: Sequence[Shape]) -> None:
    """Draw the shapes dotted, or take them away again."""
    ws.vswr_mode(WritingMode.MD_XOR)
    ws.vsl_type(LineType.LT_USERDEF)
    for shape in shapes:
        for start, end in pairwise([*shape, shape[0]]):
            # Every other dot of the screen, whichever way the line runs: level ones hang on the screen, others do not.
            odd = start[1] % 2 if start[0] != end[0] else sum(start) % 2
            ws.vsl_udsty(_DOTS << odd)
            ws.v_pline([start, end])
