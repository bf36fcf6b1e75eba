"""Opening, clipping, inquiries, the mouse calls; raster copies against the slow model."""

from collections.abc import Callable, Sequence
from enum import IntEnum, IntFlag

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.gem import MouseForm, Raster, RasterOp, Workstation
from gemport.gem.vdi import modes
from gemport.gem.vdi.mouse import Mouse, Pointer, compose
from gemport.gem.vdi.raster import Rect, bounds
from tests.gem.vdi.model import copied, op_result
from tests.gem.vdi.pictures import PROPORTIONAL, SMALL, pixels, rasters, show, workstation


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        *((modes.WritingMode, range(1, 5)), (modes.FillInterior, range(5)), (modes.LineType, range(1, 8))),
        *((modes.LineEnd, range(3)), (modes.TextHorizontal, range(3)), (modes.TextVertical, range(6))),
        *((modes.TextEffect, (1, 2, 4, 8, 16)), (RasterOp, range(16))),
    ],
)
def test_names_have_the_numbers_of_the_vdi(names: type[IntEnum | IntFlag], numbers: Sequence[int]) -> None:
    assert [*map(int, names)] == [*numbers]


def test_open_workstation_tells_its_size_and_fonts() -> None:
    ws = Workstation(Raster(640, 400), [SMALL, PROPORTIONAL])
    assert ws.vq_extnd(1)[19] == 0, "it does not clip"
    assert ws.vq_extnd(0) == ws.work_out
    assert ws.work_out == [
        *(639, 399, 0, 372, 372, 2, 7, 0, 6, 8, 2, 24, 12, 2, 10, *range(1, 11), 3, 0, 3, 3, 3, 0, 3, 0, 3, 2),
        *(0, 1, 1, 0, 2, 2, 1, 1, 1, 2, 3, 3, 3, 4, 1, 0, 40, 0, 15, 11, 120, 88),
    ]


def known(value: int, low: int, high: int, usual: int) -> int:
    return value if low <= value <= high else usual


@given(st.lists(st.integers(-2, 30), min_size=10, max_size=11))
def test_unknown_numbers_in_work_in_are_the_usual_ones(given: list[int]) -> None:
    """The style is stored one too high."""
    ws = Workstation(Raster(16, 16), [SMALL], given)
    ws.v_bar(0, 0, 9, 9)
    interior, line, marker, fill = known(given[7], 0, 4, 0), *(known(given[at], 0, 1, 1) for at in (2, 4, 9))
    assert ws.vql_attributes() == (known(given[1], 1, 7, 1), line, 1, 0, 0, 1)
    assert ws.vqm_attributes() == (known(given[3], 1, 6, 3) - 1, marker, 1, 11)
    assert ws.vqt_attributes()[:6] == (1, known(given[6], 0, 1, 1), 0, 0, 0, 1)
    assert ws.vqf_attributes() == (interior, fill, 1 + known(given[8], 1, 24 if interior == 2 else 12, 1), 1, 1)


@given(st.integers(-3, 50))
def test_setters_return_the_value_set_the_usual_one_if_unknown(value: int) -> None:
    ws = workstation()
    mode, color, line, marker = (known(value, *limits) for limits in ((1, 4, 1), (0, 1, 1), (1, 7, 1), (1, 6, 3)))
    assert [ws.vswr_mode(value), ws.vsl_type(value), ws.vsm_type(value)] == [mode, line, marker]
    assert {call(value) for call in (ws.vsl_color, ws.vsm_color, ws.vsf_color, ws.vst_color)} == {color}
    ends, width = known(value, 0, 2, 0), min(max(value, 1), 40)
    assert (ws.vsl_ends(value, 1), ws.vsl_width(value)) == ((ends, 1), width - 1 + width % 2)
    assert ws.vql_attributes() == (line, color, mode, ends, 1, width - 1 + width % 2)
    assert (ws.vsl_ends(1, value), ws.vqm_attributes()) == ((1, ends), (marker - 1, color, mode, 11))
    aligned, interior, perimeter = (known(value, 0, 2, 0), known(value, 0, 5, 0)), known(value, 0, 4, 0), value != 0
    assert (ws.vst_alignment(value, value), ws.vst_effects(value)) == (aligned, value & 31)
    assert ws.vqt_attributes()[:6] == (1, color, 0, *aligned, mode)
    assert (ws.vsf_interior(value), ws.vsf_perimeter(value)) == (interior, perimeter)
    style = known(value, 1, 24 if interior == 2 else 12, 1)
    assert ws.vsf_style(value) == style
    assert ws.vqf_attributes() == (interior, color, style, mode, perimeter)


