"""Lines, arcs and markers: GEM's thin lines, wide lines, and arrow heads (docs/machine.md 2.5 to 2.7, 9)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import isqrt, radians, sin

from gemport.gem.vdi.attributes import MIN_MARKER_HEIGHT, SOLID, Attributes, Stroke, color_index, in_steps
from gemport.gem.vdi.modes import LineEnd, WritingMode
from gemport.gem.vdi.raster import (
    Paint,
    Point,
    Raster,
    Rect,
    fill_rect,
    intersect,
    lines_of,
    polygon_steps,
    sort_corners,
    span,
    write_row,
    write_rows,
)

PIXEL_SIZE = 372  # width and height of a pixel in micrometres
MAX_LINE_WIDTH = 40
SQUARE_ENDS = (int(LineEnd.LE_SQUARED), int(LineEnd.LE_SQUARED))
FULL_CIRCLE = 3600  # a full circle in tenths of a degree, the unit of all angles here

MARKER_SIZES = 8
MARKERS: dict[int, tuple[tuple[Point, ...], ...]] = {
    1: (((0, 0), (0, 0)),),
    2: (((0, -3), (0, 3)), ((-4, 0), (4, 0))),
    3: (((0, -3), (0, 3)), ((3, 2), (-3, -2)), ((3, -2), (-3, 2))),
    4: (((-4, -3), (4, -3), (4, 3), (-4, 3), (-4, -3)),),
    5: (((-4, -3), (4, 3)), ((-4, 3), (4, -3))),
    6: (((-4, 0), (0, -3), (4, 0), (0, 3), (-4, 0)),),
}
"""Polylines around the marker's point in the smallest size, by marker type."""

_MAX_CUTS = 16

_QUARTER_CIRCLE = FULL_CIRCLE // 4
_ONE = 1 << 16
_TABLE_STEP = 8
_SINES = tuple(round(_ONE * sin(radians(angle / 10))) for angle in range(0, _QUARTER_CIRCLE, _TABLE_STEP))
"""GEM's sine table, up to 89.6 degrees. Beyond that, the sine counts as 1 and the cosine as 0."""
_TABLE_END = (len(_SINES) - 1) * _TABLE_STEP

_MIN_STEPS, _MAX_STEPS = 32, 128

_CORNER_STEPS = ((0, 32767), (12539, 30273), (23170, 23170), (30273, 12539), (32767, 0))
"""Cosine and sine of 90, 67.5 ... 0 degrees in units of 1/32767."""


