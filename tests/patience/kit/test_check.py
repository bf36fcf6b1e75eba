"""What a game needs of its resource, and extras that it can do without."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gemport.gem.aes.objects import objc_delete, objc_order
from gemport.gem.aes.rsrc import rsrc_load
from gemport.gem.formats.objects import ObFlag, ObState, ObType, TedInfo
from gemport.gem.formats.rsc import Resource
from gemport.gem.formats.rsctext import parse_rsc_text
from gemport.patience.kit.check import (
    Needs,
    ResourceError,
    alert,
    any_text,
    anything,
    button,
    check_resource,
    entry,
    has,
    line,
    number_field,
    word,
)

TEXT = """tree 0 MENU
  0 G_IBOX at 0,0 size 80,25
    1 G_BOX at 0,0 size 80,1+2
      2 G_IBOX at 2,0 size 12,1+3
        3 G_TITLE at 0,0 size 6,1+3 " Desk "
        4 G_TITLE at 6,0 size 6,1+3 " Game "
    5 G_IBOX at 0,1+3 size 80,19
      6 G_BOX at 2,0 size 20,8
        7 ABOUT G_STRING at 0,0 size 20,1 "  About"
        8 G_STRING at 0,1 size 20,1 "  Accessory"
      9 G_BOX at 8,0 size 20,2
        10 NEW G_STRING at 0,0 size 20,1 "  New"
        11 QUIT G_STRING at 0,1 size 20,1 LASTOB "  Quit"

tree 1 DIALOG
  0 G_BOX at 0,0 size 20,9
    1 NUMBER G_FTEXT at 1,1 size 6,1 tedinfo
          text "123456"
          template "______"
          valid "999999"
    2 LINE G_STRING at 1,2 size 6,1 "x"
    3 OK G_BUTTON at 1,5 size 5,1 SELECTABLE EXIT "OK"
    4 G_IBOX at 10,5 size 5,1 LASTOB

string "[1][Lost: $card|Again?][ Yes | No ]"
string "ace"
"""
NEEDS = Needs(
    objects={0: {7: entry, 11: entry}, 1: {0: anything, 1: number_field(6), 2: line, 3: button}},
    strings={0: alert, 1: word},
    menu=0,
)
HINT = Needs(objects={0: {12: entry}}, strings={2: any_text})
"""An extra that only some resources have."""


def resource() -> Resource:
    return parse_rsc_text(TEXT)


def fault(change: Callable[[Resource], None]) -> str:
    damaged = resource()
    change(damaged)
    with pytest.raises(ResourceError) as error:
        check_resource(damaged, NEEDS)
    return str(error.value)


def test_what_is_needed_is_there() -> None:
    check_resource(resource(), NEEDS)


def set_type(tree: int, obj: int, kind: ObType) -> Callable[[Resource], None]:
    def change(resource: Resource) -> None:
        resource.trees[tree][obj].ob_type = kind

    return change


def field_of(places: int) -> Callable[[Resource], None]:
    def change(resource: Resource) -> None:
        resource.trees[1][1].ob_spec = TedInfo("", "Nr. " + "_" * places)

    return change


def set_string(number: int, text: str) -> Callable[[Resource], None]:
    def change(resource: Resource) -> None:
        resource.strings[number] = text

    return change


def accessory_first(resource: Resource) -> None:
    objc_order(resource.trees[0], 8, 0)


def out_of_the_menu(resource: Resource) -> None:
    objc_delete(resource.trees[0], 11)


def no_menus(resource: Resource) -> None:
    objc_delete(resource.trees[0], 9)


def short_tree(resource: Resource) -> None:
    resource.trees[1] = resource.trees[1][:1]
    resource.trees[1][0].ob_head = resource.trees[1][0].ob_tail = -1


def no_exit(resource: Resource) -> None:
    resource.trees[1][3].ob_flags &= ~ObFlag.EXIT


def disabled(resource: Resource) -> None:
    resource.trees[1][3].ob_state |= ObState.DISABLED


def hidden(resource: Resource) -> None:
    resource.trees[1][3].ob_flags |= ObFlag.HIDETREE


def covered(resource: Resource) -> None:
    resource.trees[1][4].ob_x = 1


def one_tree(resource: Resource) -> None:
    del resource.trees[1]


def one_string(resource: Resource) -> None:
    del resource.strings[1]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (set_type(0, 11, ObType.G_BUTTON), "object 11 of tree 0 is not a menu entry"),
        (out_of_the_menu, "object 11 of tree 0 is not a menu entry"),
        (accessory_first, "object 7 of tree 0 is not a menu entry"),
        (no_menus, "object 5 of tree 0: there are 1 menus for 2 titles"),
        (field_of(8), "object 1 of tree 1 is not a field of 6 digits at most, it has 8"),
        (field_of(0), "object 1 of tree 1 is not a text field"),
        (set_type(1, 2, ObType.G_BOX), "object 2 of tree 1 is not a text"),
        (short_tree, "object 1 of tree 1 is not there"),
        (no_exit, "object 3 of tree 1 is not a button that ends the dialog"),
        (disabled, "object 3 of tree 1 is not a button that ends the dialog"),
        (hidden, "object 3 of tree 1 is not a button that ends the dialog"),
        (covered, "object 3 of tree 1 is not a button that ends the dialog"),
        (one_tree, "tree 1 is missing, there are 1"),
        (one_string, "free string 1 is missing, there are 1"),
        (set_string(0, "[1][Lost: $card"), "free string 0 is not an alert (alert '[1][Lost: $card': ']' missing)"),
        (set_string(0, ""), "free string 0 is not an alert (alert '': '[' missing at 0)"),
        (set_string(1, "a]ce"), "free string 1 is not free of the ] that ends a part of an alert: 'a]ce'"),
    ],
)
def test_what_is_not_what_it_is_used_as_is_named(change: Callable[[Resource], None], reason: str) -> None:
    assert fault(change) == reason


def test_a_shorter_field_will_do() -> None:
    """The original takes as many digits as its resource has places for."""
    short = resource()
    field_of(3)(short)
    check_resource(short, NEEDS)


def test_an_extra_is_there_or_not() -> None:
    plain = rsrc_load(resource())
    more = TEXT.replace('LASTOB "  Quit"', '"  Quit"\n        12 HINT G_STRING at 0,2 size 20,1 LASTOB "  Hint"')
    assert not has(plain, HINT)
    assert not has(rsrc_load(parse_rsc_text(more)), HINT)
    assert has(rsrc_load(parse_rsc_text(more + 'string "a hint"\n')), HINT)
    assert not has(
        rsrc_load(parse_rsc_text(more.replace("12 HINT G_STRING", "12 HINT G_BUTTON") + 'string "a"\n')), HINT
    )


def test_needs_are_put_together_tree_by_tree() -> None:
    both = NEEDS | HINT
    assert both.objects[0] == {7: entry, 11: entry, 12: entry}
    assert both.objects[1] == NEEDS.objects[1]
    assert both.strings == {0: alert, 1: word, 2: any_text}
    assert both.menu == (HINT | NEEDS).menu == 0
