"""Lines, arcs and fills: comparison with a slow model, and cases missing in the recorded steps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem import Workstation
from gemport.gem.vdi import fills
from gemport.gem.vdi.attributes import HATCHES, HOLLOW, PATTERNS, SOLID
from gemport.gem.vdi.lines import arc_points
from gemport.gem.vdi.raster import Paint, Pattern, Raster, Rect, bounds, fill_rect, intersect
from tests.gem.vdi.model import changed, mode_result
from tests.gem.vdi.pictures import SMALL, art, pixels, raster_of, rasters, rects, show, workstation

points = st.tuples(st.integers(0, 39), st.integers(0, 19))


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


def test_without_a_perimeter_the_top_and_bottom_rows_stay_empty() -> None:
    ws = workstation(8, 6)
    ws.vsf_interior(1)
    ws.vsf_perimeter(0)
    ws.v_fillarea([(1, 1), (4, 1), (4, 4), (1, 4)])
    assert pixels(ws.raster) == {(x, y) for x in range(1, 5) for y in (2, 3)}


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
