"""A player's own resource is refused with one line, or no input at all makes the game fail."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gemport.games.freecell import freecell_rsc as freecell
from gemport.games.vierfrei import vierfrei_rsc as vierfrei
from gemport.gem import BitBlk, GemportError, ObFlag, Object, ObType, Resource, objc_add, read_rsc, write_rsc
from tests.games import shared
from tests.games.brought import GAMES, Tour
from tests.places import DATA


def brought(game: str, resource: Resource, folder: Path) -> Tour:
    path = folder / "my.rsc"
    path.write_bytes(write_rsc(resource))
    return Tour(GAMES[game], path)


def built_in(game: str) -> Resource:
    return read_rsc((DATA / game / f"{game}_de.rsc").read_bytes())


@pytest.mark.parametrize(("game", "language"), [("vierfrei", "de"), ("freecell", "en")])
def test_a_built_in_resource_can_be_brought_along(game: str, language: str) -> None:
    """A sample: the others, and damaged ones, are inputs of tests/fuzzing."""
    tour = Tour(GAMES[game], DATA / game / f"{game}_{language}.rsc")
    tour.through()
    assert tour.machine.finished


# ---- each of these ended a running game once


def odd_image(resource: Resource) -> None:
    resource.trees[vierfrei.WIND][2].ob_spec = BitBlk(bytes(63), 3, 21)


def empty_image(resource: Resource) -> None:
    resource.trees[vierfrei.WIND][2].ob_spec = BitBlk(b"", 2, 0)


def menu_is_box(resource: Resource) -> None:
    menu = resource.trees[vierfrei.MENU]
    menu[0].ob_head = menu[0].ob_tail = -1
    for obj in range(1, len(menu)):
        menu[obj].ob_head = menu[obj].ob_tail = menu[obj].ob_next = -1
        objc_add(menu, 0, obj)


def broken_alert(resource: Resource) -> None:
    resource.strings[freecell.SAME_COLOUR] = resource.strings[freecell.SAME_COLOUR][:-1]


def breaking_word(resource: Resource) -> None:
    resource.strings[freecell.LABEL] = "a[]ce"


def editable_line(resource: Resource) -> None:
    resource.trees[freecell.ABOUT][1].ob_flags |= ObFlag.EDITABLE


@pytest.mark.parametrize(
    ("game", "change", "reason"),
    [
        ("vierfrei", odd_image, "object 2 of tree 4: a row of its picture has 3 bytes, an odd number"),
        ("vierfrei", empty_image, "object 2 of tree 4: its picture of 0 rows of 2 bytes is empty"),
        ("vierfrei", menu_is_box, "object 0 of tree 0: a menu's root has two children, the bar and the menus, not "),
        ("freecell", broken_alert, "free string 0 is not an alert"),
        ("freecell", breaking_word, "free string 4 is not free of the ]"),
        ("freecell", editable_line, "object 1 of tree 1: it is EDITABLE, but has no TEDINFO"),
    ],
)
def test_a_resource_that_ended_a_game_is_refused(
    game: str, change: Callable[[Resource], None], reason: str, tmp_path: Path
) -> None:
    """More of the faults that are found are those of the shape, tested with the resources."""
    resource = built_in(game)
    change(resource)
    with pytest.raises(GemportError) as error:
        brought(game, resource, tmp_path)
    assert str(error.value).startswith(f"{tmp_path / 'my.rsc'}: {reason}")


def test_a_double_click_on_a_touchexit_object_ends_the_statistics(tmp_path: Path) -> None:
    """form_do tells it by a bit that is no part of the object's number."""
    tour = brought("freecell", built_in("freecell"), tmp_path)
    tree = tour.program.shared.tree(shared.STATISTICS)
    tree[shared.STATISTICS_OK].ob_flags |= ObFlag.TOUCHEXIT
    tour.press_key(GAMES["freecell"].keys["statistics"])
    tour.click(*tour.corner(tree, shared.STATISTICS_OK), times=2)
    assert tour.program.item_of(GAMES["freecell"].keys["quit"]) == freecell.ENTRIES["quit"]
    tour.press_key(GAMES["freecell"].keys["quit"])
    assert tour.machine.finished


# ---- menu entries that the program does not know


def with_more_entries() -> Resource:
    """VIERFREI's resource with another entry at the end of its menu, enabled."""
    resource = built_in("vierfrei")
    menu = resource.trees[vierfrei.MENU]
    menu[-1].ob_flags &= ~ObFlag.LASTOB
    menu.append(Object(-1, -1, -1, ObType.G_STRING, ObFlag.LASTOB, ob_spec="  More", ob_y=9, ob_width=26, ob_height=1))
    menu[15].ob_height += 1
    objc_add(menu, 15, len(menu) - 1)
    return resource


def test_an_entry_that_the_program_does_not_know_leaves_the_title_normal(tmp_path: Path) -> None:
    tour = brought("vierfrei", with_more_entries(), tmp_path)
    menu = tour.program.menu
    before = tour.machine.frame(pointer=False)
    tour.move(*tour.corner(menu, 4))
    tour.click(*tour.corner(menu, next(number for number, entry in enumerate(menu) if entry.ob_spec == "  More")))
    assert menu[4].ob_state == 0
    assert tour.machine.frame(pointer=False) == before
