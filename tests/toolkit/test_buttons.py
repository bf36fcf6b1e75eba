"""The keys of boxes: what chooses, what cancels, where Tab and the arrows are, and how that is seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gemport.gem.aes import keys
from gemport.gem.aes.machine import Machine
from gemport.gem.aes.objects import object_rect
from gemport.gem.formats.objects import ObFlag, ObState, TedInfo, Tree
from gemport.gem.formats.rsctext import parse_rsc_text
from gemport.gem.vdi.raster import Raster
from gemport.toolkit import Dialog, alert
from tests.toolkit.test_toolkit import Office, started, type_keys

BOX = """
tree 0 BOX
  0 G_BOX at 0,0 size 44,12 OUTLINED border 2
    1 G_IBOX at 2,2 size 40,1 border 0
      2 G_BUTTON at 0,0 size 8,1 SELECTABLE RBUTTON TOUCHEXIT SELECTED "Low"
      3 G_BUTTON at 10,0 size 8,1 SELECTABLE RBUTTON TOUCHEXIT "High"
    4 G_BUTTON at 2,4 size 8,1 SELECTABLE "Mark"
    5 G_BUTTON at 12,4 size 8,1 SELECTABLE DISABLED "Grey"
    6 G_BUTTON at 2,8 size 12,1 SELECTABLE EXIT "Defaults"
    7 G_BUTTON at 16,8 size 12,1 SELECTABLE EXIT "Discard"
    8 G_BUTTON at 30,8 size 12,1 SELECTABLE DEFAULT EXIT LASTOB "OK"
"""
LOW, HIGH, MARK, DEFAULTS, DISCARD, OK = 2, 3, 4, 6, 7, 8
FIELDS = """
tree 0 BOX
  0 G_BOX at 0,0 size 30,9 OUTLINED border 2
    1 G_FBOXTEXT at 2,2 size 10,1 EDITABLE tedinfo
          text "@2345678"
          template "________"
          valid "X"
    2 G_BUTTON at 2,6 size 9,1 SELECTABLE EXIT "Cancel"
    3 G_BUTTON at 16,6 size 9,1 SELECTABLE DEFAULT EXIT LASTOB "OK"
