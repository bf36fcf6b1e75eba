"""What FreeCell says about wrong moves, in both languages; and its resource."""

from __future__ import annotations

import copy
import re
from string import Template

import pytest

from gemport.cards.card import PACK_SIZE
from gemport.gem.aes.forms import parse_alert
from gemport.gem.aes.objects import get_parent
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.formats.objects import ObFlag, ObType, Tree, char_to_pixel, object_type
from gemport.gem.formats.rsc import read_rsc
from gemport.gem.formats.rsctext import parse_rsc_text, rsc_text
from gemport.patience.freecell import resource as rsc
from gemport.patience.freecell.program import NEEDS
from gemport.patience.freecell.text import FreeCellText
from gemport.patience.kit.check import ResourceError, check_resource
from tests.patience.freecell.player import Player, resource
from tests.places import DATA

LANGUAGES = pytest.mark.parametrize("lang", ["de", "en"])

SOURCE = ["KC 9D 8S 7H", "QH 9S", "2C 9C", "TC", "TH", "4S", "KH 5D", "KS"]
"""9D 8S 7H is a run, 5D and 4S fit."""


def said(player: Player) -> str:
    """The last alert's lines as one text."""
    return " ".join(parse_alert(player.alerts[-1]).lines)


@pytest.mark.parametrize(
    ("cells", "keys", "text"),
    [
        ("", "58", "The 10 of hearts does not fit on the king of spades: it must be exactly one lower."),
        ("", "42", "The 10 of clubs does not fit on the 9 of spades: "
                   "it must be exactly one lower and of the other colour."),
        ("", "24", "The 9 of spades does not fit on the 10 of clubs: "
                   "colours must alternate, red on black and black on red."),
        ("", "15", "The 9 of diamonds does not fit on the 10 of hearts: "
                   "colours must alternate, red on black and black on red."),
        ("", "18", "No card from the 9 of diamonds to the 7 of hearts fits on the king of spades: "
                   "it must be exactly one lower and of the other colour."),
        ("AC 2D 3D", "14", "From the 9 of diamonds down that is 3 cards, but there is room for only 2: "
                           "empty free cells: 1, empty columns: 0."),
        ("AC 2D 3D 6D", "10", "There is no room for the 7 of hearts: all four free cells are taken."),
        ("AC", "19", "The 7 of hearts cannot go home yet: the ace of hearts comes first."),
    ],
)  # fmt: skip
def test_a_wrong_move_by_keys_says_exactly_why(cells: str, keys: str, text: str) -> None:
    player = Player(1)
    player.lay(SOURCE, cells)
    player.keys(*keys)
    assert said(player) == text
    player.keys("Return")
    assert (player.selected, player.words, len(player.alerts)) == (None, [], 1)


@pytest.mark.parametrize(
    ("source", "target", "text"),
    [
        ((0, 3), 58, "The 7 of hearts cannot go here: this free cell holds the 3 of diamonds."),
        ((0, 3), 52, "The 7 of hearts cannot go here: this home cell is for clubs."),
        ((0, 3), 53, "The 7 of hearts cannot go home yet: the 3 of hearts comes first."),
        ((56, None), 59, "The 4 of hearts is in a free cell already; from there it can only go to a column or home."),
        ((0, 1), 59, "From the 9 of diamonds down that is 3 cards, but a cell takes only a single one."),
        ((0, 1), 53, "From the 9 of diamonds down that is 3 cards, but a cell takes only a single one."),
        ((0, 2), 4, "The 8 of spades does not fit on the 10 of hearts: it must be exactly one lower."),
    ],
)
def test_a_wrong_move_by_dragging_says_exactly_why(source: tuple[int, int | None], target: int, text: str) -> None:
    player = Player(1)
    player.lay(SOURCE, "4H 2D 3D", (0, 2, 0, 0))
    player.drag(*source, target)
    assert said(player) == text
    assert player.words == []


