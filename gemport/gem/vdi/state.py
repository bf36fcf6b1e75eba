"""What a workstation keeps: bitmap, clip rectangle and the attributes of all calls."""

from __future__ import annotations

from collections.abc import Sequence

from gemport.gem.vdi.blit import Rect, bounds
from gemport.gem.vdi.fills import Paint
from gemport.gem.vdi.font import Font
from gemport.gem.vdi.lines import Stroke
from gemport.gem.vdi.modes import FillInterior, LineType, WritingMode
from gemport.gem.vdi.mouse import Pointer
from gemport.gem.vdi.patterns import DEFAULT_USER_PATTERN, HATCHES, HOLLOW, LINE_STYLES, PATTERNS, SOLID, Pattern
from gemport.gem.vdi.raster import Raster

DEFAULT_WORK_IN = (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2)
"""The usual work_in: everything 1, raster coordinates."""


SYSTEM_FACE = 1
"""Face id of the system fonts."""


def color_index(value: int) -> int:
    """A colour index as two colours have it: anything outside 0..1 is black (docs/machine.md 2.1)."""
    return value if value in (0, 1) else 1


class State:
    """Bitmap, clip rectangle, attributes. ``fonts`` is sorted from the smallest to the largest."""

    def __init__(
        self,
        raster: Raster,
        fonts: Sequence[Font],
        work_in: Sequence[int] = DEFAULT_WORK_IN,
        pointer: Pointer | None = None,
    ) -> None:
        if not fonts:
            raise ValueError("a workstation needs at least one font")
        if len(work_in) < 10:
            raise ValueError(f"work_in has {len(work_in)} numbers instead of 11")
        self.raster = raster
        self.pointer = Pointer() if pointer is None else pointer
        self.fonts = sorted(fonts, key=lambda font: (font.top, font.point))
        self.clip: Rect = bounds(raster)
        self.clipping = False
        self.mode = int(WritingMode.MD_REPLACE)
        self.line_type = work_in[1] if 1 <= work_in[1] <= 7 else 1
        self.line_color = color_index(work_in[2])
        self.line_width = 1
        self.line_ends = (0, 0)
        self.line_user = 0xFFFF
        self.marker_type = work_in[3] if 1 <= work_in[3] <= 6 else 3
        self.marker_color = color_index(work_in[4])
        self.marker_scale = 1
        self.base_font = self.font = _system_font(self.fonts)
        self.text_color = color_index(work_in[6])
        self.text_effects = 0
        self.text_align = (0, 0)
        self.text_rotation = 0
        self.interior = work_in[7] if 0 <= work_in[7] <= 4 else 0
        # GEM stores this first style one too high; only vsf_style takes the 1 off (docs/machine.md 2.1).
        self.style = work_in[8] + 1 if 0 <= work_in[8] < (24 if self.interior == 2 else 12) else 1
        self.fill_color = color_index(work_in[9])
        self.perimeter = 1
        self.user_pattern: Pattern = DEFAULT_USER_PATTERN
        self.solid_fills = False
        """A wide line or an arrow has left its solid pattern in force; the next vsf_interior or vsf_style ends it."""

    def pattern(self) -> Pattern:
        """The words that fills are made of: those that the attributes choose, unless a line left its own."""
        if self.solid_fills or self.interior == FillInterior.FIS_SOLID:
            return SOLID
        if self.interior == FillInterior.FIS_PATTERN:
            return PATTERNS[self.style - 1]
        if self.interior == FillInterior.FIS_HATCH:
            return HATCHES[(self.style - 1) % len(HATCHES)]
        return self.user_pattern if self.interior == FillInterior.FIS_USER else HOLLOW

    def paint(self) -> Paint:
        """Pattern, colour and mode of fills."""
        return Paint(self.pattern(), self.fill_color, self.mode)

    def line_style(self) -> int:
        """The 16-bit pattern of lines."""
        return self.line_user if self.line_type == LineType.LT_USERDEF else LINE_STYLES[self.line_type - 1]

    def stroke(self) -> Stroke:
        """Pattern, colour and mode of lines."""
        return Stroke(self.line_style(), self.line_color, self.mode)

    def outline(self) -> Stroke:
        """How perimeters are drawn: solid, in the fill colour."""
        return Stroke(0xFFFF, self.fill_color, self.mode)

    def touch(self) -> None:
        """The bitmap has (or may have) changed."""
        self.raster.version += 1


def _system_font(fonts: Sequence[Font]) -> Font:
    """The font that a workstation starts with: the largest of the system face (id 1), else the largest."""
    return ([font for font in fonts if font.face_id == SYSTEM_FACE] or fonts)[-1]
