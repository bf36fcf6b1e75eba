"""Lines, arcs and fills: comparison with a slow model, and cases missing in the recorded steps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem import Workstation
from gemport.gem.vdi import fills
from gemport.gem.vdi.attributes import HATCHES, HOLLOW, PATTERNS, SOLID
from gemport.gem.vdi.lines import arc_points, clip_line, mul_div
from gemport.gem.vdi.raster import Paint, Pattern, Raster, Rect, bounds, fill_rect, intersect
from tests.gem.vdi.model import bresenham, changed, mode_result
from tests.gem.vdi.pictures import SMALL, art, pixels, raster_of, rasters, rects, show, workstation

points = st.tuples(st.integers(0, 39), st.integers(0, 19))


@given(points, points, st.integers(0, 0xFFFF), st.integers(1, 4), st.integers(0, 1))
def test_slanted_and_vertical_lines_start_the_pattern_at_bit_15(
    a: tuple[int, int], b: tuple[int, int], style: int, mode: int, color: int
) -> None:
    if a[1] == b[1] and a != b:
        return
    ws = workstation(40, 20)
    ws.raster.rows[:] = [0xA5A5A5A5A500] * 20
    before = ws.raster.copy()
    ws.vsl_type(7)
    ws.vsl_udsty(style)
    ws.vswr_mode(mode)
    ws.vsl_color(color)
    ws.v_pline([a, b])
    for index, (x, y) in enumerate(bresenham(*a, *b)):
        bit, old = style >> (15 - index % 16) & 1, before.get_pixel(x, y)
        wanted = {1: color & bit, 2: color if bit else old, 3: old ^ bit, 4: old if bit else color}[mode]
        assert ws.raster.get_pixel(x, y) == wanted


@given(*[st.integers(-1000, 1000)] * 4)
def test_clipping_ends_and_keeps_to_the_clip(x1: int, y1: int, x2: int, y2: int) -> None:
    clip = (5, 3, 30, 15)
    part = clip_line(x1, y1, x2, y2, clip)
    if part is not None:
        assert all(clip[0] <= x <= clip[2] and clip[1] <= y <= clip[3] for x, y in (part[:2], part[2:]))
    elif max(x1, x2) >= 5 and min(x1, x2) <= 30 and max(y1, y2) >= 3 and min(y1, y2) <= 15:
        assert 0 not in (x1 - x2, y1 - y2)


@pytest.mark.parametrize(
    ("product", "expected"), [((7, 1, 2), 4), ((-8, 1, 1), -9), ((-161, 195, 215), -147), ((0, -5, 3), 0)]
)
def test_negative_quotients_come_out_half_lower(product: tuple[int, int, int], expected: int) -> None:
    assert mul_div(*product) == expected


def test_level_line_of_which_clipping_leaves_a_point_moves_the_pattern_on_by_one() -> None:
    ws = workstation(40, 20)
    ws.vsl_type(7)
    ws.vsl_udsty(0x8001)
    ws.v_pline([(-9, 3), (0, 3), (0, 6)])
    assert [ws.raster.get_pixel(0, y) for y in range(3, 7)] == [0, 0, 0, 0]
    ws.v_pline([(-9, 3), (0, 3)])
    assert ws.raster.get_pixel(0, 3) == 1


def test_vertical_line_of_which_clipping_leaves_a_point_takes_its_dot_from_the_screen() -> None:
    """Seen at an outline that is dragged down until only its upper row is left."""
    for x in range(4):
        ws = workstation(40, 20)
        ws.vsl_type(7)
        ws.vsl_udsty(0x5555)
        ws.vs_clip(1, 0, 0, 15, 5)
        ws.v_pline([(x, 20), (x, 5)])
        assert ws.raster.get_pixel(x, 5) == x % 2


def test_one_point_makes_a_polygon_but_no_line() -> None:
    ws = workstation()
    ws.v_pline([(5, 5)])
    assert not pixels(ws.raster)
    ws.v_fillarea([(5, 5)])
    assert pixels(ws.raster) == {(5, 5)}


def test_differences_of_coordinates_beyond_a_word_do_not_hang() -> None:
    ws = workstation()
    far = 40_000
    ws.v_pline([(-far, 3), (far, 40), (0, -far), (0, far)])
    ws.vsl_width(39)
    ws.vsl_ends(1, 2)
    ws.v_pline([(-far, -far), (far, far - 1)])
    ws.v_fillarea([(-far, -far), (far, 0), (0, far)])
    ws.v_ellarc(0, 0, far, far, -far, far)
    assert len(arc_points(0, 0, far, far, 0, 3600)) == 129, "the largest arc has 128 steps"
    ws.vsf_udpat([-0x8000, *[0xFFFF] * 15])
    ws.v_rfbox(-far, -far, far, far)
    ws.v_justified(0, 10, "A@A A", far, 1, 1)
    ws.vst_height(far)
    ws.v_gtext(-far, far, "A")
    assert pixels(ws.raster)


@pytest.mark.parametrize("call", ["v_arc", "v_pieslice"])
def test_no_curve_whose_box_is_outside_the_clip_even_if_its_line_is_not(call: str) -> None:
    ws = workstation()
    ws.vs_clip(1, 0, 0, 20, 47)
    ws.vsl_width(9)
    getattr(ws, call)(31, 20, 10, 900, 2700)
    assert not pixels(ws.raster)
    ws.v_arc(30, 20, 10, 900, 2700)
    assert pixels(ws.raster)


# ---- fills


patterns = st.sampled_from([HOLLOW, SOLID, *PATTERNS, *HATCHES])


@given(rasters(), rects(), rects(), patterns, st.integers(1, 4), st.integers(0, 1))
def test_rectangles_are_filled_pixel_by_pixel_from_the_pattern_at_the_screens_origin(
    raster: Raster, rect: Rect, clip: Rect, pattern: Pattern, mode: int, color: int
) -> None:
    clip = intersect(clip, bounds(raster)) or (1, 1, 0, 0)

    def pixel(x: int, y: int, old: int) -> int:
        inside = all(r[0] <= x <= r[2] and r[1] <= y <= r[3] for r in (rect, clip))
        bit = pattern[y % len(pattern)] >> (15 - x % 16) & 1
        return mode_result(mode, bit, old, color) if inside else old

    expected = changed(raster, pixel)
    fill_rect(raster, clip, rect, Paint(pattern, color, mode))
    assert raster == expected


@given(st.lists(st.tuples(st.integers(-20, 60), st.integers(-20, 30)), min_size=2, max_size=7))
def test_shapes_never_leave_the_clip(points: list[tuple[int, int]]) -> None:
    ws = workstation(40, 20)
    ws.vs_clip(1, 30, 12, 9, 3)
    ws.vsf_interior(1)
    ws.v_fillarea(points)
    ws.vsl_width(5)
    ws.vsl_ends(1, 2)
    ws.v_pline(points)
    ws.v_ellipse(*points[0], 15, 12)
    ws.v_pmarker(points)
    ws.v_gtext(*points[0], "A@A")
    inside = raster_of("\n".join(["." * 40] * 3 + ["." * 9 + "#" * 22 + "." * 9] * 10 + ["." * 40] * 7))
    assert all(row & ~free == 0 for row, free in zip(ws.raster.rows, inside.rows, strict=True))


def connected(raster: Raster, x: int, y: int) -> set[tuple[int, int]]:
    """The pixels of one colour around a seed."""
    color, found, waiting = raster.get_pixel(x, y), set[tuple[int, int]](), [(x, y)]
    while waiting:
        x, y = waiting.pop()
        inside = 0 <= x < raster.width and 0 <= y < raster.height
        if inside and (x, y) not in found and raster.get_pixel(x, y) == color:
            found.add((x, y))
            waiting += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return found


@given(rasters())
def test_fill_stays_within_the_connected_pixels_or_the_border(raster: Raster) -> None:
    x, y = raster.width // 2, raster.height // 2
    color, wanted, before = raster.get_pixel(x, y), connected(raster, x, y), raster.copy()
    filled = {border: Workstation(raster.copy(), [SMALL]) for border in (color, 1 - color, -1)}
    for border, ws in filled.items():
        ws.vsf_interior(1)
        ws.vsf_color(1 - color)
        ws.v_contourfill(x, y, border)
    assert filled[color].raster == before
    assert filled[1 - color].raster == filled[-1].raster
    assert pixels(filled[-1].raster) ^ pixels(before) <= wanted
    assert filled[-1].raster.get_pixel(x, y) != color


def test_fill_looks_no_further_from_a_line_where_two_ways_meet() -> None:
    """The run at the right of the second line is reached from below and from above: what lies over it is left."""
    ws = Workstation(raster_of("...#.\n.#...\n....#\n##..."), [SMALL])
    ws.vsf_interior(1)
    ws.v_contourfill(2, 2, -1)
    assert show(ws.raster) == "####.\n#####\n#####\n#####"


def test_a_colour_that_there_is_not_fills_nothing() -> None:
    ws = workstation()
    version = ws.raster.version
    ws.v_contourfill(5, 5, 2)
    assert ws.raster.version == version


COMB = """
#################
#.#.#.#.#.#.#.#.#
#.#.#.#.#.#.#.#.#
#...............#
#.#.#.#.#.#.#.#.#
#.#.#.#.#.#.#.#.#
#################
"""


def test_a_full_queue_leaves_the_rest_unfilled(monkeypatch: pytest.MonkeyPatch) -> None:
    comb = raster_of(COMB)
    ws = Workstation(comb.copy(), [SMALL])
    ws.vsf_interior(1)
    ws.v_contourfill(8, 3, 1)
    assert show(ws.raster) == "\n".join(["#" * 17] * 7)
    ws.raster.rows[:] = comb.rows
    monkeypatch.setattr(fills, "MAX_QUEUED_LINES", 3)
    ws.v_contourfill(8, 3, 1)
    assert "." in show(ws.raster)


def test_a_fill_that_changes_nothing_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fills, "MAX_LINES", 500)
    ws = Workstation(raster_of(COMB), [SMALL])
    ws.vsf_interior(0)
    ws.vswr_mode(2)
    ws.v_contourfill(8, 3, 1)
    assert show(ws.raster) == COMB.strip()


def test_fill_goes_over_its_own_pattern_again() -> None:
    """The pattern's white pixels are to be filled still: (3, 1) is reached twice, and flipped back in XOR mode."""
    ground = raster_of("""
        ...#...#.
        .#...#.##
        ..###....
        ...#.#.##
        ##......#
        ..##.....
    """)
    ws = Workstation(ground, [SMALL])
    ws.vsf_interior(2)
    ws.vsf_style(4)
    ws.vswr_mode(3)
    ws.v_contourfill(4, 3, -1)
    assert show(ws.raster) == art("""
        #.###.##.
        .#...#.##
        #.###.#.#
        .#.#.#.##
        ###.#.#.#
        ..##.#.#.
    """)
