"""Lines and arcs: against a slow model, and what the recorded steps of a real GEM (tests/gem/own) leave out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.vdi.lines import clip_line, mul_div
from tests.gem.vdi.pictures import bresenham, pixels, workstation

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
