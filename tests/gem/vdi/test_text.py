"""Text: placing, modes, effects, sizes; scaled, aligned, justified, turned."""

from __future__ import annotations

import pytest

from gemport.gem.formats.fnt import Glyph
from gemport.gem.vdi.font import SCALE_START, Font, Scale, scaled_glyph
from gemport.gem.vdi.raster import Raster
from gemport.gem.vdi.text import TextStyle, begin, extent, justified_gaps, underline_row
from gemport.gem.vdi.workstation import Workstation
from tests.gem.vdi.pictures import PROPORTIONAL, SMALL, art, font_of, pixels, show

BOLD, LIGHT, SLANTED, UNDERLINED, OUTLINED = 1, 2, 4, 8, 16
THREE_WIDE = font_of({"A": "###\n#.#\n###\n#.#\n#.#\n..."}, top=4)


def workstation(width: int = 24, height: int = 10, font: Font = SMALL) -> Workstation:
    ws = Workstation(Raster(width, height), [PROPORTIONAL, font])
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


@pytest.mark.parametrize("text", [b"A\xff\x00", "A€€"])
def test_what_the_font_or_the_character_set_lacks_becomes_question_marks(text: str | bytes) -> None:
    one, other = workstation(), workstation()
    one.v_gtext(0, 0, text)
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
    assert [ws.vqt_width(char)[1] for char in "ij"] == [2, 4]
    assert ws.vqt_width(0x20)[0] == -1


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
    assert ws.vst_height(6)[1] == 6
    assert ws.vst_height(-3)[1] == 9
    assert ws.vst_point(20)[0] == 20
    assert ws.vst_point(19)[0] == 10
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


def test_answers() -> None:
    ws = workstation()
    assert ws.vqt_name(1) in {(1, "Test"), (7, "Test")}
    ws.vst_effects(0x25)
    first, last, _, distances, effects = ws.vqt_fontinfo()
    assert (first, last, distances, effects) == (0x3F, 0x41, (1, 0, 2, 3, 4), (1, 1, 2))
    assert ws.vqt_attributes()[:6] == (1, 1, 0, 0, 5, 1)


def style(effects: int = 0, horizontal: int = 0, vertical: int = 5, font: Font = SMALL, rotation: int = 0) -> TextStyle:
    return TextStyle(font, 1, 1, effects, horizontal, vertical, rotation)


def test_slanted_text_follows_the_skew_mask_from_the_bottom_row_up() -> None:
    assert SMALL.skew_shifts(6) == [3, 2, 2, 1, 1, 0]
    other = font_of({"A": "#\n#\n#\n#\n#\n#"}, top=4)
    other.skew = 0xAAAA
    assert other.skew_shifts(6) == [3, 3, 2, 2, 1, 1]


def test_counter_of_horizontal_scaling_runs_on_over_the_string() -> None:
    font = THREE_WIDE.scaled(5)
    widths, counter = [], SCALE_START
    for _ in range(5):
        cell, counter = font.cell(0x41, counter)
        widths.append(cell.width)
    assert widths == [4, 3, 4, 4, 4]
    assert [font.width(b"A" * n) for n in (1, 2, 3)] == [4, 7, 11]
    ws = workstation(40, 24, THREE_WIDE)
    ws.vst_height(5)
    ws.v_gtext(0, 0, "AAA")
    assert show(ws.raster, 0, 0, 11, 0) == "###########."


def test_counter_stands_still_for_characters_outside_the_clip() -> None:
    ws = workstation(40, 24, THREE_WIDE)
    ws.vst_height(5)
    ws.vs_clip(1, 4, 0, 39, 23)
    ws.v_gtext(0, 0, "AAA")
    assert show(ws.raster, 4, 0, 11, 0) == "#######."


def test_doubled_text_has_a_top_of_one_more() -> None:
    font = SMALL.scaled(99)
    assert (font.top, font.ascent, font.half, font.descent, font.bottom) == (9, 7, 5, 0, 2)
    assert len(font.cell(0x41)[0].rows) == 12


def test_cell_height_is_the_sum_of_the_distances() -> None:
    ws = workstation(40, 24)
    assert ws.vst_height(6)[3] == 8
    assert extent(ws.text_style(), b"A")[1] == 8
    assert len(ws.font.cell(0x41)[0].rows) == 9


def test_shrinking_keeps_blank_columns_and_cuts_what_is_too_long() -> None:
    half = Scale(0x8000, enlarge=False)
    rows = (0b1010, 0b0011, 0b0101, 0b1111)
    cell, _ = scaled_glyph(Glyph(4, rows + rows), half, SCALE_START)
    assert cell.width == 2
    assert [f"{row:02b}" for row in cell.rows] == ["00", "11", "00", "11"]


@pytest.mark.parametrize(("horizontal", "before"), [(0, 1), (1, 8), (2, 15)])
def test_alignment_counts_the_rim(horizontal: int, before: int) -> None:
    """Two characters of 4 + 2 pixels and, slanted, 3 more; the rim begins a pixel further left."""
    assert extent(style(OUTLINED | SLANTED), b"A@")[0] == 15
    assert begin(style(OUTLINED, horizontal), 16)[0] == before


