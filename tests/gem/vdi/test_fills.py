"""Fills against a slow model, v_contourfill, and what the recorded steps of a real GEM (tests/gem/own) leave out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.vdi import fills
from gemport.gem.vdi.attributes import HATCHES, HOLLOW, PATTERNS, SOLID
from gemport.gem.vdi.raster import Paint, Pattern, Raster, Rect, bounds, fill_rect, intersect
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
