"""Raster copies against the slow model: any alignment, clip and overlap."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.gem.vdi.blit import Rect, bounds, copy_opaque, copy_transparent, intersect
from gemport.gem.vdi.raster import Raster
from tests.gem.vdi.model import copied, mode_result, op_result, rasters
from tests.gem.vdi.pictures import art, raster_of, show

points = st.tuples(st.integers(-6, 40), st.integers(-3, 6))
clips = st.one_of(
    st.just((0, 0, 60, 10)), st.tuples(st.integers(0, 9), st.integers(0, 2), st.integers(5, 50), st.integers(2, 8))
)
sources = st.tuples(st.integers(-3, 14), st.integers(-1, 1), st.integers(15, 55), st.integers(1, 9))


def clip_of(raster: Raster, rect: Rect) -> Rect:
    return intersect(rect, bounds(raster)) or (1, 1, 0, 0)


@pytest.mark.parametrize("op", range(16))
@settings(max_examples=40)
@given(rasters(), rasters(), sources, points, clips)
def test_opaque_copy_is_the_function_of_each_pixel_pair(
    op: int, source: Raster, dest: Raster, rect: Rect, point: tuple[int, int], clip: Rect
) -> None:
    clip = clip_of(dest, clip)
    expected = copied(dest, source, (*rect, *point), clip, lambda s, d: op_result(op, s, d))
    copy_opaque(op, source, dest, (*rect, *point), clip)
    assert dest == expected


@given(rasters(), rasters(), points, clips)
def test_copy_of_a_whole_form_stays_inside_the_clip(
    source: Raster, dest: Raster, point: tuple[int, int], clip: Rect
) -> None:
    clip = clip_of(dest, clip)
    expected = copied(dest, source, (*bounds(source), *point), clip, lambda s, d: s | d)
    copy_opaque(7, source, dest, (*bounds(source), *point), clip)
    assert dest == expected


@given(st.integers(0, 15), rasters(), sources, points)
def test_copy_within_one_raster_reads_everything_before_it_writes(
    op: int, raster: Raster, rect: Rect, point: tuple[int, int]
) -> None:
    expected = copied(raster, raster.copy(), (*rect, *point), bounds(raster), lambda s, d: op_result(op, s, d))
    copy_opaque(op, raster, raster, (*rect, *point), bounds(raster))
    assert raster == expected


@given(
    st.integers(1, 4),
    st.tuples(st.integers(0, 1), st.integers(0, 1)),
    rasters(),
    rasters(),
    sources,
    points,
    clips,
)
def test_transparent_copy_colours_set_and_clear_bits(
    mode: int,
    colors: tuple[int, int],
    source: Raster,
    dest: Raster,
    rect: Rect,
    point: tuple[int, int],
    clip: Rect,
) -> None:
    clip = clip_of(dest, clip)

    def pixel(s: int, d: int) -> int:
        if mode == 1:
            return colors[0] if s else colors[1]
        return mode_result(mode, s, d, colors[0] if mode == 2 else colors[1])

    expected = copied(dest, source, (*rect, *point), clip, pixel)
    copy_transparent(mode, source, dest, (*rect, *point), clip, colors)
    assert dest == expected


def test_masked_sprite_is_white_mask_then_black_data() -> None:
    screen = raster_of("##########\n##########\n##########\n##########")
    mask = raster_of(".###.\n#####\n.###.")
    data = raster_of(".....\n.###.\n.....")
    for form, colors in ((mask, (0, 1)), (data, (1, 0))):
        copy_transparent(2, form, screen, (0, 0, 4, 2, 2, 1, 6, 3), bounds(screen), colors)
    assert show(screen) == art("""
        ##########
        ###...####
        ##.###.###
        ###...####
    """)


def test_only_the_upper_left_corner_of_the_destination_counts_and_corners_are_sorted() -> None:
    source = raster_of("#.\n.#")
    small, large = Raster(8, 4), Raster(8, 4)
    copy_opaque(3, source, small, (0, 0, 1, 1, 3, 1, 4, 2), bounds(small))
    copy_opaque(3, source, large, (1, 1, 0, 0, 7, 3, 3, 1), bounds(large))
    assert small == large
    assert show(small, 3, 1, 5, 2) == "#..\n.#."


@pytest.mark.parametrize("op", [-1, 16, 19])
def test_operations_outside_the_sixteen_are_refused(op: int) -> None:
    with pytest.raises(ValueError, match=f"{op}"):
        copy_opaque(op, Raster(8, 8), Raster(8, 8), (0, 0, 7, 7, 0, 0, 7, 7), (0, 0, 7, 7))


def test_bits_right_of_the_width_stay_clear() -> None:
    source, dest = Raster(32, 2, [0xFFFFFFFF] * 2), Raster(19, 2)
    copy_opaque(3, source, dest, (0, 0, 31, 1, 0, 0, 31, 1), bounds(dest))
    copy_opaque(12, Raster(32, 2), dest, (0, 0, 31, 1, 5, 0, 36, 1), bounds(dest))
    assert all(row & 0x1FFF == 0 for row in dest.rows)
