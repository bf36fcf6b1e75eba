"""Lines and arcs: which pixels, in which order of the pattern, how cut; wide lines, arrows, what is drawn twice."""

from __future__ import annotations

from itertools import pairwise
from math import radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.vdi.lines import arc_points, arrow, clip_line, disc, mul_div, rounded_box
from tests.gem.vdi.pictures import XOR, Pixels, art, bresenham, pixels, show, workstation

points = st.tuples(st.integers(0, 39), st.integers(0, 19))


@given(points, points)
def test_solid_line_is_bresenhams_from_the_left(a: tuple[int, int], b: tuple[int, int]) -> None:
    ws = workstation(40, 20)
    ws.v_pline([a, b])
    assert pixels(ws.raster) == set(bresenham(*a, *b))


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        ((10, 3), [0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3]),
        ((5, 2), [0, 0, 1, 1, 2, 2]),
        ((4, 4), [0, 1, 2, 3, 4]),
    ],
)
def test_at_exactly_half_the_step_is_taken(end: tuple[int, int], expected: list[int]) -> None:
    ws = workstation(40, 20)
    ws.v_pline([end, (0, 0)])
    assert pixels(ws.raster) == set(enumerate(expected))


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


def test_horizontal_pattern_is_locked_to_the_screen() -> None:
    ws = workstation(40, 3)
    ws.vsl_type(3)
    ws.v_pline([(1, 0), (38, 0)])
    ws.v_pline([(30, 2), (5, 2)])
    assert show(ws.raster) == art("""
        .#......##......##......##......##......
        ........................................
        ........##......##......##..............
    """)


def test_pattern_goes_on_in_the_next_segment_with_the_vertex_drawn_twice() -> None:
    ws = workstation(4, 20)
    ws.vsl_type(5)
    ws.v_pline([(1, 0), (1, 5), (1, 11)])
    assert "".join(".#"[ws.raster.get_pixel(1, y)] for y in range(12)) == "#######....."


def test_xor_drops_the_right_end_of_every_segment_but_the_last() -> None:
    ws = workstation(12, 6)
    ws.vswr_mode(3)
    ws.v_pline([(1, 1), (8, 1), (8, 4)])
    assert show(ws.raster, 0, 1, 9, 4) == art("""
        .########.
        ........#.
        ........#.
        ........#.
    """)


def test_twice_the_same_xor_line_is_nothing() -> None:
    ws = workstation(40, 20)
    ws.vswr_mode(3)
    for _ in range(2):
        ws.v_pline([(3, 2), (35, 11), (12, 19), (12, 4), (30, 4)])
    assert not any(ws.raster.rows)


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


def test_wide_lines_are_solid_and_as_wide_as_asked_when_level() -> None:
    ws = workstation(40, 20)
    ws.vsl_type(3)
    assert ws.vsl_width(4) == 3
    ws.v_pline([(4, 5), (9, 5)])
    assert show(ws.raster, 3, 3, 10, 7) == art("""
        ........
        .######.
        .######.
        .######.
        ........
    """)
    assert ws.vsl_width(60) == 39


def test_disc_reaches_are_those_of_a_circle() -> None:
    assert disc(3) == (2, 2)
    assert disc(9)[0] == 5
    assert all(a >= b for a, b in zip(disc(21), disc(21)[1:], strict=False))


def test_arrow_points_at_the_end() -> None:
    ws = workstation(40, 11)
    ws.vsl_ends(0, 1)
    ws.v_pline([(2, 5), (30, 5)])
    assert show(ws.raster, 18, 0, 32, 10) == art("""
        ...............
        ....#..........
        ....###........
        ....#####......
        ....#######....
        #############..
        ....#######....
        ....#####......
        ....###........
        ....#..........
        ...............
    """)


def test_markers() -> None:
    ws = workstation(24, 9)
    for index, kind in enumerate((1, 2, 4)):
        ws.vsm_type(kind)
        ws.v_pmarker([(4 + 8 * index, 4)])
    assert show(ws.raster, 0, 1, 20, 7) == art("""
        ............#...#####
        ............#...#....
        ............#...#....
        ....#...#########....
        ............#...#....
        ............#...#....
        ............#...#####
    """)


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


def level(y: int, x1: int, x2: int) -> Pixels:
    return {(x, y) for x in range(x1, x2 + 1)}


def upright(x: int, y1: int, y2: int) -> Pixels:
    return {(x, y) for y in range(y1, y2 + 1)}