def mul_div(a: int, b: int, c: int) -> int:
    """Return a * b / c rounded to nearest, except that negative results are half a unit lower.

    A real GEM does this when it clips lines and rotates arrow heads: exactly -8 becomes -9, -7.9 becomes -8.
    """
    product = 2 * a * b
    quotient = abs(product) // abs(c)
    return (quotient + 1) >> 1 if (product >= 0) == (c > 0) or not quotient else -((quotient + 2) // 2)


def _outside(x: int, y: int, clip: Rect) -> int:
    """Return the edges of the clip rectangle that a point is beyond, as bits: 1 left, 2 right, 4 above, 8 below."""
    return (x < clip[0]) | (x > clip[2]) << 1 | (y < clip[1]) << 2 | (y > clip[3]) << 3


def clip_line(x1: int, y1: int, x2: int, y2: int, clip: Rect) -> Rect | None:
    """Return the part of a line inside the clip rectangle, with its ends in the given order, or None.

    Rounding may push a line that only touches a corner back and forth around it; after _MAX_CUTS cuts it counts as
    outside.
    """
    for _ in range(_MAX_CUTS):
        code1, code2 = _outside(x1, y1, clip), _outside(x2, y2, clip)
        if not code1 | code2:
            return x1, y1, x2, y2
        if code1 & code2:
            return None
        code, dx, dy = code1 or code2, x2 - x1, y2 - y1
        if code & 3:
            x = clip[0] if code & 1 else clip[2]
            y = y1 + mul_div(dy, x - x1, dx)
        else:
            y = clip[1] if code & 4 else clip[3]
            x = x1 + mul_div(dx, y - y1, dy)
        if code1:
            x1, y1 = x, y
        else:
            x2, y2 = x, y
    return None


def _walk(major: int, minor: int) -> Iterator[tuple[int, int, int]]:
    """Walk ``major`` + 1 Bresenham steps; yield (minor offset, first step, last step) for each straight run."""
    error, first, offset = -major, 0, 0
    for step in range(major):
        error += 2 * minor
        if error >= 0:
            yield offset, first, step
            error -= 2 * major
            offset += 1
            first = step + 1
    yield offset, first, major


def rotate_left(style: int, count: int) -> int:
    """Rotate a 16-bit word left."""
    count %= 16
    return (style << count | style >> (16 - count)) & 0xFFFF


def draw_segment(raster: Raster, segment: Rect, stroke: Stroke, last: bool, level: bool = False) -> int:
    """Draw one segment inside the raster, both ends included; return the style for the next segment.

    In XOR mode a segment other than the last of its polyline ends one column before its right end but in the same line,
    so a slanted segment changes its slope; a vertical segment loses nothing. A segment of one point counts as vertical
    unless ``level`` is set; its pixel in the style then depends on its x.
    """
    x1, y1, x2, y2 = segment
    style, color, mode = stroke
    rows, stride = raster.rows, raster.stride
    dx, dy = abs(x2 - x1), abs(y2 - y1)
    if not dx and not (level and not dy):
        mask = span(stride, x1, x1)
        bits = [mask if style >> bit & 1 else 0 for bit in range(15, -1, -1)]
        lines = (bits * (dy // 16 + 1))[: dy + 1]
        write_rows(rows, min(y1, y2), lines if y1 <= y2 else lines[::-1], mask, mode, color)
        return rotate_left(style, dy + 1)
    if x2 < x1:
        x1, y1, x2, y2 = x2, y2, x1, y1
    if mode == WritingMode.MD_XOR and not last and dx:
        x2 -= 1
        dx -= 1
    if not dy:
        mask = span(stride, x1, x2)
        write_row(rows, y1, lines_of((style,), stride)[0] & mask, mask, mode, color)
        return style
    sign = 1 if y2 > y1 else -1
    if dx >= dy:
        (line,) = lines_of((rotate_left(style, -x1),), stride)
        for offset, first, end in _walk(dx, dy):
            mask = span(stride, x1 + first, x1 + end)
            write_row(rows, y1 + sign * offset, line & mask, mask, mode, color)
        return rotate_left(style, dx + 1)
    for offset, first, end in _walk(dy, dx):
        mask = 1 << (stride - 1 - x1 - offset)
        for step in range(first, end + 1):
            dot = mask if style >> (15 - step % 16) & 1 else 0
            write_row(rows, y1 + sign * step, dot, mask, mode, color)
    return rotate_left(style, dy + 1)


def polyline_steps(raster: Raster, clip: Rect, points: Sequence[Point], stroke: Stroke) -> Iterator[None]:
    """Draw n - 1 segments through n points, one per step; the line pattern continues from segment to segment.

    If clipping leaves only one point of a segment, it counts as level if the segment was vertical, otherwise as
    vertical.
    """
    for index in range(len(points) - 1):
        segment = (*points[index], *points[index + 1])
        part = clip_line(*segment, clip)
        if part is not None:
            level = part != segment and segment[0] == segment[2]
            style = draw_segment(raster, part, stroke, index == len(points) - 2, level)
            stroke = stroke._replace(style=style)
            yield


def within_reach(clip: Rect, x: int, y: int, rx: int, ry: int) -> bool:
    """Return whether an ellipse's bounding box intersects the clip rectangle; if not, GEM does not draw the curve."""
    return intersect((x - rx, y - ry, x + rx, y + ry), clip) is not None


def _sine(angle: int) -> int:
    """Return the sine of 0 to 89.6 degrees in units of 1/65536, interpolated between the table's entries."""
    index, between = divmod(angle, _TABLE_STEP)
    sine = _SINES[index]
    return sine + ((_SINES[index + 1] - sine) * between // _TABLE_STEP if between else 0)


def _reach(angle: int, rx: int, ry: int) -> Point:
    """Return the horizontal and vertical distance from the centre at an angle in the first quarter."""
    if angle > _TABLE_END:
        return 0, ry
    if angle < _QUARTER_CIRCLE - _TABLE_END:
        return rx, 0
    cosine, sine = _sine(_QUARTER_CIRCLE - angle), _sine(angle)
    return (cosine * rx + _ONE // 2) // _ONE, (sine * ry + _ONE // 2) // _ONE


def _on_ellipse(x: int, y: int, rx: int, ry: int, angle: int) -> Point:
    """Return the point at an angle; negative angles count as 0, because GEM only subtracts full circles."""
    angle = max(angle, 0) % FULL_CIRCLE
    half = 2 * _QUARTER_CIRCLE
    if angle > half:
        dx, dy = _reach(min(angle - half, FULL_CIRCLE - angle), rx, ry)
        return (x + dx if angle > half + _QUARTER_CIRCLE else x - dx), y + dy
    dx, dy = _reach(min(angle, half - angle), rx, ry)
    return (x - dx if angle > _QUARTER_CIRCLE else x + dx), y - dy


def arc_points(x: int, y: int, rx: int, ry: int, begin: int, end: int) -> list[Point]:
    """Return the points of an elliptic arc, counter-clockwise from ``begin`` to ``end`` (0 = right); at least two.

    The number of steps depends on the size, not on the sweep. A point equal to the one before it is omitted, except the
    last point. A full circle is added to a negative sweep; if it is still negative, the arc runs clockwise.
    """
    sweep = end - begin
    if sweep < 0:
        sweep += FULL_CIRCLE
    steps = min(max(max(rx, ry) // 4, _MIN_STEPS), _MAX_STEPS)
    points = [_on_ellipse(x, y, rx, ry, begin)]
    for step in range(1, steps):
        part = abs(sweep) * step // steps
        point = _on_ellipse(x, y, rx, ry, begin + (part if sweep >= 0 else -part))
        if point != points[-1]:
            points.append(point)
    return [*points, _on_ellipse(x, y, rx, ry, end)]


def rounded_box(x1: int, y1: int, x2: int, y2: int, screen_width: int) -> list[Point]:
    """Return the closed outline of a box with rounded corners (sorted corners, inclusive, in pixels).

    The radius is the screen's rightmost x divided by 64, limited to half the width, and vertically also to half the
    height.
    """
    rx = min((screen_width - 1) >> 6, (x2 - x1) // 2)
    ry = min(rx, (y2 - y1) // 2)
    steps = [(rx * a // 32767, ry * b // 32767) for a, b in _CORNER_STEPS]
    left, top, right, bottom = x1 + rx, y1 + ry, x2 - rx, y2 - ry
    points = [(right + dx, top - dy) for dx, dy in steps]
    points += [(right + dx, bottom + dy) for dx, dy in reversed(steps)]
    points += [(left - dx, bottom + dy) for dx, dy in steps]
    points += [(left - dx, top - dy) for dx, dy in reversed(steps)]
    return [*points, points[0]]


@lru_cache(maxsize=64)
def disc(width: int) -> tuple[int, ...]:
    """Return the half widths of a disc of diameter ``width``; entry k is for the lines k above and below the centre."""
    x, y = 0, (width + 1) // 2
    reach = [0] * (y + 1)
    decision = 3 - 2 * y
    while x <= y:
        reach[y] = max(reach[y], x)
        reach[x] = y
        if decision < 0:
            decision += 4 * x + 6
        else:
            decision += 4 * (x - y) + 10
            y -= 1
        x += 1
    return tuple(reach[: width // 2 + 1])


def perpendicular(dx: int, dy: int, width: int) -> Point:
    """Return the offset on the disc's rim that is closest to perpendicular to the direction (dx, dy)."""
    reach = disc(width)
    vx, vy = abs(dy), abs(dx)
    u, v = reach[0], 0
    best, nearest = 1 << 30, (u, v)
    while True:
        size = abs(u * vy - v * vx)
        if size < best or (size == best and abs(nearest[0] - nearest[1]) > abs(u - v)):
            best, nearest = size, (u, v)
        else:
            break
        if v == len(reach) - 1:
            if u == 1:
                break
            u -= 1
        elif reach[v + 1] >= u - 1:
            v += 1
            u = reach[v]
        else:
            u -= 1
    return (nearest[0] if -dy >= 0 else -nearest[0]), (nearest[1] if dx >= 0 else -nearest[1])


def fill_outlined(raster: Raster, clip: Rect, points: Sequence[Point], stroke: Stroke) -> None:
    """Draw a solid polygon and its perimeter."""
    inside = polygon_steps(raster, clip, points, Paint(SOLID, stroke.color, stroke.mode))
    for _ in chain(inside, polyline_steps(raster, clip, [*points, points[0]], stroke._replace(style=0xFFFF))):
        pass


def draw_disc(raster: Raster, clip: Rect, x: int, y: int, width: int, stroke: Stroke) -> None:
    """Draw a filled disc around a point."""
    paint = Paint(SOLID, stroke.color, stroke.mode)
    for k, reach in enumerate(disc(width)):
        for line in {y - k, y + k}:
            fill_rect(raster, clip, (x - reach, line, x + reach, line), paint)


def wide_steps(
    raster: Raster, clip: Rect, points: Sequence[Point], width: int, ends: tuple[int, int], stroke: Stroke
) -> Iterator[None]:
    """Draw a solid wide polyline, one segment per step, with discs at joints and at ends other than square ends."""
    reach = disc(width)
    closed = points[0] == points[-1]
    if ends[0] != LineEnd.LE_SQUARED or closed:
        draw_disc(raster, clip, *points[0], width, stroke)
    for index in range(len(points) - 1):
        (x1, y1), (x2, y2) = points[index], points[index + 1]
        dx, dy = x2 - x1, y2 - y1
        if not dx and not dy:
            continue
        if not dx:
            ox, oy = reach[0], 0
        elif not dy:
            ox, oy = 0, len(reach) - 1
        else:
            ox, oy = perpendicular(dx, dy, width)
        corners = [(x1 + ox, y1 + oy), (x1 - ox, y1 - oy), (x2 - ox, y2 - oy), (x2 + ox, y2 + oy)]
        fill_outlined(raster, clip, corners, stroke)
        if index < len(points) - 2 or ends[1] != LineEnd.LE_SQUARED or closed:
            draw_disc(raster, clip, x2, y2, width, stroke)
        yield


def _scaled_y(y: int) -> int:
    """Scale a vertical distance to square pixels. The pixels are square, so only the rounding has an effect."""
    return mul_div(y, PIXEL_SIZE, PIXEL_SIZE)


def arrow(points: Sequence[Point], width: int) -> tuple[list[Point], list[Point]] | None:
    """Return the arrow head at the first point, and the points of the line without it, or None.

    The head is 8 pixels long, or 3 * width - 1 from width 4 on, and extends half its length to each side. It points
    away from the first point that is at least its length away, or from the last point if rounding makes that far
    enough. The result is None if all points are closer.
    """
    length = 8 if width < 4 else 3 * width - 1
    x, y = points[0]
    dx = dy = index = 0
    for index in range(1, len(points)):
        dx, dy = x - points[index][0], _scaled_y(y - points[index][1])
        if dx * dx + dy * dy >= length * length:
            break
    square = dx * dx + dy * dy
    distance = isqrt(square)
    distance += square - distance * distance > distance
    if distance < length:
        return None
    along, across = mul_div(dx, 1000, distance), mul_div(dy, 1000, distance)
    hx, hy = mul_div(length, along, 1000), _scaled_y(mul_div(length, across, 1000))
    bx = mul_div(length // 2, -across, 1000)
    by = _scaled_y(mul_div(length // 2, along, 1000))
    head = [(x + bx - hx, y + by - hy), (x - bx - hx, y - by - hy), (x, y)]
    return head, [(x - hx, y - hy)] * index + list(points[index:])


class LineCalls(Attributes):
    """Line attributes, polylines, arcs, markers. Coordinates are pixels, end points included.

    Angles are tenths of a degree, counter-clockwise, 0 = right. Setters return the value set.
    """

    def vsl_type(self, kind: int) -> int:
        """Set the line pattern 1..7 (:class:`LineType`); return the value set, 1 if unknown."""
        self.line_type = kind if 1 <= kind <= 7 else 1
        return self.line_type

    def vsl_udsty(self, word: int) -> None:
        """Set the 16-bit pattern of line type 7, bit 15 first."""
        self.line_user = word & 0xFFFF

    def vsl_color(self, color: int) -> int:
        """Set the line colour; return the value set: 0 white, 1 black, also for an unknown colour."""
        self.line_color = color_index(color)
        return self.line_color

    def vsl_width(self, width: int) -> int:
        """Set the width, 1..40 pixels; return the value set. Even widths are reduced by one."""
        width = min(max(width, 1), MAX_LINE_WIDTH)
        self.line_width = width if width % 2 else width - 1
        return self.line_width

    def vsl_ends(self, begin: int, end: int) -> tuple[int, int]:
        """Set the shapes of both ends (:class:`LineEnd`); return the values set, 0 if unknown."""
        self.line_ends = (begin if 0 <= begin <= 2 else 0, end if 0 <= end <= 2 else 0)
        return self.line_ends

    def vql_attributes(self) -> tuple[int, int, int, int, int, int]:
        """Return type, colour, writing mode, begin, end, width."""
        return self.line_type, self.line_color, self.mode, *self.line_ends, self.line_width

    @in_steps
    def v_pline(self, points: Sequence[Point]) -> Iterator[None]:
        """Draw a line through the points; fewer than two draw nothing."""
        return self._line_steps(points, self.line_ends)

    def _line_steps(self, points: Sequence[Point], ends: tuple[int, int]) -> Iterator[None]:
        """Draw a polyline with the given ends.

        A thin line is drawn in full, then its arrow heads. For a wide line the heads are drawn first, and the
        line starts at their bases.
        """
        if len(points) < 2:
            return
        stroke = self.stroke()
        if self.line_width == 1:
            yield from polyline_steps(self.raster, self.clip, points, stroke)
            self._arrows(points, ends, stroke)
        else:
            rest = self._arrows(points, ends, stroke)
            yield from wide_steps(self.raster, self.clip, rest, self.line_width, ends, stroke)
            self.solid_fills = True
        self.touch()

    def _arrows(self, points: Sequence[Point], ends: tuple[int, int], stroke: Stroke) -> Sequence[Point]:
        """Draw an arrow head at each end that has one; return the points of the line between the heads."""
        for end in ends:
            if end == LineEnd.LE_ARROWED:
                self.solid_fills = True
                result = arrow(points, self.line_width)
                if result is not None:
                    head, points = result
                    fill_outlined(self.raster, self.clip, head, stroke)
            points = points[::-1]
        return points

    @in_steps
    def v_arc(self, x: int, y: int, radius: int, begin: int, end: int) -> Iterator[None]:
        """Draw an arc of a circle, counter-clockwise, with angles in tenths of a degree; 0 is to the right."""
        return self._arc_steps(x, y, radius, radius, begin, end)

    @in_steps
    def v_ellarc(self, x: int, y: int, rx: int, ry: int, begin: int, end: int) -> Iterator[None]:
        """Draw an arc of an ellipse with the radii ``rx`` and ``ry``, with angles as in v_arc."""
        return self._arc_steps(x, y, rx, ry, begin, end)

    def _arc_steps(self, x: int, y: int, rx: int, ry: int, begin: int, end: int) -> Iterator[None]:
        if within_reach(self.clip, x, y, abs(rx), abs(ry)):
            yield from self._line_steps(arc_points(x, y, abs(rx), abs(ry), begin, end), self.line_ends)

    @in_steps
    def v_rbox(self, x1: int, y1: int, x2: int, y2: int) -> Iterator[None]:
        """Draw the outline of a box with rounded corners, never with arrows."""
        return self._line_steps(rounded_box(*sort_corners(x1, y1, x2, y2), self.raster.width), SQUARE_ENDS)

    def vsm_type(self, kind: int) -> int:
        """Set the marker type; return the value set, 3 if unknown.

        1 is a dot, 2 a plus, 3 an asterisk, 4 a square, 5 a diagonal cross, 6 a diamond.
        """
        self.marker_type = kind if 1 <= kind <= 6 else 3
        return self.marker_type

    def vsm_color(self, color: int) -> int:
        """Set the marker colour; return the value set, as vsl_color does."""
        self.marker_color = color_index(color)
        return self.marker_color

    def vsm_height(self, height: int) -> int:
        """Set the height of markers; return the height set in pixels: a multiple of the smallest (11), at most 88."""
        self.marker_height = min(max(height, MIN_MARKER_HEIGHT), MARKER_SIZES * MIN_MARKER_HEIGHT)
        self.marker_scale = (self.marker_height + MIN_MARKER_HEIGHT // 2) // MIN_MARKER_HEIGHT
        return self.marker_scale * MIN_MARKER_HEIGHT

    def vqm_attributes(self) -> tuple[int, int, int, int]:
        """Return marker type minus 1, colour, writing mode, and the requested height, 11 to 88 pixels."""
        return self.marker_type - 1, self.marker_color, self.mode, self.marker_height

    @in_steps
    def v_pmarker(self, points: Sequence[Point]) -> Iterator[None]:
        """Draw a marker at each point with solid lines one pixel wide."""
        stroke = Stroke(0xFFFF, self.marker_color, self.mode)
        scale = self.marker_scale
        for x, y in points:
            for shape in MARKERS[self.marker_type]:
                line = [(x + scale * dx, y + scale * dy) for dx, dy in shape]
                yield from polyline_steps(self.raster, self.clip, line, stroke)
        self.touch()
