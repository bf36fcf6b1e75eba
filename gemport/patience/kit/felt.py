"""The table that the cards lie on."""

from __future__ import annotations

from gemport.gem.vdi.modes import FillInterior, WritingMode
from gemport.gem.vdi.workstation import Workstation

_HALF = 4


def paint_felt(workstation: Workstation, corners: tuple[int, int, int, int]) -> None:
    """Fill a rectangle of the screen with the games' background: pattern 4, every second pixel (docs/vierfrei.md 3)."""
    workstation.vswr_mode(WritingMode.MD_REPLACE)
    workstation.vsf_interior(FillInterior.FIS_PATTERN)
    workstation.vsf_style(_HALF)
    workstation.vsf_color(1)
    workstation.vr_recfl(*corners)
