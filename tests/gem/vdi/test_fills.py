"""Bars, polygons, rounded boxes, and v_contourfill: what it looks at, and when it gives up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.vdi import fills
from gemport.gem.vdi.attributes import HATCHES, HOLLOW, PATTERNS, SOLID
from gemport.gem.vdi.raster import Paint, Pattern, Raster, Rect, bounds, fill_polygon, fill_rect, intersect
from gemport.gem.vdi.workstation import Workstation
from tests.gem.vdi.pictures import SMALL, art, changed, mode_result, pixels, raster_of, rasters, rects, show
from tests.gem.vdi.pictures import workstation as workstation_of

patterns = st.sampled_from([HOLLOW, SOLID, *PATTERNS, *HATCHES])


def workstation(width: int = 16, height: int = 8) -> Workstation:
    return workstation_of(width, height)


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


def test_bar_has_its_frame_on_its_own_edge_pixels() -> None:
    ws = workstation()
    ws.vsf_interior(2)
    ws.vsf_style(4)
    ws.v_bar(10, 6, 2, 1)
    assert show(ws.raster) == art("""
        ................
        ..#########.....
        ..#.#.#.#.#.....
        ..##.#.#.##.....
        ..#.#.#.#.#.....
        ..##.#.#.##.....
        ..#########.....
        ................
    """)


def test_recfl_never_has_a_frame() -> None:
    ws = workstation()
    ws.vsf_interior(0)
    ws.vr_recfl(2, 1, 10, 6)
    assert not any(ws.raster.rows)


def test_solid_xor_bar_loses_its_frame_again_but_for_the_left_corners_drawn_three_times() -> None:
    ws = workstation()
    ws.vswr_mode(3)
    ws.vsf_interior(1)
    ws.v_bar(2, 1, 7, 5)
    assert show(ws.raster, 0, 0, 9, 6) == art("""
        ..........
        ..#.......
        ...####...
        ...####...
        ...####...
        ..#.......
        ..........
    """)


def test_white_replace_bar_is_a_white_box() -> None:
    ws = workstation()
    ws.raster.rows[:] = [0xFFFF] * 8
    ws.vsf_color(0)
    ws.vsf_interior(2)
    ws.v_bar(1, 1, 14, 6)
    assert show(ws.raster) == "\n".join(["#" * 16, *["#" + "." * 14 + "#"] * 6, "#" * 16])


def test_polygon_without_perimeter_lacks_its_top_and_bottom_row() -> None:
    raster = Raster(16, 7)
    fill_polygon(raster, (0, 0, 15, 6), [(2, 1), (10, 1), (10, 5), (2, 5)], Paint(SOLID, 1, 1))
    assert [row != 0 for row in raster.rows] == [False, False, True, True, True, False, False]
    assert show(raster, 0, 2, 15, 2) == "..#########....."


def test_an_edge_counts_at_its_upper_end_and_not_at_its_lower() -> None:
    """So of a tip that points up the last pixel is filled, and of one that points down it is not."""
    up, down = Raster(16, 9), Raster(16, 9)
    fill_polygon(up, bounds(up), [(0, 0), (2, 0), (2, 6), (6, 3), (8, 8), (0, 8)], Paint(SOLID, 1, 1))
    fill_polygon(down, bounds(down), [(0, 0), (8, 0), (6, 5), (2, 2), (2, 8), (0, 8)], Paint(SOLID, 1, 1))
    assert show(up, 0, 2, 7, 4) == "###.....\n###...#.\n###..##."
    assert show(down, 0, 4, 7, 6) == "###..##.\n###.....\n###....."


def test_polygon_is_filled_even_odd() -> None:
    raster = Raster(16, 3)
    square = [(0, -2), (15, -2), (15, 5), (0, 5), (0, -2), (5, -2), (10, -2), (10, 5), (5, 5), (5, -2)]
    fill_polygon(raster, (0, 0, 15, 2), square, Paint(SOLID, 1, 1))
    assert show(raster, 0, 1, 15, 1) == "######....######"


def test_triangle_with_perimeter() -> None:
    ws = workstation()
    ws.vsf_interior(1)
    ws.v_fillarea([(7, 1), (12, 6), (2, 6)])
    assert show(ws.raster, 1, 0, 13, 7) == art("""
        .............
        ......#......
        .....###.....
        ....#####....
        ...#######...
        ..#########..
        .###########.
        .............
    """)


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


def test_contour_fill_stops_at_the_border_colour_and_does_not_slip_through_diagonals() -> None:
    ws = workstation(10, 6)
    room = raster_of("""
        ..........
        .######...
        .#....#...
        .#....#...
        .#####.#..
        ..........
    """)
    ws.raster.rows[:] = room.rows
    ws.vsf_interior(1)
    ws.v_contourfill(3, 2, 1)
    assert show(ws.raster) == art("""
        ..........
        .######...
        .######...
        .######...
        .#####.#..
        ..........
    """)


def test_contour_fill_with_minus_one_replaces_the_seeds_colour() -> None:
    ws = workstation(8, 4)
    ws.raster.rows[:] = raster_of("##......\n###..#..\n..#..#..\n##.#####").rows
    ws.vsf_interior(0)
    ws.v_contourfill(0, 0, -1)
    assert show(ws.raster) == art("""
        ........
        .....#..
        .....#..
        ##.#####
    """)


def test_rounded_box_lacks_its_corner_pixels_and_is_symmetric() -> None:
    ws = workstation(640, 40)
    ws.v_rbox(4, 2, 60, 30)
    for x, y in ((4, 2), (60, 2), (4, 30), (60, 30), (8, 3)):
        assert ws.v_get_pixel(x, y) == (0, 0)
    for x, y in ((32, 2), (32, 30), (4, 15), (60, 15)):
        assert ws.v_get_pixel(x, y) == (1, 1)


def test_user_pattern_and_style_numbers() -> None:
    ws = workstation(16, 16)
    words = [1 << y for y in range(16)]
    ws.vsf_udpat(words)
    ws.vsf_interior(4)
    ws.vr_recfl(0, 0, 15, 15)
    assert ws.raster.rows == words
    assert (ws.vsf_interior(9), ws.vsf_style(13)) == (0, 1)
    assert (ws.vsf_interior(2), ws.vsf_style(24), ws.vsf_style(25)) == (2, 24, 1)


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
def test_fill_stays_within_the_connected_pixels(raster: Raster) -> None:
    ws = Workstation(raster, [SMALL])
    x, y = raster.width // 2, raster.height // 2
    color, wanted, before = raster.get_pixel(x, y), connected(raster, x, y), raster.copy()
    ws.vsf_interior(1)
    ws.vsf_color(1 - color)
    ws.v_contourfill(x, y, -1)
    assert pixels(raster) ^ pixels(before) <= wanted
    assert raster.get_pixel(x, y) != color


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
    monkeypatch.setattr(fills, "QUEUE_SIZE", 3)
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
