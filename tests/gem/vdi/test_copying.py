"""Raster copies against the slow model: any alignment, clip and overlap; and GEM's stray pixels."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.gem import Raster, RasterOp, Workstation
from gemport.gem.vdi.raster import Rect, bounds
from tests.gem.vdi.pictures import SMALL, art, copied, mode_result, op_result, pixels, raster_of, rasters, show
from tests.gem.vdi.pictures import workstation as workstation_of

points = st.tuples(st.integers(-6, 40), st.integers(-3, 6))
clips = st.one_of(
    st.just((0, 0, 60, 10)), st.tuples(st.integers(0, 9), st.integers(0, 2), st.integers(5, 50), st.integers(2, 8))
)
rects = st.tuples(st.integers(-3, 14), st.integers(-1, 1), st.integers(15, 55), st.integers(1, 9))


def on(raster: Raster, clip: Rect | None = None) -> Workstation:
    ws = Workstation(raster, [SMALL])
    ws.vs_clip(clip is not None, *(clip or (0, 0, 0, 0)))
    return ws


@pytest.mark.parametrize("op", set(range(16)) - {RasterOp.D_ONLY})
@settings(max_examples=40)
@given(rasters(), rasters(), st.one_of(rects, st.none()), points, clips)
def test_opaque_copy_is_the_function_of_each_pixel_pair(
    op: int, source: Raster, dest: Raster, rect: Rect | None, point: tuple[int, int], clip: Rect
) -> None:
    ws, coords = on(dest, clip), (*(rect or bounds(source)), *point)
    expected = copied(dest, source, coords, ws.clip, lambda s, d: op_result(op, s, d))
    ws.vro_cpyfm(op, coords, source)
    assert dest == expected


@given(st.integers(0, 15), rasters(), rects, points, clips)
def test_source_and_destination_may_overlap(
    op: int, raster: Raster, rect: Rect, point: tuple[int, int], clip: Rect
) -> None:
    ws = on(raster, clip)
    expected = copied(raster, raster.copy(), (*rect, *point), ws.clip, lambda s, d: op_result(op, s, d))
    if op != RasterOp.D_ONLY:
        ws.vro_cpyfm(op, (*rect, *point))
        assert raster == expected


@pytest.mark.parametrize("mode", [1, 2, 3, 4])
@settings(max_examples=40)
@given(st.tuples(st.integers(0, 1), st.integers(0, 1)), rasters(), rasters(), rects, points, clips)
def test_transparent_copy_colours_set_and_clear_bits(
    mode: int,
    colors: tuple[int, int],
    source: Raster,
    dest: Raster,
    rect: Rect,
    point: tuple[int, int],
    clip: Rect,
) -> None:
    def pixel(s: int, d: int) -> int:
        if mode == 1:
            return colors[0] if s else colors[1]
        return mode_result(mode, s, d, colors[0] if mode == 2 else colors[1])

    ws = on(dest, clip)
    expected = copied(dest, source, (*rect, *point), ws.clip, pixel)
    ws.vrt_cpyfm(mode, (*rect, *point), source, None, colors)
    assert dest == expected


def test_only_the_upper_left_corner_of_the_destination_counts_and_corners_are_sorted() -> None:
    source = raster_of("#.\n.#")
    small, large = Raster(8, 4), Raster(8, 4)
    on(small).vro_cpyfm(3, (0, 0, 1, 1, 3, 1, 4, 2), source)
    on(large).vro_cpyfm(3, (1, 1, 0, 0, 7, 3, 3, 1), source)
    assert small == large
    assert show(small, 3, 1, 5, 2) == "#..\n.#."


def test_bits_right_of_the_width_stay_clear() -> None:
    dest = Raster(19, 2)
    on(dest).vro_cpyfm(3, (0, 0, 31, 1, 0, 0, 31, 1), Raster(32, 2, [0xFFFFFFFF] * 2))
    on(dest).vro_cpyfm(12, (0, 0, 31, 1, 5, 0, 36, 1), Raster(32, 2))
    assert all(row & 0x1FFF == 0 for row in dest.rows)


@pytest.mark.parametrize(
    ("copy", "refusal"),
    [
        *[(lambda ws, op=op: ws.vro_cpyfm(op, (0, 0, 7, 7, 0, 0, 7, 7)), f"operation {op}") for op in (-1, 16, 19)],
        (lambda ws: ws.vrt_cpyfm(5, (0, 0, 7, 7, 0, 0, 7, 7), Raster(8, 8)), "mode 5"),
        (lambda ws: ws.vro_cpyfm(3, (0, 0, 3)), "8 coordinates"),
    ],
)
def test_copies_refuse_unknown_functions_and_a_wrong_number_of_coordinates(
    copy: Callable[[Workstation], None], refusal: str
) -> None:
    with pytest.raises(ValueError, match=refusal):
        copy(workstation_of())


def test_the_clip_limits_copies_to_the_screen_but_not_to_other_forms() -> None:
    ws, form, other = workstation_of(16, 6), Raster(16, 6, [0xFFFF] * 6), Raster(16, 6)
    ws.vs_clip(1, 4, 2, 7, 3)
    ws.vro_cpyfm(RasterOp.S_ONLY, (0, 0, 15, 5, 0, 0, 15, 5), form)
    ws.vrt_cpyfm(2, (0, 0, 15, 5, 0, 0, 15, 5), form, other, (1, 0))
    assert ws.raster.rows == [0, 0, 0x0F00, 0x0F00, 0, 0]
    assert other == form


def test_d_only_leaves_the_screen_alone_unless_the_right_edge_ends_a_word() -> None:
    ws, form = workstation_of(48, 6), Raster(20, 2)
    ws.vro_cpyfm(RasterOp.D_ONLY, (0, 0, 19, 1, 3, 1, 22, 2), form)
    assert not any(ws.raster.rows)
    ws.vro_cpyfm(RasterOp.D_ONLY, (0, 0, 19, 1, 12, 1, 31, 2), form)
    assert show(ws.raster, 10, 0, 33, 3) == art("""
        ........................
        ...#...............#....
        ...#...............#....
        ........................
    """)


@pytest.mark.parametrize(
    ("source", "to", "flipped"),
    [
        ((0, 0, 47, 1), (0, 2), {(x, y) for x in (13, 29, 45) for y in (2, 3)}),
        ((0, 2, 47, 3), (0, 0), {(x, y) for x in (13, 29, 45) for y in (0, 1)}),
        ((0, 2, 40, 3), (0, 0), {(13, 0), (29, 0)}),
        ((0, 0, 40, 1), (0, 2), set()),
    ],
)
def test_copy_that_keeps_the_destination_flips_stray_pixels_within_the_screen(
    source: Rect, to: tuple[int, int], flipped: set[tuple[int, int]]
) -> None:
    """From the upper left when it goes up: then the right edge's mask ends it after the first line."""
    ws = workstation_of(64, 4)
    ws.vro_cpyfm(RasterOp.D_ONLY, (*source, *to, *to))
    assert pixels(ws.raster) == flipped


def test_copy_that_keeps_the_destination_does_so_between_bitmaps() -> None:
    ws, form, other = workstation_of(64, 4), Raster(64, 4), Raster(64, 4)
    ws.vro_cpyfm(RasterOp.D_ONLY, (0, 0, 47, 1, 0, 2, 47, 3), form, other)
    assert not any(other.rows)
