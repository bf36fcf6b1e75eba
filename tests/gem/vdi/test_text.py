"""Text: placing, modes, effects, sizes, proportional fonts."""

from __future__ import annotations

import pytest

from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.workstation import Workstation
from tests.gem.vdi.pictures import PROPORTIONAL, SMALL, art, show


def workstation(width: int = 24, height: int = 10) -> Workstation:
    ws = Workstation(Raster(width, height), [PROPORTIONAL, SMALL])
    ws.vst_alignment(0, 5)
    return ws


def test_text_is_cell_beside_cell() -> None:
    ws = workstation()
    ws.v_gtext(2, 1, b"A@")
    assert show(ws.raster, 0, 0, 11, 7) == art("""
        ............
        ...#..###...
        ..#.#.#.#...
        ..###.###...
        ..#.#.#.....
        ..#.#.###...
        ............
        ............
    """)


def test_unknown_codes_become_question_marks() -> None:
    one, other = workstation(), workstation()
    one.v_gtext(0, 0, b"A\xff\x00")
    other.v_gtext(0, 0, b"A??")
    assert one.raster == other.raster


@pytest.mark.parametrize(
    ("mode", "color", "expected"),
    [
        (1, 1, ".#..##"),
        (2, 1, "##.###"),
        (3, 1, "#..###"),
        (4, 1, "######"),
        (1, 0, "....##"),
        (2, 0, "#..###"),
        (3, 0, "#..###"),
        (4, 0, ".#..##"),
    ],
)
def test_writing_modes_on_the_first_row_of_an_a(mode: int, color: int, expected: str) -> None:
    """The glyph's row is .#.. at x 0..3, and the ground ##.###."""
    ws = workstation(6, 1)
    ws.raster.rows[0] = 0b110111 << 10
    ws.vswr_mode(mode)
    ws.vst_color(color)
    ws.v_gtext(0, 0, "A")
    assert show(ws.raster) == expected


@pytest.mark.parametrize(("vertical", "top"), [(0, -4), (1, -2), (2, -1), (3, -5), (4, -4), (5, 0)])
@pytest.mark.parametrize(("horizontal", "left"), [(0, 0), (1, -4), (2, -8)])
def test_alignment_moves_the_cell(horizontal: int, left: int, vertical: int, top: int) -> None:
    placed, plain = workstation(), workstation()
    placed.vst_alignment(horizontal, vertical)
    placed.v_gtext(9, 5, "AA")
    plain.v_gtext(9 + left, 5 + top, "AA")
    assert placed.raster == plain.raster


def test_text_is_cut_at_clip_and_screen() -> None:
    whole, cut = workstation(), workstation()
    whole.v_gtext(-2, -1, "A@A@A@A@")
    cut.vs_clip(1, 5, 1, 9, 2)
    cut.v_gtext(-2, -1, "A@A@A@A@")
    assert show(cut.raster, 5, 1, 9, 2) == show(whole.raster, 5, 1, 9, 2)
    assert sum(row.bit_count() for row in cut.raster.rows) == show(whole.raster, 5, 1, 9, 2).count("#")


def drawn(effects: int, text: str = "A", x: int = 2) -> str:
    ws = workstation()
    ws.vst_effects(effects)
    ws.v_gtext(x, 2, text)
    return show(ws.raster, 0, 0, 9, 9)


def test_bold_stays_in_its_cell() -> None:
    assert drawn(1) == art("""
        ..........
        ..........
        ...##.....
        ..####....
        ..####....
        ..####....
        ..####....
        ..........
        ..........
        ..........
    """)


def test_light_takes_every_other_pixel_of_the_screen_whatever_the_texts_place() -> None:
    plain = drawn(0, "AAA").splitlines()
    for x in (1, 2):
        light = drawn(2, "AAA", x).splitlines()
        kept = {(i + y) % 2 for y, row in enumerate(light) for i, char in enumerate(row) if char == "#"}
        assert kept == {0}
    assert "".join(plain).count("#") > "".join(drawn(2, "AAA").splitlines()).count("#")


def test_skewed_text_leans_right_and_crosses_the_aligned_line_at_its_place() -> None:
    assert drawn(4, x=4) == art("""
        ..........
        ..........
        .....#....
        ...#.#....
        ...###....
        ..#.#.....
        ..#.#.....
        ..........
        ..........
        ..........
    """)