@pytest.mark.parametrize(("width", "ends"), [(3, (0, 0)), (1, (1, 0)), (1, (0, 1)), (9, (2, 1))])
def test_fills_are_solid_after_a_wide_line_or_an_arrow(width: int, ends: tuple[int, int]) -> None:
    ws = workstation()

    def row() -> str:
        ws.v_clrwk()
        ws.vr_recfl(0, 0, 7, 0)
        return "".join(".#"[ws.raster.get_pixel(x, 0)] for x in range(8))

    ws.vsf_interior(2)
    ws.vsf_style(4)
    ws.vsl_width(width)
    ws.vsl_ends(*ends)
    assert row() == "#.#.#.#."
    ws.v_pline([(5, 20), (40, 20)])
    ws.vsf_color(1)
    assert row() == "########"
    assert ws.vqf_attributes()[:3] == (2, 1, 4)
    ws.vsf_style(4)
    assert row() == "#.#.#.#."
    ws.v_arc(20, 20, 15, 0, 900)
    assert row() == "########"
    ws.vsf_interior(2)
    assert row() == "#.#.#.#."


def test_thin_lines_leave_the_fill_pattern() -> None:
    ws = workstation()
    ws.vsf_interior(2)
    ws.vsl_ends(2, 2)
    ws.v_pline([(5, 20), (40, 30)])
    ws.vr_recfl(0, 0, 7, 3)
    assert 0 < len({(x, y) for x, y in pixels(ws.raster) if y < 4}) < 32


def test_slanted_xor_segment_that_is_not_the_last_ends_a_column_earlier_in_the_same_row() -> None:
    ws = workstation()
    ws.vswr_mode(XOR)
    ws.v_pline([(2, 2), (12, 7), (12, 20)])
    assert pixels(ws.raster) == set(bresenham(2, 2, 11, 7)) ^ upright(12, 7, 20)
    ws.v_clrwk()
    ws.v_pline([(12, 7), (2, 2), (2, 0)])
    assert pixels(ws.raster) == set(bresenham(2, 2, 11, 7)) ^ upright(2, 0, 2)


def test_thin_arrow_is_drawn_over_the_whole_line() -> None:
    ws, other = workstation(), workstation()
    for each in (ws, other):
        each.vswr_mode(XOR)
        each.vsf_interior(1)
        each.v_pline([(2, 20), (22, 20)])
        each.v_clrwk()
    ws.vsl_ends(0, 1)
    ws.v_pline([(2, 20), (22, 20)])
    other.v_pline([(2, 20), (22, 20)])
    other.v_fillarea([(14, 24), (14, 16), (22, 20)])
    assert ws.raster == other.raster


def test_wide_line_has_a_disc_at_an_arrows_end() -> None:
    """Too short for a head, the line shows the disc that the arrow gets as a round end does."""
    ws = workstation()
    ws.vsl_width(5)
    ws.vsl_ends(0, 1)
    ws.v_pline([(10, 20), (16, 20)])
    assert {x for x, y in pixels(ws.raster) if y == 20} == set(range(10, 20))


def test_arrow_looks_for_its_far_point_by_squared_lengths() -> None:
    """(7, 3) is 7.6 away: too near as long as there is a farther one, far enough, rounded, if there is none."""
    found = arrow([(0, 0), (-7, -3), (-20, 0)], 1)
    assert found is not None
    assert found[0] == [(-8, 4), (-8, -4), (0, 0)]
    assert arrow([(0, 0), (-7, -3)], 1) is not None
    assert arrow([(0, 0), (-7, -2)], 1) is None


def test_arrow_heads_sides_are_the_two_halves_of_one_vector() -> None:
    found = arrow([(277, 178), (265, 170)], 5)
    assert found is not None
    assert found[0] == [(261, 176), (269, 164), (277, 178)]


def test_closed_wide_line_has_a_disc_at_its_start_and_at_its_end() -> None:
    """In XOR mode the two undo each other where nothing else is drawn."""
    ws = workstation()
    ws.vsl_width(5)
    corner = (7, 10)
    ws.v_pline([(10, 10), (30, 10), (30, 30), (10, 10)])
    assert corner in pixels(ws.raster)
    ws.v_clrwk()
    ws.vswr_mode(XOR)
    ws.v_pline([(10, 10), (30, 10), (30, 30), (10, 10)])
    assert corner not in pixels(ws.raster)


