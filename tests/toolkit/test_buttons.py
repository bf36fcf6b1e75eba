"""Boxes: keys that choose and cancel, the keyboard focus and how it is shown."""

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem import ObFlag, ObState, TedInfo, Tree, object_rect
from gemport.gem.aes.objects import tedinfo
from gemport.gem.formats.rsctext import parse_rsc_text
from gemport.toolkit import Dialog, alert
from tests.toolkit.desk import Desk, Office

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
LOW, HIGH, MARK, DISCARD = 2, 3, 4, 7
UNUSUAL = BOX.replace(" DEFAULT", "")
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


class Box(Desk):
    """A dialog or an alert on the screen."""

    def __init__(self, source: str = "", cancel: int | None = None, default: int = 1) -> None:
        super().__init__(self._show if source else self._ask)
        self.before = self.picture()
        self._cancel, self._default = cancel, default
        self.tree: Tree = self.machine.gem().rsrc_load(parse_rsc_text(source)).tree(0) if source else []
        for obj in self.tree:
            if isinstance(obj.ob_spec, TedInfo):
                obj.ob_spec.te_ptext = ""
        self.keys("F1")

    async def _show(self, office: Office) -> Any:
        return await Dialog(office.gem, self.tree, self._cancel).show()

    async def _ask(self, office: Office) -> Any:
        return await alert(office.gem, QUESTION, self._default)

    @property
    def result(self) -> Any:
        return self.office.result

    def selected(self, *objects: int) -> list[bool]:
        return [ObState.SELECTED in self.tree[obj].ob_state for obj in objects]


@pytest.mark.parametrize(
    ("source", "cancel", "names", "answer"),
    [
        *(("", None, names, 1) for names in ("Return", "Right Right Right Return", "Space Ctrl+s x Return")),
        *(("", None, names, 2) for names in ("S", "Tab Return")),
        *(("", None, names, 3) for names in ("Esc", "c", "Up Return", "Tab Esc")),
        # A button that is a choice is pushed like a click.
        *((BOX, DISCARD, names, answer) for names, answer in (("Tab Space", LOW), ("Tab Tab Space", HIGH))),
        # A letter of several buttons moves the border from one to the next.
        *((BOX, DISCARD, names, 6) for names in ("d Return", "d d d Return")),
        (BOX, DISCARD, "d d Return", DISCARD),
        # Without a default, the border starts at the first or last button.
        *((UNUSUAL, DISCARD, names, 8) for names in ("Return Shift+Tab Return", "Left Return")),
        (UNUSUAL, DISCARD, "Tab Space", LOW),
    ],
)
def test_alerts_and_dialogs_are_answered_by_keys(source: str, cancel: int | None, names: str, answer: int) -> None:
    box = Box(source, cancel)
    box.keys(*names.split())
    assert box.result == answer


NAMES = ["Return", "Enter", "Esc", "Undo", "Space", "Tab", "Shift+Tab", "Left", "Right", "Up", "Down", "a", "b", "c"]


class Key(NamedTuple):
    """A button: its row, the first letter of its name, its flags, and a shift of its place by some characters."""

    row: int
    letter: str
    ends: bool
    usable: bool
    shift: int


BUTTONS = st.builds(Key, st.integers(0, 2), st.sampled_from("ABCD"), st.booleans(), st.booleans(), st.integers(0, 2))


