"""Arcs and rounded boxes: how many points, which, and when none."""

from __future__ import annotations

from itertools import pairwise
from math import radians, sin

import pytest

from gemport.gem.vdi.curves import arc_points, rounded_box
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.workstation import Workstation
from tests.gem.vdi.pictures import SMALL
from tests.gem.vdi.test_lines import pixels


@pytest.mark.parametrize(("radius", "steps"), [(100, 32), (131, 32), (200, 50), (5000, 128)])
@pytest.mark.parametrize("end", [3600, 900])
def test_steps_depend_on_the_radius_not_on_the_sweep(radius: int, steps: int, end: int) -> None:
    assert len(arc_points(0, 0, radius, radius, 0, end)) == steps + 1


def test_points_that_repeat_are_left_out_but_never_the_last() -> None:
    points = arc_points(0, 0, 2, 2, 0, 3600)
    assert all(a != b for a, b in pairwise(points[:-1]))
    assert points[0] == points[-1] == (2, 0)


def test_equal_angles_are_a_point() -> None:
    ws = Workstation(Raster(48, 48), [SMALL])
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
    ws = Workstation(Raster(48, 48), [SMALL])
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
    plain, ended = (Workstation(Raster(640, 48), [SMALL]) for _ in range(2))
    ended.vsl_ends(1, 1)
    for ws in (plain, ended):
        ws.v_rbox(5, 5, 60, 40)
    assert plain.raster == ended.raster
    assert not ended.solid_fills