def test_a_workstation_needs_a_font_and_a_full_work_in() -> None:
    with pytest.raises(ValueError, match="font"):
        Workstation(Raster(8, 8), [])
    with pytest.raises(ValueError, match="work_in has 3"):
        Workstation(Raster(8, 8), [SMALL], (1, 1, 1))


@given(st.booleans(), *[st.integers(-9, 30)] * 4)
def test_a_clip_is_sorted_moved_to_the_screen_and_reported(on: bool, x1: int, y1: int, x2: int, y2: int) -> None:
    """A clip outside the screen is a line at its edge."""
    ws, bar = workstation(16, 6), workstation(16, 6)
    ws.vs_clip(on, x1, y1, x2, y2)
    (left, right), (top, bottom) = (
        (min(max(low, 0), last), min(max(high, 0), last)) if on else (0, last)
        for low, high, last in ((min(x1, x2), max(x1, x2), 15), (min(y1, y2), max(y1, y2), 5))
    )
    head = [4, 1, 0x1F, 0, 1, 0, 50, 1, 1, 4, 2, 1, 0, 0, 512, -1, 1, 0, 0, on]
    assert ws.vq_extnd(1) == [*head, *[0] * 25, left, top, right, bottom, *[0] * 8]
    ws.v_bar(-20, -20, 40, 40)
    bar.v_bar(left, top, right, bottom)
    assert ws.raster == bar.raster


def test_changes_are_counted_and_only_changes() -> None:
    ws = workstation(16, 6)
    before = ws.raster.version
    ws.vswr_mode(2)
    ws.vr_recfl(50, 50, 60, 60)
    ws.v_gtext(0, 0, "")
    assert ws.raster.version == before
    calls: list[Callable[[], None]] = [
        lambda: ws.v_bar(0, 0, 3, 3),
        lambda: ws.v_pline([(0, 0), (3, 3)]),
        lambda: ws.vr_recfl(0, 0, 3, 3),
        lambda: ws.v_gtext(0, 5, "A"),
        lambda: ws.v_justified(0, 5, "A A", 14),
        lambda: ws.vro_cpyfm(3, (0, 0, 3, 3, 4, 0, 7, 3)),
        ws.v_clrwk,
    ]
    for draw in calls:
        before = ws.raster.version
        draw()
        assert ws.raster.version > before


FORM = MouseForm(1, 1, (0xE000, 0xE000, 0xE000) + (0,) * 13, (0, 0x4000) + (0,) * 14)


@pytest.mark.parametrize(
    ("point", "expected"),
    [((0, 0), "#.######\n..######"), ((7, 0), "######.#\n######.."), ((20, 20), "########\n########")],
)
def test_mouse_form_is_cut_at_the_edges(point: tuple[int, int], expected: str) -> None:
    screen = Raster(8, 2, [0xFF00] * 2)
    compose(screen, FORM, *point)
    assert show(screen) == expected
    assert all(row & 0xFF == 0 for row in screen.rows)


def test_the_mouse_calls_speak_to_the_pointer() -> None:
    pointer = Pointer(Mouse(5, 6))
    ws = Workstation(Raster(16, 16), [SMALL], pointer=pointer)
    ws.v_show_c(1)
    ws.v_hide_c()
    ws.v_hide_c()
    assert pointer.hidden == 2
    ws.v_show_c(0)
    assert pointer.hidden == 0
    ws.vsc_form([1, 1, 1, 0, 1, *FORM.mask, *FORM.data])
    assert pointer.form == FORM
    assert ws.vq_mouse() == (0, 5, 6)
    with pytest.raises(ValueError, match="37 words"):
        ws.vsc_form([0] * 36)


# ---- raster copies: any alignment, clip and overlap; and GEM's stray pixels


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
        copy(workstation())


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
    ws = workstation(64, 4)
    ws.vro_cpyfm(RasterOp.D_ONLY, (*source, *to, *to))
    assert pixels(ws.raster) == flipped
    # Between bitmaps it does keep it.
    form, other = Raster(64, 4), Raster(64, 4)
    ws.vro_cpyfm(RasterOp.D_ONLY, (0, 0, 47, 1, 0, 2, 47, 3), form, other)
    assert not any(other.rows)
