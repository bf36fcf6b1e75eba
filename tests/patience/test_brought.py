"""A resource that a player brought along is refused with one line, or no input at all ends the game by a fault."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemport.games.freecell import resource as freecell
from gemport.games.vierfrei import resource as vierfrei
from gemport.gem.aes.objects import objc_add, objc_delete
from gemport.gem.errors import GemportError
from gemport.gem.formats.objects import BitBlk, ObFlag, Object, ObType, TedInfo
from gemport.gem.formats.rsc import Resource, read_rsc, write_rsc
from tests.conformance.reference import REFERENCE
from tests.patience import shared
from tests.patience.brought import GAMES, Tour
from tests.places import DATA

BUILT_IN = [(game, DATA / game / f"{game}_{language}.rsc") for game in GAMES for language in ("de", "en")]
TABLES = {"objects": (1, 10, 24), "tedinfos": (2, 12, 28), "bitblks": (4, 14, 14), "strings": (5, 15, 4)}
"""Of the header's words: where each table starts and how many entries it has; and the size of one."""


def brought(game: str, resource: Resource, folder: Path) -> Tour:
    path = folder / "my.rsc"
    path.write_bytes(write_rsc(resource))
    return Tour(GAMES[game], path)


def built_in(game: str) -> Resource:
    return read_rsc((DATA / game / f"{game}_de.rsc").read_bytes())


@pytest.mark.parametrize(("game", "path"), BUILT_IN, ids=lambda value: getattr(value, "stem", value))
def test_the_built_in_resources_are_good_to_bring_along(game: str, path: Path) -> None:
    tour = Tour(GAMES[game], path)
    tour.through()
    assert tour.machine.finished


# ---- each of these ended a running game once


def odd_image(resource: Resource) -> None:
    resource.trees[vierfrei.WIND][2].ob_spec = BitBlk(bytes(63), 3, 21)


def empty_image(resource: Resource) -> None:
    resource.trees[vierfrei.WIND][2].ob_spec = BitBlk(b"", 2, 0)


def long_field(resource: Resource) -> None:
    resource.trees[vierfrei.GETNUM][vierfrei.GETNUM_FIELD].ob_spec = TedInfo("00000000", "________", "99999999")


def menu_missing(resource: Resource) -> None:
    objc_delete(resource.trees[vierfrei.MENU], 15)


def menu_is_box(resource: Resource) -> None:
    menu = resource.trees[vierfrei.MENU]
    menu[0].ob_head = menu[0].ob_tail = -1
    for obj in range(1, len(menu)):
        menu[obj].ob_head = menu[obj].ob_tail = menu[obj].ob_next = -1
        objc_add(menu, 0, obj)


def entry_outside(resource: Resource) -> None:
    objc_delete(resource.trees[vierfrei.MENU], vierfrei.MENU_UNDO)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (odd_image, "object 2 of tree 4: a row of its picture has 3 bytes, an odd number"),
        (empty_image, "object 2 of tree 4: its picture of 0 rows of 2 bytes is empty"),
        (long_field, "object 2 of tree 1 is not a field of 1 to 6 digits, it has 8"),
        (menu_missing, "object 5 of tree 0: there are 1 menus for 2 titles"),
        (menu_is_box, "object 0 of tree 0: a menu's root has two children, the bar and the menus, not 36"),
        (entry_outside, "object 22 of tree 0 is not a menu entry"),
    ],
)
def test_a_resource_that_ended_a_game_is_refused(
    change: Callable[[Resource], None], reason: str, tmp_path: Path
) -> None:
    resource = built_in("vierfrei")
    change(resource)
    with pytest.raises(GemportError) as error:
        brought("vierfrei", resource, tmp_path)
    assert str(error.value) == f"{tmp_path / 'my.rsc'}: {reason}"


def broken_alert(resource: Resource) -> None:
    resource.strings[freecell.SAME_COLOUR] = resource.strings[freecell.SAME_COLOUR][:-1]


def breaking_word(resource: Resource) -> None:
    resource.strings[freecell.LABEL] = "a[]ce"


def editable_line(resource: Resource) -> None:
    resource.trees[freecell.ABOUT][1].ob_flags |= ObFlag.EDITABLE


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (broken_alert, "free string 0 is not an alert"),
        (breaking_word, "free string 4 is not free of the ]"),
        (editable_line, "object 1 of tree 1: it is EDITABLE, but has no TEDINFO"),
    ],
)
def test_a_resource_of_freecell_that_ended_a_game_is_refused(
    change: Callable[[Resource], None], reason: str, tmp_path: Path
) -> None:
    resource = built_in("freecell")
    change(resource)
    with pytest.raises(GemportError) as error:
        brought("freecell", resource, tmp_path)
    assert str(error.value).startswith(f"{tmp_path / 'my.rsc'}: {reason}")


def test_a_double_click_on_a_touchexit_object_ends_the_statistics(tmp_path: Path) -> None:
    """form_do tells it by a bit that is no part of the object's number."""
    tour = brought("freecell", built_in("freecell"), tmp_path)
    tree = tour.program.shared.tree(shared.STATISTICS)
    tree[shared.STATISTICS_OK].ob_flags |= ObFlag.TOUCHEXIT
    tour.press_key(GAMES["freecell"].keys["statistics"])
    tour.click(*tour.corner(tree, shared.STATISTICS_OK), times=2)
    assert tour.program.item_of(GAMES["freecell"].keys["quit"]) == freecell.MENU_QUIT
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
    tour.click(*tour.corner(menu, len(menu) - 1))
    assert menu[4].ob_state == 0
    assert tour.machine.frame(pointer=False) == before


# ---- at random


@st.composite
def damaged(draw: st.DrawFn, originals: list[bytes]) -> bytes:
    """A resource with a few bytes changed, most of them in its tables."""
    data = bytearray(draw(st.sampled_from(originals)))
    header = struct.unpack_from(">18H", data)
    for _ in range(draw(st.integers(1, 4))):
        start, count, size = draw(st.sampled_from([*TABLES.values(), TABLES["objects"], TABLES["objects"]]))
        places = header[count] * size
        at = header[start] + draw(st.integers(0, places - 1)) if places else draw(st.integers(0, len(data) - 1))
        change = draw(st.sampled_from(("set", "flip", "copy")))
        if change == "set":
            data[at] = draw(st.sampled_from((0, 1, 2, 3, 4, 8, 0x10, 0x1C, 0x20, 0x5D, 0x7C, 0x7F, 0x80, 0xFF)))
        elif change == "flip":
            data[at] ^= 1 << draw(st.integers(0, 7))
        elif places:
            other = header[start] + draw(st.integers(0, places - 1))
            data[at : at + 2] = data[other : other + 2]
    return bytes(data)


def look_through(game: str, data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "my.rsc"
        path.write_bytes(data)
        refusal = ""
        try:
            Tour(GAMES[game], path).through()
        except GemportError as error:
            refusal = str(error)
        if refusal:
            assert refusal.startswith(f"{path}: ")
            assert "\n" not in refusal


def originals(game: str) -> list[bytes]:
    """The built-in resources, and where it is there the reference's."""
    paths = [path for name, path in BUILT_IN if name == game]
    if game == "vierfrei":
        paths += (REFERENCE / "vierfrei").glob("VIERFREI.RSC")
    return [path.read_bytes() for path in paths]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_damaged_resource_is_refused_or_ends_no_game(game: str) -> None:
    @settings(max_examples=25, deadline=None)
    @given(damaged(originals(game)))
    def any_damage(data: bytes) -> None:
        look_through(game, data)

    any_damage()
