"""The games' resources: both languages of one shape, texts that fit, and the shape that a player's own must have."""

import re
from collections.abc import Callable
from string import Template

import pytest

from gemport.games.vierfrei import GAME
from gemport.games.vierfrei import vierfrei_rsc as vierfrei
from gemport.gem import (
    ObFlag,
    ObState,
    ObType,
    Resource,
    TedInfo,
    objc_delete,
    objc_order,
    parse_alert,
    read_rsc,
    rsrc_load,
)
from gemport.play.gamefiles import shape_fault
from tests.games import shared
from tests.places import DATA, RECORDED

LONGEST = {
    **{"number": 999999, "first": 100000, "last": 999999, "moves": 99999, "counted": 10**6, "unfinished": 10**5},
    **{"file": "gemport-damaged-100.sqlite3", "reason": "|".join(["m" * 36] * 3), "states": 10**7, "count": 10**6},
    **{"name": "m" * 28, "backup": "m" * 36},
    **{"wanted": 13, "room": 12, "cells": 4, "columns": 7, "suit": "diamonds"},
}


def built_in(name: str, lang: str = "de") -> Resource:
    return read_rsc((DATA / name / f"{name}_{lang}.rsc").read_bytes())


NAMES = pytest.mark.parametrize("name", ["games", "vierfrei", "freecell", "grossfamilien"])
LANGUAGES = pytest.mark.parametrize("lang", ["de", "en"])


@NAMES
def test_both_languages_have_the_same_shape_and_the_same_words_in_the_same_strings(name: str) -> None:
    german, english = built_in(name, "de"), built_in(name, "en")
    assert shape_fault(german, english) is shape_fault(english, german) is None
    for one, other in zip(german.strings, english.strings, strict=True):
        assert set(re.findall(r"\$\w+", one)) == set(re.findall(r"\$\w+", other))
        if one.startswith("["):
            assert len(parse_alert(one).buttons) == len(parse_alert(other).buttons)


@LANGUAGES
@NAMES
def test_alerts_fit_the_screen_whatever_they_tell(name: str, lang: str) -> None:
    card = {"de": "Karo-Bube", "en": "queen of diamonds"}[lang]
    for string in built_in(name, lang).strings:
        if string.startswith("["):
            cards = dict.fromkeys(("card", "next", "first", "last") if "$card" in string else (), card)
            told = Template(string).substitute({**LONGEST, **cards})
            alert = parse_alert(told)
            # Nothing was cut off: put together again it is the same.
            assert f"[{alert.icon}][{'|'.join(alert.lines)}][{'|'.join(alert.buttons)}]" == told


@LANGUAGES
@NAMES
def test_texts_fit_their_objects_and_objects_their_boxes(name: str, lang: str) -> None:
    for number, tree in enumerate(rsrc_load(built_in(name, lang)).trees):
        root, *rest = tree
        for obj in tree:
            if obj.ob_type in (ObType.G_STRING, ObType.G_BUTTON, ObType.G_TITLE) and "$" not in str(obj.ob_spec):
                # No text touches its button's border.
                beside = 8 if obj.ob_type == ObType.G_BUTTON else 0
                assert 8 * len(str(obj.ob_spec)) + beside <= obj.ob_width, obj.ob_spec
        if number or name == "games":
            for obj in rest:
                assert 0 <= obj.ob_x <= root.ob_width - obj.ob_width, (number, obj)
                assert 0 <= obj.ob_y <= root.ob_height - obj.ob_height, (number, obj)


def test_card_names_differ_and_ranks_fit_beside_a_family() -> None:
    for lang in ("de", "en"):
        strings = built_in("games", lang).strings
        assert len(set(strings[shared.RANK : shared.RANK + 13])) == 13
        assert len(set(strings[shared.SUIT : shared.SUIT + 4])) == 4
        assert max(map(len, built_in("grossfamilien", lang).strings[:13])) <= 2


@pytest.mark.parametrize(
    ("game", "both", "german", "english"),
    [
        (
            "vierfrei",
            "V I E R F R E I,Thoms Törring,1993",
            "nicht kommerziell,Umsetzung",
            "not commercially,Port to",
        ),
        ("freecell", "F r e e C e l l,Amiga,Darryl Hartwig,Microsoft,2147483647", "Umsetzung", "Port to"),
        ("grossfamilien", "G R O S S F A M I L I E N,Dietrich Juhl", "", ""),
    ],
)
def test_about_names_the_original_its_author_and_that_there_is_no_warranty(
    game: str, both: str, german: str, english: str
) -> None:
    about = {"vierfrei": vierfrei.ABOUT, "freecell": 1, "grossfamilien": 1}[game]
    for lang, words, warranty in (("de", german, "Gewährleistung"), ("en", english, "warranty")):
        said = " ".join(str(obj.ob_spec) for obj in built_in(game, lang).trees[about])
        for word in (*both.split(","), *words.split(","), "gemport", warranty):
            assert word in said


# ---- the shape of a player's own resource


