"""Lines: which pixels, in which order of the pattern, how cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.vdi.lines import clip_line, mul_div
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.wide import disc
from gemport.gem.vdi.workstation import Workstation
from tests.gem.vdi.pictures import SMALL, art, show

points = st.tuples(st.integers(0, 39), st.integers(0, 19))


def workstation(width: int = 40, height: int = 20) -> Workstation:
    return Workstation(Raster(width, height), [SMALL])


def bresenham(x1: int, y1: int, x2: int, y2: int) -> list[tuple[int, int]]:
    """The pixels in the order in which the pattern meets them: from the left, or as given when vertical."""
    if x2 < x1:
        x1, y1, x2, y2 = x2, y2, x1, y1
    dx, dy, sign = x2 - x1, abs(y2 - y1), 1 if y2 > y1 else -1
    found, x, y = [], x1, y1
    error = -max(dx, dy)
    for _ in range(max(dx, dy) + 1):
        found.append((x, y))
        error += 2 * min(dx, dy)
        step = error >= 0
        if step:
            error -= 2 * max(dx, dy)
        x += 1 if dx >= dy else step
        y += sign if dx < dy else sign * step
    return found


def pixels(raster: Raster) -> set[tuple[int, int]]:
    return {(x, y) for y in range(raster.height) for x in range(raster.width) if raster.get_pixel(x, y)}


@given(points, points)
def test_solid_line_is_bresenhams_from_the_left(a: tuple[int, int], b: tuple[int, int]) -> None:
    ws = workstation()
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
    ws = workstation()
    ws.v_pline([end, (0, 0)])
    assert pixels(ws.raster) == set(enumerate(expected))


@given(points, points, st.integers(0, 0xFFFF), st.integers(1, 4), st.integers(0, 1))
def test_slanted_and_vertical_lines_start_the_pattern_at_bit_15(
    a: tuple[int, int], b: tuple[int, int], style: int, mode: int, color: int
) -> None:
    if a[1] == b[1] and a != b:
        return
    ws = workstation()
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
    ws = workstation()
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
    ws = workstation()
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
    ws = workstation()
    ws.vsl_type(7)
    ws.vsl_udsty(0x8001)
    ws.v_pline([(-9, 3), (0, 3), (0, 6)])
    assert [ws.raster.get_pixel(0, y) for y in range(3, 7)] == [0, 0, 0, 0]
    ws.v_pline([(-9, 3), (0, 3)])
    assert ws.raster.get_pixel(0, 3) == 1


def test_vertical_line_of_which_clipping_leaves_a_point_takes_its_dot_from_the_screen() -> None:
    """Seen at an outline that is dragged down until only its upper row is left."""
    for x in range(4):
        ws = workstation()
        ws.vsl_type(7)
        ws.vsl_udsty(0x5555)
        ws.vs_clip(1, 0, 0, 15, 5)
        ws.v_pline([(x, 20), (x, 5)])
        assert ws.raster.get_pixel(x, 5) == x % 2
