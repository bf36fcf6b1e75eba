"""The workstation's calls that draw lines and markers."""

from __future__ import annotations

from collections.abc import Sequence

from gemport.gem.vdi.blit import sort_corners
from gemport.gem.vdi.curves import arc_points, rounded_box, within_reach
from gemport.gem.vdi.fills import Point
from gemport.gem.vdi.lines import Stroke, draw_polyline
from gemport.gem.vdi.modes import LineEnd
from gemport.gem.vdi.state import State, color_index
from gemport.gem.vdi.wide import arrow, draw_wide, fill_outlined

MAX_LINE_WIDTH = 40
SQUARE_ENDS = (int(LineEnd.LE_SQUARED), int(LineEnd.LE_SQUARED))
MARKER_SIZES = 8
_MARKER_HEIGHT = 11
"""Height of the smallest marker, pixels; the others are multiples."""

MARKERS: dict[int, tuple[tuple[Point, ...], ...]] = {
    1: (((0, 0), (0, 0)),),
    2: (((0, -3), (0, 3)), ((-4, 0), (4, 0))),
    3: (((0, -3), (0, 3)), ((3, 2), (-3, -2)), ((3, -2), (-3, 2))),
    4: (((-4, -3), (4, -3), (4, 3), (-4, 3), (-4, -3)),),
    5: (((-4, -3), (4, 3)), ((-4, 3), (4, -3))),
    6: (((-4, 0), (0, -3), (4, 0), (0, 3), (-4, 0)),),
}
"""Marker type -> polylines around the point, in the smallest size."""


class LineCalls(State):
    """Line attributes, polylines, arcs, markers. Coordinates are pixels, end points included."""

    def vsl_type(self, kind: int) -> int:
        """Set the line pattern 1..7 (:class:`LineType`); the value set, 1 for an unknown one."""
        self.line_type = kind if 1 <= kind <= 7 else 1
        return self.line_type

    def vsl_udsty(self, word: int) -> None:
        """Set the 16-bit pattern of line type 7, bit 15 first."""
        self.line_user = word & 0xFFFF

    def vsl_color(self, color: int) -> int:
        """Set the colour 0 or 1 of lines; the value set."""
        self.line_color = color_index(color)
        return self.line_color

    def vsl_width(self, width: int) -> int:
        """Set the width 1..40 pixels; even widths become one less; the value set."""
        width = min(max(width, 1), MAX_LINE_WIDTH)
        self.line_width = width if width % 2 else width - 1
        return self.line_width

    def vsl_ends(self, begin: int, end: int) -> tuple[int, int]:
        """Set the ends' shapes (:class:`LineEnd`), 0 for an unknown one; the values set."""
        self.line_ends = (begin if 0 <= begin <= 2 else 0, end if 0 <= end <= 2 else 0)
        return self.line_ends

    def vql_attributes(self) -> tuple[int, int, int, int, int, int]:
        """Type, colour, writing mode, begin, end, width."""
        return self.line_type, self.line_color, self.mode, *self.line_ends, self.line_width

    def v_pline(self, points: Sequence[Point]) -> None:
        """Draw a line through the points (at least two)."""
        self._draw(points, self.line_ends)

    def _draw(self, points: Sequence[Point], ends: tuple[int, int]) -> None:
        """A polyline with the line attributes and these ends: thin, then its arrow heads; or heads, then a wide line.

        A wide line begins at the base of its head, a thin one is drawn in full length.
        """
        if len(points) < 2:
            return
        stroke = self.stroke()
        if self.line_width == 1:
            draw_polyline(self.raster, self.clip, points, stroke)
            self._arrows(points, ends, stroke)
        else:
            rest = self._arrows(points, ends, stroke)
            draw_wide(self.raster, self.clip, rest, self.line_width, ends, stroke)
            self.solid_fills = True
        self.touch()

    def _arrows(self, points: Sequence[Point], ends: tuple[int, int], stroke: Stroke) -> Sequence[Point]:
        """Draw the heads of those ends that have one; the points of the line between them."""
        for end in ends:
            if end == LineEnd.LE_ARROWED:
                self.solid_fills = True
                found = arrow(points, self.line_width)
                if found is not None:
                    head, points = found
                    fill_outlined(self.raster, self.clip, head, stroke)
            points = points[::-1]
        return points

    def v_arc(self, x: int, y: int, radius: int, begin: int, end: int) -> None:
        """Draw part of a circle; angles in tenths of a degree, counter-clockwise, 0 = right."""
        self.v_ellarc(x, y, radius, radius, begin, end)

    def v_ellarc(self, x: int, y: int, rx: int, ry: int, begin: int, end: int) -> None:
        """Draw part of an ellipse; angles in tenths of a degree, counter-clockwise, 0 = right."""
        if within_reach(self.clip, x, y, abs(rx), abs(ry)):
            self._draw(arc_points(x, y, abs(rx), abs(ry), begin, end), self.line_ends)

    def v_rbox(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Draw the outline of a box with rounded corners, never with arrows."""
        self._draw(rounded_box(*sort_corners(x1, y1, x2, y2), self.raster.width), SQUARE_ENDS)

    def vsm_type(self, kind: int) -> int:
        """Set the marker shape 1..6 (:class:`MarkerType`); the value set, 3 for an unknown one."""
        self.marker_type = kind if 1 <= kind <= 6 else 3
        return self.marker_type

    def vsm_color(self, color: int) -> int:
        """Set the colour 0 or 1 of markers; the value set."""
        self.marker_color = color_index(color)
        return self.marker_color

    def vsm_height(self, height: int) -> int:
        """Set the markers' height, pixels; the value set: a multiple of the smallest (11), up to eight times it."""
        self.marker_scale = min(max((height + _MARKER_HEIGHT // 2) // _MARKER_HEIGHT, 1), MARKER_SIZES)
        return self.marker_scale * _MARKER_HEIGHT

    def vqm_attributes(self) -> tuple[int, int, int, int]:
        """Marker type, colour, writing mode, height."""
        return self.marker_type, self.marker_color, self.mode, self.marker_scale * _MARKER_HEIGHT

    def v_pmarker(self, points: Sequence[Point]) -> None:
        """Draw a marker at each point, in solid lines one pixel wide."""
        stroke = Stroke(0xFFFF, self.marker_color, self.mode)
        scale = self.marker_scale
        for x, y in points:
            for shape in MARKERS[self.marker_type]:
                line = [(x + scale * dx, y + scale * dy) for dx, dy in shape]
                draw_polyline(self.raster, self.clip, line, stroke)
        self.touch()