def set_type(tree: int, obj: int, kind: ObType) -> Callable[[Resource], None]:
    def change(resource: Resource) -> None:
        resource.trees[tree][obj].ob_type = kind

    return change


def field_of(places: int) -> Callable[[Resource], None]:
    def change(resource: Resource) -> None:
        resource.trees[vierfrei.GETNUM][vierfrei.GETNUM_FIELD].ob_spec = TedInfo("", "Nr. " + "_" * places)

    return change


def set_string(number: int, text: str) -> Callable[[Resource], None]:
    def change(resource: Resource) -> None:
        resource.strings[number] = text

    return change


def accessory_first(resource: Resource) -> None:
    objc_order(resource.trees[0], 8, 0)


def out_of_the_menu(resource: Resource) -> None:
    objc_delete(resource.trees[0], vierfrei.ENTRIES["undo"])


def no_menu(resource: Resource) -> None:
    objc_delete(resource.trees[0], 15)


def short_tree(resource: Resource) -> None:
    del resource.trees[vierfrei.STATISTICS][30:]


def no_exit(resource: Resource) -> None:
    resource.trees[vierfrei.STATISTICS][vierfrei.STATISTICS_OK].ob_flags &= ~ObFlag.EXIT


def disabled(resource: Resource) -> None:
    resource.trees[vierfrei.STATISTICS][vierfrei.STATISTICS_OK].ob_state |= ObState.DISABLED


def hidden(resource: Resource) -> None:
    resource.trees[vierfrei.STATISTICS][vierfrei.STATISTICS_OK].ob_flags |= ObFlag.HIDETREE


def few_trees(resource: Resource) -> None:
    del resource.trees[vierfrei.STATISTICS]


def few_strings(resource: Resource) -> None:
    del resource.strings[-1]


BEYOND_THE_ORIGINAL = [
    (set_type(vierfrei.STATISTICS, 10, ObType.G_BOX), "object 10 of tree 5 is of the type 20, not 28"),
    (short_tree, "object 30 of tree 5 is missing"),
    (no_exit, "object 17 of tree 5 has the flags "),
    (disabled, "object 17 of tree 5 is DISABLED"),
    (hidden, "object 17 of tree 5 has the flags "),
    (few_trees, "tree 5 is missing, there are 5"),
    (few_strings, "free string 2 is missing, there are 2"),
    (set_string(vierfrei.STUCK, "[1][No move"), "free string 2 is not an alert (alert '[1][No move': ']' missing)"),
    (
        set_string(vierfrei.STUCK_LINE, "a]ce"),
        "free string 1 is not free of the ] that ends a part of an alert: 'a]ce'",
    ),
]
IN_THE_ORIGINAL = [
    (set_type(0, vierfrei.ENTRIES["undo"], ObType.G_BUTTON), "object 22 of tree 0 is of the type 26, not 28"),
    (out_of_the_menu, "object 22 of tree 0 is not a menu entry"),
    (accessory_first, "object 7 of tree 0 is not a menu entry"),
    (no_menu, "object 5 of tree 0: there are 3 menus for 4 titles"),
    (field_of(8), "object 2 of tree 1 is not a field of 1 to 6 digits, it has 8"),
    (field_of(0), "object 2 of tree 1 is not a field of 1 to 6 digits, it has 0"),
]


@pytest.mark.parametrize(("change", "reason"), [*BEYOND_THE_ORIGINAL, *IN_THE_ORIGINAL])
def test_the_first_difference_is_named(change: Callable[[Resource], None], reason: str) -> None:
    damaged = built_in("vierfrei")
    change(damaged)
    fault = shape_fault(damaged, built_in("vierfrei"))
    assert fault is not None
    assert fault.startswith(reason)


@pytest.mark.parametrize(("change", "reason"), [*BEYOND_THE_ORIGINAL, *IN_THE_ORIGINAL])
def test_the_original_must_have_its_own_part_only(change: Callable[[Resource], None], reason: str) -> None:
    damaged = built_in("vierfrei")
    change(damaged)
    fault = shape_fault(damaged, built_in("vierfrei"), GAME.original)
    assert (fault or "").startswith(reason if (change, reason) in IN_THE_ORIGINAL else "")
    assert (fault is None) is ((change, reason) in BEYOND_THE_ORIGINAL)


def test_a_shorter_field_will_do() -> None:
    """The original takes as many digits as its resource has places for."""
    short = built_in("vierfrei")
    field_of(3)(short)
    assert shape_fault(short, built_in("vierfrei")) is None


def test_the_originals_resource_has_the_originals_shape_alone() -> None:
    original, whole = read_rsc((RECORDED / "own/vierfrei_de.rsc").read_bytes()), built_in("vierfrei")
    assert shape_fault(original, whole) is not None
    assert shape_fault(original, whole, GAME.original) is None


def test_another_games_resource_is_refused() -> None:
    assert shape_fault(built_in("vierfrei"), built_in("freecell")) == "object 47 of tree 0 is missing"
    assert shape_fault(built_in("freecell"), built_in("vierfrei"), GAME.original) is not None
