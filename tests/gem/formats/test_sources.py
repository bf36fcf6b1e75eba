import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.errors import FormatError
from gemport.gem.formats.blocks import read_art, write_art
from gemport.gem.formats.font.source import read_font_text
from gemport.gem.formats.rsc.text import parse_rsc_text
from gemport.gem.formats.system.source import read_icons_text, read_mouse_text
from gemport.patience.kit.deck.dat import BIG_HEIGHT, HALF_HEIGHT, SMALL_HEIGHT, CardData
from gemport.patience.kit.deck.source import read_cards_text, write_cards_text

CARDS = write_cards_text(CardData(((0,) * HALF_HEIGHT,) * 14, ((0,) * SMALL_HEIGHT,) * 4, ((0,) * BIG_HEIGHT,) * 4))
FORM = "block 0 16x16\nhot 0 0\n" + "................\n" * 16

TEXT = "title a b\n; comment\n\nblock one 3x2\nat 1 2\nat 3 4\n.#.\n##.\nblock two 1x1\n#\n"


def test_blocks_have_rows_and_key_lines() -> None:
    art = read_art(TEXT, "t")
    assert art.header == {"title": "a b"}
    assert art.blocks["one"].bits() == (0b010, 0b110)
    assert [value for key, value, _ in art.blocks["one"].keys] == ["1 2", "3 4"]
    assert read_art(write_art(art), "t").blocks["two"].bits() == (1,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("block a\n", "line 1: block needs a name and a size"),
        ("block a 3\n", "line 1: '3' is not a size"),
        ("block a 0x3\n", "line 1: a block of 0x3 is not possible"),
        ("block a 2x1\n...\n", "line 2: a row of 3 characters in block a, 2 wide"),
        ("block a 2x2\n..\n", "line 1: block a has 1 rows, not 2"),
        ("block a 2x1\n..\n..\n", "line 3: more rows than the 1"),
        ("block a 2x1\n.o\n", "line 2: 'o' means nothing"),
        ("block a 2x1\n..\nat 1\n", "line 3: 'at 1' is not a row"),
        ("block a 1x1\n.\nblock a 1x1\n.\n", "line 3: block a appears twice"),
        ("x 1\nx 2\n", "line 2: x is given twice"),
    ],
)
def test_mistakes_are_named_with_file_and_line(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=f"^t: {message}"):
        read_art(text, "t")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no block 0 16x16"),
        (FORM.replace("hot 0 0", "hot 0 16"), "line 2: hot must be two numbers"),
        (FORM.replace("hot 0 0", "hot 0"), "line 2: hot must be followed by two"),
        (FORM.replace("hot 0 0", "spot 0 0"), "line 2: 'spot' has no meaning"),
        (FORM.replace("hot 0 0\n", ""), "line 1: block 0 has no line hot"),
        ("block 0 1x1\n.\n", "line 1: block 0 is 1x1, not 16x16"),
    ],
)
def test_mistakes_in_mouse_forms(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=f"^mouse.txt: {message}"):
        read_mouse_text(text)


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


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("block fr/king 1x1\nat 0 0\n#\n", "fr/king: before the /"),
        ("block de/prince 1x1\nat 0 0\n#\n", "de/prince: before the /"),
        ("block de/king 2x1\nat 63 0\n##\n", "at 63 0 block de/king sticks out"),
        ("block de/king 1x1\n#\n", "block de/king has no line at"),
        ("block de/king 1x1\nto 1 1\n#\n", "'to' has no meaning"),
        ("block prince 1x1\n#\n", "prince is not a picture"),
    ],
)
def test_mistakes_in_cards(block: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_cards_text(CARDS + block, "de")


WORDS = st.sampled_from(
    [
        *(
            "block",
            "0",
            "1",
            "16x16",
            "1x1",
            "#",
            ".",
            "hot",
            "char",
            "65",
            "name",
            "offset",
            "at",
            "tree",
            "  ",
            "free",
        ),
        *(
            "G_BOX",
            "G_TEXT",
            "tedinfo",
            "see",
            "#0",
            '"x"',
            "0,0",
            "size",
            "image",
            "unused",
            "links",
            "1,1",
            "\n",
            "\n",
        ),
        *("icon", "string", "text", "color", "-1", "99999", "raw", "nothing", "G_IMAGE", "G_ICON", "sections", "tail"),
    ]
)


@given(st.lists(WORDS, max_size=60).map(" ".join) | st.text())
def test_no_text_makes_anything_but_a_named_error(text: str) -> None:
    for read in (read_font_text, read_mouse_text, read_icons_text, parse_rsc_text, lambda t: read_cards_text(t, "de")):
        try:
            read(text)
        except FormatError as error:
            assert len(str(error).splitlines()) == 1  # noqa: PT017
