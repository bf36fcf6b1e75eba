"""The games' resources: equal structure in both languages, texts that fit, and checks of a player's own resource."""

import re
from collections.abc import Callable
from pathlib import Path
from string import Template
from typing import TypeAlias

import pytest

from gemport.games.freecell import freecell_rsc as freecell
from gemport.games.vierfrei import GAME
from gemport.games.vierfrei import vierfrei_rsc as vierfrei
from gemport.gem import (
    BitBlk,
    GemportError,
    ObFlag,
    Object,
    ObState,
    ObType,
    Resource,
    TedInfo,
    objc_add,
    objc_delete,
    objc_order,
    object_type,
    parse_alert,
    read_rsc,
    rsrc_load,
    write_rsc,
)
from gemport.gem.aes.keys import NAMED
from gemport.play.gamefiles import shape_fault
from tests.games import shared
from tests.games.brought import GAMES, Tour
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


@pytest.mark.parametrize("file", sorted(DATA.glob("*/*.rsc")), ids=lambda file: file.stem)
def test_the_letters_of_buttons_are_unique_in_every_box(file: Path) -> None:
    resource = read_rsc(file.read_bytes())
    boxes = [
        [str(obj.ob_spec) for obj in tree if object_type(obj) == ObType.G_BUTTON and ObFlag.EXIT in obj.ob_flags]
        for tree in resource.trees
    ]
    boxes += [list(parse_alert(text).buttons) for text in resource.strings if text.startswith("[")]
    for box in boxes:
        letters = [button.strip()[:1].casefold() for button in box if button]
        assert len(set(letters)) == len(letters), box


@NAMES
def test_both_languages_have_the_same_shape_and_words(name: str) -> None:
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
            # The parts, joined again, are the complete text.
            assert f"[{alert.icon}][{'|'.join(alert.lines)}][{'|'.join(alert.buttons)}]" == told


@LANGUAGES
@NAMES
def test_texts_fit_their_objects_and_objects_their_boxes(name: str, lang: str) -> None:
    for number, tree in enumerate(rsrc_load(built_in(name, lang)).trees):
        root, *rest = tree
        assert [at for at, obj in enumerate(tree) if ObFlag.LASTOB in obj.ob_flags] == [len(rest)]
        for obj in tree:
            if obj.ob_type in (ObType.G_STRING, ObType.G_BUTTON, ObType.G_TITLE) and "$" not in str(obj.ob_spec):
                # A text does not touch the border of its button.
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
        ("vierfrei", "V I E R F R E I,Thoms Törring,1993", "nicht kommerziell,Umsetzung", "not commercially,Port to"),
        ("freecell", "F r e e C e l l,Amiga,Darryl Hartwig,Microsoft,8589934591", "Umsetzung", "Port to"),
        ("grossfamilien", "G R O S S F A M I L I E N,Dietrich Juhl", "", ""),
    ],
)
def test_about_names_original_author_and_no_warranty(game: str, both: str, german: str, english: str) -> None:
    about = {"vierfrei": vierfrei.ABOUT, "freecell": 1, "grossfamilien": 1}[game]
    for lang, words, warranty in (("de", german, "Gewährleistung"), ("en", english, "warranty")):
        said = " ".join(str(obj.ob_spec) for obj in built_in(game, lang).trees[about])
        for word in (*both.split(","), *words.split(","), "gemport", warranty):
            assert word in said


# ---- the structure of a player's own resource


Change: TypeAlias = Callable[[Resource], object]


def ok_button(resource: Resource) -> Object:
    return resource.trees[vierfrei.STATISTICS][int(shared.STATISTICS_OK)]


def set_field(tree: int, obj: int, name: str, value: object) -> Change:
    return lambda resource: setattr(resource.trees[tree][obj], name, value)


def field_of(places: int) -> Change:
    return set_field(vierfrei.GETNUM, shared.GETNUM_FIELD, "ob_spec", TedInfo("", "Nr. " + "_" * places))


def set_type(tree: int, obj: int, kind: ObType) -> Change:
    return set_field(tree, obj, "ob_type", kind)