@given(
    st.lists(BUTTONS, min_size=1, max_size=6),
    st.integers(-1, 5),
    st.none() | st.integers(0, 5),
    st.lists(st.sampled_from(NAMES), min_size=4, max_size=12),
)
def test_keys_move_the_border_and_push_its_button(
    buttons: list[Key], default: int, cancel: int | None, names: list[str]
) -> None:
    buttons.sort(key=lambda button: button.row)
    columns = [sum(before.row == one.row for before in buttons[:at]) for at, one in enumerate(buttons)]
    places = [2 + 11 * column + one.shift for one, column in zip(buttons, columns, strict=True)]
    lines = ["tree 0 BOX", "  0 G_BOX at 0,0 size 76,10 OUTLINED border 2"]
    for at, one in enumerate(buttons):
        flags = ["SELECTABLE", *["EXIT"] * one.ends, *["DEFAULT"] * (at == default), *["DISABLED"] * (not one.usable)]
        last = ["LASTOB"] * (at == len(buttons) - 1)
        words = " ".join([*flags, *last])
        lines.append(f'    {at + 1} G_BUTTON at {places[at]},{2 + 3 * one.row} size 8,1 {words} "{one.letter}{at}"')
    cancel = None if cancel is None or cancel >= len(buttons) else cancel
    box = Box("\n".join(lines), None if cancel is None else cancel + 1)
    usable = [at for at, one in enumerate(buttons) if one.usable]
    usual = default if default in usable and buttons[default].ends else None
    focus: int | None = None
    thick, outlined, on = {*range(len(buttons))} & {default}, set[int](), set[int]()
    for name in names:
        box.keys(name)
        here = focus if focus is not None else usual
        pushed, target = None, None
        ends = [at for at in usable if buttons[at].ends and buttons[at].letter == name.upper()]
        rows = sorted({buttons[at].row for at in usable})
        if name in ("Return", "Enter"):
            pushed = focus if focus is not None and buttons[focus].ends else usual
        elif name in ("Esc", "Undo"):
            pushed = usual if cancel is None else cancel
        elif name == "Space":
            pushed = focus
        elif len(ends) == 1:
            pushed = ends[0]
        elif ends:
            target = ends[(ends.index(here) + 1) % len(ends)] if here in ends else ends[0]
        elif len(name) > 1 and usable:
            step = -1 if name in ("Shift+Tab", "Left", "Up") else 1
            if here is None:
                target = usable[0 if step == 1 else -1]
            elif name in ("Up", "Down") and len(rows) > 1:
                row = rows[(rows.index(buttons[here].row) + step) % len(rows)]
                target = min(
                    (at for at in usable if buttons[at].row == row), key=lambda at: abs(places[at] - places[here])
                )
            else:
                target = usable[(usable.index(here) + step) % len(usable)]
        if target is not None:
            focus, goes = target, buttons[target].ends
            thick = {at for at in usable if at == (target if goes else usual)}
            outlined = set() if goes else {target}
        pushed = pushed if pushed in usable else None
        if pushed is not None and buttons[pushed].ends:
            assert box.result == pushed + 1
            assert [ObFlag.DEFAULT in obj.ob_flags for obj in box.tree[1:]] == [
                at == default for at in range(len(buttons))
            ]
            return
        on ^= {at for at in usable if at == pushed}
        assert box.result is None
        seen = [(ObFlag.DEFAULT in obj.ob_flags, obj.ob_state) for obj in box.tree[1:]]
        marks = [
            ObState.DISABLED * (not one.usable) | ObState.OUTLINED * (at in outlined) | ObState.SELECTED * (at in on)
            for at, one in enumerate(buttons)
        ]
        assert seen == [(at in thick, mark) for at, mark in enumerate(marks)]
        picture = box.picture()
        box.office.gem.objc_draw(box.tree, 0, 8, object_rect(box.tree, 0))
        assert box.picture() == picture


def test_the_space_bar_marks_and_chooses_one_of_several() -> None:
    box = Box(BOX)
    for names, marked in ((("Up", "Space"), True), (("Space",), False)):
        box.keys(*names)
        assert (box.selected(MARK), box.result) == ([marked], None)
    box.keys("Up", "Right", "Space")
    assert (box.selected(LOW, HIGH), box.result) == ([False, True], HIGH)


@pytest.mark.parametrize(
    ("names", "text", "obj"),
    [
        *(("c o Return", "co", 3), ("a Esc b Return", "b", 3), ("a Left b Return", "ba", 3)),
        *(("c Tab Return", "c", 2), ("a Undo", "a", 2), ("a Esc Esc", "", 2)),
    ],
)
def test_a_field_keeps_its_letters(names: str, text: str, obj: int) -> None:
    box = Box(FIELDS, 2)
    box.keys(*names.split())
    assert (tedinfo(box.tree[1]).te_ptext, box.result) == (text, obj)


def test_the_space_bar_presses_a_button_below_a_field() -> None:
    box = Box(FIELDS.replace("SELECTABLE EXIT", "SELECTABLE"))
    box.keys("a", "Space", "Tab", "Space")
    assert (tedinfo(box.tree[1]).te_ptext, box.selected(2), box.result) == ("a ", [True], None)


def test_the_machines_own_alert_knows_return_alone() -> None:
    desk = Desk(lambda office: office.gem.form_alert(1, QUESTION))
    desk.keys("F1")
    before = desk.picture()
    desk.keys("Tab", "Esc", "Undo", "s", "Right", "Space")
    assert (desk.office.result, desk.picture()) == (None, before)
    desk.keys("Return")
    assert desk.office.result == 1
