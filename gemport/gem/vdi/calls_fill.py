"""The workstation's calls that fill."""

from __future__ import annotations

from collections.abc import Sequence

from gemport.gem.vdi.blit import sort_corners
from gemport.gem.vdi.curves import FULL_CIRCLE, arc_points, rounded_box, within_reach
from gemport.gem.vdi.fills import Point, fill_polygon, fill_rect
from gemport.gem.vdi.lines import draw_polyline
from gemport.gem.vdi.patterns import Pattern
from gemport.gem.vdi.seedfill import contour_fill
from gemport.gem.vdi.state import State, color_index


class FillCalls(State):
    """Fill attributes, bars, polygons, discs, seed fill. Coordinates are pixels, both corners included."""

    def vsf_interior(self, interior: int) -> int:
        """Set what fills are made of (:class:`FillInterior`); the value set, 0 for an unknown one."""
        self.interior = interior if 0 <= interior <= 4 else 0
        self.solid_fills = False
        return self.interior

    def vsf_style(self, style: int) -> int:
        """Set the pattern 1..24 or hatch 1..12 by number; the value set, 1 for an unknown one."""
        limit = 24 if self.interior == 2 else 12
        self.style = style if 1 <= style <= limit else 1
        self.solid_fills = False
        return self.style

    def vsf_color(self, color: int) -> int:
        """Set the colour 0 or 1 of fills; the value set."""
        self.fill_color = color_index(color)
        return self.fill_color

    def vsf_perimeter(self, visible: int) -> int:
        """Draw an outline around fills (other than vr_recfl) or not; the value set."""
        self.perimeter = 1 if visible else 0
        return self.perimeter

    def vsf_udpat(self, pattern: Sequence[int]) -> None:
        """Set the 16 words of interior 4. Raises ValueError for another count or a number that is not a word."""
        if len(pattern) != 16 or not all(-0x8000 <= word <= 0xFFFF for word in pattern):
            raise ValueError("vsf_udpat: a pattern is 16 words of 16 bits")
        words: Pattern = tuple(word & 0xFFFF for word in pattern)
        self.user_pattern = words

    def vqf_attributes(self) -> tuple[int, int, int, int, int]:
        """Interior, colour, style, writing mode, perimeter."""
        return self.interior, self.fill_color, self.style, self.mode, self.perimeter

    def vr_recfl(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Fill a rectangle, never with a perimeter."""
        if fill_rect(self.raster, self.clip, sort_corners(x1, y1, x2, y2), self.paint()):
            self.touch()

    def v_bar(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Fill a rectangle; the perimeter, if on, is its edge rows and columns."""
        x1, y1, x2, y2 = sort_corners(x1, y1, x2, y2)
        fill_rect(self.raster, self.clip, (x1, y1, x2, y2), self.paint())
        if self.perimeter:
            corners = [(x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1)]
            draw_polyline(self.raster, self.clip, corners, self.outline())
        self.touch()

    def v_fillarea(self, points: Sequence[Point]) -> None:
        """Fill a polygon (even-odd) that closes itself, then draw its perimeter if on.

        It is closed again even where the last point is the first: XOR mode shows that one pixel. Without the
        perimeter the topmost and the lowest row stay free (docs/machine.md 2.5).
        """
        if not points:
            return
        fill_polygon(self.raster, self.clip, points, self.paint())
        if self.perimeter:
            draw_polyline(self.raster, self.clip, [*points, points[0]], self.outline())
        self.touch()

    def v_circle(self, x: int, y: int, radius: int) -> None:
        """Fill a circle."""
        self.v_ellipse(x, y, radius, radius)

    def v_ellipse(self, x: int, y: int, rx: int, ry: int) -> None:
        """Fill an ellipse with the given half axes."""
        if within_reach(self.clip, x, y, abs(rx), abs(ry)):
            self.v_fillarea(arc_points(x, y, abs(rx), abs(ry), 0, FULL_CIRCLE))

    def v_pieslice(self, x: int, y: int, radius: int, begin: int, end: int) -> None:
        """Fill a sector; angles in tenths of a degree, counter-clockwise, 0 = right."""
        self.v_ellpie(x, y, radius, radius, begin, end)

    def v_ellpie(self, x: int, y: int, rx: int, ry: int, begin: int, end: int) -> None:
        """Fill a sector of an ellipse; angles in tenths of a degree, counter-clockwise, 0 = right."""
        if within_reach(self.clip, x, y, abs(rx), abs(ry)):
            self.v_fillarea([*arc_points(x, y, abs(rx), abs(ry), begin, end), (x, y)])

    def v_rfbox(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Fill a box with rounded corners, then draw its perimeter if on."""
        self.v_fillarea(rounded_box(*sort_corners(x1, y1, x2, y2), self.raster.width)[:-1])

    def v_contourfill(self, x: int, y: int, color: int) -> None:
        """Fill from a seed to the border of ``color``, or with -1 to where the seed's colour ends (4-connected).

        For a colour that does not exist nothing happens.
        """
        if color <= 1 and contour_fill(self.raster, self.clip, x, y, color, self.paint()):
            self.touch()

    def v_get_pixel(self, x: int, y: int) -> tuple[int, int]:
        """Pixel value and colour index, both 0 or 1; 0 outside the bitmap."""
        value = self.raster.get_pixel(x, y)
        return value, value

    def v_clrwk(self) -> None:
        """Make the whole bitmap white, whatever the clip."""
        self.raster.rows[:] = [0] * self.raster.height
        self.touch()