@pytest.mark.parametrize("end", [(14, 38), (38, 14), (30, 31), (12, 36)])
def test_wide_line_is_the_same_there_and_back(end: tuple[int, int]) -> None:
    ws, other = workstation(), workstation()
    for each, points in ((ws, [(8, 8), end]), (other, [end, (8, 8)])):
        each.vsl_width(7)
        each.v_pline(points)
    assert ws.raster == other.raster


def test_polygon_is_closed_again_by_a_segment_of_one_pixel() -> None:
    ws = workstation()
    ws.vswr_mode(XOR)
    ws.vsf_interior(0)
    ws.v_fillarea([(2, 2), (12, 2), (12, 12), (2, 2)])
    closing = {(2, 2)}
    assert pixels(ws.raster) == level(2, 2, 11) ^ upright(12, 2, 12) ^ set(bresenham(2, 2, 11, 12)) ^ closing


def test_filled_rounded_box_is_closed_once() -> None:
    ws, other = workstation(), workstation()
    for each in (ws, other):
        each.vswr_mode(XOR)
        each.vsf_interior(0)
    ws.v_rfbox(10, 5, 10, 30)
    other.v_rbox(10, 5, 10, 30)
    assert ws.raster == other.raster
    assert (10, 5) in pixels(ws.raster)


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
    ws.v_rfbox(-far, -far, far, far)
    ws.v_justified(0, 10, "A@A A", far, 1, 1)
    ws.vst_height(far)
    ws.v_gtext(-far, far, "A")
    assert pixels(ws.raster)


@pytest.mark.parametrize(("radius", "steps"), [(100, 32), (131, 32), (200, 50), (5000, 128)])
@pytest.mark.parametrize("end", [3600, 900])
def test_steps_depend_on_the_radius_not_on_the_sweep(radius: int, steps: int, end: int) -> None:
    assert len(arc_points(0, 0, radius, radius, 0, end)) == steps + 1


def test_points_that_repeat_are_left_out_but_never_the_last() -> None:
    points = arc_points(0, 0, 2, 2, 0, 3600)
    assert all(a != b for a, b in pairwise(points[:-1]))
    assert points[0] == points[-1] == (2, 0)


def test_equal_angles_are_a_point() -> None:
    ws = workstation()
    ws.v_arc(20, 20, 10, 2700, 2700)
    assert pixels(ws.raster) == {(20, 30)}


def test_sweep_below_zero_is_one_circle_more_once() -> None:
    assert (50, 0) in arc_points(0, 0, 50, 50, 2700, 900)
    backwards = arc_points(0, 0, 50, 50, 5400, 0)
    assert backwards[1][0] < 0
    assert backwards[1][1] < 0


def test_angles_below_zero_are_that_of_zero() -> None:
    assert arc_points(0, 0, 50, 50, -900, -900) == [(50, 0), (50, 0)]


def test_sines_come_from_a_table_of_four_fifths_of_a_degree() -> None:
    """Its last entry is that of 89.6 degrees; in between it is a straight line, cut off, in 1/65536."""
    big = 1 << 16

    def at(angle: int) -> tuple[int, int]:
        return arc_points(0, 0, big, big, angle, angle)[0]

    assert at(897) == (0, -big)
    assert at(3) == (big, 0)
    assert (at(448)[1], at(456)[1]) == (-46179, -46824)
    assert at(452)[1] == -46501 == -(round(big * sin(radians(45.2))) - 1)


@pytest.mark.parametrize("call", ["v_arc", "v_pieslice"])
def test_no_curve_whose_box_is_outside_the_clip_even_if_its_line_is_not(call: str) -> None:
    ws = workstation()
    ws.vs_clip(1, 0, 0, 20, 47)
    ws.vsl_width(9)
    getattr(ws, call)(31, 20, 10, 900, 2700)
    assert not pixels(ws.raster)
    ws.v_arc(30, 20, 10, 900, 2700)
    assert pixels(ws.raster)


def test_rounded_boxs_height_is_limited_by_its_width_too() -> None:
    points = rounded_box(0, 0, 6, 60, 640)
    assert {y for _, y in points if 3 < y < 57} == set()
    assert (3, 0) in points
    assert (6, 3) in points


def test_rounded_box_has_no_arrows() -> None:
    plain, ended = workstation(640), workstation(640)
    ended.vsl_ends(1, 1)
    for ws in (plain, ended):
        ws.v_rbox(5, 5, 60, 40)
    assert plain.raster == ended.raster
    assert not ended.solid_fills