@pytest.mark.parametrize(
    ("vertical", "slant"), [(0, 1), (1, 2 * 2 // 4), (2, 3 * 2 // 4), (3, 0), (4, 0), (5, 3)], ids=str
)
def test_slanted_text_begins_further_left_by_the_aligned_line(vertical: int, slant: int) -> None:
    assert begin(style(SLANTED, 0, vertical), 0)[0] == slant
    assert begin(style(SLANTED, 2, vertical), 20)[0] == 20 + slant


def test_descent_lines_slant_is_part_of_the_left_offset() -> None:
    font = font_of({"A": "\n".join(["####"] * 8)}, top=4)
    font.descent, font.left_offset = 2, 3
    assert begin(style(SLANTED, 0, 4, font), 0)[0] == 2 * 3 // 3


@pytest.mark.parametrize(
    ("text", "length", "words", "chars", "gaps"),
    [
        (b"AA A", 16, True, False, [0, 0, 0, 0]),
        (b"A A A", 25, True, False, [0, 3, 0, 2, 0]),
        (b"A A A", 15, True, False, [0, -3, 0, -2, 0]),
        (b"AAAA", 21, False, True, [2, 2, 1, 1]),
        (b"AAAA", 11, False, True, [-2, -2, -1, -1]),
        (b"A A A", 22, True, True, [0, 1, 0, 1, 0]),
        (b"A A A", 45, True, True, [6, 7, 5, 7, 5]),
        (b"A A A", 8, True, True, [-2, -4, -2, -4, -2]),
        (b"AAAA", 99, True, False, [0, 0, 0, 0]),
    ],
)
def test_justified_text_shares_pixels_out(text: bytes, length: int, words: bool, chars: bool, gaps: list[int]) -> None:
    """What does not come out even goes to the first gaps; with both spacings a space takes half a cell at most."""
    assert justified_gaps(style(), text, length, words, chars) == gaps


def test_justified_text_is_aligned_by_the_wanted_length() -> None:
    ws = workstation(40, 24)
    ws.vst_alignment(2, 5)
    ws.v_justified(30, 0, "AA", 20, 0, 1)
    columns = [x for x in range(40) if any(ws.raster.get_pixel(x, y) for y in range(24))]
    assert (columns[0], columns[-1]) == (10, 28)


def test_justified_text_follows_the_rotation() -> None:
    ws, plain = workstation(24, 40), workstation(40, 24)
    plain.v_justified(5, 3, "A@", 20, 0, 1)
    ws.vst_rotation(900)
    ws.v_justified(3, 34, "A@", 20, 0, 1)
    turned = {(y, 39 - x) for x, y in pixels(plain.raster)}
    assert pixels(ws.raster) == turned


def test_bold_text_keeps_its_last_column_where_it_goes_through_a_buffer() -> None:
    """Straight to the screen a monospaced cell loses it; turned, slanted at the clip or rimmed it does not."""
    full = font_of({"A": "\n".join(["####"] * 6)}, top=4)
    ws = workstation(40, 24, full)
    ws.vst_effects(BOLD)
    ws.v_gtext(8, 8, "A")
    assert show(ws.raster, 7, 8, 13, 8) == ".####.."
    ws.v_clrwk()
    ws.vst_rotation(2700)
    ws.v_gtext(8, 8, "A")
    assert "".join(".#"[ws.raster.get_pixel(6, y)] for y in range(7, 15)) == ".#####.."


def test_slanted_text_at_the_clips_edge_is_a_full_rectangle() -> None:
    ws = workstation(16, 8)

    def drawn(left: int) -> str:
        ws.raster.rows[:] = [0xFFFF] * 8
        ws.vs_clip(1, left, 0, 15, 7)
        ws.v_gtext(7, 0, "A")
        return show(ws.raster, 4, 0, 11, 5)

    ws.vst_effects(SLANTED)
    assert drawn(4) == art("""
        ###.#..#
        ###.#.##
        #####.##
        ##.#.###
        ##.#.###
        ....####
    """)
    assert drawn(5) == art("""
        #...#..#
        #.#.#..#
        #.###..#
        ##.#...#
        ##.#...#
        #......#
    """)


@pytest.mark.parametrize("rotation", [0, 900, 1800, 2700])
def test_light_text_is_thinned_last(rotation: int) -> None:
    """So the checkerboard is the screen's, begun with the lowest row, whichever way the text goes."""
    ws, plain = workstation(24, 24), workstation(24, 24)
    for each in (ws, plain):
        each.vst_rotation(rotation)
        each.vst_alignment(0, 0)
        each.v_clrwk()
    plain.v_gtext(12, 12, "@")
    ws.vst_effects(LIGHT)
    ws.v_gtext(12, 12, "@")
    before = pixels(plain.raster)
    after = pixels(ws.raster)
    assert after < before
    assert len({(x + y) % 2 for x, y in after}) == 1


def test_light_text_cut_at_its_bottom_begins_the_checkerboard_with_the_last_row_inside() -> None:
    ws = workstation(8, 6)
    ws.vst_effects(LIGHT)
    ws.v_gtext(0, 0, "@")
    whole = show(ws.raster).splitlines()
    ws.v_clrwk()
    ws.vs_clip(1, 0, 0, 7, 4)
    ws.v_gtext(0, 0, "@")
    cut = show(ws.raster).splitlines()
    assert whole[:5] != cut[:5]
    assert {(x + y) % 2 for y, row in enumerate(cut) for x, char in enumerate(row) if char == "#"} == {1}


def test_underline_sits_below_the_descent_line_only_where_there_is_room() -> None:
    assert underline_row(SMALL) == 5
    deep = font_of({"A": "\n".join(["####"] * 8)}, top=4)
    assert underline_row(deep) == 6
    assert underline_row(SMALL.scaled(99)) == 10


def test_rotation_from_3150_on_turns_each_character_but_not_the_line() -> None:
    ws = workstation(40, 24)
    assert (ws.vst_rotation(3149), ws.vst_rotation(3150), ws.vst_rotation(-1)) == (2700, 3600, 3600)
    ws.v_gtext(0, 0, "AA")
    assert show(ws.raster, 0, 0, 9, 3) == art("""
        .###.####.
        ...#...#.#
        .###.####.
        ..........
    """)
    assert ws.vqt_extent("AA")[2] == (8, 6)
