"""Opening, clipping, inquiries, the mouse calls."""

from collections.abc import Callable

import pytest

from gemport.gem import MouseForm, Raster, Workstation
from gemport.gem.vdi.mouse import Mouse, Pointer, compose
from tests.gem.vdi.pictures import PROPORTIONAL, SMALL, pixels, show, workstation


def test_open_workstation_tells_its_size_and_fonts() -> None:
    ws = Workstation(Raster(640, 400), [SMALL, PROPORTIONAL])
    assert ws.work_out[:6] == [639, 399, 0, 372, 372, 2]
    assert ws.work_out[10:15] == [2, 24, 12, 2, 10]
    assert ws.work_out[35:45] == [0, 1, 1, 0, 2, 2, 1, 1, 1, 2]
    assert ws.vq_extnd(0) == ws.work_out
    assert len(ws.work_out) == 57
    assert ws.vqt_attributes()[0] == 1


def test_state_after_opening() -> None:
    ws = workstation(16, 6)
    assert ws.vqf_attributes() == (1, 1, 2, 1, 1)
    assert ws.vql_attributes() == (1, 1, 1, 0, 0, 1)
    assert ws.vqm_attributes() == (1, 1, 1, 11)


def test_unknown_values_fall_back_as_in_gem() -> None:
    ws = workstation(16, 6)
    assert (ws.vswr_mode(7), ws.vsf_color(5), ws.vsl_type(9), ws.vst_alignment(3, 6)) == (1, 1, 1, (0, 0))


def test_a_workstation_needs_a_font_and_a_full_work_in() -> None:
    with pytest.raises(ValueError, match="font"):
        Workstation(Raster(8, 8), [])
    with pytest.raises(ValueError, match="work_in has 3"):
        Workstation(Raster(8, 8), [SMALL], (1, 1, 1))


def test_clip_is_sorted_limited_and_reported() -> None:
    ws = workstation(16, 6)
    ws.vs_clip(1, 99, 4, 3, -7)
    assert ws.vq_extnd(1)[45:49] == [3, 0, 15, 4]
    assert ws.vq_extnd(1)[19] == 1
    ws.vs_clip(0, 1, 1, 2, 2)
    assert ws.vq_extnd(1)[45:49] == [0, 0, 15, 5]


@pytest.mark.parametrize(
    ("corners", "line"),
    [
        ((20, 0, 30, 5), [15, 0, 15, 5]),
        ((30, 4, 20, 2), [15, 2, 15, 4]),
        ((-9, 1, -3, 2), [0, 1, 0, 2]),
        ((2, 17, 5, 9), [2, 5, 5, 5]),
        ((20, -3, 30, -1), [15, 0, 15, 0]),
    ],
)
def test_a_clip_outside_the_screen_is_a_line_at_its_edge(corners: tuple[int, int, int, int], line: list[int]) -> None:
    ws = workstation(16, 6)
    ws.vs_clip(1, *corners)
    assert ws.vq_extnd(1)[45:49] == line
    ws.v_bar(0, 0, 40, 40)
    x1, y1, x2, y2 = line
    edge = {(x, y) for x in range(x1, x2 + 1) for y in range(y1, y2 + 1)}
    assert pixels(ws.raster) == edge


def test_clear_ignores_the_clip() -> None:
    ws = workstation(16, 6)
    ws.raster.rows[:] = [0xFFFF] * 6
    ws.vs_clip(1, 0, 0, 1, 1)
    ws.v_clrwk()
    assert not any(ws.raster.rows)


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
        lambda: ws.v_gtext(0, 5, "A"),
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