def set_string(number: int, text: str) -> Change:
    def change(resource: Resource) -> None:
        resource.strings[number] = text

    return change


def short_tree(resource: Resource) -> None:
    del resource.trees[vierfrei.STATISTICS][30:]


def disable(resource: Resource) -> None:
    ok_button(resource).ob_state |= ObState.DISABLED


def toggle(flag: ObFlag) -> Change:
    return lambda resource: setattr(ok_button(resource), "ob_flags", ok_button(resource).ob_flags ^ flag)


BEYOND_THE_ORIGINAL = [
    (set_type(vierfrei.STATISTICS, 10, ObType.G_BOX), "object 10 of tree 5 is of the type 20, not 28"),
    (short_tree, "object 30 of tree 5 is missing"),
    (
        lambda resource: objc_delete(resource.trees[vierfrei.STATISTICS], 10),
        "object 10 of tree 5 is not a child of object 0",
    ),
    (toggle(ObFlag.EXIT), "object 17 of tree 5 has the flags "),
    (disable, "object 17 of tree 5 is DISABLED"),
    (toggle(ObFlag.HIDETREE), "object 17 of tree 5 has the flags "),
    (lambda resource: resource.trees.pop(vierfrei.STATISTICS), "tree 5 is missing, the resource has 5"),
    (lambda resource: resource.strings.pop(), "free string 2 is missing, the resource has 2"),
    (
        set_string(vierfrei.STUCK, "[1][No move"),
        "free string 2 is not an alert (alert '[1][No move' is not of the form",
    ),
    (
        set_string(vierfrei.STUCK_LINE, "a]ce"),
        "free string 1 is not free of the ] that ends a part of an alert: 'a]ce'",
    ),
]
UNDO = 22
"""The entry's object in the original's menu."""
IN_THE_ORIGINAL = [
    (set_type(0, UNDO, ObType.G_BUTTON), "object 22 of tree 0 is of the type 26, not 28"),
    (
        lambda resource: objc_delete(resource.trees[0], UNDO),
        "object 22 of tree 0 is not a menu entry",
    ),
    (lambda resource: objc_order(resource.trees[0], 8, 0), "object 7 of tree 0 is not a menu entry"),
    (lambda resource: objc_delete(resource.trees[0], 15), "object 5 of tree 0: there are 4 menus for 5 titles"),
    (field_of(8), "object 2 of tree 1 is not a field of 1 to 6 digits, it has 8"),
    (field_of(0), "object 2 of tree 1 is not a field of 1 to 6 digits, it has 0"),
]


@pytest.mark.parametrize(("change", "reason"), [*BEYOND_THE_ORIGINAL, *IN_THE_ORIGINAL])
def test_first_difference_of_a_resource_is_named(change: Change, reason: str) -> None:
    damaged = built_in("vierfrei")
    change(damaged)
    assert (shape_fault(damaged, built_in("vierfrei")) or "").startswith(reason)
    fault = shape_fault(damaged, built_in("vierfrei"), GAME.original)
    assert (fault or "").startswith(reason if (change, reason) in IN_THE_ORIGINAL else "")
    assert (fault is None) is ((change, reason) in BEYOND_THE_ORIGINAL)


def test_the_originals_resource_has_the_originals_shape_alone() -> None:
    original, whole = read_rsc((RECORDED / "own/vierfrei_de.rsc").read_bytes()), built_in("vierfrei")
    assert shape_fault(original, whole) is not None
    assert shape_fault(original, whole, GAME.original) is None


def test_another_games_resource_is_refused() -> None:
    vierfrei = built_in("vierfrei")
    assert shape_fault(vierfrei, built_in("freecell")) == f"object {len(vierfrei.trees[0])} of tree 0 is missing"
    assert shape_fault(built_in("freecell"), built_in("vierfrei"), GAME.original) is not None


# ---- using a player's own resource


def brought(game: str, resource: Resource, folder: Path) -> Tour:
    path = folder / "my.rsc"
    path.write_bytes(write_rsc(resource))
    return Tour(GAMES[game], path)


