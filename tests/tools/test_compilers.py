"""The compilers of fonts, artwork and decks: the meaning of sources, and the rejection of invalid sources."""

from collections.abc import Callable

import pytest
from compilers.artwork import read_mouse_text
from compilers.blocks import read_blocks, write_blocks
from compilers.decks import read_back_text, read_cards_text, write_cards_text
from compilers.fonts import read_font_text
from compilers.sheet import lay_card

from gemport.gem import FormatError, MouseForm
from gemport.play.deck import BIG_HEIGHT, HALF_HEIGHT, SMALL_HEIGHT, CardData
from tests.places import DATA

CARDS = write_cards_text(CardData(((0,) * HALF_HEIGHT,) * 14, ((0,) * SMALL_HEIGHT,) * 4, ((0,) * BIG_HEIGHT,) * 4))
FORM = "block 0 16x16\nhot 0 0\n" + "................\n" * 16
BACK = (DATA / "grossfamilien" / "src" / "back.txt").read_text(encoding="utf-8")
BLOCKS = "; comment\n\nblock one 3x2\nat 1 2\nat 3 4\n.#.\n##.\nblock two 1x1\n#\n"


def read_german_cards(text: str) -> CardData:
    return read_cards_text(text, "de", "t")


def test_blocks_have_rows_and_key_lines() -> None:
    blocks = read_blocks(BLOCKS, "t")
    assert blocks["one"].bits() == (0b010, 0b110)
    assert [value for key, value, _ in blocks["one"].keys] == ["1 2", "3 4"]
    assert read_blocks(write_blocks(blocks.values()), "t")["two"].bits() == (1,)


def test_the_signs_of_a_mouse_form_are_mask_and_data() -> None:
    forms = [FORM.replace("0", str(number), 1) for number in range(8)]
    forms[3] = forms[3].replace("hot 0 0\n.....", "hot 1 2\ncolors 1 0\n.o#+.")
    assert read_mouse_text("".join(forms))[3] == MouseForm(1, 2, (0x6000, *[0] * 15), (0x3000, *[0] * 15), 1, 0)


def test_an_overlay_goes_to_its_language_and_places() -> None:
    text = CARDS + "block de/king/rank 2x1\nat 4 3\nat 62 46\n##\nblock all/all/dot 1x1\nat 0 0\n#\n"
    german, english = read_cards_text(text, "de"), read_cards_text(text, "en")
    assert german.halves[12][3] == 0b11 << 58
    assert german.halves[12][46] == 0b11
    assert english.halves[12][3] == 0
    assert all(half[0] == 1 << 63 for half in english.halves)


def test_symbols_stand_at_the_left_of_their_word() -> None:
    text = CARDS.replace("block small-clubs 7x7\n.......", "block small-clubs 7x7\n#......")
    assert read_cards_text(text, "de").small[0][0] == 1 << 31


def test_a_drawn_font_gets_its_measures_from_the_characters() -> None:
    font = read_font_text("name X\npoint 9\ntop 1\n; comment\nchar 65 A\n.#.\n###\nchar 0x43 C\noffset -1 2\n##\n#.\n")
    assert (font.first, font.last, font.max_cell_width, font.form_width, font.flags) == (65, 67, 3, 2, 0)
    assert font.glyph(65) == (3, (0b010, 0b111))
    assert font.glyph(66).width == 0
    assert font.glyph(67) == (2, (0b11, 0b10))
    assert font.horizontal == bytes([0, 0, 0, 0, 255, 2])


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (read_german_cards, "block a\n", "line 1: block needs a name and a size"),
        (read_german_cards, "block a 3\n", "line 1: '3' is not a size"),
        (read_german_cards, "block a 2x1\n...\n", "line 2: a row of 3 characters in block a, 2 wide"),
        (read_german_cards, "block a 2x1\n..\n..\n", "line 3: more rows than the 1"),
        (read_german_cards, "block a 2x1\n.o\n", "line 2: 'o' means nothing"),
        (read_german_cards, "block a 2x1\n..\nat 1\n", "line 3: 'at 1' is not a row"),
        (read_german_cards, "x 1\n", "line 1: 'x 1' stands before the first block"),
        (read_german_cards, CARDS + "block de/prince 1x1\nat 0 0\n#\n", ".*de/prince: before the /"),
        (read_german_cards, CARDS + "block de/king 2x1\nat 63 0\n##\n", ".*at 63 0 block de/king sticks out"),
        (read_german_cards, CARDS + "block de/king 1x1\n#\n", ".*block de/king has no line at"),
        (read_mouse_text, "", "there is no block 0 16x16"),
        (read_mouse_text, FORM.replace("hot 0 0", "hot 0 16"), "line 2: hot must be two numbers"),
        (read_mouse_text, "block 0 1x1\n.\n", "line 1: block 0 is 1x1, not 16x16"),
        (read_back_text, BACK.replace("\n" + "." * 7, "\n#" + "." * 6, 1), ".*row 0 of block back draws outside"),
        (read_font_text, "char 65\n..\n...\n", "line 3: a row of 3 characters"),
        (read_font_text, "char 65\n..\n..\nchar 66\n..\n", "line 4: character 66 has 1 rows, the font 2"),
        (read_font_text, "char 256\n", "line 1: there is no character 256"),
        (read_font_text, "name \u20ac\n", "line 1: character 1 of"),
        (read_font_text, "char 65\n.o\n", "line 2: a row of character 65 may hold only"),
        (read_font_text, "form_width 1\nchar 65\n..\n", "form_width 1 does not hold"),
    ],
)
def test_mistakes_are_named_with_file_and_line(read: Callable[[str], object], text: str, message: str) -> None:
    with pytest.raises(FormatError, match=rf"^[\w.]+: {message}"):
        read(text)


def test_a_card_covers_only_the_inside_of_its_outline() -> None:
    rows = [(1 << 66) - 1] * 4
    lay_card(rows, 66, 1, 1, card=(0, 1 << 63), mask=(1 << 63 | 1, 0))
    assert [f"{row:066b}" for row in rows] == ["1" * 66, "11" + "0" * 62 + "11", "11" + "0" * 63 + "1", "1" * 66]
