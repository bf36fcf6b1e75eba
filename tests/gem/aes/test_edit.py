"""Keys in a text field: what recordings of a real GEM (tests/gem/own) leave out."""

from copy import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.aes.draw import EdKind, accepted, draw_cursor, objc_edit, places, press, template_position
from gemport.gem.aes.keys import ARROW_LEFT, ARROW_RIGHT, BACKSPACE, DELETE, ESCAPE
from gemport.gem.aes.objects import CENTRED, LEFT_JUST, format_text
from gemport.gem.aes.rect import GRect
from gemport.gem.aes.screen import Pen
from gemport.gem.formats.objects import Object, ObType, TedInfo
from tests.gem.aes.desk import black, blank, draw, framed, obj, picture, pixels, tree_of


def field(text: str = "", template: str = "______", valid: str = "X", just: int = 0) -> TedInfo:
    return TedInfo(text, template, valid, te_just=just, te_txtlen=template.count("_") + 1, te_tmplen=len(template) + 1)


def typed(ted: TedInfo, cursor: int, *keys: int | str) -> tuple[str, int]:
    """Text and cursor after the keys."""
    for key in keys:
        ted.te_ptext, cursor = press(ted, cursor, ord(key) if isinstance(key, str) else key)
    return ted.te_ptext, cursor


@pytest.mark.parametrize(
    ("text", "cursor", "keys", "result"),
    [
        # other keys count by their character; an index out of range is the nearest
        ("abc", 3, [0x6A37], ("abc7", 4)),
        ("abc", 99, ["x"], ("abcx", 4)),
        # an @ that fills a text is none, one that is typed counts until the next character
        ("@bcdef", 0, ["x"], ("x", 1)),
        ("", 0, ["@", "x"], ("x", 2)),
    ],
)
def test_a_key_does_this_to_the_field(text: str, cursor: int, keys: list[int | str], result: tuple[str, int]) -> None:
    assert typed(field(text), cursor, *keys) == result


@pytest.mark.parametrize(
    ("rule", "typed", "taken"),
    [
        ("x", "azäßÿ", "AZÄßÿ"),
        *((rule, "az", "AZ") for rule in "FfPp"),
        *((rule, "AZÄ azΣ", "AZÄ ") for rule in "AN"),
        ("F", "ä", "Ä"),
    ],
)
def test_some_validation_letters_make_capitals_and_others_refuse_small_letters(
    rule: str, typed: str, taken: str
) -> None:
    assert "".join(accepted(character, rule) for character in typed) == taken


@pytest.mark.parametrize(
    ("ted", "cursor", "keys", "result"),
    [
        # the last validation letter counts for all further places; without one nothing is taken
        (field(valid="A9"), 0, "Xy1z2", ("X12", 3)),
        (field(valid=""), 0, "a1", ("", 0)),
        # a character of the template leads behind it, but not to the last place
        (field("ab", "________.___", "F"), 2, ".c", ("ab      C", 9)),
        (field("", "__/_", "9"), 0, "/", ("", 0)),
        (field("", "__/__", "9"), 0, "/", ("  ", 2)),
        # a refused character that the template lacks changes nothing; the mark of a place cuts the text
        (field("ab", "____/__", "9"), 1, "x", ("ab", 1)),
        (field("abc", "____/__", "9"), 1, "_", ("a", 1)),
        (TedInfo("", "____", "X", te_txtlen=1), 0, "a", ("", 0)),
    ],
)
def test_typing_follows_template_and_validation(ted: TedInfo, cursor: int, keys: str, result: tuple[str, int]) -> None:
    assert typed(copy(ted), cursor, *keys) == result


def test_fewer_places_than_the_template_has_when_the_text_has_no_room() -> None:
    assert (places(TedInfo("", "______", te_txtlen=4)), places(TedInfo("", "______"))) == (3, 6)


@given(
    st.text("ab1 .@_ä", max_size=9),
    st.integers(-3, 12),
    st.lists(st.integers(0, 0xFFFF), max_size=12),
    st.sampled_from(["______", "__.__", "Nr. ___ x", "", "abc"]),
    st.sampled_from(["X", "9", "A", "F9", ""]),
    st.integers(0, 9),
)
def test_the_text_never_outgrows_its_places_and_the_cursor_stays_in_it(
    text: str, cursor: int, keys: list[int], template: str, valid: str, room: int
) -> None:
    ted = TedInfo(text, template, valid, te_txtlen=room)
    for key in [*keys, BACKSPACE, DELETE, ord("1"), ARROW_RIGHT]:
        ted.te_ptext, cursor = press(ted, cursor, key)
        assert len(ted.te_ptext) <= places(ted)
        assert 0 <= cursor <= places(ted)
        assert len(format_text(ted)) == len(template)


@pytest.mark.parametrize(
    ("text", "just", "shown"),
    [
        ("12", 0, "No: 12____ end"),
        ("12", 1, "No: ____12 end"),
        ("12", 2, "No: 12____ end"),
        ("@2", 0, "No: ______ end"),
        ("12345678", 0, "No: 123456 end"),
    ],
)
def test_a_template_is_filled_from_the_side_of_the_justification(text: str, just: int, shown: str) -> None:
    assert format_text(TedInfo(text, "No: ______ end", te_just=just)) == shown


def test_the_cursor_stands_before_a_place_or_behind_the_template() -> None:
    assert [template_position("a:__.__)", index) for index in range(6)] == [2, 3, 5, 6, 8, 8]


def dialog(ted: TedInfo, x: int = 4) -> tuple[Pen, list[Object]]:
    entry = obj(ObType.G_FTEXT, ted, (x, 5, 64, 18))
    tree = tree_of(framed(0, 0, 80, 32, 0), entry)
    pen = blank(80, 32)
    draw(pen, tree)
    return pen, tree


@given(
    st.lists(st.sampled_from([BACKSPACE, DELETE, ESCAPE, ARROW_LEFT, ARROW_RIGHT, *b"ab 1."]), max_size=12),
    st.sampled_from([LEFT_JUST, CENTRED]),
)
def test_after_any_keys_the_field_looks_as_if_drawn_anew(keys: list[int], just: int) -> None:
    ted = field("ab", "x_ ___", "X", just)
    pen, tree = dialog(ted)
    cursor = objc_edit(pen, tree, 1, 0, 0, EdKind.EDINIT)
    for key in keys:
        cursor = objc_edit(pen, tree, 1, key, cursor, EdKind.EDCHAR)
    anew, _ = dialog(ted)
    draw_cursor(anew, tree, 1, cursor)
    assert picture(pen) == picture(anew)


def test_editing_is_limited_to_the_clip_rectangle() -> None:
    pen, tree = dialog(field())
    pen.clip(GRect(0, 0, 80, 10))
    before = black(pen)
    objc_edit(pen, tree, 1, 0, 0, EdKind.EDINIT)
    assert black(pen) ^ before == pixels(4, 3, 4, 9)
    assert pen.clip_rect == GRect(0, 0, 80, 10)


def test_starting_alone_does_nothing() -> None:
    pen, tree = dialog(field("ab"))
    before = black(pen)
    assert objc_edit(pen, tree, 1, 0, 1, EdKind.EDSTART) == 1
    assert black(pen) == before