def test_the_room_said_is_that_of_the_option() -> None:
    for option, text in ((True, "empty columns: 1."), (False, "empty columns are not counted.")):
        player = Player(1)
        player.lay([*SOURCE[:3], "KD TC", "TH", "4S 6D", "", "KS QS"], "4C 2D 3D 5D")
        if not option:
            player.keys("F7")
        player.keys("1", "4")
        assert said(player).endswith(text)
        assert f"room for only {2 if option else 1}:" in said(player)


def test_without_messages_nothing_happens_and_the_selection_stays() -> None:
    player = Player(1)
    player.lay(SOURCE, "AC 2D 3D 6D")
    player.keys("F6")
    for key in ("2", "8", "3", "0", "9"):
        player.keys("1")
        selected = player.selected
        assert selected is not None
        player.keys(key)
        assert (player.selected, player.alerts, player.words) == (selected, [], [])
        player.keys("1")
    player.click(0)
    player.click(57)
    assert player.selected == selected
    player.click(0)
    player.click(0, do="dclick")
    assert (player.selected, player.alerts, player.words) == (None, [], [])


def test_a_double_click_with_all_free_cells_taken_says_so() -> None:
    player = Player(1)
    player.lay(SOURCE, "AC 2D 3D 6D")
    player.click(0, do="dclick")
    assert said(player) == "There is no room for the 7 of hearts: all four free cells are taken."


def test_german_says_it_in_german() -> None:
    player = Player(1, lang="de")
    player.lay(SOURCE, "AC 2D 3D")
    player.keys("1", "4")
    assert said(player) == (
        "Ab Karo-9 wären es 3 Karten, Platz ist aber nur für 2: leere Freizellen: 1, leere Spalten: 0."
    )


# ---- the resource


def texts(lang: str) -> FreeCellText:
    return FreeCellText(rsrc_load(resource(lang)))


@LANGUAGES
def test_every_alert_is_one_and_fits_the_screen(lang: str) -> None:
    text = texts(lang)
    card = max((text.card(card) for card in range(PACK_SIZE)), key=len)
    words = dict.fromkeys(("card", "last", "first", "next"), card)
    words |= {"suit": max(map(text.suit, range(4)), key=len), "file": "gemport-damaged-10.sqlite3", "reason": "x" * 36}
    words |= {"counted": "1000000", "unfinished": "100000"}
    words |= dict.fromkeys(("wanted", "room", "cells", "columns", "moves", "count"), "113") | {"number": "32000"}
    words["states"] = "1234567"
    strings = resource(lang).strings
    alerts = [string for string in strings if string.startswith("[")]
    thought = range(rsc.CAN_BE_WON, rsc.IMPOSSIBLE + 1)
    asked = rsc.ASK_TAKE_UP, rsc.ASK_FORGET, rsc.ASK_GIVE_UP, rsc.ASK_FORFEIT, rsc.NO_NUMBER, *thought
    assert len(alerts) == rsc.NO_STREAK - rsc.SAME_COLOUR + len(asked)
    assert len(strings) == rsc.ORACLE_THINKS + 1
    for string in alerts:
        told = Template(string).substitute(words)
        alert = parse_alert(told)
        # Nothing was cut off: put together again it is the same.
        assert f"[{alert.icon}][{'|'.join(alert.lines)}][{'|'.join(alert.buttons)}]" == told


def test_both_languages_have_the_same_words_in_the_same_strings() -> None:
    german, english = resource("de").strings, resource("en").strings
    for one, other in zip(german, english, strict=True):
        assert set(re.findall(r"\$\w+", one)) == set(re.findall(r"\$\w+", other))
        assert one.count("[") == other.count("[")
        assert len(parse_alert(one).buttons if one.startswith("[") else "") == len(
            parse_alert(other).buttons if other.startswith("[") else ""
        )


@LANGUAGES
def test_all_cards_have_names_of_their_own(lang: str) -> None:
    assert len({texts(lang).card(card) for card in range(PACK_SIZE)}) == PACK_SIZE


def test_names_of_cards() -> None:
    assert [texts("de").card(card) for card in (0, 1, 42, 51)] == ["Kreuz-Ass", "Herz-Ass", "Pik-Bube", "Karo-König"]
    assert [texts("en").card(card) for card in (0, 29, 42)] == ["ace of clubs", "8 of hearts", "jack of spades"]


