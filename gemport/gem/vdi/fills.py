"""Fills: bars, polygons, discs and v_contourfill (docs/machine.md 2.5, 9).

v_contourfill fills line by line from a seed, in the same order as GEM, since the order affects the result. If two
branches of the fill meet in a line, that line is filled but the fill does not continue from it, so ragged shapes keep
unfilled areas. GEM reads pixels that it has just written, so a pattern with gaps is visited again. The fill stops if
more lines are pending than the queue can hold, and leaves the area partly filled.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from gemport.gem.vdi.attributes import Attributes, Stroke, color_index, in_steps
from gemport.gem.vdi.lines import FULL_CIRCLE, arc_points, polyline_steps, rounded_box, within_reach
from gemport.gem.vdi.raster import (
    Paint,
    Point,
    Raster,
    Rect,
    fill_rect,
    fill_span,
    intersect,
    polygon_steps,
    sort_corners,
    span,
)

MAX_QUEUED_LINES = 512
MAX_LINES = 200_000
"""Maximum number of lines in a contour fill, more than a screen has runs. GEM might revisit the same lines forever."""


_Run = tuple[int, int, bool]
"""Adjacent pixels of one colour in a line: first x, last x (inclusive), and whether to fill them."""


class _Seed(NamedTuple):
    """A pending run, and the direction of the fill from there: 1 down, -1 up."""

    y: int
    step: int
    left: int
    right: int


class _Fill:
    """A contour fill in progress.

    Its queue of seeds may have holes. Seeds are taken in turn; a new seed fills the first hole. ``put`` raises
    OverflowError if more lines are pending than GEM's queue can hold; GEM abandons the fill at that point.
    """

    def __init__(self, raster: Raster, clip: Rect, paint: Paint, color: int, border: bool) -> None:
        self.raster, self.clip, self.paint = raster, clip, paint
        self.color, self.border = color, border
        self.inside = span(raster.stride, clip[0], clip[2])
        self.seeds: list[_Seed | None] = []
        self.next = 0

    def _shorten(self) -> None:
        while self.seeds and self.seeds[-1] is None:
            self.seeds.pop()
        if self.next >= len(self.seeds):
            self.next = 0

    def take(self) -> _Seed:
        while (seed := self.seeds[self.next]) is None:
            self.next = (self.next + 1) % len(self.seeds)
        self.seeds[self.next] = None
        self.next += 1
        if self.next == len(self.seeds):
            self._shorten()
        return seed

    def put(self, seed: _Seed) -> bool:
        """Add a seed.

        If the same run was pending from the other direction, remove that seed instead and return False: both branches
        met.
        """
        hole = None
        for place, other in enumerate(self.seeds):
            if other is None:
                hole = place if hole is None else hole
            elif other.y == seed.y and other.step != seed.step and other.left == seed.left:
                self.seeds[place] = None
                if place + 1 == len(self.seeds):
                    self._shorten()
                return False
        if hole is not None:
            self.seeds[hole] = seed
        elif len(self.seeds) == MAX_QUEUED_LINES:
            raise OverflowError
        else:
            self.seeds.append(seed)
        return True

    def run(self, x: int, y: int) -> _Run | None:
        """Return the run at a pixel, or None above and below the clip rectangle."""
        if not self.clip[1] <= y <= self.clip[3]:
            return None
        row, bit = self.raster.rows[y], self.raster.stride - 1 - x
        color = row >> bit & 1
        same = (row if color else ~row) & self.inside
        before = same >> bit
        length = ((before + 1) & ~before).bit_length() - 1
        after = bit - (~same & ((1 << bit) - 1)).bit_length()
        return x - length + 1, x + after, (color == self.color) != self.border

    def sow(self, x: int, y: int, step: int) -> tuple[_Run | None, bool]:
        """Return the run at a pixel, and whether it became a seed; it may be unsuitable or already filled."""
        run = self.run(x, y)
        if run is None or not run[2]:
            return run, False
        if self.put(_Seed(y, step, run[0], run[1])):
            return run, True
        fill_span(self.raster, y, run[0], run[1], self.paint)
        return run, False

    def spread(self, seed: _Seed) -> None:
        """Examine the next line in the seed's direction, and the seed's line wherever a run extends beyond the seed."""
        y = seed.y + seed.step
        run, sown = self.sow(seed.left, y, seed.step)
        left, right = run[:2] if run else (seed.left, seed.right)
        if sown and left < seed.left - 1:
            x = seed.left
            while x > left:
                back, _ = self.sow(x - 1, seed.y, -seed.step)
                x = back[0] if back else left
        while right < seed.right:
            run, sown = self.sow(right + 1, y, seed.step)
            right = run[1] if run else seed.right
        if sown and right > seed.right + 1:
            x = seed.right
            while x < right:
                back, _ = self.sow(x + 1, seed.y, -seed.step)
                x = back[1] if back else right


class FillCalls(Attributes):
    """Fill attributes, bars, polygons, discs, and contour fill. Coordinates are pixels, both corners included.

    Angles are tenths of a degree, counter-clockwise, 0 = right. Setters return the value set.
    """

    def vsf_interior(self, interior: int) -> int:
        """Set the interior of fills (:class:`FillInterior`); return the value set, 0 if unknown."""
        self.interior = interior if 0 <= interior <= 4 else 0
        self.solid_fills = False
        return self.interior

    def vsf_style(self, style: int) -> int:
        """Set the number of the pattern 1..24 or hatch 1..12; return the value set, 1 if unknown."""
        limit = 24 if self.interior == 2 else 12
        self.style = style if 1 <= style <= limit else 1
        self.solid_fills = False
        return self.style

    def vsf_color(self, color: int) -> int:
        """Set the fill colour; return the value set, as vsl_color does."""
        self.fill_color = color_index(color)
        return self.fill_color

    def vsf_perimeter(self, visible: int) -> int:
        """Draw the outline of filled shapes unless ``visible`` is 0; return 1 or 0."""
        self.perimeter = 1 if visible else 0
        return self.perimeter

    def vsf_udpat(self, pattern: Sequence[int]) -> None:
        """Set the 16 words of interior 4. Raises ValueError if there are not 16, or if one does not fit in 16 bits."""
        if len(pattern) != 16 or not all(-0x8000 <= word <= 0xFFFF for word in pattern):
            raise ValueError("vsf_udpat: a pattern is 16 words of 16 bits")
        self.user_pattern = tuple(word & 0xFFFF for word in pattern)

    def vqf_attributes(self) -> tuple[int, int, int, int, int]:
        """Return interior, colour, style, writing mode and perimeter."""
        return self.interior, self.fill_color, self.style, self.mode, self.perimeter

    def vr_recfl(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Fill a rectangle, never with a perimeter."""
        if fill_rect(self.raster, self.clip, sort_corners(x1, y1, x2, y2), self.paint()):
            self.touch()

    def v_bar(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Fill a rectangle; the perimeter, if on, is its edge rows and columns."""
        x1, y1, x2, y2 = sort_corners(x1, y1, x2, y2)
        fill_rect(self.raster, self.clip, (x1, y1, x2, y2), self.paint())
        for _ in self._perimeter_steps([(x1, y1), (x2, y1), (x2, y2), (x1, y2)]):
            pass
        self.touch()

    def _perimeter_steps(self, points: Sequence[Point]) -> Iterator[None]:
        """Draw the perimeter of a polygon as a solid line in the fill colour if enabled, one side per step."""
        if self.perimeter:
            outline = Stroke(0xFFFF, self.fill_color, self.mode)
            yield from polyline_steps(self.raster, self.clip, [*points, points[0]], outline)

    @in_steps
    def v_fillarea(self, points: Sequence[Point]) -> Iterator[None]:
        """Fill a polygon (even-odd, closed automatically), then draw its perimeter if enabled.

        The closing side is drawn even if the last point equals the first; in XOR mode that pixel is visible.
        Without the perimeter the top and bottom rows stay empty (docs/machine.md 2.5).
        """
        return self._area_steps(points)

    def _area_steps(self, points: Sequence[Point]) -> Iterator[None]:
        if not points:
            return
        yield from polygon_steps(self.raster, self.clip, points, self.paint())
        yield from self._perimeter_steps(points)
        self.touch()

    @in_steps
    def v_circle(self, x: int, y: int, radius: int) -> Iterator[None]:
        """Fill a circle, then draw its perimeter if enabled."""
        return self._ellipse_steps(x, y, radius, radius)

    @in_steps
    def v_ellipse(self, x: int, y: int, rx: int, ry: int) -> Iterator[None]:
        """Fill an ellipse with the radii ``rx`` and ``ry``, then draw its perimeter if enabled."""
        return self._ellipse_steps(x, y, rx, ry)

    @in_steps
    def v_pieslice(self, x: int, y: int, radius: int, begin: int, end: int) -> Iterator[None]:
        """Fill a slice of a circle, with angles as in v_arc, then draw its perimeter if enabled."""
        return self._ellipse_steps(x, y, radius, radius, begin, end, (x, y))

    @in_steps
    def v_ellpie(self, x: int, y: int, rx: int, ry: int, begin: int, end: int) -> Iterator[None]:
        """Fill a slice of an ellipse, with angles as in v_arc, then draw its perimeter if enabled."""
        return self._ellipse_steps(x, y, rx, ry, begin, end, (x, y))

    def _ellipse_steps(
        self, x: int, y: int, rx: int, ry: int, begin: int = 0, end: int = FULL_CIRCLE, *tip: Point
    ) -> Iterator[None]:
        if within_reach(self.clip, x, y, abs(rx), abs(ry)):
            yield from self._area_steps([*arc_points(x, y, abs(rx), abs(ry), begin, end), *tip])

    @in_steps
    def v_rfbox(self, x1: int, y1: int, x2: int, y2: int) -> Iterator[None]:
        """Fill a box with rounded corners, then draw its perimeter if enabled."""
        return self._area_steps(rounded_box(*sort_corners(x1, y1, x2, y2), self.raster.width)[:-1])

    @in_steps
    def v_contourfill(self, x: int, y: int, color: int) -> Iterator[None]:
        """Fill 4-connected pixels from (x, y) up to a border of ``color``, or with -1 all pixels of the seed's colour.

        An unknown colour does nothing.
        """
        raster, clip, paint = self.raster, self.clip, self.paint()
        if color > 1 or intersect((x, y, x, y), clip) is None:
            return
        fill = _Fill(raster, clip, paint, raster.get_pixel(x, y) if color < 0 else color, color >= 0)
        first = fill.run(x, y)
        if first is None or not first[2]:
            return
        fill.seeds.append(_Seed(y, 1, first[0], first[1]))
        seed = _Seed(y, -1, first[0], first[1])
        with suppress(OverflowError):
            for _ in range(MAX_LINES):
                fill.spread(seed)
                if not fill.seeds:
                    break
                seed = fill.take()
                fill_span(raster, seed.y, seed.left, seed.right, paint)
                yield
        self.touch()

    def v_get_pixel(self, x: int, y: int) -> tuple[int, int]:
        """Return pixel value and colour index, both 0 or 1; 0 outside the bitmap."""
        value = self.raster.get_pixel(x, y)
        return value, value