"""
QUESTION = "[2][What now?|Nothing is lost.][Resume|Start over|Cancel]"


def shown(source: str, cancel: int | None = None) -> tuple[Machine, Office, Tree]:
    """A machine with a dialog on the screen."""
    machine, office = started()
    tree = machine.gem().rsrc_load(parse_rsc_text(source)).tree(0)
    office.job = lambda office: Dialog(office.gem, tree, cancel).show()
    office.result = None
    for obj in tree:
        if isinstance(obj.ob_spec, TedInfo):
            obj.ob_spec.te_ptext = ""
    type_keys(machine, keys.F1)
    return machine, office, tree


def asked(default: int = 1) -> tuple[Machine, Office]:
    """A machine with an alert on the screen."""

    async def ask(office: Office) -> Any:
        return await alert(office.gem, QUESTION, default)

    machine, office = started(ask)
    type_keys(machine, keys.F1)
    return machine, office


def press(machine: Machine, *names: str) -> None:
    for name in names:
        key = keys.key_press(name)
        machine.key(key.word, key.shift)
        machine.settle()


@pytest.mark.parametrize(
    ("names", "answer"),
    [
        ("Return", 1),
        ("Enter", 1),
        ("Esc", 3),
        ("Undo", 3),
        ("s", 2),
        ("S", 2),
        ("c", 3),
        ("Tab Return", 2),
        ("Tab Space", 2),
        ("Right Right Return", 3),
        ("Right Right Right Return", 1),
        ("Left Return", 3),
        ("Down Return", 2),
        ("Up Return", 3),
        ("Shift+Tab Return", 3),
        ("Tab Esc", 3),
        ("Space Ctrl+s x Return", 1),
    ],
)
def test_an_alert_is_answered_by_keys(names: str, answer: int) -> None:
    machine, office = asked()
    press(machine, *names.split())
    assert office.result == answer


def test_an_alert_shows_where_the_keys_are_and_leaves_nothing_behind() -> None:
    machine, _ = started()
    empty = machine.frame(pointer=False)
    seen: list[Raster] = []
    for default, names in ((1, ()), (1, ("Tab",)), (2, ())):
        machine, _ = asked(default)
        press(machine, *names)
        seen.append(machine.frame(pointer=False))
        press(machine, "Return")
        assert machine.frame(pointer=False) == empty
    assert seen[0] != seen[1]
    assert seen[1] == seen[2], "as if the second button had been the default one"


@pytest.mark.parametrize(
    ("names", "obj"),
    [
        ("Return", OK),
        ("Esc", DISCARD),
        ("Undo", DISCARD),
        ("o", OK),
        ("Left Return", DISCARD),
        ("Up Left Return", OK),
        ("Up Space Return", OK),
        ("Tab Space", LOW),
        ("Tab Tab Space", HIGH),
        ("Tab Tab Return", OK),
        ("d Return", DEFAULTS),
        ("d d Return", DISCARD),
    ],
)
def test_a_dialog_is_answered_by_keys(names: str, obj: int) -> None:
    machine, office, _ = shown(BOX, DISCARD)
    press(machine, *names.split())
    assert office.result == obj


def test_without_a_button_that_cancels_esc_closes() -> None:
    machine, office, _ = shown(BOX)
    press(machine, "Esc")
    assert office.result == OK


def test_the_space_bar_marks_and_chooses_one_of_several() -> None:
    machine, office, tree = shown(BOX)
    press(machine, "Up", "Space")
    assert (ObState.SELECTED in tree[MARK].ob_state, office.result) == (True, None)
    press(machine, "Space")
    assert ObState.SELECTED not in tree[MARK].ob_state
    press(machine, "Up", "Right", "Space")
    assert [ObState.SELECTED in tree[obj].ob_state for obj in (LOW, HIGH)] == [False, True]
    assert office.result == HIGH


@pytest.mark.parametrize("names", ["Tab", "Left", "Up", "Tab Tab", "Left Left Tab"])
def test_what_is_drawn_of_the_borders_is_what_the_tree_says(names: str) -> None:
    machine, office, tree = shown(BOX)
    press(machine, *names.split())
    seen = machine.frame(pointer=False)
    office.gem.objc_draw(tree, 0, 8, object_rect(tree, 0))
    assert machine.frame(pointer=False) == seen
    press(machine, "Return")
    assert [obj for obj, target in enumerate(tree) if ObFlag.DEFAULT in target.ob_flags] == [OK]


@pytest.mark.parametrize(
    ("names", "text", "obj"),
    [
        ("c o Return", "co", 3),
        ("c Tab Return", "c", 2),
        ("a Esc b Return", "b", 3),
        ("a Undo", "a", 2),
        ("a Esc Esc", "", 2),
        ("a Left b Return", "ba", 3),
    ],
)
def test_a_field_keeps_its_letters(names: str, text: str, obj: int) -> None:
    machine, office, tree = shown(FIELDS, 2)
    press(machine, *names.split())
    spec: Any = tree[1].ob_spec
    assert (spec.te_ptext, office.result) == (text, obj)


@pytest.mark.parametrize("call", [lambda gem: gem.form_alert(1, QUESTION)])
def test_the_machines_own_alert_knows_return_alone(call: Callable[[Any], Any]) -> None:
    machine, office = started(lambda office: call(office.gem))
    type_keys(machine, keys.F1)
    before = machine.frame(pointer=False)
    press(machine, "Tab", "Esc", "Undo", "s", "Right", "Space")
    assert (office.result, machine.frame(pointer=False)) == (None, before)
    press(machine, "Return")
    assert office.result == 1