def test_another_programs_resource_is_refused_at_once() -> None:
    other = read_rsc((DATA / "vierfrei/vierfrei_de.rsc").read_bytes())
    with pytest.raises(ResourceError, match="object 8 of tree 0 is not a menu entry"):
        check_resource(other, NEEDS)


@LANGUAGES
def test_a_resource_of_the_project_is_taken_but_not_without_a_part(lang: str) -> None:
    ours = copy.deepcopy(resource(lang))
    check_resource(ours, NEEDS)
    # What is extra may be missing.
    text = ours.strings[rsc.ASK_FORFEIT :]
    del ours.strings[rsc.ASK_FORFEIT + 1 :], ours.trees[rsc.UNFINISHED + 1 :]
    check_resource(ours, NEEDS)
    ours.strings.pop()
    with pytest.raises(ResourceError, match="free string 46 is missing, there are 46"):
        check_resource(ours, NEEDS)
    ours.strings += text
    ours.trees.pop()
    with pytest.raises(ResourceError, match="tree 6 is missing, there are 6"):
        check_resource(ours, NEEDS)


def labels(tree: Tree) -> str:
    return " ".join(obj.ob_spec for obj in tree if isinstance(obj.ob_spec, str))


@LANGUAGES
def test_about_names_the_original_its_author_and_that_this_is_a_port(lang: str) -> None:
    text = labels(resource(lang).trees[3])
    for word in ("F r e e C e l l", "Amiga", "Darryl Hartwig", "gemport", "Microsoft", "32000"):
        assert word in text
    assert ("Umsetzung" if lang == "de" else "Port to") in text


@LANGUAGES
def test_the_menu_has_the_shape_that_the_aes_expects(lang: str) -> None:
    menu = resource(lang).trees[0]
    for title, box, keys in (
        (3, 7, ["F1"]),
        (4, 16, ["F2", "F3", "F9", "F5", "Undo", "^Y", "F8", "^W", "^L", "^B", "Help", "F10"]),
        (5, rsc.MENU_QUIT + 1, ["F4", "F6", "F7", "^T", "^O"]),
    ):
        assert object_type(menu[title]) == ObType.G_TITLE
        assert menu[box].ob_x == menu[2].ob_x + menu[title].ob_x
        assert menu[title].ob_width == len(str(menu[title].ob_spec))
        entries = [menu[n] for n in range(menu[box].ob_head, menu[box].ob_tail + 1)]
        assert menu[box].ob_height == len(entries)
        assert {len(str(entry.ob_spec)) for entry in entries} == {entry.ob_width for entry in entries}
        assert [str(e.ob_spec).split()[-1] for e in entries if str(e.ob_spec).startswith("  ")][: len(keys)] == keys


@LANGUAGES
def test_nothing_sticks_out_of_the_boxes(lang: str) -> None:
    for tree in resource(lang).trees[1:]:
        for number, obj in enumerate(tree[1:], 1):
            around = tree[get_parent(tree, number)]
            width, height = char_to_pixel(around.ob_width, 8), char_to_pixel(around.ob_height, 16)
            assert char_to_pixel(obj.ob_x, 8) + char_to_pixel(obj.ob_width, 8) <= width
            assert char_to_pixel(obj.ob_y, 16) + char_to_pixel(obj.ob_height, 16) <= height
            if isinstance(obj.ob_spec, str):
                assert len(obj.ob_spec) * 8 <= char_to_pixel(obj.ob_width, 8)
        assert [bool(obj.ob_flags & ObFlag.LASTOB) for obj in tree] == [False] * (len(tree) - 1) + [True]


@LANGUAGES
def test_the_source_stays_the_same_through_text(lang: str) -> None:
    source = (DATA / f"freecell/src/freecell_{lang}.txt").read_text(encoding="utf-8")
    parsed = parse_rsc_text(source)
    assert parse_rsc_text(rsc_text(parsed)) == parsed
