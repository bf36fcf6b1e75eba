"""Text: cases missing in the recorded steps of a real GEM (tests/gem/own)."""

import pytest

from gemport.gem import Raster, Workstation
from gemport.gem.vdi.font import Font
from gemport.gem.vdi.text import TextStyle, justified_gaps
from tests.gem.vdi.pictures import PROPORTIONAL, SMALL, art, font_of, show

LIGHT = 2


def workstation(width: int = 24, height: int = 10, font: Font = SMALL) -> Workstation:
    ws = Workstation(Raster(width, height), [PROPORTIONAL, font])
    ws.vst_alignment(0, 5)
    return ws


@pytest.mark.parametrize("text", [b"A\xff\x00", "A€€"])
def test_what_the_font_or_the_character_set_lacks_becomes_question_marks(text: str | bytes) -> None:
    one, other = workstation(), workstation()
    one.v_gtext(0, 0, text)
    other.v_gtext(0, 0, b"A??")
    assert one.raster == other.raster


def test_an_unknown_face_is_the_system_face() -> None:
    ws = workstation()
    assert [ws.vst_font(face) for face in (8, 7)] == [1, 7]
    assert (ws.vqt_name(1), ws.font) == ((7, "Test"), PROPORTIONAL.scaled(SMALL.top))
    assert ws.vst_font(8) == 1
    # Another face has the same size, in points if it was set in points.
    ws.vst_point(20)
    assert (ws.vst_font(7), ws.font.point) == (7, 20)
    ws.vst_height(4)
    ws.vst_font(1)
    assert ws.font.top == 4
    only = Workstation(Raster(24, 10), [PROPORTIONAL])
    assert only.vst_font(8) == 7


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


def test_answers() -> None:
    ws = workstation()
    assert [ws.vqt_name(index)[0] for index in range(4)] == [7, 7, 1, 7]
    ws.vst_effects(0x25)
    first, last, _, distances, effects = ws.vqt_fontinfo()
    assert (first, last, distances, effects) == (0x3F, 0x41, (1, 0, 2, 3, 4), (1, 1, 2))
    assert ws.vqt_attributes()[:6] == (1, 1, 0, 0, 5, 1)


def style(effects: int = 0, horizontal: int = 0, vertical: int = 5, font: Font = SMALL, rotation: int = 0) -> TextStyle:
    return TextStyle(font, 1, 1, effects, horizontal, vertical, rotation)


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
    """Check that the rest goes to the first gaps; with both spacings a space takes half a cell at most."""
    assert justified_gaps(style(), text, length, words, chars) == gaps


def test_counter_stands_still_for_characters_outside_the_clip() -> None:
    ws = workstation(40, 24, font_of({"A": "###\n#.#\n###\n#.#\n#.#\n..."}, top=4))
    ws.vst_height(5)
    ws.vs_clip(1, 4, 0, 39, 23)
    ws.v_gtext(0, 0, "AAA")
    assert show(ws.raster, 4, 0, 11, 0) == "#######."


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