def test_outline_is_the_rim_in_a_larger_cell() -> None:
    assert drawn(16) == art("""
        ..........
        ..###.....
        .##.##....
        .#.#.#....
        .#...#....
        .#.#.#....
        .#.#.#....
        .#####....
        ..........
        ..........
    """)
    ws = workstation()
    ws.vst_effects(16)
    assert ws.vqt_extent("AA")[2] == (12, 8)


def test_underline_is_one_pixel_longer_than_the_text() -> None:
    assert drawn(8).splitlines()[7] == "..#####..."


def test_proportional_text_advances_by_the_glyphs_width() -> None:
    ws = workstation()
    assert ws.vst_font(7) == 7
    ws.vst_height(3)
    ws.v_gtext(1, 1, "iji")
    assert show(ws.raster, 0, 0, 9, 5) == art("""
        ..........
        .#...#.#..
        ..........
        .#...#.#..
        .#.##..#..
        ..........
    """)
    assert ws.vqt_extent("iji")[1] == (8, 0)
    assert [ws.vqt_width(char).width for char in "ij"] == [2, 4]
    assert ws.vqt_width(0x20).code == -1


def test_heights_choose_the_next_smaller_font_and_scale_it_up_to_double() -> None:
    ws = workstation(40, 20)
    assert ws.vst_height(4) == (3, 4, 4, 6)
    assert ws.vst_height(99) == (6, 9, 8, 12)
    ws.v_gtext(0, 0, "A")
    assert show(ws.raster, 0, 0, 7, 3) == art("""
        ..##....
        ..##....
        ##..##..
        ##..##..
    """)
    assert ws.vst_height(6).char_height == 6
    assert ws.vst_point(20).point == 20
    assert ws.vst_point(19).point == 10
    assert ws.vst_point(1) == (10, 3, 4, 4, 6)


def test_sizes_between_repeat_or_leave_out_pixels() -> None:
    ws = workstation(8, 9)
    assert ws.vst_height(6) == (4, 6, 6, 8)
    ws.v_gtext(0, 0, "A")
    assert show(ws.raster) == art("""
        .##.....
        #..#....
        #..#....
        ####....
        #..#....
        #..#....
        #..#....
        ........
        ........
    """)
    ws.v_clrwk()
    assert ws.vst_height(3) == (2, 3, 3, 5)
    ws.v_gtext(0, 0, "A")
    assert show(ws.raster, 0, 0, 3, 4) == art("""
        .#..
        ##..
        #...
        #...
        ....
    """)


def test_rotated_text_runs_upward() -> None:
    ws = workstation()
    assert ws.vst_rotation(880) == 900
    ws.v_gtext(3, 8, "A")
    assert show(ws.raster, 2, 5, 8, 9) == art("""
        .......
        ..####.
        .#.#...
        ..####.
        .......
    """)
    ws.v_clrwk()
    ws.vst_rotation(1800)
    ws.v_gtext(8, 8, "A")
    assert show(ws.raster, 5, 3, 9, 9) == art("""
        .....
        .#.#.
        .#.#.
        .###.
        .#.#.
        ..#..
        .....
    """)


def test_justified_text_fills_its_length() -> None:
    ws = workstation(40, 8)
    ws.v_justified(1, 1, "AAA", 30, 0, 1)
    columns = [x for x in range(40) if any(ws.raster.get_pixel(x, y) for y in range(8))]
    assert (columns[0], columns[-1]) == (1, 29)


def test_str_is_put_into_the_atari_character_set() -> None:
    one, other = workstation(), workstation()
    one.v_gtext(0, 0, "A€")
    other.v_gtext(0, 0, b"A?")
    assert one.raster == other.raster


def test_answers() -> None:
    ws = workstation()
    assert ws.vqt_name(1) in {(1, "Test"), (7, "Test")}
    ws.vst_effects(0x25)
    info = ws.vqt_fontinfo()
    assert (info.first, info.last, info.distances, info.effects) == (0x3F, 0x41, (1, 0, 2, 3, 4), (1, 1, 2))
    assert ws.vqt_attributes()[:6] == (1, 1, 0, 0, 5, 1)