@pytest.mark.parametrize(("game", "language"), [("vierfrei", "de"), ("freecell", "en")])
def test_a_built_in_resource_can_be_brought_along(game: str, language: str) -> None:
    """These are two samples; tests/fuzzing uses the other resources and damaged ones."""
    tour = Tour(GAMES[game], DATA / game / f"{game}_{language}.rsc")
    tour.through()
    assert tour.machine.finished


# ---- resources that once crashed a running game


def menu_is_box(resource: Resource) -> None:
    menu = resource.trees[vierfrei.MENU]
    menu[0].ob_head = menu[0].ob_tail = -1
    for obj in range(1, len(menu)):
        menu[obj].ob_head = menu[obj].ob_tail = menu[obj].ob_next = -1
        objc_add(menu, 0, obj)


def editable_line(resource: Resource) -> None:
    resource.trees[freecell.ABOUT][1].ob_flags |= ObFlag.EDITABLE


@pytest.mark.parametrize(
    ("game", "change", "reason"),
    [
        (
            "vierfrei",
            set_field(vierfrei.WIND, 2, "ob_spec", BitBlk(bytes(63), 3, 21)),
            "object 2 of tree 4: a row of its picture has 3 bytes, an odd number",
        ),
        (
            "vierfrei",
            set_field(vierfrei.WIND, 2, "ob_spec", BitBlk(b"", 2, 0)),
            "object 2 of tree 4: its picture of 0 rows of 2 bytes is empty",
        ),
        ("vierfrei", menu_is_box, "object 0 of tree 0: a menu's root has two children, the bar and the menus, not "),
        ("freecell", set_string(freecell.SAME_COLOUR, "[1][No move"), "free string 0 is not an alert"),
        ("freecell", set_string(freecell.LABEL, "a[]ce"), "free string 4 is not free of the ]"),
        ("freecell", editable_line, "object 1 of tree 1: it is EDITABLE, but has no TEDINFO"),
    ],
)
def test_a_resource_that_ended_a_game_is_refused(game: str, change: Change, reason: str, tmp_path: Path) -> None:
    """The tests above cover the other faults of the structure."""
    resource = built_in(game)
    change(resource)
    with pytest.raises(GemportError) as error:
        brought(game, resource, tmp_path)
    assert str(error.value).startswith(f"{tmp_path / 'my.rsc'}: {reason}")


def test_double_click_on_touchexit_ends_the_statistics(tmp_path: Path) -> None:
    """form_do reports a double click by a bit that is not part of the object's number."""
    tour = brought("freecell", built_in("freecell"), tmp_path)
    tree = tour.program.play.shared.tree(shared.STATISTICS)
    tree[shared.STATISTICS_OK].ob_flags |= ObFlag.TOUCHEXIT
    tour.press_key(NAMED["F5"])
    tour.click(*tour.corner(tree, shared.STATISTICS_OK), times=2)
    tour.press_key(NAMED["F10"])
    assert tour.machine.finished


# ---- menu entries unknown to the program


def with_more_entries() -> Resource:
    """Return VIERFREI's resource with an additional last entry in its menu, enabled."""
    resource = built_in("vierfrei")
    menu = resource.trees[vierfrei.MENU]
    menu[-1].ob_flags &= ~ObFlag.LASTOB
    menu.append(Object(-1, -1, -1, ObType.G_STRING, ObFlag.LASTOB, ob_spec="  More", ob_y=9, ob_width=26, ob_height=1))
    menu[15].ob_height += 1
    objc_add(menu, 15, len(menu) - 1)
    return resource


def test_unknown_entry_leaves_the_title_normal(tmp_path: Path) -> None:
    tour = brought("vierfrei", with_more_entries(), tmp_path)
    menu = tour.program.menu
    before = tour.machine.frame(pointer=False)
    tour.move(*tour.corner(menu, 4))
    tour.click(*tour.corner(menu, next(number for number, entry in enumerate(menu) if entry.ob_spec == "  More")))
    assert menu[4].ob_state == 0
    assert tour.machine.frame(pointer=False) == before
