"""Wide lines, arrows, XOR outlines: what one call leaves for the next, and what is drawn twice."""

from __future__ import annotations

import pytest

from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.wide import arrow
from gemport.gem.vdi.workstation import Workstation
from tests.gem.vdi.pictures import SMALL
from tests.gem.vdi.test_lines import bresenham, pixels

XOR = 3
Pixels = set[tuple[int, int]]


def workstation(width: int = 48, height: int = 48) -> Workstation:
    return Workstation(Raster(width, height), [SMALL])


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
